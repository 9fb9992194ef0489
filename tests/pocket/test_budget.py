"""What a first visit fetches: a limit, so that nobody finds out too late that it has grown."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from brickfield.games import GAME_IDS

# Bytes, as a host sends them that compresses what can be compressed.
FIRST_VISIT = 7_900_000
# A new version of ours alone: the interpreter and its library stay as they are.
NEW_ENGINE = 2_350_000


def sent(file: Path) -> int:
    """What a file weighs on its way."""
    data = file.read_bytes()
    return min(len(data), len(gzip.compress(data, 9)))


def test_a_first_visit_stays_within_its_limit(folder: Path) -> None:
    weights = {path.relative_to(folder).as_posix(): sent(path) for path in folder.rglob("*") if path.is_file()}
    heaviest = sorted(weights.items(), key=lambda one: -one[1])[:8]
    assert sum(weights.values()) <= FIRST_VISIT, heaviest


def version(folder: Path) -> Any:
    return json.loads((folder / "engine" / "version.json").read_text("utf-8"))


def test_a_new_engine_is_a_fraction_of_it(folder: Path) -> None:
    found = version(folder)
    ours = [found["parts"]["core"][1], *(size for _, size in found["packs"].values())]
    assert sum(ours) <= NEW_ENGINE
    # a table needs one of the games
    assert sum(ours) - sum(sorted(ours)[:-1]) < sum(ours) / 2


def test_the_list_of_parts_is_true(folder: Path) -> None:
    found = version(folder)
    places = [*found["parts"].values(), *found["packs"].values()]
    assert {name: (folder / name).stat().st_size for name, _ in places} == dict(places)
    games = {name.removeprefix("brickfield.games.") for name in found["packs"]} & set(GAME_IDS)
    assert games == set(GAME_IDS)


def test_everything_in_the_folder_is_kept_for_offline(folder: Path) -> None:
    head = (folder / "sw.js").read_text("utf-8").partition("\n")[0]
    kept = json.loads(head.removeprefix("self.kept = ").removesuffix(";"))
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {"sw.js"}
    assert {*kept["fixed"], *kept["others"]} == {"./" if name == "index.html" else name for name in files}


def test_nothing_is_fetched_from_anywhere_else(folder: Path) -> None:
    page = (folder / "index.html").read_text("utf-8")
    assert "default-src 'self'" in page
    assert "wasm-unsafe-eval" in page
    assert "http://" not in page
    assert "https://" not in page
    # relative addresses, so that the folder may lie anywhere
    assert 'src="/' not in page
    assert 'href="/' not in page
