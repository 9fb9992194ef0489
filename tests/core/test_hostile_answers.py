"""The strict reader: whatever is sent, the reply is a short refusal of the kind `invalid`, and nothing changes."""

from __future__ import annotations

import decimal
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.core.commands import LARGEST_NUMBER, MOST_BYTES, MOST_DEPTH, MOST_VALUES, Command, read_answer
from brickfield.core.play import answer
from brickfield.core.refusal import INVALID, Refusal
from brickfield.core.sealed import Sealed
from brickfield.core.state import State
from tests.core.toy.orders import Bury, Fire, March, Pick, Rest
from tests.core.toy.playing import SETUPS, fresh

ORDERING = fresh(SETUPS[2])
BURYING = fresh(SETUPS[0])


def march(legs: Any) -> dict[str, Any]:
    """A march in plain data."""
    return {"answer": "march", "unit": "a1", "legs": legs}


def march_text(legs: bytes) -> bytes:
    """A march in JSON."""
    return b'{"answer":"march","unit":"a1","legs":' + legs + b"}"


def endless() -> list[Any]:
    """A list that holds itself."""
    inside: list[Any] = []
    inside.append(inside)
    return inside


def nested(depth: int) -> Any:
    """A list in a list in a list."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


class Stranger(msgspec.Struct, frozen=True, tag_field="answer", tag="march"):
    """A struct that pretends to be a march."""

    unit: Any
    legs: Any


MILLION = 1_000_000
HOSTILE: dict[str, Any] = {
    "nan": march([float("nan")]),
    "infinity": march([float("inf")]),
    "minus infinity": march([float("-inf")]),
    "a number beyond the table": march([1e300]),
    "nan in JSON": march_text(b"[NaN]"),
    "infinity in JSON": march_text(b"[Infinity]"),
    "1e999": march_text(b"[1e999]"),
    "-1e999": march_text(b"[-1e999]"),
    "a 4,000-digit number": march_text(b"[" + b"9" * 4000 + b"]"),
    "a 60,000-digit number": march_text(b"[" + b"9" * 60_000 + b"]"),
    "a 4,000-digit number in Python": march([10**4000]),
    "a 5,000-digit number in Python": march([10**5000]),
    "true as a number": march([True]),
    "true as a number in JSON": march_text(b"[true]"),
    "a text as a number": march(["1"]),
    "a list as a number": march([[1.0]]),
    "a number as a list": march(1.0),
    "null": march(None),
    "nothing": None,
    "an object": object(),
    "a class": March,
    "a decimal": march([decimal.Decimal("1.5")]),
    "a complex number": march([1j]),
    "a set": march({1.0}),
    "bytes inside": march(b"1"),
    "a bytearray": bytearray(b'{"answer":"rest"}'),
    "a memoryview": memoryview(b'{"answer":"rest"}'),
    "a generator": march(leg for leg in (1.0,)),
    "a sealed value": march([Sealed(0, 1.0)]),
    "a sealed answer": Sealed(0, Rest()),
    "a million legs in a list": march([1.0] * MILLION),
    "a million legs in a tuple": march((1.0,) * MILLION),
    "a million legs in JSON": march_text(b"[" + b"1," * (MILLION - 1) + b"1]"),
    "a million legs in text": march_text(b"[" + b"1," * (MILLION - 1) + b"1]").decode(),
    "a million fields": {str(number): 1 for number in range(MILLION)},
    "a million empty lists": march([[]] * MILLION),
    "many values in few bytes": march_text(b"[" + b"1," * 30_000 + b"1]"),
    "a million letters": march([1.0]) | {"unit": "a" * MILLION},
    "3,000 letters": march([1.0]) | {"unit": "a" * 3000},
    "a list that holds itself": march(endless()),
    "depth 100,000 in Python": march(nested(100_000)),
    "depth 17 in Python": march(nested(MOST_DEPTH + 1)),
    "depth 100,000 in JSON": b"[" * 100_000,
    "depth 30,000 in JSON": b"[" * 30_000 + b"]" * 30_000,
    "depth 10,000 of objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "a struct of another make": Stranger("a1", nested(50)),
    "a struct with a sealed value": Stranger("a1", (Sealed(0, 1.0),)),
    "an answer to another question": Pick("bold"),
    "an unknown answer": {"answer": "teleport", "unit": "a1"},
    "no tag": {"unit": "a1", "legs": [1.0]},
    "a tag that is a list": {"answer": ["march"], "unit": "a1", "legs": [1.0]},
    "a tag that is null": {"answer": None},
    "an unknown field": march([1.0]) | {"cheat": 1},
    "a missing field": {"answer": "march", "unit": "a1"},
    "a key that is a number": march([1.0]) | {1: 2},
    "an unknown field of 1,900 letters": march([1.0]) | {"x" * 1900: 1},
    "a doubled field": b'{"answer":"march","unit":"b1","unit":"a1","legs":[1]}',
    "a doubled tag": b'{"answer":"rest","answer":"march","unit":"a1","legs":[1]}',
    "a doubled field, once escaped": b'{"answer":"march","unit":"b1","\\u0075nit":"a1","legs":[1]}',
    "a doubled field behind a colon in a text": b'{"answer":"march","unit":"a:\\":b","unit":"a1","legs":[1]}',
    "half JSON": b'{"answer":"march","unit":"a1","legs":[1',
    "JSON and more": b'{"answer":"rest"} {"answer":"rest"}',
    "a byte order mark": b'\xef\xbb\xbf{"answer":"rest"}',
    "UTF-16": '{"answer":"rest"}'.encode("utf-16"),
    "no UTF-8": b'{"answer":"march","unit":"\xff","legs":[1]}',
    "no bytes": b"",
    "only spaces": b"   ",
    "a comment": b'{"answer":"rest"} // please',
    "single quotes": b"{'answer':'rest'}",
    "a plain text": "rest",
}
TEXTS = {
    "a lone surrogate": "\ud800",
    "a NUL": "a\x00b",
    "a right-to-left override": "a\u202eb",
    "a right-to-left mark": "a\u200fb",
    "an isolate": "a\u2066b",
    "a line separator": "a\u2028b",
    "a zero-width space": "a\u200bb",
    "a bell": "\x07",
    "a new line": "a\nb",
    "a private letter": "\ue000",
    "an unassigned letter": "\U000e0fff",
}


def assert_refused(state: State, reply: Any) -> Refusal:
    """Refused as invalid, in few words, with the state as it was."""
    digest, version = state.digest(), state.version
    decision = state.decision
    assert decision is not None
    refusal = answer(state, Command(decision.seat, state.version, reply))
    assert isinstance(refusal, Refusal)
    assert refusal.kind == INVALID
    assert len(msgspec.json.encode(refusal)) < 1024
    assert refusal.sentence.isprintable()
    assert (state.digest(), state.version) == (digest, version)
    return refusal


@pytest.mark.parametrize("reply", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_answer_is_refused(reply: Any) -> None:
    assert_refused(ORDERING.state, reply)
    entries = len(ORDERING.entries)
    assert isinstance(ORDERING.answer(0, reply), Refusal)
    assert len(ORDERING.entries) == entries


@pytest.mark.parametrize("depth", [MOST_DEPTH + 1, 20_000])
def test_depth_is_measured_before_anything_is_parsed(depth: int) -> None:
    for reply in (b"[" * depth + b"]" * depth, b"[" * depth, b'{"a":' * (depth // 4 + 13)):
        assert assert_refused(ORDERING.state, reply).code == "too_deep"


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_a_text_that_cannot_be_shown_is_refused_in_every_form(text: str) -> None:
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in text if ord(letter) < 0x10000) or "\\udb83\\udfff"
    for reply in (
        {"answer": "bury", "spot": 1, "mark": text},
        {"answer": "bury", "spot": 1, text: 1},
        Bury(1, text),
        f'{{"answer":"bury","spot":1,"mark":"{text}"}}',
        f'{{"answer":"bury","spot":1,"mark":"{escaped}"}}'.encode(),
    ):
        assert_refused(BURYING.state, reply)


@pytest.mark.parametrize("spot", [1.5, 1.0, True, "1", None, [1], 2**31 + 1, 10**4000, float("nan")])
def test_a_whole_number_is_nothing_else(spot: Any) -> None:
    assert_refused(BURYING.state, {"answer": "bury", "spot": spot})


@pytest.mark.parametrize(
    ("reply", "read"),
    [
        (b'{"answer":"march","unit":"a1","legs":[1,-0.5]}', March("a1", (1.0, -0.5))),
        ('{"legs":[1e0],"unit":"a1","answer":"march"}', March("a1", (1.0,))),
        (march((1.0, 2)), March("a1", (1.0, 2.0))),
        (b' {"answer" : "rest"} ', Rest()),
        (Fire("a1", "b1"), Fire("a1", "b1")),
        (b'{"answer":"fire","unit":"a1","target":"b:\\"1[[[[[[[[[[[[[[[[[["}', Fire("a1", 'b:"1' + "[" * 18)),
        (b'{"answer":"fire","unit":"J\xc3\xbcrgen","target":"\\u00fc"}', Fire("Jürgen", "ü")),
    ],
)
def test_an_honest_answer_is_read_in_every_form(reply: Any, read: Any) -> None:
    decision = ORDERING.state.decision
    assert decision is not None
    assert read_answer(decision, reply) == read


def test_the_limits_are_inclusive() -> None:
    decision = ORDERING.state.decision
    assert decision is not None
    most = MOST_VALUES - 7
    assert read_answer(decision, march([float(LARGEST_NUMBER)] * most)) == March("a1", (float(LARGEST_NUMBER),) * most)
    assert isinstance(read_answer(decision, march([1.0] * (most + 1))), Refusal)
    assert isinstance(read_answer(decision, march([LARGEST_NUMBER + 1.0])), Refusal)
    padded = b'{"answer":"rest"}'.ljust(MOST_BYTES)
    assert read_answer(decision, padded) == Rest()
    assert isinstance(read_answer(decision, padded + b" "), Refusal)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.dictionaries(st.sampled_from(["answer", "unit", "legs", "target", "spot", "mark"]), JSON, max_size=4)


@settings(max_examples=200)
@given(reply=JSON | FIELDS | st.binary(max_size=60) | st.text(max_size=60))
def test_whatever_is_sent_is_read_or_refused_as_invalid(reply: Any) -> None:
    for played in (ORDERING, BURYING):
        decision = played.state.decision
        assert decision is not None
        read = read_answer(decision, reply)
        assert isinstance(read, (March, Fire, Rest, Bury)) or (isinstance(read, Refusal) and read.kind == INVALID)


@settings(max_examples=200)
@given(data=st.data())
def test_a_damaged_honest_answer_is_read_or_refused(data: st.DataObject) -> None:
    honest = bytearray(march_text(b"[1.5,-0.5,2]"))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(honest) - 1))
        honest[place] = data.draw(st.integers(0, 255))
    decision = ORDERING.state.decision
    assert decision is not None
    read = read_answer(decision, bytes(honest))
    assert isinstance(read, (March, Refusal))
    assert answer(ORDERING.state, Command(0, ORDERING.state.version, bytes(honest))) is not None
