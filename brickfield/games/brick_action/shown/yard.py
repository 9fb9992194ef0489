"""The barracks: units of one's own as the force builder draws them, figure by figure, with their dice by distance."""

from __future__ import annotations

from functools import cache
from typing import Any

from brickfield.core.clauses import rule
from brickfield.core.modifiers import Tally
from brickfield.core.refusal import Refusal
from brickfield.core.setup.catalogue import ChoiceCard
from brickfield.core.setup.own_models import without_model
from brickfield.core.setup.unit_editor import BuiltCard, ModuleFace, NumberRow, PoolStep, Yard
from brickfield.core.shown.showing import NumberFace, Sum
from ..base.firing.dice_pool import Armed, Terms, unit_pool
from ..base.firing.ranges import Habits
from ..base.measures import measures
from ..base.minis import is_veteran, minis
from ..base.weapons import NONE, items, primaries, weapons
from ..chapters.heavy_support.heavy_support import heavy_dice, heavy_numbers
from ..chapters.vehicles.armour import battery_dice, reduced
from ..chapters.vehicles.armour import long_shot_loss as lost_beyond
from ..chapters.vehicles.vehicles import (
    SWARM,
    batteries,
    mounting_fault,
    vehicle_classes,
    vehicle_points,
    vehicle_weapons,
)
from ..setup import forces
from ..setup.options import Options
from .faces import card_face
from .looks import distances, figure_model

_SQUAD, _EXTRAS = "4 regular repeater", ((forces.BAYONET, "Bayonet"), (forces.BLADE, "Close-combat weapon"))


@rule("ba.setup.points", "ba.unit.size", "ba.setup.free_rockets", "ba.unit.free_vet", "ba.unit.free_grenade")
@cache
def yard() -> Yard:
    """All minis, weapons and vehicles with their prices, and what a unit may have of them."""
    numbers, rocket = measures(), weapons()["rocket"]
    limits = (
        NumberFace("figures", "minis in a squad, at most", "", numbers.squad_most, "ba.unit.size"),
        NumberFace("items", "single-use items of a mini, at most", "", numbers.items_most, "ba.weapon.one_primary"),
        NumberFace(
            "officers", "officers in a unit, at most", "", minis()["officer"].limit_per_unit, "ba.unit.officer.limit"
        ),
        NumberFace(
            "supports", "support weapons in a unit, at most", "", numbers.support_most, "ba.weapon.support.stack"
        ),
        NumberFace(
            "generals", "generals in an army, at most", "", minis()["general"].limit_per_army, "ba.unit.general.limit"
        ),
    )
    frees = (
        NumberFace("free_veteran", "one veteran among five minis, above a regular", "", 0, "ba.unit.free_vet"),
        NumberFace("free_grenade", "one grenade or smoke grenade for five minis", "", 0, "ba.unit.free_grenade"),
        NumberFace(
            "free_rocket", f"a {rocket.title} for each heavier tank of the enemy", "", 0, "ba.setup.free_rockets"
        ),
    )
    return Yard(
        manner="figures",
        noun="unit",
        example=next(iter(forces.ready_made())),
        budget=NumberFace("points", "points for an army", "", numbers.points, "ba.setup.points"),
        limits=limits,
        prices=frees,
        modules=(*_infantry(), *_vehicles()),
        switches=("support_bands", "hyphen_range", "heavy_row"),
        figure="regular repeater",
        begins=_begins(),
    )


def _begins() -> tuple[ChoiceCard, ...]:
    classes = [(each.id, f"{each.title} {each.id}") for each in vehicle_classes().values()]
    texts = [(_SQUAD, "Squad"), (forces.HEAVY, weapons()[forces.HEAVY].title), *classes]
    return tuple(ChoiceCard(text, title) for text, title in texts)


def _infantry() -> list[ModuleFace]:
    kinds = [ModuleFace(each.id, each.title, "figure", each.cost, (), each.clause) for each in minis().values()]
    held = [_weapon(name, "primary") for name in primaries()]
    nothing = ModuleFace(NONE, "Nothing", "primary", 0, (), "ba.weapon.one_primary")
    carried = [_weapon(name, "item") for name in items()]
    extras = [ModuleFace(name, title, "extra", 0, (), "ba.cc.bayonet") for name, title in _EXTRAS]
    return [*kinds, *held, nothing, *carried, *extras, _weapon(forces.HEAVY, "heavy")]


