"""The HTTP side of the wire: every body that is sent and every answer to it, as types. Unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from brickfield.core.board import Token
from brickfield.core.commands import MOST_BYTES
from brickfield.core.model_sizes import LARGEST_FILE, LONGEST_FORM
from brickfield.core.refusal import Refusal
from brickfield.core.setup.catalogue import ScenarioFace
from brickfield.core.setup.companion import ShotWish
from brickfield.core.setup.duels import Away, Facing
from brickfield.core.setup.judged import RealTable
from brickfield.core.setup.own_models import MOST_MODELS
from brickfield.core.setup.scenario_files import ScenarioFile
from brickfield.core.shown.showing import TableFace
from brickfield.players.levels import EVEN
from brickfield.server.store.records import SeatRow
from brickfield.server.web.cards import ClockCard
from brickfield.server.web.protocol import Army, Count, Digits, Fresh, Id, Name, SeatNumber
from brickfield.speech.real_shots import Resolve

HouseRule = Annotated[str, Meta(min_length=1, max_length=200)]
CardWords = Annotated[str, Meta(max_length=400)]


# Bytes of a file that is brought, in base 64; forms of models, each under the name of what it holds.
LONGEST_FILE = 4 * -(-LARGEST_FILE // 3)
ModelBytes = Annotated[str, Meta(max_length=LONGEST_FILE)]
NameOfModel = Annotated[str, Meta(max_length=16, pattern="^[0-9a-f]{16}$")]
ModelForm = Annotated[str, Meta(max_length=LONGEST_FORM + 40)]
Models = Annotated[dict[NameOfModel, ModelForm], Meta(max_length=MOST_MODELS)]
# Bytes of a body with such a file, and of one with all models of a battle.
MOST_FILE = LONGEST_FILE + 4_000
MOST_WITH_MODELS = MOST_MODELS * (LONGEST_FORM + 100) + 2 * MOST_BYTES


class RequestBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A body sent to the server."""


class SeatWish(RequestBody, frozen=True):
    """Who shall sit: `me`, `here` (same device), `bot` (with a level, and a style if it plans) or `link` (a friend gets
    a link)."""

    kind: Annotated[str, Meta(pattern="^(me|here|bot|link)$")]
    level: Annotated[str, Meta(max_length=16)] = ""
    style: Annotated[str, Meta(max_length=16)] = EVEN
    name: Name = ""


class NewMatch(RequestBody, frozen=True):
    """A battle to set up. `ready`: the server deploys for everybody. `slow`: no clocks, standing orders answer.

    `secret_seconds`: how long a live table waits in a window that could betray a secret, whatever is answered there.
    """

    game: Id
    scenario: Id
    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=1, max_length=8)]
    options: dict[str, Any] = field(default_factory=dict)
    code: Annotated[str, Meta(max_length=64)] = ""
    # cards and counts for each seat; empty: the forces of the scenario
    armies: Annotated[tuple[Army, ...], Meta(max_length=8)] = ()
    ready: bool = False
    slow: bool = False
    # no die falls before every person's browser has added its part to the dice
    parts: bool = False
    secret_seconds: Annotated[int, Meta(ge=5, le=120)] = 15
    # the clock everybody agrees on by sitting down, by the id of its card; empty: none
    clock: Annotated[str, Meta(max_length=16)] = ""
    # after how many minutes of absence a bot may play for somebody, if all others who are there want it; 0: never
    stand_in: Literal[0, 2, 5, 15, 60] = 0
    # what the armies that are brought are called, by seat
    army_names: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()
    # the position of the diagram of this clause is played, instead of a scenario
    diagram: Annotated[str, Meta(max_length=64)] = ""
    # the document of a scenario that is none of the game's, played instead
    own_scenario: dict[str, Any] | UnsetType = UNSET
    # what the players agree on beside the rules, a sentence each
    house_rules: Annotated[tuple[HouseRule, ...], Meta(max_length=12)] = ()


