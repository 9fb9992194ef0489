"""The wire of the socket: every message as a type. Unknown fields are refused. Bodies of the HTTP side: http_types.py.

Up go `Hello`, `AnswerMessage`, `TakeBack`, `AskPreview`, `Earlier`, `Say`, `LeaveOrders`, `StirDice`, `StandIn`,
`TakeSeat`, `Utter` and `Ping`; down come `Welcome`, `Update`, `Accepted`, `Refused`, `ToldBack`, `OrdersLeft`,
`Presence`, `Thinking`, `Uttered`, `Moved`, `Pong`, `Bye`. Schema and
client types are made from this file and the types it names.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

from msgspec import Meta, Struct, field

from brickfield.core.asking.offers import Asked
from brickfield.core.decisions import WindowFace
from brickfield.core.events import AnyEvent, snake
from brickfield.core.lessons.lesson import Coaching
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import Sum, TableFace
from brickfield.server.web.cards import ClockCard, PhraseCard
from brickfield.speech.graves import Grave
from brickfield.speech.happenings import Happening
from brickfield.speech.sentences import Sentence
from brickfield.speech.summary import Summary
from brickfield.speech.tables import SeatCard, SeatTable

PROTOCOL = 1

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
Secret = Annotated[str, Meta(min_length=20, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
# a secret made by a browser: 192 bits in letters, or more
Fresh = Annotated[str, Meta(min_length=32, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(max_length=24)]
Count = Annotated[int, Meta(ge=0, le=2**31)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
# 256 bits in hexadecimal digits, or nothing
Digits = Annotated[str, Meta(max_length=64, pattern="^([0-9a-f]{64})?$")]
# By sort of window the id of an order; what is not named is asked.
Orders = Annotated[dict[Id, Id], Meta(max_length=16)]
# What can be said at a table, by name; cards.py has the words.
Phrase = Literal["luck", "well_shot", "ouch", "thinking", "moment", "thanks"]
Army = Annotated[tuple[tuple[Annotated[str, Meta(max_length=400)], Count], ...], Meta(max_length=200)]


class Up(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A message from a browser."""


class Hello(Up, frozen=True):
    """The first message of a socket. Without `secrets` the sender watches. `last` is the last update it has."""

    protocol: int
    match: Id
    secrets: Annotated[tuple[Secret, ...], Meta(max_length=8)] = ()
    last: Count = 0


class AnswerMessage(Up, frozen=True, tag="command"):
    """An answer to the open question: `seq` is the last update seen, `id` makes a repeat harmless."""

    id: Id
    seat: SeatNumber
    seq: Count
    answer: dict[str, Any]


class TakeBack(Up, frozen=True):
    """Take the last answer of this seat back, as long as no die fell, nothing was shown and nobody else answered."""

    id: Id
    seat: SeatNumber
    seq: Count


class AskPreview(Up, frozen=True, tag="ask"):
    """A question that changes nothing: a preview by name, with what it is about."""

    id: Id
    seat: SeatNumber
    query: Annotated[str, Meta(max_length=24)]
    about: dict[str, Any] = field(default_factory=dict)


class Earlier(Up, frozen=True):
    """An earlier page of the log: the lines that came with update `before` and those just before it."""

    id: Id
    before: Count


class Say(Up, frozen=True):
    """A line typed in text mode. It may ask, or give an answer; then it is a command like any other."""

    id: Id
    seat: SeatNumber
    seq: Count
    line: Annotated[str, Meta(max_length=2000)]


class LeaveOrders(Up, frozen=True):
    """The standing orders of this seat for reaction windows, in place of those left before. Nobody else hears of it."""

    id: Id
    seat: SeatNumber
    orders: Orders


class StirDice(Up, frozen=True, tag="stir"):
    """Add to the dice: first the `promise` (SHA-256 of the seed), then, before the next die falls, the `seed`."""

    id: Id
    seat: SeatNumber
    promise: Digits = ""
    seed: Digits = ""


