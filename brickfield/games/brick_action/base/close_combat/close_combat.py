"""Close Combat: two squads within six studs fight with all their minis; who wins may fight on at no cost.

Its dice and totals are in close_combat_numbers.py.
"""

from __future__ import annotations

from math import hypot
from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.asking.offers import Action, Choice, Choose
from brickfield.core.board import Model, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, React, Reaction
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push, Roll
from brickfield.core.numbers import apart
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from ..actions import Deed, Name, own_attack_bar
from ..battlefield import ATTACKED, PRONE, SUPPRESSED, describe, enemies_of, is_vehicle, mini_of, number, weapon_of
from ..firing.attack import opened, target_fault
from ..firing.fire_measures import EPS, fire
from ..firing.ranges import TAKES_BAYONET
from ..losses import Losses
from ..minis import is_veteran
from ..reactions.reactive_movement import ReactiveMovement
from ..sight.landscape import landscape, stander
from ..sight.line_of_sight import Stander, blocks, crossed
from .close_combat_numbers import Fighter, Melee, combat_dice, melee, own_losses, own_saves, round_losses, winner
from .close_combat_odds import chance_to_win, round_words

Faces = tuple[tuple[int, ...], ...]
NEAR = "ba.cc.range"


class CloseCombat(Answer, frozen=True):
    """A unit attacks another hand to hand."""

    unit: Name
    target: Name


@rule("ba.cc.bayonet", "ba.cas.drop")
def fighter(figure: Model) -> Fighter:
    """A mini as he fights: with a bayonet on the rifle he holds, or a blade while he holds nothing else."""
    weapon = weapon_of(figure.card)
    held = weapon.id if weapon is not None else ""
    blade = bool(figure.marks.get("bayonet") if held in TAKES_BAYONET else figure.marks.get("blade") and not held)
    return Fighter(held, is_veteran(mini_of(figure.card).id), blade)


def fighters(unit: Unit) -> list[Fighter]:
    """All minis of a unit."""
    return [fighter(each) for each in unit.standing]


def _standers(state: State, unit: Unit) -> list[Stander]:
    found = [stander(state, unit, each) for each in unit.standing]
    return [each for each in found if each is not None]


@rule("ba.cc.range")
def combat_gap(state: State, unit: Unit, target: Unit) -> float:
    """How near the nearest pair of minis is that no obstacle of 5 blocks separates on the centre line."""
    ours, theirs = _standers(state, unit), _standers(state, target)
    gaps = [
        gap
        for one in ours
        for other in theirs
        if (gap := hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius) <= fire().combat_reach + EPS
        and not _separated(state, one, other)
    ]
    return min(gaps, default=1e9)


def _separated(state: State, one: Stander, other: Stander) -> bool:
    if one.inside or other.inside:
        # through a wall nobody fights; on one floor of one building they do
        return one.inside != other.inside or abs(one.ground - other.ground) > EPS
    land, start, end = landscape(state), (one.x, one.y), (other.x, other.y)
    return any(blocks(at, one.ground, other.ground) for at in crossed(land, start, end))


