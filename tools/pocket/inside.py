"""Run inside the interpreter that is shipped: makes bytecode of everything in /stage, for exactly this interpreter.

What is left in /stage is what a page unpacks: bytecode, data, and the few packages that want their sources too. The
standard library becomes a zip of bytecode without what nothing here uses.
"""

import ast
import os
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from pathlib import Path

STAGE, PYTHON, OUT = Path("/stage"), Path("/python"), Path("/out")
# They look their own sources up when they are imported.
WITH_SOURCES = {"anyio/__init__.py", "anyio/abc/__init__.py"}
# Of the packages, what is never imported here: tests, other ways to run, names in other alphabets, other middleware.
WITHOUT = (
    "anyio/pytest_plugin.py", "anyio/_backends/_trio.py", "anyio/to_interpreter.py", "anyio/to_process.py", "idna/",
    "starlette/authentication.py", "starlette/config.py", "starlette/endpoints.py", "starlette/middleware/auth",
    "starlette/middleware/base.py", "starlette/middleware/cors.py", "starlette/middleware/https",
    "starlette/middleware/opentelemetry.py", "starlette/middleware/sessions.py", "starlette/middleware/trustedhost.py",
    "starlette/middleware/wsgi.py", "starlette/schemas.py", "starlette/staticfiles.py", "starlette/status.py",
    "starlette/templating.py", "starlette/testclient.py",
)  # fmt: skip
# What the types of our functions' parameters are only tools ask; those of our records make them what they are.
OURS = "brickfield/"
# It makes what it offers from what it says of itself.
WITH_WORDS = ("_pyodide/", "pyodide/")
# Never imported by what runs in a page; folders and files of the standard library.
UNUSED = {
    "_markupbase.py", "colorsys.py", "html/parser.py", "pty.py", "sched.py",
    "_pydatetime.py", "_pyio.py", "_pyrepl", "_sysconfigdata__emscripten_wasm32-emscripten.py", "argparse.py",
    "asyncio/__main__.py", "asyncio/proactor_events.py", "asyncio/tools.py", "asyncio/windows_events.py",
    "asyncio/windows_utils.py", "bdb.py", "cProfile.py", "cmd.py", "code.py", "compileall.py",
    "concurrent/futures/process.py", "configparser.py", "ctypes", "doctest.py", "ensurepip", "filecmp.py",
    "fileinput.py", "ftplib.py", "getpass.py", "http/cookiejar.py", "http/server.py", "idlelib", "imaplib.py",
    "lib2to3", "logging/config.py", "logging/handlers.py", "mailbox.py", "modulefinder.py", "multiprocessing",
    "netrc.py", "optparse.py", "pdb.py", "pickletools.py", "plistlib.py", "poplib.py", "profile.py", "pstats.py",
    "pyclbr.py", "pydoc.py", "pydoc_data", "pyodide/console.py", "rlcompleter.py", "runpy.py", "shelve.py",
    "smtplib.py", "socketserver.py", "statistics.py", "symtable.py", "tabnanny.py", "tarfile.py", "test", "timeit.py",
    "trace.py", "turtle.py", "turtledemo", "unittest", "urllib/robotparser.py", "wave.py", "wsgiref", "xml", "xmlrpc",
    "zipapp.py",
}  # fmt: skip
ENCODINGS = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "utf_8", "utf_8_sig"}


def compiled(source: Path, target: Path, name: str) -> None:
    """Bytecode that never looks for its source."""
    target.parent.mkdir(parents=True, exist_ok=True)
    data = source.read_bytes()
    tree = ast.parse(data, name)
    if not name.startswith(WITH_WORDS):
        without_words(tree)
    if name.startswith(OURS):
        without_types(tree)
    with_lines_only(tree)
    code = compile(tree, name, "exec", dont_inherit=True, optimize=0)
    target.write_bytes(_code_to_hash_pyc(code, source_hash(data), checked=False))


def without_words(tree: ast.Module) -> None:
    """Leave out what only people read; assertions stay."""
    for node in ast.walk(tree):
        may_have = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if may_have and ast.get_docstring(node, clean=False) is not None:
            node.body[0:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]


def without_types(tree: ast.Module) -> None:
    """Leave out the types of parameters and results, but of functions with a decorator: that may choose by them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.decorator_list:
            node.returns = None
            for each in ast.walk(node.args):
                if isinstance(each, ast.arg):
                    each.annotation = None


def with_lines_only(tree: ast.Module) -> None:
    """Of where each instruction comes from, leave the line: columns are a third of the bytecode."""
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            node.end_lineno = node.lineno
            node.col_offset = node.end_col_offset = -1


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
            if inside.startswith(WITHOUT):
                source.unlink()
                continue
            if inside in WITH_SOURCES:
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
    return first not in UNUSED and name not in UNUSED


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
