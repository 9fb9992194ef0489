"""Replays: a match as readable text, one block per decision, that can be played again and checked line by line.

The inputs (answers and dice) rebuild everything; events and digests stand beside them and are compared. Each line of
input carries a short check behind `~`, so that damage is found where it was done and not in what follows from it.

    brickfield replay 2
    game <id> rules 1
    setup {...} ~5a11f0
    models {...} ~3b10aa       (only where players brought models of bricks, in files of the third form)
    proof {...} ~77c2b1        (only where somebody has promised something about the dice)

    #0 ~9d3c07
    dice 4 2 ~0b72e4
    - dice_rolled {"label":...}
    = 1f0c9a... views 77ab... 90cd...

    #1 seat 0 deploy_unit ~c4e865
    > {"answer":"place",...} ~71f2aa
    ...

    end 2

In files of the first form events do not name the dice that decided them; they are compared without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from brickfield.core.commands import Command
from brickfield.core.dice import Dice, DiceRanOut, ForcedDice, Pool
from brickfield.core.events import Event
from brickfield.core.match import Match, Setup
from brickfield.core.out_of_turn import is_aside
from brickfield.core.play import Progress, answer, begin
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.saves import fingerprint
from brickfield.core.state import State
from brickfield.core.typed import from_json
from brickfield.core.views import view

if TYPE_CHECKING:
    from brickfield.core.game import Game

# The forms a replay may be written in, the newest last.
_HEADS = ("brickfield replay 1", "brickfield replay 2", "brickfield replay 3")
# A file with models of bricks has the third form; without them it is as it was before there were any.
_FIRST_FORM, NEWEST_FORM, WITH_MODELS = 1, 2, 3
NO_MODELS: Mapping[str, str] = MappingProxyType({})
_ENCODER = msgspec.json.Encoder(order="sorted")


class Entry(Struct, frozen=True):
    """One input and what came of it. The first entry of a match has no seat: it is the laying out."""

    seat: int
    decision: str
    answer: Any
    dice: tuple[int, ...]
    events: tuple[Event, ...]
    digest: str
    views: tuple[str, ...]


class Session:
    """A match being played and written down: the state, the dice and the log together."""

    def __init__(self, match: Match, dice: Dice, *, log: bool = True) -> None:
        self.match = match
        self.dice = dice
        self.entries: list[Entry] = []
        self._log = log
        progress = begin(match, dice)
        self.state = progress.state
        # what came of the last input, written down or not
        self.events = progress.events
        self._write(-1, "begin", None, progress)

    def answer(self, seat: int, reply: Any, version: int | None = None) -> Progress | Refusal:
        """Give an answer for a seat; a refusal leaves everything as it was."""
        command = Command(seat, self.state.version if version is None else version, reply)
        progress = answer(self.state, command, self.dice)
        if isinstance(progress, Refusal):
            return progress
        # only what was accepted is safe to read again without the strict reader
        kind = question_kind(self.state, seat, reply)
        self.state, self.events = progress.state, progress.events
        self._write(seat, kind, reply, progress)
        return progress

    def _write(self, seat: int, decision: str, reply: Any, progress: Progress) -> None:
        if self._log:
            self.entries.append(entry_of(seat, decision, reply, progress))

    def text(self, form: int = NEWEST_FORM) -> str:
        """The replay so far."""
        return write_replay(self.match, self.entries, form=form)


def question_kind(state: State, seat: int, reply: Any) -> str:
    """What an input answers: the kind of the seat's decision, or the name of an aside."""
    plain = msgspec.json.decode(reply) if isinstance(reply, (bytes, str)) else msgspec.to_builtins(reply)
    if is_aside(plain):
        return str(plain["answer"])
    decision = state.decision_of(seat)
    return decision.kind if decision is not None else ""


def entry_of(seat: int, decision: str, reply: Any, progress: Progress) -> Entry:
    """What the log keeps of one input."""
    state = progress.state
    plain = msgspec.json.decode(reply) if isinstance(reply, (bytes, str)) else msgspec.to_builtins(reply)
    return Entry(
        seat,
        decision,
        plain,
        tuple([face for faces in progress.thrown for face in faces]),
        progress.events,
        state.digest(),
        tuple([view(state, each).digest() for each in range(state.match.seats)]),
    )


def write_replay(
    match: Match,
    entries: Iterable[Entry],
    proof: Any = None,
    form: int = NEWEST_FORM,
    models: Mapping[str, str] = NO_MODELS,
) -> str:
    """The text of a replay; `proof` is what whoever threw the dice can show for them, `models` what its units look
    like."""
    setup = _with_check("setup " + _ENCODER.encode(match.setup).decode())
    shown = _with_check("models " + _ENCODER.encode(dict(models)).decode()) + "\n" if models else ""
    shown += "" if proof is None else _with_check("proof " + _ENCODER.encode(proof).decode()) + "\n"
    form = WITH_MODELS if models else form
    blocks = [f"{_HEADS[form - 1]}\ngame {match.game.id} rules {match.game.rules_version}\n{setup}\n{shown}"]
    blocks.extend(write_block(number, entry, form) for number, entry in enumerate(entries))
    return "\n".join([*blocks, f"end {len(blocks) - 1}\n"])


