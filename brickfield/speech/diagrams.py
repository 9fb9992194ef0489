"""Diagrams of rules: small positions in which a clause is seen at work, drawn by a table and worked out by the game.

`diagrams.toml` of a game lays out who stands where and says what is asked about it, in the questions a table may ask
(`previews`). No number of a diagram is written down: whatever is drawn and told is what the game answers.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from msgspec import Struct

from brickfield.core.asking.offers import Choose, Exhibit
from brickfield.core.asking.previews import PathFace
from brickfield.core.commands import read_answer, read_as
from brickfield.core.decisions import Reaction
from brickfield.core.events import FiguresMoved, UnitMoved
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.play import Progress, begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import AimFace, TableFace
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.core.views import SPECTATOR, imagine, view
from brickfield.geometry import Pose
from brickfield.speech.tables import SeatTable, face_of, table_of

_SIDES = ("Blue", "Orange", "Green", "Mauve")
_LETTERS = "ABCD"


class Stood(Struct, frozen=True, array_like=True):
    """Who stands where: id (its first letter says for whom), card, place, heading, and what is unusual about it."""

    id: str
    card: str
    x: float
    y: float
    heading: float
    changes: dict[str, Any] = {}


class Diagram(Struct, frozen=True, forbid_unknown_fields=True):
    """A diagram as its file states it: the clauses it shows, a sentence, a small table and what is asked about it."""

    clauses: tuple[str, ...]
    caption: str
    size: tuple[float, float]
    units: tuple[Stood, ...]
    terrain: tuple[dict[str, Any], ...] = ()
    # attacks by unit and target, ways as whole orders, units whose ranges and arcs are drawn
    aims: tuple[dict[str, Any], ...] = ()
    paths: tuple[dict[str, Any], ...] = ()
    # ways that are gone until somebody may answer them
    stops: tuple[dict[str, Any], ...] = ()
    bands: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    position: dict[str, Any] = {}


class Diagrams(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of diagrams."""

    diagram: tuple[Diagram, ...] = ()


class StopFace(Struct, frozen=True):
    """Where a move is stopped because somebody may answer it: who moves, where it is then, and what is laid open."""

    unit: str
    pose: Pose
    gone: float
    exhibits: tuple[Exhibit, ...]


class DiagramFace(Struct, frozen=True):
    """A diagram as a table draws it, with everything the game says about it."""

    clauses: tuple[str, ...]
    caption: str
    face: TableFace
    view: SeatTable
    aims: tuple[AimFace, ...]
    paths: tuple[PathFace, ...]
    bands: tuple[str, ...]
    stops: tuple[StopFace, ...] = ()


@cache
def diagrams(game: Game) -> tuple[Diagram, ...]:
    """The diagrams of a game, those of its base book first."""
    read = [tomllib.loads(path.read_text(encoding="utf-8")) for path in game.files("diagrams.toml")]
    return tuple(each for file in read for each in as_type(file, Diagrams).diagram)


def diagram_of(game: Game, clause: str) -> Diagram | None:
    """The diagram of a clause: one that shows it first of all, else any that shows it."""
    shown = [each for each in diagrams(game) if clause in each.clauses]
    return min(shown, key=lambda each: each.clauses.index(clause), default=None)


def setup_of(game: Game, diagram: Diagram) -> Setup:
    """The battle a diagram is a moment of."""
    units = [_placed(each) for each in diagram.units]
    seats = 1 + max((_seat(each) for each in diagram.units), default=1)
    laid = {"units": units, "terrain": list(diagram.terrain), "size": list(diagram.size), **diagram.position}
    return Setup(game.id, "", diagram.options, names=_SIDES[: max(2, seats)], position=laid)


def _placed(unit: Stood) -> dict[str, Any]:
    changes = {key: value for key, value in unit.changes.items() if key != "status"}
    where = {"x": unit.x, "y": unit.y, "heading": unit.heading, "status": unit.changes.get("status", "alive")}
    return {"id": unit.id, "card": unit.card, "seat": _seat(unit), **where, "changes": changes}


def _seat(unit: Stood) -> int:
    return max(0, _LETTERS.find(unit.id[:1]))


@cache
def drawn(game: Game, clause: str) -> DiagramFace | None:
    """The diagram of a clause with all that is asked in it answered; None where there is none."""
    diagram = diagram_of(game, clause)
    if diagram is None:
        return None
    match = game.new_match(setup_of(game, diagram))
    assert isinstance(match, Match), f"the diagram of {clause} cannot be laid out: {match}"
    state = begin(match).state
    seen = view(state, SPECTATOR)
    aims = tuple(_asked(state, "aim", attack, AimFace) for attack in diagram.aims)
    paths = tuple(_asked(state, "path", order, PathFace) for order in diagram.paths)
    stops = tuple(_stopped(state, order) for order in diagram.stops)
    shown = table_of(seen, imagine(seen, match))
    return DiagramFace(diagram.clauses, diagram.caption, face_of(match), shown, aims, paths, diagram.bands, stops)


def _stopped(state: State, order: dict[str, Any]) -> StopFace:
    """A move as it is given, up to the first question of somebody else about it."""
    decision = state.decision
    assert decision is not None
    answer = read_answer(decision, order)
    assert not isinstance(answer, Refusal), f"{order}: {answer}"
    led = give(state, decision, answer)
    assert isinstance(led, Progress), f"{order}: {led}"
    asked = led.state.decision
    assert isinstance(asked, Reaction), f"{order}: nobody may answer it"
    offer = asked.ask(led.state).offer
    assert isinstance(offer, Choose), f"{order}: {offer}"
    unit = led.state.units[order["unit"]]
    pose = unit.pose or next(figure.pose for figure in unit.standing)
    assert pose is not None
    moved = [event.amount for event in led.events if isinstance(event, FiguresMoved | UnitMoved)]
    return StopFace(unit.id, pose, sum(moved), offer.exhibits)


def _asked(state: State, query: str, about: dict[str, Any], kind: Any) -> Any:
    """What the game answers; a diagram that it cannot answer is a fault of its file."""
    wanted, function = state.match.game.previews[query]
    read = read_as(about, wanted)
    assert not isinstance(read, Refusal), f"{query} {about}: {read}"
    seat = state.units[about["unit"]].seat
    told = function(state, seat, read)
    assert isinstance(told, kind), f"{query} {about}: {told}"
    return told
