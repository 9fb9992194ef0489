"""Lay out a position, force the dice, answer by kind, ask about the table. Every game is tested through this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from msgspec import Struct, to_builtins

from brickfield.core.asking.offers import Asked, Choice, Path
from brickfield.core.board import Unit
from brickfield.core.commands import Command
from brickfield.core.decisions import Decision
from brickfield.core.dice import Dice, ForcedDice
from brickfield.core.events import Event, snake
from brickfield.core.match import Match, Setup
from brickfield.core.near_names import known_names
from brickfield.core.out_of_turn import AnyAside
from brickfield.core.play import Progress, answer, begin
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.state import State
from brickfield.core.views import View, imagine, view
from brickfield.games import GAME_IDS, find_game
from brickfield.testing.pictures import picture

# The seats by the first letter of what stands on the table for them.
_LETTERS = "ABCDEF"


def dice(*faces: int) -> ForcedDice:
    """A script of dice. Too few or unused dice fail."""
    return ForcedDice(faces)


def unit(name: str, card: str, x: float = 0.0, y: float = 0.0, heading: float = 90.0, **more: Any) -> dict[str, Any]:
    """A unit of a position. Names that begin with A belong to seat 0, with B to seat 1, with C to seat 2 and so on.

    `seat` (for any other name) and `status` (alive, wreck, waiting, reserve) may be given; every other word overrides a
    number of the card (`ap=5`, `length_inches=2.0`), `marks` counts on the unit, `inside` the thing it is in.
    """
    seat = more.pop("seat", max(0, _LETTERS.find(name[:1])))
    status = more.pop("status", "alive")
    placed = {"id": name, "card": card, "seat": seat, "x": x, "y": y, "heading": heading, "status": status}
    return placed | {"changes": more}


def piece(feature: str, x: float, y: float, heading: float = 0.0, **size: Any) -> dict[str, Any]:
    """A piece of terrain of a position; `length`, `width` and `hit_markers` may be stated."""
    return {"feature": feature, "x": x, "y": y, "heading": heading, **size}


def forward(inches: float) -> dict[str, Any]:
    """A step ahead, in the ruler of the game."""
    return {"step": "forward", "inches": inches}


def reverse(inches: float) -> dict[str, Any]:
    """A step backwards."""
    return {"step": "reverse", "inches": inches}


def pivot(degrees: float) -> dict[str, Any]:
    """A turn on the spot; to the left is positive. A ship does not turn in place: its next leg goes there."""
    return {"step": "pivot", "degrees": degrees}


def slide(heading: float, inches: float) -> dict[str, Any]:
    """A step in any direction, for quick play and young players."""
    return {"step": "slide", "heading": heading, "inches": inches}


def march(heading: float, inches: float) -> dict[str, Any]:
    """A straight way of soldiers in any direction."""
    return {"step": "march", "heading": heading, "inches": inches}


def ahead(heading: float, inches: float) -> dict[str, Any]:
    """A leg of a ship's course: the bow goes straight in a direction, and the hull follows."""
    return {"step": "ahead", "heading": heading, "inches": inches}


def astern(inches: float) -> dict[str, Any]:
    """A first leg straight back."""
    return {"step": "astern", "inches": inches}


def area(kind: str, *corners: tuple[float, float], **more: Any) -> dict[str, Any]:
    """A piece of terrain by its corners; `treasures`, `direction` and `strength` may be stated where they apply."""
    return {"kind": kind, "points": [list(corner) for corner in corners], **more}


