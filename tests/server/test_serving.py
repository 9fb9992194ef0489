"""The server as a process: its words, its address, a polite stop that tells everybody and loses nothing."""

from __future__ import annotations

import asyncio
import http.client
import re
import signal
import socket as sockets
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from brickfield.server import serving
from tests.server.databases import Cluster
from tests.server.ledgers import ROOT, Served
from tests.server.tables import GAME, OPERATOR, PATIENCE_SECONDS, until


def started(folder: Path, *words: str) -> tuple[subprocess.Popen[str], str]:
    """The command in a process of its own, and the address it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "brickfield.cli", "serve", "--port", "0", "--bot-pace", "0", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={
            "PYTHONPATH": str(ROOT),
            "PATH": "/usr/bin:/bin",
            "DATA": str(folder / "kept"),
            "OPERATOR_TOKEN": OPERATOR,
            "ALLOWED_HOSTS": "bricks.example.org,play.example.org",
            "TRUSTED_PROXIES": "127.0.0.0/8 ::1",
        },
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


def test_a_file_has_one_worker(tmp_path: Path) -> None:
    done = refused("--database", f"sqlite:///{tmp_path}/a.sqlite", "--workers", "2")
    assert done.returncode == 2
    assert "one worker" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_does_not_answer_is_said_without_its_password(postgres: Cluster) -> None:
    done = refused("--database", f"postgresql://me:secret@/nowhere?host={postgres.folder}")
    assert done.returncode == 1
    assert "cannot be opened" in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.parametrize("url", ["postgresql:/here/x", "sqlite:///", "a.sqlite", "mysql://x"])
def test_a_database_that_is_not_known_is_wrong_words(url: str) -> None:
    done = refused("--database", url)
    assert done.returncode == 2
    assert "sqlite:///" in done.stderr


def test_an_address_names_its_file() -> None:
    assert serving.database_path("sqlite:///data/x.sqlite") == Path("data/x.sqlite")
    assert serving.database_path("sqlite:////tmp/x.sqlite") == Path("/tmp/x.sqlite")


# --- lines that are slow, idle or too many ---------------------------------------------------------------------------

HEAD = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"
SOCKET = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
SLOW = {
    "nothing": b"",
    "half a head": HEAD,
    "half a body": HEAD + b"\r\n{",
    # more than a socket's head may be, and less than a request's
    "a socket with many headers": SOCKET + b"".join(b"A%d: b\r\n" % number for number in range(200)) + b"\r\n",
    "a socket with a long header": SOCKET + b"A: " + b"b" * 12_000 + b"\r\n\r\n",
    "half a second request": b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + HEAD + b"\r\n{",
}


async def let_go(port: int, sent: bytes, patience: float) -> bool:
    """Whether the server ends a line on which nothing more comes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    try:
        async with asyncio.timeout(patience):
            while await reader.read(4096):
                pass
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    finally:
        writer.close()
    return True


async def many_lines(port: int, wanted: int) -> int:
    """How many of so many lines at once are answered."""
    lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(wanted)]
    answered = 0
    for reader, writer in lines:
        try:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            answered += (await asyncio.wait_for(reader.read(64), PATIENCE_SECONDS)).startswith(b"HTTP/1.1 200")
        except ConnectionError:
            continue
    for _, writer in lines:
        writer.close()
    return answered


async def at_the_door(folder: Path, mode: str, patience: float) -> tuple[list[bool], int]:
    served = Served(folder / "matches.sqlite", mode)
    await served.start()
    try:
        gone = list(await asyncio.gather(*(let_go(served.port, sent, patience) for sent in SLOW.values())))
        return gone, await many_lines(served.port, 12)
    finally:
        assert served.stop() == 0


def test_slow_and_idle_lines_are_ended_and_an_address_has_only_so_many(tmp_path: Path) -> None:
    gone, answered = asyncio.run(at_the_door(tmp_path, "brisk", PATIENCE_SECONDS))
    assert gone == [True] * len(SLOW)
    # four sockets and four more; the end of one of the slow lines may still be under way
    assert 4 <= answered <= 8


def test_a_door_with_endless_patience_is_found(tmp_path: Path) -> None:
    gone, answered = asyncio.run(at_the_door(tmp_path, "endless", 3.0))
    assert not any(gone[:3])
    assert answered == 12


def test_frames_that_are_no_messages_end_the_line_and_many_messages_are_read_one_by_one(tmp_path: Path) -> None:
    async def run() -> tuple[int, int]:
        served = Served(tmp_path / "matches.sqlite")
        await served.start()
        try:
            async with connect(f"ws://127.0.0.1:{served.port}/ws", origin=served.address, compression=None) as line:  # type: ignore[arg-type]
                pings = b'{"type":"ping"}'
                # masked with zeros, all in one piece: far more than one reading of the line
                line.transport.write((bytes([0x81, 0x80 | len(pings)]) + bytes(4) + pings) * 2_000)
                for _ in range(2_000):
                    assert await asyncio.wait_for(line.recv(), PATIENCE_SECONDS) == '{"type":"pong"}'
                # pings of the protocol itself, which no browser sends
                line.transport.write((bytes([0x89, 0x80]) + bytes(4)) * 5_000)
                with pytest.raises(ConnectionClosed):
                    await asyncio.wait_for(line.recv(), PATIENCE_SECONDS)
            async with connect(f"ws://127.0.0.1:{served.port}/ws", origin=served.address, compression=None) as line:  # type: ignore[arg-type]
                await line.send('{"type":"ping"}')
                return len(await line.recv()), 15
        finally:
            assert served.stop() == 0

    told, wanted = asyncio.run(run())
    assert told == wanted


def test_the_names_of_the_server_come_from_its_words(tmp_path: Path) -> None:
    process, address = started(tmp_path)
    try:
        port = int(address.rpartition(":")[2])

        def status(host: str) -> int:
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)) as line:
                line.request("GET", "/healthz", headers={"Host": host})
                return line.getresponse().status

        assert [status(host) for host in ("play.example.org", f"127.0.0.1:{port}", "localhost")] == [200] * 3
        assert status("evil.test") == 421
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_SECONDS)


def test_a_proxy_that_is_no_address_is_wrong_words() -> None:
    done = refused("--trust-proxy", "proxy.example")
    assert done.returncode == 2
    assert "--trust-proxy" in done.stderr
