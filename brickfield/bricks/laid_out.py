"""All models of a folder as a page draws them: one JSON text, made once, and a tag that changes with it."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from brickfield.bricks.designs import REACHING, design, designs, standing
from brickfield.bricks.drawing import DrawnGroup, drawing_of
from brickfield.bricks.measuring import bill_of, boxes_of
from brickfield.bricks.models import BrickModel
from brickfield.bricks.parts import all_colours, all_parts
from brickfield.bricks.placing import STUD, around

# The colour that stands for whoever owns the model: pages have their own for it.
_OWNERS = 16


class LaidOut(Struct, frozen=True):
    """A model: its footprint and its height in studs, its groups of shapes, and its parts: title, colour, how many."""

    length: float
    width: float
    height: float
    groups: tuple[DrawnGroup, ...]
    parts: tuple[tuple[str, int, int], ...]


class Folder(Struct, frozen=True):
    """The models of a folder by name, and how their colours look by their codes; the owner's is not among them."""

    models: dict[str, LaidOut]
    paints: dict[int, str]


class FolderText(NamedTuple):
    """The JSON of a folder; another text has another tag."""

    data: bytes
    tag: str


def laid_out(folder: str, name: str) -> LaidOut:
    """One model of the package."""
    return _laid_out(design(folder, name))


def modules_of(folder: str) -> dict[str, BrickModel]:
    """Sub-models that make sense by themselves, as the modules of a Mech do, by name."""
    return {
        sub_model.removesuffix(".ldr"): replace(model, main=sub_model)
        for model in (design(folder, name) for name in designs()[folder])
        for sub_model in sorted(model.files)
        if sub_model != model.main and not sub_model.startswith(REACHING)
    }


def _laid_out(model: BrickModel) -> LaidOut:
    foot, whole = around(boxes_of(standing(model))), around(boxes_of(model.placed()))
    assert foot is not None
    assert whole is not None
    length, width, height = foot[3] - foot[0], foot[5] - foot[2], -whole[1]
    parts = tuple((all_parts()[lot.part].title, lot.colour, lot.count) for lot in bill_of(model.placed()))
    return LaidOut(_in_studs(length), _in_studs(width), _in_studs(height), drawing_of(model).groups, parts)


def _in_studs(size: float) -> float:
    return round(size / STUD, 2)


@cache
def folder_text(folder: str) -> FolderText | None:
    """The models of a folder; nothing when there is no such folder."""
    if folder not in designs():
        return None
    models = {name: laid_out(folder, name) for name in designs()[folder]}
    models |= {name: _laid_out(model) for name, model in modules_of(folder).items()}
    groups = [group for model in models.values() for group in model.groups]
    shapes = [shape for group in groups for found in (*group.shapes.values(), group.studs) for shape in found]
    codes = sorted({shape.colour for shape in shapes} - {_OWNERS})
    data = msgspec.json.encode(Folder(models, {code: all_colours()[code].value for code in codes}))
    return FolderText(data, sha256(data).hexdigest()[:16])
