"""Battle of the Sea in words: a whole battle by typing what is listed, and every command by itself."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.core.match import Match, Setup
from brickfield.core.replay import Replayed, read_replay
from brickfield.core.views import View, imagine
from brickfield.games import find_game
from brickfield.speech.choices import ideas
from brickfield.speech.interpreter import Interpreter, Reply
from brickfield.speech.local_game import Agreement, LocalGame, ToldStep
from brickfield.speech.saying import say
from brickfield.testing import area, unit
from brickfield.text import table
from brickfield.text.json_seat import decision_object
from brickfield.text.question import opening_lines, question_lines
from brickfield.text.verbs import hear
from brickfield.text.voice import Streams
from tests.text.seats import ScriptedDice

GAME = "battle_of_the_sea"
HIT, MISS = 4, 1


class Idler:
    """Lets its ships lie and answers anything else as suggested first."""

    def decide(self, match: Match, view: View) -> Any:
        decision = view.decision
        assert decision is not None
        if decision.kind == "command_fleet":
            return {"answer": "end_turn"}
        return decision.suggest(imagine(view, match), 1)[0].answer


class Waverer:
    """Answers at random, but the same in every run."""

    def decide(self, match: Match, view: View) -> Any:
        assert view.decision is not None
        return view.decision.sample(imagine(view, match), random.Random(view.version))


def desk_for(setup: Setup, folder: Path, player: Any) -> Interpreter:
    game = find_game(GAME)
    assert game is not None
    match = game.new_match(setup)
    assert isinstance(match, Match), match

    def players(match: Match, agreed: Agreement) -> dict[int, Any]:
        return {each: player for each in range(match.seats) if each != agreed.seat}

    agreed = Agreement(0, "random", 3)
    return Interpreter(LocalGame(match, agreed, players(match, agreed)), players, folder)


def at(folder: Path, *units: dict[str, Any], faces: Iterable[int] = (), **more: Any) -> Interpreter:
    """A desk at a position, its dice forced."""
    options, terrain = more.pop("options", {}), more.pop("terrain", [])
    position = {"units": list(units), "terrain": list(terrain), **more}
    interpreter = desk_for(Setup(GAME, "", options, names=("Blue", "Orange"), position=position), folder, Idler())
    interpreter.local_game.dice = ScriptedDice(faces)
    return interpreter


def pair(folder: Path, faces: Iterable[int] = (), **more: Any) -> Interpreter:
    return at(folder, unit("A1", "Galleon", 10, 10, 90), unit("B1", "Galleon", 10, 19, 0), faces=faces, **more)


def said(reply: Reply) -> str:
    return "\n".join([*reply.story, *reply.lines])


def plain(answer: Any) -> dict[str, Any]:
    """An answer as it goes over a wire."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(answer))
    return read


def sail_of(interpreter: Interpreter) -> dict[str, Any]:
    """The last course that was given."""
    given: dict[str, Any] = msgspec.to_builtins(interpreter.local_game.entries[-1].answer)
    return given


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("last_drop_of_blood", {"wind": True, "currents": True, "ports": True, "monsters": "independent"}),
        ("transport_of_gold", {}),
        ("defence_of_the_fort", {}),
    ],
)
def test_a_whole_battle_is_played_in_words(tmp_path: Path, scenario: str, options: dict[str, Any]) -> None:
    interpreter = desk_for(Setup(GAME, scenario, {"max_rounds": 12, **options}), tmp_path, Waverer())
    rng = random.Random(5)
    told = [text for _kind, text in opening_lines(interpreter)] + interpreter.tell(interpreter.local_game.others_play())
    for _ in range(900):
        if interpreter.local_game.state.over:
            break
        told += [text for _kind, text in question_lines(interpreter, first=True)]
        number = rng.randint(1, min(3, len(interpreter.choices)))
        line = interpreter.choices[number - 1].say if rng.random() < 0.5 else str(number)
        reply = hear(interpreter, line)
        assert reply.refusal is None, (line, reply.refusal)
        told += reply.story
    assert interpreter.local_game.state.over
    told += [text for _kind, text in question_lines(interpreter, first=True)]
    everything = "\n".join(told)
    assert "won the battle" in everything or "draw" in everything
    assert isinstance(read_replay(interpreter.local_game.replay(), find_game), Replayed)
    for word in ("units", "terrain", "map", "goal", "log all", "help", "help sail", "look A1", "look B1"):
        assert hear(interpreter, word).refusal is None


