"""What workers can be asked to do. A job holds what it needs and nothing else: where somebody's question is answered or
a bot thinks, that is the view of one seat.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct

from brickfield.server.bots.remote_views import RemoteView
from brickfield.server.store.records import MatchRow, Written
from brickfield.speech.tables import SeatCard

# The forms of a replay: a page of it, the file that can be checked, a web page of its own; or only the battle told.
PAGE, FILE, WEB_PAGE, TALE = "page", "file", "web page", "tale"

# What a job probably costs, what it costs to play a record again, and a whole battle, in seconds of a processor.
_ASKED, _RECORD, _TRIAL = 0.05, 0.002, 1.5


class Job(Struct, frozen=True, forbid_unknown_fields=True, tag_field="job"):
    """Something to be worked out."""


class Think(Job, frozen=True, tag="think"):
    """What does a bot of this level answer?"""

    seen: RemoteView
    level: str
    seed: str


class PreviewJob(Job, frozen=True, tag="look"):
    """A question that changes nothing: previews, hints, why something cannot be done."""

    seen: RemoteView
    query: str
    about: msgspec.Raw


class LayOut(Job, frozen=True, tag="lay out"):
    """What should the server answer for a seat before the battle: the first suggestion of this kind, else the first."""

    seen: RemoteView
    liked: str = ""


class OfferJob(Job, frozen=True, tag="offer"):
    """What is a seat asked?"""

    seen: RemoteView


class Offered(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat is asked, as it is sent, and the words for what is answered when its time is over."""

    asked: msgspec.Raw
    after: str


class Memory(Struct, frozen=True):
    """What a desk keeps from line to line: who else plays, the fire plan, the unit named last, what `yes` would do."""

    other: str
    plan: dict[str, str] = {}
    unit: str = ""
    confirm: str = ""


class Typed(Job, frozen=True, tag="typed"):
    """What comes of a line somebody has typed; an empty one asks for the situation, none for the question of now."""

    seen: RemoteView
    line: str | None
    memory: Memory
    # whether several seats are asked at once
    together: bool = False


class Consult(Job, frozen=True, tag="consult"):
    """What a page before a battle wants to know of a game, by its route."""

    path: str
    body: msgspec.Raw


class Trial(Job, frozen=True, tag="trial"):
    """A battle of bots on a table that somebody has laid, as its route has it."""

    body: msgspec.Raw


class Retell(Job, frozen=True, tag="retell"):
    """A match played again: in one of the forms, as these seats may see it (none: as everybody may)."""

    row: MatchRow
    seed: str
    # what people are called by now
    names: tuple[str, ...]
    written: tuple[Written, ...]
    seats: tuple[SeatCard, ...] = ()
    form: str = PAGE
    audience: tuple[int, ...] = ()
    start: int = 0
    # the models its players brought, for the forms that are taken home
    models: dict[str, str] = {}


AnyJob: TypeAlias = Think | PreviewJob | LayOut | OfferJob | Typed | Consult | Trial | Retell


def cost_of(job: AnyJob) -> float:
    """What a job that people ask for probably costs, in seconds of a processor."""
    if isinstance(job, Trial):
        return _TRIAL
    return max(_ASKED, _RECORD * len(job.written)) if isinstance(job, Retell) else _ASKED


class NumberedJob(Struct, frozen=True, forbid_unknown_fields=True):
    """A job as it goes to a worker, with its number."""

    number: int
    job: AnyJob
