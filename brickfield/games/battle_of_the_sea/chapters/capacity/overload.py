"""Overload: a ship that was hit may carry too much; then cargo goes overboard and floats, or she goes down with it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Union

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choice, Item, Note, Take
from brickfield.core.board import Unit, UnitId
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.damage import Damage, going_down, sink
from ...base.waters import describe
from .capacity import Weights, capacity, cargo, cargo_mark, least_jettison, overload
from .chapter import CAPACITY
from .treasures import treasure


class Jettison(Answer, frozen=True):
    """Items that go overboard, by weight."""

    items: Annotated[tuple[Annotated[int, Meta(ge=1, le=9)], ...], Meta(min_length=1, max_length=200)]


class GoDown(Answer, frozen=True):
    """Keep the cargo and sink with it."""


class DropCargo(Decision, frozen=True):
    """An overloaded ship must drop cargo or sink."""

    unit: UnitId
    over: int

    ANSWER: ClassVar[Any] = Union[Jettison, GoDown]
    CLAUSE: ClassVar[str] = "sea.capacity.overload"

    @rule("sea.capacity.overload")
    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Whole items that are aboard, and enough of them; more is allowed."""
        if isinstance(answer, GoDown):
            return None
        unit = state.units[self.unit]
        left = list(cargo(unit))
        for weight in answer.items:
            if weight not in left:
                sentence = f"{describe(state, self.unit)} carries no further chest of {weight} gold."
                return illegal("not_aboard", "sea.capacity.overload", sentence, weight=weight)
            left.remove(weight)
        if sum(left) > capacity(unit):
            sentence = f"{sum(left)} would stay aboard; {describe(state, self.unit)} can carry {capacity(unit)}."
            return illegal("still_overloaded", "sea.capacity.overload", sentence, load=sum(left))
        return None

    @rule("sea.capacity.overload", "sea.damage.default_choice")
    def ask(self, state: State) -> Asked:
        """Everything aboard, the least that must go, and sinking with all of it."""
        unit, aboard = state.units[self.unit], list(cargo(state.units[self.unit]))
        usual: list[int] = []
        for weight in least_jettison(unit):
            usual.append(next(place for place, each in enumerate(aboard) if each == weight and place not in usual))
        sink = "The ship sinks with its cargo."
        offer = Take(
            tuple(Item(weight, f"{weight} gold", weight) for weight in aboard),
            {"answer": "jettison"},
            into="items",
            unit=unit.id,
            least=self.over,
            usual=tuple(usual),
            none=Choice(GoDown(), "Sink with it", sink, self.CLAUSE, careful=f"Once more: {sink.lower()}"),
            notes=(Note(f"It can carry {capacity(unit)}, and {self.over} too much is aboard.", self.CLAUSE),),
            give="Throw overboard",
        )
        too_much = f"{describe(state, unit.id)} carries {self.over} gold too much since it was hit"
        text = f"{too_much}: throw some overboard, where it floats, or sink with all of it."
        return self.asked("Overloaded", text, offer)


@rule("sea.gold.float", "sea.capacity.overload")
def overboard(t: Table, unit: Unit, items: Weights) -> None:
    """Cargo that leaves a ship floats where its hull centre is."""
    if unit.pose is None:
        return
    for weight in items:
        aboard = t.units[unit.id].marks.get(cargo_mark(weight), 0)
        t.emit(happened.UnitMarked(unit=unit.id, mark=cargo_mark(weight), value=aboard - 1, clause="sea.gold.float"))
        number = 1 + max([int(token[1:]) for token in t.tokens if token[0] == "F"], default=0)
        adrift = treasure(f"F{number}", weight, unit.pose, "")
        t.emit(happened.TokenPlaced(token=adrift, clause="sea.gold.float"))


@going_down.amended(CAPACITY)
@rule("sea.gold.float")
def cargo_floats(t: Table, unit: Unit) -> None:
    """The cargo of a ship that sinks stays on the water."""
    overboard(t, unit, cargo(unit))


@step(Damage, CAPACITY)
@rule("sea.capacity.overload", "sea.damage.additional_first")
def look_at_load(damage: Damage, t: Table) -> Any:
    """After each attack the load is compared with what the hull can still carry."""
    unit = t.units[damage.unit]
    over = overload(unit)
    if not over:
        return DONE
    return Ask(DropCargo(unit.seat, damage.unit, over), into="dropped")


@step(Damage, CAPACITY)
@rule("sea.capacity.overload")
def drop(damage: Damage, t: Table) -> None:
    """Overboard it goes, or the ship sinks with it."""
    if isinstance(damage.dropped, Jettison):
        overboard(t, t.units[damage.unit], damage.dropped.items)
    else:
        sink(t, damage.unit, damage.by, "sea.capacity.overload")
