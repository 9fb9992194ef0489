"""What the edition without a server is made of besides our own: packages with fixed versions and hashes, by name.

Whatever cannot be had is a `Missing` that says which package it was. They lie in `.venv/pocket`, beside others.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
STORE = ROOT / ".venv" / "pocket"
# Of the packages a server needs, those it needs without a network of its own; their versions are the server's.
WHEELS = ("anyio", "idna", "msgspec", "starlette", "typing-extensions")
# What runs the tests of the kernel inside.
TESTERS = ("hypothesis", "iniconfig", "packaging", "pluggy", "pygments", "pytest", "sortedcontainers")
# The Python that is shipped, as its packages name it.
_PYTHON = ("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314")
_PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32")


class Missing(RuntimeError):
    """A package could not be had."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(
            f"{name} could not be had: {reason.strip().splitlines()[-1] if reason.strip() else 'no reason'}"
        )
        self.name = name


def pyodide() -> Path:
    """The folder of the interpreter."""
    folder = STORE / "npm"
    found = folder / "node_modules" / "pyodide"
    wanted = (HERE / "package-lock.json").read_bytes()
    if found.is_dir() and _said(folder / "made") == wanted:
        return found
    npm = shutil.which("npm")
    if npm is None:
        raise Missing("pyodide", "there is no npm")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder / name)
    words = [
        npm,
        "ci",
        "--ignore-scripts",
        "--omit=peer",
        "--no-fund",
        "--no-audit",
        "--no-update-notifier",
        "--silent",
    ]
    _run("pyodide", words, folder)
    (folder / "made").write_bytes(wanted)
    return found


def wheels() -> list[Path]:
    """The Python packages, as they are for the interpreter that is shipped."""
    lock = locked((ROOT / "requirements.txt").read_text("utf-8"), WHEELS)
    return _downloaded("wheels", lock, WHEELS)


def testers() -> list[Path]:
    """What runs our tests inside the interpreter that is shipped."""
    lock = locked((ROOT / "requirements-dev.txt").read_text("utf-8"), TESTERS)
    return _downloaded("testers", lock, TESTERS)


def zig() -> Path:
    """The C compiler."""
    folder = STORE / "zig"
    lock = (HERE / "ziglang.txt").read_text("utf-8")
    tool = folder / "ziglang" / "zig"
    if not tool.exists() or _said(folder / "made") != lock.encode():
        shutil.rmtree(folder, ignore_errors=True)
        words = ["install", "--no-deps", "--require-hashes", "--target", str(folder)]
        _pip("ziglang", [*words, "--requirement", str(HERE / "ziglang.txt")])
        (folder / "made").write_bytes(lock.encode())
    return tool


def locked(lock: str, names: tuple[str, ...]) -> str:
    """The lines of a lock that are about these packages, with their hashes."""
    blocks = re.findall(r"^([a-z0-9.-]+)(==.*(?:\n {4}--hash=.*)+)", lock, re.M)
    found = {name: name + re.sub(r" ;[^\\]*\\", r" \\", rest) for name, rest in blocks if name in names}
    if set(found) != set(names):
        raise Missing(", ".join(sorted(set(names) - set(found))), "no lock names it")
    return "\n".join(found[name] for name in names) + "\n"


def _downloaded(name: str, lock: str, names: tuple[str, ...]) -> list[Path]:
    folder = STORE / name
    if _said(folder / "made") != lock.encode():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        wanted = folder / "lock.txt"
        wanted.write_text(lock, "utf-8")
        only = ["download", "--no-deps", "--require-hashes", "--only-binary=:all:", *_PYTHON, *_PLATFORM]
        _pip(", ".join(names), [*only, "--dest", str(folder), "--requirement", str(wanted)])
        (folder / "made").write_bytes(lock.encode())
    return sorted(folder.glob("*.whl"))


def _pip(name: str, words: list[str]) -> None:
    _run(name, [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *words], ROOT)


def _run(name: str, words: list[str], folder: Path) -> None:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(name, done.stderr or done.stdout)


def _said(file: Path) -> bytes:
    return file.read_bytes() if file.is_file() else b""
