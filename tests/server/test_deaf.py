"""Sockets that never read: they are let go, nothing of them stays, and the others do not notice.

`BRICKFIELD_DEAF=50` runs the long version.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import socket
import time
from pathlib import Path

import msgspec

from tests.server.ledgers import LedgerPlayer, Served

DEAF = int(os.environ.get("BRICKFIELD_DEAF", "4"))


async def deaf(served: Served, match: str) -> socket.socket:
    """A spectator who says hello and never reads a word."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.connect(("127.0.0.1", served.port))
    key = base64.b64encode(os.urandom(16)).decode()
    host = f"127.0.0.1:{served.port}"
    plain.sendall(
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await asyncio.sleep(0.1)
    hello = msgspec.json.encode({"type": "hello", "protocol": 1, "match": match})
    # a masked text frame whose mask is zero
    plain.sendall(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
    return plain


def open_sockets(served: Served) -> int:
    """How many sockets the server process holds, the kernel's word for it."""
    assert served.process is not None
    found = 0
    for link in Path(f"/proc/{served.process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found += os.readlink(link).startswith("socket:")
    return found


async def most_and_least(folder: Path) -> tuple[int, int, int]:
    """Somebody plays, others never read: how many sockets more there were, how many are left, and what was played."""
    served = Served(folder / "matches.sqlite", "narrow")
    await served.start()
    stop = asyncio.Event()
    player = LedgerPlayer(served, 1)
    playing = asyncio.create_task(player.play(stop))
    try:
        while not served.acknowledged:
            await asyncio.sleep(0.02)
        before = open_sockets(served)
        listening = [await deaf(served, player.books[0].match) for _ in range(DEAF)]
        most, left = open_sockets(served) - before, DEAF
        for _ in range(2000):
            await asyncio.sleep(0.02)
            left = open_sockets(served) - before
            if left <= 0:
                break
        for each in listening:
            each.close()
        stop.set()
        await playing
        return most, left, served.acknowledged
    finally:
        assert served.stop() == 0


def test_whoever_never_reads_is_let_go_and_nothing_of_it_stays(tmp_path: Path) -> None:
    began = time.monotonic()
    most, left, acknowledged = asyncio.run(most_and_least(tmp_path))
    print(f"{DEAF} deaf sockets, {left} left after {time.monotonic() - began:.1f} s, {acknowledged} acknowledged")
    assert most == DEAF
    assert left <= 0
    assert acknowledged > 20
