"""Responses: the questions of holds and reactive fire, and how a response is played.

A new sort of response is a row in RESPONDING: the word of the hold and the deed that carries it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.offers import Act, Action, Actor, Aims, Asked, Choice, Choose, Shooter
from brickfield.core.board import NO_MARKS, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, React, Reaction
from brickfield.core.frames import Frame, Push
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import ReactionOffer
from brickfield.games.brick_action.base.actions import Deed, Name
from brickfield.games.brick_action.base.battlefield import (
    ATTACKED,
    BANNED_NEXT,
    MOVED,
    REACTED,
    SUPPRESSED,
    describe,
    enemies_of,
    is_vehicle,
    number,
)
from brickfield.games.brick_action.base.close_combat.close_combat import CLOSE_COMBAT, CloseCombat
from brickfield.games.brick_action.base.firing.attack import Attack, Attacking, FireItem
from brickfield.games.brick_action.base.firing.attack_offers import ATTACK, ITEMS, item_orders
from brickfield.games.brick_action.base.firing.shots import Manner
from brickfield.games.brick_action.base.moving.moving import MOVE
from brickfield.games.brick_action.base.moving.paths import Move, Walk
from brickfield.games.brick_action.base.prone import GO_PRONE, RISE, GoProne, Rise
from brickfield.games.brick_action.base.reactions.interrupts import FIRE, HOLD, WatchedMove
from brickfield.games.brick_action.base.reactions.reaction_offers import reactions
from brickfield.games.brick_action.base.reactions.reactive_fire import in_range, may_fire_now
from brickfield.games.brick_action.base.sight.sight import sight
from brickfield.games.brick_action.chapters.anti_armour.anti_armour import ATTACK_ARMOUR, AttackArmour
from brickfield.games.brick_action.chapters.capture.activating import ACTIVATE, Activate
from brickfield.games.brick_action.chapters.flushing.flushing import may_flush
from brickfield.games.brick_action.chapters.heavy_support.heavy_fire import FIRE_HEAVY, FireHeavy
from brickfield.games.brick_action.chapters.heavy_support.heavy_support import GUN
from brickfield.games.brick_action.chapters.holds.holds import ATTACKS as ATTACK_RESPONSES
from brickfield.games.brick_action.chapters.holds.holds import Hold, hold_of, holds, lift
from brickfield.games.brick_action.chapters.smoke.smoke import THROW_SMOKE, ThrowSmoke
from brickfield.games.brick_action.chapters.vehicles.armour_shots import ArmourShot, gun_shot
from brickfield.games.brick_action.chapters.vehicles.batteries import batteries_of
from brickfield.games.brick_action.chapters.vehicles.battery_fire import BatteryShot, battery_shot
from brickfield.games.brick_action.chapters.vehicles.shots_at_drivers import ShotAtDriver
from brickfield.games.brick_action.chapters.vehicles.vehicle_damage import DRIVES
from brickfield.games.brick_action.chapters.vehicles.vehicle_fire import FIRE_GUNS, FireGuns
from brickfield.games.brick_action.chapters.vehicles.vehicle_moves import DRIVE, Drive
from brickfield.games.brick_action.chapters.vehicles.vehicle_reactions import reaction_weapon
from brickfield.games.brick_action.chapters.vehicles.vehicles import vehicle_weapons

RESPONDING: dict[str, tuple[Deed, ...]] = {
    "attack": (ATTACK, ITEMS, *FIRE_GUNS, ATTACK_ARMOUR, FIRE_HEAVY),
    "close_combat": (CLOSE_COMBAT,),
    "move": (MOVE, DRIVE),
    "prone": (GO_PRONE,),
    "rise": (RISE,),
    "smoke": (THROW_SMOKE,),
    "activate": (ACTIVATE,),
}
AnyResponse = (
    React | Attack | FireItem | CloseCombat | Move | Walk | GoProne | Rise | ThrowSmoke
    | FireGuns | FireHeavy | AttackArmour | Drive | Activate
)  # fmt: skip


@rule("ba.move.turn_cap", "ba.veh.speed")
def rested(unit: Unit) -> Unit:
    """A unit as it responds in the enemy's turn: how far and how often it moved in its own does not count there."""
    marks = {name: value for name, value in unit.marks.items() if name not in (MOVED, DRIVES)}
    return replace(unit, marks=marks or NO_MARKS) if len(marks) < len(unit.marks) else unit


