"""Reinforcements: units that wait off the table and enter from their own edge."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, final

from msgspec import Meta, Struct

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choice, Item, Place, Take
from brickfield.core.board import ALIVE, FLYING, WAITING, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.data_files import read_number
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto
from brickfield.core.kept import kept
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from ...base.battlefield import (
    EDGE,
    Area,
    battle_of,
    cannot_be_put_down,
    card_of,
    describe,
    edge_name,
    edge_strip,
    flies,
    footprint_at,
    in_a_sentence,
    outline,
)
from ...base.measures import measures
from ...base.starting_a_game import Coordinate, Heading, free_to_wait, standing_room, things_of
from ...base.turns import battle_begins, unit_went
from ...base.winning import note_progress
from ..special_units.special_units import EXTRA_MOVEMENT
from .chapter import RESERVES


@cache
def reserve_rounds() -> int:
    """How many rounds reserves wait."""
    return read_number("reinforcements.toml", int, Path(__file__).parent)


class Enter(Answer, frozen=True):
    """Bring a unit on from reserve: its centre and the way it faces."""

    unit: Annotated[str, Meta(max_length=16)]
    x: Coordinate
    y: Coordinate
    heading: Heading


@final
class Entry(Struct, frozen=True, tag_field="answer", tag="entry"):
    """Where a unit comes on, on the grain of the table."""

    unit: str
    pose: Pose


def _still_waiting(_state: State, before: list[Unit], _moved: tuple[UnitId, ...]) -> list[Unit]:
    """Who waits does not move."""
    return before


@kept(after_moves=_still_waiting)
def _waiting(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.status == WAITING and not flies(state, unit.id)]


@rule("mbb.reinf.reserve")
def reserves(state: State, seat: int) -> list[Unit]:
    """The units a seat holds in reserve; airplanes arrive by rules of their own."""
    waiting = _waiting(state)
    return [unit for unit in waiting if unit.seat == seat] if waiting else waiting


class HoldBack(Answer, frozen=True):
    """The units set aside as reinforcements."""

    units: Annotated[tuple[Annotated[str, Meta(max_length=16)], ...], Meta(max_length=256)] = ()


class NameReserves(Decision, frozen=True):
    """Which units a player holds back, before the deployment roll and for all to see."""

    ANSWER: ClassVar[Any] = HoldBack
    CLAUSE: ClassVar[str] = "mbb.reinf.reserve"

    def settle(self, state: State, answer: Any) -> Any:
        """See `may_hold_back`."""
        return may_hold_back(state, self.seat, answer) or answer

    @rule("mbb.reinf.reserve", "mbb.reinf.wait3")
    def ask(self, state: State) -> Asked:
        """Any number of units, but one at least must be deployed."""
        units = free_to_wait(state, self.seat)
        items = tuple(
            Item(unit.id, describe(state, unit.id), about=unit.id, text=_in_short(state, unit)) for unit in units
        )
        none = Choice(HoldBack(), "Hold nobody back", "All units are deployed now.", self.CLAUSE)
        offer = Take(items, {"answer": "hold_back"}, "units", least=1, most=max(1, len(units) - 1), none=none,
                     give="Hold these back")  # fmt: skip
        earliest = reserve_rounds() + 1
        text = f"They come on from your edge in round {earliest} or later. One unit at least is deployed now."
        return self.asked("Hold units back", text, offer)


def _in_short(state: State, unit: Unit) -> str:
    return card_of(state, unit.id).quick_reference


@rule("mbb.reinf.reserve", "mbb.army.minimum")
def may_hold_back(state: State, seat: int, answer: HoldBack) -> Refusal | None:
    """Own units that are still to be deployed, each once, and not all of them."""
    own = {unit.id for unit in free_to_wait(state, seat)}
    for name in answer.units:
        if name not in own:
            return illegal("not_to_deploy", "mbb.reinf.reserve", f"{name!r} is not among your units to deploy.")
    if len(set(answer.units)) != len(answer.units):
        return invalid("named_twice", "A unit is named twice.")
    if own and len(answer.units) == len(own):
        sentence = "You cannot hold all your units back: one at least must be deployed."
        return illegal("nobody_deployed", "mbb.army.minimum", sentence, units=len(own))
    return None


class SettingAside(Frame):
    """Players name their reinforcements one after another."""

    seat: int = 0
    aside: HoldBack | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("name_reserves", "hold_back")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "aside")

    @rule("mbb.reinf.reserve")
    def name_reserves(self, t: Table) -> Any:
        """Who has one unit only has nothing to hold back."""
        while self.seat < t.match.seats and len(free_to_wait(t, self.seat)) < 2:
            self.seat += 1
        return Ask(NameReserves(self.seat), into="aside") if self.seat < t.match.seats else DONE

    @rule("mbb.reinf.reserve")
    def hold_back(self, t: Table) -> Any:
        """They wait beside the table from now on."""
        assert self.aside is not None
        for name in self.aside.units:
            t.emit(happened.UnitHeldBack(unit=name, clause="mbb.reinf.reserve"))
        self.seat += 1
        return Goto("name_reserves")


@battle_begins.amended(RESERVES)
@rule("mbb.reinf.reserve", "mbb.win.scenario")
def stay_away(t: Table) -> None:
    """The units that a scenario keeps in reserve wait off the table from the beginning."""
    for seat, force in enumerate(battle_of(t).scenario.force):
        for unit in [unit for unit in t.units.values() if unit.seat == seat]:
            if card_of(t, unit.id).name in force.reserve:
                t.emit(happened.UnitHeldBack(unit=unit.id, clause="mbb.reinf.reserve"))


@rule("mbb.reinf.wait3", "inf.deploy.reinforce")
def may_come(state: State, seat: int, on_foot: bool = False) -> bool:
    """Reserves wait three rounds; from the fourth on they may enter, if there is room, infantry after the vehicles."""
    waiting = reserves(state, seat)
    if not waiting or not have_waited(state, seat) or state.facts.get("phase") == EXTRA_MOVEMENT:
        return False
    called = [unit for unit in waiting if card_of(state, unit.id).is_infantry == on_foot]
    return any(entry_place(state, unit) is not None for unit in called)


@Question
@rule("mbb.reinf.wait3")
def enters_early(state: State, seat: int) -> bool:
    """Whether the reinforcements of a seat need not wait any more."""
    return False


@rule("mbb.reinf.wait3", "mbb.card.scenario")
def have_waited(state: State, seat: int) -> bool:
    """Three rounds, or as long as a card says."""
    return int(state.facts.get("round", 0)) > reserve_rounds() or enters_early(state, seat)


@rule("mbb.reinf.enter")
def entry_place(state: State, unit: Unit) -> Entry | None:
    """A legal place on the own edge, facing the table if possible, or None when there is no room."""
    card = card_of(state, unit.id)
    strip = entry_strip(state, unit.seat, max(card.length_inches, card.width_inches))
    for pose in standing_room(state, unit, strip):
        entry = may_enter(state, unit.seat, Enter(unit.id, *pose.place, pose.degrees))
        if isinstance(entry, Entry):
            return entry
    return None


@rule("mbb.reinf.enter")
def entry_offer(state: State, seat: int, on_foot: bool = False) -> Place | None:
    """The reserves that may come on now, along the own edge; None: nobody may."""
    if not may_come(state, seat, on_foot):
        return None
    waiting = [unit for unit in reserves(state, seat) if card_of(state, unit.id).is_infantry == on_foot]
    cards = [card_of(state, unit.id) for unit in waiting]
    deep = max(max(card.length_inches, card.width_inches) for card in cards)
    zone = outline(entry_strip(state, seat, deep))
    return Place(things_of(state, waiting, "enter"), zone, "mbb.reinf.enter", edge_name(battle_of(state).edges[seat]))


def landing_of(state: State, seat: int) -> float:
    """How far from a seat's edge the line lies from which its reserves come on: the edge itself, or a shore."""
    match = battle_of(state)
    line = match.scenario.force[seat].landing if match.scenario.force else None
    if line is None:
        return 0.0
    edge = match.edges[seat]
    return line if edge.endswith("=0") else (match.height if edge[0] == "y" else match.width) - line


