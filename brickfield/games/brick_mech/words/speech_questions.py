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


def _return_fire(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Choose)
    theirs, reply = (exhibit.aim for exhibit in asked.offer.exhibits)
    attacker, target = name(interpreter.state, theirs.unit), name(interpreter.state, theirs.target)
    costs = " ".join(note.text for note in asked.offer.notes)
    return [
        f"{attacker} attacks {target} ({aim_words(theirs)}). "
        f"Return fire at the same time ({aim_words(reply)})? Type yes or no. {costs}"
    ]


def _held_shot(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Choose)
    fire = asked.offer.choices[0]
    (shot,) = asked.offer.exhibits
    how = "Type no to let it pass." if fire.refusal else f"Fire ({aim_words(shot.aim)})? Type yes or no."
    return [f"{asked.text} {how}"]


def _challenge(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Choose)
    measured = asked.offer.choices[0].text
    return [f"An attack was measured: {measured}. Type yes to accept it, or challenge arc, or challenge cover."]


def _vote(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Choose)
    ballots = words.listed([choice.answer.choice for choice in asked.offer.choices], "or")
    return [f"{asked.title}, which is challenged. Type ballot and {ballots}."]


_DEPLOY, _TURN, _CHALLENGED, _VOTE = "deploy_unit", "take_action", "may_challenge", "vote"
_ACCEPTS = {"yes": speech_orders.challenge, "no": speech_orders.challenge}
QUESTIONS = {
    _DEPLOY: replace(DEPLOY, lines=_deploy),
    _TURN: SpokenQuestion("take an action with a Mech (type end when it is done)", _take_action, shows_units=True),
    "return_fire": SpokenQuestion("return fire or not: yes or no", _return_fire),
    "held_shot": SpokenQuestion("fire the held shot or not: yes or no", _held_shot),
    _CHALLENGED: SpokenQuestion(
        "accept what was measured (yes), or challenge arc or cover", _challenge, verbs=_ACCEPTS
    ),
    _VOTE: SpokenQuestion("vote on what was challenged", _vote),
}

_ACTIONS = {
    "move": speech_orders.march,
    "try": speech_orders.try_march,
    "end": speech_orders.end,
    "fire": speech_orders.attack,
    "hold": speech_orders.hold,
    "mount": speech_orders.mount,
    "detach": speech_orders.detach,
}

HANDLERS = {
    **{verb: during((_TURN,), order) for verb, order in _ACTIONS.items()},
    "place": place,
    "anew": during((_DEPLOY,), speech_orders.anew),
    "challenge": during((_CHALLENGED,), speech_orders.challenge),
    "ballot": during((_VOTE,), speech_orders.vote),
}
