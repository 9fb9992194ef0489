"""What a way foretells is what then happens: whom it lets fire at whom, with which odds, and where the enemy is asked.

Random battles of BrickAction: at many questions a random way is looked at, gone without anybody acting on it, and held
against what the table asks and offers on the way and at its end.
"""

from __future__ import annotations

import random
from collections import Counter
from math import atan2, degrees, hypot
from typing import Any

import pytest

from brickfield.core.asking.offers import Act, Action, Aims, Choose
from brickfield.core.asking.previews import PathFace
from brickfield.core.board import Unit
from brickfield.core.decisions import React
from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.play import Progress, begin, give
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.games.brick_action.base.battlefield import is_vehicle
from brickfield.games.brick_action.base.moving.arrival import DeclareCorner, LeaveIt, TakeWeapons, UseCorner
from brickfield.games.brick_action.base.moving.moving import Moving
from brickfield.games.brick_action.base.moving.paths import Move, Stride
from brickfield.games.brick_action.base.reactions.interrupts import WatchedMove
from brickfield.games.brick_action.base.reactions.responses import ReactToMove
from brickfield.games.brick_action.base.take_action import TakeAction
from brickfield.games.brick_action.chapters.commandos.commandos import Dash, FireOn, HalfMove, MoveAndFire
from brickfield.games.brick_action.chapters.holds.holds import PlaceHold
from brickfield.games.brick_action.chapters.holds.responding import Respond
from brickfield.games.brick_action.chapters.vehicles.boarding import is_mounted
from brickfield.games.brick_action.chapters.vehicles.driving import Ahead, Pivot, Reverse
from brickfield.games.brick_action.chapters.vehicles.vehicle_moves import Drive
from brickfield.games.brick_action.contents import GAME
from brickfield.testing import clause, piece
from tests.properties.test_random_action import SQUADS

SHOTS = ("attack", "items", "attack_armour", "fire_heavy")
KINDS = ("Move and shot", "Drive and shot", "MoveAndFire and shot", "reaction", "hold", "caution", "contact")
Met = list[tuple[str, str, int, int, float]]


def looked_at(state: State, order: Any) -> PathFace:
    """The preview as the seat gets it: from its own view alone."""
    seat = state.units[order.unit].seat
    face = GAME.previews["path"][1](imagine(view(state, seat), state.match), seat, order)
    assert isinstance(face, PathFace)
    return face


def a_way(state: State, unit: Unit, rng: random.Random) -> Any:
    if is_vehicle(state, unit):
        turn, studs = Pivot(_turn(state, unit, rng)), rng.randint(2, 18)
        return Drive(unit.id, (turn, Ahead(studs) if rng.random() < 0.8 else Reverse(studs / 2)))
    legs = [Stride(round(rng.uniform(0, 360), 1), rng.randint(2, 8)) for _ in range(rng.randint(1, 2))]
    commando = any(each.card.startswith("commando.") for each in unit.standing)
    kind = rng.choice((Dash, HalfMove, MoveAndFire)) if commando and rng.random() < 0.5 else Move
    return kind(unit.id, tuple(legs))


def _turn(state: State, unit: Unit, rng: random.Random) -> float:
    """Anywhere, or at an enemy squad: by chance alone nobody is run over."""
    squads = [each for each in state.units.values() if each.seat != unit.seat and each.standing and each.pose]
    if not squads or rng.random() < 0.5:
        return round(rng.uniform(-60, 60), 1)
    assert unit.pose is not None
    x, y = unit.pose.place
    places = [each.pose.place for squad in squads for each in squad.standing if each.pose is not None]
    to_x, to_y = min(places, key=lambda at: hypot(at[0] - x, at[1] - y))
    return round((degrees(atan2(to_y - y, to_x - x)) - unit.pose.degrees + 180) % 360 - 180, 1)


def leader(state: State, name: str) -> tuple[int, int]:
    unit = state.units[name]
    pose = unit.standing[0].pose if unit.squad else unit.pose
    assert pose is not None
    return pose.x, pose.y


