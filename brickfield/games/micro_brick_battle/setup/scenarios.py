"""Scenarios: forces, terrain and goal of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from brickfield.core.near_names import known_names
from brickfield.core.setup.scenario_files import ScenarioKind
from brickfield.core.setup.scenarios import ScenarioEntry, Wrong, crowd_wrongs, scenario_files, unknown_features
from brickfield.geometry import polygon
from ..base.features import features
from ..base.measures import measures
from ..data_files import DATA
from .card_names import find_card, unit_card

_FOLDER = "scenarios"
# How the clause ledger writes the id of a scenario.
_LEDGER_PREFIX = "mbb.scenario."

# An edge each.
_LEAST_SIDES, _MOST_SIDES = 2, 4
_GOALS = "mbb.win.scenario"

Place = Annotated[float, Meta(ge=0, le=96)]
Size = Annotated[float, Meta(gt=0, le=96)]
Degrees = Annotated[float, Meta(ge=0, lt=360)]
Chapter = Literal["special_units", "reinforcements"]
Rounds = Annotated[int, Meta(ge=0, le=99)]
Points = Annotated[int, Meta(ge=0, le=999)]
Seat = Annotated[int, Meta(ge=0, le=5)]
Offset = Annotated[float, Meta(ge=-96, le=96)]
Corners = Annotated[tuple[tuple[Offset, Offset], ...], Meta(max_length=64)]


class Rectangle(TableRow, frozen=True):
    """An upright rectangle by its centre, length along x and width along y."""

    x: Place
    y: Place
    length: Size
    width: Size

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Its least and greatest x and y: x0, y0, x1, y1."""
        half_x, half_y = self.length / 2, self.width / 2
        return self.x - half_x, self.y - half_y, self.x + half_x, self.y + half_y


class Share(TableRow, frozen=True):
    """How much of its points an army spends on some sorts of units; `where` names a switch without which it is free."""

    sorts: tuple[str, ...]
    least: Points
    most: Points | None = None
    where: str = ""


class ForceUnits(TableRow, frozen=True):
    """Some copies of one unit card."""

    card: str
    count: Annotated[int, Meta(ge=1, le=99)]


class Begins(TableRow, frozen=True):
    """A unit that the scenario puts on the table before deployment: inside the building that is there, if one is."""

    card: str
    x: Place
    y: Place


class Force(TableRow, frozen=True):
    """The units of a seat and the table edge it starts from. Units are numbered in the order listed."""

    seat: Annotated[int, Meta(ge=0, le=5)]
    side: str
    edge: str
    rc: int
    units: tuple[ForceUnits, ...]
    # bunkers and emplacements that its guns are deployed with
    works: tuple[str, ...] = ()
    # where their fronts look, if the owner has no choice of it
    works_facing: Degrees | None = None
    # cards whose units wait in reserve, and the line they come on from where it is not the own edge
    reserve: tuple[str, ...] = ()
    landing: Place | None = None
    # where its units are deployed, where that is not the strip along its edge
    zone: Rectangle | None = None
    # which of its units stand somewhere else when the battle begins
    begins: tuple[Begins, ...] = ()
    # what an army that is bought for it may cost, how much of that waits, its terrain, and what it consists of
    budget: Points = 0
    reserve_budget: Points = 0
    terrain_budget: Points = 0
    shares: tuple[Share, ...] = ()


class TerrainPiece(TableRow, frozen=True):
    """A feature on the table: centre, length along the heading, width across it, in inches and degrees."""

    feature: str
    x: Place
    y: Place
    length: Size
    width: Size
    heading: Degrees
    # where it is not as its table says: bricks high, whose it is, corners about its centre in its own frame
    height_bricks: Annotated[int, Meta(ge=0, le=99)] | None = None
    owner: Annotated[int, Meta(ge=-1, le=3)] = -1
    corners: Corners = ()
    # whose it is to lay where the players lay the battlefield out; without an entry it is dealt out
    layer: Annotated[int, Meta(ge=-1, le=3)] = -1


