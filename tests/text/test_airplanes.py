"""Airplanes in words: a plane is brought on, flown, told why not, and sent home."""

from __future__ import annotations

import io
from pathlib import Path

from brickfield.text import table
from brickfield.text.voice import Streams

SCRIPT = """auto
skip shooting
end
lock
end
lock
approach A1 west
approach A1 south
enter A1 at 24 1 facing 90
fly A1 back 5
fly A1 forward 5
fly A1 left 20 forward 12 left 20
fly A1 forward 9 left 30 forward 4
strike A1 bomb B2
strike A1
strike A1 missile B6
end
"""


def test_a_plane_comes_on_flies_and_strikes_in_words(tmp_path: Path) -> None:
    output = io.StringIO()
    streams = Streams(io.StringIO(SCRIPT), output)
    assert table.main(streams=streams, folder=tmp_path, seed=5, scenario="air_support") == 0
    said = output.getvalue()
    for words in (
        "Hawker Typhoon A1 rolled",
        "comes on over the south edge. [A six brings the plane]",
        "Hawker Typhoon A1 came on at 24.0, 0.0, facing north (90).",
        "Airplanes do not fly backwards.",
        "flies at least 10 inches in a Move, not 5. [Planes cannot fly slowly]",
        "may turn once in a Move, not 2 times. [How sharply planes turn]",
        "flew 9 in, turned left 30 degrees and flew 4 in.",
        "has not flown over Panther B2 in this turn. [Bomb only what you overfly]",
        "Say the airplane, the weapon and the target",
        "Hawker Typhoon A1 has 1 missile left.",
        "The movement phase begins.",
    ):
        assert words in said, words
