"""Large messages are compressed on their way to whoever can read that; what comes in stays bounded when it is unpacked.

Every message is packed by itself, so that a quiet socket keeps no window of the compressor in memory.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame, Opcode
from websockets.typing import ExtensionParameter

from brickfield.core.commands import MOST_BYTES

# What is smaller goes as it is: it fits into a few packets, and packing costs more than it saves.
LARGE = 4_096
# The fastest level: nine tenths of what the slowest saves, for a fifth of its time.
_LEVEL = 1
# The end of a packed message that the other side adds by itself.
_END = b"\x00\x00\xff\xff"


@lru_cache(maxsize=8)
def _packed(data: bytes, window: int) -> bytes:
    """A message in short; the same one often goes to several sockets in a row."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -window)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)).removesuffix(_END)


class LargeOnly(PerMessageDeflate):
    """Packs whole large messages, and unpacks no more than a message of ours may have."""

    def encode(self, frame: Frame) -> Frame:
        """A message on its way out."""
        if frame.opcode in CTRL_OPCODES or frame.opcode is Opcode.CONT or not frame.fin or len(frame.data) < LARGE:
            return frame
        return Frame(frame.opcode, _packed(bytes(frame.data), self.local_max_window_bits), True, True)

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        """A message that has come in. Small frames unpack to large messages: these are not even read to be refused."""
        is_packed = frame.rsv1 or self.decode_cont_data
        return super().decode(frame, max_size=min(MOST_BYTES, max_size or MOST_BYTES) if is_packed else max_size)


class Shortening(ServerPerMessageDeflateFactory):
    """What is agreed on with a new socket."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What the other side offers, and what it is answered."""
        answered, agreed = super().process_request_params(params, accepted_extensions)
        ours = LargeOnly(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
        )
        return answered, ours
