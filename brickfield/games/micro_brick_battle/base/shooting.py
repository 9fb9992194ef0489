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
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.battlefield import (
    Chapters,
    describe,
    enemy_planes,
    living_of,
)
from brickfield.games.micro_brick_battle.base.hit_markers import take_markers
from brickfield.games.micro_brick_battle.base.line_of_sight import sees_piece, spotter_for
from brickfield.games.micro_brick_battle.base.losses import destroy
from brickfield.games.micro_brick_battle.base.measures import measures
from brickfield.games.micro_brick_battle.base.modifiers import StrikeNumbers
from brickfield.games.micro_brick_battle.base.target_declaration import ON_THE_GROUND, Shot, firing_at, holds_fire
from brickfield.games.micro_brick_battle.base.unit_stats import fires_over, holds_all_fire
from brickfield.games.micro_brick_battle.chapters.effect_cards.chapter import EFFECT_CARDS
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import (
    AMMUNITION,
    HAS_SHOT,
    LUCK,
    note_for_cards,
    plays_cards,
    wear_off,
)
from brickfield.games.micro_brick_battle.chapters.effect_cards.playing_cards import card_moment
from brickfield.games.micro_brick_battle.chapters.young_players.chapter import YOUNG_PLAYERS
from brickfield.games.micro_brick_battle.chapters.young_players.young_players import (
    COLOR_DIE,
    YOUNG,
    color_die_hits,
    rules_level,
)

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
    ONLY_WHERE: ClassVar[Chapters] = dict.fromkeys(
        ("special_ammunition", "lucky_star", "throw_again", "play_cards"), plays_cards
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "shots", "number", "faces")

    def thrown_for(self) -> tuple[str, str]:
        """The unit whose shot it is, and its target."""
        return self.shots[self.number].unit, self.shots[self.number].target

    @rule("mbb.turn.phases", "mbb.quick.phases", "mbb.declare.locked")
    def begin(self, t: Table) -> Any:
        """From here on no target may be added or changed."""
        t.emit(happened.PhaseStarted(phase="shooting", clause="mbb.turn.phases"))

    @rule("mbb.card.timing", "mbb.card.scenario", "inf.geometry.cards")
    def special_ammunition(self, t: Table) -> Any:
        """When a shot comes up its player may play a card on it; units that flank fire one shot together."""
        if self.number >= len(self.shots):
            return None
        shot = self.shots[self.number]
        if shot.lead or why_void(t, shot, self.shots) is not None:
            return None
        told = f"{describe(t, shot.unit)} is about to fire at {describe(t, shot.target)}."
        return card_moment(t, self.seat, "shot", (shot.unit, shot.target), told)

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
        if t.match.chapters_in_play[EFFECT_CARDS]:
            note_for_cards(t, shot.unit, HAS_SHOT)
        if shot.target in t.tokens:
            shoot_at_piece(t, shot)
            return _ANOTHER
        if self._by_color(t):
            return Roll((Pool(1, COLOR_DIE, measures().die_faces, self.seat),), into="faces")
        if self._strike(t).needed is None:
            return None
        return Roll((Pool(measures().shot_dice, SHOT, measures().die_faces, self.seat),), into="faces")

    @rule("mbb.shoot.hit", "mbb.shoot.table", "mbb.unit.ap", "mbb.unit.dp", "mbb.young.color_die", "mbb.quick.table")
    def resolve(self, t: Table) -> Any:
        """Meet or beat the number and the target is destroyed; anything less has no effect."""
        shot = self.shots[self.number]
        if self._by_color(t):
            return self._then(t, color_die(t, shot, happened.Throw(COLOR_DIE, self.seat, self.faces[0])))
        others = flankers(t, shot, self.shots)
        return self._then(t, shot_resolved(t, shot.unit, shot.target, self._strike(t), self.faces, others))

    @rule("mbb.shoot.hit")
    def _then(self, t: Table, hit: bool) -> Any:
        """What a hit does."""
        if not hit:
            return None
        shot = self.shots[self.number]
        return harm_done(t, shot.target, shot.unit)(t, shot.target, shot.unit, flankers(t, shot, self.shots))

    def _strike(self, t: Table) -> StrikeNumbers:
        """What the shot that is made needs."""
        shot = self.shots[self.number]
        shooter, target = t.units[shot.unit], t.units[shot.target]
        return firing_at(t, target).strike(t, shooter, target, flankers(t, shot, self.shots))

    @rule("mbb.young.color_die")
    def _by_color(self, t: Table) -> bool:
        """Whether the colour of one die decides the shot that is made."""
        if not t.match.chapters_in_play[YOUNG_PLAYERS] or rules_level(t, self.seat) != YOUNG:
            return False
        return firing_at(t, t.units[self.shots[self.number].target]) is ON_THE_GROUND

    @rule("mbb.card.timing")
    def lucky_star(self, t: Table) -> Any:
        """Right after the roll, before anything comes of it."""
        if not self.faces or len(self.faces[0]) < measures().shot_dice:
            return None
        shot = self.shots[self.number]
        return lucky_moment(t, shot.unit, shot.target, sum(self.faces[0]), self._strike(t).needed)

    @rule("mbb.card.scenario")
    def throw_again(self, t: Table) -> Any:
        """Both dice, if a card says so."""
        if not is_thrown_again(t, self.shots[self.number].unit, self.faces):
            return None
        return Roll((Pool(measures().shot_dice, SHOT, measures().die_faces, self.seat),), into="faces")

    @rule("mbb.card.scenario")
    def play_cards(self, t: Table) -> Any:
        """The ammunition of a card was for this shot."""
        wear_off(t, self.seat, (AMMUNITION,))

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


@rule("mbb.card.timing")
def lucky_moment(t: Table, unit: UnitId, target: UnitId, rolled: int, needed: int | None) -> Any:
    """Who has thrown two dice for an attack may have a Lucky Star, hit or miss."""
    told = f"{describe(t, unit)} has thrown {rolled} against {describe(t, target)} and needs {needed}."
    hit = needed is not None and rolled >= needed
    return card_moment(t, t.units[unit].seat, "rolled", (unit, target), told, hit)


@rule("mbb.card.scenario")
def is_thrown_again(t: Table, unit: UnitId, faces: tuple[tuple[int, ...], ...]) -> bool:
    """Whether a card says that both dice are thrown again; the first throw is told, and counts no more."""
    if LUCK not in t.units[unit].marks:
        return False
    first = happened.Throw(SHOT, t.units[unit].seat, faces[0])
    t.emit(happened.UnitMarked(unit=unit, mark=LUCK, value=0, clause="mbb.card.scenario", throws=(first,)))
    return True


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


@rule("mbb.young.color_die")
def color_die(t: Table, shot: Shot, throw: happened.Throw) -> bool:
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
    return hit


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
