"""The words a player may type, with a line of help for each."""

from __future__ import annotations

from typing import NamedTuple


class Verb(NamedTuple):
    """A command: other words for it, how it is typed, and what it does."""

    also: tuple[str, ...]
    usage: str
    does: str


_PLAY: dict[str, Verb] = {
    "move": Verb(
        ("m", "drive", "sail"),
        "move A1 forward 3 right 45 forward 2",
        "drive a unit: forward, back, left, right, in any order",
    ),
    "try": Verb(("t", "preview"), "try move A1 forward 3", "show what a move would cost and who would see it"),
    "end": Verb(("e", "done", "finish", "pass"), "end", "end your movement, or fire what you have planned"),
    "fire": Verb(("f", "shoot", "attack", "target", "aim"), "fire A1 at B3, A2 at B3", "plan shots; nothing is rolled"),
    "hold": Verb(("unfire", "cancel"), "hold A1", "take a unit's shot out of the plan; hold all empties it"),
    "plan": Verb(("p",), "plan", "show the planned shots and their exact odds"),
    "lock": Verb(("roll",), "lock", "lock the planned shots and roll the dice"),
    "place": Verb(("put", "deploy"), "place A1 at 12 3 facing 90", "put a unit on the table before the battle"),
    "lay": Verb((), "lay 2 at 12 18 facing 0", "lay a piece of terrain down"),
    "enter": Verb(("bring",), "enter A1 at 12 1 facing 90", "bring a unit on from reserve at your own edge"),
    "skip": Verb(("give up",), "skip movement", "give up movement or shooting in the very first turn"),
    "auto": Verb(("accept",), "auto", "do what hint thinks best; before the battle: place all your units"),
    "yes": Verb(("y", "ok"), "yes", "agree to what was just asked"),
    "no": Verb(("n", "decline"), "no", "decline what was just asked"),
    "undo": Verb(("u", "z", "takeback", "take back"), "undo", "take your last answer back, until dice fall"),
}
_SEA: dict[str, Verb] = {
    "ram": Verb((), "ram A1 B1", "run straight into an enemy ship; behind legs: sail A1 north 2 ram B1"),
    "lose": Verb((), "lose 2 firepower, 1 speed", "choose which markers a hit ship gives up"),
    "take": Verb((), "take G1", "take treasure aboard instead of attacking"),
    "unload": Verb((), "unload", "bring the cargo ashore in your own port"),
    "drop": Verb((), "drop 2 1", "throw items overboard by weight; drop nothing sinks with them"),
    "anchor": Verb((), "anchor", "stay where you are in a current; no lets the ship drift"),
    "repair": Verb(("mend",), "repair firepower", "choose the marker that a ship in port gets back"),
}
_MECHS: dict[str, Verb] = {
    "mount": Verb((), "mount A1 P3", "fit a loose part that lies beside a Mech; mount A1 P3 arm takes half of it"),
    "detach": Verb((), "detach A1 left arm", "take an own shoulder or arm off"),
    "challenge": Verb((), "challenge arc", "let the table vote on the arc or the cover of an attack"),
    "ballot": Verb((), "ballot primary", "vote on what was challenged"),
}
_ASK: dict[str, Verb] = {
    "look": Verb(("l", "where", "near", "sees"), "look A1", "all about a unit or a piece: place, targets, dangers"),
    "who": Verb(("who sees",), "who sees A1", "which enemies could fire at a unit"),
    "why": Verb(("w",), "why 2, or why A1 B3", "where the numbers of an option or a shot come from"),
    "hint": Verb(("h", "suggest", "advice"), "hint", "the best ideas for now, with reasons"),
    "units": Verb(("situation", "status", "sit"), "units", "all units of both sides"),
    "terrain": Verb(("pieces",), "terrain", "houses, walls, hedges and what they do"),
    "map": Verb(("picture",), "map", "the table as a small picture"),
    "goal": Verb(("score",), "goal", "what the battle is about, the score and the round"),
    "options": Verb(("o", "what", "ask"), "options", "ask the open question again with its numbers"),
    "clause": Verb(("c", "rule"), "clause mbb.mod.rear", "read a rule"),
    "log": Verb(("history",), "log, or log all", "what happened so far"),
    "help": Verb(("?", "commands"), "help, or help move", "this list, or one command in detail"),
}
_MATCH: dict[str, Verb] = {
    "save": Verb((), "save FILE", "keep the battle for later"),
    "load": Verb((), "load FILE", "go on with a saved battle"),
    "replay": Verb((), "replay FILE", "write the battle as a replay"),
    "draw": Verb((), "draw", "offer a draw"),
    "concede": Verb(("resign", "surrender"), "concede", "give the battle up"),
    "rolloff": Verb(("roll off", "roll-off"), 'rolloff "Is the wall in the way?"', "let dice settle a disagreement"),
    "again": Verb(("new",), "again", "after a battle: play another one"),
    "quit": Verb(("q", "exit", "bye"), "quit", "save and leave"),
}

