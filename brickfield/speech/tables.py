"""The table as one seat is shown it, while a match goes on and in its replay: drawing, state of play, sums."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct, UnsetType
from msgspec.structs import replace

from brickfield.core.board import Token, Unit
from brickfield.core.events import AttackResolved, Event, ShotResolved
from brickfield.core.match import Match
from brickfield.core.modifiers import Tally
from brickfield.core.piles import PileView
from brickfield.core.shown.showing import Situation, Sum, TableFace, written_out
from brickfield.core.state import Outcome, State
from brickfield.core.views import View
from brickfield.speech.sentences import dice_titles, reason_sentence


class SeatCard(Struct, frozen=True):
    """A seat as everybody sees it: who sits there, and whether somebody is connected now."""

    seat: int
    name: str
    # "person" (may be "open": nobody has sat down yet) or "bot"
    kind: str
    level: str
    taken: bool
    here: bool
    # what this seat has promised to add to the dice, whether it has opened it, and the roll from which that counts
    stir: str = ""
    stirred: bool = False
    first_roll: int = -1
    # the level of the bot that plays for somebody who is away; for how many seconds nobody has been connected
    stand_in: str = ""
    away: int = 0
    # in which style a bot plays that does not play evenly
    style: str = ""
    # what its army is called; empty where nobody has given it a name
    army: str = ""


class SeatTable(Struct, frozen=True):
    """The table as one seat (or a spectator, seat -1) sees it. This alone is the truth; events only tell the way."""

    seat: int
    version: int
    units: tuple[Unit, ...]
    tokens: tuple[Token, ...]
    facts: dict[str, int | str]
    waiting_for: tuple[int, ...]
    situation: Situation
    secrets: dict[str, Any]
    sealed: dict[str, int]
    outcome: Outcome | None
    # why it ended, as a sentence; empty while it goes on
    ending: str = ""
    # decks and hands, in games that have them
    piles: dict[str, PileView] = {}


def face_of(match: Match) -> TableFace:
    """What is drawn and never changes; a game without a face of its own gets a bare table."""
    if match.game.face is not None:
        return replace(
            match.game.face(match), game=match.game.title, dice_titles=dice_titles(match), verbs=match.game.verbs
        )
    width, height = round(match.width), round(match.height)
    return TableFace(match.game.title, "", "", match.game.ruler, width, height, (), {}, {}, {}, ())


def situation_of(state: State) -> Situation:
    """Where a match stands; when it is over, no step is the one of the moment."""
    if state.match.game.situation is not None:
        found = state.match.game.situation(state)
        if state.outcome is None:
            return found
        steps = tuple(replace(step, when="done") if step.when == "now" else step for step in found.steps)
        return replace(found, steps=steps)
    round_now, active = (state.facts.get(name, 0) for name in ("round", "active"))
    return Situation(int(round_now), int(active), (), ())


def table_of(seen: View, imagined: State, situation: Situation | None = None) -> SeatTable:
    """The table from one seat; where the battle stands may be known already."""
    return SeatTable(
        seat=seen.seat,
        version=seen.version,
        units=seen.units,
        tokens=seen.tokens,
        facts=seen.facts,
        waiting_for=seen.waiting_for,
        situation=situation or situation_of(imagined),
        secrets=seen.secrets,
        sealed=seen.sealed,
        outcome=seen.outcome,
        piles=seen.piles or {},
        ending=reason_sentence(seen.outcome.reason, imagined.match) if seen.outcome is not None else "",
    )


def sums_of(events: Iterable[Event]) -> tuple[tuple[Sum, ...], ...]:
    """The sums behind each of some events."""
    return tuple(tuple(map(written_out, _tallies(each))) for each in events)


def _tallies(event: Event) -> tuple[Tally, ...]:
    tallies = event.tallies if isinstance(event, ShotResolved | AttackResolved) else ()
    return () if isinstance(tallies, UnsetType) else tallies
