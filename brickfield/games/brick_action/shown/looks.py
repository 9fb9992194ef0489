"""Looks: which model is built for a card, a mini, a vehicle and a feature, and the markers of what happens to units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

from brickfield.core.data_files import TableRow, by_key
from brickfield.core.setup.own_models import drawn_after
from brickfield.core.shown.looks import MarkerFace
from ..base.building_plans import building_plans
from ..chapters.vehicles.vehicles import is_turreted, vehicle_classes, vehicle_weapons
from ..data_files import read
from ..setup.forces import VehicleCard

# the words by which a board knows ranks, by sort of mini
_RANKS = {
    "veteran": "veteran",
    "spotter": "spotter",
    "officer": "officer",
    "field_commander": "officer.radio",
    "ranking_commander": "commander",
    "general": "commander.veteran",
    "commando": "commando",
    "medic": "medic",
}
_HOUSE = "house"
# the words by which a board knows weapons that lie on the ground, where they are not those of the rules
_LAID = {"rifle_grenade": "grenade", "smoke_grenade": "grenade", "heavy_support": "support"}


class FeatureLook(TableRow, frozen=True):
    """The model of a sort of terrain and a sentence about it."""

    id: str
    model: str
    text: str


class MarkerRow(TableRow, frozen=True):
    """A marker in the colours of the book."""

    id: str
    title: str
    short: str
    shape: Literal["round", "flag", "cross", "bar", "ring"]
    paint: str
    clause: str


class _LooksFile(TableRow, frozen=True):
    distances: tuple[int, ...]
    feature: tuple[FeatureLook, ...]
    marker: tuple[MarkerRow, ...]


@cache
def _features() -> Mapping[str, FeatureLook]:
    return by_key("looks.toml", ((each.id, each) for each in read("looks.toml", _LooksFile).feature))


def distances() -> tuple[int, ...]:
    """The distances, in studs, at which the force builder shows the dice of a unit."""
    return read("looks.toml", _LooksFile).distances


@cache
def markers() -> Mapping[str, MarkerFace]:
    """The markers by the state they stand for."""
    rows = read("looks.toml", _LooksFile).marker
    return {each.id: MarkerFace(each.id, each.title, each.short, each.clause, each.shape, each.paint) for each in rows}


def feature_look(kind: str) -> FeatureLook:
    """How a sort of terrain looks; every plan of a building is a house."""
    rows = _features()
    return rows[_HOUSE] if kind in building_plans() else rows[kind]


def figure_model(card: str) -> str:
    """A mini by his card: "veteran.carbine" holds a carbine and has two stripes."""
    kind, weapon = card.split(".", 1)
    rank = _RANKS.get(kind, "")
    return f"figure.{weapon}" + (f".{rank}" if rank else "")


def dropped_model(lying: Iterable[str]) -> str:
    """Weapons that lie on the ground, side by side."""
    return f"dropped.{'+'.join(_LAID.get(each, each) for each in lying)}"


def vehicle_model(card: VehicleCard) -> str:
    """A vehicle built from its class and weapons: the gun as long as it hits hard, the armour as thick; its design."""
    made = vehicle_classes()[card.vehicle]
    main = next((each for each in card.weapons if vehicle_weapons()[each].main), "")
    size = {"C": "car", "L": "light", "M": "medium", "H": "heavy"}[made.id[0]]
    mount = "turret" if main and is_turreted(made.id, main) else "fixed" if card.weapons else "none"
    chassis = {"C1": "wheels", "C2": "truck"}.get(made.id, "tracks")
    gun = round(vehicle_weapons()[main].cost / 15) if main else 1
    turret = "round" if made.id[0] == "M" else "slope" if made.id[0] == "H" else "box"
    drawn = f"vehicle.{size}.{mount}.tank.{gun}-{made.damage_points}-{round(made.speed / 3)}.{turret}.{chassis}"
    if card.model:
        return drawn + drawn_after(card.model)
    # a tank without its main gun does not look like one that has it
    is_as_designed = bool(made.design) and made.turret == (mount == "turret")
    return drawn + (f"@brick_action/{made.design}" if is_as_designed else "")
