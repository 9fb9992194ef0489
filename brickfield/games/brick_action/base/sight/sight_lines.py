"""Sight between two units laid open: the three rays of every pair of minis, who may shoot, and the cover of each mini.

The same rays as in line_of_sight.py and silhouette.py, kept one by one so that a table can draw them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from brickfield.core.asking.sight_lines import CoverFace, RayFace, SightLines, ThreadFace
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.questions import Question
from brickfield.core.state import State
from ..battlefield import GUN, is_vehicle, number
from .landscape import is_above, landscape, most_common_ground, mount, stander, unit_ground
from .line_of_sight import LEVEL, Landscape, Levels, Stander, look, rays
from .sight import FROM_THE_GUN, NO_SIDE, Seen, Sight, can_add_a_die, sight, weapon_apart

_RAYS = "ba.geometry.los.rays"
_WORDS = {"none": "in the open", "soft": "soft cover", "hard": "hard cover", "total": "total cover"}


def sight_lines(state: State, unit: Unit, target: Unit) -> SightLines:
    """Everything that decides who of a unit sees whom of another."""
    return lines_at(state, target)(state, unit, target)


def _at_minis(state: State, unit: Unit, target: Unit) -> SightLines:
    """The three rays from everybody to every mini."""
    seen = sight(state, unit, target, firing=FROM_THE_GUN) if number(unit, GUN) else sight(state, unit, target)
    shooters, minis = shooters_of(state, unit), _minis(state, target)
    if seen.side != NO_SIDE:
        shooters = [_through(each, seen.side) for each in shooters]
    land, levels = landscape(state), _levels(state, unit, minis)
    threads = [_thread(land, unit, each, target, mini, levels) for each in shooters for mini in minis]
    covers = [_cover(land, target, mini, seen, shooters, levels) for mini in minis]
    return SightLines(
        unit.id,
        target.id,
        tuple(threads),
        tuple(name_of(unit, each) for each in seen.eligible),
        tuple(cover_told(state, each, target, shooters, minis, levels) for each in covers),
        _RAYS,
    )


def name_of(unit: Unit, figure: str) -> str:
    """A mini as a table calls it; a mount or a gun is its unit."""
    return f"{unit.id}/{figure}" if any(each.id == figure for each in unit.squad) else unit.id


@rule("ba.build.los")
def _through(shooter: Stander, number: int) -> Stander:
    """Out of a building they fire through one side."""
    return replace(shooter, sides=tuple(each for each in shooter.sides if each.number == number), post=b"")


@rule("ba.geometry.eligible")
def shooters_of(state: State, unit: Unit) -> list[Stander]:
    if is_vehicle(state, unit):
        return [mount(state, unit)]
    if number(unit, GUN):
        gun = weapon_apart(state, unit)
        return [gun] if gun is not None else []
    found = [stander(state, unit, each) for each in unit.standing if can_add_a_die(each)]
    return [each for each in found if each is not None]


def _minis(state: State, target: Unit) -> list[Stander]:
    found = [stander(state, target, each) for each in target.standing]
    return [each for each in found if each is not None]


@rule("ba.elev.def")
def _levels(state: State, unit: Unit, minis: Sequence[Stander]) -> Levels:
    if not minis:
        return LEVEL
    ours, theirs = unit_ground(state, unit), most_common_ground(minis)
    return Levels(is_above(ours, theirs), is_above(theirs, ours)) if ours != theirs else LEVEL


@rule("ba.geometry.los.rays")
def _thread(land: Landscape, unit: Unit, shooter: Stander, target: Unit, mini: Stander, levels: Levels) -> ThreadFace:
    """The three rays from a shooter to a mini."""
    drawn = tuple(RayFace(x, y, float(free)) for x, y, free in rays(land, shooter, mini, levels))
    return ThreadFace(name_of(unit, shooter.id), name_of(target, mini.id), shooter.x, shooter.y, drawn)


@rule("ba.geometry.mini_cover", "ba.cover.total.def")
def _cover(
    land: Landscape, target: Unit, mini: Stander, seen: Sight, shooters: Sequence[Stander], levels: Levels
) -> CoverFace:
    """What a mini is in against the whole unit that shoots."""
    known = next((each for each in seen.seen if each.figure == mini.id), None)
    name = name_of(target, mini.id)
    if known is None:
        looks = [look(land, each, mini, levels) for each in shooters]
        if any(each.visible for each in looks):
            return CoverFace(name, "total", "the crew is in total cover from him", "ba.heavy.dice")
        why = next((each.hidden for each in looks if each.hidden), "ba.cover.total.def")
        return CoverFace(name, "total", "total cover: nobody sees him", why)
    return _seen_cover(name, known)


@Question
def cover_told(
    state: State, cover: CoverFace, target: Unit, shooters: Sequence[Stander], minis: Sequence[Stander], levels: Levels
) -> CoverFace:
    """What is said of the cover of a mini."""
    return cover


@Question
def lines_at(state: State, target: Unit) -> Callable[[State, Unit, Unit], SightLines]:
    """How the sight of a target is laid open."""
    return _at_minis


def _seen_cover(name: str, known: Seen) -> CoverFace:
    if known.hard:
        words = "hard and soft cover" if known.soft else _WORDS["hard"]
        return CoverFace(name, "hard", words, known.why[0])
    if known.soft:
        return CoverFace(name, "soft", _WORDS["soft"], known.why[0])
    return CoverFace(name, "none", _WORDS["none"], "ba.geometry.open")
