"""What an effect card changes: the shot it is asked about, and the odds or points with and without it.

Each number is worked out twice by the function that the rules themselves use, on the table as it is and on a copy where
the card lies by its unit, so that the question can never say other odds than the roll has.
"""

from __future__ import annotations

from typing import Union

from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core.asking.offers import Asked, Choice, Choose, Exhibit
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from ...base.aims import aim, need_words, roll_words, sum_of
from ...base.battlefield import describe
from ...base.odds import chance_of, ways_to_roll
from ..airplanes.airplane_aims import strike_aim
from ..airplanes.airplane_shooting import strike_numbers
from .all_cards import CARDS
from .playing_cards import PlayCard, PlayCards, PlayInWindow
from .stakes import chance_of_this, strike_of

CardQuestion = Union[PlayCards, PlayInWindow]


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
    changes = CARDS[answer.card].changes if isinstance(answer, PlayCard) else None
    if changes is None or not isinstance(answer, PlayCard):
        return choice
    return replace(choice, weighed=changes(state, decision, answer.unit) or UNSET)


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
    strike = strike_of(state)
    if strike is not None:
        face = strike_aim(state, shooter, strike.weapon, target.id, (target.id,))
        numbers = strike_numbers(state, shooter, strike.weapon, target)
        words = {"needed": numbers.needed, "need": need_words(numbers.needed), "roll": roll_words(numbers.needed)}
        odds, sums = chance_of(numbers.needed), tuple(map(sum_of, numbers.tallies))
        return replace(face, refusal=None, odds=odds, ways=ways_to_roll(numbers.needed), sums=sums, **words)
    face = aim(state, shooter, target.id)
    odds = chance_of_this(state, shooter.id, target.id)
    if face.refusal is None:
        return replace(face, odds=odds)
    return replace(face, refusal=None, remark="as it was declared", odds=odds)
