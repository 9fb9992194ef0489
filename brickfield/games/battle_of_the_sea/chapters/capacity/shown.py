"""How cargo is shown."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from ...shown.faces import states_of
from .capacity import cargo
from .chapter import CAPACITY


@states_of.amended(CAPACITY)
@rule("sea.capacity.max")
def cargo_words(state: State, unit: Unit, told: tuple[str, ...]) -> tuple[str, ...]:
    """What a ship carries."""
    aboard = " + ".join(map(str, cargo(unit)))
    return (*told, f"cargo {aboard}") if aboard else told
