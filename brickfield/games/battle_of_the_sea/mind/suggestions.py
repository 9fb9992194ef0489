"""Answers worth giving to each decision, with their kind and reason: for hints, bots and learners alike."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import hypot

from brickfield.core.board import Unit
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.state import State
from ..base.damage import CHOSEN, AllocateHits, default_markers
from ..base.damage import RemoveMarkers as Markers
from ..base.setting_out import Place, candidates, may_place, waiting
from ..base.turns import Attack, EndTurn, HoldFire, ready
from ..base.waters import describe
from ..chapters.capacity.capacity import capacity, cargo
from ..chapters.transport_of_gold.transport_of_gold import TakeAboard, Unload, may_unload, treasures_at_hand
from .judgement_berths import berth, berths, close_berths
from .judgement_threats import apart, threat_map
from .judgement_worth import allocations, card_worth
from .suggestions_courses import drafts
from .suggestions_fire import volleys

# How many places are tried for a ship, how many are told, and how far they are apart.
_TRIED, _SPREAD = 240, 3.0
# With more units than this only the foremost are thought about at once.
_AT_ONCE = 8
# Ending the turn while ships could still act is the last thing to think of.
_END = -100.0
_PLACES = 8


def command(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Up to n: stay with the next unit; then what every unit could do, the best idea of each first; or end the turn."""
    found = [drafts(state, unit) for unit in _foremost(state, ready(state, decision.seat))]
    stays = [ideas[0] for ideas in found]
    deepest = max((len(ideas) for ideas in found), default=0)
    best, *others = [[ideas[rank] for ideas in found if rank < len(ideas)] for rank in range(1, max(2, deepest))]
    end = Suggestion(EndTurn(), "end_turn", "nothing more in this turn", "sea.game.no_skip", _END)
    rest = [idea for rank in others for idea in rank]
    listed = [*stays[:1], *best, *stays[1:], *rest] if stays else []
    return [*[draft.told() for draft in listed[: max(1, n)]], end]


def _foremost(state: State, units: list[Unit]) -> list[Unit]:
    """The units to think about now: all of a usual fleet, of a large one those nearest to the enemy."""
    if len(units) <= _AT_ONCE:
        return units
    foes = threat_map(state, units[0].seat).foes
    near = {unit.id: min((apart(unit.at, foe.at) for foe in foes), default=0.0) for unit in units}
    foremost = sorted(units, key=lambda unit: near[unit.id])[:_AT_ONCE]
    return [unit for unit in units if unit in foremost]


def attack(state: State, decision: Attack, n: int) -> list[Suggestion]:
    """The best target with all dice, the others, a division of fire, cargo, or nothing."""
    unit = state.units[decision.unit]
    found = [*_handle_cargo(state, unit), *volleys(state, unit)]
    hold = Suggestion(HoldFire(), "hold", "nothing more with this unit", "sea.fire.declare")
    return [*sorted(found, key=lambda idea: -idea.value), hold]


def _handle_cargo(state: State, unit: Unit) -> Iterator[Suggestion]:
    """Unload at home, or take what there is room for, the heaviest first."""
    if not state.match.options.loads or unit.marks.get("rammed"):
        return
    if cargo(unit) and may_unload(state, unit) is None:
        worth = 10.0 * sum(cargo(unit))
        yield Suggestion(Unload(), "unload", "bring the cargo ashore", "sea.gold.scenario", worth)
    room, taken = capacity(unit) - sum(cargo(unit)), []
    for token in sorted(treasures_at_hand(state, unit), key=lambda each: (-each.marks["weight"], each.id)):
        if token.marks["weight"] <= room:
            taken.append(token.id)
            room -= token.marks["weight"]
    if taken:
        yield Suggestion(TakeAboard(tuple(taken)), "load", "take the treasure aboard", "sea.gold.load", 5.0)


def deploy(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Places for the next unit, looking into the table: the best first, then others well apart from each other."""
    unit = waiting(state, decision.seat)[0]
    found: list[tuple[float, Place]] = []
    for place in islice(berths(state, unit), _TRIED):
        settled = may_place(state, decision.seat, place)
        if isinstance(settled, Place):
            found.append((berth(state, settled).worth, settled))
    chosen: list[Suggestion] = []
    for worth, place in sorted(found, key=lambda each: -each[0]):
        near = any(hypot(place.x - each.answer.x, place.y - each.answer.y) < _SPREAD for each in chosen)
        if not near and len(chosen) < _PLACES:
            reason = f"{describe(state, unit.id)} starts here"
            chosen.append(Suggestion(place, "place", reason, "sea.game.start_sides", round(worth, 3)))
    return chosen or [_close_place(state, unit) or _any_place(state, unit)]


def _close_place(state: State, unit: Unit) -> Suggestion | None:
    """The best place among one's own ships where a bow still points into the table."""
    for places in close_berths(state, unit):
        free = [each for each in places if isinstance(may_place(state, unit.seat, each), Place)]
        if free:
            best = max(free, key=lambda each: berth(state, each).worth)
            return Suggestion(best, "place", f"{describe(state, unit.id)} finds room here", "sea.game.start_sides")
    return None


def _any_place(state: State, unit: Unit) -> Suggestion:
    settled = (may_place(state, unit.seat, place) for place in candidates(state, unit))
    place = next(each for each in settled if isinstance(each, Place))
    return Suggestion(place, "place", "the only room there is", "sea.game.start_sides")


def allocate(state: State, decision: AllocateHits, n: int) -> list[Suggestion]:
    """The default order first; then every other choice by what the card is worth after it."""
    unit, hits = state.units[decision.unit], decision.hits
    first = default_markers(unit, hits)
    worth = {answer: card_worth(state, unit, answer) for answer in (first, *allocations(state, unit, hits))}
    best = max(worth.values())
    found = [Suggestion(first, "default", "guns and sails before the hull", "sea.damage.default_choice", worth[first])]
    others = sorted((each for each in worth if each != first), key=lambda each: (-worth[each], each.speed, each.base))
    for answer in others:
        if decision.validate(state, answer) is None:
            kind = "keep_strength" if worth[answer] == best else "other"
            found.append(Suggestion(answer, kind, _loss(answer), "sea.damage.choice", round(worth[answer], 3)))
    return found


def _loss(taken: Markers) -> str:
    """What goes, in words."""
    parts = [f"{count} {feature}" for feature in CHOSEN if (count := getattr(taken, feature))]
    return f"give up {' and '.join(parts)}"
