"""The lab on a cluster: real Dask workers on this machine play the same games as one process, one of them killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.core.match import Setup
from brickfield.players.lab import cluster
from brickfield.players.lab.cluster import Cluster, play_portion
from brickfield.players.lab.matches import BattleFault, Tournament, standings
from brickfield.players.lab.records import GameBook
from brickfield.players.lab.running import Lab
from brickfield.players.lab.versions import code_version

Run = Callable[..., tuple[int, str, str]]
GAMES = 24
TOURNAMENT = Tournament(Setup("battle_of_the_sea", "last_drop_of_blood"), ("random", "random"), GAMES, "5")
# No page of figures, no nanny that would start a killed worker again: what dies stays dead.
SCHEDULER = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-jupyter")
WORKER = ("distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")


class House:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.card = folder / "scheduler.json"
        self._folder = folder
        self._started: list[subprocess.Popen[bytes]] = []

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start one of Dask's programs; it finds the scheduler by its card."""
        command = [sys.executable, "-m", *words, "--scheduler-file", str(self.card)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, cwd=self._folder, **quiet)  # type: ignore[call-overload]
        self._started.append(process)
        return process  # type: ignore[no-any-return]

    def address(self) -> str:
        """Where the scheduler listens, as soon as it does."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                card: dict[str, Any] = msgspec.json.decode(self.card.read_bytes())
                return str(card["address"])
            except (FileNotFoundError, msgspec.DecodeError):
                time.sleep(0.1)
        raise AssertionError("the scheduler does not start")

    def close(self) -> None:
        """End what was started here, and nothing else."""
        for process in reversed(self._started):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A scheduler without workers."""
    here = House(tmp_path_factory.mktemp("cluster"))
    try:
        here.start(*SCHEDULER)
        yield here
    finally:
        here.close()


def test_a_cluster_without_workers_is_no_cluster(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 0.2)
    crew = Cluster(house.address())
    try:
        with pytest.raises(BattleFault, match="has no worker"):
            Lab(crew).play(TOURNAMENT)
    finally:
        crew.close()


def test_a_killed_worker_changes_no_game(house: House, tmp_path: Path, run: Run) -> None:
    alone = Lab().play(TOURNAMENT)
    workers = [house.start(*WORKER, "--local-directory", str(tmp_path)) for _ in range(2)]
    crew, book = Cluster(house.address()), GameBook(tmp_path / "games.jsonl")
    crew._client.wait_for_workers(2, timeout=60)
    told: list[int] = []

    def kill_one(count: int) -> None:
        told.append(count)
        if sum(told) == 3:
            os.kill(workers[0].pid, signal.SIGKILL)
            assert workers[0].wait() == -signal.SIGKILL

    try:
        played = Lab(crew, kill_one, book).play(TOURNAMENT)
    finally:
        crew.close()
    assert standings(TOURNAMENT, played).digest == standings(TOURNAMENT, alone).digest
    assert [each.digest for each in played] == [each.digest for each in alone]
    # nothing was counted twice, and every game is in the book
    assert sum(told) == GAMES
    assert all(book.find(job) is not None for job in TOURNAMENT.jobs())
    # the same by the command, on the worker that is left
    words = ("--scenario", "last_drop_of_blood", "--seats", "random", "--games", "4", "--seed", "5", "--json")
    here, there = (run("battle", "battle_of_the_sea", *words, *more) for more in ((), ("--cluster", house.address())))
    assert (there[0], there[2]) == (0, "")
    assert msgspec.json.decode(there[1])["digest"] == msgspec.json.decode(here[1])["digest"]


def test_a_worker_with_other_rules_plays_nothing() -> None:
    text = msgspec.json.encode(list(enumerate(TOURNAMENT.jobs()[:1])))
    assert msgspec.json.decode(play_portion(text, code_version()))[0][0] == 0
    with pytest.raises(BattleFault, match="other rules or bots"):
        play_portion(text, "0123")


@pytest.mark.parametrize(("address", "told"), [("tcp://127.0.0.1:9", "no scheduler answers"), ("nowhere", "nowhere")])
def test_an_address_without_a_scheduler_fails_in_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, address: str, told: str
) -> None:
    monkeypatch.setattr(cluster, "_GREETING", 0.3)
    words = ("--scenario", "duel", "--seats", "random", "--games", "1", "--seed", "1", "--cluster", address)
    code, out, err = run("battle", "brick_mech", *words)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert told in err
