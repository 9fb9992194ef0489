"""Questions about a table: what a path costs, who sees whom, why a number is what it is, and what the odds are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from brickfield.core.modifiers import TallyLine
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.geometry import Shape
from brickfield.geometry.grain import GRAIN
from brickfield.speech.queries import of_units
from ..base.aims import aim as aim_of
from ..base.battlefield import (
    SMOKE,
    battle_of,
    closed_to_movement,
    feature_of,
    footprint,
    range_between,
    terrain,
    token_shape,
)
from ..base.battlefield import describe as name_of
from ..base.line_of_sight import SIDE_NAMES, gun_bears, muzzle, sees_piece, sight_of
from ..base.measures import modifiers
from ..base.modifiers import numbers_of
from ..base.movement import MP_GRAIN, Drive, Steps, drive
from ..base.movement import points_left as left_of
from ..base.odds import PlanOdds, chance_to_destroy
from ..base.odds import plan_odds as odds_of_plan
from ..base.target_declaration import Declare, Shot, may_target, settle_declarations
from ..base.target_declaration import leftmost as from_the_left
from ..base.target_declaration import legal_targets as targets_of
from ..base.unit_stats import has_modifiers
from ..base.winning import units_in_area
from ..chapters.infantry.marching import March, march
from ..chapters.infantry.marching_points import MARCH
from ..chapters.mines.minefields import LAID_ZONE, MARKER
from ..chapters.scenario_goals.scenario_goals import goal_now, goal_words
from ..setup.possible_tables import table_fault


def path(state: State, unit: str, steps: Any) -> Drive | Refusal:
    """An order worked out without giving it: every step with its end, its cost and what stopped it."""
    plain = msgspec.to_builtins(steps)
    if state.match.cards[unit].markers:
        ways = [each | {"step": MARCH} if each.get("step") == "slide" else each for each in plain]
        return march(state, state.units[unit], as_type(ways, tuple[March, ...]))
    return drive(state, state.units[unit], as_type(plain, Steps))


def cost(state: State, unit: str, steps: Any) -> float | Refusal:
    """The MP an order would cost; a refusal if some step of it is not allowed."""
    worked = path(state, unit, steps)
    if isinstance(worked, Refusal) or worked.refused is not None:
        return worked if isinstance(worked, Refusal) else worked.refused or 0.0
    return sum(taken.cost for taken in worked.taken) / MP_GRAIN


def end(state: State, unit: str, steps: Any) -> tuple[float, float, float] | Refusal:
    """Where an order would end: x, y and heading."""
    worked = path(state, unit, steps)
    if isinstance(worked, Refusal):
        return worked
    pose = worked.taken[-1].pose
    return pose.x / GRAIN, pose.y / GRAIN, pose.heading / GRAIN


points_left, legal_targets = of_units(left_of), of_units(targets_of)


def line_of_sight(state: State, shooter: str, target: str) -> bool:
    """Whether some part of the target, a unit or a piece of terrain, can be seen from the shooter's barrel."""
    if target in state.tokens:
        return sees_piece(state, state.units[shooter], target)
    return sight_of(state, state.units[shooter], state.units[target]).seen


def hidden_share(state: State, shooter: str, target: str) -> float:
    """The hidden share of the target's facing side, 0 to 1."""
    return sight_of(state, state.units[shooter], state.units[target]).hidden


def facing_side(state: State, shooter: str, target: str) -> str:
    """The side of the target the shooter faces: left, rear, right or front."""
    return SIDE_NAMES[sight_of(state, state.units[shooter], state.units[target]).side]


def in_arc(state: State, shooter: str, target: str) -> bool:
    """Whether the shooter's gun bears on the target, a unit or a piece of terrain, as its hull stands."""
    unit, shape = state.units[shooter], _shape(state, target)
    return gun_bears(state, unit, shape, muzzle(state, unit, shape.centre))


def why(state: State, shooter: str, target: str) -> tuple[TallyLine, ...]:
    """Every line of both sums, with its clause."""
    numbers = numbers_of(state, state.units[shooter], state.units[target])
    return numbers.attack_points.lines() + numbers.defense_points.lines()


def odds(state: State, shooter: str, target: str) -> float:
    """The exact chance that a shot destroys the target; none at all for a shot that may not be declared."""
    if may_target(state, state.units[shooter], target) is not None:
        return 0.0
    return chance_to_destroy(state, shooter, target)


_WITH = " with "


