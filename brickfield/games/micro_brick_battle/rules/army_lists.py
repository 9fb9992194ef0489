"""Building your army: units bought with Resource Points, checked, priced and described."""

from __future__ import annotations

from difflib import get_close_matches
from typing import NamedTuple

from msgspec import Struct

from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.games.micro_brick_battle.rules.army_tables import TimeBand, nations, sides, special_rules, time_bands
from brickfield.games.micro_brick_battle.rules.features import features
from brickfield.games.micro_brick_battle.rules.measures import measures
from brickfield.games.micro_brick_battle.rules.options import Options
from brickfield.games.micro_brick_battle.rules.scenarios import Force
from brickfield.games.micro_brick_battle.rules.unit_cards import (
    COMMANDER,
    UnitCard,
    airplanes,
    find_card,
    may_have_commander,
    squeezed,
    unit_card,
    unit_cards,
    upgrades,
)

LONGEST_NAME = 60
MOST_COPIES = 999


class ArmyList(Struct, frozen=True):
    """An army as it was bought: card names with how many of each, in the order of purchase.

    The order numbers the units, and the number settles who is leftmost when two stand level.
    """

    name: str
    units: tuple[tuple[str, int], ...]


class Note(NamedTuple):
    """Something a player should know about a unit of the list."""

    text: str
    clause: str


def cards(army: ArmyList) -> tuple[UnitCard, ...]:
    """One card for every unit of the army, in the order of purchase."""
    return tuple(unit_card(name) for name, count in army.units for _copy in range(count))


def army_of(force: Force) -> ArmyList:
    """The army a scenario gives to a seat."""
    return ArmyList(force.side, tuple((unit_card(units.card).name, units.count) for units in force.units))


@rule("mbb.unit.rc", "mbb.army.points", "mbb.army.rc_pattern")
def resource_cost(army: ArmyList) -> int:
    """The printed RC of all units together."""
    return sum(unit_card(name).rc * count for name, count in army.units)


@rule("mbb.army.rc_pattern")
def suggested_cost(ap: int, dp: int) -> int:
    """A fair price for a unit of one's own: AP + DP + 5. Printed units keep the price on their card."""
    return ap + dp + measures().suggested_cost_base


@rule("mbb.army.time")
def playing_time(points: int) -> TimeBand:
    """How long a battle of so many points a side takes; 150 belongs to the middle band."""
    return next(band for band in time_bands() if band.to_points is None or points <= band.to_points)


def check_army(army: ArmyList, points: int, options: Options, special: bool | None = None) -> Refusal | None:
    """Whether the army may be fielded for so many Resource Points under these options.

    `special` says whether special units have their own rules where that is left to the scenario.
    """
    return (
        _check_form(army, points)
        or _check_units(army, options)
        or commanders(army, options.special_units is True if special is None else special)
        or minimum_army(army)
        or one_nation(army, options)
        or within_points(army, points)
    )


def _check_form(army: ArmyList, points: int) -> Refusal | None:
    """A list that can be read: a limit, and whole numbers of copies."""
    if type(points) is not int or points < 1:
        return invalid("points_unreadable", "The number of Resource Points to spend must be a whole number above 0.")
    for name, count in army.units:
        if type(count) is not int or not 1 <= count <= MOST_COPIES:
            return _count_refusal(name[:LONGEST_NAME])
    return None


def _count_refusal(name: str) -> Refusal:
    return invalid("count_unreadable", f"{name} can be bought from 1 to {MOST_COPIES} times in one line.", unit=name)


def _check_units(army: ArmyList, options: Options) -> Refusal | None:
    """Every line names a ground unit, or an airplane where they are agreed on."""
    for name, _count in army.units:
        if (refusal := unknown_unit(name, options)) is not None:
            return refusal
    return None


@rule("mbb.unit.definition", "mbb.army.air_table", "mbb.army.commander_row")
def unknown_unit(name: str, options: Options) -> Refusal | None:
    """Only ground units can be bought, and airplanes where they are agreed on; commanders need rules not in play."""
    card = find_card(name)
    if card is not None and (options.airplanes or not card.is_airplane):
        return None
    asked = squeezed(name[:LONGEST_NAME])
    for plane in airplanes().values():
        if asked in (squeezed(plane.name), squeezed(plane.alias)):
            sentence = f"{plane.name} cannot be bought: the airplane rules are not in play in this battle."
            return illegal("airplane_not_in_play", plane.clause, sentence, unit=plane.name)
    for upgrade in upgrades().values():
        if asked == squeezed(upgrade.name):
            sentence = f"{upgrade.name} is an upgrade, not a unit: ask for M4 Sherman with {upgrade.name}."
            return illegal("upgrade_not_in_play", upgrade.clause, sentence, unit=upgrade.name)
    for feature in features().values():
        if asked == squeezed(feature.name):
            sentence = f"{feature.name} is not a unit: terrain is not bought with the army's points here."
            return illegal("not_a_unit", "mbb.unit.definition", sentence, unit=feature.name)
    near = get_close_matches(asked, [squeezed(known) for known in unit_cards()], n=1)
    card = find_card(near[0]) if near else None
    hint = f" Did you mean {card.name}?" if card else ""
    return invalid("unit_unknown", f"No unit is called {name[:LONGEST_NAME]!r}.{hint}", meant=card.name if card else "")


