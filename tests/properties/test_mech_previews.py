"""Every number that a table shows before an attack is the number of the attack that is then made.

Random battles of BrickMech: what aims, paths and reactions foretell is compared with what the dice meet.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from brickfield.core.asking.previews import PathFace
from brickfield.core.dice import SeededDice
from brickfield.core.events import Event, ShotResolved
from brickfield.core.modifiers import TallyLine
from brickfield.core.play import give
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.games.brick_mech.base.attack_action import Attack, is_charge
from brickfield.games.brick_mech.base.move_action import Move
from brickfield.games.brick_mech.base.move_costs import Forward, Turn
from brickfield.games.brick_mech.base.odds import outcomes
from brickfield.games.brick_mech.base.ranges_and_arcs import bearing, distance
from brickfield.games.brick_mech.base.record_sheet import HEAT, actions_used, number
from brickfield.games.brick_mech.base.take_action import TakeAction
from brickfield.games.brick_mech.chapters.hold_fire.hold_fire import HeldShot
from brickfield.games.brick_mech.chapters.return_fire.return_fire import ReturnFire
from brickfield.games.brick_mech.contents import GAME
from brickfield.games.brick_mech.shown.previews import AimAbout
from brickfield.testing import clause, lay_table, piece
from tests.rules.brick_mech.table import mech

SEEDS, DECISIONS = 250, 10
OPTIONS = {"return_fire": True, "hold_fire": True, "charge": True, "targeted_shot": True}

Given = tuple[State, Any, Any, State, tuple[Event, ...]]


def shown(state: State, attacker: str, target: str, location: str = "") -> AimFace:
    face = GAME.previews["aim"][1](state, state.units[attacker].seat, AimAbout(attacker, target, location))
    assert isinstance(face, AimFace)
    return face


def written(lines: tuple[TallyLine, ...]) -> list[tuple[int, str, str]]:
    """What is added to the dice; the first line is what they show."""
    return [(line.value, line.reason, line.clause) for line in lines[1:]]


def hit_chance(shot: ShotResolved, criticals: bool) -> float:
    """How likely an attack with these dice and modifiers does damage."""
    attack, defense = shot.tallies
    dice = [int(tally.base_reason.split(" ")[0]) for tally in shot.tallies]
    ahead = sum(each.value for each in attack.modifiers) - sum(each.value for each in defense.modifiers)
    ways = outcomes(dice[0], dice[1], ahead, criticals)
    return sum(chance for damage, chance in ways if damage.armor)


def check(face: AimFace, shot: ShotResolved, criticals: bool) -> None:
    """The lines of both sums, how many dice, and the odds that follow from them."""
    for sums, tally in zip(face.sums, shot.tallies, strict=True):
        assert written(sums.lines) == written(tally.lines())
        assert sums.lines[0].reason == tally.base_reason
    assert face.dice == int(shot.tallies[0].base_reason.split(" ")[0])
    assert face.odds == pytest.approx(hit_chance(shot, criticals))


def check_attack(given: Given, seen: Counter[str]) -> None:
    before, _decision, answer, after, events = given
    shot = next((event for event in events if isinstance(event, ShotResolved)), None)
    if shot is None:
        return
    face = shown(before, answer.unit, answer.target, answer.location)
    check(face, shot, after.match.options.criticals)
    (actor,) = (each for each in before.decision.ask(before).offer.actors if each.unit == answer.unit)  # type: ignore[union-attr]
    (offered,) = (each.offer for each in actor.actions if each.id == "attack")
    if not answer.location:
        (aim,) = (each for each in offered.shooters[0].aims if each.target == answer.target)
        check(aim, shot, after.match.options.criticals)
    seen["rush" if actions_used(before.units[answer.unit]) == 2 else "attack"] += 1
    seen["named"] += bool(answer.location)


def check_reply(given: Given, seen: Counter[str]) -> None:
    """Both attacks by the answer that was given, and the heat that was announced."""
    before, decision, answer, after, events = given
    offer = decision.ask(before).offer
    theirs, reply = (exhibit.aim for exhibit in offer.exhibits)
    told = " ".join(note.text for note in offer.notes)
    shots = {event.unit: event for event in events if isinstance(event, ShotResolved)}
    criticals = after.match.options.criticals
    if not answer.yes:
        check(theirs, shots[decision.attacker], criticals)
        return
    check(reply, shots[decision.target], criticals)
    then = hit_chance(shots[decision.attacker], criticals)
    assert (then != pytest.approx(theirs.odds)) == ("Their attack is then" in told)
    assert then == pytest.approx(theirs.odds) or f"is then {then:.0%} likely".replace("%", " %") in told
    unit, massive = after.units[decision.target], any(type(event).__name__ == "TableRead" for event in events)
    if unit.alive and not massive and after.facts["round"] == before.facts["round"]:
        heat = number(unit, HEAT) - number(before.units[unit.id], HEAT)
        assert (f"{heat} heat" if heat else "no heat") in told
    seen["reply in a rush" if "3rd action" in told else "reply"] += 1


def check_path(given: Given, seen: Counter[str]) -> None:
    """Where nobody interrupts a Move, the odds at its end are those of the attacks from there."""
    before, decision, answer, after, events = given
    face = GAME.previews["path"][1](before, decision.seat, answer)
    assert isinstance(face, PathFace)
    goes_on = isinstance(after.decision, TakeAction) and after.decision.seat == decision.seat
    over = after.facts["round"] != before.facts["round"]
    if over or not goes_on or any(isinstance(event, ShotResolved) for event in events):
        return
    enemies = [unit.id for unit in after.units.values() if unit.seat != decision.seat and unit.alive]
    aims = {enemy: shown(after, answer.unit, enemy) for enemy in enemies}
    aims = {unit: aim for unit, aim in aims.items() if aim.refusal is None and not aim.wasted}
    if aims:
        assert {each.unit: each.odds for each in face.sees} == {unit: aim.odds for unit, aim in aims.items()}
        seen["path and rush" if actions_used(after.units[answer.unit]) == 2 else "path"] += 1
        seen["charge"] += any(is_charge(after, after.units[answer.unit], after.units[unit]) for unit in aims)
    for each in face.seen_by:
        back = shown(after, each.unit, answer.unit)
        assert back.refusal is not None or each.odds == back.odds


def check_held(given: Given, seen: Counter[str]) -> None:
    before, decision, answer, after, events = given
    shot = next((event for event in events if isinstance(event, ShotResolved)), None)
    if answer.yes and shot is not None:
        (held,) = decision.ask(before).offer.exhibits
        check(held.aim, shot, after.match.options.criticals)
        seen["held"] += 1


def runs_at(state: State, decision: Any, rng: random.Random) -> Any:
    """A straight run at an enemy, if the rules allow it: by chance alone nobody charges."""
    unit = state.units[decision.units[0]]
    enemy = rng.choice([each for each in state.units.values() if each.seat != unit.seat and each.alive])
    way = min(distance(state, unit, enemy) - rng.random(), number(unit, "movement") - 2.0)
    move = Move(unit.id, (Turn(round(bearing(unit, enemy), 1) or 1.0), Forward(round(max(way, 0.1), 2))))
    return move if decision.validate(state, move) is None else None


def position(rng: random.Random) -> State:
    """Two Mechs near each other with random sheets, one of them to act; the other has had its turn or not."""
    numbers = {"moves": rng.randrange(2), "attacks": rng.randrange(2), "heat": rng.randrange(4)}
    other = {"heat": rng.randrange(4), "moves": rng.randrange(3)}
    other |= {"done": 1, "cooled": rng.randrange(2)} if rng.random() < 0.5 else {}
    x, y, heading = 12 + 14 * rng.random(), 6 + 18 * rng.random(), rng.uniform(0, 360)
    if rng.random() < 0.3:
        other = {"heat": rng.randrange(4), "holding": ["short", "primary"]}
        x, y, heading = 21.0 + 4 * rng.random(), 15.0, 180.0
    units = [
        mech("A1", 8, 15, rng.uniform(-60, 60), targeting=rng.randrange(4), **numbers),
        mech("B1", x, y, heading, dodge=rng.randrange(3), **other),
    ]
    options = OPTIONS | {"criticals": rng.random() < 0.5, "late_return_heat": rng.choice(("regain", "ignore"))}
    walls = [piece("Wall", 11, 17, 40)] if rng.random() < 0.5 else []
    return lay_table(GAME.id, units, terrain=walls, options=options, round=2, anyhow=True).state


def play(seed: int, seen: Counter[str]) -> None:
    rng, dice = random.Random(seed), SeededDice(seed)
    state = position(rng)
    for _ in range(DECISIONS):
        decision = state.decision
        if decision is None:
            return
        run = isinstance(decision, TakeAction) and rng.random() < 0.3
        answer = (runs_at(state, decision, rng) if run else None) or decision.sample(state, rng)
        progress = give(state, decision, answer, dice)
        assert not isinstance(progress, Refusal), progress
        given = state, decision, answer, progress.state, progress.events
        if isinstance(answer, Attack):
            check_attack(given, seen)
        elif isinstance(answer, Move):
            check_path(given, seen)
        elif isinstance(decision, ReturnFire):
            check_reply(given, seen)
        elif isinstance(decision, HeldShot):
            check_held(given, seen)
        state = progress.state


@clause("bm.geometry.heat_timing", "bm.action.rush_heat", "bm.option.return.action", "bm.option.charge.die")
def test_what_is_shown_before_an_attack_is_what_it_counts() -> None:
    seen: Counter[str] = Counter()
    for seed in range(SEEDS):
        play(seed, seen)
    kinds = {"attack", "rush", "named", "reply", "reply in a rush", "path", "path and rush", "charge", "held"}
    assert min(seen[kind] for kind in kinds) >= 3, seen
