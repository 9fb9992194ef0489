"""Run inside the interpreter that is shipped: makes bytecode of everything in /stage, for exactly this interpreter.

What is left in /stage is what a page unpacks: bytecode, data, and the few packages that want their sources too. The
standard library becomes a zip of bytecode without what nothing here uses.
"""

import os
import py_compile
import zipfile
from pathlib import Path

STAGE, PYTHON, OUT = Path("/stage"), Path("/python"), Path("/out")
UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH
# It looks its own sources up when it is imported.
WITH_SOURCES = ("anyio",)
# Never imported by what runs in a page; folders and files of the standard library.
UNUSED = {
    "_pyrepl", "bdb.py", "cProfile.py", "cmd.py", "code.py", "doctest.py", "ensurepip", "ftplib.py",
    "idlelib", "imaplib.py", "lib2to3", "mailbox.py", "multiprocessing", "netrc.py", "optparse.py", "pdb.py",
    "pickletools.py", "poplib.py", "profile.py", "pstats.py", "pyclbr.py", "pydoc.py", "pydoc_data", "shelve.py",
    "smtplib.py", "socketserver.py", "symtable.py", "tabnanny.py", "test", "timeit.py", "trace.py", "turtle.py",
    "turtledemo", "unittest", "wsgiref", "xml", "xmlrpc", "zipapp.py",
}  # fmt: skip
ENCODINGS = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_8", "utf_8_sig"}


def compiled(source: Path, target: Path, name: str) -> None:
    """Bytecode that never looks for its source. Docstrings stay: the schema reads them."""
    target.parent.mkdir(parents=True, exist_ok=True)
    py_compile.compile(str(source), str(target), dfile=name, doraise=True, optimize=0, invalidation_mode=UNCHECKED)


def compile_stage() -> int:
    """Everything staged, in place."""
    count = 0
    for top, folders, names in os.walk(STAGE):
        folders.sort()
        for name in sorted(names):
            source = Path(top, name)
            if source.suffix != ".py":
                continue
            inside = source.relative_to(STAGE).as_posix()
            if inside.startswith(WITH_SOURCES):
                tag = f"{source.stem}.cpython-314.pyc"
                compiled(source, source.parent / "__pycache__" / tag, inside)
            else:
                compiled(source, source.with_suffix(".pyc"), inside)
                source.unlink()
            count += 1
    return count


def is_used(name: str) -> bool:
    """Whether a file of the standard library is shipped."""
    first, _, rest = name.partition("/")
    if first == "encodings":
        return rest.removesuffix(".py") in ENCODINGS
    return first not in UNUSED


def compile_library() -> int:
    """The standard library as bytecode, stored plainly: the whole is compressed afterwards."""
    count, scratch = 0, Path("/tmp/library")
    fixed = (2026, 1, 1, 0, 0, 0)
    with zipfile.ZipFile(PYTHON / "python_stdlib.zip") as found, zipfile.ZipFile(OUT / "library.zip", "w") as made:
        for name in sorted(found.namelist()):
            if name.endswith("/") or not is_used(name):
                continue
            data = found.read(name)
            if name.endswith(".py"):
                source = scratch / name
                source.parent.mkdir(parents=True, exist_ok=True)
                source.write_bytes(data)
                compiled(source, source.with_suffix(".pyc"), name)
                data, name = source.with_suffix(".pyc").read_bytes(), f"{name}c"
            made.writestr(zipfile.ZipInfo(name, fixed), data)
            count += 1
    return count


result = f"{compile_stage()} modules, {compile_library()} of the standard library"
