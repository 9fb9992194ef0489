"""The document of the wire: its examples are read, its routes exist, its schema is the one of the types."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from brickfield.server.web import http_types as bodies
from brickfield.server.web import protocol as wire
from brickfield.server.web import transport_limits as lines
from brickfield.server.web.host_check import MOST_TARGET
from brickfield.server.web.http import ROUTES
from brickfield.server.web.limits import Limits
from brickfield.server.web.schema import openapi_document, schema_document, schema_text
from tests.server.browsing import new_match, secrets_of, socket

DOCS = Path(__file__).resolve().parents[2] / "docs"
_BLOCK = re.compile(r"^```json (\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXAMPLES = _BLOCK.findall((DOCS / "protocol.md").read_text("utf-8"))


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_every_example_is_read_as_what_it_says(name: str, text: str) -> None:
    value = msgspec.json.decode(text, type=getattr(wire, name, None) or getattr(bodies, name))
    # nothing in it is ignored: what is written again holds every field of the example
    again = msgspec.to_builtins(value)
    plain = msgspec.json.decode(text)
    assert _covers(again, plain), again


def _covers(whole: object, part: object) -> bool:
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(name in whole and _covers(whole[name], each) for name, each in part.items())
    if isinstance(part, list) and isinstance(whole, (list, tuple)):
        return len(whole) == len(part) and all(map(_covers, whole, part))
    return whole == part


def test_every_message_has_an_example() -> None:
    messages = {kind.__name__ for kind in (*wire.AnyUp.__args__, *wire.AnyDown.__args__)}
    assert messages <= {name for name, _ in EXAMPLES}


def test_every_route_is_in_the_document() -> None:
    text = (DOCS / "protocol.md").read_text("utf-8")
    for route in ROUTES:
        assert route.path in text or route.path.rpartition("/")[2] in text, route.path
        assert route.body is None or f"`{route.body.__name__}`" in text, route.path


def test_the_limits_are_those_of_the_server() -> None:
    text = (DOCS / "protocol.md").read_text("utf-8")
    limits = Limits()
    for words in (f"{limits.sockets} open sockets", f"{limits.joins.burst:g} joins", f"{limits.asks.burst:g} asks"):
        assert words in text
    messages = limits.messages
    for words in (
        f"{messages.burst:g} messages at once and {messages.per_second:g} more a second",
        f"{limits.spare} other connections",
        f"as much as {limits.crowd} of its sockets",
        f"{limits.hits.burst:,g} requests of any kind at once and {limits.hits.per_second:g} more a second",
        f"within {lines.REQUEST_SECONDS:g} seconds",
        f"{lines.STUCK_SECONDS:g} seconds in which",
        f"{MOST_TARGET:,} letters",
    ):
        assert words in " ".join(text.split()), words
    assert limits.matches.per_second == 0.2
    assert f"{limits.matches.burst:g} new matches and 1 more every 5 seconds" in text


def test_the_schema_file_is_up_to_date() -> None:
    """`python -m tests.server.write_schema` writes it again."""
    assert (DOCS / "protocol.schema.json").read_text("utf-8") == schema_text()


def test_the_schema_has_every_message_and_refuses_unknown_fields_upwards() -> None:
    parts = schema_document()["$defs"]
    for kind in wire.AnyUp.__args__:
        assert parts[kind.__name__]["additionalProperties"] is False
    for kind in wire.AnyDown.__args__:
        assert parts[kind.__name__]["properties"]["type"]["enum"]
    references = set(re.findall(r'"#/\$defs/([^"]+)"', msgspec.json.encode(schema_document()).decode()))
    assert references <= set(parts)


def test_openapi_lists_every_route_with_a_summary() -> None:
    document = openapi_document()
    for route in ROUTES:
        assert document["paths"][route.path][route.method.lower()]["summary"]
    references = set(re.findall(r'"#/components/schemas/([^"]+)"', msgspec.json.encode(document).decode()))
    assert references <= set(document["components"]["schemas"])
    assert "#/$defs" not in msgspec.json.encode(document).decode()


def test_what_the_server_sends_is_what_the_types_say(client: object) -> None:
    made = new_match(client, "me", "here", ready=True)  # type: ignore[arg-type]
    with socket(client) as table:  # type: ignore[arg-type]
        update = table.hello(made["match"], secrets_of(made))
        table.command(update["decision"]["seat"], update["seq"], {"answer": "end_movement"})
        table.wait("update")
        for message in table.seen:
            assert not isinstance(msgspec.convert(message, wire.AnyDown), str)
