"""Measuring aids on paper: as large as the rules say, in millimetres, each with a clause that exists."""

from __future__ import annotations

from itertools import chain

import pytest

from brickfield.core.shown.aids import Aid
from brickfield.games import all_games

AIDS: dict[str, dict[str, Aid]] = {
    game.id: {aid.id: aid for aid in chain.from_iterable(each() for each in game.aids)} for game in all_games()
}


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_aid_names_a_clause(game: object) -> None:
    aids = AIDS[game.id].values()  # type: ignore[attr-defined]
    cited = {aid.clause for aid in aids} | {mark.clause for aid in aids for mark in aid.marks}
    assert cited <= set(game.clauses)  # type: ignore[attr-defined]


def test_they_are_as_large_as_the_books_say() -> None:
    tanks, mechs, ships, squads = AIDS.values()
    assert tanks["ruler"].length == pytest.approx(12 * 25.4)
    # a marker of 6 by 4 studs, a mined square of 6 inches, a Smoke Screen of 3 inches radius
    assert (tanks["mine"].length, tanks["mine"].width) == pytest.approx((48, 32), rel=1e-3)
    assert (tanks["mined_square"].length, tanks["smoke"].length) == pytest.approx((152.4, 76.2))
    # a Brick is four studs; melee to 3, short to 10, long to 20
    assert [mark.at for mark in mechs["ruler"].marks] == pytest.approx([96, 320, 640])
    assert [mark.at for mark in ships["ruler"].marks] == pytest.approx([5 * 25.4, 10 * 25.4, 15 * 25.4])
    # 45 degrees to either side
    assert (ships["ram"].degrees, mechs["primary"].degrees, tanks["front"].degrees) == (90, 90, 90)
    # smoke covers 16 by 16 studs
    assert (squads["smoke"].length, squads["smoke"].width) == (128, 128)
