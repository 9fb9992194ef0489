"""Hidden units and cover where infantry is concerned: walls round it, woods over it, and what hinders its own shots."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.modifiers import Modifier
from brickfield.core.state import State
from brickfield.geometry import Scene, kernel, point_in
from ...base.battlefield import battle_of, feature_of, footprint, softs, token_shape
from ...base.features import Feature
from ...base.line_of_sight import Sight, side_ends
from ...base.measures import measures
from ...base.modifiers import OBSTACLE, REPLACING, Hindrances, Modifiers, defended, hindrances, soft_cover
from ...base.views import own_cover, walled_in
from ..terrain.structures import covered_all_round
from .chapter import INFANTRY
from .infantry import building_of, is_infantry, missing
from .infantry_figures import SNIPER, fire_figures, foot_modifiers, on_foot
from .infantry_sight import forest_of
from .infantry_tables import squads

_NOTHING: dict[str, str] = {}


# --- against infantry ------------------------------------------------------------------------------------------------


@walled_in.amended(INFANTRY)
@rule("inf.geometry.inside", "inf.hidden.building")
def inside_a_building(state: State, target: Unit, before: bool) -> bool:
    """Inside a building its walls stand for all cover, and nothing else hinders the shot."""
    return before or (bool(target.inside) and bool(building_of(state, target)))


@defended.amended(INFANTRY)
@rule("inf.move.omni", "inf.dmg.dp", "inf.geometry.modifier_order")
def soldiers_defended(
    state: State, shooter: Unit, target: Unit, sight: Sight, structures: Modifiers, found: Modifiers
) -> tuple[Modifier, ...]:
    """Infantry has no side to be shot at from behind: its losses count, and the best of its cover."""
    if not is_infantry(state, target.id):
        return found
    return losses(target) + (() if breaks_cover(state, shooter) else best_cover(state, target, structures))


@rule("inf.hidden.building", "inf.raid.defence", "inf.hidden.forest", "inf.hidden.emplacement", "inf.hidden.rest")
def best_cover(state: State, target: Unit, structures: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """The Defense Points of what infantry is in or behind; only the best of them counts.

    A building and a forest protect against everybody, `structures` only against whose shot they shadow.
    """
    building = building_of(state, target)
    if building:
        return (on_foot(foot_modifiers().building, building),)
    forest = forest_of(state, target)
    if not forest:
        return structures
    return (*structures, on_foot(foot_modifiers().forest, min(forest), ("structure",) if structures else ()))


@rule("inf.dmg.dp", "inf.strag.stats")
def losses(target: Unit) -> tuple[Modifier, ...]:
    """A Defense Point less for every two markers that are missing."""
    lost = missing(target)
    points = lost // squads().markers_per_dp
    return (Modifier("defense_points", -points, f"{lost} markers lost", "inf.dmg.dp", "losses"),) if points else ()


@covered_all_round.amended(INFANTRY)
@rule("inf.hidden.emplacement")
def sandbags_all_round(state: State, target: Unit, before: bool) -> bool:
    """Sandbags cover infantry whatever side it is shot at from."""
    return before or is_infantry(state, target.id)


@soft_cover.amended(INFANTRY)
@rule("inf.hidden.emplacement", "inf.hidden.same")
def behind_sandbags(state: State, shooter: Unit, target: Unit, sight: Sight, cover: dict[str, str]) -> dict[str, str]:
    """Who stands in an emplacement is behind it, too."""
    sandbags = "" if sight.point_blank else stands_in_emplacement(state, target)
    return cover | {"emplacement": sandbags} if sandbags else cover


@rule("inf.hidden.emplacement")
def stands_in_emplacement(state: State, target: Unit) -> str:
    """The emplacement a plate stands in: its centre is on it. Empty: none."""
    if target.pose is None or not is_infantry(state, target.id):
        return ""
    soft = softs(state)
    found = zip(soft.kinds, soft.shapes, strict=True)
    return next(
        (
            source
            for (kind, source), shape in found
            if kind == "emplacement" and point_in(shape, *target.pose.place, False)
        ),
        "",
    )


# --- shots of infantry -----------------------------------------------------------------------------------------------


@rule("inf.sniper.hidden")
def sees_the_hidden(shooter: Unit) -> bool:
    """Whether hiding and low obstacles do not hinder a shooter: a sniper."""
    return SNIPER in shooter.marks


@rule("inf.sniper.hidden")
def breaks_cover(state: State, shooter: Unit) -> bool:
    """Whether by the house rule the cover of a target counts for nothing against a shooter."""
    return bool(state.match.options.inf_sniper_ignores_cover_dp) and sees_the_hidden(shooter)


@rule("inf.los.obstacle")
def is_obstacle(feature: Feature) -> bool:
    """Two or three bricks high and no see-through thing; what gives Defense Points counts by those alone."""
    if feature.cover == "see_through" or feature.modifier in REPLACING:
        return False
    return fire_figures().obstacle_over_bricks < feature.height_bricks < measures().hard_cover_bricks


@rule("inf.los.obstacle", "inf.geometry.inside")
def low_obstacle(state: State, shooter: Unit, target: Unit, sight: Sight) -> dict[str, str]:
    """The piece over one brick high that shadows part of a target for infantry, if there is one."""
    if sight.point_blank:
        return _NOTHING
    ids, scene = _obstacles(state)
    if not ids:
        return _NOTHING
    past = own_cover(state, shooter) | own_cover(state, target)
    ends = side_ends(footprint(state, target), sight.side, sight.muzzle)
    found = [ids[number] for number in kernel.shadowed_by(scene, *sight.muzzle, *ends)]
    source = next((each for each in found if each not in past), "")
    return {OBSTACLE: source} if source else _NOTHING


@kept(by="tokens")
def _obstacles(state: State) -> tuple[tuple[str, ...], Scene]:
    match = battle_of(state)
    kinds = [(token, feature_of(match, token)) for token in state.tokens.values()]
    found = [token for token, feature in kinds if feature is not None and is_obstacle(feature)]
    return tuple([token.id for token in found]), Scene([token_shape(token) for token in found])


@hindrances.amended(INFANTRY)
@rule("inf.los.obstacle", "inf.sniper.hidden")
def seen_on_foot(state: State, shooter: Unit, target: Unit, sight: Sight, found: Hindrances) -> Hindrances:
    """The cover and hiding of a target as infantry finds them: low obstacles hinder it too; a sniper minds neither."""
    if not is_infantry(state, shooter.id):
        return found
    cover, hidden = found
    if sees_the_hidden(shooter):
        return cover, None
    return cover | low_obstacle(state, shooter, target, sight), hidden
