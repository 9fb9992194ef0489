"""Special units in words: guns that have moved, vehicles that swim, what a commander does, who is taken away."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.geometry.grain import GRAIN
from brickfield.speech import words
from brickfield.speech.interpreter import Interpreter, Reply, misread
from brickfield.speech.offered_answers import offered_as
from brickfield.speech.reading import Misread, TypedCommand, plain_words
from brickfield.speech.sentences import Names, by_whom
from brickfield.speech.speech import ChapterWords, Handler, Verb
from ...base.movement import MP_GRAIN
from .special_units import ABILITY, MOVE_SHOOT_MOVE, MOVED

_ABILITIES = {
    "normal": "plays the turn as usual",
    "move_shoot_move": "will move, shoot and move again",
    "shoot_move_shoot": "shoots first, then moves and shoots again",
}


VERBS = {
    "reserve": Verb((), "reserve A3 A4, or reserve nobody", "before the battle: set units aside as reinforcements"),
    "ability": Verb((), "ability move shoot move", "how the commander's tank spends this turn"),
    "storm": Verb((), "storm A3", "after a raid: this unit moves into the house"),
    "stay": Verb((), "stay out", "after a raid: nobody moves in"),
}


def _reserve(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """reserve A3 A4: these wait off the table."""
    named = [interpreter.own_unit(each) for each in plain_words(spoken.rest) if each not in ("nobody", "none")]
    fault = next((each for each in named if isinstance(each, Misread)), None)
    return misread(fault) if fault is not None else interpreter.give({"answer": "hold_back", "units": named})


HANDLERS: dict[str, Handler] = {
    "reserve": _reserve,
    **{verb: offered_as(verb, VERBS[verb].usage) for verb in ("ability", "storm", "stay")},
}
SAYINGS = {
    "hold_back": lambda plain: f"reserve {' '.join(plain['units']) or 'nobody'}",
    "use_ability": lambda plain: f"ability {plain['ability'].replace('_', ' ')}",
    "move_in": lambda plain: f"storm {plain['unit']}",
    "stay_out": lambda plain: "stay out",
}


def ability_chosen(event: happened.Chosen, names: Names) -> str:
    """How a commander spends the turn; empty for any other choice."""
    if event.what != ABILITY:
        return ""
    return f"The commander of {names.seat(event.seat)} {_ABILITIES[event.choice]}."


def unit_marked(event: happened.UnitMarked, names: Names) -> str:
    """What a mark of a special unit means; empty for any other mark."""
    unit = names.thing(event.unit)
    match event.mark:
        case "gun_moved":
            return f"{unit} has moved and does not shoot in this turn."
        case "began_afloat":
            return f"{unit} begins the turn {'in water' if event.value else 'on land'}."
        case "turned_afloat":
            return f"{unit} has turned {words.number(event.value / GRAIN)} degrees in water in this turn."
        case "driven_afloat":
            return f"{unit} has spent {words.number(event.value / MP_GRAIN)} MP on driving since it was in water."
        case "ability":
            again = "moves" if event.value == MOVE_SHOOT_MOVE else "shoots"
            return f"{unit} {again} twice in this turn."
    return ""


def marks_cleared(event: happened.MarksCleared, names: Names) -> str:
    """What it means that such marks are gone; empty for any other mark."""
    return {MOVED: "No gun has moved yet.", ABILITY: "The commander's turn is over."}.get(event.mark, "")


def unit_destroyed(event: happened.UnitDestroyed, names: Names) -> str:
    """Guns are taken away and swimmers sink; empty for whatever becomes a wreck."""
    by = by_whom(event, names)
    if event.clause == "mbb.arty.removed":
        return f"{names.thing(event.unit)} was destroyed{by} and is taken off the table."
    if event.clause == "mbb.amph.sink":
        return f"{names.thing(event.unit)} was hit{by} and has sunk."
    return ""


def is_news(mark: str, value: int) -> bool:
    """That a gun has moved is news; the other marks of special units follow from what has just been told."""
    return mark == MOVED and value > 0


def target_declared(event: happened.TargetDeclared, names: Names) -> str:
    """A declaration that rests on a spotter; empty for any other."""
    if not event.spotter:
        return ""
    return (
        f"{names.thing(event.unit)} will fire at {names.thing(event.target)}, spotted by {names.thing(event.spotter)}."
    )


WORDS = ChapterWords(
    verbs=VERBS,
    handlers=HANDLERS,
    sentences={
        happened.Chosen: ability_chosen,
        happened.UnitMarked: unit_marked,
        happened.MarksCleared: marks_cleared,
        happened.UnitDestroyed: unit_destroyed,
        happened.TargetDeclared: target_declared,
    },
    sayings=SAYINGS,
    deeds={
        "use_ability": "choice for the commander",
        "move_in": "move into the building",
        "stay_out": "choice",
        "hold_back": "choice of reserves",
    },
    is_news=is_news,
)
