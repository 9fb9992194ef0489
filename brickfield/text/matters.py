"""Commands about the match itself: save, load, replay, draw, concede, roll-off, again, quit."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from brickfield.core.refusal import Refusal, invalid
from brickfield.core.replay import read_replay
from brickfield.games import find_game
from brickfield.speech.interpreter import Interpreter, Reply, refuse
from brickfield.speech.local_game import Agreement, LocalGame, read_save, write_save
from brickfield.speech.reading import TypedCommand, read_question

# How our own files begin: nothing else is ever written over.
_OURS = (b"brickfield replay", b'{"file":"brickfield', b'{\n  "file": "brickfield')
_LARGEST_FILE = 50_000_000


def default_name(interpreter: Interpreter, ending: str) -> str:
    """The name of a file nobody named: one for each battle, so that none is written over by the next."""
    scenario = interpreter.local_game.match.setup.scenario or "position"
    return f"battle-{scenario}-{interpreter.local_game.agreed.seed}.{ending}"


def newest_save(folder: Path) -> Path | None:
    """The battle saved last in a folder."""
    try:
        return max(folder.glob("battle-*.save"), key=lambda path: path.stat().st_mtime, default=None)
    except OSError:
        return None


def path_of(interpreter: Interpreter, typed: str, otherwise: str) -> Path:
    """Where a file named by a player lies: in the table's folder unless it has a folder of its own."""
    name = typed.strip().strip("\"'") or otherwise
    return interpreter.folder / Path(name).expanduser()


def write(path: Path, data: bytes) -> Refusal | None:
    """Write a file of ours; other people's files are left alone."""
    try:
        if path.exists() and not path.read_bytes()[:40].startswith(_OURS):
            return invalid("not_ours", f"{path} exists and was not written by this table. Choose another name.")
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(path.name + ".part")
        beside.write_bytes(data)
        beside.replace(path)
    except (OSError, ValueError) as error:
        return invalid("cannot_write", f"{path} cannot be written: {_reason(error)}.")
    return None


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def save(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """save FILE: the whole battle, to go on later."""
    path = path_of(interpreter, spoken.rest, default_name(interpreter, "save"))
    refusal = write(path, write_save(interpreter.local_game))
    return Reply(refusal=refusal) if refusal else Reply(lines=[f"Saved as {path}. To go on later: load {path}"])


def replay(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """replay FILE: the battle so far as a replay anybody can check."""
    path = path_of(interpreter, spoken.rest, default_name(interpreter, "replay"))
    refusal = write(path, interpreter.local_game.replay().encode())
    if refusal:
        return Reply(refusal=refusal)
    return Reply(lines=[f"Replay written as {path}. To check it: brickfield replay {path}"])


def load(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """load FILE: go on with a saved battle, or play on from the end of a replay."""
    newest = newest_save(interpreter.folder)
    if not spoken.rest and newest is None:
        return refuse("nothing_saved", f"No battle is saved in {interpreter.folder}. Say which file: load FILE.")
    path = path_of(interpreter, spoken.rest, newest.name if newest is not None else "")
    loaded = read_sitting(interpreter, path)
    if isinstance(loaded, Refusal):
        return Reply(refusal=loaded)
    told = interpreter.sit_down(loaded)
    return Reply(story=[f"Loaded {path}.", *told], acted=True)


def read_sitting(interpreter: Interpreter, path: Path) -> LocalGame | Refusal:
    """The sitting in a file, checked."""
    try:
        if path.stat().st_size > _LARGEST_FILE:
            return invalid("too_large", f"{path} is too large for a saved battle.")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        return invalid("cannot_read", f"{path} cannot be read: {_reason(error)}.")
    if data.startswith(b"brickfield replay"):
        replayed = read_replay(data.decode("utf-8", "replace"), find_game)
        agreed, rolled = interpreter.local_game.agreed, 0
    else:
        found = read_save(data, find_game)
        if isinstance(found, Refusal):
            return found
        replayed, agreed, rolled = found[1], found[0].agreed, found[0].rolled
    if isinstance(replayed, Refusal):
        return replayed
    local_game = LocalGame(replayed.match, agreed, interpreter.players(replayed.match, agreed))
    local_game.go_on_from(replayed, rolled)
    return local_game


def again(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """Another battle of the same kind with other dice, once this one is over."""
    if not interpreter.local_game.state.over:
        return refuse("wrong_time", "This battle is not over yet. Type concede to give it up, or quit to save it.")
    agreed: Agreement = replace(interpreter.local_game.agreed, seed=interpreter.local_game.agreed.seed + 1)
    match = interpreter.local_game.match
    told = interpreter.sit_down(LocalGame(match, agreed, interpreter.players(match, agreed)))
    return Reply(story=["A new battle.", *told], acted=True)


def concede(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """Give the battle up; asked about once."""
    if spoken.rest.casefold() != "yes":
        interpreter.confirm = "concede"
        return Reply(lines=["The battle would be lost. Type yes to give it up, anything else to play on."])
    return interpreter.give({"answer": "concede"})


def draw(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """Offer a draw; the plan stays as it is."""
    plan = dict(interpreter.plan)
    reply = interpreter.give({"answer": "offer_draw"})
    interpreter.plan = plan
    if not interpreter.local_game.state.over:
        reply.lines.append("The other side has not agreed; the battle goes on. Your next answer ends the offer.")
    return reply


def rolloff(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """rolloff "question" [way]: dice settle a disagreement and change nothing on the table."""
    question, method = read_question(spoken.rest)
    if not question:
        return refuse(
            "not_understood", 'Say what the dice should decide, for example: rolloff "Is the wall in the way?"'
        )
    answer = {"answer": "roll_off", "question": question} | ({"method": method} if method else {})
    plan = dict(interpreter.plan)
    reply = interpreter.give(answer)
    interpreter.plan = plan
    return reply


def leave(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """Save and leave."""
    return Reply(quit=True)
