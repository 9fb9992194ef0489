"""A situation: a laid table with a shooter and a target on it, and the taps of a person who stands beside it."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from brickfield.core.game import Game
from brickfield.core.refusal import Refusal
from brickfield.core.setup.companion import CardAtTable, Seen, ShotWish, laid_shot
from brickfield.core.setup.duels import Attack
from brickfield.core.state import State

# Situations a game is tried by; the whole proof takes 2,000.
HOW_MANY = int(os.environ.get("BRICKFIELD_SITUATIONS", "100"))

# What a card shows of the changes of a unit in a position.
CountsOf = Callable[[dict[str, Any]], dict[str, int]]


class Situation(NamedTuple):
    """A table as the engine knows it, who fires at whom, the options, and what a person would tap."""

    state: State
    unit: str
    target: str
    options: dict[str, Any]
    seen: Seen
    attacks: tuple[Attack, ...]


def numbers(attack: Attack) -> dict[str, Any]:
    """What must be the same: whether it may be, the number, the odds and every line of the sums; no names of pieces."""
    face = attack.face
    refused = face.refusal.code if isinstance(face.refusal, Refusal) else ""
    sums = [
        (each.of, each.total, [(line.value, line.clause, line.reason) for line in each.lines]) for each in face.sums
    ]
    more = [(each.id, each.value) for each in face.chances]
    return {
        "title": attack.title, "refused": refused, "need": face.need, "odds": round(face.odds, 9), "ways": face.ways,
        "dice": face.dice, "range": face.range, "sums": sums, "chances": more,
    }  # fmt: skip


def compare(game: Game, situation: Situation, counts_of: CountsOf) -> str:
    """What the companion says otherwise than the engine, or nothing."""
    state = situation.state
    units = tuple(
        CardAtTable(each.id, each.seat, each.card, counts_of(each.changes))
        for each in state.match.start.units
        if getattr(each, "status", "alive") == "alive"
    )
    wish = ShotWish(units, situation.unit, situation.target, situation.seen)
    told = laid_shot(game, wish, situation.options)
    if isinstance(told, Refusal):
        return f"{told.sentence} {situation.seen}"
    asked = {question.id for question in told.questions}
    engine, companion = list(map(numbers, situation.attacks)), list(map(numbers, told.attacks))
    if engine == companion:
        return ""
    return f"engine {engine}\ncompanion {companion}\nseen {situation.seen}\nasked {sorted(asked)}"


def prove(game: Game, draw: Callable[[random.Random], Situation | None], counts_of: CountsOf) -> tuple[int, list[str]]:
    """As many situations as are wanted, always the same ones; how many were shots, and every difference."""
    chance, tried, shots, faults = random.Random(f"companion {game.id}"), 0, 0, []
    while tried < HOW_MANY:
        situation = draw(chance)
        if situation is None:
            continue
        tried += 1
        shots += any(each.face.refusal is None for each in situation.attacks)
        fault = compare(game, situation, counts_of)
        if fault:
            faults.append(fault)
    return shots, faults
