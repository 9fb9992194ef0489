"""Events: a closed list with one writer, and enough to rebuild the board without the rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.core import events as happened
from brickfield.core.apply import apply
from brickfield.core.board import ALIVE, FLYING, GONE, NO_MARKS, WAITING, WRECK, Model, Token, Unit
from brickfield.core.events import EVENTS, Decided, DiceRolled, Event, Throw, without_repeated_dice
from brickfield.core.match import Setup
from brickfield.core.play import begin
from brickfield.core.state import State
from brickfield.geometry.grain import Pose
from tests.core.toy.contents import TOY, first_state
from tests.core.toy.playing import SETUPS, fresh, match_of, play_at_random, step_at_random

# Events that are written down and change nothing on the board.
LOG_ONLY: set[type[Event]] = {
    happened.RoundEnded,
    happened.TurnEnded,
    happened.PhaseSkipped,
    happened.PieceLeftOut,
    happened.Chosen,
    happened.StepRefused,
    happened.TargetDeclared,
    happened.DeclarationsLocked,
    happened.ShotVoided,
    happened.ShotResolved,
    happened.AttackResolved,
    happened.DiceRolled,
    happened.TableRead,
    happened.HazardTested,
    happened.GroundSearched,
    happened.RollOffHeld,
    happened.SecretSealed,
    happened.Revealed,
    happened.TimeRanOut,
    happened.ReactionTaken,
    happened.FrameAbandoned,
    # cards are written where they are moved: the events say how many, not which
    happened.PileLaid,
    happened.PileShuffled,
    happened.CardsMoved,
}
HERE, THERE, FAR = Pose.at(1, 0), Pose.at(2, 0, 90), Pose.at(9, 0)
HEDGE = Token("h1", "hedge", HERE, 2, 1, group="h", seat=1, marks={"worn": 1}, outline=(0, 0, 1, 1, 2, 0))


def board() -> State:
    """One unit of each sort and one token."""
    units = [
        Unit("on", 0, "scout", ALIVE, HERE, {"spent": 3, "hit": 1}),
        Unit("off", 1, "scout", WAITING),
        Unit("dead", 1, "scout", WRECK, THERE),
        Unit("squad", 0, "scout", ALIVE, HERE, figures=(Model("f1", pose=HERE), Model("f2", pose=THERE))),
    ]
    state = State(match_of(SETUPS[0]), {unit.id: unit for unit in units}, {"h1": HEDGE})
    state.unit_cache["seen"] = state.token_cache["seen"] = 1
    return state


# For every event with a writer: the event, and what it makes of the board.
WRITTEN: list[tuple[Event, Callable[[Any], object], object]] = [
    (happened.RoundStarted(round=3), lambda s: s.facts["round"], 3),
    (happened.TurnStarted(seat=1), lambda s: s.facts["active"], 1),
    (happened.PhaseStarted(phase="fire"), lambda s: s.facts["phase"], "fire"),
    (happened.FactChanged(name="rain", value="hard"), lambda s: s.facts["rain"], "hard"),
    (happened.ScoreChanged(seat=1, score=4), lambda s: s.facts["score1"], 4),
    (happened.TokenPlaced(token=Token("h2", "hedge", HERE, 1, 1)), lambda s: s.tokens["h2"].kind, "hedge"),
    (happened.TokenMarked(token="h1", mark="worn", value=0), lambda s: s.tokens["h1"].marks, {}),
    (happened.TokenMarked(token="h1", mark="burnt", value=2), lambda s: s.tokens["h1"].marks, {"worn": 1, "burnt": 2}),
    (happened.TokenRemoved(token="h1"), lambda s: s.tokens.get("h1"), None),
    (happened.UnitPlaced(unit="off", pose=THERE), lambda s: s.units["off"], Unit("off", 1, "scout", ALIVE, THERE)),
    (happened.UnitHeldBack(unit="on"), lambda s: s.units["on"].status, WAITING),
    (happened.UnitHeldBack(unit="on"), lambda s: s.units["on"].pose, None),
    (happened.UnitTakenUp(unit="on"), lambda s: s.units["on"].status, WAITING),
    (happened.UnitTakenUp(unit="on"), lambda s: s.units["on"].pose, None),
    (happened.UnitMoved(unit="on", pose=THERE, step="x", amount=1.0), lambda s: s.units["on"].pose, THERE),
    (
        happened.UnitMoved(unit="on", pose=THERE, step="x", amount=1.0),
        lambda s: s.units["on"].marks,
        {"spent": 3, "hit": 1},
    ),
    (
        happened.UnitMoved(unit="on", pose=HERE, step="x", amount=1.0, spent=5),
        lambda s: s.units["on"].marks["spent"],
        5,
    ),
    (happened.UnitMarked(unit="on", mark="hit", value=2), lambda s: s.units["on"].marks["hit"], 2),
    (happened.UnitMarked(unit="on", mark="hit", value=0), lambda s: s.units["on"].marks, {"spent": 3}),
    (happened.MarksCleared(mark="spent"), lambda s: s.units["on"].marks, {"hit": 1}),
    (happened.UnitDestroyed(unit="on"), lambda s: s.units["on"].status, WRECK),
    (happened.UnitDestroyed(unit="on"), lambda s: s.units["on"].pose, HERE),
    (happened.UnitDestroyed(unit="on", leaves_wreck=False), lambda s: s.units["on"].status, GONE),
    (happened.UnitDestroyed(unit="on", leaves_wreck=False), lambda s: s.units["on"].pose, None),
    (happened.WreckRemoved(unit="on"), lambda s: (s.units["on"].status, s.units["on"].pose), (GONE, None)),
    (
        happened.FiguresPlaced(unit="off", figures=(Model("g1", pose=THERE),)),
        lambda s: (s.units["off"].status, s.units["off"].pose, s.units["off"].standing),
        (ALIVE, THERE, (Model("g1", pose=THERE),)),
    ),
    (
        happened.FiguresMoved(unit="squad", poses=(("f1", FAR),), step="walk", amount=1.0, spent=2),
        lambda s: (s.units["squad"].pose, [each.pose for each in s.units["squad"].squad], s.units["squad"].marks),
        (FAR, [FAR, THERE], {"spent": 2}),
    ),
    (
        happened.FigureMarked(unit="squad", figure="f2", mark="prone", value=1),
        lambda s: [each.marks for each in s.units["squad"].squad],
        [{}, {"prone": 1}],
    ),
    (
        happened.FigureCardChanged(unit="squad", figure="f2", card="scout"),
        lambda s: [each.card for each in s.units["squad"].squad][1],
        "scout",
    ),
    # the unit stands where the first of its figures stands that is left
    (
        happened.FigureLost(unit="squad", figure="f1"),
        lambda s: (s.units["squad"].pose, [each.id for each in s.units["squad"].standing]),
        (THERE, ["f2"]),
    ),
    (
        happened.FiguresChangedUnit(unit="squad", into="off", figures=("f1",)),
        lambda s: [(each.status, each.pose, [f.id for f in each.squad]) for each in (s.units["squad"], s.units["off"])],
        [(ALIVE, THERE, ["f2"]), (ALIVE, HERE, ["f1"])],
    ),
    (
        happened.WentInside(unit="on", thing="house", level=1),
        lambda s: (s.units["on"].container, s.units["on"].floor),
        ("house", 1),
    ),
    (
        happened.WentInside(unit="on", thing="house", pose=FAR),
        lambda s: (s.units["on"].container, s.units["on"].pose),
        ("house", FAR),
    ),
    (
        happened.UnitJoined(unit="on", into="off"),
        lambda s: (s.units["on"].status, s.units["on"].pose, s.units["on"].marks),
        ("gone", None, {"joined": 1}),
    ),
    (
        happened.UnitRestored(unit="on"),
        lambda s: (s.units["on"].status, s.units["on"].pose),
        (ALIVE, HERE),
    ),
    (
        happened.WentInside(unit="squad", thing="house", level=1, figures=("f2",)),
        lambda s: [(each.inside, each.level) for each in s.units["squad"].squad],
        [("", 0), ("house", 1)],
    ),
    (
        happened.UnitPlaced(unit="off", pose=FAR, aloft=True),
        lambda s: (s.units["off"].status, s.units["off"].pose),
        (FLYING, FAR),
    ),
    (
        happened.UnitLeft(unit="on", edge="west"),
        lambda s: (s.units["on"].status, s.units["on"].pose, s.units["on"].marks),
        (WAITING, None, {"spent": 3, "hit": 1}),
    ),
    (happened.GameEnded(winners=(1,), reason="x", clause="toy.win.last"), lambda s: s.outcome.winners, (1,)),
]


@pytest.mark.parametrize(("event", "place", "value"), WRITTEN, ids=lambda part: type(part).__name__)
def test_every_event_with_a_writer_writes(event: Event, place: Callable[[Any], object], value: object) -> None:
    state = board()
    apply(state, event)
    assert place(state) == value


def test_the_list_of_events_is_closed_and_every_event_has_its_place() -> None:
    written = {type(event) for event, _, _ in WRITTEN}
    assert {*Event.__subclasses__(), *Decided.__subclasses__()} == {*EVENTS, Decided}
    assert written | LOG_ONLY == set(EVENTS)
    assert written & LOG_ONLY == set()
    assert len(EVENTS) == len({event.__struct_config__.tag for event in EVENTS})


def sample_of(event: type[Event]) -> Event:
    """Any value of an event type; the contents do not matter to a writer that is not there."""
    fields = [name for name in event.__struct_fields__ if name != "clause"]
    return event(**dict.fromkeys(fields, "charge0"))


@pytest.mark.parametrize("event", [pytest.param(each, id=each.__name__) for each in sorted(LOG_ONLY, key=str)])
def test_an_event_of_the_log_changes_nothing(event: type[Event]) -> None:
    state = board()
    before = state.digest()
    apply(state, sample_of(event))
    assert state.digest() == before


def test_the_writer_never_touches_what_a_clone_shares() -> None:
    for event, _, _ in WRITTEN:
        state = board()
        clone, before = state.clone(), state.digest()
        apply(clone, event)
        assert state.digest() == before
        assert (state.unit_cache, state.token_cache) == ({"seen": 1}, {"seen": 1})
    assert NO_MARKS == {}


def test_what_was_worked_out_from_units_and_tokens_is_dropped_when_they_change() -> None:
    moved, marked, cleared, token, told = board(), board(), board(), board(), board()
    apply(moved, happened.UnitMoved(unit="on", pose=THERE, step="x", amount=1.0))
    apply(marked, happened.UnitMarked(unit="on", mark="hit", value=2))
    apply(cleared, happened.MarksCleared(mark="spent"))
    apply(token, happened.TokenRemoved(token="h1"))
    apply(told, happened.FactChanged(name="rain", value=1))
    for state in (marked, cleared):
        assert (state.unit_cache, state.token_cache) == ({}, {"seen": 1})
    assert moved.token_cache == {"seen": 1}
    assert moved.unit_cache == {"before": {"seen": 1}, "moved": ("on",)}, "kept one step back, to be patched"
    assert (token.unit_cache, token.token_cache) == ({}, {})
    assert (told.unit_cache, told.token_cache) == ({"seen": 1}, {"seen": 1})


def test_a_second_move_is_remembered_beside_the_first_while_nothing_was_worked_out() -> None:
    state = board()
    for unit in ("on", "off", "on"):
        if unit in state.units:
            apply(state, happened.UnitMoved(unit=unit, pose=THERE, step="x", amount=1.0))
    assert state.unit_cache["before"] == {"seen": 1}
    state.unit_cache["anew"] = 2
    apply(state, happened.UnitMoved(unit="on", pose=THERE, step="x", amount=1.0))
    assert state.unit_cache == {"before": {"anew": 2}, "moved": ("on",)}, "only one step back is kept"


def test_what_a_squad_is_and_where_it_is_stays_with_it_whatever_else_is_written() -> None:
    state = board()
    for event in (
        happened.WentInside(unit="squad", thing="house", level=2),
        happened.UnitMarked(unit="squad", mark="hit", value=1),
        happened.UnitMoved(unit="squad", pose=THERE, step="x", amount=1.0),
        happened.MarksCleared(mark="hit"),
    ):
        apply(state, event)
    squad = state.units["squad"]
    assert (squad.container, squad.floor, [each.id for each in squad.squad]) == ("house", 2, ["f1", "f2"])
    apply(state, happened.WentInside(unit="squad", thing=""))
    assert (state.units["squad"].container, state.units["squad"].floor) == ("", 0)


def test_a_unit_without_figures_is_written_down_as_it_always_was() -> None:
    plain = msgspec.to_builtins(Unit("on", 0, "scout", ALIVE, HERE))
    assert set(plain) == {"id", "seat", "card", "status", "pose", "marks"}


def test_marking_a_token_keeps_all_its_other_parts() -> None:
    state = board()
    apply(state, happened.TokenMarked(token="h1", mark="worn", value=2))
    changed = state.tokens["h1"]
    kept = [name for name in Token.__struct_fields__ if name != "marks"]
    assert [getattr(changed, name) for name in kept] == [getattr(HEDGE, name) for name in kept]


@settings(max_examples=40)
@given(setup=st.sampled_from(SETUPS), seed=st.integers(0, 10_000))
def test_the_events_alone_rebuild_the_board(setup: Setup, seed: int) -> None:
    played = play_at_random(setup, seed)
    rebuilt = first_state(played.match)
    for entry in played.entries:
        for event in entry.events:
            apply(rebuilt, event)
    state = played.state
    assert (rebuilt.units, rebuilt.tokens, rebuilt.facts) == (state.units, state.tokens, state.facts)
    assert rebuilt.outcome == state.outcome
    assert state.outcome is not None


def test_every_event_names_a_clause_of_the_ledger() -> None:
    ledger = TOY.clauses
    met = set()
    for seed in range(30):
        played = play_at_random(SETUPS[seed % len(SETUPS)], seed)
        met |= {event.clause for entry in played.entries for event in entry.events}
    # dice and abandoned frames belong to whatever rolled or rested; the offer of a draw is not taken here
    assert met - {""} == set(ledger) - {"toy.fire.cover"}


def test_random_matches_meet_most_events() -> None:
    met = set()
    for seed in range(60):
        played = fresh(SETUPS[seed % len(SETUPS)])
        rng = random.Random(seed)
        while not played.state.over:
            met |= {type(event) for event in step_at_random(played, rng).events}
    assert {happened.FrameAbandoned, happened.ReactionTaken, happened.UnitDestroyed, happened.Revealed} <= met


def test_dice_are_told_by_what_they_decided_and_loose_ones_by_themselves() -> None:
    tied, won = (4, 4), (4, 2)
    thrown = [
        DiceRolled(label="first", seat=seat, faces=(face,)) for pair in (tied, won) for seat, face in enumerate(pair)
    ]
    throws = tuple(Throw("first", seat, (face,)) for seat, face in enumerate(won))
    found = happened.FactChanged(name="first", value=0, throws=throws)
    assert without_repeated_dice([*thrown, found]) == [*thrown[:2], found]
    later = happened.DiceRolled(label="first", seat=0, faces=(4,))
    assert without_repeated_dice([found, later]) == [found, later], "dice decide what follows them"
    before = happened.FactChanged(name="first", value=0)
    assert without_repeated_dice([*thrown, before]) == [*thrown, before], "what names no dice takes none away"


def test_a_match_begins_with_the_board_of_its_scenario() -> None:
    match = match_of(SETUPS[0])
    assert begin(match).state.units == first_state(match).units


def test_event_names_on_the_wire_are_plain_words() -> None:
    assert happened.snake("UnitMoved") == "unit_moved"
    assert happened.UnitMoved.__struct_config__.tag == "unit_moved"
