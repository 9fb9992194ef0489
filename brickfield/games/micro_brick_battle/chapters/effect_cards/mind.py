"""Effect cards as bots and hints see them: what a card is worth now, in points of army cost, and when to keep it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brickfield.core.apply import apply
from brickfield.core.board import ALIVE, FLYING, Unit
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.events import TokenPlaced, UnitMarked
from brickfield.core.judging.judging import EvaluationTerm, Score, Weights
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base.battlefield import battle_of, card_of, describe, enemies_of, living_of
from brickfield.games.micro_brick_battle.base.odds import chance_of, chance_to_destroy
from brickfield.games.micro_brick_battle.base.target_declaration import has_a_shot
from brickfield.games.micro_brick_battle.chapters.effect_cards.card_effects import screen_at, under_fire
from brickfield.games.micro_brick_battle.chapters.effect_cards.choosing_cards import PickCards
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import (
    cards_to_choose,
    effect_cards,
    is_of_use,
)
from brickfield.games.micro_brick_battle.chapters.effect_cards.playing_cards import (
    AlsoOn,
    ChooseSecond,
    KeepCards,
    KeepFromShots,
    NameCardPoint,
    NamePoint,
    PlayCard,
    PlayCards,
    PlayInWindow,
    may_name,
)
from brickfield.games.micro_brick_battle.mind.judgement_balance import army_costs, win_chance
from brickfield.geometry import Pose

# A card is kept for a better moment unless it saves or destroys about so much of an army's cost.
_KEEP = 1.5
# A few inches more or less, as a share of a unit's cost; cards whose gain is not worked out.
_INCHES, _ELSEWHERE = 0.12, 2.0
# How often an attack of an airplane destroys its target, about.
_FROM_ABOVE = 0.5
# What hides the own units from the enemy hides the enemy too, for one turn less.
_OWN_FIRE = 0.5
# So many units of a side, and places, are looked at for a smoke screen.
_LOOKED_AT, _PLACES = 6, 4
# Cards in the order in which they are liked best before a battle.
_LIKED = ("luck", "second_shot", "ap_round", "repair", "dig_in", "barrage", "smoke", "breakdown",
          "full_throttle", "radio", "recon", "reserves")  # fmt: skip

Point = tuple[float, float]


def worth_of(state: State, seat: int, play: PlayCard, decision: Any = None) -> float:
    """What playing a card would win or save now, in points of army cost."""
    match play.card:
        case "ap_round":
            return _stronger(state, play, decision.about[1])
        case "luck":
            return 0.0 if decision.hit else _stake(state, play.unit, decision.about[1])
        case "dig_in":
            return _safer(state, seat, play)
        case "full_throttle":
            unit = state.units[play.unit]
            blind = not any(has_a_shot(state, unit, enemy) for enemy in enemies_of(state, seat))
            return _INCHES * card_of(state, play.unit).rc if blind else 0.0
        case "breakdown":
            return _INCHES * card_of(state, play.unit).rc
        case "repair":
            return float(card_of(state, play.unit).rc)
        case "second_shot":
            return _best_shot(state, seat, play.unit)
        case "smoke" | "barrage":
            return max((value for value, _point in points_for(state, seat, play.card)), default=0.0)
    return _ELSEWHERE


def _stake(state: State, shooter: str, target: str) -> float:
    """What a shot is expected to destroy; of an airplane about half of its attacks do."""
    if target not in state.units:
        return 0.0
    if FLYING in (state.units[shooter].status, state.units[target].status):
        return _FROM_ABOVE * card_of(state, target).rc
    return chance_to_destroy(state, shooter, target) * card_of(state, target).rc


def _with_card(state: State, play: PlayCard) -> State:
    """The table as if the card lay there."""
    there = state.clone()
    apply(there, UnitMarked(unit=play.unit, mark=play.card, value=effect_cards()[play.card].value))
    return there


def _stronger(state: State, play: PlayCard, target: str) -> float:
    """How much more the shot that comes up destroys."""
    return _stake(_with_card(state, play), play.unit, target) - _stake(state, play.unit, target)


def _best_shot(state: State, seat: int, unit_id: str) -> float:
    unit = state.units[unit_id]
    seen = [enemy.id for enemy in enemies_of(state, seat) if has_a_shot(state, unit, enemy)]
    return max((_stake(state, unit_id, enemy) for enemy in seen), default=0.0)


def _safer(state: State, seat: int, play: PlayCard) -> float:
    """How much less the enemies who see a unit destroy of it."""
    there, unit = _with_card(state, play), state.units[play.unit]
    seers = [enemy.id for enemy in enemies_of(state, seat) if has_a_shot(state, enemy, unit)]
    return sum(_stake(state, enemy, play.unit) - _stake(there, enemy, play.unit) for enemy in seers)


# --- places ----------------------------------------------------------------------------------------------------------


def points_for(state: State, seat: int, card: str) -> list[tuple[float, Point]]:
    """Places worth naming for a card, the best first, and what each is worth."""
    found = _shelled(state, seat) if card == "barrage" else _hidden_by_smoke(state, seat)
    return sorted(found, key=lambda each: -each[0])


def _shelled(state: State, seat: int) -> list[tuple[float, Point]]:
    """The places of enemies that somebody sees: what a barrage is expected to destroy there, own units against it."""
    chance, found = chance_of(effect_cards()["barrage"].needed), []
    for enemy in enemies_of(state, seat):
        assert enemy.pose is not None
        if isinstance(may_name(state, seat, "barrage", NamePoint(*enemy.pose.place)), Refusal):
            continue
        costs = [
            card_of(state, unit.id).rc * (-1 if state.match.allied(unit.seat, seat) else 1)
            for unit in under_fire(state, enemy.pose)
        ]
        found.append((chance * sum(costs), enemy.pose.place))
    return found


def _hidden_by_smoke(state: State, seat: int) -> list[tuple[float, Point]]:
    """Places between the own units and who sees them: what the enemies' shots are worth that smoke there stops."""
    own, foes = living_of(state, seat)[:_LOOKED_AT], enemies_of(state, seat)[:_LOOKED_AT]
    threats = _fire(state, foes, own)
    places: list[Point] = []
    for shooter, target in sorted(threats, key=lambda pair: -threats[pair])[:_PLACES]:
        one, other = state.units[shooter].pose, state.units[target].pose
        assert one is not None
        assert other is not None
        places.append(((one.place[0] + other.place[0]) / 2, (one.place[1] + other.place[1]) / 2))
    shots = _fire(state, own, foes)
    found = []
    for place in places:
        there = state.clone()
        apply(there, TokenPlaced(token=screen_at(there, seat, Pose.at(*place, 0.0))))
        stopped = sum(value for pair, value in threats.items() if not _sees(there, *pair))
        lost = sum(value for pair, value in shots.items() if not _sees(there, *pair))
        found.append((stopped - _OWN_FIRE * lost, place))
    return found


