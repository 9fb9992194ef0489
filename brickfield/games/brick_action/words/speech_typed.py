"""Every answer of the game as it is typed, and the commands that look their answer up among what is offered."""

from __future__ import annotations

from typing import Any

from brickfield.speech import words
from brickfield.speech.offered_answers import offered_as, offered_verbs
from brickfield.speech.saying import down, yes_or_no
from brickfield.speech.speech import Handler, Verb
from ..base.battlefield import mini_number
from ..base.weapons import weapons
from .speech_orders import hold_as_typed

Plain = dict[str, Any]

# --- as it is typed --------------------------------------------------------------------------------------------------


def _deploy(plain: Plain) -> str:
    return f"place {plain['unit']} at {down(plain['x'])} {down(plain['y'])} facing {down(plain.get('heading', 90.0))}"


def strides(plain: Plain) -> str:
    """Legs in any direction of the board: by their winds where they have one, else by degrees from the east."""
    legs = []
    for step in plain["steps"]:
        wind = _wind(step["heading"])
        way = (
            f"{wind} {down(step['studs'])}" if wind else f"slide {words.number(step['heading'])} {down(step['studs'])}"
        )
        legs.append(way)
    return " ".join(legs)


def _wind(heading: float) -> str:
    return words.compass(heading) if heading % 45.0 == 0.0 else ""


def _walk(plain: Plain) -> str:
    """A way for each mini is too long to type: it goes by where the first of them ends."""
    ways = [way["points"] for way in plain["ways"] if way["points"]]
    x, y = ways[0][-1] if ways else (0.0, 0.0)
    return f"move {plain['unit']} to {words.number(x)} {words.number(y)}" if ways else f"move {plain['unit']}"


def item_title(item: str) -> str:
    return weapons()[item].title.lower()


def items_words(plain: Plain) -> str:
    used = [item_title(each["item"]) for each in plain.get("items", ())]
    return f" with {words.listed(used)}" if used else ""


def fire_words(plain: Plain) -> str:
    side = f" through side {plain['side'] + 1}" if plain.get("side", -1) >= 0 else ""
    most = plain.get("announced", 0) or plain.get("dice", 0)
    fewer = f" {words.counted(most, 'die', 'dice')}" if most else ""
    return f"fire {plain['unit']} at {plain['target']}{items_words(plain)}{side}{fewer}"


def _throw(plain: Plain) -> str:
    who = f"mini {mini_number(plain['figure'])}"
    return f"throw {plain['unit']} {item_title(plain['item'])} at {plain['target']} {who}"


SAYINGS = {
    "deploy": _deploy,
    # moving
    "move": lambda plain: f"move {plain['unit']} {strides(plain)}",
    "walk": _walk,
    "go_prone": lambda plain: f"prone {plain['unit']}",
    "rise": lambda plain: f"rise {plain['unit']}",
    "use_corner": lambda plain: f"corner {plain['unit']} {'hard' if plain.get('figures') else 'full'}",
    # attacking
    "attack": fire_words,
    "fire_item": _throw,
    "close_combat": lambda plain: f"fight {plain['unit']} {plain['target']}",
    "fire_back": lambda plain: f"fire {plain['unit']}",
    # the rest of a turn
    "place_hold": hold_as_typed,
    "drop_hold": lambda plain: f"drop {plain['unit']}",
    "rally_again": lambda plain: f"rally {plain['unit']}",
    "rally_first": lambda plain: f"rally {plain['unit']}",
    "end_turn": lambda plain: "end",
    # questions with few answers
    "give_up": lambda plain: f"remove mini {' '.join(mini_number(each) for each in plain['figures'])}",
    "pick_up": lambda plain: f"take {item_title(plain['item'])} mini {mini_number(plain['figure'])}",
    "leave_it": lambda plain: "no",
    "take_half": lambda plain: "first" if plain["half"] == "first_turn" else "zone",
    "take_zone": lambda plain: f"zone {plain['edge']}",
    "take_first": yes_or_no,
}

# --- commands that are looked up -------------------------------------------------------------------------------------

VERBS: dict[str, Verb] = {
    "throw": Verb((), "throw A1 grenade at B1", "let one mini use a grenade or a rocket on its own"),
    "corner": Verb((), "corner A1 hard", "use a corner as hard or as full cover"),
    "take": Verb((), "take rocket mini 3", "pick up a weapon that lies there"),
    "rally": Verb((), "rally A1", "try to rally once more for an action, or say who tries next"),
    "first": Verb((), "first", "after the roll-off: take the first turn"),
    "zone": Verb((), "zone, or zone south", "after the roll-off: choose the side of the board"),
}
HANDLERS: dict[str, Handler] = offered_verbs(VERBS)
# yes and no where they stand for an answer of the question's own
ANSWERED: dict[str, Handler] = {word: offered_as(word, word) for word in ("yes", "no")}
