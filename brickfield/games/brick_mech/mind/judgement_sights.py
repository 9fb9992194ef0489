"""Sights: what an attack from any pose at any other would count, worked out quickly and remembered.

The rule itself is `modifiers.numbers_of`; here the same numbers are found for poses that nobody has taken yet.
"""

from __future__ import annotations

from typing import NamedTuple

from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.geometry import Pose, Shape, kernel, rectangle_at, relative_bearing
from brickfield.geometry.silhouette import Prism, hidden_rows
from ..base.battlefield import base_of, card_of, living, match_of
from ..base.cover import HEAVY, LIGHT, MEDIUM, NONE, TOTAL, cover_at, sample_heights
from ..base.measures import measures
from ..base.modifiers import Numbers, plus
from ..base.ranges_and_arcs import OUT, PRIMARY, REAR, arc_at, range_at
from ..base.record_sheet import ARMOR, HEAT, attack_dice, number
from .judgement_worth import decides, fatal, harm, mean_armor, when_whole
from .remembered import others_than, table_of


class Viewpoint:
    """A unit at a pose, its own or one it might take."""

    __slots__ = ("_shape", "heading", "pose", "side", "turret", "unit", "x", "y")

    def __init__(self, state: State, unit: Unit, pose: Pose | None = None) -> None:
        card = card_of(state, unit.id)
        pose = pose or unit.pose
        assert pose is not None
        self.unit = unit
        self.pose = pose
        self.x, self.y = pose.place
        self.heading = pose.degrees
        self.side = card.base_side
        self.turret = card.turret
        self._shape: Shape | None = None

    @property
    def shape(self) -> Shape:
        """Its base; most stands are thought of without it."""
        if self._shape is None:
            self._shape = rectangle_at(self.pose, self.side, self.side)
        return self._shape


class Line(NamedTuple):
    """An attack before heat: the dice, what the attack adds more than the defense, and what it depends on."""

    band: str
    dice: int
    ahead: int
    arc: str
    cover: str
    rear: bool


class Measured(NamedTuple):
    """What places alone say of an attack."""

    band: str
    arc: str
    behind: bool


class _Sheet(NamedTuple):
    """The numbers of a target that every attack at it asks for, read once: what it costs and its Armor Points when
    whole, those it has, its Heat Markers and Defense Dice now, and what its end is worth beside all that."""

    unit: Unit
    costs: float
    full: int
    armor: int
    heat: int
    defense: int
    decides: float


