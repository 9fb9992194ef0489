"""Beside real bricks: what has to be seen for a shot at a real table, and a table of ours that looks the same.

Whoever is asked stands behind the gun. What he says is laid: a wall that hides so much of the side that faces him, a
hedge in the line, water under the target. The rules then say what they say of any table.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import invalid
from brickfield.core.setup.companion import Companion, EyeOption, EyeQuestion, RoundStep, Seen, choose
from brickfield.core.setup.duels import Attack, default_aim
from brickfield.core.shown.showing import AimFace, TrackFace
from brickfield.core.state import State
from ..base.aims import ids_of, need_words, roll_words, sum_of
from ..base.battlefield import card_of, describe
from ..base.measures import chance_of, modifiers
from ..base.modifiers import OBSTACLE, REPLACING, numbers_of
from ..base.odds import ways_to_roll
from ..base.shooting import ShootingPhase
from ..base.target_declaration import Declare, Shot
from ..base.unit_cards import Specialty, UnitCard
from ..base.unit_stats import fires_over, has_modifiers, hiding_counts, rear_shot_counts
from ..base.views import own_sight, sight_range
from ..chapters.amphibious_vehicles.amphibious_vehicles import is_amphibious
from ..chapters.special_units.special_units import ARTILLERY, MOVED, SPG
from ..data_files import read
from ..setup.battle_setup import stores
from ..setup.companion_table import ALL, BUILDING, BUNKER, FOREST, HALF, LESS, NONE, OPEN, TALL, WATER, laid_table

# Where an airplane is and what it flies over takes more than a glance along a gun.
_IN_THE_AIR = invalid(
    "in_the_air", "Shots of airplanes and at them are not worked out here yet: lay the table and ask the judge."
)
HIDDEN, SIDE, COVER, SIGHT, ARC, AWAY = "hidden", "side", "cover", "sight", "arc", "away"
STANDS, LOOKS_FROM, WEATHER, TOGETHER = "stands", "from", "weather", "with"
YES, NO = "yes", "no"
_SOFT = {
    "wreck": ("A wreck", "mbb.wreck.modifier"),
    "hedgerow": ("A hedgerow", "mbb.terrain.hedge"),
    "light_trees": ("Light trees", "mbb.terrain.trees"),
    "low_wall": ("A low wall it is behind", "mbb.obst.lowwall.dp"),
    "low_bridge": ("A low bridge, or it is on one", "mbb.obst.bridge.low"),
    "emplacement": ("Its emplacement, from the front", "mbb.obst.empl.dp"),
    OBSTACLE: ("What hides it is only 2 or 3 bricks high", "inf.los.obstacle"),
}


# --- questions -------------------------------------------------------------------------------------------------------


def questions(state: State, unit: Unit, target: Unit, seen: Seen) -> tuple[EyeQuestion, ...]:
    """Everything this shot depends on, and nothing else."""
    return () if _flies(state, unit, target) else tuple(_questions(state, unit, target, seen))


def _flies(state: State, *units: Unit) -> bool:
    return any(card_of(state, each.id).is_airplane for each in units)


def _questions(state: State, unit: Unit, target: Unit, seen: Seen) -> Iterator[EyeQuestion]:
    over, counted = fires_over(state, unit.id), has_modifiers(state, unit.seat)
    yield from _of_the_line(state, unit, target, over)
    if counted and rear_shot_counts(state, unit, target) and not card_of(state, target.id).is_infantry:
        yield choose(
            SIDE, "From where is it hit?", "mbb.mod.rear",
            (NO, "Front or side", "mbb.geometry.arcs"), (YES, "From behind", "mbb.mod.rear"),
        )  # fmt: skip
    if counted and not over:
        yield EyeQuestion(COVER, "What is in the line of the shot?", "mbb.cover.soft", _soft(state, unit), many=True)
    yield from _of_the_ground(state, unit, target)
    if state.match.options.weather == "rolled":
        yield choose(
            WEATHER, "Does the weather apply this round?", "mbb.weather.rolled",
            (NO, "No", "mbb.weather.rolled"), (YES, "Yes", "mbb.weather.rolled"),
        )  # fmt: skip
    if _has_an_end(state, unit, seen):
        yield EyeQuestion(AWAY, "How many inches is it away, base to base?", "mbb.geometry.units", usual=8.0)
    others = [each for each in state.units.values() if each.seat == unit.seat and card_of(state, each.id).is_infantry]
    partners = tuple(
        EyeOption(each.id, describe(state, each.id), "inf.flank.one_roll") for each in others if each.id != unit.id
    )
    if partners and card_of(state, unit.id).is_infantry:
        yield EyeQuestion(TOGETHER, "Who attacks with it?", "inf.flank.vehicle", partners, many=True)


def _of_the_line(state: State, unit: Unit, target: Unit, over: bool) -> Iterator[EyeQuestion]:
    """Whether there is a shot at all, and how much of the target is to be seen."""
    if card_of(state, unit.id).mount == "fixed":
        yield choose(
            ARC, "Is it in front of the gun?", "mbb.geometry.arc.fixed",
            (YES, f"Yes, within {state.match.options.fixed_arc_deg}°", "mbb.geometry.arc.fixed"),
            (NO, "No", "mbb.geometry.arc.fixed"),
        )  # fmt: skip
    if over:
        yield choose(
            SIGHT, "Who sees it?", "mbb.spot.los",
            ("self", "The gun itself", "mbb.los.required"), ("spotter", "A friend who spots", "mbb.spot.los"),
            (NO, "Nobody", "mbb.los.required"),
        )  # fmt: skip
        return
    if not (has_modifiers(state, unit.seat) and hiding_counts(state, unit.seat)):
        yield choose(
            HIDDEN, "Can you see any of it?", "mbb.los.required",
            (NONE, "Yes", "mbb.los.required"), (ALL, "No", "mbb.los.required"),
        )  # fmt: skip
        return
    yield EyeQuestion(
        HIDDEN, "How much of the side facing you is hidden?", "mbb.mod.hidden.trigger",
        (
            EyeOption(NONE, "Nothing", "mbb.mod.hidden.trigger", 0.0),
            EyeOption(LESS, "Less than half", "mbb.mod.hidden.minor", 0.25),
            EyeOption(HALF, "Half or more", "mbb.mod.hidden.major", 0.75),
            EyeOption(ALL, "All of it", "mbb.los.required", 1.0),
        ),
    )  # fmt: skip


def _soft(state: State, unit: Unit) -> tuple[EyeOption, ...]:
    """What is soft; that something is an obstacle matters to soldiers only."""
    on_foot = card_of(state, unit.id).is_infantry
    kinds = (*(kind for kind in modifiers().cover_order if kind != "hidden"), *REPLACING, *((OBSTACLE,) * on_foot))
    return tuple(EyeOption(kind, *_SOFT[kind]) for kind in kinds)


def _of_the_ground(state: State, unit: Unit, target: Unit) -> Iterator[EyeQuestion]:
    """What the two stand in."""
    if is_amphibious(state, unit.id):
        yield choose(
            LOOKS_FROM, "Where did it begin the turn?", "mbb.amph.stats_start",
            (OPEN, "On land", "mbb.amph.stats_start"), (WATER, "In water", "mbb.amph.stats_vary"),
        )  # fmt: skip
    if card_of(state, unit.id).is_infantry:
        yield choose(
            LOOKS_FROM, "Where do your soldiers stand?", "inf.los.range",
            (OPEN, "In the open", "inf.los.range"), (BUILDING, "In a building up to 4 bricks", "inf.geometry.inside"),
            (TALL, "In a taller building", "inf.los.tall"),
        )  # fmt: skip
    if is_amphibious(state, target.id):
        yield choose(
            STANDS, "Where is the target?", "mbb.terrain.water.attack",
            (OPEN, "On land", "mbb.amph.stats_vary"), (WATER, "In deep water", "mbb.terrain.water.attack"),
        )  # fmt: skip
    if card_of(state, target.id).is_infantry:
        yield choose(
            STANDS, "Where is the target?", "inf.hidden.building",
            (OPEN, "In the open", "inf.hidden.rest"), (BUILDING, "In a building", "inf.hidden.building"),
            (FOREST, "In a forest", "inf.hidden.forest"),
        )  # fmt: skip
    if card_of(state, target.id).rules == ARTILLERY:
        yield choose(
            STANDS, "Where is the target?", "mbb.obst.bunker.arty",
            (OPEN, "In the open", "mbb.arty.rear"), (BUNKER, "In an artillery bunker", "mbb.obst.bunker.arty"),
        )  # fmt: skip


@rule("mbb.los.unlimited", "inf.los.range", "mbb.weather.part_visible")
def _has_an_end(state: State, unit: Unit, seen: Seen) -> bool:
    """Whether it matters how far away the target is: to soldiers, and to all in weather."""
    if own_sight(state, unit) is not None or sight_range(state) is not None:
        return True
    return state.match.options.weather == "rolled" and seen.one(WEATHER, NO) == YES


# --- the shot --------------------------------------------------------------------------------------------------------


def lay(state: State, unit: Unit, target: Unit, seen: Seen) -> dict[str, Any]:
    """A table on which the shooter sees what was answered."""
    asked = {each.id for each in questions(state, unit, target, seen)}
    known = Seen(
        {name: chosen for name, chosen in seen.chosen.items() if name in asked},
        {name: length for name, length in seen.measured.items() if name in asked},
    )
    return laid_table(state, unit, target, known)


def attacks(state: State, unit: Unit, target: Unit, seen: Seen) -> tuple[Attack, ...]:
    """One main weapon each; soldiers who attack together count together."""
    if _flies(state, unit, target):
        return (Attack("", AimFace(unit.id, target.id, describe(state, target.id), "", _IN_THE_AIR)),)
    face = replace(default_aim(state, unit, target), remark="")
    partners = _partners(state, unit, seen)
    if partners and face.refusal is None and face.sums:
        numbers = numbers_of(state, unit, target, others=partners)
        sums = (sum_of(numbers.attack_points), sum_of(numbers.defense_points))
        face = replace(
            face, needed=numbers.needed, need=need_words(numbers.needed), roll=roll_words(numbers.needed), sums=sums,
            ways=ways_to_roll(numbers.needed), odds=chance_of(numbers.needed), needs=ids_of(partners),
        )  # fmt: skip
    return (Attack("", replace(face, odds_of=face.odds_of if face.needs is UNSET else UNSET, joins=())),)


def _partners(state: State, unit: Unit, seen: Seen) -> tuple[Unit, ...]:
    named = seen.chosen.get(TOGETHER, ())
    return tuple([each for name in named if (each := state.units.get(name)) is not None and each.seat == unit.seat])


@rule("mbb.declare.one", "inf.flank.one_roll")
def fire(state: State, unit: Unit, target: Unit, seen: Seen, _attack: int) -> Declare:
    """The shot declared, and those who attack with it."""
    others = [Shot(each.id, target.id, unit.id) for each in _partners(state, unit, seen)]
    return Declare((Shot(unit.id, target.id), *others))


# --- cards and rounds ------------------------------------------------------------------------------------------------


_PLATES = {name: (f"{name.capitalize()} plate", "inf.spec.mark") for name in get_args(Specialty) if name}
# What is counted on a unit, by mark: its title and clause.
_COUNTED = _PLATES | {
    "markers": ("Soldier markers", "inf.build.marker"),
    "captain": ("Captain", "inf.captain"),
    "bombs": ("Bombs", "mbb.air.weapons"),
    "missiles": ("Missiles", "mbb.air.weapons"),
}


@rule("inf.build.marker", "inf.spec.mark", "inf.captain", "mbb.air.weapons", "mbb.spg.move_or_shoot")
def marks(card: UnitCard) -> tuple[TrackFace, ...]:
    """What is counted on a unit beside whether it stands."""
    begun = [(name, count, *_COUNTED[name]) for name, count in stores(card).items() if name in _COUNTED]
    rows = [(name, title, "boxes" if count > 1 else "pips", count, clause) for name, count, title, clause in begun]
    if card.rules == SPG:
        rows.append((MOVED, "Has moved this turn", "markers", 1, "mbb.spg.move_or_shoot"))
    return tuple(
        TrackFace(name, title, title, style, 0 if style == "markers" else full, full, clause)  # type: ignore[arg-type]
        for name, title, style, full, clause in rows
    )


def changes(counts: dict[str, int]) -> dict[str, Any]:
    """Counts as a position has them."""
    return {"marks": counts}


def counts(state: State, unit: Unit) -> dict[str, int]:
    """What is counted on a unit now."""
    return {row.id: unit.marks.get(row.id, 0) for row in marks(card_of(state, unit.id))}


@rule("mbb.house.agree")
def agreed(match: Any) -> dict[str, Any]:
    """What the scenario has decided about special units, said as a switch."""
    return {"special_units": match.special_units, "reinforcements": match.reinforcements}


@cache
def steps() -> tuple[RoundStep, ...]:
    """The round, step by step."""
    return read("companion.toml", dict[str, tuple[RoundStep, ...]])["step"]


COMPANION = Companion(
    marks=marks,
    changes=changes,
    counts=counts,
    steps=steps,
    questions=questions,
    lay=lay,
    attacks=attacks,
    fire=fire,
    agreed=agreed,
    frames=(ShootingPhase,),
    lost=("Destroyed", "mbb.shoot.hit"),
)
