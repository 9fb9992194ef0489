"""What can be chosen before a battle: scenarios, switches and presets of rules, cards, chapters, armies."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from brickfield.core.board import Token
from brickfield.core.refusal import Refusal
from brickfield.core.setup.about import ChapterLine
from brickfield.core.setup.builders import DuelGround, LimitFace, TraitFace
from brickfield.core.shown.showing import CardFace, TableFace
from brickfield.core.shown.sketches import Sketch


class ChoiceCard(Struct, frozen=True):
    """A value of a switch and what it does, in words."""

    value: Any
    text: str


class SwitchCard(Struct, frozen=True):
    """A rule switch: its choices, or a range of whole numbers (`lowest` to `highest`) when there are none."""

    id: str
    title: str
    text: str
    clause: str
    default: Any
    choices: tuple[ChoiceCard, ...]
    lowest: int = 0
    highest: int = 0
    # the seats may differ: the value is then a list, one for each seat
    per_seat: bool = False
    # the group of the ledger that its clause stands in
    chapter: str = ""


class Preset(Struct, frozen=True):
    """A set of switches with a name people know: a whole set of rules, or one chapter that is laid over such a set.

    What `adds` leaves all other switches as they are; it stands `over` the set of this name where the one that was
    chosen is another kind of game. `scenarios` have it in their forces: without one of them it has nothing to act on.
    """

    id: str
    title: str
    text: str
    options: dict[str, Any]
    code: str
    adds: bool = False
    over: str = ""
    scenarios: tuple[str, ...] = ()
    sketch: Sketch = ()


class Theme(Struct, frozen=True):
    """Switches that are about one thing, with a sentence and a drawing."""

    id: str
    title: str
    text: str
    switches: tuple[str, ...]
    sketch: Sketch = ()


class ScenarioFace(Struct, frozen=True):
    """A scenario with its table drawn: terrain as laid out, zones, forces by seat as (card, count)."""

    id: str
    title: str
    seats: int
    goal: str
    clause: str
    # about how long it takes, shortest and longest (0: open)
    minutes: tuple[int, int]
    face: TableFace
    tokens: tuple[Token, ...]
    sides: tuple[str, ...]
    forces: tuple[tuple[tuple[str, int], ...], ...]
    points: tuple[int, ...]
    # switches that stand otherwise here than in the book, unless players agree on something else
    options: dict[str, Any] = {}
    # the switch whose number this table is drawn from, where it is
    number_switch: str = ""


class UpgradeFace(Struct, frozen=True):
    """Something bought on top of a unit: how it is written behind the unit's name, and which cards may have it."""

    id: str
    title: str
    written: str
    cost: int
    # how many an army has at most
    most: int
    cards: tuple[str, ...]
    text: str
    clause: str


class ArmyNote(Struct, frozen=True):
    """Something a player should know about a unit of an army."""

    text: str
    clause: str


class Catalogue(Struct, frozen=True):
    """All of a game that can be chosen before a battle."""

    # what sort of game it is, in a few words, and the players and minutes it takes
    line: str
    detail: str
    scenarios: tuple[ScenarioFace, ...]
    switches: tuple[SwitchCard, ...]
    presets: tuple[Preset, ...]
    cards: dict[str, CardFace]
    chapters: tuple[ChapterLine, ...]
    credits: str
    # the switch by which armies are bought for points, and the points people usually agree on
    points_switch: str = ""
    usual_points: int = 0
    # what units may have on top
    upgrades: tuple[UpgradeFace, ...] = ()
    # pieces of terrain that armies buy, the switch that says how many points of their own there are for that, and the
    # switches of which one must let them in
    pieces: dict[str, CardFace] = {}
    pool_switch: str = ""
    piece_switches: tuple[str, ...] = ()
    # by a trait of cards the switch that must be on for them
    trait_switches: dict[str, str] = {}
    # the words on cards in sentences; by card the class it is of; where odds are asked for
    traits: dict[str, TraitFace] = {}
    sorts: dict[str, str] = {}
    duels: DuelGround = DuelGround()
    # the switches by which an army is built
    army_switches: tuple[str, ...] = ()
    # every switch that is agreed on, by what it is about
    themes: tuple[Theme, ...] = ()


class CheckedArmy(Struct, frozen=True):
    """What an army costs and what is wrong with it."""

    points: int
    limit: int
    faults: tuple[Refusal, ...]
    # what its terrain costs and the pool for that, where there is one
    pool: int = 0
    pool_limit: int = 0
    # whether terrain is paid with the points of the army
    buys_pieces: bool = False
    notes: tuple[ArmyNote, ...] = ()
    # every limit that counts here, kept or not
    limits: tuple[LimitFace, ...] = ()
    # how long a battle against an army like it takes, shortest and longest (0: nobody can say), and the clause of that
    minutes: tuple[int, int] = (0, 0)
    minutes_clause: str = ""
