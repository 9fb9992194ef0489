"""The folder itself: the pages, the engine, icons, answers that never change, and the list of what is kept offline."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

from tools.pocket import icons, said
from tools.pocket.parts import ROOT, Missing

CLIENT = ROOT / "client"
# What a page unpacks by itself, by the name under which it asks for it.
_PARTS = {"wasm": "python.wasm.xz", "library": "library.zip.xz", "packages": "packages.bin.xz", "core": "core.bin.xz"}
_PACKED = ".bin.xz"
_SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
_LETTERS = 10
# Names with a hash in them: what lies there never changes.
_FIXED = re.compile(r"^(assets/.*-[A-Za-z0-9_-]{8}|engine/.*-[0-9a-f]{10}[./].*)")
MANIFEST = {
    "name": "Brickfield",
    "short_name": "Brickfield",
    "description": "Brick tabletop wargames with a referee built in.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#dde7ec",
    "theme_color": "#dde7ec",
    "icons": [
        {"src": "icons/icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "icons/icon-512.png", "sizes": "512x512", "type": "image/png"},
        {"src": "icons/maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ],
}


def build(folder: Path, engine: Path) -> None:
    """Build everything into a folder, which then holds nothing else."""
    unfinished = folder.with_name(folder.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    _bundle(unfinished)
    _engine(engine, unfinished / "engine")
    icons.main(unfinished / "icons")
    said.write(unfinished / "said")
    (unfinished / "manifest.webmanifest").write_text(json.dumps(MANIFEST, indent=1), "utf-8")
    shutil.copyfile(ROOT / "LICENSE", unfinished / "LICENSE.txt")
    shutil.copyfile(ROOT / "NOTICE", unfinished / "NOTICE.txt")
    _list(unfinished)
    shutil.rmtree(folder, ignore_errors=True)
    unfinished.rename(folder)


def _bundle(folder: Path) -> None:
    npx = shutil.which("npx")
    if npx is None:
        raise Missing("the client's tools", "there is no npx")
    words = [npx, "--no-install", "vite", "build", "--config", "vite.pocket.config.ts", "--logLevel", "error"]
    environment = {**os.environ, "BRICKFIELD_POCKET": str(folder)}
    done = subprocess.run(words, cwd=CLIENT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the pages could not be built:\n{done.stderr[-2000:]}")
    shutil.rmtree(folder / ".vite", ignore_errors=True)
    (folder / "pocket.html").rename(folder / "index.html")


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_LETTERS]


def _engine(engine: Path, folder: Path) -> None:
    """The engine under names that change with what they hold, so that no stale copy can be taken for a new one."""
    folder.mkdir(parents=True)

    def laid(name: str) -> list[str | int]:
        data = (engine / name).read_bytes()
        stem, ending, packed = name.rsplit(".", 2)
        named = f"{stem}-{_hash(data)}.{ending}.{packed}"
        (folder / named).write_bytes(data)
        return [f"engine/{named}", len(data)]

    parts = {what: laid(name) for what, name in _PARTS.items()}
    packs = {file.name.removesuffix(_PACKED): laid(file.name) for file in sorted(engine.glob(f"brickfield.*{_PACKED}"))}
    scripts = [(engine / name).read_bytes() for name in _SCRIPTS]
    python = f"python-{_hash(b''.join(scripts))}"
    (folder / python).mkdir()
    for name, data in zip(_SCRIPTS, scripts, strict=True):
        (folder / python / name).write_bytes(data)
    version = {"python": f"engine/{python}/", "parts": parts, "packs": packs}
    (folder / "version.json").write_text(json.dumps(version), "utf-8")


def _list(folder: Path) -> None:
    """Tell the service worker what there is; a new list is a new version."""
    script = (folder / "sw.js").read_text("utf-8")
    files = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file() and p.name != "sw.js")
    whole = _hash(b"".join(f"{name}\0".encode() + (folder / name).read_bytes() for name in files) + script.encode())
    fixed = [name for name in files if _FIXED.match(name)]
    others = ["./" if name == "index.html" else name for name in files if name not in fixed]
    head = f"self.kept = {json.dumps({'version': whole, 'fixed': fixed, 'others': others})};\n"
    (folder / "sw.js").write_text(head + script, "utf-8")
