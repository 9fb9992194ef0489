"""Which tables are possible: what nobody could lay out or sail to is named in a sentence."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.near_names import known_names
from brickfield.core.state import State
from ..base.durability import hits_a_marker
from ..base.measures import measures
from ..base.ship_card import ADDITIONAL, BASE, FIREPOWER, FORT, MONSTER, SPEED, TURNED_OVER
from ..base.waters import NOBODY, card_of, describe, home_of, in_the_way, sea_of
from ..chapters.capacity.capacity import cargo, cargo_mark

_ROUND_MARKS = ("acted", "spent", "attacked", "rammed", "hungry", "reserve")


@rule("sea.geometry.collision", "sea.fort.card", "sea.game.setup")
def table_fault(state: State) -> str:
    """What cannot be on this table; empty when all of it can."""
    cards = _unknown_mark(state) or _turned_over(state)
    # only of a table laid out: a scenario brings its own, and its chart shows nothing that is not agreed on
    laid = sea_of(state).start is not None
    agreed = (_switched_off(state) or _waters_switched_off(state)) if laid else ""
    return cards or agreed or _unit_in_something(state)


def _unknown_mark(state: State) -> str:
    loads = [cargo_mark(weight) for weight in range(1, measures().heaviest_treasure + 1)]
    known = [FIREPOWER, BASE, ADDITIONAL, SPEED, TURNED_OVER, *loads, *_ROUND_MARKS]
    for unit in state.units.values():
        for mark in unit.marks:
            if mark not in known:
                return f"no card has a marker {mark!r}; {known_names(mark, known)}"
    return ""


@rule("sea.damage.stout")
def _turned_over(state: State) -> str:
    for unit in state.units.values():
        over, most = unit.marks.get(TURNED_OVER, 0), min(hits_a_marker(state) - 1, unit.marks.get(BASE, 0))
        if over > most:
            return f"{describe(state, unit.id)} has {over} markers turned over; there can be {most}"
    return ""


def _switched_off(state: State) -> str:
    options = state.match.options
    for unit in state.units.values():
        kind, name = card_of(state, unit.id).kind, describe(state, unit.id)
        if kind == FORT and not options.forts:
            return f"{name} is a fort, but forts are switched off"
        if kind == MONSTER and not (options.independent_monsters if unit.seat == NOBODY else options.fleet_monsters):
            return f"{name} is a monster, but such monsters are switched off"
        if cargo(unit) and not options.loads:
            return f"{name} carries cargo, but cargo is switched off"
    return ""


def _waters_switched_off(state: State) -> str:
    options, match = state.match.options, sea_of(state)
    if match.waters.currents and not options.currents:
        return "there is a current on the table, but currents are switched off"
    if match.waters.ports and not (options.ports or options.gold):
        return "there is a port on the table, but ports are switched off"
    if not options.gold and (match.chart.floating or any(piece.treasures for piece in match.waters.pieces)):
        return "there is a treasure on the table, but gold is switched off"
    return ""


def _unit_in_something(state: State) -> str:
    for unit in state.units.values():
        if unit.pose is None:
            continue
        if card_of(state, unit.id).kind == FORT:
            if not home_of(state, unit):
                return f"{describe(state, unit.id)} stands on no island"
            continue
        thing = in_the_way(state, unit.id, *unit.pose.place, unit.pose.degrees)
        if thing:
            return f"{describe(state, unit.id)} overlaps {describe(state, thing)}"
    return ""
