"""Heavy support: a weapon on its mount, the crew that serves it and the minis that stand by to replace them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, read_numbers
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.refusal import Refusal, illegal
from ...base.minis import minis
from ..vehicles.armour import DICE
from ..vehicles.vehicles import vehicle_weapons

# the row of the armour table that heavy support fires with unless another was bought
PLAIN_ROW = "hmg"


class HeavyNumbers(TableRow, frozen=True):
    """The numbers of heavy weapons: points, crew, dice, studs."""

    points: int
    crew: int
    base_most: int
    alone_dice: int
    loader_dice: int
    reach: float
    range: float
    most_minis: int
    movers_half: int
    movers_full: int
    half_studs: float
    full_studs: float
    radius: float
    clauses: dict[str, str]


@cache
def heavy_numbers() -> HeavyNumbers:
    """The table `heavy_support.toml`."""
    return read_numbers("heavy_support.toml", HeavyNumbers, Path(__file__).parent)


@rule("ba.heavy.cost", "ba.heavy.vs_armor")
def heavy_points(row: str = PLAIN_ROW) -> int:
    """65 points with two regulars; another row of the armour table for the difference in points to the HMG."""
    weapons = vehicle_weapons()
    return heavy_numbers().points + weapons[row].cost - weapons[PLAIN_ROW].cost


@rule("ba.heavy.cost", "ba.obj.eliminate")
def heavy_gun_points(row: str = PLAIN_ROW) -> int:
    """What the weapon itself is worth: the price of the unit without its two regulars."""
    return heavy_points(row) - heavy_numbers().crew * minis()["regular"].cost


@rule("ba.heavy.extra")
def size_fault(minis: int) -> Refusal | None:
    """Two crew at least, and five minis at most with those who stand by."""
    numbers = heavy_numbers()
    if numbers.crew <= minis <= numbers.most_minis:
        return None
    sentence = f"A heavy support unit has {numbers.crew} to {numbers.most_minis} minis, not {minis}."
    return illegal("unit_size", "ba.heavy.extra", sentence, count=minis, most=numbers.most_minis)


@rule("ba.heavy.crew_max", "ba.heavy.extra")
def operating(near_enough: int) -> int:
    """How many of the minis that are near enough serve the weapon: two at most, the others stand by."""
    return min(near_enough, heavy_numbers().crew)


@rule("ba.heavy.base", "ba.heavy.dice", "ba.heavy.ladder")
def heavy_dice(crew: int) -> Tally:
    """A die for each of the crew and those of the weapon, one more with a loader; nothing the crew carries adds any."""
    numbers = heavy_numbers()
    base = min(crew, numbers.base_most)
    loaded = crew >= numbers.crew
    added = numbers.loader_dice if loaded else numbers.alone_dice
    reason = "heavy support with a loader" if loaded else "heavy support"
    line = (Modifier(DICE, added, reason, "ba.heavy.dice"),) if crew else ()
    return Tally("attack dice", base, "crew", "ba.heavy.base", line)


@rule("ba.heavy.dice")
def crew_fault(crew: int) -> Refusal | None:
    """A weapon that nobody serves cannot fire."""
    if crew:
        return None
    reach = heavy_numbers().reach
    return illegal("no_crew", "ba.heavy.dice", f"Nobody is within {reach:g} studs of the weapon to serve it.")


@rule("ba.heavy.move")
def heavy_allowance(minis: int) -> float:
    """How far the weapon moves in an action: all minis of the unit lend a hand, one alone cannot move it."""
    numbers = heavy_numbers()
    if minis >= numbers.movers_full:
        return numbers.full_studs
    return numbers.half_studs if minis >= numbers.movers_half else 0.0
