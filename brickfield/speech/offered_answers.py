"""What is offered, as it is typed: a command such as "smoke A1 at 40 30" or "take rocket mini 3" is looked up among the
answers the open question offers, each in the words that would give it. So a game needs no grammar for every answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import to_builtins

from brickfield.core.asking.offers import Act, Aims, Choice, Choose, Path, Place
from brickfield.core.decisions import Decision
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.interpreter import Interpreter, Reply, refuse, wrong_time
from brickfield.speech.reading import TypedCommand, plain_words
from brickfield.speech.saying import said
from brickfield.speech.speech import Handler, Verb

Plain = dict[str, Any]
_MOST_LISTED = 4


def whole_answers(offer: Any) -> Iterator[Plain]:
    """Every answer that an offer gives whole: its choices, its shots, and those of every unit that may act."""
    if isinstance(offer, Act):
        for actor in offer.actors:
            for action in actor.actions:
                yield from whole_answers(action.offer) if action.closed is None else ()
    elif isinstance(offer, Choose):
        yield from _open(offer.choices)
    elif isinstance(offer, Aims) and not offer.plan:
        yield from _shots(offer)
    elif isinstance(offer, (Path, Place)):
        finish = offer.finish if isinstance(offer, Path) else None
        yield from _open([*(offer.also or ()), *([finish] if finish is not None else [])])


def _open(choices: Iterable[Choice]) -> Iterator[Plain]:
    yield from (to_builtins(each.answer) for each in choices if each.refusal is None and each.answer is not None)


def _shots(offer: Aims) -> Iterator[Plain]:
    for shooter in offer.shooters:
        for aim in shooter.aims:
            if aim.refusal is None:
                yield {"unit": shooter.unit, **offer.answer, "target": aim.target}


def typed_answers(state: State, decision: Decision) -> list[tuple[str, Plain]]:
    """Every whole answer of the open question with the words that give it."""
    match = state.match
    return [(said(match, answer), answer) for answer in whole_answers(decision.ask(state).offer)]


def offered_verbs(verbs: Mapping[str, Verb]) -> dict[str, Handler]:
    """Commands all of which are looked up so."""
    return {name: offered_as(name, verb.usage) for name, verb in verbs.items()}


def offered_as(verb: str, example: str) -> Handler:
    """A command that gives the offered answer its words name; where they name several, it says which there are."""

    def carried_out(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
        if interpreter.decision is None:
            return wrong_time(interpreter) or Reply()
        typed = set(plain_words(spoken.rest))
        able = [
            (told, answer)
            for told, answer in typed_answers(interpreter.state, interpreter.decision)
            if _begins(told, verb)
        ]
        fitting = [(told, answer) for told, answer in able if typed <= set(plain_words(told))]
        if len({told for told, _ in fitting}) == 1:
            return interpreter.give(fitting[0][1])
        exact = [answer for told, answer in fitting if typed == set(plain_words(told)[1:])]
        if exact:
            return interpreter.give(exact[0])
        listed = words.listed([told for told, _ in (fitting or able)[:_MOST_LISTED]], "or")
        return refuse("not_understood", f"Say which: {listed}." if able else f"Not now. Elsewhere: {example}.")

    return carried_out


def _begins(told: str, verb: str) -> bool:
    return told == verb or told.startswith(f"{verb} ")
