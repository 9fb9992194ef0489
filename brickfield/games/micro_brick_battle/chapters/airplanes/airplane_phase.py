"""The turn of the airplanes: arrival rolls, then plane by plane up to three actions, ahead of all ground units."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Union

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.asking.offers import Act, Action, Actor, Asked, Choice, Choose, Place, Thing
from brickfield.core.board import FLYING, WAITING, Unit, UnitId
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push, Roll
from brickfield.core.numbers import unused_words
from brickfield.core.questions import Moment, Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from ...base.battlefield import card_of, describe, outline
from ...base.losses import take_markers
from ...base.measures import flying, measures
from ...base.modifiers import StrikeNumbers
from ...base.rounds_and_turns import Turn
from ...base.shooting import SHOT, resolve_shot
from .airplane_aims import move_offer, strike_offer
from .airplane_shooting import STORES, WEAPONS, AirStrike, markers_struck, may_strike, may_take_run, strike_numbers
from .airplanes import (
    ALOFT,
    OFF,
    AirMove,
    EnterFrom,
    Flight,
    arrival_roll,
    come_on,
    edge_ahead,
    end_second_turns,
    entry_edges,
    entry_strip,
    flown_over,
    fly,
    inward,
    leave,
    may_come_on,
    off_the_table,
    planes_of,
)
from .chapter import AIRPLANES

ARRIVAL = "arrival"
Name = Annotated[str, Meta(max_length=16)]


@Question
@rule("mbb.air.before_others")
def grounded(state: State) -> str:
    """The clause that keeps all airplanes off the table now; empty: none does.

    While there is one a plane leaves at the beginning of its owner's turn, and no die is thrown for those off it.
    """
    return ""


@Moment
@rule("mbb.air.action_kinds")
def strike_over(t: Table, seat: int) -> None:
    """What was for one attack of a plane is over."""


class Approach(Answer, frozen=True):
    """Bring an airplane on that has arrived: over which edge."""

    unit: Name
    edge: Literal["west", "north", "east", "south"]


class EndFlight(Answer, frozen=True):
    """An airplane does no more in this turn."""

    unit: Name


class FlyAirplanes(Decision, frozen=True):
    """Which airplane acts, and what it does: Move or Shoot, up to three times, and one of them a Move.

    `acting` is the plane that has begun and goes on until it is done; `over` is what it has flown over in this turn.
    """

    waiting: tuple[UnitId, ...] = ()
    acting: UnitId = ""
    actions: int = 0
    moved: bool = False
    over: tuple[str, ...] = ()
    hold_fire: bool = False

    ANSWER: ClassVar[Any] = Union[AirMove, AirStrike, Approach, EndFlight]
    CLAUSE: ClassVar[str] = "mbb.air.actions3"

    @rule("mbb.air.actions3", "mbb.air.action_kinds", "mbb.air.all_actions_used", "mbb.air.before_others")
    def settle(self, state: State, answer: Any) -> Any:
        """A Move worked out, a Shoot action, an approach, or the end of a plane's turn."""
        unit = self._may_act(state, answer.unit)
        if isinstance(unit, Refusal):
            return unit
        if isinstance(answer, Approach):
            return self._may_approach(state, unit, answer)
        if unit.status != FLYING:
            sentence = f"{describe(state, unit.id)} has to come on first."
            return illegal("not_on_table", "mbb.air.enter.place", sentence)
        if isinstance(answer, AirMove):
            return fly(state, unit, answer.steps)
        if isinstance(answer, AirStrike):
            refusal = self.may_shoot(state, unit) or may_strike(state, unit, answer.weapon, answer.target, self.over)
            return refusal or may_take_run(state, answer) or answer
        return self.may_end(state, unit) or answer

    @rule("mbb.turn.active", "mbb.turn.sequence")
    def _may_act(self, state: State, unit_id: UnitId) -> Unit | Refusal:
        """An own plane that has not been done yet; one that has begun goes on before another begins."""
        unit = state.units.get(unit_id)
        if unit is None:
            return invalid("unknown_unit", f"There is no unit {unit_id!r} in this battle.")
        name = describe(state, unit_id)
        if unit.seat != self.seat:
            sentence = f"{name} belongs to {state.match.seat_name(unit.seat)}."
            return illegal("not_your_unit", "mbb.turn.active", sentence)
        if self.acting and unit_id != self.acting:
            sentence = f"{describe(state, self.acting)} is acting: plane by plane, each to its end."
            return illegal("one_plane_at_a_time", "mbb.turn.sequence", sentence)
        if not self.acting and unit_id not in self.waiting:
            return illegal("not_in_turn", "mbb.air.actions3", f"{name} is not an airplane that may act now.")
        return unit

    @rule("mbb.air.reenter", "mbb.air.enter6")
    def _may_approach(self, state: State, unit: Unit, answer: Approach) -> Any:
        """Over its own edge the first time, later over one next to the edge it left by."""
        if unit.status == FLYING:
            return illegal("on_table", "mbb.air.enter.place", f"{describe(state, unit.id)} is above the table already.")
        edges = entry_edges(state, unit)
        if answer.edge in edges:
            return answer
        sentence = f"{describe(state, unit.id)} comes on over the {' or the '.join(edges)} edge."
        clause = "mbb.air.reenter" if len(edges) > 1 else "mbb.air.enter6"
        return illegal("wrong_edge", clause, sentence, edges=list(edges))

    @rule("mbb.air.order_free", "mbb.air.enter.place", "mbb.first_turn.planes")
    def may_shoot(self, state: State, unit: Unit) -> Refusal | None:
        """Not when shooting was given up, not before the Move of an arrival, and never in place of the one Move."""
        name = describe(state, unit.id)
        if self.hold_fire:
            sentence = f"{name} may only move: shooting was given up in this first turn."
            return illegal("shooting_given_up", "mbb.first_turn.planes", sentence)
        if self.moved:
            return None
        if unit.marks.get(ALOFT, 0) == 1:
            sentence = f"{name} has just come on: its first action must be a Move."
            return illegal("must_move", "mbb.air.enter.place", sentence)
        if self.actions + 1 >= flying().actions:
            sentence = f"One of the {flying().actions} actions of {name} must be a Move."
            return illegal("must_move", "mbb.air.order_free", sentence)
        return None

    @rule("mbb.air.all_actions_used", "mbb.air.order_free")
    def may_end(self, state: State, unit: Unit) -> Refusal | None:
        """Actions may be left unused, but not the one Move."""
        if self.moved:
            return None
        sentence = f"{describe(state, unit.id)} must make one Move in each of its turns."
        return illegal("must_move", "mbb.air.all_actions_used", sentence)

    @rule("mbb.air.actions3", "mbb.air.before_others")
    def ask(self, state: State) -> Asked:
        """Every plane that may act now with what it may do; a plane that has begun alone."""
        units = [state.units[each] for each in ((self.acting,) if self.acting else self.waiting)]
        left = flying().actions - self.actions
        text = "All airplanes act before anything on the ground, plane by plane. "
        text += f"{left} action{'s' if left != 1 else ''} left." if self.acting else "At least one action is a Move."
        title = describe(state, units[0].id) if len(units) == 1 else "Your airplanes"
        return self.asked(title, text, Act(tuple(self._actor(state, unit) for unit in units)))

    def _actor(self, state: State, unit: Unit) -> Actor:
        if unit.status != FLYING:
            return Actor(unit.id, "has arrived", (_approach_offer(state, unit),))
        closed = self.may_shoot(state, unit)
        strikes = tuple(strike_offer(state, unit, weapon, self.over, closed) for weapon in WEAPONS)
        done = self.actions if self.acting == unit.id else 0
        remark = f"{done} of {flying().actions} actions done" if done else "has not acted yet"
        finish = Choice(
            EndFlight(unit.id),
            "Done",
            "It does no more in this turn.",
            "mbb.air.all_actions_used",
            self.may_end(state, unit),
            about=(unit.id,),
            careful=unused_words(flying().actions - done, "turn of this plane"),
        )
        return Actor(unit.id, remark, (move_offer(state, unit), *strikes), finish)


