"""What a game brings to be played in words: its verbs, its questions, its sentences. One value per game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from brickfield.core.board import Token, Unit
from brickfield.core.decisions import Decision
from brickfield.core.events import Event, FactChanged, Throw
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.queries import ask

if TYPE_CHECKING:
    from brickfield.core.asking.offers import Asked
    from brickfield.core.game import Game
    from brickfield.speech.choices import Option
    from brickfield.speech.interpreter import Interpreter, Reply
    from brickfield.speech.reading import TypedCommand
    from brickfield.speech.sentences import Names

Handler = Callable[["Interpreter", "TypedCommand"], "Reply"]
_Teller = Callable[[Any, "Names"], "str | TitledLine"]
# what is known of an enemy, or of a piece of terrain, as plain data
Row = dict[str, Any]


class Verb(NamedTuple):
    """A command: other words for it, how it is typed, what it does, and more help for who asks."""

    also: tuple[str, ...]
    usage: str
    does: str
    more: tuple[str, ...] = ()


class DiceWord(NamedTuple):
    """What dice are thrown for, as the title of a line; and why they may decide nothing that has an event."""

    title: str
    alone: str = ""


class TitledLine(NamedTuple):
    """Something told under a title; what follows under the same one is told with it: "Wind: 3, 5."."""

    title: str
    text: str


@dataclass(frozen=True)
class SpokenQuestion:
    """A question of a game in words.

    `now` ends the sentence "Now you are asked to ...", `lines` asks it in full from the interpreter, the typed question
    and whether it is of a new sort.
    """

    now: str
    lines: Callable[[Interpreter, Asked, bool], list[str]]
    # the numbered options; without it they are the game's suggestions
    choices: Callable[[State, Decision], list[Option]] | None = None
    # what words do while this question is open, where that is something else
    verbs: Mapping[str, Handler] = field(default_factory=dict)
    # what is said after an answer about a unit while more answers to the same question may follow
    after: Callable[[Interpreter, str], list[str]] | None = None
    # whether all units are told when it is first asked in a round, and whether `auto` answers it until all is done
    shows_units: bool = False
    sets_up: bool = False


def _numbers(state: State, unit: Unit) -> str:
    return str(ask(state, "numbers", unit.id))


def _distance(state: State, unit: str, other: str) -> float:
    return float(ask(state, "distance", unit, other))


def _aimed(state: State, unit: str, other: str, row: Row) -> Row:
    """What is known of a shot, when there may be one."""
    aim: Row = ask(state, "aim", unit, other) if row["can_fire"] else {}
    return {key: aim[key] for key in ("dice", "expected", "odds", "sinks", "wasted", "words") if key in aim}


def _shot_words(aim: Row) -> str:
    return str(aim["words"])


def _piece_words(row: Row) -> str:
    return f"{row['text']} [{row['clause']}]"


@dataclass(frozen=True, eq=False)
class WordTables:
    """The words that a game has and its chapters add to."""

    # --- what is typed: verbs with their help and what carries them out, and questions ---
    verbs: Mapping[str, Verb] = field(default_factory=dict)
    handlers: Mapping[str, Handler] = field(default_factory=dict)
    questions: Mapping[str, SpokenQuestion] = field(default_factory=dict)
    # --- what happened: sentences of its own by event (an empty one leaves it to the general sentence) ---
    sentences: Mapping[type[Event], Callable[[Any, Names], str | TitledLine]] = field(default_factory=dict)
    # what dice are thrown for, by their label
    dice: Mapping[str, DiceWord] = field(default_factory=dict)
    # why a match ended, why a shot was not made, and what a step of a move is called
    reasons: Mapping[str, str] = field(default_factory=dict)
    voids: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, str] = field(default_factory=dict)
    # answers as one would type them
    sayings: Mapping[str, Callable[[Row], str]] = field(default_factory=dict)
    # answers as one speaks of them when they are taken back: "A1's placing"
    deeds: Mapping[str, str] = field(default_factory=dict)
    # bookkeeping that is no news: facts and phases by name; facts that are news when they begin, and not when they end
    silent_facts: frozenset[str] = frozenset()
    passing_facts: frozenset[str] = frozenset()
    silent_phases: frozenset[str] = frozenset()
    # steps of who goes along with another unit, whose own move they do not break
    along: frozenset[str] = frozenset()
    # the marks of units that are news
    is_news: Callable[[str, int], bool] = lambda mark, value: False


@dataclass(frozen=True, eq=False)
class ChapterWords(WordTables):
    """What a chapter adds to its game in words. `facts` tells of a fact that has changed, by its name; an empty
    sentence of a chapter leaves an event to those after it, to the game and to the general sentence."""

    facts: Mapping[str, Callable[[FactChanged, Names], str]] = field(default_factory=dict)


_WORD_TABLES = ("verbs", "handlers", "questions", "dice", "reasons", "voids", "steps", "sayings", "deeds")
_WORD_SETS = ("silent_facts", "passing_facts", "silent_phases", "along")


@dataclass(frozen=True, eq=False)
class Speech(WordTables):
    """How one game is played and told in words. What is left out is as in most games."""

    # what a throw shows where that is no sum (empty: the sum)
    dice_shown: Callable[[Throw, Names], str] = lambda throw, names: ""
    # what is seen of it (`acts.py`): what an event did in a few words, with the count before it ("5 armor"; empty: its
    # sentence; None: something else has said it), what an attack is called where it is no plain shot, and the chance of
    # one die of it to succeed (a shot that has one is not judged by the sum of its dice)
    effect: Callable[[Event, int, Names], str | None] = lambda event, before, names: ""
    attack_act: Callable[[Event, Names], Row] = lambda event, names: {}
    # the unit a fact is about, and at whom, where it is to be seen on the table: fields of an act
    fact_act: Callable[[Event, Names], Row] = lambda event, names: {}
    die_chance: Callable[[Event, Match], float | None] = lambda event, match: None
    # the lines of sight of an attack between units of figures, the nearest first; None: all go from unit to unit
    shot_lines: Callable[[Event, State], tuple[tuple[str, str], ...]] | None = None
    # steps whose length is told from where the move began, also where it goes on behind an interruption
    from_start: frozenset[str] = frozenset()
    # --- how the table stands: a unit's numbers and the rest of its card, in words and for programs ---
    numbers: Callable[[State, Unit], str] = _numbers
    details: Callable[[State, Unit], list[str]] = lambda state, unit: []
    unit_data: Callable[[State, Unit], Row] = lambda state, unit: {"numbers": _numbers(state, unit)}
    # which way a unit faces
    facing: Callable[[float], str] = words.facing
    # what has become of a unit that is lost, by its card
    lost: Callable[[Any], str] = lambda card: "destroyed"
    # how far an enemy is, as a player may know it; what else is known of a shot at it, and how that is told
    distance: Callable[[State, str, str], float] = _distance
    aimed: Callable[[State, str, str, Row], Row] = _aimed
    shot_words: Callable[[Row], str] = _shot_words
    # where these are not given, `shot_words` serves: an enemy in sight, an enemy that aims here, the sum of a shot
    sight_words: Callable[[Row], str] | None = None
    threat_words: Callable[[State, str, str], str] | None = None
    verdict: Callable[[Row], str] | None = None
    # the sums behind a shot, by their names in the query `aim`, with their titles
    sums: Mapping[str, str] = field(default_factory=dict)
    # what a piece of terrain does, and the sign of its kind on a small picture
    piece_words: Callable[[Row], str] = _piece_words
    # what a unit is called where its card and id are no words for people (empty: they are)
    unit_name: Callable[[str, Names], str] = lambda unit, names: ""
    # what something that lies on the table is called where its kind and id are no words for people (empty: they are)
    piece_name: Callable[[Token, Names], str] = lambda token, names: ""
    # who is behind a loss whose event names nobody, read from the step it happened in (empty: nobody is)
    struck_by: Callable[[Event, Sequence[Event], State], str] = lambda event, events, before: ""
    signs: Mapping[str, str] = field(default_factory=dict)
    # why a match ended, where what was agreed for it says more than the word of the table (empty: it does not)
    reason_here: Callable[[str, Match], str] = lambda reason, match: ""

    def with_words(self, *chapters: ChapterWords) -> Speech:
        """This game in words with what its chapters add; two that say the same word are a fault."""
        merged: dict[str, Any] = {}
        for name in _WORD_TABLES:
            rows = [row for each in (self, *chapters) for row in getattr(each, name).items()]
            if len(dict(rows)) < len(rows):
                raise ValueError(f"two chapters bring the same {name}")
            merged[name] = dict(rows)
        for name in _WORD_SETS:
            merged[name] = frozenset().union(*(getattr(each, name) for each in (self, *chapters)))
        facts = {name: words for each in chapters for name, words in each.facts.items()}
        tellers: dict[type[Event], list[_Teller]] = {FactChanged: [_by_fact(facts)]} if facts else {}
        for each in (*chapters, self):
            for kind, teller in each.sentences.items():
                tellers.setdefault(kind, []).append(teller)
        merged["sentences"] = {kind: _first_to_tell(asked) for kind, asked in tellers.items()}
        news = [each.is_news for each in (self, *chapters)]
        return replace(self, is_news=lambda mark, value: any(told(mark, value) for told in news), **merged)


_SILENT = Speech()


def speech_of(table: State | Match | Game) -> Speech:
    """How the game of a table is spoken of."""
    match = table.match if isinstance(table, State) else table
    game = match.game if isinstance(match, Match) else match
    speech = game.speech
    return speech if isinstance(speech, Speech) else _SILENT


def question_of(match: Match, decision: Decision) -> SpokenQuestion | None:
    """A question in words; None for one that its game has no words for."""
    return speech_of(match).questions.get(decision.kind)


def _by_fact(facts: Mapping[str, Callable[[FactChanged, Names], str]]) -> _Teller:
    """The sentence for a fact that has changed, of the chapter that knows it."""
    return lambda event, names: facts[event.name](event, names) if event.name in facts else ""


def _first_to_tell(asked: Sequence[_Teller]) -> _Teller:
    """The sentence of the first who has one."""
    if len(asked) == 1:
        return asked[0]
    return lambda event, names: next((told for teller in asked if (told := teller(event, names))), "")