@rule("mbb.cmd.one", "mbb.cmd.who", "mbb.army.commander_row")
def commanders(army: ArmyList, special: bool) -> Refusal | None:
    """One commander in an army at most, in a unit that attacks and moves, where the rules for it are played."""
    led = [(unit_card(name), count) for name, count in army.units if unit_card(name).commander]
    if not led:
        return None
    upgrade = upgrades()[COMMANDER]
    if not special:
        sentence = f"{upgrade.name} cannot be bought: special units are plain units in this battle."
        return illegal("upgrade_not_in_play", upgrade.clause, sentence, unit=upgrade.name)
    for card, _count in led:
        if not may_have_commander(card):
            sentence = f"{card.name} is not possible: a commander needs a tank that attacks and moves, and no gun."
            return illegal("commander_not_there", "mbb.cmd.who", sentence, unit=card.name)
    number = sum(count for _card, count in led)
    if number <= upgrade.most_per_army:
        return None
    sentence = f"This army has {number} commanders; an army has {upgrade.most_per_army} at most."
    return illegal("too_many_commanders", "mbb.cmd.one", sentence, commanders=number, most=upgrade.most_per_army)


@rule("mbb.army.minimum")
def minimum_army(army: ArmyList) -> Refusal | None:
    """An army needs a ground unit on the table and something that can attack vehicles."""
    found = [unit_card(name) for name, _count in army.units]
    on_table = any(not card.is_airplane for card in found)
    if on_table and any(card.has_main_weapon for card in found):
        return None
    why = "none of its units has an AP of 1 or more" if on_table else "it has no unit on the table"
    why = why if army.units else "it has no unit"
    more = "a unit with a main weapon" if on_table or not army.units else "a ground unit"
    sentence = f"This army cannot fight: {why}. Add {more}."
    return illegal("army_too_small", "mbb.army.minimum", sentence)


@rule("mbb.army.nation")
def one_nation(army: ArmyList, options: Options) -> Refusal | None:
    """An army is of one country, or of one side if the players agreed so; a Staff Car serves with all."""
    countries = dict.fromkeys(unit_card(name).country for name, _count in army.units)
    countries.pop(nations().any_country, None)
    if options.mixed_nations == "any" or len(countries) <= 1:
        return None
    if options.mixed_nations == "side" and len({sides()[country] for country in countries}) == 1:
        return None
    allowed = "one side, Axis or Allies" if options.mixed_nations == "side" else "one country"
    sentence = f"This army mixes {' and '.join(countries)}; in this battle an army is of {allowed}."
    return illegal("army_mixes_nations", "mbb.army.nation", sentence, countries=list(countries))


@rule("mbb.army.points")
def within_points(army: ArmyList, points: int) -> Refusal | None:
    """The RC of all units may not exceed the points agreed; what is not spent is lost."""
    cost = resource_cost(army)
    if cost <= points:
        return None
    sentence = f"This army costs {cost} Resource Points, {cost - points} more than the {points} agreed."
    return illegal("army_too_dear", "mbb.army.points", sentence, cost=cost, points=points)


@rule("mbb.army.points")
def most_units() -> tuple[int, str]:
    """How many units an army has at most at a shared table."""
    return measures().most_units, "mbb.army.points"


@rule("mbb.army.l3", "mbb.army.staff_car")
def notes(army: ArmyList, special: bool = False) -> tuple[Note, ...]:
    """What a player should know: cards with special rules, and whether those are in play or they are plain units."""
    found = dict.fromkeys(unit_card(name) for name, _count in army.units)
    told = []
    for card in found:
        if card.rules:
            own = special_rules()[card.rules]
            text = f"{card.name}: {own.title}, {own.text}."
            if not special:
                text += " These advanced rules are not in play: in this battle it is a plain unit with its printed "
                text += f"numbers, {card.quick_reference}."
            told.append(Note(text, own.clause))
        if not card.has_main_weapon:
            told.append(Note(f"{card.name} has no main weapon and cannot shoot.", "mbb.vt.clamp.ap"))
    return tuple(told)