@rule("mbb.reinf.enter", "mbb.win.scenario")
def entry_strip(state: State, seat: int, deep: float) -> Area:
    """The ground where reserves come on: along the own edge, or along the line that stands for it."""
    away, edge = landing_of(state, seat), battle_of(state).edges[seat]
    x0, y0, x1, y1 = edge_strip(state, seat, away + deep)
    if not away:
        return x0, y0, x1, y1
    if edge[0] == "y":
        return (x0, y0 + away, x1, y1) if edge == "y=0" else (x0, y0, x1, y1 - away)
    return (x0 + away, y0, x1, y1) if edge == "x=0" else (x0, y0, x1 - away, y1)


@rule("mbb.reinf.wait3", "mbb.reinf.enter", "mbb.setup.facing")
def may_enter(state: State, seat: int, answer: Enter) -> Entry | Refusal:
    """From round 4 on, wholly on the table with a corner on the own edge, overlapping nothing, facing anywhere."""
    unit = state.units.get(answer.unit)
    if unit is None:
        return invalid("unknown_unit", f"There is no unit {answer.unit!r} in this battle.")
    name = describe(state, unit.id)
    if unit.seat != seat or unit.status != WAITING or flies(state, unit.id):
        return illegal("not_in_reserve", "mbb.reinf.enter", f"{name} does not wait in your reserve.")
    earliest = reserve_rounds() + 1
    if not have_waited(state, seat):
        return illegal("too_early", "mbb.reinf.wait3", f"{name} may not enter before round {earliest}.")
    if state.facts.get("phase") == EXTRA_MOVEMENT:
        return illegal("commander_alone", "mbb.cmd.msm", f"{name} waits: only the commander's tank moves now.")
    pose = Pose.at(answer.x, answer.y, answer.heading)
    shape = footprint_at(state, unit.id, pose)
    away = landing_of(state, seat)
    beyond = away - _distance_from_edge(state, seat, shape.box)
    if away and abs(beyond) > measures().tolerance_inches:
        sentence = f"{name} must land with a corner on the line {away:g} inches from its starting edge, not behind it."
        return illegal("not_on_edge", "mbb.reinf.enter", sentence, inches=away)
    obstacle = EDGE if beyond > measures().tolerance_inches else cannot_be_put_down(state, shape, unit.id)
    if obstacle:
        sentence = f"{name} would overlap {in_a_sentence(state, obstacle)} there."
        return illegal("overlap", "mbb.setup.facing", sentence, obstacle=obstacle)
    if -beyond > measures().tolerance_inches:
        return illegal("not_on_edge", "mbb.reinf.enter", f"{name} must enter with a corner on its own starting edge.")
    return Entry(unit.id, pose)


