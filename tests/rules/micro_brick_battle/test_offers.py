"""Questions: who may do what, with every number and its clause, as the one value that everybody reads."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
import pytest

from brickfield.core.apply import apply
from brickfield.core.asking.offers import Aims, Asked, Choose, Offer, Path, Place
from brickfield.core.board import Unit
from brickfield.core.events import FactChanged
from brickfield.core.match import Setup
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base import unit_stats
from brickfield.games.micro_brick_battle.base.movement import MP_GRAIN, budget, movable_units
from brickfield.testing import Position, clause, dice, forward, lay_table, piece, pivot, reverse, slide, start, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}
Form = TypeVar("Form", bound=Offer)


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **{"phase": "target_declaration", **more})


def asked(t: Position) -> Asked:
    """The pending question; it must be plain enough to be sent."""
    assert t.decision is not None
    question = t.decision.ask(t.state)
    msgspec.json.encode(question)
    return question


def offered(t: Position, form: type[Form]) -> Form:
    """What the pending question offers, in the form it must have."""
    offer = asked(t).offer
    assert isinstance(offer, form)
    return offer


def shots(t: Position) -> dict[tuple[str, str], AimFace]:
    """The shots that may be declared."""
    faces = [aim for shooter in offered(t, Aims).shooters for aim in shooter.aims]
    return {(aim.unit, aim.target): aim for aim in faces if aim.refusal is None}


# --- declaring -------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.preview")
def test_an_aim_shows_points_modifiers_with_clauses_and_the_number_needed() -> None:
    units = (unit("A1", "M4 Sherman", 24, 4, 90, **SQUARE), unit("B1", "Panzer III", 24, 24, 90, **SQUARE))
    t = table(*units, terrain=[piece("Hedgerow", 24, 14, length=1.89, width=0.3, hit_markers=0)])
    ((pair, aim),) = shots(t).items()
    assert (pair, aim.needed) == (("A1", "B1"), 7)
    assert aim.odds == pytest.approx(21 / 36)
    attack, defense = ([(line.value, line.clause) for line in each.lines] for each in aim.sums)
    assert attack == [(4, "mbb.unit.ap"), (-1, "mbb.terrain.hedge")]
    assert defense == [(4, "mbb.unit.dp"), (-2, "mbb.mod.rear")]


@clause("mbb.geometry.preview", "mbb.shoot.table")
def test_the_shot_is_made_with_the_numbers_that_were_shown() -> None:
    """Question, query, odds and shot come from the same function: they agree for every pair on a crowded table."""
    shooters = [unit(f"A{n}", "M4 Sherman", 8 + 6 * n, 4, 90) for n in range(6)]
    enemies = [unit(f"B{n}", "Panzer III", 10 + 5 * n, 22 + 3 * (n % 3), 20 + 70 * n) for n in range(6)]
    terrain = [piece("House", 20, 12), piece("Low Wall", 30, 18), piece("Hedgerow", 12, 16), piece("Wall", 38, 14)]
    t = table(*shooters, *enemies, terrain=terrain)
    shown = shots(t)
    pairs = [pair for pair in shown if pair[1].startswith("B")]
    assert len(pairs) > 10
    for shooter, target in pairs:
        aim = shown[shooter, target]
        faces = () if aim.needed is None else (1, 1)
        shot = start(t.match.setup).fire({shooter: target}, dice(*faces)).of("shot_resolved")[0]
        assert shot.needed == aim.needed
        assert t.odds(shooter, target) == aim.odds
        told = t.aim(shooter, target)
        wanted = msgspec.to_builtins(aim)
        assert {name: told[name] for name in wanted} == wanted


@clause("mbb.declare.leftmost", "mbb.declare.legal_targets", "mbb.shoot.order")
def test_units_are_offered_from_the_left_and_only_legal_targets_are_open() -> None:
    units = (
        unit("A1", "M4 Sherman", 30, 4, 90),
        unit("A2", "Staff Car", 20, 4, 90),
        unit("A3", "M4 Sherman", 10, 4, 90),
        unit("B1", "Panzer III", 24, 24, 270),
        unit("B2", "Panzer III", 40, 24, 270, status="wreck"),
    )
    t = table(*units)
    offer = offered(t, Aims)
    assert [(each.unit, each.order) for each in offer.shooters] == [("A3", 1), ("A2", 2), ("A1", 3)]
    assert set(shots(t)) == {("A3", "B1"), ("A1", "B1")}
    assert (offer.plan, offer.into, offer.clause) == (True, "shots", "mbb.shoot.order")


@clause("mbb.declare.one")
def test_what_the_question_of_targets_begins_is_an_answer() -> None:
    units = (unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 24, 270))
    offer = offered(table(*units), Aims)
    assert offer.none is not None
    for shot in ([], [{"unit": "A1", "target": "B1"}]):
        t = table(*units)
        assert t.send({**offer.answer, offer.into: shot}, dice=dice(*[1, 1] * len(shot))).accepted
    assert table(*units).send(msgspec.to_builtins(offer.none.answer)).accepted


@clause("mbb.hm.shot", "mbb.geometry.preview")
def test_terrain_is_offered_with_its_markers() -> None:
    units = (unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 40, 24, 270))
    aim = shots(table(*units, terrain=[piece("House", 24, 14)]))["A1", "T1"]
    assert (aim.remark, aim.need, aim.clause) == ("3 hit markers", "sure", "mbb.hm.shot")


@clause("mbb.young.color_die")
def test_very_young_players_are_shown_odds_and_no_numbers() -> None:
    units = (unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 24, 270))
    aim = shots(table(*units, options={"rules_level": "young"}))["A1", "B1"]
    assert (aim.odds, aim.needed, aim.sums, aim.clause) == (0.5, None, (), "mbb.young.color_die")


# --- moving ----------------------------------------------------------------------------------------------------------


def moving(**options: Any) -> Position:
    units = (unit("A1", "M4 Sherman", 24, 4, 90), unit("A2", "Flak 36", 10, 4, 90), unit("B1", "Panzer III", 24, 24))
    return table(*units, phase="movement", options=options)


@clause("mbb.unit.mp", "mbb.move.max")
def test_movement_offers_the_points_each_unit_has_left() -> None:
    t = moving()
    assert [(each.unit, each.points, each.left) for each in offered(t, Path).movers] == [("A1", 8.0, 8.0)]
    t.move("A1", forward(2.5))
    offer = offered(t, Path)
    assert [(each.unit, each.points, each.left) for each in offer.movers] == [("A1", 8.0, 5.5)]
    assert (offer.points, offer.enter, offer.single) == ("MP", None, False)


@clause("mbb.move.forward", "mbb.move.reverse", "mbb.move.turn")
def test_the_question_of_movement_names_every_price_with_its_clause() -> None:
    steps = {each.step: each for each in offered(moving(), Path).steps}
    assert {name: (each.price * each.per, each.per, each.whole, each.clause) for name, each in steps.items()} == {
        "forward": (1.0, 1.0, False, "mbb.move.forward"),
        "reverse": (2.0, 1.0, False, "mbb.move.reverse"),
        "pivot": (1.0, 90.0, False, "mbb.move.turn"),
    }
    begun = {each.step: each.whole for each in offered(moving(turn_cost="per_started_90"), Path).steps}
    assert begun == {"forward": False, "reverse": False, "pivot": True}


@pytest.mark.parametrize(("level", "clauses"), [("quick", {"mbb.quick.move"}), ("young", {"mbb.young.stick"})])
@clause("mbb.quick.move", "mbb.young.stick")
def test_on_a_free_path_every_way_costs_alike_and_turns_nothing(level: str, clauses: set[str]) -> None:
    offer = offered(moving(rules_level=level), Path)
    assert [(each.step, each.motion, each.price) for each in offer.steps] == [
        ("slide", "free", 1.0),
        ("forward", "straight", 1.0),
        ("reverse", "straight", 1.0),
        ("pivot", "turn", 0.0),
    ]
    assert {each.clause for each in offer.steps} == clauses
    assert offer.single == (level == "young")


@pytest.mark.parametrize(("level", "points"), [("base", 8.0), ("quick", 8.0), ("young_hidden", 8.0), ("young", 3.78)])
@clause("mbb.unit.mp", "mbb.quick.move", "mbb.young.stick")
def test_every_door_tells_the_same_points(level: str, points: float) -> None:
    """The rule, the question, the preview, the query and the refusal of one step too many."""
    t = moving(rules_level=level)
    (mover,) = [each for each in offered(t, Path).movers if each.unit == "A1"]
    assert (mover.points, mover.left) == (points, points)
    assert budget(t.state, t.state.units["A1"]) == round(points * MP_GRAIN)
    assert t.points_left("A1") == points
    step = forward if level == "base" else lambda inches: slide(90, inches)
    assert t.cost("A1", step(points)) == points
    kind, preview = t.match.game.previews["path"]
    about = msgspec.convert({"unit": "A1", "steps": [step(points)]}, kind)
    assert preview(t.state, 0, about).left == pytest.approx(0.0)
    assert t.cost("A1", step(points + 0.01)).code == "not_enough_mp"


@clause("mbb.move.forward", "mbb.move.reverse", "mbb.move.turn", "mbb.quick.move")
@pytest.mark.parametrize("options", [{}, {"turn_cost": "per_started_90"}, {"rules_level": "quick"}])
def test_steps_cost_what_the_question_says(options: dict[str, Any]) -> None:
    t = moving(**options)
    steps = {each.step: each for each in offered(t, Path).steps}
    for name, step, amount in (
        ("forward", forward(1.5), 1.5),
        ("reverse", reverse(0.5), 0.5),
        ("pivot", pivot(30), 30),
    ):
        each = steps[name]
        units = amount / each.per
        assert t.cost("A1", step) == pytest.approx((-(-units // 1) if each.whole else units) * each.per * each.price)


@clause("mbb.reinf.enter", "mbb.reinf.forced")
def test_reserves_are_offered_along_their_own_edge() -> None:
    units = (unit("A1", "M4 Sherman", status="reserve"), unit("B1", "Panzer III", 24, 24))
    t = table(*units, phase="movement", round=4)
    offer = offered(t, Path)
    assert offer.finish is not None
    assert offer.finish.refusal is not None
    assert offer.finish.refusal.code == "must_enter"
    assert offer.enter is not None
    (thing,) = offer.enter.things
    assert (thing.id, thing.title, thing.heading, offer.enter.edge) == ("A1", "M4 Sherman", 90.0, "south")
    deep = offer.enter.zone[5]
    assert offer.enter.zone == (0, 0, 48_000_000, 0, 48_000_000, deep, 0, deep)
    assert t.send({**thing.answer, "x": 24, "y": deep / 2_000_000, "heading": thing.heading}).accepted


@clause("mbb.mod.general")
def test_what_changes_points_during_a_battle_is_seen_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing about points is kept: a fact of the table, such as mud, may change them between two questions."""

    def in_mud(state: State, unit: Unit) -> int:
        return 8 - int(state.facts.get("mud", 0))

    t = moving()
    assert offered(t, Path).movers[0].points == 8.0
    monkeypatch.setattr(unit_stats, "modified_movement", in_mud)
    for mud, movers in ((3, [5.0, 5.0]), (8, [])):
        apply(t.state, FactChanged(name="mud", value=mud))
        assert [each.points for each in offered(t, Path).movers] == movers
        assert len(movable_units(t.state, 0)) == len(movers)