@rule("ba.cc.range", "ba.cc.vehicle", "ba.move.prone.attack", "ba.veh.passengers")
def combat_fault(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit may not start close combat with another."""
    refusal = target_fault(state, unit, target)
    if refusal is not None:
        return refusal
    name, aim = describe(state, unit.id), describe(state, target.id)
    if is_vehicle(state, unit) or is_vehicle(state, target):
        return illegal("vehicle", "ba.cc.vehicle", "Vehicles fight no close combat; infantry swarms them.")
    if unit.container in state.units or target.container in state.units:
        return illegal("mounted", "ba.cc.range", "Mounted minis take no part in close combat.")
    if number(unit, PRONE):
        return illegal("prone", "ba.move.prone.attack", f"{name} is prone and must rise before close combat.")
    if combat_gap(state, unit, target) > fire().combat_reach + EPS:
        return _too_far(state, unit, target, name, aim)
    return None


def _too_far(state: State, unit: Unit, target: Unit, name: str, aim: str) -> Refusal:
    limit = fire().combat_reach
    ours, theirs = _standers(state, unit), _standers(state, target)
    gap = min((hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius for a in ours for b in theirs), default=1e9)
    if gap <= limit + EPS:
        return illegal("separated", "ba.cc.range", f"A wall of 5 blocks or more stands between {name} and {aim}.")
    far, most = apart(gap, limit)
    sentence = f"{aim} is {far} studs from {name}; close combat is fought within {most}."
    return illegal("too_far", "ba.cc.range", sentence, distance=gap, most=limit)


class MayFightOn(Reaction, frozen=True):
    """The winner of a round of close combat may repeat it."""

    unit: str
    target: str

    CLAUSE: ClassVar[str] = "ba.cc.repeat"
    TITLE: ClassVar[str] = "Fight on?"

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Enough, or another round."""
        ours, theirs = (fighters(state.units[each]) for each in (self.unit, self.target))
        again = Choice(
            React(yes=True),
            "Fight on",
            round_words(ours, theirs),
            self.CLAUSE,
            about=(self.target,),
            odds=chance_to_win(ours, theirs),
        )
        return Choice(React(yes=False), "Enough"), again


class FightingCloseCombat(Frame):
    """Close combat, round after round. `held`: a response to an enemy action, an interrupt."""

    unit: str = ""
    target: str = ""
    held: bool = False
    round: int = 0
    # 0: the unit won the round, 1: its target did, -1: nobody
    won: int = -1
    lost: tuple[int, int] = (0, 0)
    reply: React = React(yes=False)
    faces: Faces = ()
    saves: Faces = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        *("declare", "holds", "close_in", "roll", "roll_saves", "count"),
        *("attacker_loses", "defender_loses", "offer_repeat", "repeat", "reward"),
    )
    PUBLIC: ClassVar[tuple[str, ...]] = (
        *("unit", "target", "held", "round", "won", "lost", "reply", "faces", "saves"),
    )

    @rule("ba.cc.range")
    def declare(self, t: Table) -> Any:
        """Who fights whom."""
        t.emit(happened.TargetDeclared(unit=self.unit, target=self.target, clause="ba.cc.range"))

    @rule("ba.hold.trigger", "ba.hold.no_chain")
    def holds(self, t: Table) -> Any:
        """It sets holds off once, not by its repeats."""
        return None if self.held else opened(t, "attacks", self.unit, self.target)

    @rule("ba.hold.immediate", "ba.cc.range")
    def close_in(self, t: Table) -> Any:
        """What has become impossible is lost with its action."""
        unit, target = t.units[self.unit], t.units[self.target]
        pinned = number(unit, SUPPRESSED) > 0
        refusal = combat_fault(t, unit, target) if unit.alive and target.alive and not pinned else None
        if not unit.alive or not target.alive or pinned or refusal is not None:
            reason = refusal.code if refusal is not None else "suppressed" if pinned else "unit_gone"
            t.emit(happened.ShotVoided(unit=unit.id, target=target.id, reason=reason, clause="ba.hold.immediate"))
            return DONE
        attacks = number(unit, ATTACKED) + 1
        t.emit(happened.UnitMarked(unit=unit.id, mark=ATTACKED, value=attacks, clause="ba.cc.range"))
        return None

    def _sides(self, t: Table) -> tuple[Unit, Unit]:
        return t.units[self.unit], t.units[self.target]

    @rule("ba.cc.dice", "ba.geometry.random")
    def roll(self, t: Table) -> Any:
        """Both sides roll, the attacker's dice first."""
        self.round += 1
        pools = [Pool(combat_dice(fighters(each)).total, "combat", seat=each.seat) for each in self._sides(t)]
        return Roll(tuple(pools), into="faces")

    def _melees(self, t: Table) -> tuple[Melee, Melee]:
        one, other = self._sides(t)
        return melee(fighters(one), self.faces[0]), melee(fighters(other), self.faces[1])

    def _saving(self, t: Table) -> tuple[int, int]:
        """How many saves each side makes for its ones."""
        (one, other), (ours, theirs) = self._melees(t), self._sides(t)
        return (
            own_saves(len(ours.standing), other.kills, one.ones),
            own_saves(len(theirs.standing), one.kills, other.ones),
        )

    @rule("ba.cc.nat1", "ba.geometry.random")
    def roll_saves(self, t: Table) -> Any:
        """Each natural 1 makes the side that rolled it save, the attacker first."""
        counts = zip(self._saving(t), self._sides(t), strict=True)
        pools = tuple(Pool(count, "save", seat=each.seat) for count, each in counts if count)
        self.saves = ()
        return Roll(pools, into="saves") if pools else None

    @rule("ba.cc.total", "ba.cc.simultaneous", "ba.cc.tie", "ba.cc.last", "ba.cc.no_mods")
    def count(self, t: Table) -> Any:
        """Kills by sixes, failed saves and the kill of the higher total, counted as at the start of the round."""
        (one, other), (ours, theirs) = self._melees(t), self._sides(t)
        thrown = iter(self.saves)
        faces = [next(thrown) if count else () for count in self._saving(t)]
        self.won = winner(one, other)
        self.lost = (
            round_losses(len(ours.standing), other.kills, own_losses(faces[0]), beaten=self.won == 1),
            round_losses(len(theirs.standing), one.kills, own_losses(faces[1]), beaten=self.won == 0),
        )
        sides = (ours, theirs)
        throws = [happened.Throw("combat", each.seat, shown) for each, shown in zip(sides, self.faces, strict=True)]
        throws += [happened.Throw("save", each.seat, shown) for each, shown in zip(sides, faces, strict=True) if shown]
        resolved = happened.ShotResolved(
            unit=ours.id,
            target=theirs.id,
            needed=other.total.total + 1,
            rolled=one.total.total,
            hit=self.won == 0,
            tallies=(one.total, other.total),
            clause="ba.cc.tie" if self.won < 0 else "ba.cc.total",
            throws=tuple(throws),
        )
        t.emit(resolved)

    def _loses(self, t: Table, unit: str, count: int, by: str) -> Push:
        among = tuple(each.id for each in t.units[unit].standing)
        return Push(Losses(unit=unit, among=among, count=count, by=by, clause="ba.cc.simultaneous"))

    @rule("ba.cc.simultaneous")
    def attacker_loses(self, t: Table) -> Any:
        """Any mini may be chosen, seen or not."""
        return self._loses(t, self.unit, self.lost[0], self.target)

    @rule("ba.cc.simultaneous")
    def defender_loses(self, t: Table) -> Any:
        """The total kill is made even if the winner has no mini left."""
        return self._loses(t, self.target, self.lost[1], self.unit)

    @rule("ba.cc.repeat", "ba.cc.tie", "ba.cc.simultaneous")
    def offer_repeat(self, t: Table) -> Any:
        """Whoever had the higher total may go on, unless he is suppressed, one is gone, or they are too far apart."""
        ours, theirs = self._sides(t)
        if ours.alive != theirs.alive:
            return Goto("reward")
        if self.won < 0 or not ours.alive:
            return DONE
        best, beaten = (ours, theirs) if self.won == 0 else (theirs, ours)
        if number(best, SUPPRESSED) or combat_gap(t, best, beaten) > fire().combat_reach + EPS:
            return DONE
        return Ask(MayFightOn(best.seat, best.id, beaten.id), into="reply")

    @rule("ba.cc.repeat")
    def repeat(self, t: Table) -> Any:
        """At no cost, as part of the same action."""
        return Goto("roll") if self.reply.yes else DONE

    @rule("ba.reactmove.rule", "ba.hold.no_chain")
    def reward(self, t: Table) -> Any:
        """Who has wiped the other out may move up; in the enemy's turn nothing responds to that."""
        best, fallen = (self.unit, self.target) if t.units[self.unit].alive else (self.target, self.unit)
        interrupt = self.held or best != self.unit
        return Push(ReactiveMovement(unit=best, fallen=fallen, interrupt=interrupt))


