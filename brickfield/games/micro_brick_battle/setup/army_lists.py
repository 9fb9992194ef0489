"""Building your army: units bought with Resource Points, checked, priced and described."""

from __future__ import annotations

from difflib import get_close_matches
from typing import NamedTuple

from msgspec import Struct

from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup.builders import LimitFace, limit
from ..base.features import features
from ..base.measures import measures
from ..base.unit_cards import COMMANDER, UnitCard, airplanes, may_have_commander, squeezed, unit_cards, upgrades
from ..chapters.infantry.infantry_lists import infantry_not_in_play, not_a_squad, too_many_captains
from ..chapters.infantry.infantry_tables import squads
from .army_tables import TimeBand, nations, sides, special_rules, time_bands
from .card_names import find_card
from .options import Options
from .own_units import is_own_text, own_unit_fault, same_name_twice, sure_card
from .scenarios import Force

LONGEST_NAME = 60
MOST_COPIES = 999


class ArmyList(Struct, frozen=True):
    """An army as it was bought: card names with how many of each, in the order of purchase.

    The order numbers the units, and the number settles who is leftmost when two stand level. `terrain_rc` is what of
    the army's points went into obstacles and terrain.
    """

    name: str
    units: tuple[tuple[str, int], ...]
    terrain_rc: int = 0


class Note(NamedTuple):
    """Something a player should know about a unit of the list."""

    text: str
    clause: str


def cards(army: ArmyList) -> tuple[UnitCard, ...]:
    """One card for every unit of the army, in the order of purchase."""
    return tuple(sure_card(name) for name, count in army.units for _copy in range(count))


def army_of(force: Force) -> ArmyList:
    """The army a scenario gives to a seat."""
    return ArmyList(force.side, tuple((sure_card(units.card).name, units.count) for units in force.units))


@rule("mbb.unit.rc", "mbb.army.points", "mbb.army.rc_pattern", "mbb.obst.cost_optional")
def resource_cost(army: ArmyList) -> int:
    """The printed RC of all units together, and of the obstacles that the army's points pay for."""
    return sum(sure_card(name).rc * count for name, count in army.units) + army.terrain_rc


@rule("mbb.army.time")
def playing_time(points: int) -> TimeBand:
    """How long a battle of so many points a side takes; 150 belongs to the middle band."""
    return next(band for band in time_bands() if band.to_points is None or points <= band.to_points)


def check_army(army: ArmyList, points: int, options: Options, special: bool | None = None) -> Refusal | None:
    """Whether the army may be fielded for so many Resource Points under these options.

    `special` says whether special units have their own rules where that is left to the scenario.
    """
    special = options.special_units is True if special is None else special
    return _check_form(army, points) or next(iter(army_faults(army, points, options, special)), None)


def army_faults(army: ArmyList, points: int, options: Options, special: bool) -> tuple[Refusal, ...]:
    """Everything that is wrong with an army, not only the first of it."""
    unread = _check_units(army, options)
    if unread is not None:
        return (unread,)
    found = (
        commanders(army, special),
        too_many_captains([(sure_card(name), count) for name, count in army.units]),
        minimum_army(army),
        one_nation(army, options),
        within_points(army, points),
    )
    return tuple(fault for fault in found if fault is not None)


@rule("mbb.army.points", "mbb.army.minimum", "mbb.army.nation", "mbb.cmd.one", "inf.captain.cost")
def army_limits(army: ArmyList, points: int, options: Options) -> tuple[LimitFace, ...]:
    """What is counted in an army and how much of it there may be."""
    found = [(sure_card(name), count) for name, count in army.units]
    led = sum(count for card, count in found if card.commander)
    captains = sum(count for card, count in found if card.captain)
    armed = sum(count for card, count in found if card.has_main_weapon)
    limits = [
        limit("points", "Resource Points", resource_cost(army), "mbb.army.points", most=points),
        limit("armed", "units with a main weapon", armed, "mbb.army.minimum", least=1),
        *_nation_limit(army, options),
        limit("commanders", "tank commanders", led, "mbb.cmd.one", most=upgrades()[COMMANDER].most_per_army),
    ]
    if options.infantry or captains:
        limits.append(limit("captains", "captains", captains, "inf.captain.cost", most=squads().captains))
    return tuple(limits)