class UnknownName(KeyError, ValueError):
    """A name that nothing on the table, or no question of the game, has. It says which there are."""

    def __str__(self) -> str:
        return str(self.args[0])


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
        if kind not in self.answers:
            sentence = f"No answer is called {kind[:60]!r}; {known_names(kind, self.answers)}"
            return Result(invalid("unknown_answer", sentence))
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
        """Order a unit to move; a ship sails."""
        if "move" not in self.answers:
            return self.sail(name, *steps)
        return self.answer("move", unit=name, steps=self._own(name, steps))

    def sail(self, name: str, *legs: Mapping[str, Any], dice: Dice | None = None, **more: Any) -> Result:
        """Order a ship to sail; `ram` may name a target and a heading."""
        return self.answer("sail", unit=name, legs=self._own(name, legs), dice=dice, **more)

    def volley(self, *shots: tuple[str, int], dice: Dice | None = None) -> Result:
        """Declare targets with their dice for the unit that has just sailed."""
        declared = [{"target": target, "dice": count} for target, count in shots]
        return self.answer("fire", shots=declared, dice=dice)

    def end_movement(self) -> Result:
        """End the Movement Phase."""
        return self.answer("end_movement")

    def fire(self, plan: Mapping[str, str], dice: Dice | None = None) -> Result:
        """Declare and resolve a fire plan; a pending Movement Phase is ended first. A refused plan changes nothing."""
        before, told = self.state, len(self.events)
        while (finish := self._end_of_moving()) is not None:
            ended = self.send(to_builtins(finish.answer))
            if not ended.accepted:
                self.state = before
                return ended
        shots = [{"unit": shooter, "target": target} for shooter, target in plan.items()]
        result = self.answer("declare", shots=shots, dice=dice)
        if not result.accepted:
            self.state = before
            del self.events[told:]
        return result

    def _end_of_moving(self) -> Choice | None:
        """What ends the moving that is asked for now; None: nothing is to be moved."""
        offer = self.decision.ask(self.state).offer if self.decision is not None else None
        return offer.finish if isinstance(offer, Path) else None

    def ask(self, query: str, *about: Any) -> Any:
        """Ask the game a question about this table by name, such as `line_of_sight` or `odds`."""
        queries = self.match.game.queries
        if query not in queries:
            raise UnknownName(f"{self.match.game.id} knows no question {query!r}; {known_names(query, queries)}")
        try:
            return queries[query](self.state, *about)
        except KeyError as error:
            name = error.args[0] if error.args else None
            if not isinstance(name, str) or name in self.state.units or name in self.state.tokens:
                raise
            raise self._nobody(name) from error

    def __getattr__(self, query: str) -> Any:
        queries = self.match.game.queries
        if query not in queries:
            raise AttributeError(f"{self.match.game.id} knows no question {query!r}; {known_names(query, queries)}")
        return lambda *about: self.ask(query, *about)

    def path(self, name: str, *steps: Mapping[str, Any]) -> Any:
        """An order worked out without giving it."""
        return self.ask("path", name, self._own(name, steps))

    def cost(self, name: str, *steps: Mapping[str, Any]) -> Any:
        """What an order would cost, or a refusal."""
        return self.ask("cost", name, self._own(name, steps))

    def end(self, name: str, *steps: Mapping[str, Any]) -> Any:
        """Where an order would end: x, y and heading."""
        return self.ask("end", name, self._own(name, steps))

    def _own(self, name: str, steps: Iterable[Mapping[str, Any]]) -> list[Any]:
        """An order in this game's own steps: `forward`, `reverse` and `pivot` are said alike in all of them."""
        known = "own_steps" in self.match.game.queries and name in self.state.units
        return self.ask("own_steps", name, list(steps)) if known else list(steps)

    def _nobody(self, name: str) -> UnknownName:
        there = known_names(name, (*self.state.units, *self.state.tokens))
        return UnknownName(f"there is no {name[:60]!r} on this table; {there}")

    @property
    def answers(self) -> tuple[str, ...]:
        """The names of all answers of the game, and of what may be said at any time."""
        kinds = (*self.match.game.answers, *get_args(AnyAside))
        return tuple(str(kind.__struct_config__.tag) for kind in kinds)

    def unit(self, name: str) -> Unit:
        """A unit as it is now."""
        if name not in self.state.units:
            raise self._nobody(name)
        return self.state.units[name]

    def pose(self, name: str) -> tuple[float, float, float]:
        """Where a unit stands: x, y and heading."""
        pose = self.unit(name).pose
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
    def question(self) -> Asked:
        """The pending question as its seat gets it, worked out from what that seat sees."""
        decision = self.state.decision
        assert decision is not None, "nobody is asked"
        return decision.ask(imagine(view(self.state, decision.seat), self.match))

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
    anyhow: bool = False,
    **position: Any,
) -> Position:
    """A match that stands in a position: units, terrain, and words such as seat, phase, round, size.

    Raises ValueError with a sentence when the game does not accept the position, or when it could not come about:
    things that overlap or are off the table, marks nobody knows, what belongs to a rule that is switched off.
    `anyhow` lays such a table all the same, to look at one rule alone.
    """
    laid = {"units": [dict(each) for each in units], "terrain": [dict(each) for each in terrain], **position}
    setup = Setup(game, "", dict(options or {}), position=laid)
    if not anyhow:
        _must_be_possible(_new_match(setup))
    return start(setup, dice)


def _must_be_possible(match: Match) -> None:
    look = match.game.queries.get("table_fault")
    fault = look(match.game.first_state(match)) if look is not None else ""
    if fault:
        raise ValueError(f"This table is impossible: {fault}" + ("" if fault.endswith((".", "?")) else "."))


def start(setup: Setup, dice: Dice | None = None) -> Position:
    """A match from its set-up, played to its first question."""
    match = _new_match(setup)
    return Position(match, begin(match, ForcedDice(()) if dice is None else dice))


def _new_match(setup: Setup) -> Match:
    game = find_game(setup.game)
    if game is None:
        raise ValueError(f"there is no game {setup.game!r}; {known_names(setup.game, GAME_IDS)}")
    match = game.new_match(setup)
    if isinstance(match, Refusal):
        raise ValueError(str(match))
    return match
