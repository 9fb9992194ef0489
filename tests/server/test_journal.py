"""The journal: every record is chained, checked and played again; one that does not fit keeps its match shut.

`BRICKFIELD_FLIPS=1000` flips that many bits, each of which must be found.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import sqlite3
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, read_replay
from brickfield.server.rooms import snapshots
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.replays import replay_text
from brickfield.server.store.records import Record, Written
from tests.server.tables import find_any, made, opened
from tests.server.test_fair_dice import a_stirred_match

FLIPS = int(os.environ.get("BRICKFIELD_FLIPS", "40"))


@cache
def _finished(snapshots_every: int = 10_000) -> tuple[str, bytes]:
    """A match played to its end, with dice and what was added to them: its id and the file it lies in."""

    async def run(folder: Path) -> str:
        async with opened(folder) as server:
            return (await a_stirred_match(server)).id

    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "EVERY", snapshots_every)
        match = asyncio.run(run(Path(folder)))
        return match, (Path(folder) / "matches.sqlite").read_bytes()


def a_finished_match(folder: Path, *snapshots_every: int) -> str:
    """A copy of that match, to do harm to."""
    match, file = _finished(*snapshots_every)
    (folder / "matches.sqlite").write_bytes(file)
    return match


def read_again(folder: Path, match: str) -> Any:
    async def run() -> Any:
        async with opened(folder) as server:
            return await server.room(match)

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


# --- damage ----------------------------------------------------------------------------------------------------------


def flipped(text: str, rng: random.Random) -> str:
    """A text with one bit of one letter changed; it stays text."""
    place = rng.randrange(len(text))
    return text[:place] + chr(ord(text[place]) ^ 1 << rng.randrange(6)) + text[place + 1 :]


def a_flip(written: list[tuple[int, str, str]], row: str, seed: bytes, rng: random.Random) -> tuple[int, str, Any]:
    """Where a bit is flipped: the record that does not fit then, the column, and what stands there."""
    column = rng.choice(("body", "body", "body", "hash", "row", "seed"))
    if column == "row":
        # the names of people are no part of the chain
        while '"names":' in (changed := flipped(row, rng)) and msgspec.json.decode(row)["setup"]["names"] != _names(
            changed
        ):
            pass
        return 0, column, changed
    if column == "seed":
        place = rng.randrange(len(seed))
        return 0, column, seed[:place] + bytes([seed[place] ^ 1 << rng.randrange(8)]) + seed[place + 1 :]
    number, body, hash_ = rng.choice(written)
    return number, column, flipped(body if column == "body" else hash_, rng)


def _names(row: str) -> Any:
    try:
        return msgspec.json.decode(row)["setup"]["names"]
    except (msgspec.DecodeError, KeyError, TypeError):
        return None


WHERE = {
    "body": "UPDATE record SET body = ? WHERE match = ? AND number = ?",
    "hash": "UPDATE record SET hash = ? WHERE match = ? AND number = ?",
    "row": "UPDATE match SET row = ? WHERE id = ? AND ? = 0",
    "seed": "UPDATE dice_seed SET seed = ? WHERE match = ? AND ? = 0",
}


async def flips_not_found(folder: Path, match: str, flips: int) -> list[str]:
    """Flip one bit after the other in one match beside a sound one: which of them were not noticed."""
    async with opened(folder) as server:
        other = (await a_stirred_match(server, rolls=4)).id
        row, seed = await server.store.match(match), await server.store.dice_seed(match)
        assert row is not None
        written, text = bodies(folder, match), msgspec.json.encode(row, order="sorted").decode()
        rng, missed = random.Random(7), []
        for _ in range(flips):
            number, column, changed = a_flip(written, text, seed, rng)
            before = {"body": {n: b for n, b, _ in written}.get(number), "row": text, "seed": seed}
            before["hash"] = {n: h for n, _, h in written}[number]
            change(folder, WHERE[column], changed, match, number)
            server.rooms.clear()
            found = await server.room(match)
            # a set-up that no game knows is refused in its own words
            is_named = isinstance(found, Refusal) and (
                column == "row" or (found.code, found.data.get("record", 0)) == ("damaged_match", number)
            )
            if not is_named and changed != before[column]:
                missed.append(f"{column} {number}: {changed!r}")
            # the sound one is not touched by it
            assert not isinstance(await server.room(other), Refusal)
            change(folder, WHERE[column], before[column], match, number)
        server.rooms.clear()
        assert not isinstance(await server.room(match), Refusal)
    return missed


@pytest.mark.parametrize("snapshots_every", [10_000, 5])
def test_a_flipped_bit_is_found_and_named_and_the_other_matches_play_on(tmp_path: Path, snapshots_every: int) -> None:
    match = a_finished_match(tmp_path, snapshots_every)
    missed = asyncio.run(flips_not_found(tmp_path, match, FLIPS))
    print(f"{FLIPS} bits flipped, not found: {missed}")
    assert missed == []


def test_a_chain_that_does_not_cover_everything_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = a_finished_match(tmp_path)
    monkeypatch.setattr(Journal, "_read", _unchecked)
    monkeypatch.setattr(Journal, "_load_one", _trusting)
    assert asyncio.run(flips_not_found(tmp_path, match, 20)) != []


def _unchecked(self: Journal, number: int, written: Written) -> Record:
    """Fault: a record is read, but nobody looks whether it is the one that was written."""
    return msgspec.json.decode(written.body, type=Record)


def _trusting(self: Journal, record: Record) -> None:
    """Fault: a record is played again, but nobody looks whether it comes out as it was written."""
    step = self._play_again(record)
    if not isinstance(step, Refusal):
        self.apply(step)


def test_a_damaged_match_costs_nobody_the_list_of_the_others(tmp_path: Path) -> None:
    async def what() -> None:
        async with opened(tmp_path) as server:
            made_two = [await made(server, "me", "here", game="toy", scenario="duel") for _ in range(2)]
            hashes = [room.seats[0].secret_hash for room, _ in made_two]
            change(tmp_path, "UPDATE match SET row = '{' WHERE id = ?", made_two[0][0].id)
            assert [held.match.id for held in await server.store.held(hashes)] == [made_two[1][0].id]

    asyncio.run(what())


def test_a_record_that_says_the_same_in_other_letters_is_damaged_too(tmp_path: Path) -> None:
    match = a_finished_match(tmp_path)
    number, body, _ = bodies(tmp_path, match)[3]
    other = body.replace('"at":', '"at": ', 1)
    assert other != body
    change(tmp_path, "UPDATE record SET body = ? WHERE match = ? AND number = ?", other, match, number)
    found = read_again(tmp_path, match)
    assert isinstance(found, Refusal)
    assert found.data == {"record": number}


def test_a_missing_record_is_found(tmp_path: Path) -> None:
    match = a_finished_match(tmp_path)
    change(tmp_path, "DELETE FROM record WHERE match = ? AND number = 5", match)
    found = read_again(tmp_path, match)
    assert (found.code, found.data) == ("damaged_match", {"record": 5})


def test_a_forged_die_is_found_even_when_its_hash_is_right(tmp_path: Path) -> None:
    match = a_finished_match(tmp_path)
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
    match = a_finished_match(tmp_path)
    change(tmp_path, 'UPDATE match SET row = replace(row, \'"promise":"\', \'"promise":"00\') WHERE id = ?', match)
    found = read_again(tmp_path, match)
    assert (found.code, found.data) == ("damaged_match", {"record": 0})


def test_a_match_of_other_rules_is_refused_before_anything_changes(tmp_path: Path) -> None:
    match = a_finished_match(tmp_path)
    first = msgspec.json.decode(bodies(tmp_path, match)[0][1], type=Record)
    older = msgspec.structs.replace(first, rules="0")
    text = msgspec.json.encode(older, order="sorted").decode()
    change(
        tmp_path, "UPDATE record SET body = ?, hash = ? WHERE match = ? AND number = 0", text, older.hash(match), match
    )
    found = read_again(tmp_path, match)
    assert found.code == "other_rules"


def test_a_stored_match_is_a_replay_that_checks_out(tmp_path: Path) -> None:
    match = a_finished_match(tmp_path)
    room = read_again(tmp_path, match)
    replayed = read_replay(replay_text(room.journal), find_any)
    assert isinstance(replayed, Replayed), replayed
    assert replayed.states[-1].digest() == room.journal.state.digest()
