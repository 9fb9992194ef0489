"""Currents: areas that carry ships and floating treasures along when a round ends, unless a ship lies at anchor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choice, Choose
from brickfield.core.board import ALIVE, Token, Unit, UnitId
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import circle, kernel
from brickfield.geometry.grain import GRAIN
from brickfield.geometry.grain import unit as cosine_and_sine
from ...base.land import contains
from ...base.measures import stored
from ...base.ship_card import FORT, SPEED
from ...base.the_game import RoundEnd
from ...base.waters import NOBODY, Piece, area_token, card_of, describe, sea_of, tokens_laid
from ..winds.winds import carry_along
from .chapter import CURRENTS

# The disc a floating treasure is taken for when it meets a shore, as a share of its size.
_HALF = 2


@rule("sea.current.area")
def current_at(state: State, x: float, y: float) -> Piece | None:
    """The current at a point, its border included; of several the first listed."""
    return next((piece for piece in sea_of(state).waters.currents if contains(piece.parts, x, y)), None)


@rule("sea.current.area")
def may_anchor(unit: Unit) -> bool:
    """A ship with speed left that did not move in this round may stay where it is."""
    return bool(unit.marks.get(SPEED)) and not unit.marks.get("spent")


@tokens_laid.amended(CURRENTS)
@rule("sea.current.area")
def currents_laid(state: State, laid: tuple[Token, ...]) -> tuple[Token, ...]:
    """Currents lie on the water by their outline."""
    return (*laid, *map(area_token, sea_of(state).waters.currents))


@step(RoundEnd, CURRENTS)
@rule("sea.current.area", "sea.geometry.round_end")
def currents(end: RoundEnd, t: Table) -> Any:
    """Currents carry ships along."""
    return Push(Currents()) if sea_of(t).waters.currents else None


class DropAnchor(Answer, frozen=True):
    """Whether the ship stays at anchor; otherwise the current takes it along."""

    yes: bool


class Anchor(Decision, frozen=True):
    """A current would carry this ship along."""

    unit: UnitId
    current: str

    ANSWER: ClassVar[Any] = DropAnchor
    CLAUSE: ClassVar[str] = "sea.current.area"

    @rule("sea.current.area")
    def choices(self, state: State) -> Sequence[Choice]:
        """Stay or drift."""
        stay = Choice(DropAnchor(True), "Drop anchor", "The ship stays where it is.", self.CLAUSE)
        return stay, Choice(DropAnchor(False), "Let it drift", "The current takes it along.", self.CLAUSE)

    def ask(self, state: State) -> Asked:
        """Which ship, in which current."""
        title = f"{describe(state, self.unit)} lies in the current {self.current}"
        return self.asked(title, "It may stay at anchor.", Choose(tuple(self.choices(state)), unit=self.unit))


class Currents(Frame):
    """What the currents do: ships in order of ship id, then what floats. Areas are looked up before anything moves."""

    ships: tuple[tuple[UnitId, str], ...] = ()
    floating: tuple[tuple[str, str], ...] = ()
    anchored: DropAnchor | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("look_up", "ask", "carry", "carry_treasures")
    PUBLIC: ClassVar[tuple[str, ...]] = ("ships", "floating", "anchored")

    @rule("sea.current.area", "sea.gold.float")
    def look_up(self, t: Table) -> Any:
        """Whose hull centre lies in a current?"""
        fleets = [each for each in t.units.values() if each.seat != NOBODY and card_of(t, each.id).kind != FORT]
        found = [(each.id, current_at(t, *each.pose.place)) for each in fleets if each.pose is not None]
        self.ships = tuple((each, piece.id) for each, piece in found if piece is not None)
        adrift = [token for token in t.tokens.values() if token.kind == "treasure" and not token.group]
        around = [(token.id, current_at(t, *token.pose.place)) for token in adrift]
        self.floating = tuple((each, piece.id) for each, piece in around if piece is not None)

    @rule("sea.current.area")
    def ask(self, t: Table) -> Any:
        """A ship that may anchor is asked; the others go along."""
        self.ships = tuple(pair for pair in self.ships if t.units[pair[0]].status == ALIVE)
        if not self.ships:
            return Goto("carry_treasures")
        unit_id, current = self.ships[0]
        self.anchored = None
        if may_anchor(t.units[unit_id]):
            return Ask(Anchor(t.units[unit_id].seat, unit_id, current), into="anchored")
        return Goto("carry")

    @rule("sea.current.area")
    def carry(self, t: Table) -> Any:
        """Shift the ship by the strength of the current, heading unchanged, as far as there is room."""
        (unit_id, current), self.ships = self.ships[0], self.ships[1:]
        if self.anchored is None or not self.anchored.yes:
            piece = _piece(t, current)
            carry_along(t, t.units[unit_id], piece.strength, piece.direction, "sea.current.area")
        return Goto("ask")

    @rule("sea.gold.float")
    def carry_treasures(self, t: Table) -> Any:
        """Floating treasures drift too; a shore holds them."""
        for token_id, current in self.floating:
            _carry_token(t, t.tokens[token_id], _piece(t, current))
        return DONE


def _piece(state: State, piece_id: str) -> Piece:
    return next(piece for piece in sea_of(state).waters.currents if piece.id == piece_id)


def _carry_token(t: Table, token: Token, current: Piece) -> None:
    c, s = cosine_and_sine(current.direction)
    x, y = token.pose.place
    disc = circle(x, y, token.length / GRAIN / _HALF)
    share, _hit = kernel.translate(sea_of(t).waters.solid, disc, current.strength * c, current.strength * s)
    pose = stored(x + share * current.strength * c, y + share * current.strength * s, token.pose.degrees)
    if pose != token.pose:
        t.emit(happened.TokenPlaced(token=replace(token, pose=pose), clause="sea.gold.float"))
