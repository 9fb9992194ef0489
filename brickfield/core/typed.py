"""The one door from plain data to typed values, safe for any number of threads.

msgspec works out how to read a type when the type is read for the first time, and keeps the half-finished plan where
another thread already finds it; two threads that do so together end the process. So the first reading of each type is
done by one thread at a time. Nothing else in the engine converts or decodes into a type.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_first = Lock()
_known: set[Any] = set()


def known(kind: type[T]) -> type[T]:
    """The type itself, once it is ready to be read by any thread."""
    if kind not in _known:
        with _first:
            msgspec.json.Decoder(kind)
            _known.add(kind)
    return kind


def as_type(plain: Any, kind: type[T], *, strict: bool = True, hook: Callable[[Any, Any], Any] | None = None) -> T:
    """Plain data as a value of the type; msgspec.ValidationError says what does not fit. `hook` makes what msgspec
    does not know out of its type and the plain data."""
    return msgspec.convert(plain, known(kind), strict=strict, dec_hook=hook)


def from_json(data: bytes | str, kind: type[T]) -> T:
    """JSON as a value of the type; msgspec.DecodeError says what does not fit."""
    return msgspec.json.decode(data, type=known(kind))
