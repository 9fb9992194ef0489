"""The contract of games: the toy keeps it, and each promise is broken once to see that it is noticed."""

from __future__ import annotations

import dataclasses
import itertools
import random
from typing import Any, ClassVar

import pytest

from brickfield.core import apply as writing
from brickfield.core import events as happened
from brickfield.core import views
from brickfield.core.asking.offers import Asked, Choice, Choose
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.frames import Ask, Frame, Push
from brickfield.core.game import Game
from brickfield.core.judging.judging import Mind
from brickfield.core.match import Setup
from brickfield.core.refusal import illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.speech.speech import DiceWord, Speech
from brickfield.testing import pause_checks
from brickfield.testing.contract import check_dice, check_frame, check_game, check_shape
from brickfield.testing.pause_checks import ContractBroken
from tests.core.toy import battle, orders
from tests.core.toy.contents import TOY
from tests.core.toy.orders import Bury, BuryCharge, GiveOrder, Pick, PickStance, Rest
from tests.core.toy.playing import SETUPS, fresh, match_of, tiny_game


def test_the_toy_keeps_the_contract() -> None:
    checked = check_game(TOY, SETUPS, seeds=range(12))
    assert checked.matches == 12 * len(SETUPS)
    assert checked.never_asked == ()
    assert checked.kinds == ("bury_charge", "give_order", "pick_stance", "respond")
    assert {"Counter", "ReactionWindow", "SnapShot", "Preparations"} <= set(checked.frames)
    assert checked.decisions > 1000


def test_kinds_that_did_not_come_up_are_told() -> None:
    assert check_game(TOY, SETUPS[2:3], every=5).never_asked == ("bury_charge", "pick_stance")


def broken(**parts: Any) -> Game:
    """The toy with some parts replaced; its matches are of the new game."""
    return dataclasses.replace(TOY, **parts)


def always(does: Any) -> dict[Any, Any]:
    """A table in which every decision does the same."""
    return dict.fromkeys(TOY.decisions, does)


def check(game: Game, setup: Setup = SETUPS[0]) -> None:
    """A short check."""
    check_game(game, [setup], seeds=range(4), most_decisions=400)


def test_a_copy_of_the_toy_keeps_the_contract_too() -> None:
    check(broken())


# --- the shape -------------------------------------------------------------------------------------------------------


class Undeclared(Frame):
    """One slot is declared for nobody."""

    slot: int = 0
    STEPS: ClassVar[tuple[str, ...]] = ("step",)

    def step(self, t: Table) -> Any:
        """Do nothing."""


class NoSuchStep(Frame):
    """A step is listed that is not written."""

    STEPS: ClassVar[tuple[str, ...]] = ("step", "no_such_step")

    def step(self, t: Table) -> Any:
        """Do nothing."""


class Stepless(Frame):
    """No steps at all."""


