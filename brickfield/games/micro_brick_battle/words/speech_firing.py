"""Commands of the declaration: plan shots, see their odds, lock them."""

from __future__ import annotations

from typing import Any

from brickfield.core.refusal import Refusal
from brickfield.speech import words
from brickfield.speech.interpreter import Interpreter, Reply, misread, refuse, wrong_time
from brickfield.speech.reading import Misread, TypedCommand, plain_words, read_shots
from brickfield.speech.situation import living, name
from ..base.aims import aim
from .queries import as_planned, plan_odds, planned_as, why_not

_NOBODY = ("nothing", "nobody", "none")


def fire(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """fire A1 at B3, A2 at B3 with A1: into the plan, all of them or none; with A1: together in one attack."""
    wrong = wrong_time(interpreter, "declare_targets")
    if wrong is not None:
        return wrong
    joined, shots_alone = _who_goes_with_whom(spoken.rest)
    pairs = read_shots(shots_alone)
    if isinstance(pairs, Misread):
        return misread(pairs)
    planned = dict(interpreter.plan)
    for shooter, target in pairs:
        shots = _shots(interpreter, shooter, target)
        if isinstance(shots, Reply):
            return shots
        for unit, at in shots.items():
            planned.pop(unit, None)
            lead = interpreter.own_unit(joined[shooter]) if shooter in joined else ""
            if isinstance(lead, Misread):
                return misread(lead)
            if at:
                planned[unit] = planned_as(at, lead)
    interpreter.plan = planned
    return Reply(lines=plan_lines(interpreter))


def _who_goes_with_whom(rest: str) -> tuple[dict[str, str], str]:
    """Of "A2 at B3 with A1" that A2 goes with A1, and the words without that."""
    joined: dict[str, str] = {}
    kept: list[str] = []
    typed = iter(rest.casefold().replace(",", " , ").split())
    for word in typed:
        if word != "with":
            kept.append(word)
        elif len(kept) > 2 and kept[-2] == "at":
            joined[kept[-3]] = next(typed, "")
    return joined, " ".join(kept)


def _shots(interpreter: Interpreter, shooter: str, target: str) -> dict[str, str] | Reply:
    """The shots one pair of words stands for; an empty target takes a unit out of the plan."""
    at = "" if target in _NOBODY else interpreter.target(target)
    if isinstance(at, Misread):
        return misread(at)
    if shooter in ("all", "everybody", "everyone"):
        return _all_at(interpreter, at)
    unit = interpreter.own_unit(shooter)
    if isinstance(unit, Misread):
        return misread(unit)
    interpreter.unit = unit
    refusal = why_not(interpreter.state, unit, at) if at else None
    return Reply(refusal=refusal) if refusal is not None else {unit: at}


def _all_at(interpreter: Interpreter, at: str) -> dict[str, str] | Reply:
    """Every unit that can fire at a target."""
    units = [unit.id for unit in living(interpreter.state, interpreter.seat)]
    able = [unit for unit in units if not at or why_not(interpreter.state, unit, at) is None]
    if not able:
        return refuse("nobody_can", f"None of your units can fire at {name(interpreter.state, at)}.")
    return dict.fromkeys(able, at)


def hold(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """hold A1: no shot for this unit; hold all empties the plan."""
    wrong = wrong_time(interpreter, "declare_targets")
    if wrong is not None:
        return wrong
    typed = plain_words(spoken.rest)
    if not typed or typed[0] in ("all", "everybody", "fire"):
        interpreter.plan.clear()
        return Reply(lines=["The plan is empty."])
    for word in typed:
        unit = interpreter.own_unit(word)
        if isinstance(unit, Misread):
            return misread(unit)
        interpreter.plan.pop(unit, None)
    return Reply(lines=plan_lines(interpreter))


def plan(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """The planned shots with their exact odds."""
    wrong = wrong_time(interpreter, "declare_targets")
    return wrong if wrong is not None else Reply(lines=plan_lines(interpreter))


def plan_lines(interpreter: Interpreter) -> list[str]:
    """The plan shot by shot from the left, and what to expect of it."""
    if not interpreter.plan:
        return ["The plan is empty: nobody fires. Plan a shot with fire A1 at B3, or pick a number."]
    odds = plan_odds(interpreter.state, interpreter.plan)
    if isinstance(odds, Refusal):
        return [str(odds)]
    lines = ["Planned shots, in the order they are made:"]
    for number, shot in enumerate(odds.shots, start=1):
        if shot.target not in interpreter.state.units:
            lines.append(
                f"  {number}. {shot.unit} at {name(interpreter.state, shot.target)}: takes a hit marker, no roll."
            )
            continue
        shown = aim(interpreter.state, interpreter.state.units[shot.unit], shot.target)
        void = (
            f"; {words.percent(1 - shot.made)} that it is not needed any more"
            if not words.is_certain(shot.made)
            else ""
        )
        _target, lead = as_planned(interpreter.plan.get(shot.unit, ""))
        if lead:
            lines.append(f"  {number}. {shot.unit} at {name(interpreter.state, shot.target)}: together with {lead}.")
            continue
        need = words.chance(shown.needed, shown.odds)
        lines.append(f"  {number}. {shot.unit} at {name(interpreter.state, shot.target)}: {need}{void}.")
    about = "" if odds.exact else "about "
    expected = words.number(odds.expected_kills)
    lines.append(f"At least one kill: {about}{words.percent(odds.at_least_one)}. Kills to expect: {about}{expected}.")
    suggested = next(
        (number for number, choice in enumerate(interpreter.choices, 1) if choice.plan == interpreter.plan), 0
    )
    again = f" (or {suggested} again)" if suggested else ""
    lines.append(f"Type lock{again} to roll the dice, fire or hold to change the plan.")
    return lines


def lock(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """Lock the plan and roll; an empty plan is asked about once."""
    wrong = wrong_time(interpreter, "declare_targets")
    if wrong is not None:
        return wrong
    could = any(choice.shot is not None for choice in interpreter.choices)
    if not interpreter.plan and could and spoken.rest != "yes":
        interpreter.confirm = "lock"
        return Reply(lines=["Your plan is empty: nobody would fire this turn. Type yes to go on without a shot."])
    return interpreter.give(declared(interpreter.plan))


def declared(plan: dict[str, str]) -> dict[str, Any]:
    """The answer that locks a plan."""
    shots = []
    for unit, words_of in plan.items():
        target, lead = as_planned(words_of)
        shots.append({"unit": unit, "target": target} | ({"lead": lead} if lead else {}))
    return {"answer": "declare", "shots": shots}
