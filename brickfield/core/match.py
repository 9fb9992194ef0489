"""Match: what never changes while it is played. Shared by every clone, and free of secrets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, UnsetType, field

from brickfield.core.chapters import ChaptersInPlay

if TYPE_CHECKING:
    from brickfield.core.frames import Frame, FrameStep
    from brickfield.core.game import Game


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is agreed before the first die: enough to build the same match anywhere.

    `armies` lists the cards each seat brings, in order of purchase (empty: the scenario's forces). `position` is a
    game's own description of a table already laid out, for puzzles, tutorials and tests. `army_names` says what the
    armies are called, by seat, `own_scenario` is the document of a scenario that is none of the game's, and
    `house_rules` are sentences the players have agreed on beside the rules; set-ups without them are written as they
    always were.
    """

    game: str
    scenario: str
    options: dict[str, Any] = field(default_factory=dict)
    armies: tuple[tuple[tuple[str, int], ...], ...] = ()
    names: tuple[str, ...] = ()
    position: dict[str, Any] | None = None
    army_names: tuple[str, ...] | UnsetType = UNSET
    own_scenario: dict[str, Any] | UnsetType = UNSET
    house_rules: tuple[str, ...] | UnsetType = UNSET


class Match:
    """A set-up worked out: the game, its typed options, the seats, the size of the table and the cards of the units.

    Games subclass it to keep what they derive once (tables, terrain pieces, objectives). `sides` says by seat which
    side it fights for; seats of one side are allies. Where a game says nothing every seat fights for itself.
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        options: Any,
        seats: int,
        size: tuple[float, float],
        sides: tuple[int, ...] = (),
    ) -> None:
        self.game = game
        self.setup = setup
        self.options = options
        self.seats = seats
        self.width, self.height = size
        self.cards: dict[str, Any] = {}
        self.sides = sides or tuple(range(seats))
        # the position the battle begins in, if it is not set up from the start
        self.start: Any = None
        # what a game has found out once about this match, in a type of its own, for rules that are asked all the time
        self.has: Any = None
        # which steps each sort of frame takes here
        self.courses: dict[type[Frame], Mapping[str, FrameStep]] = {}
        # which chapters are played here, and what each question that was asked comes to: a plain dict, because that of
        # a class with a word about what is missing takes three times as long to look into
        self.chapters_in_play = ChaptersInPlay(self)
        self.settled: dict[Any, Any] = {}
        # what is worked out once a match, by the functions that are `@kept(by="match")`
        self.kept: dict[Any, Any] = {}

    @cached_property
    def chapter_facts(self) -> frozenset[str]:
        """The facts with which answers change that are kept by units."""
        return frozenset(name for chapter in self.game.chapters for name in chapter.facts)

    def enlist(self, unit: str, _seat: int, card: Any) -> None:
        """Enter a unit that takes part, with its card."""
        self.cards[unit] = card

    def allied(self, one: int, other: int) -> bool:
        """Whether two seats fight for the same side; who owns no seat, such as a monster, is nobody's ally."""
        return one == other or (one >= 0 and other >= 0 and self.sides[one] == self.sides[other])

    def seats_of(self, sides: Iterable[int]) -> tuple[int, ...]:
        """The seats that fight for these sides."""
        wanted = set(sides)
        return tuple(seat for seat, side in enumerate(self.sides) if side in wanted)

    def seat_name(self, seat: int) -> str:
        """How players call this seat."""
        names = self.setup.names
        return names[seat] if seat < len(names) else f"Player {seat + 1}"

    def army_name(self, seat: int) -> str:
        """What the army of a seat is called; empty where it has no name of its own."""
        names = self.setup.army_names or ()
        return names[seat] if seat < len(names) else ""
