"""Commands of the declaration: plan shots, see their odds, lock them."""

from __future__ import annotations

from typing import Any

from brickfield.core.refusal import Refusal
from brickfield.text import words
from brickfield.text.desk import Desk, Reply, misread, refuse, wrong_time
from brickfield.text.reading import Misread, Spoken, plain_words, read_shots
from brickfield.text.situation import ask, living, name

_NOBODY = ("nothing", "nobody", "none")


def fire(desk: Desk, spoken: Spoken) -> Reply:
    """fire A1 at B3, A2 at B3: into the plan, all of them or none."""
    wrong = wrong_time(desk, "declare_targets")
    if wrong is not None:
        return wrong
    pairs = read_shots(spoken.rest)
    if isinstance(pairs, Misread):
        return misread(pairs)
    planned = dict(desk.plan)
    for shooter, target in pairs:
        shots = _shots(desk, shooter, target)
        if isinstance(shots, Reply):
            return shots
        for unit, aim in shots.items():
            planned.pop(unit, None)
            if aim:
                planned[unit] = aim
    desk.plan = planned
    return Reply(lines=plan_lines(desk))


def _shots(desk: Desk, shooter: str, target: str) -> dict[str, str] | Reply:
    """The shots one pair of words stands for; an empty target takes a unit out of the plan."""
    aim = "" if target in _NOBODY else desk.enemy_thing(target)
    if isinstance(aim, Misread):
        # an own unit is a thing too: let the rules say why it may not be fired at
        known = desk.anything(target)
        if isinstance(known, Misread):
            return misread(aim)
        aim = known
    if shooter in ("all", "everybody", "everyone"):
        return _all_at(desk, aim)
    unit = desk.own_unit(shooter)
    if isinstance(unit, Misread):
        return misread(unit)
    desk.unit = unit
    refusal = ask(desk.state, "why_not", unit, aim) if aim else None
    return Reply(refusal=refusal) if isinstance(refusal, Refusal) else {unit: aim}


def _all_at(desk: Desk, aim: str) -> dict[str, str] | Reply:
    """Every unit that can fire at a target."""
    units = [unit.id for unit in living(desk.state, desk.seat)]
    able = [unit for unit in units if not aim or ask(desk.state, "why_not", unit, aim) is None]
    if not able:
        return refuse("nobody_can", f"None of your units can fire at {name(desk.state, aim)}.")
    return dict.fromkeys(able, aim)


def hold(desk: Desk, spoken: Spoken) -> Reply:
    """hold A1: no shot for this unit; hold all empties the plan."""
    wrong = wrong_time(desk, "declare_targets")
    if wrong is not None:
        return wrong
    typed = plain_words(spoken.rest)
    if not typed or typed[0] in ("all", "everybody", "fire"):
        desk.plan.clear()
        return Reply(lines=["The plan is empty."])
    for word in typed:
        unit = desk.own_unit(word)
        if isinstance(unit, Misread):
            return misread(unit)
        desk.plan.pop(unit, None)
    return Reply(lines=plan_lines(desk))


def plan(desk: Desk, spoken: Spoken) -> Reply:
    """The planned shots with their exact odds."""
    wrong = wrong_time(desk, "declare_targets")
    return wrong if wrong is not None else Reply(lines=plan_lines(desk))


def plan_lines(desk: Desk) -> list[str]:
    """The plan shot by shot from the left, and what to expect of it."""
    if not desk.plan:
        return ["The plan is empty: nobody fires. Plan a shot with fire A1 at B3, or pick a number."]
    odds: Any = ask(desk.state, "plan_odds", desk.plan)
    if isinstance(odds, Refusal):
        return [str(odds)]
    lines = ["Planned shots, in the order they are made:"]
    for number, shot in enumerate(odds.shots, start=1):
        aim = ask(desk.state, "aim", shot.unit, shot.target)
        if shot.target not in desk.state.units:
            lines.append(f"  {number}. {shot.unit} at {name(desk.state, shot.target)}: takes a hit marker, no roll.")
            continue
        void = (
            f"; {words.percent(1 - shot.made)} that it is not needed any more"
            if not words.is_certain(shot.made)
            else ""
        )
        need = words.chance(aim.get("needed"), aim["odds"])
        lines.append(f"  {number}. {shot.unit} at {name(desk.state, shot.target)}: {need}{void}.")
    expected = words.number(odds.expected_kills)
    lines.append(f"At least one kill: {words.percent(odds.at_least_one)}. Kills to expect: {expected}.")
    suggested = next((number for number, choice in enumerate(desk.choices, 1) if choice.plan == desk.plan), 0)
    again = f" (or {suggested} again)" if suggested else ""
    lines.append(f"Type lock{again} to roll the dice, fire or hold to change the plan.")
    return lines


def lock(desk: Desk, spoken: Spoken) -> Reply:
    """Lock the plan and roll; an empty plan is asked about once."""
    wrong = wrong_time(desk, "declare_targets")
    if wrong is not None:
        return wrong
    could = any(choice.shot is not None for choice in desk.choices)
    if not desk.plan and could and spoken.rest != "yes":
        desk.confirm = "lock"
        return Reply(lines=["Your plan is empty: nobody would fire this turn. Type yes to go on without a shot."])
    shots = [{"unit": unit, "target": target} for unit, target in desk.plan.items()]
    return desk.give({"answer": "declare", "shots": shots})