def form_of(text: str) -> int | None:
    """The form a replay is written in; None for what is no replay."""
    head = text.partition("\n")[0]
    return _HEADS.index(head) + 1 if head in _HEADS else None


def write_block(number: int, entry: Entry, form: int = NEWEST_FORM) -> str:
    """One entry as text."""
    lines = [_with_check(f"#{number}" if entry.seat < 0 else f"#{number} seat {entry.seat} {entry.decision}")]
    if entry.seat >= 0:
        lines.append(_with_check("> " + _ENCODER.encode(entry.answer).decode()))
    if entry.dice:
        lines.append(_with_check("dice " + " ".join(map(str, entry.dice))))
    lines.extend("- " + event_line(event, form) for event in entry.events)
    lines.append(f"= {entry.digest} views {' '.join(entry.views)}")
    return "\n".join(lines) + "\n"


def _with_check(line: str) -> str:
    return f"{line} ~{fingerprint(line.encode('utf-8', 'surrogatepass'))[:6]}"


def _checked(line: str) -> str | None:
    """A line without its check, or None when the two do not fit together."""
    bare = line.rpartition(" ~")[0]
    return bare if line == _with_check(bare) else None


def event_line(event: Event, form: int = NEWEST_FORM) -> str:
    """An event as one line: its name, its data, its clause."""
    data = msgspec.to_builtins(event)
    name, clause = data.pop("event"), data.pop("clause")
    if form == _FIRST_FORM:
        data.pop("throws", None)
    return f"{name} {_ENCODER.encode(data).decode()}" + (f" [{clause}]" if clause else "")


class _Block(Struct):
    line: int
    seat: int = -1
    answer: bytes = b""
    dice: tuple[int, ...] = ()
    lines: list[str] = []

    @property
    def dice_line(self) -> int:
        """Where the dice stand, if any were thrown: behind the answer, or behind the head of the laying out."""
        return self.line + (2 if self.seat >= 0 else 1)


class Replayed(Struct, frozen=True):
    """A replay that checked out: the match and the state after every input, the laying out first."""

    match: Any
    states: tuple[Any, ...]
    entries: tuple[Entry, ...]
    # every roll as the rules asked for it, and what the file shows for the dice (not looked at here)
    pools: tuple[Pool, ...] = ()
    proof: Any = None
    # the models of bricks that players brought, by name; nobody has measured them yet
    models: Mapping[str, str] = NO_MODELS


def read_replay(text: str, find_game: Callable[[str], Game | None]) -> Replayed | Refusal:
    """Play a replay again and compare every event, die and digest; a refusal names the line that is wrong."""
    lines = text.split("\n")
    match = _read_head(lines, find_game)
    if isinstance(match, Refusal):
        return match
    models = _read_models(lines)
    if isinstance(models, Refusal):
        return models
    # where the models stand, if any do, is looked past from here on
    head = 3 if models is None else 4
    proof = _read_proof(lines, head)
    if isinstance(proof, Refusal):
        return proof
    blocks, fault = _read_blocks(lines, head if proof is None else head + 1)
    form = _HEADS.index(lines[0]) + 1
    states: list[State] = []
    entries: list[Entry] = []
    pools: list[Pool] = []
    for block in blocks:
        dice = ForcedDice(block.dice)
        entry = _play_block(match, states[-1] if states else None, block, dice)
        wrong = entry if isinstance(entry, Refusal) else _first_difference(len(entries), entry[1], block, form)
        if isinstance(entry, Refusal) or wrong is not None:
            # a line that cannot be read may have been noticed first although another before it is the wrong one
            found = [each for each in (wrong, fault) if each is not None]
            return min(found, key=lambda each: int(each.data["line"]))
        states.append(entry[0].state)
        entries.append(entry[1])
        pools += dice.pools
    return fault or Replayed(match, tuple(states), tuple(entries), tuple(pools), proof, models or NO_MODELS)


def _damaged(line: int, what: str) -> Refusal:
    return invalid("damaged_replay", f"The replay is damaged at line {line}: {what}.", line=line)


def _read_head(lines: list[str], find_game: Callable[[str], Game | None]) -> Match | Refusal:
    first, second, third = [*lines, "", ""][:3]
    if first not in _HEADS:
        return _damaged(1, f"it does not begin with {_HEADS[-1]!r}")
    words = second.split(" ")
    if len(words) != 4 or words[0] != "game" or words[2] != "rules":
        return _damaged(2, "the game and its rules version are missing")
    game = find_game(words[1])
    if game is None:
        return invalid("unknown_game", f"Line 2 names the game {words[1]!r}, which is not known here.", line=2)
    played = game.by_rules(words[3])
    if played is None:
        sentence = f"The replay was made with rules version {words[3]} of {game.title} (line 2); this is version "
        return invalid("other_rules", f"{sentence}{game.rules_version}.", line=2)
    setup = _checked(third)
    if setup is None or not setup.startswith("setup "):
        return _damaged(3, "the set-up does not fit its check")
    try:
        match = played.new_match(from_json(setup[6:], Setup))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        return _damaged(3, str(error))
    return _damaged(3, f"the set-up is refused: {match.sentence}") if isinstance(match, Refusal) else match


