"""Bunkers and emplacements that guns are deployed with: where their owners place them, before the units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from brickfield.core.asking.offers import Asked, Place
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.decisions import Decision
from brickfield.core.frames import Push
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Scene, kernel, rectangle_at
from ...base.battlefield import Area, battle_of, edge_strip, is_work, outline, token_shape
from ...base.obstacles_and_terrain import Laid, LaidInTurn, LayPiece, thing_of
from ...base.rounds_and_turns import Battle
from ...base.starting_a_game import facing_of
from .bunker_places import artillery_depth
from .chapter import GUN_WORKS


@rule("mbb.arty.with", "mbb.arty.deploy12")
def works_zone(state: State, seat: int) -> Area:
    """Where bunkers and emplacements of a seat's guns are placed: as far from its edge as the guns themselves."""
    return edge_strip(state, seat, artillery_depth())


@rule("mbb.arty.with", "mbb.win.scenario")
def works_facing(state: State, seat: int) -> float | None:
    """Where the fronts of a seat's works must look by its scenario; None where that is left to the owner."""
    forces = battle_of(state).scenario.force
    return forces[seat].works_facing if seat < len(forces) else None


@rule("mbb.geometry.feature_facing")
def works_heading(state: State, seat: int) -> float:
    """The heading of a work that looks where it must, or else at the enemy: its front is to the left of its heading."""
    facing = works_facing(state, seat)
    return ((facing_of(state, seat) if facing is None else facing) - 90.0) % 360.0


def works_left(state: State, seat: int) -> list[int]:
    """The bunkers and emplacements a seat has still to place, as numbers in the box."""
    placed = {token.group for token in state.tokens.values()}
    own = [number for number, piece in enumerate(battle_of(state).pieces) if is_work(piece) and piece.owner == seat]
    return [number for number in own if f"T{number + 1}" not in placed]


class PlaceWork(Decision, frozen=True):
    """Where a bunker or an emplacement of the own guns stands."""

    ANSWER: ClassVar[Any] = LayPiece
    CLAUSE: ClassVar[str] = "mbb.arty.with"

    def settle(self, state: State, answer: Any) -> Any:
        """See `may_place_work`."""
        return may_place_work(state, self.seat, answer)

    @rule("mbb.arty.with")
    def ask(self, state: State) -> Asked:
        """Every work that is left, and the zone."""
        heading = works_heading(state, self.seat)
        things = tuple(thing_of(state, number, heading) for number in works_left(state, self.seat))
        offer = Place(things, outline(works_zone(state, self.seat)), self.CLAUSE)
        depth = artillery_depth()
        text = f"Wholly within {depth:g} inches of your edge, clear of other pieces. The front is left of the heading."
        facing = works_facing(state, self.seat)
        text += f" The front must look to {facing:g} degrees." if facing is not None else ""
        return self.asked("Place bunkers and emplacements", text, offer)


@rule("mbb.arty.with")
def may_place_work(state: State, seat: int, answer: LayPiece) -> Laid | Refusal:
    """A work of one's own, wholly within 12 inches of the starting edge and clear of other pieces."""
    pieces = battle_of(state).pieces
    if answer.piece not in range(len(pieces)):
        return invalid("unknown_piece", f"There is no piece number {answer.piece} in this box.")
    piece = pieces[answer.piece]
    if answer.piece not in works_left(state, seat):
        sentence = f"The {piece.feature} number {answer.piece} is not yours to place now."
        return illegal("not_your_piece", "mbb.arty.with", sentence)
    pose = Pose.at(answer.x, answer.y, answer.heading)
    facing = works_facing(state, seat)
    if facing is not None and pose.degrees != works_heading(state, seat):
        looks = (pose.degrees + 90.0) % 360.0
        sentence = f"The front of the {piece.feature} must look to {facing:g} degrees, not to {looks:g}."
        return illegal("wrong_facing", "mbb.win.scenario", sentence, facing=looks, needed=facing)
    shape = rectangle_at(pose, piece.length, piece.width)
    others = [token_shape(token) for token in state.tokens.values()]
    hit = kernel.overlapped(Scene(others, works_zone(state, seat)), shape, -1)
    if hit == -2:
        depth = artillery_depth()
        sentence = f"The {piece.feature} must lie wholly within {depth:g} inches of your edge."
        return illegal("outside_zone", "mbb.arty.with", sentence, inches=depth)
    if hit != -1:
        kind = list(state.tokens.values())[hit].kind
        return illegal("overlap", "mbb.arty.with", f"The {piece.feature} would overlap the {kind} there.")
    return Laid(answer.piece, pose)


class PlacingWorks(LaidInTurn):
    """Players place the bunkers and emplacements of their guns in turn, before the units."""

    STEPS: ClassVar[tuple[str, ...]] = ("place_work", "lay_down", "other_player")
    ASKS: ClassVar[str] = "place_work"

    def left(self, t: Table, seat: int) -> Sequence[int]:
        """The works still in the box."""
        return works_left(t, seat)

    def question(self, seat: int) -> Decision:
        """Where a work goes."""
        return PlaceWork(seat)

    @rule("mbb.arty.with")
    def place_work(self, t: Table) -> Any:
        """Ask whoever has one left."""
        return self.ask_next(t)


@step(Battle, GUN_WORKS)
@rule("mbb.arty.with")
def place_works(battle: Battle, t: Table) -> Any:
    """Bunkers and emplacements of guns are placed before the units."""
    return Push(PlacingWorks(seat=battle.first))
