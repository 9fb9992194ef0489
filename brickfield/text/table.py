"""The table in a terminal: plain lines out, one command a line in. Nothing is redrawn; a script can sit here too."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

from brickfield.core.lessons.lesson import lesson_of
from brickfield.core.refusal import Refusal
from brickfield.speech.interpreter import Interpreter, Reply
from brickfield.speech.lesson_game import LessonSitting
from brickfield.speech.local_game import Agreement, LocalGame, LocalPlayer, write_save
from brickfield.text import json_seat
from brickfield.text.agreeing import check_level, lesson_match, new_match, players_with
from brickfield.text.matters import default_name, newest_save, read_sitting, write
from brickfield.text.question import Lines, coach_lines, opening_lines, question_lines
from brickfield.text.verbs import hear
from brickfield.text.voice import Ears, Streams, Voice

_SEEDS = 1_000_000


def main(
    *,
    game: str = "",
    scenario: str = "",
    seat: int = 0,
    level: str = "recruit",
    seed: int | None = None,
    rules: str = "",
    json: bool = False,
    load: str = "",
    lesson: bool = False,
    folder: str | Path | None = None,
    player: LocalPlayer | None = None,
    streams: Streams | None = None,
) -> int:
    """Play a battle at this table; returns the exit code: 0 done, 1 failed, 2 the words were wrong.

    `rules` names values of the game's switches (`quick`, or `rules_level=young,base turn_cost=per_started_90`),
    `load` a saved battle, `folder` where files go (`$DATA`, else `data`). `player` replaces the engine's own opponent.
    `lesson` sits down with a coach instead.
    """
    flows = streams or Streams(sys.stdin, sys.stdout)
    for stream in (flows.input, flows.output):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    match = (check_level(level) if player is None else None) or (
        lesson_match(game) if lesson else new_match(game, scenario, rules, seat)
    )
    if isinstance(match, Refusal):
        print(match.sentence, file=sys.stderr)
        return 2
    taught = lesson_of(match.game) if lesson else None
    agreed = Agreement(taught.learner if taught else seat, level, secrets.randbelow(_SEEDS) if seed is None else seed)
    players = players_with(player)
    where = Path(folder or os.environ.get("DATA") or "data")
    others = players(match, agreed)
    local_game = LessonSitting(match, agreed, others, taught) if taught else LocalGame(match, agreed, others)
    interpreter = Interpreter(local_game, players, where)
    if load:
        loaded = read_sitting(interpreter, Path(load) if Path(load).exists() else where / load)
        if isinstance(loaded, Refusal):
            print(loaded.sentence, file=sys.stderr)
            return 1
        interpreter.local_game = loaded
    return _play(interpreter, flows, json)


def _play(interpreter: Interpreter, streams: Streams, json: bool) -> int:
    """Play to the end; whatever goes wrong on the way, the battle is kept."""
    try:
        return json_seat.run(interpreter, streams.input, streams.output) if json else run(interpreter, streams)
    except KeyboardInterrupt:
        return _leave(interpreter, Voice(streams.output, interpreter.local_game.match.game), at_end=True)
    except BrokenPipeError:
        # whoever read along is gone, so nothing can be said any more
        _keep(interpreter)
        if streams.output is sys.stdout:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception:
        # a fault of ours: it is raised for all to see, and the battle can be played again up to it
        _keep(interpreter)
        raise


def _keep(interpreter: Interpreter) -> Refusal | None:
    """Save the battle under its own name."""
    return write(interpreter.folder / default_name(interpreter, "save"), write_save(interpreter.local_game))


def run(interpreter: Interpreter, streams: Streams) -> int:
    """Tell, ask and listen until the person leaves."""
    voice, ears = Voice(streams.output, interpreter.local_game.match.game), Ears(streams)
    interpreter.width = voice.width
    voice.say_all(opening_lines(interpreter))
    older = newest_save(interpreter.folder)
    if older is not None and not isinstance(interpreter.local_game, LessonSitting):
        voice.say("plain", f"A battle is saved as {older}: type load to go on with it.")
    _say(
        voice,
        Reply(
            story=interpreter.tell(interpreter.local_game.history())
            + interpreter.tell(interpreter.local_game.others_play())
        ),
    )
    asked = coached = ""
    while True:
        coached = _coach(interpreter, voice, coached)
        asked = _ask(interpreter, voice, asked)
        reply = _listen(interpreter, voice, ears)
        if reply is None or reply.quit:
            return _leave(interpreter, voice, at_end=reply is None)


def _coach(interpreter: Interpreter, voice: Voice, said: str) -> str:
    """What the coach of a lesson says, when it is something new."""
    if not isinstance(interpreter.local_game, LessonSitting):
        return ""
    lines = coach_lines(interpreter.local_game.coach)
    now = "\n".join(line for _, line in lines)
    if now != said:
        voice.say_all(lines)
    return now


def _ask(interpreter: Interpreter, voice: Voice, asked: str) -> str:
    """Ask the open question; a new sort of question brings more of the situation."""
    decision = interpreter.decision
    sort = f"{decision.kind}{interpreter.state.facts.get('round', 0)}" if decision is not None else "over"
    kind = f"{sort} {id(interpreter.local_game)}"
    voice.say_all(question_lines(interpreter, first=kind != asked))
    return kind


def _listen(interpreter: Interpreter, voice: Voice, ears: Ears) -> Reply | None:
    """Take lines until one leads to a new question; None at the end of the input."""
    while True:
        line = ears.line()
        if line is None:
            return None
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        reply = hear(interpreter, line)
        _say(voice, reply)
        if reply.acted or reply.quit:
            return reply


def _say(voice: Voice, reply: Reply) -> None:
    lines: Lines = [("story", line) for line in reply.story]
    if reply.refusal is not None:
        word = "Not understood" if reply.refusal.code == "not_understood" else "Not possible"
        lines.append(("refusal", f"{word}: {reply.refusal}"))
    lines.extend(("plain", line) for line in reply.lines)
    voice.say_all(lines)


def _leave(interpreter: Interpreter, voice: Voice, at_end: bool) -> int:
    """Save what is not finished and say so."""
    why = "The input has ended. " if at_end else ""
    if interpreter.local_game.state.over:
        voice.say_all([("plain", f"{why}The battle is over. Good bye.")])
        return 0
    if isinstance(interpreter.local_game, LessonSitting):
        voice.say_all([("plain", f"{why}A lesson is not saved: it begins anew. Good bye.")])
        return 0
    path = interpreter.folder / default_name(interpreter, "save")
    refusal = _keep(interpreter)
    if refusal is not None:
        voice.say_all([("refusal", f"{why}The battle could not be saved: {refusal}")])
        return 1
    voice.say_all([("plain", f"{why}The battle is saved as {path}. Type load to go on with it next time. Good bye.")])
    return 0
