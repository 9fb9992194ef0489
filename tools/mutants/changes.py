"""Small changes of a source file, one at a time: each is a mutant that some test should notice.

Only what functions do is changed. Names, defaults, annotations, sentences and assertions stay as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

_OTHER = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_REVERSED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """A file with one change in one function: the change of this number in the file."""

    path: Path
    function: str
    line: int
    what: str
    number: int
    # the file as it was read first: it may be worked on while its mutants are played
    text: str = field(repr=False)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.function}: {self.what}"


def mutants_of(path: Path) -> list[Mutant]:
    """All mutants of a file."""
    text = path.read_text()
    sites = enumerate(_all_sites(ast.parse(text)))
    return [
        Mutant(path, name, _line(old, holder), f"{_told(old)}  ->  {_told(new)}", number, text)
        for number, (name, (holder, _field, _index, old, new)) in sites
    ]


def mutated(mutant: Mutant) -> ast.Module:
    """The file with its change."""
    tree = ast.parse(mutant.text)
    _name, (holder, part, index, _old, new) = next(islice(_all_sites(tree), mutant.number, None))
    if index is None:
        setattr(holder, part, new)
    else:
        getattr(holder, part)[index] = new
    return ast.fix_missing_locations(tree)


def _all_sites(tree: ast.Module) -> Iterator[tuple[str, Site]]:
    return ((name, site) for name, function in _functions(tree, "") for site in _sites(function))


def _functions(tree: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes; what is inside a function belongs to it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield f"{prefix}{node.name}", node


# Who holds a node, in which field, at which place of a list (or None), the node, and what it becomes.
Site = tuple[ast.AST, str, int | None, ast.AST, ast.AST]


def _sites(function: ast.FunctionDef) -> Iterator[Site]:
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    for place, statement in enumerate(function.body):
        if statement in body:
            yield from _of(function, "body", place, statement)


def _of(holder: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[Site]:
    """Every change of a node and of all in it."""
    if isinstance(node, ast.Assert | ast.JoinedStr | ast.Raise | ast.arguments):
        return
    for new in _changed(node):
        yield holder, field, index, node, ast.copy_location(new, node)
    for name, value in ast.iter_fields(node):
        if name in ("decorator_list", "returns", "annotation"):
            continue
        if isinstance(value, list):
            for place, each in enumerate(value):
                if isinstance(each, ast.AST):
                    yield from _of(node, name, place, each)
        elif isinstance(value, ast.AST):
            yield from _of(node, name, None, value)


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for other in _OTHER[type(node.ops[0])]:
            yield ast.Compare(node.left, [other()], node.comparators)
    elif isinstance(node, ast.Compare):
        for place, op in enumerate(node.ops):
            for other in _OTHER[type(op)][:1]:
                yield ast.Compare(node.left, [*node.ops[:place], other(), *node.ops[place + 1 :]], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in _REVERSED and not _is_text(node):
        yield ast.BinOp(node.left, _REVERSED[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _NAMES:
        yield ast.Call(ast.Name(_NAMES[node.func.id], ast.Load()), node.args, node.keywords)
    elif isinstance(node, ast.stmt):
        yield from _statements(node)


def _constants(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)


def _statements(node: ast.stmt) -> Iterator[ast.AST]:
    """A call or a change that is left out, a condition that is always met or never, an answer that is not given."""
    if isinstance(node, ast.Expr | ast.AugAssign | ast.Delete) or _writes_a_field(node):
        yield ast.Pass()
    elif isinstance(node, ast.If | ast.While) and not isinstance(node.test, ast.Compare | ast.UnaryOp):
        yield type(node)(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Continue):
        yield ast.Break()


def _writes_a_field(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and any(
        isinstance(each, ast.Attribute | ast.Subscript) for each in node.targets
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(each, ast.JoinedStr | ast.List | ast.Tuple) for each in sides) or any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) for each in sides
    )


def _line(node: ast.AST, holder: ast.AST) -> int:
    return int(getattr(node, "lineno", getattr(holder, "lineno", 0)))


def _told(node: ast.AST) -> str:
    first = ast.unparse(node).split("\n")[0]
    return first if len(first) <= 90 else first[:87] + "..."
