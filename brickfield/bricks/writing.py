"""Models and shopping lists written: LDraw with its steps, BrickLink's wanted list, and a list for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape

from brickfield.bricks.measuring import Lot
from brickfield.bricks.models import AS_ABOVE, BrickModel, LaidLine, SubModel
from brickfield.bricks.parts import all_colours, colour_name, find_part

_OWN_COLOUR = 0x2000000
# What lists call the colour that a model leaves to whoever builds it.
YOUR_COLOUR = "your colour"


def as_ldraw(model: BrickModel) -> str:
    """The model as LDraw text: one plain model, or several files in one (`.mpd`) where it has sub-models."""
    names = [model.main, *sorted(name for name in model.files if name != model.main)]
    if len(names) == 1 and not model.own:
        return "".join(f"{line}\n" for line in _sub_model_lines(model.files[model.main]))
    lines: list[str] = []
    for name in names:
        lines += [f"0 FILE {name}", *_sub_model_lines(model.files[name]), "0 NOFILE"]
    for name, own in sorted(model.own.items()):
        lines += [f"0 FILE {name}", *_title(own.title), "0 !LDRAW_ORG Unofficial_Part", *own.drawing, "0 NOFILE"]
    return "".join(f"{line}\n" for line in lines)


def _title(title: str) -> list[str]:
    return [f"0 {title}"] if title else []


def _sub_model_lines(sub_model: SubModel) -> Iterator[str]:
    yield from _title(sub_model.title)
    for step in sub_model.steps:
        yield from (_line(laid) for laid in step)
        yield "0 STEP"


def _line(laid: LaidLine) -> str:
    colour = f"0x{laid.colour:07X}" if laid.colour >= _OWN_COLOUR else str(laid.colour)
    return " ".join(["1", colour, *(_number(number) for number in laid.placing), laid.name])


def _number(number: float) -> str:
    """The shortest text that reads back as the same number."""
    return str(int(number)) if number == int(number) else repr(float(number))


def as_bricklink(bill: Iterable[Lot]) -> str:
    """BrickLink's wanted list. A colour whose number there is not known is left open, which means any colour.

    Numbers with a letter often differ there: `to_look_up` says which.
    """
    counts: Counter[tuple[str, int | None]] = Counter()
    for lot in bill:
        colour = all_colours().get(lot.colour)
        counts[lot.part, colour.bricklink if colour else None] += lot.count
    items = [
        f"<ITEM><ITEMTYPE>P</ITEMTYPE><ITEMID>{escape(part, quote=False)}</ITEMID>"
        + ("" if colour is None else f"<COLOR>{colour}</COLOR>")
        + f"<MINQTY>{count}</MINQTY></ITEM>"
        for (part, colour), count in counts.items()
    ]
    return "<INVENTORY>\n" + "".join(f"{item}\n" for item in items) + "</INVENTORY>\n"


def to_look_up(bill: Iterable[Lot]) -> list[str]:
    """Parts of a bill whose number may be another at BrickLink: those with a letter, and those nobody here knows."""
    return sorted({lot.part for lot in bill if not lot.part.isdigit() or find_part(lot.part) is None})


def as_list(bill: Iterable[Lot]) -> str:
    """A list for people: how many, which colour, what it is, its number."""
    return "".join(f"{line}\n" for line in map(_list_line, bill))


def _list_line(lot: Lot) -> str:
    part = find_part(lot.part)
    what = part.title if part else "unknown part"
    colour = YOUR_COLOUR if lot.colour == AS_ABOVE else colour_name(lot.colour)
    return f"{lot.count} x {what}, {colour} ({lot.part})"
