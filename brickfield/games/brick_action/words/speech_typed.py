"""Every answer of the game as it is typed, and the commands that look their answer up among what is offered."""

from __future__ import annotations

from typing import Any

from brickfield.speech import words
from brickfield.speech.offered_answers import offered_as
from brickfield.speech.saying import down, turn_words, yes_or_no
from brickfield.speech.speech import Handler, Verb
from ..base.battlefield import mini_number
from ..base.weapons import weapons
from ..chapters.vehicles.vehicles import vehicle_weapons
from .speech_orders import hold_as_typed

Plain = dict[str, Any]

# --- as it is typed --------------------------------------------------------------------------------------------------


def _deploy(plain: Plain) -> str:
    return f"place {plain['unit']} at {down(plain['x'])} {down(plain['y'])} facing {down(plain.get('heading', 90.0))}"


def _strides(plain: Plain) -> str:
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


# A leg shorter than this is a crumb of arithmetic, and nobody types it.
_CRUMB = 0.01
_LEGS = {"ahead": "forward", "reverse": "back"}


def _drive(plain: Plain) -> str:
    legs = [
        f"{_LEGS[leg['step']]} {down(leg['studs'])}" if "studs" in leg else turn_words(leg["degrees"])
        for leg in plain["steps"]
        if leg.get("studs", 1.0) >= _CRUMB
    ]
    return f"move {plain['unit']} {' '.join(legs)}"


def _title(item: str) -> str:
    return weapons()[item].title.lower()


def _items(plain: Plain) -> str:
    used = [_title(each["item"]) for each in plain.get("items", ())]
    return f" with {words.listed(used)}" if used else ""


def _fire(plain: Plain) -> str:
    side = f" through side {plain['side'] + 1}" if plain.get("side", -1) >= 0 else ""
    most = plain.get("announced", 0) or plain.get("dice", 0)
    fewer = f" {words.counted(most, 'die', 'dice')}" if most else ""
    return f"fire {plain['unit']} at {plain['target']}{_items(plain)}{side}{fewer}"


def _guns(plain: Plain) -> str:
    return f"fire {plain['unit']} at {plain['target']} with {vehicle_weapons()[plain['weapon']].title}"


def _throw(plain: Plain) -> str:
    who = f"mini {mini_number(plain['figure'])}"
    return f"throw {plain['unit']} {_title(plain['item'])} at {plain['target']} {who}"


def _split(plain: Plain) -> str:
    both = f"{plain['target']} {plain['dice']} and {plain['second']} {plain['second_dice']}"
    return f"split {plain['unit']} at {both}{_items(plain)}"


def _spot(plain: Plain) -> str:
    x, y = plain["spots"][0] if plain["spots"] else (0.0, 0.0)
    return f"dismount {plain['unit']} at {words.number(x)} {words.number(y)}"


SAYINGS = {
    "deploy": _deploy,
    # moving
    "move": lambda plain: f"move {plain['unit']} {_strides(plain)}",
    "walk": _walk,
    "drive": _drive,
    "dash": lambda plain: f"dash {plain['unit']} {_strides(plain)}",
    "half_move": lambda plain: f"half {plain['unit']} {_strides(plain)}",
    "move_and_fire": lambda plain: f"half {plain['unit']} {_strides(plain)} then fire",
    "fire_and_move": lambda plain: f"fire {plain['unit']} at {plain['target']}{_items(plain)} then move",
    "go_prone": lambda plain: f"prone {plain['unit']}",
    "rise": lambda plain: f"rise {plain['unit']}",
    "use_corner": lambda plain: f"corner {plain['unit']} {'hard' if plain.get('figures') else 'full'}",
    "turn_turret": lambda plain: f"turret {plain['unit']} to {words.number(plain['heading'])}",
    "mount_up": lambda plain: f"board {plain['vehicle']}",
    "dismount": _spot,
    "out_of_wreck": _spot,
    # attacking
    "attack": _fire,
    "fire_guns": _guns,
    "fire_heavy": _fire,
    "attack_armour": _fire,
    "fire_item": _throw,
    "split_fire": _split,
    "close_combat": lambda plain: f"fight {plain['unit']} {plain['target']}",
    "swarm": lambda plain: f"swarm {plain['unit']} at {plain['target']}",
    "throw_smoke": lambda plain: f"smoke {plain['unit']} at {words.number(plain['x'])} {words.number(plain['y'])}",
    "fire_back": lambda plain: f"fire {plain['unit']}",
    # the rest of a turn
    "place_hold": hold_as_typed,
    "drop_hold": lambda plain: f"drop {plain['unit']}",
    "rally_again": lambda plain: f"rally {plain['unit']}",
    "rally_first": lambda plain: f"rally {plain['unit']}",
    "activate": lambda plain: f"activate {plain['unit']}",
    "take_flag": lambda plain: f"flag {plain['unit']} mini {mini_number(plain['figure'])}",
    "leave_gun": lambda plain: f"leave {plain['unit']}",
    "crew_gun": lambda plain: f"crew {plain['unit']} {plain['weapon'].rpartition('_')[2]}",
    "end_turn": lambda plain: "end",
    # questions with few answers
    "give_up": lambda plain: f"remove mini {' '.join(mini_number(each) for each in plain['figures'])}",
    "pick_up": lambda plain: f"take {_title(plain['item'])} mini {mini_number(plain['figure'])}",
    "leave_it": lambda plain: "no",
    "give_rocket": lambda plain: f"rocket {plain['unit']} mini {mini_number(plain['figure'])}",
    "take_half": lambda plain: "first" if plain["half"] == "first_turn" else "zone",
    "take_zone": lambda plain: f"zone {plain['edge']}",
    "take_first": yes_or_no,
}

# --- commands that are looked up -------------------------------------------------------------------------------------

VERBS: dict[str, Verb] = {
    "swarm": Verb((), "swarm A1 at B1", "climb on a vehicle that the squad touches"),
    "smoke": Verb((), "smoke A1 at 40 30", "throw smoke at one of the places that are offered"),
    "throw": Verb((), "throw A1 grenade at B1", "let one mini use a grenade or a rocket on its own"),
    "split": Verb((), "split A1 at B1 and B2", "a commando attacks two targets at once"),
    "board": Verb((), "board A4", "get into a vehicle at the end of a move"),
    "dismount": Verb(("unload",), "dismount A1", "get out of a vehicle"),
    "corner": Verb((), "corner A1 hard", "use a corner as hard or as full cover"),
    "activate": Verb((), "activate A1", "activate the objective"),
    "flag": Verb((), "flag A1", "take the flag"),
    "leave": Verb((), "leave A1", "leave the heavy weapon where it stands"),
    "crew": Verb((), "crew A1", "take over a heavy weapon"),
    "take": Verb((), "take rocket mini 3", "pick up a weapon that lies there"),
    "rally": Verb((), "rally A1", "try to rally once more for an action, or say who tries next"),
    "rocket": Verb((), "rocket A1 mini 2", "before the battle: give a free rocket to a mini"),
    "first": Verb((), "first", "after the roll-off: take the first turn"),
    "zone": Verb((), "zone, or zone south", "after the roll-off: choose the side of the board"),
}
HANDLERS: dict[str, Handler] = {name: offered_as(name, verb.usage) for name, verb in VERBS.items()}
# yes and no where they stand for an answer of the question's own
ANSWERED: dict[str, Handler] = {word: offered_as(word, word) for word in ("yes", "no")}
