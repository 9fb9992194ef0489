"""What an agent is shown, as numbers: a seat's own view and its candidates, always of the same size.

Nothing here reads the state: only the view of the seat, the match (which never changes and has no secrets) and what is
suggested from that view. Names (of marks, cards, kinds) go into a fixed number of columns by a hash of the name, so
that the same code serves every game, also one that is still to come; numbers are squeezed into -1 to 1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import cos, hypot, radians, sin, tanh
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from brickfield.core.board import ALIVE, FLYING, GONE, WAITING, WRECK, Token, Unit
from brickfield.core.decisions import Suggestion
from brickfield.core.match import Match
from brickfield.core.views import View
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN

Vector = NDArray[np.float32]

# How many units and pieces are shown; an army larger than that is cut, own units first, then by name.
UNITS = 40
PIECES = 32
_STATUS = (WAITING, ALIVE, FLYING, WRECK, GONE)
# Columns that names are hashed into.
_NAMED = 8
_UNIT = 4 + len(_STATUS) + 4 + 1 + 2 * _NAMED
_PIECE = 3 + 4 + 2 + _NAMED
_CANDIDATE = 3 + _NAMED + 2 * 5 + 3 + _NAMED
_FACTS = 6 + _NAMED
# Numbers of about this size fill half of the scale; worths of suggestions are points of army cost.
_TYPICAL = 6.0
_WORTH = 30.0
_WORDS = (str, bytes)


class ObservationPart(NamedTuple):
    """Where one part of an observation lies, and how its rows and columns are laid out."""

    start: int
    stop: int
    shape: tuple[int, int]


def layout(match: Match, candidates: int) -> dict[str, ObservationPart]:
    """The parts of an observation of this match, by name."""
    shapes = {
        "facts": (1, _FACTS),
        "decision": (1, len(match.game.decisions)),
        "units": (UNITS, _UNIT),
        "pieces": (PIECES, _PIECE),
        "candidates": (candidates, _CANDIDATE),
    }
    found, start = {}, 0
    for name, (rows, columns) in shapes.items():
        found[name] = ObservationPart(start, start + rows * columns, (rows, columns))
        start += rows * columns
    return found


def observe(match: Match, seen: View, suggested: Sequence[Suggestion], candidates: int) -> Vector:
    """A view and what is suggested from it, as one row of numbers."""
    order = shown_units(match, seen)
    parts = layout(match, candidates)
    found = np.zeros(parts["candidates"].stop, dtype=np.float32)
    rows: dict[str, list[list[float]]] = {
        "facts": [_facts(match, seen)],
        "decision": [_decision(match, seen)],
        "units": [_unit(match, seen, unit) for unit in order],
        "pieces": [_piece(match, seen, token) for token in seen.tokens[:PIECES]],
        "candidates": [_candidate(match, order, each, place, candidates) for place, each in enumerate(suggested)],
    }
    for name, part in parts.items():
        if rows[name]:
            table = found[part.start : part.stop].reshape(part.shape)
            table[: len(rows[name])] = np.asarray(rows[name], dtype=np.float32)
    return np.clip(found, -1.0, 1.0)


def shown_units(match: Match, seen: View) -> list[Unit]:
    """The units in the order of their rows: own ones, allies, the others, each by name."""

    def rank(unit: Unit) -> tuple[int, str]:
        if unit.seat == seen.seat:
            return 0, unit.id
        return (1 if match.allied(seen.seat, unit.seat) else 2), unit.id

    return sorted(seen.units, key=rank)[:UNITS]


# --- rows ------------------------------------------------------------------------------------------------------------


def _facts(match: Match, seen: View) -> list[float]:
    number = seen.facts.get("round", 0)
    numbers = {name: float(value) for name, value in seen.facts.items() if isinstance(value, int)}
    return [
        1.0,
        squeeze(float(number) if isinstance(number, int) else 0.0),
        seen.seat / max(1, match.seats - 1),
        float(seen.decision is not None),
        float(seen.outcome is not None),
        match.height / max(match.width, match.height),
        *hashed(numbers),
    ]


def _decision(match: Match, seen: View) -> list[float]:
    return [float(type(seen.decision) is kind) for kind in match.game.decisions]


def _unit(match: Match, seen: View, unit: Unit) -> list[float]:
    own, ally = unit.seat == seen.seat, match.allied(seen.seat, unit.seat)
    return [
        1.0,
        float(own),
        float(ally and not own),
        float(not ally),
        *(float(unit.status == status) for status in _STATUS),
        *_place(match, unit.pose),
        squeeze(float(len(unit.standing))),
        *hashed(unit.marks),
        *hashed(_card_numbers(match, unit.id)),
    ]


def _piece(match: Match, seen: View, token: Token) -> list[float]:
    size = max(match.width, match.height) * GRAIN
    kind = [0.0] * _NAMED
    kind[column(token.kind)] = 1.0
    owned = token.seat >= 0
    ally = owned and match.allied(seen.seat, token.seat)
    sizes = (token.length / size, token.width / size)
    return [1.0, float(ally), float(owned and not ally), *_place(match, token.pose), *sizes, *kind]


def _candidate(match: Match, order: Sequence[Unit], suggestion: Suggestion, place: int, most: int) -> list[float]:
    kind = [0.0] * _NAMED
    kind[column(suggestion.kind)] = 1.0
    plain = msgspec.to_builtins(suggestion.answer)
    one, other = (_named_unit(order, plain, name) for name in ("unit", "target"))
    return [
        1.0,
        tanh(suggestion.value / _WORTH),
        place / most,
        *kind,
        *_row_of(match, order, one),
        *_row_of(match, order, other),
        *_between(match, one, other),
        *hashed(dict(_numbers(plain, match))),
    ]


# --- what rows are made of -------------------------------------------------------------------------------------------


def squeeze(number: float) -> float:
    """Any number between -1 and 1; small ones keep their differences."""
    return tanh(number / (2.0 * _TYPICAL))


def _place(match: Match, pose: Pose | None) -> tuple[float, float, float, float]:
    """Where a pose is on the table and where it looks; nowhere is nought."""
    if pose is None:
        return 0.0, 0.0, 0.0, 0.0
    (x, y), turn = pose.place, radians(pose.degrees)
    return 2.0 * x / match.width - 1.0, 2.0 * y / match.height - 1.0, cos(turn), sin(turn)


@cache
def column(name: str) -> int:
    """The column of a name: the same on every machine."""
    return hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=1).digest()[0] % _NAMED


def hashed(numbers: Mapping[str, float]) -> list[float]:
    """Named numbers in the columns of their names; those that share one are added."""
    found = [0.0] * _NAMED
    for name, number in numbers.items():
        found[column(name)] += squeeze(number)
    return found


def _card_numbers(match: Match, unit: str) -> dict[str, float]:
    """The numbers printed on the card of a unit."""
    card = match.cards.get(unit)
    if not isinstance(card, msgspec.Struct):
        return {}
    values = msgspec.structs.asdict(card)
    return {name: float(value) for name, value in values.items() if isinstance(value, int | float)}


def _named_unit(order: Sequence[Unit], plain: Any, name: str) -> Unit | None:
    wanted = plain.get(name) if isinstance(plain, dict) else None
    return next((unit for unit in order if unit.id == wanted), None)


def _row_of(match: Match, order: Sequence[Unit], unit: Unit | None) -> list[float]:
    """A unit an answer names: its row, and where it is."""
    return [0.0] * 5 if unit is None else [(order.index(unit) + 1) / UNITS, *_place(match, unit.pose)]


def _between(match: Match, one: Unit | None, other: Unit | None) -> list[float]:
    if one is None or other is None or one.pose is None or other.pose is None:
        return [0.0] * 3
    size = max(match.width, match.height) * GRAIN
    across, along = (other.pose.x - one.pose.x) / size, (other.pose.y - one.pose.y) / size
    return [across, along, hypot(across, along)]


def _numbers(plain: Any, match: Match, name: str = "") -> Iterator[tuple[str, float]]:
    """The numbers of an answer by their names; of several in a list each place has its own."""
    if isinstance(plain, bool):
        yield name, float(plain) * _TYPICAL
    elif isinstance(plain, int | float):
        # places are lengths of the table, headings whole turns: both are brought to the size of other numbers
        scale = {"x": match.width, "y": match.height, "heading": 360.0, "degrees": 360.0}.get(name.rpartition(".")[2])
        yield name, float(plain) if scale is None else 2.0 * _TYPICAL * float(plain) / scale
    elif isinstance(plain, Mapping):
        for key, value in plain.items():
            yield from _numbers(value, match, f"{name}.{key}")
    elif isinstance(plain, Sequence) and not isinstance(plain, _WORDS):
        yield f"{name}#", float(len(plain))
        for place, value in enumerate(plain[:4]):
            yield from _numbers(value, match, f"{name}.{place}")
