"""The questions of a battle in words: what is asked, what one needs to know for it, and the numbered options."""

from __future__ import annotations

import msgspec

from brickfield.core.asking.offers import Aims, Asked, Path, Place
from brickfield.core.decisions import Decision
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN
from brickfield.speech import words
from brickfield.speech.choices import Option, ideas, with_auto, with_last
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.placing import DEPLOY
from brickfield.speech.saying import say
from brickfield.speech.situation import living, name, relation
from brickfield.speech.speech import SpokenQuestion
from ..base.aims import aim
from ..chapters.airplanes.targeting_airplanes import is_flying
from .queries import leftmost, legal_targets, planned_as
from .speech_firing import declared
from .speech_orders import after_move

# Fewer Movement Points than this are not worth a mention.
_CRUMB = 0.05

# --- what is asked ---------------------------------------------------------------------------------------------------


def _lay(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    offer = asked.offer
    assert isinstance(offer, Place)
    pieces = [f"{piece.id} {piece.title}" for piece in offer.things]
    xs, ys = [[words.number(value / GRAIN) for value in offer.zone[axis::2]] for axis in (0, 1)]
    (x0, x1), (y0, y1) = xs[:2], ys[1:3]
    where = f"x {x0} to {x1}, y {y0} to {y1}"
    example = f"For example: lay {offer.things[0].id} at {x1} {y1} facing 0"
    return [f"Lay a piece of terrain inside {where}. Your pieces: {', '.join(pieces)}.", f"{example}, or a number:"]


def _first_turn(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    return ["You play first, so in this first turn you may either move or shoot. Which do you give up?"]


def _move(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    offer = asked.offer
    assert isinstance(offer, Path)
    able = [f"{each.unit} ({words.number(each.left)} {offer.points})" for each in offer.movers if each.left >= _CRUMB]
    lines = [f"Move your units. Able to move: {words.listed(able) if able else 'none'}."]
    if offer.enter is not None:
        waiting = [each.id for each in offer.enter.things]
        lines.append(f"From reserve may come: {words.listed(waiting)}. Type enter and the place on your edge.")
    if first:
        unit = offer.movers[0].unit if offer.movers else "A1"
        example = f"move {unit} forward 3 right 45 forward 2"
        if any(step.motion == "free" for step in offer.steps):
            example = f"move {unit} north 3, or move {unit} to 20 15"
        if interpreter.state.facts.get("round") == 1:
            lines.append("MP are Movement Points: what a unit may spend on driving and turning this turn.")
        lines.append(f"For example: {example}. try move ... shows it first; hint explains the ideas; end goes on.")
    return lines


def _declare(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    state = interpreter.state
    listed = interpreter.choices
    if not any(choice.shot is not None for choice in listed):
        lines = ["None of your units has an enemy to fire at. Type lock to go on."]
    else:
        lines = ["Plan your shots, then type lock to roll the dice. A number adds that shot to the plan:"]
        idle = _idle_shooters(state, interpreter.seat, listed)
        if idle:
            lines.append(f"Without a target: {words.listed(idle)}.")
    assert isinstance(asked.offer, Aims)
    aims = [aim for shooter in asked.offer.shooters for aim in shooter.aims if aim.refusal is None]
    piece = next((aim.target for aim in aims if aim.target in state.tokens), "")
    if piece and first:
        lines.append(f"Terrain with hit markers may be fired at too, for example: fire all at {piece}.")
    return lines


# --- options ---------------------------------------------------------------------------------------------------------


def _ways_to_begin(state: State, decision: Decision) -> list[Option]:
    """Both ways to begin, with what speaks for each."""
    reasons = {idea.answer: idea for idea in ideas(state, decision)}
    listed = []
    for each in decision.choices(state):
        idea = reasons[each.answer]
        text = f"{each.title[:1].lower()}{each.title[1:]} ({idea.reason})"
        listed.append(Option(say(state.match, each.answer), text, each.answer, clause=each.clause, value=idea.value))
    return listed


def _all_shots(state: State, decision: Decision) -> list[Option]:
    """The suggested plan, locking, and then every shot at a unit, from the leftmost unit on.

    Pieces of terrain can be named too but are not listed: there may be a hundred of them.
    """
    listed = [*_plan(state, decision), Option("lock", "roll the dice for the shots planned so far")]
    for unit_id in leftmost(state, decision.seat):
        listed.extend(
            _shot(state, unit_id, target) for target in legal_targets(state, unit_id) if target in state.units
        )
    return listed


def _plan(state: State, decision: Decision) -> list[Option]:
    best = next(iter(ideas(state, decision)), None)
    shots = msgspec.to_builtins(best.answer).get("shots", []) if best is not None else []
    if best is None or not shots:
        return []
    plan = {shot["unit"]: planned_as(shot["target"], shot.get("lead", "")) for shot in shots}
    text = f"the suggested plan, {best.reason}"
    return [
        Option(
            say(state.match, best.answer),
            text,
            plan=plan,
            then="lock",
            at_once=declared(plan),
            clause=best.clause,
            value=best.value,
        )
    ]


def _shot(state: State, unit_id: str, target: str) -> Option:
    if is_flying(state, target):
        return _shot_at_plane(state, unit_id, target)
    told = relation(state, state.units[unit_id], state.units[target])
    where = [words.length(told["inches"], state.match.game.ruler), told["direction"], f"its {told['side']}"]
    if told["hidden"]:
        where.append(words.hidden(told["hidden"]))
    text = f"{name(state, target)}, {', '.join(where)}: {words.chance(told['needed'], told['odds'])}"
    return Option(f"fire {unit_id} at {target}", text, shot=(unit_id, target), odds=told["odds"])


def _shot_at_plane(state: State, unit_id: str, target: str) -> Option:
    shown = aim(state, state.units[unit_id], target)
    away = words.length(shown.distance, state.match.game.ruler)
    text = f"{name(state, target)}, {away}, {shown.remark}: {words.chance(shown.needed, shown.odds)}"
    return Option(f"fire {unit_id} at {target}", text, shot=(unit_id, target), odds=shown.odds)


def _idle_shooters(state: State, seat: int, listed: list[Option]) -> list[str]:
    """Units that have nothing to fire at."""
    armed = {choice.shot[0] for choice in listed if choice.shot is not None}
    return [unit.id for unit in living(state, seat) if unit.id not in armed]


QUESTIONS = {
    "deploy_unit": DEPLOY,
    "place_terrain": SpokenQuestion(
        "lay a piece of terrain", _lay, choices=with_auto("lay all your pieces out sensibly"), sets_up=True
    ),
    "first_turn_choice": SpokenQuestion(
        "give up movement or shooting in your first turn", _first_turn, choices=_ways_to_begin, shows_units=True
    ),
    "move_units": SpokenQuestion(
        "move your units (type end when you are done)",
        _move,
        choices=with_last(Option("end", "no more movement this turn"), without="end_movement"),
        after=after_move,
        shows_units=True,
    ),
    "declare_targets": SpokenQuestion("plan your shots (type lock to roll the dice)", _declare, choices=_all_shots),
}
