"""Fitting the odds of a game: how much each feature of a table weighs, from battles of bots against themselves.

Whoever is to act when a turn begins is one witness, and so is everybody else at the table. The weights are those by
which the results were likeliest (logistic regression, a little pulled towards 0); every fourth battle is kept out of
the fit and says how well they foretell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp

from msgspec import Struct

from brickfield.core.dice import SeededDice
from brickfield.core.game import Game
from brickfield.core.judging.odds import Foretold, chance_of
from brickfield.core.match import Setup
from brickfield.core.play import Progress, begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.players.lab.counting import brier, points
from brickfield.players.lab.ladder import inverse
from brickfield.players.lab.matches import BattleFault, derive
from brickfield.players.levels import make_player

# Every so manieth battle is kept out of the fit.
_KEPT_OUT = 4
# How strongly weights are pulled towards 0, and how often they are made better.
_PULL, _STEPS = 2.0, 25
_LONGEST = 3_000


class Witness(Struct, frozen=True):
    """A table as one seat has it, and what came of it: 1 won, one half drawn, 0 lost."""

    scenario: str
    battle: int
    foretold: Foretold
    came: float


class Fit(Struct, frozen=True):
    """The weights of one sort of battle, from how many tables, and how well they foretell battles kept out of it,
    beside the weights in use."""

    sort: str
    weights: dict[str, float]
    tables: int
    brier: float
    in_use: float


def witnesses(game: Game, scenario: str, games: int, level: str, seed: str) -> Iterable[Witness]:
    """Battles of a level against itself, a witness for each seat at the start of every turn."""
    match = game.new_match(game.fresh(Setup(game.id, scenario)))
    if isinstance(match, Refusal):
        raise BattleFault(str(match))
    for battle in range(games):
        dice = SeededDice(derive(seed, "dice", scenario, battle))
        bots = [make_player(level, game, derive(seed, "bot", scenario, battle, seat)) for seat in range(match.seats)]
        state, seen, turn = begin(match, dice).state, list[tuple[int, Foretold]](), None
        for _ in range(_LONGEST):
            if state.over:
                break
            if turn != (turn := (state.facts.get("round"), state.facts.get("active"))) and turn[0]:
                seen += [(seat, game.judge.foretold(state, seat)) for seat in range(match.seats)]
            state = _answered(state, bots, dice)
        won = state.outcome.winners if state.outcome is not None else ()
        yield from (Witness(scenario, battle, foretold, points(won, seat)) for seat, foretold in seen)


def _answered(state: State, bots: Sequence[object], dice: SeededDice) -> State:
    seat = state.waiting_for()[0]
    decision, bot = state.decision_of(seat), bots[seat]
    assert decision is not None
    led = give(state, decision, bot.decide(state.match, view(state, seat)), dice)  # type: ignore[attr-defined]
    if not isinstance(led, Progress):
        raise BattleFault(str(led))
    return led.state


def fitted(found: Sequence[Witness], in_use: Mapping[str, Mapping[str, float]]) -> list[Fit]:
    """The weights of every sort of battle that was seen."""
    return [_fit(sort, [each for each in found if each.foretold.sort == sort], in_use) for sort in _sorts(found)]


def _sorts(found: Sequence[Witness]) -> list[str]:
    return sorted({each.foretold.sort for each in found})


def _fit(sort: str, found: Sequence[Witness], in_use: Mapping[str, Mapping[str, float]]) -> Fit:
    learnt = [each for each in found if each.battle % _KEPT_OUT] or found
    kept = [each for each in found if not each.battle % _KEPT_OUT] or found
    names = sorted({name for each in found for name in each.foretold.features})
    rows = [[each.foretold.features.get(name, 0.0) for name in names] for each in learnt]
    weights = dict(zip(names, likeliest(rows, [each.came for each in learnt]), strict=True))
    now, before = (
        brier([(chance_of(each.foretold, table), each.came) for each in kept]) for table in ({sort: weights}, in_use)
    )
    return Fit(sort, {name: round(weight, 3) for name, weight in weights.items()}, len(found), now, before)


def likeliest(rows: Sequence[Sequence[float]], came: Sequence[float]) -> list[float]:
    """The weights by which these results were likeliest, by Newton's method."""
    wide = len(rows[0])
    weights = [0.0] * wide
    for _ in range(_STEPS):
        slope = [-_PULL * weight for weight in weights]
        bend = [[_PULL * float(one == other) for other in range(wide)] for one in range(wide)]
        for row, result in zip(rows, came, strict=True):
            said = 1.0 / (1.0 + exp(-max(-30.0, min(30.0, sum(w * x for w, x in zip(weights, row, strict=True))))))
            sure = said * (1.0 - said)
            for one in range(wide):
                slope[one] += (result - said) * row[one]
                for other in range(wide):
                    bend[one][other] += sure * row[one] * row[other]
        step = [sum(share * rise for share, rise in zip(row, slope, strict=True)) for row in inverse(bend)]
        weights = [weight + more for weight, more in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return weights
