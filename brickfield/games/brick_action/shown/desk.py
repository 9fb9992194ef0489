"""The desk at which scenarios are laid by hand: every sort of terrain as a piece, and villages drawn from a number."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from brickfield.core.setup.desks import DeskData, LaidKind, ScenarioDesk, entry_of, with_kinds
from ..base.building_plans import building_plans, structure_of
from ..base.firing.fire_measures import fire
from ..base.terrain import TerrainPiece, features
from ..data_files import read
from ..setup.scenarios import SCENARIOS
from ..setup.village import village_rules, village_terrain
from .faces import feature_face

_DRAWN = "village"


def desk() -> ScenarioDesk:
    """Everything that can be laid on a board."""
    data = read("desk.toml", DeskData)
    houses = {plan.id: (plan.length, plan.width) for plan in building_plans().values()}
    kinds = [_kind(name, size, is_house=False) for name, size in data.sizes.items()]
    kinds += [_kind(name, size, is_house=True) for name, size in houses.items()]
    faces = {name: feature_face(name) for name in features()}
    faces |= {name: replace(faces[name], structure=structure_of(name)) for name in houses}
    return ScenarioDesk(with_kinds(data, kinds), faces, SCENARIOS.form(), "stud", 1.0, fire().block_studs, draws=True)


def _kind(name: str, size: tuple[float, float], *, is_house: bool) -> LaidKind:
    """A piece of terrain; houses are as large as their plan."""
    length, width = size
    entry: dict[str, Any] = {"feature": name} if is_house else {"feature": name, "length": length, "width": width}
    return LaidKind(
        path="terrain[]", title=features()[name].title, kind=name, entry=entry, length=length, width=width,
        fixed=is_house,
    )  # fmt: skip


def drawn_scenario(number: int) -> dict[str, Any]:
    """A village drawn from a number, laid out piece by piece."""
    document = SCENARIOS.document(_DRAWN)
    assert isinstance(document, dict)
    bare = {key: value for key, value in document.items() if key not in ("village", "order", "terrain")}
    side = village_rules().board
    return {
        **bare, "id": f"village_{number}", "title": f"Village {number}", "origin": "own",
        "table_width": side, "table_depth": side, "terrain": [*map(_entry, village_terrain(number))],
    }  # fmt: skip


def _entry(piece: TerrainPiece) -> dict[str, Any]:
    """A piece with its size, whatever is usual."""
    return {**entry_of(piece), "length": piece.length, "width": piece.width}
