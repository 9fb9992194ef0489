"""What the toy game asks, and what seats answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from brickfield.core.board import Unit
from brickfield.core.decisions import Answer, Choice, Decision
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN, grains
from tests.core.toy.numbers import numbers

# the marches that are offered in words; any others may be ordered as well
LEGS = ((2.0,), (1.5, -0.5), (0.5,), (4.0,), (1.0, 2.0, -0.5))


class Bury(Answer, frozen=True):
    """Where a charge is buried, and a private remark."""

    spot: int
    mark: Annotated[str, Meta(max_length=40)] = ""


class Pick(Answer, frozen=True):
    """The stance of a seat for one round."""

    stance: Literal["bold", "wary"]


class March(Answer, frozen=True):
    """Walk along the line in legs, forwards and backwards."""

    unit: str
    legs: tuple[float, ...]


class Fire(Answer, frozen=True):
    """Shoot at an enemy."""

    unit: str
    target: str


class Rest(Answer, frozen=True):
    """End the turn."""


class Route(Struct, frozen=True, tag_field="answer", tag="route"):
    """A march worked out: its legs in grain."""

    unit: str
    legs: tuple[int, ...]


def may_act(state: State, seat: int, unit_id: str) -> Unit | Refusal:
    """Only an own unit that stands and has not acted yet takes orders."""
    unit = state.units.get(unit_id)
    if unit is None or unit.seat != seat or not unit.alive or "acted" in unit.marks:
        return illegal("cannot_act", "toy.turn.order", f"{unit_id} takes no order now.")
    return unit


def spot_of(unit: Unit) -> int:
    """Where a unit stands, in grain."""
    return unit.pose.x if unit.pose is not None else 0


def near(one: Unit, other: Unit, spots: int) -> bool:
    """Whether two units stand within so many spots."""
    return abs(spot_of(one) - spot_of(other)) <= spots * GRAIN


def march_path(state: State, seat: int, march: March) -> Route | Refusal:
    """A few legs, no longer than the reach in all, none beyond the ends of the line."""
    table = numbers()
    unit = may_act(state, seat, march.unit)
    if isinstance(unit, Refusal):
        return unit
    legs = tuple([grains(leg) for leg in march.legs])
    if not 1 <= len(legs) <= table.most_legs or not all(legs):
        return illegal("legs", "toy.march.path", f"A march has 1 to {table.most_legs} legs, none of them empty.")
    length = sum(map(abs, legs))
    if length > table.march_spots * GRAIN:
        sentence = f"{length / GRAIN:g} spots are more than the {table.march_spots} a unit may march."
        return illegal("too_far", "toy.march.path", sentence, length=length)
    place = spot_of(unit)
    for leg in legs:
        place += leg
        if not 0 <= place <= table.spots * GRAIN:
            return illegal("off_the_line", "toy.march.path", f"{place / GRAIN:g} is beyond the end of the line.")
    return Route(march.unit, legs)


def fire_at(state: State, seat: int, fire: Fire) -> Fire | Refusal:
    """At a standing enemy within range."""
    unit = may_act(state, seat, fire.unit)
    if isinstance(unit, Refusal):
        return unit
    target = state.units.get(fire.target)
    if target is None or target.seat == seat or not target.alive or not near(unit, target, numbers().shot_spots):
        return illegal("no_target", "toy.fire.exchange", f"{fire.target} is not a target for {fire.unit}.")
    return fire


class BuryCharge(Decision, frozen=True):
    """Where does this seat bury its charge?"""

    ANSWER: ClassVar[Any] = Bury
    CLAUSE: ClassVar[str] = "toy.note.charge"

    def choices(self, state: State) -> list[Choice]:
        """Every spot; a remark may be written beside it."""
        return [Choice(Bury(spot), f"At spot {spot}") for spot in range(numbers().spots + 1)]

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Somewhere on the line."""
        last = numbers().spots
        if 0 <= answer.spot <= last:
            return None
        return illegal("off_the_line", "toy.note.charge", f"The line has the spots 0 to {last}.")


class PickStance(Decision, frozen=True):
    """Bold or wary, picked by all seats at once."""

    ANSWER: ClassVar[Any] = Pick
    CLAUSE: ClassVar[str] = "toy.stance.pick"

    def choices(self, state: State) -> list[Choice]:
        """Both are always open."""
        return [Choice(Pick("wary"), "Wary", "harder to hit"), Choice(Pick("bold"), "Bold", "fires back")]


class GiveOrder(Decision, frozen=True):
    """The next order of a seat's turn."""

    ANSWER: ClassVar[Any] = March | Fire | Rest
    CLAUSE: ClassVar[str] = "toy.turn.order"

    def choices(self, state: State) -> list[Choice]:
        """Rest, every shot, and some of the marches."""
        walks = [walk for legs in LEGS for walk in marches(state, self.seat, legs)]
        return [
            Choice(Rest(), "Rest"),
            *(Choice(each, f"{each.unit} fires at {each.target}") for each in shots(state, self.seat)),
            *(Choice(each, f"{each.unit} marches {' and '.join(f'{leg:g}' for leg in each.legs)}") for each in walks),
        ]

    def settle(self, state: State, answer: Any) -> Any:
        """Work a march out; look at a target; resting is always open."""
        match answer:
            case March():
                return march_path(state, self.seat, answer)
            case Fire():
                return fire_at(state, self.seat, answer)
            case _:
                return answer


def ready(state: State, seat: int) -> list[Unit]:
    """The units that may still be given an order."""
    return [u for u in state.units.values() if u.seat == seat and u.alive and "acted" not in u.marks]


def shots(state: State, seat: int) -> list[Fire]:
    """Every shot that may be ordered."""
    enemies = [u for u in state.units.values() if u.seat != seat and u.alive]
    reach = numbers().shot_spots
    return [Fire(u.id, e.id) for u in ready(state, seat) for e in enemies if near(u, e, reach)]


def marches(state: State, seat: int, legs: Sequence[float]) -> list[March]:
    """Every march of these legs, forwards or backwards, that may be ordered."""
    found = [March(u.id, tuple(way * leg for leg in legs)) for u in ready(state, seat) for way in (1.0, -1.0)]
    return [march for march in found if not isinstance(march_path(state, seat, march), Refusal)]
