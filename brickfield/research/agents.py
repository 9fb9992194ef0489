"""Example agents: one that takes any candidate, one that trusts the game's own worth, one that learns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from brickfield.research.environment import BrickfieldEnv, Observation

Numbers = NDArray[np.float64]

# The column of a candidate that holds what the game itself thinks it is worth.
_WORTH = 1


class Agent(Protocol):
    """Anybody who chooses among the candidates of an observation."""

    def act(self, observation: Observation) -> int:
        """The number of a candidate that the mask allows."""
        ...


class AnyCandidate:
    """Takes any candidate; equal seeds, equal choices."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = np.random.default_rng(seed)

    def act(self, observation: Observation) -> int:
        """One that the mask allows."""
        return int(self._chance.choice(np.flatnonzero(observation["action_mask"])))


class WorthiestCandidate:
    """Takes the candidate that the game's own quick worth puts first, where it has an opinion."""

    def __init__(self, table: BrickfieldEnv) -> None:
        self._part = table.layout["candidates"]

    def act(self, observation: Observation) -> int:
        """The first of the worthiest."""
        return int(np.argmax(candidate_rows(self._part, observation)[:, _WORTH]))


class LinearLearner:
    """Scores every candidate by a weighed sum of its numbers, draws one by its score, and learns from results.

    After each battle all choices of the winner become a little likelier and those of the loser less likely
    (REINFORCE). It is the smallest agent that learns anything: a place to begin, not a strong player.
    """

    def __init__(self, table: BrickfieldEnv, seed: int = 0, rate: float = 0.05) -> None:
        self._part = table.layout["candidates"]
        self._chance = np.random.default_rng(seed)
        self._rate = rate
        self.weights: Numbers = np.zeros(self._part.shape[1])
        self._slopes: list[Numbers] = []

    def chances(self, observation: Observation) -> tuple[Numbers, Numbers]:
        """The numbers of the candidates there are, and how likely each is taken."""
        rows = candidate_rows(self._part, observation)
        scores = rows @ self.weights
        parts = np.exp(scores - scores.max())
        return rows, parts / parts.sum()

    def act(self, observation: Observation) -> int:
        """Draw a candidate, and remember which way leads to drawing it more often."""
        rows, chances = self.chances(observation)
        chosen = int(self._chance.choice(len(chances), p=chances))
        self._slopes.append(rows[chosen] - chances @ rows)
        return chosen

    def learn(self, reward: float) -> None:
        """The battle is over: more of the same, or less."""
        if self._slopes:
            self.weights += self._rate * reward * np.mean(self._slopes, axis=0)
        self._slopes.clear()


def candidate_rows(part: Any, observation: Observation) -> Numbers:
    """The candidates of an observation that the mask allows, a row of numbers for each."""
    table: Numbers = observation["observation"][part.start : part.stop].reshape(part.shape).astype(np.float64)
    return table[: int(observation["action_mask"].sum())]


def play(table: BrickfieldEnv, agents: Mapping[str, Agent], seed: int | None = None) -> dict[str, float]:
    """One battle to its end; what it brought each agent."""
    table.reset(seed=seed)
    results = dict.fromkeys(table.possible_agents, 0.0)
    for name in table.agent_iter():
        observation, reward, ended, cut_off, _info = table.last()
        results[name] += reward
        over = ended or cut_off
        table.step(None if over else agents[name].act(observation))
    return results
