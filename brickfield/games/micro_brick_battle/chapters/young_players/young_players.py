"""Young players guide: simpler rules for one seat, beside the full rules for another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from ...base.battlefield import describe
from ...base.measures import PrintedModifier, measures, modifiers, movement
from ...base.movement import Taken, clause_of, may_take
from ...base.unit_stats import MP_GRAIN, budget, moves_once
from .chapter import YOUNG_PLAYERS

# The label of a throw of the two-coloured die.
COLOR_DIE = "colour die"
BASE, QUICK, YOUNG_HIDDEN, YOUNG = "base", "quick", "young_hidden", "young"


@rule("mbb.young.mix", "mbb.young.start_quick")
def rules_level(state: State, seat: int) -> str:
    """The rules a seat plays by: a move goes by the mover's level, a shot by the shooter's."""
    levels: tuple[str, ...] = state.match.options.rules_level
    return levels[seat] if seat < len(levels) else levels[-1]


@rule("mbb.young.hidden")
def hidden_tank(hidden: float) -> PrintedModifier | None:
    """A partly hidden target costs the attacker 1 AP, however much of it is hidden."""
    return modifiers().young_hidden if hidden > measures().hidden_tolerance_share else None


@rule("mbb.young.color_die")
def color_die_hits(face: int) -> bool:
    """Half the faces of the two-coloured die are a hit; points and modifiers do not matter."""
    return face >= measures().color_die_hit_from


@cache
@rule("mbb.young.color_die")
def color_die_chance() -> float:
    """The chance that the two-coloured die shows a hit."""
    faces = range(1, measures().die_faces + 1)
    return sum(map(color_die_hits, faces)) / len(faces)


@rule("mbb.young.stick")
def stick_inches() -> float:
    """A move is up to one stick, a brick of twelve studs, in a straight line from the centre."""
    return movement().stick_inches


@moves_once.amended(YOUNG_PLAYERS)
@rule("mbb.young.stick", "mbb.young.mix")
def moves_by_the_stick(state: State, seat: int, before: bool) -> bool:
    """Who plays by the rules for young players lays the stick once for each unit."""
    return rules_level(state, seat) == YOUNG


@clause_of.amended(YOUNG_PLAYERS)
@rule("mbb.young.stick", "mbb.young.mix")
def clause_of_the_stick(state: State, seat: int, step: str, clause: str) -> str:
    """Whoever lays the stick moves by its clause, whichever way."""
    return "mbb.young.stick" if moves_once(state, seat) else clause


@may_take.amended(YOUNG_PLAYERS)
@rule("mbb.young.stick")
def one_stick(state: State, unit: Unit, taken: Sequence[Taken], step: Taken) -> Refusal | None:
    """With the measuring stick a unit goes once in a straight line; it may turn freely before and after."""
    if step.step == "pivot" or not moves_once(state, unit.seat):
        return None
    # a step that was stopped before it began is no movement (mbb.move.fraction), so the stick is still in the hand
    if unit.marks.get("spent", 0) or any(each.step != "pivot" and each.amount for each in taken):
        sentence = f"{describe(state, unit.id)} has laid its stick already: one straight line in a turn."
        return illegal("one_stick", "mbb.young.stick", sentence)
    return None


@budget.amended(YOUNG_PLAYERS)
@rule("mbb.young.stick", "mbb.young.mix")
def one_stick_long(state: State, unit: Unit, points: int) -> int:
    """Who plays by the rules for young players has one stick, if the unit moves at all."""
    return round(stick_inches() * MP_GRAIN) if points and rules_level(state, unit.seat) == YOUNG else points
