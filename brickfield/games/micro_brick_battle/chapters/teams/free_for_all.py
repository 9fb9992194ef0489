"""Free for all: everybody against everybody from the edges of the table, and a new roll for every round."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.board import GONE, WRECK
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, read_numbers
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Frame, Goto, Roll
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Shape, distance
from ...base.battlefield import Area, BattleMatch, battle_of, describe, standing
from ...base.measures import measures
from ...base.starting_a_game import may_begin_so_near, placing_strip
from ...base.turns import round_the_table
from ...base.unit_stats import cost_when_lost
from ...base.winning import score_by_losses
from .chapter import FREE_FOR_ALL

INITIATIVE = "initiative"
# Fewer players have the whole strip along their edges.
_CROWDED = 3


class FreeForAllNumbers(TableRow, frozen=True):
    """The table of a free-for-all and its zones, in inches."""

    table_inches: float
    zone_half_inches: float
    apart_inches: float
    clauses: dict[str, str]


@cache
def free_for_all_numbers() -> FreeForAllNumbers:
    """The table `free_for_all.toml`."""
    return read_numbers("free_for_all.toml", FreeForAllNumbers, Path(__file__).parent)


@round_the_table.amended(FREE_FOR_ALL)
@rule("mbb.ffa.roll", "mbb.geometry.table")
def clockwise(state: State, first: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The seats clockwise as seen from above."""
    match = battle_of(state)
    edges = ("y=0", "x=0", f"y={match.height:g}", f"x={match.width:g}")
    around = sorted(seats, key=lambda seat: edges.index(match.edges[seat]))
    begin = around.index(first)
    return (*around[begin:], *around[:begin])


@placing_strip.amended(FREE_FOR_ALL)
@rule("mbb.ffa.own")
def narrowed(state: State, seat: int, depth: float, strip: Area) -> Area:
    """With three or more players a Deployment Zone is only the middle of the strip, so that nobody is shut out."""
    match = battle_of(state)
    if match.seats < _CROWDED:
        return strip
    half, (x0, y0, x1, y1) = free_for_all_numbers().zone_half_inches, strip
    if match.edges[seat].startswith("y="):
        return max(x0, match.width / 2 - half), y0, min(x1, match.width / 2 + half), y1
    return x0, max(y0, match.height / 2 - half), x1, min(y1, match.height / 2 + half)


@may_begin_so_near.amended(FREE_FOR_ALL)
@rule("mbb.ffa.18")
def too_near(state: State, seat: int, unit_id: str, shape: Shape) -> Refusal | None:
    """Units of different players start no nearer to each other than 18 inches, measured between footprints."""
    apart, allied = free_for_all_numbers().apart_inches, state.match.allied
    for other, footprint in standing(state):
        if not allied(other.seat, seat):
            away = distance(shape, footprint)
            if away < apart - measures().tolerance_inches:
                name, enemy = describe(state, unit_id), describe(state, other.id)
                sentence = f"{name} would stand {away:.2f} inches from {enemy}; armies start {apart:g} inches apart."
                return illegal("too_near", "mbb.ffa.18", sentence, inches=away, apart=apart, enemy=other.id)
    return None


@rule("mbb.ffa.18", "mbb.ffa.own")
def table_too_small(match: BattleMatch) -> Refusal | None:
    """A table on which even the back borders of two zones lie nearer than 18 inches needs to be larger."""
    if not match.free_for_all or match.seats < _CROWDED:
        return None
    half, apart = free_for_all_numbers().zone_half_inches, free_for_all_numbers().apart_inches
    corner = ((match.width / 2 - half) ** 2 + (match.height / 2 - half) ** 2) ** 0.5
    if min(corner, match.width, match.height) >= apart:
        return None
    side = free_for_all_numbers().table_inches
    sentence = (
        f"A table of {match.width:g} by {match.height:g} inches is too small for {match.seats} armies that start "
        f"{apart:g} inches apart; take one of {side:g} by {side:g}."
    )
    return illegal("table_too_small", "mbb.ffa.18", sentence, width=match.width, height=match.height, offered=side)


@score_by_losses.amended(FREE_FOR_ALL)
@rule("mbb.win.stalemate", "mbb.ffa.win")
def living_cost(state: State, seat: int, destroyed: int) -> int:
    """The RC of what a player has left, on the table or still to come."""
    left = (unit for unit in state.units.values() if unit.seat == seat and unit.status not in (WRECK, GONE))
    return sum(cost_when_lost(state, unit) for unit in left)


class RollForFirst(Frame):
    """Everybody throws a die; those tied for the highest throw again, until one is left."""

    rollers: tuple[int, ...] = ()
    label: str = INITIATIVE
    faces: tuple[tuple[int, ...], ...] = ()
    throws: tuple[happened.Throw, ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("throw", "compare")
    PUBLIC: ClassVar[tuple[str, ...]] = ("rollers", "label", "faces", "throws")

    @rule("mbb.ffa.roll", "mbb.setup.roll")
    def throw(self, t: Table) -> Any:
        """One die each."""
        faces = measures().die_faces
        return Roll(tuple(Pool(1, self.label, faces, seat) for seat in self.rollers), into="faces")

    @rule("mbb.ffa.roll", "mbb.setup.roll", "mbb.setup.first_player")
    def compare(self, t: Table) -> Any:
        """The highest begins; of a tie only those in it throw again."""
        rolled = [shown[0] for shown in self.faces]
        now = tuple(
            happened.Throw(self.label, seat, shown) for seat, shown in zip(self.rollers, self.faces, strict=True)
        )
        self.throws += now
        best = tuple(seat for seat, face in zip(self.rollers, rolled, strict=True) if face == max(rolled))
        if len(best) > 1:
            self.rollers = best
            return Goto("throw")
        clause = "mbb.ffa.roll" if self.label == INITIATIVE else "mbb.setup.roll"
        t.emit(happened.FactChanged(name="first", value=best[0], clause=clause, throws=self.throws))
        return DONE
