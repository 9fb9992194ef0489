"""Commands that answer in any game: a numbered option, what the hint thinks best, yes and no, undo."""

from __future__ import annotations

from typing import Any

from brickfield.core.decisions import React, Suggestion, answers_to
from brickfield.players.advice import advice
from brickfield.speech.interpreter import Interpreter, Reply, refuse, wrong_time
from brickfield.speech.reading import TypedCommand
from brickfield.speech.saying import say
from brickfield.speech.speech import question_of


def take(interpreter: Interpreter, answer: Any) -> Reply:
    """Give the answer of an option; while the same question stays open, say how its unit stands now."""
    reply = interpreter.give(answer)
    unit, decision = getattr(answer, "unit", ""), interpreter.decision
    question = question_of(interpreter.state.match, decision) if decision is not None else None
    if reply.refusal is None and unit and question is not None and question.after is not None:
        interpreter.unit = unit
        reply.lines = question.after(interpreter, unit)
    return reply


def react(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """yes or no, to a reaction."""
    decision = interpreter.decision
    asked = decision is not None and React in answers_to(decision)
    return interpreter.give(React(yes=spoken.verb == "yes")) if asked else wrong_time(interpreter) or Reply()


def auto(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """Do what the hint thinks best; while setting up, until everything is placed."""
    decision, idea = interpreter.decision, _best_idea(interpreter)
    if decision is None or idea is None:
        return refuse("wrong_time", "There is nothing to suggest now.")
    question = question_of(interpreter.state.match, decision)
    said = say(interpreter.state.match, idea.answer)
    reply = take(interpreter, idea.answer)
    reply.story.insert(0, f"You do: {said}{' (' + idea.reason + ')' if idea.reason else ''}")
    while question is not None and question.sets_up and reply.refusal is None:
        if (
            interpreter.decision is None
            or interpreter.decision.kind != decision.kind
            or (following := _best_idea(interpreter)) is None
        ):
            break
        more = interpreter.give(following.answer)
        reply.story.extend(more.story)
        reply.refusal = more.refusal
    return reply


def _best_idea(interpreter: Interpreter) -> Suggestion | None:
    """What a coach shows, else the first hint."""
    decision, shown = interpreter.decision, interpreter.local_game.shown()
    if shown is not None:
        return Suggestion(shown, "lesson", "as the coach shows it")
    found = advice(interpreter.state, decision, 1) if decision is not None else []
    return found[0] if found else None


def undo(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """Take the last shot out of the plan or, with an empty plan, the last answer back."""
    if interpreter.plan:
        unit, target = interpreter.plan.popitem()
        return Reply(lines=[f"The shot of {unit} at {target} is out of the plan."])
    why = interpreter.local_game.why_no_undo()
    if why:
        return refuse("no_undo", why)
    return Reply(
        story=[f"Taken back: {say(interpreter.state.match, interpreter.local_game.undo().answer)}"], acted=True
    )
