"""Sights: what an attack from any pose at any other would count, worked out quickly and remembered.

The rule itself is `modifiers.numbers_of`; here the same numbers are found for poses that nobody has taken yet.
"""

from __future__ import annotations

from typing import NamedTuple

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.brick_mech.mind.judgement_worth import harm, mean_armor, price
from brickfield.games.brick_mech.rules.battlefield import base_of, card_of, living, match_of
from brickfield.games.brick_mech.rules.cover import HEAVY, LIGHT, MEDIUM, NONE, TOTAL, cover_at, sample_heights
from brickfield.games.brick_mech.rules.measures import measures
from brickfield.games.brick_mech.rules.modifiers import Numbers, plus
from brickfield.games.brick_mech.rules.ranges_and_arcs import OUT, PRIMARY, REAR, arc_at, range_at
from brickfield.games.brick_mech.rules.record_sheet import ARMOR, HEAT, attack_dice, number
from brickfield.geometry import Pose, kernel, rectangle_at, relative_bearing
from brickfield.geometry.silhouette import Prism, hidden_rows


class Stand:
    """A unit at a pose, its own or one it might take."""

    __slots__ = ("heading", "pose", "shape", "side", "turret", "unit", "x", "y")

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
        self.shape = rectangle_at(pose, self.side, self.side)


class Line(NamedTuple):
    """An attack before heat: the dice, what the attack adds more than the defense, and what it depends on."""

    band: str
    dice: int
    ahead: int
    arc: str
    cover: str
    rear: bool


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
        self._bodies: dict[str, Prism] = {
            unit.id: (base_of(state, unit), numbers.mech_height) for unit in living(state)
        }
        # what each unit costs and its Armor Points when whole
        self._whole: dict[str, tuple[float, int]] = {}
        self._between: dict[tuple[str, str], list[Prism]] = {}
        self._covers: dict[tuple[str, str, float, float, float, float], str] = {}

    @rule("bm.geometry.cover", "bm.mod.defense.cover.measure")
    def cover(self, attacker: Stand, target: Stand) -> str:
        """The cover of a stand against an attack from another."""
        one, other = attacker.unit.id, target.unit.id
        key = (one, other, attacker.x, attacker.y, target.x, target.y)
        found = self._covers.get(key)
        if found is None:
            bodies = self._between.get((one, other))
            if bodies is None:
                others = [body for unit, body in self._bodies.items() if unit not in (one, other)]
                bodies = self._between[one, other] = [*match_of(self.state).prisms, *others]
            eye = (attacker.x, attacker.y, self._eye_height)
            rows = hidden_rows(eye, (target.x, target.y), target.side, sample_heights(), bodies)
            found = self._covers[key] = cover_at(round(100 * sum(rows) / self._samples))
        return found

    @rule("bm.attack.no_redeclare")
    def band(self, attacker: Stand, target: Stand) -> str:
        """The range between two stands; where nobody measures beforehand it is guessed to a whole Brick."""
        away = kernel.distance(attacker.shape, target.shape)
        return range_at(self.limits, away if self.state.match.options.premeasure else float(round(away)))

    @rule("bm.mod.stack", "bm.attack.arc.forbidden", "bm.mod.defense.cover.total")
    def line(self, attacker: Stand, target: Stand, turned: bool = False) -> Line | None:
        """An attack from one stand at another, if there is one. `turned`: the attacker will face the target."""
        seen = self.open_line(attacker, target, turned)
        return None if seen is None else self.covered(seen, attacker, target)

    @rule("bm.mod.stack", "bm.attack.arc.forbidden")
    def open_line(self, attacker: Stand, target: Stand, turned: bool = False) -> Line | None:
        """The same as if nothing stood between them, which is quick to say."""
        reach = self._far + attacker.side + target.side
        dx, dy = target.x - attacker.x, target.y - attacker.y
        if dx * dx + dy * dy > reach * reach:
            return None
        band = self.band(attacker, target)
        dice = 0 if band == OUT else attack_dice(attacker.unit, band)
        if not dice:
            return None
        arc = PRIMARY
        if not turned and not attacker.turret:
            arc = arc_at(relative_bearing(attacker.x, attacker.y, attacker.heading, target.x, target.y))
            if arc == REAR:
                return None
        behind = arc_at(relative_bearing(target.x, target.y, target.heading, attacker.x, attacker.y)) == REAR
        ahead = number(attacker.unit, "targeting") - number(target.unit, "dodge")
        ahead += (self._secondary if arc != PRIMARY else 0) - (self._rear if behind else 0)
        return Line(band, dice, ahead, arc, NONE, behind)

    @rule("bm.mod.defense.cover.measure", "bm.mod.defense.cover.total")
    def covered(self, line: Line, attacker: Stand, target: Stand) -> Line | None:
        """An open line with what covers the target; None if that is too much."""
        cover = self.cover(attacker, target)
        if cover == NONE:
            return line
        return None if cover == TOTAL else line._replace(cover=cover, ahead=line.ahead - self._cover_bonus[cover])

    @rule("bm.mod.attack.heat", "bm.mod.defense.heat", "bm.geometry.heat_timing")
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
        costs, full = self._whole.get(target.id) or self._weigh(target)
        armor = max(1, number(target, ARMOR) - round(hurt))
        cool = number(target, HEAT) if foe_heat is None else foe_heat
        ahead = self.ahead(line, heat, cool)
        share = harm(line.dice, number(target, "defense_dice"), ahead, self.criticals, armor, full, named)
        return share * costs

    def worth_of(self, numbers: Numbers, target: Unit, named: bool = False) -> float:
        """What an attack with the numbers of the rule is worth, whose dice are about to fall."""
        costs, full = self._whole.get(target.id) or self._weigh(target)
        to_attack, to_defense = plus(numbers)
        armor, ahead = max(1, number(target, ARMOR)), to_attack - to_defense
        return costs * harm(numbers.attack_dice, numbers.defense_dice, ahead, self.criticals, armor, full, named)

    def _weigh(self, unit: Unit) -> tuple[float, int]:
        full = max(1, card_of(self.state, unit.id).number(ARMOR))
        found = self._whole[unit.id] = price(self.state, unit), full
        return found

    def mean(self, line: Line, target: Unit, heat: int) -> float:
        """The Armor Points an attack along a line takes on average."""
        ahead = self.ahead(line, heat, number(target, HEAT))
        return mean_armor(line.dice, number(target, "defense_dice"), ahead, self.criticals)
