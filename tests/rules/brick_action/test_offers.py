"""What a table is offered and told: attacks with their odds, items, objectives, losses, and the numbers around them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.asking.offers import Aims, Choose, Take
from brickfield.games.brick_action.base.casualties import worth
from brickfield.games.brick_action.base.close_combat.close_combat import fighters
from brickfield.games.brick_action.base.firing.attack_offers import remark
from brickfield.games.brick_action.base.firing.dice_pool import Armed, loadings
from brickfield.games.brick_action.base.firing.shots import Shot, shot_of
from brickfield.games.brick_action.base.weapons import weapons
from brickfield.games.brick_action.chapters.vehicles.armour import by_die
from brickfield.games.brick_action.chapters.vehicles.armour_odds import damage_chances
from brickfield.testing import clause, dice
from tests.rules.brick_action import armoured
from tests.rules.brick_action.fire_table import action, attack, duel, figure, pool, row, squad

WALL = {"feature": "wall", "x": 50, "y": 80, "length": 30, "width": 1, "heading": 90}


@clause("ba.attack.declare", "ba.turn.action_kinds")
def test_an_attack_is_offered_while_one_enemy_is_seen_and_shut_when_none_is() -> None:
    hidden = squad("B2", "regular repeater", row(60, 80, 1))
    t = duel(more=[hidden, squad("A2", "regular repeater", row(30, 80, 1))], terrain=[WALL])
    offered = action(t, "attack")
    assert offered is not None
    assert offered.closed is None
    assert isinstance(offered.offer, Aims)
    aims = [(each.target, each.refusal.code if each.refusal else "") for each in offered.offer.shooters[0].aims]
    assert aims == [("B1", ""), ("B2", "not_seen")]
    t = duel("3 regular smg", gap=70.0)
    offered = action(t, "attack")
    assert offered is not None
    assert offered.closed is not None
    assert (offered.closed.code, offered.closed.clause) == ("no_target", "ba.attack.declare")


@clause("ba.attack.hit4", "ba.attack.nat6", "ba.attack.save")
def test_the_odds_of_an_attack_are_those_of_its_dice() -> None:
    face = pool(duel("3 regular repeater", "5 regular repeater"))
    assert face.dice == 4
    # on each die a 6 kills outright, a 4 or 5 if the save of 4+ fails: one in three
    counts = [sum(hits) for hits in product((1, 0, 0), repeat=face.dice)]
    assert face.odds == pytest.approx(sum(count > 0 for count in counts) / len(counts))
    assert face.chances[0].value == pytest.approx(sum(counts) / len(counts))


def spared(faces: tuple[int, ...], *, raised: int = 0) -> float:
    """How likely a lone mini in the open lives through these dice: 4+ if hit once, 5+ if twice, else a natural 6."""
    if 6 in faces:
        return 0.0
    hits = sum(face >= 4 for face in faces) + min(raised, faces.count(3))
    return (1.0, 3 / 6, 2 / 6, 1 / 6)[min(hits, 3)]


@clause("ba.last.rule", "ba.unit.veteran.attack")
@pytest.mark.parametrize(("ours", "raised"), [("3 regular repeater", 0), ("veteran repeater, 2 regular repeater", 1)])
def test_the_odds_against_the_last_of_a_squad_go_by_how_often_he_is_hit(ours: str, raised: int) -> None:
    face = pool(duel(ours, "regular repeater"))
    lives = [spared(faces, raised=raised) for faces in product(range(1, 7), repeat=face.dice)]
    assert face.odds == pytest.approx(1 - sum(lives) / len(lives))
    assert face.chances[0].value == pytest.approx(face.odds)


@clause("ba.attack.save_cap", "ba.unit.medic.save", "ba.unit.medic.nat6")
def test_the_odds_know_the_cap_of_saves_and_the_medic() -> None:
    # one die: a 6 is saved by the medic on 3+, a 4 or 5 as well
    assert pool(duel("regular repeater", "medic repeater, regular repeater")).odds == pytest.approx(3 / 6 * 2 / 6)
    # his one save against a 6 is spent
    spent = {"figures": {"f1": {"nat6": 0}}}
    face = pool(duel("regular repeater", "medic repeater, regular repeater", b=spent))
    assert face.odds == pytest.approx(1 / 6 + 2 / 6 * 2 / 6)
    # four dice at two minis: no more than two saves are rolled
    face = pool(duel("3 regular repeater", "2 regular repeater"))
    free = [
        0.0 if 6 in faces else 0.5 ** min(2, sum(face >= 4 for face in faces))
        for faces in product(range(1, 7), repeat=4)
    ]
    assert face.odds == pytest.approx(1 - sum(free) / len(free))


@clause("ba.elev.save", "ba.cover.hard.def")
def test_a_shot_is_told_in_words() -> None:
    t = duel(b={"prone": 1})
    assert pool(t).remark == "prone"
    shot = shot_of(t.state, t.unit("A1"), t.unit("B1"))
    assert isinstance(shot, Shot)
    assert remark(replace(shot, shelter=replace(shot.shelter, below=True))) == "prone, below you"
    assert pool(duel()).remark == "in the open"


@clause("ba.single.joint", "ba.single.independent")
def test_items_are_offered_with_the_attack_and_alone() -> None:
    t = duel("regular smg grenade, 2 regular smg")
    offered = action(t, "items")
    assert offered is not None
    assert isinstance(offered.offer, Choose)
    joined, lone = offered.offer.choices
    assert (joined.answer.unit, [each.item for each in joined.answer.items]) == ("A1", ["grenade"])
    assert (lone.answer.figure, lone.answer.item, lone.answer.target) == ("f1", "grenade", "B1")
    assert all(each.text.endswith("at least one falls; in the open") and each.odds for each in (joined, lone))
    assert action(duel("3 regular smg"), "items") is None


@clause("ba.obj.capture")
def test_the_objective_is_offered_to_squads_of_the_attacker() -> None:
    capture = {"kind": "capture", "attacker": 0, "marker": [48, 48]}
    units = (armoured.squad("A1", (50, 48)), armoured.tank("A2", 70, 48), armoured.squad("B1", (10, 90)))
    t = armoured.table(*units, objective=capture)
    offered = armoured.action(t, "activate")
    assert offered is not None
    assert offered.closed is None
    assert armoured.action(t, "activate", "A2") is None
    assert armoured.action(armoured.table(*units), "activate") is None
    assert armoured.action(armoured.table(*units, objective=capture, seat=1), "activate", "B1") is None


@clause("ba.cas.choice", "ba.obj.eliminate")
def test_each_mini_is_offered_as_one_loss_with_what_he_is_worth() -> None:
    t = duel("5 regular smg", "veteran repeater, regular smg grenade, regular smg")
    attack(t, dice(6, 1, 1, 1, 1))
    take = t.question.offer
    assert isinstance(take, Take)
    assert [each.weight for each in take.items] == [1, 1, 1]
    assert [each.title for each in take.items] == [
        "Veteran 1 with Repeater",
        "Regular 2 with SMG, Grenade",
        "Regular 3 with SMG",
    ]
    assert (take.least, take.most, take.give) == (1, 1, "Remove these")
    assert [each.about for each in take.items] == ["B1/f1", "B1/f2", "B1/f3"], "each is tied to his figure"
    armed, bare = (worth(figure(t, "B1", name)) for name in ("f2", "f3"))
    assert armed - bare == weapons()["grenade"].cost > 0
    assert take.items[1].text == f"value {armed}"


@clause("ba.cc.smg", "ba.cc.vets_dice")
def test_minis_fight_with_the_weapons_they_hold() -> None:
    t = duel("veteran smg, regular shotgun", "2 regular repeater")
    assert [(each.primary, each.veteran) for each in fighters(t.unit("A1"))] == [("smg", True), ("shotgun", False)]


@clause("ba.weapon.support.bands", "ba.unit.spotter.nobase")
def test_who_adds_no_base_die_loads_no_support_weapon() -> None:
    gunner = Armed("f1", "support", near=("f2",))
    assert loadings([gunner, Armed("f2", "repeater", near=("f1",))]) == [{}, {"f1": "f2"}]
    assert loadings([gunner, Armed("f2", "", base=False, near=("f1",))]) == [{}]


@clause("ba.move.soft_half", "ba.move.rate")
def test_who_stands_in_rough_ground_is_offered_half_a_move() -> None:
    grass = {"feature": "tall_grass", "x": 20, "y": 42, "length": 8, "width": 8}
    for terrain, studs in (((), 16.0), ((grass,), 8.0)):
        offered = action(duel(terrain=terrain), "move")
        assert offered is not None
        assert [each.points for each in offered.offer.movers] == [studs]  # type: ignore[union-attr]


@clause("ba.geometry.path")
def test_a_mini_may_stand_against_the_edge_of_the_board_and_no_farther() -> None:
    west = {"step": "stride", "heading": 180, "studs": 4.0}
    t = duel(a={"spots": row(5.0, 1.0, 3)}, gap=60.0)
    assert t.answer("move", unit="A1", steps=[west | {"studs": 4.1}]).refusal.data["obstacle"] == "edge"
    assert (
        "The edge of the board is in the way"
        in t.answer("move", unit="A1", steps=[west | {"studs": 4.1}]).refusal.sentence
    )
    assert t.answer("move", unit="A1", steps=[west]).accepted


# --- vehicles --------------------------------------------------------------------------------------------------------


@clause("ba.veh.method", "ba.iva.dice")
@pytest.mark.parametrize(("count", "needed", "save", "plus"), [(1, 6, 4, 0), (2, 9, 3, 1), (2, 0, 5, 0), (3, 0, 4, 1)])
def test_the_chances_of_damage_are_those_of_all_throws(count: int, needed: int, save: int, plus: int) -> None:
    throws = list(product(range(1, 7), repeat=count))
    found = [0.0] * (2 * count + 2)
    for faces in throws:
        sixes, hits = faces.count(6), int(sum(faces) + plus >= needed)
        if not needed:
            blow = by_die(faces, plus)
            sixes, hits = blow.automatic, blow.hits
        for saves in product(range(1, 7), repeat=hits):
            failed = sum(face < save for face in saves)
            found[sixes + failed] += 1 / len(throws) / 6**hits
    assert damage_chances(count, needed, save, plus) == pytest.approx(found)


@clause("ba.attack.declare", "ba.reactive.after_attack")
def test_an_attack_on_a_vehicle_counts_once() -> None:
    t = armoured.table(armoured.tank("A1", 20, 20), armoured.tank("B1", 60, 20, 180))
    assert t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(1, 1, 1, 1)).accepted
    assert armoured.mark(t, "A1", "attacked") == 1


@clause("ba.veh.mount", "ba.hold.duration")
def test_who_gets_in_holds_no_more() -> None:
    car = armoured.tank("A2", 40, 30, card="C2 mg")
    t = armoured.table(armoured.squad("A1", (38, 24), (41, 24)), car, armoured.squad("B1", (80, 90)))
    assert t.answer("place_hold", unit="A1", response="attack", named="B1", trigger="move").accepted
    assert t.state.facts["hold A1"]
    t.answer("move", unit="A1", steps=[{"step": "stride", "heading": 90, "studs": 1}])
    t.answer("mount_up", vehicle="A2")
    assert not t.state.facts["hold A1"]


@clause("ba.setup.zone.depth")
@pytest.mark.parametrize(
    ("seat", "y", "heading", "placed"),
    [
        (0, 11.0, 90.0, True),
        (0, 11.5, 90.0, False),
        (0, 11.0, 270.0, False),
        (1, 85.0, 270.0, True),
        (1, 84.5, 270.0, False),
    ],
)
def test_what_is_longer_than_the_zone_is_deep_stands_with_its_rear_on_the_edge(
    seat: int, y: float, heading: float, placed: bool
) -> None:
    waiting: dict[str, Any] = {"status": "waiting"}
    heavy = armoured.tank("AB"[seat] + "1", 48, 48, card="H1 hap", **waiting)
    other = armoured.squad("BA"[seat] + "1", (10, 48))
    t = armoured.table(heavy, other, seat=seat, phase="deployment")
    assert t.answer("deploy", unit=heavy["id"], x=48, y=y, heading=heading).accepted is placed


@clause("ba.cc.range", "ba.iva.weapons", "ba.rally.roll", "ba.reactive.dice")
def test_what_commits_to_dice_is_called_by_its_verb_and_says_its_odds() -> None:
    squads = armoured.squad("A1", (30, 20), (33, 20), card="2 regular smg rocket"), armoured.squad("B1", (30, 25))
    t = armoured.table(*squads, armoured.tank("B2", 60, 20))
    (fight,) = armoured.action(t, "close_combat").offer.choices
    assert (fight.title, fight.text) == ("Fight Squad B1", "3 dice against 1, 97 % to win the round")
    assert fight.odds == pytest.approx(0.97, abs=0.01)
    rocket = armoured.action(t, "attack_armour").offer.choices[0]
    assert f"{round(100 * rocket.odds)} % to do damage" in rocket.text
    t = armoured.table(armoured.squad("A1", (30, 20), suppressed=1, rallied=1), armoured.squad("B1", (70, 70)))
    (again,) = armoured.action(t, "rally").offer.choices
    assert (again.text, again.odds) == ("4+ on one die", 0.5)
