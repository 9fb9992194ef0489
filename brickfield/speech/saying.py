"""Answers as the words one would type for them, so that every option teaches its command."""

from __future__ import annotations

from collections.abc import Callable
from math import floor
from typing import Any

import msgspec

from brickfield.core.match import Match
from brickfield.speech import words
from brickfield.speech.speech import speech_of

Plain = dict[str, Any]


def say(match: Match, answer: Any) -> str:
    """The command that gives this answer, lengths rounded down so that it stays legal."""
    return said(match, msgspec.to_builtins(answer))


def said(match: Match, plain: Plain) -> str:
    """The same for an answer as it is sent."""
    sort = plain.get("answer", "")
    saying = speech_of(match).sayings.get(sort) or GENERAL.get(sort)
    return saying(plain) if saying is not None else msgspec.json.encode(plain).decode()


def down(value: float) -> str:
    """Two decimals, never more than the value; a whole number that lost a crumb in arithmetic stays whole."""
    return words.number(floor(value * 100 + 1e-6) / 100) if value >= 0.01 else f"{value:.6f}"


def turn_words(degrees: float) -> str:
    """A turn as it is typed: left 30."""
    return f"{'left' if degrees >= 0 else 'right'} {down(abs(degrees))}"


def place_words(plain: Plain) -> str:
    """A place with its facing as it is typed: 12 3 facing 90."""
    x, y, heading = (words.number(plain[key]) for key in ("x", "y", "heading"))
    return f"{x} {y} facing {heading}"


def yes_or_no(plain: Plain) -> str:
    """An answer that agrees or declines."""
    return "yes" if plain["yes"] else "no"


# Answers of every game.
GENERAL: dict[str, Callable[[Plain], str]] = {
    "place": lambda plain: f"place {plain['unit']} at {place_words(plain)}",
    "react": yes_or_no,
    "concede": lambda plain: "concede",
    "offer_draw": lambda plain: "draw",
    "roll_off": lambda plain: f'rolloff "{plain["question"]}" {plain["method"]}',
}
