"""What happened: the closed list of events, in the past tense, shared by all games.

Events carry ids and results, never sentences and never secrets; every event names the clause that caused it.
`apply.py` is the only reader that writes to the board. What dice decided carries them itself: nobody has to look for
the throw that belongs to a shot.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, Union

from msgspec import UNSET, Struct, UnsetType

from brickfield.core.board import Model, Token, TokenId, UnitId
from brickfield.core.modifiers import Tally
from brickfield.core.refusal import Refusal
from brickfield.geometry.grain import Pose


def snake(name: str) -> str:
    """`UnitMoved` -> `unit_moved`: the name of a type on the wire and in replays."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(Struct, frozen=True, tag_field="event", tag=snake, kw_only=True, gc=False):
    """Something that happened, with the clause behind it."""

    clause: str = ""


class Throw(Struct, frozen=True, gc=False):
    """Dice that were thrown together for one purpose, as they fell. Seat -1: nobody's dice."""

    label: str
    seat: int
    faces: tuple[int, ...]


class Decided(Event, frozen=True, kw_only=True):
    """Something that dice may have decided.

    `throws` are those dice; unset where there were none, and in what was written before events named their dice.
    """

    throws: tuple[Throw, ...] | UnsetType = UNSET


class RoundStarted(Event, frozen=True):
    """A new round began."""

    round: int


class RoundEnded(Event, frozen=True):
    """Every seat has had its turn."""

    round: int


class TurnStarted(Event, frozen=True):
    """A seat became the active one."""

    seat: int


class TurnEnded(Event, frozen=True):
    """The active seat is done."""

    seat: int


class PhaseStarted(Event, frozen=True):
    """A phase of the turn, or of the preparations, began."""

    phase: str


class PhaseSkipped(Event, frozen=True):
    """A phase was given up."""

    phase: str


class Chosen(Event, frozen=True):
    """A seat made a choice that is public from now on."""

    seat: int
    what: str
    choice: str


class FactChanged(Decided, frozen=True):
    """A public fact of the match changed."""

    name: str
    value: int | str


class ScoreChanged(Event, frozen=True):
    """A seat's score is now this."""

    seat: int
    score: int


class TokenPlaced(Event, frozen=True):
    """A piece of terrain, a marker or a loose part was put on the table."""

    token: Token


class TokenMarked(Event, frozen=True):
    """A count on a token is now this; 0 takes the mark away."""

    token: TokenId
    mark: str
    value: int


class TokenRemoved(Event, frozen=True):
    """A token left the table."""

    token: TokenId


class PieceLeftOut(Event, frozen=True):
    """A piece that a seat was to lay fits nowhere any more and stays in the box."""

    seat: int
    piece: str


class UnitPlaced(Decided, frozen=True):
    """A unit was put on the table or, `aloft`, above it."""

    unit: UnitId
    pose: Pose
    aloft: bool | UnsetType = UNSET


class UnitLeft(Event, frozen=True):
    """A unit left the table over an edge (south, north, west, east) and may come back."""

    unit: UnitId
    edge: str


class UnitHeldBack(Event, frozen=True):
    """A unit waits off the table."""

    unit: UnitId


class UnitTakenUp(Event, frozen=True):
    """A unit that had been put down before the battle was taken off the table again, to be put down elsewhere."""

    unit: UnitId


class UnitMoved(Event, frozen=True):
    """A unit made one step. `amount` is what it covered (length or degrees), `stopped_by` what cut the step short.

    `spent` is what the unit has spent on moving in this phase so far, in the game's smallest coin.
    """

    unit: UnitId
    pose: Pose
    step: str
    amount: float
    spent: int | None = None
    stopped_by: str = ""


class StepRefused(Event, frozen=True):
    """A later step of an order could not be carried out; the steps before it stand."""

    unit: UnitId
    step: int
    refusal: Refusal


class UnitMarked(Decided, frozen=True):
    """A count on a unit is now this; 0 takes the mark away."""

    unit: UnitId
    mark: str
    value: int


class MarksCleared(Event, frozen=True):
    """A mark was taken off every unit that had it."""

    mark: str


class UnitDestroyed(Decided, frozen=True):
    """A unit was destroyed and, if it `leaves_wreck`, lies where it stood."""

    unit: UnitId
    by: UnitId = ""
    leaves_wreck: bool = True
    # who attacked together with `by`
    others: tuple[UnitId, ...] | UnsetType = UNSET


class WreckRemoved(Event, frozen=True):
    """A wreck left the table; the unit was lost before."""

    unit: UnitId


class FiguresPlaced(Event, frozen=True):
    """A unit of several figures was put on the table."""

    unit: UnitId
    figures: tuple[Model, ...]


class FiguresMoved(Event, frozen=True):
    """Figures of one unit went from place to place together: figure and pose, with what the unit has spent so far."""

    unit: UnitId
    poses: tuple[tuple[str, Pose], ...]
    step: str
    amount: float
    spent: int | None = None
    stopped_by: str = ""


class FigureMarked(Event, frozen=True):
    """A count on one figure is now this; 0 takes the mark away."""

    unit: UnitId
    figure: str
    mark: str
    value: int


class FigureCardChanged(Event, frozen=True):
    """One figure has another card from now on: it took up another weapon, it was promoted."""

    unit: UnitId
    figure: str
    card: str


class FigureLost(Event, frozen=True):
    """One figure of a unit fell; if it `leaves_body`, it lies where it stood."""

    unit: UnitId
    figure: str
    by: UnitId = ""
    leaves_body: bool = False