class TwoFaced(Frame):
    """A slot is public and secret."""

    slot: int = 0
    STEPS: ClassVar[tuple[str, ...]] = ("step",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("slot",)
    SECRET: ClassVar[tuple[str, ...]] = ("slot",)

    def step(self, t: Table) -> Any:
        """Do nothing."""


class Misspelt(Frame):
    """A slot is declared that does not exist."""

    STEPS: ClassVar[tuple[str, ...]] = ("step",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("slto",)

    def step(self, t: Table) -> Any:
        """Do nothing."""


class Elsewhere(Frame):
    """What a match may pass over is no step."""

    STEPS: ClassVar[tuple[str, ...]] = ("step",)
    ONLY_WHERE: ClassVar[dict[str, Any]] = {"stpe": bool}

    def step(self, t: Table) -> Any:
        """Do nothing."""


@pytest.mark.parametrize(
    ("frame", "promise"),
    [
        (Elsewhere, "which are no steps"),
        (Undeclared, "nobody has declared"),
        (NoSuchStep, "no step 'no_such_step'"),
        (Stepless, "steps are none"),
        (TwoFaced, "declared wrongly"),
        (Misspelt, "declared wrongly"),
    ],
)
def test_a_frame_of_the_wrong_shape_is_noticed(frame: type[Frame], promise: str) -> None:
    with pytest.raises(ContractBroken, match=promise):
        check_frame(frame)
    with pytest.raises(ContractBroken, match=promise):
        check_shape(tiny_game(battle.Battle, frame))


def test_two_types_of_one_name_are_noticed() -> None:
    class Twin(Undeclared, tag="battle"):
        PUBLIC: ClassVar[tuple[str, ...]] = ("slot",)

    with pytest.raises(ContractBroken, match="share a name: battle"):
        check_shape(tiny_game(battle.Battle, Twin))


# --- the play --------------------------------------------------------------------------------------------------------


def test_a_refused_set_up_is_noticed() -> None:
    with pytest.raises(ContractBroken, match="set-up is refused"):
        check(TOY, Setup("toy", "siege"))


def test_a_game_without_an_end_is_noticed() -> None:
    with pytest.raises(ContractBroken, match="no end after 5 decisions"):
        check_game(TOY, SETUPS[:1], most_decisions=5)


def test_a_sampled_answer_that_is_refused_is_noticed() -> None:
    def sample(state: State, decision: Any, rng: random.Random) -> Any:
        reply = decision.draw(state, rng)
        return orders.March("nobody", (1.0,)) if isinstance(reply, Rest) else reply

    with pytest.raises(ContractBroken, match="a sampled answer is refused"):
        check(broken(minds=always(Mind(samples=sample))))


# never the same spot twice in a row
SPOTS = itertools.cycle(range(12))


def only(*suggestions: Any) -> Any:
    """A game that always suggests these."""
    return lambda state, decision, n: [Suggestion(each, "x", "x") for each in suggestions][:n]


@pytest.mark.parametrize(
    ("suggest", "promise"),
    [
        (only(), "0 suggestions"),
        (only(Bury(99)), "a suggestion is refused"),
        (only(*[Bury(1)] * 65), "65 suggestions"),
        (lambda state, decision, n: [Suggestion(Bury(1), "x", "x")] * 2, "one suggestion was asked for"),
        (lambda state, decision, n: [Suggestion(Bury(next(SPOTS)), "x", "x")] * n, "suggestions change"),
        (only(Bury(True)), "arrives as"),
    ],
)
def test_bad_suggestions_are_noticed(suggest: Any, promise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if promise == "65 suggestions":
        unbounded = suggest
        suggest = lambda state, decision, n: unbounded(state, decision, 65)  # noqa: E731
    monkeypatch.setattr(Decision, "suggest", lambda self, state, n: suggest(state, self, n))
    with pytest.raises(ContractBroken, match=promise):
        check(TOY)


def test_a_state_that_changes_after_it_was_handed_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def copy_into(self: State, other: State) -> State:
        shared = original(self, other)
        shared.units = self.units
        return shared

    original = State.copy_into
    monkeypatch.setattr(State, "copy_into", copy_into)
    with pytest.raises(ContractBroken, match=r"has changed|rebuild|differently"):
        check(TOY)


def test_a_board_changed_without_an_event_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def show_stances(self: battle.Battle, t: Table) -> None:
        t.facts["stance0"] = "bold"

    monkeypatch.setattr(battle.Battle, "show_stances", show_stances)
    with pytest.raises(ContractBroken, match=r"do not rebuild the facts|has changed the state"):
        check(TOY)


def test_an_event_without_its_writer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def emit(self: Table, event: Any) -> None:
        if isinstance(event, happened.TurnStarted):
            self.facts["active"] = event.seat
        else:
            writing.apply(self, event)
        self.events.append(event)

    monkeypatch.setattr(Table, "emit", emit)
    writers: Any = writing.WRITERS
    monkeypatch.delitem(writers, happened.TurnStarted)
    with pytest.raises(ContractBroken, match="do not rebuild the facts"):
        check(TOY)


def test_dice_that_no_event_names_are_noticed() -> None:
    fell, throw = happened.DiceRolled(label="blast", seat=0, faces=(3,)), happened.Throw("blast", 0, (3,))
    gone = happened.UnitDestroyed(unit="a1", throws=(throw,))
    loose = happened.DiceRolled(label="wind", seat=-1, faces=(5,))
    match = match_of(SETUPS[0])
    match.game = dataclasses.replace(
        TOY, speech=Speech(dice={"blast": DiceWord("Blast"), "wind": DiceWord("Wind", "it may turn")})
    )
    check_dice(match, [fell, gone, loose])
    # what the last throw decides may hang on an answer
    assert check_dice(match, [fell, gone, fell, loose], waits=True) == [fell]
    for events, promise in (
        ([gone], "did not fall"),
        ([fell, gone, gone], "another one names"),
        ([happened.DiceRolled(label="blast", seat=0, faces=(4,)), gone], "did not fall"),
        ([fell], "no event names them"),
        ([happened.DiceRolled(label="luck", seat=0, faces=(4,))], "nobody says what"),
    ):
        with pytest.raises(ContractBroken, match=promise):
            check_dice(match, events)
    with pytest.raises(ContractBroken, match="no event names them"):
        check_dice(match, [fell, fell], waits=True)


class Loose(Frame):
    """Its slots are typed too loosely to be loaded, or hold what can be changed."""

    value: Any = None
    STEPS: ClassVar[tuple[str, ...]] = ("ask", "finish")
    PUBLIC: ClassVar[tuple[str, ...]] = ("value",)

    def ask(self, t: Table) -> Any:
        """Hold something, then wait."""
        self.value = t.match.setup.options["value"]
        return Ask(PickStance(0), into="value")

    def finish(self, t: Table) -> Any:
        """Enough."""
        t.emit(happened.GameEnded(winners=(), reason="enough"))


@pytest.mark.parametrize(
    ("value", "promise"),
    [
        ((1, 2), "changes the frames"),
        (Pick("bold"), "changes the frames"),
        ([1], "holds more than plain values"),
        ({"a": 1}, "holds more than plain values"),
        (((1,), [2]), "holds more than plain values"),
        (battle.Turn(), "holds more than plain values"),
    ],
)
def test_slots_that_cannot_be_kept_are_noticed(value: Any, promise: str) -> None:
    with pytest.raises(ContractBroken, match=promise):
        check(tiny_game(Loose), Setup("tiny", "any", {"value": value}))


def test_a_slot_that_is_kept_is_left_alone() -> None:
    check(tiny_game(Loose), Setup("tiny", "any", {"value": "plain"}))


def test_a_match_that_goes_on_after_its_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def finish(self: Loose, t: Table) -> Any:
        t.emit(happened.GameEnded(winners=(), reason="enough"))

    def run(self: Table) -> None:
        original(self)
        if self.outcome is not None:
            self.frames.append(Loose())

    original = Table.run
    monkeypatch.setattr(Loose, "finish", finish)
    monkeypatch.setattr(Table, "run", run)
    with pytest.raises(ContractBroken, match="still under way"):
        check(tiny_game(Loose), Setup("tiny", "any", {"value": 1}))


# --- questions -------------------------------------------------------------------------------------------------------


def offering(state: State, decision: Any, *more: Choice, text: str = "") -> Asked:
    """A question with some choices more than it has."""
    asked: Asked = decision.asked("?", text, Choose((*decision.choices(state), *more)))
    return asked


@pytest.mark.parametrize(
    ("choice", "promise"),
    [
        (Choice(Bury(99), "Off the line"), "offers what is refused"),
        (Choice(Bury(1), "There", refusal=illegal("no", "", "No.")), "says that .* is closed"),
        (Choice({"answer": "bury", "place": 1}, "There"), "cannot be read"),
    ],
)
def test_a_question_that_does_not_tell_the_truth_is_noticed(choice: Choice, promise: str) -> None:
    with pytest.raises(ContractBroken, match=promise):
        check(broken(asks={BuryCharge: lambda state, decision: offering(state, decision, choice)}))


def test_a_decision_that_says_nothing_of_what_it_offers_is_noticed() -> None:
    class Mute(Decision, frozen=True):
        """No choices, no question, no suggestions."""

    with pytest.raises(TypeError, match="mute does not say what it offers"):
        Mute(0).sample(fresh().state, random.Random(0))


# --- secrets ---------------------------------------------------------------------------------------------------------


def peeking(state: State) -> list[Any]:
    """What a game must not do: look into every envelope."""
    return [note.open() for note in state.sealed.values()]


def test_a_hint_that_peeks_is_noticed() -> None:
    def suggest(state: State, decision: Any, n: int) -> list[Suggestion]:
        peeking(state)
        return [Suggestion(decision.draw(state, random.Random(0)), "x", "x")]

    with pytest.raises(ContractBroken, match="was opened for somebody else"):
        check(broken(minds=always(Mind(suggests=suggest))))


def test_an_offer_that_peeks_is_noticed() -> None:
    with pytest.raises(ContractBroken, match="was opened for somebody else"):
        check(broken(asks=always(lambda state, decision: offering(state, decision, text=str(peeking(state))))))


def test_a_refusal_that_peeks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def settle(self: GiveOrder, state: State, answer: Any) -> Any:
        return illegal("mine", "toy.march.mine", "") if peeking(state) == [1] else original(self, state, answer)

    original = GiveOrder.settle
    monkeypatch.setattr(GiveOrder, "settle", settle)
    with pytest.raises(ContractBroken, match="was opened for somebody else"):
        check(TOY)


def test_a_view_that_shows_a_secret_slot_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battle.Preparations, "PUBLIC", ("seat", "note"))
    with pytest.raises((ContractBroken, TypeError)):
        check(TOY)


def test_a_view_that_tells_who_has_answered_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def view(state: State, seat: int) -> views.View:
        seen = views.view(state, seat)
        pending = state.pending
        told = {
            f"told{index}": given.open().stance
            for index, given in enumerate(pending.answers if pending else ())
            if given
        }
        seen.facts.update(told)
        return seen

    monkeypatch.setattr(pause_checks, "view", view)
    with pytest.raises(ContractBroken, match="was opened for somebody else"):
        check(TOY, SETUPS[3])


def test_a_table_that_cannot_be_imagined_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def imagine(*args: Any) -> State:
        state = views.imagine(*args)
        state.facts.pop("active", None)
        return state

    monkeypatch.setattr(pause_checks, "imagine", imagine)
    with pytest.raises(ContractBroken, match="imagines another table"):
        check(TOY, SETUPS[2])


def test_one_frame_value_pushed_in_two_rounds_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = battle.Turns()
    monkeypatch.setattr(battle.Battle, "play_turns", lambda self, t: Push(shared))
    with pytest.raises(ContractBroken):
        check(TOY, SETUPS[2])