class StandIn(Up, frozen=True):
    """Propose that a bot of a level plays for somebody who is away, or agree to it."""

    id: Id
    seat: SeatNumber
    absent: SeatNumber
    level: Annotated[str, Meta(max_length=16)]


class TakeSeat(Up, frozen=True):
    """Take one's own seat back from the bot that plays for it."""

    id: Id
    seat: SeatNumber


class Utter(Up, frozen=True):
    """Say one of the stock phrases to everybody at the table; there is no other way to talk."""

    id: Id
    seat: SeatNumber
    phrase: Phrase


class Ping(Up, frozen=True):
    """Are you there?"""


AnyUp = Union[
    Hello, AnswerMessage, TakeBack, AskPreview, Earlier, Say, LeaveOrders, StirDice, StandIn, TakeSeat, Utter, Ping
]


class Down(Struct, frozen=True, tag_field="type", tag=snake):
    """A message from the server."""


class SeatOrders(Struct, frozen=True):
    """The standing orders of a seat, told to that seat only."""

    seat: int
    orders: dict[str, str]


class Clock(Struct, frozen=True):
    """The clock of the open question: its whole time, and what was left of it when this was sent.

    Of a reaction window, or the one the table has agreed on (`agreed`, see Welcome); then it runs for these `seats`,
    and `after` says to whoever is asked what is answered when it is over (empty: what the game suggests first).
    """

    seconds: int
    left: float
    seats: tuple[int, ...] = ()
    agreed: str = ""
    after: str = ""


class Proposal(Struct, frozen=True):
    """A bot of a level that is proposed for a seat whose player is away, and the seats that want it."""

    seat: int
    level: str
    by: tuple[int, ...]


class Welcome(Down, frozen=True):
    """The answer to Hello: the match, what never changes in it, and which seats this socket may answer for."""

    protocol: int
    build: str
    match: str
    game: str
    rules_version: str
    # the shareable code of the rule switches
    code: str
    options: dict[str, Any]
    seats: tuple[SeatCard, ...]
    yours: tuple[int, ...]
    face: TableFace
    # what was promised about the dice before the first one fell
    dice_promise: str
    # the last page of the log, so that a newcomer can read what happened
    story: tuple[Sentence, ...]
    # the last update that is told on earlier pages, to be asked for; 0: there are none
    earlier: int = 0
    # how people play: "live" (windows have a clock), "slow" (orders answer) or "alone" (nobody waits but bots)
    pace: str = "alone"
    # for how many seconds a live table waits in a window that could betray a secret; 0: as the ruling has it
    secret_seconds: int = 0
    # the reaction windows of this match for which orders can be left, and the orders of the seats of this socket
    windows: tuple[WindowFace, ...] = ()
    orders: tuple[SeatOrders, ...] = ()
    # the seats that must have added to the dice before the first one falls; none: it waits for nobody
    parts: tuple[int, ...] = ()
    # who went down so far without leaving a wreck, and where
    graves: tuple[Grave, ...] = ()
    # the clock that was agreed on, after how many minutes a bot may play for somebody (0: never), what can be said
    clock: ClockCard | None = None
    stand_in: int = 0
    phrases: tuple[PhraseCard, ...] = ()
    # the levels of the bots that may be proposed for somebody who is away, the kindest first
    levels: tuple[str, ...] = ()


class Update(Down, frozen=True):
    """One step of the match for this audience; `seq` counts them without a gap.

    After Hello one update with no events brings the present table when the sender has an old one. `clock` is there
    while a reaction window with a clock is open, whomever it asks.
    """

    seq: int
    version: int
    events: tuple[AnyEvent, ...]
    story: tuple[Sentence, ...]
    view: SeatTable
    decision: Asked | None
    # what "undo" would take back, in words; empty when nothing can be taken back
    take_back: str
    # the server's seed of the dice, opened when the match is over
    dice_seed: str = ""
    clock: Clock | None = None
    # for each of the events the sums behind it, written out
    sums: tuple[tuple[Sum, ...], ...] = ()
    # the events as things to be seen, in their order; when it is over, the whole battle told
    acts: tuple[Happening, ...] = ()
    tale: Summary | None = None
    # the seat that would take it back, which at a shared device need not be the one asked now; -1: nobody
    take_back_seat: int = -1
    # what the coach says, where the match is a lesson
    lesson: Coaching | None = None


