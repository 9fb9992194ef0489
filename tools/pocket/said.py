"""Answers of the server that are the same for everybody and every day: asked once, when the folder is built."""

from __future__ import annotations

import asyncio
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

from brickfield.bricks.designs import designs
from brickfield.games import drawn_games
from brickfield.pocket.house import House, open_house

# Levels of which more than five decisions in a hundred take longer here than any worker is given (docs/pocket.md).
LATE = {("brick_action", "commander")}
WEAKER = " In a browser its time is often over before it has thought to the end: it plays a little weaker here."
GAMES, TITLES = "/api/games", "/api/clauses/titles"


def books(titles: dict[str, str]) -> list[str]:
    """The names of the rule books: of their games, and the first words of their clauses, which pages know sooner."""
    return sorted({*(game.id for game in drawn_games()), *(clause.partition(".")[0] for clause in titles)})


async def _nothing() -> None:
    """Nothing has to be kept."""


def _no_helper(_hear: Any) -> Any:
    raise AssertionError("what never changes is answered without a worker")


class _Asking:
    """The server, asked one thing after the other."""

    def __init__(self) -> None:
        self._answered: asyncio.Queue[tuple[int, str, str]] = asyncio.Queue()

    def tell(self, kind: str, _number: int, *rest: Any) -> None:
        """What comes back."""
        assert kind == "response", kind
        self._answered.put_nowait((rest[0], rest[1], rest[2]))

    async def get(self, house: House, path: str) -> str:
        """One answer."""
        house.bridge.request(0, "GET", path, "")
        status, _headers, text = await self._answered.get()
        assert status == 200, (path, status, text)
        return text


async def answers() -> dict[str, str]:
    """Every such answer by its path."""
    asking = _Asking()
    with tempfile.TemporaryDirectory() as folder:
        house = await open_house(f"{folder}/house.db", _nothing, _no_helper, asking.tell)
        found = {path: await asking.get(house, path) for path in (GAMES, TITLES)}
        for book in books(json.loads(found[TITLES])):
            path = f"/api/clauses?game={book}"
            found[path] = await asking.get(house, path)
        for models in designs():
            path = f"/api/drawings/{models}"
            found[path] = await asking.get(house, path)
        found[GAMES] = with_late_levels(found[GAMES])
        await house.close()
    return found


def with_late_levels(games: str) -> str:
    """The list of games, in which a level that cannot think in time in a browser says so."""
    found = json.loads(games)
    for game in found:
        for level in game["levels"]:
            if (game["id"], level["id"]) in LATE:
                level["text"] += WEAKER
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def write(folder: Path) -> None:
    """Write all of them into a folder, and `index.json`, in which a page finds the file of a path."""
    folder.mkdir(parents=True, exist_ok=True)
    index = {}
    for path, text in asyncio.run(answers()).items():
        index[path] = f"said/{hashlib.sha256(text.encode()).hexdigest()[:10]}.json"
        (folder.parent / index[path]).write_text(text, "utf-8")
    (folder / "index.json").write_text(json.dumps(index), "utf-8")