def _weapon(name: str, fits: str) -> ModuleFace:
    row = weapons()[name]
    reach = NumberFace("range", "range", "R", row.range_max, row.clause)
    return ModuleFace(name, row.title, fits, row.cost, (reach,), row.clause)


def _vehicles() -> list[ModuleFace]:
    hulls = [
        ModuleFace(
            *(each.id, f"{each.title} {each.id}", "vehicle", each.cost),
            (
                NumberFace("damage_points", "damage points", "DP", each.damage_points, "ba.veh.superscript"),
                NumberFace("speed", "speed", "SP", round(each.speed), "ba.veh.speed"),
                NumberFace("capacity", "passengers", "PA", each.capacity, "ba.veh.capacity"),
                NumberFace("main", "main weapons, at most", "", each.most_main, "ba.veh.weapons_max"),
                NumberFace("machine_gun", "MGs and HMGs, at most", "", each.most_machine_guns, "ba.veh.weapons_max"),
            ),
            each.clause,
        )
        for each in vehicle_classes().values()
    ]
    guns = [
        ModuleFace(
            *(each.id, each.title, "main" if each.main else "machine_gun", each.cost),
            (
                NumberFace("dice", "dice", "D", each.dice, "ba.veh.subscript"),
                NumberFace("range", "range", "R", round(each.range), "ba.veh.range"),
            ),
            each.clause,
        )
        for each in vehicle_weapons().values()
        if each.id != SWARM
    ]
    return [*hulls, *guns]


def built_card(text: str, limit: int, settings: dict[str, Any]) -> BuiltCard | Refusal:
    """A unit as it stands in the barracks, with everything that is still wrong with it."""
    options = Options.of(settings)
    if isinstance(options, Refusal):
        return options
    row = forces.ready_made().get(text)
    name, made = (row.title, row.text) if row is not None else forces.named(text)
    if forces.is_vehicle_text(made):
        return _vehicle(text, name, made)
    card = forces.written_squad(made, name)
    return card if isinstance(card, Refusal) else _squad(text, card, options)


def _squad(text: str, card: forces.SquadCard, options: Options) -> BuiltCard:
    priced = forces.SquadCard(card.name, card.minis, forces.squad_cost(card.minis, heavy=card.heavy), card.heavy)
    face = card_face(
        text, forces.SquadCard(card.name, card.minis, forces.card_cost(priced, options.heavy_row), card.heavy)
    )
    return BuiltCard(
        text=text,
        name=card.name,
        face=face,
        faults=tuple(forces.squad_faults(card)),
        notes=_weapon_note(card, options),
        figures=_figures(card),
        parts=(forces.HEAVY,) if card.heavy else (),
        pools=_heavy_pools() if card.heavy else _pools(card, options),
    )


@rule("ba.heavy.cost", "ba.heavy.vs_armor")
def _weapon_note(card: forces.SquadCard, options: Options) -> tuple[NumberFace, ...]:
    """The heavy weapon itself, which the crew of two is part of."""
    if not card.heavy:
        return ()
    points = forces.card_cost(forces.SquadCard("", (), 0, heavy=True), options.heavy_row) + weapons()[forces.HEAVY].cost
    title = (
        f"{weapons()[forces.HEAVY].title}, {vehicle_weapons()[options.heavy_row].title} against armour, with its crew"
    )
    return (NumberFace(forces.HEAVY, title, "", points, "ba.heavy.cost"),)


@rule("ba.unit.free_vet", "ba.unit.free_grenade", "ba.heavy.cost")
def _figures(card: forces.SquadCard) -> tuple[NumberRow, ...]:
    """Each mini with his price; what is free is 0, with the clause that gives it."""
    free: list[dict[str, tuple[int, str]]] = [{} for _ in card.minis]
    if len(card.minis) == measures().squad_most:
        veteran = next((at for at, mini in enumerate(card.minis) if mini.kind == "veteran"), None)
        if veteran is not None:
            above = minis()["veteran"].cost - minis()["regular"].cost
            free[veteran]["veteran"] = above, "ba.unit.free_vet"
        thrown = [(weapons()[item].cost, -at, item) for at, mini in enumerate(card.minis) for item in mini.items]
        given = max(((cost, at, item) for cost, at, item in thrown if item in forces.FREE), default=None)
        if given is not None:
            free[-given[1]][given[2]] = given[0], "ba.unit.free_grenade"
    if card.heavy:
        regulars = [at for at, mini in enumerate(card.minis) if mini.kind == "regular"]
        for at in regulars[: weapons()[forces.HEAVY].crew_included]:
            free[at]["regular"] = minis()["regular"].cost, "ba.heavy.cost"
    return tuple(_figure(mini, given) for mini, given in zip(card.minis, free, strict=True))


