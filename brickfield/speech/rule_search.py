"""Finding rules in everyday words: "shoot from behind" finds the rear shot.

Every clause is known by its title, its chapter, its text and its id; besides, `everyday.toml` of a game says by which
words people ask for which clauses, and which words mean the same. Words are compared by their stems, the last one also
by its beginning, so that a search can be typed letter by letter. Rare words tell more than common ones.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from math import log

from msgspec import Struct

from brickfield.core.clauses import Clause
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
    able anybody else everybody game nobody possible someone
    cant dont hows isnt whats wheres whos
    bad good help helpful useful
    actually doing exactly explain fine hey hi hello i'm i've please really tell thanks
    may might must shall still ever make makes matter happening work works
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
# From how many letters on a misspelt word is mended, and how like the word that was meant it must be.
_WORTH_MENDING, _CLOSE = 4, 0.78
# So many words of a question are heard: nobody asks in more, and each of them costs a look through all spellings.
_MOST_WORDS = 20
# What means the same in every game.
_SAME = (
    ("far", "range", "distance", "reach"),
    ("armour", "armor"),
    ("plane", "airplane", "aeroplane", "aircraft"),
    ("fast", "quick", "speed"),
    ("mend", "repair", "fix"),
    ("many", "number", "much"),
    ("begin", "start", "first"),
    ("fight", "attack"),
    ("win", "won", "victory"),
    ("expensive", "cheap", "cost"),
    ("hurt", "harm", "damage"),
    ("protect", "cover", "safe"),
    ("finish", "end", "over", "last"),
    ("smash", "destroy", "wreck", "kill"),
    ("points", "cost", "price", "worth"),
)
_COUNTED = {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six"}
# A clause asked for by its id.
WHOLE_ID = re.compile(r"[a-z]+\.[a-z0-9_.]+")


class Asking(Struct, frozen=True, forbid_unknown_fields=True):
    """How people ask for clauses, the best answer first."""

    say: tuple[str, ...]
    clauses: tuple[str, ...]
    # one plain sentence with holes for numbers (rule_answers.py); none where only clauses are named
    answer: str = ""


class Everyday(Struct, frozen=True, forbid_unknown_fields=True):
    """`everyday.toml`: sayings with their clauses, and words that mean the same."""

    asked: tuple[Asking, ...] = ()
    same: tuple[tuple[str, ...], ...] = ()


def read_everyday(game: Game) -> Everyday:
    """The everyday words of a game; a game without any is searched by its own words alone."""
    files = [path.read_text(encoding="utf-8") for path in game.files("everyday.toml")]
    parts = [as_type(tomllib.loads(file), Everyday) for file in files]
    asked = tuple(each for part in parts for each in part.asked)
    return Everyday(asked, tuple(row for part in parts for row in part.same))


def stem(word: str) -> str:
    """A word without its ending, so that shoot, shoots and shooting are one."""
    for ending, rest in (("ies", "y"), ("sses", "ss"), ("ss", "ss"), ("us", "us"), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word.removesuffix(ending) + rest
            break
    for ending in ("ing", "edly", "ed", "ly", "er"):
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word.removesuffix(ending)
            break
    if word.endswith("est") and len(word) - 3 > _SHORTEST:
        word = word.removesuffix("est")
    if len(word) > _SHORTEST and word[-1] == word[-2] and word[-1] not in "lse":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > _SHORTEST else word


def stems(text: str) -> list[str]:
    """The words of a text that tell something, by their stems; if none does, all of them."""
    return [stem(each) for each in _telling(text)]


def _telling(text: str) -> list[str]:
    every = re.findall(r"[a-z0-9']+", text.lower().replace("_", " ").replace(".", " "))
    every = [_COUNTED.get(each, each).removesuffix("'s") for each in every]
    return [each for each in every if each not in _EMPTY] or every


def _spellings(clauses: Iterable[Clause], everyday: Everyday) -> list[str]:
    """Every word the book and the everyday words have, the shorter first."""
    told = [f"{each.title} {each.text}" for each in clauses]
    said = [say for asking in everyday.asked for say in asking.say]
    same = [word for row in (*_SAME, *everyday.same) for word in row]
    every = {word for text in (*told, *said, *same) for word in _telling(text) if word.isalpha()}
    return sorted(each for each in every if len(each) >= _WORTH_MENDING)


def _letters(word: str) -> int:
    """The letters of a word as a set of bits."""
    found = 0
    for letter in word:
        found |= 1 << (ord(letter) & 31)
    return found


class _Spellings:
    """Words by which a misspelt one is mended, found by their letters before they are compared letter by letter."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple((word, len(word), _letters(word)) for word in words)

    def begin_with(self, beginning: str) -> bool:
        return any(word.startswith(beginning) for word, _, _ in self.words)

    def near(self, asked: str) -> str:
        """The word that was meant, or the word itself. Of two words no more letters can agree than one has that are
        not missing in the other, so most need no closer look."""
        long, has = len(asked), _letters(asked)
        alike = [
            word
            for word, length, letters in self.words
            if 2 * min(long - (has & ~letters).bit_count(), length - (letters & ~has).bit_count())
            >= _CLOSE * (long + length)
        ]
        return next(iter(get_close_matches(asked, alike, n=1, cutoff=_CLOSE)), asked)


class Book:
    """The clauses of a game, laid out to be searched."""

    def __init__(self, game: Game) -> None:
        everyday = read_everyday(game)
        ledger = game.clauses
        chapters = {chapter.group: chapter.title for chapter in game.catalogue().chapters}
        self.sayings = [
            (frozenset(stems(say)), asking.clauses) for asking in everyday.asked for say in asking.say
        ]  # fmt: skip
        self.titles = {clause.id: clause.title.lower() for clause in ledger.values()}
        self.alike: dict[str, set[str]] = {}
        for row in (*_SAME, *everyday.same):
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
        self.spellings = _Spellings(_spellings(ledger.values(), everyday))

    def spelled(self, text: str) -> list[str]:
        """The telling words of what was typed by their stems, each once, misspelt ones as they were meant."""
        every = list(dict.fromkeys(_telling(text)))[:_MOST_WORDS]
        return [stem(self._meant(each, place == len(every) - 1)) for place, each in enumerate(every)]

    def _meant(self, word: str, is_last: bool) -> str:
        """A word as the book spells it; the last of a search may still be in the middle of being typed."""
        if len(word) < _WORTH_MENDING or stem(word) in self.places or stem(word) in self.alike:
            return word
        if is_last and self.spellings.begin_with(word):
            return word
        return self.spellings.near(word)

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

    def search(self, text: str, heard: Sequence[str]) -> list[str]:
        """Ids of clauses that answer a text, the best first; `heard` are its words (`spelled`)."""
        wanted = text.strip().lower()
        if WHOLE_ID.fullmatch(wanted):
            return [wanted] if wanted in self.titles else [each for each in self.titles if each.startswith(wanted)]
        asked = list(dict.fromkeys(heard))
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
