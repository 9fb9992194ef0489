"""Take Action: how many actions of which kind a Mech may take in a round, and what a third one costs."""

from __future__ import annotations

from typing import Any

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.questions import Moment
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from .battlefield import describe
from .measures import measures
from .record_sheet import ATTACKS, HEAT, MOVES, SCAVENGES, actions_used, add, number


class OwnAction(Answer, frozen=True):
    """An action that a chapter brings, with what it allows and what it does."""

    def refused(self, state: State, unit: Unit) -> Refusal | None:
        """Why it is not possible now."""
        raise NotImplementedError

    def carry_out(self, t: Table) -> Any:
        """Do it; what comes next, where that is not another action."""
        raise NotImplementedError


@Moment
def run_is_over(t: Table, unit_id: str) -> None:
    """Whatever a unit does next, the run of its last Move is over."""


_CLAUSES = {
    MOVES: "bm.action.no_triple_move",
    ATTACKS: "bm.action.no_triple_attack",
    SCAVENGES: "bm.action.no_triple_scavenge",
}
_WORDS = {MOVES: "Move", ATTACKS: "Attack", SCAVENGES: "Scavenge"}


def most_of(kind: str) -> int:
    """How many actions of one kind a Mech may take in a round."""
    most: int = getattr(measures(), f"most_{kind}")
    return most


@rule("bm.action.count", "bm.action.types", "bm.action.any_mix", "bm.action.no_triple_move",
      "bm.action.no_triple_attack", "bm.action.no_triple_scavenge")  # fmt: skip
def no_action_left(state: State, unit: Unit, kind: str) -> Refusal | None:
    """Three actions in a round, never three of one kind; any other mixture is allowed."""
    used, most = actions_used(unit), measures().most_actions
    if used >= most:
        sentence = f"{describe(state, unit.id)} has taken {used} actions this round; {most} is the most."
        return illegal("no_action_left", "bm.action.count", sentence, used=used, most=most)
    of_kind = number(unit, kind)
    if of_kind >= most_of(kind):
        words = f"has taken {of_kind} {_WORDS[kind]} actions this round; a third one is not allowed."
        sentence = f"{describe(state, unit.id)} {words}"
        return illegal(f"third_{_WORDS[kind].lower()}", _CLAUSES[kind], sentence, used=of_kind, most=most_of(kind))
    return None


@rule("bm.action.two_free")
def is_rush(unit: Unit) -> bool:
    """Whether the next action of a Mech is a rush."""
    return actions_used(unit) >= measures().free_actions


@rule("bm.action.rush_heat", "bm.action.two_free", "bm.option.return.action")
def begin_action(t: Table, unit_id: str, kind: str) -> None:
    """Count an action. A third one is a rush: its Heat Markers are placed before anything else happens."""
    rushes = is_rush(t.units[unit_id])
    add(t, unit_id, kind, 1, "bm.action.types")
    run_is_over(t, unit_id)
    if rushes:
        add(t, unit_id, HEAT, measures().rush_heat, "bm.action.rush_heat")
