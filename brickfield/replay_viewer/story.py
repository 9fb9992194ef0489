"""A checked replay told as a story: what stands on the table, and beat by beat what changes and what is said.

A beat is what a viewer shows at once: one leg of a move, the targets of a turn, a shot with its dice and its effect.
The boards between two inputs come from the engine's own writer of events, so the picture is what the rules made of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, field

from brickfield.core import events as happened
from brickfield.core.apply import apply
from brickfield.core.board import Token, Unit
from brickfield.core.clauses import read_ledger
from brickfield.core.events import Event, snake
from brickfield.core.match import Match
from brickfield.core.modifiers import Tally
from brickfield.core.replay import Entry, Replayed
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN
from brickfield.speech.sentences import Names, dice_words, reason_word, sentence, shot_words, step_words

# Pixels are never finer than this many decimals of the game's ruler.
_DECIMALS = 4
_PLACING = (happened.TokenPlaced,)
_AIMING = (happened.TargetDeclared, happened.DeclarationsLocked)
# what only completes the picture before it
_FOLLOWING = (
    happened.StepRefused,
    happened.UnitDestroyed,
    happened.TokenMarked,
    happened.TokenRemoved,
    happened.FactChanged,
)
_OPENING = (happened.RoundStarted, happened.TurnStarted, happened.PhaseStarted, happened.PhaseSkipped)
# What the picture itself shows, or what only keeps the books.
_QUIET = (
    happened.MarksCleared,
    happened.TurnEnded,
    happened.RoundEnded,
    happened.DeclarationsLocked,
    happened.UnitMarked,
)
_QUIET_FACTS = ("quiet_rounds",)


class Line(Struct, frozen=True, omit_defaults=True):
    """A sentence of the log, the clause behind it, and what it is about."""

    text: str
    clause: str = ""
    kind: str = ""
    about: tuple[str, ...] = ()
    tallies: tuple[dict[str, Any], ...] = ()


class Beat(Struct, omit_defaults=True):
    """One picture: only what has changed since the one before."""

    input: int
    seat: int
    round: int = 0
    active: int = -1
    phase: str = ""
    scores: list[int] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    units: dict[str, list[Any]] = field(default_factory=dict)
    put: list[str] = field(default_factory=list)
    off: list[str] = field(default_factory=list)
    markers: dict[str, int] = field(default_factory=dict)
    dice: list[dict[str, Any]] = field(default_factory=list)
    aims: list[list[str]] = field(default_factory=list)
    shot: dict[str, Any] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)


class Storyteller:
    """Goes through the inputs of a replay and cuts what happened into beats."""

    def __init__(self, replayed: Replayed) -> None:
        self.match: Match = replayed.match
        self.beats: list[Beat] = []
        self.tokens: dict[str, dict[str, Any]] = {}
        self.clauses: set[str] = set()
        self._board: State = self.match.game.first_state(self.match).clone()
        for token in self._board.tokens.values():
            self._learn(token)
        opening = Beat(0, -1, put=list(self.tokens))
        opening.units = {unit.id: _stand(unit) for unit in self._board.units.values()}
        opening.markers = {id_: t.marks["hm"] for id_, t in self._board.tokens.items() if t.marks.get("hm")}
        self._close(opening)
        for index, entry in enumerate(replayed.entries):
            self._tell(index, entry)

    def _tell(self, index: int, entry: Entry) -> None:
        beat = Beat(index, entry.seat)
        for event in entry.events:
            if beat.events and _opens_beat(event, beat):
                self._close(beat)
                beat = Beat(index, entry.seat)
            self._take(event, beat)
        if beat.events:
            self._close(beat)

    def _close(self, beat: Beat) -> None:
        """Finish a beat; one without words or changes is no picture of its own and lends its place to the next."""
        facts = self._board.facts
        beat.round, beat.phase = int(facts.get("round", 0)), str(facts.get("phase", ""))
        beat.active = int(facts.get("active", -1))
        beat.scores = [int(facts.get(f"score{seat}", 0)) for seat in range(self.match.seats)]
        if not self.beats or beat.lines or beat.units or beat.put or beat.off:
            self.beats.append(beat)

    def _take(self, event: Event, beat: Beat) -> None:
        # words first: a piece that is about to leave the table still has its name
        text = _words(event, self._board, beat)
        if isinstance(event, happened.TokenPlaced):
            self._learn(event.token)
        apply(self._board, event)
        beat.events.append(snake(type(event).__name__))
        self._note_change(event, beat)
        if text:
            if isinstance(event, happened.ShotResolved):
                beat.lines = [line for line in beat.lines if line.kind != "dice_rolled"]
            beat.lines.append(_line(event, text))
            self.clauses.update(_clauses_of(beat.lines[-1]))

    def _learn(self, token: Token) -> None:
        x, y = token.pose.place
        self.tokens[token.id] = {
            "kind": token.kind,
            "group": token.group,
            "x": round(x, _DECIMALS),
            "y": round(y, _DECIMALS),
            "heading": round(token.pose.degrees, _DECIMALS),
            "length": round(token.length / GRAIN, _DECIMALS),
            "width": round(token.width / GRAIN, _DECIMALS),
        }

    def _note_change(self, event: Event, beat: Beat) -> None:
        match event:
            case happened.TokenPlaced(token=token):
                beat.put.append(token.id)
                if token.marks.get("hm"):
                    beat.markers[token.id] = token.marks["hm"]
            case happened.TokenMarked(token=token_id, mark="hm", value=value):
                beat.markers[token_id] = value
            case happened.TokenRemoved(token=token_id):
                beat.off.append(token_id)
            case happened.DiceRolled(label=label, seat=seat, faces=faces):
                beat.dice.append({"label": label, "seat": seat, "faces": list(faces)})
            case happened.TargetDeclared(unit=unit, target=target):
                beat.aims.append([unit, target])
            case happened.ShotResolved() | happened.ShotVoided():
                beat.shot = _shot(event)
        changed = getattr(event, "unit", None)
        if isinstance(changed, str) and changed in self._board.units:
            beat.units[changed] = _stand(self._board.units[changed])


def _opens_beat(event: Event, beat: Beat) -> bool:
    """Whether this event is shown in a picture of its own, apart from what came before it."""
    last = beat.events[-1]
    if isinstance(event, _PLACING):
        return beat.seat >= 0 and not beat.put
    if isinstance(event, _AIMING):
        return not beat.aims
    if isinstance(event, happened.DiceRolled):
        return last != "dice_rolled"
    if isinstance(event, happened.ShotResolved):
        return not beat.dice or bool(beat.shot)
    if isinstance(event, _FOLLOWING):
        return False
    if isinstance(event, _OPENING):
        return last not in _snakes(_OPENING)
    return True


def _words(event: Event, before: State, beat: Beat) -> str:
    """The sentence of an event, shorter where the picture shows the rest; empty for bookkeeping."""
    names = Names(before)
    match event:
        case happened.FactChanged(name=name) if name in _QUIET_FACTS:
            return ""
        case happened.PhaseStarted() if beat.seat >= 0:
            return ""
        case happened.TokenPlaced() if beat.seat < 0:
            return ""
        case happened.UnitPlaced(unit=unit):
            return f"{names.thing(unit)} takes its place."
        case happened.UnitMoved(unit=unit):
            return f"{names.thing(unit)} {step_words(event, names)}."
        case happened.ShotResolved(rolled=rolled):
            return shot_words(event, names, dice_words(tuple(beat.dice[-1]["faces"])) if beat.dice else str(rolled))
    if isinstance(event, _QUIET):
        return ""
    return sentence(event, before).removesuffix(f" [{event.clause}]")


def _snakes(kinds: Iterable[type[Event]]) -> set[str]:
    return {snake(kind.__name__) for kind in kinds}


def _stand(unit: Unit) -> list[Any]:
    """Where a unit stands and how: x, y, heading, status; without a place only the status counts."""
    if unit.pose is None:
        return [None, None, None, unit.status]
    x, y = unit.pose.place
    return [round(x, _DECIMALS), round(y, _DECIMALS), round(unit.pose.degrees, _DECIMALS), unit.status]


def _shot(event: happened.ShotResolved | happened.ShotVoided) -> dict[str, Any]:
    if isinstance(event, happened.ShotVoided):
        return {"unit": event.unit, "target": event.target, "result": "void"}
    return {
        "unit": event.unit,
        "target": event.target,
        "result": "hit" if event.hit else "miss",
        "needed": event.needed,
        "rolled": event.rolled,
    }


def _line(event: Event, text: str) -> Line:
    about = tuple(
        value for name in ("unit", "target", "token") if isinstance(value := getattr(event, name, None), str) and value
    )
    tallies: tuple[dict[str, Any], ...] = ()
    if isinstance(event, happened.ShotResolved):
        tallies = tuple(_tally(tally) for tally in event.tallies)
    return Line(text, event.clause, snake(type(event).__name__), about, tallies)


def _tally(tally: Tally) -> dict[str, Any]:
    """A number and where it comes from, line by line."""
    lines = [{"value": row.value, "reason": row.reason, "clause": row.clause, "counts": row.counts}
             for row in tally.lines()]  # fmt: skip
    return {"of": tally.of.replace("_", " "), "total": tally.total, "lines": lines}


def _clauses_of(line: Line) -> Iterable[str]:
    yield line.clause
    for tally in line.tallies:
        yield from (row["clause"] for row in tally["lines"])


def tell(replayed: Replayed) -> dict[str, Any]:
    """The whole story as plain data, ready to be written as JSON."""
    teller = Storyteller(replayed)
    match = teller.match
    final: State = replayed.states[-1]
    scenario = getattr(match, "scenario", None)
    return {
        "title": str(getattr(scenario, "title", "") or match.setup.scenario),
        "goal": str(getattr(scenario, "goal", "")),
        "game": match.game.title,
        "rules": match.game.rules_version,
        "ruler": match.game.ruler,
        "table": [match.width, match.height],
        "area": _area(getattr(scenario, "objective", None)),
        "seats": [{"name": match.seat_name(seat), "side": _side(match, seat)} for seat in range(match.seats)],
        "units": {unit.id: _card(match, unit) for unit in final.units.values()},
        "tokens": teller.tokens,
        "beats": teller.beats,
        "clauses": _ledger(match, teller.clauses),
        "end": _end(final),
        "inputs": len(replayed.entries),
        "digest": final.digest(),
    }


def _area(objective: Any) -> list[float] | None:
    """The ground a scenario is fought for, if there is any: centre and size."""
    if not hasattr(objective, "length"):
        return None
    return [objective.x, objective.y, objective.length, objective.width]


def _side(match: Match, seat: int) -> str:
    """What a seat's force is called, if the scenario says so."""
    force = getattr(getattr(match, "scenario", None), "force", ())
    return str(force[seat].side) if seat < len(force) and not match.setup.armies else ""


def _card(match: Match, unit: Unit) -> dict[str, Any]:
    card: Any = match.cards.get(unit.id)
    # square bases have one side, hulls a length and a width
    side = getattr(card, "base_side", 1.0)
    return {
        "seat": unit.seat,
        "name": getattr(card, "name", unit.card),
        "length": getattr(card, "length_inches", side),
        "width": getattr(card, "width_inches", side),
        "mount": getattr(card, "mount", "turret"),
        "numbers": getattr(card, "quick_reference", ""),
    }


def _ledger(match: Match, cited: set[str]) -> dict[str, list[str]]:
    """The clauses the story cites: text and ruling."""
    ledger = read_ledger(match.game.ledger)
    return {id_: [ledger[id_].text, ledger[id_].ruling] for id_ in sorted(cited) if id_ in ledger}


def _end(final: State) -> dict[str, Any] | None:
    outcome = final.outcome
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "reason": reason_word(outcome.reason, final.match),
        "clause": outcome.clause,
        "scores": list(outcome.scores),
    }
