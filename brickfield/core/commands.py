"""Commands: what a seat sends. The one strict reader of answers: size, depth, values, type, then the rules."""

from __future__ import annotations

import math
from typing import Any

import msgspec
from msgspec import Struct

from brickfield.core.decisions import Decision
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.typed import as_type

MOST_BYTES = 65_536
MOST_DEPTH = 16
MOST_VALUES = 4_096
LARGEST_NUMBER = 2**31
_MOST_TEXT = 2_000
_LONGEST_REASON = 200
_TOO_MANY = f"it holds more than {MOST_VALUES} values"
_MOST_BRACKETS = 2 * MOST_VALUES
# All bytes but brackets, for taking them out.
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer on its way: who gives it, to which question (the version of the state), and what it says.

    `answer` may be JSON bytes, plain data or an Answer value. `id` lets a sender repeat itself without effect.
    """

    seat: int
    version: int
    answer: Any
    id: str = ""


def read_answer(decision: Decision, raw: Any) -> Any:
    """The answer as a value of the decision's own type, or a refusal that says what cannot be read."""
    plain = read_plain(raw)
    return plain if isinstance(plain, Refusal) else read_as(plain, decision.ANSWER)


def read_plain(raw: Any) -> Any:
    """What was sent as plain data, after the checks of size, depth and values; or a refusal."""
    if isinstance(raw, (bytes, str)):
        raw = read_json(raw)
        if isinstance(raw, Refusal):
            return raw
    fault = _fault(raw)
    if fault:
        return _malformed(fault)
    return msgspec.to_builtins(raw) if isinstance(raw, Struct) else raw


def read_as(plain: Any, kind: Any) -> Any:
    """Plain data as a value of the type asked for, or a refusal."""
    try:
        return as_type(plain, kind)
    except (msgspec.ValidationError, TypeError, ValueError, OverflowError) as error:
        return _malformed(error)


def _malformed(why: object) -> Refusal:
    # the reason may quote what was sent, so it is cut: a refusal is never longer than a few lines
    return invalid("malformed", f"The answer cannot be read: {str(why)[:_LONGEST_REASON]}.")


def read_json(raw: bytes | str) -> Any:
    """What JSON says, after the checks of its size and its shape; nobody has looked at its values."""
    if len(raw) > MOST_BYTES:
        return invalid("too_large", f"The answer has {len(raw)} bytes; at most {MOST_BYTES} are read.")
    data = raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw
    bare = _without_texts(data)
    brackets = bare.translate(None, _NO_BRACKETS)
    if _nesting(brackets[:_MOST_BRACKETS]) > MOST_DEPTH:
        return invalid("too_deep", f"The answer is nested more than {MOST_DEPTH} deep.")
    # each comma and each colon stands beside a value more, each pair of brackets is one: too many need not even be read
    if len(brackets) > _MOST_BRACKETS or bare.count(b",") + bare.count(b":") >= MOST_VALUES:
        return _malformed(_TOO_MANY)
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        return _malformed(error)
    # the parser keeps the last of two fields with one name, another reader might keep the first: neither is believed
    return value if bare.count(b":") == _fields(value) else _malformed("a field stands twice")


def _fields(value: Any) -> int:
    """How many fields all objects inside have together."""
    if isinstance(value, dict):
        return len(value) + sum(map(_fields, value.values()))
    return sum(map(_fields, value)) if isinstance(value, list) else 0


def _without_texts(data: bytes) -> bytes:
    """What stands outside of quotation marks, in one pass however the text is made; an unclosed text has no end.

    Backslashes pair up from the left, so what is left of a run escapes the mark behind it. Outside of texts there is no
    backslash that the parser would read.
    """
    marked = data.replace(rb"\\", b"").replace(rb"\"", b"")
    return b"".join(marked.split(b'"')[::2])


def _nesting(brackets: bytes) -> int:
    """The depth of the brackets, without parsing, as far as it matters: what is too deep or closes too much ends it."""
    depth = deepest = 0
    for byte in brackets:
        depth += 1 if byte in b"[{" else -1
        if not 0 <= depth <= MOST_DEPTH:
            return max(depth, deepest)
        deepest = max(deepest, depth)
    return deepest


def _fault(raw: Any) -> str:
    """What is wrong with the values themselves, before any type is looked at; empty when nothing is.

    Values are looked at level by level, in flat lists: a pair for each of thousands would keep the memory busy.
    """
    level, seen = [raw], 0
    for _ in range(MOST_DEPTH + 1):
        seen += len(level)
        if seen > MOST_VALUES:
            return _TOO_MANY
        inner: list[Any] = []
        for value in level:
            if isinstance(value, Struct):
                inner.extend([getattr(value, name) for name in value.__struct_fields__])
            elif isinstance(value, (dict, list, tuple)):
                if len(value) > MOST_VALUES:
                    return _TOO_MANY
                inner.extend(value)
                if isinstance(value, dict):
                    inner.extend(value.values())
            elif fault := _scalar_fault(value):
                return fault
        if not inner:
            return ""
        level = inner
    return f"it is nested more than {MOST_DEPTH} deep"


def _scalar_fault(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float):
        return "" if math.isfinite(value) and abs(value) <= LARGEST_NUMBER else "a number is out of bounds"
    if isinstance(value, int):
        return "" if abs(value) <= LARGEST_NUMBER else "a number is out of bounds"
    if isinstance(value, str):
        if len(value) > _MOST_TEXT:
            return "a text is too long"
        # halves of letters are not printable either
        return "" if value.isprintable() else "a text holds characters that cannot be shown"
    return f"a value of type {type(value).__name__} has no meaning here"
