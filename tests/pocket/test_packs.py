"""Parts of the program that come when they are first imported."""

from __future__ import annotations

import importlib
import json
import lzma
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from brickfield.pocket.packs import Packs
from tools.pocket.engine import archive


@pytest.fixture
def packed(tmp_path: Path) -> bytes:
    files = {"shelf/game/__init__.py": "", "shelf/game/contents.py": "from pathlib import Path\nNAME = 'brought'\n"}
    for name, text in files.items():
        (tmp_path / "made" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "made" / name).write_text(text, "utf-8")
    return lzma.compress(archive(tmp_path / "made", [tmp_path / "made" / name for name in files]))


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place where a package has a game that is not here yet."""
    top = tmp_path / "top"
    (top / "shelf").mkdir(parents=True)
    (top / "shelf" / "__init__.py").write_text("", "utf-8")
    monkeypatch.syspath_prepend(str(top))
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    yield top
    for name in [name for name in sys.modules if name.partition(".")[0] == "shelf"]:
        del sys.modules[name]


def test_a_pack_comes_once_and_only_when_it_is_imported(top: Path, packed: bytes) -> None:
    asked: list[str] = []
    sys.meta_path.append(Packs(top, ["shelf.game"], lambda name: asked.append(name) or packed))
    importlib.import_module("shelf")
    assert asked == []
    assert importlib.import_module("shelf.game.contents").NAME == "brought"
    assert asked == ["shelf.game"]
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("shelf.another")
    assert asked == ["shelf.game"]


def test_a_pack_that_did_not_come_can_be_asked_for_again(top: Path, packed: bytes) -> None:
    answers: list[bytes | OSError] = [OSError("no network"), b"half of it", packed]

    def bring(_name: str) -> bytes:
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer

    sys.meta_path.append(Packs(top, ["shelf.game"], bring))
    for _ in range(2):
        with pytest.raises(ImportError, match="could not be fetched"):
            importlib.import_module("shelf.game.contents")
    assert importlib.import_module("shelf.game.contents").NAME == "brought"
    assert answers == []


def test_the_list_of_an_archive_comes_first(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one")
    (tmp_path / "b").write_bytes(b"")
    made = archive(tmp_path, [tmp_path / "b", tmp_path / "a"])
    (length,) = struct.unpack_from("<I", made)
    assert json.loads(made[4 : 4 + length]) == [["a", 3], ["b", 0]]
    assert made[4 + length :] == b"one"
