"""Shopping lists of several models: one bill for all of them, and one LDraw file with each beside the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from brickfield.bricks.measuring import Lot, bill_of, boxes_of
from brickfield.bricks.models import AS_ABOVE, BrickModel, LaidLine, SubModel
from brickfield.bricks.placing import STUD, Placing, around
from brickfield.bricks.writing import as_ldraw
from brickfield.core.refusal import Refusal, invalid

# Parts of a file with several models: as many as a file that is read may have.
MOST_PARTS = 20_000
_MAIN = "shopping_list.ldr"
# Models stand in a row, three studs between them, twelve in a row.
_GAP, _IN_A_ROW = 3 * STUD, 12


class WantedModel(Struct, frozen=True):
    """A model that is wanted so many times."""

    name: str
    model: BrickModel
    count: int


def bill_for(wishes: Iterable[WantedModel]) -> tuple[Lot, ...]:
    """All parts of some models, by part and colour."""
    counts: Counter[tuple[str, int]] = Counter()
    for wish in wishes:
        for lot in bill_of(wish.model.placed()):
            counts[lot.part, lot.colour] += wish.count * lot.count
    return tuple(Lot(part, colour, count) for (part, colour), count in sorted(counts.items()))


def as_one_file(wishes: list[WantedModel]) -> str | Refusal:
    """LDraw text with all models of a list, each as often as it is wanted, in rows beside each other."""
    if len(wishes) == 1 and wishes[0].count == 1:
        return as_ldraw(wishes[0].model)
    parts = sum(lot.count for lot in bill_for(wishes))
    if parts > MOST_PARTS:
        sentence = f"This list has {parts:,} parts; a file holds at most {MOST_PARTS:,}. Take fewer models."
        return invalid("too_many_parts", sentence, parts=parts)
    files: dict[str, SubModel] = {}
    for wish in wishes:
        files |= {_named(wish, name): _renamed(wish, sub_model) for name, sub_model in wish.model.files.items()}
    return as_ldraw(BrickModel(_MAIN, {_MAIN: SubModel("Shopping list", _rows(wishes)), **files}))


def _named(wish: WantedModel, name: str) -> str:
    """Sub-models of different models may have one name: a turret of each."""
    return f"{wish.name}-{name}"


def _renamed(wish: WantedModel, sub_model: SubModel) -> SubModel:
    steps = tuple(
        tuple(line._replace(name=_named(wish, line.name)) if line.name in wish.model.files else line for line in lines)
        for lines in sub_model.steps
    )
    return SubModel(sub_model.title, steps)


def _rows(wishes: list[WantedModel]) -> tuple[tuple[LaidLine, ...], ...]:
    """One step for each model: where its copies stand."""
    boxes = {wish.name: around(boxes_of(wish.model.placed())) or (0.0,) * 6 for wish in wishes}
    deep = max(box[5] - box[2] for box in boxes.values()) + _GAP
    x, stood, steps = 0.0, 0, []
    for wish in wishes:
        box, lines = boxes[wish.name], []
        for _copy in range(wish.count):
            if stood % _IN_A_ROW == 0:
                x = 0.0
            place = Placing(x - box[0], 0.0, deep * (stood // _IN_A_ROW))
            lines.append(LaidLine(AS_ABOVE, place, _named(wish, wish.model.main)))
            x, stood = x + box[3] - box[0] + _GAP, stood + 1
        steps.append(tuple(lines))
    return tuple(steps)
