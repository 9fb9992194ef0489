"""Standing: what it is worth to a Mech to be left at a pose with its heat, and what the enemy can do to it there."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from brickfield.core.adding import added
from brickfield.geometry import Pose
from ..base.measures import measures
from .judgement_places import Places
from .judgement_worth import decides, worth

# A Heat Marker that stays costs so many points beside what it does in the next exchange, and the more there are the
# more each: an action must be given up for each to get rid of them.
_HEAT, _HOTTER = 7.0, 1.25
# What overheating itself costs: an Armor Point, and from the second limit on a roll for Massive Damage.
_BURNS = (8.0, 10.0)
# How much of an attack that could be made next turn from a pose counts now.
_NEXT = 0.4
# After so many quiet rounds fear fades with each further one: somebody must begin, or the battle is drawn.
_PATIENT, _BOLDER, _LEAST_FEAR = 2, 0.15, 0.1

# Enemies by name, each with the points of an attack by or at it.
_Points = list[tuple[str, float]]


def price_of_heat(markers: int) -> float:
    """What Heat Markers cost that stay on a Mech."""
    numbers = measures()
    burns = (markers >= numbers.overheat_armor) * _BURNS[0] + (markers >= numbers.overheat_massive) * _BURNS[1]
    return _HEAT * markers + _HOTTER * markers * markers + burns


class Exposure:
    """How one Mech stands at any pose with any heat. What rests on those two is worked out once for all plans that end
    there; `gone` are the chances that enemies are destroyed by then, which is all that differs between them."""

    def __init__(self, places: Places, fearless: bool) -> None:
        state = places.view.state
        self.places = places
        self.view = places.view
        self.unit = places.unit
        self.fearless = fearless
        quiet = int(state.facts.get("quiet_rounds", 0)) - _PATIENT
        self._fear = max(_LEAST_FEAR, 1.0 - _BOLDER * max(0, quiet))
        self._stake = max(1.0, worth(state, self.unit) + decides(state, self.unit))
        self._bases: dict[tuple[Pose, int], tuple[dict[str, float], _Points]] = {}
        self._dangers: dict[tuple[Pose, int, bool], _Points] = {}

    def terms(self, pose: Pose, heat: int) -> dict[str, float]:
        """All terms of standing at a pose with so many markers, while no enemy is gone."""
        terms = self.unharmed(pose, heat, {})
        if not self.fearless:
            terms["exposure"] = self.exposure(pose, heat, {}, close=True)
        return terms

    def unharmed(self, pose: Pose, heat: int, gone: Mapping[str, float]) -> dict[str, float]:
        """The same as if nobody did anything to the Mech there: the exposure has its place and is 0."""
        known = self._bases.get((pose, heat))
        if known is None:
            known = self._bases[pose, heat] = self._base(pose, heat)
        base, following = known
        terms = base.copy()
        left = [points * (1.0 - gone.get(foe, 0.0)) for foe, points in following]
        terms["next"] = _NEXT * max(left, default=0.0)
        if not self.fearless:
            terms["exposure"] = 0.0
        return terms

    def _base(self, pose: Pose, heat: int) -> tuple[dict[str, float], _Points]:
        """The terms that rest on pose and heat alone, and the attacks that could be made next turn."""
        terms = {**self.places.terms(pose), "heat": -price_of_heat(heat)}
        points = self.view.sights.points
        return terms, [(foe.unit.id, points(line, foe.unit, heat)) for foe, line in self.view.shots(self.unit, pose)]

    def exposure(self, pose: Pose, heat: int, gone: Mapping[str, float], close: bool) -> float:
        """What the enemy is expected to take; looked at closely, also after it has moved."""
        key = (pose, heat, close)
        known = self._dangers.get(key)
        if known is None:
            found = self.view.danger(self.unit, pose, heat, close)
            known = [(foe.unit.id, each) for foe, each in zip(self.view.fighters, found, strict=True)]
            self._dangers[key] = known
        danger = added([each * (1.0 - gone.get(foe, 0.0)) for foe, each in known])
        # nobody can lose more than the whole Mech
        return -self._fear * self._stake * (1.0 - exp(-danger / self._stake))
