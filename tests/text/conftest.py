"""A desk to sit down at: any position, forced dice, and an opponent who only passes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.speech.interpreter import Interpreter
from brickfield.testing import unit
from tests.text.seats import GAME, Sit, sit_down


@pytest.fixture
def sit(tmp_path: Path) -> Sit:
    """Lay out units (and terrain, and words such as phase and seat) and sit down at seat 0."""

    def lay(
        units: Iterable[dict[str, Any]],
        terrain: Iterable[dict[str, Any]] = (),
        faces: Iterable[int] = (),
        options: dict[str, Any] | None = None,
        **position: Any,
    ) -> Interpreter:
        laid = {"units": list(units), "terrain": list(terrain), **position}
        seat = position.get("seat", 0)
        setup = Setup(GAME, "", options or {}, names=("Blue", "Orange"), position=laid)
        return sit_down(setup, tmp_path, faces, seat)

    return lay


@pytest.fixture
def duel(sit: Sit) -> Interpreter:
    """A Sherman south of a Panzer III in the open, 20 inches apart, the Sherman to move."""
    return sit([unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 28, 270)])


@pytest.fixture
def firing(sit: Sit) -> Sit:
    """The same duel with the shots to be declared; more units and words may be given."""

    def lay(*more: dict[str, Any], **words: Any) -> Interpreter:
        units = [unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 28, 270), *more]
        return sit(units, phase="target_declaration", **words)

    return lay
