"""What people type is understood: forms of every command, short forms, slips of the hand."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from brickfield.core.events import snake
from brickfield.core.game import Game
from brickfield.games import drawn_games, find_game
from brickfield.speech.manual import manual_of
from brickfield.speech.reading import (
    MAX,
    Misread,
    PlaceWord,
    StepWord,
    TypedCommand,
    find_thing,
    plain_words,
    read_line,
    read_place,
    read_question,
    read_shots,
    read_steps,
)
from brickfield.speech.speech import speech_of
from brickfield.text.verbs import AFTER_THE_END, HANDLERS

_FIRST = find_game("micro_brick_battle")
assert _FIRST is not None
GAME: Game = _FIRST


@pytest.mark.parametrize(
    ("line", "spoken"),
    [
        ("move A1 forward 3", TypedCommand("move", "A1 forward 3")),
        ("  MOVE   a1  f3 ", TypedCommand("move", "a1 f3")),
        ("m 1 f3", TypedCommand("move", "1 f3")),
        ("forward 3 right 45", TypedCommand("move", "forward 3 right 45")),
        ("f3", TypedCommand("move", "f3")),
        ("fwd 2", TypedCommand("move", "fwd 2")),
        ("north 3", TypedCommand("move", "north 3")),
        ("towards B3", TypedCommand("move", "towards B3")),
        ("try move A1 f3", TypedCommand("try", "move A1 f3")),
        ("fire A1 at B3", TypedCommand("fire", "A1 at B3")),
        ("shoot A1 B3", TypedCommand("fire", "A1 B3")),
        ("f A1 B3", TypedCommand("fire", "A1 B3")),
        ("hold A1", TypedCommand("hold", "A1")),
        ("plan", TypedCommand("plan", "")),
        ("lock!", TypedCommand("lock", "")),
        ("why 2", TypedCommand("why", "2")),
        ("w A1 B3", TypedCommand("why", "A1 B3")),
        ("clause mbb.mod.rear", TypedCommand("clause", "mbb.mod.rear")),
        ("rule rear", TypedCommand("clause", "rear")),
        ("look A1", TypedCommand("look", "A1")),
        ("where A1", TypedCommand("look", "A1")),
        ("who sees A1", TypedCommand("who", "A1")),
        ("who A1", TypedCommand("who", "A1")),
        ("map", TypedCommand("map", "")),
        ("units", TypedCommand("units", "")),
        ("terrain", TypedCommand("terrain", "")),
        ("goal", TypedCommand("goal", "")),
        ("hint", TypedCommand("hint", "")),
        ("options", TypedCommand("options", "")),
        ("place A1 at 12 3 facing 90", TypedCommand("place", "A1 at 12 3 facing 90")),
        ("lay 2 at 12 18", TypedCommand("lay", "2 at 12 18")),
        ("enter A1 at 12 1", TypedCommand("enter", "A1 at 12 1")),
        ("auto", TypedCommand("auto", "")),
        ("skip movement", TypedCommand("skip", "movement")),
        ("give up shooting", TypedCommand("skip", "shooting")),
        ("end", TypedCommand("end", "")),
        ("done", TypedCommand("end", "")),
        ("undo", TypedCommand("undo", "")),
        ("take back", TypedCommand("undo", "")),
        ("log all", TypedCommand("log", "all")),
        ("save my.save", TypedCommand("save", "my.save")),
        ("load my.save", TypedCommand("load", "my.save")),
        ("replay out.replay", TypedCommand("replay", "out.replay")),
        ("concede", TypedCommand("concede", "")),
        ("draw", TypedCommand("draw", "")),
        ('rolloff "who is right"', TypedCommand("rolloff", '"who is right"')),
        ("roll off who is right", TypedCommand("rolloff", "who is right")),
        ("again", TypedCommand("again", "")),
        ("yes", TypedCommand("yes", "")),
        ("n", TypedCommand("no", "")),
        ("help", TypedCommand("help", "")),
        ("?", TypedCommand("help", "")),
        ("quit", TypedCommand("quit", "")),
        ("terr", TypedCommand("terrain", "")),
        ("7", TypedCommand("pick", "7")),
        ("007.", TypedCommand("pick", "7")),
    ],
)
def test_a_line_is_a_command(line: str, spoken: TypedCommand) -> None:
    assert read_line(line, manual_of(GAME)) == spoken


@pytest.mark.parametrize(
    ("line", "meant"), [("mvoe A1", "move"), ("terain", "terrain"), ("undoo", "undo"), ("fier A1 B3", "fire")]
)
def test_an_unknown_word_gets_one_line_with_a_suggestion(line: str, meant: str) -> None:
    read = read_line(line, manual_of(GAME))
    assert isinstance(read, Misread)
    assert f"Did you mean {meant!r}?" in read.sentence
    assert "help" in read.sentence
    assert "\n" not in read.sentence


def test_a_word_like_no_other_is_told_about_help() -> None:
    read = read_line("xyzzy", manual_of(GAME))
    assert isinstance(read, Misread)
    assert "Did you mean" not in read.sentence
    assert "help" in read.sentence


@pytest.mark.parametrize(
    ("typed", "steps"),
    [
        ("forward 3", [StepWord("forward", 3.0)]),
        ("fwd 3.5", [StepWord("forward", 3.5)]),
        ("f3 r45 f2", [StepWord("forward", 3.0), StepWord("pivot", -45.0), StepWord("forward", 2.0)]),
        ("f 3, then right 45 degrees and ahead 2 inches",
         [StepWord("forward", 3.0), StepWord("pivot", -45.0), StepWord("forward", 2.0)]),
        ('forward 3" left 30°', [StepWord("forward", 3.0), StepWord("pivot", 30.0)]),
        ("forward 3in left 30deg", [StepWord("forward", 3.0), StepWord("pivot", 30.0)]),
        ("back 2", [StepWord("reverse", 2.0)]),
        ("reverse 2", [StepWord("reverse", 2.0)]),
        ("b2 l30", [StepWord("reverse", 2.0), StepWord("pivot", 30.0)]),
        ("turn left 30", [StepWord("pivot", 30.0)]),
        ("turn right 30", [StepWord("pivot", -30.0)]),
        ("turn 30", [StepWord("pivot", 30.0)]),
        ("turn around", [StepWord("pivot", 180.0)]),
        ("forward max", [StepWord("forward", MAX)]),
        ("forward", [StepWord("forward", MAX)]),
        ("back left 10", [StepWord("reverse", MAX), StepWord("pivot", 10.0)]),
        ("to 20 15", [StepWord("point", 20.0, 15.0)]),
        ("point 20 15", [StepWord("point", 20.0, 15.0)]),
        ("towards B3", [StepWord("towards", MAX, what="b3")]),
        ("towards B3 4", [StepWord("towards", 4.0, what="b3")]),
        ("toward B3 max face B2", [StepWord("towards", MAX, what="b3"), StepWord("face", what="b2")]),
        ("face north", [StepWord("face", what="north")]),
        ("turn towards B3", [StepWord("face", what="b3")]),
        ("north 3", [StepWord("slide", 3.0, 90.0)]),
        ("ne2", [StepWord("slide", 2.0, 45.0)]),
        ("slide 45 3", [StepWord("slide", 3.0, 45.0)]),
        ("go west 3", [StepWord("slide", 3.0, 180.0)]),
    ],
)  # fmt: skip
def test_steps_of_a_move(typed: str, steps: list[StepWord]) -> None:
    assert read_steps(plain_words(typed)) == steps


@pytest.mark.parametrize(
    "typed",
    ["", "forward three", "left", "right B3", "forwrad 3", "slide 3", "slide", "towards", "face", "20", "forward 0",
     "forward -3", "back 99999", "left 5000", "f1 " * 61, "point 3 x"],
)  # fmt: skip
def test_steps_that_make_no_sense_get_one_helpful_line(typed: str) -> None:
    read = read_steps(plain_words(typed))
    assert isinstance(read, Misread)
    assert "\n" not in read.sentence


def test_a_misspelt_step_is_guessed() -> None:
    read = read_steps(["forwrad", "3"])
    assert isinstance(read, Misread)
    assert "'forward'" in read.sentence


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("A1 at 12 3 facing 90", PlaceWord("a1", 12.0, 3.0, 90.0)),
        ("A1 12 3 90", PlaceWord("a1", 12.0, 3.0, 90.0)),
        ("1 at 12.5, 3 facing north", PlaceWord("1", 12.5, 3.0, 90.0)),
        ("A1 at (12, 3) facing sw", PlaceWord("a1", 12.0, 3.0, 225.0)),
        ("A1 at 12 3", PlaceWord("a1", 12.0, 3.0, None)),
    ],
)
def test_places(typed: str, place: PlaceWord) -> None:
    assert read_place(typed) == place


@pytest.mark.parametrize("typed", ["", "A1", "A1 12", "A1 at here", "A1 at 12 3 facing up"])
def test_places_that_make_no_sense(typed: str) -> None:
    assert isinstance(read_place(typed), Misread)


@pytest.mark.parametrize(
    ("typed", "pairs"),
    [
        ("A1 at B3", [("a1", "b3")]),
        ("A1 B3", [("a1", "b3")]),
        ("A1 B3, A2 B3", [("a1", "b3"), ("a2", "b3")]),
        ("A1 at B3, A2 at B2", [("a1", "b3"), ("a2", "b2")]),
        ("A1 A2 at B3", [("a1", "b3"), ("a2", "b3")]),
        ("A1 and A2 at B3", [("a1", "b3"), ("a2", "b3")]),
        ("A1 at B3 and A2 at B2", [("a1", "b3"), ("a2", "b2")]),
        ("1 3; 2 3", [("1", "3"), ("2", "3")]),
        ("all at B3", [("all", "b3")]),
        ("A1 at T3.2", [("a1", "t3.2")]),
    ],
)
def test_shots(typed: str, pairs: list[tuple[str, str]]) -> None:
    assert read_shots(typed) == pairs


@pytest.mark.parametrize("typed", ["", "A1", "at", "A1, A2"])
def test_shots_without_a_target(typed: str) -> None:
    assert isinstance(read_shots(typed), Misread)


@pytest.mark.parametrize(
    ("typed", "question"),
    [('"Is it seen?" target', ("Is it seen?", "target")), ("Is it seen?", ("Is it seen?", "")), ("", ("", ""))],
)
def test_questions_for_the_dice(typed: str, question: tuple[str, str]) -> None:
    assert read_question(typed) == question


NAMES = {"A1": "M4 Sherman A1", "A2": "M4 Sherman A2", "B1": "Panzer III B1", "T1": "House T1"}


@pytest.mark.parametrize(
    ("word", "meant"), [("A1", "A1"), ("a2", "A2"), ("1", "A1"), ("panzer", "B1"), ("house", "T1"), ("002", "A2")]
)
def test_things_are_found_by_id_number_or_name(word: str, meant: str) -> None:
    assert find_thing(word, NAMES, "A") == meant


@pytest.mark.parametrize(
    ("word", "said"), [("sherman", "A1 or A2"), ("A11", "Did you mean A1"), ("zzz", "The names are")]
)
def test_things_that_are_unclear_or_unknown(word: str, said: str) -> None:
    found = find_thing(word, NAMES, "A")
    assert isinstance(found, Misread)
    assert said in found.sentence


@given(st.text(max_size=200))
@example("²")
def test_no_line_breaks_the_reader(line: str) -> None:
    for read in (read_line(line, manual_of(GAME)), read_steps(plain_words(line)), read_place(line), read_shots(line)):
        assert not isinstance(read, Misread) or read.sentence.isprintable()
    read_question(line)


@pytest.mark.parametrize("game", drawn_games(), ids=lambda game: game.id)
def test_every_verb_has_a_handler_and_a_line_of_help(game: Game) -> None:
    manual, speech = manual_of(game), speech_of(game)
    assert {*HANDLERS, *speech.handlers} == {*manual.verbs, "pick"}
    assert not HANDLERS.keys() & speech.handlers.keys(), "a game words its own verbs and leaves the table its own"
    text = "\n".join(manual.help_lines())
    assert all(verb.usage in text for verb in manual.verbs.values())
    words = [word for name, verb in manual.verbs.items() for word in (name, *verb.also)]
    assert len(words) == len(set(words)) == len(manual.aliases), "no two commands share a word"
    assert manual.mover in manual.verbs
    assert set(HANDLERS) >= AFTER_THE_END


@pytest.mark.parametrize("game", drawn_games(), ids=lambda game: game.id)
def test_the_words_of_a_game_are_about_its_own_questions(game: Game) -> None:
    """A question without words of its own is told from what it offers (tests/text/test_asked.py)."""
    kinds = {snake(decision.__name__) for decision in game.decisions}
    assert set(speech_of(game).questions) <= kinds
    answers = {answer.__struct_config__.tag for answer in game.answers}
    assert set(speech_of(game).sayings) <= answers


def test_help_tells_more_about_one_command() -> None:
    manual = manual_of(GAME)
    assert manual.help_lines("f")[0].startswith("fire: ")
    assert len(manual.help_lines("move")) > 3
    assert manual.help_lines("nonsense") == manual.help_lines()
