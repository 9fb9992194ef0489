"""Threats of a table: for every unit and every pose it might take, what it could destroy and what could harm it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Any

from brickfield.core.board import ALIVE, Unit
from brickfield.core.kept import kept
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.geometry import Pose, kernel
from ..base.battlefield import enemies_of
from ..base.rounds_and_turns import Turn
from ..base.target_declaration import holds_fire
from ..chapters.effect_cards.chapter import EFFECT_CARDS
from ..chapters.effect_cards.effect_cards import RAPID_FIRE
from ..chapters.special_units.chapter import SPECIAL_UNITS
from ..chapters.special_units.special_units import EXTRA_DECLARATION, EXTRA_MOVEMENT, MOVED, is_spg
from .goals import Aim, aim_of, enemy_aim, prey_of, worth_of
from .judgement_chances import hit_chances, raise_floors, table_of
from .judgement_reach import next_poses
from .stands import Stand, at
from .suggestions_paths import Ground

# How much of a threat is what an enemy sees from where it stands; the rest is what it could see after its next move.
_STANDING_SHARE = 0.3

# What a shot of the next turn is worth in this one.
NEXT_TURN = 0.35

# A chance for each enemy, in the order of `ThreatMap.foes`.
Row = tuple[float, ...]


class ThreatMap:
    """What is worked out once for a table and a seat, and remembered for every pose that is asked about."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        living = [unit for unit in state.units.values() if unit.status == ALIVE]
        self.own = [unit for unit in living if unit.seat == seat]
        self.foes = enemies_of(state, seat)
        self.worth = [worth_of(state, unit) for unit in self.foes]
        self.aim, self.foe_aim = aim_of(state, seat), enemy_aim(state, seat)
        self.places = [foe.at.place for foe in self.foes]
        # of the enemies those that must be destroyed, by number
        prey = {unit.id for unit in prey_of(state, seat)}
        self.prey = [number for number, foe in enumerate(self.foes) if foe.id in prey]
        self.may_shoot = not shooting_given_up(state)
        self.special = by_phases(state)
        self.phase = state.facts.get("phase") if self.special else None
        # what its squads plan, once somebody asks
        self.squads: Any = None
        # where orders end, for whoever prices them later
        self.ends: dict[Any, Pose] = {}
        self._guns = hit_chances(state, seat)
        self._targets = [Stand(state, foe) for foe in self.foes]
        # where enemies may go, and whether many places are thought of
        self._reach: list[list[Stand]] | None = None
        self._closely = False
        self._stands: dict[tuple[str, Pose], Stand] = {}
        self._shots: dict[tuple[str, Pose], tuple[Row, tuple[bool, ...]]] = {}
        self._seen: dict[tuple[str, Pose], Row] = {}
        self._behind: dict[tuple[str, Pose], int] = {}
        self._threats: dict[tuple[str, Pose], Row] = {}
        self._ways: dict[str, Ground] = {}

    def look(self, unit: Unit, poses: Iterable[Pose]) -> None:
        """Work out shots from many poses and at them, all at once."""
        new = [pose for pose in dict.fromkeys(poses) if (unit.id, pose) not in self._shots]
        if not new:
            return
        stands = [self._stand(unit, pose) for pose in new]
        for pose, row in zip(new, self._guns.grid(stands, self._targets), strict=True):
            share = gun_share(self.state, unit, pose) if self.special else 1.0
            self._shots[unit.id, pose] = (
                tuple([each * share for each, _rear in row]),
                tuple([rear for _each, rear in row]),
            )
        for pose, seen in zip(new, table_of(self.state, self._targets, stands), strict=True):
            self._seen[unit.id, pose] = tuple([each for each, _rear in seen])
            self._behind[unit.id, pose] = sum(rear for _each, rear in seen)

    def _stand(self, unit: Unit, pose: Pose) -> Stand:
        found = self._stands.get((unit.id, pose))
        if found is None:
            found = self._stands[unit.id, pose] = Stand(self.state, at(unit, pose))
        return found

    def shots(self, unit: Unit, pose: Pose) -> Row:
        """For each enemy the chance to destroy it from a pose."""
        if (unit.id, pose) not in self._shots:
            self.look(unit, (pose,))
        return self._shots[unit.id, pose][0]

    def rear_shots(self, unit: Unit, pose: Pose) -> tuple[bool, ...]:
        """For each enemy whether the shot from a pose would be one from behind."""
        self.shots(unit, pose)
        return self._shots[unit.id, pose][1]

    def seen_by(self, unit: Unit, pose: Pose) -> Row:
        """For each enemy its chance to destroy the unit at a pose from where that enemy stands now."""
        self.shots(unit, pose)
        return self._seen[unit.id, pose]

    def seen_from_behind(self, unit: Unit, pose: Pose) -> int:
        """How many enemies could shoot the unit at a pose from behind, from where they stand now."""
        self.shots(unit, pose)
        return self._behind[unit.id, pose]

    def weigh(self, poses: Iterable[tuple[Unit, Pose]]) -> None:
        """Work out the threats at many poses of own units, all at once."""
        new = {(unit.id, pose): unit for unit, pose in poses if (unit.id, pose) not in self._threats}
        if not new:
            return
        by_unit: dict[str, list[Pose]] = {}
        for unit_id, pose in new:
            by_unit.setdefault(unit_id, []).append(pose)
        for unit_id, ends in by_unit.items():
            self.look(new[unit_id, ends[0]], ends)
        # of all the places an enemy may go to only the best one counts, and where it is may be better than them all
        best = [list(each) for each in zip(*[self._seen[key] for key in new], strict=True)]
        floors = [row for row, moved in zip(best, self.reach(), strict=True) for _stand in moved] if best else []
        shooters = [stand for moved in self.reach() for stand in moved]
        raise_floors(self.state, shooters, [self._stand(unit, pose) for (_id, pose), unit in new.items()], floors)
        for number, key in enumerate(new):
            chances = zip(self._seen[key], best, strict=True)
            self._threats[key] = tuple(
                [_STANDING_SHARE * here + (1.0 - _STANDING_SHARE) * row[number] for here, row in chances]
            )

    def threats(self, unit: Unit, pose: Pose) -> Row:
        """For each enemy its chance to destroy the unit at a pose in its next turn: as it stands and after a move."""
        if (unit.id, pose) not in self._threats:
            self.weigh(((unit, pose),))
        return self._threats[unit.id, pose]

    def reach(self) -> list[list[Stand]]:
        """For each enemy where it may stand after its next move."""
        if self._reach is None:
            self._reach = [
                [Stand(self.state, at(foe, pose)) for pose in next_poses(self.state, foe, self._closely)]
                for foe in self.foes
            ]
        return self._reach

    def look_closely(self) -> None:
        """From now on think of more places where enemies may go."""
        if not self._closely:
            self._closely, self._reach = True, None
            self._threats.clear()

    def way_to_foes(self, pose: Pose) -> float:
        """Inches to drive to the nearest enemy, or to the one that must be destroyed."""
        return self._way("foes", [self.places[number] for number in self.prey] or self.places, pose)

    def has_a_shot(self, unit: Unit, pose: Pose) -> bool:
        """Whether a unit can fire from a pose at those the battle is about, or at anybody where it is about nobody."""
        shots = self.shots(unit, pose)
        return any([shots[number] for number in self.prey] if self.prey else shots)

    def nearest(self, pose: Pose) -> float:
        """Inches to the nearest enemy as the crow flies."""
        x, y = pose.place
        return min([hypot(x - foe_x, y - foe_y) for foe_x, foe_y in self.places], default=0.0)

    def in_area(self, pose: Pose) -> bool:
        """Whether a unit there would be where its side wants to be."""
        return self.aim is not None and self.aim.holds(pose)

    def way_to_area(self, pose: Pose) -> float:
        """Inches to drive to where the side wants to be, 0 if that is there or nowhere."""
        return self._way_to(self.aim, "area", pose)

    def foe_in_area(self, pose: Pose) -> bool:
        """Whether an enemy there would be where its side wants to be."""
        return self.foe_aim is not None and self.foe_aim.holds(pose)

    def foe_way_to_area(self, pose: Pose) -> float:
        """Inches an enemy has to drive there."""
        return self._way_to(self.foe_aim, "area" if self.foe_aim == self.aim else "foes' area", pose)

    def _way_to(self, aim: Aim | None, name: str, pose: Pose) -> float:
        if aim is None or aim.holds(pose):
            return 0.0
        if aim.disputed:
            return max(0.5, self._way(name, [(aim.x, aim.y)], pose) - min(aim.length, aim.width) / 2)
        return max(0.5, self._way(name, aim.border(), pose))

    def _way(self, name: str, goals: list[tuple[float, float]], pose: Pose) -> float:
        if name not in self._ways:
            self._ways[name] = Ground(self.state, goals, self.seat)
        return self._ways[name].distance(*pose.place)


