"""Objective: the last side standing, other goals, and games that cannot end."""

from __future__ import annotations

from collections.abc import Iterable

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import kernel
from .battlefield import acts, anybody_armed, base_of, living, living_sides, match_of, side_of
from .measures import measures

DESTROY_TARGET, HOLD_MARKER, PROTECT = "destroy_target", "hold_marker", "protect"
# A loss in this round is noted as a count below 0, so that the round itself is not counted.
_LOSS = -1


def _end(t: Table, winners: Iterable[int], reason: str, clause: str) -> None:
    t.emit(happened.GameEnded(winners=t.match.seats_of(winners), reason=reason, clause=clause))


def _draw(t: Table, between: Iterable[int], reason: str, clause: str) -> None:
    """A draw: nobody wins, and the scores say between whom it is."""
    drawn = t.match.seats_of(between)
    scores = tuple(int(seat in drawn) for seat in range(t.match.seats))
    t.emit(happened.GameEnded(winners=(), reason=reason, scores=scores, clause=clause))


def lost_targets(state: State) -> list[str]:
    """Named targets and resources that are destroyed."""
    match = match_of(state)
    if match.options.victory not in (DESTROY_TARGET, PROTECT):
        return []
    return [each for each in match.objective.targets if not state.units[each].alive]


@rule("bm.objective.default", "bm.objective.alternative", "bm.team.sides")
def end_if_decided(t: Table, fallen: Iterable[str]) -> None:
    """After an event is fully resolved: a lost target, one side left, or none. `fallen` died in this event."""
    alive = living_sides(t)
    sides = {side_of(t, t.units[each]) for each in fallen}
    for target in lost_targets(t):
        others = alive - {side_of(t, t.units[target])}
        if others:
            _end(t, others, "target_destroyed", "bm.objective.alternative")
        else:
            _draw(t, sides, "all_destroyed", "bm.objective.alternative")
        return
    if len(alive) == 1:
        _end(t, alive, "elimination", "bm.objective.default")
    elif not alive:
        _draw(t, sides, "all_destroyed", "bm.objective.default")


@rule("bm.objective.alternative")
def sides_at_marker(state: State) -> set[int]:
    """The sides that have a base within 1 Brick of the marker."""
    marker, numbers = match_of(state).objective.marker, measures()
    assert marker is not None
    reach = numbers.marker_reach + numbers.tolerance_bricks
    near = (unit for unit in living(state) if acts(state, unit))
    return {side_of(state, unit) for unit in near if kernel.point_distance(base_of(state, unit), *marker) <= reach}


@rule("bm.objective.alternative")
def count_marker(t: Table) -> None:
    """A side alone at the marker at the end of 3 rounds in a row wins; two sides near it reset the count of both."""
    near = sides_at_marker(t)
    holder = near.pop() if len(near) == 1 else -1
    before = int(t.facts.get("held_by", -1))
    rounds = 0 if holder < 0 else int(t.facts.get("held_rounds", 0)) + 1 if holder == before else 1
    for name, value in (("held_by", holder), ("held_rounds", rounds)):
        if t.facts.get(name) != value:
            t.emit(happened.FactChanged(name=name, value=value, clause="bm.objective.alternative"))
    if rounds >= measures().marker_rounds:
        _end(t, (holder,), "objective", "bm.objective.alternative")


@rule("bm.objective.alternative")
def resource_survived(t: Table) -> None:
    """The defender wins when the resource still stands at the end of the last round agreed."""
    match = match_of(t)
    if int(t.facts["round"]) >= match.options.protect_rounds:
        owner = side_of(t, t.units[match.objective.targets[0]])
        _end(t, (owner,), "resource_kept", "bm.objective.alternative")


@rule("bm.objective.alternative")
def only_waits(state: State, side: int) -> bool:
    """Whether a side wins if nothing changes: it holds the marker, or the resource is its own and still stands."""
    match = match_of(state)
    if match.options.victory == HOLD_MARKER:
        return bool(state.facts.get("held_rounds")) and state.facts.get("held_by") == side
    return match.options.victory == PROTECT and side_of(state, state.units[match.objective.targets[0]]) == side


@rule("bm.objective.stalemate")
def note_loss(t: Table) -> None:
    """An Armor Point was lost: the count of rounds without a loss starts anew."""
    if t.facts.get("quiet_rounds", 0) != _LOSS:
        t.emit(happened.FactChanged(name="quiet_rounds", value=_LOSS, clause="bm.objective.stalemate"))


@rule("bm.objective.stalemate")
def count_quiet_rounds(t: Table) -> None:
    """Too many rounds without a loss, or nobody who could ever attack again: a draw between all living sides."""
    quiet = int(t.facts.get("quiet_rounds", 0)) + 1
    t.emit(happened.FactChanged(name="quiet_rounds", value=quiet, clause="bm.objective.stalemate"))
    limit = match_of(t).options.stalemate_rounds
    if limit and quiet >= limit:
        _draw(t, living_sides(t), "stalemate", "bm.objective.stalemate")
    elif not anybody_armed(t):
        _draw(t, living_sides(t), "harmless", "bm.objective.stalemate")


@rule("bm.objective.alternative", "bm.objective.stalemate")
def end_round(t: Table) -> None:
    """At the end of a round: the marker, the resource, then games that cannot end."""
    victory = match_of(t).options.victory
    if victory == HOLD_MARKER:
        count_marker(t)
    elif victory == PROTECT:
        resource_survived(t)
    if t.outcome is None:
        count_quiet_rounds(t)
