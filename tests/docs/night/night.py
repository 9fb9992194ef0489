"""Night: nobody sees far and everybody drives slowly, until a flare goes up."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, read
from brickfield.core.numbers import number_text
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.battlefield import describe, footprint
from brickfield.games.micro_brick_battle.base.turns import turn_begins
from brickfield.games.micro_brick_battle.base.unit_stats import modified_movement
from brickfield.games.micro_brick_battle.base.views import near_enough, sight_range, too_far_to_see
from brickfield.geometry import Shape, distance
from tests.docs.night.chapter import FLARE, NIGHT


class Dark(TableRow, frozen=True):
    """The numbers of the night."""

    sight_inches: float
    movement_points: int
    flare_every_rounds: int


@cache
def dark() -> Dark:
    """The table `night.toml`."""
    return read("night.toml", Dark, Path(__file__).parent)


@rule("mbb.night.flare")
def is_dark(state: State) -> bool:
    """Whether no flare burns."""
    return not state.facts.get(FLARE, 0)


@sight_range.amended(NIGHT)
@rule("mbb.night.sight")
def sight_at_night(state: State, limit: float | None) -> float | None:
    """In the dark nobody sees far, whatever the weather is."""
    if not is_dark(state):
        return limit
    return dark().sight_inches if limit is None else min(limit, dark().sight_inches)


@too_far_to_see.amended(NIGHT)
@rule("mbb.night.sight")
def too_far_at_night(state: State, looker: Unit, aim: str, shape: Shape) -> Refusal | None:
    """Why the dark hides a target."""
    if near_enough(state, looker, shape):
        return None
    most, far = dark().sight_inches, distance(footprint(state, looker), shape)
    sentence = (
        f"{aim} is {number_text(far)} inches away; in the dark {describe(state, looker.id)} sees {number_text(most)}."
    )
    return illegal("too_dark", "mbb.night.sight", sentence, inches=far, limit=most)


@modified_movement.amended(NIGHT)
@rule("mbb.night.slow")
def movement_at_night(state: State, unit: Unit, points: int) -> int:
    """In the dark everybody feels the way."""
    return points + dark().movement_points if is_dark(state) else points


@turn_begins.amended(NIGHT)
@rule("mbb.night.flare")
def flare_goes_up(t: Table, seat: int) -> None:
    """Every third round a flare burns over the whole table, as long as the round lasts."""
    burns = int(t.match.options.night == "flares" and t.facts["round"] % dark().flare_every_rounds == 0)
    if t.facts.get(FLARE, 0) != burns:
        t.emit(happened.FactChanged(name=FLARE, value=burns, clause="mbb.night.flare"))
