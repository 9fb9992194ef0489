"""What questions offer, typed: every enemy as a target or with the reason, odds by dice, rams, headings, markers."""

from __future__ import annotations

from typing import TypeVar

import msgspec
import pytest

from brickfield.core.asking.movers import Bend
from brickfield.core.asking.offers import Act, Action, Allocate, Asked, Choose, Heap, Offer, Path, Place, Split, Take
from brickfield.core.commands import read_answer
from brickfield.core.refusal import Refusal
from brickfield.games.battle_of_the_sea.base.ship_card import build, ships
from brickfield.games.battle_of_the_sea.base.turns import Attack
from brickfield.games.battle_of_the_sea.contents import GAME
from brickfield.testing import Position, clause, dice
from tests.rules.battle_of_the_sea.table import CUTTER, GALLEON, VIKING, area, fire, sea, ship, throws

OfferT = TypeVar("OfferT", bound=Offer)


def asked(table: Position) -> Asked:
    """The open question."""
    decision = table.state.decision
    assert decision is not None
    return decision.ask(table.state)


def offered(table: Position, form: type[OfferT]) -> OfferT:
    """What it offers."""
    offer = asked(table).offer
    assert isinstance(offer, form), offer
    return offer


def actions_of(table: Position, name: str) -> dict[str, Action]:
    """What a ship may do after it has stayed where it is."""
    table.sail(name)
    (actor,) = offered(table, Act).actors
    assert actor.unit == name
    assert actor.finish is not None
    return {action.id: action for action in actor.actions}


def split_of(table: Position, name: str) -> Split:
    """The volley of a ship that has stayed where it is."""
    split = actions_of(table, name)["fire"].offer
    assert isinstance(split, Split)
    return split


@clause("sea.fire.enemy", "sea.geometry.range", "sea.geometry.sight")
def test_every_enemy_is_a_target_or_has_the_reason_the_nearest_first() -> None:
    near, far = ship("B1", CUTTER, 10, 16), ship("B2", VIKING, 30, 33)
    behind = ship("B3", CUTTER, 18, 10)
    island = area("island", 13.5, 8, 15, 12)
    split = split_of(sea(ship("A1", GALLEON, 10, 10, 90), near, far, behind, terrain=[island]), "A1")
    refusals = {aim.target: aim.refusal and aim.refusal.clause for aim in split.aims}
    assert list(refusals.items()) == [("B1", None), ("B3", "sea.geometry.sight"), ("B2", "sea.geometry.range")]
    assert [aim.remark.partition(", ")[2] for aim in split.aims] == ["normal range", "land between", "too far"]
    assert set(split.odds) == {"B1"}


@clause("sea.firepower.long_count", "sea.fire.dice", "sea.fight.dice")
def test_the_dice_of_a_target_come_with_their_sum_and_the_odds_of_every_number() -> None:
    table = sea(ship("A1", GALLEON, 10, 10, 90), ship("B1", CUTTER, 10, 16), ship("B2", GALLEON, 10, 26, 0))
    split = split_of(table, "A1")
    aims = {aim.target: aim for aim in split.aims}
    assert (split.dice, split.limits, aims["B1"].sums[0].total) == (10, {"long": 2}, 10)
    lines = [line.value for line in aims["B2"].sums[0].lines]
    assert (lines, aims["B2"].sums[0].total, aims["B2"].range) == ([10, -8], 2, "long")
    odds = split.odds["B1"]
    assert [each.dice for each in odds] == list(range(1, 11))
    assert odds[3].expected == 4 * odds[0].expected
    assert len(split.odds["B2"]) == 2
    assert [note.clause for note in split.notes] == ["sea.fire.dice", "sea.firepower.long_count"]


