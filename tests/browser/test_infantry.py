"""Infantry at a table: a flank of two squads on a tank, and a raid on a house that ends with a squad inside."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.house import House, unit
from tests.browser.player import Table
from tests.browser.window import Windows

# so strong that nearly every roll hits: what is tested is the table, not the dice
STRONG = {"ap": 10}


def squad(name: str, x: float, y: float, **changes: Any) -> dict[str, Any]:
    return unit(name, "Infantry", x, y, 90) | {"changes": changes}


def the(table: Table, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in table.state()["view"]["units"] if each["id"] == name)
    return found


def played(table: Table) -> None:
    """What was answered is on the table; the other side is asked now."""
    table.window.wait(
        "(seq) => { const at = window.__brickfield.state(); return at.seq > seq && at.seq === at.shown; }",
        table.answered,
    )


def test_two_squads_flank_a_tank_together(windows: Windows, server: House) -> None:
    units = [squad("A1", 22, 10, **STRONG), squad("A2", 26, 10, **STRONG)]
    foes = [unit("B1", "Panzer III", 24, 18, 270) | {"changes": {"dp": 0}}, squad("B2", 44, 34)]
    match = server.lay([*units, *foes], phase="target_declaration")
    table = Table(windows.table(match, seats=(0,)))
    table.asked()
    # alone it could not: what is shown is the attack of both
    expect(table.window.find("target-1")).to_contain_text("flank with A2")
    table.press("commit")
    table.window.find("joins").select_option("A1")
    table.press("commit")
    expect(table.window.find("unit-A2")).to_contain_text("with A1")
    expect(table.window.find("plan-atleast").first).to_contain_text("97")
    table.answering()
    table.press("commit")
    played(table)
    steps = server.replay(match.id, match.secrets[0])["steps"]
    named = [event for step in steps for event in step["events"] if event["event"] == "target_declared"]
    assert [(each["unit"], each["target"], each.get("lead", "")) for each in named] == [
        ("A1", "B1", ""),
        ("A2", "B1", "A1"),
    ]


def test_a_flank_of_one_is_refused_with_its_clause(windows: Windows, server: House) -> None:
    units = [squad("A1", 22, 10), squad("A2", 26, 10)]
    match = server.lay([*units, unit("B1", "Panzer III", 24, 18, 270)], phase="target_declaration")
    table = Table(windows.table(match, seats=(0,)))
    table.asked()
    table.press("commit")
    table.press("decline")
    table.press("commit")
    expect(table.window.find("refusal").first).to_contain_text("it takes a flanking maneuver worth 2 full units")


def test_a_squad_raids_a_house_and_moves_in(windows: Windows, server: House) -> None:
    raiders = [squad(f"A{n}", 21.2 + 1.4 * n, 17.2, **STRONG) for n in (1, 2, 3)]
    weak = squad("B1", 24, 20, dp=0, inside="T1", marks={"markers": 1})
    terrain = [{"feature": "House", "x": 24.0, "y": 20.0, "heading": 0.0}]
    match = server.lay([*raiders, weak, squad("B2", 44, 34)], terrain, phase="target_declaration")
    table = Table(windows.table(match, seats=(0,)))
    table.asked()
    for _ in raiders:
        expect(table.window.find("target-1")).to_contain_text("Infantry")
        table.press("commit")
    table.answering()
    table.press("commit")
    asked = table.asked()
    assert asked is not None
    assert asked["kind"] == "move_in_after_raid"
    first = asked["offer"]["choices"][0]["answer"]["unit"]
    table.answering()
    # the first of the buttons
    table.press("commit")
    played(table)
    assert the(table, first)["inside"] == "T1"
    assert (the(table, first)["pose"]["x"], the(table, first)["pose"]["y"]) == (24_000_000, 20_000_000)
