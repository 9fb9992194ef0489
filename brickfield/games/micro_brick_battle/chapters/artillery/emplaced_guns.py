"""Guns in bunkers: who may be deployed inside one, and who is."""

from __future__ import annotations

from msgspec.structs import replace

from brickfield.core.board import ALIVE, Token, TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry import Pose, Shape
from ...base.battlefield import card_of, describe, standing, stands_within, terrain
from ...base.grounds import free_bunker
from ...base.line_of_sight import Sight
from ...base.losses import taken_away_by
from ...base.measures import measures, modifiers, printed
from ...base.modifiers import defended
from ...base.starting_a_game import advice_on_zone, deployment_depth, may_begin_at, own_zone, waiting_units
from ...base.target_declaration import may_point_at
from ...base.unit_stats import rear_shot_counts
from ...base.views import own_cover
from ..special_units.special_units import is_artillery
from ..terrain.bunkers import bunker_around, fires_out_of_bunker
from ..terrain.structures import bunker_of
from .bunker_places import artillery_depth
from .chapter import ARTILLERY_PIECES


@own_cover.amended(ARTILLERY_PIECES)
@rule("mbb.obst.bunker.opaque")
def bunker_hides_no_gun(state: State, unit: Unit, before: frozenset[TokenId]) -> frozenset[TokenId]:
    """A bunker hides nothing from the gun in it, nor that gun."""
    around = bunker_around(state, unit)
    return before | around if around else before


@taken_away_by.amended(ARTILLERY_PIECES)
@rule("mbb.arty.removed")
def leaves_no_wreck(state: State, unit: Unit, clause: str) -> str:
    """A gun that is destroyed is taken away."""
    return "mbb.arty.removed" if is_artillery(state, unit.id) else clause


@deployment_depth.amended(ARTILLERY_PIECES)
@rule("mbb.arty.deploy12")
def deployed_further_out(state: State, unit: Unit, before: tuple[float, str]) -> tuple[float, str]:
    """Guns are deployed further from the edge than everybody else."""
    return (artillery_depth(), "mbb.arty.deploy12") if is_artillery(state, unit.id) else before


@advice_on_zone.amended(ARTILLERY_PIECES)
@rule("mbb.arty.deploy12")
def guns_further_out(state: State, seat: int, before: str) -> str:
    """Players are told while they have guns to deploy."""
    if own_zone(state, seat) is not None or not any(
        is_artillery(state, unit.id) for unit in waiting_units(state, seat)
    ):
        return before
    return f"{before} Artillery may stand up to {artillery_depth():g} inches from your edge."


@may_begin_at.amended(ARTILLERY_PIECES)
@rule("mbb.arty.with", "mbb.obst.bunker.arty")
def into_bunker(state: State, unit: Unit, pose: Pose) -> Refusal | None:
    """Why a gun may not stand in the bunker it would be in there: it must face its way, be alone and be at home."""
    inside = bunker_around(state, replace(unit, pose=pose)) if is_artillery(state, unit.id) else ()
    if not inside:
        return None
    bunker = state.tokens[min(inside)]
    name, where = describe(state, unit.id), describe(state, bunker.id)
    if bunker.seat >= 0 and not state.match.allied(bunker.seat, unit.seat):
        return illegal("not_your_bunker", "mbb.arty.with", f"{where} belongs to {state.match.seat_name(bunker.seat)}.")
    if abs(_turned(pose, bunker)) > measures().tolerance_degrees:
        return illegal("faces_bunker", "mbb.arty.with", f"{name} must face the way {where} faces.")
    if occupant(state, bunker) is not None:
        return illegal("bunker_taken", "mbb.arty.with", f"There is a gun in {where} already.")
    return None


def _turned(pose: Pose, bunker: Token) -> float:
    """How far off the facing of a bunker a pose is, in degrees."""
    return (pose.degrees - bunker.pose.degrees - 90.0 + 180.0) % 360.0 - 180.0


@rule("mbb.arty.with")
def occupant(state: State, bunker: Token) -> Unit | None:
    """The gun in a bunker, if there is one."""
    guns = (unit for unit in state.units.values() if unit.status == ALIVE)
    return next((unit for unit in guns if bunker.id in bunker_around(state, unit)), None)


@stands_within.amended(ARTILLERY_PIECES)
@rule("mbb.obst.bunker.arty")
def bunker_for(state: State, shape: Shape, unit_id: UnitId, thing: str) -> str:
    """A gun may stand in an Artillery Bunker that no other gun is in."""
    bunkers = terrain(state).grounds.bunkers
    if not bunkers or card_of(state, unit_id).rules != "artillery":
        return thing
    others = [each for unit, each in standing(state) if unit.id != unit_id and unit.status == ALIVE]
    return free_bunker(bunkers, shape, others)


@may_point_at.amended(ARTILLERY_PIECES)
@rule("mbb.obst.bunker.arty_arc")
def out_of_bunker(state: State, unit: Unit, aim: str, place: tuple[float, float]) -> Refusal | None:
    """Out of a bunker a gun fires at what is in front of it only."""
    if fires_out_of_bunker(state, unit, place):
        return None
    sentence = f"{describe(state, unit.id)} fires out of a bunker, and {describe(state, aim)} is not in front of it."
    return illegal("behind_bunker", "mbb.obst.bunker.arty_arc", sentence)


@rear_shot_counts.amended(ARTILLERY_PIECES)
@rule("mbb.obst.bunker.arty", "mbb.arty.rear")
def not_in_a_bunker(state: State, _shooter: Unit, target: Unit, counts: bool) -> bool:
    """A gun inside a bunker has no rear."""
    return counts and not bunker_of(state, target)


@defended.amended(ARTILLERY_PIECES)
@rule("mbb.obst.bunker.arty")
def bunker_bonus(
    state: State,
    _shooter: Unit,
    target: Unit,
    _sight: Sight,
    _structures: tuple[Modifier, ...],
    before: tuple[Modifier, ...],
) -> tuple[Modifier, ...]:
    """A gun inside an Artillery Bunker has 2 DP more on all sides; hidden-unit modifiers stay."""
    bunker = bunker_of(state, target)
    return (*before, printed(modifiers().artillery_bunker, bunker, ())) if bunker else before
