"""Holding fire in words: the note, and the shot that it was for."""

from __future__ import annotations

import msgspec

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choose
from brickfield.speech.interpreter import Interpreter, Reply, during, misread, refuse
from brickfield.speech.reading import Misread, TypedCommand, plain_words
from brickfield.speech.saying import Plain
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords, SpokenQuestion, Verb
from ...base.destroyed_units import noted_by
from ...words.queries import aim_words
from ...words.speech_orders import mech_named
from ...words.speech_questions import TURN

_RANGES, _ARCS = ("melee", "short", "long"), ("primary", "left", "right")


def _hold(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """hold A1 short primary: hold fire for a range and an arc; with `fire` at the end it fires without being asked."""
    typed = [word for word in plain_words(spoken.rest) if word not in ("range", "arc")]
    orders = "fire" if typed[-1:] == ["fire"] else "ask"
    unit = mech_named(interpreter, typed, (*_RANGES, *_ARCS, "fire"))
    if isinstance(unit, Misread):
        return misread(unit)
    band = next((word for word in typed if word in _RANGES), "")
    arc = next((word for word in typed if word in _ARCS), "primary")
    if not band:
        return refuse("not_understood", "Say which range and arc, for example: hold A1 short primary.")
    return interpreter.give({"answer": "hold_fire", "unit": unit, "range": band, "arc": arc, "orders": orders})


def _hold_words(plain: Plain) -> str:
    at_once = " fire" if plain.get("orders") == "fire" else ""
    return f"hold {plain['unit']} {plain['range']} {plain['arc']}{at_once}"


def _asked(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Choose)
    fire = asked.offer.choices[0]
    (shot,) = asked.offer.exhibits
    how = "Type no to let it pass." if fire.refusal else f"Fire ({aim_words(shot.aim)})? Type yes or no."
    return [f"{asked.text} {how}"]


def _chosen(event: happened.Chosen, names: Names) -> str:
    return f"{names.whose(event.seat)} note is thrown away unread." if event.what == "note" else ""


def _revealed(event: happened.Revealed, names: Names) -> str:
    note = msgspec.to_builtins(event.value)
    if isinstance(note, dict) and "range" in note:
        return f"{names.thing(note['unit'])} held fire for {note['range']} range in its {note['arc']} arc."
    return ""


def _secret_sealed(event: happened.SecretSealed, names: Names) -> str:
    unit = noted_by(event.name)
    return f"{names.thing(unit)} holds fire; for which range and arc is noted in secret." if unit else ""


def _fires(event: happened.ReactionTaken, names: Names) -> str:
    sort, _, unit = event.offer.rpartition(" ")
    return f"{names.thing(unit)} fires at what came into its arc." if sort.replace(" ", "_") == "hold_fire" else ""


WORDS = ChapterWords(
    verbs={
        "hold": Verb(
            (), "hold A1 short primary", "hold fire for a range and an arc; with fire at the end it is not asked"
        )
    },
    handlers={"hold": during((TURN,), _hold)},
    questions={"held_shot": SpokenQuestion("fire the held shot or not: yes or no", _asked)},
    sentences={
        happened.Chosen: _chosen,
        happened.Revealed: _revealed,
        happened.SecretSealed: _secret_sealed,
        happened.ReactionTaken: _fires,
    },
    sayings={"hold_fire": _hold_words},
    deeds={"hold_fire": "held fire"},
)
