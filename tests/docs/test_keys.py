"""One verb, one key: what units do has the same key in every game, and no key means two things."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.game import Game
from brickfield.games import all_games

CLIENT = Path(__file__).resolve().parents[2] / "client" / "src" / "match"
# Calls that make an action, with the place of its id among what they are given.
MADE_BY = {"Action": 0, "_action": 1}


@cache
def rows() -> tuple[dict[str, Any], ...]:
    """The table of verbs: a key, its words, and the ids of the actions it chooses."""
    return tuple(json.loads((CLIENT / "verbs.json").read_text("utf-8")))


def made_in(game: Game) -> set[str]:
    """The ids of actions that a game's code writes down."""
    found = set()
    for file in (game.folder / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            given = node.args[MADE_BY[name] :] if isinstance(node, ast.Call) and name in MADE_BY else []
            if given and isinstance(given[0], ast.Constant) and isinstance(given[0].value, str):
                found.add(given[0].value)
    return found


def table_keys() -> set[str]:
    """The keys that mean something at a table while a unit acts, as the page lists them."""
    text = (CLIENT / "keys.ts").read_text("utf-8")
    lines = re.findall(r"keys: \[([^\]]*)\],\s*where: \[([^\]]*)\]", text)
    assert len(lines) > 30
    here = [keys for keys, where in lines if {"table", "act"} & set(re.findall(r'"(\w+)"', where))]
    return {key for keys in here for key in re.findall(r'"([^"]+)"', keys)}


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_action_of_a_game_has_one_key(game: Game) -> None:
    assert made_in(game) - set(game.verbs) == set(), "named in the verbs of its contents.py"
    counted = Counter(act for row in rows() for act in row["acts"])
    assert {verb: counted[verb] for verb in game.verbs if counted[verb] != 1} == {}, "one line of verbs.json"


def test_no_key_is_that_of_two_verbs_or_means_something_else_at_the_table() -> None:
    keys = Counter(row["key"] for row in rows())
    assert {key for key, count in keys.items() if count > 1} == set()
    assert set(keys) & table_keys() == set()
    # neither yes nor no, which answer a reaction
    assert set(keys) & {"Y", "N"} == set()


def test_no_line_is_for_what_no_game_does() -> None:
    acts = {act for row in rows() for act in row["acts"]}
    assert acts == {verb for game in all_games() for verb in game.verbs}


def test_what_cannot_be_told_apart_by_its_key_is_one_verb_with_several_tools() -> None:
    """A key with several actions goes through them in turn: they are the same deed by other means."""
    several = {row["key"] for row in rows() if len(row["acts"]) > 1}
    assert several == {"M", "K"}, "ways to go, weapons to attack with"
