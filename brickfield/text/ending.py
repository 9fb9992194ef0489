"""The end of a battle: who won and why, what each side lost, how the dice fell."""

from __future__ import annotations

from typing import Any

from brickfield.core import events as happened
from brickfield.core.board import IN_BATTLE
from brickfield.speech import words
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.sentences import Names, cited, reason_sentence

Lines = list[tuple[str, str]]


def summary(interpreter: Interpreter) -> dict[str, Any]:
    """The end of a battle as plain data."""
    state = interpreter.local_game.state
    outcome = state.outcome
    assert outcome is not None
    sides = []
    for seat in range(state.match.seats):
        units = [unit for unit in state.units.values() if unit.seat == seat]
        shots = [
            event
            for event in _events(interpreter)
            if isinstance(event, happened.ShotResolved | happened.AttackResolved)
        ]
        own = [shot for shot in shots if state.units[shot.unit].seat == seat]
        sides.append(
            {
                "name": state.match.seat_name(seat),
                "units": len(units),
                "left": [unit.id for unit in units if unit.status in IN_BATTLE],
                "shots": len(own),
                "hits": sum(_hits(shot) for shot in own),
            }
        )
    return {
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "clause": outcome.clause,
        "scores": list(outcome.scores),
        "rounds": state.facts.get("round", 0),
        "sides": sides,
        "seed": interpreter.local_game.agreed.seed,
        "digest": state.digest(),
    }


def _hits(shot: happened.ShotResolved | happened.AttackResolved) -> int:
    return int(shot.hit) if isinstance(shot, happened.ShotResolved) else shot.hits


def _events(interpreter: Interpreter) -> list[happened.Event]:
    return [event for entry in interpreter.local_game.entries for event in entry.events]


def ending_lines(interpreter: Interpreter) -> Lines:
    """The end of a battle in words."""
    told = summary(interpreter)
    names = Names(interpreter.local_game.match, interpreter.seat)
    winners = told["winners"]
    if interpreter.seat in winners:
        first = "You have won the battle!"
    elif winners:
        first = f"{words.listed(names.seat(seat) for seat in winners)} won the battle."
    else:
        first = "The battle is a draw."
    why = reason_sentence(told["reason"], interpreter.local_game.match)
    lines: Lines = [("head", first), ("plain", cited(why, told["clause"]))]
    if told["scores"]:
        scores = [f"{names.seat(seat)} {score}" for seat, score in enumerate(told["scores"])]
        lines.append(("plain", f"Score: {', '.join(scores)}. Rounds played: {told['rounds']}."))
    for seat, side in enumerate(told["sides"]):
        left = f" ({words.listed(side['left'])})" if side["left"] else ""
        text = f"{names.seat(seat)}: {len(side['left'])} of {words.counted(side['units'], 'unit')} left{left}, "
        text += f"{words.counted(side['shots'], 'shot')}, {words.counted(side['hits'], 'hit')}."
        lines.append(("plain", text))
    lines.append(("ask", "What now?"))
    return lines