def _distance_from_edge(state: State, seat: int, box: tuple[float, float, float, float]) -> float:
    match = battle_of(state)
    return {"y=0": box[1], "x=0": box[0]}.get(
        match.edges[seat], match.height - box[3] if match.edges[seat][0] == "y" else match.width - box[2]
    )


@rule("mbb.reinf.forced")
def must_enter(state: State, seat: int) -> Refusal | None:
    """A player with nothing alive on the table may not hold back what could come on.

    Who has nothing alive is asked to move only while something can come on. A plane above the table is on it, and who
    may come early by a card may, but need not.
    """
    if int(state.facts.get("round", 0)) <= reserve_rounds():
        return None
    for unit in state.units.values():
        if unit.seat == seat and unit.status in (ALIVE, FLYING):
            return None
    sentence = "With no living unit on the table you must bring on a reinforcement."
    return illegal("must_enter", "mbb.reinf.forced", sentence)


@rule("mbb.reinf.enter", "mbb.win.deadlock", "mbb.spg.move_or_shoot")
def bring_on(t: Table, entry: Entry) -> None:
    """The unit stands on its edge with full Movement Points; a self-propelled gun has moved by it."""
    t.emit(happened.UnitPlaced(unit=entry.unit, pose=entry.pose, clause="mbb.reinf.enter"))
    t.emit(happened.UnitMarked(unit=entry.unit, mark="reserve", value=0, clause="mbb.reinf.enter"))
    unit_went(t, entry.unit, "enter", 0.0, 0)
    note_progress(t)
