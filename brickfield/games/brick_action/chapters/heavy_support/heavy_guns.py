"""Heavy support on the board: where the weapon stands, who serves it, and what a unit with one may not do.

The weapon is a token of the kind "heavy_weapon"; its `group` is the unit that crews it. A unit that has one has the
mark "gun". A weapon whose unit is gone, or has left it, stays where it is for any friendly unit in contact.
"""

from __future__ import annotations

from math import hypot

from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.board import Model, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Shape, circle, grains
from ...base.battlefield import GUN, PRONE, describe, match_of, number
from ...base.deployment import Deploy, footprints, unit_deployed, vehicle_under
from ...base.firing.attack import small_arms_bar
from ...base.houses import house_at
from ...base.measures import measures
from ...base.moving.moving import unit_moved
from ...base.moving.paths import burdened
from ...base.objective import weapon_points
from ...base.sight.landscape import floor_of, ground_at, is_on_roof, minis_of, touched_sides
from ...base.sight.line_of_sight import Stander
from ...base.sight.sight import weapon_apart, weapon_crew
from ...setup.forces import SquadCard
from .chapter import HEAVY_SUPPORT
from .heavy_support import heavy_allowance, heavy_gun_points, heavy_numbers, operating

WEAPON = "heavy_weapon"


def gun_of(state: State, unit: Unit) -> Token | None:
    """The heavy weapon that a unit crews."""
    if not number(unit, GUN):
        return None
    return next((each for each in state.tokens.values() if each.kind == WEAPON and each.group == unit.id), None)


def guns_left(state: State, seat: int) -> list[Token]:
    """The weapons of a side that nobody crews."""
    return [
        each
        for each in state.tokens.values()
        if each.kind == WEAPON and state.match.allied(each.seat, seat) and not _is_crewed(state, each)
    ]


def _is_crewed(state: State, gun: Token) -> bool:
    unit = state.units.get(gun.group)
    return unit is not None and unit.alive and number(unit, GUN) > 0


def gap_to(gun: Token, figure: Model) -> float:
    """How far a mini is from a weapon, edge to edge."""
    if figure.pose is None:
        return 1e9
    (ax, ay), (bx, by) = gun.pose.place, figure.pose.place
    return hypot(ax - bx, ay - by) - heavy_numbers().radius - measures().mini_radius


@rule("ba.heavy.dice", "ba.heavy.crew_max", "ba.heavy.extra")
def crew_at(state: State, unit: Unit) -> int:
    """How many serve the weapon of a unit: two at most of those within 2 studs; others replace them at once, free."""
    return operating(len(_near_gun(state, unit)))


def _near_gun(state: State, unit: Unit) -> list[Model]:
    """The minis of a unit that are near enough to serve its weapon."""
    gun, reach = gun_of(state, unit), heavy_numbers().reach + measures().tolerance
    return [each for each in unit.standing if gap_to(gun, each) <= reach] if gun is not None else []


@weapon_crew.amended(HEAVY_SUPPORT)
@rule("ba.heavy.dice", "ba.heavy.extra")
def serving(state: State, unit: Unit, _nobody: object = ()) -> list[Stander]:
    """Those near enough to serve the weapon of a unit, as they look and are looked at."""
    minis = minis_of(state, unit)
    return [minis[each.id] for each in _near_gun(state, unit) if each.id in minis]


@weapon_apart.amended(HEAVY_SUPPORT)
@rule("ba.heavy.dice", "ba.geometry.mini", "ba.build.contact", "ba.build.los", "ba.geometry.los.prone")
def gun_stander(state: State, unit: Unit, _none: object = None) -> Stander | None:
    """The weapon as somebody who looks: its crew shares its sight, and it lies as low as they do; in a house it sees
    through a side it touches."""
    gun = gun_of(state, unit)
    if gun is None or not crew_at(state, unit):
        return None
    (x, y), radius = gun.pose.place, heavy_numbers().radius
    house, prone = house_at(match_of(state).houses, x, y), number(unit, PRONE) > 0
    crew = next((each for each in unit.standing if house is not None and each.inside == house.id), None)
    if house is None or crew is None or is_on_roof(house, crew.level):
        return Stander(gun.id, x, y, ground_at(state, x, y), radius, prone)
    sides = touched_sides(house, crew.level, x, y, radius)
    return Stander(gun.id, x, y, floor_of(house, crew.level), radius, prone, inside=house.id, sides=sides)


