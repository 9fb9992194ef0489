"""Reactive fire at a vehicle that drives."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Frame, Push, Roll
from brickfield.core.table import Table
from brickfield.games.brick_action.chapters.vehicles.armour import sixes
from brickfield.games.brick_action.chapters.vehicles.turrets import turn_turret
from brickfield.games.brick_action.chapters.vehicles.vehicle_damage import take_damage
from brickfield.games.brick_action.chapters.vehicles.vehicle_reactions import reaction_weapon
from brickfield.games.brick_action.chapters.vehicles.wrecks import Wrecked


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
        weapon = reaction_weapon(t, unit, target)
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
