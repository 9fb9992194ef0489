"""Battles of tanks that are about something: one move before victory it is made, by a bot that plans and by hints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.play import give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.players.lab.scripted import SCRIPTS
from brickfield.players.levels import make_player
from brickfield.players.searching_seat import SearchSeat
from brickfield.players.winning import wins_now
from brickfield.testing import Position, lay_table, piece, unit

GAME = "micro_brick_battle"
NORTH = {"goal": "get_beyond", "seat": 0, "axis": "y", "line": 20, "side": "above", "units": 2}
SOUTH = {"goal": "get_beyond", "seat": 1, "axis": "y", "line": 16, "side": "below", "units": 2}
TOWN = {"goal": "be_alone_in", "seat": 0, "area": {"x": 24, "y": 26, "length": 24, "width": 12}}
RAZE = {"goal": "raze_all", "seat": 0, "features": ["House"]}
RUN = [
    {"goal": "leave_by_edge", "seat": 0, "card": "Staff Car", "edge": "x=48"},
    {"goal": "slay_unit", "seat": 1, "card": "Staff Car"},
]
SQUARE = {"x": 24, "y": 18, "length": 8, "width": 8, "from_round": 1, "points_to_win": 3, "clause": "mbb.win.scenario"}
PLAYERS = ("regular", "hinted")
Place = tuple[float, float]


def ours(*places: Place, heading: float = 90) -> list[dict[str, Any]]:
    return [unit(f"A{number}", "M4 Sherman", x, y, heading) for number, (x, y) in enumerate(places, 1)]


def theirs(*places: Place, card: str = "Panzer III") -> list[dict[str, Any]]:
    return [unit(f"B{number}", card, x, y, 270) for number, (x, y) in enumerate(places, 1)]


def driven(t: Position, player: str) -> State:
    """The table after the movement of whoever is asked."""
    bot = SCRIPTS[player]() if player in SCRIPTS else make_player(player, t.match.game, 1)
    state, dice = t.state, SeededDice(1)
    while (decision := state.decision) is not None and decision.kind == "move_units":
        led = give(state, decision, bot.decide(t.match, view(state, decision.seat)), dice)
        assert not isinstance(led, Refusal), led
        state = led.state
    return state


def shots(t: Position, player: str) -> set[str]:
    """What is fired at."""
    bot = SCRIPTS[player]() if player in SCRIPTS else make_player(player, t.match.game, 1)
    decision = t.state.decision
    assert decision is not None
    assert decision.kind == "declare_targets"
    answer = decision.read(bot.decide(t.match, view(t.state, decision.seat)))
    return {shot.target for shot in answer.shots}


def those(state: State, seat: int, here: Callable[[float, float], bool]) -> int:
    """How many units of a seat are on such ground."""
    poses = [each.pose for each in state.units.values() if each.seat == seat and each.alive]
    return sum(pose is not None and here(*pose.place) for pose in poses)


def in_town(x: float, y: float) -> bool:
    return 12 <= x <= 36 and 20 <= y <= 32


def in_square(x: float, y: float) -> bool:
    return abs(x - 24) <= 4 and abs(y - 18) <= 4


# --- a car that must get away ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(
    ("heading", "in_the_way", "friend"),
    [
        (0, [], (30, 18)),
        (90, [], (30, 18)),
        (180, [], (30, 18)),
        (45, [], (30, 18)),
        (0, [piece("Wall", 45, 18, 90, length=6)], (30, 18)),
        (0, [], (44.5, 18)),
    ],
    ids=["ahead", "aside", "behind", "aslant", "behind a wall", "behind a friend"],
)
def test_a_car_that_can_get_away_does(heading: float, in_the_way: list[Any], friend: Place, player: str) -> None:
    """Three enemies have it in sight, and there is something to shoot at."""
    car = [unit("A1", "Staff Car", 42, 18, heading), unit("A2", "M4 Sherman", *friend, 0)]
    t = lay_table(GAME, [*car, *theirs((36, 26), (40, 30), (44, 30))], in_the_way, goals=RUN, round=4, phase="movement")
    outcome = driven(t, player).outcome
    assert outcome is not None
    assert outcome.winners == (0,)


def test_victory_is_taken_before_other_ideas_are_played_out() -> None:
    car = [unit("A1", "Staff Car", 42, 18, 0), unit("A2", "M4 Sherman", 30, 18, 0)]
    t = lay_table(GAME, [*car, *theirs((36, 26), (40, 30))], goals=RUN, round=4, phase="movement")
    decision, bot = t.state.decision, make_player("veteran", t.match.game, 1)
    assert decision is not None
    found = decision.suggest(t.state, 25)
    won = wins_now(t.state, decision, found)
    assert won is not None
    assert won.kind == "leave"
    assert wins_now(t.state, decision, [each for each in found if each is not won]) is None
    assert bot.decide(t.match, view(t.state, 0)) == won.answer
    assert isinstance(bot, SearchSeat)
    assert bot.verdict is None, "nothing had to be compared"


@pytest.mark.parametrize("player", PLAYERS)
def test_the_car_is_shot_at_whoever_else_is_an_easier_target(player: str) -> None:
    units = [
        unit("A1", "Staff Car", 44, 18, 0),
        unit("A2", "M4 Sherman", 20, 10, 0),
        unit("B1", "Panzer III", 30, 18, 0),
    ]
    t = lay_table(GAME, units, goals=RUN, round=4, seat=1, phase="target_declaration")
    assert shots(t, player) == {"A1"}


# --- ground to get to, to be alone in, and to hold -------------------------------------------------------------------


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("heading", [90, 270, 0])
@pytest.mark.parametrize("last", [10, 0])
def test_the_second_unit_gets_beyond_the_line_under_fire(heading: float, last: int, player: str) -> None:
    own = ours((10, 22), (14, 15), (40, 4), heading=heading)
    foes = theirs((14, 30), (20, 30), (30, 30), (26, 32))
    t = lay_table(GAME, [*own, *foes], goals=[NORTH, SOUTH], round=5, round_limit=last, first=1, phase="movement")
    assert those(driven(t, player), 0, lambda _x, y: y > 20) >= 2


@pytest.mark.parametrize("player", PLAYERS)
def test_an_empty_town_is_taken_and_one_that_is_taken_is_disputed(player: str) -> None:
    common = {"goals": [TOWN], "holder": 1, "round": 6, "round_limit": 10, "phase": "movement"}
    t = lay_table(GAME, [*ours((24, 15), (8, 4)), *theirs((24, 34.5), (40, 34), (6, 33))], first=1, **common)
    assert those(driven(t, player), 0, in_town)
    t = lay_table(GAME, [*ours((24, 24), (20, 22), (28, 22)), *theirs((24, 34), (40, 34))], first=0, seat=1, **common)
    assert those(driven(t, player), 1, in_town), "else the town falls as the round ends"


@pytest.mark.parametrize("player", PLAYERS)
def test_the_last_point_is_scored_denied_and_not_driven_away_from(player: str) -> None:
    tigers = [unit("B2", "Tiger I", 18, 30, 270), unit("B3", "Tiger I", 30, 30, 270)]
    common = {"objective": SQUARE, "first": 1, "round": 5, "round_limit": 10, "phase": "movement"}
    t = lay_table(GAME, [*ours((24, 9), (20, 9), (30, 4)), *theirs((24, 20)), *tigers], scores=(2, 0), **common)
    assert those(driven(t, player), 0, in_square) >= 2, "one more than they have"
    t = lay_table(GAME, [*ours((24, 9), (8, 4)), *theirs((24, 19)), *tigers], scores=(0, 2), **common)
    assert those(driven(t, player), 0, in_square)
    t = lay_table(GAME, [*ours((24, 18), (22, 16)), *theirs((44, 33), (4, 33), (40, 33))], scores=(2, 0), **common)
    assert those(driven(t, player), 0, in_square), "who leads holds what it has"


# --- buildings -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(("markers", "target"), [(1, "T1"), (3, "B1")])
def test_the_shot_that_brings_the_last_building_down_goes_before_a_good_one(
    markers: int, target: str, player: str
) -> None:
    house = [piece("House", 24, 24, hit_markers=markers)]
    units = [*ours((24, 14)), unit("B1", "Panzer III", 30, 22, 90)]
    options = {"destructible": "true"}
    t = lay_table(GAME, units, house, goals=[RAZE], options=options, round=4, phase="target_declaration")
    assert shots(t, player) == {target}
