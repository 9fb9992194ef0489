"""Rallying: one free try for every suppressed unit when its owner's turn begins, more for an action each."""

from __future__ import annotations

from math import hypot
from typing import Any, ClassVar

from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.offers import Action, Asked, Choice, Choose
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Ask, Frame, Goto, Roll
from brickfield.core.kept import kept
from brickfield.core.modifiers import Tally
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import circle, kernel
from .actions import Deed, Name
from .battlefield import RALLIED, SUPPRESSED, describe, hull_of, living, mini_of, number, spots, units_of
from .firing.fire_measures import EPS, fire
from .measures import measures
from .minis import Mini, is_officer, is_veteran
from .sight.landscape import kept_for
from .suppression import rallies, rally_bonus


@rule("ba.rally.command", "ba.unit.field.rally", "ba.unit.ranking.rally", "ba.unit.general.rally")
def commanders_near(state: State, unit: Unit) -> list[Mini]:
    """The commanders whose word reaches a unit: closest points, their own unit included, also mounted or suppressed."""
    return [
        mini
        for own, name, mini in _commanders(state, state.match.sides[unit.seat])
        if _gap(state, own, name, unit) <= mini.rally_aura_range + EPS
    ]


@kept
def _commanders(state: State, side: int) -> list[tuple[Unit, str, Mini]]:
    """The commanders of a side, each with his unit."""
    own = [each for each in living(state) if state.match.sides[each.seat] == side]
    return [(unit, name, mini) for unit in own for name, mini in _commanders_in(state, unit)]


def _commanders_in(state: State, unit: Unit) -> tuple[tuple[str, Mini], ...]:
    """The commanders of a unit by name."""
    kept = kept_for(state, unit)
    found: tuple[tuple[str, Mini], ...] | None = kept.get("commanders")
    if found is None:
        minis = [(each.id, mini_of(each.card)) for each in unit.standing]
        found = kept["commanders"] = tuple([(name, mini) for name, mini in minis if mini.rally_aura])
    return found


def _gap(state: State, own: Unit, name: str, unit: Unit) -> float:
    """How far a commander is from a unit; from a vehicle he is in, its hull counts."""
    if own.id == unit.id:
        return 0.0
    radius = measures().mini_radius
    carrier = state.units.get(own.container)
    figure = next(each for each in own.standing if each.id == name)
    if carrier is not None and carrier.pose is not None:
        hull = hull_of(state, carrier)
        return min((kernel.distance(hull, circle(x, y, radius)) for x, y in _spots(state, unit)), default=1e9)
    if figure.pose is None:
        return 1e9
    x, y = figure.pose.place
    return min((hypot(x - a, y - b) - 2 * radius for a, b in _spots(state, unit)), default=1e9)


def _spots(state: State, unit: Unit) -> list[tuple[float, float]]:
    carrier = state.units.get(unit.container)
    return [carrier.pose.place] if carrier is not None and carrier.pose is not None else spots(unit)


_AURAS = {
    "field_commander": "ba.unit.field.rally",
    "ranking_commander": "ba.unit.ranking.rally",
    "general": "ba.unit.general.rally",
}


@rule("ba.rally.max", "ba.unit.veteran.rally", "ba.unit.officer.rally", "ba.unit.officer.vet", "ba.rally.command")
def bonus_to_rally(state: State, unit: Unit) -> Tally:
    """Veterans, an officer and commanders near enough help a unit to rally."""
    kinds = [mini_of(each.card).id for each in unit.standing]
    auras = [(each.title, each.rally_aura, _AURAS[each.id]) for each in commanders_near(state, unit)]
    return rally_bonus(sum(map(is_veteran, kinds)), any(is_officer(each) for each in kinds), auras)


class RallyFirst(Answer, frozen=True):
    """This unit tries next."""

    unit: Name


