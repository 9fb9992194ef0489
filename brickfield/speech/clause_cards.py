"""Clauses as people read them: on the pages of the rules, over a table, in a replay taken home."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from brickfield.core.clauses import Clause, read_ledger
from brickfield.core.game import Game


class ClauseCard(Struct, frozen=True):
    """A clause of a rule book in our words."""

    id: str
    game: str
    chapter: str
    title: str
    text: str
    ruling: str
    ambiguity: str
    kind: str
    source: str
    switch: str
    in_play: bool


@cache
def clause_cards(game: Game) -> tuple[ClauseCard, ...]:
    """Every clause of a game's ledger: chapters as the catalogue lists them, inside one as the book has them."""
    chosen = game.catalogue()
    chapters = {chapter.group: chapter.title for chapter in chosen.chapters}
    switches = {switch.clause: switch.id for switch in chosen.switches}
    groups = list(chapters)
    ledger = sorted(read_ledger(game.ledger).values(), key=lambda clause: groups.index(clause.group))
    return tuple(_clause_card(game, clause, chapters, switches) for clause in ledger)


def _clause_card(game: Game, clause: Clause, chapters: dict[str, str], switches: dict[str, str]) -> ClauseCard:
    in_play = clause.group in game.groups and clause.id not in game.later
    words = clause.id.split(".")[2:] or [clause.group]
    title = " ".join(words).replace("_", " ")
    return ClauseCard(
        id=clause.id,
        game=game.id,
        chapter=chapters[clause.group],
        title=title[:1].upper() + title[1:],
        text=clause.text,
        ruling=clause.ruling,
        ambiguity=clause.ambiguity,
        kind=clause.kind,
        source=clause.source,
        switch=switches.get(clause.id, ""),
        in_play=in_play,
    )
