"""The server as a process: its words, its address, a polite stop that tells everybody and loses nothing."""

from __future__ import annotations

import asyncio
import re
import signal
import socket as sockets
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from brickfield.server import serving
from tests.server.ledgers import ROOT, Served
from tests.server.tables import GAME, PATIENCE_SECONDS, until


def started(folder: Path, *words: str) -> tuple[subprocess.Popen[str], str]:
    """The command in a process of its own, and the address it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "brickfield.cli", "serve", "--port", "0", "--bot-pace", "0", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "DATA": str(folder / "kept")},
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert found, (line, process.communicate(timeout=PATIENCE_SECONDS))
    return process, found.group()


def test_a_polite_stop_tells_the_guests_and_ends_well(tmp_path: Path) -> None:
    process, address = started(tmp_path)

    async def guest() -> tuple[list[Any], int]:
        served = Served(tmp_path / "unused")
        served.port = int(address.rpartition(":")[2])
        await until(served._answers, lambda: asyncio.sleep(0.05))
        wish = {"game": GAME, "scenario": "six_v_six", "seats": [{"kind": "me"}, {"kind": "here"}]}
        made = served.post("/api/matches", wish)
        heard: list[Any] = []
        async with connect(f"ws{address[4:]}/ws", origin=address, compression=None) as line:  # type: ignore[arg-type]
            hello = {"type": "hello", "protocol": 1, "match": made["match"]}
            await line.send(msgspec.json.encode(hello).decode())
            await line.recv()
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
                while True:
                    heard.append(msgspec.json.decode(await asyncio.wait_for(line.recv(), PATIENCE_SECONDS)))
        assert closed.value.rcvd is not None
        return heard, closed.value.rcvd.code

    heard, code = asyncio.run(guest())
    assert heard[-1]["type"] == "bye"
    assert heard[-1]["reason"] == "restarting"
    assert code == 1012
    _, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0
    assert "Traceback" not in errors
    # the database went where $DATA says
    assert (tmp_path / "kept" / "brickfield.sqlite").exists()


def test_a_second_server_on_the_same_database_ends_with_one_line(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'a.sqlite'}"
    process, _ = started(tmp_path, "--database", database)
    try:
        done = refused("--port", "0", "--database", database)
        assert (done.returncode, done.stdout) == (1, "")
        assert "in use by another server" in done.stderr
        assert len(done.stderr.splitlines()) == 1
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_SECONDS)


def refused(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "brickfield.cli", "serve", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_a_port_that_is_taken_ends_with_one_line(tmp_path: Path) -> None:
    with sockets.create_server(("127.0.0.1", 0)) as taken:
        done = refused("--port", str(taken.getsockname()[1]), "--database", f"sqlite:///{tmp_path / 'a.sqlite'}")
    assert done.returncode == 1
    assert "cannot listen" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("url", ["postgresql://here/x", "sqlite:///", "a.sqlite", "mysql://x"])
def test_a_database_that_is_not_known_is_wrong_words(url: str) -> None:
    done = refused("--database", url)
    assert done.returncode == 2
    assert "sqlite:///" in done.stderr


def test_an_address_names_its_file() -> None:
    assert serving.database_path("sqlite:///data/x.sqlite") == Path("data/x.sqlite")
    assert serving.database_path("sqlite:////tmp/x.sqlite") == Path("/tmp/x.sqlite")
