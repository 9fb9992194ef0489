"""A move that is interrupted in the middle: mines, secret charges and reactions, each looked for anew."""

from __future__ import annotations

from typing import Any

from brickfield.core import events as happened
from brickfield.core.board import GONE, WRECK
from brickfield.core.commands import Command
from brickfield.core.decisions import React
from brickfield.core.dice import ForcedDice
from brickfield.core.match import Setup
from brickfield.core.play import Progress
from brickfield.core.replay import Session
from tests.core.toy.orders import Bury, GiveOrder, March
from tests.core.toy.playing import Script, match_of

YES, NO = React(yes=True), React(yes=False)
FAR = (("a9", 0, "scout", 0), ("b9", 1, "scout", 12))
# a mine lies at spot 5, right beside the gunner b1
AMBUSH = [("a1", 0, "scout", 3), ("b1", 1, "gunner", 5), *FAR]


def places(script: Script) -> list[float]:
    """Where the marcher stopped, one place per partial move."""
    return [event.pose.place[0] for event in script.of(happened.UnitMoved)]


def test_mine_then_reaction_then_death_voids_the_rest() -> None:
    script = Script(AMBUSH, mines=[5], dice=[2, 6, 1])
    script.answer(0, March("a1", (4.0,)))
    assert script.offered() == (1, "snap b1")
    script.answer(1, YES)
    names = script.answer(0, NO)
    assert names[-2:] == ["UnitDestroyed", "FrameAbandoned"]
    assert places(script) == [5.0]
    assert script.state.units["a1"].status == WRECK
    assert script.dice.left() == ()


def test_death_by_mine_never_offers_the_reaction() -> None:
    script = Script(AMBUSH, mines=[5], dice=[6])
    names = script.answer(0, March("a1", (4.0,)))
    assert names[-2:] == ["UnitDestroyed", "FrameAbandoned"]
    assert script.of(happened.ReactionTaken) == []
    assert isinstance(script.state.decision, GiveOrder)
    assert script.state.units["a1"].status == GONE


def test_the_mine_goes_off_before_anybody_reacts_and_the_march_goes_on() -> None:
    script = Script(AMBUSH, mines=[5], dice=[1])
    names = script.answer(0, March("a1", (4.0,)))
    assert names[1:5] == ["UnitMoved", "TokenRemoved", "TokenPlaced", "DiceRolled"]
    assert "mine5" not in script.state.tokens
    script.answer(1, NO)
    assert places(script) == [5.0, 7.0]
    assert script.state.units["a1"].marks == {"acted": 1, "shaken": 1}


def test_the_way_is_searched_anew_after_every_stop() -> None:
    # out and back: the mine at 5 is met once, the eyes at 5 twice
    script = Script(AMBUSH, mines=[5], dice=[1])
    script.answer(0, March("a1", (2.5, -1.5)))
    asked = 0
    while not isinstance(script.state.decision, GiveOrder):
        assert script.offered() == (1, "snap b1")
        script.answer(1, NO)
        asked += 1
    assert places(script) == [5.0, 5.5, 5.0, 4.0]
    assert asked == 4
    assert [event.stopped_by for event in script.of(happened.UnitMoved)] == ["mine5", "", "", ""]


def test_a_shooter_that_fell_is_no_trigger_for_the_rest_of_the_way() -> None:
    # b1 stands at 5; its own shot is forestalled by a2 and it falls: the second half of the march meets nobody
    units = [("a1", 0, "scout", 3), ("a2", 0, "scout", 4), ("b1", 1, "gunner", 5), *FAR]
    script = Script(units, dice=[6])
    script.answer(0, March("a1", (4.0,)))
    for seat, reply in ((1, YES), (0, YES), (0, NO)):
        script.answer(seat, reply)
    assert places(script) == [5.0, 7.0]
    assert isinstance(script.state.decision, GiveOrder)


def with_charges(dice: tuple[int, ...], spot: int) -> Session:
    """Seat 1 has buried a charge at this spot; seat 0 is about to march from 1 to 5."""
    position: dict[str, Any] = {"units": [["a1", 0, "scout", 1], *map(list, FAR)], "mines": []}
    played = Session(match_of(Setup("toy", "duel", {"stances": False}, position=position)), ForcedDice(dice))
    for seat, where in ((0, 12), (1, spot)):
        assert isinstance(played.answer(seat, Bury(where, "here")), Progress)
    return played


def test_a_secret_charge_stops_the_march_and_is_revealed() -> None:
    played = with_charges((2,), spot=3)
    progress = played.answer(0, March("a1", (4.0,)))
    assert isinstance(progress, Progress)
    moved = [event for event in progress.events if isinstance(event, happened.UnitMoved)]
    revealed = [event for event in progress.events if isinstance(event, happened.Revealed)]
    assert [(event.pose.place[0], event.stopped_by) for event in moved] == [(3.0, "charge1"), (5.0, "")]
    assert [(event.seat, event.name, event.value) for event in revealed] == [(1, "charge1", (3, "here"))]
    assert set(played.state.sealed) == {"charge0"}


def test_the_own_charge_does_not_stop_the_march() -> None:
    played = with_charges((), spot=11)
    progress = played.answer(0, March("a1", (4.0,)))
    assert isinstance(progress, Progress)
    assert sum(isinstance(event, happened.UnitMoved) for event in progress.events) == 1
    assert set(played.state.sealed) == {"charge0", "charge1"}


def test_an_order_is_answered_only_at_its_own_version() -> None:
    script = Script(AMBUSH, mines=[5], dice=[1])
    march = Command(0, script.state.version, March("a1", (4.0,)))
    script.answer(march.seat, march.answer)
    refusal = script.played.answer(0, march.answer, march.version)
    assert getattr(refusal, "code", "") == "old_version"
