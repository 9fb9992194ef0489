"""`brickfield bench`: every figure the project promises, measured here and now beside a well-known engine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from brickfield.cli import bench_play
from brickfield.cli.bench_play import FULL, QUICK, Effort, Played
from brickfield.cli.listing import console, plain_table, print_json
from brickfield.geometry import bench as geometry_bench
from brickfield.geometry import kernel

Figures = dict[str, dict[str, Any]]
Runs = dict[str, Callable[[], Played]]

CHESS = "chess"
# Which clock a figure was taken by stands in its note: the two differ on a busy machine.
_CPU = "processor time"
_WALL = "wall clock"


def bench(as_json: bool, quick: bool) -> None:
    """Measure and print."""
    figures = measure(QUICK if quick else FULL)
    if as_json:
        print_json(figures)
    else:
        _print_figures(figures)


def measure(effort: Effort) -> Figures:
    """All figures by name. The kernel in use before is in use afterwards."""
    figures: Figures = {}
    before = kernel.KERNEL
    try:
        _geometry(figures, effort)
        _play(figures, effort)
    finally:
        kernel.use(before)
    _say("clones and cold starts")
    figures["thin_clone"] = _figure(bench_play.clone_microseconds(effort), "us", f"clone of a 12-unit state; {_CPU}")
    for name in kernel.available():
        started = bench_play.cold_start_milliseconds(name, effort.starts)
        note = f"import brickfield and a first line of sight in a new interpreter; {_WALL}"
        figures[f"cold_start_{name}"] = _figure(started, "ms", note)
    return figures


def _figure(value: float | None, unit: str, note: str) -> dict[str, Any]:
    return {"value": None if value is None else float(f"{value:.4g}"), "unit": unit, "note": note}


def _say(what: str) -> None:
    """Tell a watching person what is being measured."""
    if sys.stderr.isatty():
        print(f"measuring: {what} ...", file=sys.stderr)


def _geometry(figures: Figures, effort: Effort) -> None:
    """The small benches of the geometry room."""
    for name in kernel.available():
        _say(f"geometry, {name} kernel")
        for title, figure in geometry_bench.measure(name, effort.seconds).items():
            figures[f"{title}_{name}"] = _figure(figure["value"], figure["unit"], f"{figure['note']}; {_WALL}")


def _play(figures: Figures, effort: Effort) -> None:
    """Whole games by the random policy with each kernel, and the peer's beside them."""
    small, large, duel = bench_play.six_against_six(), bench_play.twenty_against_twenty(), bench_play.duel()
    sea = bench_play.fifty_points_at_sea()
    runs: Runs = {}
    if find_spec("chess") is not None:
        runs[CHESS] = lambda: bench_play.play_chess(effort.chess_games)
    for name in kernel.available():
        runs[name] = _with_kernel(name, lambda: bench_play.play_random(small, effort.games))
        runs[f"{name} duel"] = _with_kernel(name, lambda: bench_play.play_random(duel, effort.games))
        runs[f"{name} sea"] = _with_kernel(name, lambda: bench_play.play_random(sea, effort.games))
        runs[f"{name} large"] = _with_kernel(name, lambda: bench_play.play_random(large, effort.large_games))
    best = best_in_turns(runs, effort.repeats)
    _peer(figures, best.get(CHESS))
    for name in kernel.available():
        _games(figures, name, best)


def _with_kernel(name: str, run: Callable[[], Played]) -> Callable[[], Played]:
    def with_it() -> Played:
        kernel.use(name)
        return run()

    return with_it


def best_in_turns(runs: Runs, repeats: int) -> dict[str, Played]:
    """The fastest of some equal runs of each sort, taken in turns: other work on the machine can only slow a run
    down, and in turns it slows all sorts alike."""
    best: dict[str, Played] = {}
    for number in range(repeats):
        _say(f"whole games, round {number + 1} of {repeats}")
        for name, run in runs.items():
            played = run()
            if name not in best or played.seconds < best[name].seconds:
                best[name] = played
    return best


def _peer(figures: Figures, chess: Played | None) -> None:
    """The peer; without it our figures stand alone."""
    if chess is None:
        figures["python_chess_moves"] = _figure(None, "moves/s", "python-chess is not installed here")
        return
    note = f"peer: random legal moves, {chess.decisions} moves in {chess.games} games; {_CPU}"
    figures["python_chess_moves"] = _figure(chess.decisions_per_second, "moves/s", note)


def _games(figures: Figures, name: str, best: dict[str, Played]) -> None:
    small, large = best[name], best[f"{name} large"]
    count = f"{small.decisions} decisions in {small.games} games"
    note = f"6 against 6, random legal policy, real rules and events; {count}; {_CPU}"
    figures[f"games_{name}"] = _figure(small.games_per_second, "games/s", note)
    figures[f"decisions_{name}"] = _figure(small.decisions_per_second, "decisions/s", note)
    if CHESS in best:
        ratio = small.decisions_per_second / best[CHESS].decisions_per_second
        figures[f"decisions_to_chess_{name}"] = _figure(
            ratio, "x", f"decisions/s over python-chess moves/s, same run; {_CPU}"
        )
        figures[f"inputs_to_chess_{name}"] = _figure(
            small.inputs_per_second / best[CHESS].decisions_per_second,
            "x",
            f"the same with the dice counted as the seat they are, {small.throws} throws more; {_CPU}",
        )
    duels = best[f"{name} duel"]
    note = f"BrickMech, a Mech against a Mech, random legal policy; {duels.decisions} decisions; {_CPU}"
    figures[f"duels_{name}"] = _figure(duels.games_per_second, "games/s", note)
    sea = best[f"{name} sea"]
    note = f"Battle of the Sea, fleets of 50 points to the end, random legal policy; {sea.decisions} decisions; {_CPU}"
    figures[f"sea_battles_{name}"] = _figure(sea.games_per_second, "games/s", note)
    ratio = small.decisions_per_second / large.decisions_per_second
    note = (
        f"cost of a decision, 20 against 20 units and 40 pieces over 6 against 6; {large.decisions} decisions; {_CPU}"
    )
    figures[f"large_table_{name}"] = _figure(ratio, "x", note)


def _print_figures(figures: Figures) -> None:
    table = plain_table("figure", "value", "unit", "what it is")
    table.columns[1].justify = "right"
    for name, figure in figures.items():
        value = figure["value"]
        shown = "-" if value is None else f"{value:,.0f}" if value >= 1000 else f"{value:g}"
        table.add_row(name, shown, figure["unit"], figure["note"])
    console().print(table)
