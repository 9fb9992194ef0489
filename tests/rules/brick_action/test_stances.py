"""What was worked out before is found again only where it still holds: a warm head thinks as a cold one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.dice import SeededDice
from brickfield.core.judging.judging import Pricing
from brickfield.core.match import Match, Setup
from brickfield.core.replay import Session
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.games import find_game
from brickfield.games.brick_action.base import stances
from brickfield.games.brick_action.base.battlefield import ATTACKED, BEGAN, LOST, MOVED, PRONE, REACTED, SUPPRESSED
from brickfield.games.brick_action.base.firing import dice_pool
from brickfield.games.brick_action.base.firing.shots import Shot, shot_of
from brickfield.games.brick_action.base.moving import moving, paths
from brickfield.games.brick_action.base.moving.paths import Move, Stride
from brickfield.games.brick_action.base.reactions import interrupts
from brickfield.games.brick_action.base.sight import landscape
from brickfield.games.brick_action.base.sight.sight import sight
from brickfield.games.brick_action.base.stances import stance_of
from brickfield.games.brick_action.base.take_action import order_fault
from brickfield.games.brick_action.mind import memory, ways
from brickfield.games.brick_action.mind.prospects import shot_points
from brickfield.games.brick_action.mind.ways import reach_of
from brickfield.geometry import GRAIN, Pose
from brickfield.players.levels import levels
from brickfield.players.seat import BotSeat
from tests.rules.brick_action.fire_table import duel, row, squad

# every bound of what is kept
_BOUNDS = (
    *((landscape, name) for name in ("_KEPT", "_UNITS_KEPT", "_VALUES_KEPT", "_LANDS_KEPT")),
    *((stances, "_STANCES_KEPT"), (stances, "_PAIRS_KEPT"), (memory, "_MOST"), (dice_pool, "_POOLS_KEPT")),
    *((ways, name) for name in ("_KEPT", "_REACHES_KEPT", "_WALKS_KEPT")),
    *((moving, "_FAULTS_KEPT"), (paths, "_ORDERS_KEPT"), (interrupts, "_WAYS_KEPT")),
)


def _new_match(scenario: str) -> Match:
    game = find_game("brick_action")
    assert game is not None
    match = game.new_match(game.fresh(Setup("brick_action", scenario)))
    assert isinstance(match, Match)
    return match


def _questions(scenario: str, most: int) -> Iterator[tuple[State, BotSeat]]:
    """The first tables of a battle of two bots as the one who is asked imagines them, with who that is."""
    match = _new_match(scenario)
    session, bots = Session(match, SeededDice(7), log=False), [BotSeat(levels()["regular"], seat) for seat in (0, 1)]
    for _ in range(most):
        if session.state.over:
            return
        seat = session.state.waiting_for()[0]
        seen = view(session.state, seat)
        yield imagine(seen, match), bots[seat]
        session.answer(seat, bots[seat].decide(match, seen))


def _thoughts(state: State, bot: BotSeat) -> list[tuple[Any, str, float]]:
    """All answers that are weighed, and what they are worth."""
    decision = state.decision
    assert decision is not None
    suggestions, outlook = bot.weigh(state, decision)
    found: Pricing = outlook
    return [(each.answer, each.reason, found.value((number,))) for number, each in enumerate(suggestions)]


def _on(match: Match, state: State) -> State:
    """The same table, with another match beside it that has worked out nothing yet."""
    other = state.clone()
    other.match = match
    other.clear_caches()
    return other


@pytest.mark.parametrize("scenario", ["meeting", "capture_the_flag", "the_crossroads"])
def test_who_has_thought_before_thinks_as_one_who_has_not(scenario: str) -> None:
    for number, (state, bot) in enumerate(_questions(scenario, 50)):
        if number % 8 == 7:
            assert _thoughts(state, bot) == _thoughts(_on(_new_match(scenario), state), bot), number


def test_who_forgets_soon_thinks_as_one_who_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def thoughts() -> list[Any]:
        return [_thoughts(state, bot) for state, bot in _questions("meeting", 16)]

    remembered = thoughts()
    for chapter, name in _BOUNDS:
        monkeypatch.setattr(chapter, name, 3)
    assert thoughts() == remembered


@pytest.mark.parametrize("mark", [ATTACKED, BEGAN, LOST, f"{REACTED} B1"])
def test_what_is_only_counted_of_a_unit_changes_no_stance(mark: str) -> None:
    t = duel("2 regular smg", "2 regular smg")
    unit = t.unit("A1")
    assert stance_of(t.state, replace(unit, marks={**unit.marks, mark: 2})) == stance_of(t.state, unit)


def _fallen(unit: Unit) -> Unit:
    first, *others = unit.squad
    return replace(unit, figures=(replace(first, status="gone"), *others))


@pytest.mark.parametrize("mark", [PRONE, SUPPRESSED, MOVED, "fired_out", "gun"])
def test_what_fire_rests_on_changes_the_stance(mark: str) -> None:
    t = duel("2 regular smg", "2 regular smg")
    unit = t.unit("A1")
    changed = replace(unit, marks={**unit.marks, mark: 1})
    assert len({stance_of(t.state, each) for each in (unit, changed, _fallen(unit), _fallen(changed))}) == 4


def _with(state: State, unit: Unit | None = None, **facts: int) -> State:
    """The table with a unit or facts changed."""
    other = state.clone()
    other.facts = {**state.facts, **facts}
    if unit is not None:
        other.units[unit.id] = unit
    other.unit_cache = {}
    return other


def _aside(unit: Unit, x: float, y: float) -> Unit:
    """A unit that stands elsewhere."""
    grains = round(x * GRAIN), round(y * GRAIN)
    figures = [
        replace(each, pose=Pose(each.pose.x + grains[0], each.pose.y + grains[1], each.pose.heading))
        for each in unit.squad
        if each.pose is not None
    ]
    return replace(unit, figures=tuple(figures), pose=figures[0].pose)


def test_a_shot_of_the_enemys_turn_is_another_one() -> None:
    options = {"hyphen_range": "moved_still"}
    t = duel("5 regular repeater", "2 regular smg", gap=50.0, options=options, a={"moved": 1})
    dice = []
    for state in (_with(t.state, active=0), _with(t.state, active=1)):
        shot = shot_of(state, state.units["A1"], state.units["B1"])
        dice.append(shot.pool.dice if isinstance(shot, Shot) else 0)
        assert (shot_points(state, state.units["A1"], state.units["B1"]) > 0.0) == (dice[-1] > 0)
    assert dice[0] < dice[1]


def test_a_way_is_judged_again_when_somebody_has_come_into_it() -> None:
    t = duel("2 regular smg", "2 regular smg", gap=40.0, more=[squad("A2", "2 regular smg", row(20.0, 60.0, 2))])
    order = Move("A1", (Stride(90.0, 12.0),))
    friend, foe = _with(t.state, _aside(t.unit("A2"), 0.0, -8.0)), _with(t.state, _aside(t.unit("B1"), -42.0, 8.0))
    found = [order_fault(state, 0, order) for state in (t.state, friend, foe, _with(t.state))]
    assert [each.code if each is not None else "" for each in found] == ["", "overlap", "blocked", ""]


def test_where_a_squad_can_get_is_worked_out_again_for_whom_it_could_meet() -> None:
    t = duel("2 regular smg", "2 regular smg", gap=60.0)
    unit = t.unit("A1")
    farther, near = _with(t.state, _aside(t.unit("B1"), 5.0, 0.0)), _with(t.state, _aside(t.unit("B1"), -54.0, 0.0))
    assert reach_of(farther, unit) is reach_of(t.state, unit)
    assert reach_of(near, unit) is not reach_of(t.state, unit)
    assert not reach_of(near, unit).is_free((20.0, 40.0), (30.0, 40.0))
    assert reach_of(_with(t.state), unit).is_free((20.0, 40.0), (30.0, 40.0))


def test_units_of_one_value_share_what_was_worked_out() -> None:
    t = duel("2 regular smg", "2 regular smg")
    again = msgspec.convert(msgspec.to_builtins(t.unit("A1")), Unit)
    assert again is not t.unit("A1")
    assert landscape.kept_for(t.state, again) is landscape.kept_for(t.state, t.unit("A1"))
    assert sight(t.state, again, t.unit("B1")) is sight(t.state, t.unit("A1"), t.unit("B1"))


@pytest.mark.parametrize(
    "cards", [("smg", "repeater", "carbine"), ("repeater", "support"), ("sniper_rifle", "shotgun")]
)
def test_dice_found_again_are_those_of_the_distance(cards: tuple[str, ...]) -> None:
    shooters = [dice_pool.Armed(f"f{number}", card) for number, card in enumerate(cards)]
    distances = [0.5 * step for step in range(200)]
    warm = [dice_pool.unit_pool(shooters, distance) for distance in distances]
    for distance, found in zip(distances, warm, strict=True):
        dice_pool._pools.clear()
        assert dice_pool.unit_pool(shooters, distance) == found, distance
