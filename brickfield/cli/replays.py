"""`brickfield replay`: play a replay file again, check every line of it, tell its story, write the one-file viewer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from brickfield.cli.words import Failed, WrongWords, file_to_write
from brickfield.core.events import RoundStarted
from brickfield.core.match import Match
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, read_replay
from brickfield.core.state import State
from brickfield.games import find_game
from brickfield.speech.words import counted

# A long battle has a few hundred kilobytes; this keeps a wrong file from filling the memory.
_LARGEST_FILE = 64_000_000


def replay(name: str, verify: bool, html: str | None) -> None:
    """Check the file, then say how the battle went; with `html` write the viewer too."""
    out = file_to_write("--html", html, name, "replay")
    replayed = read_replay(_text_of(name), find_game)
    if isinstance(replayed, Refusal):
        raise Failed(f"{name}: {replayed.sentence}")
    page = _page(replayed) if out is not None else ""
    for line in [*_head(replayed), *_story(replayed), *_end(replayed), *(_verified(replayed) if verify else ())]:
        print(line)
    if out is not None:
        out.write_text(page, "utf-8", newline="\n")
        print(f"written: {out}")


def _page(replayed: Replayed) -> str:
    from brickfield.replay_viewer import as_html
    from brickfield.replay_viewer.steps import replay_of

    page = as_html(replay_of(replayed), replayed.match.game, replayed.models)
    if isinstance(page, Refusal):
        raise Failed(page.sentence)
    return page


def _text_of(name: str) -> str:
    path = Path(name)
    try:
        if path.is_dir():
            raise WrongWords(f"{name!r} is a folder; name a replay file.")
        if path.stat().st_size > _LARGEST_FILE:
            raise Failed(f"{name}: the file has more than {_LARGEST_FILE} bytes and is no replay.")
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise WrongWords(f"there is no file {name!r}.") from error
    except OSError as error:
        raise Failed(f"{name}: {error.strerror or error}.") from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Failed(f"{name}: The replay is damaged at line {line}: it is not text.") from error


def _head(replayed: Replayed) -> list[str]:
    match: Match = replayed.match
    seats = ", ".join(match.seat_name(seat) for seat in range(match.seats))
    scenario = match.setup.scenario or "a position"
    return [f"{match.game.title} (rules {match.game.rules_version}), {scenario}: {seats}"]


def _story(replayed: Replayed) -> Iterator[str]:
    """How the battle went, as the log of a table tells it, with a gap before every round."""
    from brickfield.speech.story import story

    for entry, before in zip(replayed.entries, (replayed.states[0], *replayed.states), strict=False):
        rounds = [at for at, event in enumerate(entry.events) if isinstance(event, RoundStarted)]
        for start, end in pairwise([0, *rounds, len(entry.events)]):
            yield from [""] if start in rounds else []
            yield from map(str, story(entry.events[start:end], before))


def _end(replayed: Replayed) -> list[str]:
    final: State = replayed.states[-1]
    rounds, answers = int(final.facts.get("round", 0)), len(replayed.entries) - 1
    ended = "" if final.over else " The battle has not ended."
    return ["", f"{answers} answers, {counted(rounds, 'round')}.{ended}"]


def _verified(replayed: Replayed) -> list[str]:
    """What was checked, with its figures."""
    dice = sum(len(entry.dice) for entry in replayed.entries)
    events = sum(len(entry.events) for entry in replayed.entries)
    checked = f"verified: {len(replayed.entries)} entries, {dice} dice, {events} events, every digest; "
    return [checked + f"final state {replayed.states[-1].digest()}", _proof_line(replayed)]


def _proof_line(replayed: Replayed) -> str:
    """Whether the dice are those that were promised, where the file shows something for it."""
    if replayed.proof is None:
        return "dice: the file brings no proof of them."
    from brickfield.server.rooms.proofs import check_proof

    checked = check_proof(replayed)
    if isinstance(checked, Refusal):
        raise Failed(checked.sentence)
    return f"dice: all {checked} rolls come from the seed that was promised (docs/dice.md says what that proves)."
