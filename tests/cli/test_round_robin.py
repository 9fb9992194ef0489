"""`brickfield round-robin`, and armies of `brickfield battle`: who meets whom, what is counted, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.players.lab.matches import Tournament
from brickfield.players.lab.round_robin import Pairing, average, play_round_robin

Run = Callable[..., tuple[int, str, str]]
ROBIN = ("round-robin", "brick_mech", "--scenario", "duel", "--level", "random", "--games", "2", "--seed", "3")
THREE = "raider,trooper,bastion"


def test_every_army_meets_every_other(run: Run) -> None:
    code, out, err = run(*ROBIN, "--armies", THREE, "--json")
    assert (code, err) == (0, "")
    told: dict[str, Any] = json.loads(out)
    meetings = [pair["armies"] for pair in told["pairs"]]
    assert meetings == [["raider", "trooper"], ["raider", "bastion"], ["trooper", "bastion"]]
    for pair in told["pairs"]:
        assert sum(pair["wins"]) + pair["draws"] == 2
        assert pair["share"] == (pair["wins"][0] + pair["draws"] / 2) / 2
        low, high = pair["interval95"]
        assert low <= pair["share"] <= high
    assert set(told["armies"]) == {"raider", "trooper", "bastion"}
    assert sum(told["armies"].values()) == pytest.approx(1.5, abs=0.001)


def test_the_same_seed_gives_the_same_round_robin(run: Run) -> None:
    once, again = (json.loads(run(*ROBIN, "--armies", "raider,longbow", "--json")[1]) for _ in range(2))
    assert once["digest"] == again["digest"]
    assert once["pairs"] == again["pairs"]


def test_for_people_there_is_a_table_of_pairs_and_of_means(run: Run) -> None:
    code, out, err = run(*ROBIN, "--armies", "raider,raider+trooper", "--scenario", "skyline")
    assert (code, err) == (0, "")
    assert "raider+trooper" in out
    assert "mean share" in out


def test_armies_change_seats_with_their_levels() -> None:
    setup = Setup("brick_mech", "duel", armies=((("raider", 1),), (("longbow", 1),)))
    jobs = Tournament(setup, ("random", "recruit"), 2, "1", swap=True).jobs()
    assert [job.setup.armies[0][0][0] for job in jobs] == ["raider", "longbow"]
    assert [job.levels[0] for job in jobs] == ["random", "recruit"]


def test_the_mean_of_an_army_counts_both_of_its_sides() -> None:
    armies = [(("raider", 1),), (("trooper", 1),)]
    found: list[Pairing] = play_round_robin(Setup("brick_mech", "duel"), armies, "random", 4, "1")
    assert average(found, 0) == found[0].share
    assert average(found, 1) == 1.0 - found[0].share


def test_a_battle_with_armies_of_one_s_own(run: Run) -> None:
    words = ("--scenario", "duel", "--seats", "random", "--games", "2", "--seed", "1", "--swap")
    code, out, err = run("battle", "brick_mech", *words, "--armies", "bastion,longbow")
    assert (code, err) == (0, "")
    assert "random bastion" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*ROBIN, "--armies", "raider"), "fewer than two"),
        ((*ROBIN, "--armies", "raider,nobody"), "No Mech is called 'nobody'"),
        ((*ROBIN, "--armies", THREE, "--games", "3"), "even"),
        ((*ROBIN, "--armies", THREE, "--level", "general"), "general"),
        ((*ROBIN, "--armies", THREE, "--scenario", "free_for_all"), "two seats"),
        ((*ROBIN, "--armies", THREE, "--scenario", "duell"), "'duel'"),
        (
            ("battle", "brick_mech", "--scenario", "duel", "--seats", "random", "--games", "1", "--seed", "1",
             "--armies", "raider+raider+raider,trooper"),
            "--armies",
        ),
    ],
)  # fmt: skip
def test_wrong_words_are_named_in_one_line(run: Run, words: tuple[str, ...], told: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
