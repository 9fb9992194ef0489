"""The game in words: its verbs, its questions, its sentences, and how its units and terrain are told."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, Unit
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.placing import PLACE
from brickfield.speech.sentences import Names
from brickfield.speech.situation import name
from brickfield.speech.speech import DiceWord, Row, Speech, Verb
from ..base.aims import SURE
from ..base.aims import aim as aim_of
from ..base.battlefield import SMOKE, BattleMatch
from ..base.unit_stats import hiding_counts
from ..chapters.infantry import words as speech_infantry
from ..chapters.young_players.young_players import COLOR_DIE, color_die_hits
from . import speech_firing, speech_orders
from .queries import facing_side, hidden_share, points_left
from .speech_questions import QUESTIONS

# --- what is typed ---------------------------------------------------------------------------------------------------

VERBS = {
    "move": Verb(
        ("m", "drive"),
        "move A1 forward 3 right 45 forward 2",
        "drive a unit: forward, back, left, right, in any order",
        (
            "Without a name the unit you moved or looked at last is meant: move forward 3.",
            "Steps: forward 3 (or f3), back 2 (b2), left 30 (l30), right 45 (r45), turn around.",
            "forward max drives as far as the Movement Points allow.",
            "face B3 turns to a unit, towards B3 4 turns and drives 4 inches, to 20 15 drives to a place.",
            "Every step costs Movement Points (MP), driving back more than driving forward; try move ... shows the "
            "price.",
            "A unit may be moved again while it has points left.",
            "By quick-play rules units slide: north 3, or slide 45 3. Turning is free then.",
        ),
    ),
    "try": Verb(("t", "preview"), "try move A1 forward 3", "show what a move would cost and who would see it"),
    "end": Verb(("e", "done", "finish", "pass"), "end", "end your movement, or fire what you have planned"),
    "fire": Verb(
        ("f", "shoot", "attack", "target", "aim"),
        "fire A1 at B3, A2 at B3",
        "plan shots; nothing is rolled",
        (
            "fire A1 at B3 plans one shot; fire A1 B3, A2 B3 plans two; fire all at B3 plans all that can.",
            "fire A1 at B3, A2 at B3 with A1: infantry that attacks together, with one roll led by A1.",
            "The plan may be changed until lock. Shots are made from your left to your right.",
            "A shot is void when its target is destroyed before it is made: plan shows the chance of that.",
        ),
    ),
    "hold": Verb(("unfire", "cancel"), "hold A1", "take a unit's shot out of the plan; hold all empties it"),
    "plan": Verb(("p",), "plan", "show the planned shots and their exact odds"),
    "lock": Verb(("roll",), "lock", "lock the planned shots and roll the dice"),
    "place": PLACE,
    "lay": Verb((), "lay 2 at 12 18 facing 0", "lay a piece of terrain down"),
    "enter": Verb(("bring",), "enter A1 at 12 1 facing 90", "bring a unit on from reserve at your own edge"),
    "skip": Verb(("give up",), "skip movement", "give up movement or shooting in the very first turn"),
}
HANDLERS = {
    "move": speech_orders.move,
    "try": speech_orders.try_move,
    "end": speech_orders.end,
    "fire": speech_firing.fire,
    "hold": speech_firing.hold,
    "plan": speech_firing.plan,
    "lock": speech_firing.lock,
    "place": speech_orders.place,
    "lay": speech_orders.place,
    "enter": speech_orders.place,
    "skip": speech_orders.skip,
}

# --- what happened ---------------------------------------------------------------------------------------------------


def _chosen(event: happened.Chosen, names: Names) -> str:
    if event.what == "skipped_phase":
        # said the same whether somebody chose it or the table did, where units start placed
        who, moves = names.seat(event.seat), event.choice == "shooting"
        only = ("move" if moves else "shoot") + ("" if who == "You" else "s")
        return f"{who} only {only} in this first turn: whoever begins does one of the two."
    return ""


def _fact_changed(event: happened.FactChanged, names: Names) -> str:
    if event.name == "first" and isinstance(event.value, int):
        both = "" if event.clause == "mbb.setup.roll" else " and first to play"
        return f"{names.seat(event.value)} won the roll: first to deploy{both}."
    return ""


def _dice_shown(throw: happened.Throw, names: Names) -> str:
    if throw.label != COLOR_DIE:
        return ""
    return "a hit" if color_die_hits(throw.faces[0]) else "a miss"


def _token_marked(event: happened.TokenMarked, names: Names) -> str:
    if event.mark == "hm":
        return f"{names.thing(event.token)} has {words.counted(event.value, 'hit marker')} left."
    return ""


def _marks_cleared(event: happened.MarksCleared, names: Names) -> str:
    return "All units have their full Movement Points again." if event.mark == "spent" else ""


def _unit_held_back(event: happened.UnitHeldBack, names: Names) -> str:
    """Some are kept back on purpose, some because there is no place for them."""
    why = "found no room and waits" if event.clause == "mbb.geometry.deploy_full" else "waits"
    return f"{names.thing(event.unit)} {why} in reserve."


def _unit_destroyed(event: happened.UnitDestroyed, names: Names) -> str:
    if event.clause != "mbb.hm.bridge_down":
        return ""
    by = f", brought down by {names.thing(event.by)}" if event.by else ""
    return f"{names.thing(event.unit)} went down with the bridge{by}, and nothing is left of it."


def _effect(event: happened.Event, before: int, names: Names) -> str:
    """What a hit did, in a few words."""
    if isinstance(event, happened.TokenMarked) and event.mark == "hm":
        return f"{words.counted(event.value, 'hit marker')} left"
    if isinstance(event, happened.TokenRemoved) and event.clause == "mbb.hm.destroyed":
        return "shot away"
    if isinstance(event, happened.HazardTested) and event.call:
        return f"called {event.call}: {'it is safe' if event.safe else 'the mine goes off'}"
    return speech_infantry.effect(event, before)


def _attack_act(event: happened.Event, names: Names) -> Row:
    """The die of very young players has no numbers to need."""
    return {"need": "", "rolled": ""} if event.clause == "mbb.young.color_die" else {}


# --- how the table stands --------------------------------------------------------------------------------------------

_GUNS = {"fixed": "fixed gun, fires only ahead", "turret": "gun in a turret, fires all round"}


def _numbers(state: State, unit: Unit) -> str:
    """The Movement Points of a unit, and what is left of them."""
    card, left = state.match.cards[unit.id], points_left(state, unit.id)
    return f"{words.number(left)} of {card.mp} MP left" if left < card.mp else f"{card.mp} MP"


def _details(state: State, unit: Unit) -> list[str]:
    card = state.match.cards[unit.id]
    gun = _GUNS.get(card.mount, card.mount)
    return [f"Attack {card.ap}, Defense {card.dp}, {card.mp} Movement Points, {gun}"]


def _unit_data(state: State, unit: Unit) -> Row:
    card = state.match.cards[unit.id]
    data: Row = {key: getattr(card, key) for key in ("ap", "dp", "mp", "mount")}
    return data | ({"mp_left": round(points_left(state, unit.id), 3)} if unit.status == ALIVE else {})


def _aimed(state: State, shooter: str, target: str, row: Row) -> Row:
    """How a target in sight shows itself, and what a shot at it needs."""
    if not row["seen"] and not row.get("can_fire"):
        return {}
    shot = aim_of(state, state.units[shooter], target)
    return {
        "hidden": _hidden_that_counts(state, shooter, target),
        "side": facing_side(state, shooter, target),
        "needed": shot.needed,
        "odds": round(shot.odds, 4),
    }


def _hidden_that_counts(state: State, shooter: str, target: str) -> float:
    """The share of a target that is hidden, where that matters to the shot."""
    counts = hiding_counts(state, state.units[shooter].seat)
    return round(hidden_share(state, shooter, target), 3) if counts else 0.0


def _shot_words(told: Row) -> str:
    return words.chance(told["needed"], told["odds"])


def _sight_words(told: Row) -> str:
    parts = [f"its {told['side']} towards you"]
    if told["hidden"]:
        parts.append(words.hidden(told["hidden"]))
    return ", ".join([*parts, _shot_words(told) if told["can_fire"] else "seen, but your gun does not point there"])


def _threat_words(state: State, enemy: str, unit: str) -> str:
    shot = aim_of(state, state.units[enemy], unit)
    return f"{name(state, enemy)} at its {facing_side(state, enemy, unit)}, {words.chance(shot.needed, shot.odds)}"


def _verdict(shot: Row) -> str:
    if shot["needed"] is not None:
        return f"The roll then has to be {shot['needed']} or more: {words.percent(shot['odds'])}"
    return f"The chance to destroy it: {words.percent(shot['odds'])}" if shot["need"] != SURE else ""


def _piece_words(row: Row) -> str:
    """What a piece of terrain does."""
    if "mine" in row:
        return f"whoever touches it is tested: the mine may destroy the unit [{row['clause']}]"
    parts = ["hides what is behind it" if row["hides"] else "does not block the view"]
    if "value" in row:
        what = str(row["to"]).replace("_", " ").title()
        parts.append(f"a shot past it counts {row['value']:+d} {what} ({row['reason']})")
    parts.append("vehicles cannot drive through" if row["blocks"] else "vehicles may drive through")
    if row.get("charge"):
        parts.append(f"which costs {words.counted(row['charge'], 'Movement Point')} once in a Movement Phase")
    if row.get("marks", {}).get("hm"):
        parts.append(f"{words.counted(row['marks']['hm'], 'hit marker')} left: it can be shot away")
    return f"{', '.join(parts)} [{row['clause']}]"


def _reason_here(reason: str, match: Match) -> str:
    """Where one side holds the field against a goal, no losses decide: the goal was not reached in time."""
    assert isinstance(match, BattleMatch)
    if match.scenario.holder is None:
        return ""
    over = {"last_round": "the last round is over", "deadlock": "nothing has happened for too long"}
    return f"{over[reason]}, and the goal was not reached" if reason in over else ""


SPEECH = Speech(
    verbs=VERBS,
    handlers=HANDLERS,
    questions=QUESTIONS,
    sayings=speech_orders.SAYINGS,
    sentences={
        happened.Chosen: _chosen,
        happened.FactChanged: _fact_changed,
        happened.TokenMarked: _token_marked,
        happened.MarksCleared: _marks_cleared,
        happened.UnitHeldBack: _unit_held_back,
        happened.UnitDestroyed: _unit_destroyed,
    },
    dice={
        "deployment": DiceWord("Deployment", "a tie is thrown again"),
        "shot": DiceWord("Shot"),
    },
    dice_shown=_dice_shown,
    effect=_effect,
    attack_act=_attack_act,
    reason_here=_reason_here,
    reasons={"deadlock": "nothing has happened for too long, so the losses decide"},
    deeds={
        "lay_piece": "piece of terrain",
        "enter": "entry",
        "end_movement": "end of movement",
        "skip_phase": "choice",
        "declare": "fire plan",
    },
    voids={
        "target_destroyed": "the target is already destroyed",
        "shooter_destroyed": "it is destroyed itself",
        "no_line_of_sight": "it no longer sees the target",
        "out_of_range": "the target is out of range",
    },
    steps={
        "forward": "drove forward",
        "reverse": "drove back",
    },
    silent_phases=frozenset({"battlefield", "target_declaration"}),
    numbers=_numbers,
    details=_details,
    unit_data=_unit_data,
    aimed=_aimed,
    shot_words=_shot_words,
    sight_words=_sight_words,
    threat_words=_threat_words,
    verdict=_verdict,
    sums={"Attack Points": "Attack Points", "Defense Points": "Defense Points"},
    piece_words=_piece_words,
    signs={
        "House": "H",
        "Hedgerow": "%",
        "Low Wall": "=",
        "Light Tree Cover": "t",
        "Hill": "^",
        "Mountain": "M",
        "Large Water": "~",
        "Shallow Water": "-",
        "Mud": "m",
        "Sand Dunes": "d",
        "Bridges": "#",
        "Wire Obstacle": "x",
        "Tank Trap": "*",
        "Emplacement": "u",
        "Mine": "o",
        "Mined Zone": "m",
        SMOKE: "s",
    },
)
