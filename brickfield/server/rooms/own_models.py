"""Models that players bring for their units: which of them a battle names, and whether they are what its cards say.

Nothing that is said about a model is believed: each is measured here before a battle with it is written down. It is
named by what it holds, so that one name is always one model, and shown where a table tells of a unit with it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.own_models import MOST_MODELS, OwnSize, without_model
from brickfield.speech.tables import face_of

NO_MODEL = invalid("no_model", "There is no such model at this table, or nobody has shown it yet.")


def sizes_in(setup: Setup) -> list[tuple[str, OwnSize]]:
    """The cards of a battle that have a model of their own, each with what its word says of it."""
    texts = [text for army in setup.armies for text, _count in army]
    return [(text, size) for text in texts if (size := without_model(text)[1]) is not None]


def _unit(text: str) -> str:
    return text.partition(":")[0][:40]


def lacks_models(setup: Setup, models: Mapping[str, str]) -> Refusal | None:
    """Why a battle cannot be fought: a unit of it has a model that did not come along."""
    for text, size in sizes_in(setup):
        if size.name not in models:
            sentence = f"The model of {_unit(text)} did not come with its army: open the army's link or file once more."
            return invalid("model_missing", sentence, model=size.name)
    return None


def checked(setup: Setup, models: Mapping[str, str]) -> dict[str, str] | Refusal:
    """The models that a battle needs, and no others; or why it cannot be fought with them."""
    lacking = lacks_models(setup, models)
    if lacking is not None:
        return lacking
    # the room of bricks is asked for when somebody brings a model: most battles have none
    from brickfield.bricks.own import told

    needed: dict[str, str] = {}
    for text, size in sizes_in(setup):
        form, unit = models[size.name], _unit(text)
        model = told(form)
        if isinstance(model, Refusal):
            return model
        if OwnSize(model.length, model.width, model.height, model.name) != size:
            measures = f"{model.length:g} x {model.width:g} studs and {model.height:g} bricks high"
            sentence = f"The model of {unit} is {measures}; its card says otherwise."
            return invalid("wrong_model", sentence, model=size.name)
        needed[size.name] = form
    if len(needed) > MOST_MODELS:
        sentence = f"A battle has at most {MOST_MODELS} models of its players, not {len(needed)}."
        return invalid("too_many_models", sentence)
    return needed


def sound_models(setup: Setup, models: Mapping[str, str]) -> dict[str, str]:
    """Those models of a battle that are what their names say; without the others its units are drawn as usual."""
    named = {size.name for _text, size in sizes_in(setup)}
    if not named:
        return {}
    from brickfield.bricks.own import OwnModel, told

    found = {name: told(form) for name, form in models.items() if name in named}
    return {name: models[name] for name, model in found.items() if isinstance(model, OwnModel) and model.name == name}


def is_shown(match: Match, name: str) -> bool:
    """Whether a table tells everybody of a unit with this model: what its face does not name is shown to nobody."""
    return name.encode() in msgspec.json.encode(face_of(match).cards)
