"""A question about the rules, answered: one plain sentence first, then the clauses it rests on.

`everyday.toml` says how people ask (`say`), what the answer is and which clauses it comes from. Numbers in an answer
are holes filled from the data of the game: {measures.move} is `move` of measures.toml, {fire.save_from:word} is spelled
out. A question is compared with every saying by its telling words: what of the saying was asked, and what of the
question the answer knows about. Too little of either, and the nearest clauses are shown instead.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from functools import cache
from math import log
from pathlib import Path
from typing import Any

from msgspec import Struct

from brickfield.core import numbers as figures
from brickfield.core.game import Game
from brickfield.speech.rule_search import WHOLE_ID, Asking, book, read_everyday, stems

NEAREST = "Nothing answers this directly; nearest:"
# How well a saying and a question must agree for its answer to count as one, how much of each at least, and what a
# likeness is worth; of answers that fit alike the one that is asked for in the nearest words is meant.
_ENOUGH, _LEAST, _ALIKE, _NEAREST = 0.62, 0.55, 0.85, 0.1
# So much of a question is compared letter by letter; no saying is as long.
_COMPARED = 120
# What a word weighs that no rule and no saying of this game has: whoever asks about it is not answered beside it.
_STRANGE = 2.0
# What a word for the sort of answer weighs, reasons apart, for which a whole answer is written.
_SORTS, _SORT = re.compile(r"\b(why|who|where|when)\b"), 0.7
_HOLE = re.compile(r"\{([A-Za-z0-9_. ]+)(?::(\w+))?\}")
_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905


class RuleAnswer(Struct, frozen=True):
    """What is said to a question about the rules, and the clauses that fit it."""

    # one plain sentence; where nothing is asked but a word looked up, none
    sentence: str
    # whether it answers the question, or only says that nothing does
    direct: bool
    # ids of the clauses the answer rests on
    cited: tuple[str, ...]
    # ids of all clauses that fit, the best first
    clauses: tuple[str, ...]


class _Row:
    """One way of answering: its sayings by their words, and all the words it knows about."""

    def __init__(self, asking: Asking, titles: Mapping[str, str]) -> None:
        self.asking = asking
        self.sayings = [frozenset(_telling(say)) for say in asking.say]
        told = " ".join((*asking.say, asking.answer, *(titles.get(each, "") for each in asking.clauses[:2])))
        self.known = frozenset((*stems(_HOLE.sub(" ", told)), *(word for say in self.sayings for word in say)))


def _likest(text: str, asking: Asking) -> float:
    """How near the nearest saying comes to what was asked, letter by letter."""
    wanted = text.lower().strip(" ?!.")[:_COMPARED]
    return max(SequenceMatcher(None, wanted, say.lower()).ratio() for say in asking.say)


def _telling(say: str) -> list[str]:
    return [*stems(say), *_reason(say)]


def _reason(text: str) -> list[str]:
    """What sort of answer is wanted: "why can't my squad attack" is no "can my squad attack", nor where who."""
    return [word if word == "why" else f"{word}?" for word in _SORTS.findall(text.lower())]


class Answers:
    """The answers of a game, laid out to be compared with what is asked."""

    def __init__(self, game: Game) -> None:
        self.book = book(game)
        self.rows = [_Row(each, self.book.titles) for each in read_everyday(game).asked if each.answer]
        self.asked_of = Counter(word for row in self.rows for word in frozenset().union(*row.sayings))

    def weight(self, word: str) -> float:
        """How much a word tells: much if few answers have it, next to nothing if no rule does."""
        if word.endswith("?"):
            return _SORT
        if word not in self.asked_of and word not in self.book.places:
            return _STRANGE
        return log(2 + len(self.rows) / (1 + self.asked_of[word]))

    def best(self, text: str, heard: Iterable[str]) -> tuple[float, Asking | None]:
        """The answer that fits a question of these words best, and how well it does."""
        asked = frozenset((*heard, *_reason(text)))
        scored = [(self._fit(asked, row), row.asking) for row in self.rows]
        most = max((fit for fit, _ in scored), default=0.0)
        if most < _ENOUGH:
            return most, None
        near = [
            (fit + _NEAREST * _likest(text, asking), fit, asking) for fit, asking in scored if fit > most - _NEAREST
        ]
        return max(near, key=lambda each: each[0])[1:]

    def _fit(self, asked: frozenset[str], row: _Row) -> float:
        heard = self._share(asked, row.known)
        if heard < _LEAST:
            return 0.0
        said = max(self._share(each, asked) for each in row.sayings)
        return 2 * heard * said / (heard + said) if said >= _LEAST else 0.0

    def _share(self, words: frozenset[str], among: frozenset[str]) -> float:
        """How much of some words is found among others, likenesses counting a little less."""
        whole = sum(self.weight(each) for each in words)
        found = sum(self.weight(each) * self._likeness(each, among) for each in words)
        return found / whole if whole else 0.0

    def _likeness(self, word: str, among: frozenset[str]) -> float:
        if word in among:
            return 1.0
        return _ALIKE if not among.isdisjoint(self.book.alike.get(word, ())) else 0.0


@cache
def _answers(game: Game) -> Answers:
    return Answers(game)


def answer(game: Game, text: str) -> RuleAnswer:
    """What is said to a question asked in everyday words."""
    heard = book(game).spelled(text)
    found = book(game).search(text, heard)
    if WHOLE_ID.fullmatch(text.strip().lower()):
        return RuleAnswer("", False, (), tuple(found))
    fit, asking = _answers(game).best(text, heard)
    if asking is not None and fit >= _ENOUGH:
        others = [each for each in found if each not in asking.clauses]
        return RuleAnswer(filled(game, asking.answer), True, asking.clauses, (*asking.clauses, *others))
    is_question = len(text.split()) > 1 and not any(text.strip().lower() == each for each in book(game).titles.values())
    return RuleAnswer(NEAREST if found and is_question else "", False, (), tuple(found))


def find_clauses(game: Game, text: str) -> list[str]:
    """Ids of the clauses that answer some everyday words, the best first."""
    return list(answer(game, text).clauses)


# --- holes -----------------------------------------------------------------------------------------------------------


def filled(game: Game, sentence: str) -> str:
    """A sentence with its numbers out of the data of the game."""
    told = _HOLE.sub(lambda hole: _written(datum(game, hole[1]), hole[2] or ""), sentence)
    return told[:1].upper() + told[1:]


def holes(sentence: str) -> list[str]:
    """The numbers a sentence takes from the data, by their places."""
    return [hole[1] for hole in _HOLE.finditer(sentence)]


def datum(game: Game, place: str) -> Any:
    """What stands at a place of the data: file, then key by key; of a list the entry of that id or name."""
    found = _entries(game, place)[-1]
    return found["value"] if isinstance(found, dict) else found


def clause_at(game: Game, place: str) -> str:
    """The clause that the nearest entry around a place of the data names; "" where none does."""
    named = [each["clause"] for each in _entries(game, place) if isinstance(each, dict) and "clause" in each]
    return str(named[-1]) if named else ""


def _entries(game: Game, place: str) -> list[Any]:
    """What stands at a place and around it, the widest first: the base book and chapters may have files of one name."""
    name, *keys = place.split(".")
    for file in (*game.files(f"{name}.toml"), game.folder / "data" / f"{name}.toml"):
        found: list[Any] = [_data(file)]
        for key in keys:
            found.append(_entry(found[-1], key))
        if found[-1] is not None:
            return found[1:]
    raise KeyError(place)


def _entry(table: Any, key: str) -> Any:
    """The entry of a table or a list by what it is called; None where it has none."""
    if isinstance(table, list):
        named = (each for each in table if key in (each.get("id"), each.get("name"), *each.get("features", ())))
        return next(named, None)
    return table.get(key) if isinstance(table, dict) else None


@cache
def _data(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _written(value: Any, how: str) -> str:
    """A number as it is told: as it is, with its sign or without, as a word, or as how often."""
    if how == "signed":
        return f"{value:+g}"
    if how == "times":
        return {1: "once", 2: "twice"}.get(value, f"{_written(value, 'word')} times")
    if how == "word" and abs(value) == int(abs(value)) and abs(value) < len(_WORDS):
        return _WORDS[int(abs(value))]
    return figures.number_text(abs(value) if how in ("word", "size") else value)