@rule("ba.hold.response", "ba.hold.immediate", "ba.hold.suppression")
def response_offers(state: State, hold: Hold, cause: str) -> Iterator[Action]:
    """What a hold offers its owner now; nothing where the response is not legal at this moment."""
    unit = rested(state.units[hold.unit])
    for deed in RESPONDING.get(hold.response, ()) if unit.alive else ():
        if number(unit, SUPPRESSED) and not deed.suppressed:
            continue
        action = deed.offer(state, unit)
        if action is not None and hold.response in ATTACK_RESPONSES:
            action = _aimed(action, cause)
        if action is not None and action.closed is None:
            yield action


@rule("ba.hold.response", "ba.hold.immediate")
def can_respond(state: State, hold: Hold, cause: str) -> bool:
    """Whether a hold offers anything now. Most often the plain attack is legal; all else is looked for after it."""
    plain = Attack(hold.unit, cause)
    if hold.response == "attack" and is_free(state, hold.unit) and response_fault(state, hold, cause, plain) is None:
        return True
    return next(response_offers(state, hold, cause), None) is not None


def is_free(state: State, unit: str) -> bool:
    """Whether a squad is there to attack."""
    held = state.units[unit]
    return held.alive and bool(held.squad) and not number(held, SUPPRESSED)


@rule("ba.hold.response")
def _aimed(action: Action, cause: str) -> Action | None:
    """An attack only at the unit that set it off."""
    offer: Aims | Choose
    if isinstance(action.offer, Aims):
        shooters = [
            Shooter(each.unit, tuple([aim for aim in each.aims if aim.target == cause]), each.order)
            for each in action.offer.shooters
        ]
        if not any(aim.refusal is None for each in shooters for aim in each.aims):
            return None
        offer = replace(action.offer, shooters=tuple(shooters))
    elif isinstance(action.offer, Choose):
        choices = tuple([each for each in action.offer.choices if getattr(each.answer, "target", "") == cause])
        if not choices:
            return None
        offer = Choose(choices, action.offer.style, action.offer.unit)
    else:
        return action
    return Action(action.id, action.title, offer, action.clause, action.text)


def response_deed(hold: Hold, order: Any) -> Deed | None:
    """The deed by which a hold is answered so, if it may be."""
    return next((deed for deed in RESPONDING.get(hold.response, ()) if type(order) in deed.answers), None)


@rule("ba.hold.response", "ba.hold.trigger", "ba.hold.not_after_attack")
def response_fault(state: State, hold: Hold, cause: str, order: Any) -> Refusal | None:
    """Why a hold may not be answered so: the response was fixed when it was placed, and an attack has its target."""
    deed = response_deed(hold, order)
    if deed is None:
        sentence = f"{describe(state, hold.unit)} holds to {hold.response.replace('_', ' ')}, nothing else."
        return illegal("other_response", "ba.hold.response", sentence, response=hold.response)
    unit = rested(state.units[hold.unit])
    if hold.response in ATTACK_RESPONSES and order.target != cause:
        return illegal("other_target", "ba.hold.response", f"The held attack is aimed at {describe(state, cause)}.")
    return deed.fault(state, unit, order)


