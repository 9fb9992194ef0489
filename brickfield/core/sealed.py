"""Sealed values: secrets that cannot be printed, logged or encoded by accident."""

from __future__ import annotations

from typing import Any

# Whom a secret belongs to that no seat may see, such as the order of a face-down deck.
NOBODY = -2


class Sealed:
    """A value that only its owner may see, and the seats (`also`) that a clause lets into the secret.

    It is a plain class on purpose: msgspec refuses to encode it, so a secret that strays into a view, an event or
    a log is an error and not a leak. Only `core.saves`, which writes the server's own file, opens it.
    """

    __slots__ = ("_value", "also", "seat")

    def __init__(self, seat: int, value: Any, also: tuple[int, ...] = ()) -> None:
        self.seat = seat
        self.also = also
        self._value = value

    def is_known_to(self, seat: int) -> bool:
        """Whether a seat may see it. A spectator is no seat and sees nothing."""
        return seat >= 0 and (seat == self.seat or seat in self.also)

    def open(self) -> Any:
        """The value itself; call it only in the rule that uses or reveals it."""
        return self._value

    def __repr__(self) -> str:
        return f"<sealed by seat {self.seat}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sealed):
            return False
        return (other.seat, other.also, other._value) == (self.seat, self.also, self._value)

    def __hash__(self) -> int:
        return hash((self.seat, repr(self._value)))

    def __reduce__(self) -> Any:
        raise TypeError("a sealed value is not pickled")
