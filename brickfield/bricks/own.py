"""A model somebody brings along: turned ahead and set on the ground, named by what it is, and packed small to travel.

The form it travels in is its LDraw text, compressed, in letters and digits. Whoever gets one reads it as strictly as a
file: nothing that is said about a model is believed, only what it measures.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from functools import lru_cache
from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from brickfield.bricks.designs import standing
from brickfield.bricks.laid_out import Folder, laid_out_model, paints_of
from brickfield.bricks.measuring import bill_of, boxes_of, measured, profile_of
from brickfield.bricks.models import BrickModel, LaidLine
from brickfield.bricks.placing import STUD, Box, Placing, around
from brickfield.bricks.reading import read_ldraw
from brickfield.bricks.studio import read_model
from brickfield.bricks.writing import as_ldraw
from brickfield.core.model_sizes import LARGEST_FILE, LARGEST_PACKED, LONGEST_FORM
from brickfield.core.refusal import Refusal, invalid

# Bytes of a drawing: three times what 5,000 scattered bricks take.
LARGEST_DRAWING = 4_000_000
# What a form begins with, so that it is known from any file.
_HEAD = "brickfield-model-1."
# The name of the one model in the folder of a drawing.
UNIT = "unit"
_DECIMALS = 4
_DIGITS = 16
# What is nearer to the middle than this lies there: a hundredth of a plate.
_NEARLY = 0.08
# The share of a model's length that is looked at to find its bow.
_END = 0.25
# From which share of its width on a model is longer than wide, and below which an end is the slimmer one.
_LONGER, _SLIMMER = 1.1, 0.85
# An arm of a Mech, named so or by the number of its module; which side it is on follows from where it lies.
_ARM = re.compile(r"(arm|a[0-9]+)(?=[_. -])")

_DAMAGED = invalid("damaged", "This model is damaged or cut off; bring its file once more.")


class OwnModel(Struct, frozen=True):
    """A model that was brought: its name and form, and what it measures, in studs and bricks.

    `pieces` are the sub-models it is put together from, each with how far it lies to the left of the middle.
    """

    name: str
    form: str
    title: str
    length: float
    width: float
    height: float
    parts: int
    unknown: tuple[str, ...]
    taken_as: dict[str, str]
    colours: tuple[int, ...]
    pieces: tuple[tuple[str, float], ...]


def brought(data: bytes, turn: int = 0) -> OwnModel | Refusal:
    """The model of a file of any kind, or of a form, turned by so many quarters to its right.

    In a file its bow is looked for first; a form looks ahead already.
    """
    packed = data[: len(_HEAD)] == _HEAD.encode()
    if packed:
        model = unpacked(data.decode("ascii", "replace"))
        quarters = turn
    else:
        model = read_model(data)
        quarters = turn if isinstance(model, Refusal) else turn + _quarters(model)
    return model if isinstance(model, Refusal) else _own(_laid_ahead(model, quarters))


def unpacked(form: str) -> BrickModel | Refusal:
    """The model of a form."""
    if len(form) > len(_HEAD) + LONGEST_FORM or not form.startswith(_HEAD):
        return _DAMAGED
    try:
        data = base64.urlsafe_b64decode(form[len(_HEAD) :])
        reader = zlib.decompressobj()
        text = reader.decompress(data, LARGEST_FILE + 1)
    except (binascii.Error, ValueError, zlib.error):
        return _DAMAGED
    return read_ldraw(text) if reader.eof and not reader.unused_data else _DAMAGED


@lru_cache(maxsize=32)
def told(form: str) -> OwnModel | Refusal:
    """What a form holds that is to be used as it is: it must be just as it is made here, so that one model has one
    name."""
    found = brought(form.encode())
    return found if isinstance(found, Refusal) or found.form == form else _DAMAGED


def drawing_text(form: str) -> bytes | Refusal:
    """How pages draw it: a folder with this one model."""
    model = unpacked(form)
    if isinstance(model, Refusal):
        return model
    laid = laid_out_model(model)
    drawing = msgspec.json.encode(Folder({UNIT: laid}, paints_of([laid])))
    if len(drawing) > LARGEST_DRAWING:
        sentence = f"The model has more shapes than a table can draw ({len(drawing) // 1000:,} kB)."
        return invalid("too_large", f"{sentence} Leave out what nobody sees inside it.", bytes=len(drawing))
    return drawing


def _own(model: BrickModel) -> OwnModel | Refusal:
    measure = measured(model)
    foot = _footprint(model)
    if foot is None:
        named = ", ".join(measure.unknown[:5])
        return invalid("no_size", f"No part of this model is known here ({named}), so it cannot be measured.")
    text = as_ldraw(model)
    form = _HEAD + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode()
    if len(form) > len(_HEAD) + LONGEST_FORM:
        sentence = (
            f"The model is too large to travel with an army: packed it has {len(form) * 3 // 4:,} bytes, and at most "
            f"{LARGEST_PACKED:,} are carried. Leave out what nobody sees inside it."
        )
        return invalid("too_large", sentence, bytes=len(form) * 3 // 4, most=LARGEST_PACKED)
    return OwnModel(
        sha256(text.encode()).hexdigest()[:_DIGITS],
        form,
        model.title,
        _studs(foot[3] - foot[0]),
        _studs(foot[5] - foot[2]),
        round(measure.bricks_high, 1) + 0.0,
        measure.parts,
        measure.unknown,
        measure.taken_as,
        tuple(sorted({lot.colour for lot in bill_of(model.placed())})),
        tuple((line.name, _studs(line.placing.z)) for _step, line in model.laid() if line.name in model.files),
    )


def _studs(units: float) -> float:
    return round(units / STUD, 1) + 0.0


def _footprint(model: BrickModel) -> Box | None:
    """Where it stands: without turrets and barrels, unless there is nothing else."""
    return around(boxes_of(standing(model))) or around(boxes_of(model.placed()))


# --- which way it looks ----------------------------------------------------------------------------------------------


def _quarters(model: BrickModel) -> int:
    """By how many quarters a model is turned first: one with arms has them at its sides."""
    arms = [line.placing for _step, line in model.laid() if line.name in model.files and _is_arm(line.name)]
    if len(arms) < 2:
        return quarters_to_bow(boxes_of(model.placed()))
    spread = [max(each[axis] for each in arms) - min(each[axis] for each in arms) for axis in (0, 2)]
    return int(spread[0] > spread[1])


def _is_arm(name: str) -> bool:
    return bool(_ARM.match(name)) or name.startswith(("left_arm", "right_arm"))


def quarters_to_bow(boxes: list[Box]) -> int:
    """By how many quarters to the right a model must be turned to look along x: the longer way, the slimmer end first.

    Where both ends are alike it looks away from whoever builds it, as files usually do, or along x already; one that is
    as wide as it is long stays as it is.
    """
    whole = around(boxes)
    if whole is None:
        return 0
    across, along = whole[5] - whole[2], whole[3] - whole[0]
    if max(across, along) < _LONGER * min(across, along):
        return 0
    heights = profile_of(boxes).bricks
    slices = [list(row) for row in heights] if across > along else [list(each) for each in zip(*heights, strict=True)]
    deep = max(1, round(len(slices) * _END))
    low, high = _covered(slices[:deep]), _covered(slices[-deep:])
    if across > along:
        # the end at low z is the one away from the builder
        return 3 if high < _SLIMMER * low else 1
    return 2 if low < _SLIMMER * high else 0


def _covered(slices: list[list[float]]) -> int:
    """How much of the ground some slices cover."""
    return sum(square > 0 for row in slices for square in row)


def _laid_ahead(model: BrickModel, quarters: int) -> BrickModel:
    """The model turned to its right, its underside on the ground, the middle of its footprint at the origin."""
    turned = _moved(model, _TURNS[quarters % 4])
    foot, whole = _footprint(turned), around(boxes_of(turned.placed()))
    if foot is not None and whole is not None:
        away = Placing(-(foot[0] + foot[3]) / 2, -whole[4], -(foot[2] + foot[5]) / 2)
        if max(map(abs, away[:3])) > _NEARLY:
            turned = _moved(turned, away)
    return _with_sides(turned)


# What lies at -z comes to lie at x, and so on.
_TURNS = (
    Placing(),
    Placing(0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0),
    Placing(0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -1.0),
    Placing(0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0),
)


def _moved(model: BrickModel, frame: Placing) -> BrickModel:
    """The model with everything its main part lays brought into a frame."""
    main = model.files[model.main]
    steps = tuple(
        tuple(
            line._replace(placing=Placing(*(round(n, _DECIMALS) + 0.0 for n in frame.of(line.placing))))
            for line in step
        )
        for step in main.steps
    )
    return replace(model, files={**model.files, model.main: replace(main, steps=steps)})


def _with_sides(model: BrickModel) -> BrickModel:
    """The model with its arms named by the side they are on."""
    main, files = model.files[model.main], dict(model.files)

    def named(line: LaidLine) -> LaidLine:
        if line.name not in model.files or not _ARM.match(line.name):
            return line
        name = f"{'left' if line.placing.z > 0 else 'right'}_arm_{line.name}"
        files[name] = model.files[line.name]
        return line._replace(name=name)

    files[model.main] = replace(main, steps=tuple(tuple(named(line) for line in step) for step in main.steps))
    return _only_used(replace(model, files=files))


def _only_used(model: BrickModel) -> BrickModel:
    """The model without sub-models and parts that nothing in it lays."""
    used, waiting = {model.main}, [model.main]
    while waiting:
        for _step, line in model.laid(waiting.pop()):
            if line.name not in used:
                used.add(line.name)
                waiting += [line.name] if line.name in model.files else []
    kept = {name: sub_model for name, sub_model in model.files.items() if name in used}
    # parts it brings along may be made of each other, so all of them stay, or none
    return replace(model, files=kept, own=model.own if used & model.own.keys() else {})