@small_arms_bar.amended(HEAVY_SUPPORT)
@rule("ba.heavy.extra", "ba.heavy.ladder")
def small_arms_fault(state: State, unit: Unit) -> Refusal | None:
    """Who serves a heavy weapon, or stands by, fires nothing else."""
    if gun_of(state, unit) is None:
        return None
    sentence = f"{describe(state, unit.id)} fires its heavy weapon; what its minis carry adds nothing."
    return illegal("heavy_only", "ba.heavy.extra", sentence)


def new_gun(unit_id: str, seat: int, pose: Pose) -> Token:
    """A heavy weapon as it is put down."""
    size = grains(2 * heavy_numbers().radius)
    return Token(f"{GUN}{unit_id}", WEAPON, pose, size, size, unit_id, seat, round=True)


def is_heavy(state: State, unit: Unit) -> bool:
    """Whether a unit was bought with a heavy weapon."""
    card = match_of(state).cards[unit.id]
    return isinstance(card, SquadCard) and card.heavy


@unit_deployed.amended(HEAVY_SUPPORT)
@rule("ba.heavy.cost")
def put_gun_down(t: Table, unit_id: str) -> None:
    """A heavy support unit comes with its weapon in front of it."""
    unit = t.units[unit_id]
    if is_heavy(t, unit) and unit.pose is not None:
        t.emit(happened.TokenPlaced(token=new_gun(unit_id, unit.seat, ahead_of(unit.pose)), clause="ba.heavy.cost"))
        t.emit(happened.UnitMarked(unit=unit_id, mark=GUN, value=1, clause="ba.heavy.cost"))


def ahead_of(pose: Pose) -> Pose:
    """Where the weapon of a unit stands: in contact with its first mini, ahead of him."""
    return pose.ahead(heavy_numbers().radius + measures().mini_radius)


@unit_moved.amended(HEAVY_SUPPORT)
@rule("ba.heavy.move")
def gun_follows(t: Table, unit_id: str, before: Pose | None) -> None:
    """The weapon keeps its place about the first mini while its unit moves it."""
    unit = t.units[unit_id]
    gun = gun_of(t, unit)
    if gun is None or before is None or unit.pose is None or unit.pose == before:
        return
    pose = Pose(gun.pose.x + unit.pose.x - before.x, gun.pose.y + unit.pose.y - before.y, gun.pose.heading)
    t.emit(happened.TokenRemoved(token=gun.id, clause="ba.heavy.move"))
    t.emit(happened.TokenPlaced(token=replace(gun, pose=pose), clause="ba.heavy.move"))


@burdened.amended(HEAVY_SUPPORT)
@rule("ba.heavy.move")
def with_its_gun(state: State, unit: Unit, _unburdened: float, studs: float) -> float:
    """With a heavy weapon a unit goes no farther than its minis can move that."""
    return min(studs, heavy_allowance(len(unit.standing))) if number(unit, GUN) else studs


@footprints.amended(HEAVY_SUPPORT)
@rule("ba.heavy.cost")
def with_the_gun(state: State, unit: Unit, poses: tuple[Pose, ...], shapes: list[Shape]) -> list[Shape]:
    """The weapon before its crew takes up ground too."""
    if not is_heavy(state, unit):
        return shapes
    return [*shapes, circle(*ahead_of(poses[0]).place, heavy_numbers().radius)]


@vehicle_under.amended(HEAVY_SUPPORT)
@rule("ba.setup.deploy.order", "ba.heavy.cost")
def never_aboard(state: State, unit: Unit, answer: Deploy, vehicle: str) -> str:
    """A unit with a heavy weapon begins on its feet."""
    return "" if is_heavy(state, unit) else vehicle


@weapon_points.amended(HEAVY_SUPPORT)
@rule("ba.heavy.cost", "ba.obj.eliminate")
def points_of_the_gun(state: State, unit: Unit, points: int) -> int:
    """The weapon is worth something of its own."""
    return points + heavy_gun_points(match_of(state).options.heavy_row) if is_heavy(state, unit) else points
