"""What bots and hints know of infantry: to flank, to raid and move in, to take buildings and keep to cover."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.views import view
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.battlefield import card_of
from brickfield.games.micro_brick_battle.chapters.infantry.entering_buildings import ComeOut
from brickfield.games.micro_brick_battle.chapters.infantry.following import Follow, is_behind
from brickfield.games.micro_brick_battle.mind.judgement_chances import table_of
from brickfield.games.micro_brick_battle.mind.stands import Stand
from brickfield.players.levels import make_player
from brickfield.testing import Position, clause, dice, forward, lay_table, piece, unit

GAME = find_game("micro_brick_battle")
assert GAME is not None


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


def squad(name: str, x: float = 24, y: float = 8, card: str = "Infantry", **more: Any) -> Any:
    return unit(name, card, x, y, **more)


def decided(t: Position, level: str = "regular") -> Any:
    """What a bot answers now."""
    decision = t.decision
    assert decision is not None
    return make_player(level, t.match.game, 1).decide(t.match, view(t.state, decision.seat))


@clause("inf.flank.one_roll", "inf.flank.vehicle")
def test_two_squads_flank_the_tank_that_neither_could_attack() -> None:
    foes = [unit("B1", "Panzer III", 24, 16, 270), squad("B2", x=44, y=30)]
    t = table(squad("A1", x=22), squad("A2", x=26), *foes, phase="target_declaration")
    answer = decided(t)
    assert {(shot.unit, shot.target) for shot in answer.shots} == {("A1", "B1"), ("A2", "B1")}
    flank = next(each for each in t.decision.suggest(t.state, 9) if each.kind == "flank")  # type: ignore[union-attr]
    assert flank.clause == "inf.flank.one_roll"
    assert t.decision.validate(t.state, flank.answer) is None  # type: ignore[union-attr]


@clause("inf.raid.flank", "inf.raid.markers")
def test_raiders_go_together_where_that_destroys_more() -> None:
    # two squads against four markers behind walls: one by one hardly ever, together 8 against 4
    own = [squad("A1", x=23.3, y=17.3), squad("A2", x=24.7, y=17.3)]
    t = table(*own, squad("B1", inside="T1"), squad("B2", x=44, y=30), terrain=[piece("House", 24, 20)],
              phase="target_declaration")  # fmt: skip
    shots = decided(t).shots
    assert sorted(shot.unit for shot in shots) == ["A1", "A2"]
    assert sum(bool(shot.lead) for shot in shots) == 1


@clause("inf.raid.movein")
def test_a_raider_moves_into_the_house_it_has_cleared() -> None:
    own = [squad("A1", x=23.3, y=17.3, marks={"markers": 2}), squad("A2", x=24.7, y=17.3)]
    foes = [squad("B1", inside="T1", marks={"markers": 1}), squad("B2", x=44, y=30)]
    t = table(*own, *foes, terrain=[piece("House", 24, 20)], phase="target_declaration")
    shots = [{"unit": "A1", "target": "B1"}, {"unit": "A2", "target": "B1", "lead": "A1"}]
    assert t.answer("declare", shots=shots, dice=dice(6, 6)).accepted
    assert t.asked == "move_in_after_raid"
    # the stronger of the two
    assert decided(t).unit == "A2"


@clause("inf.move.enter", "inf.hidden.building")
def test_a_squad_under_fire_goes_into_the_house_it_stands_at() -> None:
    house = piece("House", 24, 11)
    t = table(squad("A1", y=9.11), unit("B1", "Panzer III", 36, 9, 180),
              unit("B2", "Panzer III", 12, 9, 0), terrain=[house])  # fmt: skip
    t.end_movement()
    assert t.asked == "move_infantry"
    answer = decided(t)
    assert type(answer).__name__ == "GoInside"
    assert answer.building == "T1"


@clause("inf.los.range", "inf.dmg.infantry")
def test_what_bots_expect_of_infantry_is_what_the_rules_say() -> None:
    far, near = squad("B1", y=30), squad("B2", x=22, y=16)
    t = table(squad("A1"), unit("A2", "M4 Sherman", 30, 6), far, near, terrain=[piece("House", 40, 20)])
    own, tank = (Stand(t.state, t.state.units[name]) for name in ("A1", "A2"))
    out_of_sight, there = (Stand(t.state, t.state.units[name]) for name in ("B1", "B2"))
    # a marker of four at 9 or more; the tank takes the whole unit at 7 or more
    ((nothing, _), _), ((marker, _), (whole, _)) = table_of(t.state, [own, tank], [out_of_sight, there])
    assert (nothing, marker, whole) == (0.0, pytest.approx(10 / 36 / 4), pytest.approx(21 / 36))
    # inside a building, where nobody could stand otherwise, it has the walls for cover
    inside = Stand(t.state, replace(t.state.units["B2"], pose=t.state.tokens["T1"].pose))
    (((walls, _),),) = table_of(t.state, [tank], [inside])
    assert walls == pytest.approx(6 / 36)


@clause("inf.move.last", "inf.flank.one_roll")
@pytest.mark.parametrize("level", ["random", "recruit"])
def test_bots_play_a_battle_of_infantry_to_its_end(level: str) -> None:
    match = GAME.new_match(Setup(GAME.id, "village", {"round_limit": 3}))
    assert not isinstance(match, Refusal), match
    session = Session(match, SeededDice(5))
    bots = [make_player(level, GAME, seat) for seat in (0, 1)]
    kinds = set()
    while not session.state.over:
        decision = session.state.decision
        assert decision is not None
        kinds.add(decision.kind)
        taken = session.answer(decision.seat, bots[decision.seat].decide(match, view(session.state, decision.seat)))
        assert not isinstance(taken, Refusal), taken
    assert "move_infantry" in kinds
    assert all(card_of(session.state, each).rc > 0 for each in session.state.units)


# --- moves with a purpose --------------------------------------------------------------------------------------------


def marched(t: Position, level: str = "regular") -> dict[str, Any]:
    """What the squads of a seat do in their part of the Movement Phase, the last answer of each."""
    done: dict[str, Any] = {}
    bot = make_player(level, t.match.game, 1)
    while t.asked == "move_infantry":
        answer = bot.decide(t.match, view(t.state, t.decision.seat))  # type: ignore[union-attr]
        assert t.send(answer).accepted
        if getattr(answer, "unit", ""):
            done[answer.unit] = answer
    return done


@clause("inf.flank.vehicle", "inf.los.range")
def test_two_squads_walk_to_where_both_see_the_tank_and_flank_it() -> None:
    # the tank is 15 inches off: nobody sees it yet, and who runs does not attack
    foes = [unit("B1", "Panzer II", 24, 23, 270), squad("B2", x=46, y=34)]
    t = table(squad("A1", x=22), squad("A2", x=26), *foes)
    t.end_movement()
    assert set(marched(t)) == {"A1", "A2"}
    assert t.asked == "declare_targets"
    shots = decided(t).shots
    assert {(shot.unit, shot.target) for shot in shots} == {("A1", "B1"), ("A2", "B1")}
    assert sum(bool(shot.lead) for shot in shots) == 1


@clause("inf.follow.position", "inf.follow.choice")
def test_a_squad_goes_behind_a_tank_that_drives_and_follows_it_in_the_next_turn() -> None:
    foes = [unit("B1", "Panzer III", 24, 34, 270), squad("B2", x=20, y=34)]
    wall = piece("Wall", 24, 26, length=40)
    t = table(squad("A1", x=22, y=4), unit("A2", "M4 Sherman", 25, 5, 90), *foes, terrain=[wall])
    t.move("A2", forward(4))
    t.end_movement()
    marched(t)
    assert is_behind(t.state, t.pose("A1")[:2], t.state.units["A2"])
    t = table(unit("A1", "Infantry", *t.pose("A1")), unit("A2", "M4 Sherman", *t.pose("A2")), *foes, terrain=[wall])
    kinds = {each.kind: each.answer for each in t.decision.suggest(t.state, 40)}  # type: ignore[union-attr]
    assert (kinds["follow"].unit, kinds["follow"].tank) == ("A1", "A2")
    assert isinstance(decided(t), Follow)


@clause("inf.med.heal")
def test_medics_go_to_the_dearest_hurt_squad_and_stay_near_the_others_while_nobody_is_hurt() -> None:
    foes = [unit("B1", "Panzer III", 24, 34, 270)]
    wall = piece("Wall", 24, 26, length=40)
    hurt = squad("A2", x=30, y=5, marks={"markers": 2})
    t = table(squad("A1", x=24, y=5, card="Medics"), hurt, squad("A3", x=14, y=5), *foes, terrain=[wall])
    t.end_movement()
    marched(t)
    assert distance_of(t, "A1", "A2") < distance_of(t, "A1", "A3") - 6
    t = table(squad("A1", x=24, y=5, card="Medics"), squad("A2", x=38, y=5), *foes, terrain=[wall])
    t.end_movement()
    before = distance_of(t, "A1", "A2")
    marched(t)
    assert distance_of(t, "A1", "A2") < before - 4


@clause("inf.eng.first")
def test_engineers_go_to_the_wreck_that_is_worth_repairing() -> None:
    wrecks = [unit("A2", "Tiger I", 32, 6, status="wreck"), unit("A3", "M5 Stuart", 14, 6, status="wreck")]
    others = [squad("A4", x=4, y=3), unit("B1", "Panzer III", 24, 34, 270)]
    t = table(squad("A1", y=6, card="Engineers"), *wrecks, *others, terrain=[piece("Wall", 24, 26, length=40)])
    t.end_movement()
    answer = marched(t)["A1"]
    assert distance_of(t, "A1", "A2") < 2.5, answer


@clause("inf.move.leave", "inf.move.enter")
def test_nobody_sits_in_a_house_that_has_nothing_to_do_with_the_battle() -> None:
    goal = {
        "x": 24,
        "y": 18,
        "length": 10,
        "width": 8,
        "from_round": 2,
        "points_to_win": 3,
        "clause": "mbb.win.scenario",
    }
    foes = [unit("B1", "Panzer III", 44, 34, 270)]
    house, wall = piece("House", 6, 6), piece("Wall", 24, 28, length=48)
    t = table(squad("A1", inside="T1"), *foes, terrain=[house, wall], objective=goal)
    t.end_movement()
    assert isinstance(marched(t)["A1"], ComeOut)
    # beside such a house a squad goes on to the goal; in one that stands there it stays
    t = table(squad("A1", x=6, y=8.2), *foes, terrain=[house, wall], objective=goal)
    t.end_movement()
    assert marched(t)["A1"].__class__.__name__ == "Walk"
    t = table(squad("A1", inside="T1"), *foes, terrain=[piece("House", 24, 18), wall], objective=goal)
    t.end_movement()
    assert marched(t) == {}


@clause("inf.deploy.zone")
def test_squads_are_deployed_between_the_tanks_not_at_the_edges_of_the_table() -> None:
    match = GAME.new_match(Setup(GAME.id, "rescue"))
    assert not isinstance(match, Refusal), match
    session = Session(match, SeededDice(2))
    bots = [make_player("recruit", GAME, seat) for seat in (0, 1)]
    while session.state.facts.get("phase") in ("battlefield", "deployment"):
        decision = session.state.decision
        assert decision is not None
        session.answer(decision.seat, bots[decision.seat].decide(match, view(session.state, decision.seat)))
    squads = [unit for unit in session.state.units.values() if match.cards[unit.id].markers]
    assert squads
    assert all(unit.pose is not None and abs(unit.pose.place[0] - 24) < 15 for unit in squads)


def distance_of(t: Position, one: str, other: str) -> float:
    (x, y, _), (to_x, to_y, _) = t.pose(one), t.pose(other)
    return hypot(to_x - x, to_y - y)
