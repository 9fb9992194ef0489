"""`brickfield soak`: random legal play over random battles, and the events and rules it has hardly reached."""

from __future__ import annotations

import ast
import time
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from brickfield.cli.cross_table import BINDING, cross_table
from brickfield.cli.labs import progress
from brickfield.cli.listing import console, known_game, plain_table, print_json
from brickfield.cli.words import Failed, WrongWords
from brickfield.core import events
from brickfield.core.game import Game
from brickfield.core.typed import from_json
from brickfield.testing.soak import LOOKED_AT_EVERY, Soaked, below, soak

# What was reached less often than this is named.
LEAST = 100
_SAVED_EVERY = 20


class SoakWords(Struct, frozen=True):
    """The words of the command as they were typed."""

    game_id: str
    decisions: int
    seed: int
    jobs: int = 1
    every: int = LOOKED_AT_EVERY
    record: str = ""
    as_json: bool = False


def soak_command(words: SoakWords) -> None:
    """Play and print what was reached; a broken promise is a failure."""
    game = known_game(words.game_id)
    so_far = _begun(words)
    started, before = time.perf_counter(), so_far.decisions
    with progress(max(0, words.decisions - before), "decisions") as tell:
        for number, soaked in enumerate(soak(so_far, words.decisions, words.jobs, words.every), start=1):
            if tell is not None:
                tell(soaked.decisions - before)
                before = soaked.decisions
            if number % _SAVED_EVERY == 0:
                _save(words, soaked)
    _save(words, so_far)
    report = report_of(game, so_far)
    if words.as_json:
        print_json(report | {"seconds": round(time.perf_counter() - started, 3)})
    else:
        _print(game, report, time.perf_counter() - started)
    if so_far.broken:
        first = so_far.broken[0]
        last = first.fault.strip().splitlines()[-1]
        raise Failed(f"{len(so_far.broken)} battles broke a promise; number {first.battle} of the seed: {last}")


# --- going on --------------------------------------------------------------------------------------------------------


def _begun(words: SoakWords) -> Soaked:
    """What an earlier run has written down, or nothing yet."""
    file = Path(words.record)
    if not words.record or not file.exists():
        return Soaked(words.game_id, words.seed)
    try:
        so_far = from_json(file.read_bytes(), Soaked)
    except (OSError, msgspec.MsgspecError) as error:
        raise WrongWords(f"--record {words.record}: {error}.") from error
    if (so_far.game, so_far.seed) != (words.game_id, words.seed):
        raise WrongWords(f"--record {words.record} is a run of {so_far.game} with seed {so_far.seed}.")
    return so_far


def _save(words: SoakWords, soaked: Soaked) -> None:
    if not words.record:
        return
    file = Path(words.record)
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(msgspec.json.encode(soaked))
    part.replace(file)


# --- what is told ----------------------------------------------------------------------------------------------------


def report_of(game: Game, soaked: Soaked) -> dict[str, Any]:
    """Everything that was counted, and what is below the mark."""
    clauses = {
        row.id: sum(soaked.rules.get(place, 0) for place in row.code)
        for row in cross_table([game], None)
        if row.code and row.kind in BINDING and row.in_play
    }
    met = {name: soaked.events.get(name, 0) for name in sorted({*emitted(game), *soaked.events})}
    return {
        "game": game.id,
        "seed": soaked.seed,
        "battles": soaked.battles,
        "decisions": soaked.decisions,
        "scenarios": dict(sorted(soaked.scenarios.items())),
        "kinds": dict(sorted(soaked.kinds.items())),
        "events": met,
        "clauses": clauses,
        "rare_events": dict(below(met, list(met), LEAST)),
        "rare_clauses": dict(below(clauses, list(clauses), LEAST)),
        "broken": msgspec.to_builtins(soaked.broken),
    }


def emitted(game: Game) -> set[str]:
    """The events that the code of a game makes, by their names."""
    names = {name for name, kind in vars(events).items() if isinstance(kind, type) and issubclass(kind, events.Event)}
    found: set[str] = set()
    for path in sorted(game.folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                found.add(called)
    return found & names


def _print(game: Game, report: dict[str, Any], seconds: float) -> None:
    out = console()
    decisions, battles = report["decisions"], report["battles"]
    out.print(
        f"{game.title}: {decisions} random decisions in {battles} battles, seed {report['seed']}; {seconds:.0f} s"
    )
    for what in ("events", "clauses"):
        counted, rare = report[what], report[f"rare_{what}"]
        out.print(f"{what}: {len(counted) - len(rare)} of {len(counted)} were reached {LEAST} times or more")
        if rare:
            table = plain_table(what, "reached")
            for name, count in rare.items():
                table.add_row(name, str(count))
            out.print(table)
    table = plain_table("question", "asked")
    for name, count in report["kinds"].items():
        table.add_row(name, str(count))
    out.print(table)
    for each in report["broken"]:
        out.print(f"battle {each['battle']}: {each['fault']}", markup=False, soft_wrap=True)
