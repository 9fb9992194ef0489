"""What a Move brings with it, told before it is given: the heat of a rush and what heat does."""

from __future__ import annotations

from brickfield.core.asking.previews import Price
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.numbers import counted
from brickfield.core.questions import Question
from brickfield.core.state import State
from ..base.actions import is_rush
from ..base.ending_a_turn import cooling
from ..base.measures import measures
from ..base.move_action import Route
from ..base.record_sheet import HEAT, actions_used, number


@Question
def move_prices(state: State, unit: Unit, route: Route) -> tuple[Price, ...]:
    """All that a Move brings with it, the worst first."""
    return _rush(unit)


@rule("bm.action.rush_heat", "bm.mod.attack.heat", "bm.endturn.overheat6", "bm.endturn.overheat8")
def _rush(unit: Unit) -> tuple[Price, ...]:
    """A third action is a rush: its heat, and what is left of it when the turn ends, if that does harm."""
    if not is_rush(unit):
        return ()
    numbers = measures()
    heat = number(unit, HEAT) + numbers.rush_heat
    text = f"A rush: {counted(numbers.rush_heat, 'Heat Marker')} first, {heat} in all."
    rush = Price(f"+{numbers.rush_heat} heat", text, "bm.action.rush_heat")
    left = max(0, heat - cooling(actions_used(unit) + 1)[0])
    if left >= numbers.overheat_massive:
        text = f"{left} Heat Markers stay when its turn ends: it takes Massive Damage."
        return (rush, Price("overheats", text, "bm.endturn.overheat8", "risk"))
    if left >= numbers.overheat_armor:
        lost = counted(numbers.overheat_armor_loss, "Armor Point")
        text = f"{left} Heat Markers stay when its turn ends: it loses {lost}."
        return (rush, Price("overheats", text, "bm.endturn.overheat6", "risk"))
    return (rush,)
