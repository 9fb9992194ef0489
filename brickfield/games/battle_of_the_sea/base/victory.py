"""Winning: to the last drop of blood, or as a scenario says; and the tally of a battle that does not end by itself."""

from __future__ import annotations

from typing import NamedTuple

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, WAITING, Unit
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.core.table import Table
from .ship_card import FIREPOWER, SPEED, points_left
from .waters import sea_of


class Ending(NamedTuple):
    """How a battle is over: who has won, why, by which clause, and what the seats have come to."""

    winners: tuple[int, ...]
    reason: str
    clause: str
    scores: tuple[int, ...]


@rule("sea.game.units_count")
def counts(unit: Unit) -> bool:
    """Whether a unit keeps its player in the game: ships, fleet monsters and forts, until they sink."""
    return unit.seat >= 0 and unit.status in (ALIVE, WAITING)


@kept
@rule("sea.game.more_players", "sea.game.units_count")
def afloat(state: State) -> tuple[int, ...]:
    """The seats that still have units, in order."""
    return tuple(sorted({unit.seat for unit in state.units.values() if counts(unit)}))


@rule("sea.game.stalemate")
def tally(state: State) -> tuple[int, ...]:
    """The points of each seat: all markers left on its cards."""
    points = [0] * state.match.seats
    for unit in state.units.values():
        if counts(unit):
            points[unit.seat] += points_left(unit)
    return tuple(points)


@rule("sea.game.teams", "sea.game.stalemate")
def side_points(state: State, points: tuple[int, ...]) -> dict[int, int]:
    """The points of each side: allied seats add theirs up."""
    match = sea_of(state)
    sums: dict[int, int] = {}
    for seat, each in enumerate(points):
        sums[match.side(seat)] = sums.get(match.side(seat), 0) + each
    return sums


@rule("sea.game.stalemate", "sea.game.max_rounds")
def ending_by_tally(state: State, reason: str, clause: str) -> Ending:
    """The most points left win; equal leaders draw, and the scores say who they are."""
    points = tally(state)
    sums = side_points(state, points)
    leaders = {side for side, each in sums.items() if each == max(sums.values())}
    winners = state.match.seats_of(leaders) if len(leaders) == 1 else ()
    return Ending(winners, reason, clause, points)


@Question
@rule("sea.game.win", "sea.game.all_gone", "sea.game.teams", "sea.scenario.basic", "sea.game.more_players")
def ending(state: State) -> Ending | None:
    """Since somebody has lost the last unit only one side is left, or nobody is."""
    now, before = afloat(state), str(state.facts.get("afloat", ""))
    if "".join(map(str, now)) == before:
        return None
    sides = {sea_of(state).side(seat) for seat in now}
    if len(sides) > 1:
        return None
    if sides:
        return Ending(state.match.seats_of(sides), "last_afloat", "sea.game.win", tally(state))
    drawn = tuple(int(str(seat) in before) for seat in range(state.match.seats))
    return Ending((), "all_gone", "sea.game.all_gone", drawn)


@Question
@rule("sea.game.max_rounds")
def ending_by_time(state: State) -> Ending:
    """The last round is over."""
    return ending_by_tally(state, "last_round", "sea.game.max_rounds")


@Question
@rule("sea.game.stalemate")
def ending_by_stalemate(state: State, quiet: int) -> Ending | None:
    """Too many rounds without a hit, or nothing can happen any more."""
    most = state.match.options.stalemate_rounds
    if (most and quiet >= most) or nothing_can_happen(state):
        return ending_by_tally(state, "stalemate", "sea.game.stalemate")
    return None


@Question
def ending_by_resigning(state: State, seat: int) -> Ending | None:
    """How a battle ends at once because somebody resigns, whatever others have left."""
    return None


def _end(t: Table, found: Ending | None) -> bool:
    if found is None:
        return False
    t.emit(happened.GameEnded(winners=found.winners, reason=found.reason, clause=found.clause, scores=found.scores))
    return True


@rule("sea.game.win", "sea.game.more_players")
def end_if_decided(t: Table) -> bool:
    """Tested after each settled event."""
    found, still = ending(t), "".join(map(str, afloat(t)))
    if still != str(t.facts.get("afloat", "")):
        t.emit(happened.FactChanged(name="afloat", value=still, clause="sea.game.more_players"))
    return _end(t, found)


@Question
def may_recover(state: State, seats: tuple[int, ...]) -> bool:
    """Whether what these seats have lost may come back."""
    return False


@rule("sea.game.stalemate")
def nothing_can_happen(state: State) -> bool:
    """No unit of any side can shoot or move, and nobody can be mended."""
    fleet = [unit for unit in state.units.values() if counts(unit)]
    if any(unit.marks.get(FIREPOWER) or unit.marks.get(SPEED) for unit in fleet):
        return False
    return not may_recover(state, afloat(state))


@rule("sea.firepower.zero", "sea.damage.speed0", "sea.port.repair")
def can_do_nothing(state: State, side: int) -> bool:
    """Whether all units of a side are hulks, without guns and sails, and none can be mended."""
    match = sea_of(state)
    fleet = [unit for unit in state.units.values() if counts(unit) and match.side(unit.seat) == side]
    if any(unit.status == WAITING or unit.marks.get(FIREPOWER) or unit.marks.get(SPEED) for unit in fleet):
        return False
    return bool(fleet) and not may_recover(state, match.seats_of({side}))


@rule("sea.game.stalemate", "sea.game.max_rounds")
def end_round(t: Table, number: int) -> bool:
    """The victory check of a round's end: last rounds first, then quiet rounds."""
    last = sea_of(t).last_round
    if last and number >= last:
        return _end(t, ending_by_time(t))
    return _end(t, ending_by_stalemate(t, number - int(t.facts.get("last_hit", 0))))


@rule("sea.game.units_count")
def resign(t: Table, seat: int) -> None:
    """A player who resigns loses all his units at once; the others play on."""
    for unit in list(t.units.values()):
        if unit.seat == seat and counts(unit):
            t.emit(happened.UnitDestroyed(unit=unit.id, leaves_wreck=False, clause="sea.game.units_count"))
    found = ending_by_resigning(t, seat)
    if end_if_decided(t) if found is None else _end(t, found):
        t.frames.clear()
        t.pending = None
    elif seat in t.asked():
        t.pending = None
        while not t.frames[-1].still_stands(t):
            t.frames.pop()
        t.run()