class AreaObjective(TableRow, frozen=True):
    """An upright rectangle to hold: more unit centres in it at the end of a round score a point."""

    x: Place
    y: Place
    length: Size
    width: Size
    from_round: Rounds
    points_to_win: Rounds
    clause: str


class MinedZone(Rectangle, frozen=True):
    """An upright rectangle that is mined when minefield zones are played."""


class Goal(TableRow, frozen=True, tag_field="goal"):
    """What a seat wins the battle by, beside destroying everybody."""

    seat: Seat


class Beyond(Goal, frozen=True, tag="get_beyond"):
    """So many ground units with their centres beyond a line at the end of a round; on the line is not beyond it."""

    axis: Literal["x", "y"]
    line: Place
    side: Literal["above", "below"]
    units: Annotated[int, Meta(ge=1, le=99)]


class AloneIn(Goal, frozen=True, tag="be_alone_in"):
    """At the end of a round a unit in an area in which no enemy is."""

    area: Rectangle


class Raze(Goal, frozen=True, tag="raze_all"):
    """Every piece of these kinds that the scenario lays is gone at the end of a round."""

    features: tuple[str, ...]


class Leave(Goal, frozen=True, tag="leave_by_edge"):
    """A unit of its own of this card leaves the table over an edge; it has left when it touches it.

    `called` is what it is to the battle: "crew".
    """

    card: str
    edge: str
    called: str = ""


class Slay(Goal, frozen=True, tag="slay_unit"):
    """The enemy's unit of this card is destroyed, whatever destroyed it."""

    card: str
    called: str = ""


AnyGoal = Beyond | AloneIn | Raze | Leave | Slay


class Before(TableRow, frozen=True):
    """What a battle was like before it was evened out: battles that were agreed on then are fought so.

    What is not stated was the same.
    """

    force: tuple[Force, ...]
    goal: str = ""
    special: str = ""
    # whether it had none of the goals it has now, nor whom the last round favours
    no_goals: bool = False
    objective: AreaObjective | None = None
    terrain: tuple[TerrainPiece, ...] = ()


class Scenario(ScenarioEntry, frozen=True, kw_only=True):
    """A battle as it is set up. Without an objective only destroying all enemy units wins."""

    goal: str
    table_width: Size
    table_depth: Size
    round_limit: Rounds
    force: tuple[Force, ...]
    terrain: tuple[TerrainPiece, ...] = ()
    special: str = ""
    # features that carry no hit markers unless the players agree on them (mbb.hm.place)
    lasting: tuple[str, ...] = ()
    objective: AreaObjective | None = None
    before: Before | None = None
    # switches as new battles of this scenario open
    opening: dict[str, str] = {}
    # chapters of the advanced rules that the battle is fought with unless the players agree otherwise
    plays: tuple[Chapter, ...] = ()
    # zones that are mined when minefield zones are agreed on
    minefield: tuple[MinedZone, ...] = ()
    # everybody against everybody, with a new roll for every round
    free_for_all: bool = False
    # the seats start from the edges they state, not from those the book gives them
    own_edges: bool = False
    # what wins beside destroying everybody, and who wins when the last round is over without that
    goals: tuple[AnyGoal, ...] = ()
    holder: Seat | None = None
    # whether the terrain is drawn from the number of the table that the players agree on
    drawn: bool = False
    # by seat where the pieces are laid that are that seat's to lay
    laying: tuple[Rectangle, ...] = ()
    # strips that must stay clear of whatever players lay down
    roads: tuple[Rectangle, ...] = ()
    # what the table is covered with: "roads", or fields
    ground: Literal["", "roads"] = ""

    @rule("mbb.win.scenario", "mbb.house.agree")
    def as_agreed(self, edition: str) -> Scenario:
        """The battle as it is now, or as it was first laid out."""
        if self.before is None or edition != "first":
            return self
        was = self.before
        return replace(
            self,
            force=was.force,
            goal=was.goal or self.goal,
            special=was.special or self.special,
            goals=() if was.no_goals else self.goals,
            holder=None if was.no_goals else self.holder,
            objective=was.objective or self.objective,
            terrain=was.terrain or self.terrain,
        )

    @property
    def seats(self) -> int:
        """How many seats the battle has."""
        return len(self.force)

    @property
    def sides(self) -> tuple[int, ...]:
        """By seat the side it fights for: forces of one name fight together."""
        names = [force.side for force in self.force]
        return tuple(names.index(name) for name in names)

    @rule("mbb.geometry.table", "mbb.ffa.own", "mbb.team.win")
    def edges(self) -> list[str]:
        """The starting edges by seat: y = 0 for the first side, the opposite edge for the second, then x = 0 and x = W
        where everybody fights alone. Who fights together starts together."""
        edges = ["y=0", f"y={self.table_depth:g}", "x=0", f"x={self.table_width:g}"]
        sides = list(dict.fromkeys(self.sides))
        return [edges[sides.index(side)] for side in self.sides]


