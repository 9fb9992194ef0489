"""House rules of the client that a machine can check: arrows between its rooms, sizes, nothing the policy forbids.

As in test_house.py every checker is also run on a planted fault.
"""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path

import pytest

CLIENT = Path(__file__).resolve().parents[2] / "client"
SOURCES = CLIENT / "src"
LONGEST_FILE = 500

# room -> rooms it may know
ARROWS = {
    "protocol": set[str](),
    "board": set[str](),
    "kit": {"protocol"},
    "match": {"protocol", "board", "kit"},
    "app": {"protocol", "board", "kit", "match"},
    "pocket": {"protocol", "kit", "match", "app"},
}
IMPORT = re.compile(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.[^"']*)["']""")
# Ways to turn text into markup or code, and inline handlers: the content security policy is not the only guard.
UNSAFE = re.compile(
    r"\.(inner|outer)HTML\s*=|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|\beval\(|new Function\("
)
GENERATED = {"protocol/types.ts"}


def sources() -> list[Path]:
    """Every source file of the client."""
    return sorted(p for p in SOURCES.rglob("*") if p.suffix in {".ts", ".tsx", ".css"})


def name_of(path: Path) -> str:
    """`kit/button.tsx`."""
    return path.relative_to(SOURCES).as_posix()


def wrong_arrows(text: str, name: str) -> list[str]:
    """Imports of another room that the arrows forbid; `name` is the file's place below src."""
    room = name.split("/")[0]
    faults = []
    for target in IMPORT.findall(text):
        there = posixpath.normpath(posixpath.join(posixpath.dirname(name), target)).split("/")[0]
        is_outside = there == ".."
        if not is_outside and there != room and there not in ARROWS.get(room, set()):
            faults.append(f"{name} imports {target}")
    return faults


def unsafe_lines(text: str) -> list[str]:
    """Lines that turn text into markup or code."""
    return [line.strip() for line in text.splitlines() if UNSAFE.search(line)]


def inline_scripts(page: str) -> list[str]:
    """Scripts without an address and handlers inside tags."""
    scripts = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", page)
    return scripts + re.findall(r"<[^>]+\son\w+=", page)


def test_the_rooms_are_the_known_ones() -> None:
    assert {p.name for p in SOURCES.iterdir() if p.is_dir()} == set(ARROWS)


def test_imports_of_the_client_go_one_way() -> None:
    scripts = [p for p in sources() if p.suffix != ".css"]
    assert len(scripts) > 50
    assert [fault for p in scripts for fault in wrong_arrows(p.read_text("utf-8"), name_of(p))] == []


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("kit/button.tsx", 'import { App } from "../app/app";'),
        ("board/index.ts", 'import type { Unit } from "../protocol";'),
        ("match/parts/log.tsx", 'const page = import("../../app/home");'),
        ("kit/styles.ts", 'import "../match/styles.css";'),
    ],
)
def test_a_wrong_arrow_of_the_client_is_seen(name: str, line: str) -> None:
    assert wrong_arrows(line, name) != []


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("app/app.tsx", 'const table = () => import("../match");'),
        ("match/parts/log.tsx", 'import { Button } from "../../kit";\nimport "./log.css";'),
        ("app/credits.tsx", 'import notice from "../../../NOTICE?raw";'),
    ],
)
def test_a_right_arrow_of_the_client_is_left_alone(name: str, line: str) -> None:
    assert wrong_arrows(line, name) == []


def test_no_file_of_the_client_is_over_the_wall() -> None:
    long = [name_of(p) for p in sources() if len(p.read_text("utf-8").splitlines()) > LONGEST_FILE]
    assert set(long) - GENERATED == set()


def test_no_text_becomes_markup_or_code() -> None:
    files = [p for p in sources() if p.suffix != ".css" and ".test." not in p.name]
    assert {name_of(p): lines for p in files if (lines := unsafe_lines(p.read_text("utf-8")))} == {}


@pytest.mark.parametrize("line", ["host.innerHTML = name;", "eval(text)", "<p dangerouslySetInnerHTML={x} />"])
def test_unsafe_markup_is_seen(line: str) -> None:
    assert unsafe_lines(line) == [line]


def test_the_page_holds_no_inline_script() -> None:
    assert inline_scripts((CLIENT / "index.html").read_text("utf-8")) == []


@pytest.mark.parametrize("page", ["<script>go()</script>", '<script type="module">x</script>', '<p onclick="x()">'])
def test_an_inline_script_is_seen(page: str) -> None:
    assert inline_scripts(page) != []


def test_the_lock_of_the_client_names_no_host_and_checks_every_package() -> None:
    lock = json.loads((CLIENT / "package-lock.json").read_text("utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert len(packages) > 30
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if "integrity" not in entry] == []


def test_the_lock_of_the_client_fits_its_package_file() -> None:
    stated = json.loads((CLIENT / "package.json").read_text("utf-8"))
    locked = json.loads((CLIENT / "package-lock.json").read_text("utf-8"))["packages"][""]
    for part in ("dependencies", "devDependencies"):
        assert stated[part] == locked[part]
