"""Replays: text that plays again to the same digests, and damage that is found in the line where it was done."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.core.dice import SeededDice
from brickfield.core.out_of_turn import Concede, OfferDraw, RollOff
from brickfield.core.play import Progress
from brickfield.core.refusal import INVALID, Refusal
from brickfield.core.replay import Replayed, form_of, read_replay, write_replay
from brickfield.core.saves import fingerprint
from tests.core.toy.contents import find_toy
from tests.core.toy.orders import Pick
from tests.core.toy.playing import SETUPS, fresh, play_at_random, play_by_choices

ROOT = Path(__file__).resolve().parents[2]


@settings(max_examples=30)
@given(setup=st.sampled_from(SETUPS), choices=st.lists(st.integers(0, 63), max_size=30), seed=st.integers(0, 100))
def test_a_replay_plays_again_to_the_same_states_and_the_same_text(setup: Any, choices: list[int], seed: int) -> None:
    played = play_by_choices(setup, choices, seed)
    text = played.text()
    again = read_replay(text, find_toy)
    assert isinstance(again, Replayed)
    assert [state.digest() for state in again.states] == [entry.digest for entry in played.entries]
    assert [entry.events for entry in again.entries] == [entry.events for entry in played.entries]
    assert write_replay(again.match, again.entries) == text


def test_a_replay_of_the_first_form_is_checked_without_the_dice_of_its_events() -> None:
    played = play_at_random(SETUPS[0], 3)
    first, newest = played.text(form=1), played.text()
    assert (form_of(first), form_of(newest), form_of("noise")) == (1, 2, None)
    assert '"throws"' in newest
    assert '"throws"' not in first
    for text in (first, newest):
        again = read_replay(text, find_toy)
        assert isinstance(again, Replayed)
        assert [entry.events for entry in again.entries] == [entry.events for entry in played.entries]
        assert write_replay(again.match, again.entries, form=form_of(text) or 0) == text
    for mixed in (newest.replace("replay 2", "replay 1", 1), first.replace("replay 1", "replay 2", 1)):
        refusal = read_replay(mixed, find_toy)
        assert isinstance(refusal, Refusal)
        assert "throws" in refusal.sentence


def test_asides_are_part_of_the_replay() -> None:
    played = fresh(SETUPS[2], SeededDice(4))
    for seat, aside in ((1, OfferDraw()), (0, RollOff("is it in the wood?")), (1, b'{"answer":"concede"}')):
        assert isinstance(played.answer(seat, aside), Progress)
    text = played.text()
    assert "#1 seat 1 offer_draw" in text
    assert "#2 seat 0 roll_off" in text
    assert "#3 seat 1 concede" in text
    again = read_replay(text, find_toy)
    assert isinstance(again, Replayed)
    assert again.states[-1].digest() == played.state.digest()
    assert again.states[-1].outcome.winners == (0,)


def test_an_answer_is_written_alike_however_it_was_sent() -> None:
    texts = set()
    for reply in (Pick("bold"), {"stance": "bold", "answer": "pick"}, b'{ "stance": "bold", "answer": "pick" }'):
        played = fresh(SETUPS[3])
        assert isinstance(played.answer(0, reply), Progress)
        texts.add(played.text())
    assert len(texts) == 1


@cache
def replay_text() -> str:
    """A whole match with notes, stances, dice, reactions and an aside."""
    for seed in range(100):
        played = play_at_random(SETUPS[0], seed, most=25)
        text = played.text()
        if not played.state.over and "dice " in text and text.count("reaction_taken") > 1:
            break
    assert isinstance(played.answer(0, Concede()), Progress)
    assert isinstance(read_replay(played.text(), find_toy), Replayed)
    return played.text()


def first_difference(original: list[str], damaged: list[str]) -> int:
    """The number of the first line that is not what it was."""
    for number, (one, other) in enumerate(zip(original, damaged, strict=False), start=1):
        if one != other:
            return number
    return min(len(original), len(damaged)) + 1


def assert_found(damaged: list[str]) -> None:
    """The damage is found, and in the right line."""
    refusal = read_replay("\n".join(damaged), find_toy)
    assert isinstance(refusal, Refusal)
    assert refusal.kind == INVALID
    line = first_difference(replay_text().split("\n"), damaged)
    assert refusal.data["line"] == line, refusal
    assert f"ine {line}" in refusal.sentence


ORIGINAL = replay_text().split("\n")
LINES = range(len(ORIGINAL) - 1)


@pytest.mark.parametrize("how", ["letter", "deleted", "doubled", "emptied", "swapped", "inserted"])
def test_damage_to_any_line_is_found_in_that_line(how: str) -> None:
    rng = random.Random(how)
    for index in LINES:
        lines = list(ORIGINAL)
        if how == "letter" and lines[index]:
            place = rng.randrange(len(lines[index]))
            letter = rng.choice([each for each in '0123abc#>-= "}~' if each != lines[index][place]])
            lines[index] = lines[index][:place] + letter + lines[index][place + 1 :]
        elif how == "deleted":
            del lines[index]
        elif how == "doubled":
            lines.insert(index, lines[index])
        elif how == "emptied":
            lines[index] = "" if lines[index] else "x"
        elif how == "swapped":
            lines[index], lines[index + 1] = lines[index + 1], lines[index]
        elif how == "inserted":
            lines.insert(index, rng.choice(["", "- round_ended {}", "= 12", "dice 1", "#1", "> {}", "end 3", "noise"]))
        if lines != ORIGINAL:
            assert_found(lines)


@settings(max_examples=150)
@given(data=st.data())
def test_a_changed_letter_is_found_in_its_line(data: st.DataObject) -> None:
    index = data.draw(st.sampled_from([number for number in LINES if ORIGINAL[number]]))
    place = data.draw(st.integers(0, len(ORIGINAL[index]) - 1))
    letter = data.draw(st.characters(exclude_characters="\n" + ORIGINAL[index][place], exclude_categories=["Cs"]))
    lines = list(ORIGINAL)
    lines[index] = lines[index][:place] + letter + lines[index][place + 1 :]
    assert_found(lines)


def test_a_replay_cut_short_is_refused_wherever_it_was_cut() -> None:
    text = replay_text()
    for length in range(0, len(text), 149):
        refusal = read_replay(text[:length], find_toy)
        assert isinstance(refusal, Refusal)
        assert refusal.data["line"] in (text[:length].count("\n") + 1, 2), refusal


def test_a_whole_block_lost_at_the_end_is_noticed() -> None:
    blocks = replay_text().split("\n\n")
    assert_found("\n\n".join([*blocks[:-2], blocks[-1]]).split("\n"))


def altered(old: str, new: str) -> list[str]:
    """The replay with one word changed and every check of an input line made to fit again."""
    lines = []
    for line in replay_text().replace(old, new, 1).split("\n"):
        bare = line.rpartition(" ~")[0]
        lines.append(f"{bare} ~{fingerprint(bare.encode())[:6]}" if bare else line)
    return lines


def line_of(start: str) -> int:
    """The number of the first line that begins so."""
    return next(number for number, line in enumerate(ORIGINAL, start=1) if line.startswith(start))


@pytest.mark.parametrize(
    ("old", "new", "start"),
    [
        ("#2 seat 1 ", "#2 seat 0 ", "#2 seat 1"),
        ("#2 seat 1 ", "#2 seat 9 ", "#2 seat 1"),
        ("#2 seat 1 ", "#2 seat x ", "#2 seat 1"),
        ("#2 seat 1 bury_charge", "#2", "#2 seat 1"),
        ("#2 seat 1 bury_charge", "#2 seat 1 pick_stance", "#2 seat 1"),
        ("#0 ", "#0 seat 0 begin ", "#0"),
        ('"answer":"bury"', '"answer":"pick"', '> {"answer":"bury"'),
        ('"answer":"bury",', '"answer":"bury", ', '> {"answer":"bury"'),
        ('"scenario":"duel"', '"scenario":"siege"', "setup "),
        ('"scenario":"duel"', '"scenario":5', "setup "),
        ("setup {", "setup [", "setup "),
        ("setup {", "set-up {", "setup "),
    ],
)
def test_a_forged_input_line_is_still_named(old: str, new: str, start: str) -> None:
    refusal = read_replay("\n".join(altered(old, new)), find_toy)
    assert isinstance(refusal, Refusal)
    assert refusal.data["line"] == line_of(start), refusal


@pytest.mark.parametrize("faces", ["dice 7", "dice 0", "dice x", "dice", "dice 1 1 1 1 1 1 1 1", "dice \u0663"])
def test_dice_that_do_not_fit_are_named(faces: str) -> None:
    number = line_of("dice ")
    lines = altered(ORIGINAL[number - 1].rpartition(" ~")[0], faces)
    refusal = read_replay("\n".join(lines), find_toy)
    assert isinstance(refusal, Refusal)
    assert refusal.data["line"] == number


def test_dice_that_nobody_rolled_are_counted() -> None:
    faces = ORIGINAL[line_of("dice ") - 1].rpartition(" ~")[0]
    refusal = read_replay("\n".join(altered(faces, f"{faces} 1 1")), find_toy)
    assert isinstance(refusal, Refusal)
    assert "2 dice are written down that nobody rolled" in refusal.sentence


def test_other_games_and_other_rules_are_refused_by_name() -> None:
    refusal = read_replay(replay_text().replace("game toy rules 1", "game chess rules 1"), find_toy)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, "'chess'" in refusal.sentence) == ("unknown_game", True)
    refusal = read_replay(replay_text().replace("game toy rules 1", "game toy rules 2"), find_toy)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, "version 2 of Toy" in refusal.sentence) == ("other_rules", True)


@pytest.mark.parametrize("text", ["", "\n", "noise", "\n" * 100, "brickfield replay 1", "brickfield replay 1\n\n\n\n"])
def test_what_is_no_replay_is_refused(text: str) -> None:
    refusal = read_replay(text, find_toy)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "damaged_replay"


IN_ANOTHER_PROCESS = """
import sys
from brickfield.core.replay import read_replay
from tests.core.toy.contents import find_toy
from tests.core.toy.playing import SETUPS, play_at_random
for path in sys.argv[1:]:
    again = read_replay(open(path, encoding="utf-8").read(), find_toy)
    print(*[state.digest() for state in again.states])
for seed in (1, 2):
    print(*[entry.digest for entry in play_at_random(SETUPS[seed], seed).entries])
"""


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_another_process_with_another_hash_seed_gives_the_same_digests(hash_seed: str, tmp_path: Path) -> None:
    expected = []
    paths = []
    for seed, setup in enumerate(SETUPS):
        played = play_at_random(setup, seed)
        paths.append(tmp_path / f"{seed}.replay")
        paths[-1].write_text(played.text(), "utf-8")
        expected.append([entry.digest for entry in played.entries])
    expected += [[entry.digest for entry in play_at_random(SETUPS[seed], seed).entries] for seed in (1, 2)]
    done = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_PROCESS, *map(str, paths)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [line.split() for line in done.stdout.splitlines()] == expected