@rule("mbb.terrain.hill.shape")
def piece_fault(feature: str, corners: Corners) -> str:
    """Why a piece cannot have this outline; empty when it can. What falls into sections is a rectangle."""
    if not corners:
        return ""
    if features()[feature].cut != "piece":
        return f"{feature} falls into sections and cannot have corners of its own"
    try:
        polygon(corners)
    except ValueError as error:
        return f"{feature} is {error}"
    return ""


def wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """Why a scenario cannot be played: its seats and edges, its units and features, its bunkers, its goals."""
    yield from _seat_wrongs(scenario)
    sizes = [sum(row.count for row in force.units) for force in scenario.force]
    yield from crowd_wrongs("force", sizes, measures().most_units, "mbb.army.points")
    known = [
        (seat, number, row.card) for seat, force in enumerate(scenario.force) for number, row in enumerate(force.units)
    ]
    strangers = [(seat, number, card) for seat, number, card in known if find_card(card) is None]
    for seat, number, card in strangers:
        yield Wrong(f"force[{seat}].units[{number}].card", f"no unit card is called {card[:60]!r}")
    yield from unknown_features(scenario.terrain, features())
    before = scenario.before.terrain if scenario.before is not None else ()
    yield from unknown_features(before, features(), "before.terrain")
    works = [(f"force[{seat}].works", name) for seat, force in enumerate(scenario.force) for name in force.works]
    for place, name in (*works, *(("lasting", name) for name in scenario.lasting)):
        if name not in features():
            yield Wrong(place, f"no feature is called {name[:60]!r}; {known_names(name, features())}".rstrip("."))
    for number, piece in enumerate((*scenario.terrain, *before)):
        fault = piece_fault(piece.feature, piece.corners) if piece.feature in features() else ""
        if fault:
            yield Wrong(f"terrain[{number}]", fault, "mbb.terrain.hill.shape")
    if not strangers and all(name in features() for _place, name in works):
        yield from _unpaid_bunkers(scenario)
        yield from _goal_wrongs(scenario)


@rule("mbb.ffa.own", "mbb.geometry.table")
def _seat_wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """What is wrong with who fights whom, and with the edges they start from."""
    if [force.seat for force in scenario.force] != list(range(scenario.seats)):
        yield Wrong("force", "seats must be listed in order from 0")
    sides = set(scenario.sides)
    if len(sides) < _LEAST_SIDES:
        yield Wrong("force", f"a battle has at least {_LEAST_SIDES} sides")
    if scenario.free_for_all != (len(sides) > 2) and scenario.seats > 2:
        yield Wrong("free_for_all", "more than two sides are a free-for-all, and only then", "mbb.ffa.own")
    if len(sides) > _MOST_SIDES or (scenario.free_for_all and len(sides) < scenario.seats):
        yield Wrong("force", f"a free-for-all has at most {_MOST_SIDES} players, each alone", "mbb.ffa.own")
    elif not scenario.own_edges and scenario.edges() != [force.edge for force in scenario.force]:
        edges = " and ".join(scenario.edges())
        yield Wrong("force", f"the edges must be {edges}, in this order", "mbb.geometry.table")


