"""Games written down as they end, so that a run of many that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
from msgspec import Struct

from brickfield.core.typed import from_json
from brickfield.players.lab.matches import MatchJob, MatchResult
from brickfield.players.lab.versions import code_version


class RecordFault(ValueError):
    """A line of a record cannot be read."""


class GameRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """One game: what was played, by whom, from which seed, and how it went.

    `key` stands for the whole job (armies, rules, seats, dice) and for the version of rules and bots: what differs in
    any of them is another game.
    """

    game: str
    scenario: str
    levels: tuple[str, ...]
    seed: str
    result: MatchResult
    key: str = ""


class GameBook:
    """The file of a run: a line for each game, in the order in which they ended."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._results: dict[str, MatchResult] = {}
        # where a line begins that was not written to its end, because the run was stopped in the middle of it
        self._torn: int | None = None
        if file.exists():
            self._read(file.read_bytes())

    def _read(self, text: bytes) -> None:
        whole, newline, rest = text.rpartition(b"\n")
        for number, line in enumerate(whole.split(b"\n"), start=1):
            if line.strip():
                self._keep(_read(number, line))
        if rest and _is_torn(rest):
            self._torn = len(whole) + len(newline)
        elif rest:
            self._keep(_read(whole.count(b"\n") + 1 + bool(newline), rest))

    def _keep(self, record: GameRecord) -> None:
        self._results[record.key] = record.result

    def find(self, job: MatchJob) -> MatchResult | None:
        """How a game went that is written down already."""
        return self._results.get(key_of(job))

    def write(self, job: MatchJob, result: MatchResult) -> None:
        """Write a game down at once."""
        setup = job.setup
        record = GameRecord(setup.game, setup.scenario, job.levels, job.seed, result, key_of(job))
        if self._torn is not None:
            with self.file.open("r+b") as lines:
                lines.truncate(self._torn)
            self._torn = None
        with self.file.open("ab") as lines:
            lines.write(msgspec.json.encode(record) + b"\n")
        self._keep(record)


_ENCODER = msgspec.json.Encoder(order="sorted")


def key_of(job: MatchJob) -> str:
    """What stands for a game among all others."""
    return hashlib.blake2b(_ENCODER.encode((code_version(job.setup.game), job)), digest_size=12).hexdigest()


def _is_torn(line: bytes) -> bool:
    """Whether a last line is the beginning of a record; what is whole, or something else, is never cut off."""
    if not line.startswith(b'{"game":'):
        return False
    try:
        msgspec.json.decode(line)
    except msgspec.DecodeError:
        return True
    return False


def _read(number: int, line: bytes) -> GameRecord:
    try:
        return from_json(line, GameRecord)
    except msgspec.MsgspecError as error:
        raise RecordFault(f"line {number} is no game: {error}") from error
