"""Effect cards as bots and hints see them: what a card is worth now, in points of army cost, and when to keep it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brickfield.core.board import ALIVE, FLYING
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import Weights, weighed
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from ...base.battlefield import battle_of, describe
from ...mind.judgement_evaluation import chance_with
from .all_cards import CARDS
from .card_workings import Point
from .choosing_cards import PickCards
from .effect_cards import cards_to_choose, effect_cards, is_of_use
from .playing_cards import (
    AlsoOn,
    ChooseSecond,
    KeepCards,
    KeepFromShots,
    NameCardPoint,
    NamePoint,
    PlayCard,
    PlayCards,
    PlayInWindow,
)

# A card is kept for a better moment unless it saves or destroys about so much of an army's cost.
_KEEP = 1.5


def worth_of(state: State, seat: int, play: PlayCard, decision: Any = None) -> float:
    """What playing a card would win or save now, in points of army cost."""
    return CARDS[play.card].worth(state, seat, play.unit, decision)


def points_for(state: State, seat: int, card: str) -> list[tuple[float, Point]]:
    """Places worth naming for a card, the best first, and what each is worth."""
    places = CARDS[card].places
    return sorted(places(state, seat) if places is not None else [], key=lambda each: -each[0])


def card_points(state: State, decision: NameCardPoint, n: int) -> list[Suggestion]:
    """Where a card goes, the best place first; where an own unit is or in the middle, if no place is worth it."""
    title, found = effect_cards()[decision.card].title, points_for(state, decision.seat, decision.card)
    own = [unit for unit in state.units.values() if unit.seat == decision.seat and unit.pose is not None]
    there = [unit.pose.place for unit in own if unit.status in (ALIVE, FLYING) and unit.pose is not None]
    x0, y0, x1, y1 = battle_of(state).bounds
    places = [*found, *((0.0, place) for place in (*there, ((x0 + x1) / 2, (y0 + y1) / 2)))]
    answers = [(value, NamePoint(round(x, 2), round(y, 2))) for value, (x, y) in places]
    legal = [each for each in answers if not isinstance(decision.settle(state, each[1]), Refusal)]
    return [
        Suggestion(point, "point", f"{title} at {point.x:g}, {point.y:g}", decision.CLAUSE, value)
        for value, point in legal
    ]


def second_units(state: State, decision: ChooseSecond, n: int) -> list[Suggestion]:
    """Who else: whoever gains most by the card, or nobody."""
    nobody, *others = decision.choices(state)
    found = [
        Suggestion(each.answer, "also", each.title, each.clause, value)
        for each in others
        for value in (worth_of(state, decision.seat, PlayCard(decision.card, each.answer.unit)),)
        if value > 0
    ]
    none = Suggestion(nobody.answer, "keep", nobody.title, decision.CLAUSE)
    return [*sorted(found, key=lambda each: -each.value), none]


# --- plays -----------------------------------------------------------------------------------------------------------


def card_plays(state: State, decision: PlayCards | PlayInWindow, n: int) -> list[Suggestion]:
    """Keep the cards, then every play, the best first, and why."""
    keep, *plays = decision.choices(state)
    safe = Suggestion(keep.answer, "keep", "keep your cards for a better moment", decision.CLAUSE)
    found = [
        Suggestion(each.answer, "card", _reason(state, each.answer, value), each.clause, value - _KEEP)
        for each in plays
        if isinstance(each.answer, PlayCard)
        for value in (worth_of(state, decision.seat, each.answer, decision),)
    ]
    return [safe, *sorted(found, key=lambda each: -each.value)]


def _reason(state: State, play: PlayCard, value: float) -> str:
    on = f" on {describe(state, play.unit)}" if play.unit else ""
    return f"{effect_cards()[play.card].title}{on} is worth about {value:.1f} points now"


def card_price(state: State, decision: Any, answer: Any, weights: Weights) -> float:
    """A card played when it pays: its worth above what it is kept for; a place or a second unit by what it gains."""
    return chance_with(state, decision.seat, weighed({"card": _price(state, decision, answer)}, weights))


def _price(state: State, decision: Any, answer: Any) -> float:
    if isinstance(answer, PlayCard):
        return worth_of(state, decision.seat, answer, decision) - _KEEP
    if isinstance(answer, AlsoOn):
        return worth_of(state, decision.seat, PlayCard(decision.card, answer.unit)) if answer.unit else 0.0
    if isinstance(answer, NamePoint):
        near = {(round(x, 2), round(y, 2)): value for value, (x, y) in points_for(state, decision.seat, decision.card)}
        return near.get((answer.x, answer.y), 0.0)
    # who keeps them for the whole turn, or from all shots, cannot play one in it
    kept = isinstance(answer, KeepFromShots) or (isinstance(answer, KeepCards) and answer.all_turn)
    return -_KEEP if kept else 0.0


def card_picks(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Hands that serve in most battles, the best first."""
    known = [card.id for card in effect_cards().values() if is_of_use(state.match, card)]
    ranked = sorted(known, key=lambda card: CARDS[card].liked)
    most = cards_to_choose(state.match)[1]
    hands = [ranked[start : start + most] for start in range(max(1, len(ranked) - most + 1))]
    return [_pick(hand) for hand in hands]


def _pick(cards: Sequence[str]) -> Suggestion:
    titles = ", ".join(effect_cards()[card].title for card in cards)
    return Suggestion(PickCards(tuple(cards)), "cards", titles, "mbb.card.hail.secret")
