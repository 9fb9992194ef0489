"""Clauses as people read them: on the pages of the rules, over a table, in a replay taken home."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from brickfield.core.clauses import Clause
from brickfield.core.game import Game
from brickfield.core.setup.catalogue import SwitchCard
from brickfield.speech.diagrams import diagram_of

# How the books write down what can be agreed on, and values that only a program would write so.
_SWITCH = re.compile(
    r"(?P<before>^|\. |\W)(?:(?:[Oo]ptional )?[Hh]ouse(?:-rule)? )?[Ss]witch (?P<name>[a-z][a-z0-9_]*)(?P<sets> =)?"
)
_SAID = (
    (re.compile(r"\(default(?: =|:) "), "(usually "),
    (re.compile(r"= (\"?\w+\"?) \(default\)"), r": \1 (usually)"),
    (re.compile(r" ?\(default\)"), " (usually)"),
    (re.compile(r"\(default "), "(usually "),
    (re.compile(r"\b[Dd]efault:? (?=\w+ = )"), "usually "),
    (re.compile(r"\bfalse\b"), "no"),
    (re.compile(r"\btrue\b"), "yes"),
    (re.compile(r" \| "), " or "),
    (re.compile(r"\b(The|the) engine\b"), r"\1 table"),
    (re.compile(r"\bEngine default:?"), "Usually"),
    (re.compile(r"\b([a-z]+) = (?=\")"), r"\1 "),
    (re.compile(r"\bthe the\b"), "the"),
    (re.compile(r"^Silent\.$"), "The book says nothing about it."),
)
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
    ledger = sorted(game.clauses.values(), key=lambda clause: groups.index(clause.group))
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

    text = _SWITCH.sub(lambda found: _agreement(found, named), text)
    for machine, said in _SAID:
        text = machine.sub(said, text)
    return _NAME.sub(words, text)


def _agreement(found: re.Match[str], named: dict[str, str]) -> str:
    """A switch as people speak of it: something to agree on, by its title."""
    name = next((each for each in (found["name"], found["name"].partition("_")[2]) if each in named), "")
    if not name:
        return found[0]
    # what is one sentence with its name goes on with its values; else it is only mentioned
    said = "Agreement" if found["before"] in ("", ". ") else "the agreement"
    return f'{found["before"]}{said} "{named[name]}"{":" if found["sets"] else ""}'
