"""The compiled kernel for browsers: the same C files as everywhere, as a module the interpreter loads by itself.

It is made against the headers of this Python, of which it uses only the stable part; what they say of the sizes of this
machine is corrected. Made without Emscripten, it must import nothing but what the interpreter has, which its own tests
find out.
"""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path

from tools.pocket.parts import ROOT, Missing

_SOURCES = ROOT / "brickfield" / "geometry"
_TARGET = ("-target", "wasm32-wasi", "-mcpu=generic-extended_const")
# As setup.py compiles it, without fused multiply-add, so that it rounds like the Python one.
_STRICT = ("-fPIC", "-fvisibility=default", "-fno-sanitize=all", "-O2", "-ffp-contract=off")
_STABLE = "-DPy_LIMITED_API=0x030b0000"
_LINK = ("-shared", "--experimental-pic", "--no-entry", "--strip-debug", "--unresolved-symbols=import-dynamic")
_SIZES = {"LONG": 4, "VOID_P": 4, "SIZE_T": 4, "UINTPTR_T": 4, "PTHREAD_T": 4, "TIME_T": 8, "WCHAR_T": 4}


def sources() -> list[Path]:
    """What the kernel is made from."""
    return sorted([*_SOURCES.glob("_kernel*.c"), *_SOURCES.glob("_kernel*.h")])


def build(zig: Path, folder: Path) -> Path:
    """The module, in a folder that is made for it."""
    shutil.rmtree(folder, ignore_errors=True)
    headers = folder / "include"
    shutil.copytree(sysconfig.get_path("include"), headers)
    with (headers / "pyconfig.h").open("a", encoding="utf-8") as file:
        file.writelines(f"#undef SIZEOF_{name}\n#define SIZEOF_{name} {size}\n" for name, size in _SIZES.items())
    objects = []
    for source in sources():
        if source.suffix == ".c":
            objects.append(str(folder / f"{source.stem}.o"))
            words = ["cc", *_TARGET, *_STRICT, _STABLE, f"-I{headers}", "-c", source.name, "-o", objects[-1]]
            _run(zig, words, folder)
    made = folder / "_kernel.so"
    _run(zig, ["wasm-ld", *_LINK, "--export=PyInit__kernel", *objects, "-o", str(made)], folder)
    return made


def _run(zig: Path, words: list[str], folder: Path) -> None:
    done = subprocess.run([str(zig), *words], cwd=_SOURCES, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing("the compiled kernel", done.stderr)
