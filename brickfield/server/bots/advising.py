"""Hints of the server: drawn by the table's own words, thought of by a level that plans."""

from __future__ import annotations

from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.players.advice import advice
from brickfield.speech.hinting import HintAbout, HintFace, hints


def hint(state: State, seat: int, about: HintAbout) -> tuple[HintFace, ...] | Refusal:
    """What a seat could answer, the best first; `state` is the table as it imagines it."""
    return hints(state, seat, about, advice)