def _fire(state: State, shooters: Sequence[Unit], targets: Sequence[Unit]) -> dict[tuple[str, str], float]:
    """What each shot that could be made is expected to destroy."""
    return {
        (unit.id, target.id): _stake(state, unit.id, target.id)
        for unit in shooters
        for target in targets
        if has_a_shot(state, unit, target)
    }


def _sees(state: State, shooter: str, target: str) -> bool:
    return has_a_shot(state, state.units[shooter], state.units[target])


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
        for value, point in legal[: max(1, n)]
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
    return [*sorted(found, key=lambda each: -each.value), none][: max(1, n)]


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
    return [safe, *sorted(found, key=lambda each: -each.value)][: max(1, n)]


def _reason(state: State, play: PlayCard, value: float) -> str:
    on = f" on {describe(state, play.unit)}" if play.unit else ""
    return f"{effect_cards()[play.card].title}{on} is worth about {value:.1f} points now"


def card_price(state: State, decision: Any, answer: Any, weights: Weights) -> tuple[float, Score]:
    """A card played when it pays: its worth above what it is kept for; a place or a second unit by what it gains."""
    value = _price(state, decision, answer)
    own, foes = army_costs(state, decision.seat)
    score = Score((EvaluationTerm("card", value, "card", ("mbb.card.timing",)),)).weighed(weights)
    return win_chance(own - foes + score.total, own + foes), score


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
    ranked = sorted(known, key=_LIKED.index)
    most = cards_to_choose(state.match)[1]
    hands = [ranked[start : start + most] for start in range(max(1, len(ranked) - most + 1))]
    return [_pick(hand) for hand in hands][: max(1, n)]


def _pick(cards: Sequence[str]) -> Suggestion:
    titles = ", ".join(effect_cards()[card].title for card in cards)
    return Suggestion(PickCards(tuple(cards)), "cards", titles, "mbb.card.hail.secret")
