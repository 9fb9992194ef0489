"""Finding rules in everyday words: "shoot from behind" finds the rear shot.

Every clause is known by its title, its chapter, its text and its id; besides, `everyday.toml` of a game says by which
words people ask for which clauses, and which words mean the same. Words are compared by their stems, the last one also
by its beginning, so that a search can be typed letter by letter. Rare words tell more than common ones.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from math import log
from pathlib import Path

from msgspec import Struct

from brickfield.core.clauses import Clause, read_ledger
from brickfield.core.game import Game
from brickfield.core.typed import as_type

# Words in which everything is asked and which therefore tell nothing.
_EMPTY = frozenset(
    """
    a about again all allowed am an and any anyone are at be because been before but by can can't cannot could did
    do does doesn't don't for from get gets give go goes got had happen happens has have he her him his how i if in
    into is isn't it its just let me mean means much my need needs no not of off on one or our out rule rules should
    so some somebody something than that the their them then there they thing things this to too u up us use very
    want was we were what what's when where which while who whom why will with without would you your
    """.split()  # noqa: SIM905, a list of so many words is not to be read
)
# A word asked for counts by where it is found, and a word that only means the same counts for less.
_EVERYDAY, _TITLE, _ID, _CHAPTER, _TEXT, _RULING = 6.0, 5.0, 3.0, 1.5, 2.0, 0.7
_ALIKE, _BEGUN = 0.6, 0.7
# A whole saying that stands in what is asked, for each of its words; a clause named later for a saying, less.
_SAYING, _LATER = 5.0, 0.12
# What is not worth showing beside the best.
_FAINT = 0.3
_SHORTEST = 3
_WHOLE_ID = re.compile(r"[a-z]+\.[a-z0-9_.]+")


class Asking(Struct, frozen=True, forbid_unknown_fields=True):
    """How people ask for clauses, the best answer first."""

    say: tuple[str, ...]
    clauses: tuple[str, ...]


class Everyday(Struct, frozen=True, forbid_unknown_fields=True):
    """`everyday.toml`: sayings with their clauses, and words that mean the same."""

    asked: tuple[Asking, ...] = ()
    same: tuple[tuple[str, ...], ...] = ()


def read_everyday(folder: Path) -> Everyday:
    """The everyday words of a game; a game without any is searched by its own words alone."""
    path = folder / "everyday.toml"
    return as_type(tomllib.loads(path.read_text(encoding="utf-8")), Everyday) if path.exists() else Everyday()


def stem(word: str) -> str:
    """A word without its ending, so that shoot, shoots and shooting are one."""
    for ending, rest in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("edly", ""), ("ed", ""), ("ly", ""), ("er", "")):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word.removesuffix(ending) + rest
            break
    else:
        if word.endswith("s") and not word.endswith(("ss", "us")) and len(word) > _SHORTEST:
            word = word[:-1]
    if len(word) > _SHORTEST and word[-1] == word[-2] and word[-1] not in "lse":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > _SHORTEST else word


def stems(text: str) -> list[str]:
    """The words of a text that tell something, by their stems; if none does, all of them."""
    every = re.findall(r"[a-z0-9']+", text.lower().replace("_", " ").replace(".", " "))
    telling = [each for each in every if each not in _EMPTY] or every
    return [stem(each) for each in telling]


class Book:
    """The clauses of a game, laid out to be searched."""

    def __init__(self, game: Game) -> None:
        everyday = read_everyday(game.folder)
        ledger = read_ledger(game.ledger)
        chapters = {chapter.group: chapter.title for chapter in game.catalogue().chapters}
        self.sayings = [
            (frozenset(stems(say)), asking.clauses) for asking in everyday.asked for say in asking.say
        ]  # fmt: skip
        self.titles = {clause.id: clause.title.lower() for clause in ledger.values()}
        self.alike: dict[str, set[str]] = {}
        for row in everyday.same:
            group = {each for word in row for each in stems(word)}
            for each in group:
                self.alike.setdefault(each, set()).update(group - {each})
        # by word: where it stands, and how weightily
        self.places: dict[str, dict[str, float]] = {}
        for clause in ledger.values():
            self._put(clause.id, _weighed(clause, chapters.get(clause.group, "")))
        for asking in everyday.asked:
            said = {each: _EVERYDAY for say in asking.say for each in stems(say)}
            for named in asking.clauses:
                self._put(named, said)

    def _put(self, clause: str, words: dict[str, float]) -> None:
        for word, weight in words.items():
            at = self.places.setdefault(word, {})
            at[clause] = max(at.get(clause, 0.0), weight)

    def telling(self, word: str) -> float:
        """How much it says that a clause has this word: the rarer, the more."""
        return log(1 + len(self.titles) / (1 + len(self.places.get(word, ()))))

    def _fitting(self, asked: str, is_last: bool) -> dict[str, float]:
        """How well one word that is asked for fits each clause that has it, or one like it."""
        found: dict[str, float] = {}
        meant = [(asked, 1.0), *((other, _ALIKE) for other in sorted(self.alike.get(asked, ())))]
        if is_last and asked not in self.places and len(asked) >= _SHORTEST:
            meant += [(word, _BEGUN) for word in self.places if word.startswith(asked)]
        for word, share in meant:
            worth = share * self.telling(word)
            for clause, weight in self.places.get(word, {}).items():
                found[clause] = max(found.get(clause, 0.0), worth * weight)
        return found

    def _said(self, asked: frozenset[str]) -> dict[str, float]:
        """What clauses get for a saying of theirs that stands in the words asked for, or in words like them."""
        found: dict[str, float] = {}
        meant = asked.union(*(self.alike.get(each, ()) for each in asked))
        for saying, clauses in self.sayings:
            if saying <= meant and saying & asked:
                exact = len(saying & asked)
                worth = _SAYING * (exact + _ALIKE * (len(saying) - exact))
                for place, clause in enumerate(clauses):
                    found[clause] = max(found.get(clause, 0.0), worth * (1 - _LATER * place))
        return found

    def search(self, text: str) -> list[str]:
        """Ids of clauses that answer these words, the best first."""
        wanted = text.strip().lower()
        if _WHOLE_ID.fullmatch(wanted):
            return [wanted] if wanted in self.titles else [each for each in self.titles if each.startswith(wanted)]
        asked = list(dict.fromkeys(stems(wanted)))
        fits = [self._fitting(each, each == asked[-1]) for each in asked]
        scores: dict[str, float] = {}
        for clause in self.titles:
            parts = [fit[clause] for fit in fits if clause in fit]
            if parts:
                scores[clause] = sum(parts) * (len(parts) / len(asked)) ** 2
        for clause, worth in self._said(frozenset(asked)).items():
            scores[clause] = scores.get(clause, 0.0) + worth * self.telling("")
        for clause, title in self.titles.items():
            if title == wanted:
                scores[clause] = scores.get(clause, 0.0) + len(self.titles)
        best = max(scores.values(), default=0.0)
        return sorted((each for each in scores if scores[each] >= _FAINT * best), key=lambda each: -scores[each])


def _weighed(clause: Clause, chapter: str) -> dict[str, float]:
    """The words of a clause, each by the weightiest place it stands in."""
    found: dict[str, float] = {}
    parts = (
        (clause.title, _TITLE),
        (" ".join(clause.id.split(".")[1:]), _ID),
        (chapter, _CHAPTER),
        (clause.text, _TEXT),
        (clause.ruling, _RULING),
    )
    for text, weight in parts:
        for word in stems(text):
            found[word] = max(found.get(word, 0.0), weight)
    return found


@cache
def book(game: Game) -> Book:
    """The book of a game, laid out once."""
    return Book(game)


def find_clauses(game: Game, text: str) -> list[str]:
    """Ids of the clauses that answer some everyday words, the best first."""
    return book(game).search(text)
