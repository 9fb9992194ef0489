"""The open question in words: what is asked, what the seat needs to know for it, and the numbered options."""

from __future__ import annotations

from brickfield.core.lessons.lesson import Coaching
from brickfield.players.levels import bot_words
from brickfield.speech import words
from brickfield.speech.asked import asked_lines
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.situation import goal_lines, head, terrain_lines, unfinished_lines, unit_lines
from brickfield.speech.speech import question_of
from brickfield.text.ending import ending_lines

HEAD, PLAIN, ASK, OPTION = "head", "plain", "ask", "option"
Lines = list[tuple[str, str]]


def opening_lines(interpreter: Interpreter) -> Lines:
    """What somebody who has just sat down is told."""
    local_game, match, state = interpreter.local_game, interpreter.local_game.match, interpreter.state
    sides = {each: [unit.id for unit in state.units.values() if unit.seat == each] for each in range(match.seats)}
    you = f"You are {match.seat_name(interpreter.seat)}, with the units {_span(sides[interpreter.seat])}."
    others = [
        f"{match.seat_name(each)} has {_span(units)} and is played by {bot_words(local_game.agreed.level)}."
        for each, units in sides.items()
        if each != interpreter.seat
    ]
    width, height = words.number(match.width), words.number(match.height)
    ruler = words.ruler_words(match.game.ruler)
    table = f"The table is {width} by {height} {ruler}: x goes from 0 at the left to {width}, y from 0 at the south "
    table += f"edge to {height} at the north edge. North is 90 degrees, east 0."
    goal = goal_lines(state, interpreter.seat)[:-1]
    how = "Type a number to pick an option, or a command; help lists all commands, quit saves and leaves."
    rules = "Words in square brackets name the rule behind a sentence: type clause and the name to read it."
    told = [*goal, f"{you} {' '.join(others)}", table, *terrain_lines(state), how, rules]
    return [(HEAD, match.game.title), *[(PLAIN, line) for line in told]]


def coach_lines(coach: Coaching) -> Lines:
    """What the coach of a lesson says: what was done, what comes now, and how to be shown it."""
    done = [(PLAIN, coach.done)] if coach.done else []
    if coach.at >= coach.steps:
        return [*done, (HEAD, coach.heading), (PLAIN, coach.text)]
    told = [coach.text, *([coach.nudge] if coach.nudge else [])]
    how = f"Type auto to be shown, undo to try again. {' '.join(f'[{clause}]' for clause in coach.clauses)}".strip()
    head = f"Step {coach.at + 1} of {coach.steps}: {coach.heading}"
    return [*done, (HEAD, head), *[(PLAIN, line) for line in [*told, how]]]


def _span(units: list[str]) -> str:
    return f"{units[0]} to {units[-1]}" if len(units) > 1 else "".join(units)


def question_lines(interpreter: Interpreter, first: bool) -> Lines:
    """The open question. `first` says that it is of a new sort, so that more of the situation is told."""
    if interpreter.local_game.state.over:
        return [*ending_lines(interpreter), *_options(interpreter)]
    decision, stopped = interpreter.decision, [(PLAIN, line) for line in unfinished_lines(interpreter.state)]
    if decision is None:
        return stopped
    state, asked = interpreter.state, decision.ask(interpreter.state)
    lines: Lines = [(HEAD, head(state, interpreter.seat))] if first else []
    question = question_of(state.match, decision)
    if first and question is not None and question.shows_units:
        lines.extend((PLAIN, line) for line in unit_lines(state, interpreter.seat))
    lines.extend(stopped)
    told = question.lines(interpreter, asked, first) if question else asked_lines(asked, state.match.game.ruler)
    lines.extend((ASK, f"{line} [{decision.CLAUSE}]" if number == 0 and decision.CLAUSE else line)
                 for number, line in enumerate(told))  # fmt: skip
    return [*lines, *_options(interpreter)]


def _options(interpreter: Interpreter) -> Lines:
    planned = set(interpreter.plan.items())
    return [
        (OPTION, f"  {number}. {choice.line}{' (planned)' if choice.shot in planned else ''}")
        for number, choice in enumerate(interpreter.choices, start=1)
    ]
