"""Odds: the exact chances of a shot and of a whole fire plan, voided shots included. Nothing is sampled.

Only a plan in which very many kills stand in each other's lines is worked out on the table as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.adding import added
from brickfield.core.apply import apply
from brickfield.core.board import ALIVE, IN_BATTLE, WRECK, Unit
from brickfield.core.clauses import rule
from brickfield.core.events import Event, TokenMarked, TokenRemoved, UnitDestroyed
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.geometry import Scene, Shape, kernel
from .battlefield import card_of, footprint, token_shape
from .line_of_sight import muzzle, sees_target, sees_target_piece, side_ends
from .losses import lost_with, taken_away_by
from .measures import chance_of as chance_of
from .measures import ways_to_roll as ways_to_roll
from .shooting import decided_by, flankers, still_possible
from .target_declaration import (
    ON_THE_GROUND,
    Shot,
    fewest_partners,
    firing_at,
    goes_with_others,
    may_fire_at_pieces,
    may_target,
)
from .unit_stats import cost_when_lost


@rule("mbb.geometry.preview", "mbb.young.mix", "mbb.los.required", "mbb.vt.clamp.ap", "mbb.hm.shot",
      "mbb.shoot.hit")  # fmt: skip
def chance_to_destroy(state: State, shooter_id: str, target_id: str) -> float:
    """The chance that this shot, made now, destroys the target: none without a main weapon or a line of sight.

    Terrain loses a marker for certain, so it is destroyed if that is its last.
    """
    if target_id in state.tokens:
        shooter, last = state.units[shooter_id], state.tokens[target_id].marks.get("hm", 0) == 1
        armed = card_of(state, shooter_id).has_main_weapon and may_fire_at_pieces(state, shooter, target_id) is None
        return 1.0 if last and armed and sees_target_piece(state, shooter, target_id) else 0.0
    whole = lives_taken(state, target_id, shooter_id) >= lives(state, target_id)
    return chance_to_hit(state, shooter_id, target_id) if whole and not _is_wreck(state, target_id) else 0.0


@Question
@rule("mbb.shoot.hit")
def lives(state: State, unit_id: str) -> int:
    """How many times a unit has to be hit until it is destroyed."""
    return 1


@Question
@rule("mbb.shoot.hit")
def lives_taken(state: State, target_id: str, shooter_id: str) -> int:
    """How many of those times one hit counts for: all of them."""
    return lives(state, target_id)


@rule("mbb.geometry.preview", "mbb.los.required", "mbb.vt.clamp.ap")
def chance_to_hit(state: State, shooter_id: str, target_id: str) -> float:
    """The chance that this shot, made now, tells; of a unit that needs others with the fewest it needs."""
    shooter, target = state.units[shooter_id], state.units[target_id]
    if firing_at(state, target) is not ON_THE_GROUND or goes_with_others(state, shooter):
        if may_target(state, shooter, target_id) is not None:
            return 0.0
        return chance_of_shot(state, shooter_id, target_id, fewest_partners(state, shooter, target))
    if not card_of(state, shooter_id).has_main_weapon:
        return 0.0
    return chance_of_shot(state, shooter_id, target_id) if sees_target(state, shooter, target) else 0.0


@rule("mbb.shoot.hit", "mbb.spg.over")
def chance_of_shot(state: State, shooter_id: str, target_id: str, others: tuple[Unit, ...] = ()) -> float:
    """The chance that a shot at a unit tells once it is made, by whatever sight it was declared."""
    shooter, target = state.units[shooter_id], state.units[target_id]
    return decided_by(state, shooter, target).chance(state, Shot(shooter_id, target_id), others)


class ShotOdds(Struct, frozen=True):
    """One declared shot in its place in the plan: the chance it is made at all, and that it destroys its target.

    A shot that takes a marker from terrain, but not the last, destroys nothing.
    """

    unit: str
    target: str
    made: float
    destroys: float


class PlanOdds(Struct, frozen=True):
    """A whole fire plan: each shot, the chance for each target, how many kills with what chance.

    They are `exact` unless so many kills change each other's lines that only the table as it stands was looked at.
    """

    shots: tuple[ShotOdds, ...]
    targets: dict[str, float]
    kills: tuple[float, ...]
    at_least_one: float
    expected_kills: float
    expected_cost: float
    exact: bool = True
    # by unit how often it may be expected to be hit without being destroyed by that
    harmed: dict[str, float] = {}


# Nobody goes down with a bridge.
NOBODY: dict[str, float] = {}

# How many branches of a plan are worked out before it is taken for too tangled: a fraction of a second.
MOST_BRANCHES = 8_192

# What has been hit, and how often: a unit once, terrain once for every marker it has lost.
_Hits = frozenset[tuple[str, int]]
# The hits that later shots depend on, and how many units have been destroyed in all.
_Branch = tuple[_Hits, int]


@rule("mbb.declare.void_destroyed", "mbb.declare.one_at_a_time", "mbb.shoot.order", "mbb.geometry.preview",
      "mbb.declare.recheck", "mbb.win.elimination")  # fmt: skip
def plan_odds(state: State, shots: tuple[Shot, ...], most: int = MOST_BRANCHES) -> PlanOdds:
    """Work a plan out exactly, shot by shot from the left.

    A shot at a target that is already destroyed is void, and after the last enemy nobody fires. Every hit changes the
    table (a live tank hides, its wreck only hinders, a gap in a wall does neither), so the numbers of later shots are
    worked out anew on each branch of what has been hit so far. Branches that differ only in hits no later shot depends
    on are one branch, so large plans stay small. A plan with more than `most` branches is not worked out to its end.
    """
    needs = _needed_later(state, shots)
    enemies = _enemies_left(state, shots)
    branches: dict[_Branch, float] = {(frozenset(), 0): 1.0}
    listed: list[ShotOdds] = []
    drowned: dict[str, float] = {}
    harmed: dict[str, float] = {}
    looked_at = 0
    for shot, needed in zip(shots, needs, strict=True):
        looked_at += len(branches)
        if looked_at > most:
            return _as_it_stands(state, shots)
        made = destroys = 0.0
        following: dict[_Branch, float] = {}
        for (hits, kills), weight in branches.items():
            fired, chance = _on_branch(state, hits, shot, shots) if kills < enemies else (False, 0.0)
            made += weight * fired
            _add(following, (_kept(hits, needed), kills), weight * (1.0 - chance))
            if chance:
                struck, lost = _strike(state, hits, shot)
                if shot.target in state.units and not lost and not _is_wreck(state, shot.target):
                    harmed[shot.target] = harmed.get(shot.target, 0.0) + weight * chance
                destroys += weight * chance * (shot.target in lost)
                for unit_id in [each for each in lost if each != shot.target]:
                    drowned[unit_id] = drowned.get(unit_id, 0.0) + weight * chance
                kill = sum(each in state.units for each in lost)
                _add(following, (_kept(struck, needed), kills + kill), weight * chance)
        branches = following
        listed.append(ShotOdds(shot.unit, shot.target, made, destroys))
    return replace(_summary(state, tuple(listed), branches, drowned), harmed=harmed)


@rule("mbb.declare.void_destroyed", "mbb.shoot.order")
def _as_it_stands(state: State, shots: tuple[Shot, ...]) -> PlanOdds:
    """A plan on the table as it is: a hit voids later shots at the same target, but opens and closes no line."""
    left: dict[str, float] = {}
    lost: dict[str, int] = {}
    listed: list[ShotOdds] = []
    for shot in shots:
        made = left.get(shot.target, 1.0)
        if shot.target in state.units:
            whole = shot.target in _strike(state, frozenset(), shot)[1]
            destroys = made * _on_branch(state, frozenset(), shot, shots)[1] * whole
        else:
            lost[shot.target] = lost.get(shot.target, 0) + 1
            destroys = made if lost[shot.target] == state.tokens[shot.target].marks["hm"] else 0.0
        left[shot.target] = made - destroys
        listed.append(ShotOdds(shot.unit, shot.target, made, destroys))
    branches: dict[_Branch, float] = {(frozenset(), 0): 1.0}
    for chance in [1.0 - each for name, each in left.items() if name in state.units]:
        following: dict[_Branch, float] = {}
        for (none, kills), weight in branches.items():
            _add(following, (none, kills), weight * (1.0 - chance))
            _add(following, (none, kills + 1), weight * chance)
        branches = following
    return replace(_summary(state, tuple(listed), branches), exact=False)


def _add(branches: dict[_Branch, float], branch: _Branch, weight: float) -> None:
    if weight:
        branches[branch] = branches.get(branch, 0.0) + weight


def _kept(hits: _Hits, needed: frozenset[str]) -> _Hits:
    return frozenset([hit for hit in hits if hit[0] in needed])


@rule("mbb.hm.shot", "mbb.shoot.hit")
def _strike(state: State, hits: _Hits, shot: Shot) -> tuple[_Hits, list[str]]:
    """The hits with those of one more shot, and what that one destroys: its target, and enemies that go with it."""
    counts, target = dict(hits), shot.target
    before, full = counts.get(target, 0), _full(state, target)
    taken = 1 if target in state.tokens else lives_taken(state, target, shot.unit)
    counts[target] = before + 1 if taken < full or target in state.tokens else full
    lost = [target] if counts[target] >= full and not _is_wreck(state, target) else []
    if target in state.tokens:
        lost += _with_the_bridge(state, hits, shot) if lost else []
        for unit_id, hit in harmed_inside(state, target, before + 1, bool(lost)):
            whole = lives(state, unit_id)
            if counts.get(unit_id, 0) < whole:
                counts[unit_id] = min(whole, counts.get(unit_id, 0) + hit)
                lost += [unit_id] if counts[unit_id] == whole and _is_enemy(state, unit_id, shot) else []
    return frozenset(counts.items()), lost


def _is_enemy(state: State, unit_id: str, shot: Shot) -> bool:
    return not state.match.allied(state.units[unit_id].seat, state.units[shot.unit].seat)


@rule("mbb.wreck.not_target")
def _is_wreck(state: State, target: str) -> bool:
    """Whether a target is destroyed already: a hit is no kill."""
    return target in state.units and state.units[target].status == WRECK


def _full(state: State, target: str) -> int:
    """How many hits destroy something: its markers."""
    return state.tokens[target].marks["hm"] if target in state.tokens else lives(state, target)


@Question
@rule("mbb.hm.shot")
def harmed_inside(state: State, token_id: str, attacks: int, falls_down: bool) -> tuple[tuple[str, int], ...]:
    """The units in a piece that are hit with it by so many attacks, the last of which may destroy it."""
    return ()


@rule("mbb.hm.bridge_down")
def _with_the_bridge(state: State, hits: _Hits, shot: Shot) -> list[str]:
    """The enemies that go down with a bridge which this shot destroys, after these hits."""
    branch, seat = _after(state, hits), state.units[shot.unit].seat
    lost = [unit for unit in lost_with(branch, shot.target) if unit.status == ALIVE]
    return [unit.id for unit in lost if not state.match.allied(unit.seat, seat)]


@rule("mbb.win.elimination")
def _enemies_left(state: State, shots: tuple[Shot, ...]) -> int:
    """How many enemies there are in the battle, reserves included; without them it is over."""
    seat, allied = state.units[shots[0].unit].seat if shots else 0, state.match.allied
    return sum(not allied(unit.seat, seat) and unit.status in IN_BATTLE for unit in state.units.values())


def _needed_later(state: State, shots: tuple[Shot, ...]) -> list[frozenset[str]]:
    """For each shot the targets whose fate matters to a shot after it: as its target, or standing in its line."""
    named = tuple({shot.target: None for shot in shots})
    scene = Scene([outline_of(state, name) for name in named])
    carried = {name: carried_by(state, name) for name in named if name in state.tokens}
    later: frozenset[str] = frozenset()
    needs: list[frozenset[str]] = []
    for shot in reversed(shots):
        needs.append(later)
        later = later | {shot.target} | {named[index] for index in in_the_line(state, shot, scene)}
        # whoever is on a bridge goes down with it, so the fate of one is the fate of the other
        later |= carried.get(shot.target, set())
        later |= {name for name, units in carried.items() if units & {shot.unit, shot.target}}
    return needs[::-1]


@Question
@rule("mbb.hm.bridge_down")
def carried_by(state: State, token_id: str) -> set[str]:
    """The units whose fate hangs on a piece: those on a bridge."""
    return {unit.id for unit in lost_with(state, token_id)}


def outline_of(state: State, name: str) -> Shape:
    """The ground that a unit or a piece covers."""
    return footprint(state, state.units[name]) if name in state.units else token_shape(state.tokens[name])


@Question
@rule("mbb.geometry.soft_test")
def in_the_line(state: State, shot: Shot, scene: Scene) -> set[int]:
    """The shapes that shadow any side of a shot's target as seen from its barrel.

    That takes in trees around the target's centre, which shadow the sides behind it.
    """
    shape, shooter = outline_of(state, shot.target), state.units[shot.unit]
    eye = muzzle(state, shooter, shape.centre)
    sides = range(len(shape.edges) or 1)
    return {index for side in sides for index in kernel.shadowed_by(scene, *eye, *side_ends(shape, side, eye))}


def _on_branch(state: State, hits: _Hits, shot: Shot, shots: tuple[Shot, ...]) -> tuple[bool, float]:
    """Whether the shot is made after these hits, and its chance to tell: to destroy a unit, to take a marker.

    Who flanks with another has no roll of its own.
    """
    branch = _after(state, hits) if hits else state
    if shot.lead:
        lead = next(each for each in shots if each.unit == shot.lead)
        there = any(unit.id == shot.unit for unit in flankers(branch, lead, shots))
        return there and still_possible(branch, lead, shots), 0.0
    if not still_possible(branch, shot, shots):
        return False, 0.0
    if shot.target in branch.tokens:
        return True, 1.0
    return True, chance_of_shot(branch, shot.unit, shot.target, flankers(branch, shot, shots))


def _after(state: State, hits: _Hits) -> State:
    """The table as it would be after these hits."""
    branch = state.clone()
    for name, count in sorted(hits):
        if name in state.units:
            _lose(branch, name, count, _full(state, name))
        elif count < state.tokens[name].marks["hm"]:
            apply(branch, TokenMarked(token=name, mark="hm", value=state.tokens[name].marks["hm"] - count))
        else:
            lost = lost_with(branch, name)
            apply(branch, TokenRemoved(token=name))
            for unit in lost:
                apply(branch, UnitDestroyed(unit=unit.id, leaves_wreck=False))
    return branch


@Question
@rule("mbb.shoot.hit")
def comes_of_a_hit(state: State, unit_id: str) -> Sequence[Event]:
    """What becomes of a unit that is hit and not destroyed."""
    return ()


def _lose(branch: State, name: str, count: int, full: int) -> None:
    """A unit with so many of its markers gone; without any, or any it could lose, it is destroyed."""
    if count >= full and not _is_wreck(branch, name):
        apply(branch, UnitDestroyed(unit=name, leaves_wreck=not taken_away_by(branch, branch.units[name])))
        return
    for _ in range(count):
        for event in comes_of_a_hit(branch, name):
            apply(branch, event)


def _summary(
    state: State, shots: tuple[ShotOdds, ...], branches: dict[_Branch, float], drowned: dict[str, float] = NOBODY
) -> PlanOdds:
    targets: dict[str, float] = {**drowned}
    for shot in shots:
        if shot.target in state.units:
            targets[shot.target] = targets.get(shot.target, 0.0) + shot.destroys
    kills = [0.0] * (max(count for _hits, count in branches) + 1)
    for (_hits, count), weight in branches.items():
        kills[count] += weight
    expected = added(targets.values())
    cost = added(chance * cost_when_lost(state, state.units[unit_id]) for unit_id, chance in targets.items())
    return PlanOdds(shots, dict(sorted(targets.items())), tuple(kills), added(kills[1:]), expected, cost)
