"""Every rule in play has code and a test, and nothing cites a clause that no ledger has."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from brickfield.cli import cross_table
from brickfield.core.game import Game
from brickfield.games import all_games
from tests.docs.unknown_clauses import unknown_ids

# a part of an id, a setting, a name from the code
NOT_FOR_PEOPLE = re.compile(r"_|=|\b[a-z]+\.[a-z]|\b(?:true|false)\b|\b\w*[a-z][A-Z]")
SHORTENED = {
    "ap",
    "dp",
    "mp",
    "rc",
    "los",
    "hm",
    "ffa",
    "spg",
    "msm",
    "sms",
    "empl",
    "obst",
    "reinf",
    "init",
    "dmg",
    "cmd",
}


def test_every_cited_clause_exists() -> None:
    assert unknown_ids(all_games(), cross_table.tests_folder()) == []


def test_every_rule_in_play_has_code_and_a_test() -> None:
    rows = cross_table.cross_table(all_games(), cross_table.tests_folder())
    assert {row.id: row.lacks for row in rows if row.lacks} == {}


def test_every_group_in_play_is_a_group_of_its_ledger() -> None:
    for game in all_games():
        ledger = game.clauses
        assert set(game.groups) <= {clause.group for clause in ledger.values()}
        assert game.later <= set(ledger)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_clause_has_a_title_for_people(game: Game) -> None:
    ledger = game.clauses.values()
    assert [each.id for each in ledger if not 2 <= len(each.title.split()) <= 6] == []
    assert [each.id for each in ledger if NOT_FOR_PEOPLE.search(each.title)] == []
    assert [each.id for each in ledger if SHORTENED & set(re.findall(r"\w+", each.title.lower()))] == []
    assert [each.id for each in ledger if not each.title[0].isupper() or each.title.endswith(".")] == []
    # Empl own, Los range: the words of an id in a row are no title
    assert [each.id for each in ledger if re.sub(r"\W+", "_", each.title.lower()) in each.id.replace(".", "_")] == []


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_no_two_titles_of_a_chapter_are_alike(game: Game) -> None:
    titles = Counter((each.group, each.title.lower()) for each in game.clauses.values())
    assert [title for title, count in titles.items() if count > 1] == []
