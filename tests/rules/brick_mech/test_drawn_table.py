"""The drawn table: faces, record sheets, aims with cover and odds, questions, previews and the catalogue."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from brickfield.core.asking.previews import PathFace, PlaceFace
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import AimFace, CardFace
from brickfield.games import find_game
from brickfield.games.brick_mech.base.odds import outcomes, sums
from brickfield.games.brick_mech.contents import GAME as BRICK_MECH
from brickfield.games.brick_mech.setup.scenarios import scenarios
from brickfield.testing import Position, clause, dice, lay_table, piece, start, unit
from tests.rules.brick_mech.table import GAME, attack, duel, forward, left, mech, turn

FULL = {"return_fire": True, "hold_fire": True, "charge": True, "targeted_shot": True, "table_vote": True}


def preview(t: Position, name: str, seat: int = 0, **about: Any) -> Any:
    kind, answer = BRICK_MECH.previews[name]
    if name == "path":
        about = {"answer": "move", **about}
    if name == "place":
        about = {"answer": "place", **about}
    return answer(t.state, seat, msgspec.convert(about, kind))


def test_the_face_of_a_table_is_plain_data_with_ranges_and_arcs() -> None:
    t = duel(terrain=[piece("Rock", 20, 5), piece("Water", 20, 25)])
    assert BRICK_MECH.face is not None
    face = BRICK_MECH.face(t.match)
    assert msgspec.json.encode(face)
    reach = {each.id: each.reach for each in face.ranges}
    assert reach == {"melee": 3_000_000, "short": 10_000_000, "long": 20_000_000}
    assert [(arc.start, arc.end) for arc in face.arcs] == [(-45, 45), (45, 135), (-135, -45), (135, 225)]
    assert (face.features["Rock"].height, face.features["Water"].extra_cost) == (2_000_000, 2)
    assert BRICK_MECH.situation is not None
    assert [piece.height for piece in BRICK_MECH.situation(t.state).pieces.values()] == [2_000_000]
    assert face.edges == ("west", "east")
    assert {number.id for number in face.cards["Trooper"].numbers} >= {"movement", "armor", "long"}


def test_a_situation_holds_every_record_sheet() -> None:
    own_unit = unit("A1", "trooper", 10, 15, 0, left_arm="", heat=3, armor=11)
    units = [own_unit, mech("B1", 17, 15, 180, holding=["short", "left"])]
    t = lay_table(GAME, units, options={"hold_fire": True})
    assert BRICK_MECH.situation is not None
    found = BRICK_MECH.situation(t.state)
    own, enemy = found.sheets
    tracks = {track.id: track for track in own.tracks}
    rows = {name: (track.style, track.value, track.full) for name, track in tracks.items()}
    assert rows == {"armor": ("boxes", 11, 23), "heat": ("markers", 3, 0), "actions": ("pips", 3, 3)}
    assert [limit for limit, _words, _clause in tracks["heat"].limits] == [6, 8]
    assert (tracks["heat"].remark, own.glow) == ("\N{MINUS SIGN}3 to attack and defense", 3)
    assert {each.id: each.written for each in own.numbers} == {
        "movement": "",
        "dodge": "+1",
        "targeting": "+1",
        "initiative": "+1",
        "defense_dice": "3D",
    }
    assert own.columns == ("melee", "short", "long")
    assert own.totals == (1, 4, 2)
    assert {part.slot: (part.name, part.dice) for part in own.parts}["left_arm"] == ("", (0, 0, 0))
    assert {part.slot: (part.name, part.dice) for part in own.parts}["right_arm"] == ("Assault Gun", (0, 2, 1))
    assert enemy.states == ("holds fire", "turn over")
    assert (own.note, enemy.note) == (False, True)
    drawn = ("mech.L2-T2-S2-S4--A6", "mech.L2-T2-S2-S4-A3-A6")
    assert (own.model.split("@")[0], enemy.model.split("@")[0]) == drawn
    # built after the designs of its modules, each on its place
    assert own.model.split("@")[1].split("/")[1].split("-")[3:] == ["s4_gun_turret", "", "a6_assault_gun"]
    assert [step.when for step in found.steps] == ["now", "ahead", "ahead"]
    assert found.order == (0, 1)
    # 12 of 23 Armor Points are gone; an arm that is off hangs nowhere
    assert (found.looks["A1"].wear, found.looks["A1"].hangs) == (52, ())


@clause("bm.destroy.leave_parts", "bm.scavenge.detach_arm")
def test_a_loose_part_is_drawn_with_its_side_its_modules_and_its_dice() -> None:
    t = lay_table(GAME, [unit("A1", "trooper", 10, 15, 0), mech("B1", 17, 15, 180)])
    t.answer("detach", unit="A1", slot="right_shoulder")
    assert BRICK_MECH.situation is not None
    found = BRICK_MECH.situation(t.state)
    (thing,) = found.things.values()
    assert (thing.title, thing.model) == ("right Gun Turret with Assault Gun", "part.right-S4-A6")
    assert thing.text == "Dice: 1 melee, 3 short, 1 long."
    assert found.sheets[0].model.split("@")[0] == "mech.L2-T2-S2--A3-"


@clause("bm.objective.alternative")
def test_the_marker_is_a_thing_with_the_ground_that_counts_round_it() -> None:
    setup = Setup(GAME, "hold_the_marker", {})
    t = start(setup, dice(6, 6, 1, 1))
    assert BRICK_MECH.face is not None
    assert BRICK_MECH.situation is not None
    [mark] = BRICK_MECH.face(t.match).marks
    assert (mark.kind, mark.at, mark.seats) == ("marker", (20_000_000, 15_000_000), ())
    assert max(mark.outline[::2]) == 21_000_000
    found = BRICK_MECH.situation(t.state)
    assert [thing.model for thing in found.things.values()] == ["marker"]
    assert found.goal == "nobody holds the marker"
    t.state.facts |= {"held_by": 1, "held_rounds": 2}
    assert BRICK_MECH.situation(t.state).goal == f"{t.match.seat_name(1)} holds the marker: 2 of 3 rounds"


@clause("bm.objective.alternative")
@pytest.mark.parametrize(
    ("scenario", "goal"),
    [
        ("protect_the_resource", "Power Plant: 23 of 23 armor left"),
        ("destroy_the_target", "Bunker: 22 of 22 armor left"),
    ],
)
def test_the_goal_of_a_battle_names_what_it_is_about(scenario: str, goal: str) -> None:
    t = start(Setup(GAME, scenario, {}), dice(6, 6, 1, 1))
    assert BRICK_MECH.situation is not None
    assert BRICK_MECH.situation(t.state).goal == goal


def test_the_goal_is_told_as_it_stands() -> None:
    t = start(Setup(GAME, "hold_the_marker"), dice(6, 6, 1, 1))
    assert BRICK_MECH.situation is not None
    assert BRICK_MECH.situation(t.state).goal == "nobody holds the marker"
    assert "M1" in t.state.tokens
    plant = start(Setup(GAME, "protect_the_resource"), dice(6, 6, 1, 1))
    assert BRICK_MECH.situation(plant.state).goal == "Power Plant: 23 of 23 armor left"
    assert BRICK_MECH.situation(duel().state).goal == "Mechs 1 \N{EN DASH} 1"


@clause("bm.attack.no_redeclare")
def test_an_aim_shows_sums_cover_and_odds_or_why_not() -> None:
    t = duel(8, terrain=[piece("Wall", 15, 15, 90, width=0.01, height=1.7)])
    shown = preview(t, "aim", unit="A1", target="B1")
    assert isinstance(shown, AimFace)
    assert (shown.range, shown.arc, shown.refusal) == ("short", "primary", None)
    assert shown.cover is not None
    assert (shown.cover.percent, shown.cover.hidden, shown.cover.cover) == (30, (3,) * 10, "medium")
    assert [row[0] for row in shown.cover.thresholds] == [1, 25, 50, 76]
    assert {chance.id: chance.value for chance in shown.chances}["damage"] == shown.odds > 0
    wasted = preview(duel(25), "aim", unit="A1", target="B1")
    assert (wasted.refusal, wasted.odds) == (None, 0.0)
    assert "wastes" in wasted.remark
    harmless = preview(duel(15, a={"heat": 12}), "aim", unit="A1", target="B1")
    assert (harmless.refusal, harmless.odds, harmless.wasted) == (None, 0.0, True)
    assert harmless.remark == "2 dice at long range: cannot do damage"
    behind = lay_table(GAME, [mech("A1", 10, 15, 180), mech("B1", 20, 15, 180)])
    refused = preview(behind, "aim", unit="A1", target="B1")
    assert refused.refusal.code == "out_of_arc"
    blind = preview(duel(options={"premeasure": False}), "aim", unit="A1", target="B1")
    assert (blind.distance, blind.between, blind.cover, blind.sums) == (0.0, None, None, ())
    assert shown.between is not None
    assert abs(shown.between[2] - shown.between[0]) == shown.distance
    assert isinstance(preview(t, "aim", unit="A1", target="Z1"), Refusal)
    assert isinstance(preview(t, "aim", unit="A1", target="A1"), Refusal)


@clause("bm.damage.difference", "bm.option.crit.hit")
def test_odds_are_exact() -> None:
    assert sums(2, 6)[7] == pytest.approx(6 / 36)
    assert sum(sums(5, 6)) == pytest.approx(1.0)
    ways = dict(outcomes(1, 0, 0, True))
    # one die against nothing: 1 to 4 points, 5 from a 5 or a 6
    assert {damage.armor: round(chance * 6) for damage, chance in ways.items()} == {1: 1, 2: 1, 3: 1, 4: 1, 5: 2}
    assert sum(chance for damage, chance in ways.items() if damage.massive) == pytest.approx(2 / 6)
    # two dice against a wall of defense: only the Critical Hit does anything
    (nothing, hit) = sorted(outcomes(2, 0, -50, True), key=lambda way: way[0].massive)
    assert (hit[0].armor, hit[0].massive, hit[1]) == (0, 1, pytest.approx(1 / 36))
    assert nothing[1] == pytest.approx(35 / 36)


@clause("bm.move.terrain")
def test_every_leg_of_a_path_has_the_price_of_its_ground() -> None:
    t = duel(terrain=[piece("Water", 14, 15, length=4, width=4)])
    shown = preview(t, "path", unit="A1", steps=[forward(2), left(1)])
    assert (shown.cost, [leg.cost for leg in shown.legs]) == (6.0, [2.0, 4.0])


def test_a_path_is_worked_out_without_going_it() -> None:
    t = duel()
    shown = preview(t, "path", unit="A1", steps=[turn(90), forward(2)])
    assert isinstance(shown, PathFace)
    assert (shown.cost, shown.left, [leg.cost for leg in shown.legs]) == (3.0, 3.0, [1.0, 2.0])
    assert shown.legs[-1].pose.place == (10.0, 17.0)
    assert t.pose("A1") == (10.0, 15.0, 0.0)
    assert [glimpse.unit for glimpse in shown.seen_by] == ["B1"]
    refused = preview(t, "path", unit="A1", steps=[forward(9)])
    assert refused.refusal.code == "not_enough_points"
    assert isinstance(preview(t, "path", unit="B1", steps=[forward(1)]), Refusal)
    assert isinstance(preview(t, "path", unit="Z1", steps=[forward(1)]), Refusal)


def test_a_place_and_a_mech_can_be_tried() -> None:
    t = start(Setup(GAME, "duel"), dice(1, 1, 6, 6))
    assert isinstance(preview(t, "place", unit="A1", x=2, y=15, heading=0), PlaceFace)
    assert preview(t, "place", unit="A1", x=9, y=15, heading=0).refusal.code == "outside_zone"
    built = preview(t, "build", card="L1-T1-S4-S6-A8-A7")
    assert isinstance(built, CardFace)
    assert built.cost == 159
    assert preview(t, "build", card="L1-T1-S6-S6-A2-A2").code == "too_many_dice"
    assert preview(t, "build", card="L1-T1").code == "empty_slot"
    assert len(preview(t, "suggest", n=3)) == 3
    assert isinstance(preview(t, "suggest", seat=1, n=3), Refusal)


@pytest.mark.parametrize("scenario", ["duel", "free_for_all", "three_against_three"])
def test_every_question_of_a_random_battle_can_be_drawn(scenario: str) -> None:
    game = find_game(GAME)
    assert game is not None
    assert game.situation is not None
    match = game.new_match(Setup(GAME, scenario, FULL))
    assert not isinstance(match, Refusal)
    rng, script = random.Random(5), SeededDice(5)
    state = begin(match, script).state
    kinds = set()
    for _ in range(400):
        if state.over:
            break
        decision = state.decision
        assert decision is not None
        drawn = decision.ask(state)
        assert drawn.title
        assert drawn.clause
        assert msgspec.json.encode(drawn)
        assert msgspec.json.encode(game.situation(state))
        kinds.add((decision.kind, type(drawn.offer).__name__))
        progress = give(state, decision, decision.sample(state, rng), script)
        assert not isinstance(progress, Refusal)
        state = progress.state
    assert {("take_action", "Act"), ("deploy_unit", "Place"), ("may_challenge", "Choose")} <= kinds


@clause("bm.action.count", "bm.option.return.when", "bm.option.hold.interrupt")
def test_an_action_stays_the_one_of_now_while_it_waits_for_an_answer() -> None:
    def bar(t: Position) -> list[str]:
        assert BRICK_MECH.situation is not None
        return [step.when for step in BRICK_MECH.situation(t.state).steps]

    t = duel(options={"return_fire": True})
    t.answer("move", unit="A1", steps=[forward(1)])
    assert bar(t) == ["done", "now", "ahead"]
    attack(t)
    assert t.decision.kind == "return_fire"
    assert bar(t) == ["done", "now", "ahead"], "the second action is not over: nobody rushes"
    t.answer("react", yes=False, dice=dice(1, 1, 6), seat=1)
    assert bar(t) == ["done", "done", "now"]


def test_return_fire_is_drawn_with_both_attacks() -> None:
    t = duel(options={"return_fire": True}, b={"moves": 2, "done": 1})
    attack(t)
    drawn = t.decision.ask(t.state)
    assert (drawn.offer.style, drawn.title, drawn.seconds) == ("buttons", "Return fire?", 30)
    costs = [(note.text, note.clause) for note in drawn.offer.notes]
    assert costs[:2] == [
        ("Costs your 3rd action.", "bm.option.return.action"),
        ("It is a rush: 2 heat.", "bm.action.rush_heat"),
    ]
    # the heat of the rush weakens the defense against the attack that is answered
    assert costs[2] == ("Their attack is then 95 % likely to do damage, instead of 84 %.", "bm.mod.defense.heat")
    assert [exhibit.title[:5] for exhibit in drawn.offer.exhibits] == ["Their", "Your "]
    assert [len(exhibit.aim.chances) for exhibit in drawn.offer.exhibits] == [4, 4]


def test_the_catalogue_lists_all_that_can_be_chosen() -> None:
    found = BRICK_MECH.catalogue()
    assert [each.id for each in found.scenarios] == list(scenarios())
    ready = {"Raider", "Trooper", "Longbow", "Bastion", "Rampart", "Coyote"}
    assert ready == set(found.cards), "what a player can bring"
    forces = {card for each in found.scenarios for force in each.forces for card, _ in force}
    assert {"Bunker", "Power Plant"} == forces - set(found.cards), "what only a scenario puts on the table"
    assert [each.id for each in found.presets if not each.adds] == ["book", "bare", "full"]
    chapters = ["return_fire", "hold_fire", "charge", "targeted", "initiative"]
    assert [each.id for each in found.presets if each.adds] == chapters
    assert {chapter.group for chapter in found.chapters} == set(BRICK_MECH.groups)
    code = BRICK_MECH.write_code({"charge": True})
    assert isinstance(code, str)
    settings = BRICK_MECH.read_code(code)
    assert isinstance(settings, dict)
    assert settings["charge"] is True
    assert BRICK_MECH.check_army is not None
    checked = BRICK_MECH.check_army((("raider", 2),), 290, {})
    assert not isinstance(checked, Refusal)
    assert (checked.points, [fault.code for fault in checked.faults]) == (300, ["over_budget"])
    assert isinstance(BRICK_MECH.check_army((("nobody", 1),), 300, {}), Refusal)


def test_suggestions_are_sensible() -> None:
    t = duel(a={"targeting": 3})
    assert t.decision is not None
    kinds = [each.kind for each in t.decision.suggest(t.state, 10)]
    assert kinds[:2] == ["end", "attack"]
    far = duel(22)
    assert far.decision is not None
    assert [each.kind for each in far.decision.suggest(far.state, 10)][:2] == ["end", "advance"]