@rule("mbb.obst.bunker.buy")
def _unpaid_bunkers(scenario: Scenario) -> Iterator[Wrong]:
    """Why a scenario's bunkers cannot stand there: each belongs to a seat, whose RC pays for it beside its units."""
    clause, laid = "mbb.obst.bunker.buy", [piece for piece in scenario.terrain if piece.feature in features()]
    bunkers = [piece for piece in laid if features()[piece.feature].is_never_free]
    for piece in bunkers:
        if piece.owner not in range(scenario.seats):
            number = scenario.terrain.index(piece)
            yield Wrong(f"terrain[{number}].owner", f"{piece.feature} must belong to a seat, which pays for it", clause)
    for place, force in enumerate(scenario.force):
        paid = sum(features()[piece.feature].rc for piece in bunkers if piece.owner == force.seat)
        paid += sum(features()[name].rc for name in force.works if features()[name].is_never_free)
        cost = sum(unit_card(units.card).rc * units.count for units in force.units) + paid
        if paid and force.rc != cost:
            sentence = f"seat {force.seat} has {force.rc} RC, but its units and bunkers cost {cost}"
            yield Wrong(f"force[{place}].rc", sentence, clause)


@rule("mbb.win.scenario")
def _goal_wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """Why a goal of a scenario can never be reached, and which units are to begin or wait that are not there."""
    edges = {"y=0", f"y={scenario.table_depth:g}", "x=0", f"x={scenario.table_width:g}"}
    fielded = [{unit_card(units.card).name for units in force.units} for force in scenario.force]
    if scenario.own_edges and len({force.edge for force in scenario.force} & edges) < len(set(scenario.sides)):
        yield Wrong("force", f"the edges must be of {', '.join(sorted(edges))}, another for each side", _GOALS)
    for number, goal in enumerate(scenario.goals):
        sentence = _goal_fault(scenario, goal, edges, fielded)
        if sentence:
            yield Wrong(f"goals[{number}]", sentence, _GOALS)
    for seat, force in enumerate(scenario.force):
        for number, begins in enumerate(force.begins):
            if begins.card not in fielded[seat]:
                sentence = f"{begins.card} begins on the table but is not among the units"
                yield Wrong(f"force[{seat}].begins[{number}]", sentence, _GOALS)
        for card in force.reserve:
            if card not in {units.card for units in force.units}:
                yield Wrong(f"force[{seat}].reserve", f"{card} waits in reserve but is not among the units", _GOALS)


def _goal_fault(scenario: Scenario, goal: AnyGoal, edges: set[str], fielded: list[set[str]]) -> str:
    """Why a goal can never be reached; empty when it can."""
    if goal.seat >= scenario.seats:
        return f"no seat {goal.seat} has a goal in a battle of {scenario.seats}"
    if isinstance(goal, Raze) and not set(goal.features) <= {piece.feature for piece in scenario.terrain}:
        return f"{' and '.join(goal.features)} cannot be razed: they are not all on the table"
    if isinstance(goal, Leave) and (goal.edge not in edges or goal.card not in fielded[goal.seat]):
        return f"no {goal.card} can leave over {goal.edge}"
    foes = [cards for seat, cards in enumerate(fielded) if scenario.sides[seat] != scenario.sides[goal.seat]]
    if isinstance(goal, Slay) and not any(goal.card in cards for cards in foes):
        return f"no enemy of seat {goal.seat} has a {goal.card}"
    return ""


@rule("mbb.about.contents")
@cache
def scenarios() -> Mapping[str, Scenario]:
    """All scenarios by id, the one for beginners first. The first side starts from y = 0, the next one opposite."""
    return scenario_files(DATA, _FOLDER, Scenario, wrongs)


SCENARIOS = ScenarioKind(Scenario, scenarios, wrongs, DATA / _FOLDER)


def scenario(scenario_id: str) -> Scenario:
    """The scenario of this id, which must exist; the ledger's longer form of the id is understood too."""
    found = scenarios().get(scenario_id.removeprefix(_LEDGER_PREFIX))
    if found is None:
        raise KeyError(f"no scenario is called {scenario_id!r}; there are {', '.join(scenarios())}")
    return found
