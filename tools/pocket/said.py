"""Answers of the server that are the same for everybody and every day: asked once, when the folder is built."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path
from typing import Any

from brickfield.games import drawn_games
from brickfield.pocket.house import open_house


def paths() -> list[str]:
    """What is asked."""
    return ["/api/games", "/api/clauses/titles", *(f"/api/clauses?game={game.id}" for game in drawn_games())]


def file_name(path: str) -> str:
    """Where the answer lies; the page finds it by the same rule (`saidFile`)."""
    return re.sub(r"\W+", "-", path.removeprefix("/api/")) + ".json"


async def _nothing() -> None:
    """Nothing has to be kept."""


def _no_helper(_hear: Any) -> Any:
    raise AssertionError("what never changes is answered without a worker")


async def _asked() -> dict[str, str]:
    loop = asyncio.get_running_loop()
    waiting = {number: loop.create_future() for number in range(len(paths()))}

    def tell(kind: str, number: int, *rest: Any) -> None:
        assert kind == "response", kind
        waiting[number].set_result(rest)

    found = {}
    with tempfile.TemporaryDirectory() as folder:
        house = await open_house(f"{folder}/house.db", _nothing, _no_helper, tell)
        for number, path in enumerate(paths()):
            house.bridge.request(number, "GET", path, "")
            status, _headers, text = await waiting[number]
            assert status == 200, (path, status, text)
            found[file_name(path)] = text
        await house.close()
    return found


def write(folder: Path) -> None:
    """Write all of them into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in asyncio.run(_asked()).items():
        (folder / name).write_text(text, "utf-8")
