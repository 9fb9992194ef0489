"""What is not imported or called: development tools, extras outside their home, and whatever runs others' code.

Every checker is also run on a planted fault, so that a checker that has gone blind fails too.
"""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.docs.test_house import ROOT, imports, module_name, sources

HEAVY = {
    "numpy",
    "shapely",
    "chess",
    "hypothesis",
    "pytest",
    "gymnasium",
    "pettingzoo",
    "distributed",
    "dask",
    "psycopg",
}
# Extras of the package, each at home in one place that nothing else needs: the room of researchers, and the functions
# of the lab that speak to a cluster, and the store on PostgreSQL.
RESEARCH = {"numpy", "gymnasium", "pettingzoo"}
CLUSTER = {"distributed"}
POSTGRES = {"psycopg"}
UNSAFE_MODULES = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}
UNSAFE_CALLS = {"eval", "exec"}


def heavy_imports(source: str, name: str) -> list[str]:
    """Imports of development tools and of extras; only the functions of a bench, and the home of an extra, may use
    them, when they run."""
    tree = ast.parse(source)
    in_functions = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
    }
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    faults = []
    for node in ast.walk(tree):
        late = id(node) in in_functions or id(node) in for_types
        excused = id(node) in in_functions and "bench" in name.rsplit(".", 1)[-1]
        if isinstance(node, ast.Import | ast.ImportFrom) and not excused:
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            heavy = HEAVY - at_home(name, late)
            faults += [f"{name}:{node.lineno} imports {n}" for n in names if n.split(".")[0] in heavy]
    return faults


def at_home(module: str, late: bool) -> set[str]:
    """The extras a module may import; those of the lab only when they are needed."""
    if module.startswith("brickfield.research"):
        return RESEARCH
    if module.startswith(("brickfield.server.store.postgres", "brickfield.server.club")):
        return POSTGRES
    if module in ("brickfield.server.serving", "brickfield.server.moving_house") and late:
        return POSTGRES
    return CLUSTER if module == "brickfield.players.lab.cluster" and late else set()


def unsafe_code(source: str, name: str) -> list[str]:
    """Ways to run what somebody else wrote: unpickling, evaluating text, loading YAML with tags."""
    tree = ast.parse(source)
    faults = [f"{name}:{line} {t}" for t, line in imports(tree, name, False) if t.split(".")[0] in UNSAFE_MODULES]
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        plain = isinstance(node.func, ast.Name) and node.func.id in UNSAFE_CALLS
        if plain or ast.unparse(node.func) in {"yaml.load", "builtins.eval", "builtins.exec"}:
            faults.append(f"{name}:{node.lineno} {ast.unparse(node.func)}")
    return faults


def test_no_development_tool_on_the_import_path() -> None:
    assert [f for p in sources("brickfield") for f in heavy_imports(p.read_text("utf-8"), module_name(p))] == []


def test_nothing_runs_what_somebody_else_wrote() -> None:
    assert [f for p in sources("brickfield") for f in unsafe_code(p.read_text("utf-8"), module_name(p))] == []


def test_a_development_tool_is_seen() -> None:
    late = "def f():\n    import numpy.linalg"
    assert heavy_imports("from shapely.geometry import box", "brickfield.geometry.shapes") != []
    assert heavy_imports(late, "brickfield.geometry.shapes") != []
    assert heavy_imports("import chess", "brickfield.cli.bench") != []
    assert heavy_imports(late, "brickfield.cli.bench") == []


def test_an_extra_is_only_at_home() -> None:
    early, late = "from distributed import wait", "def f():\n    from distributed import wait"
    assert heavy_imports(early, "brickfield.players.lab.cluster") != []
    assert heavy_imports(late, "brickfield.players.lab.cluster") == []
    assert heavy_imports(late, "brickfield.players.lab.crews") != []
    assert heavy_imports("import numpy", "brickfield.research.features") == []
    assert heavy_imports("import pettingzoo", "brickfield.players.seat") != []
    assert heavy_imports("import shapely", "brickfield.research.features") != []
    assert heavy_imports("import psycopg", "brickfield.server.store.sqlite") != []
    assert heavy_imports("import psycopg", "brickfield.server.store.postgres.rows") == []


@pytest.mark.parametrize(
    "line", ["import pickle", "from marshal import loads", "eval('1')", "exec(text)", "import yaml\nyaml.load(text)"]
)
def test_unsafe_code_is_seen(line: str) -> None:
    assert unsafe_code(line, "brickfield.core.saves") != []


def test_the_package_root_loads_nothing() -> None:
    listing = "import sys; before = set(sys.modules); import brickfield; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", listing], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["brickfield"]
