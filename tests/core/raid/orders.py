"""What the raid asks, what seats answer, and which answers the rules allow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, hypot
from typing import Any, ClassVar, Literal

from msgspec import Struct

from brickfield.core.asking.movers import Apart, Mover, StepOffer
from brickfield.core.asking.offers import Act, Action, Actor, Aims, Asked, Choice, Choose, Path, Shooter, Thing
from brickfield.core.asking.offers import Place as Offered
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision, React, Reaction
from brickfield.core.formations import FigurePath
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.geometry.grain import Pose, grains
from brickfield.geometry.grain import unit as direction
from tests.core.raid import ground
from tests.core.raid.marching import free_steps, in_formation

# In a real game these stand in data/*.toml.
DECK = ("take_cover", "smoke") * 4
MARCH, STEP, APART = 12.0, 3.0, 6.0
HITS_FROM, HITS_FROM_IN_HOUSE, ROUNDS = 5, 6, 12
# the corner of the table in which each seat sets out, as the middle of a square zone
STARTS = ((18.0, 18.0), (54.0, 18.0), (54.0, 54.0), (18.0, 54.0))
ZONE, FACING = 5.0, (45.0, 135.0, 225.0, 315.0)


class Place(Answer, frozen=True):
    """Where a squad sets out: its first figure."""

    unit: str
    x: float
    y: float
    heading: float = 0.0


class Go(Struct, frozen=True, tag_field="step", tag="go"):
    """Straight on in a direction."""

    heading: float
    studs: float


class March(Answer, frozen=True):
    """Walk along a few straight ways."""

    steps: tuple[Go, ...]


class Walk(Answer, frozen=True):
    """A path of its own for each figure, step by step."""

    paths: tuple[FigurePath, ...]


class GoIn(Answer, frozen=True):
    """Into the house, or from one floor to the other."""

    level: int


class GoOut(Answer, frozen=True):
    """Out of the house."""


class Fire(Answer, frozen=True):
    """Fire at a squad."""

    target: str


class Wait(Answer, frozen=True):
    """Do nothing."""


class PlayCard(Answer, frozen=True):
    """A card of the own hand; taking cover names the figure that is safe."""

    card: str
    figure: str = ""


def squad_of(state: State, seat: int) -> Unit:
    """The squad of a seat."""
    return state.units[f"s{seat}"]


def hand(seat: int) -> str:
    """The pile of cards that a seat holds."""
    return f"hand{seat}"


def standing_seats(state: State) -> list[int]:
    """The seats that still have figures."""
    return [seat for seat in range(state.match.seats) if squad_of(state, seat).alive]


def spot(unit: Unit) -> tuple[float, float]:
    """Where a squad stands: its first figure."""
    assert unit.pose is not None
    return unit.pose.place


@rule("raid.side.allies")
def targets(state: State, unit: Unit) -> list[Unit]:
    """The enemy squads a squad may fire at."""
    others = [squad_of(state, seat) for seat in standing_seats(state) if not state.match.allied(seat, unit.seat)]
    return [other for other in others if ground.sees_squad(state, unit, other)]


class SetOut(Decision, frozen=True):
    """Where does the squad set out?"""

    ANSWER: ClassVar[Any] = Place
    CLAUSE: ClassVar[str] = "raid.march.start"
    TITLE: ClassVar[str] = "Set out"

    def ask(self, state: State) -> Asked:
        """Anywhere in the own corner."""
        x, y = STARTS[self.seat]
        corners = ((x - ZONE, y - ZONE), (x + ZONE, y - ZONE), (x + ZONE, y + ZONE), (x - ZONE, y + ZONE))
        zone = tuple(grains(part) for corner in corners for part in corner)
        squad = Thing(f"s{self.seat}", "your squad", FACING[self.seat], {"answer": "place", "unit": f"s{self.seat}"})
        return self.asked(self.TITLE, "Put your squad down in your corner.", Offered((squad,), zone, self.CLAUSE))

    @rule("raid.march.start")
    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Inside the corner."""
        x, y = STARTS[self.seat]
        if answer.unit == f"s{self.seat}" and max(abs(answer.x - x), abs(answer.y - y)) <= ZONE:
            return None
        return illegal("outside", self.CLAUSE, f"{answer.x:g}, {answer.y:g} is not in the corner of seat {self.seat}.")


