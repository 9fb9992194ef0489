"""Return Fire: a Mech that is attacked and has not fired this round may answer, and both attacks count at once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choice, Choose, Exhibit, Note
from brickfield.core.board import Unit
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, read_numbers
from brickfield.core.decisions import LET_PASS, OrderFace, React, Reaction
from brickfield.core.frames import Ask
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.actions import begin_action, is_rush, no_action_left
from ...base.aims import exchange
from ...base.attack_action import AttackAction, has_replied
from ...base.battlefield import acts, describe
from ...base.cover import TOTAL, cover_of
from ...base.destroyed_units import note_name
from ...base.measures import measures
from ...base.odds import about_to_reply, attack_odds, manner_under_way
from ...base.ranges_and_arcs import OUT, REAR, firing_arc, range_between, turn_turret
from ...base.record_sheet import ATTACKS, COOLED, DONE, HEAT, HOLDING, actions_used, add, attack_dice, has_fired, number
from .chapter import RETURN_FIRE

# The actions of a round as people count them.
_ORDINALS = ("1st", "2nd", "3rd")


class ReturnNumbers(TableRow, frozen=True):
    """The numbers of return fire."""

    late_heat: int
    seconds: int
    worth_percent: int
    clauses: dict[str, str]


@cache
def return_numbers() -> ReturnNumbers:
    """The table `return_fire.toml`."""
    return read_numbers("return_fire.toml", ReturnNumbers, Path(__file__).parent)


class ReturnFire(Reaction, frozen=True):
    """Your Mech is attacked: answer the attack at the same time, or let it pass."""

    attacker: str
    target: str

    CLAUSE: ClassVar[str] = "bm.option.return.when"
    TITLE: ClassVar[str] = "Return Fire"
    ORDERS: ClassVar[tuple[OrderFace, ...]] = (
        OrderFace("always", "Return fire", "Answer every attack that may be answered."),
        OrderFace("worth", "Return fire if it may hurt", "Answer unless the chance of damage is very small."),
        LET_PASS,
    )

    @classmethod
    def in_play(cls, match: Match) -> bool:
        """By the switch."""
        return bool(match.options.return_fire)

    @rule("bm.geometry.prompt")
    def seconds(self, state: State) -> int:
        """Time to think about it."""
        return return_numbers().seconds

    @rule("bm.geometry.prompt")
    def ordered(self, state: State, order: str) -> React | None:
        """Always, never, or by the chance of damage as the table shows it."""
        if order == "worth":
            odds = attack_odds(state, about_to_reply(state.units[self.target]), state.units[self.attacker])
            return React(yes=odds.damage * 100 >= return_numbers().worth_percent)
        return React(yes=True) if order == "always" else super().ordered(state, order)

    @rule("bm.option.return.when", "bm.option.return.action", "bm.geometry.prompt")
    def ask(self, state: State) -> Asked:
        """Both attacks with their numbers, and what the answer costs."""
        attacker, target = state.units[self.attacker], state.units[self.target]
        manner, replying = manner_under_way(state), about_to_reply(target)
        theirs, reply = exchange(state, attacker, target, manner), exchange(state, replying, attacker)
        # the heat of a rush makes the defense worse as well
        then = attack_odds(state, attacker, replying, manner).damage
        offer = Choose(
            choices=(
                Choice(React(yes=True), "Return fire", clause="bm.option.return.action", odds=reply.odds),
                Choice(React(yes=False), LET_PASS.title, clause=self.CLAUSE),
            ),
            style="buttons",
            unit=target.id,
            exhibits=(Exhibit("Their attack on you", theirs), Exhibit("Your reply, rolled at the same time", reply)),
            notes=cost_notes(state, target, theirs.odds, then),
        )
        text = f"{describe(state, attacker.id)} has declared its attack on your {describe(state, target.id)}. "
        return self.asked("Return fire?", text + "No dice have been thrown.", offer, self.seconds(state))

    @rule("bm.option.return.when", "bm.geometry.prompt")
    def settle(self, state: State, answer: Any) -> Any:
        """Whoever is asked may do either: it is asked only when all conditions hold."""
        return answer


@rule("bm.option.return.when", "bm.option.return.arc", "bm.option.return.dice", "bm.option.return.action",
      "bm.option.return.only_target", "bm.option.hold.return")  # fmt: skip
def may_return_fire(state: State, attacker: Unit, target: Unit) -> bool:
    """The target has not fired, has an action left, and the attacker is in its arcs, in range and not too covered."""
    if not acts(state, target) or has_fired(target):
        return False
    if no_action_left(state, target, ATTACKS) is not None:
        return False
    band = range_between(state, target, attacker)
    if band == OUT or not attack_dice(target, band) or firing_arc(state, target, attacker) == REAR:
        return False
    return cover_of(state, target, attacker) != TOTAL


@rule("bm.option.return.action", "bm.option.return.must_target", "bm.option.hold.return")
def declare_return_fire(t: Table, target: str) -> None:
    """It is an action of the round, with rush heat if it is the third; a note for Hold Fire is thrown away."""
    seat = t.units[target].seat
    clause = "bm.option.return.when"
    t.emit(happened.ReactionTaken(seat=seat, trigger="attacked", offer=f"return fire {target}", clause=clause))
    begin_action(t, target, ATTACKS)
    t.shred(note_name(target))


@step(AttackAction, RETURN_FIRE)
@rule("bm.option.return.when", "bm.option.return.only_target", "bm.option.return.no_chain")
def offer_return_fire(action: AttackAction, t: Table) -> Any:
    """All checks are passed and no die has fallen: now the target may answer."""
    attacker, target = t.units[action.attacker], t.units[action.target]
    if not may_return_fire(t, attacker, target):
        return None
    return Ask(ReturnFire(target.seat, action.attacker, action.target), into="reply")


@step(AttackAction, RETURN_FIRE)
@rule("bm.option.return.action", "bm.option.return.must_target")
def take_reply(action: AttackAction, t: Table) -> None:
    """Return Fire is declared before any die is thrown."""
    if action.reply.yes:
        declare_return_fire(t, action.target)
        turn_turret(t, action.target, action.attacker)


@rule("bm.option.return.late_heat")
def regained(state: State, unit: Unit, before: int) -> int:
    """The markers a Mech takes back that answers after its turn, `before` being the actions it had taken."""
    if state.match.options.late_return_heat != "regain" or not number(unit, DONE) or number(unit, HOLDING):
        return 0
    return min(return_numbers().late_heat, number(unit, COOLED)) if before < measures().free_actions else 0


@has_replied.amended(RETURN_FIRE)
@rule("bm.option.return.late_heat")
def late_heat(t: Table, target: str) -> None:
    """A Mech that answers after its turn has cooled too much: it takes a marker back, but none it did not remove."""
    unit = t.units[target]
    if not unit.alive or t.outcome is not None:
        return
    markers = regained(t, unit, actions_used(unit) - 1)
    if markers:
        add(t, target, HEAT, markers, "bm.option.return.late_heat")


@rule("bm.option.return.action", "bm.option.return.late_heat")
def heat_of_reply(state: State, unit: Unit) -> int:
    """The Heat Markers that an answer costs: those of a rush before the dice, or those regained after them."""
    return measures().rush_heat if is_rush(unit) else regained(state, unit, actions_used(unit))


@rule("bm.option.return.action", "bm.option.return.late_heat", "bm.action.rush_heat", "bm.mod.defense.heat")
def cost_notes(state: State, unit: Unit, odds: float, odds_then: float) -> tuple[Note, ...]:
    """Which action of the round an answer is, the heat it brings, and what that does to the attack it answers."""
    used, heat = actions_used(unit), heat_of_reply(state, unit)
    free = "" if heat else ", no heat"
    notes = [Note(f"Costs your {_ORDINALS[used]} action{free}.", "bm.option.return.action")]
    if is_rush(unit):
        notes.append(Note(f"It is a rush: {heat} heat.", "bm.action.rush_heat"))
    elif heat:
        notes.append(Note(f"It takes back what was cooled off: {heat} heat.", "bm.option.return.late_heat"))
    if odds_then != odds:
        words = f"Their attack is then {odds_then:.0%} likely to do damage, instead of {odds:.0%}."
        notes.append(Note(words.replace("%", " %"), "bm.mod.defense.heat"))
    return tuple(notes)