@rule("mbb.air.enter6", "mbb.air.reenter")
def _approach_offer(state: State, unit: Unit) -> Action:
    """The edges a plane may come on over."""
    edges = entry_edges(state, unit)
    clause = "mbb.air.reenter" if len(edges) > 1 else "mbb.air.enter6"
    choices = tuple(Choice(Approach(unit.id, edge), f"Come on over the {edge} edge", "", clause) for edge in edges)  # type: ignore[arg-type]
    return Action("approach", "Come on", Choose(choices, "buttons", unit.id), clause)


class EnterAirplane(Decision, frozen=True):
    """Where on its edge an airplane comes on, and which way it flies."""

    unit: UnitId = ""
    edge: str = ""

    ANSWER: ClassVar[Any] = EnterFrom
    CLAUSE: ClassVar[str] = "mbb.air.enter.place"

    @rule("mbb.air.enter.place")
    def settle(self, state: State, answer: Any) -> Any:
        """See `may_come_on`."""
        if answer.unit != self.unit:
            return invalid("unknown_unit", f"It is {describe(state, self.unit)} that comes on now.")
        return may_come_on(state, state.units[self.unit], self.edge, answer)

    def ask(self, state: State) -> Asked:
        """The strip along the edge."""
        title = card_of(state, self.unit).name
        thing = Thing(self.unit, title, inward(self.edge), {"answer": "enter_from", "unit": self.unit})
        offer = Place((thing,), outline(entry_strip(state, self.edge)), self.CLAUSE)
        text = f"On the {self.edge} edge, flying onto the table. Its first action is a Move."
        return self.asked(f"{title} comes on", text, offer)


