"""Aims: attacks before they are declared, drawn with their range, arc, cover, sums and odds."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from brickfield.core.asking.offers import Aims, Shooter
from brickfield.core.asking.previews import Glimpse
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import AimFace, Chance, CoverPicture, Sum
from brickfield.core.state import State
from .actions import no_action_left
from .attack_action import Attack, is_charge, locations_to_name, may_attack, out_of_arc, too_covered, why_it_fails
from .battlefield import are_hostile, card_of, living
from .cover import cover_at, cover_percent, hidden_samples, sample_heights
from .measures import measures
from .modifiers import PLAIN, Manner, Numbers, before_dice, numbers_of
from .odds import Odds, about_to_attack, attack_odds
from .ranges_and_arcs import distance
from .record_sheet import ATTACKS

_WORDS = {"out_of_range": "out of range: wastes the action", "no_attack_dice": "no dice here: wastes the action"}


def attack_offer(state: State, unit: Unit) -> Aims | Refusal:
    """The targets of an Attack action, or why there is none any more."""
    refusal = no_action_left(state, unit, ATTACKS)
    if refusal is not None:
        return refusal
    answer = {"answer": "attack", "unit": unit.id}
    return Aims((Shooter(unit.id, aims_of(state, unit)),), answer, clause="bm.attack.declare")


def aims_of(state: State, unit: Unit) -> tuple[AimFace, ...]:
    """Every enemy on the table as a target of this unit, those that may not be attacked with the reason."""
    return tuple(aim(state, unit, each) for each in living(state) if are_hostile(state, unit, each))


@rule("bm.attack.no_redeclare", "bm.attack.order_of_checks")
def aim(state: State, unit: Unit, target: Unit, manner: Manner | None = None) -> AimFace:
    """One attack. Without measuring beforehand only what the eye sees is told: whether it may be declared."""
    location = manner.location if manner is not None else ""
    refusal = may_attack(state, unit, Attack(unit.id, target.id, location))
    options = state.match.options
    locations = locations_to_name(state, unit, target)
    code = refusal.code.replace("_", " ") if refusal is not None else ""
    if not options.premeasure:
        title, clause = card_of(state, target.id).name, "bm.attack.no_redeclare"
        told = AimFace(unit.id, target.id, title, code or "not measured yet", refusal, clause=clause)
        return _with_locations(state, target, told, locations)
    manner = manner or Manner(is_charge(state, unit, target))
    fails = why_it_fails(state, unit, target)
    possible = not (refusal or fails)
    shown = exchange(state, about_to_attack(state, unit), target, manner, possible=possible)
    harmless = f"{shown.remark}: cannot do damage" if possible and not shown.odds else ""
    remark = code or (_WORDS[fails[0]] if fails else harmless or shown.remark)
    wasted = fails is not None or harmless != ""
    shown = replace(shown, remark=remark, refusal=refusal, wasted=wasted)
    return _with_locations(state, target, shown, locations)


@rule("bm.option.targeted.visible", "bm.unit.vehicle")
def _with_locations(state: State, target: Unit, shown: AimFace, locations: tuple[str, ...]) -> AimFace:
    """What may be named, as this target calls it: a vehicle has a turret and a running gear, no torso and no legs."""
    if not locations:
        return shown
    card = card_of(state, target.id)
    return replace(shown, locations=locations, location_words=tuple([card.location(each) for each in locations]))


def exchange(state: State, attacker: Unit, target: Unit, manner: Manner = PLAIN, *, possible: bool = True) -> AimFace:
    """An attack between two units as they will stand when its dice fall: no check is made any more."""
    numbers = numbers_of(state, attacker, target, manner)
    odds = attack_odds(state, attacker, target, manner) if possible else Odds()
    return AimFace(
        unit=attacker.id,
        target=target.id,
        title=card_of(state, target.id).name,
        remark=_remark(numbers),
        odds=odds.damage,
        sums=tuple(Sum(tally.of, lines, tally.total) for tally, lines in before_dice(numbers)),
        distance=distance(state, attacker, target),
        clause="bm.attack.roll",
        range=numbers.range,
        arc=numbers.arc,
        cover=_picture(state, attacker, target),
        chances=_chances(odds),
        dice=numbers.attack_dice,
    )


def _remark(numbers: Numbers) -> str:
    """What decides the attack, in a few words."""
    cover = "" if numbers.cover == "none" else f", {numbers.cover} cover"
    dice = numbers.attack_dice
    return f"{dice} {'die' if dice == 1 else 'dice'} at {numbers.range} range{cover}"


def _chances(odds: Odds) -> tuple[Chance, ...]:
    """What an attack may do, as a card lists it."""
    return (
        Chance("damage", "does damage", odds.damage, True),
        Chance("armor", "armor, average", odds.armor, False),
        Chance("massive", "massive damage", odds.massive, True),
        Chance("destroys", "destroys", odds.destroys, True),
    )


@rule("bm.geometry.cover", "bm.mod.defense.cover.measure")
def _picture(state: State, unit: Unit, target: Unit) -> CoverPicture:
    """What was measured: the eye, the target's silhouette and the samples of it that are hidden."""
    numbers = measures()
    percent = cover_percent(state, unit, target)
    return CoverPicture(
        eye=(*unit.here.place, numbers.eye_height),
        centre=target.here.place,
        width=card_of(state, target.id).base_side,
        heights=sample_heights(),
        hidden=hidden_samples(state, unit, target),
        percent=percent,
        cover=cover_at(percent),
        thresholds=(
            (1, f"{numbers.cover_light:+d}", "bm.mod.defense.cover.light"),
            (numbers.cover_medium_percent, f"{numbers.cover_medium:+d}", "bm.mod.defense.cover.medium"),
            (numbers.cover_heavy_percent, f"{numbers.cover_heavy:+d}", "bm.mod.defense.cover.heavy"),
            (numbers.cover_total_percent + 1, "no attack", "bm.mod.defense.cover.total"),
        ),
        clause="bm.geometry.cover",
    )


def glimpses(state: State, unit: Unit, others: Iterable[Unit], outwards: bool) -> tuple[Glimpse, ...]:
    """Whom a unit could attack (`outwards`), or who could attack it, from where it stands, with the odds."""
    found = []
    for other in others:
        attacker, target = (unit, other) if outwards else (other, unit)
        refusal = out_of_arc(state, attacker, target) or too_covered(state, attacker, target)
        if refusal is None and why_it_fails(state, attacker, target) is None:
            manner = Manner(is_charge(state, attacker, target))
            odds = attack_odds(state, about_to_attack(state, attacker), target, manner)
            found.append(Glimpse(other.id, None, odds.damage, cover_percent(state, attacker, target) / 100))
    return tuple(sorted(found, key=lambda each: -each.odds))
