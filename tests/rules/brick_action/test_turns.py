"""Setup, roll-off, deployment, turns, actions and bonus actions."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.brick_action.base.deployment import Deploy
from brickfield.games.brick_action.setup.scenarios import scenarios
from brickfield.games.brick_action.shown.previews import place
from brickfield.testing import Position, clause, dice, lay_table, piece, unit
from brickfield.testing.positions import start
from tests.rules.brick_action.squads import ONE, RIFLES, TWO, go, spot, squad, table, walk

FAR = squad("B1", ONE, 90, 90, suppressed=1)


def begun(*faces: int, armies: Any = ()) -> Position:
    """A battle at its first question."""
    return start(Setup("brick_action", "meeting", armies=armies), dice(*faces))


@clause("ba.setup.rolloff", "ba.setup.rolloff.tie", "ba.geometry.random")
def test_the_higher_die_wins_and_ties_are_rolled_again() -> None:
    t = begun(3, 3, 2, 5)
    held = [event for event in t.events if type(event).__name__ == "RollOffHeld"]
    assert [(event.winner, event.result) for event in held] == [(None, "3 : 3"), (1, "2 : 5")]  # type: ignore[attr-defined]
    assert t.decision is not None
    assert (t.asked, t.decision.seat) == ("choose_half", 1)


@clause("ba.setup.rolloff.choice")
def test_the_winner_takes_the_first_turn_and_the_loser_the_zone() -> None:
    t = begun(6, 1)
    t.answer("take_half", half="first_turn")
    assert t.decision is not None
    assert (t.asked, t.decision.seat) == ("choose_zone", 1)
    t.answer("take_zone", edge="south")
    assert (t.state.facts["zone0"], t.state.facts["zone1"], t.state.facts["first"]) == ("north", "south", 0)


@clause("ba.setup.rolloff.choice")
@pytest.mark.parametrize(("yes", "first"), [(True, 1), (False, 0)])
def test_the_winner_takes_the_zone_and_the_loser_says_who_begins(yes: bool, first: int) -> None:
    t = begun(6, 1)
    t.answer("take_half", half="zone")
    t.answer("take_zone", edge="south")
    assert t.decision is not None
    assert (t.asked, t.decision.seat) == ("choose_first", 1)
    t.answer("take_first", yes=yes)
    assert t.state.facts["first"] == first
    assert t.decision.seat == first


@clause("ba.setup.deploy.order", "ba.setup.zone.depth", "ba.geometry.coherency")
def test_sides_place_units_in_turn_inside_their_zones() -> None:
    t = begun(6, 1, armies=((("rifle_squad", 2),), (("rifle_squad", 2),)))
    t.answer("take_half", half="first_turn")
    t.answer("take_zone", edge="north")
    for y, accepted in ((15.1, False), (15.0, True)):
        result = t.answer("deploy", unit="A1", x=40, y=y, heading=90)
        assert result.accepted is accepted
        if result.refusal is not None:
            assert (result.refusal.code, result.refusal.clause) == ("outside_zone", "ba.setup.zone.depth")
    assert t.decision is not None
    assert t.decision.seat == 1
    spread = [(40, 90), (43, 90), (46, 90), (49, 90), (60, 90)]
    refused = t.answer("deploy", unit="B1", x=40, y=90, spots=spread).refusal
    assert refused is not None
    assert refused.code == "out_of_coherency"
    assert t.answer("deploy", unit="B1", x=40, y=90, heading=270, prone=True).accepted
    assert t.unit("B1").marks["prone"] == 1
    t.answer("deploy", unit="A2", x=60, y=10)
    t.answer("deploy", unit="B2", x=60, y=90)
    assert (t.asked, t.state.facts["actions"], t.state.facts["round"]) == ("take_action", 3, 1)


@clause("ba.setup.deploy.order")
def test_whoever_runs_out_of_units_passes() -> None:
    t = begun(6, 1, armies=((("regular", 1),), (("regular", 3),)))
    t.answer("take_half", half="first_turn")
    t.answer("take_zone", edge="north")
    t.answer("deploy", unit="A1", x=40, y=10)
    for number in (1, 2, 3):
        assert t.answer("deploy", unit=f"B{number}", x=10 * number, y=90).accepted
    assert t.asked == "take_action"


@clause("ba.setup.deploy.order")
def test_a_unit_may_be_deployed_inside_a_building() -> None:
    house = {"feature": "cottage", "x": 40, "y": 8, "heading": 0}
    waiting = {"id": "A1", "seat": 0, "card": ONE, "status": "waiting"}
    t = lay_table("brick_action", [waiting, FAR], [house], anyhow=True, phase="deployment")
    assert t.answer("deploy", unit="A1", x=40, y=8).accepted
    assert t.unit("A1").squad[0].inside == "T1"


@clause("ba.setup.area")
def test_boards_are_48_to_192_studs() -> None:
    others = {"the_convoy": 128.0, "capture_the_flag": 56.0}
    sizes = {each.id: (each.table_width, each.table_depth) for each in scenarios().values()}
    assert sizes == {name: (96.0, others.get(name, 96.0)) for name in sizes}
    game = find_game("brick_action")
    assert game is not None
    for size, good in (((48, 192), True), ((47, 96), False), ((96, 193), False)):
        units = [squad("A1", ONE, 20, 20), squad("B1", ONE, 30, 30)]
        match = game.new_match(Setup("brick_action", "", position={"units": units, "size": size}))
        assert isinstance(match, Match if good else Refusal)


@clause("ba.setup.info", "ba.hold.open")
def test_nothing_is_hidden_from_anybody() -> None:
    t = table(squad("A1", RIFLES, 40, 20, hold="move B1 move 1"), FAR)
    one, other = t.view(0), t.view(1)
    assert (one.units, one.facts, one.frames) == (other.units, other.facts, other.frames)
    assert not t.state.sealed


@clause("ba.setup.sides")
def test_there_are_two_sides() -> None:
    assert all(each.seats == 2 and len({force.side for force in each.force}) == 2 for each in scenarios().values())


@clause("ba.turn.actions", "ba.turn.one_unit", "ba.turn.same_unit")
def test_three_actions_in_a_turn_all_by_one_unit_if_one_likes() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("B1", RIFLES, 40, 40))
    for left in (2, 1):
        t.answer("attack", unit="A1", target="B1", dice=dice(1))
        assert (t.state.facts["actions"], t.state.facts["active"]) == (left, 0)
    t.answer("attack", unit="A1", target="B1", dice=dice(1))
    assert (t.state.facts["actions"], t.state.facts["active"]) == (3, 1)


@clause("ba.turn.same_unit")
def test_attacks_of_one_unit_can_be_limited() -> None:
    t = table(
        squad("A1", ONE, 40, 20), squad("A2", ONE, 50, 20), squad("B1", RIFLES, 40, 40),
        options={"max_attacks_per_unit_per_turn": 1},
    )  # fmt: skip
    t.answer("attack", unit="A1", target="B1", dice=dice(1))
    refused = t.answer("attack", unit="A1", target="B1").refusal
    assert refused is not None
    assert (refused.clause, refused.data) == ("ba.turn.same_unit", {"attacks": 1, "most": 1})
    assert t.answer("attack", unit="A2", target="B1", dice=dice(1)).accepted


@clause("ba.turn.pass", "ba.turn.actions")
def test_a_turn_may_be_ended_early_and_actions_do_not_carry_over() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("B1", ONE, 90, 90), round=2)
    t.answer("end_turn")
    assert (t.state.facts["active"], t.state.facts["actions"], t.state.facts["round"]) == (1, 3, 2)
    t.answer("end_turn")
    assert (t.state.facts["active"], t.state.facts["actions"], t.state.facts["round"]) == (0, 3, 3)


@clause("ba.turn.one_unit")
@pytest.mark.parametrize("name", ["B1", "A9"])
def test_only_own_units_act(name: str) -> None:
    t = table(squad("A1", ONE, 40, 20), FAR)
    refused = walk(t, name, 90, 4).refusal
    assert refused is not None
    assert (refused.code, refused.clause) == ("not_yours", "ba.turn.one_unit")


@clause("ba.turn.start_sequence", "ba.rally.free")
def test_a_turn_begins_with_holds_that_expire_then_bans_then_rallies() -> None:
    t = table(
        squad("A1", ONE, 40, 20),
        squad("B1", TWO, 90, 90, suppressed=1, banned_next=1, attacked=1, moved=4),
        squad("B2", TWO, 80, 90, hold="move A1 move 1"),
    )
    result = t.answer("end_turn", dice=dice(4))
    kinds = [(type(event).__name__, getattr(event, "name", getattr(event, "mark", ""))) for event in result.events]
    order = [
        kinds.index(each)
        for each in (("FactChanged", "hold B2"), ("UnitMarked", "banned"), ("UnitMarked", "suppressed"))
    ]
    assert order == sorted(order)
    assert t.unit("B1").marks == {"banned": 1, "began": 2}
    t.answer("end_turn")
    assert "banned" not in t.unit("B1").marks


@clause("ba.sup.effect", "ba.turn.action_kinds")
def test_a_suppressed_unit_does_nothing_but_rally_and_go_prone() -> None:
    t = table(squad("A1", RIFLES, 40, 20, suppressed=1), squad("B1", RIFLES, 40, 40))
    for answer, fields in (
        ("move", {"steps": [go(90, 4)]}),
        ("attack", {"target": "B1"}),
        ("place_hold", {"response": "move", "named": "B1", "trigger": "move"}),
    ):
        refused = t.answer(answer, unit="A1", **fields).refusal
        assert refused is not None
        assert refused.clause == "ba.sup.effect"
    assert t.answer("go_prone", unit="A1").accepted


# --- bonus actions ---------------------------------------------------------------------------------------------------


def with_commander(kind: str, **changes: Any) -> Position:
    """A1 with a commander, A2 without, and one action left."""
    lead = squad("A1", f"{kind} repeater, regular repeater", 40, 20, **changes)
    return table(lead, squad("A2", ONE, 60, 20), FAR, actions=1)


@clause("ba.unit.field.actions", "ba.unit.bonus.once")
def test_a_field_commander_has_three_bonus_actions_for_his_own_unit() -> None:
    t = with_commander("field_commander")
    walk(t, "A2", 90, 2)
    assert t.state.facts["actions"] == 0
    refused = walk(t, "A2", 90, 2).refusal
    assert refused is not None
    assert refused.code == "no_action_left"
    assert walk(t, "A1", 90, 2).accepted
    figure = t.unit("A1").squad[0]
    assert (figure.marks["bonus"], figure.marks["gave"]) == (2, 1)
    refused = walk(t, "A1", 90, 2).refusal
    assert refused is not None
    assert refused.code == "no_action_left"


@clause("ba.unit.ranking.actions", "ba.unit.bonus.once", "ba.unit.bonus.suppressed")
def test_a_ranking_commander_gives_one_to_any_unit_also_when_suppressed() -> None:
    t = with_commander("ranking_commander", suppressed=1)
    walk(t, "A2", 90, 2)
    refused = walk(t, "A1", 90, 2).refusal
    assert refused is not None
    assert refused.clause == "ba.sup.effect"
    assert walk(t, "A2", 90, 2).accepted
    assert t.unit("A1").squad[0].marks["bonus"] == 2


@clause("ba.unit.general.action", "ba.unit.bonus.once")
def test_a_general_gives_one_action_in_every_turn() -> None:
    t = with_commander("general")
    walk(t, "A2", 90, 2)
    assert walk(t, "A2", 90, 2).accepted
    assert t.unit("A1").squad[0].marks == {"gave": 1}
    assert walk(t, "A2", 90, 2).accepted is False


@clause("ba.unit.bonus.onboard", "ba.unit.bonus.once")
def test_two_commanders_add_up_and_the_fallen_give_nothing() -> None:
    leads = (squad("A1", "ranking_commander", 40, 20), squad("A2", "ranking_commander", 50, 20))
    t = table(*leads, squad("A3", ONE, 60, 20), FAR, actions=1)
    for _ in range(3):
        assert walk(t, "A3", 90, 2).accepted
    assert walk(t, "A3", 90, 2).accepted is False
    t = table(squad("A1", ONE, 40, 20), squad("A2", "general", 50, 20, status="gone"), FAR, actions=1)
    walk(t, "A1", 90, 2, dice=dice(1))
    assert t.state.facts["active"] == 1


@clause("ba.geometry.coords")
def test_x_goes_right_and_y_up_and_angles_begin_at_x() -> None:
    for heading, end in ((0, (44.0, 20.0)), (90, (40.0, 24.0)), (180, (36.0, 20.0)), (-90, (40.0, 16.0))):
        t = table(squad("A1", ONE, 40, 20), FAR)
        assert walk(t, "A1", heading, 4).accepted
        assert spot(t, "A1") == end
    # comparisons have a tolerance of a millionth of a stud
    t = table(squad("A1", ONE, 40, 20), FAR)
    assert walk(t, "A1", 90, 16.0000009).accepted


@clause("ba.geometry.ties", "ba.turn.start_sequence")
def test_the_owner_chooses_the_order_of_rallies() -> None:
    t = table(
        squad("A1", ONE, 40, 20),
        squad("B1", TWO, 90, 90, suppressed=1),
        squad("B2", TWO, 80, 90, suppressed=1),
    )
    t.answer("end_turn")
    assert t.decision is not None
    assert (t.asked, t.decision.suggest(t.state, 1)[0].answer.unit) == ("choose_rally", "B1")
    t.answer("rally_first", unit="B2", dice=dice(4, 1))
    assert ("suppressed" in t.unit("B1").marks, "suppressed" in t.unit("B2").marks) == (True, False)


@clause("ba.veh.suppress")
def test_vehicles_are_never_suppressed_and_never_rally() -> None:
    tank = {"id": "B1", "seat": 1, "card": "C2", "x": 40, "y": 40, "changes": {}}
    t = table(squad("A1", "regular smg rocket, regular smg rocket", 40, 24), tank, squad("B2", ONE, 90, 90))
    items = [{"figure": "f1", "item": "rocket"}]
    assert t.answer("attack_armour", unit="A1", target="B1", items=items, dice=dice(6, 1, 1)).accepted
    assert "suppressed" not in t.unit("B1").marks
    t.answer("end_turn")
    assert t.asked == "take_action"


@clause("ba.setup.terrain.free", "ba.setup.zone.depth")
def test_the_first_battle_is_the_same_from_either_edge() -> None:
    meeting = scenarios()["meeting"]
    first, second = meeting.force
    assert first.units == second.units
    laid = {(each.feature, each.x, each.y, each.length, each.width) for each in meeting.terrain}
    turned = {(feature, 96.0 - x, 96.0 - y, length, width) for feature, x, y, length, width in laid}
    assert laid == turned
    assert {each.heading for each in meeting.terrain} == {0.0}
    # the zones are free: everybody may begin anywhere in his
    assert all(abs(each.y - 48.0) + (each.width or 0.0) / 2 <= 32.0 for each in meeting.terrain)


@clause("ba.turn.pass")
def test_the_end_of_the_turn_asks_back_while_actions_are_left() -> None:
    t = table(squad("A1", RIFLES, 20, 20), FAR)
    finish = t.decision.ask(t.state).offer.actors[0].finish
    assert finish.careful == "3 actions are left: end the turn?"


@clause("ba.setup.zone.depth", "ba.setup.deploy.order")
@pytest.mark.parametrize(("x", "lost"), [(7.0, ""), (15.0, "A2 will find no room then: it is lost.")])
def test_a_place_that_leaves_no_room_for_another_unit_says_so_before_it_is_taken(x: float, lost: str) -> None:
    heavy = [unit(name, "H1 hap", 0, 0, status="waiting") for name in ("A1", "A2")]
    rocks = [piece("wall", 39, 8, 0, length=18.0, width=15.0)]
    foe = unit("B1", "regular smg", 0, 0, status="waiting")
    t = lay_table("brick_action", [*heavy, foe], rocks, size=(48, 48), phase="deployment", anyhow=True)
    told = place(t.state, 0, Deploy("A1", x, 11.0, 90.0))
    assert (told.refusal, told.caution) == (None, lost)
    # and so it comes
    t.answer("deploy", unit="A1", x=x, y=11.0, heading=90.0)
    t.answer("deploy", unit="B1", x=24.0, y=44.0, heading=270.0)
    assert (t.unit("A2").status == "gone") is bool(lost)


@clause("ba.setup.zone.depth")
def test_a_unit_is_left_out_only_where_the_whole_zone_has_no_room_for_it() -> None:
    # the middle of the zone is walled off: there is room at its ends alone
    middle = [piece("wall", 48, 8, 0, length=52.0, width=15.0)]
    waiting = [unit("A1", "M1 map", 0, 0, status="waiting"), unit("B1", "regular smg", 0, 0, status="waiting")]
    t = lay_table("brick_action", waiting, middle, phase="deployment", anyhow=True)
    assert t.unit("A1").status == "waiting"
    assert t.answer("deploy", unit="A1", x=12.0, y=8.0, heading=90.0).accepted
