"""Hostile bodies cost little: the processor time of every refusal is bounded by the size of what was sent.

Worst cases by hand and texts that repeat a piece until the frame is full, for every body of a route, every message of a
socket and every line that can be typed. `HYPOTHESIS_PROFILE=explore` looks for new ones. What is measured is a ratio: a
cost is held against a yardstick that is measured right behind it, under the same load, and only what is dear in every
try is dear.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickfield.core import commands
from brickfield.core.commands import MOST_BYTES, read_plain
from brickfield.core.game import Game
from brickfield.core.refusal import Refusal
from brickfield.server.web import protocol as wire
from brickfield.server.web.http import ROUTES
from brickfield.server.web.parser import read_body
from tests.server.tables import made, opened
from tests.server.test_fuzz import Target

# The largest frame may cost so much; a small one its share of it and what a machine needs to begin at all.
MOST_SECONDS = 0.050
LEAST_SECONDS = 0.005
# What the yardstick of the pace costs where these bars were set.
USUAL_SECONDS = 0.0012
MOST_TRIES = 10
# A line that says a thing a thousand times may cost so many times what it costs to say it once, if that is little.
MOST_TIMES = 4
KINDS: tuple[Any, ...] = (wire.AnyUp, *dict.fromkeys(route.body for route in ROUTES if route.body is not None))
LONGEST_LINE = 2_000


def pace() -> float:
    """How much slower than the machine the bars were set for this one is right now; never faster."""
    took = []
    for _ in range(3):
        began = time.process_time()
        sorted(str(number) for number in range(20_000))
        took.append(time.process_time() - began)
    return max(1.0, min(took) / USUAL_SECONDS)


def allowed(size: int) -> float:
    """The processor time that reading so many bytes may cost where the bars were set."""
    return LEAST_SECONDS + (MOST_SECONDS - LEAST_SECONDS) * size / MOST_BYTES


class Costs:
    """What a few tries of the same work cost, as seconds where the bars were set."""

    def __init__(self, enough: float) -> None:
        self.enough, self.least, self.tries = enough, float("inf"), 0

    @property
    def go_on(self) -> bool:
        """Whether another try is needed: one that is little enough is believed at once."""
        return self.least > self.enough and self.tries < MOST_TRIES

    def tried(self, seconds: float) -> None:
        """A try is over; the yardstick is only needed where it was dear by the clock."""
        self.tries += 1
        self.least = min(self.least, seconds if seconds <= self.enough else seconds / pace())


def cost(work: Callable[[], Any], enough: float) -> float:
    """The least processor time of a few tries."""
    costs = Costs(enough)
    while costs.go_on:
        began = time.process_time()
        work()
        costs.tried(time.process_time() - began)
    return costs.least


def full(before: bytes, piece: bytes, behind: bytes = b"") -> bytes:
    """The largest frame that repeats a piece."""
    return before + piece * ((MOST_BYTES - len(before) - len(behind)) // len(piece)) + behind


def listed(value: bytes, count: int) -> bytes:
    return b"[" + b",".join([value] * count) + b"]"


BODIES: dict[str, bytes] = {
    "an unclosed text of escaped marks": full(b'"', rb"\""),
    "an unclosed text of backslashes": full(b'"', rb"\\"),
    "an unclosed text that ends in a backslash": full(b'"', b"x", b"\\"),
    "escaped marks outside of any text": full(b"", rb"\""),
    "marks": full(b"", b'"'),
    "empty texts": full(b"[", b'"",'),
    "open brackets": full(b"", b"["),
    "closed brackets": full(b"", b"]"),
    "pairs of brackets": full(b"", b"[]"),
    "objects": full(b"[", b"{},"),
    "as deep as allowed, again and again": full(b"[", b"[" * 15 + b"]" * 15 + b","),
    "commas": full(b"[", b","),
    "colons": full(b"{", b'"":'),
    "one field again and again": full(b"{", b'"a":1,', b'"a":1}'),
    "as many fields as are read": b"{" + b",".join([b'"%d":1' % number for number in range(2_047)]) + b"}",
    "as many values as are read": listed(b"0.1234567890123", 4_000),
    "digits": full(b"", b"9"),
    "digits behind a point": full(b"0.", b"9"),
    "digits of an exponent": full(b"1e", b"9"),
    "large numbers": listed(b"9" * 4_299, 15),
    "long fractions": listed(b"1." + b"3" * 1_000 + b"e-300", 60),
    "long texts": listed(b'"' + b"x" * 1_990 + b'"', 32),
    "halves of letters": full(b'["', rb"\ud800", b'"]'),
    "escaped letters": full(b'["', rb"\u0041", b'"]'),
    "bytes of no letter": full(b'["', b"\xff", b'"]'),
    "blanks": full(b"", b" "),
    "nothing at all": full(b"", b"\x00"),
    "words of the language": full(b"[", b"null,", b"0]"),
}


@pytest.mark.parametrize("name", BODIES)
def test_no_body_is_dear_to_refuse(name: str) -> None:
    body = BODIES[name]
    for kind in KINDS:
        assert isinstance(read_body(body, kind), Refusal)
        assert cost(lambda kind=kind: read_body(body, kind), allowed(len(body))) <= allowed(len(body))  # type: ignore[misc]


PIECES = st.text('"\\{}[],:0123456789.eE+- ntrufalse/a\u00e9\u202e\ud800\U0001f600', min_size=1, max_size=8)


@given(before=PIECES, piece=PIECES, behind=PIECES, share=st.sampled_from((1, 3, 40)), kind=st.sampled_from(KINDS))
def test_no_repeated_piece_is_dear(before: str, piece: str, behind: str, share: int, kind: Any) -> None:
    head, middle, tail = (each.encode("utf-8", "surrogatepass") for each in (before, piece, behind))
    body = head + middle * ((MOST_BYTES // share - len(head + tail)) // len(middle)) + tail
    assert cost(lambda: read_body(body, kind), allowed(len(body))) <= allowed(len(body))


def test_texts_are_taken_out_as_the_parser_reads_them() -> None:
    for text in ("", "\\", '"', '\\"', '"\\', "[{", "\\\\", '\\\\"', 'a"b,c:d]', "\n"):
        data = msgspec.json.encode([text, {text: text}])
        assert commands._without_texts(data) == b"[,{:}]"
        assert read_plain(data) == [text, {text: text}] or not text.isprintable()


def test_a_reader_that_begins_again_at_every_mark_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: texts taken out by a pattern that has to find their end."""
    pattern = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
    monkeypatch.setattr(commands, "_without_texts", lambda data: pattern.sub(b"", data))
    body = BODIES["an unclosed text of escaped marks"][: MOST_BYTES // 12]
    assert cost(lambda: read_body(body, wire.AnyUp), allowed(len(body))) > allowed(len(body))


# --- messages and typed lines at a table -----------------------------------------------------------------------------

VERBS = (
    "", "move A1 ", "try move A1 ", "fire ", "try fire ", "fire A1 at ", "place ", "rolloff ", 'rolloff "', "why ",
    "look ", "who sees ", "clause ", "help ", "hold A1 ", "mount A1 ", "sail A1 ", "ram A1 ", "lose ", "take ",
    "order ", "pick ", "log ", "suggest ", "vote ", "options ",
)  # fmt: skip
WORDS = (
    "a", "a ", "a,", "a b,", "A1 at B1, ", "A1 and ", "and ", "at ", "f1 ", "forwar ", "right 1 ", "towards B1 ",
    "north 1 ", "point 1 1 ", "9", "9.", "1.1in ", "-1 ", '"', '" ', "'“”", ",;", "()", "1 speed, ", "P1 ",
    "\u0130", "\ufb03", "mbb.",
)  # fmt: skip


def many_words(game: Game) -> tuple[str, str]:
    """As many different words as a line can hold: strange ones, and the game's own with a letter wrong."""
    letters = "bdfglmnprstv"
    strange = [f"{a}e{b}u{c}" for a, b, c in product(letters, repeat=3)]
    known = {word for clause in game.clauses.values() for word in clause.title.lower().split() if len(word) > 4}
    return " ".join(strange), " ".join(f"{word[:3]}x{word[4:]}" for word in sorted(known))


def lines(game: Game) -> Iterator[tuple[str, str]]:
    """Lines as long as they can be, each with what it says when it says it once."""
    for verb in VERBS:
        for word in WORDS:
            yield (verb + word * LONGEST_LINE)[:LONGEST_LINE], verb + word
        for words in many_words(game):
            yield (verb + words)[:LONGEST_LINE], verb + words.split()[0]


def frames(seat: int) -> Iterator[dict[str, Any]]:
    """Messages of the right form whose insides are as large as a frame allows."""
    many, long, deep = ["A1"] * 2_000, ["x" * 1_900] * 30, {"a": {"b": {"c": {"d": [[[[1]]]]}}}}
    steps = [{"step": "forward", "inches": 1}] * 1_000
    for kind in (
        "move",
        "declare",
        "deploy",
        "place",
        "fire",
        "sail",
        "hold_fire",
        "remove_markers",
        "roll_off",
        "vote",
    ):
        for inside in (many, long, deep, steps, "x" * 1_999, 2**31, -1.5):
            parts = {"unit": inside, "steps": inside, "shots": inside, "question": inside, "course": inside}
            for name in parts:
                answer = {"answer": kind, name: parts[name]}
                yield {"type": "command", "seat": seat, "answer": answer}
    for query in ("path", "aim", "plan", "place", "suggest", "course", "why", "x" * 24):
        for about in ({"unit": "A1", "steps": steps}, {"shots": many}, {"n": 2**31}, deep, {"x" * 1_900: long}):
            yield {"type": "ask", "seat": seat, "query": query, "about": about}


def is_refused(heard: list[tuple[dict[str, Any], int]]) -> bool:
    """Whether a frame was refused, or a line was not understood or not possible."""
    told = [message["result"] for message, _ in heard if message["type"] == "told"]
    lines = [each["lines"][0] for each in told if isinstance(each, dict) and each.get("lines")]
    refusals = [each for each in told if isinstance(each, dict) and each.get("type") == "refusal"]
    said = [line for line in lines if line.startswith("Not ")]
    return bool(refusals or said or [message for message, _ in heard if message["type"] == "refused"])


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("micro_brick_battle", "six_v_six"),
        ("brick_mech", "duel"),
        ("battle_of_the_sea", "last_drop_of_blood"),
        ("brick_action", "meeting"),
    ],
)
def test_no_message_and_no_typed_line_is_dear_to_refuse(tmp_path: Path, game: str, scenario: str) -> None:
    async def run() -> tuple[int, list[tuple[float, str]]]:
        dear, refused = [], 0
        async with opened(tmp_path) as server:
            room, _ = await made(server, "me", "here", game=game, scenario=scenario, ready=True)
            target, seat = Target(server, room), room.journal.state.waiting_for()[0]
            said = lines(room.journal.state.match.game)
            says = [tuple({"type": "say", "seat": seat, "line": line} for line in pair) for pair in said]

            async def timed(message: dict[str, Any], name: str) -> tuple[float, list[tuple[dict[str, Any], int]]]:
                seq = {} if message["type"] == "ask" else {"seq": room.seq(target.guest.connection.audience)}
                frame = msgspec.json.encode({**message, **seq, "id": name}).decode()
                began = time.process_time()
                heard = await target.send(frame)
                return time.process_time() - began, heard

            for number, (message, *short) in enumerate([*((each,) for each in frames(seat)), *says]):
                costs = Costs(allowed(len(msgspec.json.encode(message))))
                while costs.go_on:
                    # an id of its own: what was answered before is not worked out again
                    took, heard = await timed(message, f"h{number}t{costs.tries}")
                    if took > costs.enough:
                        for each in short:
                            once, _ = await timed(each, f"s{number}t{costs.tries}")
                            took -= min(MOST_TIMES * once, MOST_SECONDS)
                    costs.tried(took)
                if is_refused(heard):
                    refused += 1
                    if costs.least > costs.enough:
                        dear.append((costs.least, str(message)[:120]))
            return refused, dear

    refused, dear = asyncio.run(run())
    assert dear == []
    assert refused > 500