def _fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    target = state.units.get(order.target)
    if target is None:
        return invalid("unknown_target", f"There is no unit called {order.target[:40]!r} on this board.")
    return combat_fault(state, unit, target)


def _offer(state: State, unit: Unit) -> Action | None:
    if is_vehicle(state, unit):
        return None
    near = [each for each in enemies_of(state, unit) if combat_fault(state, unit, each) is None]
    closed = None
    choices = tuple(
        Choice(
            CloseCombat(unit.id, each.id),
            f"Fight {describe(state, each.id)}",
            outlook(unit, each),
            NEAR,
            about=(each.id,),
            odds=chance_to_win(fighters(unit), fighters(each)),
        )
        for each in near
    )
    if not choices:
        reach = f"{fire().combat_reach:g}"
        closed = illegal("too_far", NEAR, f"No enemy mini is within {reach} studs of {describe(state, unit.id)}.")
    return Action("close_combat", "Close combat", Choose(choices), NEAR, closed=closed)


def outlook(unit: Unit, target: Unit) -> str:
    """What a close combat looks like before it: dice against dice."""
    return round_words(fighters(unit), fighters(target))


def fighting(state: State, order: Any, *, held: bool = False) -> FightingCloseCombat:
    """The frame that plays close combat."""
    return FightingCloseCombat(unit=order.unit, target=order.target, held=held)


def _held(state: State, order: Any) -> FightingCloseCombat:
    return fighting(state, order, held=True)


CLOSE_COMBAT = Deed((CloseCombat,), _offer, _fault, fighting, bar=own_attack_bar, respond=_held, held_as="close_combat")
