"""Infantry in words: what is typed, what is asked, and what happened to its markers and plates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Path
from brickfield.speech import words
from brickfield.speech.choices import Option, with_last
from brickfield.speech.interpreter import Interpreter, Reply, misread, offered, refuse
from brickfield.speech.reading import Misread, TypedCommand, plain_words
from brickfield.speech.saying import down
from brickfield.speech.sentences import Names, by_whom
from brickfield.speech.speech import ChapterWords, SpokenQuestion, Verb
from ...base.battlefield import card_of
from ..mines.mine_tests import MINE
from .following import FOLLOWS
from .infantry import CAPTAIN_PLATE, MARKERS, REPAIRED, REPAIRS, RESTORED, SPRINTED
from .infantry_tables import SPECIALTIES, infantry_rows
from .marching_points import FOLLOW, MARCH

# Words between the names of an order.
_BETWEEN = frozenset({"to", "at", "into", "with", "of", "the", "a"})

VERBS = {
    "inside": Verb(("into",), "inside A1 T3", "a squad goes into the building it stands at"),
    "out": Verb((), "out A1 12 8.5", "a squad comes out of its building, to a place beside the wall"),
    "join": Verb((), "join A1 A2", "a half unit joins another one, or a full unit joins a gun"),
    "gather": Verb((), "gather A1 A2", "units that have lost markers form stragglers"),
    "heal": Verb((), "heal A1 A2", "medics use up a red plate for a hurt unit beside them"),
    "captain": Verb((), "captain A1 A2", "the captain goes over to another unit"),
    "repair": Verb((), "repair A1 A2", "engineers work on a wreck beside them"),
    "follow": Verb((), "follow A1 A2", "a squad follows the tank it is behind; follow A1 A2 run: at a run"),
    "leave": Verb((), "leave A1", "a squad stops following"),
}


def _named(interpreter: Interpreter, typed: list[str], count: int, example: str) -> list[str] | Reply:
    """The units and pieces that were named."""
    found: list[str] = []
    for word in [word for word in typed if word not in _BETWEEN]:
        thing = interpreter.anything(word)
        if isinstance(thing, Misread):
            return misread(thing)
        found.append(thing)
    if len(found) >= count:
        return found
    return refuse("not_understood", f"Say who and what, for example: {example}.")


def _order(answer: str, *fields: str) -> Callable[[Interpreter, TypedCommand], Reply]:
    """A command that names a unit and other things, one for each field of the answer."""

    def give(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
        offer = offered(interpreter, Path)
        if isinstance(offer, Reply):
            return offer
        verb = next(verb for verb, (kind, _names) in _ORDERS.items() if kind == answer)
        named = _named(interpreter, plain_words(spoken.rest), len(fields), VERBS[verb].usage)
        if isinstance(named, Reply):
            return named
        return interpreter.give({"answer": answer, **dict(zip(fields, named, strict=False))})

    return give


_ORDERS = {
    "inside": ("go_inside", ("unit", "building")),
    "heal": ("heal", ("unit", "target")),
    "captain": ("pass_captain", ("unit", "to")),
    "repair": ("repair", ("unit", "vehicle")),
    "leave": ("stop_following", ("unit",)),
}


def out(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """out A1 12 8.5: to a place beside the wall."""
    typed = [word for word in plain_words(spoken.rest) if word not in _BETWEEN]
    try:
        x, y = float(typed[1]), float(typed[2])
    except (IndexError, ValueError):
        return refuse("not_understood", "Say who and where, for example: out A1 12 8.5.")
    unit = interpreter.own_unit(typed[0])
    return (
        misread(unit)
        if isinstance(unit, Misread)
        else interpreter.give({"answer": "come_out", "unit": unit, "x": x, "y": y})
    )


def join(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """join A1 A2: another half unit, or a gun."""
    named = _named(interpreter, plain_words(spoken.rest), 2, "join A1 A2")
    if isinstance(named, Reply):
        return named
    unit, other = named[:2]
    on_foot = other in interpreter.state.match.cards and card_of(interpreter.state, other).is_infantry
    field = ("join_unit", "other") if on_foot else ("join_gun", "gun")
    return interpreter.give({"answer": field[0], "unit": unit, field[1]: other})


def gather(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """gather A1 A2 A3: stragglers on the plate of the first."""
    named = _named(interpreter, plain_words(spoken.rest), 1, "gather A1 A2")
    return named if isinstance(named, Reply) else interpreter.give({"answer": "form_stragglers", "units": named})


def follow(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """follow A1 A2, or follow A1 A2 run."""
    typed = plain_words(spoken.rest)
    run = bool({"run", "sprint"} & set(typed))
    named = _named(interpreter, [word for word in typed if word not in ("run", "sprint", "walk")], 2, "follow A1 A2")
    if isinstance(named, Reply):
        return named
    pace = "sprint" if run else "walk"
    return interpreter.give({"answer": "follow", "unit": named[0], "tank": named[1], "pace": pace})


HANDLERS: dict[str, Callable[[Interpreter, TypedCommand], Reply]] = {
    **{verb: _order(answer, *fields) for verb, (answer, fields) in _ORDERS.items()},
    "out": out,
    "join": join,
    "gather": gather,
    "follow": follow,
}


def ways_words(steps: list[dict[str, Any]]) -> str:
    """Ways on foot as they are typed: slide 45 3."""
    return " ".join(f"slide {words.number(step['heading'])} {down(step['inches'])}" for step in steps)


SAYINGS = {
    "walk": lambda plain: f"move {plain['unit']} {ways_words(plain['steps'])}",
    "end_infantry": lambda plain: "end",
    "go_inside": lambda plain: f"inside {plain['unit']} {plain['building']}",
    "come_out": lambda plain: f"out {plain['unit']} {words.number(plain['x'])} {words.number(plain['y'])}",
    "join_unit": lambda plain: f"join {plain['unit']} {plain['other']}",
    "join_gun": lambda plain: f"join {plain['unit']} {plain['gun']}",
    "form_stragglers": lambda plain: f"gather {' '.join(plain['units'])}",
    "heal": lambda plain: f"heal {plain['unit']} {plain['target']}",
    "pass_captain": lambda plain: f"captain {plain['unit']} {plain['to']}",
    "repair": lambda plain: f"repair {plain['unit']} {plain['vehicle']}",
    "follow": lambda plain: f"follow {plain['unit']} {plain['tank']}{' run' if plain['pace'] == 'sprint' else ''}",
    "stop_following": lambda plain: f"leave {plain['unit']}",
}
DEEDS = {
    "walk": "walk",
    "end_infantry": "end of movement",
    "go_inside": "entry",
    "come_out": "way out",
    "join_unit": "joining",
    "join_gun": "joining",
    "form_stragglers": "stragglers",
    "heal": "healing",
    "pass_captain": "handover",
    "repair": "repair",
    "follow": "following",
    "stop_following": "end of following",
}

# --- what is asked ---------------------------------------------------------------------------------------------------


def _move(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    offer = asked.offer
    assert isinstance(offer, Path)
    able = [f"{each.unit} ({words.number(each.left)} {offer.points})" for each in offer.movers if each.left >= 0.05]
    lines = [f"Move your infantry. Able to go, at a run: {words.listed(able) if able else 'none'}."]
    lines += [f"{choice.title}." for choice in offer.also if choice.refusal is None]
    if first:
        unit = offer.movers[0].unit if offer.movers else "A1"
        lines.append(
            f"For example: move {unit} north 3, or move {unit} to 20 15. A unit that runs may not attack. end goes on."
        )
    return lines


QUESTIONS = {
    "move_infantry": SpokenQuestion(
        "move your infantry (type end when you are done)",
        _move,
        choices=with_last(Option("end", "no more movement this turn"), without="end_infantry"),
        shows_units=True,
    )
}

# --- what happened ---------------------------------------------------------------------------------------------------

_TOLD = {
    SPRINTED: "{unit} has sprinted and does not attack in this turn.",
    REPAIRED: "{unit} shoots again and does not move.",
    RESTORED: "{unit} is whole again.",
    CAPTAIN_PLATE: "The captain is with {unit} now.",
}
# Who has run, where that is not because of the way it went, or does not keep it from attacking.
_RUNS = {
    "inf.captain.sprint_attack": "{unit} has sprinted; with the captain it may attack all the same.",
    "inf.med.end": "{unit} has healed and does not attack in this turn.",
}
# Where the captain goes over to others; anywhere else he is lost.
_HANDED_OVER = ("inf.captain.move", "inf.strag.create")
_GONE = {CAPTAIN_PLATE: "{unit} has lost the captain.", REPAIRED: "{unit} has no repair marker any more."}


def unit_marked(event: happened.UnitMarked, names: Names) -> str:
    """What a mark of infantry means; empty for any other mark."""
    unit = names.thing(event.unit)
    if event.mark == MARKERS:
        return f"{unit} has {words.counted(event.value, 'soldier marker')} now."
    if event.mark in SPECIALTIES:
        colour = infantry_rows()[event.mark].colour
        return (
            f"{unit} has {words.counted(event.value, f'{colour} plate') if event.value else f'no {colour} plate'} now."
        )
    for prefix, verb in ((FOLLOWS, "follows"), (REPAIRS, "is at work on")):
        if event.mark.startswith(prefix):
            other = names.thing(event.mark.removeprefix(prefix))
            return f"{unit} {verb} {other}." if event.value else f"{unit} no longer {verb} {other}."
    told = _TOLD.get(event.mark, "") if event.value else _GONE.get(event.mark, "")
    if event.mark == SPRINTED and event.value:
        told = _RUNS.get(event.clause, told)
    if event.mark == CAPTAIN_PLATE and not event.value and event.clause in _HANDED_OVER:
        told = "The captain leaves {unit}."
    return told.format(unit=unit)


def went_inside(event: happened.WentInside, names: Names) -> str:
    """Who has joined a gun is with it, and inside of nothing; empty for buildings."""
    unit = names.thing(event.unit)
    if event.clause == "inf.arty.join":
        return f"{unit} has joined {names.thing(event.thing)}."
    if event.clause == "inf.arty.attack":
        return f"{unit} has left the gun."
    if event.clause == "inf.arty.destroyed":
        where = f"inside {names.met(event.thing)}" if event.thing else "where the gun stood"
        return f"What is left of {unit} stays {where}."
    return ""


def unit_destroyed(event: happened.UnitDestroyed, names: Names) -> str:
    """The captain falls with the unit he is with; empty for any other loss."""
    if not names.mark(event.unit, CAPTAIN_PLATE):
        return ""
    by = " by a mine" if event.by == MINE else by_whom(event, names)
    return f"{names.thing(event.unit)} was destroyed{by}, and the captain with it."


def target_declared(event: happened.TargetDeclared, names: Names) -> str:
    """Who flanks goes with its lead; empty for any other shot."""
    if not event.lead:
        return ""
    return f"{names.thing(event.unit)} attacks {names.thing(event.target)} together with {names.thing(event.lead)}."


def effect(event: happened.Event, before: int) -> str:
    """What a hit took from a squad; empty for anything else."""
    if isinstance(event, happened.UnitMarked) and event.mark == CAPTAIN_PLATE and event.value < before:
        return "captain lost"
    if isinstance(event, happened.UnitMarked) and event.mark == MARKERS and event.value < before:
        return f"{words.counted(before - event.value, 'soldier')} lost"
    return ""


def is_news(mark: str, value: int) -> bool:
    """Markers and plates that come or go are news, and so is what a squad has set out to do."""
    named = mark in (MARKERS, *SPECIALTIES, REPAIRED, RESTORED) or mark.startswith((FOLLOWS, REPAIRS))
    return named or mark == CAPTAIN_PLATE or (mark == SPRINTED and value > 0)


WORDS = ChapterWords(
    verbs=VERBS,
    handlers=HANDLERS,
    questions=QUESTIONS,
    sentences={
        happened.UnitMarked: unit_marked,
        happened.UnitDestroyed: unit_destroyed,
        happened.WentInside: went_inside,
        happened.TargetDeclared: target_declared,
    },
    sayings=SAYINGS,
    deeds=DEEDS,
    steps={MARCH: "went", FOLLOW: "followed the tank for"},
    along=frozenset((FOLLOW,)),
    is_news=is_news,
)
