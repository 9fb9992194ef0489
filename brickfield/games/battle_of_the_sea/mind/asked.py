"""What the mind reads of a question: of most of them no more than whose it is and which unit it is about."""

from __future__ import annotations

from typing import Protocol

from brickfield.core.board import UnitId


class AboutUnit(Protocol):
    """A question about one unit."""

    @property
    def seat(self) -> int:
        """Whose question it is."""
        ...

    @property
    def unit(self) -> UnitId:
        """The unit."""
        ...
