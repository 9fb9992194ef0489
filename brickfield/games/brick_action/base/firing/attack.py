"""Attacking: a unit names a target, dice are rolled, saves are thrown, minis fall.

The frame `Attacking` plays every ranged attack of infantry: the action of the own turn, a held attack (`held`), a
single-use item fired on its own (`manner.only`) and a reactive shot (`reactive`). What an attack consists of is worked
out in shots.py.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.offers import Choice
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, React, Reaction
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push, Roll
from brickfield.core.modifiers import Tally
from brickfield.core.questions import Moment, Permission
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import ReactionWindow
from ..actions import Name
from ..battlefield import ATTACKED, PRONE, SUPPRESSED, are_hostile, describe, is_vehicle, mini_name, mini_of, number
from ..losses import Losses
from ..reactions.reactive_movement import ReactiveMovement
from ..sight.sight import FIRED_OUT, NO_SIDE, sight
from ..weapons import weapons
from .hits_and_saves import Struck, failed_saves, last_save_fails, saves_to_make, struck
from .shots import PLAIN_FIRE, Manner, Shot, carried, dropped, fits, shot_of, what_reaches

Dice = Annotated[int, Meta(ge=0, le=40)]
SideNumber = Annotated[int, Meta(ge=-1, le=63)]
Faces = tuple[tuple[int, ...], ...]
REACTIVE = Manner(reactive=True)
NAT6 = "nat6"


class Used(Struct, frozen=True, forbid_unknown_fields=True):
    """A single-use item of a mini that joins an attack."""

    figure: Name
    item: Name


class Attack(Answer, frozen=True):
    """A unit attacks another: with items of its minis, through a side of its building, with fewer dice if announced."""

    unit: Name
    target: Name
    items: Annotated[tuple[Used, ...], Meta(max_length=10)] = ()
    announced: Dice = 0
    side: SideNumber = NO_SIDE


class FireItem(Answer, frozen=True):
    """One mini fires a single-use item on its own."""

    unit: Name
    figure: Name
    item: Name
    target: Name
    announced: Dice = 0
    side: SideNumber = NO_SIDE


def manner_of(order: Attack | FireItem) -> Manner:
    """How an order is carried out."""
    if isinstance(order, FireItem):
        return Manner(((order.figure, order.item),), order.figure, order.announced, order.side)
    return Manner(tuple((each.figure, each.item) for each in order.items), announced=order.announced, side=order.side)


@rule("ba.attack.declare")
def target_fault(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """A target is an enemy on the board."""
    if target.alive and are_hostile(state, unit, target):
        return None
    return illegal("no_target", "ba.attack.declare", f"{describe(state, target.id)} is not a target for {unit.id}.")


@rule("ba.attack.declare", "ba.weapon.max_unit_range", "ba.longshot")
def attack_fault(state: State, unit: Unit, target: Unit, manner: Manner = PLAIN_FIRE) -> Refusal | None:
    """Why a unit may not attack another so: no enemy, not seen, no dice left, items it has not got."""
    refusal = target_fault(state, unit, target) or _items_fault(unit, manner)
    if refusal is not None:
        return refusal
    shot = shot_of(state, unit, target, manner)
    return shot if isinstance(shot, Refusal) else None


@rule("ba.single.joint", "ba.single.independent")
def _items_fault(unit: Unit, manner: Manner) -> Refusal | None:
    """Items are carried by minis of the unit, and each is used once."""
    standing = {each.id: each for each in unit.standing}
    for place, (name, item) in enumerate(manner.items):
        figure = standing.get(name)
        before = manner.items[:place].count((name, item))
        if figure is None or not carried(figure, item) or figure.marks[item] <= before:
            return illegal(
                "no_such_item", "ba.single.joint", f"{mini_name(unit, name)} has no {item[:20]} to use.", item=item
            )
        if not fits(figure, item):
            sentence = f"{mini_name(unit, name)} holds no repeater, battle rifle or carbine for a rifle grenade."
            return illegal("no_rifle", "ba.weapon.rifle_grenade.range", sentence, figure=name)
    return None


class MaySaveSix(Reaction, frozen=True):
    """A natural six: does the medic try to save against it?"""

    unit: str
    by: str

    CLAUSE: ClassVar[str] = "ba.unit.medic.nat6"
    TITLE: ClassVar[str] = "Medic against a natural 6?"

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Once in a game for each medic."""
        no = Choice(React(yes=False), "Take the casualty", about=(self.unit,))
        words, odds = "once in a game for each medic", self._odds(state)
        return no, Choice(React(yes=True), "Roll to save", words, self.CLAUSE, odds=odds)

    def _odds(self, state: State) -> float:
        """How likely the die saves; nothing outside an attack."""
        attack = next((each for each in reversed(state.frames) if isinstance(each, Attacking)), None)
        if attack is None or attack.shot is None:
            return 0.0
        bonus = attack.shot.bonus.total
        return sum(not failed_saves((die,), bonus, medic=True) for die in range(1, 7)) / 6


