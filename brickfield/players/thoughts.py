"""What a bot that looks ahead has thought, for whoever wants to read it: its choice, what it rejected, the chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from brickfield.players.search import Candidate, Samples, SearchResult, edge

# How many orders of a plan are told.
_MOST_TOLD = 3


class Considered(Struct, frozen=True):
    """An idea that was played out: the answer, what it was for, its clause, and the chance to win by so many tables.

    `behind` is by how much the choice was better over the tables both played, `give_or_take` its standard error; where
    the choice was played on none, it is by what the judgement promises of both.
    """

    answer: Any
    words: str
    clause: str
    chance: float
    tables: int
    behind: float = 0.0
    give_or_take: float = 0.0


class Thought(Struct, frozen=True):
    """Why a bot did what it did, with what it rejected, the best first; of ideas that read alike the best is told.

    `changed`: not what its judgement alone would have done. `cut`: it ran out of time.
    """

    chosen: Considered
    rejected: tuple[Considered, ...]
    changed: bool
    evaluations: int
    worlds: int
    cut: bool
    sentence: str


def thought_of(verdict: SearchResult) -> Thought:
    """A verdict in words."""
    chosen = verdict.chosen
    others = [line for line in verdict.lines if line is not chosen]
    ranked = sorted((_considered(line, chosen) for line in others), key=lambda each: (each.behind, each.words))
    rejected: dict[str, Considered] = {}
    for each in ranked:
        rejected.setdefault(each.words, each)
    changed = chosen is not verdict.lines[0]
    return Thought(
        chosen=_considered(chosen, chosen),
        rejected=tuple(rejected.values()),
        changed=changed,
        evaluations=verdict.evaluations,
        worlds=verdict.worlds,
        cut=verdict.cut,
        sentence=_sentence(verdict, changed),
    )


def _considered(line: Samples, chosen: Samples) -> Considered:
    behind, error = (0.0, 0.0) if line is chosen else _behind(line, chosen)
    idea = line.idea
    return Considered(
        answer=idea.answer,
        words=_words(idea.reasons) if line is chosen else _beside(idea, chosen.idea),
        clause=idea.steps[0].clause,
        chance=round(line.mean, 3),
        tables=len(line.values),
        behind=round(behind, 3),
        give_or_take=round(error, 3),
    )


def _behind(line: Samples, chosen: Samples) -> tuple[float, float]:
    """By how much the choice was better, with the standard error; by what both promise where nothing was played."""
    return edge(chosen, line) if chosen.values else (chosen.idea.promise - line.idea.promise, 0.0)


def _words(reasons: Sequence[str]) -> str:
    told = "; ".join(dict.fromkeys(reasons[:_MOST_TOLD]))
    more = len(reasons) - _MOST_TOLD
    return f"{told}; and {more} more" if more > 0 else told


def _beside(idea: Candidate, chosen: Candidate) -> str:
    """An idea in words beside the one that was chosen: of a plan that shares orders with it, what is otherwise. What is
    done for the same purpose is done in another way."""
    theirs, ours = (list(zip(each.orders, each.reasons, strict=True)) for each in (idea, chosen))
    added = [
        f"{reason} in another way" if reason in chosen.reasons else reason
        for order, reason in theirs
        if order not in chosen.orders
    ]
    if len(added) == len(theirs):
        return _words(added)
    if added:
        return f"The same, but {_words(added)}"
    dropped = [reason for order, reason in ours if order not in idea.orders]
    return f"The same without this: {_words(dropped)}" if dropped else "The same in another order"


def _sentence(verdict: SearchResult, changed: bool) -> str:
    """What was done to find out, and what came of it."""
    line, count = verdict.chosen, len(verdict.lines) - 1
    others = f"{count} other {'idea' if count == 1 else 'ideas'}"
    if not line.values and not verdict.cut:
        return f"Weighed {others} by its judgement: on a table like this there is no time to play them out."
    if not line.values:
        return f"Out of time before any of its {count + 1} ideas was played out: this is its first thought."
    worlds = f" in {verdict.worlds} worlds" if verdict.worlds > 1 else ""
    played = f"Played {others} out through the enemy's answer, up to {len(line.values)} times{worlds}"
    found = "and found something better than its first thought." if changed else "and stood by its first thought."
    return f"{played}, {found}" if not verdict.cut else f"{played}; out of time, {found}"
