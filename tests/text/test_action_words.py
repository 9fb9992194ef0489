"""BrickAction in words: minis by their numbers, dice with what was added to them, deeds as one speaks of them."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec import UNSET

from brickfield.core import events as happened
from brickfield.core.decisions import Answer, React
from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.play import begin
from brickfield.games import find_game
from brickfield.games.brick_action.base.firing.hits_and_saves import HIT
from brickfield.geometry.grain import Pose
from brickfield.speech.acts import acts_of
from brickfield.speech.sentences import Names, deed_words, sentence
from brickfield.speech.speech import speech_of


def meeting() -> Match:
    game = find_game("brick_action")
    assert game is not None
    match = game.new_match(game.fresh(Setup("brick_action", "meeting")))
    assert isinstance(match, Match)
    return match


MATCH = meeting()
A1, B1 = (f"{MATCH.cards[name].name} {name}" for name in ("A1", "B1"))


def resolved(*faces: int, hits: int, manner: str = "attack", plus: Tally | None = None) -> happened.AttackResolved:
    return happened.AttackResolved(
        unit="A1",
        target="B1",
        manner=manner,
        dice=len(faces),
        hits=hits,
        throws=(happened.Throw("attack", 0, faces),),
        tallies=(plus,) if plus is not None else UNSET,
    )


VETERAN = Tally(HIT, 0, modifiers=(Modifier(HIT, 1, "a veteran fires", "ba.unit.veteran.attack", kind="plus"),))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (happened.FigureLost(unit="A1", figure="f1", by="B1"), f"{A1} lost mini 1 to {B1}."),
        (happened.FigureCardChanged(unit="A1", figure="f2", card="regular.smg"), f"Mini 2 of {A1} holds SMG now."),
        (happened.WentInside(unit="A1", thing="", figures=("f1", "f3")),
         f"Minis 1 and 3 of {A1} are in the open again."),
        (happened.FactChanged(name="first", value=0), "You take the first turn."),
        (happened.FactChanged(name="first", value=1), "Player 2 takes the first turn."),
        (happened.FactChanged(name="zone0", value="south"), "You have the south edge."),
        (happened.FactChanged(name="zone1", value="north"), "Player 2 has the north edge."),
        (resolved(5, 3, 3, hits=2, plus=VETERAN),
         f"{A1} fires at {B1} (5 3 3; a veteran fires, +1: 3 counts as 4): 2 hits."),
        (resolved(5, 4, 1, hits=2, plus=VETERAN), f"{A1} fires at {B1} (5 4 1): 2 hits."),
        (resolved(6, 2, 2, hits=1, manner="guns"), f"{A1} fires at {B1} (6 2 2; 10 in all, 1 six): 1 hit."),
    ],
)  # fmt: skip
def test_what_happened_is_told_without_ids_and_with_what_was_added(event: happened.Event, told: str) -> None:
    assert sentence(event, MATCH, you=0).text == told


def test_an_act_says_why_a_die_that_is_too_low_counts() -> None:
    game = MATCH.game
    shot = acts_of([resolved(5, 3, 3, hits=2, plus=VETERAN)], game.first_state(MATCH))[0]
    assert (shot.need, shot.rolled) == ("each needs 4+", "2 of 3 dice, a veteran fires, +1: 3 counts as 4")
    guns = acts_of([resolved(3, 2, 2, hits=0, manner="guns")], game.first_state(MATCH))[0]
    assert (guns.title, guns.rolled) == ("MISS", "7 in all")


def test_a_save_is_neither_a_hit_nor_a_miss_of_who_throws() -> None:
    saved = acts_of([resolved(1, 1, hits=2, manner="save")], MATCH.game.first_state(MATCH))[0]
    assert (saved.kind, saved.hit) == ("dice", UNSET)


def test_every_answer_has_a_name_by_which_it_is_taken_back() -> None:
    names = Names(MATCH)
    answers = {each for decision in MATCH.game.decisions for each in kinds(decision.ANSWER)} - {React}
    tags = {str(each.__struct_config__.tag) for each in answers} - {"end_turn"}
    assert tags - set(names.speech.deeds) == set()
    assert deed_words("walk", "A1", names) == deed_words("move", "A1", names) == f"{A1}'s move"
    assert deed_words("take_half", "", names) == "the choice after the roll-off"


def kinds(answer: object) -> list[type[Answer]]:
    """The answers a decision takes: one, or any of several."""
    several = get_args(answer)
    return [one for each in several for one in kinds(each)] if several else [answer]  # type: ignore[list-item]


def test_who_is_behind_a_loss_that_names_nobody_is_read_from_its_step() -> None:
    before = begin(MATCH, SeededDice(1)).state
    struck_by = speech_of(MATCH).struck_by
    over = happened.FigureLost(unit="A1", figure="f1", clause="ba.roadkill")
    pose = Pose.at(1.0, 1.0)
    drove, walked = (
        happened.UnitMoved(unit=unit, step=step, amount=0, pose=pose)
        for unit, step in (("B2", "drive"), ("B3", "walk"))
    )
    assert struck_by(over, (drove, walked, over), before) == "B2", "the vehicle that drove in the same step"
    assert struck_by(over, (walked, over), before) == ""
    shot = happened.UnitDestroyed(unit="A2", by="B1", clause="ba.sup.wiped")
    left = happened.UnitDestroyed(unit="A3", by="", clause="ba.veh.dismount")
    assert struck_by(left, (shot, left), before) == "B1", "whoever shot the crew outside has the vehicle too"
    assert struck_by(happened.FigureLost(unit="A1", figure="f1", clause="ba.attack.nat6"), (shot,), before) == ""
