"""A battle as a PettingZoo environment: seats are agents that act in turn, and an action is the number of a candidate.

One step answers one question. Dice, and questions that have one candidate only, are answered inside. An agent is shown
its own view and nothing else; its candidates are worked out from that view.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from brickfield.core.decisions import Suggestion
from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.views import SPECTATOR, View, imagine, view
from brickfield.games import find_game
from brickfield.research.features import ObservationPart, layout, observe
from brickfield.text.picture import picture

# How many candidates a question has at most, and after how many answers a battle that does not end is cut off.
CANDIDATES = 64
LONGEST = 10_000
_DRAWN = ("ansi", "human")

Observation = dict[str, Any]


def env(
    game: str,
    scenario: str,
    *,
    options: Mapping[str, Any] | None = None,
    armies: Sequence[Sequence[tuple[str, int]]] = (),
    position: dict[str, Any] | None = None,
    candidates: int = CANDIDATES,
    longest: int = LONGEST,
    render_mode: str | None = None,
) -> BrickfieldEnv:
    """A battle of this game and scenario; what the rules do not allow is a ValueError that says why.

    `options` are switches of the rules, `armies` the cards each seat brings instead of the scenario's own, `position` a
    table already laid out (then the scenario is empty).
    """
    known = find_game(game)
    if known is None:
        raise ValueError(f"no game is called {game!r}")
    brought = tuple(tuple((card, count) for card, count in army) for army in armies)
    match = known.new_match(known.fresh(Setup(game, scenario, dict(options or {}), brought, position=position)))
    if isinstance(match, Refusal):
        raise ValueError(match.sentence)
    return BrickfieldEnv(match, candidates, longest, render_mode)


class BrickfieldEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A match that is played by agents, one for each seat: `player_0`, `player_1` and so on.

    An observation has the numbers of `features` as `observation` and an `action_mask` of the candidates there are; the
    first candidate is always a safe one. The reward is the result alone: 1 won, 0 drawn, -1 lost.
    """

    def __init__(self, match: Match, candidates: int, longest: int, render_mode: str | None) -> None:
        super().__init__()
        self.metadata: dict[str, Any] = {
            "name": f"brickfield_{match.game.id}_v0",
            "render_modes": list(_DRAWN),
            "is_parallelizable": False,
        }
        if render_mode is not None and render_mode not in _DRAWN:
            raise ValueError(f"a table can be drawn as {' or '.join(_DRAWN)}, not as {render_mode!r}")
        self.render_mode = render_mode
        self.match, self.candidates, self.longest = match, candidates, longest
        self.possible_agents = [f"player_{seat}" for seat in range(match.seats)]
        self.agents: list[str] = []
        length = self.layout["candidates"].stop
        self.observation_spaces = {agent: self._observations(length) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(candidates) for agent in self.possible_agents}
        self._chance = random.Random()

    def _observations(self, length: int) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (length,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.candidates,), np.int8),
            }
        )

    @cached_property
    def layout(self) -> dict[str, ObservationPart]:
        """Where the parts of an observation lie (`facts`, `decision`, `units`, `pieces`, `candidates`)."""
        return layout(self.match, self.candidates)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent is shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of candidates."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a battle. Equal seeds and equal actions give equal battles; without a seed the next of its row."""
        if seed is not None:
            self._chance = random.Random(seed)
        self._session = Session(self.match, SeededDice(self._chance.getrandbits(64)), log=False)
        self._answers = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._suggested: list[Suggestion] = []
        self._go_on()

    def step(self, action: int | None) -> None:
        """Give the candidate of this number as the answer of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < len(self._suggested):
            raise ValueError(f"{agent} has {len(self._suggested)} candidates, so {action!r} is none of them")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._give(self._suggested[int(action)])
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now. Who is not asked has no candidates; the mask then holds the first place open."""
        suggested = self._suggested if agent == self.agent_selection else []
        mask = np.zeros(self.candidates, np.int8)
        mask[: max(1, len(suggested))] = 1
        numbers = observe(self.match, self.view(agent), suggested, self.candidates)
        return {"observation": numbers, "action_mask": mask}

    def view(self, agent: str) -> View:
        """The table as this agent may see it, with all its names: what the numbers were made from."""
        return view(self._session.state, self.possible_agents.index(agent))

    def suggested(self) -> tuple[Suggestion, ...]:
        """The candidates of the agent whose turn it is: the answers, their kinds, reasons and clauses."""
        return tuple(self._suggested)

    def render(self) -> str | None:
        """The table as a text picture, as everybody may see it."""
        if self.render_mode is None:
            return None
        text = "\n".join(picture(imagine(view(self._session.state, SPECTATOR), self.match)))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""

    # --- playing on --------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """To the next question that leaves a choice, or to the end."""
        while not self._session.state.over and self._answers < self.longest:
            seat = self._session.state.waiting_for()[0]
            self._suggested = self._candidates(seat)
            if len(self._suggested) > 1:
                self._ask(seat)
                return
            self.agent_selection = self.possible_agents[seat]
            self._give(self._suggested[0])
        self._end()

    def _candidates(self, seat: int) -> list[Suggestion]:
        seen = view(self._session.state, seat)
        assert seen.decision is not None
        return seen.decision.suggest(imagine(seen, self.match), self.candidates)[: self.candidates]

    def _ask(self, seat: int) -> None:
        """It is this seat's turn; what the candidates mean is told in words beside the numbers."""
        decision = self._session.state.decision_of(seat)
        assert decision is not None
        self.agent_selection = self.possible_agents[seat]
        self.infos = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = {
            "decision": decision.kind,
            "kinds": [each.kind for each in self._suggested],
            "reasons": [each.reason for each in self._suggested],
        }

    def _give(self, chosen: Suggestion) -> None:
        seat = self.possible_agents.index(self.agent_selection)
        taken = self._session.answer(seat, chosen.answer)
        if isinstance(taken, Refusal):
            raise RuntimeError(f"{self.agent_selection} was refused what had been suggested: {taken}")
        self._answers += 1

    def _end(self) -> None:
        """The battle is over, or has lasted too long: nobody is asked any more."""
        outcome = self._session.state.outcome
        self._suggested = []
        self.infos = {agent: {} for agent in self.agents}
        for seat, agent in enumerate(self.possible_agents):
            if outcome is None:
                self.truncations[agent] = True
            else:
                self.terminations[agent] = True
                drawn = not outcome.winners
                self.rewards[agent] = 0.0 if drawn else (1.0 if seat in outcome.winners else -1.0)
                self.infos[agent] = {"outcome": outcome.reason}
        self.agent_selection = self.agents[0]
