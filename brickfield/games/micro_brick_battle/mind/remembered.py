"""What rests on places alone, remembered for a whole battle: tables that a bot imagines differ in few units and wrecks,
and what those do not touch was worked out before."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import islice
from typing import Any, TypeVar

from brickfield.core.state import State
from brickfield.games.micro_brick_battle.rules.battlefield import battle_of

Kind = TypeVar("Kind")


class Shelf(dict[Any, Kind]):
    """What is kept, up to so many entries: when there are more, the older half is let go."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: Hashable, value: Kind) -> Kind:
        """Put something there."""
        if len(self) >= self.most:
            for old in list(islice(self, (len(self) + 1) // 2)):
                del self[old]
        self[key] = value
        return value


def shelf_of(state: State, name: str, most: int) -> Shelf[Any]:
    """The shelf of this name in the memory of a battle."""
    agreed = battle_of(state).agreed
    found: Shelf[Any] | None = agreed.get(name)
    if found is None:
        found = agreed[name] = Shelf(most)
    return found
