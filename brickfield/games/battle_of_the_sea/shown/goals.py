"""Goals: what each fleet must do, how far it has come, and what on the table that is about; chapters have goals too."""

from __future__ import annotations

from collections.abc import Iterable

from brickfield.core.clauses import rule
from brickfield.core.numbers import counted
from brickfield.core.questions import Question
from brickfield.core.shown.goals import Camp, Goal, GoalMark, GoalNow, camps, tied, until
from brickfield.core.state import State
from ..base.ship_card import SHIP, ShipCard
from ..base.victory import counts, tally
from ..base.waters import card_of, sea_of

BY_TALLY = "the side with the most markers left on its cards wins"


def goals(state: State) -> tuple[Goal, ...]:
    """The goal of every side, as the scenario and the agreed last round have it."""
    return tuple(goal_of(state, camp) for camp in camps(state.match))


@Question
@rule("sea.scenario.basic", "sea.game.win", "sea.game.max_rounds", "sea.game.stalemate")
def goal_of(state: State, camp: Camp) -> Goal:
    """To the last drop of blood, or by the markers when the last round is over."""
    match = sea_of(state)
    last, quiet = match.last_round, match.options.stalemate_rounds
    sunk = f"Sink every enemy {_sort(match.cards.values())}"
    task = sunk if len(set(match.sides)) == 2 else "Be the last fleet on the water"
    when = [f"round {last}"] if last else []
    when += [f"{counted(quiet, 'round')} without a hit"] if quiet else []
    over = f"After {' or after '.join(when)} {BY_TALLY}." if when else ""
    return Goal(camp.goal, camp.seats, f"{task}{until(last)}.", match.scenario.clause, last, over)


def _sort(cards: Iterable[ShipCard]) -> str:
    """What fights here, in a word: ships, or also monsters and forts."""
    return "ship" if all(card.kind == SHIP for card in cards) else "unit"


@Question
@rule("sea.game.units_count")
def progress(state: State, camp: Camp) -> GoalNow:
    """How many of the enemy's units are still there."""
    enemies = [unit for unit in state.units.values() if unit.seat in camp.others]
    left = sum(map(counts, enemies))
    told = counted(len(enemies), f"enemy {_sort(card_of(state, unit.id) for unit in enemies)}")
    return GoalNow(camp.goal, f"{left} of {told} left", len(enemies) - left, len(enemies))


def goals_now(state: State) -> tuple[GoalNow, ...]:
    """How far every side has come."""
    return tuple(progress(state, camp) for camp in camps(state.match))


@Question
@rule("sea.game.units_count", "sea.game.stalemate")
def in_short(state: State) -> str:
    """The goals of all in one line."""
    seats = range(state.match.seats)
    ships = tied(sum(unit.seat == seat and counts(unit) for unit in state.units.values()) for seat in seats)
    return f"ships {ships}, markers {tied(tally(state))}" if len(seats) == 2 else f"ships {ships}"


@Question
def fixed_marks(state: State) -> tuple[GoalMark, ...]:
    """What of the goals never moves."""
    return ()


@Question
def marks_now(state: State) -> tuple[GoalMark, ...]:
    """What of the goals moves or changes."""
    return ()


@Question
@rule("sea.game.stalemate")
def score_of(state: State, seat: int) -> tuple[int, str]:
    """What a seat has come to, and what that counts."""
    # markers, not points: additional durability was never bought, so a fresh fleet has more of them than points
    score = tally(state)[seat]
    return score, "marker left" if score == 1 else "markers left"
