"""The one-file viewer: a replay as a web page that needs no network and trusts no text in it.

The page is the client's own, built into one script and one style sheet beside this file (`make client`).
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import re
import string
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec import Raw, Struct
from msgspec.json import encode

from brickfield.core.game import Game
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.replay import NO_MODELS
from brickfield.replay_viewer.steps import Replay
from brickfield.speech.clause_cards import ClauseCard, clause_cards

_FOLDER = Path(__file__).parent
# A package of its own: it may come later than this one.
_SITE = f"{__name__}.site"
_WORD = re.compile(rb"[a-z0-9_.]+")


class Story(Struct, frozen=True):
    """What the page is given: the replay, and the clauses that it names."""

    replay: Replay
    clauses: tuple[ClauseCard, ...]
    # how the models that players brought are drawn, by name
    models: dict[str, Raw] = {}


def as_html(
    replay: Replay, game: Game, models: Mapping[str, str] = NO_MODELS, site: Traversable | None = None
) -> str | Refusal:
    """The page. Its own script is the only one it lets run, and all texts of the replay are data to that script."""
    try:
        site = site or files(_SITE)
        script, style = ((site / name).read_text("utf-8") for name in ("replay.js", "replay.css"))
    except (FileNotFoundError, ModuleNotFoundError):
        return invalid("not_built", "The page that shows replays has not been built: run  make client  in the project.")
    fingerprint = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return string.Template((_FOLDER / "viewer.html").read_text("utf-8")).substitute(
        title=html.escape(f"{replay.face.title} - {game.title}"),
        style=style,
        script=script,
        fingerprint=fingerprint,
        story=_data_block(encode(_story(replay, game, models))),
    )


def _story(replay: Replay, game: Game, models: Mapping[str, str]) -> Story:
    told = encode(replay)
    words = {word.strip(b".") for word in _WORD.findall(told)}
    cited = tuple([card for card in clause_cards(game) if card.id.encode() in words])
    # only what the replay shows; a file may bring anything, and what cannot be read is drawn without
    drawn = _drawn({name: form for name, form in models.items() if name.encode() in told})
    return Story(replay, cited, drawn)


def _drawn(models: Mapping[str, str]) -> dict[str, Raw]:
    if not models:
        return {}
    # few battles have models of their players
    from brickfield.bricks.own import drawing_text

    drawn = {name: drawing_text(form) for name, form in models.items()}
    return {name: Raw(text) for name, text in drawn.items() if isinstance(text, bytes)}


def _data_block(json: bytes) -> str:
    """Data that can stand inside a script element: packed, as one view is much like the next, in letters and digits."""
    return base64.b64encode(gzip.compress(json, mtime=0)).decode()
