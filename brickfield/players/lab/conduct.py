"""How bots behave, whoever wins: units that do nothing though something would help, drives back and forth, deployments.

All of it is read from the events, so it is the same for every game. A game may say in the `manners` of its judgement
which suggestions would have helped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from msgspec import Struct

from brickfield.core import events as happened
from brickfield.core.decisions import Decision
from brickfield.core.events import Event
from brickfield.core.judging.judging import Manners
from brickfield.core.state import State
from brickfield.core.views import SPECTATOR, imagine, view
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN

# A unit has moved when it ends so many inches away, and is back when it ends nearer than that to where it was.
_MOVED = 0.5
# A turn on the spot is something done, too.
_TURNED = 10.0
# Deployments are compared in steps of so many inches.
_DEPLOYED = 2.0
# How many suggestions for each unit are looked through for one that would have helped.
_LOOKED_AT = 12


class Conduct(Struct, frozen=True):
    """What was counted in one game, by seat.

    A `unit_round` is a round of a unit on the table that lived through it; an `idle` one brought neither a move nor an
    attack nor anything else although the game knew something useful; a `return` is a drive back to where the unit was
    a round before, without an attack in between. `deployments` are the places of the units as text, `foretold` the
    chances to win of all seats as the game judged them when each round began.
    """

    unit_rounds: tuple[int, ...]
    idle: tuple[int, ...]
    returns: tuple[int, ...]
    deployments: tuple[str, ...]
    foretold: tuple[tuple[float, ...], ...] = ()


class Observer:
    """Looks on while a game is played."""

    def __init__(self, state: State) -> None:
        seats = state.match.seats
        self._manners: Manners = getattr(state.match.game.judge, "manners", Manners())
        self._seats = {unit.id: unit.seat for unit in state.units.values()}
        self._poses: dict[str, Pose] = {unit.id: unit.pose for unit in state.units.values() if unit.pose is not None}
        self._asked: list[tuple[State, Decision]] = []
        self._busy: set[str] = set()
        # marks that the game clears by itself only keep count
        self._counters: set[str] = set()
        self._fired: set[str] = set()
        self._marked: dict[str, set[str]] = {}
        # for each unit where it stood at the ends of the last rounds, and whether it had attacked in them
        self._trail: dict[str, list[tuple[Pose, bool]]] = {}
        self._unit_rounds, self._idle, self._returns = [0] * seats, [0] * seats, [0] * seats
        self._deployed: list[str] | None = None
        self._foretold: dict[int, tuple[float, ...]] = {}
        self.first: int | None = None
        if state.facts.get("round"):
            # a battle without a deployment stands in its first round already
            self._end_round()

    def see(self, before: State, seat: int, events: Iterable[Event]) -> None:
        """A seat has answered its question on the table `before`, and this came of it."""
        self._foretell(before)
        decision = before.decision_of(seat)
        if decision is not None:
            self._asked.append((before, decision))
        told = list(events)
        self._counters.update(event.mark for event in told if isinstance(event, happened.MarksCleared))
        for event in told:
            self._note(event)

    def _foretell(self, state: State) -> None:
        """What the game thinks of the chances of all seats at the first question of a round."""
        number, judge = int(state.facts.get("round", 0)), state.match.game.judge
        if not number or number in self._foretold or judge is None:
            return
        seen = imagine(view(state, SPECTATOR), state.match)
        seats = range(state.match.seats)
        self._foretold[number] = tuple(round(float(judge.standing(seen, seat).chance), 4) for seat in seats)

    def _note(self, event: Event) -> None:
        match event:
            case happened.RoundStarted():
                self._end_round()
            case happened.TurnStarted():
                self.first = event.seat if self.first is None else self.first
            case happened.UnitPlaced() | happened.UnitMoved():
                self._poses[event.unit] = event.pose
            case happened.ShotResolved() | happened.AttackResolved() | happened.ShotVoided():
                self._busy.add(event.unit)
                self._fired.add(event.unit)
            case happened.UnitMarked():
                self._marked.setdefault(event.unit, set()).add(event.mark)
            case happened.UnitDestroyed():
                self._poses.pop(event.unit, None)
            case happened.SecretSealed() | happened.ReactionTaken():
                # what a seat does without naming a unit is done by all of its units
                self._busy.update(name for name, seat in self._seats.items() if seat == event.seat)
            case _:
                pass

    def _end_round(self) -> None:
        """Count the round that is over; the first one only begins."""
        if self._deployed is None:
            self._deployed = [self._deployment(seat) for seat in range(len(self._idle))]
        else:
            for unit, pose in self._poses.items():
                if unit in self._trail:
                    self._count(unit, pose)
        self._trail = {
            unit: [*self._trail.get(unit, [])[-1:], (pose, unit in self._fired)] for unit, pose in self._poses.items()
        }
        self._asked, self._busy, self._fired, self._marked = [], set(), set(), {}

    def _count(self, unit: str, pose: Pose) -> None:
        seat, trail = self._seats.get(unit), self._trail[unit]
        if seat is None:
            return
        self._unit_rounds[seat] += 1
        last, fired_before = trail[-1]
        away = _inches(last, pose)
        if unit in self._busy or self._marked.get(unit, set()) - self._counters:
            return
        if len(trail) > 1 and away > _MOVED and _inches(trail[0][0], pose) <= _MOVED and not fired_before:
            self._returns[seat] += 1
        if away <= _MOVED and _degrees(last, pose) <= _TURNED and self._could_help(unit, seat):
            self._idle[seat] += 1

    def _could_help(self, unit: str, seat: int) -> bool:
        """Whether a question of the round had an answer for this unit that the game calls useful."""
        for state, decision in self._asked:
            if decision.seat != seat or unit not in state.units:
                continue
            own = sum(each.seat == seat for each in state.units.values())
            found = decision.suggest(state, 1 + _LOOKED_AT * own)[1:]
            if any(getattr(each.answer, "unit", None) == unit and self._manners.helps(each.kind) for each in found):
                return True
        return False

    def _deployment(self, seat: int) -> str:
        poses = [pose for unit, pose in sorted(self._poses.items()) if self._seats.get(unit) == seat]
        step = _DEPLOYED * GRAIN
        return " ".join(f"{round(pose.x / step)},{round(pose.y / step)}" for pose in poses)

    def conduct(self) -> Conduct:
        """What has been counted."""
        return Conduct(
            tuple(self._unit_rounds),
            tuple(self._idle),
            tuple(self._returns),
            tuple(self._deployed or self._none()),
            tuple(self._foretold.values()),
        )

    def _none(self) -> list[str]:
        return [""] * len(self._idle)


def _inches(one: Pose, other: Pose) -> float:
    return hypot(one.x - other.x, one.y - other.y) / GRAIN


def _degrees(one: Pose, other: Pose) -> float:
    return abs((one.degrees - other.degrees + 180.0) % 360.0 - 180.0)


def idle_share(conducts: Sequence[Conduct]) -> float:
    """The share of unit rounds without effect although something useful could be done."""
    rounds = sum(sum(each.unit_rounds) for each in conducts)
    return sum(sum(each.idle) for each in conducts) / rounds if rounds else 0.0


def return_share(conducts: Sequence[Conduct]) -> float:
    """The share of unit rounds that were a drive back to where the unit came from."""
    rounds = sum(sum(each.unit_rounds) for each in conducts)
    return sum(sum(each.returns) for each in conducts) / rounds if rounds else 0.0


def different_deployments(conducts: Sequence[Conduct]) -> tuple[int, ...]:
    """How many different deployments each seat has chosen."""
    seats = len(conducts[0].deployments) if conducts else 0
    return tuple(len({each.deployments[seat] for each in conducts}) for seat in range(seats))
