"""The tests of the kernels, by the very pytest and Hypothesis of the others, inside the engine that is shipped."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from tests.pocket import parity
from tests.pocket.test_engine import inside
from tools.pocket import parts

_FILES = ("tests/geometry/test_kernels.py", "tests/vectors/test_vectors.py")
# They start a process of their own to see how an engine begins; inside there are none.
_PROCESSES = (
    "test_the_environment_chooses",
    "test_without_the_compiled_kernel_the_plain_one_serves",
    "test_importing_geometry_loads_no_numeric_library",
)


@pytest.fixture
def testers(tmp_path: Path) -> Path:
    """A folder with pytest and what it needs, for the interpreter that is shipped."""
    try:
        wheels = parts.testers()
    except parts.Missing as missing:
        pytest.skip(f"the kernels are tested inside elsewhere: {missing}")
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as file:
            file.extractall(tmp_path / "testers")
    return tmp_path / "testers"


def test_both_kernels_say_the_same_inside(folder: Path, testers: Path) -> None:
    without = [word for name in _PROCESSES for word in ("--deselect", f"{_FILES[0]}::{name}")]
    beside = {"testers": testers, "library": parts.pyodide()}
    said = inside(folder, Path(parity.__file__), *_FILES, "-q", *without, beside=beside)
    code, _, told = said.partition(" ")
    assert code == "0", told[-3000:]
    # all that are here are there
    assert re.search(r"\n(\d+) passed, 3 deselected", told), told[-300:]
