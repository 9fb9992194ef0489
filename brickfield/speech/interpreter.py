"""The interpreter: what one person at the table says, understood and carried out. Knows no screen: replies are data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, field

from brickfield.core.asking.offers import Offer
from brickfield.core.decisions import Decision, Reaction
from brickfield.core.events import Event
from brickfield.core.match import Match
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.state import State
from brickfield.speech.choices import Option, choices_for
from brickfield.speech.local_game import Agreement, LocalGame, LocalPlayer, ToldStep
from brickfield.speech.reading import Misread, TypedCommand, find_thing
from brickfield.speech.situation import name
from brickfield.speech.speech import Handler, question_of
from brickfield.speech.story import on_their_way, story


class Reply(Struct):
    """What comes of a line: what happened (`story`), what was asked for (`lines`), or a refusal.

    `acted` says that the open question is a new one (or none); `quit` that the person leaves.
    """

    story: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    refusal: Refusal | None = None
    acted: bool = False
    quit: bool = False


# The options when the battle is over.
AFTERWARDS = [
    Option("replay", "write the battle as a replay"),
    Option("again", "play another battle"),
    Option("quit", "leave"),
]

OfferT = TypeVar("OfferT", bound=Offer)
Players = Callable[[Match, Agreement], Mapping[int, LocalPlayer]]


class Interpreter:
    """One person's place: the sitting, the fire plan being written, and the options shown last."""

    def __init__(self, local_game: LocalGame, players: Players, folder: Path) -> None:
        self.local_game = local_game
        # how the other seats are filled when a match is loaded or begun anew, and where files without a folder go
        self.players = players
        self.folder = folder
        self.plan: dict[str, str] = {}
        # the unit named last, meant by orders without a name
        self.unit = ""
        # how many letters go into a line, where somebody sees where lines end
        self.width = 0
        # what `yes` would do
        self.confirm = ""
        self._choices: tuple[State, list[Option]] | None = None

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.local_game.seat

    @property
    def state(self) -> State:
        """The table as this seat sees it."""
        return self.local_game.seen

    @property
    def decision(self) -> Decision | None:
        """The question this seat has to answer."""
        return self.state.decision_of(self.seat)

    @property
    def choices(self) -> list[Option]:
        """The numbered options of the open question, worked out once."""
        decision = self.decision
        if decision is None:
            return AFTERWARDS if self.local_game.state.over else []
        state = self.local_game.state
        if self._choices is None or self._choices[0] is not state:
            self._choices = state, choices_for(self.state, decision)
        return self._choices[1]

    # --- understanding names ---

    def known(self, *, own: bool = True, enemy: bool = True, pieces: bool = False) -> dict[str, str]:
        """Things that may be meant, by id, with their names."""
        state = self.state
        found = {
            unit.id: name(state, unit.id)
            for unit in state.units.values()
            if (own and unit.seat == self.seat) or (enemy and not self.state.match.allied(unit.seat, self.seat))
        }
        return found | ({token: name(state, token) for token in state.tokens} if pieces else {})

    def prefix(self, own: bool) -> str:
        """The letters that the ids of a side begin with, so that a number alone can stand for a unit."""
        for unit in self.state.units.values():
            if unit.seat == self.seat if own else not self.state.match.allied(unit.seat, self.seat):
                return unit.id.rstrip("0123456789")
        return ""

    def own_unit(self, word: str) -> str | Misread:
        """The own unit somebody means."""
        return find_thing(word, self.known(enemy=False), self.prefix(True))

    def enemy_thing(self, word: str) -> str | Misread:
        """The enemy unit or piece of terrain somebody means."""
        return find_thing(word, self.known(own=False, pieces=True), self.prefix(False))

    def anything(self, word: str) -> str | Misread:
        """Any unit or piece; a number alone is an own unit."""
        return find_thing(word, self.known(pieces=True), self.prefix(True))

    def target(self, word: str) -> str | Misread:
        """What somebody means to fire at. An own unit is a thing too: the rules say why it may not be fired at."""
        enemy = self.enemy_thing(word)
        known = self.anything(word) if isinstance(enemy, Misread) else enemy
        return enemy if isinstance(known, Misread) else known

    # --- acting ---

    def give(self, answer: object, lines: list[str] | None = None) -> Reply:
        """Give an answer, let the others play, and tell what happened."""
        done = self.local_game.answer(answer)
        if isinstance(done, Refusal):
            return Reply(refusal=done)
        self.plan.clear()
        told = [done, *self.local_game.others_play()]
        return Reply(story=self.tell(told), lines=lines or [], acted=True)

    def tell(self, told: list[ToldStep]) -> list[str]:
        """What happened as this seat is told it."""
        return [str(line) for events, before in one_by_one(told) for line in story(events, before, self.seat)]

    def sit_down(self, local_game: LocalGame) -> list[str]:
        """Take another match in hand; the others play until this seat is asked."""
        self.local_game = local_game
        self.plan.clear()
        self.unit = self.confirm = ""
        self._choices = None
        return self.tell(local_game.others_play())


def one_by_one(told: Iterable[ToldStep]) -> Iterator[tuple[list[Event], State]]:
    """What happened, with the table before it; what began in the middle of a move is told with the move."""
    events: list[Event] = []
    began: State | None = None
    for each in told:
        if began is not None and not on_their_way(each.before):
            yield events, began
            events, began = [], None
        events.extend(each.events)
        began = each.before if began is None else began
    if began is not None:
        yield events, began


def misread(what: Misread) -> Reply:
    """What was typed could not be understood."""
    return refuse("not_understood", what.sentence)


def refuse(code: str, sentence: str) -> Reply:
    """The table itself says no, before the rules are asked."""
    return Reply(refusal=invalid(code, sentence))


def offered(interpreter: Interpreter, form: type[OfferT]) -> OfferT | Reply:
    """What the open question offers, if it has this form; else the refusal that says what is asked now."""
    decision = interpreter.decision
    offer = decision.ask(interpreter.state).offer if decision is not None else None
    return offer if isinstance(offer, form) else _another_moment(interpreter)


def wrong_time(interpreter: Interpreter, *kinds: str) -> Reply | None:
    """A refusal when the open question is not of these kinds."""
    decision = interpreter.decision
    return None if decision is not None and decision.kind in kinds else _another_moment(interpreter)


def during(kinds: tuple[str, ...], order: Handler) -> Handler:
    """A command that is understood only while a question of these kinds is open."""

    def carried_out(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
        return wrong_time(interpreter, *kinds) or order(interpreter, spoken)

    return carried_out


def _another_moment(interpreter: Interpreter) -> Reply:
    decision = interpreter.decision
    if decision is None:
        return refuse("wrong_time", "Nothing is asked of you now.")
    question = question_of(interpreter.state.match, decision)
    otherwise = "answer yes or no" if isinstance(decision, Reaction) else decision.kind.replace("_", " ")
    now = question.now if question is not None else otherwise
    return refuse("wrong_time", f"That is for another moment. Now you are asked to {now}.")