def planned_as(target: str, lead: str = "") -> str:
    """A shot of a plan in words: its target, and with whom the unit attacks it together."""
    return f"{target}{_WITH}{lead}" if lead else target


def as_planned(words: str) -> tuple[str, str]:
    """The target and the lead of a shot of a plan; without a lead it is a shot of its own."""
    target, _with, lead = words.partition(_WITH)
    return target, lead


def plan_odds(state: State, plan: Mapping[str, str]) -> PlanOdds | Refusal:
    """The exact odds of a whole fire plan, shots from the left, voided ones included."""
    shots = tuple(Shot(unit, *as_planned(target)) for unit, target in plan.items())
    if not shots:
        return odds_of_plan(state, ())
    seat = state.units[shots[0].unit].seat if shots[0].unit in state.units else 0
    settled = settle_declarations(state, seat, Declare(shots))
    return settled if isinstance(settled, Refusal) else odds_of_plan(state, settled)


def leftmost(state: State, seat: int) -> list[str]:
    """The living units of a seat from left to right."""
    return [unit.id for unit in from_the_left(state, seat)]


def distance(state: State, one: str, other: str) -> float:
    """The distance between the outlines of two units or pieces of terrain."""
    return range_between(_shape(state, one), _shape(state, other))


def _shape(state: State, thing: str) -> Shape:
    return footprint(state, state.units[thing]) if thing in state.units else token_shape(state.tokens[thing])


def aim(state: State, shooter: str, target: str) -> dict[str, Any]:
    """A shot as plain data: odds, the total needed, what was measured, and every line of both sums by its name."""
    face = aim_of(state, state.units[shooter], target)
    plain: dict[str, Any] = msgspec.to_builtins(face)
    return plain | {each.of: msgspec.to_builtins(each.lines) for each in face.sums}


def why_not(state: State, shooter: str, target: str) -> Refusal | None:
    """Why a unit may not name this target now; None when it may."""
    return may_target(state, state.units[shooter], target)


def about_piece(state: State, token: str) -> dict[str, Any]:
    """What a piece of terrain does: whether it hides, stops vehicles, and what it takes from or adds to a shot."""
    if state.tokens[token].kind == MARKER:
        return {"hides": False, "blocks": False, "clause": "mbb.mine.visual.trigger", "mine": True}
    if state.tokens[token].kind == LAID_ZONE:
        return {"hides": False, "blocks": False, "clause": "mbb.mine.zone.trigger", "mine": True}
    if state.tokens[token].kind == SMOKE:
        return {"hides": True, "blocks": False, "clause": "mbb.card.scenario"}
    feature = feature_of(battle_of(state), state.tokens[token])
    if feature is None:
        return {"hides": False, "blocks": False, "clause": ""}
    blocks = closed_to_movement(state, feature) or feature.ground == "water"
    told = {"hides": feature.is_opaque, "blocks": blocks, "clause": feature.clause}
    charge = next((each.points for each in terrain(state).grounds.charged if each.token == token), 0)
    told |= {"charge": charge} if charge else {}
    if not feature.gives_cover or not any(has_modifiers(state, seat) for seat in range(state.match.seats)):
        return told
    entry = getattr(modifiers(), feature.modifier)
    return told | {"to": entry.to, "value": entry.value, "reason": entry.reason}


def goal(state: State) -> dict[str, Any]:
    """What the battle is fought for: the goal in words, the last round, and an area to hold with who is in it."""
    match = battle_of(state)
    scenario, area = match.scenario, match.scenario.objective
    told: dict[str, Any] = {
        "title": scenario.title,
        "text": scenario.goal,
        "clause": scenario.clause,
        "last_round": match.round_limit,
    }
    if scenario.goals:
        told["goals"] = [{"seat": each.seat, "text": goal_words(each)} for each in scenario.goals]
        told["now"] = [goal_now(state, each) for each in scenario.goals]
    if area is None:
        return told
    held = [units_in_area(state, seat) for seat in range(match.seats)]
    return told | {"area": msgspec.to_builtins(area), "held": held}


QUERIES: dict[str, Callable[..., Any]] = {
    "points_left": points_left,
    "tally": of_units(numbers_of),
    "legal_targets": legal_targets,
    "describe": name_of,
    **{
        query.__name__: query
        for query in (
            *(path, cost, end, line_of_sight, hidden_share, facing_side, in_arc, why, odds, plan_odds, leftmost),
            *(distance, aim, why_not, about_piece, goal, table_fault),
        )
    },
}
