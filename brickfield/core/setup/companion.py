"""A battle with real bricks on a real table: nobody lays positions here, people say what they see.

A game says what has to be asked for one shot, lays a position that fits the answers, and is then asked as it is
asked in a battle. No rule stands here, and none in the pages that show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.data_files import TableRow
from brickfield.core.frames import Frame
from brickfield.core.match import Match, Setup
from brickfield.core.play import begin
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.duels import Attack
from brickfield.core.shown.showing import CardFace, TrackFace
from brickfield.core.state import State

if TYPE_CHECKING:
    from brickfield.core.game import Game

# A shot is about two units and those who help; the rest of the armies need not be told.
MOST_UNITS = 16
# Where units stand while only their cards are read, in the ruler of any game.
_APART = 24.0
NOT_KEPT = invalid("no_companion", "Battles of this game cannot be kept beside real bricks yet.")
UNKNOWN = invalid("not_there", "Who fires and who is fired at are not both among these units.")
ALLIES = invalid("allies", "The two fight for the same side.")

Word = Annotated[str, Meta(max_length=64)]
Few = Annotated[tuple[Word, ...], Meta(max_length=32)]


class CardAtTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of a real table: whose, by which card, and what is counted on it now."""

    id: Annotated[str, Meta(max_length=16)]
    seat: Annotated[int, Meta(ge=0, le=5)]
    card: Annotated[str, Meta(max_length=2000)]
    # by mark of its card how many there are now; those that are not named are as printed
    counts: dict[Word, Annotated[int, Meta(ge=-999, le=999)]] = {}


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody at the table has answered: by question what was chosen, and what was measured."""

    chosen: dict[Word, Few] = {}
    measured: dict[Word, Annotated[float, Meta(ge=0, le=500)]] = {}

    def one(self, question: str, usual: str) -> str:
        """The one thing chosen, or what holds as long as nobody has said."""
        return next(iter(self.chosen.get(question, ())), usual)

    def says(self, question: str, option: str) -> bool:
        """Whether something is among what was chosen."""
        return option in self.chosen.get(question, ())


class EyeOption(Struct, frozen=True):
    """Something that may be seen; `hidden` is the share of the target that is drawn as hidden."""

    id: str
    title: str
    clause: str = ""
    hidden: float | UnsetType = UNSET


class EyeQuestion(Struct, frozen=True):
    """What has to be seen or measured for a shot. The first option holds until somebody says otherwise; of `many` none
    or several may be chosen; without options a length is measured, and `usual` holds until it is."""

    id: str
    text: str
    clause: str
    options: tuple[EyeOption, ...] = ()
    many: bool = False
    usual: float = 0.0


class RoundStep(TableRow, frozen=True):
    """A step of a round that people are reminded of: once, or in `each_turn`. `dice` are thrown for it, `from_round` is
    when it begins; `chapter` is the part of the book that brings it, `switch` the switch that does with some values."""

    id: str
    title: str
    text: str
    clause: str
    each_turn: bool = False
    dice: int = 0
    from_round: int = 1
    switch: str = ""
    values: tuple[str | bool, ...] = ()
    chapter: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Companion:
    """What a game brings for a battle beside real bricks."""

    # the counts of a card that people keep, by the card as a match has it: rows as they begin
    marks: Callable[[Any], tuple[TrackFace, ...]]
    # such counts as a position has them, and as they are on a unit of a table
    changes: Callable[[dict[str, int]], dict[str, Any]]
    counts: Callable[[State, Unit], dict[str, int]]
    # the steps of a round, all there are
    steps: Callable[[], tuple[RoundStep, ...]]
    # what has to be asked, by the two as they stand on a bare table and what was answered so far
    questions: Callable[[State, Unit, Unit, Seen], tuple[EyeQuestion, ...]]
    # a position that fits the answers: units, terrain and whatever else the game's positions have
    lay: Callable[[State, Unit, Unit, Seen], dict[str, Any]]
    # the ways to attack on that table, and the answer which declares one of them
    attacks: Callable[[State, Unit, Unit, Seen], tuple[Attack, ...]]
    fire: Callable[[State, Unit, Unit, Seen, int], Any]
    # the switches of a battle as a table without a scenario has to have them
    agreed: Callable[[Any], dict[str, Any]] = lambda _match: {}
    # the frames that play a declared shot to its end
    frames: tuple[type[Frame], ...] = ()
    # the clause by which a unit is off the table, and what that is called
    lost: tuple[str, str] = ("Destroyed", "")


class UnitAtTable(Struct, frozen=True):
    """A unit of a battle beside real bricks: its name, whose it is, its card as it is drawn and as it is written."""

    id: str
    seat: int
    face: str
    card: str


class KeptBattle(Struct, frozen=True):
    """All that a battle beside real bricks begins with, and the switches its shots go by."""

    title: str
    goal: str
    clause: str
    ruler: str
    last_round: int
    sides: tuple[int, ...]
    units: tuple[UnitAtTable, ...]
    cards: dict[str, CardFace]
    marks: dict[str, tuple[TrackFace, ...]]
    steps: tuple[RoundStep, ...]
    lost: str
    lost_clause: str
    options: dict[str, Any]
    house_rules: tuple[str, ...] = ()


def kept_battle(game: Game, setup: Setup) -> KeptBattle | Refusal:
    """A battle as people set it up who have bricks of their own."""
    companion = game.companion
    if companion is None or game.face is None:
        return NOT_KEPT
    match = game.crowd(setup.armies) or game.new_match(game.fresh(setup))
    if isinstance(match, Refusal):
        return match
    face = game.face(match)
    cards = {name: card for name, card in face.cards.items() if name in face.units.values()}
    return KeptBattle(
        title=face.title,
        goal=face.goal,
        clause=face.clause,
        ruler=face.ruler,
        last_round=face.last_round,
        sides=tuple(face.sides),
        units=tuple(_brought(match, face.units, setup)),
        cards=cards,
        marks={face.units[unit]: companion.marks(card) for unit, card in match.cards.items()},
        steps=tuple(step for step in companion.steps() if _is_taken(step, match)),
        lost=companion.lost[0],
        lost_clause=companion.lost[1],
        options={**game.fresh(setup).options, **companion.agreed(match)},
        house_rules=face.house_rules,
    )


def _brought(match: Match, faces: dict[str, str], setup: Setup) -> Iterator[UnitAtTable]:
    """The units of all sides; the card of an army that was brought is written as it stands in its list."""
    written = [[code for code, count in army for _ in range(count)] for army in setup.armies]
    numbers: dict[int, int] = {}
    for unit in match.game.first_state(match).units.values():
        number = numbers[unit.seat] = numbers.get(unit.seat, 0) + 1
        listed = written[unit.seat] if unit.seat < len(written) else []
        own = listed[number - 1] if number <= len(listed) else ""
        yield UnitAtTable(unit.id, unit.seat, faces[unit.id], own or unit.card)


def _is_taken(step: RoundStep, match: Match) -> bool:
    """Whether a step comes in a battle."""
    if step.switch and getattr(match.options, step.switch) not in step.values:
        return False
    return not step.chapter or any(
        match.chapters_in_play[each] for each in match.game.chapters if each.id == step.chapter
    )


class ShotWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Who would fire at whom, and what is seen; `units` are the two, and others who may help."""

    units: Annotated[tuple[CardAtTable, ...], Meta(max_length=MOST_UNITS)]
    unit: Annotated[str, Meta(max_length=16)]
    target: Annotated[str, Meta(max_length=16)]
    seen: Seen = Seen()


