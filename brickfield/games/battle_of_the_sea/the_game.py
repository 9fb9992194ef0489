"""The Game: rounds in which every player has a turn, and in a turn one move and the attacks of each unit."""

from __future__ import annotations

from typing import Any, ClassVar, Union

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push, Roll
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.battle_of_the_sea import transport_of_gold as gold
from brickfield.games.battle_of_the_sea import winds
from brickfield.games.battle_of_the_sea.capacity import cargo
from brickfield.games.battle_of_the_sea.currents import Currents
from brickfield.games.battle_of_the_sea.firing import Fire, Firing, settle_fire, targets
from brickfield.games.battle_of_the_sea.forts_and_ports import Repairs, own_harbour
from brickfield.games.battle_of_the_sea.moving_the_vessels import Course, Sail, course_events, may_act
from brickfield.games.battle_of_the_sea.ramming import Ramming, work_out_course
from brickfield.games.battle_of_the_sea.sea_monsters import MonsterPhase
from brickfield.games.battle_of_the_sea.setting_out import Deployment, OrderOfPlay
from brickfield.games.battle_of_the_sea.ship_card import FIREPOWER, SPEED
from brickfield.games.battle_of_the_sea.transport_of_gold import TakeAboard, Unload
from brickfield.games.battle_of_the_sea.victory import afloat, end_if_decided, end_round
from brickfield.games.battle_of_the_sea.waters import sea_of, tokens_of

# Marks that tell what a unit has done; they are taken off when a round begins.
_DONE_MARKS = ("acted", "spent", "attacked", "rammed")


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
        known: tuple[Sail, Course, int] | None = state.from_units.get("course")
        if known is not None and known[0] is answer and known[2] == state.version:
            return known[1]
        unit = may_act(state, self.seat, answer.unit)
        return unit if isinstance(unit, Refusal) else work_out_course(state, unit, answer)


class HoldFire(Answer, frozen=True):
    """Do nothing more with this unit."""


class Attack(Decision, frozen=True):
    """What a unit does after its move: fire, load or unload, or nothing."""

    unit: UnitId

    ANSWER: ClassVar[Any] = Union[Fire, HoldFire, TakeAboard, Unload]
    CLAUSE: ClassVar[str] = "sea.fire.after_move"

    @rule("sea.fire.after_move", "sea.fire.declare", "sea.gold.load", "sea.gold.scenario")
    def settle(self, state: State, answer: Any) -> Any:
        """Firing goes by its own rules; loading and unloading take the place of attacking, a ram included."""
        unit = state.units[self.unit]
        if isinstance(answer, Fire):
            return settle_fire(state, unit, answer) if may_fire(state, unit) else _rammed_already()
        if isinstance(answer, HoldFire):
            return answer
        if unit.marks.get("rammed"):
            return illegal("attacked", "sea.gold.load", "A unit that has attacked handles no cargo in the same turn.")
        if isinstance(answer, TakeAboard):
            return gold.may_take(state, unit, answer)
        return gold.may_unload(state, unit) or answer


def _rammed_already() -> Refusal:
    sentence = "This unit has rammed; firing after a ram was not agreed on."
    return illegal("ram_or_fire", "sea.ram.and_fire", sentence)


@rule("sea.ram.and_fire")
def may_fire(state: State, unit: Unit) -> bool:
    """A ship that has rammed may still fire, unless it was agreed otherwise."""
    return state.match.options.ram_and_fire or not unit.marks.get("rammed")


@rule("sea.game.turn", "sea.firepower.zero", "sea.damage.speed0")
def ready(state: State, seat: int) -> list[Unit]:
    """The units of a seat that can still do something in this turn."""
    key = f"ready {seat}"
    found: list[Unit] | None = state.from_units.get(key)
    if found is None:
        own = [unit for unit in state.units.values() if unit.seat == seat and unit.status == ALIVE]
        fresh = [unit for unit in own if not unit.marks.get("acted")]
        found = [unit for unit in fresh if unit.marks.get(SPEED) or can_attack(state, unit)]
        state.from_units[key] = found
    return found


