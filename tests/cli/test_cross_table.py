"""The cross-table finds every citation, and what is planted wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from brickfield.cli import cross_table
from brickfield.core.game import Game
from brickfield.games import all_games, find_game
from tests.docs.unknown_clauses import unknown_ids

TESTS = """
from brickfield import testing
from brickfield.testing import clause

@clause("mbb.move.reverse", "mbb.move.turn")
def test_alone(): ...

class TestTogether:
    @testing.clause("mbb.move.reverse")
    def test_inside(self): ...

    def test_without(self): ...

@clause("mbb.move.forward")
def helper(): ...

@other("mbb.move.forward")
def test_of_another_sort(): ...
"""


@pytest.fixture
def game() -> Game:
    found = find_game("micro_brick_battle")
    assert found is not None
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tests folder with a few tests in it."""
    tests = tmp_path / "tests"
    (tests / "rules").mkdir(parents=True)
    (tests / "rules" / "test_moves.py").write_text(TESTS, "utf-8")
    return tests


def test_tests_are_found_by_path_and_name(folder: Path) -> None:
    assert cross_table.citations_in_tests(folder) == {
        "mbb.move.reverse": [
            "tests/rules/test_moves.py::test_alone",
            "tests/rules/test_moves.py::TestTogether::test_inside",
        ],
        "mbb.move.turn": ["tests/rules/test_moves.py::test_alone"],
    }


def test_every_clause_of_the_ledger_has_a_row(game: Game, folder: Path) -> None:
    rows = {row.id: row for row in cross_table.cross_table([game], folder)}
    assert len([name for name in rows if name.startswith("mbb.")]) == 395
    assert len([name for name in rows if name.startswith("inf.")]) == 135
    assert rows["mbb.move.reverse"].in_play
    assert len(rows["mbb.move.reverse"].tests) == 2
    assert rows["mbb.move.forward"].tests == ()
    assert rows["mbb.move.forward"].lacks == "test"


def test_only_rules_and_data_of_the_groups_in_play_count(game: Game) -> None:
    rows = {row.id: row for row in cross_table.cross_table([game], None)}
    in_play = {row.id for row in rows.values() if row.in_play}
    groups = {name: clause.group for name, clause in game.clauses.items()}
    assert {groups[clause_id] for clause_id in in_play} < set(game.groups)
    assert in_play.isdisjoint(game.later)
    assert {row.kind for row in rows.values() if row.in_play} == {"rule", "data"}
    left_out = [row for row in rows.values() if not row.in_play and row.kind in cross_table.BINDING]
    assert all(groups[row.id] not in game.groups or row.id in game.later for row in left_out)


def test_the_summary_counts_what_is_there(game: Game, folder: Path) -> None:
    rows = cross_table.cross_table([game], folder)
    in_play = [row for row in rows if row.in_play]
    with_code = sum(bool(row.code) for row in in_play)
    assert cross_table.summary(rows) == {
        game.id: {"rules": len(in_play), "with_code": with_code, "with_tests": 2},
    }
    assert with_code > 2


def test_a_planted_clause_without_code_and_test_is_found(game: Game, tmp_path: Path) -> None:
    named = 'id = "mbb.move.sing"\ntitle = "Tanks sing"\nsource = "ours"'
    planted = f'\n[[clause]]\n{named}\nkind = "rule"\ntext = "Tanks sing."\n'
    (tmp_path / "clauses.toml").write_text(planted, "utf-8")
    with_it = replace(game, chapter_folders=(*game.chapter_folders, tmp_path))
    rows = cross_table.cross_table([with_it], cross_table.tests_folder())
    assert [row.lacks for row in rows if row.id == "mbb.move.sing"] == ["code and test"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("chapter.py", 'refusal = illegal("code", "mbb.move.flying", "No tank flies.")'),
        ("data/moves.toml", 'flight = { value = 1, clause = "mbb.move.flying" }'),
        ("chapters/air/moves.toml", '[[row]]\nentries = [{ clause = "mbb.move.flying" }]'),
    ],
)
def test_an_unknown_id_in_the_files_of_a_game_is_found(game: Game, tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(content, "utf-8")
    files = {"folder": tmp_path, "chapter_folders": (game.base_folder, *game.chapter_folders)}
    found = unknown_ids([replace(game, **files)], None)
    assert [place.split(" at ")[0] for place in found] == ["mbb.move.flying"]


def test_an_unknown_id_in_a_list_or_a_test_is_found(game: Game, tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_a.py").write_text('@clause("mbb.move.flying", IDS)\ndef test_a(): ...', "utf-8")
    found = unknown_ids([replace(game, later=game.later | {"mbb.move.later"})], tests)
    assert [place.split(" at ")[0] for place in found] == ["mbb.move.later", "mbb.move.flying", cross_table.UNREADABLE]


def test_games_have_code_for_rules_of_their_own_only() -> None:
    for row in cross_table.cross_table(all_games(), None):
        ours = ("brickfield.core.", f"brickfield.games.{row.game}.")
        assert all(place.startswith(ours) for place in row.code if place.startswith("brickfield."))
