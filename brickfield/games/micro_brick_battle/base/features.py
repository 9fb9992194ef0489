"""Buildings, terrain and obstacles of the resource tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import asdict

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, by_key
from ..data_files import read_rows
from .measures import measures, studs

Count = Annotated[int, Meta(ge=0, le=99)]
Group = Literal["Building", "Terrain", "Obstacle"]
Cover = Literal["hard", "opaque", "soft", "see_through", "by_height"]
Cut = Literal["piece", "length", "cells"]
Ground = Literal["blocked", "free", "deck", "charged", "water"]
Lies = Literal["", "hill", "large_water", "shallow_water"]
Section = Literal["", "section_studs", "forest_cell_studs", "light_tree_cell_studs"]
CoverModifier = Literal["", "hedgerow", "light_trees", "low_wall", "low_bridge", "emplacement"]
Origin = Literal["printed", "ours"]


class Printed(TableRow, frozen=True, kw_only=True):
    """What the table states of a feature and the rules use as it stands.

    `hit_markers` counts for the piece or, when it is cut, for each section, and `section` is the measure of the cut.
    `modifier` names the entry of the modifiers that a shot through it gets.
    """

    name: str
    group: Group
    hit_markers: Count
    targetable: bool
    rc: Count
    cover: Cover
    cut: Cut
    height_bricks: Count
    ground: Ground
    text: str
    clause: str
    modifier: CoverModifier = ""
    section: Section = ""
    movement_charge: Count = 0
    # ground that matters to whoever stands on it
    lies: Lies = ""
    rc_origin: Origin = "printed"


class FeatureRow(Printed, frozen=True, kw_only=True):
    """A feature as the table states it, sizes in studs."""

    size_studs: tuple[Count, Count]


class Feature(Printed, frozen=True, kw_only=True):
    """A kind of building, terrain or obstacle: how it hides, stops, breaks and what it costs; sizes in inches.

    `section_inches` is the step of the cut.
    """

    length_inches: float
    width_inches: float
    section_inches: float

    @property
    @rule("mbb.cover.hard", "mbb.cover.three_bricks", "mbb.cover.soft", "mbb.mod.hidden.what", "mbb.geometry.height")
    def is_opaque(self) -> bool:
        """Hard cover and solid things of three bricks hide what is behind them; soft and see-through ones never do."""
        if self.cover == "by_height":
            return self.height_bricks >= measures().hard_cover_bricks
        return self.cover in ("hard", "opaque")

    @property
    @rule("mbb.obst.bridge.high", "mbb.obst.wire.los", "mbb.obst.trap.los")
    def gives_cover(self) -> bool:
        """A shot through it is modified. Wire and traps never do that; a high bridge is hard cover and nothing more."""
        return bool(self.modifier) and not self.is_opaque

    @property
    @rule("mbb.obst.bunker.buy")
    def is_never_free(self) -> bool:
        """Bunkers stand only where somebody has paid for them."""
        return self.name.endswith(" Bunker")

    @property
    def blocks_ground(self) -> bool:
        """Ground units cannot drive into it."""
        return self.ground == "blocked"


def feature_of(row: FeatureRow) -> Feature:
    """The feature of a row: long ones fall into sections, woods into cells, each with its own hit marker."""
    stated = {key: value for key, value in asdict(row).items() if key != "size_studs"}
    length, width = (studs(count) for count in row.size_studs)
    step = studs(getattr(measures(), row.section)) if row.section else 0.0
    return Feature(**stated, length_inches=length, width_inches=width, section_inches=step)


@rule("mbb.obst.house", "mbb.obst.wall", "mbb.obst.bunker.size", "mbb.obst.wire.size", "mbb.obst.trap.size",
      "mbb.terrain.cost_optional", "mbb.obst.cost_optional")  # fmt: skip
@cache
def features() -> Mapping[str, Feature]:
    """All buildings, terrain and obstacles by name, in the order of the resource tables."""
    rows = read_rows("features.toml", FeatureRow)
    return by_key("features.toml", ((row.name, feature_of(row)) for row in rows))


@rule("mbb.terrain.water.bridge", "mbb.obst.bridge.cross", "mbb.cover.place.divide")
def bridged(one: Feature, other: Feature) -> bool:
    """Whether two pieces may overlap because one is a bridge over the water that the other is."""
    return any(
        deck.ground == "deck" and water.lies in ("large_water", "shallow_water")
        for deck, water in ((one, other), (other, one))
    )


@rule("mbb.terrain.hill.border")
def stands_on_hill(one: Feature, other: Feature) -> bool:
    """Whether two pieces may overlap because one is a hill and the other no ground of its own."""
    return (one.lies == "hill") != (other.lies == "hill") and not (one.lies and other.lies)


def feature(name: str) -> Feature:
    """The feature of this name, which must exist."""
    found = features().get(name)
    if found is None:
        raise KeyError(f"no feature is called {name!r}")
    return found