def asked_to(state: State, decision: ReactToMove | Respond) -> tuple[str, dict[str, float]]:
    """What somebody is asked on a move, and the odds of the shot that each of his units is offered."""
    offer = decision.ask(state).offer
    if isinstance(offer, Choose):
        return "reaction", {each.aim.unit: each.aim.odds for each in offer.exhibits if each.aim is not None}
    assert isinstance(offer, Act)
    aims = [
        aim
        for actor in offer.actors
        for action in actor.actions
        if isinstance(action.offer, Aims)
        for each in action.offer.shooters
        for aim in each.aims
    ]
    return "hold", {name: max(each.odds for each in aims if each.unit == name) for name in {each.unit for each in aims}}


def go(state: State, order: Any, dice: SeededDice) -> tuple[State, Met]:
    """Make the move; who is asked on it lets it pass, and all that is told is where he was asked first."""
    met: Met = []
    assert state.decision is not None
    went = give(state, state.decision, order, dice)
    while True:
        assert isinstance(went, Progress), went
        state, decision = went.state, went.state.decision
        moves = [each for each in state.frames if isinstance(each, WatchedMove)]
        if isinstance(decision, ReactToMove | Respond) and moves:
            kind, odds = asked_to(state, decision)
            at, known = leader(state, order.unit), [each[:2] for each in met]
            met += [(kind, name, *at, odds.get(name, 0.0)) for name in decision.units if (kind, name) not in known]
            went = give(state, decision, React(yes=False), dice)
        elif isinstance(decision, TakeWeapons):
            went = give(state, decision, LeaveIt(), dice)
        elif isinstance(decision, DeclareCorner):
            went = give(state, decision, UseCorner(decision.unit), dice)
        elif decision is not None and isinstance(moves[-1:] and moves[-1], Moving) and decision.kind == "may_mount":
            went = give(state, decision, React(yes=False), dice)
        else:
            return state, met


def offered_shots(state: State, unit: str) -> dict[str, float | None]:
    """Whom the open question lets a unit fire at, and the best odds where it says them as a number."""
    assert state.decision is not None
    offer = state.decision.ask(state).offer
    if isinstance(offer, Aims | Choose):
        # the other half of a commando's action
        return dict(_shots(Action("attack", "", offer)))
    assert isinstance(offer, Act)
    (actor,) = (each for each in offer.actors if each.unit == unit)
    found: dict[str, float | None] = {}
    for action in actor.actions:
        if action.closed is None and (action.id in SHOTS or action.id.startswith("fire_")):
            for target, odds in _shots(action):
                old = found.get(target)
                found[target] = odds if old is None else max(old, odds or 0.0)
    return found


def _shots(action: Action) -> list[tuple[str, float | None]]:
    if action.id == "fire_and_move":
        return []
    if isinstance(action.offer, Aims):
        return [(aim.target, aim.odds) for each in action.offer.shooters for aim in each.aims if aim.refusal is None]
    assert isinstance(action.offer, Choose)
    return [(each.about[0], None) for each in action.offer.choices if each.about]


def check(state: State, order: Any, dice: SeededDice, seen: Counter[str]) -> State:
    """One way that is allowed: looked at, gone, compared."""
    assert state.decision is not None
    face = looked_at(state, order)
    after, met = go(state, order, dice)
    runs = [each for each in face.dangers if each.kind == "contact"]
    if runs:
        # from there on it rests on the dice who is left
        seen["contact"] += 1
        return after
    foretold = [(each.kind, each.unit, each.pose.x, each.pose.y) for each in face.dangers]
    assert foretold == [each[:4] for each in met], order
    assert [each.odds for each in face.dangers] == pytest.approx([each[4] for each in met]), order
    seen.update(each[0] for each in met)
    if (
        isinstance(after.decision, TakeAction | FireOn)
        and after.decision.seat == state.decision.seat
        and not after.over
    ):
        offered = offered_shots(after, order.unit)
        if face.prices and any(each.tone == "note" for each in face.prices):
            assert not offered, (order, face.prices)
            seen["caution"] += 1
            return after
        sees = {each.unit: each.odds for each in face.sees}
        assert set(sees) == set(offered), order
        for target, odds in offered.items():
            assert odds is None or odds == pytest.approx(sees[target]), (order, target)
            seen[f"{type(order).__name__} and shot"] += 1
    return after


