"""How a race for gold is shown."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.numbers import counted
from brickfield.core.shown.goals import Camp, Goal, GoalMark, GoalNow, spot, tied, told_apart, unit_mark, until
from brickfield.core.state import State
from ...base.waters import sea_of
from ...shown.goals import fixed_marks, goal_of, in_short, marks_now, progress, score_of
from ..capacity.capacity import cargo
from ..ports.shown import apart, mends_words
from .chapter import TRANSPORT_OF_GOLD
from .gold_goal import all_gold, delivered_weight, is_goal


@goal_of.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.scenario", "sea.gold.load", "sea.gold.float")
def goal_of_gold(state: State, camp: Camp, otherwise: Goal) -> Goal:
    """Bring home more than the others."""
    if not is_goal(state):
        return otherwise
    match = sea_of(state)
    weight, islands = all_gold(state), sum(bool(each.treasures) for each in match.waters.pieces)
    last = match.last_round
    task = f"Fetch gold from the islands and bring more of it to your own port than anybody else{until(last)}."
    more = (
        "Within an inch of its island a ship takes a chest aboard, and at your port it unloads, each instead of firing."
        f" There is {weight} gold on {counted(islands, 'island')}. The battle ends at once when all of it is ashore or"
        " a fleet is gone; if the gold is equal, the markers left decide."
    )
    return Goal(camp.goal, camp.seats, task, "sea.gold.scenario", last, more)


@progress.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.scenario")
def gold_now(state: State, camp: Camp, otherwise: GoalNow) -> GoalNow:
    """What has been delivered, and what is aboard."""
    if not is_goal(state):
        return otherwise
    ashore = sum(delivered_weight(state, seat) for seat in camp.seats)
    aboard = _aboard(state, camp.seats)
    carried = f", {aboard} aboard" if aboard else ""
    return GoalNow(camp.goal, f"{ashore} of {all_gold(state)} gold ashore{carried}", ashore, all_gold(state))


def _aboard(state: State, seats: tuple[int, ...]) -> int:
    return sum(sum(cargo(unit)) for unit in state.units.values() if unit.alive and unit.seat in seats)


@in_short.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.scenario")
def gold_in_short(state: State, otherwise: str) -> str:
    """What everybody has delivered."""
    if not is_goal(state):
        return otherwise
    return f"gold {tied(delivered_weight(state, seat) for seat in range(state.match.seats))}"


@score_of.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.scenario")
def delivered(state: State, seat: int, otherwise: tuple[int, str]) -> tuple[int, str]:
    """The weight that is home."""
    return (delivered_weight(state, seat), "weight") if is_goal(state) else otherwise


@fixed_marks.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.scenario", "sea.port.repair")
def ports_for_gold(state: State, marks: tuple[GoalMark, ...]) -> tuple[GoalMark, ...]:
    """The ports: where gold is brought."""
    if not is_goal(state):
        return marks
    match, mends = sea_of(state), mends_words(state)
    found: list[GoalMark] = []
    for port in match.waters.ports:
        text = f"{match.seat_name(port.seat)}'s port: their gold goes ashore here{mends}"
        mark = GoalMark(port.id, "port", text, spot(port.x, port.y), seat=port.seat)
        found += told_apart(mark, f"Your port: bring gold here{mends}", *apart(state, (port.seat,)))
    return tuple(found)


@marks_now.amended(TRANSPORT_OF_GOLD)
@rule("sea.gold.load", "sea.capacity.max")
def gold_marked(state: State, marks: tuple[GoalMark, ...]) -> tuple[GoalMark, ...]:
    """Chests, and who carries them."""
    return (*marks, *_treasures(state), *_carriers(state)) if is_goal(state) else marks


@rule("sea.gold.load", "sea.gold.float")
def _treasures(state: State) -> tuple[GoalMark, ...]:
    """Chests on islands, those of one island together, and adrift."""
    heaps: dict[str, list[int]] = {}
    places: dict[str, tuple[int, int]] = {}
    for token in state.tokens.values():
        if token.kind == "treasure":
            heap = token.group or token.id
            heaps.setdefault(heap, []).append(token.marks["weight"])
            places.setdefault(heap, (token.pose.x, token.pose.y))
    return tuple(
        GoalMark(f"gold {heap}", "chest", f"Gold {' + '.join(map(str, weights))}", places[heap], value=sum(weights))
        for heap, weights in heaps.items()
    )


@rule("sea.capacity.max", "sea.gold.scenario")
def _carriers(state: State) -> tuple[GoalMark, ...]:
    """The ships that have gold aboard: everybody sees it."""
    laden = [(unit, sum(cargo(unit))) for unit in state.units.values() if unit.alive and cargo(unit)]
    return tuple(unit_mark("carrier", unit, f"Carries {load} gold", value=load) for unit, load in laden)
