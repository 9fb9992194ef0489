"""The Game: turns. In a turn every unit has one move and then its attacks, in any order of units."""

from __future__ import annotations

from typing import Any, ClassVar, Union

from brickfield.core import events as happened
from brickfield.core.asking.movers import Mover, Strike
from brickfield.core.asking.offers import Act, Action, Actor, Asked, Choice, Path
from brickfield.core.board import ALIVE, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, AnyAnswer, Decision
from brickfield.core.frames import Ask, Frame, Goto, Push
from brickfield.core.kept import kept
from brickfield.core.numbers import idle_words
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from .aims import firing_circles, volley
from .firing import Fire, Firing, settle_fire, targets
from .measures import inches, measures
from .moving_the_vessels import LEGS, STEP_CLAUSES, Course, Sail, agreed_bend, course_events, may_act
from .odds import speed_tally
from .ramming import Ramming, course_of, may_ram, ramming_cone
from .ship_card import FIREPOWER, SPEED
from .waters import describe


class EndTurn(Answer, frozen=True):
    """Nothing more in this turn."""


class CommandFleet(Decision, frozen=True):
    """Which unit acts next, and how it moves; or that the turn is over."""

    ANSWER: ClassVar[Any] = Union[Sail, EndTurn]
    CLAUSE: ClassVar[str] = "sea.game.turn"

    @rule("sea.game.turn", "sea.game.unit_turn", "sea.game.no_skip")
    def settle(self, state: State, answer: Any) -> Any:
        """A move worked out; or the end of the turn, which is always open."""
        if isinstance(answer, EndTurn):
            return answer
        unit = may_act(state, self.seat, answer.unit)
        return unit if isinstance(unit, Refusal) else course_of(state, answer)

    @rule("sea.game.turn", "sea.geometry.path_length", "sea.speed.meaning")
    def ask(self, state: State) -> Asked:
        """The units that can act, the legs of a course, and the end of the turn."""
        able = ready(state, self.seat)
        idle = idle_words([describe(state, unit.id) for unit in able], "ship", "acted", "turn")
        path = Path(
            movers=tuple(_mover(state, unit) for unit in able),
            steps=LEGS,
            points="in",
            into="legs",
            strike_into="ram",
            strike=Strike("Ram", "Sail and ram", STEP_CLAUSES["ram"]),
            give="Sail here",
            stay="Stay here",
            shortest=inches(measures().shortest_leg_studs),
            finish=Choice(EndTurn(), "End turn", "No more orders in this turn.", "sea.game.no_skip", careful=idle),
            length_clause="sea.geometry.path_length",
            points_clause="sea.speed.meaning",
        )
        text = "Draw the way of the bow; the hull follows. A ship that stays may still fire. A ram ends the move."
        return self.asked("Sail your ships", text, path)


@rule("sea.ram.target", "sea.sextant.use", "sea.firepower.range", "sea.move.by_length")
def _mover(state: State, unit: Unit) -> Mover:
    """A unit that can act: its speed and why, whom it may ram, its circles and its cone."""
    speed = speed_tally(state, unit)
    others = [other.id for other in state.units.values()]
    return Mover(
        unit.id,
        float(speed.total),
        float(speed.total),
        {"answer": "sail", "unit": unit.id},
        speed.lines(),
        tuple(other for other in others if not isinstance(may_ram(state, unit, other), Refusal)),
        firing_circles(state, unit),
        ramming_cone(state, unit),
        bend=agreed_bend(state, unit),
    )


class HoldFire(Answer, frozen=True):
    """Do nothing more with this unit."""


class Instead(Answer, frozen=True):
    """Something that a unit does instead of firing: chapters bring it, with what it allows and does."""

    def settle(self, state: State, unit: Unit) -> Any:
        """The order as it may be carried out, or why it may not."""
        raise NotImplementedError

    def carry_out(self, t: Table, unit_id: UnitId) -> None:
        """Do it."""
        raise NotImplementedError


@Question
def instead_of_firing(state: State, unit: Unit) -> tuple[Action, ...]:
    """What a unit could do instead of firing where it is."""
    return ()


class Attack(Decision, frozen=True):
    """What a unit does after its move: fire, something else that is possible there, or nothing."""

    unit: UnitId

    ANSWER: ClassVar[Any] = Union[Fire, HoldFire]
    CLAUSE: ClassVar[str] = "sea.fire.after_move"

    @rule("sea.fire.after_move", "sea.fire.declare")
    def settle(self, state: State, answer: Any) -> Any:
        """Firing goes by its own rules, and so does what takes its place."""
        unit = state.units[self.unit]
        if isinstance(answer, Fire):
            return settle_fire(state, unit, answer) if may_fire(state, unit) else _rammed_already()
        return answer.settle(state, unit) if isinstance(answer, Instead) else answer

    @rule("sea.fire.after_move", "sea.fire.declare")
    def ask(self, state: State) -> Asked:
        """Fire, or what is possible instead, or nothing."""
        unit = state.units[self.unit]
        instead = instead_of_firing(state, unit)
        hold = Choice(HoldFire(), "Hold fire", "Nothing more with this unit.", "sea.fire.declare")
        remark = f"firepower {unit.marks.get(FIREPOWER, 0)}"
        actor = Actor(unit.id, remark, (_firing(state, unit), *instead), hold)
        more = ", or handle cargo instead" if instead else ""
        text = f"Divide the dice among targets before any is thrown{more}."
        return self.asked(f"{describe(state, unit.id)}: attack", text, Act((actor,)))


