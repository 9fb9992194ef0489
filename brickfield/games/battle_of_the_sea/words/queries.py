"""Questions about a table: what a course costs and where it ends, who is in range, what dice and odds an attack has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from brickfield.core.match import Match
from brickfield.core.modifiers import TallyLine
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.geometry.grain import GRAIN
from brickfield.speech.queries import of_units
from ..base import odds as chances
from ..base import ship_card, waters
from ..base.aims import aim_face
from ..base.dices import chance, score
from ..base.firing import hull_distance, may_target, range_band, targets
from ..base.hulls import bow_of
from ..base.moving_the_vessels import Course, Impact, Sail, effective_speed
from ..base.ramming import work_out_course
from ..base.victory import tally as points
from ..chapters.capacity import capacity as loads
from ..setup.possible_tables import table_fault


def _order(unit: str, legs: Any, ram: Any) -> Sail:
    raw = {"answer": "sail", "unit": unit, "legs": msgspec.to_builtins(legs), "ram": msgspec.to_builtins(ram)}
    return as_type(raw, Sail)


def path(state: State, unit: str, legs: Any, ram: Any = None) -> Course | Refusal:
    """A move worked out without making it: every leg with its end, and the ram if one is declared."""
    return work_out_course(state, state.units[unit], _order(unit, legs, ram))


def cost(state: State, unit: str, legs: Any, ram: Any = None) -> float | Refusal:
    """The inches of speed a move would take."""
    worked = path(state, unit, legs, ram)
    return worked if isinstance(worked, Refusal) else worked.length


def end(state: State, unit: str, legs: Any, ram: Any = None) -> tuple[float, float, float] | Refusal:
    """Where a move would end: x, y and heading of the hull centre."""
    worked = path(state, unit, legs, ram)
    if isinstance(worked, Refusal):
        return worked
    pose = worked.legs[-1].pose if worked.legs else state.units[unit].pose
    assert pose is not None
    return pose.x / GRAIN, pose.y / GRAIN, pose.heading / GRAIN


def impact(state: State, unit: str, target: str, heading: float, legs: Any = ()) -> Impact | Refusal:
    """A ram worked out without making it: whether it is accurate, and its dice."""
    worked = path(state, unit, legs, {"target": target, "heading": heading})
    if isinstance(worked, Refusal):
        return worked
    assert worked.impact is not None
    return worked.impact


speed = of_units(effective_speed)


def why(state: State, unit: str) -> tuple[TallyLine, ...]:
    """Every line of a ship's speed, with its clause."""
    return chances.speed_tally(state, state.units[unit]).lines()


def durability(state: State, unit: str) -> int:
    """Base and additional durability left."""
    return ship_card.durability(state.units[unit])


def capacity(state: State, unit: str) -> int:
    """What a ship can carry now."""
    return loads.capacity(state.units[unit])


def load(state: State, unit: str) -> int:
    """What a ship carries now."""
    return sum(loads.cargo(state.units[unit]))


def card(state: State, unit: str) -> tuple[ship_card.Pile, ...]:
    """The ship card as it lies open: cones and peas of each feature."""
    return ship_card.piles(state.units[unit])


def line_of_sight(state: State, shooter: str, target: str) -> bool:
    """Whether no land lies between two units."""
    return not waters.land_between(state, state.units[shooter], state.units[target])


def legal_targets(state: State, shooter: str) -> list[str]:
    """Everything a unit may fire at now."""
    return [target.id for target in targets(state, state.units[shooter])]


def why_not(state: State, shooter: str, target: str) -> Refusal | None:
    """Why a unit may not fire at something now; None when it may."""
    return may_target(state, state.units[shooter], target)


def aim(state: State, shooter: str, target: str) -> dict[str, Any]:
    """A shot with all dice that reach, as plain data."""
    return aim_row(aim_face(state, state.units[shooter], state.units[target]))


