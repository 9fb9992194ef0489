"""The compiled kernel and the pages. Everything else about the package is in pyproject.toml.

A wheel carries the pages that the server serves and the page of a replay. They are built here with npm where they are
missing or older than what they are made from; an editable install leaves that to `make client`. The edition that needs
no server comes along where `make pocket` has built it; else the build says that it is left out.
"""

import os
import shutil
import subprocess
from pathlib import Path

from setuptools import Command, Extension, setup
from setuptools.command.build import build
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import SetupError

ROOT = Path(__file__).resolve().parent
HERE = "brickfield/geometry"
CLIENT = ROOT / "client"
PAGES = (ROOT / "brickfield/server/site/index.html", ROOT / "brickfield/replay_viewer/site/replay.js")
POCKET = ROOT / "dist/pocket"
LEFT_OUT = "Left out: the edition that needs no server, as dist/pocket {}. To take it along run  make pocket  first."
# What the pages are made from.
SOURCES = (
    "src",
    "public",
    "scripts",
    "index.html",
    "board.html",
    "package.json",
    "vite.config.ts",
    "vite.replay.config.ts",
)
NEEDED = (
    "The pages are not built, so this package could not show a table. Install Node 20.19 or newer with npm and build "
    "again, or run  make client  first."
)

# Without fused multiply-add, so that the compiled kernel rounds like the Python one.
STRICT = [] if os.name == "nt" else ["-ffp-contract=off"]


def newest(found: list[Path]) -> float:
    """When the last of these files was changed."""
    return max((path.stat().st_mtime for path in found if path.is_file() and ".test." not in path.name), default=0.0)


def page_sources() -> list[Path]:
    """What the pages are made from, of which a source package has nothing."""
    return [path for name in SOURCES for path in (CLIENT / name, *(CLIENT / name).rglob("*"))]


def are_built() -> bool:
    """Whether all pages are there and as new as what they are made from."""
    return all(page.is_file() for page in PAGES) and newest(page_sources()) <= PAGES[0].stat().st_mtime


def without_pocket() -> str:
    """Why the edition that needs no server cannot come along; empty: it can."""
    built = POCKET / "sw.js"
    if not built.is_file():
        return "is not there"
    engine = [path for kind in ("*.py", "*.toml") for path in (ROOT / "brickfield").rglob(kind)]
    return "is older than what it is made from" if newest([*page_sources(), *engine]) > built.stat().st_mtime else ""


def build_pages() -> None:
    """Build what is missing or old, or say in a sentence what is needed for it."""
    if are_built():
        return
    npm = shutil.which("npm")
    if npm is None or not (CLIENT / "package.json").is_file():
        raise SetupError(NEEDED)
    tools = [] if (CLIENT / "node_modules").is_dir() else [["install", "--no-save", "--no-fund", "--no-audit"]]
    for words in (*tools, ["run", "--silent", "build"]):
        if subprocess.run([npm, *words], cwd=CLIENT).returncode != 0:
            raise SetupError(f"The pages could not be built: npm {' '.join(words)} failed in the folder client.")


class Pages(Command):
    """A part of every build but an editable one."""

    description = "build the pages"
    user_options = []
    editable_mode = False

    def initialize_options(self) -> None:
        """Nothing to choose."""

    def finalize_options(self) -> None:
        """Nothing to choose."""

    def run(self) -> None:
        """Build the pages."""
        if not self.editable_mode:
            build_pages()


class BuildWithPages(build):
    """Pages come first: they are data of the package when it is gathered."""

    sub_commands = [("build_pages", None), *build.sub_commands]


class PackagesWithPocket(build_py):
    """The edition that needs no server, beside the pages: in what is built, never in the sources."""

    def run(self) -> None:
        """Gather the packages, then this folder."""
        super().run()
        if self.editable_mode:
            return
        target = Path(self.build_lib, "brickfield/server/pocket_site")
        shutil.rmtree(target, ignore_errors=True)
        if reason := without_pocket():
            print(LEFT_OUT.format(reason), flush=True)
        else:
            shutil.copytree(POCKET, target)


class SourceWithPages(sdist):
    """A source package carries the built pages, so that whoever builds from it needs no Node."""

    def run(self) -> None:
        """Build the pages, then pack."""
        build_pages()
        super().run()


setup(
    cmdclass={
        "build_pages": Pages,
        "build": BuildWithPages,
        "build_py": PackagesWithPocket,
        "sdist": SourceWithPages,
    },
    # one wheel serves every Python from this one on
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
    ext_modules=[
        Extension(
            "brickfield.geometry._kernel",
            sources=[
                f"{HERE}/_kernel{part}.c"
                for part in ("", "_sight", "_contact", "_slide", "_pivot", "_swing", "_rays", "_silhouette", "_spread")
            ],
            depends=[
                f"{HERE}/_kernel{part}.h" for part in ("", "_args", "_looks", "_glances", "_spread", "_tow", "_volleys")
            ],
            extra_compile_args=STRICT,
            py_limited_api=True,
            optional=True,
        )
    ],
)
