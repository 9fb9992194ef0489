"""Mechs at the table of a window: positions to lay, and a seat that acts by keys or by pressing what the page shows."""

from __future__ import annotations

from typing import Any

from tests.browser.house import House, Match, piece, unit
from tests.browser.player import Table
from tests.browser.window import Window

GAME = "brick_mech"
# Sure to hit and to do Massive Damage: the dice of the tests decide where.
SURE = {"targeting": 30, "armor": 60, "dodge": 0}


def mech(name: str, x: float, y: float, heading: float, card: str = "trooper", **changes: Any) -> dict[str, Any]:
    """A Mech; names A.. to F.. are the seats 0 to 5."""
    return unit(name, card, x, y, heading, seat="ABCDEF".index(name[0]), **changes)


def duel(server: House, card: str = "trooper", *, seats: tuple[str, ...] = ("me", "here"), **options: Any) -> Match:
    """Two Mechs at short range behind a low wall; A1 is to act and cannot miss. B1 is built as said."""
    units = [mech("A1", 10, 15, 0, **SURE), mech("B1", 17, 15, 180, card, armor=12, targeting=-20, defense_dice=1)]
    return server.lay(units, [piece("Wall", 14.0, 15, 90)], seats=seats, game=GAME, options=options)


class MechTable(Table):
    """A table of Mechs."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.key = window.page.keyboard.press

    def sheet(self, name: str) -> dict[str, Any]:
        """The record sheet of a Mech as the view has it."""
        sheets = self.state()["view"]["situation"]["sheets"]
        found: dict[str, Any] = next(each for each in sheets if each["unit"] == name)
        return found

    def track(self, name: str, row: str) -> int:
        """How many are left, or lie there, in a row of a record sheet."""
        value: int = next(each["value"] for each in self.sheet(name)["tracks"] if each["id"] == row)
        return value

    def aims(self) -> list[dict[str, Any]]:
        """The attacks that the first Mech of the open question may think of."""
        asked = self.asked()
        assert asked is not None
        offers = [each["offer"] for each in asked["offer"]["actors"][0]["actions"] if each["id"] == "attack"]
        return [aim for offer in offers if offer for shooter in offer["shooters"] for aim in shooter["aims"]]

    def parts(self, name: str) -> dict[str, str]:
        """What is mounted on a Mech, by slot; empty where something is off."""
        return {part["slot"]: part["name"] for part in self.sheet(name)["parts"]}

    def model(self, name: str) -> str:
        """The Mech as the board has built it."""
        self.still()
        model: str = next(each["model"] for each in self.probe()["units"] if each["id"] == name)
        return model

    def lying(self) -> dict[str, str]:
        """Loose parts on the board, by their model."""
        self.still()
        return {each["id"]: each["model"] for each in self.probe()["pieces"] if each["model"].startswith("part.")}

    def answer(self, testid: str) -> None:
        """Press a part of the page that answers the question."""
        self.answering()
        self.press(testid)

    def pass_on(self, asked: dict[str, Any]) -> None:
        """Do not return fire, or end the turn."""
        if asked["kind"] == "return_fire":
            self.answer("decline")
        else:
            self.finish()

    def act(self, kind: str) -> None:
        """Choose an action and press the yellow button."""
        self.press(f"act-{kind}")
        self.answer("commit")
