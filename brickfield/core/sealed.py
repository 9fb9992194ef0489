"""Sealed values: secrets that cannot be printed, logged or encoded by accident."""

from __future__ import annotations

from typing import Any


class Sealed:
    """A value that only its owner may see.

    It is a plain class on purpose: msgspec refuses to encode it, so a secret that strays into a view, an event or
    a log is an error and not a leak. Only `core.saves`, which writes the server's own file, opens it.
    """

    __slots__ = ("_value", "seat")

    def __init__(self, seat: int, value: Any) -> None:
        self.seat = seat
        self._value = value

    def open(self) -> Any:
        """The value itself; call it only in the rule that uses or reveals it."""
        return self._value

    def __repr__(self) -> str:
        return f"<sealed by seat {self.seat}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed) and other.seat == self.seat and other._value == self._value

    def __hash__(self) -> int:
        return hash((self.seat, repr(self._value)))

    def __reduce__(self) -> Any:
        raise TypeError("a sealed value is not pickled")
