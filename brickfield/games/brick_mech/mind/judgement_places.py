"""Places: what a pose is worth to a Mech beside attacks - range, the way to the enemy, the goal, parts within reach."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import hypot
from typing import NamedTuple

from brickfield.core.board import Unit
from brickfield.geometry import Pose, kernel
from ..base.battlefield import acts, match_of
from ..base.cover import TOTAL
from ..base.measures import measures
from ..base.objective import HOLD_MARKER, PROTECT
from ..base.record_sheet import HEAT, SCAVENGES, number
from ..chapters.scavenging.loose_parts import loose_parts, read_note
from ..chapters.scavenging.scavenge_action import scavenge_reach
from .judgement_sights import Viewpoint
from .judgement_threats import ThreatMap, stride_of
from .judgement_worth import is_goal, would_fit

# Points for each Move that lies between a Mech and the range it fights best at; more the longer nothing happens.
_HUNT, _LONGEST_HUNT, _QUIET = 7.0, 6.0, 1.0
# An enemy out of sight is a Move further away, and on the way around one will see it before one is there.
_UNSEEN, _AROUND, _AFAR = 0.6, 0.5, 3.0
# How much a range counts, as a share of what an exchange of attacks is worth there.
_RANGE = 0.25
# The marker: points for holding it alone, for contesting it, for each Move to it; and if others hold it already.
_HOLDS, _CONTESTS, _APPROACH, _OTHERS = 30.0, 22.0, 7.0, 0.3
_LONGEST_APPROACH = 5.0
# How many times more it counts in a round that may decide, and how sure a Move is that is to follow another.
_DECIDES, _ON = 3.0, 0.9
# How many times more it counts in the last round that a resource is a Move away.
_HASTE = 20.0
# How much of what an enemy could do next to what must be kept it is worth to destroy it before.
_GUARDS = 0.7
# How much of a part's worth counts for standing beside it.
_BESIDE = 0.5


def _touch(foe: Viewpoint) -> float:
    """How far the centres of two Mechs are apart whose bases touch."""
    return foe.side / 2 + measures().base_side / 2


class _Prey(NamedTuple):
    """An enemy worth hunting, how far the range reaches to hunt it at, and how far apart centres are at contact."""

    foe: Viewpoint
    limit: float
    touch: float


class Places:
    """The worth of poses for one Mech, remembered."""

    def __init__(self, view: ThreatMap, unit: Unit) -> None:
        self.view = view
        self.unit = unit
        self._terms: dict[Pose, Mapping[str, float]] = {}
        self._prizes: dict[str, float] = {}
        self._stride = stride_of(unit)
        state = view.state
        self.quiet = 1.0 + _QUIET * max(0, int(state.facts.get("quiet_rounds", 0)))
        self.marker = match_of(state).objective.marker if match_of(state).options.victory == HOLD_MARKER else None
        self.parts = [
            (token.pose.place, value)
            for token in loose_parts(state)
            if (value := would_fit(unit, read_note(token), "all"))
        ]
        if number(unit, SCAVENGES) >= measures().most_scavenges:
            self.parts = []

    def terms(self, pose: Pose) -> Mapping[str, float]:
        """All terms of a pose."""
        found = self._terms.get(pose)
        if found is None:
            found = self._terms[pose] = self._weigh(pose)
        return found

    def _weigh(self, pose: Pose) -> dict[str, float]:
        terms = {"range": self._range(pose), "hunt": self._hunt(pose)}
        if self.marker is not None:
            terms["objective"] = self._objective(pose, self.marker)
        if self.parts:
            terms["parts"] = self._within_reach(pose)
        return terms

    def _range(self, pose: Pose) -> float:
        """What further exchanges at the range of a pose would bring, with the enemy that suits this Mech best."""
        found = [self.view.bands(self.unit, foe.unit)[line.band] for foe, line in self.view.shots(self.unit, pose)]
        return _RANGE * max(found, default=0.0)

    def _hunt(self, pose: Pose) -> float:
        """The way to the nearest enemy one could fight; to what must be destroyed, if the battle is about that."""
        return -_HUNT * self.quiet * self._moves_left(pose) * self._haste

    def further(self, terms: Mapping[str, float], pose: Pose) -> Mapping[str, float]:
        """The terms of a pose that another Move to the goal of the battle would make better."""
        if self.marker is not None:
            return {"objective": max(terms["objective"], self.walked_on(pose))}
        return {"hunt": self.hunted_on(pose)} if self.view.goals() else {}

    def hunted_on(self, pose: Pose) -> float:
        """The same once another Move has been made on that way."""
        return -_HUNT * self.quiet * max(0.0, self._moves_left(pose) - _ON) * self._haste

    def _moves_left(self, pose: Pose) -> float:
        prey = self._prey
        if not prey:
            return 0.0
        here, best = self.view.stand(self.unit, pose), _LONGEST_HUNT
        wanted = [(hypot(each.foe.x - here.x, each.foe.y - here.y), place) for place, each in enumerate(prey)]
        # the nearest as the crow flies first: most of the others need no closer look
        for away, place in sorted(wanted):
            each = prey[place]
            if (away - each.limit - each.touch) / self._stride < best:
                best = min(best, self._moves_to(here, each))
        return best

    @cached_property
    def _haste(self) -> float:
        """How many times more a way to a resource counts as the last round draws near."""
        match = match_of(self.view.state)
        if match.options.victory != PROTECT or not self.view.goals():
            return 1.0
        left = match.options.protect_rounds - int(self.view.state.facts.get("round", 1)) + 1
        return 1.0 + _HASTE / max(1, left) ** 2

    @cached_property
    def _prey(self) -> list[_Prey]:
        """The enemies worth hunting, each with the range to hunt it at."""
        wanted = self.view.goals() or self.view.fighters
        bands = [(foe, self.view.best_band(self.unit, foe.unit)) for foe in wanted]
        return [_Prey(foe, self.view.limit(band), _touch(foe)) for foe, band in bands if band is not None]

    def _moves_to(self, here: Viewpoint, prey: _Prey) -> float:
        """Moves until an enemy is in a range and can be seen; behind something it is sought where it stands."""
        foe, limit, touch = prey
        way = self.view.ground.way(here.x, here.y, foe.x, foe.y)
        in_range = max(0.0, (way - (limit + touch)) / self._stride)
        if self.view.sights.cover(here, foe) != TOTAL:
            return in_range
        around = _AROUND * max(0.0, (way - touch) / self._stride)
        # from afar it does not matter yet
        return in_range + (_UNSEEN + max(0.0, around - in_range)) * max(0.0, 1.0 - in_range / _AFAR)

    def _objective(self, pose: Pose, marker: tuple[float, float]) -> float:
        """The marker: hold it alone, else keep the others from holding it, else go there."""
        if self.view.at_marker(self.view.stand(self.unit, pose)):
            return self._at_marker
        return self._away(self.view.turns_to(self.unit, pose, marker))

    @cached_property
    def _at_marker(self) -> float:
        foes = any(self.view.at_marker(foe) for foe in self.view.fighters)
        return (_CONTESTS if foes else _HOLDS) * self.urgency

    def _away(self, moves: float) -> float:
        return -_APPROACH * min(_LONGEST_APPROACH, moves) * self.urgency

    @cached_property
    def urgency(self) -> float:
        """How much the marker counts for this Mech: the more rounds somebody has held it, most in a round that may
        decide, and little where a friend stands already."""
        state, view = self.view.state, self.view
        held = int(state.facts.get("held_rounds", 0))
        friends = any(own.unit.id != self.unit.id and acts(state, own.unit) and view.at_marker(own) for own in view.own)
        deciding = _DECIDES if held + 1 >= measures().marker_rounds else 1.0
        return (1.0 + held) * deciding * (_OTHERS if friends else 1.0)

    def walked_on(self, pose: Pose) -> float:
        """The marker as it is once another Move has been made towards it."""
        assert self.marker is not None
        left = self.view.ground.way(*pose.place, *self.marker) - measures().marker_reach - measures().base_side / 2
        return _ON * self._at_marker if left <= self._stride else self._away(left / self._stride - 1.0)

    def prize(self, foe: Viewpoint) -> float:
        """What it is worth beside its points that an enemy is gone: it stands at the marker, or could destroy what this
        side must keep."""
        found = self._prizes.get(foe.unit.id)
        if found is None:
            found = self._prizes[foe.unit.id] = self._prize(foe)
        return found

    def _prize(self, foe: Viewpoint) -> float:
        view = self.view
        if not acts(view.state, foe.unit):
            return 0.0
        at_marker = self.marker is not None and view.at_marker(foe)
        kept = [own for own in view.own if own.unit.id != self.unit.id and is_goal(view.state, own.unit)]
        lines = [(own, view.sights.line(foe, own, turned=True)) for own in kept]
        heat = number(foe.unit, HEAT)
        threat = max((view.sights.points(line, own.unit, heat) for own, line in lines if line is not None), default=0.0)
        return (_CONTESTS * self.urgency if at_marker else 0.0) + _GUARDS * threat

    def _within_reach(self, pose: Pose) -> float:
        shape = self.view.stand(self.unit, pose).shape
        reach = scavenge_reach()
        near = [value for place, value in self.parts if kernel.point_distance(shape, *place) <= reach]
        return _BESIDE * max(near, default=0.0)

    def errands(self, points: int) -> list[tuple[tuple[float, float], tuple[float, ...]]]:
        """Places worth a walk for their own sake: the marker and the best part, with how far to go at most."""
        goals = [self.marker] if self.marker is not None else []
        goals += [place for place, _value in sorted(self.parts, key=lambda each: -each[1])[:1]]
        found = []
        for place in goals:
            way = self.view.ground.way(*self.unit.at.place, *place)
            found.append((place, tuple(each for each in (way, way - 1.0) if 0.25 <= each <= points)))
        return found
