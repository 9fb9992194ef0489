"""Every place at which plain data does not fit its type, where reading it says only the first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from brickfield.core.near_names import known_names
from brickfield.core.typed import as_type

_UNIONS = (Union, UnionType)
_KINDS = {"float": "a number", "int": "a whole number", "str": "a text", "bool": "true or false", "null": "nothing",
          "array": "a list", "object": "a table"}  # fmt: skip
_EXPECTED = re.compile(r"Expected `([\w |]+)`(?:, got `(\w+)`| ([<>]=?) ([-\d.e]+)|)(.*)")
_BOUNDS = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than"}
# A list with more than this is named as a whole.
_MOST_ITEMS = 400


def faults_of_type(raw: Any, kind: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """The places that do not fit, each with a sentence."""
    try:
        as_type(raw, kind)
    except msgspec.ValidationError as error:
        inside = list(_inside(raw, kind, place))
        yield from inside or [(place, _told(str(error)))]


def _inside(raw: Any, kind: Any, place: str) -> Iterator[tuple[str, str]]:
    """What does not fit inside of a value; nothing where the value itself is the fault."""
    base = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    origin, parts = get_origin(base), get_args(base)
    if origin in _UNIONS:
        meant = _meant(raw, [part for part in parts if part is not NoneType])
        if meant is not None:
            yield from _inside(raw, meant, place)
    elif isinstance(base, type) and issubclass(base, Struct) and isinstance(raw, Mapping):
        yield from _inside_of_struct(raw, base, place)
    elif origin is tuple and len(parts) == 2 and parts[1] is Ellipsis and isinstance(raw, list):
        if len(raw) <= _MOST_ITEMS:
            for number, item in enumerate(raw):
                yield from faults_of_type(item, parts[0], f"{place}[{number}]")
    elif origin is dict and isinstance(raw, Mapping):
        for key, item in raw.items():
            yield from faults_of_type(item, parts[1], f"{place}.{key}")


def _meant(raw: Any, kinds: list[Any]) -> Any:
    """Which of several types a value is meant to be of: the only one, or the one it names."""
    if len(kinds) == 1:
        return kinds[0]
    if not isinstance(raw, Mapping):
        return None
    tagged = {kind.__struct_config__.tag: kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Struct)}
    field = next((kind.__struct_config__.tag_field for kind in tagged.values()), None)
    return tagged.get(raw.get(field))


def _inside_of_struct(raw: Mapping[str, Any], kind: type[Struct], place: str) -> Iterator[tuple[str, str]]:
    fields, config = _fields(kind), kind.__struct_config__
    for name, value in raw.items():
        where = f"{place}.{name}".removeprefix(".")
        if name in fields:
            yield from faults_of_type(value, fields[name][0], where)
        elif name != config.tag_field:
            yield where, f"nothing is called {name[:60]!r} here; {known_names(name, fields)}"
    for name, (_kind, needed) in fields.items():
        if needed and name not in raw:
            yield place, f"{name!r} is missing"


@cache
def _fields(kind: type[Struct]) -> dict[str, tuple[Any, bool]]:
    """The fields of a struct: the type of each, and whether it must be there."""
    hints, meant = get_type_hints(kind, include_extras=True), _parameters(kind)
    return {
        each.encode_name: (_filled(hints[each.name], meant), each.required) for each in msgspec.structs.fields(kind)
    }


def _parameters(kind: type[Struct]) -> dict[Any, Any]:
    """What the type variables of the structs that one is made of stand for."""
    found: dict[Any, Any] = {}
    for base in getattr(kind, "__orig_bases__", ()):
        origin = get_origin(base)
        if isinstance(origin, type):
            found |= dict(zip(getattr(origin, "__parameters__", ()), get_args(base), strict=False))
    return found


def _filled(hint: Any, meant: Mapping[Any, Any]) -> Any:
    open_ones = getattr(hint, "__parameters__", ())
    return hint[tuple(meant.get(each, Any) for each in open_ones)] if open_ones else hint


def _told(error: str) -> str:
    """What the reader says, in plain words."""
    said = error.partition(" - at `")[0]
    found = _EXPECTED.fullmatch(said)
    if found is None:
        return said[:1].lower() + said[1:]
    wanted, got, compared, bound, rest = found.groups()
    words = " or ".join(_KINDS.get(each.strip(), each.strip()) for each in wanted.split("|") if each.strip() != "null")
    if compared:
        return f"this must be {words} of {_BOUNDS[compared]} {float(bound):g}"
    return f"this must be {words}{f', not {_KINDS.get(got, got)}' if got else rest}"
