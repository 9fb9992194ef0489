"""What can be chosen and read before a battle, as the HTTP side tells it: games and levels of bots."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from brickfield.core.lessons.lesson import FirstBattle
from brickfield.core.setup.catalogue import Catalogue
from brickfield.core.setup.unit_editor import Yard
from brickfield.core.shown.aids import Aid


class LevelCard(Struct, frozen=True):
    """A level of the bots, in words, with its measured win rate against the level below (None: not measured)."""

    id: str
    title: str
    text: str
    beats: str = ""
    rate: float | None = None
    games: int = 0
    # it plans, and can do so in any of the styles
    styled: bool = False


class StyleCard(Struct, frozen=True):
    """A style of the bots that plan, in words."""

    id: str
    title: str
    text: str


class ClockCard(Struct, frozen=True):
    """A clock a table may agree on: so many seconds for each decision, for a turn (as long as nobody else is asked), or
    for the whole battle. When a turn's or a battle's are used up, each further decision has `grace`.
    """

    id: str
    title: str
    text: str
    scope: Literal["decision", "turn", "battle"]
    seconds: int
    grace: int = 0
    # nobody waits at the table: reactions have no clock of their own, and standing orders answer
    slow: bool = False


class PhraseCard(Struct, frozen=True):
    """Something that can be said at a table."""

    id: str
    text: str


# What can be said at a table.
PHRASES: tuple[PhraseCard, ...] = (
    PhraseCard("luck", "Good luck"),
    PhraseCard("well_shot", "Well shot"),
    PhraseCard("ouch", "Ouch"),
    PhraseCard("thinking", "Thinking..."),
    PhraseCard("moment", "One moment, please"),
    PhraseCard("thanks", "Thank you for the game"),
)


class GameCard(Struct, frozen=True):
    """A game as the front page and the new-battle page show it; `reactions`: it has reaction windows."""

    id: str
    title: str
    ruler: str
    rules_version: str
    catalogue: Catalogue
    levels: tuple[LevelCard, ...]
    # how units of one's own are built, and whether one's own dice can be tried out
    yard: Yard | None = None
    own_dice: bool = False
    reactions: bool = False
    # its lesson: what it is called and about how many minutes it takes (0: it has none); and the first real battle
    lesson: str = ""
    lesson_minutes: int = 0
    first: FirstBattle | None = None
    # the clocks a table may agree on
    clocks: tuple[ClockCard, ...] = ()
    # how bots that plan may play; the first is the one that is meant unless another is named
    styles: tuple[StyleCard, ...] = ()
    # battles of it can be kept beside real bricks
    companion: bool = False
    # what one measures by on a real table, to be printed
    aids: tuple[Aid, ...] = ()
