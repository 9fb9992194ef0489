"""`make mutants`: the changes that are made, and that a change reaches the code that runs."""

from __future__ import annotations

from pathlib import Path

from brickfield.geometry import bearings
from tools.mutants.__main__ import live, module_of, put_on, rule_tests_of
from tools.mutants.changes import mutants_of

SOURCE = '''
LIMIT = 3

class Unit:
    @property
    def alive(self) -> bool:
        """Whether it stands."""
        return not self.gone

def may(unit: int, far: float = 2.0) -> str:
    """May it?"""
    if unit < 4 and far:
        tell(unit)
        return f"{unit + 1}"
    assert unit > 7
    unit.marks = min(unit, 5)
    return True
'''


def test_every_sort_of_change_is_made_once_and_nothing_outside_of_functions(tmp_path: Path) -> None:
    path = tmp_path / "chapter.py"
    path.write_text(SOURCE)
    found = [(each.function, each.line, each.what.split("  ->  ")[1]) for each in mutants_of(path)]
    assert found == [
        ("Unit.alive", 8, "return None"),
        ("Unit.alive", 8, "self.gone"),
        ("may", 12, "if not (unit < 4 and far):"),
        ("may", 12, "unit < 4 or far"),
        ("may", 12, "unit <= 4"),
        ("may", 12, "unit >= 4"),
        ("may", 12, "5"),
        ("may", 13, "pass"),
        ("may", 14, "return None"),
        ("may", 16, "pass"),
        ("may", 16, "max(unit, 5)"),
        ("may", 16, "6"),
        ("may", 17, "return None"),
        ("may", 17, "False"),
    ]


def test_a_change_is_seen_by_everybody_who_holds_the_function() -> None:
    path = Path("brickfield/geometry/bearings.py")
    function = live(bearings, "relative_bearing")
    assert function is not None
    before, held = function.__code__, bearings.relative_bearing
    try:
        put_on(next(each for each in mutants_of(path) if each.what.endswith("return None")
                    and each.function == "relative_bearing"))  # fmt: skip
        assert held(0.0, 0.0, 0.0, 1.0, 1.0) is None
    finally:
        function.__code__ = before
    assert held(0.0, 0.0, 0.0, 1.0, 1.0) is not None


def test_the_tests_of_a_chapter_are_those_of_its_game() -> None:
    path = Path("brickfield/games/brick_action/chapters/holds/holds.py")
    assert (rule_tests_of(path), module_of(path)) == (
        ["tests/rules/brick_action"],
        "brickfield.games.brick_action.chapters.holds.holds",
    )
    assert rule_tests_of(Path("brickfield/core/dice.py")) == ["tests/core"]
