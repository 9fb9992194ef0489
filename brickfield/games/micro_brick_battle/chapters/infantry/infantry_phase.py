"""Infantry in the Movement Phase: after all vehicles, squad by squad, in any order.

What squads can do besides walking is a table: each row has an answer, the rule that allows it, what it does, and the
choices it offers a squad. The chapters of those rules are in files of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple, Union, final

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.asking.movers import Beyond, Mover, Slow, StepOffer
from brickfield.core.asking.offers import Asked, Choice, Path
from brickfield.core.board import Unit, UnitId
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push
from brickfield.core.modifiers import TallyLine
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import outlined
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.battlefield import things
from ...base.movement import MP_GRAIN, Drive, budget, mp_tolerance
from ...base.movement_phase import MovementPhase, asked_back, end_of_movement, moving_later
from ...base.moves_under_way import MoveUnderWay
from ...base.turns import turn_begins
from ..mines.mine_tests import note_search, test_of
from ..mines.minefields import mine_under, mines_in_play
from ..reinforcements import reinforcements
from ..reinforcements.reinforcements import Enter, Entry
from . import captain, engineers, entering_buildings, joining, medics, stragglers
from .captain import PassCaptain
from .chapter import INFANTRY
from .engineers import Repair, finish_repairs
from .entering_buildings import ComeOut, GoInside
from .following import stop_all
from .infantry import (
    CAPTAIN_NOW,
    CAPTAIN_PLATE,
    HALTED,
    HEALED,
    JOINED_NOW,
    LED,
    SPRINTED,
    building_of,
    infantry_of,
    mark,
)
from .infantry_tables import squads
from .joining import JoinGun, JoinUnit, leave_gun
from .marching import Walk, march, may_march, ran
from .marching_points import FOLLOWED, MARCH, march_points, march_tally, slowed_by, sprint_points
from .medics import Heal
from .on_foot import foot_ground, stops_soldiers
from .stragglers import FormStragglers


class EndInfantry(Answer, frozen=True):
    """No more infantry moves this phase."""


@final
class Marching(Struct, frozen=True, tag_field="answer", tag="marching"):
    """A walk worked out, and whether it was declared a run."""

    drive: Drive
    sprint: bool = False


class Deed(NamedTuple):
    """Something squads can do: whether it may be done, doing it, and what of it a squad is offered now."""

    may: Callable[[State, int, Any], Refusal | None]
    do: Callable[[Table, Any], None]
    choices: Callable[[State, Unit], list[Choice]]


DEEDS: dict[type[Answer], Deed] = {
    GoInside: Deed(entering_buildings.may_go_inside, entering_buildings.go_inside, entering_buildings.inside_choices),
    ComeOut: Deed(entering_buildings.may_come_out, entering_buildings.come_out, entering_buildings.out_choices),
    JoinUnit: Deed(joining.may_join, joining.join_unit, joining.unit_choices),
    JoinGun: Deed(joining.may_join_gun, joining.join_gun, joining.gun_choices),
    FormStragglers: Deed(stragglers.may_form, stragglers.form, stragglers.straggler_choices),
    Heal: Deed(medics.may_heal, medics.heal, medics.heal_choices),
    PassCaptain: Deed(captain.may_pass, captain.pass_captain, captain.captain_choices),
    Repair: Deed(engineers.may_repair, engineers.begin_repair, engineers.repair_choices),
}


# What squads may still do when their movement is over.
_AFTER_MOVING = (PassCaptain, FormStragglers)


class MoveInfantry(Decision, frozen=True):
    """Which squad moves or does something, and how; or that the movement is done."""

    ANSWER: ClassVar[Any] = Union[
        Walk, GoInside, ComeOut, JoinUnit, JoinGun, FormStragglers, Heal, PassCaptain, Repair, Enter, EndInfantry
    ]
    CLAUSE: ClassVar[str] = "inf.move.last"

    @rule("inf.move.last", "inf.turn.same", "inf.deploy.reinforce", "mbb.reinf.forced")
    def settle(self, state: State, answer: Any) -> Any:
        """An order worked out, or the end of the phase."""
        if isinstance(answer, Walk):
            unit = may_march(state, self.seat, answer.unit)
            drive = unit if isinstance(unit, Refusal) else march(state, unit, answer.steps, answer.pace)
            return drive if isinstance(drive, Refusal) else Marching(drive, answer.pace == "sprint")
        if isinstance(answer, Enter):
            return reinforcements.may_enter(state, self.seat, answer)
        if isinstance(answer, EndInfantry):
            return reinforcements.must_enter(state, self.seat) or answer
        return DEEDS[type(answer)].may(state, self.seat, answer) or answer

    @rule("inf.move.last", "inf.move.sprint", "inf.move.sprint.noattack")
    def ask(self, state: State) -> Asked:
        """Every squad that can still walk, what the squads can do besides, and who may come on."""
        seat = self.seat
        closed = reinforcements.must_enter(state, seat)
        movers = tuple(_mover(state, unit) for unit in walkers(state, seat))
        careful = asked_back(state, seat, movers, "squad")
        over = "Nobody moves any more this turn."
        finish = Choice(EndInfantry(), "End movement", over, "inf.move.last", closed, careful=careful)
        offer = Path(
            movers,
            (StepOffer(MARCH, "Go", "free", "inches", 1.0, "inf.move.omni"),),
            points="in",
            stops=True,
            enter=reinforcements.entry_offer(state, seat, on_foot=True),
            finish=finish,
            also=tuple(deeds_of(state, seat)),
            points_clause="inf.move.sprint",
        )
        text = "Infantry moves last, any way it likes. Twice its points is a run; a unit that runs may not attack."
        return self.asked("Move your infantry", text, offer)


def _mover(state: State, unit: Unit) -> Mover:
    points = budget(state, unit)
    left = (points - unit.marks.get("spent", 0)) / MP_GRAIN
    answer = {"answer": "walk", "unit": unit.id}
    return Mover(
        unit.id,
        points / MP_GRAIN,
        left,
        answer,
        _all_it_may_go(state, unit),
        beyond=_run(state, unit),
        meets=things(stops_soldiers(state, state.match.sides[unit.seat])),
        slows=_slows(state, unit),
    )


@rule("inf.move.sprint", "inf.move.impassable")
def _all_it_may_go(state: State, unit: Unit) -> tuple[TallyLine, ...]:
    """Line by line how far a squad may go in all: its walk, never less than nothing, and as much again at a run."""
    tally, walk, run = march_tally(state, unit), march_points(state, unit), sprint_points(state, unit)
    none = (TallyLine(walk - tally.total, "no less than 0", tally.base_clause),) if walk != tally.total else ()
    return (
        *tally.lines(),
        *none,
        *((TallyLine(run - walk, "as much again at a run", "inf.move.sprint"),) if run else ()),
    )


@rule("inf.move.sprint.noattack", "inf.captain.sprint_attack")
def _run(state: State, unit: Unit) -> Beyond:
    """What more than a walk is: whom the captain leads attacks all the same."""
    walks = march_points(state, unit)
    if LED in unit.marks:
        text = "It runs, and may attack all the same: the captain leads it."
        return Beyond(walks, "run", text, "inf.captain.sprint_attack")
    text = "It runs, so it may not attack this turn."
    return Beyond(walks, "run, no attack", text, "inf.move.sprint.noattack")


@rule("inf.move.impassable", "inf.move.obstacles", "inf.move.sprint")
def _slows(state: State, unit: Unit) -> tuple[Slow, ...]:
    """The ground that has not slowed a squad in this turn yet: what it takes off a walk, and twice that off a run."""
    known, times = slowed_by(unit), squads().sprint_times
    return tuple(
        Slow(outlined(slow.shape), slow.kind, float(-times * slow.points), float(-slow.points))
        for slow in foot_ground(state).slow
        if slow.kind not in known
    )


def walkers(state: State, seat: int) -> list[Unit]:
    """The squads that can still walk: in the open, their move is not over, and they have points left."""
    return [unit for unit in infantry_of(state, seat) if can_march(state, unit)]


def can_march(state: State, unit: Unit) -> bool:
    """Whether a squad can still walk."""
    if HALTED in unit.marks or building_of(state, unit):
        return False
    return budget(state, unit) - unit.marks.get("spent", 0) > mp_tolerance()


def deeds_of(state: State, seat: int) -> list[Choice]:
    """All that the squads of a seat can do now besides walking."""
    own = infantry_of(state, seat)
    free = [unit for unit in own if HALTED not in unit.marks]
    rows = [(deed, own if kind in _AFTER_MOVING else free) for kind, deed in DEEDS.items()]
    return [choice for deed, units in rows for unit in units for choice in deed.choices(state, unit)]


@rule("inf.move.last")
def may_act(state: State, seat: int) -> bool:
    """Whether the infantry of a seat can still do something, or come on."""
    if any(can_march(state, unit) for unit in infantry_of(state, seat)):
        return True
    if reinforcements.may_come(state, seat, on_foot=True):
        return True
    return any(choice.refusal is None for choice in deeds_of(state, seat))


class InfantryMoves(Frame):
    """Squads move one at a time, in any order, from none to all."""

    seat: int = 0
    order: Union[
        Marching,
        GoInside,
        ComeOut,
        JoinUnit,
        JoinGun,
        FormStragglers,
        Heal,
        PassCaptain,
        Repair,
        Entry,
        EndInfantry,
        None,
    ] = None

    STEPS: ClassVar[tuple[str, ...]] = ("move_infantry", "carry_out", "next_order", "finish")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "order")

    @rule("inf.move.last")
    def move_infantry(self, t: Table) -> Any:
        """Ask for orders while a squad can still do something."""
        if may_act(t, self.seat):
            return Ask(MoveInfantry(self.seat), into="order")
        return Goto("finish")

    @rule("inf.move.last", "inf.move.omni", "inf.deploy.reinforce")
    def carry_out(self, t: Table) -> Any:
        """Do what was ordered."""
        order, self.order = self.order, None
        if isinstance(order, Marching):
            return Push(set_out(t, order))
        if isinstance(order, Entry):
            reinforcements.bring_on(t, order)
        elif order is None or isinstance(order, EndInfantry):
            return Goto("finish")
        else:
            DEEDS[type(order)].do(t, order)
            if isinstance(order, ComeOut) and mines_in_play(t):
                return Push(OntoMinedGround(unit=order.unit))
        return None

    def next_order(self, t: Table) -> Any:
        """Then ask again."""
        return Goto("move_infantry")

    @rule("inf.move.sprint.noattack")
    def finish(self, t: Table) -> Any:
        """Who has gone further than its MP has sprinted."""
        for unit in infantry_of(t, self.seat):
            if ran(t, unit):
                _has_sprinted(t, unit.id)


@rule("inf.move.sprint.noattack", "inf.captain.sprint_attack")
def _has_sprinted(t: Table, unit_id: UnitId) -> None:
    """A squad has run; what that means for its attack depends on the captain."""
    led = LED in t.units[unit_id].marks
    mark(t, unit_id, SPRINTED, 1, "inf.captain.sprint_attack" if led else "inf.move.sprint.noattack")


class OntoMinedGround(Frame):
    """A squad has come out of a building: the mines on which its plate stands now test it, the first laid first."""

    unit: UnitId = ""

    STEPS: ClassVar[tuple[str, ...]] = ("next_mine", "go_on")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit",)

    @rule("inf.mines", "inf.move.leave", "mbb.mine.secret.trigger", "mbb.mine.zone.trigger", "mbb.mine.visual.trigger")
    def next_mine(self, t: Table) -> Any:
        """Inside it set nothing off; coming out is a move, so its plate comes to what lies there."""
        unit = t.units[self.unit]
        field = mine_under(t, unit) if unit.alive else None
        if field is not None:
            return Push(test_of(unit.id, field))
        note_search(t, unit.id)
        return DONE

    def go_on(self, t: Table) -> Any:
        """Then the next mine."""
        return Goto("next_mine")


@rule("inf.move.sprint.noattack", "inf.arty.attack")
def set_out(t: Table, order: Marching) -> MoveUnderWay:
    """A squad goes on its way; it leaves the gun it had joined, and a declared run is one however short it is."""
    drive = order.drive
    start = t.units[drive.unit].here
    leave_gun(t, drive.unit)
    if order.sprint:
        _has_sprinted(t, drive.unit)
    return MoveUnderWay(unit=drive.unit, taken=drive.taken, refused=drive.refused, start=start)


_OF_A_TURN = (SPRINTED, HALTED, FOLLOWED, HEALED, JOINED_NOW, CAPTAIN_NOW)


@turn_begins.amended(INFANTRY)
@rule("inf.captain.move", "inf.move.sprint.noattack", "inf.eng.first")
def begin_turn_on_foot(t: Table, seat: int) -> None:
    """Repairs are finished, what infantry did in its last turn is forgotten, and whom the captain is with is noted."""
    finish_repairs(t, seat)
    for unit in infantry_of(t, seat):
        for name in _OF_A_TURN:
            mark(t, unit.id, name, 0, "inf.turn.same")
        mark(t, unit.id, LED, unit.marks.get(CAPTAIN_PLATE, 0), "inf.captain.move")


@step(MovementPhase, INFANTRY)
@rule("inf.move.last")
def infantry(phase: MovementPhase, t: Table) -> Any:
    """Infantry moves after all other units of the player."""
    stop_all(t, phase.seat)
    return Push(InfantryMoves(seat=phase.seat))


@moving_later.amended(INFANTRY)
@rule("inf.move.last")
def infantry_later(state: State, seat: int, before: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Infantry moves last."""
    return (*before, *[unit.id for unit in infantry_of(state, seat)])


@end_of_movement.amended(INFANTRY)
@rule("inf.move.last")
def on_to_infantry(state: State, seat: int, movers: Sequence[Mover], end: Choice) -> Choice:
    """An end that was not meant can be taken back when infantry moves next."""
    if not infantry_of(state, seat):
        return end
    over = "The others do not move any more this turn; infantry moves last."
    return replace(end, title="On to infantry", text=over, clause="inf.move.last", careful="")
