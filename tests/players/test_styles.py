"""Styles of the bots: each of them does something else in a position of each game, and none is a level of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot
from typing import Any

import pytest

from brickfield.core.board import Unit
from brickfield.core.dice import SeededDice
from brickfield.core.play import Progress, give
from brickfield.core.views import view
from brickfield.games import all_games
from brickfield.players.levels import bot_name, bot_of, bot_words, fault_of, levels, make_player, parts_of, styles
from brickfield.testing import Position, lay_table, piece, unit
from tests.rules.battle_of_the_sea.table import CUTTER, GALLEON, area, sea, ship
from tests.rules.brick_mech.table import mech

Spot = tuple[float, float]
SQUARE = {"x": 24, "y": 18, "length": 6, "width": 6, "from_round": 2, "points_to_win": 3, "clause": "mbb.win.scenario"}
MARKER = {"options": {"victory": "hold_marker"}, "objective": {"marker": [20.0, 15.0]}}
CAPTURE = {"kind": "capture", "attacker": 0, "marker": [60, 10]}


def tanks(units: list[dict[str, Any]], house: Spot, **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, [piece("House", *house)], **more)


def for_the_square(units: list[dict[str, Any]], house: Spot) -> Position:
    return tanks(units, house, objective=SQUARE, scores=(0, 0), first=0, round=2, round_limit=10)


def mechs(a: tuple[float, float, float], b: tuple[float, float, float], wall: Spot, **more: Any) -> Position:
    return lay_table("brick_mech", [mech("A1", *a), mech("B1", *b)], [piece("Wall", *wall, 90)], **more)


def squads(cards: tuple[str, ...], spots: tuple[Spot, ...], bags: tuple[Spot, ...], **more: Any) -> Position:
    units = [unit(name, card, *spot) for name, card, spot in zip(("A1", "B1", "B2"), cards, spots, strict=False)]
    walls = [{"feature": "sandbags", "x": x, "y": y, "length": 14.0, "width": 1.0, "heading": 90.0} for x, y in bags]
    # in the first round nobody is in haste yet
    return lay_table("brick_action", units, walls, round=1, **more)


# Tables on which a style tells, each made anew; what is measured is how far A1 then stands from a place.
BOLD: Mapping[str, Callable[[], Position]] = {
    "micro_brick_battle": lambda: tanks(
        [unit("A1", "M4 Sherman", 17, 13), unit("B1", "Tiger I", 29, 23, 270)], (24, 16)
    ),
    "brick_mech": lambda: mechs((13, 15, 90), (30, 21, 90), (20, 13)),
    "battle_of_the_sea": lambda: sea(ship("A1", CUTTER, 22, 7, 0), ship("B1", CUTTER, 24, 25, 270)),
    "brick_action": lambda: squads(
        ("5 regular smg", "3 regular carbine", "4 regular repeater"),
        ((21, 55), (89, 50), (66, 29)),
        ((42, 59), (52, 42)),
    ),
}
CAREFUL: Mapping[str, Callable[[], Position]] = {
    "micro_brick_battle": lambda: for_the_square(
        [unit("A1", "M10 Wolverine", 22, 5), unit("B1", "Tiger I", 33, 27, 270), unit("B2", "Tiger I", 24, 26, 270)],
        (18, 17),
    ),
    "brick_mech": lambda: mechs((13, 21, 90), (34, 15, 180), (26, 15)),
    "battle_of_the_sea": lambda: sea(ship("A1", CUTTER, 16, 7, 45), ship("B1", GALLEON, 12, 26, 180)),
    "brick_action": lambda: squads(
        ("4 regular carbine", "5 regular smg", "4 regular repeater"),
        ((36, 54), (68, 42), (60, 34)),
        ((43, 20), (54, 27)),
    ),
}
HUNTER: Mapping[str, tuple[Callable[[], Position], Spot]] = {
    "micro_brick_battle": (
        lambda: for_the_square(
            [unit("A1", "M4 Sherman", 28, 8), unit("B1", "Panzer II", 33, 29, 270), unit("B2", "Tiger I", 28, 23, 270)],
            (29, 11),
        ),
        (24, 18),
    ),
    "brick_mech": (lambda: mechs((6, 11, 90), (20, 16, 0), (25, 16), **MARKER), (20, 15)),
    "battle_of_the_sea": (
        lambda: sea(
            ship("A1", GALLEON, 16, 13, 0),
            *[
                ship(f"B{n}", GALLEON, *at, 270, marks={"additional": 0, "base": 2})
                for n, at in ((1, (17, 21)), (2, (19, 18)))
            ],
            terrain=[area("island", 7, 13, 11, 17, treasures=[1])],
            options={"gold": True},
            goal="transport_of_gold",
            last_round=20,
        ),
        (9, 15),
    ),
    "brick_action": (
        lambda: squads(("4 regular repeater", "4 regular smg"), ((20, 30), (60, 70)), (), objective=CAPTURE),
        (60, 10),
    ),
}
GAMES = [game.id for game in all_games()]


def place(each: Unit) -> Spot:
    """Where a unit is; a squad is in the middle of its minis."""
    if each.pose is not None:
        return each.pose.place
    spots = [figure.pose.place for figure in each.standing if figure.pose is not None]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def away(t: Position, bot: str, spot: Spot | None = None) -> float:
    """How far A1 is from a place, or from B1, once a bot has given its order."""
    decision = t.state.decision_of(0)
    assert decision is not None
    led = give(t.state, decision, make_player(bot, t.match.game, 1).decide(t.match, view(t.state, 0)), SeededDice(1))
    assert isinstance(led, Progress), led
    (x, y), (there_x, there_y) = place(led.state.units["A1"]), spot or place(led.state.units["B1"])
    return hypot(x - there_x, y - there_y)


def test_every_game_is_thought_of() -> None:
    assert set(GAMES) == set(BOLD) == set(CAREFUL) == set(HUNTER)


@pytest.mark.parametrize("game", GAMES)
def test_a_bold_bot_goes_nearer(game: str) -> None:
    assert away(BOLD[game](), "regular:bold") < away(BOLD[game](), "regular") - 1.0


@pytest.mark.parametrize("game", GAMES)
def test_a_careful_bot_stays_further_off(game: str) -> None:
    assert away(CAREFUL[game](), "regular:careful") > away(CAREFUL[game](), "regular") + 1.0


@pytest.mark.parametrize("game", GAMES)
def test_a_hunter_goes_for_the_goal(game: str) -> None:
    table, goal = HUNTER[game]
    assert away(table(), "regular:hunter", goal) < away(table(), "regular", goal) - 1.0


# --- names ------------------------------------------------------------------------------------------------------------


def test_a_style_multiplies_what_its_level_minds_and_leaves_the_rest() -> None:
    plain, bold = bot_of("veteran", "micro_brick_battle"), bot_of("veteran:bold", "micro_brick_battle")
    assert bold.weights == styles()["bold"].weights
    assert (bold.id, bold.search, bold.passes) == ("veteran:bold", plain.search, plain.passes)
    # where a game wants another measure, that one counts
    by_game = styles()["bold"].by_game["brick_action"]
    assert bot_of("regular:bold", "brick_action").weights.items() >= by_game.items()
    assert bot_of("regular:even", "brick_action") == levels()["regular"]


def test_a_bot_is_named_by_level_and_style() -> None:
    assert (bot_name("regular", "bold"), bot_name("regular", "even")) == ("regular:bold", "regular")
    assert (parts_of("regular:bold"), parts_of("regular")) == (("regular", "bold"), ("regular", "even"))
    assert (bot_words("regular:bold"), bot_words("regular")) == ("bold regular", "regular")


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("admiral:bold", "unknown_level", "commander"),
        ("regular:shy", "unknown_style", "even, bold, careful, hunter"),
        ("recruit:bold", "no_style", "regular, veteran, commander"),
    ],
)
def test_who_is_not_there_is_refused_by_naming_those_who_are(name: str, code: str, told: str) -> None:
    fault = fault_of(name)
    assert fault is not None
    assert fault[0] == code
    assert told in fault[1]
    with pytest.raises(ValueError, match=told):
        make_player(name, next(iter(all_games())), 1)
