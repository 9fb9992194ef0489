"""Effect cards as bots and hints see them: what a card is worth now, in points of army cost, and when to keep it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brickfield.core.apply import apply
from brickfield.core.board import FLYING
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.events import UnitMarked
from brickfield.core.judging import Score, Term, Weights
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.mind.judgement_balance import army_costs, win_chance
from brickfield.games.micro_brick_battle.rules.battlefield import card_of, describe, enemies_of
from brickfield.games.micro_brick_battle.rules.effect_cards import cards_to_choose, dealt, effect_cards
from brickfield.games.micro_brick_battle.rules.odds import chance_to_destroy
from brickfield.games.micro_brick_battle.rules.playing_cards import PickCards, PlayCard, PlayCards, PlayInWindow
from brickfield.games.micro_brick_battle.rules.rounds_and_turns import Turn
from brickfield.games.micro_brick_battle.rules.target_declaration import has_a_shot

# A card is kept for a better moment unless it saves or destroys about so much of an army's cost.
_KEEP = 1.5
# A few inches more or less, as a share of a unit's cost; cards of other chapters whose gain is not worked out.
_INCHES, _ELSEWHERE = 0.12, 2.0
# Half of all hits glance off.
_GLANCES = 0.5
# How often an attack of an airplane destroys its target, about.
_FROM_ABOVE = 0.5
# Cards in the order in which they are liked best before a battle.
_LIKED = ("ricochet", "lucky_shot", "dud_shell", "armor_piercing", "dug_in", "smoke_screen", "thrown_track",
          "full_throttle", "scramble", "forward_observer", "mine_sweepers", "clear_skies")  # fmt: skip


def worth_of(state: State, seat: int, play: PlayCard) -> float:
    """What playing a card would win or save now, in points of army cost."""
    match play.card:
        case "armor_piercing":
            return _stronger(state, seat, play.unit)
        case "dug_in" | "smoke_screen":
            return _safer(state, seat, play)
        case "full_throttle":
            unit = state.units[play.unit]
            blind = not any(has_a_shot(state, unit, enemy) for enemy in enemies_of(state, seat))
            return _INCHES * card_of(state, play.unit).rc if blind else 0.0
        case "thrown_track":
            return _INCHES * card_of(state, play.unit).rc
        case "dud_shell":
            return max((_stake(state, play.unit, target) for target in _declared(state, play.unit)), default=0.0)
        case "ricochet":
            return _GLANCES * card_of(state, play.unit).rc
    return _ELSEWHERE


def _stake(state: State, shooter: str, target: str) -> float:
    """What a shot is expected to destroy; of an airplane about half of its attacks do."""
    if state.units[shooter].status == FLYING:
        return _FROM_ABOVE * card_of(state, target).rc
    return chance_to_destroy(state, shooter, target) * card_of(state, target).rc if target in state.units else 0.0


def _with_card(state: State, play: PlayCard) -> State:
    """The table as if the card lay there."""
    there = state.clone()
    apply(there, UnitMarked(unit=play.unit, mark=play.card, value=effect_cards()[play.card].value))
    return there


def _stronger(state: State, seat: int, unit_id: str) -> float:
    """How much more the best shot of a unit destroys."""
    there, unit = _with_card(state, PlayCard("armor_piercing", unit_id)), state.units[unit_id]
    seen = [enemy.id for enemy in enemies_of(state, seat) if has_a_shot(state, unit, enemy)]
    return max((_stake(there, unit_id, enemy) - _stake(state, unit_id, enemy) for enemy in seen), default=0.0)


def _safer(state: State, seat: int, play: PlayCard) -> float:
    """How much less the enemies who see a unit destroy of it."""
    there, unit = _with_card(state, play), state.units[play.unit]
    seers = [enemy.id for enemy in enemies_of(state, seat) if has_a_shot(state, enemy, unit)]
    return sum(_stake(state, enemy, play.unit) - _stake(there, enemy, play.unit) for enemy in seers)


def _declared(state: State, shooter: str) -> list[str]:
    """What a unit has declared as its target in the turn under way."""
    return [
        shot.target for frame in state.frames if isinstance(frame, Turn) for shot in frame.shots if shot.unit == shooter
    ]


def _value(state: State, decision: Any, play: PlayCard) -> float:
    if play.card == "lucky_shot":
        return _stake(state, *decision.about)
    return worth_of(state, decision.seat, play)


def card_plays(state: State, decision: PlayCards | PlayInWindow, n: int) -> list[Suggestion]:
    """Keep the cards, then every play, the best first, and why."""
    keep, *plays = decision.choices(state)
    safe = Suggestion(keep.answer, "keep", "keep your cards for a better moment", decision.CLAUSE)
    found = [
        Suggestion(each.answer, "card", _reason(state, each.answer, value), each.clause, value - _KEEP)
        for each in plays
        for value in (_value(state, decision, each.answer),)
    ]
    return [safe, *sorted(found, key=lambda each: -each.value)][: max(1, n)]


def _reason(state: State, play: PlayCard, value: float) -> str:
    on = f" on {describe(state, play.unit)}" if play.unit else ""
    return f"{effect_cards()[play.card].title}{on} is worth about {value:.1f} points now"


def card_price(state: State, decision: Any, answer: Any, weights: Weights) -> tuple[float, Score]:
    """A card played when it pays: its worth above what it is kept for."""
    value = _value(state, decision, answer) - _KEEP if isinstance(answer, PlayCard) else 0.0
    own, foes = army_costs(state, decision.seat)
    score = Score((Term("card", value, "card", ("mbb.card.timing",)),)).weighed(weights)
    return win_chance(own - foes + score.total, own + foes), score


def card_picks(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Hands that serve in most battles, the best first."""
    known = [card.id for card in dealt(state.match)]
    ranked = sorted(known, key=lambda card: _LIKED.index(card) if card in _LIKED else len(_LIKED))
    most = cards_to_choose(state.match)[1]
    hands = [ranked[start : start + most] for start in range(max(1, len(ranked) - most + 1))]
    return [_pick(hand) for hand in hands][: max(1, n)]


def _pick(cards: Sequence[str]) -> Suggestion:
    titles = ", ".join(effect_cards()[card].title for card in cards)
    return Suggestion(PickCards(tuple(cards)), "cards", titles, "mbb.card.hail.secret")
