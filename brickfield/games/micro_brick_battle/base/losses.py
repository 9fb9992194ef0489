"""Losses: what a destroyed unit leaves behind, what an attack takes from a piece of terrain, section by section (hit
markers), and what goes down with a bridge."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, WRECK, Token, TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.questions import Moment, Question
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import point_in
from .battlefield import battle_of, describe, feature_of, is_target, swims, terrain, token_shape
from .grounds import under
from .measures import measures
from .winning import note_loss, note_losses, note_progress


@Moment
@rule("mbb.wreck.immovable")
def wreck_hit(t: Table, unit_id: UnitId) -> None:
    """A wreck is hit, to which nothing more can happen."""


@rule("mbb.wreck.side", "mbb.wreck.soft", "mbb.wreck.immovable", "mbb.geometry.destroyed_pose", "mbb.shoot.hit",
      "mbb.quick.wreck", "inf.eng.hit")  # fmt: skip
def destroy(t: Table, unit_id: str, by: str, others: tuple[UnitId, ...] = ()) -> None:
    """A destroyed unit lies on its side where it stood, for the rest of the battle, and victory is tested at once.

    A wreck that may be fired at lies there already.
    """
    if t.units[unit_id].status == WRECK and is_target(t, t.units[unit_id]):
        wreck_hit(t, unit_id)
        return
    clause = taken_away_by(t, t.units[unit_id])
    t.emit(
        happened.UnitDestroyed(
            unit=unit_id, by=by, leaves_wreck=not clause, others=others or UNSET, clause=clause or "mbb.wreck.side"
        )
    )
    note_progress(t)
    note_loss(t, unit_id, by)


@rule("mbb.win.elimination", "mbb.turn.sequence", "mbb.card.deck.draw")
def lose_together(t: Table, lost: Sequence[UnitId], seat: int, clause: str) -> None:
    """Units that one event destroys: all of them are gone before anybody asks who has won, so nobody may have."""
    for unit_id in lost:
        stays = not taken_away_by(t, t.units[unit_id])
        t.emit(happened.UnitDestroyed(unit=unit_id, leaves_wreck=stays, clause=clause))
    if lost:
        note_progress(t)
        note_losses(t, tuple(lost), "", seat)


@Question
@rule("mbb.wreck.side", "mbb.cmd.death")
def taken_away_by(state: State, unit: Unit) -> str:
    """The clause that takes a destroyed unit off the table; empty: it becomes a wreck, a commander's tank too."""
    return ""


# --- pieces of terrain -----------------------------------------------------------------------------------------------


@rule(
    "mbb.hm.shot",
    "mbb.hm.destroyed",
    "mbb.hm.open",
    "mbb.hm.one_piece",
    "mbb.hm.bomb5",
    "mbb.hm.missile3",
    "mbb.hm.mg1",
)
def take_markers(t: Table, token_id: TokenId, count: int, by: str, run: tuple[TokenId, ...] = (),
                 clause: str = "mbb.hm.shot") -> None:  # fmt: skip
    """Take so many markers from a piece, without a roll; the last one takes it off the table.

    What is left over goes on to other sections of the same feature: those of `run` (see `may_run`), or the nearest
    connected ones. Never onto another feature.
    """
    for section in run or connected_run(t, token_id, count):
        left = t.tokens[section].marks["hm"]
        taken = min(left, count)
        count -= taken
        if left > taken:
            t.emit(happened.TokenMarked(token=section, mark="hm", value=left - taken, clause=clause))
        else:
            remove_piece(t, section, by)
        if not count or t.outcome is not None:
            break
    if t.outcome is None:
        note_progress(t)
        piece_attacked(t, token_id, by)


@Moment
@rule("mbb.hm.shot")
def piece_attacked(t: Table, token_id: TokenId, by: str) -> None:
    """A piece has been attacked, and the battle goes on; it may stand no more."""


@Moment
@rule("mbb.hm.destroyed")
def piece_fallen(t: Table, token_id: TokenId, by: str) -> None:
    """A piece has left the table."""


@rule("mbb.hm.shot", "mbb.hm.bomb5", "mbb.hm.missile3", "mbb.hm.mg1")
def markers_taken(weapon: str) -> int:
    """How many markers an attack takes at most: a gun or machine guns one, a missile and a bomb more."""
    table = measures()
    air = {"bomb": table.bomb_markers, "missile": table.missile_markers, "machine_gun": table.machine_gun_markers}
    return air.get(weapon, 1)


@rule("mbb.hm.destroyed", "mbb.hm.bridge_down", "mbb.hm.bunker_down")
def remove_piece(t: Table, token_id: TokenId, by: str) -> None:
    """A piece without markers leaves the table, and what stood on it goes down with it. A gun in a bunker stays."""
    lost = lost_with(t, token_id)
    t.emit(happened.TokenRemoved(token=token_id, clause="mbb.hm.destroyed"))
    piece_fallen(t, token_id, by)
    go_down(t, lost, by)


