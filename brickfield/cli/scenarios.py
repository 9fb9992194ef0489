"""`brickfield scenario`: check a scenario file, and say every fault with its place."""

from __future__ import annotations

from msgspec.structs import asdict

from brickfield.cli.listing import print_json
from brickfield.cli.words import Failed, bytes_of
from brickfield.core.commands import MOST_BYTES
from brickfield.core.setup.scenario_files import read_scenario
from brickfield.games import all_games
from brickfield.speech.words import counted


def scenario(name: str, as_json: bool) -> None:
    """Check the file; one with faults is a failure, after all of them were told."""
    read = read_scenario(
        bytes_of(name, MOST_BYTES, "a scenario file (.toml or .json)"), {each.id: each for each in all_games()}
    )
    title = str(read.document.get("title", ""))
    if as_json:
        print_json(
            {
                "id": read.document.get("id", ""),
                "game": read.game,
                "title": title,
                "faults": [asdict(fault) for fault in read.faults],
            }
        )
    else:
        for fault in read.faults:
            print(f"{name}, {fault}")
    if read.faults:
        raise Failed(f"{name}: {counted(len(read.faults), 'fault')}.")
    if not as_json:
        print(f"{title}: it can be played")
