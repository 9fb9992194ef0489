"""The data files: every clause in them exists, and a damaged file is named with the place of the damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from brickfield.core import data_files
from brickfield.core.data_files import DataFault
from brickfield.games.micro_brick_battle.base import measures, unit_cards
from brickfield.games.micro_brick_battle.contents import GAME
from brickfield.games.micro_brick_battle.data_files import DATA
from brickfield.games.micro_brick_battle.setup.card_names import unit_card


def test_the_ledger_has_the_clauses_of_the_book_and_of_infantry() -> None:
    ledger = GAME.clauses
    infantry = [entry for entry in ledger.values() if entry.id.startswith("inf.")]
    assert (len(ledger), len(infantry)) == (530, 135)
    assert {entry.group for entry in infantry} == {"infantry"}


def test_every_clause_named_in_the_data_exists() -> None:
    known = set(GAME.clauses)
    for path in GAME.folder.rglob("*.toml"):
        quoted = {
            word.strip(".") for word in path.read_text(encoding="utf-8").split('"') if word.startswith(("mbb.", "inf."))
        }
        assert quoted <= known, f"{path.name}: {sorted(quoted - known)}"
    for figures in (measures.measures().clauses, measures.movement().clauses):
        assert set(figures.values()) <= known


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (("ap = 2", "op = 2"), "units.toml: .*op"),
        (("ap = 2, ", ""), "units.toml: .*ap"),
        (("ap = 2", "ap = 'two'"), "units.toml: .*ap"),
        (("ap = 2", "ap = -2"), "units.toml: .*ap"),
        (("ap = 2", "ap = "), "units.toml: "),
    ],
)
def test_a_damaged_file_is_named_with_its_key(tmp_path: Path, damage: tuple[str, str], told: str) -> None:
    whole = (DATA / "units.toml").read_text(encoding="utf-8")
    (tmp_path / "units.toml").write_text(whole.replace(*damage, 1), encoding="utf-8")
    with pytest.raises(DataFault, match=told):
        data_files.read("units.toml", unit_cards.UnitsFile, tmp_path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataFault, match=r"units\.toml"):
        data_files.read("units.toml", unit_cards.UnitsFile, tmp_path)


def test_a_figure_without_a_place_is_named(tmp_path: Path) -> None:
    whole = (DATA / "movement.toml").read_text(encoding="utf-8")
    (tmp_path / "movement.toml").write_text(whole.replace("turret_mp", "tower_mp"), encoding="utf-8")
    with pytest.raises(DataFault, match=r"movement\.toml.*t(urret|ower)_mp"):
        data_files.read_numbers("movement.toml", measures.Movement, tmp_path)


def test_a_name_that_stands_there_twice_is_a_fault() -> None:
    with pytest.raises(DataFault, match="Panther stands there twice"):
        data_files.by_key("units.toml", [("Panther", 1), ("Tiger I", 2), ("Panther", 3)])


def test_tables_cannot_be_changed_by_accident() -> None:
    with pytest.raises(TypeError):
        unit_cards.unit_cards()["Panther"] = unit_card("Tiger I")  # type: ignore[index]
    with pytest.raises(AttributeError):
        unit_card("Panther").ap = 9  # type: ignore[misc]


def test_a_file_of_one_number_has_no_other(tmp_path: Path) -> None:
    one, other = (f'{name} = {{ value = 3, clause = "mbb.reinf.wait3" }}\n' for name in ("rounds", "turns"))
    (tmp_path / "rounds.toml").write_text(one, encoding="utf-8")
    assert data_files.read_number("rounds.toml", int, tmp_path) == 3
    (tmp_path / "rounds.toml").write_text(one + other, encoding="utf-8")
    with pytest.raises(DataFault, match=r"rounds\.toml: one number .* not rounds, turns"):
        data_files.read_number("rounds.toml", int, tmp_path)
