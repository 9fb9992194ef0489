"""What a sensible player does not do with guns, planes, mines, cards and reserves, counted over a few whole battles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from brickfield.core import events as happened
from brickfield.core.board import FLYING
from brickfield.core.dice import SeededDice
from brickfield.core.events import Event
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.odds import chance_to_destroy
from brickfield.games.micro_brick_battle.base.target_declaration import legal_targets
from brickfield.games.micro_brick_battle.base.unit_stats import fires_over
from brickfield.games.micro_brick_battle.chapters.airplanes.airplanes import LEFT_BY
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import PLAYED
from brickfield.games.micro_brick_battle.chapters.mines.minefields import minefields
from brickfield.games.micro_brick_battle.chapters.special_units.special_units import is_spg
from brickfield.players.levels import make_player
from brickfield.testing import clause, lay_table, start, unit

GAME = find_game("micro_brick_battle")
assert GAME is not None
# A shot that a gun should not give away by driving off.
GOOD_SHOT = 0.15

Look = Callable[[Counter[str], State, tuple[Event, ...]], None]


def watched(look: Look, scenario: str, seeds: range, level: str = "recruit", **options: Any) -> Counter[str]:
    """Whole battles of bots, looked at answer by answer: the table before it, and what came of it."""
    counted: Counter[str] = Counter()
    for seed in seeds:
        match = GAME.new_match(GAME.fresh(Setup(GAME.id, scenario, options)))
        assert isinstance(match, Match), match
        session = Session(match, SeededDice(seed), log=False)
        bots = [make_player(level, GAME, f"{seed}/{seat}") for seat in range(match.seats)]
        while not session.state.over:
            before = session.state
            seat = before.waiting_for()[0]
            taken = session.answer(seat, bots[seat].decide(match, view(before, seat)))
            assert not isinstance(taken, Refusal), taken
            look(counted, before, taken.events)
    return counted


# --- guns ------------------------------------------------------------------------------------------------------------


def look_at_guns(counted: Counter[str], before: State, events: tuple[Event, ...]) -> None:
    """Guns that drive off with a good shot, and shots by the eyes of others."""
    for event in events:
        if isinstance(event, happened.UnitMarked) and event.mark == "gun_moved" and event.value:
            gun = before.units[event.unit]
            shots = [each for each in legal_targets(before, gun) if each in before.units] if gun.alive else []
            counted["drove"] += 1
            counted["gave up"] += any(chance_to_destroy(before, gun.id, each) >= GOOD_SHOT for each in shots)
        if isinstance(event, happened.TargetDeclared) and fires_over(before, event.unit):
            counted["fired"] += 1
            counted["fired by gun"] += is_spg(before, event.unit)
            counted["spotted"] += bool(event.spotter)


@cache
def guns() -> Counter[str]:
    return watched(look_at_guns, "river_guns", range(4))


@clause("mbb.spg.move_or_shoot")
def test_recruits_keep_guns_still_that_have_a_good_shot() -> None:
    assert guns()["fired by gun"] >= 4
    assert guns()["gave up"] <= 0.1 * guns()["fired by gun"]


@clause("mbb.spot.los", "mbb.spg.spotter")
def test_guns_fire_by_the_eyes_of_others() -> None:
    assert guns()["spotted"] >= 0.15 * guns()["fired"] > 0


# --- planes ----------------------------------------------------------------------------------------------------------


def look_at_planes(counted: Counter[str], before: State, events: tuple[Event, ...]) -> None:
    """Planes that come, strike, leave and come again."""
    for event in events:
        match event:
            case happened.UnitPlaced() if before.match.cards[event.unit].is_airplane:
                counted["came"] += 1
                counted["came again"] += LEFT_BY in before.units[event.unit].marks
            case happened.UnitLeft():
                counted["left"] += 1
            case happened.ShotResolved() if before.units[event.unit].status == FLYING:
                counted["struck"] += 1
            case _:
                pass


@clause("mbb.air.enter6", "mbb.air.exit_second", "mbb.air.reenter")
def test_planes_come_strike_leave_and_return() -> None:
    counted = watched(look_at_planes, "air_support", range(3))
    assert counted["came"] >= 4
    assert counted["struck"] >= 0.5 * counted["came"]
    assert counted["left"] >= 1
    assert counted["came again"] >= 1


# --- mines -----------------------------------------------------------------------------------------------------------


def look_at_mines(counted: Counter[str], before: State, events: tuple[Event, ...]) -> None:
    known = {field.name for field in minefields(before)}
    counted["known"] += sum(isinstance(event, happened.HazardTested) and event.hazard in known for event in events)


@clause("mbb.mine.zone.trigger", "mbb.mine.visual.trigger")
@pytest.mark.parametrize("options", [{"mines": "zone"}, {"mines": "visual", "mine_markers": 9}])
def test_nobody_drives_into_mines_that_lie_open(options: dict[str, Any]) -> None:
    assert watched(look_at_mines, "crossroads", range(2), **options)["known"] == 0


def turns_of(units: list[dict[str, Any]], **position: Any) -> State:
    """The table after the movement of a regular bot's turn on mined ground."""
    t = lay_table(GAME.id, units, options={"mines": "zone"}, **position)
    bot = make_player("regular", GAME, 1)
    while t.asked == "move_units" and t.state.waiting_for() == (0,):
        assert t.send(bot.decide(t.match, view(t.state, 0)), dice=SeededDice(2)).accepted
    return t.state


