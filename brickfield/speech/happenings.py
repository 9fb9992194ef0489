"""What an act of a battle is, as tables, lists and replays get it; `acts.py` makes them of events."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

Kind = Literal[
    # units go, are put down, come onto the table in the middle of a battle, leave it
    "move", "place", "arrive", "leave",
    # somebody is aimed at, shot at, struck at close quarters
    "aim", "shot", "blow",
    # dice for a purpose, words about a unit, about a thing on the table, a card or a secret, what a seat says
    "dice", "note", "thing", "card", "say",
    # somebody is lost, a part of the battle begins or ends, all is over
    "loss", "chapter", "end",
]  # fmt: skip


class DiceThrown(Struct, frozen=True):
    """Dice that fell together: whose, what for, how they lie, and what they say in words."""

    seat: int
    label: str
    title: str
    faces: tuple[int, ...]
    shown: str
    # thrown by the other side against the rest
    against: bool = False


class Loss(Struct, frozen=True):
    """Somebody who was lost: by name and how ("Panzer III B1 destroyed"), by whom, and whether a wreck stays."""

    unit: str
    seat: int
    title: str
    text: str
    wreck: bool


class Happening(Struct, frozen=True, kw_only=True):
    """Something to be seen. It is made of the events from `first` on, up to those of the next act."""

    kind: Kind
    first: int
    # who does it and at whom; a seat of its own where no unit does it
    seat: int = -1
    unit: str = ""
    target: str = ""
    # what is read first ("HIT"), what was needed, what was thrown, and what it did
    title: str = ""
    need: str = ""
    rolled: str = ""
    text: str = ""
    # all of it in a sentence, for lists and for those who hear it
    words: str
    hit: bool | UnsetType = UNSET
    dice: tuple[DiceThrown, ...] | UnsetType = UNSET
    losses: tuple[Loss, ...] | UnsetType = UNSET
    # of an attack between units of figures: the lines it goes along, each from who fires to whom he sees (a unit or
    # `unit/figure`); those to who fell by it, else the nearest
    lines: tuple[tuple[str, str], ...] | UnsetType = UNSET
    clause: str = ""
