"""Mines in words: what is typed, what is asked and what happened."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choose
from brickfield.speech.choices import with_auto
from brickfield.speech.interpreter import Interpreter, Reply, offered, refuse
from brickfield.speech.placing import zone_lines
from brickfield.speech.reading import TypedCommand
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords, DiceWord, SpokenQuestion, Verb
from .mine_tests import MINE, TEST_DICE
from .minefields import FOUND, NOTE, TESTED, called

# --- what is typed ---------------------------------------------------------------------------------------------------


def write(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """write C3: the square of the secret minefield."""
    offer = offered(interpreter, Choose)
    if isinstance(offer, Reply):
        return offer
    typed = spoken.rest.strip().upper()
    if not 2 <= len(typed) <= 4:
        return refuse("not_understood", "Say a square of the grid, for example: write C3.")
    return interpreter.give({"answer": "write_square", "square": typed})


def call(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """call even or call odd, when a unit has come to a mine."""
    offer = offered(interpreter, Choose)
    if isinstance(offer, Reply):
        return offer
    typed = spoken.rest.strip().casefold()
    if typed not in ("even", "odd"):
        return refuse("not_understood", "Say call even, or call odd.")
    return interpreter.give({"answer": "call_parity", "parity": typed})


SAYINGS = {
    "write_square": lambda plain: f"write {plain['square']}",
    "lay_mine": lambda plain: f"lay mine at {plain['x']:g} {plain['y']:g} facing {plain['heading']:g}",
    "call_parity": lambda plain: f"call {plain['parity']}",
}

# --- what is asked ---------------------------------------------------------------------------------------------------


def _write(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    offer = asked.offer
    assert isinstance(offer, Choose)
    squares = [each.answer.square for each in offer.choices]
    return [
        f"{asked.text} Squares are 6 inches wide, letters go with x and numbers with y: {squares[0]} to {squares[-1]}.",
        f"Nobody else sees it. For example: write {squares[len(squares) // 2]}, or a number:",
    ]


def _lay(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    lines = zone_lines(asked, "The mine must lie", "you and the other side take turns")
    return [asked.text, *[line.replace("place mine", "lay mine") for line in lines]]


def _call(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    return [asked.text, "Type call even or call odd, or a number:"]


QUESTIONS = {
    "write_minefield": SpokenQuestion("write a square down as your secret minefield", _write),
    "place_mine": SpokenQuestion("place a mine", _lay, choices=with_auto("lay all your mines sensibly"), sets_up=True),
    "call_even_or_odd": SpokenQuestion("call even or odd", _call),
}

# --- what happened ---------------------------------------------------------------------------------------------------


def _fact_changed(event: happened.FactChanged, names: Names) -> str:
    """Squares that have come to light."""
    if event.name.startswith(FOUND):
        return f"Square {event.name.removeprefix(FOUND)} is a minefield, and stays one."
    return ""


def _unit_destroyed(event: happened.UnitDestroyed, names: Names) -> str:
    """A unit that a mine destroyed."""
    if event.by != MINE:
        return ""
    wreck = "; its wreck stays there" if event.leaves_wreck else ""
    return f"{names.thing(event.unit)} was destroyed by a mine{wreck}."


def _hazard_tested(event: happened.HazardTested, names: Names) -> str:
    """A unit that has come to a mine; those have a number, as squares of the grid do. Empty for any other hazard."""
    if not any(map(str.isdigit, event.hazard)):
        return ""
    where = called(names.match, event.hazard)
    if not event.call:
        how = f"the card is a {event.result}" if not event.result.isdecimal() else f"the die shows {event.result}"
    else:
        how = f"called {event.call}, and the total is {event.result}"
    return f"{names.thing(event.unit)} came to {where}: {how}. {'It is safe.' if event.safe else 'The mine goes off.'}"


def _sealed(event: happened.SecretSealed, names: Names) -> str:
    return f"{names.seat(event.seat)} wrote a secret minefield down." if event.name.startswith(NOTE) else ""


def _revealed(event: happened.Revealed, names: Names) -> str:
    if not event.name.startswith(NOTE):
        return ""
    return f"{names.seat(event.seat)} showed the note: the minefield is square {event.value}."


def _unit_marked(event: happened.UnitMarked, names: Names) -> str:
    tested = event.mark.startswith(TESTED)
    return f"{names.thing(event.unit)} is tested for mine {event.mark.removeprefix(TESTED)}." if tested else ""


def _marks_cleared(event: happened.MarksCleared, names: Names) -> str:
    tested = event.mark.startswith(TESTED)
    return f"Mine {event.mark.removeprefix(TESTED)} tests everybody anew." if tested else ""


WORDS = ChapterWords(
    verbs={
        "write": Verb((), "write C3", "write a square of the grid down as your secret minefield"),
        "call": Verb((), "call even", "say what the total of both dice will be at a mine"),
    },
    handlers={"write": write, "call": call},
    questions=QUESTIONS,
    sentences={
        happened.FactChanged: _fact_changed,
        happened.UnitDestroyed: _unit_destroyed,
        happened.HazardTested: _hazard_tested,
        happened.UnitMarked: _unit_marked,
        happened.MarksCleared: _marks_cleared,
        happened.SecretSealed: _sealed,
        happened.Revealed: _revealed,
    },
    dice={TEST_DICE: DiceWord("Mine")},
    sayings=SAYINGS,
    deeds={"write_square": "secret minefield", "lay_mine": "mine", "call_parity": "call"},
)
