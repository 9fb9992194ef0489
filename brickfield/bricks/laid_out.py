"""All models of a folder as a page draws them: one JSON text, made once, and a tag that changes with it."""

from __future__ import annotations

from collections.abc import Iterable
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
from brickfield.bricks.parts import all_colours, find_part
from brickfield.bricks.placing import STUD, around

# The colour that stands for whoever owns the model: pages have their own for it.
_OWNERS = 16
# A colour of a file's own, 0x2RRGGBB.
_OF_ITS_OWN = 0x2000000


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
    return laid_out_model(design(folder, name))


def modules_of(folder: str) -> dict[str, BrickModel]:
    """Sub-models that make sense by themselves, as the modules of a Mech do, by name."""
    return {
        sub_model.removesuffix(".ldr"): replace(model, main=sub_model)
        for model in (design(folder, name) for name in designs()[folder])
        for sub_model in sorted(model.files)
        if sub_model != model.main and not sub_model.startswith(REACHING)
    }


def laid_out_model(model: BrickModel) -> LaidOut:
    """A model of the package, or one that somebody brings; parts of unknown size are no part of its drawing."""
    whole = around(boxes_of(model.placed()))
    foot = around(boxes_of(standing(model))) or whole
    assert foot is not None
    assert whole is not None
    length, width, height = foot[3] - foot[0], foot[5] - foot[2], -whole[1]
    parts = tuple((_title(lot.part), lot.colour, lot.count) for lot in bill_of(model.placed()))
    return LaidOut(_in_studs(length), _in_studs(width), _in_studs(height), drawing_of(model).groups, parts)


def _title(number: str) -> str:
    part = find_part(number)
    return part.title if part else f"part {number}"


def paints_of(models: Iterable[LaidOut]) -> dict[int, str]:
    """How the colours of some models look, by their codes; the owner's is not among them."""
    groups = [group for model in models for group in model.groups]
    shapes = [shape for group in groups for found in (*group.shapes.values(), group.studs) for shape in found]
    looks = {code: _look(code) for code in sorted({shape.colour for shape in shapes} - {_OWNERS})}
    return {code: look for code, look in looks.items() if look}


def _look(code: int) -> str:
    """The value of a colour; one of a file's own says it itself, one that nobody knows has none."""
    if code >= _OF_ITS_OWN:
        return f"#{code - _OF_ITS_OWN:06X}"
    known = all_colours().get(code)
    return known.value if known else ""


def _in_studs(size: float) -> float:
    return round(size / STUD, 2)


@cache
def folder_text(folder: str) -> FolderText | None:
    """The models of a folder; nothing when there is no such folder."""
    if folder not in designs():
        return None
    models = {name: laid_out(folder, name) for name in designs()[folder]}
    models |= {name: laid_out_model(model) for name, model in modules_of(folder).items()}
    data = msgspec.json.encode(Folder(models, paints_of(models.values())))
    return FolderText(data, sha256(data).hexdigest()[:16])
