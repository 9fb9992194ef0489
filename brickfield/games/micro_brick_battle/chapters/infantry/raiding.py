"""Raiding: who moves into a building whose defenders were destroyed."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Union

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choice, Choose
from brickfield.core.board import ALIVE, TokenId, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import Ask, Frame, Push
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.battlefield import describe, in_a_sentence
from ...base.target_declaration import Name
from ...base.turns import went_inside
from .entering_buildings import there
from .flanking import raids
from .infantry import markers_of, occupant_of
from .infantry_deployment import inside_pose
from .infantry_tables import squads


class MoveIn(Answer, frozen=True):
    """This raider moves into the building."""

    unit: Name


class StayOut(Answer, frozen=True):
    """Nobody moves in."""


@rule("inf.raid.movein", "inf.move.enter")
def why_closed(state: State, seat: int, building: TokenId) -> Refusal | None:
    """Why nobody may move into a building after a raid: it has fallen, or somebody is still inside."""
    if building not in state.tokens:
        return illegal("no_building", "inf.raid.movein", "The building has fallen: nobody can move in.")
    inside = [unit.id for unit in there(state, building) if not state.match.allied(unit.seat, seat)]
    if occupant_of(state, building) is None and not inside:
        return None
    sentence = f"Nobody can move into {in_a_sentence(state, building)}: {', '.join(inside) or 'somebody'} is inside."
    return illegal("building_taken", "inf.raid.movein", sentence, building=building, inside=inside)


@rule("inf.raid.movein", "inf.raid.flank")
def may_move_in(state: State, seat: int, building: TokenId, raiders: tuple[UnitId, ...]) -> list[UnitId]:
    """Which of the raiders may move in: those alive within an inch; one of them at most."""
    if why_closed(state, seat, building) is not None:
        return []
    units = [state.units[each] for each in raiders]
    return [unit.id for unit in units if unit.status == ALIVE and raids(state, unit, building)]


class MoveInAfterRaid(Decision, frozen=True):
    """The defenders are destroyed: which raider moves into the building, if any."""

    building: TokenId = ""
    raiders: tuple[UnitId, ...] = ()

    ANSWER: ClassVar[Any] = Union[MoveIn, StayOut]
    CLAUSE: ClassVar[str] = "inf.raid.movein"
    STYLE: ClassVar[Literal["list", "buttons", "cards"]] = "buttons"

    @rule("inf.raid.movein", "inf.raid.flank")
    def settle(self, state: State, answer: Any) -> Any:
        """One of the raiders within an inch, or nobody."""
        if isinstance(answer, StayOut):
            return answer
        closed = why_closed(state, self.seat, self.building)
        if closed is not None:
            return closed
        able = may_move_in(state, self.seat, self.building, self.raiders)
        if answer.unit in able:
            return answer
        named = describe(state, answer.unit) if answer.unit in state.units else repr(answer.unit)
        sentence = (
            f"{named} cannot move into {in_a_sentence(state, self.building)}: one of the raiders within "
            f"{squads().raid_inches:g} inch may, {', '.join(able)}."
        )
        return illegal("not_a_raider", "inf.raid.flank", sentence, raiders=able, inches=squads().raid_inches)

    def ask(self, state: State) -> Asked:
        """A choice for each raider, and for nobody."""
        where = in_a_sentence(state, self.building)
        able = [state.units[each] for each in may_move_in(state, self.seat, self.building, self.raiders)]
        choices = tuple(
            Choice(
                MoveIn(unit.id),
                f"{describe(state, unit.id)} moves in",
                f"{markers_of(unit)} markers inside {where}, at once and at no cost.",
                self.CLAUSE,
                about=(unit.id,),
            )
            for unit in able
        )
        out = Choice(StayOut(), "Nobody moves in", "All raiders stay where they are.", self.CLAUSE)
        text = f"The defenders of {where} are destroyed. One of the raiders may move in."
        return self.asked("Move in?", text, Choose((*choices, out), self.STYLE))


class MovingIn(Frame):
    """After a raid that destroyed the defenders."""

    seat: int = 0
    building: TokenId = ""
    raiders: tuple[UnitId, ...] = ()
    answer: Union[MoveIn, StayOut, None] = None

    STEPS: ClassVar[tuple[str, ...]] = ("choose", "move_in")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "building", "raiders", "answer")

    @rule("inf.raid.movein")
    def choose(self, t: Table) -> Any:
        """The owner of the raiders decides at once."""
        return Ask(MoveInAfterRaid(self.seat, self.building, self.raiders), into="answer")

    @rule("inf.raid.movein", "inf.geometry.inside")
    def move_in(self, t: Table) -> Any:
        """The raider is inside now, without any cost."""
        if isinstance(self.answer, MoveIn):
            go_inside(t, self.answer.unit, self.building)


@rule("inf.raid.movein", "inf.geometry.inside", "inf.geometry.cards")
def go_inside(t: Table, unit_id: UnitId, building: TokenId) -> None:
    """A raider goes from its place beside a building into it."""
    pose = inside_pose(t, building)
    t.emit(happened.WentInside(unit=unit_id, thing=building, pose=pose, clause="inf.raid.movein"))
    went_inside(t, unit_id)


@rule("inf.raid.movein", "inf.raid.flank")
def after_raid(state: State, seat: int, building: TokenId, raiders: tuple[UnitId, ...]) -> Push | None:
    """The question who moves in, where somebody may."""
    if not may_move_in(state, seat, building, raiders):
        return None
    return Push(MovingIn(seat=seat, building=building, raiders=raiders))
