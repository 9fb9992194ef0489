"""From an agreement to a battle: scenario, armies and points worked out, or the part of it that is not allowed."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.testing import clause, dice, piece, start, unit

GAME = "micro_brick_battle"
SHERMANS, PANZERS = (("M4 Sherman", 6),), (("Panzer III", 6),)


def agreed(*armies: Any, scenario: str = "six_v_six", **options: Any) -> Match | Refusal:
    game = find_game(GAME)
    assert game is not None
    return game.new_match(Setup(GAME, scenario, options, armies))


def refused(*armies: Any, **agreement: Any) -> tuple[str, str]:
    """Code and clause of the refusal."""
    refusal = agreed(*armies, **agreement)
    assert isinstance(refusal, Refusal)
    return refusal.code, refusal.clause


@clause("mbb.army.points", "mbb.about.genre")
def test_armies_that_are_brought_fight_instead_of_those_of_the_scenario() -> None:
    t = start(Setup(GAME, "six_v_six", armies=((("Churchill", 1), ("Cromwell", 2)), (("Panther", 1),))), dice(5, 2))
    units = [(each.id, each.seat, each.card, each.status) for each in t.state.units.values()]
    assert units == [
        ("A1", 0, "Churchill", "waiting"),
        ("A2", 0, "Cromwell", "waiting"),
        ("A3", 0, "Cromwell", "waiting"),
        ("B1", 1, "Panther", "waiting"),
    ]


@clause("mbb.army.points")
@pytest.mark.parametrize(
    ("points", "armies", "allowed"),
    [
        (0, (PANZERS, SHERMANS), True),  # 6 vs 6 gives 84 points for Shermans and 78 for Panzer III: the larger counts
        (0, ((("M4 Sherman", 7),), PANZERS), False),
        (0, (SHERMANS, (("Panzer III", 7),)), False),
        (98, ((("M4 Sherman", 7),), PANZERS), True),
        (97, ((("M4 Sherman", 7),), PANZERS), False),
        (83, (SHERMANS, PANZERS), False),
    ],
)
def test_each_army_keeps_within_the_points_agreed_or_those_of_the_scenario(
    points: int, armies: Any, allowed: bool
) -> None:
    if allowed:
        assert isinstance(agreed(*armies, point_limit=points), Match)
    else:
        assert refused(*armies, point_limit=points) == ("army_too_dear", "mbb.army.points")


@clause("mbb.army.minimum", "mbb.army.nation")
def test_an_army_that_may_not_be_fielded_stops_the_battle_before_it_begins() -> None:
    assert refused(SHERMANS, (("Staff Car", 1),)) == ("army_too_small", "mbb.army.minimum")
    mixed = (("Panther", 1), ("Churchill", 1))
    assert refused(mixed, PANZERS) == ("army_mixes_nations", "mbb.army.nation")
    assert isinstance(agreed(mixed, PANZERS, mixed_nations="any"), Match)


@clause("mbb.about.genre")
def test_a_battle_needs_a_scenario_and_an_army_for_each_side() -> None:
    assert refused(scenario="seven_v_seven") == ("unknown_scenario", "")
    assert refused(SHERMANS) == ("wrong_armies", "")
    assert refused(SHERMANS, PANZERS, PANZERS) == ("wrong_armies", "")


# --- positions -------------------------------------------------------------------------------------------------------

PAIR = (unit("A1", "M4 Sherman", 24, 4), unit("B1", "Panzer III", 24, 32))
ROOMLESS = {"phase": "deployment", "terrain": [piece("House", 24, 33, length=48, width=6)]}


@clause("mbb.about.genre", "mbb.geometry.deploy_full", "mbb.geometry.footprint.override")
@pytest.mark.parametrize(
    ("units", "more", "code", "cited"),
    [
        (PAIR, {"colour": "red"}, "bad_position", ""),
        ((*PAIR, unit("A1", "M4 Sherman", 30, 4)), {}, "bad_position", ""),
        ((unit("A1", "M4 Sherman", 24, 4, length_inches=0), PAIR[1]), {}, "bad_position", ""),
        ((unit("A1", "Shermann", 24, 4), PAIR[1]), {}, "unit_unknown", ""),
        (PAIR, {"terrain": [piece("Volcano", 24, 18)]}, "unknown_feature", ""),
        ((PAIR[0], unit("B1", "Panzer III", status="waiting")), ROOMLESS, "no_room", "mbb.geometry.deploy_full"),
    ],
)
def test_a_position_that_cannot_be_laid_out_is_refused(units: Any, more: Any, code: str, cited: str) -> None:
    game = find_game(GAME)
    assert game is not None
    refusal = game.new_match(Setup(GAME, "", position={"units": list(units), **more}))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == (code, cited)
