"""What an airplane may do now, as it is offered: its Move, its machine guns, missiles and bombs with their odds."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core.asking.movers import Mover, StepOffer, TurnLimit
from brickfield.core.asking.offers import Action, Aims, Path, Shooter
from brickfield.core.asking.previews import ConeFace, ReachFace
from brickfield.core.board import FLYING, Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import AimFace, SightPicture
from brickfield.core.state import State
from brickfield.geometry.grain import Pose
from ...base.aims import SURE, Face, face_at, ids_of, need_words, picture, roll_words, sum_of, together, why_short
from ...base.battlefield import battle_of, card_of, enemy_planes, targets_of
from ...base.line_of_sight import Sight
from ...base.losses import sections_in_reach
from ...base.measures import flying, measures, modifiers
from ...base.odds import chance_of, ways_to_roll
from ...base.target_declaration import able_to_join, fewest_partners, targetable_pieces
from ...base.unit_stats import has_modifiers
from .airplane_shooting import (
    STORES,
    TITLES,
    VERBS,
    Weapon,
    machine_gun_range,
    markers_struck,
    may_strike,
    strike_distance,
    strike_numbers,
)
from .airplanes import flight_lengths
from .chapter import AIRPLANES
from .targeting_airplanes import MAIN_GUN, SMALL_ARMS, distance_to_plane, weapon_at_plane

_CLAUSES = {"machine_guns": "mbb.air.mg.ap", "missile": "mbb.air.missile.as_shot", "bomb": "mbb.air.bomb.5"}
_SHORT = {
    "out_of_arc": "not in the cone",
    "out_of_range": "too far",
    "not_flown_over": "not flown over",
    "no_line_of_sight": "behind something tall",
    "far_slope": "on the far slope",
    "not_on_ground": "in the air",
}


@rule("mbb.air.turn45", "mbb.air.min_half", "mbb.geometry.plane_reference")
def move_offer(state: State, unit: Unit) -> Action:
    """A Move: straight on with one turn, at least half of the MP; its wedge and the reach of its guns."""
    numbers, (least, most) = flying(), flight_lengths(state, unit.id)
    wedge = ConeFace(
        unit.here.x, unit.here.y, unit.here.degrees, numbers.turn_degrees, most, "where it may turn", "mbb.air.turn45"
    )
    answer = {"answer": "air_move", "unit": unit.id}
    mover = Mover(unit.id, most, most, answer, circles=(gun_circle(state, unit.id, unit.here),), cone=wedge)
    steps = (
        StepOffer("forward", "Fly", "straight", "inches", 1.0, "mbb.air.min_half"),
        StepOffer("pivot", "Turn", "turn", "degrees", 0.0, "mbb.air.turn45"),
    )
    turns = TurnLimit(numbers.turns_in_a_move, numbers.turn_degrees, "mbb.air.turn45")
    offer = Path(
        (mover,),
        steps,
        points="in",
        least=least,
        turns=turns,
        over="flown over",
        leaves=True,
        length_clause="mbb.air.min_half",
        points_clause="mbb.air.min_half",
    )
    text = f"{least:g} to {most:g} inches, with one turn of up to {numbers.turn_degrees:g} degrees."
    return Action("move", "Move", offer, "mbb.air.min_half", text)


@rule("mbb.air.mg.range", "mbb.geometry.plane_reference")
def gun_circle(state: State, unit_id: str, pose: Pose) -> ReachFace:
    """How far the machine guns of a plane reach from its reference point, here or where it flies."""
    far = machine_gun_range(state, unit_id)
    return ReachFace((pose.x, pose.y), far, "range of its machine guns", "mbb.air.mg.range")


@rule("mbb.air.mg_los", "mbb.air.ex_front", "mbb.air.missile.as_shot")
def gun_cones(state: State, unit: Unit, weapon: Weapon) -> tuple[ConeFace, ...]:
    """The cones a weapon bears in: about the nose, and of rear machine guns about the tail; a bomb has none."""
    if weapon == "bomb" or unit.pose is None:
        return ()
    half, pose = flying().cone_degrees / 2, unit.pose
    rear = weapon == "machine_guns" and card_of(state, unit.id).machine_guns == "front+rear"
    # missiles reach everywhere: their cone is drawn across the table
    far = machine_gun_range(state, unit.id) if weapon == "machine_guns" else _across(state)
    axes = ((0.0, "ahead"), (180.0, "behind")) if rear else ((0.0, "ahead"),)
    return tuple(
        ConeFace(pose.x, pose.y, pose.degrees + axis, half, far, f"{TITLES[weapon].lower()} {words}", "mbb.air.mg_los")
        for axis, words in axes
    )


def _across(state: State) -> float:
    """As far as it is from any place of the table to any other."""
    x0, y0, x1, y1 = battle_of(state).bounds
    return float(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)


@rule("mbb.air.order_free", "mbb.air.targets", "mbb.air.weapons")
def strike_offer(state: State, unit: Unit, weapon: Weapon, over: tuple[str, ...], closed: Refusal | None) -> Action:
    """A weapon and everything it might be used on, what is possible first, the best odds first."""
    title = TITLES[weapon]
    if weapon in STORES:
        title = f"{title} ({unit.marks.get(STORES[weapon], 0)}\u00a0left)"
    if closed is not None:
        return Action(weapon, title, None, _CLAUSES[weapon], closed=closed)
    aims = strike_aims(state, unit, weapon, over)
    offer = Aims(
        (Shooter(unit.id, aims, cones=gun_cones(state, unit, weapon)),),
        {"answer": "air_strike", "unit": unit.id, "weapon": weapon},
        into="run",
        clause=_CLAUSES[weapon],
        give=VERBS[weapon],
    )
    first = next((aim.refusal for aim in aims if aim.refusal is not None), None)
    none = all(aim.refusal is not None for aim in aims)
    return Action(weapon, title, None if none else offer, _CLAUSES[weapon], closed=first if none else None)


def strike_aims(state: State, unit: Unit, weapon: Weapon, over: tuple[str, ...]) -> tuple[AimFace, ...]:
    """Every enemy a weapon might be used on or why not, and the terrain that it may."""
    there = (*targets_of(state, unit.seat), *enemy_planes(state, unit.seat))
    enemies = [each.id for each in there]
    pieces = [each for each in targetable_pieces(state) if may_strike(state, unit, weapon, each, over) is None]
    aims = [strike_aim(state, unit, weapon, target, over) for target in (*enemies, *pieces)]
    return tuple(sorted(aims, key=lambda each: (each.refusal is not None, each.target in state.tokens, -each.odds)))


@rule("mbb.geometry.preview", "mbb.air.mg.mods", "mbb.air.bomb.5")
def strike_aim(state: State, unit: Unit, weapon: Weapon, target_id: str, over: tuple[str, ...]) -> AimFace:
    """One weapon at one target: what it needs, the sums behind that, and the odds."""
    refusal = may_strike(state, unit, weapon, target_id, over)
    if target_id in state.tokens:
        return _at_piece(state, unit, weapon, target_id, refusal)
    target = state.units[target_id]
    title, away = card_of(state, target_id).name, strike_distance(state, unit, target_id)
    plain = AimFace(unit.id, target_id, title, "", refusal, distance=away, clause=_CLAUSES[weapon])
    if refusal is not None:
        return replace(plain, remark=_SHORT.get(refusal.code, "not possible"))
    numbers = strike_numbers(state, unit, weapon, target)
    sight = numbers.sight
    seen = _seen(state, unit, target, sight) if sight is not None else None
    counted = [modifier.reason for tally in numbers.tallies for modifier in tally.in_force()]
    return replace(
        plain,
        remark=", ".join(counted) or ("flown over" if weapon == "bomb" else "in the open"),
        needed=numbers.needed,
        need=need_words(numbers.needed),
        roll=roll_words(numbers.needed),
        odds=chance_of(numbers.needed),
        ways=ways_to_roll(numbers.needed),
        sums=tuple(map(sum_of, numbers.tallies)),
        sight=seen,
        clause=numbers.clause,
    )


@rule("mbb.air.through")
def _seen(state: State, unit: Unit, target: Unit, sight: Sight) -> SightPicture:
    """What was measured; from the air it is one AP less, however much is hidden."""
    through = modifiers().airplane_through
    threshold = (measures().hidden_tolerance_share, f"−{-through.value} when shot through", through.clause)
    shown = (threshold,) if has_modifiers(state, unit.seat) else ()
    return replace(picture(state, unit, target, sight), thresholds=shown, clause=through.clause)


@rule("mbb.hm.plane", "mbb.hm.one_piece")
def _at_piece(state: State, unit: Unit, weapon: Weapon, target_id: str, refusal: Refusal | None) -> AimFace:
    """Terrain needs no roll: so many hit markers go."""
    token = state.tokens[target_id]
    away = strike_distance(state, unit, target_id)
    plain = AimFace(unit.id, target_id, token.kind, "", refusal, distance=away, clause="mbb.hm.plane")
    if refusal is not None:
        return replace(plain, remark=_SHORT.get(refusal.code, "not possible"))
    takes, left = markers_struck(weapon), token.marks.get("hm", 0)
    gone = takes >= left
    roll = f"no roll: takes up to {takes} hit marker{'s' if takes != 1 else ''}"
    remark = f"{left} hit marker{'s' if left != 1 else ''}"
    sections = sections_in_reach(state, target_id, takes)
    return replace(plain, remark=remark, need=SURE, roll=roll, odds=1.0 if gone else 0.0, sections=sections)


_WEAPONS = {SMALL_ARMS: "small arms", MAIN_GUN: "main gun"}


@face_at.amended(AIRPLANES)
@rule("mbb.air.smallarms.9", "mbb.air.main_gun")
def face_at_plane(state: State, target: Unit, before: Face) -> Face:
    """A shot at an airplane shows other things than one at the ground."""
    return at_plane if target.status == FLYING else before


@rule("mbb.air.smallarms.9", "mbb.air.main_gun")
def at_plane(state: State, unit: Unit, plane: Unit, refusal: Refusal | None) -> AimFace:
    """A shot at an airplane: with small arms, or with a gun that can be raised so high if that needs less."""
    plain = AimFace(
        unit.id, plane.id, card_of(state, plane.id).name, "", distance=distance_to_plane(state, unit, plane)
    )
    if refusal is not None:
        return replace(plain, remark=why_short(refusal), refusal=refusal)
    weapon, numbers = weapon_at_plane(state, unit, plane)
    others = fewest_partners(state, unit, plane)
    return replace(
        plain,
        remark=f"flank {together(others)}" if others else _WEAPONS[weapon],
        needed=numbers.needed,
        need=need_words(numbers.needed),
        roll=roll_words(numbers.needed),
        odds=chance_of(numbers.needed),
        ways=ways_to_roll(numbers.needed),
        sums=tuple(map(sum_of, numbers.tallies)),
        clause=numbers.clause,
        joins=ids_of(able_to_join(state, unit, plane)),
        odds_of=together(others) if others else UNSET,
        needs=ids_of(others) or UNSET,
    )
