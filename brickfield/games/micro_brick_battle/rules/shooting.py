"""Shooting Phase: declared shots one after another from the left, each with its number on the Victory Table."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import UNSET

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, FLYING, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Frame, Goto, Push, Roll
from brickfield.core.state import Facts, State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.rules.airplane_shooting import StrikeNumbers
from brickfield.games.micro_brick_battle.rules.amphibious_vehicles import sinks
from brickfield.games.micro_brick_battle.rules.battlefield import (
    Chapters,
    enemy_planes,
    footprint_at,
    living_of,
    obstacles,
    terrain,
)
from brickfield.games.micro_brick_battle.rules.card_effects import HIT
from brickfield.games.micro_brick_battle.rules.effect_cards import plays_cards
from brickfield.games.micro_brick_battle.rules.flanking import too_few
from brickfield.games.micro_brick_battle.rules.hit_markers import take_markers
from brickfield.games.micro_brick_battle.rules.infantry import building_of, is_infantry
from brickfield.games.micro_brick_battle.rules.infantry_damage import REMOVED, lose_marker, loses_a_marker
from brickfield.games.micro_brick_battle.rules.line_of_sight import sees_piece, sight_of
from brickfield.games.micro_brick_battle.rules.measures import measures
from brickfield.games.micro_brick_battle.rules.modifiers import numbers_of
from brickfield.games.micro_brick_battle.rules.playing_cards import card_window
from brickfield.games.micro_brick_battle.rules.raiding import after_raid
from brickfield.games.micro_brick_battle.rules.shared_fates import break_off, is_worked_on
from brickfield.games.micro_brick_battle.rules.special_units import fires_over, is_artillery
from brickfield.games.micro_brick_battle.rules.spotters import fires_by_spotter, spotter_for
from brickfield.games.micro_brick_battle.rules.target_declaration import Shot, holds_all_fire, holds_fire
from brickfield.games.micro_brick_battle.rules.targeting_airplanes import (
    is_flying,
    may_fire_at_plane,
    spotter_of_plane,
    weapon_at_plane,
)
from brickfield.games.micro_brick_battle.rules.winning import note_loss, note_progress
from brickfield.games.micro_brick_battle.rules.young_players import COLOR_DIE, YOUNG, color_die_hits, rules_level
from brickfield.geometry import Scene, kernel

_SHOT = "shot"
# Fewer declarations than these are no flank.
_A_FLANK = 2
# said after every shot, so they are not made anew
_ANOTHER, _NEXT_SHOT = Goto("another"), Goto("next_shot")
# What cards say of a shooter: its shot is void, or is made again.
DUD, AGAIN = "dud_shell", "lucky_shot"


class ShootingPhase(Frame):
    """The declared shots, in the order locked at declaration."""

    seat: int = 0
    shots: tuple[Shot, ...] = ()
    number: int = 0
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "next_shot", "resolve", "play_cards", "strike", "another")
    ONLY_WHERE: ClassVar[Chapters] = {"play_cards": plays_cards, "strike": plays_cards}
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "shots", "number", "faces")

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
        if shot.target in t.tokens:
            shoot_at_piece(t, shot)
            return _ANOTHER
        shooter, has = t.units[shot.unit], t.match.has
        if has.airplanes and is_flying(t, shot.target):
            return self._at_plane(t, shooter, shot)
        if has.young and rules_level(t, shooter.seat) == YOUNG:
            return Roll((Pool(1, COLOR_DIE, measures().die_faces, self.seat),), into="faces")
        others = flankers(t, shot, self.shots) if has.infantry else ()
        if numbers_of(t, shooter, t.units[shot.target], others=others).needed is None:
            return None
        return Roll((Pool(measures().shot_dice, _SHOT, measures().die_faces, self.seat),), into="faces")

    @rule("mbb.shoot.hit", "mbb.shoot.table", "mbb.unit.ap", "mbb.unit.dp", "mbb.young.color_die", "mbb.quick.table")
    def resolve(self, t: Table) -> Any:
        """Meet or beat the number and the target is destroyed; anything less has no effect."""
        shot, has = self.shots[self.number], t.match.has
        if has.airplanes and is_flying(t, shot.target):
            numbers_at_plane = weapon_at_plane(t, t.units[shot.unit], t.units[shot.target])[1]
            return self._then(t, shot_resolved(t, shot.unit, shot.target, numbers_at_plane, self.faces))
        if has.young and rules_level(t, self.seat) == YOUNG:
            return self._then(t, color_die(t, shot, happened.Throw(COLOR_DIE, self.seat, self.faces[0])))
        others = flankers(t, shot, self.shots) if has.infantry else ()
        numbers = numbers_of(t, t.units[shot.unit], t.units[shot.target], others=others)
        strike = StrikeNumbers(numbers.needed, (numbers.attack_points, numbers.defense_points), "mbb.shoot.hit")
        return self._then(t, shot_resolved(t, shot.unit, shot.target, strike, self.faces))

    @rule("mbb.shoot.hit", "inf.raid.movein")
    def _then(self, t: Table, hit: bool) -> Any:
        """What a hit does; where raiders have destroyed the defenders of a building, who moves in."""
        shot = self.shots[self.number]
        return harm_unless_played(t, shot, self.shots) if hit else None

    @rule("mbb.card.timing")
    def play_cards(self, t: Table) -> Any:
        """Whose unit is hit, or has missed, may play a card."""
        shot = self.shots[self.number]
        return after_shot_window(t, shot.unit, shot.target)

    @rule("mbb.card.scenario")
    def strike(self, t: Table) -> Any:
        """What no card has turned away destroys the target."""
        shot = self.shots[self.number]
        if HIT in t.units[shot.target].marks:
            t.emit(happened.UnitMarked(unit=shot.target, mark=HIT, value=0, clause="mbb.card.timing"))
            return harm(t, shot, self.shots)
        return None

    @rule("mbb.air.smallarms.9", "mbb.air.main_gun")
    def _at_plane(self, t: Table, shooter: Unit, shot: Shot) -> Any:
        """Two dice at an airplane, with the weapon that reaches it."""
        if weapon_at_plane(t, shooter, t.units[shot.target])[1].needed is None:
            return None
        return Roll((Pool(measures().shot_dice, _SHOT, measures().die_faces, self.seat),), into="faces")

    @rule("mbb.declare.one_at_a_time", "mbb.card.scenario")
    def another(self, t: Table) -> Any:
        """Shots are made one after another, never together; a lucky one is made again."""
        if not is_made_again(t, self.shots[self.number].unit):
            self.number += 1
        return _NEXT_SHOT


@rule("mbb.shoot.hit", "mbb.vt.dash", "mbb.air.smallarms.9", "mbb.air.main_gun")
def shot_resolved(
    t: Table, unit: UnitId, target: UnitId, numbers: StrikeNumbers, faces: tuple[tuple[int, ...], ...]
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
            throws=(happened.Throw(_SHOT, t.units[unit].seat, faces[0]),) if faces else UNSET,
        )
    )
    return hit


@rule("mbb.shoot.hit", "mbb.air.destroyed")
def resolve_shot(
    t: Table, unit: UnitId, target: UnitId, numbers: StrikeNumbers, faces: tuple[tuple[int, ...], ...]
) -> None:
    """A shot that destroys what it hits."""
    if shot_resolved(t, unit, target, numbers, faces):
        destroy_unless_played(t, target, unit)


@rule("mbb.card.timing")
def destroy_unless_played(t: Table, unit_id: UnitId, by: UnitId) -> None:
    """Where the owner of a unit may still play a card, a hit waits for it; without cards it destroys at once."""
    if card_window(t, "hit", (by, unit_id)) is None:
        destroy(t, unit_id, by)
    else:
        t.emit(happened.UnitMarked(unit=unit_id, mark=HIT, value=1, clause="mbb.card.timing"))


@rule("mbb.card.timing")
def after_shot_window(t: Table, unit: UnitId, target: UnitId) -> Any:
    """Whose unit is hit, or has missed, may play a card, if the target still stands or flies."""
    if t.units[target].status not in (ALIVE, FLYING):
        return None
    return card_window(t, "hit" if HIT in t.units[target].marks else "missed", (unit, target))


@rule("mbb.card.scenario")
def strike_home(t: Table, unit: UnitId, target: UnitId) -> None:
    """A hit that no card has turned away destroys the target."""
    if HIT in t.units[target].marks:
        t.emit(happened.UnitMarked(unit=target, mark=HIT, value=0, clause="mbb.card.timing"))
        destroy(t, target, unit)


@rule("mbb.card.scenario")
def is_made_again(t: Table, unit: UnitId) -> bool:
    """Whether a card says that the shot is made again; it says so once."""
    if AGAIN not in t.units[unit].marks:
        return False
    t.emit(happened.UnitMarked(unit=unit, mark=AGAIN, value=0, clause="mbb.card.scenario"))
    return True


@rule("mbb.declare.recheck", "inf.flank.vehicle", "inf.geometry.simultaneous")
def flankers(state: State, shot: Shot, shots: tuple[Shot, ...]) -> tuple[Unit, ...]:
    """Who still goes with a lead when its roll comes: those that live and see the target."""
    if len(shots) < _A_FLANK or not state.match.has.infantry or not is_infantry(state, shot.unit):
        return ()
    joined = [each for each in shots if each.lead == shot.unit]
    return tuple(state.units[each.unit] for each in joined if _why_void(state, each) is None)


@rule("inf.geometry.simultaneous", "mbb.declare.recheck")
def why_void(state: State, shot: Shot, shots: tuple[Shot, ...] = ()) -> tuple[str, str] | None:
    """Why a declared shot is not made after all; a flank needs its minimum again when it rolls."""
    void = _why_void(state, shot)
    if void is not None or not state.match.has.infantry or not is_infantry(state, shot.unit):
        return void
    group = (state.units[shot.unit], *flankers(state, shot, shots))
    few = too_few(state, group, state.units[shot.target])
    return (few.code, "inf.geometry.simultaneous") if few is not None else None


@rule("mbb.declare.void_destroyed", "mbb.declare.recheck", "mbb.los.required", "mbb.spg.over", "mbb.arty.over")
def _why_void(state: State, shot: Shot) -> tuple[str, str] | None:
    """Why a unit does not make its shot: shooter or target gone, or the line of sight lost. Else None.

    Guns that fire over everything need their line, or their spotter's, for the declaration only.
    """
    shooter = state.units[shot.unit]
    if shooter.status != ALIVE:
        return "shooter_destroyed", "mbb.declare.recheck"
    if DUD in shooter.marks:
        return "dud_shell", "mbb.card.scenario"
    if shot.target in state.units:
        target = state.units[shot.target]
        if target.status == FLYING:
            lost = None if fires_over(state, shot.unit) else may_fire_at_plane(state, shooter, target)
            return (lost.code, "mbb.declare.recheck") if lost is not None else None
        if target.status != ALIVE and not is_worked_on(state, target):
            return "target_destroyed", "mbb.declare.void_destroyed"
        seen = fires_by_spotter(state, shooter) or sight_of(state, shooter, target).seen
        return None if seen else ("no_line_of_sight", "mbb.declare.recheck")
    if shot.target not in state.tokens:
        return "target_destroyed", "mbb.declare.void_destroyed"
    if fires_by_spotter(state, shooter):
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


@rule("mbb.card.timing")
def harm_unless_played(t: Table, shot: Shot, shots: tuple[Shot, ...]) -> Push | None:
    """Where the owner of a unit may still play a card, a hit waits for it; without cards it tells at once."""
    if card_window(t, "hit", (shot.unit, shot.target)) is None:
        return harm(t, shot, shots)
    t.emit(happened.UnitMarked(unit=shot.target, mark=HIT, value=1, clause="mbb.card.timing"))
    return None


@rule("inf.dmg.infantry", "inf.dmg.vehicle", "inf.raid.movein", "inf.eng.hit", "mbb.shoot.hit")
def harm(t: Table, shot: Shot, shots: tuple[Shot, ...]) -> Push | None:
    """What a hit does: it destroys the target, or takes a soldier marker; whoever raided may then move in."""
    if is_worked_on(t, t.units[shot.target]):
        break_off(t, shot.target)
        return None
    if not loses_a_marker(t, shot.target, shot.unit):
        destroy(t, shot.target, shot.unit)
        return None
    building = building_of(t, t.units[shot.target])
    raiders = (shot.unit, *[unit.id for unit in flankers(t, shot, shots)])
    lose_marker(t, shot.target, shot.unit)
    if not building or t.units[shot.target].alive or t.outcome is not None:
        return None
    return after_raid(t, t.units[shot.unit].seat, building, raiders)


@rule("mbb.wreck.side", "mbb.wreck.soft", "mbb.wreck.immovable", "mbb.geometry.destroyed_pose", "mbb.shoot.hit",
      "mbb.quick.wreck")  # fmt: skip
def destroy(t: Table, unit_id: str, by: str) -> None:
    """A destroyed unit lies on its side where it stood, for the rest of the battle, and victory is tested at once."""
    clause = taken_away_by(t, t.units[unit_id])
    t.emit(happened.UnitDestroyed(unit=unit_id, by=by, leaves_wreck=not clause, clause=clause or "mbb.wreck.side"))
    note_progress(t)
    note_loss(t, unit_id, by)


@rule("mbb.arty.removed", "mbb.amph.sink", "mbb.cmd.death", "mbb.air.destroyed", "inf.dmg.removed")
def taken_away_by(state: State, unit: Unit) -> str:
    """The clause that takes a destroyed unit off the table; empty: it becomes a wreck, a commander's tank too."""
    if unit.status == FLYING:
        return "" if _room_for_wreck(state, unit) else "mbb.air.destroyed"
    if is_artillery(state, unit.id):
        return "mbb.arty.removed"
    if is_infantry(state, unit.id):
        return REMOVED
    return "mbb.amph.sink" if sinks(state, unit) else ""


