"""What one match may collect besides play: roll-offs, offers of a draw and take-backs, for each seat and round.

Nothing of a match is ever deleted, so whatever a seat may say again and again has its bound. It is looked at when a
person says it: matches in which more was said before are read as they were.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from brickfield.core.out_of_turn import is_aside
from brickfield.core.refusal import Refusal, invalid
from brickfield.server.rooms.journal import Journal
from brickfield.server.store.records import TAKE_BACK, Record


class Bounds(Struct, frozen=True):
    """How often a seat may say something: in each round, and roll-offs in the whole match too."""

    roll_offs: int = 5
    all_roll_offs: int = 50
    # characters
    question: int = 120
    draw_offers: int = 5
    take_backs: int = 100


def too_many_asides(journal: Journal, seat: int, answer: dict[str, Any], bounds: Bounds) -> Refusal | None:
    """Why a seat has said such a thing often enough."""
    if not is_aside(answer):
        return None
    if answer["answer"] == "roll_off":
        return _roll_off(journal, seat, answer, bounds)
    if answer["answer"] == "offer_draw":
        if journal.state.facts.get(f"draw{seat}"):
            return invalid("offered_already", "You offer a draw already; it stands until your next answer.")
        if _said(_this_round(journal), seat, "offer_draw") >= bounds.draw_offers:
            return invalid("enough_offers", f"A draw can be offered {bounds.draw_offers} times in a round.")
    return None


def _roll_off(journal: Journal, seat: int, answer: dict[str, Any], bounds: Bounds) -> Refusal | None:
    question = answer.get("question")
    if isinstance(question, str) and len(question) > bounds.question:
        return invalid("long_question", f"The question of a roll-off has at most {bounds.question} characters.")
    if _said(_this_round(journal), seat, "roll_off") >= bounds.roll_offs:
        return invalid("enough_roll_offs", f"A player can call for {bounds.roll_offs} roll-offs in a round.")
    if _said((step.record for step in journal.steps), seat, "roll_off") >= bounds.all_roll_offs:
        return invalid("enough_roll_offs", f"A player can call for {bounds.all_roll_offs} roll-offs in a battle.")
    return None


def too_many_take_backs(journal: Journal, seat: int, bounds: Bounds) -> Refusal | None:
    """Why a seat has taken back often enough."""
    taken = sum(record.kind == TAKE_BACK and record.seat == seat for record in _this_round(journal))
    if taken < bounds.take_backs:
        return None
    return invalid("no_take_back", f"{bounds.take_backs} answers can be taken back in a round; this one stands.")


def _this_round(journal: Journal) -> Iterator[Record]:
    """The records of this round, the newest first."""
    for step in reversed(journal.steps):
        yield step.record
        if step.starts_round:
            return


def _said(records: Iterator[Record], seat: int, word: str) -> int:
    """How often a seat has said something."""
    return sum(
        record.seat == seat and isinstance(record.answer, dict) and record.answer.get("answer") == word
        for record in records
    )