class ModelFile(RequestBody, frozen=True):
    """A file with a model of bricks (`.ldr`, `.mpd`, `.io`, or a form that was told before) in base 64, for a unit as
    an army list writes it; turned by so many quarters to its right."""

    game: Id
    file: ModelBytes
    text: CardWords = ""
    turn: Annotated[int, Meta(ge=0, le=3)] = 0


class ToldModel(Struct, frozen=True):
    """What a model is called by what it holds, the form it travels in, and what it measures: studs long and wide,
    bricks high, without the studs on top; parts of unknown size, and those measured as another of the same size.

    `text` is the unit with this model; `drawing` how pages draw it.
    """

    name: str
    form: str
    title: str
    length: float
    width: float
    height: float
    parts: int
    unknown: tuple[str, ...]
    taken_as: dict[str, str]
    colours: tuple[str, ...]
    text: str
    drawing: Any


class NewMatchWithModels(RequestBody, frozen=True):
    """A battle to set up, as the text of a NewMatch, and the forms of the models its armies name."""

    wish: Annotated[str, Meta(max_length=MOST_BYTES)]
    models: Models


class NeededModels(RequestBody, frozen=True):
    """Armies, and the forms of the models they name."""

    game: Id
    armies: tuple[Army, ...]
    models: dict[str, str]


class CheckedModels(Struct, frozen=True):
    """The forms of the models that some armies need, by name."""

    models: dict[str, str]


class ModelName(RequestBody, frozen=True):
    """A model of a table."""

    name: NameOfModel


class FormOfModel(RequestBody, frozen=True):
    """A model to be drawn, for a game."""

    game: Id
    form: str


class NewLesson(RequestBody, frozen=True):
    """The lesson of a game, to be learnt by whoever sends this."""

    game: Id
    name: Name = ""


class SeatKey(Struct, frozen=True):
    """A seat and the secret that opens it, or the invitation to it, which can be used until that moment."""

    seat: int
    kind: str
    secret: str = ""
    invitation: str = ""
    until: float = 0.0


class MadeMatch(Struct, frozen=True):
    """A match that was set up."""

    match: str
    seats: tuple[SeatKey, ...]


class LookLink(RequestBody, frozen=True):
    """What a link leads to."""

    secret: Annotated[str, Meta(max_length=200)]


class ChangedRule(Struct, frozen=True):
    """A switch that is not at its default: its value, or one for each seat."""

    switch: str
    title: str
    value: Any
    clause: str


class Link(Struct, frozen=True):
    """What a link is. An invitation is `open` (sit down), `used` or `expired`; the secret of a seat is `yours`, and
    who_sits down takes the seat over from another window. `over`: the battle is.
    """

    status: str
    match: str = ""
    seat: int = -1
    title: str = ""
    game: str = ""
    scenario: str = ""
    code: str = ""
    changed: tuple[ChangedRule, ...] = ()
    host: str = ""
    # what was agreed on for windows that could betray a secret; 0 where none can open, and in a slow battle
    secret_seconds: int = 0
    # the clock whoever sits down agrees to, and after how many minutes of absence a bot may play for somebody
    clock: ClockCard | None = None
    stand_in: int = 0
    # what the army of this seat is called
    army: str = ""
    # what was agreed on beside the rules
    house_rules: tuple[str, ...] = ()


class SitDown(RequestBody, frozen=True):
    """Take the seat of a link. An invitation is exchanged for `fresh`, a secret the sender has made and nobody knows.

    The same exchange may be sent again; with another `fresh` an invitation that was used is refused.
    """

    secret: Annotated[str, Meta(max_length=200)]
    name: Name = ""
    fresh: Annotated[str, Meta(max_length=64, pattern="^([A-Za-z0-9_-]{32,64})?$")] = ""


