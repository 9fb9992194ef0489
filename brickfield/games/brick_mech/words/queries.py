"""Questions about a table: what a move costs, ranges, arcs, cover, the numbers and odds of an attack, record sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from brickfield.core.clauses import rule
from brickfield.core.modifiers import TallyLine
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.geometry.grain import GRAIN
from brickfield.speech.queries import of_units
from ..base.aims import aim as aimed
from ..base.attack_action import Attack, is_charge, may_attack
from ..base.battlefield import PART, card_of, living, match_of
from ..base.battlefield import describe as name_of
from ..base.cover import NONE, cover_of, cover_percent, hidden_samples
from ..base.initiative import initiative_order
from ..base.measures import RANGES, features
from ..base.modifiers import Manner, Numbers, before_dice, numbers_of
from ..base.modules import NUMBERS, PARTS
from ..base.move_action import Route, plan_move
from ..base.move_costs import AnyStep
from ..base.odds import Odds, about_to_attack, attack_odds
from ..base.ranges_and_arcs import OUT, firing_arc, range_between
from ..base.ranges_and_arcs import bearing as bearing_of
from ..base.ranges_and_arcs import distance as bricks_between
from ..base.record_sheet import DONE, HEAT, HOLDING, actions_used, attack_dice, number, part_of
from ..chapters.adapting_ranges.adapting_ranges import Advice, range_advice
from ..chapters.scavenging.loose_parts import read_note
from ..setup.possible_tables import table_fault


def path(state: State, unit: str, steps: Any) -> Route | Refusal:
    """A Move worked out without making it."""
    return plan_move(state, state.units[unit], as_type(msgspec.to_builtins(steps), tuple[AnyStep, ...]))


def cost(state: State, unit: str, steps: Any) -> int | Refusal:
    """The Movement Points of a Move; a refusal if it is not possible."""
    route = path(state, unit, steps)
    return route if isinstance(route, Refusal) else route.cost


def end(state: State, unit: str, steps: Any) -> tuple[float, float, float] | Refusal:
    """Where a Move would end: x, y and heading."""
    route = path(state, unit, steps)
    if isinstance(route, Refusal):
        return route
    return route.end.x / GRAIN, route.end.y / GRAIN, route.end.heading / GRAIN


def bearing(state: State, unit: str, other: str) -> float:
    """Degrees off the facing of a unit at which another lies, to the left positive."""
    return bearing_of(state.units[unit], state.units[other])


def hidden_share(state: State, attacker: str, target: str) -> float:
    """The hidden share of the target, 0 to 1."""
    return cover_percent(state, state.units[attacker], state.units[target]) / 100


def line_of_sight(state: State, attacker: str, target: str) -> bool:
    """Whether the target is not too covered to be attacked."""
    return cover_of(state, state.units[attacker], state.units[target]) != "total"


def _manner(state: State, attacker: str, target: str, location: str) -> Manner:
    return Manner(is_charge(state, state.units[attacker], state.units[target]), location)


def tally(state: State, attacker: str, target: str, location: str = "") -> Numbers:
    """Dice and modifiers of an attack, with the heat of a rush if it would be one."""
    manner = _manner(state, attacker, target, location)
    return numbers_of(state, about_to_attack(state, state.units[attacker]), state.units[target], manner)


def why(state: State, attacker: str, target: str, location: str = "") -> tuple[TallyLine, ...]:
    """Every line of both sums, with its clause, before dice."""
    numbers = tally(state, attacker, target, location)
    return tuple(line for _tally, lines in before_dice(numbers) for line in lines)


def odds(state: State, attacker: str, target: str, location: str = "") -> Odds:
    """The exact odds of an attack; nothing for one that may not be declared or would be wasted."""
    unit = state.units[attacker]
    if may_attack(state, unit, Attack(attacker, target, location)) is not None:
        return Odds()
    manner = _manner(state, attacker, target, location)
    return attack_odds(state, about_to_attack(state, unit), state.units[target], manner)


def why_not(state: State, attacker: str, target: str, location: str = "") -> Refusal | None:
    """Why an attack may not be declared now; None when it may."""
    return may_attack(state, state.units[attacker], Attack(attacker, target, location))


def legal_targets(state: State, attacker: str) -> list[str]:
    """Everything a unit may attack now."""
    return [unit.id for unit in living(state) if why_not(state, attacker, unit.id) is None]


def record_sheet(state: State, unit: str) -> dict[str, Any]:
    """The record sheet of a unit as it stands: numbers, heat, actions, totals and each part with its dice."""
    found = state.units[unit]
    parts = {slot: part_of(found, slot) for slot in PARTS}
    return {
        **{name: number(found, name) for name in NUMBERS},
        "heat": number(found, HEAT),
        "actions": actions_used(found),
        **{band: attack_dice(found, band) for band in RANGES},
        "parts": {
            slot: None if part is None else {"name": part.name, **{band: part.dice(band) for band in RANGES}}
            for slot, part in parts.items()
        },
    }


def advice(state: State) -> tuple[Advice, ...]:
    """Warnings about the ranges agreed on."""
    return range_advice(match_of(state).options)


def numbers(state: State, unit: str) -> str:
    """What a record sheet shows now, in one phrase."""
    found, card = state.units[unit], card_of(state, unit)
    armor = f"armor {number(found, 'armor')} of {card.number('armor')}"
    if card.structure:
        return armor
    dice = ", ".join(f"{attack_dice(found, band)} {band}" for band in RANGES)
    heat = number(found, HEAT)
    hot = f", {heat} Heat Marker{'s' if heat > 1 else ''}" if heat else ""
    holds = ", holds fire" if number(found, HOLDING) else ", has had its turn" if number(found, DONE) else ""
    return f"{armor}{hot}, {number(found, 'movement')} MP, dice {dice}{holds}"


def details(state: State, unit: str) -> list[str]:
    """The rest of a record sheet, line by line: bonuses, then each part with its dice."""
    sheet = record_sheet(state, unit)
    names = ("defense_dice", *_BONUSES)
    bonuses = [f"{name.replace('_', ' ')} {sheet[name]}" for name in names]
    lines = [", ".join(bonuses), f"{sheet['actions']} actions taken this round"]
    if card_of(state, unit).turret:
        lines.insert(1, "its turret fires all round: every direction is its primary arc")
    for slot, part in sheet["parts"].items():
        place = slot.replace("_", " ")
        dice = "" if part is None else ", ".join(f"{part[band]} {band}" for band in RANGES)
        lines.append(f"{place}: none" if part is None else f"{place}: {part['name']} ({dice})")
    return lines[:1] if card_of(state, unit).structure else lines


def judged(state: State, one: str, other: str) -> float:
    """The distance as a player knows it: measured, or guessed to a whole Brick where nobody measures beforehand."""
    away = bricks_between(state, state.units[one], state.units[other])
    return away if state.match.options.premeasure else float(round(away))


def aim(state: State, attacker: str, target: str) -> dict[str, Any]:
    """An attack before it is declared, with a phrase that says what to expect of it."""
    face = aimed(state, state.units[attacker], state.units[target])
    shot = {"dice": face.dice, "odds": face.odds, "words": aim_words(face)}
    if not face.sums:
        return shot | {"clause": "bm.attack.declare"}
    lines = {f"{each.of}_points": msgspec.to_builtins(each.lines) for each in face.sums}
    return shot | {"clause": face.clause} | lines | ({"wasted": True} if face.wasted else {})


@rule("bm.attack.no_redeclare")
def aim_words(face: AimFace) -> str:
    """What to expect of an attack: its dice, where the target is, and the odds."""
    if not face.sums:
        return "not measured before the attack is declared"
    if face.wasted:
        no_dice = f"no dice at {face.range} range"
        return "out of range" if face.range == OUT else face.remark if face.dice else no_dice
    chances = {each.id: each.value for each in face.chances}
    cover = "" if face.cover is None or face.cover.cover == NONE else f", {face.cover.cover} cover"
    told = f"{face.dice} {'die' if face.dice == 1 else 'dice'} at {face.range} range, {face.arc} arc{cover}"
    told += f": {chances['armor']:.1f} armor on average, {chances['damage']:.0%} to do damage"
    return told + (f", {chances['destroys']:.0%} to destroy it" if chances["destroys"] else "")


_BONUSES = ("dodge", "targeting", "initiative")


def about_piece(state: State, token: str) -> dict[str, Any]:
    """What something on the ground does: whether it hides, blocks and costs extra; a loose part only lies there."""
    found = state.tokens[token]
    feature = features().get(found.kind)
    if feature is None:
        what = f"the {read_note(found).words()}, which can be mounted" if found.kind == PART else "what is fought for"
        return {"hides": False, "blocks": False, "clause": "bm.move.loose_parts", "text": what}
    solid = feature.is_obstacle
    height, extra = found.marks.get("height", 0) / GRAIN, found.marks.get("extra_cost", 0)
    text = f"{height:g} Bricks high: nobody passes, and it hides what is behind it" if solid else "open ground"
    if extra:
        text = f"each Brick through it costs {extra} Movement Point{'s' if extra > 1 else ''} more"
    told = {"hides": solid, "blocks": solid, "clause": feature.clause, "height": height, "extra_cost": extra}
    return told | {"text": text}


def goal(state: State) -> dict[str, Any]:
    """What the battle is fought for."""
    match = match_of(state)
    scenario, victory = match.scenario, match.options.victory
    last = match.options.protect_rounds if victory == "protect" else 0
    told = {"title": scenario.title, "text": scenario.goal, "clause": scenario.clause, "last_round": last}
    return told | {"victory": victory, "objective": msgspec.to_builtins(match.objective)}


# The steps that all games share, as this game calls them and what it measures them in.
_SHARED = {"forward": ("forward", "bricks"), "reverse": ("backward", "bricks"), "pivot": ("turn", "degrees")}


def own_steps(state: State, unit: str, steps: Any) -> list[Any]:
    """An order in the words all games share as legs of a Move; a length is in Bricks here."""
    legs: list[Any] = []
    for step in msgspec.to_builtins(steps):
        name, measure = _SHARED.get(step.get("step"), ("", ""))
        amount = step.get("inches", step.get("degrees"))
        legs.append({"step": name, measure: amount} if name and amount is not None else step)
    return legs


QUERIES: dict[str, Callable[..., Any]] = {
    "distance": of_units(bricks_between),
    "range_of": of_units(range_between),
    "arc": of_units(firing_arc),
    "cover": of_units(cover_of),
    "cover_samples": of_units(hidden_samples),
    "order": initiative_order,
    "describe": name_of,
    **{
        query.__name__: query
        for query in (
            *(path, cost, end, bearing, hidden_share, line_of_sight, tally, why, odds, why_not, legal_targets),
            *(record_sheet, advice, about_piece, goal, numbers, aim, own_steps, table_fault),
        )
    },
}
