"""`brickfield games` and `brickfield clauses` print what the contract promises."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from brickfield.cli import cross_table
from brickfield.games import GAME_IDS
from brickfield.players.levels import offered

Run = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).resolve().parents[2]


def test_games_as_json(run: Run) -> None:
    code, out, err = run("games", "--json")
    games = json.loads(out)
    assert (code, err) == (0, "")
    assert [game["id"] for game in games] == list(GAME_IDS)
    for game in games:
        assert set(game) == {"id", "title", "options", "scenarios", "levels"}
        assert game["levels"] == [level.id for level in offered(game["id"])]
        assert all(set(card) == {"id", "title", "seats"} for card in game["scenarios"])
    mbb = games[0]
    assert [(card["id"], card["seats"]) for card in mbb["scenarios"]][:2] == [("six_v_six", 2), ("crossroads", 2)]
    turn_cost = next(option for option in mbb["options"] if option["id"] == "turn_cost")
    assert turn_cost["default"] == "prorata"
    assert turn_cost["default"] in turn_cost["values"]
    assert turn_cost["clause"] == "mbb.move.turn"


def test_games_for_people(run: Run) -> None:
    code, out, err = run("games")
    assert (code, err) == (0, "")
    for word in ("Micro Brick Battle", "six_v_six", "Crossroads", "turn_cost", "recruit"):
        assert word in out


def test_clauses_as_json(run: Run) -> None:
    code, out, err = run("clauses", "--json", "--game", "micro_brick_battle")
    table = json.loads(out)
    assert (code, err) == (0, "")
    assert set(table) == {"clauses", "summary"}
    assert all(set(row) == {"id", "game", "kind", "code", "tests"} for row in table["clauses"])
    assert set(table["summary"]) == {"micro_brick_battle"}
    assert set(table["summary"]["micro_brick_battle"]) == {"rules", "with_code", "with_tests"}
    row = next(row for row in table["clauses"] if row["id"] == "mbb.move.reverse")
    assert row["game"] == "micro_brick_battle"
    assert row["kind"] == "rule"
    assert "brickfield.games.micro_brick_battle.base.movement:cost_of_driving" in row["code"]
    for place in row["tests"]:
        path, _, name = place.partition("::")
        assert name.rsplit("::", 1)[-1] in (ROOT / path).read_text("utf-8")


def test_clauses_of_all_games_are_those_of_each(run: Run) -> None:
    everything = json.loads(run("clauses", "--json")[1])
    assert {row["game"] for row in everything["clauses"]} == set(GAME_IDS) == set(everything["summary"])


def test_clauses_for_people(run: Run) -> None:
    code, out, err = run("clauses", "--game", "micro_brick_battle")
    assert (code, err) == (0, "")
    assert "mbb.move.reverse" in out
    assert "rules in play" in out


def test_a_missing_proof_is_marked() -> None:
    bare = cross_table.Row("x.y", "x", "rule", ("m:f",), (), True)
    assert (bare.lacks, cross_table.Row("x.y", "x", "rule", (), (), True).lacks) == ("test", "code and test")
    assert cross_table.Row("x.y", "x", "rule", (), (), False).lacks == ""


def test_json_needs_no_drawing_library() -> None:
    listing = "import sys; from brickfield.cli import main; main(['games', '--json']); sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", listing], cwd=ROOT, stdout=subprocess.DEVNULL).returncode == 0
