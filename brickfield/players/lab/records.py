"""Games written down as they end, so that a run of many that was stopped goes on where it was."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from brickfield.core.typed import from_json
from brickfield.players.lab.matches import Result, Tournament


class RecordFault(ValueError):
    """A line of a record cannot be read."""


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """One game: what was played, by whom, from which seed, and how it went."""

    game: str
    scenario: str
    levels: tuple[str, ...]
    seed: str
    result: Result


class GameBook:
    """The file of a run: a line for each game, in the order in which they ended."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._records: list[Record] = []
        if file.exists():
            with file.open("rb") as lines:
                self._records = [_read(number, line) for number, line in enumerate(lines, start=1) if line.strip()]

    def played(self, tournament: Tournament) -> dict[int, Result]:
        """The games of a tournament that are written down already, by number."""
        key = _key(tournament)
        return {record.result.index: record.result for record in self._records if _of(record) == key}

    def write(self, tournament: Tournament, result: Result) -> None:
        """Write a game down at once."""
        game, scenario, levels, seed = _key(tournament)
        record = Record(game, scenario, levels, seed, result)
        with self.file.open("ab") as lines:
            lines.write(msgspec.json.encode(record) + b"\n")
        self._records.append(record)


_Key = tuple[str, str, tuple[str, ...], str]


def _key(tournament: Tournament) -> _Key:
    return tournament.setup.game, tournament.setup.scenario, tournament.levels, tournament.seed


def _of(record: Record) -> _Key:
    return record.game, record.scenario, record.levels, record.seed


def _read(number: int, line: bytes) -> Record:
    try:
        return from_json(line, Record)
    except msgspec.MsgspecError as error:
        raise RecordFault(f"line {number} is no game: {error}") from error
