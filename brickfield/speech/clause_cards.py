"""Clauses as people read them: on the pages of the rules, over a table, in a replay taken home."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from brickfield.core.catalogue import SwitchCard
from brickfield.core.clauses import Clause, read_ledger
from brickfield.core.game import Game
from brickfield.speech.diagrams import diagram_of

# A clause id, a name as the code writes it, or a plain word.
_NAME = re.compile(r"[A-Za-z0-9_.]+")


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
    # what people can agree on about it: the title of the switch and what it does
    switch_words: str = ""
    # the clause under which its diagram stands, where it has one: several clauses may share it
    diagram: str = ""


@cache
def clause_cards(game: Game) -> tuple[ClauseCard, ...]:
    """Every clause of a game's ledger: chapters as the catalogue lists them, inside one as the book has them."""
    chosen = game.catalogue()
    chapters = {chapter.group: chapter.title for chapter in chosen.chapters}
    groups = list(chapters)
    ledger = sorted(read_ledger(game.ledger).values(), key=lambda clause: groups.index(clause.group))
    return tuple(_clause_card(game, clause, chapters, chosen.switches) for clause in ledger)


def _clause_card(game: Game, clause: Clause, chapters: dict[str, str], switches: Sequence[SwitchCard]) -> ClauseCard:
    shown = diagram_of(game, clause.id)
    switch = next((each for each in switches if each.clause == clause.id), None)
    in_play = clause.group in game.groups and clause.id not in game.later
    return ClauseCard(
        id=clause.id,
        game=game.id,
        chapter=chapters[clause.group],
        title=clause.title,
        text=_plain(clause.text, switches),
        ruling=_plain(clause.ruling, switches),
        ambiguity=_plain(clause.ambiguity, switches),
        kind=clause.kind,
        source=clause.source,
        switch=switch.id if switch is not None else "",
        in_play=in_play,
        diagram=shown.clauses[0] if shown is not None else "",
        switch_words=f"{switch.title}. {switch.text}" if switch is not None else "",
    )


def _plain(text: str, switches: Sequence[SwitchCard]) -> str:
    """A text of the ledger without names from the code: switches by their titles, values and constants as words."""
    named = {switch.id: switch.title for switch in switches}

    def words(found: re.Match[str]) -> str:
        name, rest = found[0].rstrip("."), found[0][len(found[0].rstrip(".")) :]
        # a clause id becomes a link where it is shown
        if "_" not in name or "." in name:
            return found[0]
        return (f'"{named[name]}"' if name in named else name.replace("_", " ")) + rest

    text = re.sub(r"\b([Ss]witch) ([a-z]+)\b", lambda m: f'{m[1]} "{named[m[2]]}"' if m[2] in named else m[0], text)
    return _NAME.sub(words, text)
