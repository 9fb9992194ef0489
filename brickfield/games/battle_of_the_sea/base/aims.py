"""Aims: how far a unit's guns reach and everything it could fire at, with dice, odds and sums, or why it cannot."""

from __future__ import annotations

from brickfield.core.asking.offers import Note, Share, Split
from brickfield.core.asking.previews import ConeFace, ReachFace
from brickfield.core.board import ALIVE, Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.shown.showing import AimFace, Chance, Sum, outlined
from brickfield.core.state import State
from .firing import hull_distance, long_range_shots, may_target, range_band
from .measures import measures
from .odds import attack_odds
from .ship_card import FIREPOWER, FORT
from .waters import are_enemies, card_of, describe, hull


@rule("sea.firepower.range", "sea.firepower.long", "sea.geometry.range")
def firing_circles(state: State, unit: Unit) -> tuple[ReachFace, ...]:
    """How far a unit's guns reach from its hull: the normal range, and the long one if it has such shots."""
    if not unit.marks.get(FIREPOWER) or unit.pose is None:
        return ()
    corners = outlined(hull(state, unit))
    numbers = measures()
    near = ReachFace(corners, numbers.range_inches, "range", "sea.firepower.range")
    if not long_range_shots(state, unit):
        return (near,)
    return (near, ReachFace(corners, numbers.long_range_inches, "long range", "sea.firepower.long"))


@rule("sea.fire.no_arc")
def broadsides(state: State, unit: Unit) -> tuple[ConeFace, ...]:
    """Where the guns bear if only broadsides were agreed: abeam, measured at the middle of the hull."""
    if not state.match.options.broadside or card_of(state, unit.id).kind == FORT or unit.pose is None:
        return ()
    numbers, pose = measures(), unit.pose
    half = (numbers.broadside_to_degrees - numbers.broadside_from_degrees) / 2
    middle = numbers.broadside_from_degrees + half
    # as far as the farthest shot from the end of the hull, seen from its middle
    far = numbers.long_range_inches if long_range_shots(state, unit) else numbers.range_inches
    far += hull(state, unit).reach
    return tuple(
        ConeFace(pose.x, pose.y, pose.degrees + side, half, far, "broadside", "sea.fire.no_arc")
        for side in (middle, -middle)
    )


@rule("sea.fire.dice", "sea.firepower.long_count", "sea.firepower.long")
def dice_tally(state: State, unit: Unit, far: bool) -> Tally:
    """The dice a unit may throw at one target: its firepower, and beyond the normal range only its long shots."""
    firepower = unit.marks.get(FIREPOWER, 0)
    reason = f"do not reach beyond {measures().range_inches:g} inches"
    short = Modifier("dice", long_range_shots(state, unit) - firepower, reason, "sea.firepower.long_count")
    return Tally("dice", firepower, "firepower", "sea.fire.dice", (short,) if far and short.value else ())


@rule("sea.firepower.zero", "sea.geometry.range", "sea.geometry.sight", "sea.fire.no_arc")
def why_not(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit cannot fire at another; None when it can."""
    if not unit.marks.get(FIREPOWER):
        return illegal("no_firepower", "sea.firepower.zero", f"{describe(state, unit.id)} has no firepower left.")
    return may_target(state, unit, target.id)


# Beside each target that cannot be fired at; the whole sentence is one touch away.
_IN_SHORT = {
    "out_of_range": "too far",
    "out_of_sight": "land between",
    "not_abeam": "not abeam",
    "no_firepower": "no guns left",
}


@rule("sea.fight.dice", "sea.fire.dice", "sea.geometry.range")
def aim_face(state: State, unit: Unit, target: Unit) -> AimFace:
    """One target with everything that decides it."""
    distance, title = hull_distance(state, unit, target), describe(state, target.id)
    refusal = why_not(state, unit, target)
    if refusal is not None:
        remark = f"{distance_words(distance)}, {_IN_SHORT.get(refusal.code, 'no shot')}"
        return AimFace(unit.id, target.id, title, remark, refusal, distance=distance, clause="sea.geometry.range")
    band = range_band(state, unit, target)
    tally = dice_tally(state, unit, band == "long")
    odds = attack_odds(state, target, tally.total)
    return AimFace(
        unit.id,
        target.id,
        title,
        f"{distance_words(distance)}, {band} range",
        odds=odds.at_least_one,
        sums=(Sum(tally.of, tally.lines(), tally.total),),
        distance=distance,
        clause="sea.firepower.long" if band == "long" else "sea.firepower.range",
        range=band,
        chances=(
            Chance("expected", "hits expected", odds.expected, False),
            Chance("sinks", "surely sinks", odds.sinks, True),
        ),
    )


def distance_words(inches: float) -> str:
    """A distance as exactly as the ruler of the table shows it."""
    return f"{round(inches, 2):g} in"


@rule("sea.fire.enemy")
def aim_faces(state: State, unit: Unit) -> tuple[AimFace, ...]:
    """Every enemy on the table, the nearest first, those out of reach with the reason."""
    others = [each for each in state.units.values() if each.status == ALIVE and are_enemies(state, unit, each)]
    faces = [aim_face(state, unit, each) for each in others]
    return tuple(sorted(faces, key=lambda face: (face.refusal is not None, face.distance)))


@rule("sea.fight.dice", "sea.fire.split")
def _shares(state: State, target: Unit, most: int) -> tuple[Share, ...]:
    """The odds of one die, two dice and so on, so that dividing fire can be weighed before it is declared."""
    found = [attack_odds(state, target, dice) for dice in range(1, most + 1)]
    return tuple(Share(each.dice, each.expected, each.at_least_one, each.sinks) for each in found)


@rule("sea.fire.dice", "sea.fire.split", "sea.firepower.long_count")
def volley(state: State, unit: Unit) -> Split:
    """The dice of a unit, everybody they may be divided among, and what each number of them can do."""
    aims, far = aim_faces(state, unit), long_range_shots(state, unit)
    able = [aim for aim in aims if aim.refusal is None]
    reach = "reach" if far > 1 else "reaches"
    return Split(
        unit.id,
        unit.marks.get(FIREPOWER, 0),
        aims,
        {aim.target: _shares(state, state.units[aim.target], aim.sums[0].total) for aim in able},
        {"answer": "fire"},
        limits={"long": far},
        circles=firing_circles(state, unit),
        cones=broadsides(state, unit),
        notes=(
            Note("One die for each point of firepower.", "sea.fire.dice"),
            Note(f"{far or 'None'} of them {reach} to long range.", "sea.firepower.long_count"),
        ),
        destroys="sinks",
    )
