"""What somebody owns, read from a pasted list, and what can be built from it.

One strict parser reads four manners: lines like `4 x Brick 2 x 4, Red (3001)` or `4 3001 red`, BrickLink's wanted list
(XML), and tables with a head as Rebrickable and Studio write them. What cannot be read is a sentence with its line.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from html import unescape

from msgspec import Struct

from brickfield.bricks.measuring import Lot
from brickfield.bricks.models import AS_ABOVE
from brickfield.bricks.parts import all_colours, find_part
from brickfield.bricks.writing import YOUR_COLOUR
from brickfield.core.model_sizes import LONGEST_LIST
from brickfield.core.refusal import Refusal, invalid

# Lines of a pasted list, and pieces and letters of one line.
MOST_LINES, MOST_PIECES = 5_000, 100_000
_LONGEST_LINE = 500
# A colour nobody named: it counts where colours do not matter.
NO_COLOUR = -1

_NUMBER = r"[0-9A-Za-z][0-9A-Za-z._-]{0,19}"
_IS_NUMBER = re.compile(rf"{_NUMBER}")
_LONG_LINE = re.compile(
    rf"(?P<count>\d{{1,6}})\s*[x×]\s+.{{1,120}}, (?P<colour>[^,()]{{1,40}}) \((?P<part>{_NUMBER})\)"
)
_SHORT_LINE = re.compile(rf"(?P<count>\d{{1,6}})\s*(?:[x×]\s*)?\s(?P<part>{_NUMBER})(?:[\s,;]+(?P<colour>.{{1,40}}))?")
_ITEM_EDGE = re.compile(r"<(/?)ITEM>", re.I)
_FIELD = re.compile(r"<(ITEMTYPE|ITEMID|COLOR|MINQTY|QTY|QTYFILLED)>([^<>]{0,60})</\1>", re.I)
# Heads of tables, in small letters without blanks; of colours also whose numbers they are.
_PARTS = ("part", "partnum", "blitemno", "ldrawid", "itemid", "itemnumber", "part_num", "number")
_COUNTS = ("quantity", "qty", "minqty", "count")
_COLOURS = {
    "color": "rebrickable",
    "colour": "rebrickable",
    "color_id": "rebrickable",
    "colorid": "rebrickable",
    "ldrawcolorid": "rebrickable",
    "blcolorid": "bricklink",
    "bricklinkcolor": "bricklink",
    "colorname": "name",
}

Heap = Counter[tuple[str, int]]


class Missing(Struct, frozen=True):
    """What a model still needs: the number, what it is called, its colour and how many."""

    part: str
    title: str
    colour: int
    count: int


def read_owned(text: str) -> Heap | Refusal:
    """The pieces of a list by part and colour, or the first thing in it that cannot be read."""
    if len(text) > LONGEST_LIST:
        sentence = f"The list has {len(text):,} letters; at most {LONGEST_LIST:,} are read. Paste it in parts."
        return invalid("list_too_long", sentence)
    lines = text.replace("\ufeff", "").splitlines()
    if len(lines) > MOST_LINES:
        sentence = f"The list has {len(lines):,} lines; at most {MOST_LINES:,} are read. Paste it in parts."
        return invalid("list_too_long", sentence)
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("<"):
        return _read_xml("\n".join(lines))
    long = next((number for number, line in enumerate(lines, 1) if len(line) > _LONGEST_LINE), 0)
    if long:
        return _unread(long, f"a line of more than {_LONGEST_LINE} letters is not read.")
    head = _head_of(first)
    return _read_table(lines, *head) if head else _read_lines(lines)


def _unread(line: int, why: str) -> Refusal:
    return invalid("unread_list", f"Line {line}: {why}", line=line)


def _add(heap: Heap, line: int, part: str, colour: int, count: int) -> Refusal | None:
    if not 0 <= count <= MOST_PIECES:
        return _unread(line, f"{count:,} pieces are more than anybody has; at most {MOST_PIECES:,} are counted.")
    heap[key_of(part), colour] += count
    return None


def key_of(part: str) -> str:
    """The number a part is compared by: the same for all that have the same body."""
    found = find_part(part)
    return found.number if found else part.lower()


# --- lines for people ------------------------------------------------------------------------------------------------


def _read_lines(lines: list[str]) -> Heap | Refusal:
    heap: Heap = Counter()
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line.startswith("#"):
            continue
        found = _LONG_LINE.fullmatch(line) or _SHORT_LINE.fullmatch(line)
        if found is None:
            return _unread(
                number, f"“{line[:40]}” cannot be read. Write how many, the part's number, its colour: 4 3001 red."
            )
        colour = _named_colour(found["colour"] or "")
        if colour is None:
            return _unread(number, f"there is no colour “{found['colour'][:40]}”. Leave it out if it does not matter.")
        fault = _add(heap, number, found["part"], colour, int(found["count"]))
        if fault:
            return fault
    return heap


@cache
def _colour_names() -> dict[str, int]:
    names = {_plain(colour.name): code for code, colour in sorted(all_colours().items(), reverse=True)}
    return {**names, "": NO_COLOUR, _plain(YOUR_COLOUR): NO_COLOUR, "anycolour": NO_COLOUR, "anycolor": NO_COLOUR}


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower()).replace("gray", "grey")


def _named_colour(name: str) -> int | None:
    return _colour_names().get(_plain(name))


# --- BrickLink's wanted list -----------------------------------------------------------------------------------------


@cache
def _bricklink_colours() -> dict[int, int]:
    return {colour.bricklink: code for code, colour in all_colours().items() if colour.bricklink is not None}


def _read_xml(text: str) -> Heap | Refusal:
    """Items and their fields, and nothing else: no declarations, no references to anything outside."""
    if "<!" in text:
        line = text[: text.index("<!")].count("\n") + 1
        return _unread(line, "declarations and remarks are not read here; only <INVENTORY> with its items.")
    heap: Heap = Counter()
    line, counted = 1, 0
    for start, inside in _items(text):
        line, counted = line + text.count("\n", counted, start), start
        fields = {name.upper(): value.strip() for name, value in _FIELD.findall(inside)}
        fault = _add_item(heap, line, fields)
        if fault:
            return fault
    if not heap and not re.search(r"<INVENTORY\s*/?>", text, re.I):
        return _unread(1, "this is no wanted list of BrickLink: there is no <INVENTORY> in it.")
    return heap


def _items(text: str) -> Iterator[tuple[int, str]]:
    """Where each item begins and what is in it; one that another follows before it ends is none."""
    begun: re.Match[str] | None = None
    for edge in _ITEM_EDGE.finditer(text):
        if edge[1] and begun is not None:
            yield begun.start(), text[begun.end() : edge.start()]
        begun = None if edge[1] else edge


def _add_item(heap: Heap, line: int, fields: dict[str, str]) -> Refusal | None:
    if fields.get("ITEMTYPE", "P").upper() != "P":
        return None
    part = unescape(fields.get("ITEMID", ""))
    if not _IS_NUMBER.fullmatch(part):
        return _unread(line, "this item has no part number that can be read (ITEMID).")
    count, colour = fields.get("QTY") or fields.get("MINQTY") or "1", fields.get("COLOR", "")
    if not (_is_whole(count) and (not colour or _is_whole(colour))):
        return _unread(line, f"{part} has a colour or a quantity that is no whole number.")
    code = _bricklink_colours().get(int(colour), NO_COLOUR) if colour else NO_COLOUR
    return _add(heap, line, part, code, int(count))


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 8


# --- tables ----------------------------------------------------------------------------------------------------------


def _cells(line: str, mark: str) -> list[str]:
    """The cells of a line; in quotes a mark is a letter like others."""
    return [cell.strip() for cell in next(csv.reader([line.replace("\r", " ")], delimiter=mark), [])]


def _head_of(line: str) -> tuple[str, int, int | None, str, int] | None:
    """Of the head of a table: what stands between cells, and where part, colour (and of which kind) and count are."""
    for mark in (",", ";", "\t"):
        names = [re.sub(r"[ ]", "", cell.lower()) for cell in _cells(line, mark)]
        part = next((names.index(name) for name in _PARTS if name in names), None)
        count = next((names.index(name) for name in _COUNTS if name in names), None)
        colour = next((name for name in _COLOURS if name in names), None)
        if part is not None and count is not None:
            where = names.index(colour) if colour else None
            return mark, part, where, _COLOURS[colour] if colour else "", count
    return None


def _read_table(lines: list[str], mark: str, part: int, colour: int | None, kind: str, count: int) -> Heap | Refusal:
    heap: Heap = Counter()
    is_head = True
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if is_head:
            is_head = False
            continue
        cells = _cells(line, mark)
        if len(cells) <= max(part, count, colour or 0):
            return _unread(number, "there are fewer cells than the first line names.")
        if not _IS_NUMBER.fullmatch(cells[part]):
            return _unread(number, f"“{cells[part][:40]}” is no number of a part.")
        if not _is_whole(cells[count]):
            return _unread(number, f"“{cells[count][:40]}” is no whole number of pieces.")
        code = _code_of(cells[colour], kind) if colour is not None else NO_COLOUR
        fault = _add(heap, number, cells[part], code, int(cells[count]))
        if fault:
            return fault
    return heap


def _code_of(cell: str, kind: str) -> int:
    """The colour of a cell; Rebrickable's numbers are LDraw's. One that nobody here knows matches no other."""
    if _is_whole(cell) and kind != "name":
        code = int(cell)
        if kind == "bricklink":
            return _bricklink_colours().get(code, NO_COLOUR)
        return code if code in all_colours() and code != AS_ABOVE else NO_COLOUR
    named = _named_colour(cell)
    return NO_COLOUR if named is None else named


# --- what can be built -----------------------------------------------------------------------------------------------


def missing_of(bill: Iterable[Lot], owned: Heap, any_colour: bool) -> tuple[Missing, ...]:
    """What is missing of a bill.

    Parts in a colour of their own are served first; those in the builder's own colour take what is left, whatever its
    colour, and with `any_colour` so do all others.
    """
    left = Counter({key: count for key, count in owned.items() if count > 0})
    open_lots: list[tuple[Lot, int]] = []
    for lot in bill:
        # with a colour that does not matter, the same colour is taken first all the same
        have = 0 if lot.colour == AS_ABOVE else min(lot.count, left[key_of(lot.part), lot.colour])
        left[key_of(lot.part), lot.colour] -= have
        open_lots.append((lot, lot.count - have))
    spare: Counter[str] = Counter()
    for (part, _colour), count in left.items():
        spare[part] += count
    missing = []
    # what may be of any colour is served last, the builder's own colour before colours that are only allowed to differ
    for lot, needed in sorted(open_lots, key=lambda each: each[0].colour != AS_ABOVE):
        taken = min(needed, spare[key_of(lot.part)]) if any_colour or lot.colour == AS_ABOVE else 0
        spare[key_of(lot.part)] -= taken
        if needed > taken:
            known = find_part(lot.part)
            title = known.title if known else f"part {lot.part}"
            missing.append(Missing(lot.part, title, lot.colour, needed - taken))
    return tuple(sorted(missing, key=lambda each: (each.part, each.colour)))
