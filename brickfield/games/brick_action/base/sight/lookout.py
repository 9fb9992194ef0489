"""A lookout: what a unit sees of the minis of a squad on its way, at all steps of it at once.

For reactive fire two things of a mini matter: whether somebody sees him, and whether he is covered from all who do. It
gives the same answers as `sight`, which is asked for everything else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.board import Model, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.geometry import GRAIN, Pose, Shape, kernel
from brickfield.geometry.fields import SEEN, UNSEEN
from ..battlefield import GUN, PRONE, is_vehicle, match_of, number
from ..houses import house_at
from ..measures import measures
from ..terrain import Standing
from .landscape import CORNER, board_of, is_above, landscape, minis_of, most_common_ground, mount, stander, unit_ground
from .line_of_sight import LEVEL, Levels, Stander, above, free_post
from .sight import can_add_a_die, weapon_apart, weapon_crew

# Where a mini is at each step, in grain.
Course = Sequence[tuple[int, int]]


class Step(Struct, frozen=True, gc=False):
    """The minis of a squad at a step as the kernel knows them, their names, and the ground under most of them."""

    minis: bytes
    names: tuple[str, ...]
    ground: float


def moved(figure: Model, pose: Pose, houses: tuple[Standing, ...]) -> Model:
    """A mini at a step of his way: in the house he comes into, on the floor he was on only while he stays in it."""
    house = house_at(houses, *pose.place) if houses else None
    inside = house.id if house is not None else ""
    return replace(figure, pose=pose, inside=inside, level=figure.level if inside == figure.inside else 0)


def steps_of(state: State, mover: Unit, going: Mapping[str, Course], many: int) -> list[Step]:
    """The steps of a squad's way, worked out once for all who watch it."""
    standing = [each for each in mover.standing if each.pose is not None]
    stays = {each.id: ((each.pose.x, each.pose.y),) * many for each in standing if each.pose is not None}
    courses: dict[str, Course] = {**stays, **going}
    in_open = _in_the_open(state, mover, standing, courses)
    if in_open is not None:
        names = tuple([each.id for each in standing])
        return [Step(b"".join(minis), names, 0.0) for minis in zip(*in_open, strict=True)]
    return [
        _step(state, mover, standing, {name: course[place] for name, course in courses.items()})
        for place in range(many)
    ]


def _in_the_open(
    state: State, mover: Unit, standing: Sequence[Model], courses: Mapping[str, Course]
) -> list[list[bytes]] | None:
    """Every mini at every step, where all of them stay on flat ground outside of houses; else None."""
    board = board_of(state)
    if mover.container or any(each.inside or CORNER in each.marks for each in standing):
        return None
    if _comes_near([*[each.shape for each in match_of(state).houses], *[hill for hill, _top in board.raised]], courses):
        return None
    radius, prone = measures().mini_radius, PRONE in mover.marks
    ways = [courses[each.id] for each in standing]
    return [[free_post(x / GRAIN, y / GRAIN, 0.0, radius, prone) for x, y in way] for way in ways]


def _comes_near(outlines: Sequence[Shape], courses: Mapping[str, Course]) -> bool:
    """Whether a way may lead into a house or up a hill: the boxes around both meet."""
    points = [point for course in courses.values() for point in course]
    if not outlines or not points:
        return False
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x0, x1, y0, y1 = min(xs) / GRAIN, max(xs) / GRAIN, min(ys) / GRAIN, max(ys) / GRAIN
    return any(each.x0 < x1 and each.x1 > x0 and each.y0 < y1 and each.y1 > y0 for each in outlines)


def _step(state: State, mover: Unit, standing: Sequence[Model], at: Mapping[str, tuple[int, int]]) -> Step:
    """A step mini by mini: in and out of houses, on hills, round corners."""
    houses, land = match_of(state).houses, landscape(state)
    minis: list[Stander] = []
    for figure in standing:
        pose = figure.pose
        assert pose is not None
        found = stander(state, mover, moved(figure, Pose(*at[figure.id], pose.heading), houses))
        if found is not None:
            minis.append(found)
    return Step(land.posts(minis), tuple([each.id for each in minis]), most_common_ground(minis))


@rule("ba.reactive.vehicle_by", "ba.geometry.eligible")
def watchers(state: State, unit: Unit) -> list[Stander]:
    """Who of a unit looks: the mount of a vehicle, a heavy weapon, else every mini that could add a die."""
    if is_vehicle(state, unit):
        return [mount(state, unit)]
    if number(unit, GUN):
        gun = weapon_apart(state, unit)
        return [gun] if gun is not None else []
    minis = minis_of(state, unit)
    return [minis[each.id] for each in unit.standing if each.id in minis and can_add_a_die(each)]


class Lookout:
    """A unit that watches a squad."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.eyes = watchers(state, unit)
        self.land = landscape(state)
        self.ground = unit_ground(state, unit)
        self.packed = self.land.posts(self.eyes)
        # a heavy weapon fires at nobody from whom its crew is in total cover
        self.guarded = bool(number(unit, GUN))
        crew = weapon_crew(state, unit) if self.guarded else []
        self.crew, self.crew_minis = self.land.posts(crew), len(crew)

    @property
    def chooses_a_side(self) -> bool:
        """Whether it looks out of a house: which side it fires through is a question of the whole unit."""
        return any(side.openings for each in self.eyes for side in each.sides)

    @rule("ba.reactive.trigger_open", "ba.reactive.trigger_cover", "ba.elev.def")
    def sees(self, steps: Sequence[Step]) -> list[bytes]:
        """What it sees of each mini at each step (`fields.UNSEEN`, `IN_THE_OPEN`, `COVERED`)."""
        found: list[bytes] = []
        while len(found) < len(steps):
            first = steps[len(found)]
            alike = len(found)
            while alike < len(steps) and (steps[alike].names, steps[alike].ground) == (first.names, first.ground):
                alike += 1
            found += self._sees_alike(steps[len(found) : alike])
        return found

    def _sees_alike(self, steps: Sequence[Step]) -> list[bytes]:
        """Steps of the same minis on the same ground."""
        squad, ground = len(steps[0].names), steps[0].ground
        if not squad or not self.eyes:
            return [bytes(squad)] * len(steps)
        levels = (
            Levels(is_above(self.ground, ground), is_above(ground, self.ground)) if ground != self.ground else LEVEL
        )
        minis = b"".join([each.minis for each in steps])
        seen = kernel.watched(self.land.field, self.packed, minis, squad, above(levels))
        if self.guarded:
            seen = self._answered(seen, minis, levels)
        return [seen[at : at + squad] for at in range(0, len(seen), squad)]

    @rule("ba.heavy.dice", "ba.cover.total.prone")
    def _answered(self, seen: bytes, minis: bytes, levels: Levels) -> bytes:
        """The same without those who could see nobody of the crew."""
        turned = Levels(levels.target_above, levels.shooter_above)
        looks = kernel.looks(self.land.field, minis, self.crew, self.crew_minis, above(turned))
        many = len(seen)
        free = [any(looks[at] & SEEN for at in range(place, len(looks), many)) for place in range(many)]
        return bytes([how if may else UNSEEN for how, may in zip(seen, free, strict=True)])
