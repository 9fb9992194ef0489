"""Understanding a line: which function carries out which command."""

from __future__ import annotations

from brickfield.core.match import Match
from brickfield.speech.interpreter import Interpreter, Reply, misread, refuse
from brickfield.speech.manual import manual_of
from brickfield.speech.reading import Misread, TypedCommand, read_line
from brickfield.speech.speech import Handler, question_of, speech_of
from brickfield.text import acting, asking, matters


def hear(interpreter: Interpreter, line: str) -> Reply:
    """Understand a line and do what it says."""
    match = interpreter.local_game.match
    spoken = read_line(line, manual_of(match.game))
    if isinstance(spoken, Misread):
        return misread(spoken)
    if interpreter.local_game.state.over and spoken.verb not in AFTER_THE_END:
        return refuse("match_over", "The battle is over. You can type replay, log, again or quit.")
    confirm, interpreter.confirm = interpreter.confirm, ""
    handlers = handlers_of(match)
    if confirm and spoken.verb == "yes":
        return handlers[confirm](interpreter, TypedCommand(confirm, "yes"))
    if confirm and spoken.verb == "no":
        return Reply(lines=["Nothing was done."])
    question = question_of(match, interpreter.decision) if interpreter.decision is not None else None
    now = question.verbs if question is not None else {}
    return (now.get(spoken.verb) or handlers[spoken.verb])(interpreter, spoken)


def handlers_of(match: Match) -> dict[str, Handler]:
    """What carries out each verb of a match: its game's own, and those of every table."""
    return {**HANDLERS, **speech_of(match).handlers}


def pick(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """A number is the option of that number."""
    listed = interpreter.choices
    number = int(spoken.rest)
    if not 1 <= number <= len(listed):
        return refuse("no_such_option", f"There is no option {number}; the options go from 1 to {len(listed)}.")
    choice = listed[number - 1]
    if choice.plan and choice.plan == interpreter.plan:
        # the same number twice: once to see the plan with its odds, once more to go through with it
        return hear(interpreter, choice.then)
    return hear(interpreter, choice.say) if choice.answer is None else acting.take(interpreter, choice.answer)


HANDLERS: dict[str, Handler] = {
    "pick": pick,
    "auto": acting.auto,
    "yes": acting.react,
    "no": acting.react,
    "undo": acting.undo,
    "look": asking.look,
    "who": asking.who,
    "why": asking.why,
    "hint": asking.hint,
    "units": asking.units,
    "terrain": asking.terrain,
    "map": asking.show_map,
    "goal": asking.goal,
    "options": asking.options,
    "clause": asking.clause,
    "meaning": asking.meaning,
    "log": asking.log,
    "help": asking.show_help,
    "save": matters.save,
    "load": matters.load,
    "replay": matters.replay,
    "draw": matters.draw,
    "concede": matters.concede,
    "rolloff": matters.rolloff,
    "again": matters.again,
    "quit": matters.leave,
}

# What can still be typed when the battle is over.
AFTER_THE_END = frozenset(
    {
        *("pick", "options", "units", "terrain", "map", "goal", "clause", "log", "help", "look"),
        *("save", "load", "replay", "again", "quit"),
    }
)
