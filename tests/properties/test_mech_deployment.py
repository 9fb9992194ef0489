"""Nobody is ever stuck in the deployment of BrickMech: random tables, crowds, and players who waste their room."""

from __future__ import annotations

import random

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games import find_game
from brickfield.games.brick_mech.base.battlefield import area_of
from brickfield.games.brick_mech.base.deployment import DeployUnit, LayAnew, Place, waiting_units
from brickfield.games.brick_mech.base.measures import features
from brickfield.testing import clause

GAME = find_game("brick_mech")
assert GAME is not None
# how often somebody looks for a place at random before asking for one
TRIES = 25


def crowd(rng: random.Random) -> Setup:
    """As many players as there may be, each with a crowd, on a table with things in the zones."""
    seats, width, depth = rng.randint(2, 6), rng.choice((24.0, 40.0)), rng.choice((24.0, 30.0))
    units = [
        {
            "id": f"{'ABCDEF'[seat]}{number}",
            "seat": seat,
            "card": rng.choice(("trooper", "rampart")),
            "status": "waiting",
            "changes": {"base_side": rng.choice((2.0, 2.0, 1.0, 3.0))},
        }
        for seat in range(seats)
        for number in range(1, rng.randint(3, 12) + 1)
    ]
    solid = [name for name, feature in features().items() if feature.is_obstacle]
    terrain = [
        {
            "feature": rng.choice(solid),
            "x": rng.uniform(3.0, width - 3.0),
            "y": rng.choice((rng.uniform(3.0, depth - 3.0), 3.5)),
            "heading": rng.uniform(0, 360),
        }
        for _ in range(rng.randint(0, 6))
    ]
    return Setup(
        "brick_mech", "", position={"phase": "deployment", "size": [width, depth], "units": units, "terrain": terrain}
    )


def wasteful(state: State, decision: DeployUnit, rng: random.Random) -> Place | None:
    """Any unit at any legal place, turned as it takes most room, if one is come upon."""
    x0, y0, x1, y1 = area_of(state, decision.seat)
    for _ in range(TRIES):
        unit = rng.choice(waiting_units(state, decision.seat))
        place = Place(unit.id, rng.uniform(x0, x1), rng.uniform(y0, y1), rng.choice((45.0, rng.uniform(0, 360))))
        if decision.validate(state, place) is None:
            return place
    return None


@clause("bm.geometry.setup")
@pytest.mark.parametrize("seed", range(12))
def test_whoever_wastes_room_is_told_to_lay_out_anew_and_gets_everybody_onto_the_table(seed: int) -> None:
    rng = random.Random(seed)
    match = GAME.new_match(crowd(rng))
    while isinstance(match, Refusal):
        # too many for this table: it is said before, with the number that fits
        assert match.code == "no_room"
        assert match.data["room"] < match.data["units"]
        match = GAME.new_match(crowd(rng))
    state = begin(match, SeededDice(f"{seed}")).state
    careful: set[int] = set()
    answers = 0
    while isinstance(state.decision, DeployUnit):
        decision = state.decision
        ideas = decision.suggest(state, 30)
        assert ideas
        assert all(decision.validate(state, each.answer) is None for each in ideas)
        answer = None if decision.seat in careful else wasteful(state, decision, rng)
        if answer is None:
            # who has had to begin anew does as is suggested from then on
            answer = ideas[0].answer
            careful |= {decision.seat} if isinstance(answer, LayAnew) else set()
        played = give(state, decision, answer, SeededDice("1"))
        assert not isinstance(played, Refusal), played
        state = played.state
        answers += 1
        assert answers <= 3 * len(state.units)
    assert not any(unit.status == "waiting" for unit in state.units.values())
