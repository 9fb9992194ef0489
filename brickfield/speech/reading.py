"""Reading what people type: one line into a command, then the parts of each sort of command. Knows no state."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any, NamedTuple

from msgspec import Struct

from brickfield.speech.manual import Manual
from brickfield.speech.words import COMPASS


class Misread(Struct, frozen=True):
    """What was typed cannot be understood; the sentence says what to type instead."""

    sentence: str


class TypedCommand(NamedTuple):
    """A command: its verb in full and the words behind it. A bare number is the verb `pick`."""

    verb: str
    rest: str

    @property
    def words(self) -> list[str]:
        """The words behind the verb, in small letters, without filler."""
        return plain_words(self.rest)


_FILLER = {"at", "to", "the", "and", "then", "with", "my", "a", "on", "unit", "inches", "inch", "in", "degrees", "deg"}
_GLUED = re.compile(r"^([a-z]+)(-?\d+(?:\.\d+)?)$")
_NUMBER = re.compile(r"^[+-]?(\d+(\.\d*)?|\.\d+)$")
_MOST_LETTERS = 2000


def read_line(line: str, manual: Manual) -> TypedCommand | Misread:
    """The command in a line. Capitals do not matter, verbs have short forms, a number picks an option."""
    text = " ".join(line[:_MOST_LETTERS].split())
    if not text:
        return Misread("Type a command or the number of an option; help lists the commands.")
    first, _, rest = text.partition(" ")
    word = first.casefold().rstrip(".:!,")
    if word.isdecimal() and not rest:
        return TypedCommand("pick", str(int(word[:9])))
    if is_step(word) and word not in manual.aliases:
        return TypedCommand(manual.mover, text)
    # "who sees A1", "take back": verbs of two words come before those of one
    second, _, behind = rest.partition(" ")
    verb = manual.aliases.get(f"{word} {second.casefold()}")
    if verb is not None:
        return TypedCommand(verb, behind)
    verb = manual.aliases.get(word)
    if verb is None:
        verb = _by_beginning(word, manual)
    return TypedCommand(verb, rest) if verb else Misread(_unknown(first, manual))


def _by_beginning(word: str, manual: Manual) -> str | None:
    """The one verb that begins with what was typed."""
    found = {name for name in manual.verbs if name.startswith(word)} if len(word) >= 2 else set()
    return found.pop() if len(found) == 1 else None


def _unknown(word: str, manual: Manual) -> str:
    near = get_close_matches(word.casefold(), [*manual.verbs, *manual.aliases], n=1, cutoff=0.6)
    meant = f"Did you mean {near[0]!r}? " if near else ""
    return f"I do not know the word {word[:30]!r}. {meant}Type help for all commands, or the number of an option."


def plain_words(text: str) -> list[str]:
    """Small letters, no filler, numbers apart from the words and marks glued to them."""
    found: list[str] = []
    for raw in re.split(r"[\s,;()]+", text.casefold()):
        word = raw.strip("\"'°.:!") if not _NUMBER.match(raw) else raw
        word = re.sub(r"^([+-]?\d+(?:\.\d+)?)(in|inch|inches|deg|degrees|\"|°|mp)$", r"\1", word)
        if word and word not in _FILLER:
            found.append(word)
    return found


def to_number(word: str) -> float | None:
    """The number a word stands for, if it is one."""
    return float(word) if _NUMBER.match(word) else None


# --- steps of a move -------------------------------------------------------------------------------------------------

MAX = float("inf")
# Beyond these an order is a slip of the hand; the engine would not even read it.
_MOST_STEPS, _FARTHEST, _MOST_DEGREES = 60, 999.0, 360.0
_STEPS = {
    **dict.fromkeys(("forward", "forwards", "fwd", "f", "ahead", "drive", "straight"), "forward"),
    **dict.fromkeys(("back", "backward", "backwards", "reverse", "rev", "astern", "b"), "reverse"),
    **dict.fromkeys(("left", "l"), "left"),
    **dict.fromkeys(("right", "r"), "right"),
    **dict.fromkeys(("pivot", "turn"), "turn"),
    **dict.fromkeys(("slide", "go"), "slide"),
    **dict.fromkeys(("step", "sidestep", "aside"), "aside"),
    **dict.fromkeys(("towards", "toward"), "towards"),
    **dict.fromkeys(("face", "facing"), "face"),
    "around": "around",
    "point": "point",
}
_LONGEST = ("max", "full", "far", "all")
WINDS = {name: 45.0 * place for place, name in enumerate(COMPASS)} | {
    **{"e": 0.0, "ne": 45.0, "n": 90.0, "nw": 135.0, "w": 180.0, "sw": 225.0, "s": 270.0, "se": 315.0}
}


def is_step(word: str) -> bool:
    """Whether a word begins a step of a move: forward, f3, towards. Ids of units never do."""
    glued = _GLUED.match(word)
    return word in _STEPS or word in WINDS or (glued is not None and (glued[1] in _STEPS or glued[1] in WINDS))


class StepWord(NamedTuple):
    """A step as typed. `amount` is inches (MAX: as far as possible) or degrees (left positive).

    Kinds: forward, reverse, pivot, slide (`heading` and amount), aside (to the left if `heading` is above 0),
    towards and face (`what` is a thing, a wind or degrees), point (x in `amount`, y in `heading`).
    """

    kind: str
    amount: float = 0.0
    heading: float = 0.0
    what: str = ""


def read_steps(words: list[str]) -> list[StepWord] | Misread:
    """The steps of a move: forward 3 right 45 f2 back max face B3 towards B3 4 point 12 18 north 3."""
    queue = _unglued(words)
    steps: list[StepWord] = []
    while queue:
        step = _read_step(queue)
        if isinstance(step, Misread):
            return step
        steps.append(step)
        if len(steps) > _MOST_STEPS:
            return Misread(f"That is too much at once: an order has at most {_MOST_STEPS} steps.")
    if not steps:
        return Misread("Say how to move, for example: move A1 forward 3 right 45 forward 2.")
    return steps


def _unglued(words: list[str]) -> list[str]:
    """f3 is f 3, but B3 stays B3: only words that are steps come apart."""
    queue: list[str] = []
    for word in words:
        is_name = bool(queue) and _STEPS.get(queue[-1]) in ("towards", "face")
        glued = _GLUED.match(word) if is_step(word) and not is_name else None
        queue.extend(glued.groups() if glued is not None else (word,))
    return queue


def _read_step(queue: list[str]) -> StepWord | Misread:
    if to_number(queue[0]) is not None:
        return _read_point(queue)
    word = queue.pop(0)
    kind = _STEPS.get(word)
    if kind is None and word in WINDS:
        amount = _amount(queue)
        return amount if isinstance(amount, Misread) else StepWord("slide", amount, WINDS[word])
    if kind in ("forward", "reverse"):
        amount = _amount(queue)
        return amount if isinstance(amount, Misread) else StepWord(kind, amount)
    if kind == "around":
        return StepWord("pivot", 180.0)
    if kind in ("left", "right", "turn"):
        return _read_turn(kind, queue)
    if kind == "slide":
        return _read_slide(queue)
    if kind == "aside":
        return _read_aside(queue)
    if kind == "point":
        return _read_point(queue)
    if kind in ("towards", "face"):
        return _read_goal(kind, queue)
    near = get_close_matches(word, [*_STEPS, *WINDS], n=1, cutoff=0.6)
    meant = f"Did you mean {near[0]!r}? " if near else ""
    return Misread(f"I do not know the step {word[:30]!r}. {meant}Steps are forward 3, back 2, left 30, right 45.")


def _amount(queue: list[str]) -> float | Misread:
    """The inches behind a step; `max` or nothing at all means as far as possible."""
    if not queue or queue[0] in _STEPS or queue[0] in WINDS:
        return MAX
    word = queue.pop(0)
    if word in _LONGEST:
        return MAX
    value = to_number(word)
    if value is None:
        return Misread(f"{word[:30]!r} is not a number of inches. Say for example: forward 3, or forward max.")
    if not 0.0 < value <= _FARTHEST:
        return Misread(f"{word[:30]} inches is not a move: say a number above 0, and back for the other direction.")
    return value


def _read_turn(kind: str, queue: list[str]) -> StepWord | Misread:
    if kind == "turn" and queue and _STEPS.get(queue[0]) in ("left", "right", "around", "towards", "face"):
        following = _STEPS[queue[0]]
        if following in ("towards", "face"):
            queue.pop(0)
            return _read_goal("face", queue)
        return _read_step(queue)
    degrees = to_number(queue.pop(0)) if queue else None
    if degrees is None:
        return Misread(f"Say how far to turn, in degrees, for example: {kind if kind != 'turn' else 'left'} 45.")
    if abs(degrees) > _MOST_DEGREES:
        return Misread(f"Nobody turns {degrees:g} degrees: a full turn is {_MOST_DEGREES:g}.")
    return StepWord("pivot", -degrees if kind == "right" else degrees)


def _read_slide(queue: list[str]) -> StepWord | Misread:
    word = queue.pop(0) if queue else ""
    heading = WINDS.get(word, to_number(word))
    if heading is None or (word not in WINDS and not queue):
        return Misread("Say which way and how far, for example: slide 45 3, or north 3.")
    amount = _amount(queue)
    return amount if isinstance(amount, Misread) else StepWord("slide", amount, heading)


def _read_aside(queue: list[str]) -> StepWord | Misread:
    side = _STEPS.get(queue.pop(0)) if queue else None
    if side not in ("left", "right"):
        return Misread("Say to which side and how far, for example: step left 2.")
    amount = _amount(queue)
    return amount if isinstance(amount, Misread) else StepWord("aside", amount, 1.0 if side == "left" else -1.0)


def _read_point(queue: list[str]) -> StepWord | Misread:
    x, y = (to_number(queue.pop(0)) if queue else None for _ in range(2))
    if x is None or y is None:
        return Misread("A place is two numbers, x and y, for example: move A1 to 20 15. Steps begin with a word.")
    return StepWord("point", x, y)


def _read_goal(kind: str, queue: list[str]) -> StepWord | Misread:
    if not queue:
        return Misread(f"Say what to {'face' if kind == 'face' else 'drive towards'}, for example: {kind} B3.")
    what = queue.pop(0)
    if kind == "face":
        return StepWord("face", what=what)
    amount = _amount(queue) if not queue or queue[0] in _LONGEST or to_number(queue[0]) is not None else MAX
    return amount if isinstance(amount, Misread) else StepWord("towards", amount, what=what)


# --- places, targets, quotations -------------------------------------------------------------------------------------


class PlaceWord(NamedTuple):
    """A thing to put down at a place; the heading is None when it was not said."""

    what: str
    x: float
    y: float
    heading: float | None


def read_place(rest: str) -> PlaceWord | Misread:
    """place A1 at 12 3 facing 90; the facing may be a wind or left out."""
    words = [word for word in plain_words(rest) if word not in ("facing", "face", "heading", "piece")]
    if len(words) < 3:
        return Misread("Say what to place and where, for example: place A1 at 12 3 facing 90.")
    numbers = [to_number(word) for word in words[1:3]]
    heading = None if len(words) < 4 else WINDS.get(words[3], to_number(words[3]))
    if numbers[0] is None or numbers[1] is None or (len(words) > 3 and heading is None):
        return Misread("A place is two numbers, x and y, and a facing in degrees or a word such as north.")
    return PlaceWord(words[0], numbers[0], numbers[1], heading)


def read_shots(rest: str) -> list[tuple[str, str]] | Misread:
    """Pairs of shooter and target: A1 at B3 | A1 B3, A2 B3 | A1 A2 at B3 | all at B3."""
    pairs: list[tuple[str, str]] = []
    for part in re.split(r"[,;]|\band\b", rest.casefold()):
        before, at, after = part.partition(" at ")
        shooters, targets = plain_words(before), plain_words(after)
        if not at and len(shooters) > 1:
            shooters, targets = shooters[:-1], shooters[-1:]
        if not shooters and not targets:
            continue
        if not targets:
            # "A1 and A2 at B3": a name alone waits for the target that is still to come
            pairs.extend((shooter, "") for shooter in shooters)
            continue
        pairs = [(shooter, target or targets[-1]) for shooter, target in pairs]
        pairs.extend((shooter, targets[-1]) for shooter in shooters)
    if not pairs or any(not target for _shooter, target in pairs):
        return Misread("Say who fires at whom, for example: fire A1 at B3, or fire A1 B3, A2 B3.")
    return pairs


def read_question(rest: str) -> tuple[str, str]:
    """A question in quotation marks and the word behind it, such as the way to roll."""
    quoted = re.match(r"""\s*["'“](.+?)["'”]\s*(\w*)""", rest)
    return (quoted[1].strip(), quoted[2].casefold()) if quoted else (rest.strip(), "")


def find_thing(word: str, known: dict[str, str], prefix: str = "") -> str | Misread:
    """The id somebody means: an id in any capitals, a number alone (of `prefix`), or part of one name.

    `known` maps ids to names.
    """
    folded = {each.casefold(): each for each in known}
    if word.casefold() in folded:
        return folded[word.casefold()]
    if word.isdecimal() and f"{prefix}{int(word[:9])}".casefold() in folded:
        return folded[f"{prefix}{int(word[:9])}".casefold()]
    named = [each for each, name in known.items() if word.casefold() in name.casefold()]
    if len(named) == 1:
        return named[0]
    if len(named) > 1:
        return Misread(f"{word[:30]!r} could be {' or '.join(named[:8])}. Use one of these short names.")
    near: list[Any] = get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.5)
    meant = f"Did you mean {folded[near[0]]}? " if near else ""
    return Misread(f"There is nothing called {word[:30]!r} here. {meant}The names are {', '.join(list(known)[:12])}.")
