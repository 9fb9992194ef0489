"""Lessons in words: every step of every game can be shown, what is not the step is refused, and all can be undone."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from brickfield.core.lessons.lesson import lesson_of
from brickfield.core.lessons.wishes import HOLE
from brickfield.games import drawn_games
from brickfield.text import table
from brickfield.text.voice import Streams


def taught(folder: Path, game: str, *lines: str) -> str:
    """What is said at a table with a coach when these lines are typed."""
    said = io.StringIO()
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    assert table.main(game=game, lesson=True, seed=1, folder=folder, streams=Streams(typed, said)) == 0
    return said.getvalue()


@pytest.mark.parametrize("game", drawn_games(), ids=lambda game: game.id)
def test_the_coach_shows_every_step_to_the_end(game: object, tmp_path: Path) -> None:
    lesson = lesson_of(game)  # type: ignore[arg-type]
    assert lesson is not None
    said = taught(tmp_path, game.id, *["auto"] * len(lesson.steps))  # type: ignore[attr-defined]
    heads = [f"Step {number} of {len(lesson.steps)}: {step.title}" for number, step in enumerate(lesson.steps, start=1)]
    places = [said.find(head) for head in [*heads, "You can play"]]
    assert -1 not in places
    assert places == sorted(places)
    assert all(step.done in said for step in lesson.steps if isinstance(step.done, str))
    assert HOLE.search(said) is None
    assert "is saved as" not in said
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_the_step_is_refused_in_its_own_words_and_dice_can_be_taken_back(tmp_path: Path) -> None:
    said = taught(tmp_path, "micro_brick_battle", "end", "auto", "undo", "auto")
    assert "First drive A1 ahead" in said
    assert said.count("Step 1 of 8: Drive ahead") == 2
    assert said.count("Step 2 of 8: Turn and drive on") == 2


def test_a_game_without_a_lesson_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert table.main(game="chess", lesson=True) == 2
    assert "there are lessons for micro_brick_battle" in capsys.readouterr().err