class GiveOrder(Decision, frozen=True):
    """What does the squad do?"""

    ANSWER: ClassVar[Any] = March | Walk | GoIn | GoOut | Fire | Wait
    CLAUSE: ClassVar[str] = "raid.turn.order"
    TITLE: ClassVar[str] = "Your squad"

    def ask(self, state: State) -> Asked:
        """March, fire, or use the house; or wait."""
        unit = squad_of(state, self.seat)
        actions = (march_offer(unit), fire_offer(state, unit), house_offer(state, unit))
        remark = f"{len(unit.standing)} figures"
        wait = Choice(Wait(), "Wait", "stays where it is")
        return self.asked(self.TITLE, "One order.", Act((Actor(unit.id, remark, actions, wait),)))

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """By its own rule."""
        unit = squad_of(state, self.seat)
        match answer:
            case March():
                return march_fault(unit, answer)
            case Walk(paths):
                return walk_fault(state, unit, paths)
            case Fire(target):
                seen = [each.id for each in targets(state, unit)]
                return None if target in seen else illegal("no_target", "raid.fire.dice", f"{target} is not a target.")
            case GoIn() | GoOut():
                moves = [each.answer for each in house_moves(state, unit)]
                return None if answer in moves else illegal("no_door", "raid.house.floor", "There is no door there.")
        return None


@rule("raid.march.path")
def march_fault(unit: Unit, march: March) -> Refusal | None:
    """On the table, no farther than a squad marches, and out of the house first."""
    if unit.container:
        return illegal("inside", "raid.house.floor", "The squad is in the house.")
    length = sum(step.studs for step in march.steps)
    if not march.steps or min(step.studs for step in march.steps) <= 0 or length > MARCH + 1e-9:
        return illegal("too_far", "raid.march.path", f"{length:g} studs are not a march of at most {MARCH:g}.")
    points = [at_way(spot(unit), march.steps, length * share / 20) for share in range(21)]
    if all(0 <= part <= ground.SIZE for point in points for part in point):
        return None
    return illegal("off_table", "raid.march.path", "The way leads off the table.")


@rule("raid.march.path")
def marched(state: State, unit: Unit, steps: Sequence[Go]) -> tuple[FigurePath, ...]:
    """The paths of a squad that marches in formation, as far as all its figures come."""
    length = sum(step.studs for step in steps)
    ends = [min(length, (number + 1) * STEP) for number in range(ceil(length / STEP))]
    way = [Pose.at(*at_way(spot(unit), steps, end), _heading(steps, end)) for end in ends]
    paths = in_formation(unit.standing, way)
    free = free_steps(unit.standing, paths, ground.RADIUS, ground.in_the_way(state, unit))
    return tuple(FigurePath(path.figure, path.poses[:free]) for path in paths)


def _heading(steps: Sequence[Go], studs: float) -> float:
    """Which way a march goes after so many studs."""
    for step in steps:
        if studs <= step.studs:
            return step.heading
        studs -= step.studs
    return steps[-1].heading


@rule("raid.march.path")
def walk_fault(state: State, unit: Unit, paths: tuple[FigurePath, ...]) -> Refusal | None:
    """Each figure has one path, as long as the others'; no step is too long, nothing is in the way, all keep near."""
    if unit.container:
        return illegal("inside", "raid.house.floor", "The squad is in the house.")
    starts = {each.id: each.pose for each in unit.standing if each.pose}
    count = len(paths[0].poses) if paths else 0
    if sorted(path.figure for path in paths) != sorted(starts) or any(len(path.poses) != count for path in paths):
        return illegal("not_every_figure", "raid.march.path", "Every figure needs a path, and all paths as many steps.")
    ways = [(starts[path.figure], *path.poses) for path in paths]
    if count * STEP > MARCH or any(between(a, b) > STEP + 1e-6 for way in ways for a, b in pairwise(way)):
        return illegal("too_far", "raid.march.path", f"A figure walks {MARCH:g}, {STEP:g} at a time.")
    if any(between(way[n + 1], ways[0][n + 1]) > APART for way in ways for n in range(count)):
        return illegal("too_far_apart", "raid.march.path", f"Figures keep within {APART:g} of the first.")
    if free_steps(unit.standing, paths, ground.RADIUS, ground.in_the_way(state, unit)) < count:
        return illegal("in_the_way", "raid.march.path", "Something is in the way of a figure.")
    return None


