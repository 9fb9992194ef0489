"""Target Declaration Phase: who may be named by whom, from the leftmost unit on, until the declarations are locked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, Struct

from brickfield.core.board import ALIVE, FLYING, WRECK, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.kept import kept
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base.battlefield import (
    battle_of,
    describe,
    enemies_of,
    enemy_planes,
    footprint,
    living_of,
    token_shape,
)
from brickfield.games.micro_brick_battle.base.line_of_sight import gun_bears, muzzle, sight_of
from brickfield.games.micro_brick_battle.base.unit_stats import attack_points
from brickfield.games.micro_brick_battle.chapters.airplanes.targeting_airplanes import may_fire_at_plane
from brickfield.games.micro_brick_battle.chapters.amphibious_vehicles.amphibious_vehicles import (
    landing_holds_fire,
    swimmer_cannot_attack,
)
from brickfield.games.micro_brick_battle.chapters.artillery.chapter import ARTILLERY_PIECES
from brickfield.games.micro_brick_battle.chapters.effect_cards.chapter import EFFECT_CARDS
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import waits_for_rapid_fire
from brickfield.games.micro_brick_battle.chapters.infantry.chapter import INFANTRY
from brickfield.games.micro_brick_battle.chapters.infantry.flanking import least_worth, too_few
from brickfield.games.micro_brick_battle.chapters.infantry.infantry import (
    gun_of,
    infantry_of,
    is_infantry,
    soldiers_hold_fire,
)
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_sight import too_far_to_see
from brickfield.games.micro_brick_battle.chapters.infantry.shared_fates import is_worked_on, wrecks_worked_on
from brickfield.games.micro_brick_battle.chapters.special_units.chapter import SPECIAL_UNITS
from brickfield.games.micro_brick_battle.chapters.special_units.special_units import (
    moved_gun_holds_fire,
    waits_for_commander,
)
from brickfield.games.micro_brick_battle.chapters.special_units.spotters import is_spotted_for, sees_target_piece
from brickfield.games.micro_brick_battle.chapters.terrain.bunkers import fires_out_of_bunker
from brickfield.games.micro_brick_battle.chapters.terrain.hills import hill_hides, place_of
from brickfield.games.micro_brick_battle.chapters.weather.weather import too_far_in_weather
from brickfield.geometry import Shape

Name = Annotated[str, Meta(max_length=16)]


class Shot(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One declaration: this unit fires at that target."""

    unit: Name
    target: Name
    # infantry that flanks: whose attack on the same target it joins
    lead: Name = ""


class Declare(Answer, frozen=True):
    """All declarations of the phase at once; giving them locks them."""

    shots: Annotated[tuple[Shot, ...], Meta(max_length=256)] = ()


@rule("mbb.geometry.leftmost", "mbb.declare.leftmost", "inf.shoot.last", "inf.geometry.left")
def leftmost(state: State, seat: int) -> list[Unit]:
    """Living units of a seat from left to right as it looks at the table; then nearer its edge, then bought earlier.

    Infantry comes after all others.
    """
    edge = battle_of(state).edges[seat]
    living = living_of(state, seat)
    # units are kept in the order of purchase, and sorting leaves equals in the order they have
    found = sorted(living, key=lambda unit: _lateral(unit, edge)) if len(living) > 1 else living
    return (
        sorted(found, key=lambda unit: is_infantry(state, unit.id)) if state.match.chapters_in_play[INFANTRY] else found
    )


def _lateral(unit: Unit, edge: str) -> tuple[int, int]:
    """How far right a unit stands as seen from an edge, and how far from that edge."""
    pose = unit.pose
    assert pose is not None
    match edge:
        case "x=0":
            return -pose.y, pose.x
        case _ if edge.startswith("x="):
            return pose.y, -pose.x
        case "y=0":
            return pose.x, pose.y
    return -pose.x, -pose.y