class ChangeSecret(RequestBody, frozen=True):
    """Another secret for one's own seat; the old one opens nothing any more. It may be sent again."""

    secret: Annotated[str, Meta(max_length=200)]
    fresh: Fresh


class FreeSeat(RequestBody, frozen=True):
    """Give a seat nobody has taken to a `bot`, to `link` (a new invitation) or `nobody`; the old invitation is void.

    Asked by whoever set the match up, or with the invitation itself.
    """

    secret: Annotated[str, Meta(max_length=200)]
    seat: SeatNumber
    give: Annotated[str, Meta(pattern="^(link|bot|nobody)$")]
    level: Annotated[str, Meta(max_length=16)] = ""
    style: Annotated[str, Meta(max_length=16)] = EVEN


class RematchWish(RequestBody, frozen=True):
    """Whether a seat wants a rematch, with sides changed; against bots it begins at once."""

    secret: Annotated[str, Meta(max_length=200)] = ""
    want: bool = True


class Rematch(Struct, frozen=True):
    """The match that was set up, and by seat who sits where in it; empty while somebody has still to answer."""

    match: str
    places: tuple[int, ...] = ()


class PlayOn(RequestBody, frozen=True):
    """A table of one's own that begins as a battle stood after a step of its replay, as this secret sees it."""

    step: Count
    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=1, max_length=8)]
    secret: Annotated[str, Meta(max_length=200)] = ""


class Carried(RequestBody, frozen=True):
    """A battle as a text, to be kept as a file and brought to another place: its row, its seats and its records as they
    were written. What opens its seats, the seed of its dice, where it stands and its standing orders are there only
    where somebody keeps battles on a device of his own, and go to no server.
    """

    row: Annotated[str, Meta(max_length=MOST_BYTES)]
    seats: Annotated[tuple[SeatRow, ...], Meta(min_length=1, max_length=8)]
    records: Annotated[tuple[Annotated[str, Meta(max_length=MOST_BYTES)], ...], Meta(max_length=20_000)]
    seed: Digits = ""
    standing: Annotated[str, Meta(max_length=MOST_BYTES)] = ""
    orders: Annotated[dict[str, dict[str, str]], Meta(max_length=8)] = field(default_factory=dict)
    # the models its players brought, where they have brought any
    models: Models | UnsetType = UNSET


class TakeAlong(RequestBody, frozen=True):
    """The secrets of one's seats at a table that is to be carried elsewhere."""

    secrets: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(min_length=1, max_length=8)]


class Bring(RequestBody, frozen=True):
    """A battle from another place, and a secret of one's own for each seat a person has there. It may be sent again."""

    battle: Carried
    fresh: Annotated[tuple[Fresh, ...], Meta(min_length=1, max_length=8)]


class Pocket(Struct, frozen=True):
    """Where the edition that needs no server is; empty: it was not built here."""

    address: str


class ReplayWish(RequestBody, frozen=True):
    """A replay from this step on; a replay of a finished match needs no secret."""

    secret: Annotated[str, Meta(max_length=200)] = ""
    start: Count = 0


class MyTables(RequestBody, frozen=True):
    """The secrets a browser keeps; the answer tells how those matches stand."""

    secrets: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=200)]


class TableLine(Struct, frozen=True):
    """A match in the list "Your tables". `turn`: yours, theirs, open (a seat is empty), over,
    learnt (a lesson that is done)."""

    match: str
    seat: int
    title: str
    game: str
    round: int
    step: str
    turn: str
    others: tuple[str, ...]
    result: str
    at: float
    # the lesson that is held there; empty: a battle
    lesson: str = ""
    # who asks for a rematch of a battle that is over and waits for this seat's answer
    rematch: str = ""
    # whose turn it is: the names of all who are asked
    asked: tuple[str, ...] = ()


class RuleCode(RequestBody, frozen=True):
    """A set of switches, or a code that stands for one."""

    game: Id
    options: dict[str, Any] | UnsetType = UNSET
    code: Annotated[str, Meta(max_length=64)] = ""


