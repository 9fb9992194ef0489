"""ThreatMap of a table for a side: what each Mech could do from any pose, and what the enemy could do to it there."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import GRAIN, Pose, kernel
from ..base.battlefield import acts, living, match_of, side_of
from ..base.measures import RANGES, Limits, measures
from ..base.move_action import ground_for, what_blocks
from ..base.move_costs import FORWARD, TURN, Leg, spot_of
from ..base.ranges_and_arcs import PRIMARY
from ..base.record_sheet import DONE, HEAT, attack_dice, number
from .judgement_sights import Line, Measured, Sights, Viewpoint
from .judgement_ways import ground_of
from .judgement_worth import acts_before, is_goal, lead_in_initiative, side_worth
from .remembered import others_than, table_of

# An enemy that need not move attacks twice, but the second attack may be spent otherwise.
_TWICE = 1.8
# Where an enemy may walk: directions off its facing, and shares of its Movement Points. They do not depend on whom it
# hunts, so that a place looks the same before and after somebody has gone there.
_REACH = (
    *((off, 1.0) for off in (0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0)),
    *((off, 0.5) for off in (0.0, 90.0, -90.0, 180.0)),
)
# How much the other targets of an enemy draw its fire away.
_ATTENTION = 0.7
# How much the own losses count beside the enemy's when a range is chosen.
_CAUTION = 0.8


class _Rival(NamedTuple):
    """What an enemy's danger to a unit rests on wherever that stands: its Heat Markers, how much its other targets draw
    its fire away, and how often it acts before the unit does."""

    heat: int
    drawn: float
    turns: float


class ThreatMap:
    """What is worked out once for a table and a side, and remembered for every pose that is asked about."""

    def __init__(self, state: State, side: int) -> None:
        self.state = state
        self.side = side
        self.sights = Sights(state)
        self.limits: Limits = match_of(state).limits
        units = [unit for unit in living(state) if unit.pose is not None]
        self.own = [Viewpoint(state, unit) for unit in units if side_of(state, unit) == side]
        self.foes = [Viewpoint(state, unit) for unit in units if side_of(state, unit) != side]
        self.fighters = [foe for foe in self.foes if acts(state, foe.unit)]
        match = match_of(state)
        self.ground = ground_of(state)
        self.worth = side_worth(state, side)
        self.foe_worth = added(side_worth(state, other) for other in set(match.sides) if other != side)
        self._reach: dict[str, list[Viewpoint]] = {}
        self._shots: dict[tuple[str, Pose], list[tuple[Viewpoint, Line]]] = {}
        self._stands: dict[tuple[str, Pose], Viewpoint] = {}
        self._direct: dict[tuple[str, Pose], list[Line | None]] = {}
        self._after_moves: dict[tuple[str, Pose], list[Line | None]] = {}
        self._rivals: dict[str, list[_Rival]] = {}
        # by enemy: how it would see others from its reach; that rests on places, and is remembered beyond this table
        self._from_reach: dict[str, dict[tuple[Pose, float], list[tuple[int, Measured]]]] = {}
        self._elsewhere: dict[str, dict[str, float]] = {}
        self._bands: dict[tuple[str, str], dict[str, float]] = {}
        self._leads: dict[tuple[int, int], float] = {}

    def stand(self, unit: Unit, pose: Pose) -> Viewpoint:
        """A unit at a pose it might take."""
        found = self._stands.get((unit.id, pose))
        if found is None:
            found = self._stands[unit.id, pose] = Viewpoint(self.state, unit, pose)
        return found

    # --- what one could do -------------------------------------------------------------------------------------------

    def shots(self, unit: Unit, pose: Pose) -> list[tuple[Viewpoint, Line]]:
        """The enemies that can be attacked from a pose, each with its line."""
        found = self._shots.get((unit.id, pose))
        if found is None:
            here = self.stand(unit, pose)
            lines = [(foe, self.sights.line(here, foe)) for foe in self.foes]
            found = self._shots[unit.id, pose] = [(foe, line) for foe, line in lines if line is not None]
        return found

    # --- what could be done to one -----------------------------------------------------------------------------------

    def threats(self, unit: Unit, pose: Pose) -> list[Line | None]:
        """The line of each fighting enemy from where it stands."""
        found = self._direct.get((unit.id, pose))
        if found is None:
            here = self.stand(unit, pose)
            found = self._direct[unit.id, pose] = [self.sights.line(foe, here) for foe in self.fighters]
        return found

    def threats_after_moves(self, unit: Unit, pose: Pose) -> list[Line | None]:
        """The best line that each fighting enemy could get by moving first."""
        found = self._after_moves.get((unit.id, pose))
        if found is None:
            here = self.stand(unit, pose)
            found = self._after_moves[unit.id, pose] = [self._best_line(foe, here) for foe in self.fighters]
        return found

    def _best_line(self, foe: Viewpoint, here: Viewpoint) -> Line | None:
        """The best line after a Move: the promising ones first, because what covers is dear to find out."""
        sights, unit, heat = self.sights, here.unit, number(foe.unit, HEAT)
        hopes: dict[Measured, tuple[float, Line | None]] = {}
        promising = []
        for place, measured in self._seen_from_reach(foe, here):
            if measured not in hopes:
                line = sights.open_at(measured, foe.unit, unit)
                hopes[measured] = (sights.points(line, unit, heat) if line is not None else 0.0, line)
            hoped, line = hopes[measured]
            if line is not None:
                promising.append((-hoped, place, line))
        # places differ: lines are never compared
        promising.sort()
        best, most = None, 0.0
        for hoped, place, seen in promising:
            if -hoped <= most:
                break
            line = sights.covered(seen, self.reach(foe)[place], here)
            if line is not None and (points := sights.points(line, unit, heat)) > most:
                best, most = line, points
        return best

    def _seen_from_reach(self, foe: Viewpoint, here: Viewpoint) -> list[tuple[int, Measured]]:
        """The places within reach of an enemy from which it could attack a stand, by their number there."""
        known = self._from_reach.get(foe.unit.id)
        if known is None:
            others, points = others_than(self.state, foe.unit.id), number(foe.unit, "movement")
            known = table_of(self.state, "from reach", foe.unit.id, foe.pose, others, points)
            self._from_reach[foe.unit.id] = known
        found = known.get((here.pose, here.side))
        if found is None:
            seen = [self.sights.measured(stand, here, turned=True) for stand in self.reach(foe)]
            found = [(place, measured) for place, measured in enumerate(seen) if measured is not None]
            known[here.pose, here.side] = found
        return found

    def reach(self, foe: Viewpoint) -> list[Viewpoint]:
        """Places an enemy could attack from after one Move, its own first; it is taken to face its prey there."""
        found = self._reach.get(foe.unit.id)
        if found is None:
            found = self._reach[foe.unit.id] = self._places(foe)
        return found

    def _places(self, foe: Viewpoint) -> list[Viewpoint]:
        points = number(foe.unit, "movement")
        if points <= 0:
            return []
        known = table_of(self.state, "reach", foe.unit.id, foe.pose, others_than(self.state, foe.unit.id))
        if points not in known:
            known[points] = self._walks(foe, points)
        return [foe, *[Viewpoint(self.state, foe.unit, pose) for pose in known[points]]]

    def _walks(self, foe: Viewpoint, points: int) -> list[Pose]:
        found = []
        ground, start = ground_for(self.state, foe.unit), spot_of(foe.pose)
        for off, share in _REACH:
            way = (points - 1) * share
            legs = (Leg(TURN, off), Leg(FORWARD, way)) if off else (Leg(FORWARD, way),)
            if way < 1.0 or what_blocks(ground, foe.side, start, legs) is not None:
                continue
            heading = radians(foe.heading + off)
            found.append(Pose.at(foe.x + way * cos(heading), foe.y + way * sin(heading), foe.heading + off))
        return found

    def danger(self, unit: Unit, pose: Pose, heat: int, moved: bool) -> list[float]:
        """For each fighting enemy the points it is expected to take from a unit at a pose before that acts again."""
        found, points = [], self.sights.points
        direct, rivals = self.threats(unit, pose), self._rivals_of(unit)
        after = self.threats_after_moves(unit, pose) if moved else [None] * len(rivals)
        for line, going, rival in zip(direct, after, rivals, strict=True):
            most = _TWICE * points(line, unit, rival.heat, heat) if line is not None else 0.0
            if going is not None:
                most = max(most, points(going, unit, rival.heat, heat))
            # how likely it is to choose this target of all it has, and how often it will
            found.append(most * (most / (most + rival.drawn)) * rival.turns if most else 0.0)
        return found

    def _rivals_of(self, unit: Unit) -> list[_Rival]:
        found = self._rivals.get(unit.id)
        if found is None:
            found = self._rivals[unit.id] = [self._rival(foe, unit) for foe in self.fighters]
        return found

    def _rival(self, foe: Viewpoint, unit: Unit) -> _Rival:
        others = [points for other, points in self._elsewhere_of(foe).items() if other != unit.id]
        drawn = _ATTENTION * max(others, default=0.0)
        return _Rival(number(foe.unit, HEAT), drawn, self.turns(foe.unit, unit))

    def _elsewhere_of(self, foe: Viewpoint) -> dict[str, float]:
        """What an enemy could do to each unit of this side if it faced it."""
        found = self._elsewhere.get(foe.unit.id)
        if found is None:
            found = self._elsewhere[foe.unit.id] = {}
            for own in self.own:
                line = self.sights.line(foe, own, turned=True)
                if line is not None:
                    found[own.unit.id] = self.sights.points(line, own.unit, number(foe.unit, HEAT))
        return found

    def turns(self, foe: Unit, unit: Unit) -> float:
        """How often an enemy is expected to act before a unit acts again after its turn."""
        still = 0.0 if number(foe, DONE) else 1.0
        lead = self._leads.get((foe.seat, unit.seat))
        if lead is None:
            lead = acts_before(lead_in_initiative(self.state, foe.seat, unit.seat))
            self._leads[foe.seat, unit.seat] = lead
        return still + lead

    # --- ranges and ways ---------------------------------------------------------------------------------------------

    def bands(self, unit: Unit, foe: Unit) -> dict[str, float]:
        """What an exchange of attacks with an enemy is worth at each range, in the open and from the front."""
        found = self._bands.get((unit.id, foe.id))
        if found is None:
            found = self._bands[unit.id, foe.id] = {
                band: self._attack_at(unit, foe, band) - _CAUTION * self._attack_at(foe, unit, band) for band in RANGES
            }
        return found

    def _attack_at(self, unit: Unit, target: Unit, band: str) -> float:
        dice = attack_dice(unit, band)
        if not dice:
            return 0.0
        line = Line(band, dice, number(unit, "targeting") - number(target, "dodge"), PRIMARY, "none", False)
        return self.sights.points(line, target, number(unit, HEAT))

    def best_band(self, unit: Unit, foe: Unit) -> str | None:
        """The range at which a Mech fights an enemy best; None for a Mech without dice."""
        armed = [band for band in RANGES if attack_dice(unit, band)]
        bands = self.bands(unit, foe)
        return max(armed, key=lambda band: (bands[band], band), default=None)

    def turns_to(self, unit: Unit, pose: Pose, place: tuple[float, float]) -> float:
        """Moves a Mech needs from a pose to a place."""
        return self.ground.way(*pose.place, *place) / stride_of(unit)

    def limit(self, band: str) -> float:
        """How far a range reaches."""
        limit: float = getattr(self.limits, band)
        return limit

    def goals(self) -> list[Viewpoint]:
        """The enemies this side must destroy to win."""
        return [foe for foe in self.foes if is_goal(self.state, foe.unit)]

    def gap(self, unit: Unit, pose: Pose, foe: Viewpoint) -> float:
        """Bricks between the base of a Mech at a pose and an enemy's."""
        return kernel.distance(self.stand(unit, pose).shape, foe.shape)

    def at_marker(self, stand: Viewpoint) -> bool:
        """Whether a Mech there counts for the marker."""
        marker, numbers = match_of(self.state).objective.marker, measures()
        if marker is None:
            return False
        return kernel.point_distance(stand.shape, *marker) <= numbers.marker_reach + 1.0 / GRAIN


def stride_of(unit: Unit) -> float:
    """How far a Mech comes with a Move: a point goes for a turn."""
    return max(1.0, number(unit, "movement") - 1.0)


@kept
def threat_map(state: State, side: int) -> ThreatMap:
    """The threats of a table for a side."""
    return ThreatMap(state, side)