@rule("sea.fight.methods", "sea.gold.load", "sea.boarding.none")
def can_attack(state: State, unit: Unit) -> bool:
    """Whether a unit has anything to do where it is: something to fire at, to load or to unload."""
    if unit.marks.get(FIREPOWER) and may_fire(state, unit) and targets(state, unit):
        return True
    if not state.match.options.loads or unit.marks.get("rammed"):
        return False
    lands = bool(cargo(unit)) and own_harbour(state, unit) is not None
    return lands or bool(gold.treasures_at_hand(state, unit))


# --- the frames, from the whole battle down to one unit --------------------------------------------------------------


class Battle(Frame):
    """The whole battle: waters, fleets, order of play, then rounds until somebody has won."""

    round: int = 0
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        "prepare_waters",
        "draw_placing_seat",
        "place_fleets",
        "order_of_play",
        "first_wind",
        "wind_blows",
        "play_round",
        "next_round",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("round", "faces")

    @rule("sea.game.setup", "sea.game.sequence", "sea.game.empty_table")
    def prepare_waters(self, t: Table) -> Any:
        """Islands, rocks, reefs and seaweed first, or nothing at all; forts of a scenario stand on them."""
        t.emit(happened.PhaseStarted(phase="deployment", clause="sea.game.sequence"))
        for token in tokens_of(sea_of(t)):
            t.emit(happened.TokenPlaced(token=token, clause="sea.game.setup"))
        for unit_id, pose in sea_of(t).places.items():
            t.emit(happened.UnitPlaced(unit=unit_id, pose=pose, clause="sea.fort.scenario"))

    @rule("sea.geometry.deploy_order", "sea.geometry.rng")
    def draw_placing_seat(self, t: Table) -> Any:
        """Who places first is drawn by lot and decides nothing else."""
        return Roll((Pool(1, "the first fleet", t.match.seats),), into="faces")

    @rule("sea.geometry.deploy_order", "sea.game.sequence")
    def place_fleets(self, t: Table) -> Any:
        """Start positions come before the order of play."""
        return Push(Deployment(seat=self.faces[0][0] - 1))

    @rule("sea.game.order_roll", "sea.fort.scenario", "sea.game.sequence")
    def order_of_play(self, t: Table) -> Any:
        """Dice say who begins, or the scenario does."""
        end_if_decided(t)
        starter = sea_of(t).scenario.starter
        if starter >= 0:
            t.emit(happened.FactChanged(name="first", value=starter, clause="sea.fort.scenario"))
            return None
        return Push(OrderOfPlay(seats=afloat(t)))

    @rule("sea.wind.direction")
    def first_wind(self, t: Table) -> Any:
        """With wind, its direction is drawn."""
        return Roll((winds.first_wind_pool(),), into="faces") if t.match.options.wind else Goto("play_round")

    @rule("sea.wind.direction")
    def wind_blows(self, t: Table) -> Any:
        """It blows that way from now on."""
        winds.draw_wind(t, self.faces[0][0])

    @rule("sea.game.round")
    def play_round(self, t: Table) -> Any:
        """Play proceeds in rounds."""
        self.round += 1
        return Push(Round(number=self.round))

    @rule("sea.game.round")
    def next_round(self, t: Table) -> Any:
        """And another one."""
        return Goto("play_round")


