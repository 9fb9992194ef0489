"""The table: a state being played on. The runner moves the frames; rules change the board only by `emit`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from brickfield.core import events as happened
from brickfield.core.apply import WRITERS
from brickfield.core.dice import Dice, Pool
from brickfield.core.events import Event
from brickfield.core.frames import DONE, Ask, AskAll, Frame, FrameStep, Goto, Push, Roll, Shuffle, course_of
from brickfield.core.piles import EVERYBODY, Pile, shuffle_pools, shuffled
from brickfield.core.sealed import Sealed
from brickfield.core.state import Pending, State

# A rule that loops without asking anybody is a bug; no honest procedure takes this many steps between two questions.
_MOST_STEPS = 100_000


class BrokenRule(RuntimeError):
    """The rules themselves went wrong; the game and the version make it possible to play the case again."""


class Table(State):
    """A working copy of a state. It is dropped, or becomes the next state, when the runner pauses."""

    __slots__ = ("dice", "events", "thrown")

    def __init__(self, state: State, dice: Dice | None = None) -> None:
        state.copy_into(self)
        self.dice = dice
        self.events: list[Event] = []
        self.thrown: list[tuple[int, ...]] = []

    def emit(self, event: Event) -> None:
        """Something happened: write it to the board and to the log."""
        writer = WRITERS.get(type(event))
        if writer is not None:
            writer(self, event)
        self.events.append(event)

    def seal(self, seat: int, name: str, value: Any, clause: str, also: tuple[int, ...] = ()) -> None:
        """Write a secret down under a public name; `also` are the seats that a clause lets into it."""
        self.sealed = {**self.sealed, name: Sealed(seat, value, also)}
        self.emit(happened.SecretSealed(seat=seat, name=name, clause=clause))

    def reveal(self, name: str, clause: str) -> Any:
        """Open a secret for all; it is no secret afterwards."""
        secret = self.sealed[name]
        self.shred(name)
        value = secret.open()
        self.emit(happened.Revealed(seat=secret.seat, name=name, value=value, clause=clause))
        return value

    # --- piles of cards; what everybody hears of them is how many ---

    def lay_pile(self, name: str, seat: int, cards: Iterable[str], clause: str) -> None:
        """A pile or a hand comes into the game: of one seat, of NOBODY (face down) or of EVERYBODY (face up)."""
        pile = Pile(seat, cards)
        self.piles = {**self.piles, name: pile}
        self.emit(happened.PileLaid(pile=name, seat=seat, count=len(pile), clause=clause))

    def draw(self, seat: int, source: str, target: str, count: int, clause: str) -> None:
        """Cards from the top of one pile go onto another, as many as there are."""
        self._move(seat, source, target, self.piles[source].cards[:count], clause)

    def move_card(self, seat: int, source: str, target: str, card: str, clause: str) -> None:
        """One card that is known goes from a pile to another."""
        self._move(seat, source, target, (card,), clause)

    def _move(self, seat: int, source: str, target: str, cards: tuple[str, ...], clause: str) -> None:
        taken, given = self.piles[source], self.piles[target]
        left = list(taken.cards)
        for card in cards:
            left.remove(card)
        self.piles = {**self.piles, source: Pile(taken.seat, left), target: Pile(given.seat, (*cards, *given.cards))}
        shown = cards if given.seat == EVERYBODY or taken.seat == EVERYBODY else ()
        moved = happened.CardsMoved(seat=seat, pile=source, into=target, count=len(cards), cards=shown, clause=clause)
        self.emit(moved)

    def take_order(self, pile: str, pools: tuple[Pool, ...], faces: tuple[tuple[int, ...], ...]) -> None:
        """The dice of a shuffle have fallen, unseen: the pile is in its new order."""
        old = self.piles[pile]
        self.piles = {**self.piles, pile: Pile(old.seat, shuffled(old.cards, faces))}
        self.thrown.extend(faces)
        self.version += 1
        self.pending = None
        self.emit(happened.PileShuffled(pile=pile))
        self._go_on(self.frames[-1])

    def shred(self, name: str) -> None:
        """Throw a secret away unseen, if there is one of this name; what it said is never told."""
        self.sealed = {each: secret for each, secret in self.sealed.items() if each != name}

    def freeze(self) -> State:
        """Become the next state: what belongs to playing on, the dice above all, is gone from it."""
        del self.dice, self.events, self.thrown
        return self

    def run(self) -> None:
        """Play on until somebody must answer, dice must be thrown from outside, or the match is over."""
        frames, match = self.frames, self.match
        course: Mapping[str, FrameStep] | None = None
        for _ in range(_MOST_STEPS):
            if course is None:
                # another frame may be on top
                if not frames:
                    raise self._broken("the rules ran out of frames before anybody had won")
                frame = frames[-1]
                course = match.courses.get(type(frame)) or course_of(type(frame), match)
            step, take, after = course[frame.at]
            if take is None:
                # the match takes none of the steps that are left
                self._pop()
                course = None
                continue
            frame.at = step
            result = take(frame, self)
            if self.outcome is not None:
                # whatever the step wanted next is void: nothing is asked, rolled or abandoned after the end
                frames.clear()
                return
            # in the order of how often it is right; of structs the type is asked, because `isinstance` is dear for them
            if result is None:
                frame.at = after
                if not after:
                    self._pop()
                    course = None
            elif type(result) is Goto:
                frame.at = result.step
            elif type(result) is Ask:
                self.pending = Pending(result.into, (result.decision,))
                return
            elif self._obey(frame, result):
                return
            else:
                course = None
        raise self._broken(f"{type(frames[-1]).__name__} does not come to an end")

    def _broken(self, what: str) -> BrokenRule:
        return BrokenRule(f"{what} ({self.match.game.id}, version {self.version})")

    def _obey(self, frame: Frame, result: object) -> bool:
        """Do what a step asked for; true when the table has to wait."""
        if type(result) is Push:
            frame.at = course_of(type(frame), self.match)[frame.at].after
            self.frames.append(result.frame)
        elif result is DONE:
            self._pop()
        elif type(result) is Roll:
            if self.dice is None:
                self.pending = Pending(result.into, rolls=result.pools)
                return True
            self.take_faces(result.into, result.pools, tuple([self.dice.roll(pool) for pool in result.pools]))
        elif type(result) is Shuffle:
            pools = shuffle_pools(len(self.piles[result.pile]))
            if self.dice is None:
                self.pending = Pending("", rolls=pools, shuffle=result.pile)
                return True
            self.take_order(result.pile, pools, tuple([self.dice.roll(pool) for pool in pools]))
        elif type(result) is AskAll:
            if not result.decisions:
                self.take(result.into, ())
                return False
            self.pending = Pending(result.into, result.decisions, (None,) * len(result.decisions), together=True)
            return True
        else:
            raise self._broken(f"{type(frame).__name__}.{frame.at} returned a {type(result).__name__}")
        return False

    def take_faces(self, into: str, pools: tuple[Pool, ...], faces: tuple[tuple[int, ...], ...]) -> None:
        """Dice fell: log them and hand them to the frame that asked."""
        for pool, shown in zip(pools, faces, strict=True):
            self.events.append(happened.DiceRolled(label=pool.label, seat=pool.seat, faces=shown))
        self.thrown.extend(faces)
        self.version += 1
        self.take(into, faces)

    def take(self, into: str, value: Any) -> None:
        """An answer arrived: put it into the slot and go on behind the asking step."""
        frame = self.frames[-1]
        setattr(frame, into, value)
        self.pending = None
        # as `_go_on`, without a call: this is done for every answer
        course = self.match.courses.get(type(frame)) or course_of(type(frame), self.match)
        frame.at = after = course[frame.at].after
        if not after:
            self._pop()

    def _go_on(self, frame: Frame) -> None:
        """Stand behind the step that asked."""
        frame.at = after = course_of(type(frame), self.match)[frame.at].after
        if not after:
            self._pop()

    def _pop(self) -> None:
        """Leave the finished frame, and every frame below that a change on the way has made pointless."""
        frames = self.frames
        frames.pop()
        while frames and not frames[-1].at:
            frames.pop()
        while frames and not frames[-1].still_stands(self):
            gone = frames.pop()
            name = type(gone).__name__
            self.events.append(happened.FrameAbandoned(frame=name, reason="what it rested on has changed"))
            while frames and not frames[-1].at:
                frames.pop()
