"""Finds a Chromium for the browser tests and prints its path; with --install it gets one when there is none.

Order: BRICKFIELD_BROWSER, a browser of the system, Debian's package (as root), a package of the npm registry.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# The npm package carries Chromium packed; it unpacks itself into the temporary folder and says where.
PACKAGE = "@sparticuz/chromium@153.0.0"
FOLDER = ROOT / ".venv" / "browser"
UNPACK = "import('@sparticuz/chromium').then(async (m) => console.log(await m.default.executablePath()))"


def chosen() -> str | None:
    """The browser that the environment names."""
    path = os.environ.get("BRICKFIELD_BROWSER", "")
    return path if path and Path(path).is_file() else None


def of_the_system() -> str | None:
    """A browser on the PATH."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def unpacked() -> str | None:
    """The browser of the npm package, if that is installed."""
    node = shutil.which("node")
    if node is None or not (FOLDER / "node_modules" / "@sparticuz" / "chromium").is_dir():
        return None
    done = subprocess.run([node, "-e", UNPACK], cwd=FOLDER, capture_output=True, text=True, check=False)
    path = done.stdout.strip()
    return path if done.returncode == 0 and Path(path).is_file() else None


def find() -> str | None:
    """The path of a browser, or None."""
    return chosen() or of_the_system() or unpacked()


def install() -> None:
    """Get a browser: Debian's when we may, else the npm package, which needs no rights."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Debian's chromium for the browser tests (once) ...", file=sys.stderr)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *words], env=quiet, stdout=sys.stderr, check=False)
        if of_the_system():
            return
    npm = shutil.which("npm")
    if npm is not None:
        print("Installing a packed chromium for the browser tests (once) ...", file=sys.stderr)
        FOLDER.mkdir(parents=True, exist_ok=True)
        words = [npm, "install", "--prefix", str(FOLDER), "--no-save", "--no-fund", "--no-audit", "--silent", PACKAGE]
        subprocess.run(words, stdout=sys.stderr, check=False)


def main(words: list[str]) -> int:
    """Print the path; 1 when there is no browser."""
    path = find()
    if path is None and "--install" in words:
        install()
        path = find()
    if path is None:
        print("No Chromium found: install one, or name it in BRICKFIELD_BROWSER.", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
