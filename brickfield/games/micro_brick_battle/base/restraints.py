"""Restraints: what keeps a unit from moving or from firing, whatever the way and whatever the target."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.questions import Permission
from brickfield.core.refusal import Refusal
from brickfield.core.state import State


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
@rule("mbb.declare.legal_targets")
def may_be_targeted(state: State, target: Unit) -> Refusal | None:
    """Why nobody may name a unit as its target, wherever it is seen from; None: who sees it may."""
    return None
