"""What an order to move will meet before it is given: where on the way holds and reactive fire open, and for whom.

The move itself is asked, with the frame that would play it and the watch that would stop it
(base/reactions/interrupts.py): so the marks of a preview are the places at which the enemy is then really asked.
"""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.previews import Danger
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from ..base.battlefield import describe
from ..base.close_combat.close_combat import outlook
from ..base.moving.arrival import use_corner
from ..base.moving.moving import Moving, moving
from ..base.moving.paths import Move
from ..base.reactions.interrupts import FIRE, MOVES, Watch, WatchedMove, placed_at
from ..base.reactions.reaction_offers import reactive_aim
from ..base.reactions.reactive_movement import Pursue, ReactiveMovement
from ..chapters.commandos.commandos import Dash, HalfMove, MoveAndFire
from ..chapters.holds.holds import Hold, hold_of
from ..chapters.holds.responding import Respond
from ..chapters.vehicles.vehicle_moves import Drive, Driving, driving
from .prospects import best_shot

ROAD = "ba.roadkill"


def as_walked(order: Any) -> Any:
    """An order of a squad as the plain way it is: a commando's half or long move goes in formation."""
    return Move(order.unit, order.steps) if isinstance(order, Dash | HalfMove | MoveAndFire) else order


def frame_of(state: State, order: Any) -> WatchedMove:
    """The frame that would play an order to move, as the question that is open takes it."""
    interrupt, decision = isinstance(state.decision, Respond), state.decision
    if isinstance(decision, Pursue):
        interrupt = any(isinstance(each, ReactiveMovement) and each.interrupt for each in state.frames)
    counted = not interrupt and not isinstance(decision, Pursue)
    if isinstance(order, Drive):
        return driving(state, order, interrupt=interrupt, counted=counted)
    return moving(state, as_walked(order), interrupt=interrupt, counted=counted)


@rule("ba.reactive.trigger_open", "ba.reactive.trigger_cover", "ba.hold.immediate", "ba.hold.no_chain", "ba.roadkill")
def met_on_the_way(state: State, move: WatchedMove) -> tuple[Danger, ...]:
    """Everybody who may act on a move, each at the first place where he may, if nobody does before him."""
    t = Table(state)
    if not move.is_watched(t):
        return ()
    move.last = move.places(t) - 1
    watch, found, place = Watch(t, move), list[Danger](), 0
    while place <= move.last:
        place = watch.next_place(place)
        found += _run_down(t, move, place)
        keys = [] if move.interrupt else watch.met(place)
        move.counted_to = place
        there = placed_at(t, t.units[move.unit], move.models_at(t, place)) if keys else t
        for key in keys:
            if key not in move.asked and t.match.game.windows[MOVES](there, (move.unit, key)):
                found.append(_danger(there, move, place, key))
        move.asked = (*move.asked, *[key for key in keys if key not in move.asked])
        place += 1
    return tuple(found)


def _gone(move: WatchedMove, place: int) -> float:
    """How far the unit has come at a place."""
    if isinstance(move, Driving):
        return move.gone(place)
    return move.length * move.share(place) if isinstance(move, Moving) else 0.0


def _lead(state: State, move: WatchedMove, place: int) -> Pose:
    """Where the vehicle, or the first mini of a squad, is at a place."""
    models, unit = move.models_at(state, place), state.units[move.unit]  # type: ignore[arg-type]
    first = next(iter(unit.standing), None)
    pose = models.get(first.id if first is not None else "", first.pose if first is not None else unit.pose)
    assert pose is not None
    return pose


def _run_down(t: Table, move: WatchedMove, place: int) -> list[Danger]:
    """The infantry that a vehicle comes to at a place, unit by unit: each saves, and none of it stops the vehicle."""
    found = []
    while (struck := move.runs_into(t, place)) is not None:
        name, count = struck.unit, len(struck.minis)  # type: ignore[attr-defined]
        text = f"runs over {count} of {describe(t, name)}: each saves"
        found.append(Danger(name, "contact", _lead(t, move, place), _gone(move, place), text, "run over", ROAD))
    return found


def _danger(there: State, move: WatchedMove, place: int, key: str) -> Danger:
    """One who may act, with the table as it is at that place."""
    kind, name = key.split(" ")
    unit, mover = there.units[name], there.units[move.unit]
    pose, gone, who = _lead(there, move, place), _gone(move, place), describe(there, name)
    if kind == FIRE:
        shot = reactive_aim(there, unit, mover)
        text = f"{who} may fire: one die"
        return Danger(name, "reaction", pose, gone, text, "may fire", "ba.reactive.dice", shot.odds, shot.dice)
    hold = hold_of(there, name)
    assert hold is not None
    words, odds, dice = _held(there, hold, unit, mover)
    text, clause = f"{who} may use its hold: {words}", "ba.hold.immediate"
    return Danger(name, "hold", pose, gone, text, "hold", clause, odds, dice)


@rule("ba.hold.response", "ba.hold.full")
def _held(there: State, hold: Hold, unit: Unit, mover: Unit) -> tuple[str, float, int]:
    """What a hold may do, in words, with the odds and dice of a full attack."""
    if hold.response == "attack":
        shot = best_shot(there, unit, mover)
        return "a full attack", shot[1].odds if shot is not None else 0.0, shot[1].dice if shot is not None else 0
    if hold.response == "close_combat":
        return f"close combat, {outlook(unit, mover)}", 0.0, 0
    return hold.response.replace("_", " "), 0.0, 0


@rule("ba.geometry.path", "ba.cover.corner.declare")
def arrived(state: State, move: WatchedMove) -> State:
    """The table as it is when a move has ended and nobody has acted on it; a corner it comes to hides it wholly."""
    t = Table(state)
    move.last = move.places(t) - 1
    move.show(t, move.last, at_end=True)
    move.arrive(t)
    if isinstance(move, Moving):
        use_corner(t, t.units[move.unit], ())
    return t


@rule("ba.roadkill")
def unsure(move: WatchedMove) -> tuple[str, ...]:
    """Whom a vehicle runs over: where they are afterwards, if anywhere, is for their dice to say."""
    return move.met if isinstance(move, Driving) else ()
