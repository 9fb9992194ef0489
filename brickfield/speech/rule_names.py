"""Clauses by their titles: what people are told instead of an id."""

from __future__ import annotations

import re
from functools import cache

from brickfield.core.game import Game

_ID = re.compile(r"\b[a-z]+\.[a-z0-9_.]+")
_CITED = re.compile(r"\[([a-z0-9_., ]+)\]")


@cache
def titles(game: Game) -> dict[str, str]:
    """What each clause of a game is called."""
    return {clause.id: clause.title for clause in game.clauses.values()}


def with_titles(text: str, game: Game) -> str:
    """A text that speaks of other rules, each by its title."""
    known = titles(game)

    def named(found: re.Match[str]) -> str:
        # a full stop at the end belongs to the sentence
        clause = found[0].rstrip(".")
        return f'"{known[clause]}"{found[0][len(clause) :]}' if clause in known else found[0]

    return _ID.sub(named, text)


def by_title(line: str, game: Game) -> str:
    """A line in which the rules it rests on go by their titles; an id that no ledger knows stays as it is."""
    known = titles(game)

    def named(found: re.Match[str]) -> str:
        ids = found[1].split(", ")
        return f"[{'; '.join(known.get(each, each) for each in ids)}]" if known.keys() & ids else found[0]

    return _CITED.sub(named, line)
