"""Prospects of a table for a side: what each Mech could do from any pose, and what the enemy could do to it there."""

from __future__ import annotations

from math import cos, radians, sin

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.brick_mech.mind.judgement_sights import Line, Sights, Stand
from brickfield.games.brick_mech.mind.judgement_ways import ground_of
from brickfield.games.brick_mech.mind.judgement_worth import acts_before, is_goal, lead_in_initiative, side_worth
from brickfield.games.brick_mech.mind.remembered import others_than, table_of
from brickfield.games.brick_mech.rules.adapting_ranges import Limits
from brickfield.games.brick_mech.rules.battlefield import acts, living, match_of, side_of
from brickfield.games.brick_mech.rules.measures import RANGES, measures
from brickfield.games.brick_mech.rules.move_action import ground_for, what_blocks
from brickfield.games.brick_mech.rules.move_costs import FORWARD, TURN, Leg, spot_of
from brickfield.games.brick_mech.rules.ranges_and_arcs import PRIMARY
from brickfield.games.brick_mech.rules.record_sheet import DONE, HEAT, attack_dice, number
from brickfield.geometry import GRAIN, Pose, kernel

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


class Prospects:
    """What is worked out once for a table and a side, and remembered for every pose that is asked about."""

    def __init__(self, state: State, side: int) -> None:
        self.state = state
        self.side = side
        self.sights = Sights(state)
        self.limits: Limits = match_of(state).limits
        units = [unit for unit in living(state) if unit.pose is not None]
        self.own = [Stand(state, unit) for unit in units if side_of(state, unit) == side]
        self.foes = [Stand(state, unit) for unit in units if side_of(state, unit) != side]
        self.fighters = [foe for foe in self.foes if acts(state, foe.unit)]
        match = match_of(state)
        self.ground = ground_of(match)
        self.worth = side_worth(state, side)
        self.foe_worth = sum(side_worth(state, other) for other in set(match.sides) if other != side)
        self._reach: dict[str, list[Stand]] = {}
        self._shots: dict[tuple[str, Pose], list[tuple[Stand, Line]]] = {}
        self._threats: dict[tuple[str, Pose, bool], list[tuple[Line | None, Line | None]]] = {}
        self._elsewhere: dict[str, dict[str, float]] = {}
        self._bands: dict[tuple[str, str], dict[str, float]] = {}
        self._leads: dict[tuple[int, int], float] = {}

    # --- what one could do -------------------------------------------------------------------------------------------

    def shots(self, unit: Unit, pose: Pose) -> list[tuple[Stand, Line]]:
        """The enemies that can be attacked from a pose, each with its line."""
        found = self._shots.get((unit.id, pose))
        if found is None:
            here = Stand(self.state, unit, pose)
            lines = [(foe, self.sights.line(here, foe)) for foe in self.foes]
            found = self._shots[unit.id, pose] = [(foe, line) for foe, line in lines if line is not None]
        return found

    # --- what could be done to one -----------------------------------------------------------------------------------

    def threats(self, unit: Unit, pose: Pose, moved: bool) -> list[tuple[Line | None, Line | None]]:
        """For each fighting enemy its line from where it stands, and the best one it could get by moving first."""
        found = self._threats.get((unit.id, pose, moved))
        if found is None:
            here = Stand(self.state, unit, pose)
            found = []
            for foe in self.fighters:
                direct = self.sights.line(foe, here)
                found.append((direct, self._best_line(foe, here, unit) if moved else None))
            self._threats[unit.id, pose, moved] = found
        return found

    def _best_line(self, foe: Stand, here: Stand, unit: Unit) -> Line | None:
        """The best line after a Move: the promising ones first, because what covers is dear to find out."""
        heat, promising = number(foe.unit, HEAT), []
        for stand in self.reach(foe):
            line = self.sights.open_line(stand, here, turned=True)
            if line is not None:
                promising.append((self.sights.points(line, unit, heat), line, stand))
        promising.sort(key=lambda each: -each[0])
        best, most = None, 0.0
        for hoped, seen, stand in promising:
            if hoped <= most:
                break
            line = self.sights.covered(seen, stand, here)
            if line is not None and (points := self.sights.points(line, unit, heat)) > most:
                best, most = line, points
        return best

    @rule("bm.move.blocking", "bm.move.turn")
    def reach(self, foe: Stand) -> list[Stand]:
        """Places an enemy could attack from after one Move, its own first; it is taken to face its prey there."""
        found = self._reach.get(foe.unit.id)
        if found is None:
            found = self._reach[foe.unit.id] = self._places(foe)
        return found

    def _places(self, foe: Stand) -> list[Stand]:
        points = number(foe.unit, "movement")
        if points <= 0:
            return []
        known = table_of(self.state, "reach", foe.unit.id, foe.pose, others_than(self.state, foe.unit.id))
        if points not in known:
            known[points] = self._walks(foe, points)
        return [foe, *[Stand(self.state, foe.unit, pose) for pose in known[points]]]

    def _walks(self, foe: Stand, points: int) -> list[Pose]:
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
        found = []
        for foe, (direct, after_move) in zip(self.fighters, self.threats(unit, pose, moved), strict=True):
            hot = number(foe.unit, HEAT)
            still = _TWICE * self.sights.points(direct, unit, hot, heat) if direct is not None else 0.0
            going = self.sights.points(after_move, unit, hot, heat) if after_move is not None else 0.0
            most = max(still, going)
            found.append(most * self._share(foe, unit, most) * self.turns(foe.unit, unit) if most else 0.0)
        return found

    def _share(self, foe: Stand, unit: Unit, most: float) -> float:
        """How likely an enemy is to choose this target of all it has."""
        others = [points for other, points in self._elsewhere_of(foe).items() if other != unit.id]
        return most / (most + _ATTENTION * max(others, default=0.0))

    def _elsewhere_of(self, foe: Stand) -> dict[str, float]:
        """What an enemy could do to each unit of this side if it faced it."""
        found = self._elsewhere.get(foe.unit.id)
        if found is None:
            found = self._elsewhere[foe.unit.id] = {}
            for own in self.own:
                line = self.sights.line(foe, own, turned=True)
                if line is not None:
                    found[own.unit.id] = self.sights.points(line, own.unit, number(foe.unit, HEAT))
        return found

    @rule("bm.init.order", "bm.option.multi.passes")
    def turns(self, foe: Unit, unit: Unit) -> float:
        """How often an enemy is expected to act before a unit acts again after its turn."""
        still = 0.0 if number(foe, DONE) else 1.0
        lead = self._leads.get((foe.seat, unit.seat))
        if lead is None:
            lead = acts_before(lead_in_initiative(self.state, foe.seat, unit.seat))
            self._leads[foe.seat, unit.seat] = lead
        return still + lead

    # --- ranges and ways ---------------------------------------------------------------------------------------------

    @rule("bm.attack.range.melee", "bm.attack.range.short", "bm.attack.range.long")
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

    def turns_to(self, unit: Unit, pose: Pose, place: tuple[float, float], within: float) -> float:
        """Moves a Mech needs from a pose until its base is so near to a place."""
        way = self.ground.way(*pose.place, *place) - within
        return max(0.0, way / max(1.0, number(unit, "movement") - 1.0))

    def limit(self, band: str) -> float:
        """How far a range reaches."""
        limit: float = getattr(self.limits, band)
        return limit

    def goals(self) -> list[Stand]:
        """The enemies this side must destroy to win."""
        return [foe for foe in self.foes if is_goal(self.state, foe.unit)]

    def gap(self, unit: Unit, pose: Pose, foe: Stand) -> float:
        """Bricks between the base of a Mech at a pose and an enemy's."""
        return kernel.distance(Stand(self.state, unit, pose).shape, foe.shape)

    @rule("bm.objective.alternative")
    def at_marker(self, stand: Stand) -> bool:
        """Whether a Mech there counts for the marker."""
        marker, numbers = match_of(self.state).objective.marker, measures()
        if marker is None:
            return False
        return kernel.point_distance(stand.shape, *marker) <= numbers.marker_reach + 1.0 / GRAIN


def prospects(state: State, side: int) -> Prospects:
    """The prospects of a table for a side, worked out once."""
    key = f"prospects{side}"
    found: Prospects | None = state.from_units.get(key)
    if found is None or found.state.match is not state.match:
        found = Prospects(state, side)
        state.from_units[key] = found
    return found
