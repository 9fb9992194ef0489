"""Unit stats as the card prints them, which later chapters amend, and what keeps a unit from using them."""

from __future__ import annotations

from brickfield.core.board import Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.questions import Permission, Question
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN

# Movement Points are counted in grains so small that an inch and a degree both cost whole numbers of them: at 90
# degrees a point a millionth of a degree is one grain, a millionth of an inch ninety. No rounding (mbb.move.fraction).
MP_GRAIN = 90 * GRAIN


@Question
@rule("mbb.unit.ap")
def attack_points(state: State, unit: Unit) -> int:
    """The AP a unit attacks with where it is."""
    points: int = state.match.cards[unit.id].ap
    return points


@Question
@rule("mbb.unit.dp")
def defense_points(state: State, unit: Unit) -> int:
    """The DP a unit defends with where it is."""
    points: int = state.match.cards[unit.id].dp
    return points


@Question
@rule("mbb.unit.rc")
def cost_when_lost(state: State, unit: Unit) -> int:
    """What a unit counts for when it is destroyed."""
    cost: int = state.match.cards[unit.id].rc
    return cost


@Question
@rule("mbb.unit.mp")
def printed_movement(state: State, unit: Unit) -> int:
    """The MP of a unit where it is, before anything is added to them or taken from them."""
    points: int = state.match.cards[unit.id].mp
    return points


# The MP of a unit with all that is added and taken before it moves, which may be less than none.
modified_movement = Question(printed_movement)


@Question
@rule("mbb.move.max", "mbb.move.zero", "mbb.mod.general", "mbb.geometry.mp_charges")
def movement_points(state: State, unit: Unit) -> int:
    """The MP a unit may spend in a Movement Phase, never below 0; with 0 it can neither move nor turn."""
    points = modified_movement(state, unit)
    return points if points > 0 else 0


@Question
@rule("mbb.move.max", "mbb.move.zero")
def budget(state: State, unit: Unit) -> int:
    """What a unit may spend in this phase, in grains of MP, by the rules its player uses.

    Worked out from the table as it is, every time: what changes during a battle may change it.
    """
    points = modified_movement(state, unit)
    return points * MP_GRAIN if points > 0 else 0


# --- what keeps a unit from using them -------------------------------------------------------------------------------


@Permission
@rule("mbb.move.any_number")
def stays(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not move now, or None."""
    return None


@Permission
@rule("mbb.declare.one")
def holds_all_fire(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may fire neither its main weapon nor its small arms now, or None."""
    return None


@Permission
@rule("mbb.turn.phases")
def waits(state: State, unit: Unit) -> Refusal | None:
    """Why a unit takes no part in the phase under way; None: it does."""
    return None


@Question
@rule("mbb.los.required")
def fires_over(state: State, unit_id: UnitId) -> bool:
    """Whether a unit fires above whatever lies between, by its own sight or by that of others."""
    return False


@Question
@rule("mbb.mod.rear")
def rear_shot_counts(state: State, shooter: Unit, target: Unit) -> bool:
    """Whether a shot from behind finds less armour."""
    return True


@Permission
@rule("mbb.declare.legal_targets")
def may_be_targeted(state: State, target: Unit) -> Refusal | None:
    """Why nobody may name a unit as its target, wherever it is seen from; None: who sees it may."""
    return None


@Question
@rule("mbb.mod.general")
def has_modifiers(state: State, seat: int) -> bool:
    """Whether the shots of a seat are modified by sides, cover and hiding."""
    return True


@Question
@rule("mbb.mod.hidden.trigger")
def hiding_counts(state: State, seat: int) -> bool:
    """Whether it matters to a shot of a seat how much of its target is hidden."""
    return True


@Question
@rule("mbb.move.inches")
def moves_freely(state: State, seat: int) -> bool:
    """Whether a seat measures a move as a path of inches, whichever way its units look."""
    return False


@Question
@rule("mbb.move.any_number")
def moves_once(state: State, seat: int) -> bool:
    """Whether a unit of a seat has one straight way a turn, and no more."""
    return False


@Question
@rule("mbb.shoot.roll")
def flat_chance(state: State, seat: int) -> float | None:
    """The chance of every shot of a seat at units on the ground, where no number is asked for; None: by the numbers."""
    return None


@Question
@rule("mbb.move.zero")
def stopped_by(state: State, unit: Unit) -> str:
    """What leaves a unit without any Movement Points, whatever adds to them; empty: nothing does."""
    return ""
