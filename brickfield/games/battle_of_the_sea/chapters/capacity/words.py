"""Capacity in words: what is carried, and what goes overboard."""

from __future__ import annotations

from brickfield.core.asking.offers import Asked, Take
from brickfield.core.events import UnitMarked
from brickfield.speech import words
from brickfield.speech.interpreter import Interpreter, Reply, offered, refuse
from brickfield.speech.reading import TypedCommand, plain_words
from brickfield.speech.sentences import Names
from brickfield.speech.situation import name
from brickfield.speech.speech import ChapterWords, SpokenQuestion, Verb

_CARGO = "cargo"
_NOTHING = ("nothing", "none")


def _asked(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Take)
    offer = asked.offer
    aboard = words.listed([str(item.weight) for item in offer.items])
    capacity = sum(item.weight for item in offer.items) - offer.least
    return [
        f"{name(interpreter.state, offer.unit)} carries {offer.least} too much (items of weight {aboard}, capacity "
        f"{capacity}): what goes overboard?",
        "For example: drop 1; drop nothing sinks with the cargo.",
    ]


def _drop(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """drop 2 1: items overboard by weight; drop nothing sinks with the cargo."""
    offer = offered(interpreter, Take)
    if isinstance(offer, Reply):
        return offer
    typed = plain_words(spoken.rest)
    if typed and typed[0] in _NOTHING:
        return interpreter.give({"answer": "go_down"})
    if not typed or not all(word.isdecimal() for word in typed):
        return refuse("not_understood", "Say the weights that go overboard, for example: drop 2 1; or drop nothing.")
    return interpreter.give({"answer": "jettison", "items": [int(word[:6]) for word in typed]})


def _carries(event: UnitMarked, names: Names) -> str:
    if not event.mark.startswith(_CARGO):
        return ""
    weight = event.mark.removeprefix(_CARGO)
    return f"{names.thing(event.unit)} carries {words.counted(event.value, 'item')} of weight {weight}."


WORDS = ChapterWords(
    verbs={"drop": Verb((), "drop 2 1", "throw items overboard by weight; drop nothing sinks with them")},
    handlers={"drop": _drop},
    questions={"drop_cargo": SpokenQuestion("drop cargo or sink", _asked)},
    sentences={UnitMarked: _carries},
    sayings={
        "jettison": lambda plain: f"drop {' '.join(map(str, plain['items']))}",
        "go_down": lambda plain: "drop nothing",
    },
    deeds={"jettison": "choice of cargo", "go_down": "decision to go down"},
)
