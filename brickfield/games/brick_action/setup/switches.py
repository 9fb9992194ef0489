"""Switches: what players agree on before the game, in which values, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from brickfield.core.setup.switches import Switch, read_switches
from ..data_files import DATA


@cache
def switches() -> Mapping[str, Switch]:
    """All switches by id."""
    return read_switches(DATA)
