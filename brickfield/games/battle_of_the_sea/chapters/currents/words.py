"""Currents in words: whether a ship drops anchor."""

from __future__ import annotations

from brickfield.core.asking.offers import Asked
from brickfield.speech.interpreter import Interpreter, Reply, wrong_time
from brickfield.speech.reading import TypedCommand
from brickfield.speech.saying import yes_or_no
from brickfield.speech.speech import ChapterWords, SpokenQuestion, Verb


def _asked(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    return [f"{asked.title}. Drop anchor? Type yes or no."]


def _anchor(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """anchor, or yes: the ship stays. no: the current takes it along."""
    wrong = wrong_time(interpreter, "anchor")
    return wrong if wrong is not None else interpreter.give({"answer": "drop_anchor", "yes": spoken.verb != "no"})


WORDS = ChapterWords(
    verbs={"anchor": Verb((), "anchor", "stay where you are in a current; no lets the ship drift")},
    handlers={"anchor": _anchor},
    questions={"anchor": SpokenQuestion("drop anchor: yes or no", _asked, verbs=dict.fromkeys(("yes", "no"), _anchor))},
    sayings={"drop_anchor": yes_or_no},
    deeds={"drop_anchor": "anchor"},
)
