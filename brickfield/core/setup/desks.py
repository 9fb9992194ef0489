"""The desk at which scenarios of a game are laid by hand: where its documents say what lies on the table, all that can
be laid there, and a table with nothing on it. Editors know no game: they draw and change documents by this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from brickfield.core.data_files import TableRow
from brickfield.core.shown.showing import FeatureFace

# How an entry of a document says where it is: `box` by centre, size and heading, `area` by centre and size along the
# edges of the table, `outline` by its corners (`points`), `point` by x and y, `marker` as a bare pair of them.
Shape = Literal["box", "area", "outline", "point", "marker"]


class LaidPlace(TableRow, frozen=True):
    """A place of a document that lies on the table: `terrain[]` is every entry of the list `terrain`."""

    path: str
    shape: Shape
    title: str
    # which of its keys names its kind, whose it is, and how high it is where that is stated
    kind: str = ""
    owner: str = ""
    height: str = ""
    # what its `corners` are about, where it has any: its centre in its own frame, or the table
    corners: Literal["", "own", "table"] = ""
    # the kind it is drawn as where no key names one
    drawn: str = ""


class LaidKind(TableRow, frozen=True):
    """Something that can be laid down: at which place of the document, and its entry there but for where it lies."""

    path: str
    title: str
    entry: dict[str, Any] = {}
    # its kind, by which it is drawn; its size where its entry states none, or `fixed` whatever an entry states
    kind: str = ""
    length: float = 0.0
    width: float = 0.0
    fixed: bool = False


class DeskData(TableRow, frozen=True):
    """The part of a desk that is data of its game (`data/desk.toml`)."""

    # the keys of the table's width and depth, one of both where it is square
    size: tuple[str, ...]
    laid: tuple[LaidPlace, ...]
    # the list of forces, the key of a force's units, and the key of the switches a scenario is played with
    forces: str
    units: str
    switches: str
    # a table with nothing on it, and two small forces
    blank: dict[str, Any]
    # the switches that say what wins, where switches say it
    goal_switches: tuple[str, ...] = ()
    kinds: tuple[LaidKind, ...] = ()
    # sizes of kinds of terrain that have none of their own, in the ruler
    sizes: dict[str, tuple[float, float]] = {}
    ground: str = ""
    # what keys and kinds of entries are called on the page, where that is not their plain name
    words: dict[str, str] = {}


class ScenarioDesk(Struct, frozen=True):
    """A desk: its data, how each kind looks, and the form of its documents (JSON Schema)."""

    data: DeskData
    faces: dict[str, FeatureFace]
    form: dict[str, Any]
    # studs and units of stated height in one unit of the ruler, how large a table is that states no size, and whether
    # tables can be drawn from a number
    ruler: str
    studs: float = 0.0
    height_unit: float = 1.0
    usual_size: float = 0.0
    draws: bool = False


def with_kinds(data: DeskData, kinds: Iterable[LaidKind]) -> DeskData:
    """The data with the kinds of terrain of the game before those that stand in it."""
    return msgspec.structs.replace(data, kinds=(*kinds, *data.kinds))


def entry_of(row: Struct) -> dict[str, Any]:
    """A row as it is written in a document: without what is as usual."""
    usual: Mapping[str, Any] = {field.name: field.default for field in msgspec.structs.fields(row)}
    plain: dict[str, Any] = msgspec.to_builtins(row)
    return {key: value for key, value in plain.items() if getattr(row, key) != usual[key]}
