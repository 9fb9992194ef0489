"""A newcomer: drives at the nearest enemy, takes the shot with the best chance, and leaves the rest as it comes.

It knows no game: it reads what a question offers, as a person does who has not opened the book. A level that it beats
more often than not is one that a beginner can beat.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import atan2, ceil, cos, degrees, floor, hypot, radians, sin
from typing import Any, NamedTuple

import msgspec

from brickfield.core.asking.movers import Mover, StepOffer
from brickfield.core.asking.offers import Act, Aims, AnyOffer, Path, Split, Started
from brickfield.core.board import Unit
from brickfield.core.decisions import Decision, Reaction
from brickfield.core.late import default_of
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.players.lab.by_sight import BySight

# How many suggestions are looked through for a way round.
_ROUND = 40
# A shot with so good a chance is taken before anybody drives.
_GOOD = 0.5
# How far off the straight way to the enemy is tried, and how much of what a unit can go.
_ASIDE = (0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 65.0, -65.0)
_SHARES = (1.0, 0.7, 0.45, 0.25, 0.1)
_HALF, _WHOLE = 180.0, 360.0
# Nobody turns for less, and nobody drives to come nearer by less.
_SLIGHT, _NEARER = 2.0, 0.2


class _Drive(NamedTuple):
    """A way, and how far from the enemy it ends."""

    left: float
    answer: Started


class _Shot(NamedTuple):
    odds: float
    answer: Started


class Newcomer(BySight):
    """Its answers to the questions of any game; it remembers whom it has driven in this round."""

    level = "newcomer"

    def __init__(self) -> None:
        self._driven: set[tuple[Any, str]] = set()

    def answer(self, state: State, decision: Decision) -> Any:
        """What it wants first of what it may do; else what silence would answer."""
        if not isinstance(decision, Reaction):
            for wish in self._wishes(state, decision):
                read = decision.read(wish)
                if decision.validate(state, read) is None:
                    return read
        return decision.read(default_of(state, decision).answer)

    def _wishes(self, state: State, decision: Decision) -> Iterator[Started]:
        """A good shot, a drive, a poor shot; then whoever cannot drive stays and may fire."""
        seat, offer = decision.seat, decision.ask(state).offer
        parts = _parts(offer)
        shots = sorted((shot for part in parts for shot in _shots(state, seat, part)), key=lambda shot: -shot.odds)
        paths = [part for part in parts if isinstance(part, Path)]
        yield from (shot.answer for shot in shots if shot.odds >= _GOOD)
        for path in paths:
            yield from self._drives(state, decision, path)
        yield from (shot.answer for shot in shots if 0.0 < shot.odds < _GOOD)
        yield from ({**mover.answer, path.into: []} for path in paths if path.stay for mover in path.movers)

    def _drives(self, state: State, decision: Decision, offer: Path) -> Iterator[Started]:
        """Everybody once a round, whoever is farthest off first: straight at the enemy, else nearly so, else as the
        game would go."""
        others = [unit for unit in state.units.values() if _is_foe(state, decision.seat, unit.id)]
        foes = [unit.pose.place for unit in others if unit.pose is not None]
        fresh = [(mover, state.units[mover.unit]) for mover in offer.movers if mover.left == mover.points > 0]
        able = [(_away(unit, foes), mover, unit) for mover, unit in fresh if unit.pose is not None and foes]
        for away, mover, unit in sorted(able, key=lambda each: -each[0]):
            key = (state.facts.get("round"), unit.id)
            if key in self._driven:
                continue
            self._driven.add(key)
            ways = [way for aside in _ASIDE for way in _ways(offer, mover, unit, foes, aside)]
            yield from (way.answer for way in sorted(ways, key=lambda way: way.left) if way.left < away - _NEARER)
            yield from _as_suggested(state, decision, mover.answer, offer.into)


def _parts(offer: AnyOffer) -> list[AnyOffer]:
    """What may be done now; a burden is left alone."""
    if not isinstance(offer, Act):
        return [offer]
    actions = [action for actor in offer.actors for action in actor.actions]
    return [each.offer for each in actions if each.offer is not None and each.closed is None and not each.warning]


def _as_suggested(state: State, decision: Decision, begun: Started, into: str) -> Iterator[Started]:
    """Where something is in the way, the way round it."""
    for idea in decision.suggest(state, _ROUND):
        answer = msgspec.to_builtins(idea.answer)
        if answer.get(into) and all(answer.get(key) == value for key, value in begun.items()):
            yield answer


# --- shooting --------------------------------------------------------------------------------------------------------


def _shots(state: State, seat: int, offer: AnyOffer) -> Iterator[_Shot]:
    """One for each target; where everybody is asked at once, the best of each."""
    if isinstance(offer, Aims) and offer.plan:
        shots: list[dict[str, str]] = []
        for aims in (_at(state, seat, shooter.aims) for shooter in offer.shooters):
            aimed_at = [shot["target"] for shot in shots]
            # of equal chances the one at whom fewer shoot already
            best = max(aims, key=lambda aim: (aim.odds, -aimed_at.count(aim.target)), default=None)
            shots += [{"unit": best.unit, "target": best.target}] if best is not None and best.odds else []
        if shots:
            yield _Shot(1.0, {**offer.answer, offer.into: shots})
    elif isinstance(offer, Aims):
        for aim in (aim for shooter in offer.shooters for aim in _at(state, seat, shooter.aims)):
            yield _Shot(aim.odds, {**offer.answer, "target": aim.target})
    elif isinstance(offer, Split):
        for aim in _at(state, seat, offer.aims):
            dice = min(offer.dice, offer.limits.get(aim.range, offer.dice))
            yield _Shot(aim.odds, {**offer.answer, offer.into: [{"target": aim.target, "dice": dice}]})


def _at(state: State, seat: int, aims: tuple[AimFace, ...]) -> list[AimFace]:
    """Those that may be declared and are at an enemy."""
    able = [aim for aim in aims if aim.refusal is None and aim.target in state.units]
    return [aim for aim in able if _is_foe(state, seat, aim.target)]


def _is_foe(state: State, seat: int, unit: str) -> bool:
    return not state.match.allied(seat, state.units[unit].seat)


# --- driving ---------------------------------------------------------------------------------------------------------


def _away(unit: Unit, foes: list[tuple[float, float]]) -> float:
    x, y = unit.at.place
    return min(hypot(a - x, b - y) for a, b in foes)


def _ways(offer: Path, mover: Mover, unit: Unit, foes: list[tuple[float, float]], aside: float) -> Iterator[_Drive]:
    """Ways so far aside of the straight one: turn and go, or go there at once."""
    x, y = unit.at.place
    at = min(foes, key=lambda foe: hypot(foe[0] - x, foe[1] - y))
    off = hypot(at[0] - x, at[1] - y)
    turn = (degrees(atan2(at[1] - y, at[0] - x)) + aside - unit.at.degrees + _HALF) % _WHOLE - _HALF
    ahead = [step for step in offer.steps if not step.bearing and step.motion != "turn"]
    turns = [step for step in offer.steps if step.motion == "turn"]
    for step, share, bend in product(ahead, _SHARES, _bends(offer, mover, turn)):
        steps, heading, points = [], unit.at.degrees, mover.left
        if step.motion == "straight" and turns and abs(bend) > _SLIGHT:
            steps.append({"step": turns[0].step, turns[0].amount: round(bend, 1)})
            points -= _price(turns[0], abs(bend))
        heading = (heading + bend) % _WHOLE if steps or step.motion != "straight" else heading
        far = _far(step, min(share * points / step.price, off))
        if far < max(offer.shortest, offer.least) or far <= 0:
            continue
        own = {"heading": round(heading, 1)} if step.motion != "straight" else {}
        steps.append({"step": step.step, step.amount: far, **own})
        ends = x + far * cos(radians(heading)), y + far * sin(radians(heading))
        yield _Drive(hypot(at[0] - ends[0], at[1] - ends[1]), {**mover.answer, offer.into: steps})


def _bends(offer: Path, mover: Mover, turn: float) -> list[float]:
    """As far round as is wanted, or as one may."""
    most = [each for each in (mover.bend and mover.bend.degrees, offer.turns and offer.turns.degrees) if each]
    return [turn, *(max(-limit, min(limit, turn)) for limit in most if abs(turn) > limit)]


def _price(step: StepOffer, amount: float) -> float:
    return step.price * (ceil(amount / step.per) * step.per if step.whole else amount)


def _far(step: StepOffer, amount: float) -> float:
    return float(floor(amount + 1e-9)) if step.whole else floor(amount * 100) / 100
