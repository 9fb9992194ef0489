"""Ports: harbours in which ships are mended, and bring their gold ashore."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal, get_args

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choice, Choose
from brickfield.core.board import ALIVE, Token, Unit, UnitId
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, read_numbers
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push
from brickfield.core.numbers import listed
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, kernel
from ...base.measures import measures
from ...base.ship_card import BASE, FEATURES, FORT, TITLES, TURNED_OVER
from ...base.the_game import RoundEnd
from ...base.victory import may_recover
from ...base.waters import Port, card_of, describe, hull, sea_of, tokens_laid
from .chapter import PORTS


class PortNumbers(TableRow, frozen=True):
    """The numbers of ports."""

    harbour_inches: float
    repair_markers: int
    clauses: dict[str, str]


@cache
def port_numbers() -> PortNumbers:
    """The table `ports.toml`."""
    return read_numbers("ports.toml", PortNumbers, Path(__file__).parent)


@rule("sea.port.repair")
def harbours(state: State, unit: Unit) -> Iterator[Port]:
    """The ports in whose harbour a ship lies: within an inch of its hull."""
    if state.match.chapters_in_play[PORTS]:
        most = port_numbers().harbour_inches + measures().length_tolerance
        for port in sea_of(state).waters.ports:
            if kernel.point_distance(hull(state, unit), port.x, port.y) <= most:
                yield port


@rule("sea.gold.scenario")
def own_harbour(state: State, unit: Unit) -> Port | None:
    """The own port in whose harbour a ship lies."""
    return next((port for port in harbours(state, unit) if port.seat == unit.seat), None)


@rule("sea.port.repair", "sea.game.teams")
def friendly_harbour(state: State, unit: Unit) -> Port | None:
    """The port of an ally, or the own one, in whose harbour a ship lies."""
    match = sea_of(state)
    side = match.side(unit.seat)
    return next((port for port in harbours(state, unit) if match.side(port.seat) == side), None)


@rule("sea.port.repair", "sea.damage.stout")
def missing(state: State, unit: Unit) -> dict[str, int]:
    """The markers a unit has lost, by feature; of base durability else the one that lies turned over."""
    card = card_of(state, unit.id)
    lost = {feature: getattr(card, feature) - unit.marks.get(feature, 0) for feature in FEATURES}
    lost[BASE] = lost[BASE] or unit.marks.get(TURNED_OVER, 0)
    return {feature: count for feature, count in lost.items() if count > 0}


@rule("sea.damage.stout")
def _only_turned(state: State, unit: Unit) -> bool:
    """Whether of base durability no marker is gone and one lies turned over."""
    return unit.marks.get(BASE, 0) == card_of(state, unit.id).base and bool(unit.marks.get(TURNED_OVER))


@rule("sea.port.repair")
def may_repair(state: State, unit: Unit) -> bool:
    """A ship in a friendly harbour that neither moved nor attacked in its turn, and has lost something."""
    busy = any(unit.marks.get(mark) for mark in ("spent", "attacked", "rammed"))
    if busy or unit.status != ALIVE or card_of(state, unit.id).kind == FORT:
        return False
    return bool(missing(state, unit)) and friendly_harbour(state, unit) is not None


# What can be mended, in the order in which it is best done: what keeps a ship afloat, then what it fights with.
Feature = Literal["base", "additional", "firepower", "speed"]
_MENDED: tuple[Feature, ...] = get_args(Feature)


@tokens_laid.amended(PORTS)
@rule("sea.port.repair")
def ports_laid(state: State, laid: tuple[Token, ...]) -> tuple[Token, ...]:
    """Ports lie on the coast."""
    ports = sea_of(state).waters.ports
    return (*laid, *(Token(port.id, "port", Pose.at(port.x, port.y), 0, 0, seat=port.seat) for port in ports))


@may_recover.amended(PORTS)
@rule("sea.port.repair", "sea.game.stalemate")
def has_a_port(state: State, seats: tuple[int, ...], otherwise: bool) -> bool:
    """Who has a port may mend there what is lost."""
    return otherwise or (state.match.options.ports and any(port.seat in seats for port in sea_of(state).waters.ports))


@step(RoundEnd, PORTS)
@rule("sea.port.repair", "sea.geometry.round_end")
def repairs(end: RoundEnd, t: Table) -> Any:
    """Ships in port are mended."""
    return Push(Repairs()) if t.match.options.ports else None


class Repair(Answer, frozen=True):
    """The marker a ship gets back."""

    feature: Feature


class RepairShip(Decision, frozen=True):
    """Which marker a ship in harbour regains."""

    unit: UnitId

    ANSWER: ClassVar[Any] = Repair
    CLAUSE: ClassVar[str] = "sea.port.repair"

    @rule("sea.port.repair")
    def validate(self, state: State, answer: Any) -> Refusal | None:
        """No feature grows beyond what the ship was built with."""
        lost = missing(state, state.units[self.unit])
        if answer.feature in lost:
            return None
        whole = describe(state, self.unit)
        sentence = f"{whole} has all its {answer.feature}; it lacks {', '.join(lost)}."
        return illegal("nothing_missing", "sea.port.repair", sentence, feature=answer.feature)

    @rule("sea.port.repair")
    def choices(self, state: State) -> Sequence[Choice]:
        """One marker of each feature that has lost some."""
        lost = missing(state, state.units[self.unit])
        return [
            Choice(
                Repair(each),
                f"Bring back one {TITLES[each]}",
                lacks_words(state, self.unit, each, lost[each]),
                self.CLAUSE,
            )
            for each in _MENDED
            if each in lost
        ]

    def ask(self, state: State) -> Asked:
        """Which ship, and what it lacks."""
        lost = missing(state, state.units[self.unit])
        turned = {BASE: " (turned over)"} if _only_turned(state, state.units[self.unit]) else {}
        lacks = listed(f"{count} {TITLES[each]}{turned.get(each, '')}" for each, count in lost.items())
        choose = Choose(tuple(self.choices(state)), unit=self.unit)
        text = f"It lacks {lacks}: which marker comes back?"
        return self.asked(f"{describe(state, self.unit)} is mended in port", text, choose)


def lacks_words(state: State, unit: UnitId, feature: str, count: int) -> str:
    """What of a feature is gone."""
    over = feature == BASE and _only_turned(state, state.units[unit])
    return "one turned over" if over else f"{count} lost"


class Repairs(Frame):
    """The ships in harbour, one after the other in order of ship id."""

    left: tuple[UnitId, ...] = ()
    choice: Repair | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("gather", "ask", "mend")
    PUBLIC: ClassVar[tuple[str, ...]] = ("left", "choice")

    @rule("sea.port.repair")
    def gather(self, t: Table) -> Any:
        """Who lies in harbour?"""
        self.left = tuple(unit.id for unit in t.units.values() if may_repair(t, unit))

    @rule("sea.port.repair")
    def ask(self, t: Table) -> Any:
        """The owner chooses the marker."""
        self.left = tuple(unit for unit in self.left if may_repair(t, t.units[unit]))
        if not self.left:
            return DONE
        return Ask(RepairShip(t.units[self.left[0]].seat, self.left[0]), into="choice")

    @rule("sea.port.repair", "sea.damage.stout")
    def mend(self, t: Table) -> Any:
        """One marker comes back."""
        assert self.choice is not None
        unit = t.units[self.left[0]]
        feature = self.choice.feature
        mends = feature == BASE and _only_turned(t, unit)
        mark = TURNED_OVER if mends else feature
        value = 0 if mends else unit.marks.get(feature, 0) + port_numbers().repair_markers
        t.emit(happened.UnitMarked(unit=unit.id, mark=mark, value=value, clause="sea.port.repair"))
        self.left, self.choice = self.left[1:], None
        return Goto("ask")
