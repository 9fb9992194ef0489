"""What an effect card changes: the shot it is asked about, and the odds or points with and without it.

Each number is worked out twice by the function that the rules themselves use, on the table as it is and on a copy where
the card lies by its unit, so that the question can never say other odds than the roll has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Union

from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core.apply import apply
from brickfield.core.asking.offers import Asked, Choice, Choose, Exhibit, Weighed
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.events import UnitMarked
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base.aims import aim, need_words, roll_words, sum_of
from brickfield.games.micro_brick_battle.base.battlefield import describe, enemies_of, living_of
from brickfield.games.micro_brick_battle.base.odds import chance_of, chance_of_shot, chance_to_hit, ways_to_roll
from brickfield.games.micro_brick_battle.base.shooting import ShootingPhase, flankers
from brickfield.games.micro_brick_battle.base.target_declaration import Shot, may_target
from brickfield.games.micro_brick_battle.base.unit_stats import movement_points
from brickfield.games.micro_brick_battle.chapters.airplanes.airplane_aims import strike_aim
from brickfield.games.micro_brick_battle.chapters.airplanes.airplane_phase import AirplanePhase
from brickfield.games.micro_brick_battle.chapters.airplanes.airplane_shooting import AirStrike, strike_numbers
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import effect_cards
from brickfield.games.micro_brick_battle.chapters.effect_cards.playing_cards import PlayCard, PlayCards, PlayInWindow

CardQuestion = Union[PlayCards, PlayInWindow]
_HIT = "Hit"
_POINTS = "Movement Points"


@rule("mbb.card.timing", "mbb.geometry.preview")
def with_worth(state: State, decision: CardQuestion) -> Asked:
    """The question of a card with the shot it is about laid open, and beside each card what it changes."""
    asked = decision.told_plainly(state)
    assert isinstance(asked.offer, Choose)
    choices = tuple(_weighed(state, decision, each) for each in asked.offer.choices)
    return replace(asked, offer=replace(asked.offer, choices=choices, exhibits=_shot_laid_open(state, decision)))


def _weighed(state: State, decision: CardQuestion, choice: Choice) -> Choice:
    """A choice with what it changes, if it is a card and that can be said in numbers."""
    answer = choice.answer
    if not isinstance(answer, PlayCard) or answer.card not in _WORTH:
        return choice
    return replace(choice, weighed=_WORTH[answer.card](state, decision, answer.unit) or UNSET)


# --- the shot --------------------------------------------------------------------------------------------------------


@rule("mbb.geometry.preview", "mbb.shoot.roll")
def _shot_laid_open(state: State, decision: CardQuestion) -> tuple[Exhibit, ...]:
    """The shot of a moment before or after its roll: who fires at whom, what it needs, its odds as they are."""
    if not isinstance(decision, PlayCards) or decision.moment not in ("shot", "rolled"):
        return ()
    shooter, target = (state.units[each] for each in decision.about[:2])
    title = f"{describe(state, shooter.id)} at {describe(state, target.id)}"
    return (Exhibit(title, _shot_face(state, shooter, target)),)


def _shot_face(state: State, shooter: Unit, target: Unit) -> AimFace:
    """The face of a shot that is being made: it was declared, so nothing is asked about whether it may be."""
    strike = _strike(state)
    if strike is not None:
        face = strike_aim(state, shooter, strike.weapon, target.id, (target.id,))
        numbers = strike_numbers(state, shooter, strike.weapon, target)
        words = {"needed": numbers.needed, "need": need_words(numbers.needed), "roll": roll_words(numbers.needed)}
        odds, sums = chance_of(numbers.needed), tuple(map(sum_of, numbers.tallies))
        return replace(face, refusal=None, odds=odds, ways=ways_to_roll(numbers.needed), sums=sums, **words)
    face = aim(state, shooter, target.id)
    odds = _chance(state, shooter.id, target.id)
    if face.refusal is None:
        return replace(face, odds=odds)
    return replace(face, refusal=None, remark="as it was declared", odds=odds)


def _strike(state: State) -> AirStrike | None:
    """The attack of an airplane that is being made."""
    flying = next((frame for frame in reversed(state.frames) if isinstance(frame, AirplanePhase)), None)
    return flying.order if flying is not None and isinstance(flying.order, AirStrike) else None


@rule("mbb.shoot.roll", "mbb.air.mg.ap", "inf.flank.one_roll")
def _chance(state: State, shooter: str, target: str) -> float:
    """The chance of the shot that is being made, with whoever flanks with it."""
    strike = _strike(state)
    if strike is not None:
        return chance_of(strike_numbers(state, state.units[shooter], strike.weapon, state.units[target]).needed)
    phase = next((frame for frame in reversed(state.frames) if isinstance(frame, ShootingPhase)), None)
    shots: tuple[Shot, ...] = phase.shots if phase is not None else ()
    lead = next((each for each in shots if (each.unit, each.target) == (shooter, target)), None)
    return chance_of_shot(state, shooter, target, flankers(state, lead, shots) if lead is not None else ())


# --- what each card changes ------------------------------------------------------------------------------------------


def _with_card(state: State, card: str, unit: str) -> State:
    """The table as it would be with a card by a unit."""
    after = state.clone()
    apply(after, UnitMarked(unit=unit, mark=card, value=effect_cards()[card].value or 1))
    return after


@rule("mbb.card.scenario")
def _ap_round(state: State, decision: CardQuestion, unit: str) -> tuple[Weighed, ...]:
    target = decision.about[1]
    after = _with_card(state, "ap_round", unit)
    return (Weighed(_HIT, _chance(state, unit, target), _chance(after, unit, target)),)


@rule("mbb.card.scenario")
def _luck(state: State, decision: CardQuestion, unit: str) -> tuple[Weighed, ...]:
    """What was thrown has told or has not; the second throw counts, for better or worse."""
    assert isinstance(decision, PlayCards)
    return (Weighed(_HIT, float(decision.hit), _chance(state, unit, decision.about[1])),)


@rule("mbb.card.scenario")
def _second_shot(state: State, decision: CardQuestion, unit: str) -> tuple[Weighed, ...]:
    """The best of its shots as the table stands."""
    shooter = state.units[unit]
    able = [each.id for each in enemies_of(state, shooter.seat) if may_target(state, shooter, each.id) is None]
    best = max(((chance_to_hit(state, unit, each), each) for each in able), default=None)
    return (Weighed(f"{_HIT} {describe(state, best[1])}", 0.0, best[0]),) if best is not None else ()


@rule("mbb.card.scenario")
def _dig_in(state: State, decision: CardQuestion, unit: str) -> tuple[Weighed, ...]:
    """The likeliest shot at it that an enemy could make from where it stands now."""
    after = _with_card(state, "dig_in", unit)
    able = [each.id for each in enemies_of(state, state.units[unit].seat) if may_target(state, each, unit) is None]
    worst = max(((chance_to_hit(state, each, unit), each) for each in able), default=(0.0, ""))
    if not worst[0]:
        return ()
    return (Weighed(f"Hit by {describe(state, worst[1])}", worst[0], chance_to_hit(after, worst[1], unit)),)


@rule("mbb.card.scenario", "inf.geometry.cards")
def _moves(card: str) -> Callable[[State, CardQuestion, str], tuple[Weighed, ...]]:
    """Cards that change how far a unit goes in this phase."""

    def worth(state: State, decision: CardQuestion, unit: str) -> tuple[Weighed, ...]:
        after = _with_card(state, card, unit)
        return (Weighed(_POINTS, _points(state, unit), _points(after, unit), percent=False),)

    return worth


def _points(state: State, unit: str) -> int:
    return movement_points(state, state.units[unit])


@rule("mbb.card.scenario")
def _repair(state: State, decision: CardQuestion, unit: str) -> tuple[Weighed, ...]:
    fighting = len(living_of(state, decision.seat))
    return (Weighed("Units fighting", fighting, fighting + 1, percent=False),)


@rule("mbb.card.scenario", "mbb.card.deck.draw")
def _barrage(state: State, decision: CardQuestion, unit: str) -> tuple[Weighed, ...]:
    return (Weighed("Each unit under it is destroyed", 0.0, chance_of(effect_cards()["barrage"].needed)),)


_WORTH: Mapping[str, Callable[[State, CardQuestion, str], tuple[Weighed, ...]]] = MappingProxyType(
    {
        "ap_round": _ap_round,
        "luck": _luck,
        "second_shot": _second_shot,
        "dig_in": _dig_in,
        "full_throttle": _moves("full_throttle"),
        "breakdown": _moves("breakdown"),
        "repair": _repair,
        "barrage": _barrage,
    }
)
