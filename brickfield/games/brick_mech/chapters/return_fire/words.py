"""Return fire in words: whether who is attacked fires back."""

from __future__ import annotations

from brickfield.core.asking.offers import Asked, Choose
from brickfield.core.events import ReactionTaken
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.sentences import Names
from brickfield.speech.situation import name
from brickfield.speech.speech import ChapterWords, SpokenQuestion
from ...words.queries import aim_words


def _asked(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Choose)
    theirs, reply = (exhibit.aim for exhibit in asked.offer.exhibits)
    attacker, target = name(interpreter.state, theirs.unit), name(interpreter.state, theirs.target)
    costs = " ".join(note.text for note in asked.offer.notes)
    return [
        f"{attacker} attacks {target} ({aim_words(theirs)}). "
        f"Return fire at the same time ({aim_words(reply)})? Type yes or no. {costs}"
    ]


def _returns(event: ReactionTaken, names: Names) -> str:
    sort, _, unit = event.offer.rpartition(" ")
    return f"{names.thing(unit)} returns fire." if sort.replace(" ", "_") == "return_fire" else ""


WORDS = ChapterWords(
    questions={"return_fire": SpokenQuestion("return fire or not: yes or no", _asked)},
    sentences={ReactionTaken: _returns},
)