class Respond(Reaction, frozen=True):
    """An enemy does what holds wait for: which of them respond, and how?"""

    units: tuple[str, ...]
    cause: str

    ANSWER: ClassVar[Any] = AnyResponse
    CLAUSE: ClassVar[str] = "ba.hold.immediate"
    TITLE: ClassVar[str] = "Use your hold?"

    def ask(self, state: State) -> Asked:
        """Each unit with its response, in the order of placing; the owner picks the order."""
        stay = Choice(React(yes=False), "Keep the hold", clause="ba.hold.immediate")
        actors = []
        for name in self.units:
            hold = hold_of(state, name)
            actions = tuple(response_offers(state, hold, self.cause)) if hold is not None else ()
            if hold is not None and actions:
                actors.append(Actor(name, f"holds to {hold.response.replace('_', ' ')}", actions, stay))
        text = f"{describe(state, self.cause)} {self._does(state)}, as you waited for."
        return self.asked(self.TITLE, text, Act(tuple(actors)), self.seconds(state))

    def _does(self, state: State) -> str:
        """What sets the hold off: the frame that was interrupted says it."""
        moving = any(isinstance(frame, WatchedMove) and frame.unit == self.cause for frame in state.frames)
        return "moves" if moving else "attacks"

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """See `response_fault`."""
        if isinstance(answer, React):
            if not answer.yes:
                return None
            return illegal("which_response", "ba.hold.response", "Say which unit responds, and how.")
        hold = hold_of(state, answer.unit) if answer.unit in self.units else None
        if hold is None:
            return illegal("no_hold", "ba.hold.immediate", f"{answer.unit[:40]} has no hold that may respond now.")
        return response_fault(state, hold, self.cause, answer)


class FireBack(Answer, frozen=True):
    """A unit uses reactive fire."""

    unit: Name


class ReactToMove(Reaction, frozen=True):
    """An enemy has moved far enough in sight: which unit fires?"""

    units: tuple[str, ...]
    mover: str

    ANSWER: ClassVar[Any] = React | FireBack
    CLAUSE: ClassVar[str] = "ba.reactive.optional"
    TITLE: ClassVar[str] = "Reactive fire?"

    def choices(self, state: State) -> list[Choice]:
        """One die each, in the order the player likes; or wait."""
        found = [Choice(React(yes=False), "Let it pass", "asked once more when the move ends", "ba.reactive.optional")]
        mover = describe(state, self.mover)
        return found + [
            Choice(
                FireBack(name),
                f"{describe(state, name)} fires",
                f"one die at {mover}",
                "ba.reactive.dice",
                about=(name, self.mover),
            )
            for name in self.units
        ]

    def ask(self, state: State) -> Asked:
        """Each shot as a button, with whom it is at and why it may be fired; waiting is the last of them."""
        wait, *shots = self.choices(state)
        text = f"{describe(state, self.mover)} is moving. One die, before it goes on."
        offer = reactions(state, dict(zip(self.units, shots, strict=True)), self.mover, wait)
        return self.asked(self.TITLE, text, offer, self.seconds(state))


class Responding(Frame):
    """A hold is used up by its response."""

    unit: str = ""
    order: AnyResponse = React(yes=False)
    attacks: int = 0

    STEPS: ClassVar[tuple[str, ...]] = ("use", "after")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "order", "attacks")

    @rule("ba.hold.immediate", "ba.hold.one_per_unit", "ba.hold.full", "ba.hold.no_chain")
    def use(self, t: Table) -> Any:
        """It triggers once; the response is a full action, and nothing responds to it."""
        hold = hold_of(t, self.unit)
        assert hold is not None
        deed = response_deed(hold, self.order)
        assert deed is not None
        play = deed.respond or deed.play
        lift(t, self.unit, "ba.hold.one_per_unit")
        self.attacks = number(t.units[self.unit], ATTACKED)
        return Push(play(t, self.order))

    @rule("ba.hold.no_attack_next")
    def after(self, t: Table) -> Any:
        """Who has rolled a held attack may not attack in the owner's next turn."""
        unit = t.units[self.unit]
        if unit.alive and number(unit, ATTACKED) > self.attacks:
            t.emit(happened.UnitMarked(unit=unit.id, mark=BANNED_NEXT, value=1, clause="ba.hold.no_attack_next"))