def _figure(mini: forces.MiniCard, free: dict[str, tuple[int, str]]) -> NumberRow:
    extras = [name for name, has in ((forces.BAYONET, mini.bayonet), (forces.BLADE, mini.blade)) if has]
    titles = {
        **{each.id: each.title for each in minis().values()},
        **{name: row.title for name, row in weapons().items()},
    }
    return NumberRow(
        minis()[mini.kind].title,
        figure_model(mini.card),
        (mini.kind, mini.weapon, *mini.items, *extras),
        forces.mini_cost(mini) - sum(points for points, _clause in free.values()),
        tuple(
            NumberFace(part, titles[part], "", 0, clause, _left_to_pay(part, points))
            for part, (points, clause) in free.items()
        ),
    )


def _left_to_pay(part: str, points: int) -> str:
    """What is still paid for something of which only a part is free: a veteran costs as much as a regular."""
    cost = minis()[part].cost if part in minis() else weapons()[part].cost
    return f"{cost - points} + 0" if cost > points else ""


@rule("ba.geometry.dice_order", "ba.attack.dice.base", "ba.longshot")
def _pools(card: forces.SquadCard, options: Options) -> tuple[PoolStep, ...]:
    """The dice of a whole squad in the open, at each distance."""
    names = [f"f{number + 1}" for number in range(len(card.minis))]
    shooters = [
        Armed(
            name,
            mini.weapon if mini.weapon != NONE else "",
            is_veteran(mini.kind),
            base=minis()[mini.kind].base_die or mini.weapon != NONE,
            near=tuple(each for each in names if each != name),
        )
        for name, mini in zip(names, card.minis, strict=True)
        if mini.weapon != NONE
    ]
    terms = Terms(Habits(options.support_bands, options.hyphen_range))
    if not shooters:
        return ()
    return tuple(_step("", away, unit_pool(shooters, float(away), terms).tally) for away in distances())


@rule("ba.heavy.dice", "ba.heavy.range", "ba.longshot")
def _heavy_pools() -> tuple[PoolStep, ...]:
    pool, reach = heavy_dice(heavy_numbers().crew), heavy_numbers().range
    return tuple(
        _step("", away, reduced(pool, beyond=lost_beyond(away, reach), through_wall=False, hidden=False))
        for away in distances()
    )


def _step(title: str, away: float, pool: Tally) -> PoolStep:
    return PoolStep(title, float(away), Sum(pool.of, pool.lines(), max(0, pool.total), dice=True))


@rule("ba.veh.cost", "ba.veh.weapons_max", "ba.veh.pool", "ba.longshot")
def _vehicle(text: str, name: str, made: str) -> BuiltCard | Refusal:
    """A vehicle with each of its batteries."""
    plain, size = without_model(made)
    kind, *mounted = plain.split()
    fault = mounting_fault(kind, mounted)
    if fault is not None and fault.kind == "invalid":
        return fault
    too_large = forces.model_fault(name or kind, size) if size else None
    word = size.word if size else ""
    card = forces.VehicleCard(name or kind, kind, tuple(mounted), vehicle_points(kind, mounted), word)
    pools = [
        _step(
            vehicle_weapons()[weapon].title,
            away,
            reduced(
                battery_dice(weapon, count),
                beyond=lost_beyond(away, vehicle_weapons()[weapon].range),
                through_wall=False,
                hidden=False,
            ),
        )
        for weapon, count in batteries(mounted).items()
        for away in distances()
    ]
    return BuiltCard(
        text=text,
        name=card.name,
        face=card_face(text, card),
        faults=tuple(filter(None, (fault, too_large))),
        notes=_rocket_note(kind),
        parts=(kind, *mounted),
        pools=tuple(pools),
    )


@rule("ba.setup.free_rockets")
def _rocket_note(kind: str) -> tuple[NumberFace, ...]:
    """What such a vehicle gives the enemy."""
    if not vehicle_classes()[kind].gives_enemy_rocket:
        return ()
    return (NumberFace("free_rocket", "gives the enemy a rocket, for points", "", 0, "ba.setup.free_rockets"),)
