"""Weather: how far anybody sees, what it takes from movement, and when it comes.

Constant weather lasts the whole battle; rolled weather is thrown for at the start of each round and stands in a fact.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, by_key, read
from brickfield.core.modifiers import Modifier
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry import Shape, distance
from ...base.battlefield import describe, footprint
from ...base.modifiers import added_to_attack, added_to_defense
from ...base.unit_cards import UnitCard, airplanes
from ...base.unit_stats import modified_movement
from ...base.views import own_sight, sight_range, too_far_to_see, within_sight
from ...setup.options import Options
from .chapter import WEATHER

# The fact that says whether rolled weather applies this round, and what its dice are thrown for.
ROLLED_WEATHER = "weather"
WEATHER_ROLL = "weather_roll"
FOG = "heavy_fog"


class Inches(TableRow, frozen=True):
    """A length with its clause."""

    value: float
    clause: str


class Points(TableRow, frozen=True):
    """Points with their clause."""

    value: int
    clause: str


class Kind(TableRow, frozen=True):
    """A kind of weather and all it does; what it does not touch is None."""

    id: str
    title: str
    sight_inches: Inches
    movement_points: Points | None = None
    defense_points: Points | None = None
    special_attack_points: Points | None = None
    # what infantry has in place of the others' figures; None: the same
    infantry_sight_inches: Inches | None = None
    infantry_movement_points: Points | None = None


class WeatherFile(TableRow, frozen=True):
    """The file of weather."""

    dice: int
    comes_from: int
    special_rules: tuple[str, ...]
    kind: tuple[Kind, ...]


@cache
def weather_file() -> WeatherFile:
    """All kinds of weather, and the roll by which it comes."""
    return read("weather.toml", WeatherFile, Path(__file__).parent)


@rule("mbb.weather.agree")
@cache
def kinds_of_weather() -> dict[str, Kind]:
    """The four kinds by id."""
    return dict(by_key("weather.toml", ((each.id, each) for each in weather_file().kind)))


@rule("mbb.weather.agree", "mbb.weather.constant", "mbb.weather.rolled")
def weather_now(state: State) -> Kind | None:
    """The weather that is in play: the kind agreed on, all the time or in the rounds it was rolled for."""
    options = state.match.options
    if options.weather == "none":
        return None
    if options.weather == "rolled" and not state.facts.get(ROLLED_WEATHER):
        return None
    return kinds_of_weather()[options.weather_kind]


# --- what it does ----------------------------------------------------------------------------------------------------


@sight_range.amended(WEATHER)
@rule("mbb.weather.blizzard.los", "mbb.weather.fog", "mbb.weather.rain.los", "mbb.weather.sand.los",
      "mbb.weather.part_visible", "mbb.weather.hidden", "mbb.weather.spotters", "mbb.weather.obstacles",
      "inf.weather.order")  # fmt: skip
def sight_in_weather(state: State, limit: float | None) -> float | None:
    """How far anybody sees, gunners and spotters alike, at units and at pieces: part of the target is enough.

    It says nothing of what hides: who is near enough is seen as far as obstacles let it be seen.
    """
    weather = weather_now(state)
    if weather is None:
        return limit
    return weather.sight_inches.value if limit is None else min(limit, weather.sight_inches.value)


@too_far_to_see.amended(WEATHER)
@rule("mbb.weather.part_visible", "mbb.weather.obstacles")
def too_far_in_weather(state: State, looker: Unit, aim: str, shape: Shape) -> Refusal | None:
    """Why the weather hides a target, or None when it does not."""
    weather = weather_now(state)
    if weather is None or own_sight(state, looker) is not None or within_sight(state, footprint(state, looker), shape):
        return None
    name, limit, far = describe(state, looker.id), weather.sight_inches, distance(footprint(state, looker), shape)
    sentence = (
        f"{name} cannot see {aim}: it is {far:.2f} inches away, and in this weather ({weather.title.lower()}) nobody "
        f"sees further than {limit.value:g}."
    )
    return illegal("beyond_weather", limit.clause, sentence, inches=far, limit=limit.value)


@modified_movement.amended(WEATHER)
@rule("mbb.weather.blizzard.mp", "mbb.weather.rain.mp", "mbb.weather.sand.mp", "mbb.geometry.mp_charges")
def weather_movement(state: State, unit: Unit, points: int) -> int:
    """What the weather adds to the MP of every ground unit, before it moves."""
    weather = weather_now(state)
    added = weather.movement_points if weather is not None else None
    return points if added is None else points + added.value


@rule("mbb.weather.blizzard.special")
def is_special_in_weather(card: UnitCard) -> bool:
    """Self-propelled guns, artillery and amphibious units; commanders and reinforcements are nothing special."""
    return card.rules in weather_file().special_rules


@added_to_attack.amended(WEATHER)
@rule("mbb.weather.blizzard.special", "mbb.mod.stack")
def weather_on_attack(state: State, shooter: Unit, found: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """What the weather takes from the AP of special units."""
    weather = weather_now(state)
    if weather is None or weather.special_attack_points is None:
        return found
    if not is_special_in_weather(state.match.cards[shooter.id]):
        return found
    points, reason = weather.special_attack_points, f"special unit in a {weather.title.lower()}"
    return (*found, Modifier("attack_points", points.value, reason, points.clause, "weather"))


@added_to_defense.amended(WEATHER)
@rule("mbb.weather.blizzard.dp", "mbb.mod.stack")
def weather_on_defense(state: State, target: Unit, found: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """What the weather adds to the DP of every unit."""
    weather = weather_now(state)
    if weather is None or weather.defense_points is None:
        return found
    points = weather.defense_points
    return (*found, Modifier("defense_points", points.value, weather.title.lower(), points.clause, "weather"))


# --- airplanes -------------------------------------------------------------------------------------------------------


@rule("mbb.weather.constant")
def planes_in_constant_weather(options: Options, cards: Iterable[UnitCard]) -> Refusal | None:
    """With constant weather airplanes may not be bought or fielded."""
    if options.weather != "constant":
        return None
    plane = next((card.name for card in cards if card.name in airplanes()), "")
    if not plane:
        return None
    kind = kinds_of_weather()[options.weather_kind].title.lower()
    sentence = f"{plane} cannot be fielded: the weather ({kind}) lasts the whole battle and no airplane could enter."
    return illegal("planes_in_weather", "mbb.weather.constant", sentence, unit=plane)


def in_words(weather: Kind) -> str:
    """What a kind of weather does, in a sentence."""
    parts = [f"nobody sees further than {weather.sight_inches.value:g} inches"]
    named: tuple[tuple[Any, str], ...] = (
        (weather.movement_points, "MP {0:+d}"),
        (weather.defense_points, "DP {0:+d}"),
        (weather.special_attack_points, "AP {0:+d} for self-propelled guns, artillery and amphibious units"),
    )
    parts += [words.format(points.value) for points, words in named if points is not None]
    return f"{weather.title}: {', '.join(parts)}; no airplane flies."
