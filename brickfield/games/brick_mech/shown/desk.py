"""The desk at which scenarios are laid by hand: every sort of terrain as a piece."""

from __future__ import annotations

from brickfield.core.setup.desks import DeskData, LaidKind, ScenarioDesk, with_kinds
from ..base.measures import features, measures
from ..data_files import read
from ..setup.scenarios import SCENARIOS
from .faces import feature_face


def desk() -> ScenarioDesk:
    """Everything that can be laid on a table."""
    kinds = [
        LaidKind(path="terrain[]", title=name, kind=name, entry={"feature": name}, length=each.length, width=each.width)
        for name, each in features().items()
    ]
    faces = {name: feature_face(name) for name in features()}
    data = with_kinds(read("desk.toml", DeskData), kinds)
    return ScenarioDesk(data, faces, SCENARIOS.form(), "brick", float(measures().studs_per_brick))
