"""`brickfield bench`: every promised figure is there, and the workloads are what they are called."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from brickfield.cli import bench, bench_play
from brickfield.games.brick_action.setup.forces import card_cost
from brickfield.geometry import kernel

Run = Callable[..., tuple[int, str, str]]
ALWAYS = (
    *("line_of_sight", "swept_move", "games", "duels", "sea_battles", "decisions"),
    "decisions_to_chess",
    *("large_table", "combined_arms", "cold_start"),
)


def test_figures_as_json(run: Run) -> None:
    before = kernel.KERNEL
    code, out, err = run("bench", "--json", "--quick")
    figures = json.loads(out)
    assert (code, err) == (0, "")
    assert before == kernel.KERNEL
    for name in kernel.available():
        assert {f"{each}_{name}" for each in ALWAYS} <= set(figures)
    assert {"thin_clone", "python_chess_moves", "regular_large_table"} <= set(figures)
    for figure in figures.values():
        assert set(figure) == {"value", "unit", "note"}
        assert figure["value"] > 0
        assert figure["note"].endswith(("processor time", "wall clock"))


def test_figures_for_people(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: bench.Figures = {
        "thin_clone": {"value": 3.2, "unit": "us", "note": "a clone"},
        "python_chess_moves": {"value": None, "unit": "moves/s", "note": "not installed"},
    }
    monkeypatch.setattr(bench, "measure", lambda effort: shown)
    code, out, err = run("bench")
    assert (code, err) == (0, "")
    assert "3.2" in out
    assert "not installed" in out


def test_without_the_peer_the_figures_stand_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "find_spec", lambda name: None)
    figures = bench.measure(bench_play.QUICK)
    assert figures["python_chess_moves"]["value"] is None
    assert not any("to_chess" in name for name in figures)
    assert figures["decisions_pure"]["value"] > 0


def test_the_small_battle_is_twelve_units_and_the_large_forty_with_forty_pieces() -> None:
    works = bench_play.works()
    small, large = works["games"].match, works["large_table"].match
    assert (len(small.cards), len(large.cards)) == (12, 40)
    both = works["combined_arms"].match.cards.values()
    assert (len(both), sum(card.is_infantry for card in both)) == (24, 12)
    state, _decisions = bench_play.random_game(large, seed=0, most=1)
    assert len({token.group for token in state.tokens.values()}) == 40


def test_random_games_are_whole_and_repeat() -> None:
    match = bench_play.works()["games"].match
    state, decisions = bench_play.random_game(match, seed=3)
    again, same = bench_play.random_game(match, seed=3)
    assert state.over
    assert (state.digest(), decisions) == (again.digest(), same)


@pytest.mark.parametrize("battle", ["games", "villages"])
def test_both_kernels_play_the_same_games(battle: str) -> None:
    digests = set()
    before = kernel.KERNEL
    try:
        for name in kernel.available():
            kernel.use(name)
            # a match of its own: what one kernel worked out is not asked of the other
            match = bench_play.works()[battle].match
            digests.add(bench_play.random_game(match, seed=5)[0].digest())
    finally:
        kernel.use(before)
    assert len(digests) == 1


def test_bots_are_timed_over_whole_games() -> None:
    match = bench_play.works()["games"].match
    one, two = (bench_play.think(match, "recruit", games, 10_000) for games in (1, 2))
    assert 20 < len(one) < len(two)
    assert one == sorted(one)
    assert len(bench_play.think(match, "recruit", 2, 5)) == 5


def test_the_best_run_counts() -> None:
    times = iter([2.0, 1.0, 3.0])
    best = bench.best_in_turns({"a": lambda: bench_play.Played(1, 10, next(times))}, 3)
    assert best["a"].decisions_per_second == 10.0


def test_the_village_is_fought_for_with_300_points_a_side() -> None:
    match = bench_play.works()["villages"].match
    costs = {name: card_cost(card, match.options.heavy_row) for name, card in match.cards.items()}
    assert [sum(cost for name, cost in costs.items() if match.owners[name] == seat) for seat in (0, 1)] == [300, 300]