def test_every_suggestion_can_be_typed_and_means_the_same(tmp_path: Path) -> None:
    interpreter = desk_for(Setup(GAME, "transport_of_gold", {"cargo": True}), tmp_path, Waverer())
    interpreter.tell(interpreter.local_game.others_play())
    hear(interpreter, "auto")
    for _ in range(10):
        decision = interpreter.decision
        if decision is None:
            break
        for idea in ideas(interpreter.state, decision, 8):
            tried = desk_for(Setup(GAME, "transport_of_gold", {"cargo": True}), tmp_path, Waverer())
            tried.local_game.states = list(interpreter.local_game.states)
            tried.local_game.players = {}
            tried.local_game.others_play = lambda: []  # type: ignore[method-assign]
            assert hear(tried, say(interpreter.state.match, idea.answer)).refusal is None, say(
                interpreter.state.match, idea.answer
            )
            expected, given = plain(idea.answer), plain(tried.local_game.entries[-1].answer)
            assert given["answer"] == expected["answer"]
            for key in set(given) & set(expected) - {"legs", "ram", "x", "y", "heading"}:
                assert given[key] == expected[key], say(interpreter.state.match, idea.answer)
        assert hear(interpreter, "auto").refusal is None


def test_a_course_is_typed_leg_by_leg(tmp_path: Path) -> None:
    interpreter = pair(tmp_path)
    assert hear(interpreter, "sail A1 right 90 forward 2 north 1").refusal is None
    assert sail_of(interpreter)["legs"] == [
        {"step": "ahead", "heading": 0.0, "inches": 2.0},
        {"step": "ahead", "heading": 90.0, "inches": 1.0},
    ]
    interpreter = pair(tmp_path)
    assert hear(interpreter, "astern 1").refusal is None
    assert sail_of(interpreter)["legs"] == [{"step": "astern", "inches": 1.0}]
    interpreter = pair(tmp_path)
    assert hear(interpreter, "sail east max").refusal is None
    assert sail_of(interpreter)["legs"][0]["inches"] == 4.0
    interpreter = pair(tmp_path)
    reply = hear(interpreter, "sail A1 west 9")
    assert reply.refusal is not None
    assert reply.refusal.clause == "sea.geometry.path_length"
    assert "sail A1 north 3" in said(hear(interpreter, "help sail"))


def test_a_try_does_nothing_and_tells_all(tmp_path: Path) -> None:
    interpreter = pair(tmp_path)
    text = said(hear(interpreter, "try sail A1 north 2"))
    assert "would sail 2 of 4 inches" in text
    assert "fire at B1" in text
    assert interpreter.local_game.state.version == pair(tmp_path).local_game.state.version
    near = at(tmp_path, unit("A1", "Galleon", 10, 10, 90), unit("B1", "Galleon", 10, 16, 0))
    assert "accurately, with 8 dice" in said(hear(near, "try A1 ram B1"))