class AirplanePhase(Frame):
    """Arrivals, then the actions of all airplanes of a seat."""

    seat: int = 0
    # shooting was given up in this turn (mbb.first_turn.planes)
    hold_fire: bool = False
    # planes that may still act, and the one that does, with what it has done
    waiting: tuple[UnitId, ...] = ()
    acting: UnitId = ""
    actions: int = 0
    moved: bool = False
    over: tuple[str, ...] = ()
    order: Union[Flight, AirStrike, Approach, EndFlight, None] = None
    entry: Pose | None = None
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin",
        "roll_for_arrival",
        "read_arrivals",
        "next_action",
        "carry_out",
        "special_ammunition",
        "throw",
        "lucky_star",
        "throw_again",
        "resolve",
        "choose_place",
        "come_on",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = (
        *("seat", "hold_fire", "waiting", "acting", "actions", "moved", "over", "order", "entry", "faces"),
    )

    @rule("mbb.air.before_others", "mbb.turn.sequence", "mbb.air.exit_second")
    def begin(self, t: Table) -> Any:
        """A turn more for every plane above the table, unless something makes them leave."""
        t.emit(happened.PhaseStarted(phase="airplanes", clause="mbb.air.before_others"))
        kept_away = grounded(t)
        for unit in planes_of(t, self.seat):
            if unit.status != FLYING:
                continue
            if kept_away:
                leave(t, unit.id, edge_ahead(t, unit.here), kept_away)
            else:
                turns = unit.marks.get(ALOFT, 0) + 1
                t.emit(happened.UnitMarked(unit=unit.id, mark=ALOFT, value=turns, clause="mbb.air.exit_second"))
        return DONE if kept_away else None

    @rule("mbb.air.roll")
    def roll_for_arrival(self, t: Table) -> Any:
        """One die for every plane off the table."""
        self.faces = ()
        off, numbers = off_the_table(t, self.seat), flying()
        if not off:
            return None
        pool = Pool(numbers.arrival_dice, ARRIVAL, measures().die_faces, self.seat)
        return Roll((pool,) * len(off), into="faces")

    @rule("mbb.air.roll", "mbb.air.enter6", "mbb.air.table")
    def read_arrivals(self, t: Table) -> Any:
        """The longer a plane has been away the less it needs; those that arrive may act with the others."""
        flying_now = [unit.id for unit in planes_of(t, self.seat) if unit.status == FLYING]
        arrived: list[UnitId] = []
        for unit, faces in zip(off_the_table(t, self.seat), self.faces, strict=True):
            turns, rolled = unit.marks.get(OFF, 0) + 1, sum(faces)
            needed = arrival_roll(turns)
            comes = rolled >= needed
            t.emit(
                happened.TableRead(
                    unit=unit.id,
                    table=ARRIVAL,
                    roll=rolled,
                    entry="arrives" if comes else f"needs {arrival_roll(turns + 1)}+ next turn",
                    clause="mbb.air.table",
                    throws=(happened.Throw(ARRIVAL, self.seat, faces),),
                )
            )
            t.emit(happened.UnitMarked(unit=unit.id, mark=OFF, value=turns, clause="mbb.air.table"))
            arrived += [unit.id] if comes else []
        self.faces, self.waiting = (), (*arrived, *flying_now)

    @rule("mbb.air.actions3", "mbb.air.before_others", "mbb.air.all_actions_used")
    def next_action(self, t: Table) -> Any:
        """Ask while the plane that acts has actions left, then for the next one; planes may have been shot down."""
        self.faces, self.order = (), None
        here = self.acting and t.units[self.acting].status == FLYING
        if self.acting and (not here or self.actions >= flying().actions):
            self._done()
        self.waiting = tuple(each for each in self.waiting if t.units[each].status in (FLYING, WAITING))
        if not self.acting and not self.waiting:
            return DONE
        decision = FlyAirplanes(
            self.seat, self.waiting, self.acting, self.actions, self.moved, self.over, self.hold_fire
        )
        return Ask(decision, into="order")

    def _done(self) -> None:
        self.waiting = tuple(each for each in self.waiting if each != self.acting)
        self.acting, self.actions, self.moved, self.over = "", 0, False, ()

    @rule("mbb.air.action_kinds", "mbb.air.order_free", "mbb.air.exit_early", "mbb.air.store_spent")
    def carry_out(self, t: Table) -> Any:
        """Do what was ordered."""
        order = self.order
        assert order is not None
        self.acting = order.unit
        if isinstance(order, EndFlight):
            self._done()
            return Goto("next_action")
        if isinstance(order, Approach):
            return Goto("choose_place")
        self.actions += 1
        if isinstance(order, AirStrike):
            return self._shoot(t, order)
        self._move(t, order)
        return Goto("next_action")

    @rule("mbb.air.exit_early", "mbb.air.bomb.over", "mbb.geometry.plane_reference", "mbb.air.over_all")
    def _move(self, t: Table, flight: Flight) -> None:
        """The plane flies; what lies below its way may be bombed for the rest of its turn."""
        start = t.units[flight.unit].here
        below = flown_over(t, start, flight.legs)
        self.moved, self.over = True, (*self.over, *[each for each in below if each not in self.over])
        for leg in flight.legs:
            clause = "mbb.air.turn45" if leg.step == "pivot" else "mbb.air.min_half"
            t.emit(happened.UnitMoved(unit=flight.unit, pose=leg.pose, step=leg.step, amount=leg.amount, clause=clause))
        if flight.left_by:
            leave(t, flight.unit, flight.left_by, "mbb.air.exit_early")

    @rule("mbb.air.order_free", "mbb.air.store_spent", "mbb.hm.plane", "mbb.vt.dash")
    def _shoot(self, t: Table, order: AirStrike) -> Any:
        """One weapon at one target, resolved at once; what is thrown or fired off is gone, hit or miss."""
        store = STORES.get(order.weapon)
        if store is not None:
            left = t.units[order.unit].marks[store] - 1
            t.emit(happened.UnitMarked(unit=order.unit, mark=store, value=left, clause="mbb.air.store_spent"))
        if order.target in t.tokens:
            strike_piece(t, order)
            return Goto("next_action")
        return None

    @property
    def strike(self) -> AirStrike:
        """The attack that is made now."""
        order = self.order
        assert isinstance(order, AirStrike)
        return order

    def numbers(self, t: Table) -> StrikeNumbers:
        """What it needs."""
        order = self.strike
        return strike_numbers(t, t.units[order.unit], order.weapon, t.units[order.target])

    @rule("mbb.air.mg.ap", "mbb.air.missile.as_shot", "mbb.air.bomb.5", "mbb.vt.dash")
    def throw(self, t: Table) -> Any:
        """Two dice, unless no roll could do it."""
        self.faces = ()
        if self.numbers(t).needed is None:
            return None
        return Roll((Pool(measures().shot_dice, SHOT, measures().die_faces, self.seat),), into="faces")

    @rule("mbb.air.mg.ap", "mbb.air.missile.as_shot", "mbb.air.bomb.5", "mbb.shoot.hit", "mbb.air.vs_air")
    def resolve(self, t: Table) -> Any:
        """Meet or beat the number and the target is destroyed."""
        order = self.strike
        resolve_shot(t, order.unit, order.target, self.numbers(t), self.faces)
        strike_over(t, self.seat)
        return Goto("next_action")

    @rule("mbb.air.enter.place")
    def choose_place(self, t: Table) -> Any:
        """Where on the edge it comes on."""
        order = self.order
        assert isinstance(order, Approach)
        return Ask(EnterAirplane(self.seat, order.unit, order.edge), into="entry")

    @rule("mbb.air.enter.place")
    def come_on(self, t: Table) -> Any:
        """The plane is on its edge and has all its actions."""
        assert self.entry is not None
        come_on(t, self.acting, self.entry)
        self.entry = None
        return Goto("next_action")