class FiguresChangedUnit(Event, frozen=True):
    """Figures left one unit for another: units joined, a straggler stayed behind, one was split."""

    unit: UnitId
    into: UnitId
    figures: tuple[str, ...]


class UnitJoined(Event, frozen=True):
    """A unit went up in another one: it is no more, and nobody was lost by it."""

    unit: UnitId
    into: UnitId


class UnitRestored(Event, frozen=True):
    """A wreck is a living unit again, where it lay."""

    unit: UnitId


class WentInside(Event, frozen=True):
    """A unit, or some of its figures, went inside a thing, onto a level, or out again (`thing` empty, level 0).

    `pose` is where the whole unit stands from then on, where that is another place than before.
    """

    unit: UnitId
    thing: str
    level: int = 0
    figures: tuple[str, ...] = ()
    pose: Pose | UnsetType = UNSET


class TargetDeclared(Event, frozen=True):
    """A unit named its target. `spotter` is who sees it for the unit, where that is somebody else; `lead` is the unit
    whose attack it joins."""

    unit: UnitId
    target: str
    spotter: str | UnsetType = UNSET
    lead: UnitId | UnsetType = UNSET


class DeclarationsLocked(Event, frozen=True):
    """No target may be added or changed any more."""

    seat: int


class ShotVoided(Event, frozen=True):
    """A declared shot was not made."""

    unit: UnitId
    target: str
    reason: str


class ShotResolved(Decided, frozen=True):
    """A shot was made. `needed` is None when no roll can succeed; the tallies say where the numbers come from.

    Of its throws the shooter's come first, behind them what the other side threw against it. `others` are the units
    whose attack it was as well.
    """

    unit: UnitId
    target: str
    needed: int | None
    rolled: int
    hit: bool
    tallies: tuple[Tally, ...] = ()
    others: tuple[UnitId, ...] | UnsetType = UNSET


class AttackResolved(Decided, frozen=True):
    """Dice were thrown at a target and each success counts: in what `manner`, how many dice and how many hits.

    `tallies`, where there are any, say where the number of dice and what is added to them come from.
    """

    unit: UnitId
    target: str
    manner: str
    dice: int
    hits: int
    tallies: tuple[Tally, ...] | UnsetType = UNSET


class DiceRolled(Event, frozen=True):
    """Dice fell."""

    label: str
    seat: int
    faces: tuple[int, ...]


class TableRead(Decided, frozen=True):
    """A printed table was read for a unit: the die (0 when none was needed) and the entry it led to."""

    unit: UnitId
    table: str
    roll: int
    entry: str


class HazardTested(Decided, frozen=True):
    """A unit came to something dangerous, and dice or a card said whether it does harm: what was called beforehand
    (if anything), the total or the card, and whether the unit is safe."""

    unit: UnitId
    hazard: str
    safe: bool
    result: str
    call: str = ""


class GroundSearched(Event, frozen=True):
    """A unit went where something hidden could have lain, and now everybody knows that nothing lay on its way."""

    unit: UnitId


class RollOffHeld(Decided, frozen=True):
    """A disagreement was settled by dice. `winner` is the seat, or None when the method has no winner."""

    question: str
    method: str
    winner: int | None
    result: str


class SecretSealed(Event, frozen=True):
    """A seat wrote something down; the event says that, not what."""

    seat: int
    name: str


class Revealed(Event, frozen=True):
    """A secret was opened for all."""

    seat: int
    name: str
    value: Any


class PileLaid(Event, frozen=True):
    """A pile of cards lies on the table or is in a hand: how many, not which."""

    pile: str
    seat: int
    count: int


class PileShuffled(Event, frozen=True):
    """Nobody knows the order of a pile any more."""

    pile: str


class CardsMoved(Event, frozen=True):
    """Cards went from pile to pile. `cards` names them only when everybody may see them."""

    seat: int
    pile: str
    into: str
    count: int
    cards: tuple[str, ...] = ()


class ReactionTaken(Event, frozen=True):
    """A seat used a reaction."""

    seat: int
    trigger: str
    offer: str


class FrameAbandoned(Event, frozen=True):
    """What was under way lost its footing and stopped."""

    frame: str
    reason: str


class TimeRanOut(Event, frozen=True):
    """The time of a seat was over, so the declared default was answered to its question."""

    seat: int
    question: str
    answered: str


class GameEnded(Event, frozen=True):
    """The match is over. `winners` is empty for a draw."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] = ()


# After these somebody knows what was not known before, so the answer that led to them stands.
TOLD: tuple[type[Event], ...] = (Revealed, GroundSearched, CardsMoved, PileShuffled, GameEnded)

EVENTS: tuple[type[Event], ...] = (
    *(kind for kind in Event.__subclasses__() if kind is not Decided),
    *Decided.__subclasses__(),
)
AnyEvent = Union[EVENTS]  # type: ignore[valid-type]


def throws_of(event: Event) -> tuple[Throw, ...]:
    """The dice that decided an event."""
    return event.throws if isinstance(event, Decided) and not isinstance(event.throws, UnsetType) else ()


def without_repeated_dice(events: Iterable[Event]) -> list[Event]:
    """The events without the falling of dice that a later one of them names: each throw is told by what it decided."""
    named: Counter[Throw] = Counter()
    kept: list[Event] = []
    for event in reversed(tuple(events)):
        if isinstance(event, DiceRolled):
            throw = Throw(event.label, event.seat, event.faces)
            if named[throw]:
                named[throw] -= 1
                continue
        named.update(throws_of(event))
        kept.append(event)
    return kept[::-1]
