"""`brickfield sentences` prints what can be said, each sentence with the place where it is written."""

from __future__ import annotations

from collections.abc import Callable

Run = Callable[..., tuple[int, str, str]]


def test_the_sentences_of_a_game_come_from_its_words_its_data_and_its_rules(run: Run) -> None:
    code, out, err = run("sentences", "--game", "battle_of_the_sea")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert "sea.damage.sink: A ship without base durability sinks." in lines
    assert any(line.startswith("brickfield/games/battle_of_the_sea/words/") and "{...}" in line for line in lines)
    assert any("data/presets.toml: Ordinary dice: 4 or more hits." in line for line in lines)
    assert not any('"""' in line or "brick_mech" in line for line in lines)


def test_all_sentences_hold_those_of_the_pages_too(run: Run) -> None:
    out = run("sentences")[1]
    assert "Search the rules in your own words" in out
    assert "Nothing answers this directly; nearest:" in out


def test_the_sentences_of_no_game_are_refused_in_a_line(run: Run) -> None:
    code, out, err = run("sentences", "--game", "chess")
    assert (code, out) == (2, "")
    assert "no game is called 'chess'" in err
