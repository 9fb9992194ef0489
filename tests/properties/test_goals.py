"""Every battle of every game says at its table what is to be done, where and by when, and marks what it names."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.shown.goals import Goal, GoalMark, goal_of, marks_for
from brickfield.core.state import State
from brickfield.core.views import SPECTATOR, imagine, view
from brickfield.games import GAME_IDS, find_game
from brickfield.speech.rule_names import titles
from brickfield.speech.tables import face_of, situation_of

# what a sentence may name, and the marks that show where it is
NAMED = {
    r"\bgold\b": {"chest", "carrier"},
    r"\bport\b": {"port"},
    r"\bfort\b": {"destroy", "protect"},
    r"\bmarker\b": {"marker"},
    r"\bflag\b": {"flag", "carrier"},
    r"\bzone\b": {"home"},
    r"\barea\b|\bthe line \d": {"area"},
    # an edge that a line is only measured from is not marked
    r"^(?!.* inches from the \w+ edge).*\bedge\b": {"edge"},
}
ABOUT_A_UNIT = {"runner", "destroy", "protect"}
# set-ups beside the scenarios as they are: other last rounds and victories, armies of one's own, drawn tables
MORE: dict[str, list[Setup]] = {
    "micro_brick_battle": [
        Setup("micro_brick_battle", "six_v_six", {"round_limit": 7}),
        Setup("micro_brick_battle", "crossroads", {"round_limit": 5, "scenario_edition": "first"}),
        Setup("micro_brick_battle", "random_table", {"table_number": 31}, ((("M4 Sherman", 2),), (("Panzer III", 3),))),
        Setup("micro_brick_battle", "six_v_six", {"mines": "secret"}),
    ],
    "brick_mech": [Setup("brick_mech", "duel", {"victory": victory}) for victory in ("hold_marker", "destroy_target")],
    "battle_of_the_sea": [
        Setup("battle_of_the_sea", "last_drop_of_blood", {"max_rounds": 0, "waters_seed": 5}),
        Setup("battle_of_the_sea", "free_for_all_4", {"teams": True, "ports": True}),
    ],
    "brick_action": [Setup("brick_action", "meeting", {"village": 9, "last_round": 5})],
}


def every_setup() -> list[Any]:
    found = []
    for game_id in GAME_IDS:
        game = find_game(game_id)
        assert game is not None
        usual = [game.fresh(Setup(game_id, each.id)) for each in game.scenarios()]
        for number, setup in enumerate([*usual, *MORE[game_id]]):
            found.append(pytest.param(setup, id=f"{game_id}-{setup.scenario}-{number}"))
    return found


def opening(setup: Setup) -> tuple[State, State]:
    """A battle as it is set up, and as it stands in the first round."""
    game = find_game(setup.game)
    assert game is not None
    match = game.new_match(setup)
    assert not isinstance(match, Refusal), match
    session, rng = Session(match, SeededDice(3), log=False), random.Random(3)
    first = session.state.clone()
    while "round" not in session.state.facts:
        seat = session.state.waiting_for()[0]
        decision = session.state.decision_of(seat)
        assert decision is not None
        taken = session.answer(seat, decision.sample(session.state, rng))
        assert not isinstance(taken, Refusal), taken
    return first, session.state


def check_goal(state: State, goal: Goal, marks: list[GoalMark]) -> None:
    assert 15 <= len(goal.sentence) <= 160, goal.sentence
    assert goal.sentence.endswith(".")
    when = f"of round {goal.by_round}" if goal.by_round else "however many rounds it takes"
    assert when in goal.sentence, goal.sentence
    assert goal.clause in titles(state.match.game)
    kinds = {mark.kind for mark in marks}
    for words, wanted in NAMED.items():
        if re.search(words, goal.sentence):
            assert kinds & wanted, (goal.sentence, kinds)
    named, rest = set(), goal.sentence
    for name in sorted({card.name for card in state.match.cards.values()}, key=len, reverse=True):
        if re.search(rf"\b{re.escape(name)}\b", rest):
            named.add(name)
            rest = rest.replace(name, "")
    about = {mark.unit for mark in marks if mark.kind in ABOUT_A_UNIT}
    assert named <= {state.match.cards[each].name for each in about if each}, goal.sentence


def has_place(state: State, mark: GoalMark) -> bool:
    """On the table: a point, an area, an edge, or a unit that stands there."""
    width, height = round(state.match.width * 1e6), round(state.match.height * 1e6)
    points = [*zip(mark.outline[::2], mark.outline[1::2], strict=True), *([mark.at] if mark.at else [])]
    assert all(0 <= x <= width and 0 <= y <= height for x, y in points), mark
    if mark.unit:
        unit = state.units[mark.unit]
        return unit.status == "waiting" or unit.pose is not None or bool(unit.container)
    return bool(points) or mark.edge in ("south", "north", "west", "east")


@pytest.mark.parametrize("setup", every_setup())
def test_a_battle_says_what_is_to_be_done_where_and_by_when(setup: Setup) -> None:
    first, begun = opening(setup)
    face, match = face_of(begun.match), begun.match
    for seat in range(match.seats):
        goal = goal_of(face.goals, seat)
        assert goal is not None
        assert sum(seat in each.seats for each in face.goals) == 1
        shown = situation_of(imagine(view(begun, seat), match))
        assert shown.marks == situation_of(begun).marks, "a mark that not everybody may know of"
        marks = marks_for((*face.marks, *shown.marks), seat)
        check_goal(begun, goal, marks)
        assert all(has_place(begun, mark) and 3 <= len(mark.label) <= 60 for mark in marks), marks
    seen = marks_for((*face.marks, *situation_of(imagine(view(begun, SPECTATOR), match)).marks), SPECTATOR)
    places = [(mark.unit, mark.at, mark.outline, mark.edge) for mark in seen]
    assert len(set(places)) == len(places)
    for state in (first, begun):
        now = situation_of(state)
        assert [each.goal for each in now.goals] == [each.id for each in face.goals]
        assert all(each.words and 0 <= each.value <= each.full and each.full > 0 for each in now.goals), now.goals
        assert now.goal
