"""Run inside the engine that is shipped: tests of /repo by the pytest of /testers; what is tested is what is shipped.

`words` are the files and how pytest is to be called; what is left is its exit code and what it wrote.
"""

from __future__ import annotations

import contextlib
import encodings
import io
import os
import sys

if __name__ == "__main__":
    import brickfield.geometry

    # the whole library, of which a page has a part; then, behind what is shipped, the tests and what runs them
    library = "/library/python_stdlib.zip"
    encodings.__path__.append(f"{library}/encodings")
    sys.path[:] = [library, *sys.path, "/testers", "/repo"]
    for package in (brickfield, brickfield.geometry):
        package.__path__.append(f"/repo/{package.__name__.replace('.', '/')}")
    import pytest

    assert brickfield.geometry.__file__.startswith("/app/")
    given: list[str] = globals()["words"]
    os.chdir("/repo")
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = pytest.main(["-c", "/dev/null", "--rootdir", "/repo", "-p", "no:cacheprovider", *given])
    result = f"{int(code)} {said.getvalue()}"
