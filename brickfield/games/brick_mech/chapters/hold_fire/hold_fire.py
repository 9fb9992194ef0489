"""Hold Fire: a secret note of a range and an arc, and the shot at an enemy that enters it.

The window opens on public facts only: whenever a hostile mover newly enters a range and arc in which the holder has a
die and could attack it, whatever the note says. So neither the pause nor the question betrays the note.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.asking.composing import composed
from brickfield.core.asking.offers import Action, Asked, Choice, Choose, Compose, Exhibit, Note, Part, Spot, Word
from brickfield.core.board import Unit
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.data_files import read_number
from brickfield.core.decisions import LET_PASS, OrderFace, React, Reaction
from brickfield.core.frames import Frame, Goto, Push
from brickfield.core.match import Match
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.typed import as_type
from brickfield.core.windows import ReactionOffer, ReactionWindow
from brickfield.geometry import Pose
from ...base.actions import OwnAction
from ...base.aims import exchange
from ...base.attack_action import AttackAction
from ...base.battlefield import acts, are_hostile, card_of, describe, living
from ...base.cover import TOTAL, cover_of
from ...base.destroyed_units import note_name
from ...base.ending_a_turn import EndingTurn
from ...base.initiative import initiative_order
from ...base.measures import RANGES
from ...base.move_action import may_be_stopped, stopped_by
from ...base.ranges_and_arcs import FIRING_ARCS, OUT, PRIMARY, REAR, firing_arc, ground_of, range_between
from ...base.record_sheet import HOLDING, actions_used, attack_dice, number, write
from ...base.rounds import Round, round_is_over
from ...base.take_action import TakeAction, actions_of
from .chapter import HOLD_FIRE

# Between the parts of an entry: holder, range, arc.
_BETWEEN = "/"
# More units than any player has: the order of players comes before the order of their units.
_MANY = 1000
# What a note may order beforehand, in words.
_ORDERS = {
    "ask": ("Ask me", "ask me", "you say each time whether it fires"),
    "fire": ("Fire at once", "fire at once", "at the first enemy, without asking you"),
}
# What holding fire is, in one sentence.
WHAT_IT_IS = "It does nothing else this round, and fires once when an enemy comes into the range and arc you name."


@cache
def hold_fire_seconds() -> int:
    """How long a holder is asked."""
    return read_number("hold_fire.toml", int, Path(__file__).parent)


class HoldFire(OwnAction, frozen=True):
    """Take no action and hold fire for one range and one arc; the note is secret.

    `orders` may say beforehand what to do when an enemy enters: ask, or fire at the first.
    """

    unit: Annotated[str, Meta(max_length=16)]
    range: Literal["melee", "short", "long"]
    arc: Literal["primary", "left", "right"]
    orders: Literal["ask", "fire"] = "ask"

    def refused(self, state: State, unit: Unit) -> Refusal | None:
        """Only with no action this round."""
        return may_hold_fire(state, unit, self)

    def carry_out(self, t: Table) -> Any:
        """The note is written, and the turn is over without an end-of-turn step."""
        write_note(t, self)
        return Goto("close")


TakeAction.also_takes(HoldFire)


@actions_of.amended(HOLD_FIRE)
@rule("bm.option.hold.declare")
def with_holding_fire(state: State, unit: Unit, others: tuple[Action, ...]) -> tuple[Action, ...]:
    """And before its first action it may hold fire."""
    held = hold_offer(state, unit)
    return others if held is None else (*others, Action("hold", "Hold fire", held, "bm.option.hold.declare"))


@rule("bm.option.hold.declare", "bm.option.hold.note", "bm.scavenge.not_while_holding")
def may_hold_fire(state: State, unit: Unit, note: HoldFire) -> Refusal | None:
    """Only with no action this round, with a die for the range noted; a turret notes the primary arc only."""
    name, clause = describe(state, unit.id), "bm.option.hold.declare"
    if not state.match.chapters_in_play[HOLD_FIRE]:
        return illegal("no_hold_fire", clause, "Hold Fire is not played in this game.")
    used = actions_used(unit)
    if used:
        sentence = f"{name} has taken {used} action{'s' if used > 1 else ''} this round and cannot hold fire."
        return illegal("has_acted", clause, sentence, used=used)
    return may_note(state, unit, note)


@rule("bm.option.hold.note")
def may_note(state: State, unit: Unit, note: HoldFire) -> Refusal | None:
    """What may stand in a note, whenever it was made."""
    name = describe(state, unit.id)
    if not attack_dice(unit, note.range):
        sentence = f"{name} has no Attack Dice at {note.range} range."
        return illegal("no_dice", "bm.option.hold.declare", sentence, range=note.range)
    if card_of(state, unit.id).turret and note.arc != PRIMARY:
        sentence = f"{name} has a turret: every direction is its primary arc."
        return illegal("turret_note", "bm.option.hold.note", sentence)
    return None


@rule("bm.option.hold.declare", "bm.option.hold.note", "bm.option.hold.secret")
def hold_offer(state: State, unit: Unit) -> Compose | None:
    """The note as a sentence: a range and an arc, to be chosen on the table, and whether to be asked; None when nothing
    may be noted."""
    if actions_used(unit):
        return None
    parts = (
        Part(
            "range",
            "At which range?",
            tuple(Word(each, each.capitalize(), each, about=(each,)) for each in RANGES),
            gap="which",
        ),
        Part(
            "arc",
            "In which arc?",
            tuple(Word(each, each.capitalize(), each, about=(each,)) for each in FIRING_ARCS),
            gap="which",
        ),
        Part("orders", "And then?", tuple(Word(each, *words) for each, words in _ORDERS.items()), usual="ask"),
    )
    notes = (
        Note(WHAT_IT_IS, "bm.option.hold.declare"),
        Note("Only you see this. The others see that it holds fire.", "bm.option.hold.secret"),
    )
    spots = tuple(
        Spot({"range": band, "arc": arc}, ground_of(state, unit, band, arc)) for band in RANGES for arc in FIRING_ARCS
    )
    sentence = "when an enemy enters {range} range, {arc} arc: {orders}"
    started = {"answer": "hold_fire", "unit": unit.id}
    draft = Compose(unit.id, sentence, parts, started, "Hold fire", "bm.option.hold.declare", (), spots, notes)
    return composed(draft, lambda note: may_hold_fire(state, unit, as_type(note, HoldFire)) is None)


@rule("bm.option.hold.secret")
def own_note(state: State, unit: str) -> HoldFire | None:
    """The note of a unit, for whoever wrote it; None for anybody who only imagines it."""
    sealed = state.sealed.get(note_name(unit))
    found = sealed.open() if sealed is not None else None
    return found if isinstance(found, HoldFire) else None


@rule("bm.option.hold.note", "bm.option.hold.secret")
def write_note(t: Table, note: HoldFire) -> None:
    """Everybody sees that the Mech holds fire, nobody else what is noted."""
    seat = t.units[note.unit].seat
    t.seal(seat, note_name(note.unit), note, "bm.option.hold.secret")
    write(t, note.unit, HOLDING, 1, "bm.option.hold.declare")


@rule("bm.option.hold.once", "bm.option.hold.trigger")
def holders(state: State, mover: Unit) -> list[Unit]:
    """The enemies of a mover that still have a held shot."""
    if not state.sealed:
        return []
    watching = [unit for unit in living(state) if note_name(unit.id) in state.sealed]
    return [unit for unit in watching if are_hostile(state, unit, mover)]


def _at(unit: Unit, pose: Pose) -> Unit:
    return Unit(unit.id, unit.seat, unit.card, unit.status, pose, unit.marks)


@rule("bm.option.hold.trigger")
def combination(state: State, holder: Unit, mover: Unit) -> tuple[str, str]:
    """The range and the arc of a holder in which a mover is."""
    return range_between(state, holder, mover), firing_arc(state, holder, mover)


@rule("bm.option.hold.trigger", "bm.option.hold.optional", "bm.geometry.prompt")
def entries(state: State, mover_id: str, before: Pose, here: Pose) -> tuple[str, ...]:
    """Who may be asked at a sample: holders of which the mover newly is in a range and arc where it can be attacked."""
    mover = state.units[mover_id]
    was, now = _at(mover, before), _at(mover, here)
    found = []
    for holder in holders(state, mover):
        band, arc = combination(state, holder, now)
        entered = band != OUT and arc != REAR and (band, arc) != combination(state, holder, was)
        if entered and can_fire(state, holder, now, band):
            found.append(_BETWEEN.join((holder.id, band, arc)))
    return tuple(found)


@rule("bm.option.hold.trigger", "bm.mod.defense.cover.total")
def can_fire(state: State, holder: Unit, mover: Unit, band: str) -> bool:
    """The holder has a die for the range at this moment, and the mover is not more than 75 percent covered."""
    return attack_dice(holder, band) > 0 and cover_of(state, holder, mover) != TOTAL


@may_be_stopped.amended(HOLD_FIRE)
@rule("bm.option.hold.trigger")
def is_watched(state: State, mover: Unit, otherwise: bool) -> bool:
    """Only an enemy that holds fire can stop a Move."""
    return bool(holders(state, mover))


@stopped_by.amended(HOLD_FIRE)
@rule("bm.option.hold.trigger", "bm.option.hold.interrupt", "bm.geometry.prompt")
def window_of_holders(state: State, mover: str, before: Pose, here: Pose, otherwise: Frame | None) -> Frame | None:
    """The window of every holder into whose range and arc the mover newly comes."""
    entered = entries(state, mover, before, here)
    return ReactionWindow(trigger="enters", about=(mover, *entered)) if entered else otherwise


class HeldShot(Reaction, frozen=True):
    """An enemy enters a range and arc of your holding Mech: fire, if that is what you noted, or let it pass."""

    holder: str
    mover: str
    range: str
    arc: str

    CLAUSE: ClassVar[str] = "bm.option.hold.trigger"
    TITLE: ClassVar[str] = "Hold Fire"
    SECRET: ClassVar[bool] = True
    ORDERS: ClassVar[tuple[OrderFace, ...]] = (
        OrderFace("noted", "Fire what I noted", "Fire at the first enemy that enters the range and arc of the note."),
        LET_PASS,
    )

    @classmethod
    def in_play(cls, match: Match) -> bool:
        """By the switch."""
        return bool(match.options.hold_fire)

    @rule("bm.geometry.prompt")
    def seconds(self, state: State) -> int:
        """Windows that open often are short."""
        return hold_fire_seconds()

    @rule("bm.geometry.prompt", "bm.option.hold.trigger", "bm.option.hold.optional")
    def settle(self, state: State, answer: Any) -> Any:
        """Fire only in the range and arc that were noted; declining is always possible."""
        if not answer.yes or self.is_noted(state):
            return answer
        sentence = f"{describe(state, self.holder)} does not hold fire for {self.range} range in its {self.arc} arc."
        return illegal("not_noted", "bm.geometry.prompt", sentence, range=self.range, arc=self.arc)

    @rule("bm.geometry.prompt")
    def ask(self, state: State) -> Asked:
        """What entered where, whether that is what was noted, and the shot with its numbers."""
        holder, mover = state.units[self.holder], state.units[self.mover]
        refusal = self.validate(state, React(yes=True))
        note = "That is your note." if refusal is None else "Your note says otherwise."
        where = f"{self.range} range, {self.arc} arc of your {describe(state, holder.id)}"
        shot = exchange(state, holder, mover)
        odds = 0.0 if refusal else shot.odds
        offer = Choose(
            choices=(
                Choice(React(yes=True), "Fire", clause=self.CLAUSE, refusal=refusal, odds=odds),
                Choice(React(yes=False), LET_PASS.title, clause="bm.option.hold.optional"),
            ),
            style="buttons",
            unit=holder.id,
            exhibits=(Exhibit("Your held shot", shot),),
        )
        text = f"{describe(state, mover.id)} enters {where}. {note}"
        return self.asked("Fire the held shot?", text, offer, self.seconds(state))

    def is_noted(self, state: State) -> bool:
        """Whether this is what the note says."""
        note = own_note(state, self.holder)
        return note is not None and (note.range, note.arc) == (self.range, self.arc)

    @rule("bm.geometry.prompt")
    def standing_order(self, state: State) -> React:
        """What a seat that is away answers: what its note orders, else it declines."""
        note = own_note(state, self.holder)
        return React(yes=note is not None and note.orders == "fire" and self.is_noted(state))

    @rule("bm.geometry.prompt")
    def ordered(self, state: State, order: str) -> React | None:
        """The order of the seat for all its notes comes before what the note itself orders."""
        if order == "noted":
            return React(yes=self.is_noted(state))
        note = own_note(state, self.holder)
        waits = note is None or note.orders != "fire"
        return super().ordered(state, order) or (None if waits else self.standing_order(state))


@rule("bm.option.hold.trigger", "bm.option.hold.interrupt", "bm.option.hold.once", "bm.destroy.in_exchange")
def enters(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
    """The window at one sample: every holder entered there, tested again, in initiative order."""
    mover = state.units[about[0]]
    if not mover.alive:
        return []
    order, places = initiative_order(state), list(state.units)
    found = []
    for entry in about[1:]:
        holder_id, band, arc = entry.split(_BETWEEN)
        holder = state.units[holder_id]
        # who has been destroyed or has left the game has no note any more
        if note_name(holder_id) not in state.sealed or not can_fire(state, holder, mover, band):
            continue
        question = HeldShot(holder.seat, holder_id, mover.id, band, arc)
        turn = order.index(holder.seat) if holder.seat in order else holder.seat
        found.append(
            ReactionOffer(
                holder.seat,
                f"hold fire {holder_id}",
                AttackAction(attacker=holder_id, target=mover.id, held=True),
                "bm.option.hold.trigger",
                order=turn * _MANY + places.index(holder_id),
                question=question,
            )
        )
    return found


@round_is_over.amended(HOLD_FIRE)
@rule("bm.option.hold.secret")
def discard_notes(t: Table) -> None:
    """Notes that were not revealed are thrown away unseen when the round ends."""
    for unit in list(t.units.values()):
        if note_name(unit.id) in t.sealed:
            t.shred(note_name(unit.id))
            # told of the unit, not of what was noted
            t.emit(happened.Chosen(seat=unit.seat, what="note", choice="discarded", clause="bm.option.hold.secret"))


@step(Round, HOLD_FIRE)
@rule("bm.option.hold.heat")
def cool_holder(play: Round, t: Table) -> Any:
    """Mechs that hold fire cool down and check for overheating when the round ends, in initiative order."""
    holding = [unit for unit in t.units.values() if acts(t, unit) and number(unit, HOLDING)]
    for seat in initiative_order(t):
        for unit in holding:
            if unit.seat == seat and unit.id not in play.cooled:
                play.cooled = (*play.cooled, unit.id)
                return Push(EndingTurn(unit=unit.id))
    return Goto("finish")


@step(Round, HOLD_FIRE)
@rule("bm.option.hold.heat")
def next_holder(play: Round, t: Table) -> Any:
    """One after the other."""
    return Goto("cool_holder")
