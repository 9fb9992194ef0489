"""Cover: which share of a defender is hidden, seen from behind the attacker, and what that is worth."""

from __future__ import annotations

from functools import cache

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import Pose
from brickfield.geometry.silhouette import Prism, hidden_rows
from .battlefield import base_of, card_of, living, match_of
from .measures import measures

NONE, LIGHT, MEDIUM, HEAVY, TOTAL = "none", "light", "medium", "heavy", "total"
# Cover that an attack can have, the least first.
COVERS = (NONE, LIGHT, MEDIUM, HEAVY)


@cache
@rule("bm.geometry.cover")
def sample_heights() -> tuple[float, ...]:
    """The heights of the sample points: the middles of ten equal layers of a Mech."""
    numbers = measures()
    layer = numbers.mech_height / numbers.cover_samples
    return tuple((row + 0.5) * layer for row in range(numbers.cover_samples))


@rule("bm.geometry.cover", "bm.mod.defense.cover.measure", "bm.mod.defense.cover.what", "bm.team.sides")
def hidden_samples(state: State, attacker: Unit, target: Unit) -> tuple[int, ...]:
    """For each of ten columns of the defender, the left first, how many of its ten samples are hidden.

    Obstacles hide, and so does every other living unit, friend or enemy.
    """
    return _look(state, attacker.id, attacker.here, target.id, target.here)


@kept(by="places")
@rule("bm.geometry.cover", "bm.geometry.body")
def _look(state: State, attacker: str, here: Pose, target: str, there: Pose) -> tuple[int, ...]:
    numbers = measures()
    others = [unit for unit in living(state) if unit.id not in (attacker, target)]
    eye = (*here.place, numbers.eye_height)
    bodies: list[Prism] = [*match_of(state).prisms, *[(base_of(state, each), numbers.mech_height) for each in others]]
    return hidden_rows(eye, there.place, card_of(state, target).base_side, sample_heights(), bodies)


@rule("bm.geometry.cover", "bm.geometry.melee_cover")
def cover_percent(state: State, attacker: Unit, target: Unit) -> int:
    """The hidden share of the defender in percent, at every range alike."""
    samples = measures().cover_samples
    return round(100 * sum(hidden_samples(state, attacker, target)) / (samples * samples))


@rule("bm.mod.defense.cover.light", "bm.mod.defense.cover.medium", "bm.mod.defense.cover.heavy",
      "bm.mod.defense.cover.total", "bm.geometry.cover")  # fmt: skip
def cover_at(percent: int) -> str:
    """None, light below 25, medium below 50, heavy up to 75, and above that total: no attack is possible."""
    numbers = measures()
    if percent <= 0:
        return NONE
    if percent > numbers.cover_total_percent:
        return TOTAL
    if percent >= numbers.cover_heavy_percent:
        return HEAVY
    return MEDIUM if percent >= numbers.cover_medium_percent else LIGHT


def cover_of(state: State, attacker: Unit, target: Unit) -> str:
    """The cover of a defender against an attacker."""
    return cover_at(cover_percent(state, attacker, target))
