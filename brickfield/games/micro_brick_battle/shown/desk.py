"""The desk at which scenarios are laid by hand: every sort of terrain as a piece, and tables drawn from a number."""

from __future__ import annotations

from typing import Any

from brickfield.core.setup.desks import DeskData, LaidKind, ScenarioDesk, entry_of, with_kinds
from brickfield.core.shown.showing import FeatureFace
from ..base.features import Feature, features
from ..base.measures import measures
from ..data_files import read
from ..setup.random_tables import random_table
from ..setup.scenarios import SCENARIOS
from .faces import shown_height
from .models import feature_model

_TERRAIN, _DRAWN = "terrain[]", "random_table"


def desk() -> ScenarioDesk:
    """Everything that can be laid on a table."""
    data = with_kinds(read("desk.toml", DeskData), map(_kind, features().values()))
    faces = {feature.name: _face(feature) for feature in features().values()}
    return ScenarioDesk(
        data, faces, SCENARIOS.form(), "inch", 1 / measures().stud_inches, measures().brick_inches, draws=True
    )


def _kind(feature: Feature) -> LaidKind:
    """A piece of terrain as it is usually built; bunkers belong to somebody."""
    size = {"length": round(feature.length_inches, 3), "width": round(feature.width_inches, 3), "heading": 0.0}
    owner = {"owner": 0} if feature.is_never_free else {}
    return LaidKind(
        path=_TERRAIN, title=feature.name, kind=feature.name, entry={"feature": feature.name, **size, **owner}
    )


def _face(feature: Feature) -> FeatureFace:
    blocks = feature.blocks_ground or feature.ground == "water"
    told = feature.text, feature.clause, feature.is_opaque, blocks
    return FeatureFace(feature.name, feature.name, feature_model(feature.name), *told, shown_height(feature))


def drawn_scenario(number: int) -> dict[str, Any]:
    """A table drawn from a number, laid out piece by piece."""
    document = SCENARIOS.document(_DRAWN)
    assert isinstance(document, dict)
    scenario = SCENARIOS.known()[_DRAWN]
    pieces = random_table(number, scenario.table_width, scenario.table_depth)
    bare = {key: value for key, value in document.items() if key not in ("drawn", "special", "order")}
    return {
        **bare, "id": f"table_{number}", "title": f"Table {number}", "origin": "own",
        "terrain": [{"heading": piece.heading, **entry_of(piece)} for piece in pieces],
    }  # fmt: skip
