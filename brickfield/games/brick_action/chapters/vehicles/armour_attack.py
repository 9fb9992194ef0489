"""Attacking a vehicle: declared, rolled, saved, damaged; for guns, heavy support, hand weapons and swarms alike."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import UNSET, UnsetType

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Frame, Push, Roll
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import ReactionWindow
from ...base.battlefield import ATTACKED, SUPPRESSED, number
from ...base.sight.sight import FIRED_OUT
from .armour import Blow, by_die, by_total, damage_of
from .armour_shots import ArmourShot, ItemUse, Manner, gun_shot, hand_shot, heavy_armour_shot, shown_indoors, swarm_shot
from .turrets import turn_turret
from .vehicle_damage import mark, take_damage
from .wrecks import Wrecked

_CLAUSES: dict[Manner, str] = {
    "guns": "ba.veh.method",
    "heavy": "ba.heavy.vs_armor",
    "hand": "ba.iva.dice",
    "swarm": "ba.swarm.rule",
}


class ArmourAttack(Frame):
    """One attack on a vehicle. `held`: a response, which sets nothing off."""

    unit: str = ""
    target: str = ""
    manner: Manner = "guns"
    weapon: str = ""
    items: tuple[ItemUse, ...] = ()
    dice: int = 0
    held: bool = False
    shot: ArmourShot | None = None
    faces: tuple[tuple[int, ...], ...] = ()
    saves: tuple[tuple[int, ...], ...] = ((),)
    # the most dice of an attack that is half an action
    cap: int | UnsetType = UNSET

    STEPS: ClassVar[tuple[str, ...]] = ("declare", "respond", "fix", "roll", "hits", "damage")
    PUBLIC: ClassVar[tuple[str, ...]] = (
        *("unit", "target", "manner", "weapon", "items", "dice", "held", "shot", "faces", "saves", "cap"),
    )

    @rule("ba.attack.declare")
    def declare(self, t: Table) -> Any:
        """Attacker, target and weapons are named."""
        t.emit(happened.TargetDeclared(unit=self.unit, target=self.target, clause=_CLAUSES[self.manner]))

    @rule("ba.hold.immediate", "ba.hold.no_chain")
    def respond(self, t: Table) -> Any:
        """Held responses come before any die; what happens inside an interrupt sets nothing off."""
        return None if self.held else Push(ReactionWindow(trigger="attacks", about=(self.unit, self.target)))

    @rule("ba.geometry.attack_order", "ba.hold.immediate", "ba.turn.unit_gone", "ba.veh.turret")
    def fix(self, t: Table) -> Any:
        """What is no longer possible is lost with its action, single-use items are kept; a turret turns to its aim."""
        unit = t.units[self.unit]
        gone = "unit_gone" if not unit.alive or not t.units[self.target].alive else ""
        reason = gone or ("suppressed" if number(unit, SUPPRESSED) else "")
        shot = shot_of(t, self) if not reason else None
        if shot is None or isinstance(shot, Refusal):
            reason = reason or (shot.code if shot is not None else "")
            t.emit(happened.ShotVoided(unit=self.unit, target=self.target, reason=reason, clause="ba.hold.immediate"))
            return DONE
        self.shot = shot
        mark(t, self.unit, ATTACKED, number(unit, ATTACKED) + 1, "ba.attack.declare")
        turn_turret(t, self.unit, self.target, self.weapon)
        if self.manner in ("heavy", "hand") and (base := shown_indoors(t, unit, t.units[self.target], self.items)):
            mark(t, self.unit, FIRED_OUT, min(base, shot.pool.total), "ba.build.all_hit")
        return None

    def roll(self, t: Table) -> Any:
        """The dice of the attack; items in it are spent now."""
        assert self.shot is not None
        for use in self.items:
            figure = next(each for each in t.units[self.unit].squad if each.id == use.figure)
            t.emit(
                happened.FigureMarked(
                    unit=self.unit,
                    figure=use.figure,
                    mark=use.item,
                    value=number(figure, use.item) - 1,
                    clause="ba.single.joint",
                )
            )
        return Roll((Pool(self.shot.pool.total, "attack", seat=t.units[self.unit].seat),), into="faces")

    @rule("ba.veh.method", "ba.veh.save", "ba.iva.save", "ba.swarm.rule")
    def hits(self, t: Table) -> Any:
        """The total against the threshold, or each die for itself; then the vehicle saves once for each hit."""
        blow = blow_of(self)
        unit, target = t.units[self.unit], t.units[self.target]
        t.emit(
            happened.AttackResolved(
                unit=self.unit,
                target=self.target,
                manner=self.manner,
                dice=len(self.faces[0]),
                hits=blow.hits + blow.automatic,
                clause=_CLAUSES[self.manner],
                throws=(happened.Throw("attack", unit.seat, self.faces[0]),),
            )
        )
        return Roll((Pool(blow.hits, "armour_save", seat=target.seat),), into="saves") if blow.hits else None

    @rule("ba.veh.save", "ba.veh.sixes")
    def damage(self, t: Table) -> Any:
        """Sixes and failed saves are damage; enough of it makes a wreck."""
        assert self.shot is not None
        blow, faces = blow_of(self), self.saves[0]
        damage = damage_of(blow, faces, self.shot.save)
        if faces:
            saved = happened.HazardTested(
                unit=self.target,
                hazard="armour_save",
                safe=damage == blow.automatic,
                result=str(damage),
                clause="ba.veh.save",
                throws=(happened.Throw("armour_save", t.units[self.target].seat, faces),),
            )
            t.emit(saved)
        if take_damage(t, self.target, damage, self.unit, _CLAUSES[self.manner]):
            return Push(Wrecked(unit=self.target, by=self.unit))
        return None


def shot_of(state: State, attack: ArmourAttack) -> ArmourShot | Refusal:
    """An attack as it stands now."""
    unit, target = state.units[attack.unit], state.units[attack.target]
    if attack.manner == "guns":
        return gun_shot(state, unit, target, attack.weapon, attack.dice)
    if attack.manner == "heavy":
        return heavy_armour_shot(state, unit, target, attack.dice)
    if attack.manner == "swarm":
        return swarm_shot(state, unit, target)
    return hand_shot(state, unit, target, attack.items, attack.dice, cap=attack.cap or 0)


def blow_of(attack: ArmourAttack) -> Blow:
    """What the dice of an attack did."""
    assert attack.shot is not None
    faces, shot = attack.faces[0], attack.shot
    return by_total(faces, shot.needed, shot.plus) if shot.needed else by_die(faces, shot.plus)
