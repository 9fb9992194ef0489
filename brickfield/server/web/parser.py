"""The one strict parser: size, depth, strict JSON, bounded values, then the type with no unknown fields.

Every message of a socket and every body of a request comes through here before anybody looks at it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.commands import MOST_BYTES, read_as, read_json, read_plain
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.typed import from_json
from brickfield.server.web.protocol import AnyUp


def read_up(raw: str | bytes | None) -> AnyUp | Refusal:
    """A message from a browser, or why it cannot be read."""
    if not isinstance(raw, str):
        return invalid("malformed", "The message cannot be read: messages are text.")
    message: AnyUp | Refusal = read_body(raw, AnyUp)
    return message


def read_body(raw: str | bytes, kind: Any) -> Any:
    """A body as a value of its type, or why it cannot be read."""
    # no letter is less than a byte, so what is too long already need not be turned into bytes
    data = raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) and len(raw) <= MOST_BYTES else raw
    if len(data) > MOST_BYTES:
        return invalid("too_large", f"The message has {len(data)} bytes or more; at most {MOST_BYTES} are read.")
    plain = read_plain(data)
    return plain if isinstance(plain, Refusal) else read_as(plain, kind)


def read_texts(raw: bytes, kind: Any) -> Any:
    """A body of a type that holds nothing but bounded texts, each to be read with the usual care; they may be long."""
    if len(raw) <= MOST_BYTES:
        plain = read_json(raw)
        return plain if isinstance(plain, Refusal) else read_as(plain, kind)
    try:
        return from_json(raw, kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return invalid("malformed", f"The body cannot be read: {str(error)[:200]}.")