def aim_row(face: AimFace) -> dict[str, Any]:
    """A shot as words and programs know it: its dice and what they can be expected to do."""
    chances = {chance.id: chance.value for chance in face.chances}
    return {
        "target": face.target,
        "distance": face.distance,
        "long": face.range == "long",
        "dice": sum(each.total for each in face.sums),
        "expected": chances.get("expected", 0.0),
        "odds": face.odds,
        "sinks": chances.get("sinks", 0.0),
        "clause": face.clause,
    }


def odds(state: State, target: str, dice: int) -> chances.AttackOdds:
    """What some dice can be expected to do to a target."""
    return chances.attack_odds(state, state.units[target], dice)


def numbers(state: State, unit: str) -> str:
    """What a card shows now, in one phrase."""
    marks = state.units[unit].marks
    text = f"firepower {marks.get('firepower', 0)}, durability {marks.get('base', 0)}+{marks.get('additional', 0)}"
    if marks.get(ship_card.TURNED_OVER):
        text += " (one turned over)"
    text += f", speed {marks.get('speed', 0)}"
    now = speed(state, unit)
    if state.units[unit].pose is not None and now != marks.get("speed", 0):
        text += f" (now {now})"
    return text + (f", cargo {load(state, unit)}" if load(state, unit) else "")


def bow(state: State, unit: str) -> tuple[float, float]:
    """The bow of a ship, from which its course is measured."""
    pose = state.units[unit].here
    return bow_of(pose, waters.card_of(state, unit).length)


def successes(match: Match, faces: tuple[int, ...]) -> int:
    """How many of these dice count."""
    return score(match.options, faces)


def die_chance(match: Match) -> float:
    """How likely one of the dice of this match is a success."""
    return chance(match.options)


_ABOUT = {
    "island": ("ships cannot pass, and it hides what is behind it", "sea.geometry.islands"),
    "rock": ("ships cannot pass, and it hides what is behind it", "sea.geometry.islands"),
    "reef": ("ships cannot pass, but fire does", "sea.geometry.islands"),
    "seaweed": ("open to ships and to fire", "sea.geometry.islands"),
    "current": ("carries ships along when a round ends", "sea.current.area"),
    "port": ("ships of its owner are mended here and bring their cargo ashore", "sea.port.repair"),
    "treasure": ("can be taken aboard by a ship that is near enough", "sea.gold.load"),
}


def about_piece(state: State, piece: str) -> dict[str, Any]:
    """What a piece on the table does, in words, with its clause."""
    text, clause = _ABOUT[state.tokens[piece].kind]
    return {"text": text, "clause": clause}


def goal(state: State) -> dict[str, Any]:
    """What the battle is fought for, and its last round."""
    scenario = waters.sea_of(state).scenario
    last = waters.sea_of(state).last_round
    return {"title": scenario.title, "text": scenario.text, "clause": scenario.clause, "last_round": last}


def own_steps(state: State, unit: str, steps: Any) -> list[Any]:
    """An order in the words all games share as legs of a course: a pivot bends it, and the next leg goes there."""
    pose = state.units[unit].pose
    heading = pose.degrees if pose is not None else 0.0
    legs: list[Any] = []
    for step in msgspec.to_builtins(steps):
        if step.get("step") == "pivot":
            heading += step["degrees"]
        elif step.get("step") == "forward":
            legs.append({"step": "ahead", "heading": heading, "inches": step["inches"]})
        elif step.get("step") == "reverse":
            legs.append({"step": "astern", "inches": step["inches"]})
        else:
            legs.append(step)
            heading = step.get("heading", heading)
    return legs


QUERIES: dict[str, Callable[..., Any]] = {
    "speed": speed,
    "distance": of_units(hull_distance),
    "in_range": of_units(range_band),
    "tally": points,
    "describe": waters.describe,
    **{
        query.__name__: query
        for query in (
            *(path, cost, end, impact, why, durability, capacity, load, card, line_of_sight, legal_targets, why_not),
            *(aim, odds, numbers, about_piece, goal, own_steps, table_fault),
        )
    },
}
