"""Shopping lists, and what can be built from what somebody owns: what is sent, and what a worker answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from brickfield.core.game import Game
from brickfield.core.model_sizes import LONGEST_LIST
from brickfield.core.refusal import Refusal, invalid
from brickfield.server.web.http_types import RequestBody
from brickfield.server.web.protocol import Id

if TYPE_CHECKING:
    from brickfield.bricks.measuring import Lot
    from brickfield.bricks.owned import Heap
    from brickfield.bricks.shopping import WantedModel

NameOfDesign = Annotated[str, Meta(min_length=1, max_length=64)]
Times = Annotated[int, Meta(ge=1, le=500)]
MOST_WISHES = 200
Wishes = Annotated[dict[NameOfDesign, Times], Meta(max_length=MOST_WISHES)]
OwnedText = Annotated[str, Meta(max_length=LONGEST_LIST)]
# Bytes of a body with a list: letters may take four each.
MOST_OWNED = 8 * LONGEST_LIST + 16_000

_UNKNOWN = invalid("no_design", "There is no model of that name.")


class Shopping(RequestBody, frozen=True):
    """A shopping list that is wanted: which models of a game, how often each, and how it is written."""

    game: Id
    wishes: Wishes
    form: Literal["list", "bricklink", "ldraw"] = "list"


class ShoppingList(Struct, frozen=True):
    """A shopping list as a file: what it is called, its text, how many parts of how many kinds, and which numbers are
    to be looked up, since a market may have them under another.
    """

    name: str
    text: str
    pieces: int
    kinds: int
    look_up: tuple[str, ...]


class Owned(RequestBody, frozen=True):
    """What somebody owns, as a pasted text and as lines that were ticked, to be held against all models of a game and
    against some together.
    """

    game: Id
    text: OwnedText
    ticked: OwnedText = ""
    any_colour: bool = False
    wishes: Wishes = {}


class MissingPart(Struct, frozen=True):
    """What a model still needs: the number, what it is called, its colour and how many."""

    part: str
    title: str
    colour: int
    count: int


class Buildable(Struct, frozen=True):
    """How much of a model is there: its parts, those that are missing, and which."""

    parts: int
    lacking: int
    missing: tuple[MissingPart, ...]


class WhatCanBeBuilt(Struct, frozen=True):
    """Of what was pasted how many pieces of how many kinds were read; each model by itself, and the wished together."""

    pieces: int
    kinds: int
    models: dict[str, Buildable]
    together: Buildable | None


_ENDINGS = {"list": ".txt", "bricklink": ".xml", "ldraw": ".mpd"}


def _wished(game: Game, wishes: dict[str, int]) -> list[WantedModel] | Refusal:
    # the room of bricks is asked for when somebody wants a list
    from brickfield.bricks.shopping import WantedModel
    from brickfield.bricks.steps import models_of

    known = models_of(game.id)
    if not wishes or not wishes.keys() <= known.keys():
        return _UNKNOWN
    return [WantedModel(name, known[name], count) for name, count in sorted(wishes.items())]


def shopping_list(game: Game, asked: Shopping) -> ShoppingList | Refusal:
    """The parts of some models, to be bought or to be opened in a program."""
    from brickfield.bricks.shopping import as_one_file, bill_for
    from brickfield.bricks.writing import as_bricklink, as_list, to_look_up

    wishes = _wished(game, asked.wishes)
    if isinstance(wishes, Refusal):
        return wishes
    bill = bill_for(wishes)
    text = as_one_file(wishes) if asked.form == "ldraw" else (as_list if asked.form == "list" else as_bricklink)(bill)
    if isinstance(text, Refusal):
        return text
    name = wishes[0].name if len(wishes) == 1 else f"{game.id}_parts"
    pieces = sum(lot.count for lot in bill)
    return ShoppingList(name + _ENDINGS[asked.form], text, pieces, len(bill), tuple(to_look_up(bill)))


def what_can_be_built(game: Game, asked: Owned) -> WhatCanBeBuilt | Refusal:
    """Which models of a game are complete, and what the others lack; each for itself, as if nothing else were built."""
    from brickfield.bricks.measuring import bill_of
    from brickfield.bricks.owned import read_owned
    from brickfield.bricks.shopping import bill_for
    from brickfield.bricks.steps import models_of

    heap = read_owned(asked.text)
    if isinstance(heap, Refusal):
        return heap
    ticked = read_owned(asked.ticked)
    if isinstance(ticked, Refusal):
        return ticked
    heap += ticked
    together = None
    if asked.wishes:
        wishes = _wished(game, asked.wishes)
        if isinstance(wishes, Refusal):
            return wishes
        together = _held(bill_for(wishes), heap, asked.any_colour)
    models = {
        name: _held(bill_of(model.placed()), heap, asked.any_colour) for name, model in models_of(game.id).items()
    }
    return WhatCanBeBuilt(sum(heap.values()), len(+heap), models, together)


def _held(bill: tuple[Lot, ...], heap: Heap, any_colour: bool) -> Buildable:
    from brickfield.bricks.owned import missing_of

    missing = tuple(
        MissingPart(each.part, each.title, each.colour, each.count) for each in missing_of(bill, heap, any_colour)
    )
    return Buildable(sum(lot.count for lot in bill), sum(each.count for each in missing), missing)
