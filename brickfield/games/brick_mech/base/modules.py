"""Modules: legs, torso, shoulders and arms from the catalogue, what each adds to a Mech, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta

from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, TableRow, by_key
from ..data_files import read_rows
from .measures import RANGES, measures

LEGS, TORSO = "legs", "torso"
LEFT_SHOULDER, RIGHT_SHOULDER, LEFT_ARM, RIGHT_ARM = "left_shoulder", "right_shoulder", "left_arm", "right_arm"
# The six slots of a Mech in the order of a record sheet; the last four can come off.
SLOTS = (LEGS, TORSO, LEFT_SHOULDER, RIGHT_SHOULDER, LEFT_ARM, RIGHT_ARM)
PARTS = SLOTS[2:]
SIDES = ("left", "right")
SORT_OF_SLOT = {
    LEGS: "legs",
    TORSO: "torso",
    LEFT_SHOULDER: "shoulder",
    RIGHT_SHOULDER: "shoulder",
    LEFT_ARM: "arm",
    RIGHT_ARM: "arm",
}
# What belongs to the Mech as a whole, as the record sheet lists it.
NUMBERS = ("movement", "dodge", "targeting", "initiative", "defense_dice", "armor")

Bonus = Annotated[int, Meta(ge=-9, le=9)]
Dice = Annotated[int, Meta(ge=0, le=9)]


class Module(TableRow, frozen=True):
    """A preconstructed module. Shoulders and arms fit either side of a Mech; once mounted they are left or right."""

    id: Annotated[str, Meta(min_length=1, max_length=8, pattern="^[A-Za-z0-9_]+$")]
    slot: Literal["legs", "torso", "shoulder", "arm"]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    clause: str
    cost: int | None = None
    movement: Annotated[int, Meta(ge=0, le=30)] = 0
    dodge: Bonus = 0
    targeting: Bonus = 0
    initiative: Bonus = 0
    defense_dice: Dice = 0
    armor: Annotated[int, Meta(ge=0, le=99)] = 0
    melee: Dice = 0
    short: Dice = 0
    long: Dice = 0
    # how many feet legs are drawn with; it changes nothing in play
    feet: Annotated[int, Meta(ge=2, le=8)] = 2
    # what a vehicle goes on instead of legs, and whether the torso is a turret that turns all round
    drive: Literal["", "tracks", "wheels"] = ""
    turret: bool = False
    # the model of bricks it is drawn after, where one has been designed
    design: str = ""

    def dice(self, band: str) -> int:
        """Its Attack Dice at a range."""
        number: int = getattr(self, band)
        return number

    @property
    @rule("bm.data.cost")
    def points(self) -> int:
        """What it costs: each number has its price, so has a turret, and nothing costs less than 0."""
        prices = measures()
        names = (*RANGES, *NUMBERS, "turret")
        return max(0, sum(int(getattr(prices, f"cost_{name}")) * int(getattr(self, name)) for name in names))


@rule("bm.data.cost", "bm.data.bonus_owner", "bm.unit.vehicle")
def check_module(name: str, module: Module) -> Module:
    """A module that can be used: dice on shoulders and arms, all else on legs and torso, a cost that is right."""
    outer = module.slot in ("shoulder", "arm")
    strangers = NUMBERS if outer else RANGES
    wrong = [each for each in strangers if getattr(module, each)]
    if wrong:
        raise DataFault(f"data/{name}: {module.id} is a {module.slot} and cannot have {wrong[0]}")
    if (module.drive and module.slot != LEGS) or (module.turret and module.slot != TORSO):
        raise DataFault(f"data/{name}: {module.id} is a {module.slot}; only legs drive and only a torso is a turret")
    if module.cost is not None and module.cost != module.points:
        raise DataFault(f"data/{name}: {module.id} costs {module.points}, not {module.cost}")
    return module


def catalogue_of(*files: tuple[str, Iterable[Module]]) -> Mapping[str, Module]:
    """Modules of several files by id; an id that stands there twice is a fault."""
    return by_key("modules.toml", ((each.id, check_module(name, each)) for name, rows in files for each in rows))


@rule("bm.setup.modules", "bm.setup.interchangeable", "bm.data.sides")
@cache
def modules() -> Mapping[str, Module]:
    """The catalogue and the players' own modules by id."""
    # those of vehicles come last: the numbers of all others on a record sheet stay what they were
    names = ("modules.toml", "own_modules.toml", "vehicle_modules.toml")
    return catalogue_of(*((name, read_rows(name, Module)) for name in names))


@cache
def own_modules() -> frozenset[str]:
    """The ids of the modules that the players brought."""
    return frozenset(each.id for each in read_rows("own_modules.toml", Module))


@cache
def numbered() -> tuple[Module, ...]:
    """All modules in a fixed order: a record sheet writes a module as its number, counted from 1."""
    return tuple(modules().values())


@cache
def number_of(module_id: str) -> int:
    """The number a record sheet writes for a module."""
    return 1 + list(modules()).index(module_id)
