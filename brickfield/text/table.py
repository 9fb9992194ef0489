"""The table in a terminal: plain lines out, one command a line in. Nothing is redrawn; a script can sit here too."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

from brickfield.core.lessons.lesson import lesson_of
from brickfield.core.refusal import Refusal
from brickfield.speech.desk import Desk, Reply
from brickfield.speech.lesson_sitting import LessonSitting
from brickfield.speech.sitting import Agreement, Player, Sitting, write_save
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
    player: Player | None = None,
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
    sitting = LessonSitting(match, agreed, others, taught) if taught else Sitting(match, agreed, others)
    desk = Desk(sitting, players, where)
    if load:
        loaded = read_sitting(desk, Path(load) if Path(load).exists() else where / load)
        if isinstance(loaded, Refusal):
            print(loaded.sentence, file=sys.stderr)
            return 1
        desk.sitting = loaded
    return _play(desk, flows, json)


def _play(desk: Desk, streams: Streams, json: bool) -> int:
    """Play to the end; whatever goes wrong on the way, the battle is kept."""
    try:
        return json_seat.run(desk, streams.input, streams.output) if json else run(desk, streams)
    except KeyboardInterrupt:
        return _leave(desk, Voice(streams.output, desk.sitting.match.game), at_end=True)
    except BrokenPipeError:
        # whoever read along is gone, so nothing can be said any more
        _keep(desk)
        if streams.output is sys.stdout:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception:
        # a fault of ours: it is raised for all to see, and the battle can be played again up to it
        _keep(desk)
        raise


def _keep(desk: Desk) -> Refusal | None:
    """Save the battle under its own name."""
    return write(desk.folder / default_name(desk, "save"), write_save(desk.sitting))


def run(desk: Desk, streams: Streams) -> int:
    """Tell, ask and listen until the person leaves."""
    voice, ears = Voice(streams.output, desk.sitting.match.game), Ears(streams)
    desk.width = voice.width
    voice.say_all(opening_lines(desk))
    older = newest_save(desk.folder)
    if older is not None and not isinstance(desk.sitting, LessonSitting):
        voice.say("plain", f"A battle is saved as {older}: type load to go on with it.")
    _say(voice, Reply(story=desk.tell(desk.sitting.history()) + desk.tell(desk.sitting.others_play())))
    asked = coached = ""
    while True:
        coached = _coach(desk, voice, coached)
        asked = _ask(desk, voice, asked)
        reply = _listen(desk, voice, ears)
        if reply is None or reply.quit:
            return _leave(desk, voice, at_end=reply is None)


def _coach(desk: Desk, voice: Voice, said: str) -> str:
    """What the coach of a lesson says, when it is something new."""
    if not isinstance(desk.sitting, LessonSitting):
        return ""
    lines = coach_lines(desk.sitting.coach)
    now = "\n".join(line for _, line in lines)
    if now != said:
        voice.say_all(lines)
    return now


def _ask(desk: Desk, voice: Voice, asked: str) -> str:
    """Ask the open question; a new sort of question brings more of the situation."""
    decision = desk.decision
    sort = f"{decision.kind}{desk.state.facts.get('round', 0)}" if decision is not None else "over"
    kind = f"{sort} {id(desk.sitting)}"
    voice.say_all(question_lines(desk, first=kind != asked))
    return kind


def _listen(desk: Desk, voice: Voice, ears: Ears) -> Reply | None:
    """Take lines until one leads to a new question; None at the end of the input."""
    while True:
        line = ears.line()
        if line is None:
            return None
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        reply = hear(desk, line)
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


def _leave(desk: Desk, voice: Voice, at_end: bool) -> int:
    """Save what is not finished and say so."""
    why = "The input has ended. " if at_end else ""
    if desk.sitting.state.over:
        voice.say_all([("plain", f"{why}The battle is over. Good bye.")])
        return 0
    if isinstance(desk.sitting, LessonSitting):
        voice.say_all([("plain", f"{why}A lesson is not saved: it begins anew. Good bye.")])
        return 0
    path = desk.folder / default_name(desk, "save")
    refusal = _keep(desk)
    if refusal is not None:
        voice.say_all([("refusal", f"{why}The battle could not be saved: {refusal}")])
        return 1
    voice.say_all([("plain", f"{why}The battle is saved as {path}. Type load to go on with it next time. Good bye.")])
    return 0