class Round(Frame):
    """One turn for every player who still has units, the same starter as before, then to the left."""

    number: int = 1
    taken: int = 0

    STEPS: ClassVar[tuple[str, ...]] = ("new_order", "begin", "take_turn", "next_turn", "finish")
    PUBLIC: ClassVar[tuple[str, ...]] = ("number", "taken")

    @rule("sea.game.order_other")
    def new_order(self, t: Table) -> Any:
        """By agreement the first turn is thrown for anew in every round."""
        if t.match.options.order == "reroll_each_round" and self.number > 1:
            return Push(OrderOfPlay(seats=afloat(t)))
        return None

    @rule("sea.game.round", "sea.game.same_starter", "sea.game.mark_done")
    def begin(self, t: Table) -> Any:
        """A new round: cards are turned back, and a starter who is out is replaced by the next to the left."""
        t.emit(happened.RoundStarted(round=self.number, clause="sea.game.round"))
        shown = set[str]().union(*[unit.marks for unit in t.units.values()])
        for mark in _DONE_MARKS:
            if mark in shown:
                t.emit(happened.MarksCleared(mark=mark, clause="sea.game.mark_done"))
        seats, still, first = t.match.seats, afloat(t), int(t.facts["first"])
        starter = next(seat for seat in ((first + step) % seats for step in range(seats)) if seat in still)
        if starter != first:
            t.emit(happened.FactChanged(name="first", value=starter, clause="sea.game.same_starter"))

    @rule("sea.game.order_left", "sea.game.round", "sea.game.more_players")
    def take_turn(self, t: Table) -> Any:
        """The next player to the left; one without units is skipped."""
        seat = (int(t.facts["first"]) + self.taken) % t.match.seats
        self.taken += 1
        return Push(Turn(seat=seat)) if seat in afloat(t) else None

    @rule("sea.game.round")
    def next_turn(self, t: Table) -> Any:
        """Until everybody has had one."""
        return Goto("take_turn") if self.taken < t.match.seats else None

    @rule("sea.game.round", "sea.geometry.round_end")
    def finish(self, t: Table) -> Any:
        """The round is over: what the sea does now."""
        t.emit(happened.RoundEnded(round=self.number, clause="sea.game.round"))
        return Push(RoundEnd(number=self.number))


class RoundEnd(Frame):
    """The end of a round: currents, drift, monsters, repairs, victory, new wind, in this order."""

    number: int = 1
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("currents", "drift", "monsters", "repairs", "victory", "new_wind", "wind_turns")
    PUBLIC: ClassVar[tuple[str, ...]] = ("number", "faces")

    @rule("sea.current.area", "sea.geometry.round_end")
    def currents(self, t: Table) -> Any:
        """Currents carry ships along."""
        return Push(Currents()) if t.match.options.currents and sea_of(t).waters.currents else None

    @rule("sea.wind.drift", "sea.geometry.round_end")
    def drift(self, t: Table) -> Any:
        """Ships without speed drift before the wind."""
        if t.match.options.wind:
            winds.drift_all(t)

    @rule("sea.monster.behave", "sea.geometry.round_end")
    def monsters(self, t: Table) -> Any:
        """The monster of the deep."""
        return Push(MonsterPhase()) if t.match.options.independent_monsters else None

    @rule("sea.port.repair", "sea.geometry.round_end")
    def repairs(self, t: Table) -> Any:
        """Ships in port are mended."""
        return Push(Repairs()) if t.match.options.ports else None

    @rule("sea.game.stalemate", "sea.game.max_rounds", "sea.geometry.round_end")
    def victory(self, t: Table) -> Any:
        """Is it over?"""
        end_round(t, self.number)

    @rule("sea.wind.direction", "sea.geometry.round_end")
    def new_wind(self, t: Table) -> Any:
        """The wind may turn."""
        return Roll((winds.new_wind_pool(),), into="faces") if t.match.options.wind else DONE

    @rule("sea.wind.direction")
    def wind_turns(self, t: Table) -> Any:
        """It does, or not."""
        winds.turn_wind(t, self.faces[0][0])


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
    """One unit's turn: sail, ram, then fire or handle cargo, then turn its card."""

    unit: UnitId = ""
    course: Course = Course("")
    order: Union[Fire, HoldFire, TakeAboard, Unload, None] = None

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
        """Then it fires from its final place, or handles cargo instead; with nothing to do nobody is asked."""
        unit = t.units[self.unit]
        return Ask(Attack(unit.seat, self.unit), into="order") if can_attack(t, unit) else Goto("turn_card")

    @rule("sea.fight.methods", "sea.gold.load", "sea.gold.scenario")
    def carry_out(self, t: Table) -> Any:
        """Do what was chosen."""
        if isinstance(self.order, Fire):
            return Push(Firing(unit=self.unit, shots=self.order.shots))
        if isinstance(self.order, TakeAboard):
            gold.take_aboard(t, self.unit, self.order)
        elif isinstance(self.order, Unload):
            gold.unload(t, self.unit)
            end_if_decided(t)
        return None

    @rule("sea.game.mark_done", "sea.game.unit_turn")
    def turn_card(self, t: Table) -> Any:
        """The card is turned: this unit has acted."""
        t.emit(happened.UnitMarked(unit=self.unit, mark="acted", value=1, clause="sea.game.mark_done"))