@rule("mbb.hm.plane", "mbb.hm.bomb5", "mbb.hm.missile3", "mbb.hm.mg1")
def strike_piece(t: Table, order: AirStrike) -> None:
    """An attack on terrain needs no roll: it takes its markers from the piece."""
    hit = happened.ShotResolved(
        unit=order.unit, target=order.target, needed=None, rolled=0, hit=True, clause="mbb.hm.plane"
    )
    t.emit(hit)
    take_markers(t, order.target, markers_struck(order.weapon), order.unit, order.run, clause="mbb.hm.plane")


@step(Turn, AIRPLANES)
@rule("mbb.air.before_others", "mbb.turn.sequence", "mbb.first_turn.planes")
def airplane_phase(turn: Turn, t: Table) -> Any:
    """Airplanes come first; who gave up shooting only moves them."""
    hold_fire = turn.skipped is not None and turn.skipped.phase == "shooting"
    return Push(AirplanePhase(seat=turn.seat, hold_fire=hold_fire)) if planes_of(t, turn.seat) else None


@step(Turn, AIRPLANES)
@rule("mbb.turn.sequence", "mbb.air.exit_second")
def planes_leave(turn: Turn, t: Table) -> Any:
    """Airplanes on their second turn leave."""
    end_second_turns(t, turn.seat)
