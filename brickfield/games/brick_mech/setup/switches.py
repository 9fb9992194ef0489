"""Optional Rules as switches: what players agree on before the game, in which values, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.setup.switches import Switch, read_switches
from ..data_files import DATA


@rule("bm.option.agree")
@cache
def switches() -> Mapping[str, Switch]:
    """All switches by id, those whose rules are not played yet included."""
    return read_switches(DATA)