def gun_share(state: State, unit: Unit, pose: Pose) -> float:
    """How much of a shot from a pose counts in the turn under way: a gun that moves fires in its next one at best."""
    if state.facts.get("phase") in (EXTRA_DECLARATION, RAPID_FIRE, "target_declaration"):
        return 0.0 if holds_fire(state, unit) is not None else 1.0
    return share_after_moving(state, unit, pose)


@Question
def share_after_moving(state: State, unit: Unit, pose: Pose) -> float:
    """The same while units may still move."""
    if is_spg(state, unit.id) and (pose != unit.pose or MOVED in unit.marks):
        return NEXT_TURN
    return 1.0


def shooting_given_up(state: State) -> bool:
    """Whether the turn under way has no Shooting Phase, or none any more."""
    if state.facts.get("phase") == EXTRA_MOVEMENT:
        return True
    turns = [frame for frame in state.frames if isinstance(frame, Turn)]
    return any(turn.skipped is not None and turn.skipped.phase == "shooting" for turn in turns)


@Question
def by_phases(state: State) -> bool:
    """Whether who may fire depends on the phase."""
    played = state.match.chapters_in_play
    return played[SPECIAL_UNITS] or played[EFFECT_CARDS]


def threat_map(state: State, seat: int) -> ThreatMap:
    """The threats of a table for a seat."""
    return _threat_map(state, seat, shooting_given_up(state), state.facts.get("phase") if by_phases(state) else None)


@kept
def _threat_map(state: State, seat: int, _given_up: bool, _phase: object) -> ThreatMap:
    return ThreatMap(state, seat)


def expected_losses(threats: Sequence[Row], left: Sequence[float], worth: Sequence[float]) -> list[float]:
    """The chance to lose each own unit in the enemy's next turn, if the enemy plans its fire well.

    `threats` has a row for each own unit with a chance for each enemy, `left` the chance that each enemy is still
    there to shoot, `worth` what each own unit is worth. Every enemy has one shot, so a swarm of targets is not in more
    danger than the enemy has shots.
    """
    return [1.0 - each for each in kernel.outlasted(threats, left, worth)]
