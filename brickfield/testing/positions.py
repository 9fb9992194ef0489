"""Lay out a position, force the dice, answer by kind, ask about the table. Every game is tested through this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from brickfield.core.board import Unit
from brickfield.core.commands import Command
from brickfield.core.decisions import Decision
from brickfield.core.dice import Dice, ForcedDice
from brickfield.core.events import Event, snake
from brickfield.core.match import Match, Setup
from brickfield.core.play import Progress, answer, begin
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import View, view
from brickfield.games import find_game
from brickfield.testing.pictures import picture


def dice(*faces: int) -> ForcedDice:
    """A script of dice. Too few or unused dice fail."""
    return ForcedDice(faces)


def unit(name: str, card: str, x: float = 0.0, y: float = 0.0, heading: float = 90.0, **more: Any) -> dict[str, Any]:
    """A unit of a position. Names that begin with B belong to seat 1 unless `seat` says otherwise.

    `seat` and `status` (alive, wreck, waiting, reserve) may be given; every other word overrides a number of the card
    (`ap=5`, `length_inches=2.0`).
    """
    seat = more.pop("seat", 1 if name.startswith("B") else 0)
    status = more.pop("status", "alive")
    placed = {"id": name, "card": card, "seat": seat, "x": x, "y": y, "heading": heading, "status": status}
    return placed | {"changes": more}


def piece(feature: str, x: float, y: float, heading: float = 0.0, **size: Any) -> dict[str, Any]:
    """A piece of terrain of a position; `length`, `width` and `hit_markers` may be stated."""
    return {"feature": feature, "x": x, "y": y, "heading": heading, **size}


def forward(inches: float) -> dict[str, Any]:
    """A step ahead."""
    return {"step": "forward", "inches": inches}


def reverse(inches: float) -> dict[str, Any]:
    """A step backwards."""
    return {"step": "reverse", "inches": inches}


def pivot(degrees: float) -> dict[str, Any]:
    """A turn on the spot; to the left is positive."""
    return {"step": "pivot", "degrees": degrees}


def slide(heading: float, inches: float) -> dict[str, Any]:
    """A step in any direction, for quick play and young players."""
    return {"step": "slide", "heading": heading, "inches": inches}


def ahead(heading: float, inches: float) -> dict[str, Any]:
    """A leg of a ship's course: the bow goes straight in a direction, and the hull follows."""
    return {"step": "ahead", "heading": heading, "inches": inches}


def astern(inches: float) -> dict[str, Any]:
    """A first leg straight back."""
    return {"step": "astern", "inches": inches}


def area(kind: str, *corners: tuple[float, float], **more: Any) -> dict[str, Any]:
    """A piece of terrain by its corners; `treasures`, `direction` and `strength` may be stated where they apply."""
    return {"kind": kind, "points": [list(corner) for corner in corners], **more}