class ChooseRally(Decision, frozen=True):
    """Which suppressed unit tries to rally next?"""

    units: tuple[str, ...]

    ANSWER: ClassVar[Any] = RallyFirst
    CLAUSE: ClassVar[str] = "ba.rally.free"
    TITLE: ClassVar[str] = "Rally"

    @rule("ba.geometry.ties", "ba.turn.start_sequence")
    def choices(self, state: State) -> list[Choice]:
        """In an order chosen by the owner; who does not care takes the first unit."""
        return [
            Choice(
                RallyFirst(each),
                f"Rally {describe(state, each)}",
                odds_told(state, each),
                self.CLAUSE,
                about=(each,),
                odds=chance_to_rally(state, each),
            )
            for each in self.units
        ]

    @rule("ba.rally.free")
    def ask(self, state: State) -> Asked:
        """Who comes next; nobody is left out."""
        asked = super().ask(state)
        return replace(asked, text="Every suppressed unit tries, one after the other. Which is next?")


def needed_to_rally(state: State, unit: str) -> int:
    """What the die of a unit has to show."""
    return max(1, fire().rally_from - bonus_to_rally(state, state.units[unit]).total)


def chance_to_rally(state: State, unit: str) -> float:
    """How likely a unit rallies."""
    faces = measures().die_faces
    return max(0, faces + 1 - needed_to_rally(state, unit)) / faces


def odds_told(state: State, unit: str) -> str:
    """What a unit needs to rally."""
    return f"{needed_to_rally(state, unit)}+ on one die"


class Rallying(Frame):
    """Tries to rally: the free ones of a turn, one unit after the other, or a single one for an action (`unit`)."""

    seat: int = 0
    unit: str = ""
    tried: tuple[str, ...] = ()
    next: RallyFirst = RallyFirst("")
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("choose", "roll", "rally")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "unit", "tried", "next", "faces")

    @rule("ba.rally.free", "ba.turn.start_sequence")
    def choose(self, t: Table) -> Any:
        """Every suppressed unit must try, in an order chosen by the owner."""
        pinned = [each.id for each in units_of(t, self.seat) if number(each, SUPPRESSED) and each.id not in self.tried]
        if self.unit:
            pinned = [self.unit] if self.unit not in self.tried else []
        if not pinned:
            return DONE
        if len(pinned) > 1:
            return Ask(ChooseRally(self.seat, tuple(pinned)), into="next")
        self.next = RallyFirst(pinned[0])
        return None

    @rule("ba.rally.roll", "ba.geometry.random")
    def roll(self, t: Table) -> Any:
        """One die."""
        self.tried = (*self.tried, self.next.unit)
        return Roll((Pool(1, "rally", seat=self.seat),), into="faces")

    @rule("ba.rally.roll", "ba.rally.again")
    def rally(self, t: Table) -> Any:
        """4 or more with its bonuses rallies it; who has failed may try again for an action."""
        unit, face = t.units[self.next.unit], self.faces[0][0]
        value = 0 if rallies(face, bonus_to_rally(t, unit).total) else 1
        throws = (happened.Throw("rally", self.seat, self.faces[0]),)
        t.emit(happened.UnitMarked(unit=unit.id, mark=SUPPRESSED, value=value, clause="ba.rally.roll", throws=throws))
        if value and not number(unit, RALLIED):
            t.emit(happened.UnitMarked(unit=unit.id, mark=RALLIED, value=1, clause="ba.rally.again"))
        return Goto("choose")


class RallyAgain(Answer, frozen=True):
    """A suppressed unit tries once more."""

    unit: Name


@rule("ba.rally.again", "ba.veh.suppress")
def rally_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    """Only after the free try of this turn has failed; who was suppressed in his own turn waits for his next one."""
    name = describe(state, unit.id)
    if not number(unit, SUPPRESSED):
        return illegal("not_suppressed", "ba.rally.again", f"{name} is not suppressed.")
    if not number(unit, RALLIED):
        sentence = f"{name} was suppressed in this turn and may rally at the start of your next one."
        return illegal("no_free_try_yet", "ba.rally.again", sentence)
    return None


def _offer(state: State, unit: Unit) -> Action | None:
    if not number(unit, SUPPRESSED):
        return None
    odds = chance_to_rally(state, unit.id)
    choice = Choice(RallyAgain(unit.id), "Rally", odds_told(state, unit.id), "ba.rally.roll", odds=odds)
    closed = rally_fault(state, unit, None)
    return Action("rally", "Rally again", Choose((choice,)), "ba.rally.again", closed=closed)


RALLY = Deed(
    (RallyAgain,),
    _offer,
    rally_fault,
    lambda state, order: Rallying(seat=state.units[order.unit].seat, unit=order.unit),
    suppressed=True,
    rank=2,
)
