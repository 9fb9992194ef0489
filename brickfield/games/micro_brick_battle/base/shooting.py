"""Shooting Phase: declared shots one after another from the left, each with its number on the Victory Table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec import UNSET

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Frame, Goto, Push, Roll
from brickfield.core.kept import EVERY_FACT, kept
from brickfield.core.questions import Moment, Question
from brickfield.core.state import State
from brickfield.core.table import Table
from .battlefield import enemy_planes, living_of
from .line_of_sight import sees_piece, spotter_for
from .losses import destroy, take_markers
from .measures import chance_of, measures
from .modifiers import StrikeNumbers
from .target_declaration import Shot, firing_at, holds_fire
from .unit_stats import fires_over, holds_all_fire

SHOT = "shot"
# said after every shot, so they are not made anew
_ANOTHER, _NEXT_SHOT = Goto("another"), Goto("special_ammunition")


class ShootingPhase(Frame):
    """The declared shots, in the order locked at declaration."""

    seat: int = 0
    shots: tuple[Shot, ...] = ()
    number: int = 0
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        *("begin", "special_ammunition", "next_shot", "lucky_star", "throw_again"),
        # the name of what follows a resolved shot stands in battles that were begun before
        *("resolve", "play_cards", "another"),
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "shots", "number", "faces")

    def thrown_for(self) -> tuple[str, str]:
        """The unit whose shot it is, and its target."""
        return self.shots[self.number].unit, self.shots[self.number].target

    @rule("mbb.turn.phases", "mbb.quick.phases", "mbb.declare.locked")
    def begin(self, t: Table) -> Any:
        """From here on no target may be added or changed."""
        t.emit(happened.PhaseStarted(phase="shooting", clause="mbb.turn.phases"))

    @rule("mbb.shoot.order", "mbb.shoot.roll", "mbb.declare.void_destroyed", "mbb.declare.recheck", "mbb.vt.dash",
          "mbb.quick.shoot_left", "mbb.geometry.dice", "inf.flank.one_roll")  # fmt: skip
    def next_shot(self, t: Table) -> Any:
        """The leftmost shot not yet made: void if its target is gone or out of sight, a sure miss without dice."""
        if self.number >= len(self.shots):
            return DONE
        shot = self.shots[self.number]
        self.faces = ()
        if shot.lead:
            # its roll is its lead's
            return _ANOTHER
        void = why_void(t, shot, self.shots)
        if void is not None:
            reason, clause = void
            t.emit(happened.ShotVoided(unit=shot.unit, target=shot.target, reason=reason, clause=clause))
            return _ANOTHER
        shot_begins(t, shot.unit)
        if shot.target in t.tokens:
            shoot_at_piece(t, shot)
            return _ANOTHER
        pool = self.decision_of(t).pool(t, shot, self.others(t))
        return None if pool is None else Roll((pool,), into="faces")

    def decision_of(self, t: Table) -> ByVictoryTable:
        """How the shot that comes up is decided."""
        shot = self.shots[self.number]
        return decided_by(t, t.units[shot.unit], t.units[shot.target])

    def others(self, t: Table) -> tuple[Unit, ...]:
        """Whose shot it is besides."""
        return flankers(t, self.shots[self.number], self.shots)

    @rule("mbb.shoot.hit", "mbb.shoot.table", "mbb.unit.ap", "mbb.unit.dp", "mbb.quick.table")
    def resolve(self, t: Table) -> Any:
        """Meet or beat the number and the target is destroyed; anything less has no effect."""
        shot = self.shots[self.number]
        hit = self.decision_of(t).resolve(t, shot, self.faces, self.others(t))
        return harm_done(t, shot.target, shot.unit)(t, shot.target, shot.unit, self.others(t)) if hit else None

    @rule("mbb.declare.one_at_a_time")
    def another(self, t: Table) -> Any:
        """Shots are made one after another, never together."""
        self.number += 1
        return _NEXT_SHOT


@rule("mbb.shoot.hit", "mbb.vt.dash", "mbb.air.smallarms.9", "mbb.air.main_gun")
def shot_resolved(
    t: Table,
    unit: UnitId,
    target: UnitId,
    numbers: StrikeNumbers,
    faces: tuple[tuple[int, ...], ...],
    others: tuple[Unit, ...] = (),
) -> bool:
    """Meet or beat the number and the target is hit, on the ground and in the air; without dice nobody can."""
    rolled = sum(faces[0]) if faces else 0
    hit = numbers.needed is not None and rolled >= numbers.needed
    t.emit(
        happened.ShotResolved(
            unit=unit,
            target=target,
            needed=numbers.needed,
            rolled=rolled,
            hit=hit,
            tallies=numbers.tallies,
            clause=numbers.clause if numbers.needed is not None else "mbb.vt.dash",
            throws=(happened.Throw(SHOT, t.units[unit].seat, faces[0]),) if faces else UNSET,
            others=tuple([each.id for each in others]) or UNSET,
        )
    )
    return hit


@rule("mbb.shoot.hit", "mbb.air.destroyed")
def resolve_shot(
    t: Table, unit: UnitId, target: UnitId, numbers: StrikeNumbers, faces: tuple[tuple[int, ...], ...]
) -> None:
    """A shot that destroys what it hits."""
    if shot_resolved(t, unit, target, numbers, faces):
        destroy(t, target, unit)


class ByVictoryTable:
    """How most shots are decided: two dice against the number in the Victory Table."""

    @rule("mbb.shoot.table", "mbb.vt.dash")
    def numbers(self, state: State, shot: Shot, others: tuple[Unit, ...]) -> StrikeNumbers:
        """What the dice have to show."""
        target = state.units[shot.target]
        return firing_at(state, target).strike(state, state.units[shot.unit], target, others)

    @rule("mbb.shoot.roll", "mbb.vt.dash", "mbb.geometry.dice")
    def pool(self, state: State, shot: Shot, others: tuple[Unit, ...]) -> Pool | None:
        """The dice; none where no roll could do it."""
        if self.numbers(state, shot, others).needed is None:
            return None
        return Pool(measures().shot_dice, SHOT, measures().die_faces, state.units[shot.unit].seat)

    @rule("mbb.shoot.hit")
    def chance(self, state: State, shot: Shot, others: tuple[Unit, ...]) -> float:
        """The chance that it tells."""
        return chance_of(self.numbers(state, shot, others).needed)

    @rule("mbb.shoot.hit")
    def resolve(self, t: Table, shot: Shot, faces: tuple[tuple[int, ...], ...], others: tuple[Unit, ...]) -> bool:
        """Meet or beat the number and the target is hit."""
        return shot_resolved(t, shot.unit, shot.target, self.numbers(t, shot, others), faces, others)


_BY_VICTORY_TABLE = ByVictoryTable()


@Question
@rule("mbb.shoot.table")
def decided_by(state: State, shooter: Unit, target: Unit) -> ByVictoryTable:
    """What decides a shot at a unit."""
    return _BY_VICTORY_TABLE


@Moment
@rule("mbb.shoot.order")
def shot_begins(t: Table, unit_id: UnitId) -> None:
    """A shot is made: nothing voids it any more."""


@Question
@rule("mbb.declare.one_at_a_time")
def flankers(state: State, shot: Shot, shots: tuple[Shot, ...]) -> tuple[Unit, ...]:
    """Who still goes with a shot of these when its roll comes: nobody, each unit fires for itself."""
    return ()


@Question
@rule("mbb.declare.recheck")
def why_void(state: State, shot: Shot, shots: tuple[Shot, ...]) -> tuple[str, str] | None:
    """Why a declared shot of these is not made after all, and by which clause."""
    return why_lost(state, shot)


@rule("mbb.declare.void_destroyed", "mbb.declare.recheck", "mbb.los.required")
def why_lost(state: State, shot: Shot) -> tuple[str, str] | None:
    """Why a unit does not make its shot: shooter or target gone, or the line of sight lost. Else None."""
    shooter = state.units[shot.unit]
    if shooter.status != ALIVE:
        return "shooter_destroyed", "mbb.declare.recheck"
    if shot.target in state.units:
        target = state.units[shot.target]
        return firing_at(state, target).why_lost(state, shooter, target)
    if shot.target not in state.tokens:
        return "target_destroyed", "mbb.declare.void_destroyed"
    if fires_over(state, shooter.id):
        return None
    return None if sees_piece(state, shooter, shot.target) else ("no_line_of_sight", "mbb.declare.recheck")


def still_possible(state: State, shot: Shot, shots: tuple[Shot, ...] = ()) -> bool:
    """Whether a declared shot would be made on this table."""
    return why_void(state, shot, shots) is None


# What a hit does: to its target, by a shooter and those whose attack it is too; and what follows at once.
Harm = Callable[[Table, UnitId, UnitId, tuple[Unit, ...]], Push | None]


@rule("mbb.shoot.hit")
def destroys(t: Table, target: UnitId, by: UnitId, others: tuple[Unit, ...]) -> Push | None:
    """Its target is destroyed."""
    destroy(t, target, by, tuple([each.id for each in others]))
    return None


@Question
@rule("mbb.shoot.hit")
def harm_done(state: State, target: UnitId, by: UnitId) -> Harm:
    """What a hit on a unit does."""
    return destroys


@rule("mbb.declare.locked", "mbb.declare.void_missed", "mbb.spg.spotter")
def lock_declarations(t: Table, seat: int, shots: tuple[Shot, ...]) -> None:
    """What has not been declared by now is lost, and nothing may be changed any more."""
    for shot in shots:
        by = spotter_for(t, t.units[shot.unit], shot.target)
        clause = "mbb.spot.los" if by else "inf.flank.one_roll" if shot.lead else "mbb.declare.one"
        declared = happened.TargetDeclared(
            unit=shot.unit, target=shot.target, spotter=by or UNSET, lead=shot.lead or UNSET, clause=clause
        )
        t.emit(declared)
    t.emit(happened.DeclarationsLocked(seat=seat, clause="mbb.declare.locked"))


@rule("mbb.hm.shot", "mbb.hm.house_example")
def shoot_at_piece(t: Table, shot: Shot) -> None:
    """A shot at terrain needs no roll: it takes one hit marker, and the last one takes the piece off the table."""
    t.emit(happened.ShotResolved(unit=shot.unit, target=shot.target, needed=None, rolled=0, hit=True,
                                 clause="mbb.hm.shot"))  # fmt: skip
    take_markers(t, shot.target, 1, shot.unit)


@rule("mbb.air.smallarms.all")
@kept(facts=EVERY_FACT)
def shooters(state: State, seat: int) -> list[Unit]:
    """The living units of a seat that have something to fire and may; small arms too while enemy planes are there."""
    closed = holds_all_fire if enemy_planes(state, seat) else holds_fire
    return [unit for unit in living_of(state, seat) if closed(state, unit) is None]