class Result(Struct, frozen=True):
    """What came of an answer: a refusal, or events."""

    refusal: Refusal | None
    events: tuple[Event, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether the answer was taken."""
        return self.refusal is None

    def of(self, kind: str | type[Event]) -> list[Any]:
        """The events of one kind, by type or by name."""
        name = kind if isinstance(kind, str) else snake(kind.__name__)
        return [event for event in self.events if snake(type(event).__name__) == name]


class Position:
    """A table to test on. It holds the current state; every accepted answer moves it on."""

    def __init__(self, match: Match, progress: Progress) -> None:
        self.match = match
        self.state: State = progress.state
        self.events: list[Event] = list(progress.events)

    def answer(self, kind: str, *, dice: Dice | None = None, seat: int | None = None, **fields: Any) -> Result:
        """Answer the pending decision with the named answer, its fields as plain data or values."""
        return self.send({"answer": kind, **fields}, dice=dice, seat=seat)

    def send(self, raw: Any, *, dice: Dice | None = None, seat: int | None = None) -> Result:
        """Send anything at all as an answer, as a seat's own program would."""
        if seat is None:
            waiting = self.state.waiting_for()
            seat = waiting[0] if waiting else 0
        script = ForcedDice(()) if dice is None else dice
        taken = answer(self.state, Command(seat, self.state.version, raw), script)
        if isinstance(taken, Refusal):
            return Result(taken)
        if isinstance(script, ForcedDice) and script.left():
            raise AssertionError(f"dice {script.left()} were not used\n{self}")
        self.state = taken.state
        self.events.extend(taken.events)
        return Result(None, taken.events)

    def move(self, name: str, *steps: Mapping[str, Any]) -> Result:
        """Order a unit to move."""
        return self.answer("move", unit=name, steps=list(steps))

    def sail(self, name: str, *legs: Mapping[str, Any], dice: Dice | None = None, **more: Any) -> Result:
        """Order a ship to sail; `ram` may name a target and a heading."""
        return self.answer("sail", unit=name, legs=list(legs), dice=dice, **more)

    def volley(self, *shots: tuple[str, int], dice: Dice | None = None) -> Result:
        """Declare targets with their dice for the unit that has just sailed."""
        declared = [{"target": target, "dice": count} for target, count in shots]
        return self.answer("fire", shots=declared, dice=dice)

    def end_movement(self) -> Result:
        """End the Movement Phase."""
        return self.answer("end_movement")

    def fire(self, plan: Mapping[str, str], dice: Dice | None = None) -> Result:
        """Declare and resolve a fire plan; a pending Movement Phase is ended first."""
        if self.asked == "move_units":
            self.end_movement()
        shots = [{"unit": shooter, "target": target} for shooter, target in plan.items()]
        return self.answer("declare", shots=shots, dice=dice)

    def ask(self, query: str, *about: Any) -> Any:
        """Ask the game a question about this table by name, such as `line_of_sight` or `odds`."""
        return self.match.game.queries[query](self.state, *about)

    def __getattr__(self, query: str) -> Any:
        queries = self.match.game.queries
        if query not in queries:
            raise AttributeError(f"{self.match.game.id} knows no question {query!r}; it knows {', '.join(queries)}")
        return lambda *about: self.ask(query, *about)

    def path(self, name: str, *steps: Mapping[str, Any]) -> Any:
        """An order worked out without giving it."""
        return self.ask("path", name, list(steps))

    def cost(self, name: str, *steps: Mapping[str, Any]) -> Any:
        """What an order would cost, or a refusal."""
        return self.ask("cost", name, list(steps))

    def end(self, name: str, *steps: Mapping[str, Any]) -> Any:
        """Where an order would end: x, y and heading."""
        return self.ask("end", name, list(steps))

    def unit(self, name: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[name]

    def pose(self, name: str) -> tuple[float, float, float]:
        """Where a unit stands: x, y and heading."""
        pose = self.state.units[name].pose
        assert pose is not None
        return (*pose.place, pose.degrees)

    def view(self, seat: int) -> View:
        """What a seat sees."""
        return view(self.state, seat)

    @property
    def decision(self) -> Decision | None:
        """The pending decision."""
        return self.state.decision

    @property
    def asked(self) -> str:
        """The kind of the pending decision, empty when nobody is asked."""
        return self.state.decision.kind if self.state.decision is not None else ""

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that have won, none of them in a draw; None while the match goes on."""
        return self.state.outcome.winners if self.state.outcome is not None else None

    def __repr__(self) -> str:
        return picture(self.state)


def lay_table(
    game: str,
    units: Iterable[Mapping[str, Any]],
    terrain: Iterable[Mapping[str, Any]] = (),
    *,
    options: Mapping[str, Any] | None = None,
    dice: Dice | None = None,
    **position: Any,
) -> Position:
    """A match that stands in a position: units, terrain, and words such as seat, phase, round, size.

    Raises ValueError when the game does not accept the position.
    """
    laid = {"units": [dict(each) for each in units], "terrain": [dict(each) for each in terrain], **position}
    return start(Setup(game, "", dict(options or {}), position=laid), dice)


def start(setup: Setup, dice: Dice | None = None) -> Position:
    """A match from its set-up, played to its first question."""
    game = find_game(setup.game)
    if game is None:
        raise ValueError(f"there is no game {setup.game!r}")
    match = game.new_match(setup)
    if isinstance(match, Refusal):
        raise ValueError(str(match))
    return Position(match, begin(match, ForcedDice(()) if dice is None else dice))
