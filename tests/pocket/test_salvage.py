"""The database of a device, damaged, of an old version or of a newer one: what is whole in it goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from brickfield.pocket.house import open_house
from brickfield.pocket.salvage import ASIDE
from brickfield.server.store.migrations import MIGRATIONS, FromTheFuture
from tests.pocket.test_house import WISH, Near, Page, in_a_page
from tests.pocket.test_luggage import answer_once, pack

BATTLES = 6


def begun(folder: Path) -> list[dict[str, Any]]:
    """A device with some battles, one of them played on; they are as they were acknowledged."""

    async def begin(page: Page) -> list[dict[str, Any]]:
        for _ in range(BATTLES - 1):
            await page.call("/api/matches", WISH)
        await answer_once(page, await page.call("/api/matches", WISH), "b")
        return await pack(page)

    found: list[dict[str, Any]] = in_a_page(folder, begin)
    with closing(sqlite3.connect(folder / "house.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return found


def told(folder: Path) -> tuple[list[tuple[Any, ...]], list[dict[str, Any]]]:
    """What a device says when it is opened, and the battles it has then."""
    said: list[tuple[Any, ...]] = []

    async def keep() -> None:
        await asyncio.sleep(0)

    async def look() -> None:
        house = await open_house(str(folder / "house.db"), keep, Near, lambda *words: said.append(words))
        await house.close()

    asyncio.run(look())
    return said, in_a_page(folder, pack)


def _records(data: bytearray) -> None:
    # the last page in which an answer stands
    at = data.rindex(b'"digest"') // 4096 * 4096
    data[at : at + 4096] = bytes(4096)


def _head(data: bytearray) -> None:
    data[:100] = b"x" * 100


def _half(data: bytearray) -> None:
    del data[len(data) // 8192 * 4096 :]


@pytest.mark.parametrize(("damage", "least"), [(_records, 1), (_half, 0), (_head, 0)], ids=["a page", "half", "head"])
def test_a_damaged_database_is_put_aside_and_what_is_whole_in_it_goes_on(
    tmp_path: Path, damage: Callable[[bytearray], None], least: int
) -> None:
    before = {each["row"]: each["records"] for each in begun(tmp_path)}
    file = tmp_path / "house.db"
    data = bytearray(file.read_bytes())
    damage(data)
    file.write_bytes(data)
    said, after = told(tmp_path)
    (kind, _, saved, _lost) = said[0]
    assert kind == "saved"
    assert least <= saved == len(after) < BATTLES
    assert all(before[each["row"]] == each["records"] for each in after), "nothing half is taken over"
    assert (tmp_path / f"house.db{ASIDE}").read_bytes() == bytes(data), "the damaged file is kept as it is"
    # and it is a device like any other from now on
    assert told(tmp_path) == ([], after)
    in_a_page(tmp_path, lambda page: page.call("/api/matches", WISH))


def test_a_database_of_an_old_version_is_brought_up_to_date_and_a_copy_is_kept(tmp_path: Path) -> None:
    before = begun(tmp_path)
    file = tmp_path / "house.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TABLE match_model")
        connection.execute("DROP TABLE model")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) - 1}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    said, after = told(tmp_path)
    assert said == []
    assert after == before
    with closing(sqlite3.connect(f"{file}.before-{len(MIGRATIONS)}")) as copy:
        assert copy.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS) - 1
        assert copy.execute("SELECT count(*) FROM match").fetchone()[0] == BATTLES


def test_a_database_of_a_newer_version_is_said_and_left_alone(tmp_path: Path) -> None:
    begun(tmp_path)
    file = tmp_path / "house.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = file.read_bytes()
    with pytest.raises(FromTheFuture, match="newer Brickfield"):
        told(tmp_path)
    assert file.read_bytes() == data
