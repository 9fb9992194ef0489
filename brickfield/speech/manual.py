"""The words a player may type in a game, with a line of help for each: the game's own and those of every table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from brickfield.speech.speech import Verb, speech_of

if TYPE_CHECKING:
    from brickfield.core.game import Game

_ALWAYS: dict[str, Verb] = {
    "auto": Verb(("accept",), "auto", "do what hint thinks best; before the battle: place all your units"),
    "yes": Verb(("y", "ok"), "yes", "agree to what was just asked"),
    "no": Verb(("n", "decline"), "no", "decline what was just asked"),
    "undo": Verb(
        ("u", "z", "takeback", "take back"),
        "undo",
        "take your last answer back, until dice fall",
        ("Undo works until dice have fallen or the other side has answered.",),
    ),
}
_ASK: dict[str, Verb] = {
    "look": Verb(("l", "where", "near", "sees"), "look A1", "all about a unit or a piece: place, targets, dangers"),
    "who": Verb(("who sees",), "who sees A1", "which enemies could fire at a unit"),
    "why": Verb(
        ("w",),
        "why 2, why A1 B3, or why not A1",
        "where the numbers of an option or a shot come from",
        ("why 2 explains option 2; why A1 B3 explains the shot of A1 at B3, also if it is impossible.",),
    ),
    "hint": Verb(("h", "suggest", "advice"), "hint", "the best ideas for now, with reasons"),
    "units": Verb(("situation", "status", "sit"), "units", "all units of both sides"),
    "terrain": Verb(("pieces",), "terrain", "the pieces on the table and what they do"),
    "map": Verb(("picture",), "map", "the table as a small picture"),
    "goal": Verb(("score",), "goal", "what the battle is about, the score and the round"),
    "options": Verb(("o", "what", "ask"), "options", "ask the open question again with its numbers"),
    "clause": Verb(("c", "rule"), "clause move", "read the rules that have this word, or one by its name in brackets"),
    "meaning": Verb(("what is", "what does"), "what is AP", "what a short word means, or all of them: meaning"),
    "log": Verb(("history",), "log, or log all", "what happened so far"),
    "help": Verb(("?", "commands"), "help, or help fire", "this list, or one command in detail"),
}
_MATCH: dict[str, Verb] = {
    "save": Verb((), "save FILE", "keep the battle for later"),
    "load": Verb((), "load FILE", "go on with a saved battle"),
    "replay": Verb((), "replay FILE", "write the battle as a replay"),
    "draw": Verb((), "draw", "offer a draw"),
    "concede": Verb(("resign", "surrender"), "concede", "give the battle up"),
    "rolloff": Verb(
        ("roll off", "roll-off"),
        'rolloff "Is the wall in the way?"',
        "let dice settle a disagreement",
        ("It is written down and changes nothing on the table.",),
    ),
    "again": Verb(("new",), "again", "after a battle: play another one"),
    "quit": Verb(("q", "exit", "bye"), "quit", "save and leave"),
}
# The verb of a line that begins with a step, such as "forward 3", in the words of a game.
_MOVES = "move"
_NO_MORE: Mapping[str, Verb] = MappingProxyType({})


class Manual:
    """All verbs of a game by their names and by every other word for them."""

    def __init__(self, game: Game) -> None:
        own = speech_of(game).verbs
        self.chapters = {"To play": {**own, **_ALWAYS}, "To ask": _ASK, "The match": _MATCH}
        self.verbs: dict[str, Verb] = {name: verb for verbs in self.chapters.values() for name, verb in verbs.items()}
        self.aliases = {name: name for name in self.verbs} | {
            also: name for name, verb in self.verbs.items() for also in verb.also
        }
        # for programs: how the game's own verbs are typed, and those that explain
        self.notation = [verb.usage for verb in (*own.values(), _ASK["why"], _ASK["look"], _ASK["who"])]

    @property
    def mover(self) -> str:
        """The verb of an order that only says its steps."""
        return self.aliases.get(_MOVES, _MOVES)

    def help_lines(
        self, topic: str = "", *, table: Mapping[str, Verb] = _NO_MORE, without: Collection[str] = ()
    ) -> list[str]:
        """The list of commands, or one command in detail; a table may have words of its own and lack others."""
        asked = topic.casefold().strip()
        name = asked if asked in table else self.aliases.get(asked)
        if name is not None and name not in without:
            verb = table.get(name) or self.verbs[name]
            also = f" Also: {', '.join(verb.also)}." if verb.also else ""
            return [f"{name}: {verb.does}. Type: {verb.usage}.{also}", *verb.more]
        lines = ["A number picks an option. Units have short names: your A1 may also be typed 1."]
        for title, verbs in {**self.chapters, "At this table": table}.items():
            told = [f"  {verb.usage} - {verb.does}" for word, verb in verbs.items() if word not in without]
            lines.extend([f"{title}:", *told] if told else [])
        lines.append("help fire tells more about one command. Short forms work: f, l, w, e, u, q.")
        return lines


@cache
def manual_of(game: Game) -> Manual:
    """The manual of a game, written once."""
    return Manual(game)
