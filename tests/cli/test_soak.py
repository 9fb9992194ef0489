"""`brickfield soak`: random battles with every promise looked at, a count of what was reached, and runs that go on."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.cli.soaks import LEAST, emitted, report_of
from brickfield.core import clauses
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import GAME_IDS, find_game
from brickfield.testing import soak
from brickfield.testing.pause_checks import ContractBroken
from brickfield.testing.soak import Soaked, drawn_setup, soak_battle

Run = Callable[..., tuple[int, str, str]]
GAME = "micro_brick_battle"


def test_rules_and_events_are_counted_and_the_rare_ones_named(run: Run) -> None:
    words = ("soak", "--game", GAME, "--decisions", "60", "--seed", "5", "--every", "500")
    code, out, err = run(*words, "--json")
    assert (code, err) == (0, "")
    told: dict[str, Any] = json.loads(out)
    assert told["decisions"] == sum(told["kinds"].values()) >= 60
    assert told["events"]["GameEnded"] == told["battles"] - len(told["broken"])
    # rules count in the processes that play: nobody moves without this one
    assert told["clauses"]["mbb.move.max"] > 0
    for what in ("events", "clauses"):
        assert told[f"rare_{what}"] == {name: count for name, count in told[what].items() if count < LEAST}
    assert told["rare_events"]["WreckRemoved"] == 0


def test_a_run_that_was_stopped_goes_on_and_comes_to_the_same(run: Run, tmp_path: Path) -> None:
    words = ("soak", "--game", GAME, "--seed", "5", "--every", "500", "--json")
    at_once = json.loads(run(*words, "--decisions", "300")[1])
    record = ("--record", str(tmp_path / "run.json"))
    run(*words, "--decisions", "20", *record)
    went_on = json.loads(run(*words, "--decisions", "300", "--jobs", "2", *record)[1])
    # how often tables of a game are read again hangs on the process
    same = ("battles", "decisions", "scenarios", "kinds", "events")
    assert [went_on[name] for name in same] == [at_once[name] for name in same]


def test_a_record_of_another_run_or_of_nothing_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_bytes(msgspec.json.encode(Soaked(GAME, 5)))
    words = ("soak", "--game", GAME, "--decisions", "1", "--record", str(file))
    assert run(*words, "--seed", "6")[::2] == (2, f"brickfield: --record {file} is a run of {GAME} with seed 5.\n")
    file.write_text("{", "utf-8")
    assert run(*words, "--seed", "5")[0] == 2


def test_a_broken_promise_is_told_with_its_battle_and_is_a_failure(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_given: object, **_named: object) -> None:
        raise ContractBroken("a promise")

    monkeypatch.setattr(soak, "check_match", breaks)
    monkeypatch.setattr(clauses, "_reached", None)
    broken = soak_battle(GAME, 5, 3)
    assert [each.battle for each in broken.broken] == [3]
    assert broken.broken[0].setup["game"] == GAME
    assert broken.broken[0].fault.strip().endswith("ContractBroken: a promise")
    monkeypatch.setattr("brickfield.cli.soaks.soak", lambda so_far, *_more: so_far.add(broken) or iter([so_far]))
    code, out, err = run("soak", "--game", GAME, "--decisions", "1")
    assert code == 1
    assert "1 battles broke a promise; number 3 of the seed" in err
    assert "battle 3: " in out


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_game_has_battles_at_random_that_its_rules_allow(game_id: str) -> None:
    game = find_game(game_id)
    assert game is not None
    drawn = [drawn_setup(game, random.Random(seed)) for seed in range(12)]
    assert not any(isinstance(game.new_match(setup), Refusal) for setup in drawn)
    assert len({msgspec.json.encode(setup) for setup in drawn}) > 6
    report = report_of(game, Soaked(game_id, 1))
    assert set(report["rare_events"]) == emitted(game)
    assert report["rare_clauses"]


def test_random_battles_are_of_every_sort() -> None:
    game = find_game(GAME)
    assert game is not None
    drawn = [drawn_setup(game, random.Random(f"sort/{seed}")) for seed in range(300)]
    assert {each.id for each in game.scenarios()} <= {setup.scenario for setup in drawn}
    for switch in ("mines", "weather", "effect_cards", "special_units", "battlefield"):
        values = {str(setup.options[switch]) for setup in drawn}
        assert values == {str(choice.value) for choice in game.agreement.BOARD.switches()[switch].choices}
    brought = {name for setup in drawn for army in setup.armies for name, _count in army}
    assert {"Ju 87 Stuka", "Staff Car", "DD Sherman"} <= brought
    assert any("Tank Commander" in name for name in brought)
    assert {type(setup) for setup in drawn if setup.position is not None} == {Setup}
