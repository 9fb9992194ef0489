"""Answers worth giving to each decision, with their kind and reason: for hints, bots and learners alike."""

from __future__ import annotations

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.questions import Question
from brickfield.core.state import State
from ..base.battlefield import describe
from ..base.movement import Drive, Move, drive, movable_units
from ..base.movement_phase import EndMovement, may_end
from ..base.starting_a_game import SkipPhase
from ..base.unit_stats import has_modifiers, hiding_counts
from ..chapters.amphibious_vehicles.amphibious_vehicles import is_amphibious
from ..chapters.reinforcements.reinforcements import may_come
from ..chapters.special_units.mind import swims
from .judgement_threats import ThreatMap, threat_map
from .suggestions_moves import Idea, ideas, refined_ideas
from .suggestions_setup import entries

# The clause a player is led to, and the words, for each kind of order.
_ORDERS = {
    "fire": ("mbb.shoot.hit", "{unit} gets a better shot at {foe} ({chance:.0%})"),
    "flank": ("mbb.mod.rear", "{unit} drives to where it sees the rear of {foe} ({chance:.0%})"),
    "cover": ("mbb.mod.hidden.trigger", "{unit} takes cover"),
    "hide": ("mbb.los.required", "{unit} drives out of everybody's sight"),
    "objective": ("mbb.win.scenario", "{unit} drives to the goal of the battle"),
    "leave": ("mbb.geometry.edge", "{unit} gets away over the edge, which wins the battle"),
    "retreat": ("mbb.move.optional", "{unit} falls back from the enemy's fire"),
    "advance": ("mbb.move.forward", "{unit} closes in on {foe}"),
    "shift": ("mbb.move.optional", "{unit} takes up another place"),
}
# where cover counts for nothing
_LESS_SEEN = ("mbb.los.required", "{unit} drives to where fewer enemies can fire at it")

# At a close look every enemy is imagined to look at every place from many others: so many places and enemies at most.
_MOST_LOOKS = 36_000


def orders(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """End the phase; then the best order of each kind in the army; then the orders of all units in turn."""
    seat = decision.seat
    stay = Suggestion(EndMovement(), "stay", "nobody moves any more", "mbb.move.optional")
    arrivals = entries(state, seat) if may_come(state, seat) else []
    safe = [stay] if may_end(state, seat) is None else swims(state, seat)
    view, units = threat_map(state, seat), _unmoved(state, seat)
    thought = [[(unit.id, idea) for idea in ideas(view, unit)] for unit in units] if view.foes else []
    thought = [[order for order in each if _can_swim(state, *order)] for each in thought]
    ranked = _ranked(thought)
    return [*safe, *arrivals, *other_orders(state, seat), *[_order(view, unit_id, idea) for unit_id, idea in ranked]]


@Question
def other_orders(state: State, seat: int) -> list[Suggestion]:
    """Orders worth giving that are none to drive."""
    return []


def refined_orders(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Many more orders for every unit, about n in all; whoever weighs them looks closely at the enemy's answer, too."""
    seat = decision.seat
    view, units = threat_map(state, seat), _unmoved(state, seat)
    view.look_closely()
    most = min(n, _MOST_LOOKS // max(1, len(view.foes)))
    found = [(unit.id, idea) for unit in units for idea in refined_ideas(view, unit, most // len(units))]
    return [_order(view, *order) for order in found if _can_swim(state, *order)]


def _unmoved(state: State, seat: int) -> list[Unit]:
    return [unit for unit in movable_units(state, seat) if not unit.marks.get("spent", 0)]


def _can_swim(state: State, unit_id: str, idea: Idea) -> bool:
    """Whether an order to an amphibious vehicle can be carried out whole: in water it turns only so far."""
    if not is_amphibious(state, unit_id):
        return True
    order = drive(state, state.units[unit_id], idea.order.steps)
    return isinstance(order, Drive) and order.refused is None


def _ranked(thought: list[list[tuple[str, Idea]]]) -> list[tuple[str, Idea]]:
    """The best of each kind over all units, by value; then every unit's first, second, third ..."""
    firsts: dict[str, tuple[str, Idea]] = {}
    for order in sorted((order for each in thought for order in each), key=lambda order: -order[1].value):
        firsts.setdefault(order[1].kind, order)
    leaders = list(firsts.values())
    longest = max(map(len, thought), default=0)
    rest = [each[rank] for rank in range(longest) for each in thought if rank < len(each)]
    taken = {id(idea) for _unit, idea in leaders}
    return [*leaders, *[order for order in rest if id(order[1]) not in taken]]


def _order(view: ThreatMap, unit_id: str, idea: Idea) -> Suggestion:
    unit, foe = view.state.units[unit_id], view.foes[idea.foe]
    clause, words = _LESS_SEEN if _is_less_seen(view, unit, idea) else _worded(view, idea.kind)
    chance = view.shots(unit, idea.order.pose)[idea.foe]
    reason = words.format(unit=describe(view.state, unit_id), foe=describe(view.state, foe.id), chance=chance)
    view.ends[unit_id, idea.order.steps] = idea.order.pose
    return Suggestion(Move(unit_id, idea.order.steps), idea.kind, reason, clause, idea.value)


def _is_less_seen(view: ThreatMap, unit: Unit, idea: Idea) -> bool:
    """Whether a place is covered from some enemies alone: "takes cover" would promise more than it gives."""
    after, now = view.seen_by(unit, idea.order.pose), view.seen_by(unit, unit.at)
    return idea.kind == "cover" and sum(each > 0 for each in after) < sum(each > 0 for each in now)


def _worded(view: ThreatMap, kind: str) -> tuple[str, str]:
    """Where the back of a unit and its cover count for nothing, nobody drives there for them."""
    if kind == "flank" and not has_modifiers(view.state, view.seat):
        return _ORDERS["fire"]
    if kind == "cover" and not hiding_counts(view.state, view.seat):
        return _LESS_SEEN
    return _ORDERS[kind]


def first_turn(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Shoot from where everybody stands, or give the shots up and drive."""
    seat = decision.seat
    view = threat_map(state, seat)
    best = added(
        max((shot * worth for shot, worth in zip(view.shots(unit, unit.at), view.worth, strict=True)), default=0.0)
        for unit in view.own
    )
    shoot = Suggestion(SkipPhase("movement"), "shoot", "shoot from here", "mbb.first_turn.skip_move", best)
    drive = Suggestion(SkipPhase("shooting"), "move", "drive into position", "mbb.first_turn.skip_shoot")
    return [shoot, drive]