class Attacking(Frame):
    """One ranged attack from the declaration to the losses. `held`: a response of a hold; `reactive`: a reactive shot.
    Both are interrupts.

    Windows: "attacks" (about: attacker, target) lets enemy holds respond; "under_fire" lets the target drop.
    """

    unit: str = ""
    target: str = ""
    manner: Manner = PLAIN_FIRE
    held: bool = False
    reactive: bool = False
    reply: React = React(yes=False)
    shot: Shot | None = None
    # sixes that a medic has saved, and those he tried to save in vain
    nursed: int = 0
    unsaved: int = 0
    faces: Faces = ()
    saves: Faces = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        *("declare", "holds", "look", "drop", "dropped", "fix", "roll", "hits"),
        *("offer_medic", "nurse", "nursing", "sixes", "roll_saves", "losses", "reward"),
    )
    PUBLIC: ClassVar[tuple[str, ...]] = (
        *("unit", "target", "manner", "held", "reactive", "reply", "shot", "nursed", "unsaved", "faces", "saves"),
    )

    @rule("ba.attack.declare", "ba.geometry.attack_order")
    def declare(self, t: Table) -> Any:
        """Attacker and target are named."""
        t.emit(happened.TargetDeclared(unit=self.unit, target=self.target, clause="ba.attack.declare"))

    @rule("ba.hold.immediate", "ba.hold.no_chain")
    def holds(self, t: Table) -> Any:
        """Enemy holds come before any die; what happens inside an interrupt sets nothing off."""
        if self.held or self.reactive:
            return None
        return opened(t, "attacks", self.unit, self.target)

    @property
    def _manner(self) -> Manner:
        return replace(REACTIVE, weapon=self.manner.weapon) if self.reactive else self.manner

    def _void(self, t: Table, reason: str) -> Any:
        t.emit(happened.ShotVoided(unit=self.unit, target=self.target, reason=reason, clause="ba.hold.immediate"))
        return DONE

    @rule("ba.geometry.attack_order", "ba.hold.immediate", "ba.turn.unit_gone")
    def look(self, t: Table) -> Any:
        """An attack that has become impossible is lost with its action; items are kept."""
        unit, target = t.units[self.unit], t.units[self.target]
        if not unit.alive or not target.alive or number(unit, SUPPRESSED):
            return self._void(t, "suppressed" if unit.alive and target.alive else "unit_gone")
        shot = shot_of(t, unit, target, self._manner)
        if isinstance(shot, Refusal):
            return self._void(t, shot.code)
        self.shot = shot
        return None

    @rule("ba.move.prone.reaction")
    def drop(self, t: Table) -> Any:
        """The target may go prone, declared before the dice."""
        if number(t.units[self.target], PRONE):
            return Goto("fix")
        return opened(t, "under_fire", self.unit, self.target)

    @rule("ba.move.prone.reaction")
    def dropped(self, t: Table) -> Any:
        """If it has, the attack that caused it is still resolved, unless agreed otherwise."""
        unit, target = t.units[self.unit], t.units[self.target]
        if not number(target, PRONE):
            return None
        assert self.shot is not None
        if not t.match.options.prone_reaction_cancels:
            self.shot = dropped(self.shot, sight(t, unit, target, firing=self.manner.firing))
            return None
        shot = shot_of(t, unit, target, self._manner)
        if isinstance(shot, Refusal):
            return self._void(t, shot.code)
        self.shot = shot
        return None

    @rule("ba.geometry.attack_order", "ba.single.joint", "ba.build.all_hit")
    def fix(self, t: Table) -> Any:
        """Who fires at whom stands: items are spent, and a unit in a building shows how many fired out of it."""
        shot = self.shot
        assert shot is not None
        unit = t.units[self.unit]
        weapon_aimed(t, self.unit, self.target, self.manner.weapon)
        for name, item in self.manner.items:
            figure = next(each for each in t.units[self.unit].squad if each.id == name)
            left = figure.marks[item] - 1
            t.emit(happened.FigureMarked(unit=unit.id, figure=name, mark=item, value=left, clause="ba.single.joint"))
        if not self.reactive:
            attacks = number(unit, ATTACKED) + 1
            t.emit(happened.UnitMarked(unit=unit.id, mark=ATTACKED, value=attacks, clause="ba.attack.declare"))
            if shot.sight.side != NO_SIDE:
                t.emit(
                    happened.UnitMarked(unit=unit.id, mark=FIRED_OUT, value=shot.pool.base, clause="ba.build.all_hit")
                )

    @rule("ba.geometry.dice_order", "ba.geometry.random")
    def roll(self, t: Table) -> Any:
        """All dice of the pool together."""
        assert self.shot is not None
        return Roll((Pool(self.shot.pool.dice, "attack", seat=t.units[self.unit].seat),), into="faces")

    def _struck(self) -> Struck:
        """What the dice did, without the sixes that a medic has saved."""
        assert self.shot is not None
        found = struck(self.faces[0], self.shot.plus.total)
        return replace(found, sixes=found.sixes - self.nursed)

    def _tallies(self) -> tuple[Tally, ...]:
        """The dice line by line, what is added to them, and what the target adds to its saves."""
        assert self.shot is not None
        more = (self.shot.plus, self.shot.bonus)
        return (self.shot.pool.tally, *[each for each in more if each.modifiers])

    @rule("ba.attack.nat6", "ba.attack.hit4", "ba.unit.veteran.attack")
    def hits(self, t: Table) -> Any:
        """The dice are told with what they are worth."""
        found = self._struck()
        resolved = happened.AttackResolved(
            unit=self.unit,
            target=self.target,
            manner="reactive" if self.reactive else "attack",
            dice=len(self.faces[0]),
            hits=found.sixes + found.hits,
            clause="ba.reactive.hit" if self.reactive else "ba.attack.hit4",
            throws=(happened.Throw("attack", t.units[self.unit].seat, self.faces[0]),),
            tallies=self._tallies(),
        )
        t.emit(resolved)

    @rule("ba.unit.medic.nat6", "ba.reactive.nat6")
    def offer_medic(self, t: Table) -> Any:
        """A living medic who has not done so may save against one natural six."""
        self.reply = React(yes=False)
        target = t.units[self.target]
        if self._struck().sixes <= self.unsaved or medic_with_six(target) is None:
            return Goto("sixes")
        return Ask(MaySaveSix(target.seat, target.id, self.unit), into="reply")

    def nurse(self, t: Table) -> Any:
        """One die of its own, before all other saves."""
        target = t.units[self.target]
        medic = medic_with_six(target)
        if not self.reply.yes or medic is None:
            return Goto("sixes")
        t.emit(happened.FigureMarked(unit=target.id, figure=medic, mark=NAT6, value=0, clause="ba.unit.medic.nat6"))
        return Roll((Pool(1, "save", seat=target.seat),), into="saves")

    @rule("ba.unit.medic.nat6")
    def nursing(self, t: Table) -> Any:
        """With all bonuses, the medic's own included; a failure is a casualty as before."""
        assert self.shot is not None
        failed = failed_saves(self.saves[0], self.shot.bonus.total, medic=True)
        self._tell_saves(t, self.saves[0], failed, "ba.unit.medic.nat6")
        self.nursed, self.unsaved = self.nursed + 1 - failed, self.unsaved + failed
        return Goto("offer_medic")

    @rule("ba.attack.nat6", "ba.attack.save_cap", "ba.geometry.exposed")
    def sixes(self, t: Table) -> Any:
        """Natural sixes remove a mini each, of those that may be hit."""
        assert self.shot is not None
        removed, _saves = saves_to_make(self._struck(), self.shot.sight.exposed)
        return Push(self._loses(t, removed, "ba.attack.nat6"))

    def _loses(self, t: Table, count: int, clause: str) -> Losses:
        assert self.shot is not None
        standing = {each.id for each in t.units[self.target].standing}
        among = tuple(each.figure for each in self.shot.sight.seen if each.figure in standing)
        return Losses(unit=self.target, among=among, count=count, by=self.unit, clause=clause)

    @rule("ba.attack.save_cap", "ba.last.rule")
    def roll_saves(self, t: Table) -> Any:
        """As many saves as other hits, and no more than minis are left; the last of a squad has one die."""
        shot, target = self.shot, t.units[self.target]
        assert shot is not None
        _removed, count = saves_to_make(self._struck(), shot.sight.exposed)
        if not target.alive or not count:
            return Goto("reward")
        return Roll((Pool(1 if shot.last else count, "save", seat=target.seat),), into="saves")

    @rule("ba.attack.save", "ba.last.rule", "ba.unit.medic.save")
    def losses(self, t: Table) -> Any:
        """Each failed save is a casualty."""
        shot, target, faces = self.shot, t.units[self.target], self.saves[0]
        assert shot is not None
        medic, bonus = has_medic(target), shot.bonus.total
        if shot.last:
            failed = int(last_save_fails(faces[0], self._struck().hits, bonus, medic=medic))
        else:
            failed = failed_saves(faces, bonus, medic=medic)
        clause = "ba.last.rule" if shot.last else "ba.attack.save"
        self._tell_saves(t, faces, failed, clause)
        return Push(self._loses(t, failed, clause))

    def _tell_saves(self, t: Table, faces: tuple[int, ...], failed: int, clause: str) -> None:
        seat = t.units[self.target].seat
        told = happened.AttackResolved(
            unit=self.unit,
            target=self.target,
            manner="save",
            dice=len(faces),
            hits=failed,
            clause=clause,
            throws=(happened.Throw("save", seat, faces),),
        )
        t.emit(told)

    @rule("ba.reactmove.rule")
    def reward(self, t: Table) -> Any:
        """Who wipes out a unit may move towards where it stood."""
        return Push(ReactiveMovement(unit=self.unit, fallen=self.target, interrupt=self.held or self.reactive))


