"""The table for programs: one JSON object a line out, one answer a line in.

Out: `decision` (situation, numbered candidates, how to answer freely, what happened since), `refusal` (code, clause,
sentence), `told` (the lines a question such as `why 2` asked for), `end` (who won), `left` (where the match is saved).
In: the number of a candidate, a text command of the table, or an answer as a JSON object.
"""

from __future__ import annotations

from typing import Any, TextIO

import msgspec

from brickfield.core.refusal import Refusal
from brickfield.speech.choices import Option
from brickfield.speech.interpreter import Interpreter, Reply
from brickfield.speech.local_game import write_save
from brickfield.speech.manual import manual_of
from brickfield.speech.situation import situation
from brickfield.text.ending import summary
from brickfield.text.matters import default_name, write
from brickfield.text.verbs import hear
from brickfield.text.voice import LONGEST_LINE

MOST_REFUSALS = 3
_DIGITS = 9


class _Counts(msgspec.Struct):
    """Refusals in a row, refusals in all, and safe answers given in the seat's place."""

    in_a_row: int = 0
    refusals: int = 0
    safe_answers: int = 0


def run(interpreter: Interpreter, source: TextIO, output: TextIO) -> int:
    """Ask and listen until the match is over or the input ends."""
    counts = _Counts()
    told = interpreter.tell(interpreter.local_game.history()) + interpreter.tell(interpreter.local_game.others_play())
    while not interpreter.local_game.state.over:
        _write(output, decision_object(interpreter, told))
        reply = _listen(interpreter, source, output, counts)
        if reply is None or reply.quit:
            return _leave(interpreter, output, counts)
        told = reply.story
    _write(output, {"type": "end", "events": told, **summary(interpreter), **msgspec.to_builtins(counts)})
    return 0


def decision_object(interpreter: Interpreter, events: list[str]) -> dict[str, Any]:
    """The open question with all that is needed to answer it."""
    decision = interpreter.decision
    assert decision is not None
    return {
        "type": "decision",
        "version": interpreter.state.version,
        "seat": interpreter.seat,
        "decision": decision.kind,
        "clause": decision.CLAUSE,
        "events": events,
        "situation": situation(interpreter.state, interpreter.seat),
        "plan": dict(interpreter.plan),
        "candidates": [_candidate(number, choice) for number, choice in enumerate(interpreter.choices, start=1)],
        "notation": manual_of(interpreter.local_game.match.game).notation,
        "offer": msgspec.to_builtins(decision.ask(interpreter.state)),
    }


def _answer_of(choice: Option) -> Any:
    """The answer behind a candidate; a whole plan is one, since a program needs no second look at it."""
    return choice.at_once if choice.at_once is not None else choice.answer


def _candidate(number: int, choice: Option) -> dict[str, Any]:
    answer = _answer_of(choice)
    told = {"number": number, "say": choice.say, "reason": choice.text, "clause": choice.clause}
    told |= {"odds": choice.odds} if choice.odds is not None else {}
    told |= {"value": choice.value} if choice.value is not None else {}
    return told | ({"answer": answer} if answer is not None else {})


def _listen(interpreter: Interpreter, source: TextIO, output: TextIO, counts: _Counts) -> Reply | None:
    """Take lines until one moves the match on. After three refusals in a row the safe answer is given."""
    while True:
        line = source.readline(LONGEST_LINE)
        if not line:
            return None
        if not line.strip():
            continue
        reply = answer_line(interpreter, line.strip())
        if reply.acted or reply.quit:
            counts.in_a_row = 0
            return reply
        if reply.refusal is None:
            _write(output, {"type": "told", "lines": reply.lines, "plan": dict(interpreter.plan)})
            continue
        counts.in_a_row += 1
        counts.refusals += 1
        _write(output, _refused(reply, counts))
        if counts.in_a_row >= MOST_REFUSALS:
            return _safe_answer(interpreter, counts)


def answer_line(interpreter: Interpreter, line: str) -> Reply:
    """A line of a program: a JSON object is an answer by itself, anything else a command."""
    if line.startswith(("{", "[")):
        return interpreter.give(line)
    number = int(line) if line.isascii() and line.isdecimal() and len(line) < _DIGITS else 0
    answer = _answer_of(interpreter.choices[number - 1]) if 1 <= number <= len(interpreter.choices) else None
    return interpreter.give(answer) if answer is not None else hear(interpreter, line)


def _refused(reply: Reply, counts: _Counts) -> dict[str, Any]:
    refusal: Refusal | None = reply.refusal
    assert refusal is not None
    told: dict[str, Any] = {"type": "refusal", "code": refusal.code, "clause": refusal.clause}
    told |= {"sentence": refusal.sentence, "data": refusal.data, "lines": reply.lines}
    return told | {"in_a_row": counts.in_a_row, "left": MOST_REFUSALS - counts.in_a_row}


def _safe_answer(interpreter: Interpreter, counts: _Counts) -> Reply:
    decision = interpreter.decision
    assert decision is not None
    counts.safe_answers += 1
    counts.in_a_row = 0
    reply = interpreter.give(decision.suggest(interpreter.state, 1)[0].answer)
    reply.story.insert(0, f"{MOST_REFUSALS} refusals in a row: the safe answer was given for you.")
    return reply


def _leave(interpreter: Interpreter, output: TextIO, counts: _Counts) -> int:
    path = interpreter.folder / default_name(interpreter, "save")
    refusal = write(path, write_save(interpreter.local_game))
    told: dict[str, Any] = {"type": "left", **msgspec.to_builtins(counts)}
    _write(output, told | ({"saved": str(path)} if refusal is None else {"sentence": refusal.sentence}))
    return 0 if refusal is None else 1


def _write(output: TextIO, what: dict[str, Any]) -> None:
    print(msgspec.json.encode(what).decode(), file=output, flush=True)
