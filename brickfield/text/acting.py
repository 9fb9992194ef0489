"""Commands that answer in any game: a numbered option, what the hint thinks best, yes and no, undo."""

from __future__ import annotations

from typing import Any

from brickfield.core.decisions import React, Suggestion, answers_to
from brickfield.players.advice import advice
from brickfield.speech.desk import Desk, Reply, refuse, wrong_time
from brickfield.speech.reading import Spoken
from brickfield.speech.saying import say
from brickfield.speech.speech import question_of


def take(desk: Desk, answer: Any) -> Reply:
    """Give the answer of an option; while the same question stays open, say how its unit stands now."""
    reply = desk.give(answer)
    unit, decision = getattr(answer, "unit", ""), desk.decision
    question = question_of(desk.state.match, decision) if decision is not None else None
    if reply.refusal is None and unit and question is not None and question.after is not None:
        desk.unit = unit
        reply.lines = question.after(desk, unit)
    return reply


def react(desk: Desk, spoken: Spoken) -> Reply:
    """yes or no, to a reaction."""
    decision = desk.decision
    asked = decision is not None and React in answers_to(decision)
    return desk.give(React(yes=spoken.verb == "yes")) if asked else wrong_time(desk) or Reply()


def auto(desk: Desk, spoken: Spoken) -> Reply:
    """Do what the hint thinks best; while setting up, until everything is placed."""
    decision, idea = desk.decision, _best_idea(desk)
    if decision is None or idea is None:
        return refuse("wrong_time", "There is nothing to suggest now.")
    question = question_of(desk.state.match, decision)
    said = say(desk.state.match, idea.answer)
    reply = take(desk, idea.answer)
    reply.story.insert(0, f"You do: {said}{' (' + idea.reason + ')' if idea.reason else ''}")
    while question is not None and question.sets_up and reply.refusal is None:
        if desk.decision is None or desk.decision.kind != decision.kind or (following := _best_idea(desk)) is None:
            break
        more = desk.give(following.answer)
        reply.story.extend(more.story)
        reply.refusal = more.refusal
    return reply


def _best_idea(desk: Desk) -> Suggestion | None:
    """What a coach shows, else the first hint."""
    decision, shown = desk.decision, desk.sitting.shown()
    if shown is not None:
        return Suggestion(shown, "lesson", "as the coach shows it")
    found = advice(desk.state, decision, 1) if decision is not None else []
    return found[0] if found else None


def undo(desk: Desk, spoken: Spoken) -> Reply:
    """Take the last shot out of the plan or, with an empty plan, the last answer back."""
    if desk.plan:
        unit, target = desk.plan.popitem()
        return Reply(lines=[f"The shot of {unit} at {target} is out of the plan."])
    why = desk.sitting.why_no_undo()
    if why:
        return refuse("no_undo", why)
    return Reply(story=[f"Taken back: {say(desk.state.match, desk.sitting.undo().answer)}"], acted=True)
