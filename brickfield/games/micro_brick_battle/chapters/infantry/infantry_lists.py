"""Infantry in army lists: what is no squad, who may have the captain, and whether infantry is played at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from ...base.unit_cards import UnitCard, squeezed
from ...setup.options import Options
from .infantry_tables import (
    CAPTAIN,
    CAPTAIN_PLATE,
    MARKERS,
    MEDICAL,
    SPECIALTIES,
    STRAGGLER,
    STRENGTH,
    InfantryRow,
    infantry_rows,
    squads,
)

_HALF = "half "
_MOST_DIGITS = 4


@rule("inf.intro.optional")
def infantry_not_in_play(card: UnitCard, options: Options) -> Refusal | None:
    """Without the option no infantry can be bought."""
    if options.infantry or not card.is_infantry:
        return None
    sentence = f"{card.name} cannot be bought: infantry is not in play in this battle."
    return illegal("infantry_not_in_play", "inf.intro.optional", sentence, unit=card.name)


def not_a_squad(name: str) -> Refusal | None:
    """Why infantry cannot be like this; None for what is no infantry at all."""
    asked = squeezed(name)
    return _wrong_number(name, asked) or _half_specialty(name, asked) or _two_plates(name, asked)


def _row(asked: str) -> InfantryRow | None:
    return next((row for row in infantry_rows().values() if squeezed(row.name) == asked), None)


@rule("inf.build.full", "inf.build.half", "inf.build.marker")
def _wrong_number(name: str, asked: str) -> Refusal | None:
    """A full unit has 4 markers, a half unit 2, and there is nothing else."""
    who, _of, count = asked.removesuffix(" markers").rpartition(" of ")
    row = _row(who)
    if row is None or not count.isdecimal() or len(count) > _MOST_DIGITS:
        return None
    if int(count) not in (squads().full, squads().half):
        return wrong_markers(name, int(count))
    sentence = f"{name}: {row.name} has {row.markers} markers and is bought under that name, without a number."
    return illegal("wrong_markers", "inf.build.marker", sentence, markers=int(count), unit=row.name, has=row.markers)


@rule("inf.build.full", "inf.build.half", "inf.build.marker")
def wrong_markers(name: str, markers: int) -> Refusal:
    """A unit is bought full or half."""
    full, half = squads().full, squads().half
    sentence = f"{name}: a full unit has {full} markers and a half unit {half}, not {markers}."
    return illegal("wrong_markers", "inf.build.marker", sentence, markers=markers, full=full, half=half)


@rule("inf.spec.nohalf", "inf.med.half")
def _half_specialty(name: str, asked: str) -> Refusal | None:
    """Specialties need a full unit; only medics are a half unit, and they have that name."""
    row = _row(asked.removeprefix(_HALF)) if asked.startswith(_HALF) else None
    if row is None or not row.specialty:
        return None
    if row.specialty == MEDICAL:
        sentence = f"{name}: {row.name} are a half unit already and are bought under that name."
        return illegal("half_already", "inf.med.half", sentence, markers=row.markers)
    sentence = f"{name}: {row.name} need a full unit of {squads().full} markers; a half unit has {squads().half}."
    return illegal("half_specialty", "inf.spec.nohalf", sentence, markers=squads().half, needed=squads().full)


@rule("inf.spec.mark", "inf.captain.add")
def _two_plates(name: str, asked: str) -> Refusal | None:
    """One specialty to a unit; before the battle the captain goes to basic infantry only."""
    first, _with, second = asked.partition(" with ")
    row, other = _row(first), _row(second)
    if row is None or not second:
        return None
    if squeezed(CAPTAIN) in second and row.specialty:
        sentence = f"{name}: before the battle the captain can only be with a unit that has no specialty."
        return illegal("captain_not_there", "inf.captain.add", sentence, unit=row.name)
    if other is None:
        return None
    sentence = f"{name}: a unit has one specialty at most, not two."
    return illegal("two_specialties", "inf.spec.mark", sentence, specialties=2, most=1)


@rule("inf.captain.cost", "inf.stats.nation")
def too_many_captains(cards: Iterable[tuple[UnitCard, int]]) -> Refusal | None:
    """One captain in an army; of everything else as many as the points pay for."""
    number = sum(count for card, count in cards if card.captain)
    most = squads().captains
    if number <= most:
        return None
    sentence = f"This army has {number} captains; an army has {most} at most."
    return illegal("too_many_captains", "inf.captain.cost", sentence, captains=number, most=most)


@rule("inf.build.marker", "inf.spec.mark", "inf.strag.size", "inf.spec.nohalf", "inf.med.half")
def squad_fault(card: UnitCard, marks: Mapping[str, int]) -> Refusal | None:
    """Why a squad on a table cannot be like this: too many markers on its plate, or two specialties."""
    if not card.is_infantry:
        return None
    if card.markers not in (squads().full, squads().half):
        return wrong_markers(card.name, card.markers)
    plates = {name for name in SPECIALTIES if marks.get(name, name == card.specialty)}
    if len(plates) > 1:
        sentence = f"{card.name}: a unit has one specialty at most, not {len(plates)}."
        return illegal("two_specialties", "inf.spec.mark", sentence, specialties=len(plates), most=1)
    return _markers_fault(card, marks) or _plates_fault(card, marks)


@rule("inf.build.marker", "inf.strag.size", "inf.dmg.removed")
def _markers_fault(card: UnitCard, marks: Mapping[str, int]) -> Refusal | None:
    """A plate has a marker at least, and no more than the unit has when nobody is missing."""
    there, strength, gathered = (
        marks.get(MARKERS, card.markers),
        marks.get(STRENGTH, card.markers),
        marks.get(STRAGGLER),
    )
    if strength not in (squads().full, squads().half) and not gathered:
        return wrong_markers(card.name, strength)
    most = squads().straggler_most if gathered else strength
    if there < 1:
        sentence = f"{card.name} has no marker left: such a unit is destroyed."
        return illegal("wrong_markers", "inf.dmg.removed", sentence, markers=there, least=1)
    if there <= most:
        return None
    sentence = f"{card.name} has {there} markers on its plate; {most} are the most."
    clause = "inf.strag.size" if gathered else "inf.build.marker"
    return illegal("wrong_markers", clause, sentence, markers=there, most=most)


@rule("inf.spec.mark", "inf.med.half", "inf.med.damage", "inf.captain")
def _plates_fault(card: UnitCard, marks: Mapping[str, int]) -> Refusal | None:
    """One plate of a specialty and one of the captain; of medics, a half unit, no more red plates than markers."""
    there = marks.get(MARKERS, card.markers)
    for plate in (*SPECIALTIES, CAPTAIN_PLATE):
        count = marks.get(plate, 0)
        most = (min(there, squads().half) if card.specialty == MEDICAL else 0) if plate == MEDICAL else 1
        if count > most:
            sentence = f"{card.name}: {count} of the plate {plate!r} under its markers, and {most} at most."
            clause = {MEDICAL: "inf.med.damage", CAPTAIN_PLATE: "inf.captain"}.get(plate, "inf.spec.mark")
            return illegal("wrong_plates", clause, sentence, plates=count, most=most)
    return None
