"""Advice: what a level that plans would answer, and what else could be done. Hints at a table are drawn from it.

The first idea is the first order of a plan for the whole question, made anew for each question: who follows it every
time plays as that level does. The others begin otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from brickfield.core.asking.offers import Act, Aims, AnyOffer, Choice, Path
from brickfield.core.decisions import Decision, Reaction, Suggestion
from brickfield.core.late import resting
from brickfield.core.state import State
from brickfield.players import plan
from brickfield.players.levels import levels
from brickfield.players.seat import BotSeat, is_one_answer
from brickfield.players.winning import wins_now

# Whoever gives the advice plans the whole turn, and answers in the blink of an eye.
ADVISER = "regular"
# What it is worth to win at once.
_WON = 1.0


class _Idea(NamedTuple):
    suggestion: Suggestion
    # the win chance with it, and with what is planned beside it
    worth: float


def advice(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Up to n ideas for a question, the best first, worked out from the table as its seat imagines it."""
    offer = decision.ask(state).offer
    found = _something_first(state, decision, offer, _ideas(state, decision))
    # an attack in vain is worth as much as what may follow it, but nobody should begin with it
    vain = _vain_attacks(offer)
    found.sort(key=lambda idea: bool(vain & set(_attacks(offer, msgspec.to_builtins(idea.suggestion.answer)))))
    return [idea.suggestion for idea in found][:n]


def _ideas(state: State, decision: Decision) -> list[_Idea]:
    """What is worth suggesting, the best first, as the adviser judges it."""
    adviser = levels()[ADVISER]
    if state.match.game.judge is None:
        found = sorted(decision.suggest(state, 1 + adviser.candidates), key=lambda idea: -idea.value)
        return [_Idea(each, each.value) for each in found]
    bot = BotSeat(adviser, 0)
    suggestions, outlook = bot.weigh(state, decision)
    won = wins_now(state, decision, suggestions)
    if won is not None:
        return [_Idea(won, _WON), *(_Idea(each, 0.0) for each in suggestions if each is not won)]
    if is_one_answer(outlook):
        ideas = [_Idea(suggestions[number], outlook.value((number,))) for number in outlook.groups[0]]
        return sorted(ideas, key=lambda idea: -idea.worth)
    whole = plan.in_order(outlook, bot.planned(suggestions, outlook))
    begun = plan.others(bot.roughly(outlook), [each.kind for each in suggestions], adviser.passes, whole)
    plans = [each for each in (whole, *begun) if each]
    ideas = [_Idea(suggestions[each[0]], outlook.value(each)) for each in plans]
    told = {each[0] for each in plans}
    alone = [number for group in outlook.groups for number in group if number not in told]
    ideas += sorted((_Idea(suggestions[each], outlook.value((each,))) for each in alone), key=lambda idea: -idea.worth)
    rest = _Idea(suggestions[0], outlook.value(()))
    return [*ideas, rest] if whole else [rest, *ideas]


def _something_first(state: State, decision: Decision, offer: AnyOffer, found: list[_Idea]) -> list[_Idea]:
    """To leave everything as it is comes behind what does no harm; where units have not acted, so that the game itself
    would ask back, it comes behind everything. What an enemy does may well be left."""
    idle = None if isinstance(decision, Reaction) else resting(state, decision)
    if idle is None or (found and found[0].worth >= _WON):
        return found
    plain = msgspec.to_builtins(idle.answer)
    rests = [idea for idea in found if msgspec.to_builtins(idea.suggestion.answer) == plain]
    others = [idea for idea in found if idea not in rests]
    harmful = bool(rests and others) and others[0].worth < rests[0].worth
    return found if harmful and not any(each.careful for each in _ends(offer)) else [*others, *rests]


def _ends(offer: AnyOffer) -> Iterator[Choice]:
    """The choices by which a turn, or a part of it, is over."""
    if isinstance(offer, Act):
        yield from (actor.finish for actor in offer.actors if actor.finish is not None)
    elif isinstance(offer, Path) and offer.finish is not None:
        yield offer.finish


def _vain_attacks(offer: AnyOffer) -> set[tuple[str, str]]:
    """Attacks that may be made and cannot do anything, by who and whom."""
    parts = [action.offer for actor in offer.actors for action in actor.actions] if isinstance(offer, Act) else [offer]
    aims = [aim for part in parts if isinstance(part, Aims) for shooter in part.shooters for aim in shooter.aims]
    return {(aim.unit, aim.target) for aim in aims if aim.refusal is None and aim.odds == 0}


def _attacks(offer: AnyOffer, answer: Any, unit: str = "") -> Iterator[tuple[str, str]]:
    """Who attacks whom, wherever in an answer that stands; who does not say so is the one that is asked."""
    if isinstance(answer, dict):
        unit = str(answer.get("unit") or unit or _asked_unit(offer))
        if isinstance(target := answer.get("target"), str):
            yield unit, target
    for part in answer.values() if isinstance(answer, dict) else answer if isinstance(answer, (list, tuple)) else ():
        yield from _attacks(offer, part, unit)


def _asked_unit(offer: AnyOffer) -> str:
    if isinstance(offer, Act):
        return offer.actors[0].unit if offer.actors else ""
    return offer.shooters[0].unit if isinstance(offer, Aims) and offer.shooters else ""
