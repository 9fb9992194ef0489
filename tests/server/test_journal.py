"""The journal: every record is chained, checked and played again; one that does not fit keeps its match shut."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import Any

from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, read_replay
from brickfield.server.replays import replay_text
from tests.server.tables import find_any, made, opened, until


def a_finished_match(folder: Path, count: int = 1) -> list[str]:
    """Matches of bots, played to the end."""

    async def run() -> list[str]:
        async with opened(folder) as house:
            rooms = [(await made(house, "recruit", "random", ready=True))[0] for _ in range(count)]
            await until(lambda: all(room.journal.state.over for room in rooms), lambda: asyncio.sleep(0.002))
            return [room.id for room in rooms]

    return asyncio.run(run())


def read_again(folder: Path, match: str) -> Any:
    async def run() -> Any:
        async with opened(folder) as house:
            return await house.room(match)

    return asyncio.run(run())


def change(folder: Path, statement: str, *parts: Any) -> None:
    base = sqlite3.connect(folder / "matches.sqlite", isolation_level=None)
    base.execute(statement, parts)
    base.close()


def bodies(folder: Path, match: str) -> list[tuple[int, str, str]]:
    base = sqlite3.connect(folder / "matches.sqlite")
    found = base.execute("SELECT number, body, hash FROM record WHERE match = ? ORDER BY number", (match,)).fetchall()
    base.close()
    return found


def test_a_damaged_record_is_found_and_named_and_the_other_matches_play_on(tmp_path: Path) -> None:
    matches = a_finished_match(tmp_path, 2)
    rng = random.Random(7)
    written = bodies(tmp_path, matches[0])
    where = "UPDATE record SET body = ? WHERE match = ? AND number = ?"
    for number, body, _ in rng.sample(written, 20):
        place = rng.randrange(len(body))
        flipped = body[:place] + chr(ord(body[place]) ^ 1 << rng.randrange(6)) + body[place + 1 :]
        if flipped == body:
            continue
        change(tmp_path, where, flipped, matches[0], number)
        found = read_again(tmp_path, matches[0])
        assert isinstance(found, Refusal), (body, flipped)
        assert found.code == "damaged_match"
        assert found.data == {"record": number}
        change(tmp_path, where, body, matches[0], number)
    assert not isinstance(read_again(tmp_path, matches[1]), Refusal)
    assert not isinstance(read_again(tmp_path, matches[0]), Refusal)


def test_a_record_that_says_the_same_in_other_letters_is_damaged_too(tmp_path: Path) -> None:
    (match,) = a_finished_match(tmp_path)
    number, body, _ = bodies(tmp_path, match)[3]
    other = body.replace('"at":', '"at": ', 1)
    assert other != body
    change(tmp_path, "UPDATE record SET body = ? WHERE match = ? AND number = ?", other, match, number)
    found = read_again(tmp_path, match)
    assert isinstance(found, Refusal)
    assert found.data == {"record": number}


def test_a_missing_record_is_found(tmp_path: Path) -> None:
    (match,) = a_finished_match(tmp_path)
    change(tmp_path, "DELETE FROM record WHERE match = ? AND number = 5", match)
    found = read_again(tmp_path, match)
    assert (found.code, found.data) == ("damaged_match", {"record": 5})


def test_a_forged_die_is_found_even_when_its_hash_is_right(tmp_path: Path) -> None:
    import hashlib

    import msgspec

    from brickfield.server.records import Record

    (match,) = a_finished_match(tmp_path)
    written = [msgspec.json.decode(body, type=Record) for _, body, _ in bodies(tmp_path, match)]
    rolled = next(record for record in written if record.dice and record.number)
    forged = msgspec.structs.replace(rolled, dice=tuple(7 - face for face in rolled.dice))
    body = msgspec.json.encode(forged, order="sorted").decode()
    assert hashlib.sha256(msgspec.json.encode((match, forged), order="sorted")).hexdigest() == forged.hash(match)
    change(
        tmp_path, "UPDATE record SET body = ?, hash = ? WHERE match = ? AND number = ?",
        body, forged.hash(match), match, rolled.number,
    )  # fmt: skip
    found = read_again(tmp_path, match)
    assert (found.code, found.data) == ("damaged_match", {"record": rolled.number})


def test_a_changed_set_up_does_not_fit_the_first_record(tmp_path: Path) -> None:
    (match,) = a_finished_match(tmp_path)
    change(tmp_path, 'UPDATE match SET row = replace(row, \'"promise":"\', \'"promise":"00\') WHERE id = ?', match)
    found = read_again(tmp_path, match)
    assert (found.code, found.data) == ("damaged_match", {"record": 0})


def test_a_match_of_other_rules_is_refused_before_anything_changes(tmp_path: Path) -> None:
    (match,) = a_finished_match(tmp_path)
    import msgspec

    from brickfield.server import records

    first = msgspec.json.decode(bodies(tmp_path, match)[0][1], type=records.Record)
    older = msgspec.structs.replace(first, rules="0")
    text = msgspec.json.encode(older, order="sorted").decode()
    change(
        tmp_path, "UPDATE record SET body = ?, hash = ? WHERE match = ? AND number = 0", text, older.hash(match), match
    )
    found = read_again(tmp_path, match)
    assert found.code == "other_rules"


def test_a_stored_match_is_a_replay_that_checks_out(tmp_path: Path) -> None:
    (match,) = a_finished_match(tmp_path)
    room = read_again(tmp_path, match)
    replayed = read_replay(replay_text(room.journal), find_any)
    assert isinstance(replayed, Replayed), replayed
    assert replayed.states[-1].digest() == room.journal.state.digest()