def opened(t: Table, trigger: str, *about: str) -> Push | None:
    """A window in which others may respond, where somebody can."""
    return Push(ReactionWindow(trigger=trigger, about=about)) if trigger in t.match.game.windows else None


@rule("ba.unit.medic.save")
def has_medic(unit: Unit) -> bool:
    """Whether a medic of the unit is alive."""
    return any(mini_of(each.card).save_plus1_dice for each in unit.standing)


@rule("ba.unit.medic.nat6")
def medic_with_six(unit: Unit) -> str | None:
    """A living medic who has still to save against a natural six."""
    return next((each.id for each in unit.standing if each.marks.get(NAT6)), None)


def order_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    """Why a unit may not give this order of attack."""
    target = state.units.get(order.target)
    if target is None:
        return invalid("unknown_target", f"There is no unit called {order.target[:40]!r} on this board.")
    if isinstance(order, FireItem) and order.item not in weapons():
        return invalid("unknown_item", f"There is no item called {order.item[:40]!r}.")
    if is_vehicle(state, unit):
        return illegal("not_infantry", "ba.attack.declare", f"{describe(state, unit.id)} is not infantry.")
    refusal = small_arms_bar(state, unit) or attack_fault(state, unit, target, manner_of(order))
    return what_reaches(state, unit, target, refusal) if refusal is not None else None


@Permission
def small_arms_bar(state: State, unit: Unit) -> Refusal | None:
    """What keeps a unit from firing what its minis carry."""
    return None


@Moment
def weapon_aimed(t: Table, unit_id: str, target_id: str, weapon: str) -> None:
    """A unit is about to fire at another, with a weapon that is named where its minis do not fire theirs."""


def attacking(state: State, order: Any) -> Attacking:
    """The frame that plays an order of attack."""
    return Attacking(unit=order.unit, target=order.target, manner=manner_of(order))


@rule("ba.hold.full")
def held_attack(state: State, order: Any) -> Attacking:
    """The same as the response of a hold: a full attack."""
    return Attacking(unit=order.unit, target=order.target, manner=manner_of(order), held=True)