class Accepted(Down, frozen=True):
    """The command is written down for good; `seq` is the update that shows it. A repeat gets the same answer.

    Of a part of the dice it names the `first_roll` that depends on it, before anybody can know what it does.
    """

    id: str
    seq: int
    first_roll: int = -1


class Refused(Down, frozen=True):
    """Nothing was changed. Without an id the message itself could not be read."""

    refusal: Refusal
    id: str = ""


class StoryPage(Struct, frozen=True):
    """What an Earlier is told: lines of the log, and the last update that is told on the page before (0: none)."""

    lines: tuple[Sentence, ...]
    earlier: int


class ToldBack(Down, frozen=True, tag="told"):
    """The answer to an Ask (a value of the face types, or a Refusal), to an Earlier or to a line of text."""

    id: str
    result: Any


class OrdersLeft(Down, frozen=True):
    """The standing orders of a seat are written down; only its own sockets hear of it."""

    seat: int
    orders: dict[str, str]
    id: str = ""


class Presence(Down, frozen=True):
    """Who sits and who is here has changed, or `fault`: a sentence about what the server itself cannot do here."""

    seats: tuple[SeatCard, ...]
    watching: int
    fault: str = ""
    # how people play from now on; a seat that is given to a bot may change it
    pace: str = "alone"
    # the bots that are proposed for players who are away
    proposals: tuple[Proposal, ...] = ()


class Uttered(Down, frozen=True):
    """Somebody at the table has said one of the stock phrases. It is written down nowhere."""

    seat: int
    phrase: str
    text: str


class WhyLine(Struct, frozen=True):
    """An idea of a bot: in words, as one would type it, its clause, and the chance to win by so many play-outs.

    `behind` is by how much the choice was better where both were played out, give or take a standard error; where the
    choice was not played out, by what the judgement promises of both.
    """

    words: str
    typed: str
    clause: str
    chance: float
    behind: float
    give_or_take: float
    tables: int


class Why(Struct, frozen=True):
    """Why a bot did what it did last: its choice first, then what it rejected. `changed`: it thought better of it.

    `seq` is the update of onlookers that shows what it did.
    """

    seat: int
    seq: int
    sentence: str
    lines: tuple[WhyLine, ...]
    changed: bool


class Thinking(Down, frozen=True):
    """A bot thinks: the share of its budget that is spent, and, when it has answered, why; of its secrets nothing."""

    seat: int
    share: float
    why: Why | None = None


class RematchAsked(Down, frozen=True):
    """These seats want a rematch, with sides changed, and the other people are asked. `refused` has said no: then
    nobody wants one any more.
    """

    wanted: tuple[int, ...]
    refused: int = -1


class Moved(Down, frozen=True):
    """A rematch was set up: the secrets everybody has open seats there, `places` says by seat which one."""

    match: str
    places: tuple[int, ...] = ()


class Pong(Down, frozen=True):
    """I am."""


class Bye(Down, frozen=True):
    """The server lets go of this socket: `taken_over`, `restarting`, `too_slow`, `too_many`, `not_yours`."""

    reason: str
    sentence: str


AnyDown = Union[
    Welcome,
    Update,
    Accepted,
    Refused,
    ToldBack,
    OrdersLeft,
    Presence,
    Thinking,
    Uttered,
    RematchAsked,
    Moved,
    Pong,
    Bye,
]


class Spoken(Struct, frozen=True):
    """What text mode answers: lines to read, and whether an answer was given."""

    lines: tuple[str, ...]
    answered: bool = False


# -- the HTTP side ---------------------------------------------------------------------------------------------------
