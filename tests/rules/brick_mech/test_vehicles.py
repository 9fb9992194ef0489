"""Vehicles with a turret: how one is built, its arcs and its hull, what is left of it, and how it is drawn and told."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.data_files import DataFault
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.setup.unit_editor import BuiltCard
from brickfield.games.brick_mech.base.aims import aim
from brickfield.games.brick_mech.base.modules import Module, check_module, modules
from brickfield.games.brick_mech.chapters.scavenging.loose_parts import loose_parts, read_note
from brickfield.games.brick_mech.contents import GAME as BRICK_MECH
from brickfield.games.brick_mech.setup.workshop import MechCard, find_card, mechs
from brickfield.testing import Position, clause, dice, lay_table, start
from tests.rules.brick_mech.table import GAME, attack, forward, marks, mech, refused, turn


def vehicle(name: str, x: float, y: float, heading: float, card: str = "rampart", **changes: Any) -> dict[str, Any]:
    """A plain vehicle."""
    return mech(name, x, y, heading, card, **changes)


def refusal(text: str) -> tuple[str, str]:
    found = find_card(text)
    assert isinstance(found, Refusal)
    return found.code, found.clause


# --- how it is built -------------------------------------------------------------------------------------------------


@clause("bm.unit.vehicle", "bm.data.cost")
def test_a_vehicle_is_built_in_six_slots_and_pays_for_its_turret() -> None:
    rampart, coyote = mechs()["rampart"], mechs()["coyote"]
    assert (rampart.is_vehicle, rampart.turret, coyote.is_vehicle, coyote.turret) == (True, True, True, True)
    assert not any(
        mechs()[each].is_vehicle or mechs()[each].turret for each in ("raider", "trooper", "longbow", "bastion")
    )
    assert (rampart.points, coyote.points) == (164, 166)
    own = find_card("Mole: V2-U3-S0-S0-A0-A4")
    assert isinstance(own, MechCard)
    assert (own.text, own.turret, own.number("movement"), own.points) == (
        "Mole: V2-U3-S0-S0-A0-A4",
        True,
        4,
        54 + 60 + 4 + 17,
    )
    turret = modules()["U1"]
    assert turret.points == 5 * turret.targeting + 12 * turret.defense_dice + 2 * turret.armor + 10


@clause("bm.unit.vehicle")
def test_a_turret_and_a_running_gear_never_go_without_each_other() -> None:
    assert refusal("L1-U1-S0-S0-A0-A0") == ("turret_on_legs", "bm.unit.vehicle")
    assert refusal("V1-T1-S0-S0-A0-A0") == ("no_turret", "bm.unit.vehicle")
    # an empty slot has its own fault, and a slot for something else too
    assert refusal("V1--S0-S0-A0-A0")[0] == "empty_slot"
    assert refusal("V1-S0-S0-S0-A0-A0")[0] == "wrong_slot"
    with pytest.raises(ValueError, match="bears a turret"):
        lay_table(GAME, [mech("A1", 10, 15, 0, legs="V1"), mech("B1", 20, 15, 180)])
    for wrong in (
        {"slot": "torso", "drive": "tracks"},
        {"slot": "legs", "turret": True},
        {"slot": "arm", "turret": True},
    ):
        with pytest.raises(DataFault, match="only legs drive"):
            check_module("x.toml", Module(id="X", name="X", clause="bm.unit.vehicle", **wrong))


@clause("bm.unit.vehicle", "bm.setup.modules")
def test_the_bench_names_what_does_not_go_together_and_the_yard_what_a_turret_costs() -> None:
    assert BRICK_MECH.build_card is not None
    mixed = BRICK_MECH.build_card("V1-T1-S0-S0-A0-A0", 170, {})
    assert isinstance(mixed, BuiltCard)
    assert [(fault.code, fault.clause) for fault in mixed.faults] == [("no_turret", "bm.unit.vehicle")]
    whole = BRICK_MECH.build_card("V1-U1-S2-S5-A6-A3", 170, {})
    assert isinstance(whole, BuiltCard)
    assert (whole.text, whole.faults, whole.face.traits[0]) == ("Rampart", (), "turret")
    assert BRICK_MECH.yard is not None
    yard = BRICK_MECH.yard()
    assert (yard.prices[-1].value, yard.prices[-1].clause) == (10, "bm.unit.vehicle")
    gear = {each.id: (each.drive, each.feet) for each in yard.modules if each.id in ("V1", "V3", "L1")}
    assert (gear["V1"], gear["V3"], gear["L1"][1]) == (("tracks", 0), ("wheels", 0), 2)


@clause("bm.unit.vehicle")
def test_a_player_brings_vehicles_beside_mechs() -> None:
    armies = ((("rampart", 1), ("V3-U2-S0-S0-A3-A3", 1)), (("trooper", 2),))
    t = start(Setup(GAME, "crawlers", {}, armies), dice(6, 6, 1, 1))
    assert t.record_sheet("A1")["armor"] == 24
    mixed = BRICK_MECH.new_match(Setup(GAME, "crawlers", {}, ((("L1-U1-S0-S0-A0-A0", 1),), armies[1])))
    assert isinstance(mixed, Refusal)
    assert mixed.code == "turret_on_legs"


# --- its arcs and its hull -------------------------------------------------------------------------------------------


@clause("bm.attack.arc.turret", "bm.unit.vehicle")
@pytest.mark.parametrize("heading", [0, 90, 180, 269])
def test_the_turret_fires_all_round_without_a_modifier(heading: float) -> None:
    t = lay_table(GAME, [vehicle("A1", 10, 15, heading), mech("B1", 18, 15, 180)])
    assert (t.arc("A1", "B1"), t.why_not("A1", "B1")) == ("primary", None)
    assert "bm.mod.attack.secondary" not in [line.clause for line in t.why("A1", "B1")]


@clause("bm.attack.arc.turret", "bm.geometry.rear", "bm.mod.defense.rear")
def test_the_hull_keeps_its_rear_wherever_the_turret_points() -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, 0), vehicle("B1", 18, 15, 0, turret_at=180)])
    assert "bm.mod.defense.rear" in [line.clause for line in t.why("A1", "B1")]
    front = lay_table(GAME, [mech("A1", 26, 15, 180), vehicle("B1", 18, 15, 0, turret_at=180)])
    assert "bm.mod.defense.rear" not in [line.clause for line in front.why("A1", "B1")]


@clause("bm.attack.arc.turret", "bm.option.targeted.visible")
def test_left_and_right_of_a_vehicle_go_by_its_base() -> None:
    shots = {"targeted_shot": True}
    t = lay_table(GAME, [mech("A1", 18, 23, 270), vehicle("B1", 18, 15, 0, turret_at=90)], options=shots)
    assert refused(attack(t, location="right_arm")) == ("location_hidden", "bm.option.targeted.visible")
    assert t.why_not("A1", "B1", "left_arm") is None
    assert t.why_not("A1", "B1", "legs") is None


@clause("bm.attack.arc.turret", "bm.option.charge.when")
def test_a_vehicle_charges_the_way_its_base_goes() -> None:
    units = [vehicle("A1", 10, 15, 0), mech("B1", 17.5, 15, 180), mech("B2", 14, 18.5, 180)]
    t = lay_table(GAME, units, options={"charge": True})
    assert t.answer("move", unit="A1", steps=[forward(4.0)]).accepted
    assert (t.tally("A1", "B1").attack_dice, t.tally("A1", "B2").attack_dice) == (3, 2)


@clause("bm.attack.arc.turret")
def test_a_vehicle_leaves_its_turret_pointing_at_what_it_attacked() -> None:
    t = lay_table(GAME, [vehicle("A1", 10, 15, 0), mech("B1", 10, 23, 270), mech("B2", 4, 15, 0)])
    assert _turned(t, "A1") is None
    attack(t, dice(1, 1, 6))
    assert (marks(t, "A1", "turret_at"), _turned(t, "A1")) == ((90,), 90.0)
    # the hull turns under it, and takes it along
    assert t.answer("move", unit="A1", steps=[turn(90.0)]).accepted
    assert marks(t, "A1", "turret_at") == (90,)
    attack(t, dice(1, 1, 6), target="B2")
    assert marks(t, "A1", "turret_at") == (90,)
    walker = lay_table(GAME, [mech("A1", 10, 15, 0), mech("B1", 17, 15, 180)])
    attack(walker, dice(1, 1, 6))
    assert marks(walker, "A1", "turret_at") == (0,)


@clause("bm.attack.arc.turret", "bm.option.return.when")
def test_a_turret_that_returns_fire_turns_too() -> None:
    t = lay_table(GAME, [mech("A1", 18, 15, 180), vehicle("B1", 10, 15, 180)], options={"return_fire": True})
    t.answer("attack", unit="A1", target="B1")
    t.answer("react", yes=True, dice=dice(1, 1, 1, 1, 6, 6))
    assert abs(marks(t, "B1", "turret_at")[0]) == 180


def _turned(t: Position, name: str) -> Any:
    assert BRICK_MECH.situation is not None
    look = BRICK_MECH.situation(t.state).looks.get(name)
    return getattr(look, "turned", None) or None


@clause("bm.option.hold.note", "bm.attack.arc.turret")
def test_a_vehicle_holds_fire_all_round() -> None:
    units = [mech("A1", 3, 15, 0), vehicle("B1", 20, 15, 0, holding=["short", "primary"])]
    t = lay_table(GAME, units, options={"hold_fire": True})
    t.answer("move", unit="A1", steps=[forward(6.0)])
    assert t.decision is not None
    assert (t.decision.kind, t.decision.arc) == ("held_shot", "primary")


@clause("bm.attack.arc.turret", "bm.judgement.majority")
def test_nobody_votes_on_the_arc_of_a_turret() -> None:
    t = lay_table(GAME, [vehicle("A1", 10, 15, 180), mech("B1", 17, 15, 180)], options={"table_vote": True})
    attack(t)
    assert refused(t.answer("challenge", about="arc")) == ("turret_arc", "bm.attack.arc.turret")
    assert t.answer("challenge", about="cover").accepted


# --- what is struck, and what is left --------------------------------------------------------------------------------


@clause("bm.unit.vehicle", "bm.massive.two_rolls")
def test_massive_damage_strikes_the_running_gear_and_the_turret() -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, 0, targeting=8), vehicle("B1", 17, 15, 180)])
    done = attack(t, dice(2, 1, 5, 1, 2))
    told = [event.entry for event in done.events if type(event).__name__ == "TableRead"]
    assert told == ["legs", "Road wheel hit"]
    assert marks(t, "B1", "movement") == (5,)
    card = t.state.match.cards["B1"]
    assert [card.location(slot) for slot in ("legs", "torso", "left_arm")] == ["running gear", "turret", "left arm"]
    assert t.state.match.cards["A1"].location("legs") == "legs"


@clause("bm.unit.vehicle", "bm.setup.interchangeable", "bm.destroy.leave_parts")
def test_what_is_left_of_a_vehicle_can_be_mounted_on_a_mech() -> None:
    units = [mech("A1", 10, 15, 0, left_arm=""), vehicle("B1", 13, 15, 90, armor=1), mech("B2", 30, 15, 180)]
    t = lay_table(GAME, units)
    attack(t, dice(3, 2, 1))
    assert t.unit("B1").status == "gone"
    (left,) = (token for token in loose_parts(t.state) if read_note(token).side == "left")
    assert t.answer("mount", unit="A1", part=left.id, take="arm").accepted
    assert t.record_sheet("A1")["parts"]["left_arm"]["name"] == "Assault Gun"


# --- how it is drawn and told ----------------------------------------------------------------------------------------


@clause("bm.unit.vehicle", "bm.attack.arc.turret")
def test_its_card_bears_one_arc_all_round_and_its_model() -> None:
    t = lay_table(GAME, [vehicle("A1", 10, 15, 0), mech("B1", 20, 15, 180)])
    assert BRICK_MECH.face is not None
    face = BRICK_MECH.face(t.match)
    card = face.cards[face.units["A1"]]
    assert [(arc.id, arc.start, arc.end) for arc in card.arcs] == [("primary", -180.0, 180.0)]
    assert (card.model, face.cards[face.units["B1"]].arcs) == ("mech.V1-U1-S2-S5-A6-A3", ())


@clause("bm.option.targeted.visible", "bm.unit.vehicle")
def test_what_may_be_named_is_called_as_the_target_calls_it() -> None:
    pair = [mech("A1", 10, 15, 0), vehicle("B1", 20, 15, 180), mech("B2", 20, 22, 180)]
    t = lay_table(GAME, pair, options={"targeted_shot": True}, anyhow=True)
    aims = {name: aim(t.state, t.unit("A1"), t.unit(name)) for name in ("B1", "B2")}
    words = {name: dict(zip(each.locations, each.location_words or (), strict=True)) for name, each in aims.items()}
    assert (words["B1"]["legs"], words["B1"]["torso"]) == ("running gear", "turret")
    assert (words["B2"]["legs"], words["B2"]["left_arm"]) == ("legs", "left arm")
