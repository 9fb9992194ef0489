"""Shooting Phase: declared shots one after another from the left, each with its number on the Victory Table."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import UNSET

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, Unit
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Frame, Goto, Roll
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.rules.line_of_sight import sees_piece, sight_of
from brickfield.games.micro_brick_battle.rules.measures import measures
from brickfield.games.micro_brick_battle.rules.modifiers import numbers_of
from brickfield.games.micro_brick_battle.rules.target_declaration import Shot
from brickfield.games.micro_brick_battle.rules.winning import end_if_decided, note_progress
from brickfield.games.micro_brick_battle.rules.young_players import COLOR_DIE, YOUNG, color_die_hits, rules_level

_SHOT = "shot"


class ShootingPhase(Frame):
    """The declared shots, in the order locked at declaration."""

    seat: int = 0
    shots: tuple[Shot, ...] = ()
    number: int = 0
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "next_shot", "resolve", "another")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "shots", "number", "faces")

    @rule("mbb.turn.phases", "mbb.quick.phases", "mbb.declare.locked")
    def begin(self, t: Table) -> Any:
        """From here on no target may be added or changed."""
        t.emit(happened.PhaseStarted(phase="shooting", clause="mbb.turn.phases"))

    @rule("mbb.shoot.order", "mbb.shoot.roll", "mbb.declare.void_destroyed", "mbb.declare.recheck", "mbb.vt.dash",
          "mbb.quick.shoot_left", "mbb.geometry.dice")  # fmt: skip
    def next_shot(self, t: Table) -> Any:
        """The leftmost shot not yet made: void if its target is gone or out of sight, a sure miss without dice."""
        if self.number >= len(self.shots):
            return DONE
        shot = self.shots[self.number]
        self.faces = ()
        void = why_void(t, shot)
        if void is not None:
            reason, clause = void
            t.emit(happened.ShotVoided(unit=shot.unit, target=shot.target, reason=reason, clause=clause))
            return Goto("another")
        if shot.target in t.tokens:
            shoot_at_piece(t, shot)
            return Goto("another")
        shooter = t.units[shot.unit]
        if rules_level(t, shooter.seat) == YOUNG:
            return Roll((Pool(1, COLOR_DIE, measures().die_faces, self.seat),), into="faces")
        if numbers_of(t, shooter, t.units[shot.target]).needed is None:
            return None
        return Roll((Pool(measures().shot_dice, _SHOT, measures().die_faces, self.seat),), into="faces")

    @rule("mbb.shoot.hit", "mbb.shoot.table", "mbb.unit.ap", "mbb.unit.dp", "mbb.young.color_die", "mbb.quick.table")
    def resolve(self, t: Table) -> Any:
        """Meet or beat the number and the target is destroyed; anything less has no effect."""
        shot = self.shots[self.number]
        rolled = sum(self.faces[0]) if self.faces else 0
        if rules_level(t, self.seat) == YOUNG:
            color_die(t, shot, happened.Throw(COLOR_DIE, self.seat, self.faces[0]))
            return
        numbers = numbers_of(t, t.units[shot.unit], t.units[shot.target])
        hit = numbers.needed is not None and rolled >= numbers.needed
        t.emit(
            happened.ShotResolved(
                unit=shot.unit,
                target=shot.target,
                needed=numbers.needed,
                rolled=rolled,
                hit=hit,
                tallies=(numbers.attack_points, numbers.defense_points),
                clause="mbb.shoot.hit" if numbers.needed is not None else "mbb.vt.dash",
                throws=(happened.Throw(_SHOT, self.seat, self.faces[0]),) if self.faces else UNSET,
            )
        )
        if hit:
            destroy(t, shot.target, shot.unit)

    @rule("mbb.declare.one_at_a_time")
    def another(self, t: Table) -> Any:
        """Shots are made one after another, never together."""
        self.number += 1
        return Goto("next_shot")


@rule("mbb.declare.void_destroyed", "mbb.declare.recheck", "mbb.los.required")
def why_void(state: State, shot: Shot) -> tuple[str, str] | None:
    """Why a declared shot is not made after all: shooter or target gone, or the line of sight lost. Else None."""
    shooter = state.units[shot.unit]
    if shooter.status != ALIVE:
        return "shooter_destroyed", "mbb.declare.recheck"
    if shot.target in state.units:
        target = state.units[shot.target]
        if target.status != ALIVE:
            return "target_destroyed", "mbb.declare.void_destroyed"
        return None if sight_of(state, shooter, target).seen else ("no_line_of_sight", "mbb.declare.recheck")
    if shot.target not in state.tokens:
        return "target_destroyed", "mbb.declare.void_destroyed"
    return None if sees_piece(state, shooter, shot.target) else ("no_line_of_sight", "mbb.declare.recheck")


def still_possible(state: State, shot: Shot) -> bool:
    """Whether a declared shot would be made on this table."""
    return why_void(state, shot) is None


@rule("mbb.young.color_die")
def color_die(t: Table, shot: Shot, throw: happened.Throw) -> None:
    """Very young players throw one die of two colours: half its faces destroy the target, whatever the cards say."""
    face = throw.faces[0]
    hit = color_die_hits(face)
    t.emit(
        happened.ShotResolved(
            unit=shot.unit,
            target=shot.target,
            needed=measures().color_die_hit_from,
            rolled=face,
            hit=hit,
            clause="mbb.young.color_die",
            throws=(throw,),
        )
    )
    if hit:
        destroy(t, shot.target, shot.unit)


@rule("mbb.wreck.side", "mbb.wreck.soft", "mbb.wreck.immovable", "mbb.geometry.destroyed_pose", "mbb.shoot.hit",
      "mbb.quick.wreck")  # fmt: skip
def destroy(t: Table, unit_id: str, by: str) -> None:
    """A destroyed unit lies on its side where it stood, for the rest of the battle, and victory is tested at once."""
    t.emit(happened.UnitDestroyed(unit=unit_id, by=by, clause="mbb.wreck.side"))
    note_progress(t)
    end_if_decided(t)


@rule("mbb.hm.shot", "mbb.hm.destroyed", "mbb.hm.open", "mbb.hm.house_example")
def shoot_at_piece(t: Table, shot: Shot) -> None:
    """A shot at terrain needs no roll: it takes one hit marker, and the last one takes the piece off the table."""
    left = t.tokens[shot.target].marks["hm"] - 1
    t.emit(happened.ShotResolved(unit=shot.unit, target=shot.target, needed=None, rolled=0, hit=True,
                                 clause="mbb.hm.shot"))  # fmt: skip
    if left > 0:
        t.emit(happened.TokenMarked(token=shot.target, mark="hm", value=left, clause="mbb.hm.shot"))
    else:
        t.emit(happened.TokenRemoved(token=shot.target, clause="mbb.hm.destroyed"))
    note_progress(t)


def shooters(state: State, seat: int) -> list[Unit]:
    """The living units of a seat that have a main weapon."""
    cards = state.match.cards
    return [unit for unit in state.units.values() if unit.seat == seat and unit.alive and cards[unit.id].ap > 0]
