"""`brickfield copy-database`: a house goes to PostgreSQL and back, and every row of it is as it was."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from brickfield.cli import main
from brickfield.core.refusal import Refusal
from brickfield.server.store.copying import RECORD, TABLES, CannotCopy, FileHouse, KeptTable, Row, copy_house
from brickfield.server.store.postgres.store import PostgresStore
from brickfield.server.store.sqlite import SqliteStore
from tests.server.databases import Cluster
from tests.server.tables import answered, asked_seat, joined, made, opened


async def furnish(folder: Path) -> list[str]:
    """A house with some battles in it; their ids."""
    async with opened(folder) as server:
        rooms = [(await made(server, "me", kind, game="toy", scenario="duel"))[0] for kind in ("here", "link", "here")]
        for room in rooms:
            client = await joined(room, 0, 1)
            for _ in range(3):
                await answered(room, client, asked_seat(room))
        await server.store.leave_orders(rooms[0].id, 0, {"in a window": "näver"})
        await server.store.count_hour([])
        return [room.id for room in rooms]


def everything(path: Path) -> dict[str, list[Row]]:
    house = FileHouse(path)
    try:
        return {table.name: list(house.rows(table)) for table in TABLES} | {"house": [(house.lived(),)]}
    finally:
        house.close()


def test_a_house_goes_to_postgres_and_back_and_is_the_same(
    postgres: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    matches = asyncio.run(furnish(tmp_path))
    here, there, back = f"sqlite:///{tmp_path}/matches.sqlite", postgres.fresh(), f"sqlite:///{tmp_path}/back.sqlite"
    assert main(["copy-database", here, there]) == 0
    assert capsys.readouterr().out == "copied and checked: 3 matches, 12 records\n"

    async def play_there() -> None:
        async with opened(tmp_path, store=PostgresStore(there)) as server:
            assert server.time.now() >= before["house"][0][0] > 0
            room = await server.room(matches[0])
            assert not isinstance(room, Refusal)
            assert room.orders == {0: {"in a window": "näver"}}

    before = everything(tmp_path / "matches.sqlite")
    assert main(["copy-database", there, back]) == 0
    assert everything(tmp_path / "back.sqlite") == before
    asyncio.run(play_there())
    # neither is a house that is lived in filled once more, nor is one that is served
    capsys.readouterr()
    assert main(["copy-database", here, there]) == 1
    assert "only an empty house is filled" in capsys.readouterr().err
    store = SqliteStore(tmp_path / "back.sqlite")
    assert main(["copy-database", back, postgres.fresh()]) == 1
    asyncio.run(store.close())
    served = PostgresStore(there)
    assert main(["copy-database", there, f"sqlite:///{tmp_path}/none.sqlite"]) == 1
    assert "stop all its workers first" in capsys.readouterr().err
    asyncio.run(served.close())


def test_a_match_that_is_damaged_arrives_as_it_was_and_is_named(
    postgres: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    matches = asyncio.run(furnish(tmp_path))
    base = sqlite3.connect(tmp_path / "matches.sqlite")
    base.execute("UPDATE record SET body = replace(body, '1', '2') WHERE match = ? AND number = 2", (matches[1],))
    base.commit()
    base.close()
    assert main(["copy-database", f"sqlite:///{tmp_path}/matches.sqlite", postgres.fresh()]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        f"damaged already where it came from, and copied as it was: {matches[1]}"
    ]


def test_a_row_that_arrives_otherwise_is_found_and_nothing_is_kept(tmp_path: Path) -> None:
    """The planted fault: a database that loses the last letter of a record."""
    asyncio.run(furnish(tmp_path))

    class Forgetful(FileHouse):
        def put(self, table: KeptTable, rows: Iterable[Row]) -> None:
            super().put(table, ((*row[:5], row[5][:-1]) if table is RECORD and row[1] == 3 else row for row in rows))

    source, target = FileHouse(tmp_path / "matches.sqlite"), Forgetful(tmp_path / "new.sqlite")
    with pytest.raises(CannotCopy, match="did not arrive"):
        copy_house(source, target)
    source.close()
    target.close()
    assert everything(tmp_path / "new.sqlite")["match"] == []


@pytest.mark.parametrize("words", [["sqlite:///a"], ["mysql://x", "sqlite:///a"], ["sqlite:///a", "b"]])
def test_words_that_name_no_database_are_wrong(words: list[Any]) -> None:
    assert main(["copy-database", *words]) == 2


def test_a_house_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert main(["copy-database", f"sqlite:///{tmp_path}/none", f"sqlite:///{tmp_path}/new"]) == 1
    assert list(tmp_path.iterdir()) == []
