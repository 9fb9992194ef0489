"""What workers can be asked to do. A job holds what it needs and nothing else: where somebody's question is answered or
a bot thinks, that is the view of one seat.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct

from brickfield.server.records import MatchRow, Written
from brickfield.server.viewing import Seen
from brickfield.speech.tables import SeatCard

# The forms of a replay: a page of it, the file that can be checked, a web page of its own.
PAGE, FILE, WEB_PAGE = "page", "file", "web page"


class Job(Struct, frozen=True, forbid_unknown_fields=True, tag_field="job"):
    """Something to be worked out."""


class Think(Job, frozen=True, tag="think"):
    """What does a bot of this level answer?"""

    seen: Seen
    level: str
    seed: str


class Look(Job, frozen=True, tag="look"):
    """A question that changes nothing: previews, hints, why something cannot be done."""

    seen: Seen
    query: str
    about: msgspec.Raw


class LayOut(Job, frozen=True, tag="lay out"):
    """What should the server answer for a seat before the battle: the first suggestion of this kind, else the first."""

    seen: Seen
    liked: str = ""


class Offer(Job, frozen=True, tag="offer"):
    """What is a seat asked?"""

    seen: Seen


class Offered(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat is asked, as it is sent, and the words for what is answered when its time is over."""

    asked: msgspec.Raw
    after: str


class Consult(Job, frozen=True, tag="consult"):
    """What a page before a battle wants to know of a game, by its route."""

    path: str
    body: msgspec.Raw


class Retell(Job, frozen=True, tag="retell"):
    """A match step by step: a page of a replay as a seat may see it (-1: as everybody may), the file, the web page."""

    row: MatchRow
    seed: str
    # what people are called by now, and who sits where
    names: tuple[str, ...]
    seats: tuple[SeatCard, ...]
    written: tuple[Written, ...]
    form: str = PAGE
    seat: int = -1
    start: int = 0


AnyJob: TypeAlias = Think | Look | LayOut | Offer | Consult | Retell


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """A job as it goes to a worker, with its number."""

    number: int
    job: AnyJob