@rule("mbb.air.destroyed")
def _room_for_wreck(state: State, plane: Unit) -> bool:
    """A plane comes down where there is room for its wreck: on no unit, wreck, water or closed ground."""
    assert plane.pose is not None
    shape = footprint_at(state, plane.id, plane.pose)
    water = Scene([water.shape for water in terrain(state).grounds.shallow_water])
    return kernel.overlapped(obstacles(state).scene, shape) == -1 and kernel.overlapped(water, shape) == -1


@rule("mbb.declare.locked", "mbb.declare.void_missed", "mbb.spg.spotter")
def lock_declarations(t: Table, seat: int, shots: tuple[Shot, ...]) -> None:
    """What has not been declared by now is lost, and nothing may be changed any more."""
    for shot in shots:
        by = _spotter(t, shot)
        clause = "mbb.spot.los" if by else "inf.flank.one_roll" if shot.lead else "mbb.declare.one"
        declared = happened.TargetDeclared(
            unit=shot.unit, target=shot.target, spotter=by or UNSET, lead=shot.lead or UNSET, clause=clause
        )
        t.emit(declared)
    t.emit(happened.DeclarationsLocked(seat=seat, clause="mbb.declare.locked"))


def _spotter(state: State, shot: Shot) -> str:
    """Whose sight a declaration rests on; empty: the shooter's own."""
    gun = state.units[shot.unit]
    if is_flying(state, shot.target):
        return spotter_of_plane(state, gun, state.units[shot.target])
    return spotter_for(state, gun, shot.target)


@rule("mbb.hm.shot", "mbb.hm.house_example")
def shoot_at_piece(t: Table, shot: Shot) -> None:
    """A shot at terrain needs no roll: it takes one hit marker, and the last one takes the piece off the table."""
    t.emit(happened.ShotResolved(unit=shot.unit, target=shot.target, needed=None, rolled=0, hit=True,
                                 clause="mbb.hm.shot"))  # fmt: skip
    take_markers(t, shot.target, 1, shot.unit)


@rule("mbb.air.smallarms.all")
def shooters(state: State, seat: int) -> list[Unit]:
    """The living units of a seat that have something to fire and may; small arms too while enemy planes are there."""
    key = f"shooters{seat}"
    known: tuple[Facts, list[Unit]] | None = state.from_units.get(key)
    # a fact that has changed since, such as the phase, may have changed who may fire
    if known is not None and known[0] is state.facts:
        return known[1]
    closed = holds_all_fire if enemy_planes(state, seat) else holds_fire
    found = [unit for unit in living_of(state, seat) if closed(state, unit) is None]
    state.from_units[key] = state.facts, found
    return found
