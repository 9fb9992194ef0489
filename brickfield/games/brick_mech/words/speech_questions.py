"""Questions to the pilots of Mechs in words: what is asked, what one needs to know for it, and what answers it."""

from __future__ import annotations

from dataclasses import replace

from brickfield.core.asking.offers import Act, Actor, Aims, Asked, Choice, Choose, Path, Place
from brickfield.speech import words
from brickfield.speech.interpreter import Interpreter, during
from brickfield.speech.placing import DEPLOY, place
from brickfield.speech.saying import say
from brickfield.speech.situation import name
from brickfield.speech.speech import SpokenQuestion
from . import speech_orders
from .queries import aim_words


def _deploy(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Place)
    if not asked.offer.also:
        return DEPLOY.lines(interpreter, asked, first)
    return [*DEPLOY.lines(interpreter, asked, first), f"{asked.text} For that type anew."]


def _take_action(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Act)
    actors = asked.offer.actors
    able = [f"{name(interpreter.state, actor.unit)} ({actor.remark}, {_points(actor)} MP)" for actor in actors]
    head = "Take an action" if len(actors) == 1 else "Choose a Mech and take its first action"
    lines = [f"{head}: {words.listed(able)}."]
    lines += {action.warning: "" for actor in actors for action in actor.actions if action.warning}
    for actor in actors if len(actors) == 1 else ():
        lines.extend(f"  {line}." for line in _reach(interpreter, actor))
    if first:
        unit = actors[0].unit
        lines.append(f"For example: move {unit} forward 3 right 45 step left 2, fire {unit} at B1, end {unit}.")
        lines.append("try move ... shows it first; hint explains the ideas; end is the end of that Mech's turn.")
    return lines


def _points(actor: Actor) -> str:
    """The Movement Points there are for a Move."""
    paths = [action.offer for action in actor.actions if isinstance(action.offer, Path)]
    return words.number(sum(mover.left for path in paths for mover in path.movers))


def _reach(interpreter: Interpreter, actor: Actor) -> list[str]:
    """What the Mech could attack, mount and note now."""
    lines: list[str] = []
    for action in actor.actions:
        if isinstance(action.offer, Aims):
            aims = [aim for shooter in action.offer.shooters for aim in shooter.aims if aim.refusal is None]
            lines += [f"can attack {name(interpreter.state, aim.target)}: {aim_words(aim)}" for aim in aims]
        elif isinstance(action.offer, Choose):
            # what lies on the table is told; of notes an example does
            typed = [(say(interpreter.state.match, each.answer), each) for each in action.offer.choices]
            lines += [f"can {said}: {each.title}, {each.text}" for said, each in typed if _lies(interpreter, each)]
            if action.offer.notes:
                lines.append(f"may {action.title.lower()} instead, for example: {typed[0][0]}")
    return lines


def _lies(interpreter: Interpreter, choice: Choice) -> bool:
    """Whether a choice is about something that lies on the table."""
    return any(thing in interpreter.state.tokens for thing in choice.about)


_DEPLOY, TURN = "deploy_unit", "take_action"
QUESTIONS = {
    _DEPLOY: replace(DEPLOY, lines=_deploy),
    TURN: SpokenQuestion("take an action with a Mech (type end when it is done)", _take_action, shows_units=True),
}

_ACTIONS = {
    "move": speech_orders.march,
    "try": speech_orders.try_march,
    "end": speech_orders.end,
    "fire": speech_orders.attack,
}

HANDLERS = {
    **{verb: during((TURN,), order) for verb, order in _ACTIONS.items()},
    "place": place,
    "anew": during((_DEPLOY,), speech_orders.anew),
}
