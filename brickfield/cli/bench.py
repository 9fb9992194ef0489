"""`brickfield bench`: every figure the project promises, measured here and now beside a well-known engine."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

from brickfield.bricks import bench as bricks_bench
from brickfield.cli import bench_play
from brickfield.cli.bench_play import FULL, QUICK, BenchBattle, Effort, Played
from brickfield.cli.listing import console, plain_table, print_json
from brickfield.core.sweeping import seldom_swept
from brickfield.geometry import bench as geometry_bench
from brickfield.geometry import kernel
from brickfield.players.lab.counting import quantile

Figures = dict[str, dict[str, Any]]
Runs = dict[str, Callable[[], Played]]

CHESS = "chess"
# The table on which a bot is timed, the level, and of how many answers in a hundred none takes longer.
_LARGE, _LEVEL, _MOST = "large_table", "regular", 95
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
    before, works = kernel.KERNEL, bench_play.works()
    # what was read once is never looked through for garbage again: so the server and its bots play
    gc.freeze()
    try:
        _geometry(figures, effort)
        _play(figures, effort, works)
        kernel.use(before)
        with seldom_swept():
            _think(figures, effort, works[_LARGE])
    finally:
        kernel.use(before)
        gc.unfreeze()
    _say("a model of bricks")
    read = f"a model of {bricks_bench.PARTS} parts in sub-models read and measured; {_CPU}"
    figures["model_measured"] = _figure(bricks_bench.measured_milliseconds(effort.repeats), "ms", read)
    _say("clones and cold starts")
    first = next(iter(works.values()))
    cloned = bench_play.clone_microseconds(first.match, effort)
    figures["thin_clone"] = _figure(cloned, "us", f"clone of a {len(first.match.cards)}-unit state; {_CPU}")
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


def _play(figures: Figures, effort: Effort, works: dict[str, BenchBattle]) -> None:
    """Whole games by the random policy with each kernel, and the peer's beside them."""
    runs: Runs = {}
    if find_spec("chess") is not None:
        runs[CHESS] = lambda: bench_play.play_chess(effort.chess_games)
    for name in kernel.available():
        for title, work in works.items():
            games = effort.large_games if work.workload.beside else effort.games
            runs[f"{title}_{name}"] = _with_kernel(name, partial(bench_play.play_random, work.match, games))
    best = best_in_turns(runs, effort.repeats)
    _peer(figures, best.get(CHESS))
    for name in kernel.available():
        yardstick = best[f"{next(iter(works))}_{name}"]
        figures[f"decisions_{name}"] = _figure(yardstick.decisions_per_second, "decisions/s", _note(works, yardstick))
        _beside_the_peer(figures, name, yardstick, best.get(CHESS))
        for title, work in works.items():
            figures[f"{title}_{name}"] = _measured(
                work, best[f"{title}_{name}"], best.get(f"{work.workload.beside}_{name}")
            )


def _think(figures: Figures, effort: Effort, work: BenchBattle) -> None:
    """How long a bot thinks where there is most to think about."""
    _say(f"answers of {_LEVEL}")
    times = bench_play.think(work.match, _LEVEL, effort.large_games, effort.answers)
    slow, longest = quantile(times, _MOST / 100), times[-1]
    what = f"{_MOST} of 100 answers of {_LEVEL} take no longer, {work.workload.note}"
    figures[f"{_LEVEL}_{_LARGE}"] = _figure(slow, "ms", f"{what}; the longest of {len(times)} {longest:.0f} ms; {_CPU}")


def _note(works: dict[str, BenchBattle], played: Played) -> str:
    what = next(iter(works.values())).workload.note
    count = f"{played.decisions} decisions in {played.games} games"
    return f"{what}, random legal policy, real rules and events; {count}; {_CPU}"


def _measured(work: BenchBattle, played: Played, beside: Played | None) -> dict[str, Any]:
    """How many battles a second; of one beside another, how much dearer a decision is."""
    count = f"{played.decisions} decisions in {played.games} games; {_CPU}"
    if beside is not None:
        ratio = beside.decisions_per_second / played.decisions_per_second
        over = work.game.workloads[work.workload.beside].note
        return _figure(ratio, "x", f"cost of a decision, {work.workload.note} over {over}; {count}")
    note = f"{work.game.title}, {work.workload.note}, random legal policy; {count}"
    return _figure(played.games_per_second, "games/s", note)


def _beside_the_peer(figures: Figures, name: str, played: Played, peer: Played | None) -> None:
    """Our decisions over the peer's moves, without and with the dice."""
    if peer is None:
        return
    figures[f"decisions_to_chess_{name}"] = _figure(
        played.decisions_per_second / peer.decisions_per_second,
        "x",
        f"decisions/s over python-chess moves/s, same run; {_CPU}",
    )
    figures[f"inputs_to_chess_{name}"] = _figure(
        played.inputs_per_second / peer.decisions_per_second,
        "x",
        f"the same with the dice counted as the seat they are, {played.throws} throws more; {_CPU}",
    )


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


def _print_figures(figures: Figures) -> None:
    table = plain_table("figure", "value", "unit", "what it is")
    table.columns[1].justify = "right"
    for name, figure in figures.items():
        value = figure["value"]
        shown = "-" if value is None else f"{value:,.0f}" if value >= 1000 else f"{value:g}"
        table.add_row(name, shown, figure["unit"], figure["note"])
    console().print(table)
