"""Geometry of sight and cover between units: who may shoot, who may be hit, in what cover, and at what distance.

The seam for everybody who asks (attacks, holds, reactive fire, bots, previews): `sight`. Rays and cover of single minis
are in line_of_sight.py, the board as rays meet it in landscape.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.board import Model, Unit
from brickfield.core.clauses import rule
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.geometry import GRAIN, Pose
from ...setup.options import SupportBands
from ..battlefield import is_vehicle, mini_of, number, weapon_of
from ..firing.fire_measures import EPS, fire
from ..measures import measures
from ..minis import is_veteran
from ..stances import pairs_of, stance_of
from .landscape import is_above, kept_for, landscape, minis_of, most_common_ground, mount, stander, unit_ground
from .line_of_sight import LEVEL, Landscape, Levels, Stander, can_answer, look_codes, look_of

# the mark of a unit: base dice of its last attack out of a building since its owner's turn began
FIRED_OUT = "fired_out"
NO_SIDE = -1
NOBODY: frozenset[str] = frozenset()


class Seen(Struct, frozen=True, gc=False):
    """A mini that is seen by a unit: by which of its minis, and in what cover from all of them."""

    figure: str
    by: tuple[str, ...]
    hard: bool = False
    soft: bool = False
    # the clauses of his cover, as the first shooter sees it
    why: tuple[str, ...] = ()

    @property
    def covered(self) -> bool:
        """Whether reactive fire counts his way as covered."""
        return self.hard or self.soft


class Sight(Struct, frozen=True, gc=False):
    """What a unit sees of another: the minis that may be hit, those that see one of them, and the one distance D.

    From inside a building `side` is the side fired through and `openings` counts its windows and doors. Of a unit in a
    building no more than `most` of the minis seen may be hit.
    """

    seen: tuple[Seen, ...]
    eligible: tuple[str, ...]
    distance: float
    side: int = NO_SIDE
    openings: int = -1
    most: int = 99

    @property
    def exposed(self) -> int:
        """V: how many minis may be hit."""
        return min(len(self.seen), self.most)

    @property
    def hard(self) -> bool:
        """Whether the unit as a whole has hard cover."""
        return bool(self.seen) and 2 * sum(each.hard for each in self.seen) >= len(self.seen)

    @property
    def soft(self) -> bool:
        """Whether the unit as a whole has soft cover."""
        return bool(self.seen) and 2 * sum(each.soft for each in self.seen) >= len(self.seen)


NOTHING = Sight((), (), 1e9)


class Firing(Struct, frozen=True, gc=False):
    """Who fires: all of a unit, or one `only`; with items by figure; through a `side` of a building, if it is named."""

    only: str = ""
    items: tuple[tuple[str, str], ...] = ()
    side: int = NO_SIDE
    # the heavy weapon of the unit, not its minis
    gun: bool = False
    # at those alone who are hidden only by lying behind one hard feature
    lying: bool = False

    def carries(self, figure: str) -> tuple[str, ...]:
        """The items a mini uses in the attack."""
        return tuple([item for name, item in self.items if name == figure])


ALL = Firing()
FROM_THE_GUN = Firing(gun=True)


@rule("ba.geometry.eligible", "ba.weapon.one_primary", "ba.unit.spotter.nobase")
def can_add_a_die(figure: Model, firing: Firing = ALL) -> bool:
    """Whether a mini could shoot at all: with a primary weapon, or with an item he uses."""
    if firing.only and firing.only != figure.id:
        return False
    return weapon_of(figure.card) is not None or bool(firing.carries(figure.id))


@rule("ba.geometry.exposed", "ba.geometry.eligible", "ba.geometry.range", "ba.geometry.unit_cover")
def sight(state: State, unit: Unit, target: Unit, at: Mapping[str, Pose] | None = None, firing: Firing = ALL) -> Sight:
    """What a unit sees of another. `at`: where figures of the target would stand, for a move under way."""
    if at is not None or firing.gun:
        return _sight(state, unit, target, at or {}, firing)
    # it rests on the two units and on what stands between them
    pairs, key = pairs_of(state), (stance_of(state, unit), stance_of(state, target), landscape(state).number, firing)
    known: Sight | None = pairs.get(key)
    if known is None:
        known = pairs[key] = _sight(state, unit, target, {}, firing)
    return known


def _sight(state: State, unit: Unit, target: Unit, at: Mapping[str, Pose], firing: Firing) -> Sight:
    if is_vehicle(state, target):
        return NOTHING
    shooters = _shooters(state, unit, firing)
    targets = _standers(state, target, at, target.standing) if at else list(minis_of(state, target).values())
    if not shooters or not targets:
        return NOTHING
    land = landscape(state)
    ours, theirs = unit_ground(state, unit), most_common_ground(targets)
    levels = Levels(is_above(ours, theirs), is_above(theirs, ours)) if ours != theirs else LEVEL
    if firing.lying:
        targets = reached_lying(state, shooters, targets, levels)
        if not targets:
            return NOTHING
    sides = sorted({side.number for each in shooters if each.sides for side in each.sides if side.openings})
    barred = _barred(state, unit, land, targets, levels) if firing.gun else NOBODY
    if not sides or all(each.inside == targets[0].inside for each in (*shooters, *targets)):
        return _seen_by(land, shooters, target, targets, levels, barred)
    wanted = [firing.side] if firing.side != NO_SIDE else sides
    found = [
        replace(
            _seen_by(land, [_through(each, number) for each in shooters], target, targets, levels, barred),
            side=number,
            openings=max(side.openings for each in shooters for side in each.sides if side.number == number),
        )
        for number in wanted
        if number in sides
    ]
    return max(found, key=lambda sight: (len(sight.eligible), sight.openings), default=NOTHING)


@rule("ba.heavy.dice", "ba.cover.total.prone")
def _barred(state: State, unit: Unit, land: Landscape, targets: Sequence[Stander], levels: Levels) -> frozenset[str]:
    """At whom a heavy weapon may not fire: from whom all who could serve it are in total cover."""
    answers = can_answer(land, weapon_crew(state, unit), targets, levels)
    return frozenset(each.id for each, free in zip(targets, answers, strict=True) if not free)


@Question
def weapon_apart(state: State, unit: Unit) -> Stander | None:
    """The weapon of a unit that stands apart from its minis, as somebody who looks; None without one."""
    return None


@Question
def weapon_crew(state: State, unit: Unit) -> Sequence[Stander]:
    """Those who serve that weapon."""
    return ()


@Question
def reached_lying(
    state: State, shooters: Sequence[Stander], targets: Sequence[Stander], levels: Levels
) -> list[Stander]:
    """The minis that can be reached though they are hidden, as they would stand there."""
    return []


@rule("ba.build.los", "ba.build.contact")
def _through(shooter: Stander, number: int) -> Stander:
    """A mini inside fires through one side in one attack."""
    return replace(shooter, sides=tuple([each for each in shooter.sides if each.number == number]), post=b"")


def _shooters(state: State, unit: Unit, firing: Firing) -> Sequence[Stander]:
    """The minis of a unit that could shoot; or what it is mounted on, or crews."""
    if is_vehicle(state, unit):
        return (mount(state, unit),)
    if firing.gun:
        gun = weapon_apart(state, unit)
        return (gun,) if gun is not None else ()
    if firing is not ALL:
        return _standers(state, unit, {}, [each for each in unit.standing if can_add_a_die(each, firing)])
    kept = kept_for(state, unit)
    found: tuple[Stander, ...] | None = kept.get("shooters")
    if found is None:
        able = [each for each in unit.standing if can_add_a_die(each)]
        found = kept["shooters"] = tuple(_standers(state, unit, {}, able))
    return found


def _standers(state: State, unit: Unit, at: Mapping[str, Pose], figures: Sequence[Model]) -> list[Stander]:
    if not at:
        minis = minis_of(state, unit)
        return [minis[each.id] for each in figures if each.id in minis]
    found = [stander(state, unit, each, at.get(each.id)) for each in figures]
    return [each for each in found if each is not None]


@rule("ba.geometry.mini_cover", "ba.geometry.exposed", "ba.geometry.eligible", "ba.geometry.open")
def _seen_by(
    land: Landscape,
    shooters: Sequence[Stander],
    target: Unit,
    targets: Sequence[Stander],
    levels: Levels,
    barred: frozenset[str],
) -> Sight:
    """The minis of the target that some shooter sees, each covered only if he is from every one of them."""
    seen: list[Seen] = []
    eligible: set[str] = set()
    names = tuple([each.id for each in shooters])
    for mini, row in zip(targets, look_codes(land, shooters, targets, levels), strict=True):
        found = _seen(mini.id, row, names)
        if found is not None and mini.id not in barred:
            seen.append(found)
            eligible.update(found.by)
    if not seen:
        return NOTHING
    able = [each for each in shooters if each.id in eligible]
    distance = _apart(able, targets, {each.figure for each in seen})
    by = tuple([each.id for each in able])
    return Sight(tuple(seen), by, distance, most=_most_hit(target, shooters, targets, seen))


@rule("ba.geometry.range")
def _apart(shooters: Sequence[Stander], targets: Sequence[Stander], seen: set[str]) -> float:
    """The one distance of an attack: of the closest pair of somebody who may shoot and somebody who may be hit."""
    minis = [(each.x, each.y, each.radius) for each in targets if each.id in seen]
    if any(each.body is not None for each in shooters):
        return max(0.0, min([each.gap(x, y) - radius for each in shooters for x, y, radius in minis]))
    eyes = [(each.x, each.y, each.radius) for each in shooters]
    return max(0.0, min([hypot(x - a, y - b) - edge - radius for a, b, edge in eyes for x, y, radius in minis]))


@lru_cache(maxsize=4096)
def _seen(mini: str, row: bytes, names: tuple[str, ...]) -> Seen | None:
    """What those of these names see of a mini; None if nobody does."""
    looks = [(name, look_of(code)) for name, code in zip(names, row, strict=True)]
    views = [(name, view) for name, view in looks if view.visible]
    if not views:
        return None
    by = tuple([name for name, _view in views])
    hard = all(view.hard for _name, view in views)
    soft = all(view.soft for _name, view in views)
    first = views[0][1]
    why = (first.hard,) if hard else ()
    return Seen(mini, by, hard, soft, (*why, first.soft) if soft else why)


@rule("ba.build.all_hit")
def _most_hit(target: Unit, shooters: Sequence[Stander], targets: Sequence[Stander], seen: Sequence[Seen]) -> int:
    """How many minis of a unit may be hit: in a building no more than it showed when it last fired, or than its
    openings show; those outside all of them."""
    names = {each.figure for each in seen}
    indoors = [each for each in targets if each.inside and each.id in names]
    if not indoors or any(each.inside == indoors[0].inside for each in shooters):
        return len(seen)
    fired = number(target, FIRED_OUT)
    if fired:
        most = len(indoors) if fired >= fire().full_base else fired
    else:
        openings = [
            side.openings
            for mini in indoors
            for side in mini.sides
            if any(side.nx * each.x + side.ny * each.y > side.offset + EPS for each in shooters)
        ]
        most = fire().opening_models * max(openings, default=0)
    return len(seen) - len(indoors) + min(most, len(indoors))


@rule("ba.weapon.max_unit_range")
def unit_range(unit: Unit, shooters: tuple[str, ...], bands: SupportBands = "swapped") -> int:
    """The maximum range of a unit: that of the longest primary weapon among its eligible shooters."""
    firing = [each for each in unit.standing if each.id in shooters]
    return max((_reach(each, firing, bands) for each in firing), default=0)


@rule("ba.weapon.support.bands")
def _reach(figure: Model, firing: Sequence[Model], bands: SupportBands) -> int:
    """How far a mini's weapon reaches; a support weapon that needs a loader has the near band without one."""
    weapon = weapon_of(figure.card)
    if weapon is None or not weapon.bands or bands != "loader":
        return weapon.range_max if weapon is not None else 0
    others = [each for each in firing if not _supports(each)]
    return weapon.range_max if any(may_load(each, figure) for each in others) else weapon.bands[0].to


def _supports(figure: Model) -> bool:
    weapon = weapon_of(figure.card)
    return weapon is not None and bool(weapon.bands)


@rule("ba.weapon.support.bands")
def may_load(one: Model, other: Model) -> bool:
    """Whether two minis stand close enough for one to load the weapon of the other: within 2 studs."""
    if one.pose is None or other.pose is None or one.id == other.id:
        return False
    reach = (fire().loader_reach + 2 * measures().mini_radius + EPS) * GRAIN
    return hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y) <= reach


def has_veteran(unit: Unit, shooters: Sequence[str]) -> bool:
    """Whether somebody among these is or counts as a veteran."""
    return any(is_veteran(mini_of(each.card).id) for each in unit.standing if each.id in shooters)
