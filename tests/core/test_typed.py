"""The one door to typed values: any number of threads may read a type for the first time together."""

import re
import subprocess
import sys
from pathlib import Path

import brickfield

# Fresh families of types, each read for the first time by eight threads that start together.
_FAMILY = """
from __future__ import annotations
from typing import Annotated, Literal
from msgspec import Meta, Struct

class Inner(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    a: Annotated[int, Meta(ge=0)] | None = None
    c: Literal["x", "y"] = "x"
    b: dict[str, tuple[int, ...]] = {}

class Middle(Struct, frozen=True):
    a: tuple[Inner, ...] = ()
    b: Inner | None = None

class Outer(Struct, frozen=True):
    a: tuple[Middle, ...] = ()
    b: Inner | None = None
    c: Outer | None = None
"""

_RACE = """
import sys
from threading import Barrier, Thread
from types import ModuleType
from brickfield.core.typed import as_type

sys.setswitchinterval(1e-6)
inner = {"a": 1, "b": {"x": [1]}}
middle = {"a": [inner], "b": inner}
sent = ({"a": [middle], "b": inner, "c": {}}, middle, inner)
for number in range(200):
    family = ModuleType(f"family{number}")
    sys.modules[family.__name__] = family
    exec(sys.argv[1], family.__dict__)
    start, read = Barrier(8), []

    def one(kinds=(family.Outer, family.Middle, family.Inner), start=start, read=read):
        start.wait()
        read.append([as_type(value, kind) for value, kind in zip(sent, kinds)])

    threads = [Thread(target=one) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(read) == 8 and all(each == read[0] for each in read)
print("all read")
"""


def test_threads_may_read_a_type_for_the_first_time_together():
    done = subprocess.run([sys.executable, "-c", _RACE, _FAMILY], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout.strip()) == (0, "all read"), done.stderr[-500:]


def test_nothing_goes_round_the_door():
    root = Path(brickfield.__file__).parent
    around = re.compile(r"msgspec\.convert\(|from msgspec import .*\bconvert\b|\.decode\([^\n]*type=")
    found = [
        f"{file.relative_to(root)}:{number}"
        for file in root.rglob("*.py")
        if file.name != "typed.py"
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if around.search(line)
    ]
    assert found == []
