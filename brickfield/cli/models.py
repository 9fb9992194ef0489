"""`brickfield model`: measure a model of real bricks, write its shopping list and the model itself."""

from __future__ import annotations

from pathlib import Path

from brickfield.bricks.building import Building, checked
from brickfield.bricks.measuring import Measure, measured
from brickfield.bricks.models import BrickModel
from brickfield.bricks.parts import colour_name
from brickfield.bricks.studio import LARGEST_STUDIO_FILE, read_model
from brickfield.bricks.writing import as_bricklink, as_ldraw, as_list, to_look_up
from brickfield.cli.listing import print_json
from brickfield.cli.words import Failed, bytes_of, file_to_write, one_line
from brickfield.core.refusal import Refusal
from brickfield.speech.words import counted

_SHOWN_FAULTS = 10


def model(name: str, as_json: bool, bricklink: str | None, ldraw: str | None) -> None:
    """Measure the file, and write what was asked for."""
    data = bytes_of(name, LARGEST_STUDIO_FILE, "a model file (.ldr, .mpd or .io)")
    wanted, written = (file_to_write(*each, name, "model") for each in (("--bricklink", bricklink), ("--ldraw", ldraw)))
    read = read_model(data)
    if isinstance(read, Refusal):
        raise Failed(f"{name}: {read.sentence}")
    measure, building = measured(read), checked(read)
    if wanted is not None:
        _write(wanted, as_bricklink(measure.bill))
    if written is not None:
        _write(written, as_ldraw(read))
    if as_json:
        print_json(_as_data(measure, building))
        return
    for line in _told(read, measure, building):
        print(line)
    for out in filter(None, (wanted, written)):
        print(f"written: {out}")
    if wanted is not None and (doubtful := to_look_up(measure.bill)):
        print(f"look up at BrickLink, where they may have another number: {', '.join(doubtful)}")


def _as_data(measure: Measure, building: Building) -> dict[str, object]:
    return {
        "parts": measure.parts,
        "unknown": list(measure.unknown),
        "size_studs": list(measure.size_studs),
        "bricks_high": measure.bricks_high,
        "steps": measure.steps,
        "bill": [{"part": lot.part, "colour": lot.colour, "count": lot.count} for lot in measure.bill],
        "buildable": building.buildable,
        "faults": [{"kind": one.kind, "step": one.step, "part": one.part} for one in building.faults],
    }


def _told(read: BrickModel, measure: Measure, building: Building) -> list[str]:
    """The measure for people."""
    length, width = measure.size_studs
    lines = [
        one_line(read.title) or "a model without a title",
        f"{length:g} x {width:g} studs, {measure.bricks_high:g} bricks high without the studs on top",
        f"{counted(measure.parts, 'part')} in {counted(measure.steps, 'step')}, "
        f"colours: {', '.join(map(colour_name, measure.colours))}",
    ]
    if measure.unknown:
        lines.append(f"not in the table of parts, so counted but not measured by it: {', '.join(measure.unknown)}")
    if measure.taken_as:
        taken = ", ".join(f"{number} as {other}" for number, other in measure.taken_as.items())
        lines.append(f"measured as a part of the same size: {taken}")
    return [*lines, *_told_building(building), "", *as_list(measure.bill).splitlines()]


def _told_building(building: Building) -> list[str]:
    """Whether it can be built, and the first things that stand against it."""
    if building.buildable:
        loose = ", ".join(f"{one.step} ({one.pieces})" for one in building.loose_steps)
        return ["it can be built", *([f"steps that leave loose pieces: {loose}"] if loose else [])]
    told = [one.sentence for one in building.faults[:_SHOWN_FAULTS]]
    more = len(building.faults) - len(told)
    return ["not proved to be buildable:", *(f"  {one}" for one in told), *([f"  and {more} more"] if more else [])]


def _write(out: Path, text: str) -> None:
    try:
        out.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise Failed(f"{out}: {error.strerror or error}.") from error
