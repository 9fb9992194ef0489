"""BrickMech in words: whole battles by typing what is listed, every command by itself, every event a sentence."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.match import Match, Setup
from brickfield.core.views import View, imagine
from brickfield.games import find_game
from brickfield.speech.choices import ideas
from brickfield.speech.interpreter import Interpreter, Reply
from brickfield.speech.local_game import Agreement, LocalGame
from brickfield.speech.saying import say
from brickfield.speech.sentences import sentence
from brickfield.testing import unit
from brickfield.text.json_seat import decision_object
from brickfield.text.question import opening_lines, question_lines
from brickfield.text.verbs import hear
from tests.rules.brick_mech.table import GAME, mech
from tests.text.seats import ScriptedDice

FULL = {"return_fire": True, "hold_fire": True, "charge": True, "targeted_shot": True, "table_vote": True}


class Waverer:
    """Answers at random, but the same in every run."""

    def decide(self, match: Match, view: View) -> Any:
        assert view.decision is not None
        return view.decision.sample(imagine(view, match), random.Random(view.version))


class Idler:
    """Ends its turns and lets everything pass."""

    def decide(self, match: Match, view: View) -> Any:
        assert view.decision is not None
        return view.decision.suggest(imagine(view, match), 1)[0].answer


def desk_for(setup: Setup, folder: Path, player: Any) -> Interpreter:
    game = find_game(GAME)
    assert game is not None
    match = game.new_match(setup)
    assert isinstance(match, Match), match

    def players(match: Match, agreed: Agreement) -> dict[int, Any]:
        return {each: player for each in range(match.seats) if each != agreed.seat}

    agreed = Agreement(setup.position["seat"] if setup.position else 0, "recruit", 5)
    interpreter = Interpreter(LocalGame(match, agreed, players(match, agreed)), players, folder)
    interpreter.local_game.others_play()
    return interpreter


def lay(folder: Path, units: Iterable[dict[str, Any]], faces: Iterable[int] = (), **position: Any) -> Interpreter:
    """A table in the middle of a round, seat 0 to act, with forced dice."""
    options = position.pop("options", {})
    laid = {"units": list(units), "seat": 0, **position}
    interpreter = desk_for(Setup(GAME, "", options, names=("Blue", "Orange"), position=laid), folder, Idler())
    interpreter.local_game.dice = ScriptedDice(faces)  # type: ignore[assignment]
    return interpreter


def told(reply: Reply) -> str:
    assert reply.refusal is None, reply.refusal
    return "\n".join([*reply.story, *reply.lines])


@pytest.mark.parametrize(("scenario", "options"), [("duel", FULL), ("hold_the_marker", {}), ("two_and_two", {})])
def test_a_whole_battle_in_words(scenario: str, options: dict[str, Any], tmp_path: Path) -> None:
    """Every option can be typed as it is listed, every question and event has its words, and the battle ends."""
    interpreter = desk_for(Setup(GAME, scenario, options), tmp_path, Waverer())
    rng = random.Random(7)
    opening_lines(interpreter)
    for count in range(1500):
        if interpreter.local_game.state.over:
            break
        lines = question_lines(interpreter, first=count % 7 == 0)
        assert all(text for _sort, text in lines)
        choice = rng.choice(interpreter.choices[:3])
        reply = hear(interpreter, choice.say)
        assert reply.refusal is None, (choice.say, reply.refusal)
        if count % 10 == 0 and not interpreter.local_game.state.over:
            decision_object(interpreter, [])
            for line in ("units", "look A1", "hint", "goal", "terrain", "map", "log", "why 1"):
                assert hear(interpreter, line).refusal is None, line
    assert interpreter.local_game.state.over
    question_lines(interpreter, first=True)
    for entry, before in zip(
        interpreter.local_game.entries, [interpreter.local_game.states[0], *interpreter.local_game.states], strict=False
    ):
        for event in entry.events:
            assert sentence(event, before, 0)


def test_a_move_is_read_leg_by_leg(tmp_path: Path) -> None:
    interpreter = lay(tmp_path, [mech("A1", 10, 15, 0), mech("B1", 30, 15, 180)])
    assert "would spend 6 Movement Points" in told(hear(interpreter, "try move A1 forward 3 right 45 step left 1"))
    story = told(hear(interpreter, "move A1 forward 3 right 45 step left 1"))
    assert "stepped left 1 brick" in story
    pose = interpreter.state.units["A1"].pose
    assert pose is not None
    assert pose.degrees == 315.0
    assert (round(pose.place[0], 2), round(pose.place[1], 2)) == (13.71, 15.71)


@pytest.mark.parametrize(
    ("typed", "heading", "x"),
    [("face B1", 0.0, 10.0), ("towards B1 2", 0.0, 12.0), ("left 90 back 2", 180.0, 12.0), ("to 12 15", 0.0, 12.0)],
)
def test_turns_and_goals_are_worked_out(tmp_path: Path, typed: str, heading: float, x: float) -> None:
    interpreter = lay(tmp_path, [mech("A1", 10, 15, 90), mech("B1", 30, 15, 180)])
    told(hear(interpreter, f"move A1 {typed}"))
    pose = interpreter.state.units["A1"].pose
    assert pose is not None
    assert pose.degrees == heading
    assert pose.place[0] == pytest.approx(x)


def test_as_far_as_possible_is_found(tmp_path: Path) -> None:
    interpreter = lay(tmp_path, [mech("A1", 10, 15, 0), mech("B1", 14.5, 15, 180)])
    told(hear(interpreter, "forward max"))
    pose = interpreter.state.units["A1"].pose
    assert pose is not None
    assert pose.place[0] == pytest.approx(12.5, abs=0.051)


def test_an_attack_is_told_with_its_sums_and_what_is_left(tmp_path: Path) -> None:
    interpreter = lay(tmp_path, [mech("A1", 10, 15, 0), mech("B1", 18, 15, 180)], faces=(5, 3, 4))
    why = told(hear(interpreter, "why A1 B1"))
    assert "2D6  2 dice at short range" in why
    assert "= 2D6 +0 Attack Points" in why
    story = told(hear(interpreter, "fire A1 at B1"))
    assert "Trooper A1 attacked Trooper B1: 5 + 3 = 8 against 4: hit!" in story
    assert "B1 has 16 Armor Points left" in story


def test_turns_end_and_fire_is_held_by_name(tmp_path: Path) -> None:
    units = [mech("A1", 10, 15, 0), mech("A2", 10, 20, 0), mech("B1", 30, 15, 180)]
    interpreter = lay(tmp_path, units, options={"hold_fire": True}, faces=(3, 3, 2, 2))
    noted = told(hear(interpreter, "hold A1 short primary fire"))
    assert "Trooper A1 holds fire; for which range and arc is noted in secret." in noted
    told(hear(interpreter, "end A2"))
    assert interpreter.local_game.state.facts["round"] == 3


def test_parts_are_taken_off_and_mounted(tmp_path: Path) -> None:
    interpreter = lay(tmp_path, [mech("A1", 10, 15, 0), mech("B1", 30, 15, 180)])
    assert "has lost its left arm" in told(hear(interpreter, "detach A1 left arm"))
    assert "carries" in told(hear(interpreter, "mount A1 P1"))


def test_fire_is_returned_by_yes(tmp_path: Path) -> None:
    units = [mech("A1", 10, 15, 0, done=1), mech("B1", 18, 15, 180)]
    game = find_game(GAME)
    assert game is not None
    options = {"return_fire": True}
    setup = Setup(GAME, "", options, names=("Blue", "Orange"), position={"units": units, "seat": 1, "order": [1, 0]})

    class Shooter(Idler):
        def decide(self, match: Match, view: View) -> Any:
            assert view.decision is not None
            if view.decision.kind == "take_action" and not view.units[1].marks.get("attacks"):
                return {"answer": "attack", "unit": "B1", "target": "A1"}
            return super().decide(match, view)

    match = game.new_match(setup)
    assert isinstance(match, Match)
    shooter = Shooter()
    interpreter = Interpreter(
        LocalGame(match, Agreement(0, "recruit", 5), {1: shooter}), lambda match, agreed: {1: shooter}, tmp_path
    )
    interpreter.local_game.others_play()
    assert interpreter.decision is not None
    assert interpreter.decision.kind == "return_fire"
    assert any("Return fire at the same time" in text for _sort, text in question_lines(interpreter, first=True))
    assert "Trooper A1 returns fire." in told(hear(interpreter, "yes"))


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("move A1 north 3", "not_understood"),
        ("move A1 step up 3", "not_understood"),
        ("move A1 forward 30", "not_enough_points"),
        ("fire", "not_understood"),
        ("fire A1 at A1", "own_side"),
        ("fire A1 at B9", "not_understood"),
        ("mount A1", "not_understood"),
        ("mount A1 P7", "unknown_part"),
        ("detach A1", "not_understood"),
        ("hold A1 short", "no_hold_fire"),
        ("hold A1", "not_understood"),
        ("challenge arc", "wrong_time"),
        ("ballot primary", "wrong_time"),
        ("lock", "not_understood"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(tmp_path: Path, typed: str, code: str) -> None:
    interpreter = lay(tmp_path, [mech("A1", 10, 15, 0), mech("B1", 18, 15, 180)])
    before = interpreter.local_game.state.digest()
    reply = hear(interpreter, typed)
    assert reply.refusal is not None
    assert reply.refusal.code == code
    assert interpreter.local_game.state.digest() == before


def test_what_is_listed_says_what_it_does(tmp_path: Path) -> None:
    """Typing the words of an idea gives the idea."""
    units = [mech("A1", 10, 15, 0), mech("B1", 18, 15, 180)]
    interpreter = lay(tmp_path, units, options={"hold_fire": True, "targeted_shot": True})
    decision = interpreter.decision
    assert decision is not None
    listed = [say(interpreter.state.match, idea.answer) for idea in ideas(interpreter.state, decision, 30)]
    assert any(line.startswith("fire A1 at B1 ") for line in listed)
    assert any(line.startswith("hold A1 ") for line in listed)
    assert not any(line.startswith("{") for line in listed)


def test_an_ally_is_no_enemy_in_words(tmp_path: Path) -> None:
    units = [
        mech("A1", 10, 15, 0),
        mech("B1", 18, 15, 180, seat=1),
        mech("C1", 10, 20, 0, seat=2),
        mech("D1", 18, 20, 180, seat=3),
    ]
    interpreter = lay(tmp_path, units, sides=("North", "South", "North", "South"))
    table = told(hear(interpreter, "units"))
    assert "Units of Player 3, your ally:" in table
    ally = table.partition("your ally:")[2].partition("Units of")[0]
    assert "could fire at" not in ally
    assert "C1" not in told(hear(interpreter, "look A1")).partition("Its enemies")[2]
    assert [row["id"] for row in decision_object(interpreter, [])["situation"]["allies"]] == ["C1"]


def test_whoever_has_wasted_the_room_types_anew(tmp_path: Path) -> None:
    """The zone is 4 Bricks deep and 20 long; two bases set askew in its middle leave no room for ten more."""
    waiting = [unit(f"A{number}", "trooper", status="waiting", seat=0) for number in range(1, 19)]
    interpreter = lay(
        tmp_path, [*waiting, unit("B1", "trooper", 18, 10, 180)], [6, 6, 1, 1], size=[20, 20], phase="deployment"
    )
    assert "type anew" not in "\n".join(text for _sort, text in question_lines(interpreter, first=True))
    assert told(hear(interpreter, "place A1 at 2 6 facing 45"))
    assert "type anew" in "\n".join(text for _sort, text in question_lines(interpreter, first=True))
    assert "Trooper A1 is taken up again." in told(hear(interpreter, "anew"))
    refused = hear(interpreter, "anew").refusal
    assert refused is not None
    assert (refused.code, refused.clause) == ("room_left", "bm.geometry.setup")
    assert hear(interpreter, "auto").refusal is None
    assert not any(each.status == "waiting" for each in interpreter.state.units.values())


def test_a_location_of_a_vehicle_is_named_as_it_is_called(tmp_path: Path) -> None:
    units = [mech("A1", 10, 15, 0, targeting=30), mech("B1", 17, 15, 180, "rampart")]
    interpreter = lay(tmp_path, units, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], options={"targeted_shot": True})
    assert "its turret fires all round" in told(hear(interpreter, "look B1"))
    story = told(hear(interpreter, "fire A1 at B1 turret"))
    assert "its turret is struck" in story