@rule("mbb.hm.bridge_down", "mbb.win.elimination")
def go_down(t: Table, lost: list[Unit], by: str) -> None:
    """Units on a deck that is gone are destroyed together and leave no wreck; a wreck is only taken away."""
    if t.outcome is not None:
        return
    for unit in lost:
        if unit.status == WRECK:
            t.emit(happened.WreckRemoved(unit=unit.id, clause="mbb.hm.bridge_down"))
        else:
            t.emit(happened.UnitDestroyed(unit=unit.id, by=by, leaves_wreck=False, clause="mbb.hm.bridge_down"))
    living = tuple(unit.id for unit in lost if unit.status != WRECK)
    if living:
        note_losses(t, living, by)


@rule("mbb.hm.bridge_down")
def lost_with(state: State, token_id: TokenId) -> list[Unit]:
    """Who would be lost with a bridge: units and wrecks whose centre is on its deck, over water or closed ground.

    Not those that swim, and not who another bridge carries.
    """
    token = state.tokens[token_id]
    feature = feature_of(battle_of(state), token)
    if feature is None or feature.ground != "deck":
        return []
    shape = token_shape(token)
    others = [deck for deck in terrain(state).grounds.decks if deck.token != token_id]
    lost = []
    for unit in state.units.values():
        if unit.pose is None or unit.status not in (ALIVE, WRECK) or not point_in(shape, *unit.pose.place, False):
            continue
        x, y = unit.pose.place
        over = _over_nothing(state, x, y) and under(others, x, y) is None
        if over and not (unit.status == ALIVE and swims(state, unit.id)):
            lost.append(unit)
    return lost


def _over_nothing(state: State, x: float, y: float) -> bool:
    """Whether below a deck there is ground that nothing could stand on."""
    ground = terrain(state)
    closed = dict(ground.closed)
    return under(ground.grounds.large_water, x, y) is not None or any(
        point_in(shape, x, y, True) for shape in closed.values()
    )


@rule("mbb.hm.one_piece")
def connected_run(state: State, token_id: TokenId, count: int) -> tuple[TokenId, ...]:
    """Sections an attack of so many markers takes: the one aimed at, then the connected ones nearest to it."""
    run, markers = [token_id], state.tokens[token_id].marks.get("hm", 0)
    while markers < count:
        beside = [each for each in _neighbours(state, run) if state.tokens[each].marks.get("hm", 0)]
        if not beside:
            break
        nearest = min(beside, key=lambda each: _away(state, token_id, each))
        run.append(nearest)
        markers += state.tokens[nearest].marks["hm"]
    return tuple(run)


@rule("mbb.hm.one_piece")
def sections_in_reach(state: State, token_id: TokenId, count: int) -> tuple[TokenId, ...]:
    """Every section some run of an attack of so many markers could take, the one aimed at first; alone: no choice."""
    found, reached, markers = [token_id], [token_id], state.tokens[token_id].marks.get("hm", 0)
    while markers < count:
        more = [each for each in _neighbours(state, found) if state.tokens[each].marks.get("hm", 0)]
        if not more:
            break
        found += more
        reached = more
        markers += min(state.tokens[each].marks["hm"] for each in reached)
    return tuple(found) if len(found) > 1 else ()


@rule("mbb.hm.one_piece")
def may_run(state: State, token_id: TokenId, run: tuple[TokenId, ...], count: int) -> Refusal | None:
    """Whether an attacker may take these sections: one connected run of one feature with the one aimed at in it."""
    clause = "mbb.hm.one_piece"
    if token_id not in run or len(set(run)) != len(run) or any(each not in state.tokens for each in run):
        sentence = f"The sections must stand on the table, each named once, {describe(state, token_id)} among them."
        return illegal("not_a_run", clause, sentence)
    if sum(state.tokens[each].marks.get("hm", 0) for each in run[:-1]) >= count:
        return illegal(
            "run_too_long", clause, f"The attack takes {count} markers, not so many sections.", markers=count
        )
    reached = [token_id]
    while more := [each for each in _neighbours(state, reached) if each in run]:
        reached.extend(more)
    if len(reached) != len(run):
        return illegal("not_a_run", clause, "The sections must be connected and of one feature.")
    return None


def _neighbours(state: State, run: list[TokenId]) -> list[TokenId]:
    """The sections of the same feature that share a side with one of these."""
    own = [state.tokens[each] for each in run]
    return [
        token.id
        for token in state.tokens.values()
        if token.group == own[0].group and token.id not in run and any(_joined(token, each) for each in own)
    ]


def _joined(one: Token, other: Token) -> bool:
    """Whether two sections of a feature have part of a side in common; a corner is not enough."""
    if one.cut is UNSET or other.cut is UNSET:
        return False
    along = _shared(one.cut[4], one.length, other.cut[4], other.length)
    across = _shared(one.cut[5], one.width, other.cut[5], other.width)
    return (along == 0 and across > 0) or (across == 0 and along > 0)


def _shared(a: int, a_size: int, b: int, b_size: int) -> int:
    """How far two stretches overlap: 0 when they touch, negative when they are apart."""
    return min(a + a_size, b + b_size) - max(a, b)


def _away(state: State, one: TokenId, other: TokenId) -> float:
    (ax, ay), (bx, by) = token_shape(state.tokens[one]).centre, token_shape(state.tokens[other]).centre
    # on the grain, so that equally near sections go by the order they were placed in
    return round((ax - bx) ** 2 + (ay - by) ** 2, 6)
