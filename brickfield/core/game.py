"""What a game brings to the engine: one value per game, written in its `contents.py`."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Union, cast, get_args

import msgspec
from msgspec import UNSET

from brickfield.core.asking.offers import Asked
from brickfield.core.chapters import Chapter
from brickfield.core.clauses import Clause, read_ledgers
from brickfield.core.decisions import Answer, Decision, Reaction, WindowFace, answers_to
from brickfield.core.events import snake
from brickfield.core.judging.judging import Mind
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.setup import choosing
from brickfield.core.setup.agreements import Agreed
from brickfield.core.setup.catalogue import Catalogue, CheckedArmy, ScenarioFace
from brickfield.core.setup.choosing import ScenarioRow
from brickfield.core.setup.own_models import FoundModel
from brickfield.core.setup.switches import Switch
from brickfield.core.setup.unit_editor import BuiltCard, TriedDice, Yard
from brickfield.core.shown.aids import Aid
from brickfield.core.shown.glossary import Term, glossary_of
from brickfield.core.shown.showing import Situation, TableFace
from brickfield.core.windows import ReactionWindow

if TYPE_CHECKING:
    from brickfield.core.board import Unit
    from brickfield.core.frames import Frame
    from brickfield.core.out_of_turn import RollOff
    from brickfield.core.setup.companion import Companion
    from brickfield.core.setup.desks import ScenarioDesk
    from brickfield.core.setup.duels import Attack
    from brickfield.core.setup.scenario_files import ScenarioKind
    from brickfield.core.state import State
    from brickfield.core.table import Table
    from brickfield.core.views import Guessed, View
    from brickfield.core.windows import Offers


Preview = tuple[type[Any], Callable[["State", int, Any], Any]]

_BARE = Catalogue("", "", (), (), (), {}, (), "")
_NO_MIND = Mind()


@dataclass(frozen=True)
class Workload:
    """A battle by which the speed of the engine is measured: in words, and its set-up.

    One that stands `beside` another of the game is measured by what a decision costs more than there.
    """

    note: str
    setup: Setup
    beside: str = ""


def _in_every_match(match: Any) -> bool:
    return True


# eq=False: there is one value per game, and its tables of functions cannot be hashed
@dataclass(frozen=True, eq=False, kw_only=True)
class GameTables:
    """What a game has and its chapters add to."""

    # groups of the ledger whose rules are played, and the sorts of actions of units, by the ids of `offers.Action`
    groups: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    setting_up: Mapping[type[Decision], SettingUp] = field(default_factory=dict)
    # by decision: the question as everybody gets it, and what bots and hints know of it; a decision that is not listed
    # does as well, by what it says of itself
    asks: Mapping[type[Decision], Callable[[State, Any], Asked]] = field(default_factory=dict)
    minds: Mapping[type[Decision], Mind] = field(default_factory=dict)
    windows: Mapping[str, Offers] = field(default_factory=dict)
    # what one measures by on a real table, to be printed
    aids: tuple[Callable[[], tuple[Aid, ...]], ...] = ()
    # questions about a state by name (cost of a path, line of sight, tally, odds), for tests, hints and text tables
    queries: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    # what a table may ask while nothing is decided yet, by name: the type of what they are about and the function;
    # one name may be about things of several types, and a chapter bring its own
    previews: Mapping[str, Preview] = field(default_factory=dict)
    # battles by which its speed is measured, by the names of the figures
    workloads: Mapping[str, Workload] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class ChapterContents(GameTables):
    """What a chapter brings to its game besides what its rules amend.

    `folder` may hold what the folder of the base book holds: `clauses.toml`, the chapter's part of the ledger,
    `glossary.toml`, `everyday.toml`, `diagrams.toml` and tables of its own. Switches that the game's agreement does not
    state stand in `switches.toml`; in rule codes they come behind all others, so that a code of before means what it
    meant.
    """

    chapter: Chapter
    # files of rules that amend others and bring steps, and that nobody would load otherwise
    rules: tuple[ModuleType, ...] = ()
    folder: Path | None = None
    frames: tuple[type[Frame], ...] = ()
    decisions: tuple[type[Decision], ...] = ()
    # what it adds to the game in words: a `brickfield.speech.ChapterWords`, which the engine only passes on
    words: Any = None


# what of a chapter goes behind what the game has already, and what is looked up by a key
_LISTED = ("frames", "decisions", "groups", "verbs", "aids")
_LOOKED_UP = (*("setting_up", "asks", "minds", "windows", "queries", "workloads"),)


@dataclass(frozen=True)
class SettingUp:
    """A question before the battle that can be answered for everybody in a match that is wanted ready to play.

    Of several suggestions one of the sort `liked` leaves most to do for the players; `own` when it is part of a seat's
    own turn; `people` says what is chosen where a person has agreed to make that choice, which nobody makes for him,
    and `asked_in` in which matches that is.
    """

    liked: str = ""
    own: bool = False
    people: str = ""
    asked_in: Callable[[Any], bool] = _in_every_match


@dataclass(frozen=True, eq=False)
class Game(GameTables):
    """A game as the engine, the players, the server and the command line know it."""

    id: str
    title: str
    rules_version: str
    folder: Path
    ruler: str
    # from an agreement to a match and its first state; what can be agreed on, and the scenarios by their ids
    set_up: Callable[[Setup, Game], Match | Refusal]
    first_state: Callable[[Match], State]
    agreement: type[Agreed]
    scenario_table: Callable[[], Mapping[str, ScenarioRow]]
    frames: tuple[type[Frame], ...]
    decisions: tuple[type[Decision], ...]
    # the chapters that a match may do without, in the order in which they have their say
    chapters: tuple[Chapter, ...] = ()
    chapter_folders: tuple[Path, ...] = ()
    # what its scenario files are; without it nobody can bring one
    scenario_kind: ScenarioKind[Any] | None = None
    # any battle at random, for whoever tries the rules out: scenarios, armies and switches; it may be refused
    any_setup: Callable[[random.Random], Setup] | None = None
    clause_prefixes: tuple[str, ...] = ()
    # clauses of its groups that only serve rules still to come
    later: frozenset[str] = frozenset()
    # which cards may lie in the piles a seat does not know, by what it sees; as many as each of them has
    guess_piles: Callable[[View, Match], Mapping[str, tuple[str, ...]]] | None = None
    # one world of many that look like a view: what others may have written down, and cards that may lie in piles
    guess_secrets: Callable[[View, Match, random.Random], Guessed] | None = None
    # its own judgement: a `core.judging.Judge`; without one bots answer at random
    judge: Any = None
    # how many times as long it takes to weigh an answer on this table as on a plain one of the game
    relative_cost: Callable[[State], float] = lambda _state: 1.0
    # how it is played and told in words: a `brickfield.speech.Speech`, which the engine only passes on
    speech: Any = None
    # whether the tables people sit at, in the browser and in words, know this game; until then only programs play it
    drawn: bool = False
    # what a table shows: the unchanging face of a match, where a state stands
    face: Callable[[Match], TableFace] | None = None
    situation: Callable[[State], Situation] | None = None
    # what can be chosen before a battle, and armies
    choices: Callable[[Game], Catalogue] | None = None
    # a scenario with its table drawn, as it is set up
    scenario_face: Callable[[Game, Any, Setup], ScenarioFace] | None = None
    # the desk at which its scenarios are laid by hand, and the document of a table that is drawn from a number
    desk: Callable[[], ScenarioDesk] | None = None
    drawn_scenario: Callable[[int], dict[str, Any]] | None = None
    check_army: Callable[[tuple[tuple[str, int], ...], int, dict[str, Any]], CheckedArmy | Refusal] | None = None
    # how large an army is that a shared table still takes, where the rules themselves know no bound, and its clause
    most_units: Callable[[], tuple[int, str]] | None = None
    # units of one's own: what they are built of, a card built from its text within a budget (0: the usual one); and
    # one's own dice tried out, as successes and failures
    yard: Callable[[], Yard] | None = None
    build_card: Callable[[str, int, dict[str, Any]], BuiltCard | Refusal] | None = None
    try_dice: Callable[[int, int], TriedDice] | None = None
    # the text of a unit, and a model that was brought for it: its text with that model, or why it cannot have it
    suited: Callable[[str, FoundModel], str | Refusal] | None = None
    # every way in which one unit on a table may attack another, for odds before a battle; without it the one that the
    # preview "aim" shows
    attacks: Callable[[State, Unit, Unit], tuple[Attack, ...]] | None = None
    # battles beside real bricks: what is asked of people there, and tables that look as they say
    companion: Companion | None = None
    # how people settle a disagreement by dice, by which methods, and the clause by which a seat may concede or offer a
    # draw
    roll_off: Callable[[Table, RollOff], Refusal | None] | None = None
    roll_offs: tuple[str, ...] = ("high",)
    concede_clause: str = ""
    # what conceding does where the others may play on without the seat; without it the match ends
    concede: Callable[[Table, int], None] | None = None
    # versions of its rules by which battles that were begun with them still go on
    older_rules: tuple[str, ...] = ()

    def with_chapters(self, *contents: ChapterContents) -> Game:
        """This game with chapters behind those it has. Two that bring the same decision or query are a fault."""
        merged: dict[str, Any] = {"chapters": (*self.chapters, *(each.chapter for each in contents))}
        for name in _LISTED:
            merged[name] = (*getattr(self, name), *(part for each in contents for part in getattr(each, name)))
        for name in _LOOKED_UP:
            rows = [*getattr(self, name).items(), *(row for each in contents for row in getattr(each, name).items())]
            if len(dict(rows)) < len(rows):
                raise ValueError(f"{self.id}: two chapters bring the same {name}")
            merged[name] = dict(rows)
        merged["previews"] = _by_sort([row for each in (self, *contents) for row in each.previews.items()])
        words = [each.words for each in contents if each.words is not None]
        merged["speech"] = self.speech.with_words(*words) if words else self.speech
        folders = tuple(each.folder for each in contents if each.folder is not None)
        agreement = self.agreement.with_switches(tuple(each for each in folders if (each / "switches.toml").exists()))
        return replace(self, agreement=agreement, chapter_folders=(*self.chapter_folders, *folders), **merged)

    @property
    def base_folder(self) -> Path:
        """Where its base book lies: a small game is one folder."""
        return base if (base := self.folder / "base").is_dir() else self.folder

    def files(self, name: str) -> tuple[Path, ...]:
        """The files of a name that its base book and its chapters have, in their order."""
        folders = (self.base_folder, *self.chapter_folders)
        return tuple(file for folder in folders if (file := folder / name).is_file())

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """Its clauses by id, as the book has them: its base book and its chapters have each a part of the ledger."""
        return read_ledgers(self.files("clauses.toml"))

    @property
    def glossary(self) -> tuple[Term, ...]:
        """Its short words and what they mean."""
        return glossary_of(self.files("glossary.toml"))

    def mind_of(self, decision: Decision) -> Mind:
        """What bots and hints know of a decision."""
        return self.minds.get(type(decision), _NO_MIND)

    @property
    def all_frames(self) -> tuple[type[Frame], ...]:
        """The frames a saved match may hold."""
        return (ReactionWindow, *self.frames)

    @property
    def answers(self) -> tuple[type[Answer], ...]:
        """Every type of answer, each once, in the order of the decisions."""
        return tuple(dict.fromkeys(kind for decision in self.decisions for kind in answers_to(decision)))

    def new_match(self, setup: Setup) -> Match | Refusal:
        """Work an agreement out, or say which part of it the rules do not allow."""
        return self.set_up(setup, self)

    def by_rules(self, version: str) -> Game | None:
        """This game as a version of its rules plays it, or None where that version is not known any more."""
        if version == self.rules_version:
            return self
        return _by_older_rules(self, version) if version in self.older_rules else None

    def crowd(self, armies: Sequence[Sequence[tuple[str, int]]]) -> Refusal | None:
        """Why armies are too large for a shared table; what was set up before stays as it is."""
        if self.most_units is None:
            return None
        most, clause = self.most_units()
        largest = max((sum(count for _, count in army) for army in armies), default=0)
        if largest <= most:
            return None
        sentence = f"An army at a table here has at most {most} units, not {largest}."
        return illegal("too_many_units", clause, sentence, units=largest, most=most)

    def fresh(self, setup: Setup) -> Setup:
        """The agreement of a battle that begins now: where nothing was said, switches stand as new battles open.
        A scenario may have an `opening` of its own.

        Every door that begins a battle goes through here; what was agreed on before is worked out as it stands.
        """
        switches = self.agreement.BOARD.switches().values()
        opening = {each.id: each.opening for each in switches if each.opening is not None}
        opening |= getattr(self._scenario_of(setup), "opening", {})
        if setup.position is not None or not opening:
            return setup
        return msgspec.structs.replace(setup, options={**opening, **setup.options})

    def _scenario_of(self, setup: Setup) -> Any:
        """The scenario of a set-up, as far as there is one."""
        if setup.own_scenario is UNSET or self.scenario_kind is None:
            return self.scenario_table().get(setup.scenario)
        return self.scenario_kind.of(setup)

    def title_of(self, setup: Setup) -> str:
        """What a battle is called: as its scenario, else as the game."""
        return getattr(self._scenario_of(setup), "title", self.title)

    def house_rules_of(self, setup: Setup) -> tuple[str, ...]:
        """What the players of a battle have agreed on beside the rules: its scenario's sentences, then their own."""
        return (*getattr(self._scenario_of(setup), "house_rules", ()), *(setup.house_rules or ()))

    def scenarios(self) -> tuple[ScenarioRow, ...]:
        """The scenarios in their order."""
        return tuple(self.scenario_table().values())

    def options(self) -> tuple[Switch, ...]:
        """The switches in use."""
        return tuple(switch for switch in self.agreement.BOARD.switches().values() if switch.in_use)

    def catalogue(self) -> Catalogue:
        """All that can be chosen before a battle; empty for a game that is not drawn."""
        return self.choices(self) if self.choices is not None else _BARE

    def write_code(self, settings: Mapping[str, object]) -> str | Refusal:
        """The code of a set of switches."""
        return choosing.write_code(self.agreement, settings)

    def read_code(self, code: str) -> dict[str, Any] | Refusal:
        """The switches a code stands for."""
        return choosing.read_code(self.agreement, code)

    def read_words(self, words: str) -> dict[str, Any] | Refusal:
        """Switches as people type them on a command line."""
        return choosing.read_words(self.agreement, words)

    def windows_of(self, match: Match) -> tuple[WindowFace, ...]:
        """The sorts of reaction windows of a match for which a seat may leave orders."""
        kinds = [each for each in self.decisions if issubclass(each, Reaction) and each.in_play(match)]
        return tuple(
            WindowFace(snake(kind.__name__), kind.TITLE, kind.CLAUSE, kind.SECRET, kind.ORDERS) for kind in kinds
        )


@cache
def _by_older_rules(game: Game, version: str) -> Game:
    return replace(game, rules_version=version)


def _by_sort(rows: Sequence[tuple[str, Preview]]) -> dict[str, Preview]:
    """Previews by name; where several have one name, each is asked about things of its own type."""
    found: dict[str, Preview] = {}
    for name, (kind, ask) in rows:
        if name in found:
            known, asked_else = found[name]
            found[name] = (
                cast("Any", Union[known, kind]),
                partial(_asked_by_type, get_args(kind) or kind, ask, asked_else),
            )
        else:
            found[name] = kind, ask
    return found


def _asked_by_type(kinds: Any, ask: Any, asked_else: Any, state: State, seat: int, about: Any) -> Any:
    return (ask if isinstance(about, kinds) else asked_else)(state, seat, about)
