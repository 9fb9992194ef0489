"""Odds: what foretells the winner of a table as it lies, whoever is to act."""

from __future__ import annotations

from brickfield.core.adding import added
from brickfield.core.board import IN_BATTLE, Unit
from brickfield.core.judging.odds import Foretold, lead_after, lead_of
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN
from ..base.battlefield import battle_of, card_of
from ..base.odds import lives
from ..base.winning import scores_of
from ..chapters.effect_cards.effect_cards import hand_name
from .goals import Aim, aim_of, marked_for, worth_of
from .judgement_threats import threat_map
from .suggestions_fire import assign, standing

_MELEE, _AREA, _GOALS, _LAST = "free_for_all", "area", "goals", "elimination"
# What is in reserve counts for so much of what it costs.
_RESERVE = 0.9
# How far away from its ground a unit counts for nothing there, in inches, and how many are looked at.
_FAR, _NEAREST = 24.0, 3


def foretold(state: State, seat: int) -> Foretold:
    """Strength with infantry by its markers, the next exchange of fire, cards in hand, the count, and the goals."""
    match, scenario = state.match, battle_of(state).scenario
    own = [unit for unit in state.units.values() if unit.status in IN_BATTLE and match.allied(unit.seat, seat)]
    foes = [unit for unit in state.units.values() if unit.status in IN_BATTLE and not match.allied(unit.seat, seat)]
    mine, theirs = (added(_worth(state, unit) for unit in units) for units in (own, foes))
    first = match.allied(int(state.facts.get("active", seat)), seat)
    ours, others = (_onslaught(state, {unit.seat for unit in units}) for units in (own, foes))
    found = {
        "strength": lead_of(mine, theirs),
        "exchange": lead_after(mine, theirs, ours, others, first),
        "units": lead_of(len(own), len(foes)),
        "cards": float(_cards(state, seat)),
    }
    late = _late(state)
    if scenario.holder is not None:
        sign = 1.0 if match.allied(scenario.holder, seat) else -1.0
        found |= {"holder": sign, "late": sign * late}
    else:
        found["count"] = late * _count(state, seat)
    sort = _LAST
    if scenario.objective is not None:
        sort = _AREA
        found |= _area(state, seat)
    elif scenario.goals:
        sort = _GOALS
        found |= _goals(state, seat)
    return Foretold(_MELEE if len(set(match.sides)) > 2 else sort, found)


def _worth(state: State, unit: Unit) -> float:
    """What a unit is worth, by the lives it has left, a reserve a little less."""
    worth = worth_of(state, unit) * lives(state, unit.id) / max(1, card_of(state, unit.id).markers)
    return worth if unit.alive else _RESERVE * worth


def _onslaught(state: State, seats: set[int]) -> float:
    """What some seats can expect to destroy by a good fire plan from where they stand."""
    taken = 0.0
    for seat in seats:
        view = threat_map(state, seat)
        shots = [view.shots(unit, unit.at) for unit in view.own]
        left = standing(assign(shots, view.worth), shots, len(view.foes))
        taken += added(worth * (1.0 - share) for worth, share in zip(view.worth, left, strict=True))
    return taken


def _cards(state: State, seat: int) -> int:
    """How many more effect cards a side holds."""
    hands = {each: len(state.piles.get(hand_name(each), ())) for each in range(state.match.seats)}
    return sum(count if state.match.allied(each, seat) else -count for each, count in hands.items())


def _late(state: State) -> float:
    """How much of the rounds is over, where there is a last one."""
    limit = battle_of(state).round_limit
    return min(1.0, int(state.facts.get("round", 1)) / limit) if limit else 0.0


def _count(state: State, seat: int) -> float:
    """Who is ahead in what the last round counts: 1, 0 or -1."""
    scores = scores_of(state)
    theirs = max((score for each, score in enumerate(scores) if not state.match.allied(each, seat)), default=0)
    return float(scores[seat] > theirs) - float(scores[seat] < theirs)


def _area(state: State, seat: int) -> dict[str, float]:
    """Points for the area, as a share of those it takes, who is in it, and who is near."""
    area = battle_of(state).scenario.objective
    assert area is not None
    scores = scores_of(state)
    theirs = max((score for each, score in enumerate(scores) if not state.match.allied(each, seat)), default=0)
    most = max(1, area.points_to_win)
    sure = [1.0 / max(1, most - score) for score in (scores[seat], theirs)]
    aim = aim_of(state, seat)
    assert aim is not None
    return {
        "points": (scores[seat] - theirs) / most,
        "nearly": sure[0] - sure[1],
        "inside": _inside(state, seat, aim),
    }


def _inside(state: State, seat: int, aim: Aim) -> float:
    """Who has more units on the ground: 1, 0 or -1."""
    here = [unit for unit in state.units.values() if unit.alive and unit.pose is not None and aim.holds(unit.pose)]
    lead = sum(1 if state.match.allied(unit.seat, seat) else -1 for unit in here)
    return float(lead > 0) - float(lead < 0)


def _goals(state: State, seat: int) -> dict[str, float]:
    """How near each side is to its ground, and the buildings it has still to bring down."""
    match = state.match
    foe = next(each for each in range(match.seats) if not match.allied(each, seat))
    return {
        "ground": _near(state, seat) - _near(state, foe),
        "razed": float(len(marked_for(state, foe)) - len(marked_for(state, seat))),
    }


def _near(state: State, seat: int) -> float:
    """How much of its way to the ground a side has behind it: its nearest units that count there."""
    aim = aim_of(state, seat)
    if aim is None:
        return 0.0
    able = [unit for unit in state.units.values() if unit.alive and state.match.allied(unit.seat, seat)]
    ways = sorted(_way(unit, aim) for unit in able if unit.pose is not None and aim.counts(state, unit))
    nearest = ways[: max(_NEAREST if not aim.card else 1, aim.units)]
    return sum(max(0.0, 1.0 - way / _FAR) for way in nearest) / max(1, len(nearest))


def _way(unit: Unit, aim: Aim) -> float:
    x, y = abs(unit.at.x / GRAIN - aim.x), abs(unit.at.y / GRAIN - aim.y)
    return max(0.0, x - aim.length / 2, y - aim.width / 2)
