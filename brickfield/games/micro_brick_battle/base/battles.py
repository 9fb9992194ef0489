"""A battle as it was agreed: seats, edges, cards and terrain, and the chapters it is played by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from brickfield.core.board import Token, UnitId
from brickfield.core.clauses import rule
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.geometry import Pose, Shape
from ..setup.options import Options
from ..setup.scenarios import Scenario
from .grounds import Lying
from .outlines import Area
from .pieces import Piece, is_work
from .unit_cards import UnitCard

_TEAMS = 2


class BattleMatch(Match):
    """A battle of Micro Brick Battle as agreed: nothing in here changes while it is played."""

    options: Options
    cards: dict[UnitId, UnitCard]

    def __init__(
        self,
        game: Any,
        setup: Any,
        options: Options,
        scenario: Scenario,
        edges: tuple[str, ...] = (),
        sides: tuple[int, ...] = (),
    ) -> None:
        # the edge each seat starts from
        self.edges = edges or tuple(force.edge for force in scenario.force)
        size = scenario.table_width, scenario.table_depth
        super().__init__(game, setup, options, len(self.edges), size, sides or scenario.sides)
        self.scenario = scenario
        # two sides, and more players than sides
        self.teams = len(set(self.sides)) == _TEAMS < self.seats
        # everybody fights everybody else and rolls for every round (mbb.ffa.own)
        self.free_for_all = scenario.free_for_all or len(set(self.sides)) > 2
        self.pieces: tuple[Piece, ...] = ()
        # the footprint each unit had when it was last looked at: most units stand still most of the time
        self.footprints: dict[UnitId, tuple[Pose, Shape]] = {}
        # pieces of the box as they were laid, and terrain that was sorted: most battles lay the same
        self.laid: dict[tuple[int, Pose], tuple[Token, ...]] = {}
        self.rows: dict[str, tuple[Token, Lying | None]] = {}
        self.grounds: dict[tuple[str, ...], tuple[tuple[Token, ...], Any]] = {}
        self.special_units = self.plays("special_units")
        self.reinforcements = self.plays("reinforcements")

    @rule("mbb.hm.place")
    def carries_markers(self, feature: str) -> bool:
        """Whether a kind of piece carries its hit markers: by agreement, or unless the scenario says no."""
        agreed = self.options.destructible
        if agreed != "scenario":
            return bool(agreed)
        return feature not in self.scenario.lasting

    @rule("mbb.house.agree", "mbb.win.scenario")
    def plays(self, chapter: str) -> bool:
        """Whether a chapter of the advanced rules is in play: by agreement, or as the scenario says."""
        agreed = getattr(self.options, chapter)
        return chapter in self.scenario.plays if agreed == "scenario" else bool(agreed)

    @property
    def works(self) -> bool:
        """Whether somebody has bunkers or emplacements to place before deployment."""
        return any(map(is_work, self.pieces))

    @property
    def round_limit(self) -> int:
        """The last round, agreed or set by the scenario; 0 is none."""
        return self.options.round_limit or self.scenario.round_limit

    @property
    def bounds(self) -> Area:
        """The edges of the table, which ground units may touch but not cross (mbb.geometry.edge)."""
        return (0.0, 0.0, self.width, self.height)


# Steps of a frame and the chapter each belongs to: a battle without it passes them over.
Chapters = Mapping[str, Callable[[Any], bool]]


def battle_of(state: State) -> BattleMatch:
    """The match of a state, as this game's own type: no rule of this game ever sees another's."""
    return state.match  # type: ignore[return-value]
