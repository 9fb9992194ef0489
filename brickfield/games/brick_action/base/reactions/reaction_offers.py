"""Reactions as they are asked: who may react, to what and why, and what the shot of each of them would be."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from brickfield.core.asking.offers import Choice, Choose, Exhibit, Note
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.frames import Frame
from brickfield.core.questions import Question
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.geometry import GRAIN
from ..battlefield import describe, told
from ..firing.attack import Attacking
from ..firing.attack_offers import aim
from ..firing.shots import Manner
from ..measures import measures
from .reactive_fire import Exposure, WatchedTurn, is_over, reaction_of, targets_allowed

_REACTIVE = "ba.reactive.dice"


class FireAt(NamedTuple):
    """How reactive fire at a mover is laid open, and the frame that plays it."""

    aim: Callable[[State, Unit, Unit], AimFace]
    play: Callable[[State, Unit, Unit], Frame]


@Question
def reactive_fire_at(state: State, mover: Unit) -> FireAt:
    """At a squad it is a shot as any other, of one die."""
    return AT_MINIS


@rule("ba.reactive.dice", "ba.reactive.hit")
def _aim_at_minis(state: State, unit: Unit, mover: Unit) -> AimFace:
    weapon = reaction_of(state, unit).weapon(state, unit, mover)
    return aim(state, unit, mover, Manner(reactive=True, weapon=weapon))


def _fire_at_minis(state: State, unit: Unit, mover: Unit) -> Frame:
    weapon = reaction_of(state, unit).weapon(state, unit, mover)
    return Attacking(unit=unit.id, target=mover.id, manner=Manner(weapon=weapon), reactive=True)


AT_MINIS = FireAt(_aim_at_minis, _fire_at_minis)


def reactive_aim(state: State, unit: Unit, mover: Unit) -> AimFace:
    """The one die of a reactor laid open."""
    return reactive_fire_at(state, mover).aim(state, unit, mover)


@rule("ba.reactive.trigger_open", "ba.reactive.trigger_cover")
def why_it_may(state: State, reactor: Unit, mover: Unit) -> Note:
    """What the mover has done that lets a unit fire: how far which mini has gone in its sight, and how far is free."""
    turn = next((frame for frame in state.frames if isinstance(frame, WatchedTurn)), None)
    pairs = [each for each in (turn.exposed if turn is not None else ()) if each.mover == mover.id]
    far = [each for each in pairs if each.reactor == reactor.id and is_over(each.open, each.covered)]
    if not far:
        return Note(f"{describe(state, mover.id)} moves in sight of {describe(state, reactor.id)}.", _REACTIVE)
    worst = max(far, key=lambda each: (each.open, each.open + each.covered))
    return _gone(state, worst, reactor, mover)


def _gone(state: State, far: Exposure, reactor: Unit, mover: Unit) -> Note:
    numbers, who = measures(), describe(state, mover.id)
    seen = f"in sight of {describe(state, reactor.id)}"
    if far.open > numbers.reactive_open * GRAIN:
        text = f"{who} has gone {told(far.open / GRAIN)} studs in the open {seen}: over {numbers.reactive_open:g}."
        return Note(text, "ba.reactive.trigger_open")
    whole = told((far.open + far.covered) / GRAIN)
    text = f"{who} has gone {whole} studs from cover to cover {seen}: over {numbers.reactive_covered:g}."
    return Note(text, "ba.reactive.trigger_cover")


@rule("ba.reactive.per_turn", "ba.unit.spotter.reactive")
def what_it_uses(unit: Unit) -> Note:
    """How many enemy units it may react to in a turn: a shot is spent, whatever it does."""
    most = targets_allowed(unit)
    text = "It reacts to one enemy unit in a turn." if most == 1 else f"It reacts to {most} enemy units in a turn."
    return Note(text, "ba.unit.spotter.reactive" if most > 1 else "ba.reactive.per_turn")


def reactions(state: State, shots: dict[str, Choice], mover: str, wait: Choice) -> Choose:
    """Who may react as buttons, the likeliest to hit first, and beside them the shot of each with its reason."""
    target = state.units[mover]
    aims = [reactive_aim(state, state.units[name], target) for name in shots]
    aims.sort(key=lambda each: -each.odds)
    exhibits = tuple(
        Exhibit(
            f"{describe(state, each.unit)} may fire",
            each,
            (why_it_may(state, state.units[each.unit], target), what_it_uses(state.units[each.unit])),
            lines=True,
        )
        for each in aims
    )
    choices = (*(replace(shots[each.unit], odds=each.odds) for each in aims), wait)
    return Choose(choices, "buttons", aims[0].unit, exhibits)
