"""`brickfield scenario` checks a file, as the contract says; every fault is a line, wrong words are one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from brickfield.games import find_game

Run = Callable[..., tuple[int, str, str]]


def duel() -> Path:
    game = find_game("brick_mech")
    assert game is not None
    assert game.scenario_kind is not None
    return game.scenario_kind.folder / "duel.toml"


def test_a_scenario_of_a_game_can_be_played(run: Run) -> None:
    code, out, err = run("scenario", str(duel()), "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {"id": "duel", "game": "brick_mech", "title": "Duel", "faults": []}
    assert run("scenario", str(duel())) == (0, "Duel: it can be played\n", "")


def test_every_fault_is_told_with_its_place(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        duel().read_text("utf-8").replace('"raider"', '"rider"').replace("table_width = ", "table_width = 9")
    )
    code, out, err = run("scenario", str(file), "--json")
    assert code == 1
    assert err == f"brickfield: {file}: 3 faults.\n"
    faults = json.loads(out)["faults"]
    assert [(fault["place"], fault["clause"]) for fault in faults] == [
        ("table_width", "bm.geometry.table"),
        ("force[0].units[0]", ""),
        ("force[1].units[0]", ""),
    ]
    lines = file.read_text("utf-8").splitlines()
    assert [lines[fault["line"] - 1].split(" ")[0] for fault in faults] == ["table_width", "units", "units"]
    assert run("scenario", str(file))[1].splitlines()[0].startswith(f"{file}, line {faults[0]['line']}, table_width: ")


def test_what_is_no_file_is_one_line(run: Run, tmp_path: Path) -> None:
    for name in (str(tmp_path), str(tmp_path / "none.toml")):
        code, out, err = run("scenario", name)
        assert (code, out, len(err.splitlines()) <= 3) == (2, "", True)
