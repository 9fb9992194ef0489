"""Names of models: what the table builds for a card or a piece of terrain, said in words it has recipes for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, by_key
from brickfield.core.setup.own_models import drawn_after
from ..base.unit_cards import COMMANDER, UnitCard
from ..data_files import read

Turret = Literal["box", "round", "slope", "tall"]
Chassis = Literal["tracks", "wheels", "truck"]


class Usual(TableRow, frozen=True):
    """What a model has when nothing else is said."""

    turret: Turret
    chassis: Chassis


class Look(TableRow, frozen=True):
    """What the models of a country or a unit have instead."""

    name: str
    turret: Turret | None = None
    chassis: Chassis | None = None
    # the model of bricks it is built after, where one has been designed for it
    design: str = ""


class ModelsFile(TableRow, frozen=True):
    """The file of looks."""

    clause: str
    usual: Usual
    country: tuple[Look, ...]
    unit: tuple[Look, ...]


@cache
def _file() -> ModelsFile:
    return read("models.toml", ModelsFile)


@cache
def _looks() -> tuple[Mapping[str, Look], Mapping[str, Look]]:
    file = _file()
    countries, units = ([(look.name, look) for look in rows] for rows in (file.country, file.unit))
    return by_key("models.toml", countries), by_key("models.toml", units)


@rule("mbb.about.scale")
def unit_model(card: UnitCard) -> str:
    """The model of a unit from its card: size, mount, rules and numbers, of an airplane its weapons; and its design."""
    countries, units = _looks()
    own = units.get(card.name.removesuffix(f" with {COMMANDER}"))
    design = drawn_after(card.model) or (f"@micro_brick_battle/{own.design}" if own and own.design else "")
    if card.is_airplane:
        return f"plane.{card.bombs}-{card.missiles}.{card.machine_guns}{design}"
    looks = [own, countries.get(card.country)]
    turret = next((look.turret for look in looks if look and look.turret), _file().usual.turret)
    chassis = next((look.chassis for look in looks if look and look.chassis), _file().usual.chassis)
    numbers = f"{card.ap}-{card.dp}-{card.mp}"
    words = ("vehicle", card.size_class, card.mount, card.rules or "tank", numbers, turret, chassis)
    return ".".join(words) + design + (".commander" if card.commander else "")


def feature_model(name: str) -> str:
    """The model of a sort of terrain: its name as one word."""
    return {"Light Tree Cover": "light_trees"}.get(name, name.lower().replace(" ", "_"))
