"""Special units: which of them a battle has, and what self-propelled guns and artillery may do.

Where special units are not in play their cards are plain units with their printed numbers.
"""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.board import Unit, UnitId, marks_among
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.battlefield import describe
from ...base.measures import modifiers
from ...base.turns import MOVEMENT, movement_begins, unit_went
from ...base.unit_cards import UnitCard
from ...base.unit_stats import fires_over, holds_all_fire, rear_shot_counts, stays, waits
from ..artillery.chapter import ARTILLERY_PIECES
from .chapter import SPECIAL_UNITS

SPG, ARTILLERY, AMPHIBIOUS = "spg", "artillery", "amphibious"
# The mark of a self-propelled gun that has moved in this turn.
MOVED = "gun_moved"


def is_special(state: State, unit_id: UnitId, tag: str) -> bool:
    """Whether a unit has the special rules of this name, and they are in play."""
    card: UnitCard = state.match.cards[unit_id]
    return card.rules == tag and bool(state.match.chapters_in_play[SPECIAL_UNITS])


def is_spg(state: State, unit_id: UnitId) -> bool:
    """Whether a unit is a self-propelled gun with its own rules."""
    return is_special(state, unit_id, SPG)


def is_artillery(state: State, unit_id: UnitId) -> bool:
    """Whether a unit is artillery with its own rules."""
    return state.match.chapters_in_play[ARTILLERY_PIECES] and is_special(state, unit_id, ARTILLERY)


@fires_over.amended(SPECIAL_UNITS)
@rule("mbb.spg.over", "mbb.arty.over", "mbb.spot.los")
def guns_fire_over(state: State, unit_id: UnitId, others_do: bool) -> bool:
    """Self-propelled guns and artillery fire above whatever lies between, by their own sight or a spotter's."""
    card: UnitCard = state.match.cards[unit_id]
    return others_do or card.rules in (SPG, ARTILLERY)


@unit_went.amended(SPECIAL_UNITS)
@rule("mbb.spg.move_or_shoot")
def note_moved(t: Table, unit_id: UnitId, _step: str, _amount: float, _cost: int) -> None:
    """A self-propelled gun that drove, turned or came on has moved in this turn."""
    if is_spg(t, unit_id) and MOVED not in t.units[unit_id].marks:
        t.emit(happened.UnitMarked(unit=unit_id, mark=MOVED, value=1, clause="mbb.spg.move_or_shoot"))


@movement_begins.amended(SPECIAL_UNITS)
@rule("mbb.spg.move_or_shoot")
def forget_moved(t: Table, phase: str, clause: str) -> None:
    """In a new Movement Phase nobody has moved yet."""
    if phase == MOVEMENT and MOVED in marks_among(t.units.values()):
        t.emit(happened.MarksCleared(mark=MOVED, clause="mbb.spg.move_or_shoot"))


@rear_shot_counts.amended(SPECIAL_UNITS)
@rule("mbb.spg.rear", "mbb.arty.rear")
def rear_of_guns(state: State, shooter: Unit, target: Unit, counts: bool) -> bool:
    """A shot from behind finds no less armour on a self-propelled gun, by a house rule from one neither."""
    if not counts or is_spg(state, target.id):
        return False
    return state.match.options.spg_rear_as_shooter == "normal" or not is_spg(state, shooter.id)


@rule("mbb.spg.air", "mbb.arty.air")
def against_airplanes(state: State, unit_id: UnitId) -> tuple[Modifier, ...] | None:
    """What the main gun of a unit loses against an airplane; None: it may not fire at one."""
    if not fires_over(state, unit_id):
        return None
    entry = modifiers().gun_at_airplane
    clause = "mbb.spg.air" if is_spg(state, unit_id) else "mbb.arty.air"
    return (Modifier(entry.to, entry.value, entry.reason, clause, entry.kind),)


@stays.amended(SPECIAL_UNITS)
@rule("mbb.arty.no_move")
def artillery_stays(state: State, unit: Unit) -> Refusal | None:
    """Artillery neither moves nor turns once it is deployed; it fires all round instead."""
    if not is_artillery(state, unit.id):
        return None
    sentence = f"{describe(state, unit.id)} is artillery: it stays where it was deployed and does not turn."
    return illegal("artillery_stays", "mbb.arty.no_move", sentence)


# Phases that a tank commander's ability adds to a turn; in them nobody else acts.
EXTRA_MOVEMENT, EXTRA_DECLARATION = "extra_movement", "extra_target_declaration"
# The mark of a commander who uses the ability in this turn, with which of them.
ABILITY = "ability"
# The mark of a commander's tank that a card has brought back: the commander is gone.
LEADERLESS = "leaderless"
MOVE_SHOOT_MOVE, SHOOT_MOVE_SHOOT = 1, 2


@holds_all_fire.amended(SPECIAL_UNITS)
@stays.amended(SPECIAL_UNITS)
@waits.amended(SPECIAL_UNITS)
@rule("mbb.cmd.msm", "mbb.cmd.sms")
def waits_for_commander(state: State, unit: Unit) -> Refusal | None:
    """In a phase that a commander's ability adds to the turn only the commander's tank acts."""
    phase = state.facts.get("phase")
    if phase not in (EXTRA_MOVEMENT, EXTRA_DECLARATION) or ABILITY in unit.marks:
        return None
    if unit.seat != state.facts.get("active"):
        return None
    if not any(ABILITY in each.marks for each in state.units.values()):
        return None
    clause = "mbb.cmd.msm" if phase == EXTRA_MOVEMENT else "mbb.cmd.sms"
    sentence = f"{describe(state, unit.id)} waits: only the commander's tank acts in this phase."
    return illegal("commander_alone", clause, sentence)


@holds_all_fire.amended(SPECIAL_UNITS)
@rule("mbb.spg.move_or_shoot")
def moved_gun_holds_fire(state: State, unit: Unit) -> Refusal | None:
    """A self-propelled gun moves or shoots in a turn, not both."""
    if MOVED not in unit.marks or not is_spg(state, unit.id):
        return None
    sentence = f"{describe(state, unit.id)} has moved: a self-propelled gun moves or shoots in a turn, not both."
    return illegal("moved_gun", "mbb.spg.move_or_shoot", sentence)
