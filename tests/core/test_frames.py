"""The stack of frames: steps in order, loops, pushes, ends, and what is abandoned on the way."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from brickfield.core import events as happened
from brickfield.core.dice import ForcedDice, Pool
from brickfield.core.frames import DONE, Ask, AskAll, Frame, Goto, Push, Roll
from brickfield.core.play import begin, give, throw
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.table import BrokenRule, Table
from brickfield.core.windows import ReactionWindow
from tests.core.toy.contents import TOY
from tests.core.toy.orders import Pick, PickStance
from tests.core.toy.playing import tiny_match


def note(t: Table, what: str) -> None:
    """Leave a trace in the log."""
    t.emit(happened.Chosen(seat=0, what="trace", choice=what))


def end(t: Table) -> None:
    """End the match."""
    t.emit(happened.GameEnded(winners=(), reason="enough"))


def trace(events: tuple[Any, ...]) -> list[str]:
    """The traces, in order."""
    return [event.choice for event in events if isinstance(event, happened.Chosen)]


class Outer(Frame):
    """Pushes, comes back, loops with Goto, and ends."""

    turns: int = 0
    STEPS: ClassVar[tuple[str, ...]] = ("first", "second", "loop")
    PUBLIC: ClassVar[tuple[str, ...]] = ("turns",)

    def first(self, t: Table) -> Any:
        """Play another frame, then go on with the next step."""
        note(t, f"first {self.turns}")
        return Push(Inner(level=1))

    def second(self, t: Table) -> Any:
        """Reached when the pushed frame is done."""
        note(t, "second")

    def loop(self, t: Table) -> Any:
        """Three times round."""
        self.turns += 1
        return Goto("first") if self.turns < 3 else end(t)


class Inner(Frame):
    """Leaves by DONE in the middle, or by pushing as its last step."""

    level: int = 0
    STEPS: ClassVar[tuple[str, ...]] = ("enter", "middle", "leave")
    PUBLIC: ClassVar[tuple[str, ...]] = ("level",)

    def enter(self, t: Table) -> Any:
        """Say hello."""
        note(t, f"enter {self.level}")

    def middle(self, t: Table) -> Any:
        """The deepest one is done here."""
        return DONE if self.level == 3 else None

    def leave(self, t: Table) -> Any:
        """The last step hands over to another frame."""
        note(t, f"leave {self.level}")
        return Push(Inner(level=self.level + 1))


def test_steps_run_in_order_and_frames_come_back() -> None:
    once = ["enter 1", "leave 1", "enter 2", "leave 2", "enter 3", "second"]
    progress = begin(tiny_match(Outer, Inner))
    assert trace(progress.events) == ["first 0", *once, "first 1", *once, "first 2", *once]
    assert progress.state.over
    assert progress.state.frames == []


class Optional(Frame):
    """Some of its steps belong to a chapter that only the match of two seats or only that of none plays."""

    STEPS: ClassVar[tuple[str, ...]] = ("never", "first", "sometimes", "push", "not_here", "neither")
    ONLY_WHERE: ClassVar[dict[str, Any]] = {
        "never": lambda match: match.seats == 0,
        "sometimes": lambda match: match.seats > 0,
        "not_here": lambda match: match.seats == 0,
        "neither": lambda match: match.seats == 0,
    }

    def first(self, t: Table) -> Any:
        """The first that is taken."""
        note(t, "first")

    def sometimes(self, t: Table) -> Any:
        """Taken here."""
        note(t, "sometimes")

    def push(self, t: Table) -> Any:
        """While another frame is played this one stands on the next of all its steps, as everywhere."""
        note(t, "push")
        return Push(Watching())

    def never(self, t: Table) -> Any:
        """Of another match."""
        raise AssertionError("this match does not take this step")

    not_here = neither = never


class Watching(Frame):
    """Says where the frame below stands."""

    STEPS: ClassVar[tuple[str, ...]] = ("look",)

    def look(self, t: Table) -> Any:
        """Where it would go on, if the match took that step."""
        note(t, f"below: {t.frames[-2].at}")


class Beneath(Frame):
    """Comes back when the frame above has no step left that the match takes."""

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "finish")

    def begin(self, t: Table) -> Any:
        """Play the frame with steps of several matches."""
        return Push(Optional())

    def finish(self, t: Table) -> Any:
        """It came to its end."""
        note(t, "finish")
        return end(t)


def test_steps_of_a_chapter_that_the_match_does_not_play_are_passed_over() -> None:
    events = begin(tiny_match(Beneath, Optional, Watching)).events
    assert trace(events) == ["first", "sometimes", "push", "below: not_here", "finish"]


class Asker(Frame):
    """Asks two seats at once, rolls two pools, and pushes as the last step."""

    picks: tuple[Pick, ...] = ()
    faces: tuple[tuple[int, ...], ...] = ()
    STEPS: ClassVar[tuple[str, ...]] = ("ask_nobody", "ask_all", "roll", "hand_over")
    PUBLIC: ClassVar[tuple[str, ...]] = ("picks", "faces")

    def ask_nobody(self, t: Table) -> Any:
        """Nobody to ask is no question."""
        self.picks = (Pick("bold"),)
        return AskAll((), into="picks")

    def ask_all(self, t: Table) -> Any:
        """Two questions to the same seat and one to another, all at once."""
        note(t, f"{len(self.picks)} picks")
        return AskAll((PickStance(0), PickStance(1), PickStance(0)), into="picks")

    def roll(self, t: Table) -> Any:
        """Two pools together."""
        return Roll((Pool(2, "left"), Pool(1, "right", faces=4)), into="faces")

    def hand_over(self, t: Table) -> Any:
        """To a frame that ends the match."""
        return Push(Ender())


class Ender(Frame):
    """Ends the match and still asks for more."""

    faces: tuple[tuple[int, ...], ...] = ()
    STEPS: ClassVar[tuple[str, ...]] = ("finish", "never")
    PUBLIC: ClassVar[tuple[str, ...]] = ("faces",)

    def finish(self, t: Table) -> Any:
        """What a step asks for after the end is void."""
        end(t)
        return Ask(PickStance(0), into="faces")

    def never(self, t: Table) -> Any:
        """Nothing comes after the end."""
        note(t, "never")


def picked(state: State, seat: int, stance: Any) -> State:
    """Give one of the simultaneous answers."""
    decision = state.decision_of(seat)
    assert decision is not None
    progress = give(state, decision, Pick(stance))
    assert not isinstance(progress, Refusal)
    return progress.state


def test_nobody_to_ask_goes_on_with_an_empty_answer() -> None:
    assert trace(begin(tiny_match(Asker, Ender)).events) == ["0 picks"]


def test_equal_questions_to_one_seat_are_answered_one_by_one_in_order() -> None:
    state = begin(tiny_match(Asker, Ender)).state
    assert state.waiting_for() == (0, 1, 0)
    state = picked(state, 0, "bold")
    assert state.waiting_for() == (1, 0)
    state = picked(picked(state, 0, "wary"), 1, "bold")
    asker: Any = state.frames[-1]
    assert asker.picks == (Pick("bold"), Pick("bold"), Pick("wary"))


def rolling() -> State:
    """The tiny match where it waits for dice from outside."""
    state = begin(tiny_match(Asker, Ender)).state
    return picked(picked(picked(state, 0, "bold"), 0, "bold"), 1, "bold")


def test_dice_can_be_thrown_from_outside() -> None:
    state = rolling()
    assert state.pending is not None
    assert [(pool.label, pool.count) for pool in state.pending.rolls] == [("left", 2), ("right", 1)]
    progress = throw(state, ((6, 1), (4,)))
    assert not isinstance(progress, Refusal)
    rolled = [event for event in progress.events if isinstance(event, happened.DiceRolled)]
    assert [(event.label, event.faces) for event in rolled] == [("left", (6, 1)), ("right", (4,))]
    assert progress.state.version == state.version + 1


@pytest.mark.parametrize("faces", [((6, 1),), ((6,), (4,)), ((6, 7), (4,)), ((6, 1), (5,)), ((0, 1), (4,)), ()])
def test_dice_that_do_not_fit_the_roll_are_refused(faces: tuple[tuple[int, ...], ...]) -> None:
    state = rolling()
    before = state.digest()
    refusal = throw(state, faces)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "wrong_dice"
    assert state.digest() == before


def test_no_dice_are_taken_when_none_are_asked_for() -> None:
    refusal = throw(begin(tiny_match(Asker, Ender)).state, ((1,),))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "no_roll"


def test_nothing_is_asked_or_done_after_the_end() -> None:
    progress = throw(rolling(), ((1, 1), (1,)))
    assert not isinstance(progress, Refusal)
    assert progress.state.over
    assert progress.state.pending is None
    assert progress.state.frames == []
    assert trace(progress.events) == []


class Doomed(Frame):
    """A chain of frames whose ground is taken away by the topmost."""

    level: int = 0
    STEPS: ClassVar[tuple[str, ...]] = ("down", "back")
    PUBLIC: ClassVar[tuple[str, ...]] = ("level",)

    def still_stands(self, t: Table) -> bool:
        """Only the lowest outlives the change."""
        return self.level == 0 or not t.facts.get("collapsed")

    def down(self, t: Table) -> Any:
        """Go deeper, and let the third one break it all."""
        if self.level < 3:
            return Push(Doomed(level=self.level + 1))
        t.emit(happened.FactChanged(name="collapsed", value=1))
        return DONE

    def back(self, t: Table) -> Any:
        """Only the lowest comes here."""
        note(t, f"back {self.level}")
        return end(t)


def test_frames_whose_ground_is_gone_are_abandoned_with_an_event_each() -> None:
    events = begin(tiny_match(Doomed)).events
    abandoned = [event for event in events if isinstance(event, happened.FrameAbandoned)]
    assert [event.frame for event in abandoned] == ["Doomed", "Doomed"]
    assert trace(events) == ["back 0"]


class Handing(Frame):
    """Hands over as its last step, so that nothing is left of it: a chain of such frames, one without ground."""

    level: int = 0
    STEPS: ClassVar[tuple[str, ...]] = ("hand_over", "back")
    PUBLIC: ClassVar[tuple[str, ...]] = ("level",)

    def still_stands(self, t: Table) -> bool:
        """The third one loses its ground."""
        return self.level != 2

    def hand_over(self, t: Table) -> Any:
        """The second one skips to its last step, so that it is done with this."""
        if self.level == 1:
            self.at = "back"
        return Push(Handing(level=self.level + 1)) if self.level < 3 else DONE

    def back(self, t: Table) -> Any:
        """Only the lowest comes here."""
        note(t, f"back {self.level}")
        return end(t)


def test_below_an_abandoned_frame_those_that_are_done_are_left_too() -> None:
    events = begin(tiny_match(Handing)).events
    assert [event.frame for event in events if isinstance(event, happened.FrameAbandoned)] == ["Handing"]
    assert trace(events) == ["back 0"]


class LastWord(Frame):
    """Ends the match from a frame that lies on one without ground."""

    level: int = 0
    STEPS: ClassVar[tuple[str, ...]] = ("speak",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("level",)

    def still_stands(self, t: Table) -> bool:
        """Never again."""
        return False

    def speak(self, t: Table) -> Any:
        """The upper one ends the match."""
        return end(t) if self.level else Push(LastWord(level=1))


def test_the_end_of_the_match_is_the_last_event() -> None:
    assert type(begin(tiny_match(LastWord)).events[-1]) is happened.GameEnded


class Endless(Frame):
    """Loops without asking anybody."""

    STEPS: ClassVar[tuple[str, ...]] = ("spin",)

    def spin(self, t: Table) -> Any:
        """For ever."""
        return Goto("spin")


class Wordless(Frame):
    """Ends without an outcome."""

    STEPS: ClassVar[tuple[str, ...]] = ("stop",)

    def stop(self, t: Table) -> Any:
        """Nobody has won."""
        return DONE


class Confused(Frame):
    """Returns what no step may return."""

    STEPS: ClassVar[tuple[str, ...]] = ("answer",)

    def answer(self, t: Table) -> Any:
        """Not a word of the runner."""
        return "KEEP-THIS-TO-YOURSELF"


@pytest.mark.parametrize("frame", [Endless, Wordless, Confused])
def test_a_rule_that_went_wrong_is_a_loud_bug_that_names_game_and_version(frame: type[Frame]) -> None:
    with pytest.raises(BrokenRule, match=r"\(tiny, version 0\)") as caught:
        begin(tiny_match(frame))
    assert "KEEP-THIS" not in str(caught.value)


class Forgetful(Frame):
    """A frame with a slot whose audience nobody has declared."""

    seen: int = 0
    kept: int = 0
    forgotten: int = 0
    STEPS: ClassVar[tuple[str, ...]] = ("nothing",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("seen",)
    SECRET: ClassVar[tuple[str, ...]] = ("kept",)


@pytest.mark.parametrize("frame", [*TOY.all_frames, ReactionWindow], ids=lambda frame: frame.__name__)
def test_every_slot_has_a_declared_audience(frame: type[Frame]) -> None:
    assert frame.undeclared_slots() == ()


def test_a_slot_without_audience_is_found_and_shown_to_nobody() -> None:
    assert Forgetful.undeclared_slots() == ("forgotten",)
    assert repr(Forgetful(seen=11, kept=22, forgotten=33)) == "Forgetful(at='', seen=11, kept=..., forgotten=...)"


def test_forced_dice_answer_a_roll_at_once() -> None:
    state = begin(tiny_match(Asker, Ender)).state
    state = picked(picked(state, 0, "bold"), 1, "bold")
    decision = state.decision_of(0)
    assert decision is not None
    progress = give(state, decision, Pick("wary"), ForcedDice((1, 2, 3)))
    assert not isinstance(progress, Refusal)
    assert progress.thrown == ((1, 2), (3,))
    assert progress.state.over