@rule("sea.fire.split", "sea.fire.declare")
def _firing(state: State, unit: Unit) -> Action:
    """A volley; closed when there was a ram instead, or with the reason why nobody can be fired at."""
    if not may_fire(state, unit):
        return Action("fire", "Fire", None, "sea.fire.split", closed=_rammed_already())
    split = volley(state, unit)
    refusals = [aim.refusal for aim in split.aims]
    nobody = illegal("no_target", "sea.fire.enemy", "There is no enemy on the table.")
    closed = None if None in refusals else (*refusals, nobody)[0]
    return Action("fire", "Fire", split, "sea.fire.split", closed=closed)


def _rammed_already() -> Refusal:
    sentence = "This unit has rammed; firing after a ram was not agreed on."
    return illegal("ram_or_fire", "sea.ram.and_fire", sentence)


@rule("sea.ram.and_fire")
def may_fire(state: State, unit: Unit) -> bool:
    """A ship that has rammed may still fire, unless it was agreed otherwise."""
    return state.match.options.ram_and_fire or not unit.marks.get("rammed")


@kept
@rule("sea.game.turn", "sea.firepower.zero", "sea.damage.speed0")
def ready(state: State, seat: int) -> list[Unit]:
    """The units of a seat that can still do something in this turn."""
    own = [unit for unit in state.units.values() if unit.seat == seat and unit.status == ALIVE]
    fresh = [unit for unit in own if not unit.marks.get("acted")]
    return [unit for unit in fresh if unit.marks.get(SPEED) or can_attack(state, unit)]


@Question
@rule("sea.fight.methods")
def can_attack(state: State, unit: Unit) -> bool:
    """Whether a unit has anything to do where it is: something to fire at."""
    return bool(unit.marks.get(FIREPOWER) and may_fire(state, unit) and targets(state, unit))


# --- the frames ------------------------------------------------------------------------------------------------------


class Turn(Frame):
    """A player's turn: unit by unit in any order, each with its move and then its attacks."""

    seat: int = 0
    order: Union[Course, EndTurn, None] = None

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "command", "carry_out", "next_unit", "finish")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "order")

    @rule("sea.game.turn", "sea.game.no_skip")
    def begin(self, t: Table) -> Any:
        """Everybody sees whose turn it is."""
        t.emit(happened.TurnStarted(seat=self.seat, clause="sea.game.turn"))

    @rule("sea.game.turn", "sea.game.unit_turn")
    def command(self, t: Table) -> Any:
        """Ask while some unit can still do something."""
        self.order = None
        return Ask(CommandFleet(self.seat), into="order") if ready(t, self.seat) else Goto("finish")

    @rule("sea.game.unit_turn")
    def carry_out(self, t: Table) -> Any:
        """A unit's turn is played to its end before the next begins."""
        if not isinstance(self.order, Course):
            return Goto("finish")
        return Push(UnitTurn(unit=self.order.unit, course=self.order))

    @rule("sea.game.unit_turn")
    def next_unit(self, t: Table) -> Any:
        """Then the next."""
        return Goto("command")

    @rule("sea.game.no_skip")
    def finish(self, t: Table) -> Any:
        """The turn is over; it cannot be postponed."""
        t.emit(happened.TurnEnded(seat=self.seat, clause="sea.game.turn"))


class UnitTurn(Frame):
    """One unit's turn: sail, ram, then fire or do something else, then turn its card."""

    unit: UnitId = ""
    course: Course = Course("")
    order: AnyAnswer | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("sail", "ram", "attack", "carry_out", "turn_card")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "course", "order")

    def still_stands(self, t: Table) -> bool:
        """As long as the unit is on the table."""
        return t.units[self.unit].status == ALIVE

    @rule("sea.move.distance", "sea.geometry.precision", "sea.geometry.after_ram")
    def sail(self, t: Table) -> Any:
        """The ship moves along its course and stays where it ends, in contact or not."""
        for event in course_events(self.course):
            t.emit(event)

    @rule("sea.ram.nature", "sea.ram.ends_move", "sea.ram.and_fire")
    def ram(self, t: Table) -> Any:
        """A ram comes before any firing and ends the move."""
        impact = self.course.impact
        if impact is None:
            return None
        return Push(Ramming(unit=self.unit, target=impact.target, accurate=impact.accurate, dice=impact.dice))

    @rule("sea.fire.after_move", "sea.ram.sunk_target", "sea.fight.methods")
    def attack(self, t: Table) -> Any:
        """Then it fires from its final place, or does something instead; with nothing to do nobody is asked."""
        unit = t.units[self.unit]
        return Ask(Attack(unit.seat, self.unit), into="order") if can_attack(t, unit) else Goto("turn_card")

    @rule("sea.fight.methods")
    def carry_out(self, t: Table) -> Any:
        """Do what was chosen."""
        if isinstance(self.order, Fire):
            return Push(Firing(unit=self.unit, shots=self.order.shots))
        if isinstance(self.order, Instead):
            self.order.carry_out(t, self.unit)
        return None

    @rule("sea.game.mark_done", "sea.game.unit_turn")
    def turn_card(self, t: Table) -> Any:
        """The card is turned: this unit has acted."""
        t.emit(happened.UnitMarked(unit=self.unit, mark="acted", value=1, clause="sea.game.mark_done"))