class Sights:
    """All lines of one table; whoever moves is asked about by its stands, all others stand where they are."""

    def __init__(self, state: State) -> None:
        numbers = measures()
        self.state = state
        self.limits = match_of(state).limits
        self.criticals: bool = state.match.options.criticals
        self._eye_height = numbers.eye_height
        self._far = self.limits.long + numbers.tolerance_bricks
        self._secondary, self._rear = numbers.arc_secondary_modifier, numbers.rear_modifier
        self._heat, self._defense_heat = numbers.heat_modifier, numbers.defense_heat_modifier
        self._cover_bonus = {
            NONE: 0,
            LIGHT: numbers.cover_light,
            MEDIUM: numbers.cover_medium,
            HEAVY: numbers.cover_heavy,
        }
        self._samples = numbers.cover_samples**2
        self._height = numbers.mech_height
        self._sheets: dict[str, _Sheet] = {}
        self._open: dict[tuple[str, str, Measured], Line | None] = {}
        self._between: dict[tuple[str, str], list[Prism]] = {}
        # both rest on places alone, and are remembered beyond this table
        self._covers: dict[tuple[str, str], dict[tuple[float, float, float, float], str]] = {}
        self._measured: dict[tuple[Pose, Pose, bool, float, float], Measured | None] = table_of(state, "lines")

    def cover(self, attacker: Viewpoint, target: Viewpoint) -> str:
        """The cover of a stand against an attack from another."""
        one, other = attacker.unit.id, target.unit.id
        known = self._covers.get((one, other))
        if known is None:
            known = table_of(self.state, "covers", one, other, others_than(self.state, one, other))
            self._covers[one, other] = known
        key = (attacker.x, attacker.y, target.x, target.y)
        found = known.get(key)
        if found is None:
            eye = (attacker.x, attacker.y, self._eye_height)
            rows = hidden_rows(eye, (target.x, target.y), target.side, sample_heights(), self._bodies(one, other))
            found = known[key] = cover_at(round(100 * sum(rows) / self._samples))
        return found

    def _bodies(self, one: str, other: str) -> list[Prism]:
        """Everything that may stand between two units."""
        found = self._between.get((one, other))
        if found is None:
            state = self.state
            others = [unit for unit in living(state) if unit.id not in (one, other)]
            found = [*match_of(state).prisms, *[(base_of(state, unit), self._height) for unit in others]]
            self._between[one, other] = found
        return found

    def band(self, attacker: Viewpoint, target: Viewpoint) -> str:
        """The range between two stands; where nobody measures beforehand it is guessed to a whole Brick."""
        away = kernel.distance(attacker.shape, target.shape)
        return range_at(self.limits, away if self.state.match.options.premeasure else float(round(away)))

    def line(self, attacker: Viewpoint, target: Viewpoint, turned: bool = False) -> Line | None:
        """An attack from one stand at another, if there is one. `turned`: the attacker will face the target."""
        seen = self.open_line(attacker, target, turned)
        return None if seen is None else self.covered(seen, attacker, target)

    def open_line(self, attacker: Viewpoint, target: Viewpoint, turned: bool = False) -> Line | None:
        """The same as if nothing stood between them, which is quick to say."""
        measured = self.measured(attacker, target, turned)
        return None if measured is None else self.open_at(measured, attacker.unit, target.unit)

    def open_at(self, measured: Measured, attacker: Unit, target: Unit) -> Line | None:
        """The open line between two units that stand to each other like this: the same from many places."""
        key = (attacker.id, target.id, measured)
        if key in self._open:
            return self._open[key]
        band, arc, behind = measured
        dice = attack_dice(attacker, band)
        ahead = number(attacker, "targeting") - number(target, "dodge")
        ahead += (self._secondary if arc != PRIMARY else 0) - (self._rear if behind else 0)
        found = self._open[key] = Line(band, dice, ahead, arc, NONE, behind) if dice else None
        return found

    def measured(self, attacker: Viewpoint, target: Viewpoint, turned: bool) -> Measured | None:
        """What the places of two stands say of an attack; None where nobody can attack."""
        faces = turned or attacker.turret
        key = (attacker.pose, target.pose, faces, attacker.side, target.side)
        if key in self._measured:
            return self._measured[key]
        found = self._measured[key] = self._measure(attacker, target, faces)
        return found

    def _measure(self, attacker: Viewpoint, target: Viewpoint, faces: bool) -> Measured | None:
        """Range, arc and whether it comes from behind; None where nobody can attack."""
        reach = self._far + attacker.side + target.side
        dx, dy = target.x - attacker.x, target.y - attacker.y
        if dx * dx + dy * dy > reach * reach:
            return None
        band, arc = self.band(attacker, target), PRIMARY
        if band == OUT:
            return None
        if not faces:
            arc = arc_at(relative_bearing(attacker.x, attacker.y, attacker.heading, target.x, target.y))
            if arc == REAR:
                return None
        behind = arc_at(relative_bearing(target.x, target.y, target.heading, attacker.x, attacker.y)) == REAR
        return Measured(band, arc, behind)

    def covered(self, line: Line, attacker: Viewpoint, target: Viewpoint) -> Line | None:
        """An open line with what covers the target; None if that is too much."""
        cover = self.cover(attacker, target)
        if cover == NONE:
            return line
        if cover == TOTAL:
            return None
        band, dice, ahead, arc, _open, rear = line
        return Line(band, dice, ahead - self._cover_bonus[cover], arc, cover, rear)

    def ahead(self, line: Line, heat: int, foe_heat: int) -> int:
        """What the attack adds more than the defense, with the Heat Markers of both."""
        return line.ahead + self._heat * heat - self._defense_heat * foe_heat

    def points(
        self,
        line: Line,
        target: Unit,
        heat: int,
        foe_heat: int | None = None,
        hurt: float = 0.0,
        named: bool = False,
    ) -> float:
        """What an attack along a line is worth. `hurt` are Armor Points the target will have lost by then."""
        sheet = self._sheets.get(target.id)
        if sheet is None or sheet.unit is not target:
            sheet = self._sheet(target)
        _unit, costs, full, armor, hot, defense, decides = sheet
        ahead = self.ahead(line, heat, hot if foe_heat is None else foe_heat)
        left = max(1, armor - round(hurt) if hurt else armor)
        points = harm(line.dice, defense, ahead, self.criticals, left, full, named) * costs
        return points + fatal(line.dice, defense, ahead, self.criticals, left) * decides if decides else points

    def destroys(self, line: Line, target: Unit, heat: int, hurt: float) -> float:
        """The chance that an attack along a line destroys its target."""
        _unit, _costs, _full, armor, hot, defense, _decides = self._sheet(target)
        return fatal(line.dice, defense, self.ahead(line, heat, hot), self.criticals, max(1, armor - round(hurt)))

    def worth_of(self, numbers: Numbers, target: Unit, named: bool = False) -> float:
        """What an attack with the numbers of the rule is worth, whose dice are about to fall."""
        sheet = self._sheet(target)
        to_attack, to_defense = plus(numbers)
        armor, ahead = max(1, sheet.armor), to_attack - to_defense
        dice = numbers.attack_dice, numbers.defense_dice
        points = sheet.costs * harm(*dice, ahead, self.criticals, armor, sheet.full, named)
        return points + sheet.decides * fatal(*dice, ahead, self.criticals, armor)

    def _sheet(self, unit: Unit) -> _Sheet:
        found = self._sheets.get(unit.id)
        # somebody may ask about a unit as it will be
        if found is None or found.unit is not unit:
            whole = when_whole(self.state, unit)
            now = number(unit, ARMOR), number(unit, HEAT), number(unit, "defense_dice")
            found = _Sheet(unit, whole.costs, whole.armor, *now, decides(self.state, unit))
            self._sheets[unit.id] = found
        return found

    def mean(self, line: Line, target: Unit, heat: int) -> float:
        """The Armor Points an attack along a line takes on average."""
        sheet = self._sheet(target)
        return mean_armor(line.dice, sheet.defense, self.ahead(line, heat, sheet.heat), self.criticals)