def between(one: Pose, other: Pose) -> float:
    """How far apart two places are."""
    (ax, ay), (bx, by) = one.place, other.place
    return hypot(bx - ax, by - ay)


def at_way(start: tuple[float, float], steps: Sequence[Go], studs: float) -> tuple[float, float]:
    """Where a march has come after so many studs."""
    x, y = start
    for step in steps:
        part = min(step.studs, studs)
        c, s = direction(step.heading)
        x, y, studs = x + c * part, y + s * part, studs - part
    return x, y


def march_offer(unit: Unit) -> Action:
    """Straight ways in any direction."""
    go = StepOffer("go", "Go", "free", "studs", 1.0, "raid.march.path")
    walk = Apart({"answer": "walk"}, "raid.march.path", "paths", "poses", as_poses=True, stride=STEP, within=APART)
    mover = Mover(unit.id, MARCH, MARCH, {"answer": "march"}, apart=walk)
    path = Path((mover,), (go,), "st", points_clause="raid.march.path")
    closed = illegal("inside", "raid.house.floor", "The squad is in the house.") if unit.container else None
    return Action("march", "March", path, "raid.march.path", closed=closed)


@rule("raid.fire.dice")
def _aim(state: State, unit: Unit, target: Unit) -> AimFace:
    face = HITS_FROM_IN_HOUSE if target.container else HITS_FROM
    cover = ground.picture(state, unit, target)
    return AimFace(
        unit.id,
        target.id,
        target.id,
        f"{cover.percent} % hidden" if cover.percent else "in the open",
        needed=face,
        need=f"{face}+",
        odds=(7 - face) / 6,
        cover=cover,
        clause="raid.fire.dice",
    )


@rule("raid.fire.dice")
def fire_offer(state: State, unit: Unit) -> Action:
    """At every enemy it sees."""
    aims = tuple(_aim(state, unit, each) for each in targets(state, unit))
    closed = None if aims else illegal("no_target", "raid.fire.dice", "The squad sees no enemy.")
    offer = Aims((Shooter(unit.id, aims),), {"answer": "fire"}, clause="raid.fire.dice")
    return Action("fire", "Fire", offer, "raid.fire.dice", closed=closed)


@rule("raid.house.floor")
def house_moves(state: State, unit: Unit) -> tuple[Choice, ...]:
    """In, up, down and out."""
    if not unit.container and not ground.at_the_door(state, unit):
        return ()
    words, names = "To the" if unit.container else "Into the house,", ground.STRUCTURES["house"].level_name
    levels = [Choice(GoIn(level), f"{words} {names(level)}") for level in ground.open_levels(state)]
    return (*levels, Choice(GoOut(), "Leave the house")) if unit.container else tuple(levels)


def house_offer(state: State, unit: Unit) -> Action:
    """What the squad can do with the house."""
    moves = house_moves(state, unit)
    closed = None if moves else illegal("no_door", "raid.house.floor", "The house is too far away, or full.")
    return Action("house", "The house", Choose(moves), "raid.house.floor", closed=closed)


class MayPlayCard(Reaction, frozen=True):
    """Fired at: a card, or none?"""

    shooter: str

    ANSWER: ClassVar[Any] = PlayCard | React
    CLAUSE: ClassVar[str] = "raid.card.play"
    STYLE: ClassVar[Literal["list", "buttons", "cards"]] = "cards"
    TITLE: ClassVar[str] = "Play a card?"

    @rule("raid.card.play")
    def choices(self, state: State) -> Sequence[Choice]:
        """No card, smoke, or cover for one of the figures."""
        held = dict.fromkeys(state.piles[hand(self.seat)].cards)
        found = [Choice(React(yes=False), "No card")]
        found += [Choice(PlayCard("smoke"), "Smoke")] if "smoke" in held else []
        if "take_cover" in held:
            figures = squad_of(state, self.seat).standing
            found += [
                Choice(PlayCard("take_cover", each.id), f"Cover for {each.id}", about=(f"s{self.seat}/{each.id}",))
                for each in figures
            ]
        return found


class MaySnap(Reaction, frozen=True):
    """An enemy comes into reach: fire?"""

    mover: str

    CLAUSE: ClassVar[str] = "raid.march.snap"
    TITLE: ClassVar[str] = "Fire at who passes?"
