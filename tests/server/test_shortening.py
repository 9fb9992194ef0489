"""Large messages go packed to whoever can read that; what comes in packed is bounded when it is unpacked."""

from __future__ import annotations

import asyncio
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode

from brickfield.core.commands import MOST_BYTES
from brickfield.server.web.compression import LARGE, LargeOnly
from tests.server.ledgers import Served
from tests.server.tables import PATIENCE_SECONDS

VILLAGE = {"game": "brick_action", "scenario": "village", "seats": [{"kind": "me"}, {"kind": "here"}], "ready": True}


def line_to(served: Served, compression: str | None) -> connect:
    return connect(f"ws://127.0.0.1:{served.port}/ws", origin=served.address, compression=compression)  # type: ignore[arg-type]


async def first_update(line: ClientConnection, hello: dict[str, Any]) -> tuple[bytes, int]:
    """The first update, and how many bytes came until then."""
    came = 0
    received = line.protocol.receive_data

    def counted(data: bytes) -> None:
        nonlocal came
        came += len(data)
        received(data)

    line.protocol.receive_data = counted  # type: ignore[method-assign]
    await line.send(msgspec.json.encode(hello).decode())
    while True:
        message = await asyncio.wait_for(line.recv(decode=False), PATIENCE_SECONDS)
        if msgspec.json.decode(message)["type"] == "update":
            return bytes(message), came


def test_an_update_of_a_village_is_short_on_its_way_and_reads_the_same(tmp_path: Path) -> None:
    async def run() -> tuple[tuple[bytes, int], tuple[bytes, int]]:
        served = Served(tmp_path / "matches.sqlite")
        await served.start()
        try:
            made = await asyncio.to_thread(served.post, "/api/matches", VILLAGE)
            secrets = [seat["secret"] for seat in made["seats"]]
            hello = {"type": "hello", "protocol": 1, "match": made["match"], "secrets": secrets}
            async with line_to(served, None) as plain, line_to(served, "deflate") as packed:
                return await first_update(plain, hello), await first_update(packed, hello)
        finally:
            assert served.stop() == 0

    (long, plain), (short, packed) = asyncio.run(run())
    assert short == long
    assert packed < plain / 4


def test_small_messages_go_as_they_are_and_large_ones_are_read_by_any_reader() -> None:
    ours = LargeOnly(
        remote_no_context_takeover=True,
        local_no_context_takeover=True,
        remote_max_window_bits=15,
        local_max_window_bits=12,
    )
    theirs = PerMessageDeflate(True, True, 12, 15)
    for size in (1, LARGE - 1, LARGE, LARGE, 200_000):
        frame = Frame(Opcode.TEXT, bytes(n % 251 for n in range(size)))
        sent = ours.encode(frame)
        assert sent.rsv1 is (size >= LARGE)
        assert bytes(theirs.decode(sent).data) == frame.data


@pytest.mark.parametrize("parts", [1, 3])
def test_a_small_frame_that_unpacks_to_a_huge_one_ends_its_own_line_only(tmp_path: Path, parts: int) -> None:
    async def run() -> int:
        served = Served(tmp_path / "matches.sqlite")
        await served.start()
        try:
            async with line_to(served, "deflate") as line:
                packer = zlib.compressobj(9, zlib.DEFLATED, -15)
                bomb = packer.compress(b" " * (parts * MOST_BYTES + 1)) + packer.flush(zlib.Z_SYNC_FLUSH)
                bomb = bomb.removesuffix(b"\x00\x00\xff\xff")
                size = -(-len(bomb) // parts)
                for number in range(parts):
                    piece = bomb[number * size : (number + 1) * size]
                    head = (0x41 if number == 0 else 0) | (0x80 if number == parts - 1 else 0)
                    # masked with zeros
                    length = bytes([0x80 | len(piece)]) if len(piece) < 126 else b"\xfe" + len(piece).to_bytes(2, "big")
                    line.transport.write(bytes([head]) + length + bytes(4) + piece)
                with pytest.raises(ConnectionClosed) as closed:
                    await asyncio.wait_for(line.recv(), PATIENCE_SECONDS)
            async with line_to(served, "deflate") as line:
                await line.send('{"type":"ping"}')
                assert await line.recv() == '{"type":"pong"}'
            assert closed.value.rcvd is not None
            return closed.value.rcvd.code
        finally:
            assert served.stop() == 0

    assert asyncio.run(run()) == 1009