class LaidShot(Struct, frozen=True):
    """A shot of a real table on a table of ours: the questions it takes, and what the rules say of it."""

    state: State
    questions: tuple[EyeQuestion, ...]
    attacks: tuple[Attack, ...]


def laid_shot(game: Game, wish: ShotWish, options: dict[str, Any]) -> LaidShot | Refusal:
    """Lay a table that fits what is seen, and ask the game."""
    companion = game.companion
    if companion is None:
        return NOT_KEPT
    bare = _begun(game, _bare(companion, wish), options)
    if isinstance(bare, Refusal):
        return bare
    unit, target = bare.units.get(wish.unit), bare.units.get(wish.target)
    if unit is None or target is None:
        return UNKNOWN
    if bare.match.allied(unit.seat, target.seat):
        return ALLIES
    seen = wish.seen
    questions = companion.questions(bare, unit, target, seen)
    state = _begun(game, companion.lay(bare, unit, target, seen), options)
    if isinstance(state, Refusal):
        return state
    unit, target = state.units[wish.unit], state.units[wish.target]
    return LaidShot(state, questions, tuple(map(_unmeasured, companion.attacks(state, unit, target, seen))))


def _bare(companion: Companion, wish: ShotWish) -> dict[str, Any]:
    """Everybody in a row, so that their cards and marks can be read."""
    sides = sorted({each.seat for each in wish.units})
    units = [
        {"id": each.id, "card": each.card, "x": _APART * (number + 1), "y": _APART, "heading": 0.0}
        # of more than two sides the two that fight are the only ones on this table
        | {"seat": each.seat if max(sides) <= 1 else sides.index(each.seat)}
        | {"changes": companion.changes(each.counts) if each.counts else {}}
        for number, each in enumerate(wish.units)
    ]
    return {"units": units, "terrain": [], "size": [min(200.0, _APART * (len(units) + 1)), 2 * _APART]}


def _begun(game: Game, position: dict[str, Any], options: dict[str, Any]) -> State | Refusal:
    match = game.new_match(Setup(game.id, "", options, position=position))
    return begin(match).state if isinstance(match, Match) else match


def _unmeasured(attack: Attack) -> Attack:
    """A shot without the pictures and lengths of the table it was laid on: those are not the real one's."""
    face = replace(attack.face, sight=None, cover=None, between=None, distance=0.0)
    return Attack(attack.title, face)


def choose(question: str, text: str, clause: str, *options: tuple[str, str, str]) -> EyeQuestion:
    """A question with options by id, title and clause."""
    return EyeQuestion(question, text, clause, tuple(EyeOption(*each) for each in options))
