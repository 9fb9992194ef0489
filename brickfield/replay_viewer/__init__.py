"""The one-file viewer: a checked replay as a web page that needs no network and trusts no text in it."""

from __future__ import annotations

import base64
import hashlib
import html
import string
from functools import cache
from pathlib import Path

import msgspec

from brickfield.core.replay import Replayed
from brickfield.replay_viewer.story import tell

_FOLDER = Path(__file__).parent
_SCRIPTS = ("draw.js", "show.js")


@cache
def _part(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def as_html(replayed: Replayed) -> str:
    """The page. Its own script is the only one it lets run, and all texts of the replay are data to that script."""
    story = tell(replayed)
    script = "\n".join(_part(name) for name in _SCRIPTS)
    fingerprint = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return string.Template(_part("viewer.html")).substitute(
        title=html.escape(f"{story['title']} - {story['game']}"),
        style=_part("viewer.css"),
        script=script,
        fingerprint=fingerprint,
        story=data_block(msgspec.json.encode(story)),
    )


def data_block(json: bytes) -> str:
    """JSON that can stand inside a script element: no character in it can end the element or open another."""
    text = json.decode()
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text
