"""Mines: what happens to a unit that comes to one. Even or odd, a die against a zone, or a card of the deck."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from msgspec import UNSET

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choice, Choose
from brickfield.core.board import marks_among
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Ask, Frame, Goto, Roll, Shuffle
from brickfield.core.piles import EVERYBODY
from brickfield.core.sealed import NOBODY
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from ...base.battlefield import describe
from ...base.losses import destroy
from ...base.measures import measures
from ...base.movement import Taken
from ...base.moves_under_way import Watcher, lie_in_wait
from ...base.turns import in_battle, move_ended, turn_begins, turn_order
from .chapter import MINES
from .minefields import (
    FOUND,
    NOTE,
    SECRET,
    TESTED,
    VISUAL,
    ZONE,
    Kind,
    Minefield,
    called,
    mine_ahead,
    mine_numbers,
    notes_of,
    step_of,
)

# What the dice of a test are thrown for, what destroys a unit, the face-down deck and the card that was turned over.
TEST_DICE = "mine_test"
MINE = "mine"
DECK, TURNED = "mine_deck", "mine_card"
DUD = "dud"
# The mark of a unit that a card keeps from harm this turn, and what is told of it.
# The clauses of a test by the sort of the mine.
_ROLLS = {SECRET: "mbb.mine.secret.roll", ZONE: "mbb.mine.zone.roll", VISUAL: "mbb.mine.visual.roll"}
_CARDS = {ZONE: "mbb.mine.zone.deck", VISUAL: "mbb.mine.visual.cards"}


class CallParity(Answer, frozen=True):
    """What the total of both dice will be."""

    parity: Literal["even", "odd"]


class CallEvenOrOdd(Decision, frozen=True):
    """The mover calls even or odd before both players throw a die."""

    unit: str = ""
    mine: str = ""
    thrower: int = -1

    ANSWER: ClassVar[Any] = CallParity
    CLAUSE: ClassVar[str] = "mbb.mine.secret.roll"
    STYLE: ClassVar[Literal["list", "buttons", "cards"]] = "buttons"

    @rule("mbb.mine.secret.roll", "mbb.mine.visual.roll")
    def choices(self, state: State) -> tuple[Choice, ...]:
        """Even or odd."""
        return (
            Choice(CallParity("even"), "Call even", "Safe if the total of both dice is even.", self.CLAUSE),
            Choice(CallParity("odd"), "Call odd", "Safe if the total of both dice is odd.", self.CLAUSE),
        )

    def ask(self, state: State) -> Asked:
        """Which of the two."""
        other = state.match.seat_name(self.thrower)
        text = (
            f"{describe(state, self.unit)} has come to {called(state.match, self.mine)}. You and {other} throw a die "
            "each: a total as called is safe, any other destroys the unit."
        )
        return self.asked("Even or odd?", text, Choose(self.choices(state), self.STYLE, self.unit))


@rule("mbb.mine.secret.roll")
def other_thrower(state: State, mover: int, writers: tuple[int, ...]) -> int:
    """Who throws the second die: a writer of the note; if only the mover wrote it, the next player in turn order who is
    still in the battle."""
    others = [seat for seat in writers if seat != mover]
    if others:
        return others[0]
    order = turn_order(state, int(state.facts.get("first", mover)))
    after = order.index(mover) + 1
    following = [seat for seat in (*order[after:], *order[:after]) if seat != mover]
    return next((seat for seat in following if in_battle(state, seat)), following[0])


@rule("mbb.mine.secret.roll", "mbb.mine.visual.roll")
def agrees(parity: str, total: int) -> bool:
    """Whether a total is as it was called."""
    return (total % 2 == 0) == (parity == "even")


@rule("mbb.mine.zone.roll")
def zone_explodes(face: int) -> bool:
    """A 5 or more sets a mine of a zone off."""
    return face >= mine_numbers().zone_explodes_from


@rule("mbb.mine.zone.deck", "mbb.mine.visual.cards")
def deck_of(kind: str) -> tuple[str, ...]:
    """The cards of a deck: as many duds as mines for zones, one more for mines in plain sight."""
    numbers = mine_numbers()
    if kind == ZONE:
        return (DUD,) * numbers.zone_duds + (MINE,) * numbers.zone_mines
    return (DUD,) * numbers.marker_duds + (MINE,) * numbers.marker_mines


@rule("mbb.mine.zone.deck", "mbb.mine.visual.cards")
def by_card(state: State, kind: str) -> bool:
    """Whether a card decides; notes always take dice."""
    return kind in _CARDS and state.match.options.mine_test == "cards"


def test_of(unit_id: str, field: Minefield) -> MineTest:
    """The test of a unit that has come to a mine."""
    return MineTest(unit=unit_id, mine=field.name, kind=field.kind, writers=field.writers)


class MineTest(Frame):
    """A unit has come to a mine. Its move stands still until it is known whether it goes off."""

    unit: str = ""
    mine: str = ""
    kind: Kind = "secret"
    writers: tuple[int, ...] = ()
    call: CallParity | None = None
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin",
        "call_even_or_odd",
        "throw",
        "decide",
        "lay_deck",
        "turn_card_over",
        "decide_by_card",
        "reshuffle",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "mine", "kind", "writers", "call", "faces")

    @rule("mbb.mine.secret.trigger", "mbb.mine.zone.trigger", "mbb.mine.visual.trigger")
    def begin(self, t: Table) -> Any:
        """One test for each mine, unit and Movement Phase. Whoever wrote the square down shows the note."""
        t.emit(happened.UnitMarked(unit=self.unit, mark=TESTED + self.mine, value=1, clause=_ROLLS[self.kind]))
        if self.kind == SECRET:
            show_notes(t, self.mine, self.writers)
        if by_card(t, self.kind):
            return Goto("lay_deck")
        return Goto("throw") if self.kind == ZONE else None

    @rule("mbb.mine.secret.roll", "mbb.mine.visual.roll")
    def call_even_or_odd(self, t: Table) -> Any:
        """The mover calls."""
        seat = t.units[self.unit].seat
        return Ask(CallEvenOrOdd(seat, self.unit, self.mine, other_thrower(t, seat, self.writers)), into="call")

    @rule("mbb.mine.secret.roll", "mbb.mine.zone.roll", "mbb.mine.visual.roll")
    def throw(self, t: Table) -> Any:
        """Mover and writer throw a die each, the mover first; against a zone the mover alone."""
        seat, numbers, faces = t.units[self.unit].seat, mine_numbers(), measures().die_faces
        if self.kind == ZONE:
            return Roll((Pool(numbers.zone_dice, TEST_DICE, faces, seat),), into="faces")
        seats = (seat, other_thrower(t, seat, self.writers))
        return Roll(tuple(Pool(numbers.call_dice, TEST_DICE, faces, each) for each in seats), into="faces")

    @rule("mbb.mine.secret.roll", "mbb.mine.zone.roll", "mbb.mine.visual.roll")
    def decide(self, t: Table) -> Any:
        """The dice have fallen."""
        seat = t.units[self.unit].seat
        total = sum(map(sum, self.faces))
        seats = (seat, other_thrower(t, seat, self.writers))
        throws = tuple(happened.Throw(TEST_DICE, who, shown) for who, shown in zip(seats, self.faces, strict=False))
        parity = self.call.parity if self.call is not None else ""
        safe = agrees(parity, total) if parity else not zone_explodes(total)
        self._told(t, safe, parity, str(total), throws)
        return DONE

    @rule("mbb.mine.zone.deck", "mbb.mine.visual.cards")
    def lay_deck(self, t: Table) -> Any:
        """The deck is made when it is first needed."""
        if DECK in t.piles:
            return None
        clause = _CARDS[self.kind]
        t.lay_pile(TURNED, EVERYBODY, (), clause)
        t.lay_pile(DECK, NOBODY, deck_of(self.kind), clause)
        return Shuffle(DECK, clause)

    @rule("mbb.mine.zone.deck", "mbb.mine.visual.cards")
    def turn_card_over(self, t: Table) -> Any:
        """The mover turns the top card over."""
        t.draw(t.units[self.unit].seat, DECK, TURNED, 1, _CARDS[self.kind])

    @rule("mbb.mine.zone.deck", "mbb.mine.visual.cards")
    def decide_by_card(self, t: Table) -> Any:
        """A dud does nothing; either card goes back."""
        (card,) = t.piles[TURNED].cards
        t.move_card(t.units[self.unit].seat, TURNED, DECK, card, _CARDS[self.kind])
        self._told(t, card == DUD, "", card, ())

    @rule("mbb.mine.zone.deck", "mbb.mine.visual.cards")
    def reshuffle(self, t: Table) -> Any:
        """Then the deck is shuffled again."""
        return Shuffle(DECK, _CARDS[self.kind])

    def _told(self, t: Table, safe: bool, call: str, result: str, throws: tuple[happened.Throw, ...]) -> None:
        clause = _CARDS[self.kind] if by_card(t, self.kind) else _ROLLS[self.kind]
        t.emit(
            happened.HazardTested(
                unit=self.unit,
                hazard=self.mine,
                call=call,
                result=result,
                safe=safe,
                clause=clause,
                throws=throws or UNSET,
            )
        )
        if not safe:
            blow_up(t, self.unit, self.mine, self.kind)


@rule("mbb.mine.secret.trigger", "mbb.mine.persist", "mbb.geometry.hidden_info")
def show_notes(t: Table, square: str, writers: tuple[int, ...]) -> None:
    """Everybody who wrote the square down shows the note; from then on the minefield lies open and stays."""
    notes = notes_of(t, square)
    for name in notes:
        t.reveal(name, "mbb.mine.secret.trigger")
    if notes:
        seats = " ".join(map(str, writers))
        t.emit(happened.FactChanged(name=FOUND + square, value=seats, clause="mbb.mine.persist"))


@rule("mbb.mine.credit", "mbb.mine.persist", "mbb.win.elimination", "inf.mines")
def blow_up(t: Table, unit_id: str, mine: str, kind: str) -> None:
    """The unit is destroyed where it stands and nobody is credited; a marker that exploded is gone."""
    if kind == VISUAL:
        t.emit(happened.TokenRemoved(token=mine, clause="mbb.mine.persist"))
    destroy(t, unit_id, MINE)


@move_ended.amended(MINES)
@rule("mbb.geometry.hidden_info")
def note_search(t: Table, unit_id: str) -> None:
    """A way that met none of the minefields others have written down says where they are not: it cannot be undone."""
    if not t.sealed:
        return
    seat = t.units[unit_id].seat
    if any(name.startswith(NOTE) and note.seat != seat for name, note in t.sealed.items()):
        t.emit(happened.GroundSearched(unit=unit_id, clause="mbb.geometry.hidden_info"))


@turn_begins.amended(MINES)
@rule("mbb.mine.secret.trigger", "mbb.mine.zone.trigger", "mbb.mine.visual.trigger")
def forget_tests(t: Table, seat: int) -> None:
    """In a new turn every mine tests every unit anew; a commander's second Movement Phase is of the same turn."""
    for mark in sorted([mark for mark in marks_among(t.units.values()) if mark.startswith(TESTED)]):
        t.emit(happened.MarksCleared(mark=mark, clause="mbb.mine.secret.trigger"))


@lie_in_wait.amended(MINES)
@rule("mbb.mine.secret.trigger", "mbb.mine.zone.trigger", "mbb.mine.visual.trigger")
def mines_lie_in_wait(state: State, others: tuple[Watcher, ...]) -> tuple[Watcher, ...]:
    """Whoever comes to a mine is tested there."""
    return (*others, Watcher(0, mine_on_the_way))


def mine_on_the_way(t: Table, unit_id: str, start: Pose, taken: Taken) -> tuple[int, Frame] | None:
    """The test that begins where a unit comes to a mine."""
    step = step_of(start, taken.pose, taken.amount, is_turn=taken.step == "pivot")
    found = mine_ahead(t, t.units[unit_id], step)
    return (found[0], test_of(unit_id, found[1])) if found is not None else None
