"""House-rule switches of this game: what may be agreed on, in which values, and how it is told to the players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.switches import Choice, Switch, SwitchesFile, SwitchValue, check_switch
from brickfield.games.micro_brick_battle.data_files import by_key, read


@rule("mbb.house.agree")
@cache
def switches() -> Mapping[str, Switch]:
    """All switches by id, those whose rules are not played yet included."""
    file = read("switches.toml", SwitchesFile)
    return by_key("switches.toml", ((switch.id, check_switch(switch)) for switch in file.switch))


__all__ = ["Choice", "Switch", "SwitchValue", "SwitchesFile", "check_switch", "switches"]
