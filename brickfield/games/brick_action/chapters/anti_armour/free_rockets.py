"""Armor table notes: for every vehicle of class M2 and above the other side gets a rocket at no cost."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.asking.offers import Choice
from brickfield.core.board import Model, Unit
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.actions import Name
from ...base.battlefield import describe, is_vehicle, match_of, mini_number, mini_of
from ...base.measures import measures
from ...base.turns import Battle
from ...base.weapons import items
from ...setup.forces import VehicleCard
from ..vehicles.vehicles import free_rockets
from .chapter import ANTI_ARMOUR

ROCKET = "rocket"
_CLAUSE = "ba.setup.free_rockets"


class GiveRocket(Answer, frozen=True):
    """A mini gets a free rocket."""

    unit: Name
    figure: Name


class AssignRocket(Decision, frozen=True):
    """Who gets the rocket?"""

    ANSWER: ClassVar[Any] = GiveRocket
    CLAUSE: ClassVar[str] = _CLAUSE
    TITLE: ClassVar[str] = "A free rocket"

    def choices(self, state: State) -> list[Choice]:
        """Every mini who can carry one more item."""
        return [
            Choice(
                GiveRocket(unit, figure.id),
                f"{mini_of(figure.card).title} {mini_number(figure.id)} of {describe(state, unit)}",
                clause=_CLAUSE,
                about=(unit,),
            )
            for unit, figure in takers(state, self.seat)
        ]


def carried(figure: Model) -> int:
    """How many single-use items a mini has."""
    return sum(figure.marks.get(item, 0) for item in items())


@rule("ba.setup.free_rockets", "ba.weapon.one_primary")
def takers(state: State, seat: int) -> list[tuple[str, Model]]:
    """The infantry minis of a side that can carry one more item."""
    most = measures().items_most
    return [
        (unit.id, figure)
        for unit in state.units.values()
        if state.match.allied(unit.seat, seat) and not is_vehicle(state, unit) and not _rides_along(state, unit)
        for figure in unit.standing
        if carried(figure) < most
    ]


@rule("ba.setup.free_rockets", "ba.veh.dismount")
def _rides_along(state: State, unit: Unit) -> bool:
    """Whether a unit is the crew of a vehicle: that is no infantry before it gets out."""
    return unit.id in match_of(state).crews


@rule("ba.setup.free_rockets")
def rockets_for(state: State, seat: int) -> int:
    """One for each such vehicle of the other side."""
    cards = [state.match.cards[unit.id] for unit in state.units.values() if not state.match.allied(unit.seat, seat)]
    return free_rockets([card.vehicle for card in cards if isinstance(card, VehicleCard)])


@step(Battle, ANTI_ARMOUR)
@rule("ba.setup.free_rockets")
def arm(battle: Battle, t: Table) -> Any:
    """Free rockets are given out."""
    return Push(FreeRockets())


class FreeRockets(Frame):
    """Rockets are given out before deployment, one after the other; those that nobody can carry are lost."""

    seat: int = 0
    given: int = 0
    gift: GiveRocket = GiveRocket("", "")

    STEPS: ClassVar[tuple[str, ...]] = ("ask", "give")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "given", "gift")

    @rule("ba.setup.free_rockets")
    def ask(self, t: Table) -> Any:
        """The next rocket, seat by seat."""
        while self.seat < t.match.seats:
            if self.given < rockets_for(t, self.seat) and takers(t, self.seat):
                return Ask(AssignRocket(self.seat), into="gift")
            self.seat, self.given = self.seat + 1, 0
        return DONE

    @rule("ba.setup.free_rockets")
    def give(self, t: Table) -> Any:
        """It is an ordinary rocket."""
        unit, name = self.gift.unit, self.gift.figure
        figure = next(each for each in t.units[unit].squad if each.id == name)
        count = figure.marks.get(ROCKET, 0) + 1
        t.emit(happened.FigureMarked(unit=unit, figure=name, mark=ROCKET, value=count, clause=_CLAUSE))
        self.given += 1
        return Goto("ask")