CLOSE = ("commando smg, 3 regular smg", "M1 lap mg", "5 regular repeater", "veteran smg grenade, 2 regular smg")


def a_battle(seed: int) -> Match:
    """Squads and vehicles in a village, or close to each other on a small board with two low walls."""
    rng = random.Random(seed)
    if seed % 3:
        armies = tuple(tuple((card, 1) for card in rng.sample(SQUADS, 4)) for _ in range(2))
        options = {"points": 2000, "village": seed, "last_round": 12, "hold_any_unit": bool(seed % 2)}
        setup = Setup(GAME.id, "meeting", options, armies=armies)
    else:
        cells = rng.sample([(x, y) for x in range(8, 60, 13) for y in range(8, 60, 13)], 8)
        units = [
            {"id": f"{'AB'[n % 2]}{n // 2 + 1}", "seat": n % 2, "card": CLOSE[n // 2], "x": x, "y": y, "heading": 90.0}
            for n, (x, y) in enumerate(cells)
        ]
        walls = [piece("low_wall", x, 30, 0, length=9.0, width=1.0) for x in (20, 41)]
        setup = Setup(GAME.id, "", {}, position={"units": units, "terrain": walls, "size": (62, 62)})
    match = GAME.new_match(setup)
    assert isinstance(match, Match), match
    return match


def a_good_way(state: State, unit: Unit, rng: random.Random) -> Any:
    """A way that is allowed, if one is found soon; of all that are tried the refusals are compared."""
    assert state.decision is not None
    for _ in range(12):
        order = a_way(state, unit, rng)
        face, fault = looked_at(state, order), state.decision.validate(state, order)
        assert (face.refusal is None) is (fault is None or face.regrouped is not None)
        if fault is None:
            return order
    return None


@clause(
    "ba.reactive.trigger_open", "ba.reactive.trigger_cover", "ba.hold.immediate", "ba.attack.declare", "ba.hold.open"
)
def test_a_way_foretells_who_is_asked_on_it_and_what_its_end_offers() -> None:
    seen = Counter[str]()
    for seed in range(1, 10):
        play(seed, seen)
    assert min(seen[kind] for kind in KINDS) >= 3, seen


def play(seed: int, seen: Counter[str]) -> None:
    """A battle in which most actions are moves, and holds are placed."""
    dice, rng = SeededDice(seed), random.Random(seed)
    state = begin(a_battle(seed), dice).state
    for _ in range(160):
        decision = state.decision
        if decision is None:
            return
        answer = None
        if isinstance(decision, TakeAction) and rng.random() < 0.75:
            own = [each for each in state.units.values() if each.seat == decision.seat and each.alive and each.pose]
            unit = rng.choice([each for each in own if not is_mounted(state, each)])
            order = a_good_way(state, unit, rng)
            if order is not None:
                state = check(state, order, dice, seen)
                continue
            answer = a_hold(state, unit, rng)
        went = give(state, decision, answer or decision.sample(state, rng), dice)
        assert isinstance(went, Progress), went
        state = went.state


def a_hold(state: State, unit: Unit, rng: random.Random) -> Any:
    """A hold on a move, if one may be placed."""
    enemies = [each.id for each in state.units.values() if each.seat != unit.seat and each.alive]
    response = rng.choice(("attack", "attack", "move", "prone", "close_combat"))
    order = PlaceHold(unit.id, response, rng.choice(enemies), "either") if enemies else None  # type: ignore[arg-type]
    assert state.decision is not None
    return order if order is not None and state.decision.validate(state, order) is None else None
