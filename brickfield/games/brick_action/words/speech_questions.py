"""Questions to the leaders of squads in words: what is asked, what one needs to know for it, and what answers it."""

from __future__ import annotations

from brickfield.core.asking.offers import Act, Asked, Choose
from brickfield.speech.asked import asked_lines
from brickfield.speech.choices import offered
from brickfield.speech.interpreter import Interpreter, during
from brickfield.speech.placing import zone_lines
from brickfield.speech.situation import name
from brickfield.speech.speech import SpokenQuestion
from . import speech_orders, speech_typed


def _take_action(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Act)
    lines = [f"{asked.text}"]
    for actor in asked.offer.actors:
        lines.append(f"  {name(interpreter.state, actor.unit)} ({actor.remark}): {speech_orders.actions_of(actor)}.")
    if first and asked.offer.actors:
        unit = asked.offer.actors[0].unit
        lines.append(
            f"For example: move {unit} north 8, fire {unit} at B1, hold {unit} on B1 moves fire, prone {unit}, end."
        )
        lines.append("try move ... shows it first; a number takes an idea; end gives up what is left of the turn.")
    return lines


def _deploy(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    return ["Place one of your units.", *zone_lines(asked, "It must stand", "both sides take turns")]


def _respond(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Act)
    lines = [asked.text]
    for actor in asked.offer.actors:
        lines.append(f"  {name(interpreter.state, actor.unit)} {actor.remark}.")
    return [*lines, "Answer as in your own turn (fire B1 at A1, move B1 north 8, prone B1), or no to keep the hold."]


def _react(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Choose)
    able = [choice.title for choice in asked.offer.choices[1:]]
    return [f"{asked.title} {'; '.join(able)}. Type yes, fire and a name, or no."]


def _plain(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    return asked_lines(asked, interpreter.state.match.game.ruler)


_TURN, _HELD, _FIRE = "take_action", "respond", "react_to_move"
_SHOTS = {"yes": speech_orders.fire_back, "no": speech_orders.fire_back, "fire": speech_orders.fire_back}
_PICKED = ("choose_losses", "fire_on", "move_on", "pursue", "place_survivors")
_CHOSEN = (
    *("choose_half", "choose_zone", "choose_first", "choose_rally", "take_weapons", "declare_corner"),
    *("assign_rocket", "may_board"),
)
QUESTIONS = {
    "deploy_unit": SpokenQuestion("place a unit", _deploy, sets_up=True),
    _TURN: SpokenQuestion(
        "take an action with a unit (type end when the turn is over)", _take_action, shows_units=True
    ),
    _HELD: SpokenQuestion("use a hold or keep it", _respond),
    _FIRE: SpokenQuestion("use reactive fire or not", _react, verbs=_SHOTS),
    "may_drop": SpokenQuestion("go prone or not: yes or no", _plain),
    "may_save_six": SpokenQuestion("let the medic try or not: yes or no", _plain),
    "may_fight_on": SpokenQuestion("fight on or not: yes or no", _plain),
    **{kind: SpokenQuestion("choose one of the numbers", _plain) for kind in _PICKED},
    **{kind: SpokenQuestion("choose one of the numbers", _plain, offered, speech_typed.ANSWERED) for kind in _CHOSEN},
}

_ACTIONS = {
    "move": speech_orders.march,
    "fire": speech_orders.attack,
    "fight": speech_orders.fight,
    "prone": speech_orders.prone,
    "rise": speech_orders.rise,
}
_OWN_TURN = {
    "try": speech_orders.try_march,
    "hold": speech_orders.hold,
    "drop": speech_orders.drop,
    "turret": speech_orders.turret,
    "dash": speech_orders.dash,
    "half": speech_orders.dash,
    "end": speech_orders.end,
}

HANDLERS = {
    **{verb: during((_TURN, _HELD, "pursue", "move_on", "fire_on"), order) for verb, order in _ACTIONS.items()},
    **{verb: during((_TURN,), order) for verb, order in _OWN_TURN.items()},
    "place": during(("deploy_unit",), speech_orders.place),
    "remove": during(("choose_losses",), speech_orders.remove),
    **speech_typed.HANDLERS,
}
