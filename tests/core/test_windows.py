"""Reaction windows: nested, forced before optional, in the book's order, and looked at anew after each reaction."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.commands import Command
from brickfield.core.decisions import Decision, React
from brickfield.core.frames import DONE, Frame, Push
from brickfield.core.play import Progress, answer, begin
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.saves import load, save
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import ReactionOffer, ReactionWindow
from tests.core.toy.contents import find_toy
from tests.core.toy.orders import GiveOrder, March, Rest
from tests.core.toy.playing import Script, tiny_match
from tests.core.toy.reactions import Respond

YES, NO = React(yes=True), React(yes=False)
# somebody far away keeps each side in the match
FAR = (("a9", 0, "scout", 0), ("b9", 1, "scout", 12))


def taken(script: Script) -> list[str]:
    """The reactions that were used, in order."""
    return [event.offer for event in script.of(happened.ReactionTaken)]


def test_forced_reactions_come_before_optional_ones_and_ask_nobody() -> None:
    # the sentry stands behind the gunner in the book's order, but it must fire
    script = Script([("a1", 0, "scout", 3), ("b1", 1, "gunner", 5), ("b2", 1, "sentry", 5), *FAR], dice=[1])
    script.answer(0, March("a1", (2.0,)))
    assert taken(script) == ["snap b2"]
    assert script.offered() == (0, "duck a1")
    script.answer(0, NO)
    script.answer(1, NO)
    assert script.offered() == (1, "snap b1")


def test_optional_reactions_follow_the_order_of_the_book() -> None:
    script = Script([("a1", 0, "scout", 3), ("b1", 1, "scout", 5), ("b2", 1, "gunner", 5), *FAR])
    script.answer(0, March("a1", (2.0,)))
    assert script.offered() == (1, "snap b2")
    script.answer(1, NO)
    assert script.offered() == (1, "snap b1")


def test_where_the_book_is_silent_the_active_seat_comes_first() -> None:
    script = Script([("a1", 0, "gunner", 3), ("b1", 1, "scout", 1), ("c1", 2, "gunner", 3), *FAR])
    script.answer(0, Rest())
    script.answer(1, March("b1", (2.0,)))
    asked = [script.offered()]
    script.answer(0, NO)
    asked.append(script.offered())
    script.answer(2, YES)
    asked.append(script.offered())
    script.answer(1, NO)
    asked.append(script.offered())
    # seat 1 is active: among seats 0 and 2 the lower one, then in the next window seat 1 before seat 0
    assert asked == [(0, "snap a1"), (2, "snap c1"), (1, "duck b1"), (0, "duck a1")]


def test_an_offer_is_made_once_and_the_move_goes_on_when_all_decline() -> None:
    script = Script([("a1", 0, "scout", 3), ("b1", 1, "gunner", 5), ("b2", 1, "scout", 5), *FAR])
    script.answer(0, March("a1", (3.0,)))
    asked = []
    while not isinstance(script.state.decision, GiveOrder):
        asked.append(script.offered())
        script.answer(1, NO)
    # once at spot 5, and once more at spot 6, which is another window
    assert asked == [(1, "snap b1"), (1, "snap b2")] * 2
    assert taken(script) == []
    assert [event.pose.place[0] for event in script.of(happened.UnitMoved)] == [5.0, 6.0]


def forestalled(*dice: int) -> Script:
    """b1 fires at the marching a1; a2 answers that shot with a burst; b2, beside b1, is asked what it does."""
    units = [("a1", 0, "scout", 3), ("a2", 0, "scout", 4), ("b1", 1, "gunner", 5), ("b2", 1, "scout", 5), *FAR]
    script = Script(units, dice=dice)
    script.answer(0, March("a1", (2.0,)))
    assert script.offered() == (1, "snap b1")
    script.answer(1, YES)
    assert script.offered() == (0, "counter a2")
    script.answer(0, YES)
    return script


def test_a_reaction_opens_a_window_inside_the_window() -> None:
    script = forestalled()
    assert script.offered() == (1, "counter b2")
    inner = ["ReactionWindow", "SnapShot", "ReactionWindow", "Counter", "ReactionWindow"]
    assert script.stack() == ["Battle", "Turns", "Turn", "Marching", *inner]


def test_a_match_saved_three_windows_deep_goes_on_alike() -> None:
    script = forestalled(6)
    loaded = load(save(script.state), find_toy)
    assert isinstance(loaded, State)
    assert loaded.frames == script.state.frames
    decline = Command(1, script.state.version, NO)
    one, other = answer(script.state, decline), answer(loaded, decline)
    assert isinstance(one, Progress)
    assert isinstance(other, Progress)
    assert one.state.digest() == other.state.digest()


def test_a_reaction_kills_the_reactor_and_the_next_one() -> None:
    script = forestalled(6)
    script.answer(1, NO)
    assert script.offered() == (0, "duck a1")
    script.answer(0, NO)
    assert script.offered() == (1, "duck b2")
    script.answer(1, NO)
    # the burst has cleared the spot: b1's shot is abandoned and b2 is never offered its own
    assert [event.unit for event in script.of(happened.UnitDestroyed)] == ["b1", "b2"]
    assert [event.frame for event in script.of(happened.FrameAbandoned)] == ["SnapShot"]
    assert taken(script) == ["snap b1", "counter a2"]
    assert isinstance(script.state.decision, GiveOrder)
    assert script.state.units["a1"].alive
    assert script.dice.left() == ()


def test_a_burst_that_fails_leaves_the_shot_and_the_next_reactor() -> None:
    script = forestalled(1, 2, 3)
    for seat in (1, 0, 1):
        script.answer(seat, NO)
    # back in b1's own window: a1 may duck now, then b1 fires two dice and misses, then b2 is offered its shot
    assert script.offered() == (0, "duck a1")
    script.answer(0, NO)
    assert script.offered() == (1, "duck b2")
    script.answer(1, NO)
    assert script.offered() == (1, "snap b2")
    assert [event.hit for event in script.of(happened.ShotResolved)] == [False]


def test_a_dead_mover_closes_the_window_for_all_who_wait() -> None:
    script = Script([("a1", 0, "scout", 3), ("b1", 1, "gunner", 5), ("b2", 1, "scout", 5), *FAR], dice=[6, 1])
    script.answer(0, March("a1", (2.0, -1.0)))
    script.answer(1, YES)
    script.answer(0, NO)
    names = script.answer(1, NO)
    assert names[-2:] == ["UnitDestroyed", "FrameAbandoned"]
    assert [event.frame for event in script.of(happened.FrameAbandoned)] == ["Marching"]
    assert isinstance(script.state.decision, GiveOrder)
    assert script.state.decision.seat == 0


class Opening(Frame):
    """Opens a window, then ends the match."""

    STEPS: ClassVar[tuple[str, ...]] = ("open", "close")

    def open(self, t: Table) -> Any:
        """Let react."""
        return Push(ReactionWindow(trigger="knock"))

    def close(self, t: Table) -> Any:
        """Enough."""
        t.emit(happened.GameEnded(winners=(), reason="enough"))


class Unlock(Frame):
    """A reaction that makes another one possible."""

    STEPS: ClassVar[tuple[str, ...]] = ("unlock",)

    def unlock(self, t: Table) -> Any:
        """From now on."""
        t.emit(happened.FactChanged(name="open", value=1))
        return DONE


def knock(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
    """The forced second offer exists only after the first was taken."""
    first = ReactionOffer(0, "first", Unlock(), "toy.react.snap", question=Respond(0, "first"))
    second = ReactionOffer(1, "second", Unlock(), "toy.react.snap", forced=True)
    third = ReactionOffer(1, "third", Unlock(), "toy.react.snap", order=1, question=Respond(1, "third"))
    return [third, second, first] if state.facts.get("open") else [third, first]


def knocked(reply: React) -> list[str]:
    """What was used when the first offer is answered so and the third declined."""
    state = begin(tiny_match(Opening, Unlock, windows={"knock": knock})).state
    used = []
    for each in (reply, NO):
        decision = state.decision
        assert decision is not None
        progress = answer(state, Command(decision.seat, state.version, each))
        assert isinstance(progress, Progress)
        used += [event.offer for event in progress.events if isinstance(event, happened.ReactionTaken)]
        state = progress.state
    assert state.over
    return used


def test_a_reaction_may_open_another_in_the_same_window() -> None:
    assert knocked(YES) == ["first", "second"]
    assert knocked(NO) == []


class Shy(Decision, frozen=True):
    """A question with its own mind: only seat 0 may say yes."""

    ANSWER: ClassVar[Any] = React

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Seat 1 may only decline."""
        return illegal("too_shy", "", "Seat 1 may only decline.") if answer.yes and self.seat else None


def test_an_offer_may_bring_its_own_question_which_judges_the_answer() -> None:
    def offers(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
        return [ReactionOffer(seat, f"wave {seat}", Quiet(), "", question=Shy(seat)) for seat in (0, 1)]

    class Quiet(Frame):
        STEPS: ClassVar[tuple[str, ...]] = ("nothing",)

        def nothing(self, t: Table) -> Any:
            return DONE

    class Waving(Frame):
        STEPS: ClassVar[tuple[str, ...]] = ("wave", "end")

        def wave(self, t: Table) -> Any:
            return Push(ReactionWindow(trigger="wave"))

        def end(self, t: Table) -> Any:
            t.emit(happened.GameEnded(winners=(), reason="over"))

    match = tiny_match(Waving, Quiet, decisions=(Shy,), windows={"wave": offers})
    state = begin(match).state
    assert state.decision == Shy(0)
    progress = answer(state, Command(0, state.version, YES))
    assert isinstance(progress, Progress)
    state = progress.state
    refused = answer(state, Command(1, state.version, YES))
    assert isinstance(refused, Refusal)
    assert refused.code == "too_shy"
    ended = answer(state, Command(1, state.version, NO))
    assert isinstance(ended, Progress)
    assert ended.state.over