@rule("mbb.vt.clamp.ap")
def no_main_weapon(state: State, unit: Unit) -> Refusal:
    """Who has no Attack Points has nothing to fire."""
    sentence = f"{describe(state, unit.id)} has AP 0: it cannot fire a main weapon."
    return illegal("no_main_weapon", "mbb.vt.clamp.ap", sentence)


# What may keep a unit from declaring anything at all, whatever the target. Each chapter has its own reasons.
HOLDING: tuple[Callable[[State, Unit], Refusal | None], ...] = (
    soldiers_hold_fire,
    waits_for_commander,
    moved_gun_holds_fire,
    landing_holds_fire,
    swimmer_cannot_attack,
)


@rule("mbb.spg.move_or_shoot", "mbb.amph.no_shoot_landing", "mbb.amph.dd")
def holds_all_fire(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may fire neither its main weapon nor its small arms now, or None."""
    played = state.match.chapters_in_play
    if played[EFFECT_CARDS] and (waits := waits_for_rapid_fire(state, unit)) is not None:
        return waits
    if not played[SPECIAL_UNITS] and not played[INFANTRY]:
        return None
    return next((closed for reason in HOLDING if (closed := reason(state, unit)) is not None), None)


def holds_fire(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may declare nothing now but small arms at an airplane, or None."""
    played = state.match.chapters_in_play
    closed = holds_all_fire(state, unit) if played[SPECIAL_UNITS] or played[INFANTRY] or played[EFFECT_CARDS] else None
    return closed if closed is not None or attack_points(state, unit) else no_main_weapon(state, unit)


@rule("mbb.declare.legal_targets", "mbb.wreck.not_target", "mbb.los.required", "mbb.vt.clamp.ap", "mbb.declare.one")
def may_target(state: State, unit: Unit, target_id: str) -> Refusal | None:
    """An enemy unit, or terrain with hit markers, that the gun bears on and sees. Never a friend, never a wreck."""
    target = state.units.get(target_id)
    if target is not None:
        closed = may_see_and_fire(state, unit, target)
        return (
            needs_partners(state, unit, target) if closed is None and state.match.chapters_in_play[INFANTRY] else closed
        )
    closed = holds_fire(state, unit)
    if closed is not None:
        return closed
    token = state.tokens.get(target_id)
    if token is None:
        return invalid("unknown_target", f"There is nothing called {target_id!r} on this table.")
    if is_infantry(state, unit.id):
        return _not_for_infantry(state, unit, target_id)
    if not token.marks.get("hm", 0):
        sentence = f"{describe(state, target_id)} carries no hit markers and cannot be targeted."
        return illegal("no_hit_markers", "mbb.declare.legal_targets", sentence)
    return _may_target_piece(state, unit, target_id)


@rule("mbb.declare.legal_targets", "mbb.los.required", "inf.flank.vehicle")
def may_see_and_fire(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Whether a unit is free to fire and has its own line to another; infantry may still need others to go with it."""
    if target.status == FLYING:
        return holds_all_fire(state, unit) or may_fire_at_plane(state, unit, target)
    return holds_fire(state, unit) or _may_target_unit(state, unit, target)


@rule("inf.flank.vehicle", "inf.target.only_inf", "inf.target.noplane")
def needs_partners(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why infantry may not name a target that it could attack only together with others: they are not there."""
    if not is_infantry(state, unit.id) or too_few(state, (unit,), target) is None:
        return None
    group = (unit, *[each for each in able_to_flank(state, unit.seat, target) if each.id != unit.id])
    return too_few(state, group, target)


@rule("inf.flank.vehicle")
def able_to_flank(state: State, seat: int, target: Unit) -> list[Unit]:
    """The infantry of a seat that could take part in an attack on a target, each by its own line of sight."""
    return _able_to_flank(state, seat, target.id)


@kept(facts=("phase",))
def _able_to_flank(state: State, seat: int, target_id: UnitId) -> list[Unit]:
    target = state.units[target_id]
    return [each for each in infantry_of(state, seat) if may_see_and_fire(state, each, target) is None]


@rule("inf.flank.vehicle_min", "inf.flank.plane")
def fewest_partners(state: State, unit: Unit, target: Unit) -> tuple[Unit, ...]:
    """The fewest units, in order of purchase, that would make an attack of this one possible; none where none need."""
    group = [unit]
    if not is_infantry(state, unit.id) or too_few(state, group, target) is None:
        return ()
    for each in able_to_flank(state, unit.seat, target):
        if each.id != unit.id and too_few(state, group, target) is not None:
            group.append(each)
    return tuple(group[1:])


@rule("inf.target.only_inf", "inf.hidden.attack_building")
def _not_for_infantry(state: State, unit: Unit, token_id: str) -> Refusal:
    sentence = (
        f"{describe(state, unit.id)} is infantry: it cannot shoot at {describe(state, token_id)}, alone or flanking."
    )
    return illegal("not_for_infantry", "inf.target.only_inf", sentence)


@rule("mbb.declare.legal_targets", "mbb.reinf.safe")
def _may_target_unit(state: State, unit: Unit, target: Unit) -> Refusal | None:
    allied = state.match.allied(target.seat, unit.seat)
    there = target.status == ALIVE or is_worked_on(state, target)
    if not allied and there and not _joined(state, target) and has_a_shot(state, unit, target):
        return None
    return _why_not(state, unit, target)


@rule("inf.arty.notarget")
def _joined(state: State, target: Unit) -> UnitId:
    """The gun that infantry has joined, which is the target then; empty: none."""
    return gun_of(state, target) if target.inside else ""


@rule("mbb.los.required", "mbb.geometry.arc.fixed", "mbb.spg.arc")
def has_a_shot(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit sees another and its gun bears on it; a turret always does, a fixed gun must, spotted or not."""
    sight = sight_of(state, unit, target)
    if not (sight.seen or is_spotted_for(state, unit, target)):
        return False
    if state.match.chapters_in_play[ARTILLERY_PIECES] and not fires_out_of_bunker(state, unit, place_of(target)):
        return False
    if sight.point_blank or state.match.cards[unit.id].mount != "fixed":
        return True
    return gun_bears(state, unit, footprint(state, target), sight.muzzle)


def _why_not(state: State, unit: Unit, target: Unit) -> Refusal:
    """The reason in words, for a target that cannot be named."""
    name, aim = describe(state, unit.id), describe(state, target.id)
    if state.match.allied(target.seat, unit.seat):
        return illegal("own_unit", "mbb.declare.legal_targets", f"{name} may not target {aim}: it is on its own side.")
    if target.status == WRECK and not is_worked_on(state, target):
        return illegal("wreck", "mbb.wreck.not_target", f"{aim} is destroyed; wrecks cannot be targeted.")
    if target.status not in (ALIVE, WRECK):
        return illegal("not_on_table", "mbb.declare.legal_targets", f"{aim} is not on the table.")
    gun = _joined(state, target)
    if gun:
        sentence = f"{aim} has joined {describe(state, gun)} and cannot be targeted by itself."
        return illegal("joined_to_gun", "inf.arty.notarget", sentence, gun=gun)
    sight = sight_of(state, unit, target)
    if not gun_bears(state, unit, footprint(state, target), sight.muzzle):
        return _out_of_arc(state, unit, aim)
    if not fires_out_of_bunker(state, unit, place_of(target)):
        return _behind_bunker(state, unit, aim)
    far = _too_far(state, unit, aim, footprint(state, target))
    if far is not None:
        return far
    if hill_hides(state, place_of(unit), place_of(target)):
        return _on_a_hill(state, unit, aim)
    sentence = f"{name} has no line of sight to {aim}: every part of it is hidden."
    return illegal("no_line_of_sight", "mbb.los.required", sentence)


@rule("inf.los.range", "mbb.weather.part_visible")
def _too_far(state: State, unit: Unit, aim: str, shape: Shape) -> Refusal | None:
    """Why distance alone hides a target: the sight of infantry, or the weather."""
    if is_infantry(state, unit.id):
        return too_far_to_see(state, unit, aim, shape)
    return too_far_in_weather(state, describe(state, unit.id), aim, footprint(state, unit), shape)


def _may_target_piece(state: State, unit: Unit, token_id: str) -> Refusal | None:
    shape = token_shape(state.tokens[token_id])
    aim = describe(state, token_id)
    if not gun_bears(state, unit, shape, muzzle(state, unit, shape.centre)):
        return _out_of_arc(state, unit, aim)
    if not fires_out_of_bunker(state, unit, shape.centre):
        return _behind_bunker(state, unit, aim)
    if not sees_target_piece(state, unit, token_id):
        far = too_far_in_weather(state, describe(state, unit.id), aim, footprint(state, unit), shape)
        if far is not None:
            return far
        if hill_hides(state, place_of(unit), shape.centre):
            return _on_a_hill(state, unit, aim)
        sentence = f"{describe(state, unit.id)} has no line of sight to {aim}."
        return illegal("no_line_of_sight", "mbb.los.required", sentence)
    return None


def _out_of_arc(state: State, unit: Unit, aim: str) -> Refusal:
    arc = state.match.options.fixed_arc_deg
    sentence = f"{aim} is outside the {arc} degree arc of {describe(state, unit.id)}'s fixed gun."
    return illegal("out_of_arc", "mbb.geometry.arc.fixed", sentence, arc=arc)


@rule("mbb.obst.bunker.arty_arc")
def _behind_bunker(state: State, unit: Unit, aim: str) -> Refusal:
    sentence = f"{describe(state, unit.id)} fires out of a bunker, and {aim} is not in front of it."
    return illegal("behind_bunker", "mbb.obst.bunker.arty_arc", sentence)


@rule("mbb.terrain.hill.at")
def _on_a_hill(state: State, unit: Unit, aim: str) -> Refusal:
    sentence = f"{describe(state, unit.id)} has no line of sight to {aim}: it is on a hill, and the shooter is on none."
    return illegal("no_line_of_sight", "mbb.terrain.hill.at", sentence)


@rule("mbb.declare.one", "mbb.declare.same", "mbb.declare.leftmost", "mbb.turn.active", "mbb.quick.declare")
def settle_declarations(state: State, seat: int, answer: Declare) -> tuple[Shot, ...] | Refusal:
    """Check every declaration and put them in order from the left: one target a unit, one target for many is fine."""
    shots, refusal = sort_declarations(state, seat, answer)
    return shots if refusal is None else refusal


def sort_declarations(state: State, seat: int, answer: Declare) -> tuple[tuple[Shot, ...], Refusal | None]:
    """The declarations that may be made, from the left, and why the first of the others may not."""
    named: dict[UnitId, Shot] = {}
    first: Refusal | None = None
    for shot in answer.shots:
        refusal = _may_declare(state, seat, shot, named)
        if refusal is None:
            named[shot.unit] = shot
        first = first or refusal
    shots = tuple(named[unit.id] for unit in leftmost(state, seat) if unit.id in named)
    if not state.match.chapters_in_play[INFANTRY]:
        return shots, first
    together, alone = join_flanks(state, shots)
    return together, first or alone


@rule("inf.flank.vehicle", "inf.flank.one_roll")
def join_flanks(state: State, shots: tuple[Shot, ...]) -> tuple[tuple[Shot, ...], Refusal | None]:
    """Declarations with every flank complete: who goes with whom, and why the first of the others may not.

    A unit names the lead it goes with. At what one unit cannot attack those that name nobody go with the lead that is
    named there, or with the leftmost of them.
    """
    leads = {shot.unit: lead for shot in shots if (lead := _lead_of(state, shot, shots))}
    found: list[Shot] = []
    refused: list[Refusal] = []
    for shot in shots:
        lead = leads.get(shot.unit, shot.unit)
        refusal = _may_flank(state, shot, lead, shots, leads)
        if refusal is None:
            found.append(Shot(shot.unit, shot.target, lead if lead != shot.unit else ""))
        else:
            refused.append(refusal)
    # who is too few may be so because another has named a wrong lead: that is said then
    return tuple(found), min(refused, key=lambda each: each.code == "too_few_to_flank", default=None)


def _lead_of(state: State, shot: Shot, shots: tuple[Shot, ...]) -> str:
    """Whose attack a declaration belongs to; empty: its own."""
    if shot.lead:
        return shot.lead
    target = state.units.get(shot.target)
    if not is_infantry(state, shot.unit) or target is None or not least_worth(state, target):
        return ""
    there = [each for each in shots if each.target == shot.target and is_infantry(state, each.unit)]
    able = [each.unit for each in there]
    named = [each.lead for each in there if each.lead in able]
    return "" if shot.unit in named else (named or [there[0].unit])[0]


@rule("inf.flank.vehicle", "inf.flank.one_roll", "inf.flank.vehicle_min", "inf.flank.plane")
def _may_flank(state: State, shot: Shot, lead: str, shots: tuple[Shot, ...], leads: dict[str, str]) -> Refusal | None:
    """Whether a declaration stands with the others of its attack."""
    if not is_infantry(state, shot.unit):
        if not shot.lead:
            return None
        sentence = f"{describe(state, shot.unit)} is not infantry: it cannot flank."
        return illegal("not_infantry", "inf.flank.vehicle", sentence)
    leading = next((each for each in shots if each.unit == lead), None)
    if (
        leading is None
        or leading.target != shot.target
        or leads.get(lead, lead) != lead
        or not is_infantry(state, lead)
    ):
        sentence = f"{describe(state, shot.unit)} cannot go with {lead}: that unit leads no attack on {shot.target}."
        return illegal("no_such_lead", "inf.flank.one_roll", sentence, lead=lead)
    group = [each.unit for each in shots if leads.get(each.unit, each.unit) == lead and each.target == shot.target]
    return too_few(state, [state.units[each] for each in group], state.units[shot.target])


def _may_declare(state: State, seat: int, shot: Shot, named: dict[UnitId, Shot]) -> Refusal | None:
    unit = state.units.get(shot.unit)
    if unit is None:
        return invalid("unknown_unit", f"There is no unit {shot.unit!r} on this table.")
    if unit.seat != seat:
        sentence = f"{describe(state, unit.id)} belongs to {state.match.seat_name(unit.seat)}."
        return illegal("not_your_unit", "mbb.turn.active", sentence)
    if unit.status != ALIVE:
        sentence = f"{describe(state, unit.id)} is not on the table as a living unit."
        return illegal("not_alive", "mbb.declare.recheck", sentence)
    if unit.id in named:
        name, aim = describe(state, unit.id), describe(state, named[unit.id].target)
        sentence = f"{name} has declared {aim} already: one target for each unit."
        return illegal("one_target", "mbb.declare.one", sentence)
    return may_target(state, unit, shot.target)


@kept(by="tokens")
def targetable_pieces(state: State) -> list[str]:
    """The pieces and sections of terrain that carry hit markers."""
    return [token.id for token in state.tokens.values() if token.marks.get("hm", 0)]


def legal_targets(state: State, unit: Unit) -> list[str]:
    """Everything a unit may name now: enemies first, planes too, then terrain with hit markers."""
    planes = [each.id for each in enemy_planes(state, unit.seat)]
    if holds_fire(state, unit) is not None:
        return [each for each in planes if may_target(state, unit, each) is None]
    there = (*enemies_of(state, unit.seat), *wrecks_worked_on(state, unit.seat))
    enemies = [*[each.id for each in there], *planes]
    pieces = targetable_pieces(state)
    return [each for each in (*enemies, *pieces) if may_target(state, unit, each) is None]
