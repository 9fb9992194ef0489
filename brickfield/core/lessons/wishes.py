"""Wishes: what must be so, of events, units, queries and what is asked; and sentences that are said only where it is.

A sentence about what happened is never written down as a fact. It carries the wishes that make it true, and its figures
are holes that are filled from what those wishes found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from brickfield.core.data_files import TableRow
from brickfield.core.events import Event
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN

# The bounds a wished value may have instead of being one value.
_BOUNDS = frozenset({"least", "most", "any", "not"})
# A hole of a sentence: {hits}, or with the word that is counted: {hits:hit|hits}.
HOLE = re.compile(r"\{(\w+)(?::([^|}]*)\|([^}]*))?\}")
HOW_MANY = "#"


class Wish(TableRow, frozen=True):
    """Something that must be so: of one event since the step began, of a unit, of a query, or of what is asked next.

    `where` names fields (dotted for what lies inside, numbers for places in a list) with the value each must have, or
    with bounds for it: `least`, `most`, `any` of a list, `not`. A query that gives no struct is called `value`.
    Places are in the game's ruler. `count` bounds how many such events there are, `no` turns the wish
    round, and `fills` are the holes of a sentence: each with the field of the last such thing, or `#` for how many.
    """

    event: str = ""
    unit: str = ""
    query: str = ""
    about: tuple[Any, ...] = ()
    asked: str = ""
    where: dict[str, Any] = {}
    count: Any = None
    no: bool = False
    fills: dict[str, str] = {}


class Saying(TableRow, frozen=True):
    """A sentence, and what must be so for it to be said."""

    text: str
    when: tuple[Wish, ...] = ()


class Heard(Struct, frozen=True):
    """What a sentence may speak of: what happened, and how it stands."""

    events: tuple[Event, ...]
    state: State


def said(sayings: Iterable[Saying], heard: Heard) -> str:
    """The sentences that are true, with their holes filled; one that finds nothing for a hole is not said."""
    told = []
    for saying in sayings:
        found = [_found(wish, heard) for wish in saying.when]
        holes = {hole: value for each in found if each is not None for hole, value in each.items()}
        if None not in found and None not in holes.values():
            told.append(_filled(saying.text, holes))
    return " ".join(told)


def holds(wish: Wish, events: Sequence[Event], state: State) -> bool:
    """Whether a wish has come about."""
    return _found(wish, Heard(tuple(events), state)) is not None


def _found(wish: Wish, heard: Heard) -> dict[str, Any] | None:
    """What fills the holes of a wish; None where it has not come about."""
    things = [each for each in _things(wish, heard) if fits(each, wish.where)]
    is_so = bool(things) if wish.count is None else _fits(len(things), wish.count)
    if is_so == wish.no:
        return None
    last: Mapping[str, Any] = things[-1] if things else {}
    return {
        hole: len(things) if field == HOW_MANY else _inside(last, field.split("."))
        for hole, field in wish.fills.items()
    }


def _things(wish: Wish, heard: Heard) -> Iterable[dict[str, Any]]:
    """Whatever a wish may be about."""
    state = heard.state
    if wish.event:
        return [each for each in map(_plain, heard.events) if each["event"] == wish.event]
    if wish.unit:
        return [_unit(state, wish.unit)] if wish.unit in state.units else []
    if wish.query:
        return _answers(wish, state)
    asked = state.decision
    return [msgspec.to_builtins(asked)] if asked is not None and asked.kind == wish.asked else []


def _plain(event: Event) -> dict[str, Any]:
    """An event as plain data, with what its tallies come to."""
    plain: dict[str, Any] = msgspec.to_builtins(event)
    tallies = getattr(event, "tallies", None) or ()
    return plain | {"totals": [tally.total for tally in tallies]}


def _unit(state: State, name: str) -> dict[str, Any]:
    """A unit as plain data, with its place in the game's ruler; a unit that is gone has none."""
    unit = state.units[name]
    plain: dict[str, Any] = msgspec.to_builtins(unit)
    if unit.pose is not None:
        plain |= {"x": unit.pose.x / GRAIN, "y": unit.pose.y / GRAIN, "heading": unit.pose.degrees}
    return plain


def _answers(wish: Wish, state: State) -> list[dict[str, Any]]:
    """What a query of the game answers; what is not on the table any more answers nothing."""
    named = [each for each in wish.about if isinstance(each, str)]
    if any(each not in state.tokens and not is_there(state, each) for each in named):
        return []
    told = msgspec.to_builtins(state.match.game.queries[wish.query](state, *wish.about))
    return [told if isinstance(told, dict) else {"value": told}]


def is_there(state: State, name: str) -> bool:
    """Whether a unit of this name lives."""
    return name in state.units and state.units[name].alive


def _filled(text: str, holes: Mapping[str, Any]) -> str:
    def fill(hole: re.Match[str]) -> str:
        value, one, many = holes[hole[1]], hole[2], hole[3]
        shown = f"{value:g}" if isinstance(value, int | float) else str(value)
        return shown if one is None else f"{shown} {one if value == 1 else many}"

    return HOLE.sub(fill, text)


def fits(plain: Mapping[str, Any], where: Mapping[str, Any]) -> bool:
    """Whether plain data has the wished values."""
    return all(_fits(_inside(plain, name.split(".")), wanted) for name, wanted in where.items())


def _inside(plain: Any, names: Sequence[str]) -> Any:
    for name in names:
        if isinstance(plain, Mapping):
            plain = plain.get(name)
        elif isinstance(plain, list | tuple) and name.isdigit() and int(name) < len(plain):
            plain = plain[int(name)]
        else:
            return None
    return plain


def _fits(value: Any, wanted: Any) -> bool:
    if not isinstance(wanted, dict) or not wanted.keys() <= _BOUNDS:
        return bool(value == wanted)
    if "any" in wanted and value not in wanted["any"]:
        return False
    if "not" in wanted and value == wanted["not"]:
        return False
    if not wanted.keys() & {"least", "most"}:
        return True
    if not isinstance(value, int | float):
        return False
    low, high = wanted.get("least"), wanted.get("most")
    return (low is None or value >= low) and (high is None or value <= high)
