"""A question in words from its typed value alone: every sort of offer is told in sentences with numbers and clauses."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.asking.movers import Mover, StepOffer
from brickfield.core.asking.offers import (
    Act,
    Action,
    Actor,
    Aims,
    Allocate,
    Asked,
    Choice,
    Choose,
    Exhibit,
    Heap,
    Item,
    Note,
    Path,
    Place,
    Shooter,
    Split,
    Take,
    Thing,
)
from brickfield.core.refusal import illegal
from brickfield.core.shown.showing import AimFace
from brickfield.geometry.grain import GRAIN
from brickfield.speech.asked import asked_lines

NO = illegal("hidden", "x.sight", "It is hidden.")
AIM = AimFace("A1", "B1", "Scout B1", "in the open", need="8+", odds=15 / 36, clause="x.fire")
SHUT = AimFace("A1", "B2", "Scout B2", "", refusal=NO)
GO = StepOffer("go", "Go", "straight", "inches", 1.0, "x.go")
TURN = StepOffer("turn", "Turn", "turn", "degrees", 1 / 45, "x.turn", whole=True, per=45.0)
MOVE = Path((Mover("A1", 8.0, 3.5, {}),), (GO, TURN), "MP")
ZONE = (0, 0, 9 * GRAIN, 0, 9 * GRAIN, 2 * GRAIN, 0, 2 * GRAIN)

TOLD: dict[str, tuple[Any, list[str]]] = {
    "choose": (
        Choose(
            (Choice({}, "Run"), Choice({}, "Hide", refusal=NO)),
            exhibits=(Exhibit("Their shot", AIM),),
            notes=(Note("Late.", "x.n"),),
        ),
        [
            "Their shot: A1 at Scout B1: 8+, 42 %, in the open. [x.fire]",
            "Late. [x.n]",
            "Not now: Hide. It is hidden. [x.sight]",
        ],
    ),
    "place": (
        Place((Thing("A1", "Scout A1", 90.0, {}),), ZONE, "x.zone", edge="south"),
        ["To be put down: Scout A1.", "Inside x 0 to 9, y 0 to 2, at the south edge. [x.zone]"],
    ),
    "path": (
        MOVE,
        ["A1 has 3.5 of 8 MP left.", "Go: 1 MP for 1 inch. [x.go]", "Turn: 1 MP for 45 degrees begun. [x.turn]"],
    ),
    "aims": (
        Aims((Shooter("A1", (AIM, SHUT)),), {}),
        ["A1 at Scout B1: 8+, 42 %, in the open. [x.fire]", "Not now: A1 at Scout B2. It is hidden. [x.sight]"],
    ),
    "split": (
        Split("A1", 4, (AIM,), {}, {}, limits={"long": 1}),
        ["4 dice to divide.", "At most 1 die at long range.", "A1 at Scout B1: 8+, 42 %, in the open. [x.fire]"],
    ),
    "allocate": (
        Allocate("A1", 2, (Heap("hull", "Hull", 3, 2), Heap("guns", "Guns", 1, 0)), {}),
        ["2 markers of A1 to give up; there are Hull 3, Guns 1."],
    ),
    "take": (
        Take((Item("a", "Gold"), Item("b", "Cannon", 3)), {}, "things", most=3),
        ["Take 1 to 3 of: Gold, Cannon (3)."],
    ),
    "act": (
        Act(
            (
                Actor(
                    "A1",
                    "2 actions left",
                    (Action("move", "Move", MOVE, warning="hot"), Action("hide", "Hide", None, closed=NO)),
                ),
            )
        ),
        [
            "A1, 2 actions left: Move (hot).",
            "Not now: Hide. It is hidden. [x.sight]",
            "A1 has 3.5 of 8 MP left.",
            "Go: 1 MP for 1 inch. [x.go]",
            "Turn: 1 MP for 45 degrees begun. [x.turn]",
        ],
    ),
}


@pytest.mark.parametrize("sort", TOLD)
def test_an_offer_is_told_in_sentences(sort: str) -> None:
    offer, lines = TOLD[sort]
    asked = Asked(0, "do_it", "What now", "Say it.", "x.ask", offer)
    assert asked_lines(asked, "inch") == ["What now. Say it.", *lines]
