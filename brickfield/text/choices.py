"""The numbered options of a question: what may be answered, in the words of the command that does it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.state import State
from brickfield.text import words
from brickfield.text.saying import say
from brickfield.text.situation import ask, living, name, relation

MOST_IDEAS = 6


class Choice(Struct, frozen=True):
    """An option. Picking it gives `answer`, or else does what typing `say` does, such as planning `shot` or `plan`."""

    say: str
    text: str = ""
    answer: Any = None
    shot: tuple[str, str] | None = None
    plan: dict[str, str] | None = None
    clause: str = ""
    value: float | None = None
    odds: float | None = None

    @property
    def line(self) -> str:
        """The option as it is listed."""
        return f"{self.say}: {self.text}" if self.text else self.say


def ideas(state: State, decision: Decision, n: int = MOST_IDEAS) -> list[Suggestion]:
    """The game's own suggestions, the best first; the safe one that every list begins with keeps its place by value."""
    found = decision.suggest(state, n)
    return sorted(found, key=lambda idea: -idea.value)


def choices_for(state: State, decision: Decision) -> list[Choice]:
    """The options of the open question, in the order of their numbers."""
    match decision.kind:
        case "declare_targets":
            return _shots(state, decision)
        case "move_units":
            return [*_from_ideas(state, decision, without="end_movement"), Choice("end", "no more movement this turn")]
        case "command_fleet":
            return [*_from_ideas(state, decision, without="end_turn"), Choice("end", "no more orders this turn")]
        case "attack":
            return [*_from_ideas(state, decision, without="hold_fire"), Choice("hold", "nothing more with this ship")]
        case "deploy_ship":
            return [Choice("auto", "set out the whole fleet sensibly"), *_from_ideas(state, decision)]
        case "first_turn_choice":
            return _first_turn(state, decision)
        case "deploy_unit":
            whole = Choice("auto", "place this unit and all your others sensibly")
            return [whole, *_from_ideas(state, decision)]
        case "place_terrain":
            return [Choice("auto", "lay all your pieces out sensibly"), *_from_ideas(state, decision)]
    return _from_ideas(state, decision)


def _from_ideas(state: State, decision: Decision, without: str = "") -> list[Choice]:
    """Suggestions as options, each once."""
    found: dict[str, Choice] = {}
    for idea in ideas(state, decision):
        plain = msgspec.to_builtins(idea.answer)
        if plain.get("answer") != without:
            typed = say(idea.answer)
            found.setdefault(typed, Choice(typed, idea.reason, idea.answer, clause=idea.clause, value=idea.value))
    return list(found.values())


_FIRST_TURN = {
    "movement": "stay where you are in your first turn, and shoot",
    "shooting": "move in your first turn, and do not shoot",
}


def _first_turn(state: State, decision: Decision) -> list[Choice]:
    """Both ways to begin, with what speaks for each."""
    reasons = {msgspec.to_builtins(idea.answer)["phase"]: idea for idea in ideas(state, decision)}
    listed = []
    for phase in decision.offer(state)["choices"]:
        text = _FIRST_TURN.get(phase, phase)
        idea = reasons.get(phase)
        if idea is not None and idea.reason:
            text = f"{text} ({idea.reason})"
        value = idea.value if idea is not None else None
        listed.append(Choice(f"skip {phase}", text, {"answer": "skip_phase", "phase": phase}, value=value))
    return listed


def _shots(state: State, decision: Decision) -> list[Choice]:
    """The suggested plan, locking, and then every shot at a unit, from the leftmost unit on.

    Pieces of terrain can be named too but are not listed: there may be a hundred of them.
    """
    listed = [*_plan(state, decision), Choice("lock", "roll the dice for the shots planned so far")]
    for unit_id in ask(state, "leftmost", decision.seat):
        listed.extend(
            _shot(state, unit_id, target) for target in ask(state, "legal_targets", unit_id) if target in state.units
        )
    return listed


def _plan(state: State, decision: Decision) -> list[Choice]:
    best = next(iter(ideas(state, decision)), None)
    shots = msgspec.to_builtins(best.answer).get("shots", []) if best is not None else []
    if best is None or not shots:
        return []
    plan = {shot["unit"]: shot["target"] for shot in shots}
    text = f"the suggested plan, {best.reason}"
    return [Choice(say(best.answer), text, plan=plan, clause=best.clause, value=best.value)]


def _shot(state: State, unit_id: str, target: str) -> Choice:
    told = relation(state, state.units[unit_id], state.units[target])
    where = [words.length(told["inches"], state.match.game.ruler), told["direction"], f"its {told['side']}"]
    if told["hidden"]:
        where.append(words.hidden(told["hidden"]))
    text = f"{name(state, target)}, {', '.join(where)}: {words.chance(told['needed'], told['odds'])}"
    return Choice(f"fire {unit_id} at {target}", text, shot=(unit_id, target), odds=told["odds"])


def idle_shooters(state: State, seat: int, listed: list[Choice]) -> list[str]:
    """Units that have nothing to fire at."""
    armed = {choice.shot[0] for choice in listed if choice.shot is not None}
    return [unit.id for unit in living(state, seat) if unit.id not in armed]
