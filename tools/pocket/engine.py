"""The engine as a page unpacks it: archives of bytecode and data, and the standard library they need.

What every start needs is one archive of ours and one of the packages we use. Each game is a pack of its own that comes
when it is first chosen, and so is the page of a replay in one file: a new version fetches only those that have changed.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import shutil
import struct
import subprocess
import zipfile
from pathlib import Path

from brickfield.games import GAME_IDS
from tools.pocket.parts import HERE, ROOT, STORE, Missing

# Rooms of ours that a page has no use for: the terminal, the lab, the door for tests, other ways to run.
# Drawings of bricks are answered by files, see said.py.
_LEFT_OUT = (
    "bricks/models",
    "cli",
    "testing",
    "research",
    "players/lab",
    "server/site",
    "server/pocket_site",
    "server/store/postgres",
    "server/club",
)
_LEFT_FILES = {"bench.py", "serving.py", "moving_house.py", "copying.py", "transport_limits.py", "compression.py"}
_DATA = {".py", ".toml", ".csv", ".js", ".css", ".html", ".json"}
# Packs, by the folders whose files they hold; the name of a pack is that of the package.
_PACKS = (*(f"brickfield/games/{game}" for game in GAME_IDS), "brickfield/replay_viewer/site", "brickfield/bricks")
# How far back the packer looks; whoever unpacks needs as much memory for a moment.
_WINDOW = 16 * 1024 * 1024
# Of the packages, what only tells people or tools of them.
_USELESS = {".pyi", ".typed"}
# What every start needs: ours, and the packages we use, which change seldom.
CORE, PACKAGES = "core", "packages"


def stage(folder: Path, wheels: list[Path], kernel: Path | None) -> str:
    """Lay out what the engine consists of; a digest of all of it."""
    shutil.rmtree(folder, ignore_errors=True)
    for wheel in wheels:
        _unpack(wheel, folder)
    for source in sorted((ROOT / "brickfield").rglob("*")):
        if source.is_file() and source.suffix in _DATA and _is_shipped(source.relative_to(ROOT / "brickfield")):
            target = folder / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    if kernel is not None:
        shutil.copyfile(kernel, folder / "brickfield" / "geometry" / "_kernel.abi3.so")
    return digest(folder)


def _is_shipped(name: Path) -> bool:
    path = name.as_posix()
    return name.name not in _LEFT_FILES and not any(path.startswith(f"{each}/") for each in _LEFT_OUT)


def _unpack(wheel: Path, folder: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        for name in sorted(file.namelist()):
            is_told = ".dist-info/" in name and not name.endswith("/METADATA")
            if Path(name).suffix not in _USELESS and not is_told:
                file.extract(name, folder)


def digest(folder: Path) -> str:
    """What a folder holds, in one word."""
    found = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            found.update(f"{file.relative_to(folder).as_posix()}\0{file.stat().st_size}\0".encode())
            found.update(file.read_bytes())
    return found.hexdigest()


def compile_all(python: Path, staged: Path, out: Path) -> str:
    """Make bytecode of what is staged and of the standard library, by the interpreter that is shipped."""
    out.mkdir(parents=True, exist_ok=True)
    node = shutil.which("node")
    if node is None:
        raise Missing("node", "there is none")
    script = [str(HERE / "run.mjs"), str(python), str(HERE / "inside.py")]
    folders = [f"stage={staged}", f"python={python}", f"out={out}"]
    done = subprocess.run([node, *script, *folders], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the engine could not be compiled:\n{done.stderr[-2000:]}")
    return done.stdout


def shares(staged: Path) -> dict[str, list[Path]]:
    """All staged files by the archive they belong to."""
    found: dict[str, list[Path]] = {CORE: [], PACKAGES: [], **{_named(folder): [] for folder in _PACKS}}
    for file in sorted(path for path in staged.rglob("*") if path.is_file()):
        name = file.relative_to(staged).as_posix()
        pack = next((_named(folder) for folder in _PACKS if name.startswith(f"{folder}/")), CORE)
        found[pack if name.startswith("brickfield/") else PACKAGES].append(file)
    return found


def _named(folder: str) -> str:
    return folder.replace("/", ".")


def archive(top: Path, files: list[Path]) -> bytes:
    """Files below a folder: the length of a list of names and sizes, the list, then one file after the other."""
    found = sorted(files)
    names = json.dumps([[path.relative_to(top).as_posix(), path.stat().st_size] for path in found]).encode()
    return b"".join([struct.pack("<I", len(names)), names, *(path.read_bytes() for path in found)])


def zipped(data: bytes) -> bytes:
    """Compressed, the same on every machine, and a quarter smaller than what browsers unpack by themselves."""
    kept = STORE / "packed" / f"{hashlib.sha256(data).hexdigest()}.xz"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        filters = [{"id": lzma.FILTER_LZMA2, "preset": 7, "dict_size": _WINDOW}]
        unfinished = kept.with_suffix(".unfinished")
        unfinished.write_bytes(lzma.compress(data, check=lzma.CHECK_CRC32, filters=filters))
        unfinished.rename(kept)
    return kept.read_bytes()


def make(python: Path, wheels: list[Path], kernel: Path | None) -> Path:
    """The engine, compressed, in a folder: made anew only when something it consists of has changed."""
    staged, out = STORE / "stage", STORE / "engine"
    code = "".join((HERE / name).read_text("utf-8") for name in ("inside.py", "engine.py"))
    wanted = hashlib.sha256(f"{stage(staged, wheels, kernel)}{digest(python)}{code}".encode()).hexdigest()
    made = out / "made"
    if made.is_file() and made.read_text("utf-8") == wanted:
        return out
    shutil.rmtree(out, ignore_errors=True)
    print(f"The engine as bytecode: {compile_all(python, staged, out)}", flush=True)
    for name, files in shares(staged).items():
        (out / f"{name}.bin.xz").write_bytes(zipped(archive(staged, files)))
    (out / "library.zip.xz").write_bytes(zipped((out / "library.zip").read_bytes()))
    (out / "library.zip").unlink()
    (out / "python.wasm.xz").write_bytes(zipped((python / "pyodide.asm.wasm").read_bytes()))
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json"):
        shutil.copyfile(python / name, out / name)
    made.write_text(wanted, "utf-8")
    return out