VERBS: dict[str, Verb] = {**_PLAY, **_SEA, **_MECHS, **_ASK, **_MATCH}
ALIASES: dict[str, str] = {name: name for name in VERBS} | {
    also: name for name, verb in VERBS.items() for also in verb.also
}

_MORE = {
    "move": (
        "Without a name the unit you moved or looked at last is meant: move forward 3.",
        "Steps: forward 3 (or f3), back 2 (b2), left 30 (l30), right 45 (r45), turn around.",
        "forward max drives as far as the Movement Points allow.",
        "face B3 turns to a unit, towards B3 4 turns and drives 4 inches, to 20 15 drives to a place.",
        "Every step costs Movement Points (MP), driving back more than driving forward; try move ... shows the price.",
        "A unit may be moved again while it has points left.",
        "By quick-play rules units slide: north 3, or slide 45 3. Turning is free then.",
        "A Mech also steps aside: move A1 step left 2; its turns are left 45, right 90, face B1.",
        "At sea a course is legs in any direction: sail A1 north 3 go 60 2, astern 2, towards B1, sail A1 stay.",
    ),
    "fire": (
        "fire A1 at B3 plans one shot; fire A1 B3, A2 B3 plans two; fire all at B3 plans all that can.",
        "The plan may be changed until lock. Shots are made from your left to your right.",
        "A Mech attacks at once: fire A1 at B1, with Targeted Shots also fire A1 at B1 left arm.",
        "At sea the ship that has just sailed fires at once: fire B1, or fire 6 at B1, 4 at B2.",
        "A shot is void when its target is destroyed before it is made: plan shows the chance of that.",
    ),
    "why": ("why 2 explains option 2; why A1 B3 explains the shot of A1 at B3, also if it is impossible.",),
    "place": ("x counts from the left edge, y from the near edge; 90 faces north, 270 south. Or: facing north.",),
    "undo": ("Undo works until dice have fallen or the other side has answered.",),
    "rolloff": ("It is written down and changes nothing on the table.",),
}


# Words that a game uses in its own way.
_ALSO = {
    "At sea": (
        "sail A1 north 3 go 60 2 - a course of legs in any direction; help sail tells more",
        "fire 6 at B1, 4 at B2 - divide the dice of the ship that has just sailed; hold does nothing more with it",
    ),
}
_SAIL = (
    "sail: a course of legs from the bow, each in any direction. Type: sail A1 north 3 go 60 2.",
    "Without a name the ship you named last is meant: sail north 3, or only north 3.",
    "Legs: north 3 (any wind), go 60 2 (degrees and inches), forward 3, right 45 forward 2, towards B1 4, to 20 15.",
    "north max goes as far as the speed and the water allow; astern 2 goes straight back, as the first leg only.",
    "A ram comes last: sail A1 north 2 ram B1, or ram A1 B1. sail A1 stay does not move it, but it may then attack.",
    "try sail ... shows what it takes and what could be fired at from there.",
)


def help_lines(topic: str = "") -> list[str]:
    """The list of commands, or one command in detail."""
    if topic.casefold().strip() == "sail":
        return list(_SAIL)
    name = ALIASES.get(topic.casefold().strip())
    if name is not None:
        verb = VERBS[name]
        also = f" Also: {', '.join(verb.also)}." if verb.also else ""
        return [f"{name}: {verb.does}. Type: {verb.usage}.{also}", *_MORE.get(name, ())]
    lines = ["A number picks an option. Units have short names: your A1 may also be typed 1."]
    chapters = {"To play": _PLAY, "At sea": _SEA, "With Mechs": _MECHS, "To ask": _ASK, "The match": _MATCH}
    for title, verbs in chapters.items():
        lines.append(f"{title}:")
        lines.extend(f"  {line}" for line in _ALSO.get(title, ()))
        lines.extend(f"  {verb.usage} - {verb.does}" for verb in verbs.values())
    lines.append("help move tells more about one command. Short forms work: m, f3, l, w, e, u, q.")
    return lines
