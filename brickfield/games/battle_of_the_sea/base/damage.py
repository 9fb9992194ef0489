"""Damage: additional durability first, then any marker its owner likes, and sinking."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.asking.offers import Allocate, Asked, Heap, Note
from brickfield.core.board import ALIVE, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, AnyAnswer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto
from brickfield.core.numbers import counted
from brickfield.core.questions import Moment
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from .durability import hits_a_marker, hull_after, hull_left, hull_notes
from .ship_card import ADDITIONAL, BASE, COLOURS, FIREPOWER, SPEED, TITLES, TURNED_OVER
from .waters import NOBODY, describe

Count = Annotated[int, Meta(ge=0, le=999)]
CHOSEN = (FIREPOWER, SPEED, BASE)


class RemoveMarkers(Answer, frozen=True):
    """How many markers go from each feature."""

    firepower: Count = 0
    speed: Count = 0
    base: Count = 0


class AllocateHits(Decision, frozen=True):
    """Which markers the owner of a hit ship takes off."""

    unit: UnitId
    hits: int

    ANSWER: ClassVar[Any] = RemoveMarkers
    CLAUSE: ClassVar[str] = "sea.damage.choice"

    @rule("sea.damage.choice", "sea.damage.stout")
    def validate(self, state: State, answer: Any) -> Refusal | None:
        """One marker for one hit, no feature below nothing; once the hull is gone by them the rest does not matter."""
        room = may_go(state, state.units[self.unit])
        taken = {FIREPOWER: answer.firepower, SPEED: answer.speed, BASE: answer.base}
        total = sum(taken.values())
        if answer.base >= room[BASE] and total <= self.hits:
            return None
        for feature, count in taken.items():
            left = room[feature]
            if count > left:
                sentence = f"{describe(state, self.unit)} has {left} {feature} left; {count} cannot be taken off."
                if feature == BASE and hits_a_marker(state) > 1:
                    hull = f"The hull of {describe(state, self.unit)} takes {counted(left, 'more hit', 'more hits')}"
                    sentence = f"{hull}; {count} are named."
                return illegal("too_many_markers", "sea.damage.choice", sentence, feature=feature, left=left)
        if total != self.hits:
            sentence = f"{self.hits} hits take {self.hits} markers; {total} are named."
            return illegal("wrong_markers", "sea.damage.choice", sentence, hits=self.hits, named=total)
        return None

    @rule("sea.damage.choice", "sea.damage.default_choice", "sea.damage.sink", "sea.damage.stout")
    def ask(self, state: State) -> Asked:
        """The markers there are, and which of them a missing player would take off."""
        unit, sinks = state.units[self.unit], Note("Without base durability it sinks.", "sea.damage.sink")
        usually = Note("Usually guns and sails go before the hull.", "sea.damage.default_choice")
        heaps, notes = _heaps(state, unit, self.hits), (sinks, *hull_notes(state, unit), usually)
        answer = {"answer": "remove_markers"}
        offer = Allocate(unit.id, self.hits, heaps, answer, notes, "Take them off", "Let it sink")
        text = f"{describe(state, unit.id)} takes {counted(self.hits, 'hit')}: choose which markers go. {sinks.text}"
        return self.asked("Take off markers", text, offer)


@rule("sea.damage.choice", "sea.damage.default_choice", "sea.damage.stout")
def _heaps(state: State, unit: Unit, hits: int) -> tuple[Heap, ...]:
    """What hits may be taken from, and how many the usual choice takes there."""
    usual, room, stout = default_markers(unit, hits), may_go(state, unit), hits_a_marker(state)
    return tuple(
        Heap(each, TITLES[each], room[each], getattr(usual, each), each == BASE, COLOURS[each], takes)
        for each, takes in ((FIREPOWER, 1), (SPEED, 1), (BASE, stout))
        if room[each]
    )


@rule("sea.damage.choice", "sea.damage.stout")
def may_go(state: State, unit: Unit) -> dict[str, int]:
    """How many hits each feature can take that the owner may choose."""
    guns, sails = unit.marks.get(FIREPOWER, 0), unit.marks.get(SPEED, 0)
    return {FIREPOWER: guns, SPEED: sails, BASE: hull_left(state, unit)}


@rule("sea.damage.default_choice")
def default_markers(unit: Unit, hits: int) -> RemoveMarkers:
    """What a missing player does, hit by hit: the stronger of guns and sails first, one gun kept, the hull last."""
    left = {feature: unit.marks.get(feature, 0) for feature in CHOSEN}
    taken = dict.fromkeys(CHOSEN, 0)
    for _ in range(hits):
        if left[FIREPOWER] > left[SPEED] and left[FIREPOWER] > 1:
            feature = FIREPOWER
        elif left[SPEED]:
            feature = SPEED
        else:
            feature = FIREPOWER if left[FIREPOWER] else BASE
        left[feature] -= 1
        taken[feature] += 1
    return RemoveMarkers(taken[FIREPOWER], taken[SPEED], taken[BASE])


@rule("sea.damage.noted")
def take_off(t: Table, unit_id: UnitId, feature: str, count: int, clause: str) -> None:
    """Markers are taken off the card at once."""
    if count:
        left = t.units[unit_id].marks.get(feature, 0) - count
        t.emit(happened.UnitMarked(unit=unit_id, mark=feature, value=left, clause=clause))


@rule("sea.damage.stout", "sea.damage.noted")
def hit_hull(t: Table, unit_id: UnitId, hits: int, clause: str) -> None:
    """Hits on base durability: markers go, and with stout hulls one may be left lying turned over."""
    unit = t.units[unit_id]
    markers, over = hull_after(t, unit, hits)
    take_off(t, unit_id, BASE, unit.marks.get(BASE, 0) - markers, clause)
    if over != unit.marks.get(TURNED_OVER, 0):
        t.emit(happened.UnitMarked(unit=unit_id, mark=TURNED_OVER, value=over, clause="sea.damage.stout"))


@Moment
def going_down(t: Table, unit: Unit) -> None:
    """A ship is about to leave the table."""


@rule("sea.damage.sink", "sea.damage.removed", "sea.durability.meaning", "sea.gold.float")
def sink(t: Table, unit_id: UnitId, by: UnitId, clause: str = "sea.damage.sink") -> None:
    """A ship without base durability sinks and leaves the table at once."""
    going_down(t, t.units[unit_id])
    t.emit(happened.UnitDestroyed(unit=unit_id, by=by, leaves_wreck=False, clause=clause))


class Damage(Frame):
    """The hits of one attack on one unit, allocated to the last; then its load is looked at."""

    unit: UnitId = ""
    hits: int = 0
    by: UnitId = ""
    taken: RemoveMarkers = RemoveMarkers()
    dropped: AnyAnswer | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("additional_first", "choose", "remove", "look_at_load", "drop")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "hits", "by", "taken", "dropped")

    def still_stands(self, t: Table) -> bool:
        """As long as the ship is afloat."""
        return t.units[self.unit].status == ALIVE

    @rule("sea.damage.additional_first", "sea.game.stalemate")
    def additional_first(self, t: Table) -> Any:
        """Additional durability goes first, one for each hit."""
        number = int(t.facts.get("round", 0))
        if t.facts.get("last_hit") != number:
            t.emit(happened.FactChanged(name="last_hit", value=number, clause="sea.game.stalemate"))
        soaked = min(self.hits, t.units[self.unit].marks.get(ADDITIONAL, 0))
        take_off(t, self.unit, ADDITIONAL, soaked, "sea.damage.additional_first")
        self.hits -= soaked

    @rule("sea.damage.choice", "sea.damage.excess", "sea.monster.damage", "sea.fort.card")
    def choose(self, t: Table) -> Any:
        """The owner chooses for all remaining hits at once; where there is no choice nobody is asked."""
        unit = t.units[self.unit]
        marks = unit.marks
        if not self.hits:
            return Goto("look_at_load")
        others, hull = marks.get(FIREPOWER, 0) + marks.get(SPEED, 0), hull_left(t, unit)
        if unit.seat == NOBODY or not others or self.hits >= others + hull:
            self.taken = RemoveMarkers(base=min(self.hits, hull))
            return Goto("remove")
        return Ask(AllocateHits(unit.seat, self.unit, self.hits), into="taken")

    @rule("sea.damage.choice", "sea.damage.sink", "sea.damage.excess", "sea.durability.initial", "sea.damage.stout")
    def remove(self, t: Table) -> Any:
        """Take the markers off. A hull that is given up sinks, whatever else was named, and further hits are lost."""
        taken = self.taken
        hull = hull_left(t, t.units[self.unit])
        if taken.base >= hull:
            hit_hull(t, self.unit, hull, "sea.damage.sink")
            sink(t, self.unit, self.by)
            return DONE
        for feature, count in ((FIREPOWER, taken.firepower), (SPEED, taken.speed)):
            take_off(t, self.unit, feature, count, "sea.damage.choice")
        hit_hull(t, self.unit, taken.base, "sea.damage.choice")
        return None
