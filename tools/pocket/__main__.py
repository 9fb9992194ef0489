"""python -m tools.pocket [--or-say] [FOLDER]: builds the edition without a server, by default in dist/pocket.

With `--or-say` a package that cannot be had is no failure: it is said, and written down beside the folder for tests.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.pocket import engine, kernel, pages, parts
from tools.pocket.parts import ROOT, STORE, Missing


def _kernel() -> Path | None:
    """The compiled kernel, or none: then the plain one is shipped, which says the same and takes longer."""
    try:
        return kernel.build(parts.zig(), STORE / "kernel")
    except Missing as missing:
        print(f"{missing}. Bots will be slower: the plain kernel is shipped.", file=sys.stderr)
        return None


def main(words: list[str]) -> int:
    """Build; 1 and a sentence when something that is needed cannot be had."""
    folder = Path(next((word for word in words if not word.startswith("-")), ROOT / "dist" / "pocket"))
    missed = folder.with_name(folder.name + ".missing")
    missed.unlink(missing_ok=True)
    try:
        made = engine.make(parts.pyodide(), parts.wheels(), _kernel())
        pages.build(folder, made)
    except Missing as missing:
        print(f"The edition without a server was not built: {missing}.", file=sys.stderr)
        if "--or-say" not in words:
            return 1
        missed.parent.mkdir(parents=True, exist_ok=True)
        missed.write_text(f"{missing}\n", "utf-8")
        return 0
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder}: {size / 1e6:.1f} MB. Any server of plain files plays it: python3 -m http.server -d {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
