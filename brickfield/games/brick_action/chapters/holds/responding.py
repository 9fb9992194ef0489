"""Responses: the question of holds, and how a response is played.

Which sorts of actions answer a hold they say themselves (`Deed.held_as`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.offers import Act, Action, Actor, Aims, Asked, Choice, Choose, Shooter
from brickfield.core.board import NO_MARKS, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import AnyAnswer, React, Reaction
from brickfield.core.frames import Frame, Push
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import ReactionOffer
from ...base.actions import DEEDS, Deed
from ...base.battlefield import ATTACKED, BANNED_NEXT, MOVED, SUPPRESSED, describe, enemies_of, number
from ...base.firing.attack import Attack
from ...base.reactions.interrupts import HOLD, WatchedMove
from ...base.reactions.reactive_fire import BY_MINIS, in_range, reaction_of
from ...base.reactions.responses import offers_of_waiters
from ...base.sight.sight import sight
from ...base.take_action import deeds_of
from .chapter import HOLDS
from .holds import ATTACKS, Hold, hold_of, holds, lift


@Question
def marks_of_moves(state: State) -> tuple[str, ...]:
    """The marks of a unit that count how it has moved in its owner's turn."""
    return (MOVED,)


@rule("ba.move.turn_cap")
def rested(state: State, unit: Unit) -> Unit:
    """A unit as it responds in the enemy's turn: how far and how often it moved in its own does not count there."""
    counts = marks_of_moves(state)
    marks = {name: value for name, value in unit.marks.items() if name not in counts}
    return replace(unit, marks=marks or NO_MARKS) if len(marks) < len(unit.marks) else unit


@rule("ba.hold.response", "ba.hold.immediate", "ba.hold.suppression")
def response_offers(state: State, hold: Hold, cause: str) -> Iterator[Action]:
    """What a hold offers its owner now; nothing where the response is not legal at this moment."""
    unit = rested(state, state.units[hold.unit])
    deeds = [each for each in deeds_of(state) if each.held_as == hold.response] if unit.alive else []
    for deed in deeds:
        if number(unit, SUPPRESSED) and not deed.suppressed:
            continue
        action = deed.offer(state, unit)
        if action is not None and hold.response in ATTACKS:
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
    deed = DEEDS.of(order)
    return deed if deed.held_as == hold.response else None


@rule("ba.hold.response", "ba.hold.trigger", "ba.hold.not_after_attack")
def response_fault(state: State, hold: Hold, cause: str, order: Any) -> Refusal | None:
    """Why a hold may not be answered so: the response was fixed when it was placed, and an attack has its target."""
    deed = response_deed(hold, order)
    if deed is None:
        sentence = f"{describe(state, hold.unit)} holds to {hold.response.replace('_', ' ')}, nothing else."
        return illegal("other_response", "ba.hold.response", sentence, response=hold.response)
    unit = rested(state, state.units[hold.unit])
    if hold.response in ATTACKS and order.target != cause:
        return illegal("other_target", "ba.hold.response", f"The held attack is aimed at {describe(state, cause)}.")
    return deed.fault(state, unit, order)


class Respond(Reaction, frozen=True):
    """An enemy does what holds wait for: which of them respond, and how?"""

    units: tuple[str, ...]
    cause: str

    ANSWER: ClassVar[Any] = React
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


DEEDS.asked_by(Respond, lambda deed: bool(deed.held_as))


class Responding(Frame):
    """A hold is used up by its response."""

    unit: str = ""
    order: AnyAnswer = React(yes=False)
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


def _in_reach(state: State, unit: str, mover: Unit) -> bool:
    """Whether a hold may be used on a move where the mover is now."""
    hold = hold_of(state, unit)
    if hold is None or hold.response != "attack":
        return hold is not None
    return attack_reaches(state, state.units[unit], mover)


@Question
@rule("ba.hold.immediate")
def attack_reaches(state: State, holder: Unit, mover: Unit) -> bool:
    """A held attack on a move needs the unit's own range; there is no long shot."""
    reaction = reaction_of(state, holder)
    if reaction is not BY_MINIS:
        return bool(reaction.weapon(state, holder, mover))
    return not mover.squad or in_range(state, holder, sight(state, holder, mover))


@offers_of_waiters.amended(HOLDS)
@rule("ba.hold.order")
def offers_of_holds(
    state: State, mover: Unit, waiting: tuple[str, ...], before: tuple[ReactionOffer, ...]
) -> tuple[ReactionOffer, ...]:
    """The holds that may still respond."""
    able = [unit for unit in waiting if _in_reach(state, unit, mover)]
    return (*before, *hold_offers(state, able, mover.id))


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
