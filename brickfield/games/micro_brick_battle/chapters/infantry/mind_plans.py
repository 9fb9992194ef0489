"""What squads plan ahead: vehicles that several of them could attack together, and places where they are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, hypot
from typing import NamedTuple

from brickfield.core.state import State
from brickfield.geometry import Pose
from ...base.line_of_sight import sight_of
from ...base.modifiers import numbers_of
from ...base.odds import chance_of
from ...base.unit_stats import flat_chance
from ...mind.judgement_threats import Row, ThreatMap, gun_share
from ...mind.relative_cost import relative_cost
from ...mind.stands import Stand, at
from .chapter import INFANTRY
from .flanking import least_worth, worth
from .infantry import gun_of, is_infantry
from .infantry_sight import sight_inches
from .marching_points import march_points
from .mind_trades import Errand, errands_of

# What a vehicle in sight of one squad is worth, as a share of what a second one would make of it.
_HALF_A_FLANK = 0.2
# An errand is worth less the more turns of walking lie before it, nothing from so many on; from one on if it does not
# call a squad away.
_LONGEST_ERRAND = 4.0
# Two dice cannot show this much; and how far two units may reach towards each other.
_DASH = 13
_FOOTPRINTS = 4.0
# What stands for the tolerance where halves are added up.
_SLACK = 1e-9

# how many times as long as among tanks on open ground a thought takes
_RELATIVE_COST = 5.0


class Flanker(NamedTuple):
    """A squad at a pose with a vehicle in its sight: how many full units it counts for, the total it needs to hit as
    the lead of nobody, and how sure it is that it may fire."""

    worth: float
    needed: int
    share: float


class SquadPlans:
    """The squads of a seat on one table: what they see that only several of them can attack, and their errands."""

    def __init__(self, view: ThreatMap) -> None:
        self.view = view
        state = view.state
        self.squads = [number for number, unit in enumerate(view.own) if is_infantry(state, unit.id)]
        self.targets = [number for number, foe in enumerate(view.foes) if least_worth(state, foe)]
        if flat_chance(state, view.seat) is not None:
            # by the colour die alone nobody gains by a second unit
            self.targets = []
        self._seen: dict[tuple[int, Pose], dict[int, Flanker]] = {}
        self._errands: dict[int, list[Errand]] = {}
        self._worth: dict[tuple[int, Pose], float] = {}

    def together(self, poses: Sequence[Pose], shots: list[Row], left: list[float]) -> tuple[list[float], float]:
        """What is left of each enemy when squads flank where that is worth more than their own shots; and what the
        vehicles are worth that one squad sees so far, waiting for another."""
        view, hopes = self.view, 0.0
        if not self.targets or not self.squads:
            return left, hopes
        busy: set[int] = set()
        seen = {number: self._flankers(number, poses[number]) for number in self.squads}
        for target in self.targets:
            group = [number for number in self.squads if target in seen[number] and number not in busy]
            if not group:
                continue
            chance, enough = _joint([seen[number][target] for number in group], self._least(target))
            gain = chance * view.worth[target] * left[target]
            if not enough:
                hopes += _HALF_A_FLANK * gain
                continue
            alone = sum(max(map(_product, shots[number], view.worth, left), default=0.0) for number in group)
            if gain > alone:
                left = [each * (1.0 - chance) if number == target else each for number, each in enumerate(left)]
                busy.update(group)
        return left, hopes

    def _least(self, target: int) -> int:
        return least_worth(self.view.state, self.view.foes[target])

    def _flankers(self, number: int, pose: Pose) -> dict[int, Flanker]:
        """For each vehicle in sight of a squad at a pose what the squad could do to it with others."""
        found = self._seen.get((number, pose))
        if found is None:
            unit = self.view.own[number]
            share = gun_share(self.view.state, unit, pose)
            found = {}
            if share and not gun_of(self.view.state, unit):
                for target in self.targets:
                    flanker = self._flanker(Stand(self.view.state, at(unit, pose)), target, share)
                    if flanker is not None:
                        found[target] = flanker
            self._seen[number, pose] = found
        return found

    def _flanker(self, stand: Stand, target: int, share: float) -> Flanker | None:
        state, foe = self.view.state, self.view.foes[target]
        place = foe.at.place
        # no need to look closer at what is far off: footprints are a few inches long
        if hypot(place[0] - stand.x, place[1] - stand.y) > sight_inches(state, stand.unit)[0] + _FOOTPRINTS:
            return None
        sight = sight_of(state, stand.unit, foe)
        if not sight.seen:
            return None
        needed = numbers_of(state, stand.unit, foe, sight).needed
        return Flanker(worth(state, stand.unit, foe), _DASH if needed is None else needed, share)

    # --- errands -----------------------------------------------------------------------------------------------------

    def errands(self, number: int) -> list[Errand]:
        """Where a squad is wanted."""
        if number not in self._errands:
            self._errands[number] = errands_of(self.view.state, self.view.own[number])
        return self._errands[number]

    def is_called_away(self, number: int) -> bool:
        """Whether a squad has better things to do than to close in on the enemy."""
        return any(errand.calls for errand in self.errands(number))

    def errand_worth(self, number: int, pose: Pose) -> float:
        """What it is worth to be at a pose for the sake of an errand: the nearer to it the more."""
        known = self._worth.get((number, pose))
        if known is None:
            errands = self.errands(number)
            speed = max(1.0, float(march_points(self.view.state, self.view.own[number]))) if errands else 1.0
            known = max([_nearness(errand, pose, speed) for errand in errands], default=0.0)
            self._worth[number, pose] = known
        return known


def _nearness(errand: Errand, pose: Pose, speed: float) -> float:
    x, y = pose.place
    beyond = max(0.0, hypot(errand.place[0] - x, errand.place[1] - y) - errand.near)
    return errand.worth * max(0.0, 1.0 - beyond / speed / (_LONGEST_ERRAND if errand.calls else 1.0))


def _joint(group: Sequence[Flanker], least: int) -> tuple[float, bool]:
    """The chance of a group that attacks together under its best lead, and whether it is large enough; of one that is
    not, the chance it would have if it were."""
    together = floor(sum(each.worth for each in group) + _SLACK)
    lead = min(group, key=lambda each: each.needed)
    return chance_of(lead.needed - max(together, least) + 1) * min(each.share for each in group), together >= least


def _product(chance: float, value: float, left: float) -> float:
    return chance * value * left


def squad_plans(view: ThreatMap) -> SquadPlans | None:
    """The plans of the squads on a table, thought about once; None in a battle without infantry."""
    if not view.state.match.chapters_in_play[INFANTRY]:
        return None
    if view.squads is None:
        view.squads = SquadPlans(view)
    plans: SquadPlans = view.squads
    return plans


@relative_cost.amended(INFANTRY)
def cost_on_foot(state: State, before: float) -> float:
    """Every shot of infantry is worked out by itself: 0.92 to 1.66 milliseconds, however the ground lies."""
    return _RELATIVE_COST