@rule("mbb.army.nation")
def _nation_limit(army: ArmyList, options: Options) -> tuple[LimitFace, ...]:
    """One country, or one side where that was agreed; a unit that serves with all is of none."""
    countries = {sure_card(name).country for name, _count in army.units} - {nations().any_country}
    if options.mixed_nations == "any":
        return ()
    if options.mixed_nations == "side":
        fought = len({sides()[country] for country in countries})
        return (limit("nations", "sides, Axis or Allies", fought, "mbb.army.nation", most=1),)
    return (limit("nations", "countries", len(countries), "mbb.army.nation", most=1),)


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
    return same_name_twice([army.units])


@rule("mbb.unit.definition", "mbb.army.air_table", "mbb.army.commander_row")
def unknown_unit(name: str, options: Options) -> Refusal | None:
    """Only ground units can be bought, and airplanes and units of one's own where they are agreed on."""
    if is_own_text(name):
        return own_unit_fault(name, options)
    card = find_card(name)
    if card is not None and (options.airplanes or not card.is_airplane):
        return infantry_not_in_play(card, options)
    squad = not_a_squad(name[:LONGEST_NAME])
    if squad is not None:
        return squad
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
    led = [(sure_card(name), count) for name, count in army.units if sure_card(name).commander]
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
    found = [sure_card(name) for name, _count in army.units]
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
    countries = dict.fromkeys(sure_card(name).country for name, _count in army.units)
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


@rule("mbb.army.points", "mbb.win.scenario")
def within_shares(army: ArmyList, force: Force, options: Options) -> Refusal | None:
    """Whether an army consists of what its scenario asks for, counted in Resource Points."""
    for share in force.shares:
        if share.where and not getattr(options, share.where, False):
            continue
        named = " and ".join(share.sorts)
        spent = sum(sure_card(name).rc * count for name, count in army.units if _sort_of(name) in share.sorts)
        told = {"spent": spent, "least": share.least, "most": share.most}
        if spent < share.least:
            sentence = (
                f"This army spends {spent} Resource Points on {named}; {force.side} spends at least {share.least}."
            )
            return illegal("share_too_small", "mbb.win.scenario", sentence, **told)
        if share.most is not None and spent > share.most:
            sentence = f"This army spends {spent} Resource Points on {named}; {force.side} spends at most {share.most}."
            return illegal("share_too_large", "mbb.win.scenario", sentence, **told)
    return None


@rule("mbb.army.points", "mbb.reinf.reserve", "mbb.win.scenario")
def within_reserve(army: ArmyList, force: Force, options: Options) -> Refusal | None:
    """Where a scenario has points of their own for those who wait: neither they nor the others cost more than theirs.

    Points that the players agreed on take the place of the scenario's.
    """
    if not force.reserve_budget or options.point_limit:
        return None
    waiting = sum(sure_card(name).rc * count for name, count in army.units if sure_card(name).name in force.reserve)
    here, most = resource_cost(army) - waiting, force.budget - force.reserve_budget
    if waiting > force.reserve_budget:
        sentence = f"The reinforcements of this army cost {waiting} Resource Points; there are {force.reserve_budget}."
        return illegal("reserve_too_dear", "mbb.win.scenario", sentence, cost=waiting, points=force.reserve_budget)
    if here > most:
        sentence = f"Without its reinforcements this army costs {here} Resource Points; there are {most}."
        return illegal("army_too_dear", "mbb.army.points", sentence, cost=here, points=most)
    return None


def _sort_of(name: str) -> str:
    """What a unit is in the words of a scenario: by its special rules, or else by its size."""
    card = sure_card(name)
    return card.rules or card.size_class


@rule("mbb.army.points")
def most_units() -> tuple[int, str]:
    """How many units an army has at most at a shared table."""
    return measures().most_units, "mbb.army.points"


@rule("mbb.army.l3", "mbb.army.staff_car")
def notes(army: ArmyList, special: bool = False) -> tuple[Note, ...]:
    """What a player should know: cards with special rules, and whether those are in play or they are plain units."""
    found = dict.fromkeys(sure_card(name) for name, _count in army.units)
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