@clause("sea.ram.and_fire", "sea.gold.load", "sea.gold.scenario")
def test_cargo_takes_the_place_of_firing_and_what_is_closed_says_why() -> None:
    island = area("island", 12, 8, 16, 12, treasures=(2, 1))
    units = (ship("A1", VIKING, 11, 10, 90), ship("B1", CUTTER, 30, 30, 270))
    actions = actions_of(sea(*units, terrain=[island], options={"gold": True}), "A1")
    assert list(actions) == ["fire", "load"]
    assert actions["fire"].closed is not None, "the enemy is out of range"
    load = actions["load"].offer
    assert isinstance(load, Take)
    assert (load.answer, load.into, load.most) == ({"answer": "take_aboard"}, "treasures", 5)
    assert sorted(item.weight for item in load.items) == [1, 2]
    full = ship("A1", VIKING, 11, 10, 90, marks={"cargo2": 1, "cargo3": 1})
    closed = actions_of(sea(full, units[1], terrain=[island], options={"gold": True}), "A1")["load"].closed
    assert closed is not None
    assert closed.code == "over_capacity"
    home = ship("A1", VIKING, 10, 10, 90, marks={"cargo2": 1})
    port = {"kind": "port", "seat": 0, "x": 10, "y": 13}
    unload = actions_of(sea(home, units[1], terrain=[port], options={"gold": True}), "A1")["unload"].offer
    assert isinstance(unload, Choose)
    assert [msgspec.to_builtins(choice.answer) for choice in unload.choices] == [{"answer": "unload"}]
    choice = {"ram_and_fire": False, "gold": True}
    rammer = ship("A1", VIKING, 10, 10, 90, marks={"rammed": 1, "cargo2": 1})
    decision = Attack(0, "A1")
    offer = decision.ask(sea(rammer, units[1], terrain=[port], options=choice, anyhow=True).state).offer
    assert isinstance(offer, Act)
    codes = {action.id: action.closed and action.closed.code for action in offer.actors[0].actions}
    assert codes == {"fire": "ram_or_fire", "unload": "attacked"}


@clause("sea.ram.target", "sea.ram.once")
def test_only_ships_that_may_be_rammed_are_named_and_none_after_a_ram() -> None:
    fort = ship("B3", "Battery", 20, 20)
    units = (ship("A1", GALLEON, 10, 10, 90), ship("A2", CUTTER, 5, 5), ship("B1", CUTTER, 10, 18), fort)
    table = sea(*units, terrain=[area("island", 15, 15, 25, 25)], anyhow=True)
    assert offered(table, Path).movers[0].strikes == ("B1",)
    rammed = sea(ship("A1", GALLEON, 10, 10, 90, marks={"rammed": 1}), ship("B1", CUTTER, 10, 18), anyhow=True)
    assert offered(rammed, Path).movers[0].strikes == ()


@clause("sea.move.free_path", "sea.move.by_length", "sea.geometry.astern", "sea.speed.meaning")
def test_legs_speed_and_an_agreed_limit_of_bends_come_with_the_question() -> None:
    free = offered(sea(ship("A1", GALLEON, 10, 10), ship("B1", CUTTER, 10, 30)), Path)
    assert (round(free.shortest, 6), free.into, free.strike_into) == (0.333333, "legs", "ram")
    assert [(step.step, step.motion, step.bearing, step.first) for step in free.steps] == [
        ("ahead", "course", 0.0, False),
        ("astern", "straight", 180.0, True),
    ]
    galleon = free.movers[0]
    assert (galleon.points, galleon.left, galleon.answer) == (4.0, 4.0, {"answer": "sail", "unit": "A1"})
    assert [line.reason for line in galleon.why] == ["speed markers"]
    bends = {
        turning: [mover.bend for mover in offered(two_lengths(turning), Path).movers]
        for turning in ("free", "limited", "by_length")
    }
    inch = Bend(45.0, 1.0, "sea.move.free_path")
    assert bends["free"] == [None, None]
    assert bends["limited"] == [inch, inch]
    # 20 studs are 6 2/3 inches; a quarter of 8 studs is less than an inch
    assert bends["by_length"] == [
        Bend(45.0, pytest.approx(20 / 3 / 4), "sea.move.by_length", swept=True),
        Bend(45.0, 1.0, "sea.move.by_length", swept=True),
    ]


def two_lengths(turning: str) -> Position:
    """A galleon and a cutter that may act."""
    units = ship("A1", GALLEON, 10, 10), ship("A2", CUTTER, 20, 10), ship("B1", CUTTER, 10, 30)
    return sea(*units, options={"turning": turning})


@clause("sea.damage.choice", "sea.damage.default_choice")
def test_markers_that_may_go_come_in_heaps_with_the_usual_choice() -> None:
    table = sea(ship("A1", GALLEON, 10, 10, 90), ship("B1", GALLEON, 10, 18, 270))
    table.sail("A1")
    fire(table, ("B1", 6), dice=throws(5, 1))
    offer = offered(table, Allocate)
    assert (offer.unit, offer.count, offer.answer) == ("B1", 3, {"answer": "remove_markers"})
    assert offer.heaps == (
        Heap("firepower", "firepower", 10, 3, colour="red"),
        Heap("speed", "speed", 4, 0, colour="blue"),
        Heap("base", "base durability", 6, 0, vital=True, colour="green"),
    )
    usual = offer.answer | {heap.id: heap.usual for heap in offer.heaps}
    assert not isinstance(read_answer(table.state.decision, usual), Refusal)
    assert {note.clause for note in offer.notes} == {"sea.damage.sink", "sea.damage.default_choice"}