def _read_models(lines: list[str]) -> dict[str, str] | Refusal | None:
    """The models its units look like, which only files of the third form have; they always do."""
    line = lines[3] if len(lines) > 3 else ""
    if lines[0] != _HEADS[WITH_MODELS - 1]:
        return None
    bare = _checked(line) if line.startswith("models ") else None
    try:
        return _damaged(4, "the models do not fit their check") if bare is None else from_json(bare[7:], dict[str, str])
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        return _damaged(4, str(error))


def _read_proof(lines: list[str], head: int) -> Any:
    """What the file shows for its dice; None when it shows nothing."""
    line = lines[head] if len(lines) > head else ""
    if not line.startswith("proof "):
        return None
    bare, at = _checked(line), head + 1
    try:
        return _damaged(at, "the proof does not fit its check") if bare is None else from_json(bare[6:], dict[str, Any])
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        return _damaged(at, str(error))


def _read_blocks(lines: list[str], head: int) -> tuple[list[_Block], Refusal | None]:
    """The entries between the head and the closing line, with an empty line before each, up to the first fault."""
    blocks: list[_Block] = []
    after_empty = False
    for number, line in enumerate(lines[head:], start=head + 1):
        if not line and not after_empty and (not blocks or blocks[-1].lines[-1].startswith("= ")):
            after_empty = True
            continue
        if after_empty and blocks and line == f"end {len(blocks)}":
            ends = lines[number:] == [""]
            return blocks, None if ends else _damaged(number + 1, "one empty line and nothing else follows the end")
        fault = _take_line(blocks, number, line, after_empty)
        if fault is not None:
            return blocks, fault
        after_empty = False
    return blocks, _damaged(len(lines), "the end is missing")


def _take_line(blocks: list[_Block], number: int, line: str, after_empty: bool) -> Refusal | None:
    """Add a line to the entry it belongs to, or say what is wrong with it."""
    if line.startswith("#") != after_empty:
        return _damaged(number, f"an entry begins {'here, or the end' if after_empty else 'only behind an empty line'}")
    bare = line if line[:2] in ("- ", "= ") else _checked(line)
    if bare is None:
        return _damaged(number, f"{line[:40]!r} is of no known sort or does not fit its check")
    try:
        if after_empty:
            words = bare.split(" ")
            blocks.append(_Block(number, int(words[2]) if len(words) > 2 else -1))
            if words[0] != f"#{len(blocks) - 1}":
                return _damaged(number, f"entry {len(blocks) - 1} is expected here")
        elif number == blocks[-1].line + 1 and blocks[-1].seat >= 0:
            if not bare.startswith("> "):
                return _damaged(number, "the answer is missing")
            blocks[-1].answer = bare[2:].encode()
        elif bare is not line:
            if not bare.startswith("dice ") or blocks[-1].dice:
                return _damaged(number, f"{line[:40]!r} is out of its place")
            if number != blocks[-1].dice_line:
                return _damaged(blocks[-1].dice_line, "the dice stand here")
            blocks[-1].dice = tuple(map(int, bare[5:].split(" ")))
        blocks[-1].lines.append(line)
    except (ValueError, IndexError):
        return _damaged(number, f"{line[:40]!r} cannot be read")
    return None


def _play_block(match: Match, state: State | None, block: _Block, dice: ForcedDice) -> tuple[Progress, Entry] | Refusal:
    if (state is None) != (block.seat < 0):
        return _damaged(block.line, "only the first entry has no seat")
    try:
        if state is None:
            progress: Progress | Refusal = begin(match, dice)
        else:
            progress = answer(state, Command(block.seat, state.version, block.answer), dice)
    except (DiceRanOut, ValueError) as error:
        return _damaged(block.dice_line, f"the dice do not fit: {error}")
    if isinstance(progress, Refusal):
        line = block.line if progress.code in ("not_asked", "not_a_seat") else block.line + 1
        return _damaged(line, f"the answer is refused: {progress.sentence}")
    if dice.left():
        return _damaged(block.dice_line, f"{len(dice.left())} dice are written down that nobody rolled")
    if state is None:
        return progress, entry_of(-1, "begin", None, progress)
    kind = question_kind(state, block.seat, block.answer)
    return progress, entry_of(block.seat, kind, block.answer, progress)


def _first_difference(entry: int, played: Entry, block: _Block, form: int) -> Refusal | None:
    expected = write_block(entry, played, form).split("\n")[:-1]
    for number, (right, found) in enumerate(zip_longest(expected, block.lines), start=block.line):
        if right is None:
            return _damaged(number, "a line too many")
        if found != right:
            shown = repr(found[:120]) if found is not None else "nothing"
            return _damaged(number, f"playing gives {right[:120]!r}, the file says {shown}")
    return None
