"""The engine as it is shipped, run in Node: it says what it says everywhere, with the compiled kernel and without."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from brickfield.geometry import kernel
from tests.pocket import battles
from tests.pocket.plain import ROOT

# So many battles of each game and level; five of each are forty.
EACH = int(os.environ.get("BRICKFIELD_POCKET_BATTLES", "1"))


def inside(folder: Path, script: Path, *words: str, beside: Mapping[str, Path] | None = None) -> str:
    """What a script leaves as its result inside the shipped engine; sources are read from /repo, others by name."""
    node = shutil.which("node")
    assert node is not None
    command = [node, str(ROOT / "tools" / "pocket" / "shipped.mjs"), str(folder), str(script), f"repo={ROOT}"]
    command += [f"{name}={path}" for name, path in (beside or {}).items()]
    done = subprocess.run([*command, "--", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def digests(found: dict[str, Any], name: str) -> dict[str, str]:
    """What battles ended in that were played with one kernel."""
    return {key.partition(" ")[2]: value for key, value in found.items() if key.startswith(f"{name} ")}


def test_battles_end_as_they_do_everywhere_with_either_kernel(folder: Path) -> None:
    found = json.loads(inside(folder, Path(battles.__file__), str(EACH), "c", "pure"))
    before = kernel.use("c")
    try:
        here = digests(battles.played(EACH, ("c",)), "c")
    finally:
        kernel.use(before)
    assert len(here) == EACH * len(battles.BATTLES) * len(battles.LEVELS)
    assert digests(found, "c") == here
    pure = digests(found, "pure")
    assert len(pure) == EACH * len(battles.BATTLES)
    assert pure.items() <= here.items()