class ReactiveShot(Frame):
    """One die at a unit that moves."""

    unit: str = ""
    target: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("fire",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "target")

    @rule("ba.reactive.dice", "ba.reactive.hit", "ba.reactive.nat6", "ba.reactive.per_move")
    def fire(self, t: Table) -> Any:
        """The shot is used, whatever it does."""
        mark = f"{REACTED} {self.target}"
        t.emit(happened.UnitMarked(unit=self.unit, mark=mark, value=1, clause="ba.reactive.per_move"))
        unit, target = t.units[self.unit], t.units[self.target]
        if is_vehicle(t, target):
            return Push(ShotAtDriver(unit=self.unit, target=self.target))
        weapon = reaction_weapon(t, unit, target) if is_vehicle(t, unit) or number(unit, GUN) else ""
        return Push(Attacking(unit=self.unit, target=self.target, manner=Manner(weapon=weapon), reactive=True))


# --- the windows -----------------------------------------------------------------------------------------------------


@rule("ba.hold.order", "ba.reactive.order", "ba.turn.unit_gone")
def moves(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
    """A step of a move: the holds and reactors named, as far as they may still respond; holds first."""
    mover = state.units[about[0]]
    named = [key.split(" ") for key in about[1:]]
    if not mover.alive:
        return []
    held = [unit for kind, unit in named if kind == HOLD and _in_reach(state, unit, mover)]
    offers = hold_offers(state, held, mover.id)
    able = [unit for kind, unit in named if kind == FIRE and may_fire_now(state, state.units[unit], mover)]
    if able:
        seat = state.units[able[0]].seat

        def play(reply: FireBack) -> Frame:
            return ReactiveShot(unit=reply.unit, target=mover.id)

        question = ReactToMove(seat, tuple(able), mover.id)
        offers.append(
            ReactionOffer(
                seat, f"{FIRE} {' '.join(able)}", None, "ba.reactive.dice", order=1, question=question, play=play
            )
        )
    return offers


@rule("ba.hold.immediate")
def _in_reach(state: State, unit: str, mover: Unit) -> bool:
    """A held attack on a move needs the unit's own range; there is no long shot."""
    hold = hold_of(state, unit)
    if hold is None or hold.response != "attack":
        return hold is not None
    holder = state.units[unit]
    if is_vehicle(state, holder) or number(holder, GUN):
        return bool(reaction_weapon(state, holder, mover)) or _pierces(state, holder, mover)
    if not mover.squad or in_range(state, holder, sight(state, holder, mover)):
        return True
    return may_flush(state, mover) and any(order.target == mover.id for order, _title in item_orders(state, holder))


@rule("ba.hold.immediate", "ba.veh.ap_wall", "ba.cover.total.flush")
def _pierces(state: State, holder: Unit, mover: Unit) -> bool:
    """Whether an AP gun reaches within its range whom it does not see: through a wall, or behind what he lies at."""
    if not is_vehicle(state, holder):
        return False
    for weapon in [each for each in batteries_of(state, holder) if vehicle_weapons()[each].ap]:
        if mover.squad:
            shot = battery_shot(state, holder, mover, weapon)
            if isinstance(shot, BatteryShot) and not shot.pool.beyond:
                return True
        else:
            hit = gun_shot(state, holder, mover, weapon)
            if isinstance(hit, ArmourShot) and hit.distance <= vehicle_weapons()[weapon].range:
                return True
    return False


@rule("ba.hold.immediate", "ba.hold.trigger")
def attacks(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
    """An attack is declared: the enemy holds that wait for it."""
    attacker = state.units[about[0]]
    if not attacker.alive:
        return []
    enemies = {each.id for each in enemies_of(state, attacker)}
    waiting = [hold.unit for hold in holds(state) if hold.unit in enemies and hold.answers("attack", attacker.id)]
    return hold_offers(state, waiting, attacker.id)


@rule("ba.hold.order")
def hold_offers(state: State, units: list[str], cause: str) -> list[ReactionOffer]:
    """One question for all holds of a side that may respond now: the owner picks the order."""
    able = []
    for name in units:
        hold = hold_of(state, name)
        if hold is not None and can_respond(state, hold, cause):
            able.append(name)
    if not able:
        return []
    seat = state.units[able[0]].seat

    def play(reply: Any) -> Frame:
        return Responding(unit=reply.unit, order=reply)

    question = Respond(seat, tuple(able), cause)
    return [ReactionOffer(seat, f"{HOLD} {' '.join(able)}", None, "ba.hold.immediate", question=question, play=play)]
