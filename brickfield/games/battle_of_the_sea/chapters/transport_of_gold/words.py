"""Gold in words: taken aboard, brought ashore, and counted at the end."""

from __future__ import annotations

from brickfield.core.asking.offers import Act, Take
from brickfield.core.events import GameEnded
from brickfield.speech.interpreter import Interpreter, Reply, offered, refuse
from brickfield.speech.reading import TypedCommand, plain_words
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords, Verb
from ...words.speech_orders import EVERYTHING, action


def _take(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """take G1 G2: treasures aboard instead of attacking."""
    offer = action(interpreter, Take)
    if isinstance(offer, Reply):
        return offer
    typed = [word for word in plain_words(spoken.rest) if word not in ("aboard", "treasure", "gold")]
    at_hand = {item.value.casefold(): item.value for item in offer.items} if offer is not None else {}
    wanted = (
        list(at_hand.values()) if not typed or typed[0] in EVERYTHING else [at_hand.get(w, w.upper()) for w in typed]
    )
    if not wanted:
        return refuse("nothing_here", "There is no treasure within reach.")
    return interpreter.give({"answer": "take_aboard", "treasures": wanted})


def _unload(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """Bring the whole cargo ashore."""
    act = offered(interpreter, Act)
    return act if isinstance(act, Reply) else interpreter.give({"answer": "unload"})


def _game_ended(event: GameEnded, names: Names) -> str:
    """With equal gold the ships left decide, and the scores of the gold are no news."""
    if event.reason != "gold_delivered" or len(event.winners) != 1 or len(set(event.scores)) != 1:
        return ""
    gold = f"both brought home {event.scores[0]}" if len(event.scores) == 2 else f"all brought home {event.scores[0]}"
    return f"{names.seat(event.winners[0])} won: {gold} in gold, so the points of the ships left decide."


WORDS = ChapterWords(
    verbs={
        "take": Verb((), "take G1", "take treasure aboard instead of attacking"),
        "unload": Verb((), "unload", "bring the cargo ashore in your own port"),
    },
    handlers={"take": _take, "unload": _unload},
    sentences={GameEnded: _game_ended},
    reasons={"gold_delivered": "the gold that was brought home decides"},
    sayings={
        "take_aboard": lambda plain: " ".join(["take", *plain["treasures"]]),
        "unload": lambda plain: "unload",
    },
    deeds={"take_aboard": "loading", "unload": "unloading"},
)
