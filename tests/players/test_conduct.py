"""What the lab counts of the bots' behaviour: idle rounds, drives back and forth, deployments."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core import events as happened
from brickfield.core.state import State
from brickfield.geometry import Pose
from brickfield.players.lab.conduct import Conduct, Observer, different_deployments, idle_share, return_share
from brickfield.testing import lay_table, unit


def table() -> State:
    units = [unit("A1", "M4 Sherman", 20, 8), unit("B1", "Panzer III", 24, 30, 270)]
    return lay_table("micro_brick_battle", units).state


def watched(rounds: Sequence[Sequence[happened.Event]]) -> Conduct:
    """What is counted of some rounds in which A1 was asked at the beginning of each."""
    state = table()
    observer = Observer(state)
    for number, events in enumerate(rounds, start=2):
        observer.see(state, 0, [*events, happened.RoundStarted(round=number)])
    return observer.conduct()


def drive(x: float, y: float) -> happened.Event:
    return happened.UnitMoved(unit="A1", pose=Pose.at(x, y, 90.0), step="forward", amount=1.0)


SHOT = happened.ShotResolved(unit="A1", target="B1", needed=7, rolled=3, hit=False)


def test_a_round_without_effect_is_idle_when_something_useful_was_suggested() -> None:
    conduct = watched([[], [SHOT], [drive(20, 10)]])
    assert (conduct.unit_rounds, conduct.idle) == ((3, 3), (1, 0))
    assert idle_share([conduct]) == 1 / 6


def test_out_and_back_in_one_round_is_nothing_done() -> None:
    assert watched([[drive(20, 12), drive(20, 8)]]).idle == (1, 0)
    assert watched([[drive(20, 12), SHOT, drive(20, 8)]]).idle == (0, 0)


def test_driving_back_to_where_one_came_from_is_counted_unless_a_shot_was_made() -> None:
    conduct = watched([[drive(20, 10)], [drive(20, 8)], [drive(20, 10)], [drive(20, 14)]])
    assert conduct.returns == (2, 0)
    assert return_share([conduct]) == 2 / 8
    assert watched([[drive(20, 10), SHOT], [drive(20, 8)]]).returns == (0, 0)
    assert watched([[drive(20, 10)], [drive(20, 12)], [drive(20, 14)]]).returns == (0, 0)


def test_a_mark_is_something_done_unless_the_game_clears_it_by_itself() -> None:
    cooled = happened.UnitMarked(unit="A1", mark="heat", value=1)
    assert watched([[cooled]]).idle == (0, 0)
    assert watched([[cooled, happened.MarksCleared(mark="heat")]]).idle == (1, 0)


def test_the_dead_are_not_idle() -> None:
    assert watched([[happened.UnitDestroyed(unit="A1", by="B1")]]).unit_rounds == (0, 1)


def test_deployments_are_told_apart_by_where_units_stand() -> None:
    one, same, other = (Conduct((1,), (0,), (0,), (text,)) for text in ("3,4 5,4", "3,4 5,4", "3,4 9,4"))
    assert different_deployments([one, same, other]) == (2,)
    assert different_deployments([]) == ()
