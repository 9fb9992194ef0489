"""Every rule in play has code and a test, and nothing cites a clause that no ledger has."""

from __future__ import annotations

from brickfield.cli import cross_table
from brickfield.core.clauses import read_ledger
from brickfield.games import all_games


def test_every_cited_clause_exists() -> None:
    assert cross_table.unknown_ids(all_games(), cross_table.tests_folder()) == []


def test_every_rule_in_play_has_code_and_a_test() -> None:
    rows = cross_table.cross_table(all_games(), cross_table.tests_folder())
    assert {row.id: row.lacks for row in rows if row.lacks} == {}


def test_every_group_in_play_is_a_group_of_its_ledger() -> None:
    for game in all_games():
        ledger = read_ledger(game.ledger)
        assert set(game.groups) <= {clause.group for clause in ledger.values()}
        assert game.later <= set(ledger)
