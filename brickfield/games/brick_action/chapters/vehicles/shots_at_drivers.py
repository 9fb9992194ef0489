"""Reactive fire at a vehicle that drives."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Frame, Push, Roll
from brickfield.core.modifiers import Tally
from brickfield.core.shown.showing import AimFace, written_out
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.battlefield import describe, is_vehicle
from ...base.measures import measures
from ...base.reactions.reaction_offers import FireAt, reactive_fire_at
from ...base.reactions.reactive_fire import reaction_of
from .armour import sixes
from .chapter import VEHICLES
from .turrets import turn_turret
from .vehicle_damage import take_damage
from .vehicle_reactions import hull_before
from .vehicles import armour
from .wrecks import Wrecked


class ShotAtDriver(Frame):
    """Reactive fire at a vehicle that drives: only a natural 6 does anything."""

    unit: str = ""
    target: str = ""
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("aim", "roll", "damage")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "target", "faces")

    def aim(self, t: Table) -> Any:
        """The turret turns as far as is free."""
        unit, target = t.units[self.unit], t.units[self.target]
        weapon = reaction_of(t, unit).weapon(t, unit, target)
        if not weapon:
            return DONE
        t.emit(happened.TargetDeclared(unit=self.unit, target=self.target, clause="ba.reactive.vs_vehicle"))
        turn_turret(t, self.unit, self.target, weapon)
        return None

    @rule("ba.reactive.dice")
    def roll(self, t: Table) -> Any:
        """One die."""
        return Roll((Pool(1, "attack", seat=t.units[self.unit].seat),), into="faces")

    @rule("ba.reactive.vs_vehicle")
    def damage(self, t: Table) -> Any:
        """A natural 6 is one damage without a save."""
        faces = self.faces[0]
        hits = sixes(faces)
        t.emit(
            happened.AttackResolved(
                unit=self.unit,
                target=self.target,
                manner="reactive",
                dice=1,
                hits=hits,
                clause="ba.reactive.vs_vehicle",
                throws=(happened.Throw("attack", t.units[self.unit].seat, faces),),
            )
        )
        if take_damage(t, self.target, hits, self.unit, "ba.reactive.vs_vehicle"):
            return Push(Wrecked(unit=self.target, by=self.unit))
        return None


@rule("ba.reactive.dice", "ba.reactive.vs_vehicle", "ba.reactive.hit")
def aim_at_a_driver(state: State, unit: Unit, mover: Unit) -> AimFace:
    """The one die of a reactor laid open."""
    six, faces = armour().automatic_face, measures().die_faces
    line = Tally("attack dice", 1, "reactive fire", "ba.reactive.dice")
    hull = hull_before(state, unit, mover)
    return AimFace(
        *(unit.id, mover.id, describe(state, mover.id), "only a natural 6 does damage"),
        needed=six,
        need=f"{six}",
        roll="on one die, without a save",
        odds=1 / faces,
        odds_of="it takes damage",
        sums=(written_out(line),),
        distance=hull.distance if hull is not None else 0.0,
        clause="ba.reactive.vs_vehicle",
        dice=1,
    )


def _at_a_driver(state: State, unit: Unit, mover: Unit) -> Frame:
    return ShotAtDriver(unit=unit.id, target=mover.id)


AT_DRIVERS = FireAt(aim_at_a_driver, _at_a_driver)


@reactive_fire_at.amended(VEHICLES)
def fire_at_drivers(state: State, mover: Unit, fire: FireAt) -> FireAt:
    """At a vehicle only a natural 6 counts."""
    return AT_DRIVERS if is_vehicle(state, mover) else fire