# --- setting up ------------------------------------------------------------------------------------------------------


@clause("mbb.setup.zone", "mbb.cover.place.half", "mbb.first_turn.rule")
def test_setting_up_offers_pieces_units_zones_and_choices() -> None:
    laying = offered(start(Setup("micro_brick_battle", "six_v_six", {"battlefield": "half"})), Place)
    assert laying.zone == (0, 0, 48_000_000, 0, 48_000_000, 18_000_000, 0, 18_000_000)
    assert [each.answer["piece"] for each in laying.things] == list(range(0, 2 * len(laying.things), 2))
    assert all(each.kind and each.length and each.width for each in laying.things)
    deploying = start(Setup("micro_brick_battle", "six_v_six"), dice(6, 1))
    offer = offered(deploying, Place)
    assert [each.answer for each in offer.things] == [{"answer": "place", "unit": f"A{n}"} for n in range(1, 7)]
    assert offer.zone == (0, 0, 48_000_000, 0, 48_000_000, 6_000_000, 0, 6_000_000)
    assert deploying.send({**offer.things[0].answer, "x": 24, "y": 3, "heading": offer.things[0].heading}).accepted


@clause("mbb.first_turn.rule")
def test_the_first_turn_offers_both_phases_and_both_answers_are_accepted() -> None:
    units = (unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 24))
    choices = offered(table(*units, round=1, phase="first_turn"), Choose).choices
    assert {each.answer.phase for each in choices} == {"movement", "shooting"}
    for each in choices:
        assert table(*units, round=1, phase="first_turn").send(msgspec.to_builtins(each.answer)).accepted
