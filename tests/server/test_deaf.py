"""Sockets that never read: they are let go, nothing of them stays, and the others do not notice.

`BRICKFIELD_DEAF=50` runs the long version.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import re
import socket
import time
from pathlib import Path

import msgspec

from tests.server.ledgers import LedgerPlayer, Served

DEAF = int(os.environ.get("BRICKFIELD_DEAF", "2"))


async def deaf(served: Served, match: str) -> socket.socket:
    """A spectator who is let in, says hello and never reads a word after that."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.connect(("127.0.0.1", served.port))
    key = base64.b64encode(os.urandom(16)).decode()
    host = f"127.0.0.1:{served.port}"
    plain.sendall(
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    # who speaks before being let in is not heard
    welcome = b"?"
    while welcome and not welcome.endswith(b"\r\n\r\n"):
        welcome += await asyncio.to_thread(plain.recv, 1) or b"\r\n\r\n"
    hello = msgspec.json.encode({"type": "hello", "protocol": 1, "match": match})
    # a masked text frame whose mask is zero
    plain.sendall(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
    return plain


def open_sockets(served: Served) -> int:
    """How many lines the server process holds, the kernel's word for it; what ties it to its workers is none."""
    assert served.process is not None
    rows = Path(f"/proc/{served.process.pid}/net/tcp").read_text("ascii").splitlines()[1:]
    lines, found = {row.split()[9] for row in rows}, 0
    for link in Path(f"/proc/{served.process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found += os.readlink(link).removeprefix("socket:").strip("[]") in lines
    return found


def let_go(served: Served) -> int:
    """How many sockets the server says it has let go because they were too slow."""
    found = re.search(r"^brickfield_too_slow_total (\d+)", served.operator("/metrics"), re.M)
    return int(found.group(1)) if found else 0


async def left_over(folder: Path, fault: str = "narrow", patience: float = 60.0) -> tuple[int, int]:
    """Somebody plays, others never read: how many of those are left, and how much was played.

    Patience is for those that the server has let go and that do not vanish.
    """
    served = Served(folder / "matches.sqlite", fault)
    await served.start()
    stop = asyncio.Event()
    player = LedgerPlayer(served, 1)
    playing = asyncio.create_task(player.play(stop))
    try:
        while not served.acknowledged:
            await asyncio.sleep(0.02)
        before = open_sockets(served)
        listening = [await deaf(served, player.books[0].match) for _ in range(DEAF)]
        left, gone = DEAF, 0
        while (left > 0 or gone < DEAF) and patience > 0:
            await asyncio.sleep(0.1)
            left, gone = open_sockets(served) - before, await asyncio.to_thread(let_go, served)
            patience -= 0.1 if gone >= DEAF else 0.0
        for each in listening:
            each.close()
        stop.set()
        await playing
        return left, served.acknowledged
    finally:
        assert served.stop() == 0


def test_whoever_never_reads_is_let_go_and_nothing_of_it_stays(tmp_path: Path) -> None:
    began = time.monotonic()
    left, acknowledged = asyncio.run(left_over(tmp_path))
    print(f"{DEAF} deaf sockets, {left} left after {time.monotonic() - began:.1f} s, {acknowledged} acknowledged")
    assert left <= 0
    assert acknowledged > 20


def is_held(served: Served, line: socket.socket) -> bool:
    """Whether the server still has its end of a line, by the kernel's list of lines."""
    theirs, ours = f":{served.port:04X}", f":{line.getsockname()[1]:04X}"
    rows = [row.split() for row in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    established = "01"
    return any(row[1].endswith(theirs) and row[2].endswith(ours) and row[3] == established for row in rows)


async def unread_answers(folder: Path, mode: str, patience: float) -> bool:
    """Somebody asks for a lot and never reads it: whether the line is left in the end."""
    served = Served(folder / "matches.sqlite", mode)
    await served.start()
    try:
        with socket.socket() as plain:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            plain.connect(("127.0.0.1", served.port))
            plain.sendall(b"GET /api/schema.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 100)
            until = time.monotonic() + patience
            while is_held(served, plain) and time.monotonic() < until:
                await asyncio.sleep(0.02)
            return is_held(served, plain)
    finally:
        assert served.stop() == 0


def test_an_answer_that_is_never_read_ends_its_line(tmp_path: Path) -> None:
    assert not asyncio.run(unread_answers(tmp_path, "brisk", 60.0))


def test_a_line_that_waits_to_be_read_is_found(tmp_path: Path) -> None:
    # three times as long as the server waits that has no such fault
    assert asyncio.run(unread_answers(tmp_path, "endless", 1.5))


def test_a_close_that_waits_to_be_read_is_found(tmp_path: Path) -> None:
    assert asyncio.run(left_over(tmp_path, "waiting", patience=1.5))[0] == DEAF
