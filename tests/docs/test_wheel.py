"""The package as others install it: built from a clean clone it carries its pages; alone in an environment it plays."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITES = ("brickfield/server/site", "brickfield/replay_viewer/site")
_PATIENCE_SECONDS = 120
# What makes a distribution and a wheel of a folder, as `python -m build` and pip ask for it.
_BUILD = "import sys; from setuptools import build_meta; print(getattr(build_meta, sys.argv[1])(sys.argv[2]))"
_NAMED = re.compile(r"[A-Za-z0-9._-]+")


def cloned(to: Path) -> Path:
    """What a clone holds, as it stands in this folder."""
    named = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, named.split("\0")):
        if not name.startswith("tests/") and (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def with_pages(clone: Path) -> Path:
    """The same after `make client`."""
    for site in SITES:
        shutil.copytree(ROOT / site, clone / site)
    (clone / SITES[0] / "index.html").touch()
    return clone


def build(kind: str, folder: Path, to: Path, path: str) -> subprocess.CompletedProcess[str]:
    """Build a folder into another, with the programs of a path."""
    to.mkdir(exist_ok=True)
    words = [sys.executable, "-c", _BUILD, kind, str(to)]
    environment = {"PATH": path, "HOME": str(to)}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=_PATIENCE_SECONDS)


def compilers(to: Path) -> str:
    """A path with everything of this one but npm and node."""
    to.mkdir()
    for folder in map(Path, os.environ["PATH"].split(os.pathsep)):
        for program in folder.iterdir() if folder.is_dir() else ():
            if program.name not in ("npm", "npx", "node", "nodejs") and not (to / program.name).exists():
                (to / program.name).symlink_to(program)
    return str(to)


def asked_for(package: str, found: set[str] | None = None) -> set[str]:
    """What a package needs to run, and what that needs."""
    found = set() if found is None else found
    for line in importlib.metadata.requires(package) or ():
        name = _NAMED.match(line)
        if "extra ==" in line or name is None or name[0] in found:
            continue
        try:
            importlib.metadata.version(name[0])
        except importlib.metadata.PackageNotFoundError:
            continue  # for another system or Python
        found.add(name[0])
        asked_for(name[0], found)
    return found


def installed(wheel: Path, to: Path) -> Path:
    """An empty environment with the wheel and only what it asks for; its commands' folder."""
    venv.create(to, with_pip=False)
    packages = next(to.glob("lib/python3*/site-packages"))
    for name in asked_for("brickfield"):
        for file in importlib.metadata.files(name) or ():
            place = packages / file
            if ".." not in file.parts and "__pycache__" not in file.parts:
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(str(file.locate()), place)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--quiet",
        "--python",
        str(to / "bin" / "python"),
    ]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, timeout=_PATIENCE_SECONDS)
    return to / "bin"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel as `python -m build` makes it: a source package from a clone, the wheel from that, without Node."""
    folder = tmp_path_factory.mktemp("wheel")
    path = compilers(folder / "programs")
    source = build("build_sdist", with_pages(cloned(folder / "clone")), folder / "source", path)
    assert source.returncode == 0, source.stderr
    with tarfile.open(next((folder / "source").glob("*.tar.gz"))) as packed:
        packed.extractall(folder / "unpacked", filter="data")
    built = build("build_wheel", next((folder / "unpacked").iterdir()), folder / "out", path)
    assert built.returncode == 0, built.stderr
    return next((folder / "out").glob("*.whl"))


def test_a_wheel_carries_the_pages_and_serves_every_later_python(wheel: Path) -> None:
    assert re.fullmatch(r"brickfield-[\d.]+-cp311-abi3-\w+\.whl", wheel.name)
    names = set(zipfile.ZipFile(wheel).namelist())
    for site in SITES:
        built = {f"{site}/{file.relative_to(ROOT / site)}" for file in (ROOT / site).rglob("*") if file.is_file()}
        assert built
        assert {name for name in built if "/.vite/" not in name} <= names
    assert "brickfield/geometry/_kernel.abi3.so" in names
    assert not [name for name in names if name.endswith((".c", ".h"))]
    assert not [name for name in names if name.startswith(("tests", "client", "tools"))]


def test_an_empty_environment_installs_the_wheel_and_plays(wheel: Path, tmp_path: Path) -> None:
    command = installed(wheel, tmp_path / "empty") / "brickfield"
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "DATA": str(tmp_path / "data")}
    words = [str(command), "serve", "--port", "0"]
    server = subprocess.Popen(words, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address, "the server did not start"
        page = urllib.request.urlopen(address[0], timeout=_PATIENCE_SECONDS).read().decode()
        script = re.search(r'src="(/assets/[^"]+\.js)"', page)
        assert script, page
        assert urllib.request.urlopen(address[0] + script[1], timeout=_PATIENCE_SECONDS).status == 200
        wish = {"game": "micro_brick_battle", "scenario": "six_v_six"}
        wish |= {"seats": [{"kind": "me"}, {"kind": "bot", "level": "cadet"}]}
        made = urllib.request.Request(
            f"{address[0]}/api/matches", json.dumps(wish).encode(), {"Content-Type": "application/json"}
        )
        assert json.load(urllib.request.urlopen(made, timeout=_PATIENCE_SECONDS))["match"]
    finally:
        server.terminate()
        server.communicate(timeout=_PATIENCE_SECONDS)


def test_without_pages_and_without_npm_nothing_is_built_and_a_sentence_says_why(tmp_path: Path) -> None:
    clone = cloned(tmp_path / "clone")
    for kind in ("build_sdist", "build_wheel"):
        failed = build(kind, clone, tmp_path / "out", compilers(tmp_path / kind))
        assert failed.returncode != 0
        assert "The pages are not built" in failed.stderr
    assert not list((tmp_path / "out").glob("brickfield*"))


def test_pages_older_than_their_sources_are_built_anew(tmp_path: Path) -> None:
    clone = with_pages(cloned(tmp_path / "clone"))
    built = (clone / SITES[0] / "index.html").stat().st_mtime
    os.utime(clone / "client" / "index.html", (built + 10, built + 10))
    programs = Path(compilers(tmp_path / "programs"))
    said = tmp_path / "said"
    (programs / "npm").write_text(f'#!/bin/sh\necho "$@" >> {said}\nexit 3\n', "utf-8")
    (programs / "npm").chmod(0o755)
    failed = build("build_wheel", clone, tmp_path / "out", str(programs))
    assert failed.returncode != 0
    assert "The pages could not be built: npm install" in failed.stderr
    assert said.read_text("utf-8").startswith("install")
