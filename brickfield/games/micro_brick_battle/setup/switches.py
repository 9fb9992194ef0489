"""House-rule switches of this game: what may be agreed on, in which values, and how it is told to the players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.setup.switches import Switch, read_switches
from ..data_files import DATA


@rule("mbb.house.agree")
@cache
def switches() -> Mapping[str, Switch]:
    """All switches by id, those whose rules are not played yet included."""
    return read_switches(DATA)
