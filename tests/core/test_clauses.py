"""Clauses: the ledger is read strictly, and citing registers code without changing it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from brickfield.core import clauses
from brickfield.core.clauses import cited, code_of, read_ledgers, rule
from tests.core.toy.contents import TOY


@pytest.fixture(autouse=True)
def own_register(monkeypatch: pytest.MonkeyPatch) -> None:
    """What these tests cite is not seen by the cross-table."""
    monkeypatch.setattr(clauses, "_code", {})
    monkeypatch.setattr(clauses, "_reached", None)


def march(spots: int) -> int:
    """Stands for a rule."""
    return spots + 1


def test_citing_registers_and_changes_nothing() -> None:
    assert rule("toy.march.path", "toy.march.mine")(march) is march
    assert march(1) == 2
    place = f"{__name__}:march"
    assert code_of("toy.march.path") == code_of("toy.march.mine") == (place,)
    assert code_of("toy.win.last") == ()
    assert cited() == ("toy.march.mine", "toy.march.path")


def test_a_function_cited_twice_is_listed_once() -> None:
    rule("toy.march.path")(march)
    rule("toy.march.path")(march)
    assert len(code_of("toy.march.path")) == 1


def test_rules_loaded_while_somebody_counts_count_their_calls_once() -> None:
    before = rule("toy.march.path")(march)
    reached = clauses.count_reached()
    counted = rule("toy.march.path")(rule("toy.march.mine")(march))
    assert (before(1), counted(1), counted(2)) == (2, 2, 3)
    assert reached.counts() == {f"{__name__}:march": 2}
    assert clauses.count_reached() is reached
    assert rule("toy.win.last")(Path) is Path


def halt(cell: str, *more: str) -> tuple[str, ...]:
    """Stands for a rule that takes any number of things."""
    return (cell, *more)


def stay(cell: int, function: int = 2) -> int:
    """Stands for a rule whose parameters are called like what counts it."""
    return cell * function


def test_a_rule_that_counts_takes_what_it_took_before() -> None:
    clauses.count_reached()
    assert rule("toy.march.path")(halt)("a", "b") == ("a", "b")
    assert (rule("toy.march.path")(stay)(3), rule("toy.march.path")(stay)(cell=3, function=4)) == (6, 12)
    assert rule("toy.march.path")(march)(spots=4) == 5
    with pytest.raises(TypeError):
        rule("toy.march.path")(march)()


def test_a_ledger_is_read_by_id() -> None:
    ledger = TOY.clauses
    assert ledger["toy.march.path"].group == "march"
    assert all(clause.text and clause.kind == "rule" for clause in ledger.values())


@pytest.mark.parametrize("entry", ['id = "toy.x"', 'id = "toy.x"\nsource = ""\nkind = "rule"\ntext = ""\nodd = 1'])
def test_a_clause_with_a_missing_or_an_unknown_key_is_an_error(entry: str, tmp_path: Path) -> None:
    path = tmp_path / "clauses.toml"
    path.write_text(f"[[clause]]\n{entry}\n", "utf-8")
    with pytest.raises(msgspec.ValidationError):
        read_ledgers((path,))
