"""A squad that walks round a corner: it closes up about its first mini where it cannot keep its formation."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec import UnsetType, to_builtins

from brickfield.core.asking.movers import Mover
from brickfield.core.asking.offers import Act
from brickfield.core.asking.offers import Path as PathOffer
from brickfield.core.asking.previews import PathFace
from brickfield.core.board import Unit
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.core.views import View, imagine
from brickfield.games.brick_action.base.battlefield import match_of
from brickfield.games.brick_action.base.moving.closing_up import way_length
from brickfield.games.brick_action.base.moving.paths import Move, Stride, ground_for, pace, standing_fault, tracks_of
from brickfield.games.brick_action.base.moving.ways_round import Posts, way_round
from brickfield.games.brick_action.shown.previews import path
from brickfield.geometry import Pose, Scene, rectangle_at
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.local_game import Agreement, LocalGame
from brickfield.testing import Position, clause, lay_table, piece, unit
from brickfield.text.verbs import hear
from tests.rules.brick_action.squads import ONE, RIFLES, spot, squad, table, walk

# beyond x = 46 the way north is free
WALL = piece("wall", 30, 30, 0, length=32.0, width=1.0)
LINE = [(48.0 - 2.1 * place, 25.0) for place in range(5)]
FAR = squad("B1", ONE, 90, 90, suppressed=1)


def at_corner(*steps: tuple[float, float], spots: Any = LINE, **more: Any) -> tuple[Position, PathFace]:
    """A squad in line before the end of a wall, and what the table says of a way."""
    terrain = more.pop("terrain", (WALL,))
    t = table(squad("A1", RIFLES, *spots[0], *spots[1:], **more), FAR, terrain=terrain)
    told = path(t.state, 0, Move("A1", tuple(Stride(heading, studs) for heading, studs in steps)))
    assert isinstance(told, PathFace)
    return t, told


@clause("ba.geometry.path", "ba.geometry.coherency")
@pytest.mark.parametrize("steps", [((90.0, 7.0),), ((90.0, 6.6), (180.0, 1.0))])
def test_a_squad_in_line_gets_round_the_end_of_a_wall(steps: Any) -> None:
    t, told = at_corner(*steps)
    drawn = [{"step": "stride", "heading": heading, "studs": studs} for heading, studs in steps]
    refused = t.answer("move", unit="A1", steps=drawn).refusal
    assert refused is not None
    assert refused.code == "blocked"
    assert told.refusal is None
    assert told.regrouped is not None
    assert told.regrouped.clause == "ba.geometry.coherency"
    assert t.send(told.regrouped.answer).accepted
    # the first is where he was sent, nobody is left before the wall, and nobody walked farther than the table says
    end = told.legs[-1].pose.place
    assert spot(t, "A1") == pytest.approx(end, abs=0.01)
    places = [spot(t, "A1", each.id) for each in t.unit("A1").standing]
    assert all(x > 46.9 or y > 31.4 for x, y in places)
    assert t.unit("A1").marks["moved"] / 1e6 == pytest.approx(told.cost, abs=0.01)
    assert told.cost <= 16.0
    # and they stand where the table has drawn them
    for name, (dx, dy) in told.regrouped.beside.items():
        place = LINE[int(name[1]) - 1]
        there = end[0] + place[0] - LINE[0][0] + dx, end[1] + place[1] - LINE[0][1] + dy
        assert spot(t, "A1", name) == pytest.approx(there, abs=0.01)


@clause("ba.geometry.path")
def test_who_can_keep_its_formation_keeps_it() -> None:
    _t, told = at_corner((270.0, 8.0))
    assert (told.refusal, told.regrouped, told.cost) == (None, None, 8.0)


@clause("ba.geometry.path", "ba.geometry.coherency")
def test_whose_place_is_free_keeps_it_while_the_others_close_up() -> None:
    # the first two pass beside the wall as they stand
    spots = [(50.5, 25.0), (48.0, 25.0), (45.5, 25.0), (43.0, 25.0), (40.5, 25.0)]
    _t, told = at_corner((90.0, 9.0), spots=spots)
    assert told.regrouped is not None
    assert told.regrouped.beside["f2"] == (0.0, 0.0)


@clause("ba.geometry.path", "ba.move.rate", "ba.move.turn_cap")
@pytest.mark.parametrize(
    ("steps", "changes", "code"),
    [
        # the last has too far to go; so little is left of the turn; crawling
        (((90.0, 16.0),), {}, "blocked"),
        (((90.0, 8.0),), {"moved": 23_950_000}, "blocked"),
        (((90.0, 7.99),), {"prone": 1}, "blocked"),
        (((90.0, 16.5),), {}, "too_far"),
    ],
)
def test_where_not_all_can_follow_the_way_is_refused(steps: Any, changes: Any, code: str) -> None:
    wide = [(48.0 - 6.0 * place, 25.0) for place in range(5)]
    t, told = at_corner(*steps, spots=wide, **changes)
    assert told.regrouped is None
    assert told.refusal is not None
    assert told.refusal.code == code
    assert t.state.units["A1"].marks == t.unit("A1").marks


@clause("ba.geometry.path", "ba.geometry.coherency")
def test_a_drop_behind_a_wall_is_walked_round_by_the_first_too() -> None:
    t, told = at_corner((120.0, 8.5), spots=LINE)
    assert told.refusal is None
    assert told.regrouped is not None
    assert "walk round" in told.regrouped.text
    # he goes by the end of the wall, and no longer than a way along it takes
    assert len(told.legs) > 1
    assert max(leg.pose.place[0] for leg in told.legs) > 46.9
    assert told.cost <= 16.0
    assert t.send(told.regrouped.answer).accepted


def mover_of(t: Position) -> Mover:
    """Who may walk, as the open question offers it."""
    offer = t.question.offer
    assert isinstance(offer, Act)
    way = next(each.offer for each in offer.actors[0].actions if each.id == "move")
    assert isinstance(way, PathOffer)
    return way.movers[0]


@clause("ba.move.hard_half", "ba.move.soft_half", "ba.geometry.path")
def test_the_table_is_told_what_stands_in_the_way_and_which_ground_halves_it() -> None:
    bushes = piece("bushes", 30, 40, 0, length=8.0, width=8.0)
    t = table(squad("A1", RIFLES, *LINE[0], *LINE[1:]), squad("A2", ONE, 60, 20), FAR, terrain=(WALL, bushes))
    mover = mover_of(t)
    assert not isinstance(mover.meets, UnsetType)
    assert not isinstance(mover.slows, UnsetType)
    assert set(mover.meets) == {"B1", "T1"}
    assert [(slow.kind, slow.points) for slow in mover.slows] == [("cover", 8.0)]
    # where less is left of the turn than half an action, cover takes nothing off it
    t = table(squad("A1", ONE, 48, 25, moved=25_000_000), FAR, terrain=(WALL, bushes))
    mover = mover_of(t)
    assert (mover.left, mover.slows) == (7.0, ())


@clause("ba.geometry.path")
def test_the_way_round_a_wall_is_the_shortest_there_is() -> None:
    wall = Scene([rectangle_at(Pose.at(20.0, 20.0), 10.0, 1.0)], (0.0, 0.0, 60.0, 60.0))
    posts = Posts([wall], 1.0, (20.0, 15.0), 20.0)
    way = way_round(posts, (20.0, 15.0), (20.0, 25.0), 30.0)
    assert way is not None
    # by two corners that are kept at a distance: not under the way by their farthest points, and hardly over it
    assert 16.0 < way_length((20.0, 15.0), way) < 16.5
    assert all(posts.is_clear(here, there) for here, there in pairwise([(20.0, 15.0), *way]))
    assert way_round(posts, (20.0, 15.0), (20.0, 25.0), 15.0) is None


@clause("ba.geometry.path", "ba.move.rate", "ba.geometry.coherency", "ba.move.hard_half")
def test_a_drop_that_can_be_walked_to_is_not_refused() -> None:
    """Over villages with walls, hills, houses: wherever the first mini can get to by a dry way, the squad follows."""
    refused, asked = [], 0
    for seed in range(1, 11):
        state, rng = in_a_village(seed), random.Random(seed)
        for own in [each for each in state.units.values() if each.seat == 0 and stands_well(state, each)]:
            for _ in range(8):
                order = a_drop(state, own, rng)
                if order is None:
                    continue
                told, asked = path(state, 0, order), asked + 1
                assert isinstance(told, PathFace)
                refused += [told.refusal.sentence] if told.refusal is not None else []
    assert asked > 100
    assert len(refused) <= asked * 0.005, refused
    assert all("is in the way" in each or "would stand on" in each or "Through" in each for each in refused)


def in_a_village(seed: int) -> State:
    rng = random.Random(seed)
    cards = ("5 regular repeater", "3 regular smg", "4 veteran carbine")
    units = [
        unit(f"{'AB'[n % 2]}{n // 2}", rng.choice(cards), rng.uniform(8, 88), rng.uniform(6, 90)) for n in range(10)
    ]
    return lay_table("brick_action", units, options={"village": seed}, anyhow=True).state


def stands_well(state: State, who: Unit) -> bool:
    places = {each.id: each.pose for each in who.standing if each.pose is not None}
    free = Posts([ground_for(state, who)[0]], 1.0, (0.0, 0.0), 0.0)
    outside = all(free.is_free(pose.place) for pose in places.values()) and not any(each.inside for each in who.squad)
    return outside and pace(state, who, 16.0) == 16.0 and standing_fault(state, who, places) is None


def a_drop(state: State, who: Unit, rng: random.Random) -> Move | None:
    """A straight drop at a free place that the first mini can walk to in time without touching cover."""
    pose = who.standing[0].pose
    assert pose is not None
    heading, studs = rng.uniform(0, 360), rng.uniform(1, 15.5)
    end = tracks_of(state, who, Move(who.id, (Stride(heading, studs),)))[0].poses[-1].place
    posts = Posts([ground_for(state, who)[0], match_of(state).rough], 1.0, pose.place, 18.0)
    reached = posts.is_free(end) and way_round(posts, pose.place, end, 15.5) is not None
    return Move(who.id, (Stride(heading, studs),)) if reached else None


@clause("ba.geometry.mini", "ba.geometry.path")
def test_nobody_closes_up_onto_a_friend() -> None:
    t = table(squad("A1", RIFLES, *LINE[0], *LINE[1:]), squad("A2", ONE, 48, 35.2), FAR, terrain=(WALL,))
    told = path(t.state, 0, Move("A1", (Stride(90.0, 8.0),)))
    assert isinstance(told, PathFace)
    assert told.regrouped is not None
    assert t.send(told.regrouped.answer).accepted


@clause("ba.geometry.path")
def test_a_way_given_mini_by_mini_is_judged_as_it_is() -> None:
    t, _told = at_corner((90.0, 8.0))
    order = {"answer": "walk", "unit": "A1", "ways": [{"figure": "f5", "points": [(38.0, 33.0)]}]}
    refused = t.send(order).refusal
    assert refused is not None
    assert refused.code == "blocked"
    assert walk(t, "A1", 270, 4).accepted
    assert to_builtins(t.unit("A1").marks)["moved"] == 4_000_000


class _Passer:
    """Ends its turn."""

    def decide(self, match: Match, view: View) -> Any:
        assert view.decision is not None
        return view.decision.suggest(imagine(view, match), 1)[0].answer


@clause("ba.geometry.path", "ba.geometry.coherency")
def test_in_words_too_a_squad_closes_up_and_says_so(tmp_path: Path) -> None:
    t = table(squad("A1", RIFLES, *LINE[0], *LINE[1:]), FAR, terrain=(WALL,))
    agreed = Agreement(0, "recruit", 1)
    interpreter = Interpreter(
        LocalGame(t.match, agreed, {1: _Passer()}), lambda _match, _agreed: {1: _Passer()}, tmp_path
    )
    reply = hear(interpreter, "move A1 north 7")
    assert reply.refusal is None
    assert reply.lines == ["They cannot keep their places on this way: they follow the first and close up about him."]
    first = interpreter.state.units["A1"].squad[0].pose
    assert first is not None
    assert first.place == (48.0, 32.0)
    # who can go in formation does, without a word
    assert hear(interpreter, "move A1 east 4").lines == []
    # and where nobody gets through it is refused as ever
    stopped = hear(interpreter, "move A1 west 12 south 12").refusal
    assert stopped is not None


@clause("ba.geometry.path", "ba.geometry.coherency")
def test_who_gets_nowhere_is_told_what_is_in_the_way() -> None:
    wall = piece("wall", 40, 30, 0, length=60.0, width=1.0)
    spots = [(34.0 + 2.1 * place, 28.1) for place in range(5)]
    _t, told = at_corner((90.0, 1.0), spots=spots, terrain=(wall,))
    assert told.regrouped is None, "nobody walks for a first mini that would stay where he is"
    assert told.refusal is not None
    assert told.refusal.code == "blocked"
