"""Models of bricks that players bring: a file is measured and drawn, and a battle's models are checked, by a worker."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING

import msgspec

from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.own_models import FoundModel, OwnSize
from brickfield.server.rooms.own_models import checked
from brickfield.server.web import http_types as bodies

if TYPE_CHECKING:
    from brickfield.bricks.own import OwnModel

_NO_FILE = invalid("malformed", "The file cannot be read: it did not come whole.")


def told_model(game: Game, asked: bodies.ModelFile) -> bodies.ToldModel | Refusal:
    """What a file measures, how it is drawn, and the unit it was brought for with this model."""
    try:
        data = base64.b64decode(asked.file, validate=True)
    except (binascii.Error, ValueError):
        return _NO_FILE
    # the room of bricks is asked for when somebody brings a model: most battles have none
    from brickfield.bricks.own import brought, drawing_text

    model = brought(data, asked.turn)
    if isinstance(model, Refusal):
        return model
    text = _suited(game, asked.text, model)
    if isinstance(text, Refusal):
        return text
    drawing = drawing_text(model.form)
    return drawing if isinstance(drawing, Refusal) else _told(model, text, drawing)


def _suited(game: Game, text: str, model: OwnModel) -> str | Refusal:
    if not text:
        return ""
    if game.suited is None:
        return invalid("no_models", "Units of this game have no models of one's own.")
    size = OwnSize(model.length, model.width, model.height, model.name)
    return game.suited(text, FoundModel(size, model.pieces, model.title))


def _told(model: OwnModel, text: str, drawing: bytes) -> bodies.ToldModel:
    from brickfield.bricks.parts import colour_name

    return bodies.ToldModel(
        name=model.name,
        form=model.form,
        title=model.title,
        length=model.length,
        width=model.width,
        height=model.height,
        parts=model.parts,
        unknown=model.unknown,
        taken_as=model.taken_as,
        colours=tuple(map(colour_name, model.colours)),
        text=text,
        drawing=msgspec.Raw(drawing),
    )


def checked_models(game: Game, asked: bodies.NeededModels) -> bodies.CheckedModels | Refusal:
    """The models a battle needs, each measured; or why it cannot be fought with them."""
    found = checked(Setup(game.id, "", armies=asked.armies), asked.models)
    return found if isinstance(found, Refusal) else bodies.CheckedModels(found)


def drawn_model(game: Game, asked: bodies.FormOfModel) -> msgspec.Raw | Refusal:
    """How pages draw a model that a battle has."""
    from brickfield.bricks.own import drawing_text

    drawing = drawing_text(asked.form)
    return drawing if isinstance(drawing, Refusal) else msgspec.Raw(drawing)