class Rules(Struct, frozen=True):
    """The switches a code stands for, and the code."""

    code: str
    options: dict[str, Any]


class ArmyList(RequestBody, frozen=True):
    """An army to check."""

    game: Id
    army: Army
    limit: Count = 0
    options: dict[str, Any] = field(default_factory=dict)


class CardText(RequestBody, frozen=True):
    """A unit of one's own as an army list would write it; `limit` is what it may cost (0: the usual)."""

    game: Id
    text: CardWords
    limit: Count = 0
    options: dict[str, Any] = field(default_factory=dict)


class DuelWish(RequestBody, frozen=True):
    """A card and enemies it is set against, so far from hull to hull; which side they show."""

    game: Id
    card: CardWords
    enemies: Annotated[tuple[CardWords, ...], Meta(min_length=1, max_length=12)]
    away: Away
    facing: Facing = "front"
    options: dict[str, Any] = field(default_factory=dict)


class Throws(RequestBody, frozen=True):
    """Throws of one's own dice."""

    game: Id
    successes: Annotated[int, Meta(ge=0, le=100_000)] = 0
    failures: Annotated[int, Meta(ge=0, le=100_000)] = 0


class Battle(RequestBody, frozen=True):
    """A battle that may be set up: what would lie on the table?"""

    game: Id
    scenario: Id
    options: dict[str, Any] = field(default_factory=dict)
    armies: Annotated[tuple[Army, ...], Meta(max_length=8)] = ()
    own_scenario: dict[str, Any] | UnsetType = UNSET


class ScenarioText(RequestBody, frozen=True):
    """A scenario to be looked through: as a document, as the lines of a file, one of the game's own by its id, or as a
    table drawn from a number."""

    game: Id
    document: dict[str, Any] | UnsetType = UNSET
    lines: Annotated[tuple[str, ...], Meta(max_length=4_000)] = ()
    scenario: Annotated[str, Meta(max_length=64)] = ""
    drawn: Annotated[int, Meta(ge=0, le=9999)] = 0


class DeskWish(RequestBody, frozen=True):
    """A game whose scenarios are to be laid by hand."""

    game: Id


class TrialWish(RequestBody, frozen=True):
    """A battle of bots on a table of one's own; another number is another battle."""

    game: Id
    document: dict[str, Any]
    number: Annotated[int, Meta(ge=0, le=999)] = 0


class TriedBattle(Struct, frozen=True):
    """How it went: the seats that have won (none: a draw) and the rounds. `whole`: it came to its end in time."""

    winners: tuple[int, ...]
    rounds: int
    whole: bool = True


class CheckedScenario(Struct, frozen=True):
    """A scenario file looked through, and its table as far as it can be laid."""

    file: ScenarioFile
    face: ScenarioFace | None = None


class JudgeWish(RequestBody, frozen=True):
    """A real table as it is laid, and who would attack whom; without names only the table is drawn."""

    game: Id
    table: RealTable
    options: dict[str, Any] = field(default_factory=dict)
    unit: Annotated[str, Meta(max_length=16)] = ""
    target: Annotated[str, Meta(max_length=16)] = ""


class RealShotWish(RequestBody, frozen=True):
    """A shot at a real table: who at whom, what is seen, and how to play it once dice are thrown."""

    game: Id
    shot: ShotWish
    options: dict[str, Any] = field(default_factory=dict)
    resolve: Resolve | None = None


class LaidTable(Struct, frozen=True):
    """The table of a battle before anybody deploys, or why the rules do not allow such a battle."""

    face: TableFace | None
    tokens: tuple[Token, ...] = ()
    fault: Refusal | None = None
    # the reaction windows of it that could betray a secret, by their titles: the table agrees on their time
    secret_windows: tuple[str, ...] = ()
    # what people still choose for themselves where units start placed: "effect cards"
    still_chosen: tuple[str, ...] = ()