@clause("mbb.mine.start", "mbb.mine.zone.trigger")
def test_who_stands_on_mines_with_nothing_to_do_leaves_them_and_who_has_a_shot_stays() -> None:
    zone = [{"x": 24, "y": 4, "length": 10, "width": 6}]
    idle = [unit("A1", "M4 Sherman", 24, 5, 90), unit("B1", "Panzer III", 24, 30, 270)]
    wall = [{"feature": "House", "x": 24, "y": 18, "length": 12, "width": 2}]
    pose = turns_of(idle, minefield=zone, terrain=wall).units["A1"].pose
    assert pose is not None
    assert pose.place[1] > 7.9
    busy = [unit("A1", "M4 Sherman", 24, 5, 90), unit("B1", "Panzer II", 24, 14, 90)]
    assert turns_of(busy, minefield=zone).units["A1"].pose == lay_table(GAME.id, busy).unit("A1").pose


# --- cards -----------------------------------------------------------------------------------------------------------


def look_at_cards(counted: Counter[str], before: State, events: tuple[Event, ...]) -> None:
    counted["played"] += sum(isinstance(each, happened.CardsMoved) and each.into == PLAYED for each in events)


@clause("mbb.card.hail.multi", "mbb.card.timing")
def test_cards_are_played_before_the_battle_is_over() -> None:
    cards = {"effect_cards": "hail_mary", "hail_mary_cards": 4}
    assert watched(look_at_cards, "crossroads", range(2), **cards)["played"] >= 10


# --- reserves --------------------------------------------------------------------------------------------------------


@clause("mbb.reinf.reserve", "mbb.reinf.safe")
@pytest.mark.parametrize(
    ("third", "held"), [("Staff Car", ("A3",)), ("M4 Sherman", ()), ("M7 Priest", ())], ids=["car", "tank", "gun"]
)
def test_who_can_neither_fire_nor_spot_is_held_back(third: str, held: tuple[str, ...]) -> None:
    armies = ((("M4 Sherman", 2), (third, 1)), (("Panzer III", 3),))
    options = {"reinforcements": True, "special_units": True, "point_limit": 60}
    t = start(Setup(GAME.id, "six_v_six", options, armies))
    while t.asked != "name_reserves":
        t.send(t.state.decision.suggest(t.state, 1)[0].answer, dice=SeededDice(1))
    for level in ("recruit", "regular"):
        answer = make_player(level, GAME, 1).decide(t.match, view(t.state, t.state.waiting_for()[0]))
        assert answer.units == held
