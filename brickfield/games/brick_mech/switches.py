"""Optional Rules as switches: what players agree on before the game, in which values, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.data_files import by_key
from brickfield.core.switches import Switch, SwitchesFile, check_switch
from brickfield.games.brick_mech.data_files import read


@rule("bm.option.agree")
@cache
def switches() -> Mapping[str, Switch]:
    """All switches by id."""
    file = read("switches.toml", SwitchesFile)
    return by_key("switches.toml", ((switch.id, check_switch(switch)) for switch in file.switch))