def test_ramming_and_firing_in_words(tmp_path: Path) -> None:
    faces = [HIT] * 2 + [MISS] * 6 + [HIT] * 3 + [MISS] * 3
    interpreter = at(tmp_path, unit("A1", "Galleon", 10, 10, 90), unit("B1", "Galleon", 10, 16, 0), faces=faces)
    text = said(hear(interpreter, "ram A1 B1"))
    assert "(accurate ram): 2 hits" in text
    assert "Galleon B1 has no additional durability left." in text
    asked = "\n".join(line for _kind, line in question_lines(interpreter, first=True))
    assert "Galleon A1 may attack: firepower 10." in asked
    wrong = hear(interpreter, "fire 11 at B1")
    assert wrong.refusal is not None
    assert wrong.refusal.code == "too_many_dice"
    assert hear(interpreter, "fire A1").refusal is not None
    text = said(hear(interpreter, "fire 6 at B1"))
    assert "threw 6 dice at Galleon B1 (fire): 3 hits." in text


def test_markers_are_chosen_in_words(tmp_path: Path) -> None:
    units = unit("A1", "Galleon", 10, 10, 90), unit("B1", "Galleon", 10, 18, 270)
    interpreter = at(tmp_path, *units, seat=1, faces=[HIT] * 4)
    interpreter.local_game.agreed = Agreement(1, "random", 3)
    assert hear(interpreter, "sail B1 stay").refusal is None
    interpreter.local_game.agreed = Agreement(0, "random", 3)
    fired = interpreter.local_game._answer(1, {"answer": "fire", "shots": [{"target": "A1", "dice": 4}]})
    assert isinstance(fired, ToldStep)
    asked = "\n".join(line for _kind, line in question_lines(interpreter, first=True))
    assert "Galleon A1 takes 2 hits: which markers go? It has 10 firepower, 4 speed, 6 base durability." in asked
    wrong = hear(interpreter, "lose 3 firepower")
    assert wrong.refusal is not None
    assert wrong.refusal.code == "wrong_markers"
    assert hear(interpreter, "lose 2 masts").refusal is not None
    text = said(hear(interpreter, "lose 1 sail and 1 hull"))
    assert "Galleon A1 has 3 speed left." in text
    assert "Galleon A1 has 5 base durability left." in text


def test_treasure_is_taken_and_brought_ashore(tmp_path: Path) -> None:
    island = area("island", (12, 8), (16, 8), (16, 12), (12, 12), treasures=(2,))
    interpreter = at(
        tmp_path,
        unit("A1", "Viking Longship", 11, 10, 90),
        unit("B1", "Cutter", 30, 30, 270),
        terrain=[island],
        options={"gold": True},
    )
    assert hear(interpreter, "sail A1 stay").refusal is None
    assert "Within reach: G1 (2 gold)" in "\n".join(line for _kind, line in question_lines(interpreter, first=True))
    assert hear(interpreter, "take G9").refusal is not None
    assert "carries 1 item of weight 2" in said(hear(interpreter, "take G1"))
    assert "cargo 2" in said(hear(interpreter, "look A1"))


@pytest.mark.parametrize("line", ["ram", "ram A1", "sail A1 sideways 3", "fire", "lose 2 speed", "take", "drop 1"])
def test_wrong_words_are_refused_and_change_nothing(tmp_path: Path, line: str) -> None:
    interpreter = pair(tmp_path)
    before = interpreter.local_game.state.digest()
    reply = hear(interpreter, line)
    assert reply.refusal is not None
    assert interpreter.local_game.state.digest() == before


def test_programs_get_the_same_question_as_data(tmp_path: Path) -> None:
    told = decision_object(pair(tmp_path), [])
    plain = msgspec.json.decode(msgspec.json.encode(told))
    assert plain["decision"] == "command_fleet"
    assert plain["situation"]["own"][0]["numbers"].startswith("firepower 10")
    assert plain["candidates"][0]["say"].startswith("sail A1")


def test_the_table_in_a_terminal_plays_it(tmp_path: Path) -> None:
    interpreter = desk_for(Setup(GAME, "last_drop_of_blood", {}), tmp_path, Idler())
    output = io.StringIO()
    assert table._play(interpreter, Streams(io.StringIO("auto\nunits\n1\n"), output), json=False) == 0
    assert "Command your fleet" in output.getvalue()