@clause("sea.capacity.overload", "sea.damage.default_choice")
def test_cargo_to_drop_comes_with_the_least_that_must_go() -> None:
    laden = ship("B1", VIKING, 10, 18, 270, marks={"base": 2, "additional": 3, "cargo1": 2, "cargo3": 1})
    table = sea(ship("A1", GALLEON, 10, 10, 90), laden, options={"cargo": True})
    table.sail("A1")
    fire(table, ("B1", 2), dice=throws(2))
    offer = offered(table, Take)
    assert (offer.unit, offer.least, offer.into, offer.answer) == ("B1", 2, "items", {"answer": "jettison"})
    assert [item.value for item in offer.items] == [1, 1, 3]
    assert offer.usual == (0, 1)
    assert offer.none is not None
    assert offer.none.careful


@clause("sea.port.repair")
def test_a_ship_in_port_chooses_among_what_it_lacks() -> None:
    table = sea(
        ship("A1", GALLEON, 10, 10, 90, marks={"speed": 3, "base": 5}),
        ship("B1", CUTTER, 30, 30),
        terrain=[{"kind": "port", "seat": 0, "x": 10, "y": 14}],
        phase="round_end",
        options={"ports": True},
    )
    offer = offered(table, Choose)
    assert [(choice.title, choice.text) for choice in offer.choices] == [
        ("Bring back one base durability", "1 lost"),
        ("Bring back one speed", "1 lost"),
    ]
    assert msgspec.to_builtins(offer.choices[1].answer) == {"answer": "repair", "feature": "speed"}
    assert asked(table).text == "It lacks 1 base durability and 1 speed: which marker comes back?"


@clause("sea.game.start_sides")
def test_a_ship_longer_than_its_zone_is_deep_is_first_held_along_the_edge() -> None:
    table = sea(
        ship("A1", "Ship of the Line", 0, 0, status="waiting"),
        ship("A2", CUTTER, 0, 0, status="waiting"),
        ship("B1", CUTTER, 0, 0, status="waiting"),
        phase="deployment",
        dice=dice(1),
    )
    assert asked(table).seat == 0
    assert {thing.id: thing.heading for thing in offered(table, Place).things} == {"A1": 180.0, "A2": 90.0}


@clause("sea.game.order_left", "sea.game.same_starter")
def test_the_order_of_turns_begins_with_the_starter_and_goes_to_the_left() -> None:
    units = [ship(f"{letter}1", CUTTER, 4 + 8 * number, 10) for number, letter in enumerate("ABC")]
    table = sea(*units, seats=3, first=2, seat=2)
    assert GAME.situation is not None
    assert GAME.situation(table.state).order == (2, 0, 1)


@clause("sea.model.free", "sea.ship.variety")
def test_a_style_changes_the_model_and_nothing_else() -> None:
    plain, styled = build("Wolf 12: 4-2-6"), build("Wolf 12: 4-2-6 steamer")
    assert not isinstance(plain, str)
    assert [card.style for card in (plain, styled)] == ["brig", "steamer"]  # type: ignore[union-attr]
    assert plain.markers() == styled.markers()  # type: ignore[union-attr]
    found = {name: ships()[name].style for name in ("Viking Longship", "Galleon", "Brig", "Paddle Steamer", "Trireme")}
    assert list(found.values()) == ["longship", "galleon", "brig", "steamer", "longship"]


@clause("sea.dice.same", "sea.dice.success")
def test_the_table_knows_what_dice_are_thrown() -> None:
    pair = (ship("A1", GALLEON, 10, 10), ship("B1", CUTTER, 10, 30))
    looks = []
    for kind in ("brick", "d6_hard", "d6_easy"):
        table = sea(*pair, options={"dice": kind})
        assert GAME.face is not None
        thrown = GAME.face(table.match).dice
        assert thrown is not None
        looks.append((thrown.look, thrown.success_from, round(thrown.chance, 3)))
    assert looks == [("brick", 3, 0.583), ("cube", 4, 0.5), ("cube", 3, 0.667)]


@clause("sea.game.no_skip", "sea.game.unit_turn")
def test_the_end_of_the_turn_asks_back_while_a_ship_has_not_acted() -> None:
    table = sea(ship("A1", CUTTER, 10, 10), ship("A2", CUTTER, 10, 20), ship("B1", CUTTER, 30, 30))

    def asked_back() -> str:
        finish = offered(table, Path).finish
        assert finish is not None
        return finish.careful

    assert asked_back() == "Cutter A1 and Cutter A2 have not acted: end the turn?"
    table.sail("A1")
    assert asked_back() == "Cutter A2 has not acted: end the turn?"
