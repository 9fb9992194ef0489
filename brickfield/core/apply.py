"""The one writer: how each event changes the board. Nothing else writes to units, tokens, facts or the outcome.

Units change with nearly every input, so a clone copies their dict and it is written in place. Tokens and facts change
rarely: their dicts are shared between clones and replaced when something is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, FLYING, GONE, JOINED, NO_MARKS, WAITING, WRECK, Marks, Model, Token, Unit
from brickfield.core.events import Event
from brickfield.core.state import Outcome, State

_Writer = Callable[[State, Any], None]


def apply(state: State, event: Event) -> None:
    """Write one event into a state that nobody else holds yet."""
    writer = WRITERS.get(type(event))
    if writer is not None:
        writer(state, event)


def _with_mark(marks: Marks, mark: str, value: int) -> Marks:
    changed = {**marks, mark: value}
    if not value:
        del changed[mark]
    return changed or NO_MARKS


def _write(state: State, fact: str, value: int | str) -> None:
    state.facts = {**state.facts, fact: value}
    if fact in state.match.chapter_facts:
        state.unit_cache = _in_their_places(state.unit_cache)


def _round_started(state: State, event: happened.RoundStarted) -> None:
    _write(state, "round", event.round)


def _turn_started(state: State, event: happened.TurnStarted) -> None:
    _write(state, "active", event.seat)


def _phase_started(state: State, event: happened.PhaseStarted) -> None:
    _write(state, "phase", event.phase)


def _fact_changed(state: State, event: happened.FactChanged) -> None:
    _write(state, event.name, event.value)


def _score_changed(state: State, event: happened.ScoreChanged) -> None:
    _write(state, f"score{event.seat}", event.score)


def _token_placed(state: State, event: happened.TokenPlaced) -> None:
    state.tokens = {**state.tokens, event.token.id: event.token}
    state.token_cache, state.unit_cache = {}, {}


def _token_marked(state: State, event: happened.TokenMarked) -> None:
    old = state.tokens[event.token]
    marks = _with_mark(old.marks, event.mark, event.value)
    size = old.length, old.width
    changed = Token(old.id, old.kind, old.pose, *size, old.group, old.seat, marks, old.outline, old.cut, old.round)
    state.tokens = {**state.tokens, old.id: changed}
    state.token_cache, state.unit_cache = {}, {}


def _token_removed(state: State, event: happened.TokenRemoved) -> None:
    state.tokens = {each: token for each, token in state.tokens.items() if each != event.token}
    state.token_cache, state.unit_cache = {}, {}


def _unit_placed(state: State, event: happened.UnitPlaced) -> None:
    old = state.units[event.unit]
    status = FLYING if event.aloft is True else ALIVE
    state.units[event.unit] = Unit(
        old.id, old.seat, old.card, status, event.pose, old.marks, old.figures, old.inside, old.level
    )
    state.unit_cache = {}


def _taken_off(state: State, event: happened.UnitLeft | happened.UnitTakenUp | happened.WreckRemoved) -> None:
    """A unit waits beside the table, and of a wreck nothing is left."""
    old, status = state.units[event.unit], GONE if isinstance(event, happened.WreckRemoved) else WAITING
    state.units[event.unit] = Unit(old.id, old.seat, old.card, status, None, old.marks, old.figures)
    state.unit_cache = {}


def _unit_held_back(state: State, event: happened.UnitHeldBack) -> None:
    old = state.units[event.unit]
    marks = _with_mark(old.marks, "reserve", 1)
    state.units[event.unit] = Unit(old.id, old.seat, old.card, WAITING, None, marks, old.figures)
    state.unit_cache = {}


def _unit_moved(state: State, event: happened.UnitMoved) -> None:
    old = state.units[event.unit]
    marks = old.marks if event.spent is None else _with_mark(old.marks, "spent", event.spent)
    state.units[event.unit] = Unit(
        old.id, old.seat, old.card, old.status, event.pose, marks, old.figures, old.inside, old.level
    )
    state.unit_cache = _after_move(state.unit_cache, event.unit)


def _after_move(derived: dict[Any, Any], unit: str) -> dict[Any, Any]:
    """What was worked out before is kept one step back, with the units that have moved since, so games can patch it."""
    moved = derived.get("moved", ())
    if len(derived) == 2 and moved:
        # nothing was worked out since the last move
        return derived if unit in moved else {"before": derived["before"], "moved": (*moved, unit)}
    before = derived.copy()
    if moved:
        del before["before"], before["moved"]
    return {"before": before, "moved": (unit,)}


def _in_their_places(derived: dict[Any, Any]) -> dict[Any, Any]:
    """What was worked out from places alone is kept, here or one step back: nothing has moved."""
    places = derived.get("places")
    if places is not None:
        return {"places": places}
    places = derived["before"].get("places") if "before" in derived else None
    return {"before": {"places": places}, "moved": derived["moved"]} if places is not None else {}


def _marked(old: Unit, marks: Marks) -> Unit:
    return Unit(old.id, old.seat, old.card, old.status, old.pose, marks, old.figures, old.inside, old.level)


def _unit_marked(state: State, event: happened.UnitMarked) -> None:
    old = state.units[event.unit]
    marks = _with_mark(old.marks, event.mark, event.value)
    state.units[event.unit] = _marked(old, marks)
    state.unit_cache = _in_their_places(state.unit_cache)


def _marks_cleared(state: State, event: happened.MarksCleared) -> None:
    for unit_id, old in state.units.items():
        if event.mark in old.marks:
            marks = _with_mark(old.marks, event.mark, 0)
            state.units[unit_id] = _marked(old, marks)
    state.unit_cache = _in_their_places(state.unit_cache)


def _unit_destroyed(state: State, event: happened.UnitDestroyed) -> None:
    old = state.units[event.unit]
    status, pose = (WRECK, old.pose) if event.leaves_wreck else (GONE, None)
    state.units[event.unit] = Unit(old.id, old.seat, old.card, status, pose, old.marks, old.figures)
    # a wreck lies where the unit stood, if that was on the ground
    stays = event.leaves_wreck and old.status == ALIVE and not old.inside
    state.unit_cache = _in_their_places(state.unit_cache) if stays else {}


def _with_figures(state: State, unit_id: str, figures: tuple[Model, ...], **changes: Any) -> None:
    """The unit with these figures; it stands where the first one that is alive stands."""
    old = state.units[unit_id]
    first = next((figure for figure in figures if figure.status == ALIVE), None)
    pose = first.pose if first is not None else old.pose
    state.units[unit_id] = replace(old, figures=figures, pose=pose, **changes)
    state.unit_cache = {}


def _figures_placed(state: State, event: happened.FiguresPlaced) -> None:
    _with_figures(state, event.unit, event.figures, status=ALIVE)


def _figures_moved(state: State, event: happened.FiguresMoved) -> None:
    old, poses = state.units[event.unit], dict(event.poses)
    marks = old.marks if event.spent is None else _with_mark(old.marks, "spent", event.spent)
    moved = [replace(each, pose=poses[each.id]) if each.id in poses else each for each in old.squad]
    _with_figures(state, event.unit, tuple(moved), marks=marks)


def _figure_marked(state: State, event: happened.FigureMarked) -> None:
    _change_figures(
        state, event.unit, (event.figure,), lambda old: {"marks": _with_mark(old.marks, event.mark, event.value)}
    )


def _figure_card_changed(state: State, event: happened.FigureCardChanged) -> None:
    _change_figures(state, event.unit, (event.figure,), lambda old: {"card": event.card})


def _figure_lost(state: State, event: happened.FigureLost) -> None:
    change: dict[str, Any] = {"status": WRECK} if event.leaves_body else {"status": GONE, "pose": None}
    _change_figures(state, event.unit, (event.figure,), lambda old: change)


def _change_figures(state: State, unit: str, names: Iterable[str], change: Callable[[Model], dict[str, Any]]) -> None:
    squad = state.units[unit].squad
    _with_figures(state, unit, tuple([replace(each, **change(each)) if each.id in names else each for each in squad]))


def _figures_changed_unit(state: State, event: happened.FiguresChangedUnit) -> None:
    squad = state.units[event.unit].squad
    go = [each for each in squad if each.id in event.figures]
    _with_figures(state, event.unit, tuple([each for each in squad if each not in go]))
    _with_figures(state, event.into, (*state.units[event.into].squad, *go), status=ALIVE)


def _went_inside(state: State, event: happened.WentInside) -> None:
    if event.figures:
        _change_figures(state, event.unit, event.figures, lambda old: {"inside": event.thing, "level": event.level})
        return
    old = state.units[event.unit]
    pose = event.pose or old.pose
    state.units[event.unit] = replace(old, inside=event.thing or UNSET, level=event.level or UNSET, pose=pose)
    state.unit_cache = {}


def _unit_joined(state: State, event: happened.UnitJoined) -> None:
    old = state.units[event.unit]
    state.units[event.unit] = Unit(old.id, old.seat, old.card, GONE, None, {JOINED: 1}, old.figures)
    state.unit_cache = {}


def _unit_restored(state: State, event: happened.UnitRestored) -> None:
    state.units[event.unit] = replace(state.units[event.unit], status=ALIVE)
    state.unit_cache = {}


def _game_ended(state: State, event: happened.GameEnded) -> None:
    state.outcome = Outcome(event.winners, event.reason, event.clause, event.scores)


WRITERS: dict[type[Event], _Writer] = {
    happened.RoundStarted: _round_started,
    happened.TurnStarted: _turn_started,
    happened.PhaseStarted: _phase_started,
    happened.FactChanged: _fact_changed,
    happened.ScoreChanged: _score_changed,
    happened.TokenPlaced: _token_placed,
    happened.TokenMarked: _token_marked,
    happened.TokenRemoved: _token_removed,
    happened.UnitPlaced: _unit_placed,
    happened.UnitHeldBack: _unit_held_back,
    happened.UnitTakenUp: _taken_off,
    happened.UnitLeft: _taken_off,
    happened.UnitMoved: _unit_moved,
    happened.UnitMarked: _unit_marked,
    happened.MarksCleared: _marks_cleared,
    happened.UnitDestroyed: _unit_destroyed,
    happened.WreckRemoved: _taken_off,
    happened.FiguresPlaced: _figures_placed,
    happened.FiguresMoved: _figures_moved,
    happened.FigureMarked: _figure_marked,
    happened.FigureCardChanged: _figure_card_changed,
    happened.FigureLost: _figure_lost,
    happened.FiguresChangedUnit: _figures_changed_unit,
    happened.WentInside: _went_inside,
    happened.UnitJoined: _unit_joined,
    happened.UnitRestored: _unit_restored,
    happened.GameEnded: _game_ended,
}
