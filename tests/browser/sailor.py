"""Players of Battle of the Sea in a window: they sail by drag, tap or keys, divide fire and place hits."""

from __future__ import annotations

import math
from typing import Any

from tests.browser.house import House, Match
from tests.browser.player import Point, Table, toward
from tests.rules.battle_of_the_sea.table import ship

GAME = "battle_of_the_sea"

# The server has worked the drawn course out, has refused it, or nothing of it is left.
SETTLED = """() => document.querySelector(
  "[data-testid=glimpses], [data-testid=refused-leg], [data-testid=coach]")"""


def lay(server: House, *units: dict[str, Any], **wishes: Any) -> Match:
    """A table with these ships."""
    return server.lay(list(units), wishes.pop("terrain", []), game=GAME, **wishes)


def weak(name: str, x: float, y: float, heading: float = 90.0, **marks: int) -> dict[str, Any]:
    """A cutter with a single marker of hull: one hit sinks it."""
    left = {"firepower": 0, "speed": 1, "additional": 0, "base": 1, **marks}
    return ship(name, "Cutter", x, y, heading, marks=left)


class Sailor:
    """Plays by pointing: sails at the nearest enemy, fires all dice at the first target, lets the page allocate."""

    def __init__(self, table: Table, seat: int = 0) -> None:
        self.table = table
        self.window = table.window
        self.seat = seat
        self.given: list[str] = []

    def commit(self) -> None:
        """Press the yellow button; the answer goes."""
        self.table.answering()
        self.table.press("commit")

    def answer(self, asked: dict[str, Any]) -> None:
        """Answer one question."""
        self.given.append(asked["kind"])
        self.tidy()
        answers = {
            "deploy_ship": self.deploy,
            "command_fleet": self.sail,
            "attack": self.attack,
            "allocate_hits": self.allocate,
        }
        answers[asked["kind"]](asked)

    def tidy(self) -> None:
        """Close what lies over the board."""
        self.table.tidy()

    def play_out(self, most: int = 60) -> None:
        """Answer until the battle is over."""
        for _ in range(most):
            asked = self.table.asked()
            if asked is None:
                return
            self.answer(asked)
        raise AssertionError(f"the battle does not end: {self.given}")

    def deploy(self, asked: dict[str, Any]) -> None:
        """Let the server find a place."""
        self.table.answering()
        self.table.press("for-me")

    def foes(self) -> list[Point]:
        """Where the enemies are."""
        units = self.table.state()["view"]["units"]
        seats = {unit["seat"] for unit in units if unit["seat"] != self.seat}
        return [place for seat in seats for place in self.table.units(seat).values()]

    def sail(self, asked: dict[str, Any]) -> None:
        """Sail two inches nearer to the nearest enemy if it is far away, else stay; then on to the attack."""
        mover = asked["offer"]["movers"][0]
        unit = mover["unit"]
        here = self.table.units(self.seat)[unit]
        near = min(self.foes(), key=lambda foe: math.dist(foe, here))
        if math.dist(near, here) > 9 and mover["left"] >= 2:
            self.table.press(f"unit-{unit}")
            self.steer(here, near)
            self.window.wait(SETTLED)
        self.commit()

    def steer(self, here: Point, near: Point) -> None:
        """Draw a leg toward a point."""
        self.table.drag(self.table.pixel(*here), self.table.pixel(*toward(here, near, 2)))

    def attack(self, asked: dict[str, Any]) -> None:
        """All dice at the first target."""
        target = self.window.find("target-1")
        self.table.press(target)
        if self.window.find("commit").get_attribute("aria-disabled") == "true":
            self.table.press(target)
        self.commit()

    def allocate(self, asked: dict[str, Any]) -> None:
        """As the page proposes."""
        self.table.press("auto")
        self.commit()


class KeySailor(Sailor):
    """Plays with keys alone."""

    def tidy(self) -> None:
        """Nothing lies in the way of keys."""

    def key(self, *names: str) -> None:
        """Press keys one after another."""
        for name in names:
            self.table.page.keyboard.press(name)

    def commit(self) -> None:
        """Enter does what the yellow button says."""
        self.table.answering()
        self.table.enter()

    def sail(self, asked: dict[str, Any]) -> None:
        """Half an inch ahead with the arrows, then Enter; a second ship stays."""
        if asked["offer"]["movers"][0]["left"] >= 1 and "ahead" not in self.given:
            self.given.append("ahead")
            self.key(
                asked["offer"]["movers"][0]["unit"].lstrip("ABCDEFGH"), "ArrowLeft", "Shift+ArrowUp", "Shift+ArrowUp"
            )
            self.window.wait(SETTLED)
        self.commit()

    def attack(self, asked: dict[str, Any]) -> None:
        """The first number takes all dice."""
        self.key(self.window.find("target-1").locator("kbd").inner_text())
        self.commit()

    def allocate(self, asked: dict[str, Any]) -> None:
        """Arrows take markers off until every hit is placed."""
        for _ in range(12):
            if self.window.find("commit").get_attribute("aria-disabled") != "true":
                break
            self.key("ArrowLeft", "ArrowDown")
        self.commit()


__all__ = ["GAME", "KeySailor", "SETTLED", "Sailor", "lay", "weak"]
