"""How a battle for a fort is shown."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.numbers import counted
from brickfield.core.shown.goals import Camp, Goal, GoalMark, GoalNow, unit_mark, until
from brickfield.core.state import State
from ...base.ship_card import FORT, durability
from ...base.victory import counts
from ...base.waters import card_of, sea_of
from ...shown.goals import BY_TALLY, goal_of, in_short, marks_now, progress
from .chapter import FORTS
from .forts import ATTACKER, defended_forts


@goal_of.amended(FORTS)
@rule("sea.fort.scenario")
def goal_of_the_fort(state: State, camp: Camp, otherwise: Goal) -> Goal:
    """Who attacks must destroy the fort, who defends must keep it."""
    match = sea_of(state)
    last = match.last_round
    forts = "the fort" if sum(card.kind == FORT for card in match.cards.values()) < 2 else "every fort of the enemy"
    task = f"Destroy {forts}{until(last)}."
    if ATTACKER not in camp.seats:
        kept = f"until the end of round {last}" if last else "and sink the attackers, however many rounds it takes"
        task = f"Keep {'the fort' if forts == 'the fort' else 'a fort'} standing {kept}."
    late = f" After round {last} {BY_TALLY}." if last and not match.scenario.last_round else ""
    return Goal(camp.goal, camp.seats, task, "sea.fort.scenario", last, f"Sinking every enemy unit wins too.{late}")


@progress.amended(FORTS)
@rule("sea.fort.scenario", "sea.durability.two_parts")
def fort_now(state: State, camp: Camp, otherwise: GoalNow) -> GoalNow:
    """What the fort still bears."""
    left, full = _fort_markers(state)
    forts = defended_forts(state)
    done = full - left if ATTACKER in camp.seats else left
    return GoalNow(
        camp.goal,
        f"{'the fort has' if len(forts) < 2 else 'the forts have'} {left} of {counted(full, 'marker')} left",
        done,
        full,
    )


def _fort_markers(state: State) -> tuple[int, int]:
    """The markers that keep the forts standing: those that are left, and all."""
    forts = defended_forts(state)
    cards = [card_of(state, unit.id) for unit in forts]
    return sum(durability(unit) for unit in forts if counts(unit)), sum(card.base + card.additional for card in cards)


@in_short.amended(FORTS)
@rule("sea.fort.scenario")
def fort_in_short(state: State, otherwise: str) -> str:
    """The markers of the fort."""
    left, full = _fort_markers(state)
    return f"fort {left} of {full}"


@marks_now.amended(FORTS)
@rule("sea.fort.scenario")
def forts_marked(state: State, marks: tuple[GoalMark, ...]) -> tuple[GoalMark, ...]:
    """The fort, as those see it who attack and those who defend."""
    match, found = sea_of(state), list(marks)
    attackers = match.seats_of([match.side(ATTACKER)])
    defenders = tuple(seat for seat in range(match.seats) if seat not in attackers)
    for unit in defended_forts(state):
        if counts(unit):
            found.append(unit_mark("destroy", unit, "Destroy it", attackers))
            found.append(unit_mark("protect", unit, "Keep it standing", defenders))
    return tuple(found)
