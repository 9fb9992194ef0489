"""A ladder: how strong every level is on one scale, from games of all against all, with intervals.

The model is that of Bradley and Terry with draws as Davidson has them and an advantage of the first seat: of a game
between two entrants the three outcomes are as likely as exp of their worth, which is the strength of the winner (the
first seat's advantage on top), or for a draw the mean of both strengths and a readiness to draw. A weak prior keeps
strengths finite where one has won every game.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import exp, log, sqrt

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.match import Setup
from brickfield.players.lab.counting import Z95
from brickfield.players.lab.matches import MatchResult, Tournament
from brickfield.players.lab.running import Lab

Vector = list[float]
Matrix = list[list[float]]

# A strength of one is so many points of Elo.
ELO = 400.0 / log(10.0)
# Before any game a strength lies within about this many, in two cases of three: 700 points of Elo.
_PRIOR = 4.0
_STEPS = 50
_NEAR = 1e-9
_FARTHEST = 2.0


class LadderGame(Struct, frozen=True):
    """A game between two entrants by their places in the list: who sat first, who second, and what it was worth to the
    first (1, 1/2, 0). Games of a `pair` have the same dice."""

    first: int
    second: int
    points: float
    pair: int


class Rung(Struct, frozen=True):
    """An entrant on the ladder: points of Elo above the lowest, with their 95 % interval, and its games."""

    name: str
    elo: float
    interval: tuple[float, float]
    games: int
    points: float


class Ladder(Struct, frozen=True):
    """The entrants, the strongest first; what the first seat is worth in Elo, and how often even ones draw."""

    rungs: tuple[Rung, ...]
    first_seat: float
    draws: float


def play_ladder(
    setup: Setup, levels: Sequence[str], games: int, seed: str, lab: Lab | None = None
) -> list[tuple[Tournament, list[MatchResult]]]:
    """Every level against every other, so many games each, in pairs of the same dice with the seats changed."""
    meetings = [
        Tournament(replace(setup, armies=()), pair, games, f"{seed}/{pair[0]}-{pair[1]}", swap=True)
        for pair in combinations(levels, 2)
    ]
    return list(zip(meetings, (lab or Lab()).play_all(meetings), strict=True))


def games_of(levels: Sequence[str], played: Sequence[tuple[Tournament, list[MatchResult]]]) -> list[LadderGame]:
    """The games as the model needs them."""
    found: list[LadderGame] = []
    for number, (meeting, results) in enumerate(played):
        places = [levels.index(level) for level in meeting.levels]
        for result in results:
            first, second = (places[meeting.entrant_at(result.index, seat)] for seat in (0, 1))
            worth = 0.5 if len(result.winners) != 1 else float(result.winners == (0,))
            found.append(LadderGame(first, second, worth, number * meeting.games + result.index // 2))
    return found


def climb(names: Sequence[str], games: Sequence[LadderGame]) -> Ladder:
    """The ladder that makes these games likeliest, and how sure it is."""
    size = len(names)
    worth, spread = _fit(size, games)
    lowest = min(range(size), key=lambda place: worth[place])
    wider = _by_pairs(worth, spread, games)
    rungs = []
    for place, name in enumerate(names):
        apart = [float(other == place) - float(other == lowest) for other in range(size + 2)]
        half = Z95 * sqrt(max(_variance(spread, apart), _variance(wider, apart)))
        above = worth[place] - worth[lowest]
        own = [game for game in games if place in (game.first, game.second)]
        scored = sum(game.points if game.first == place else 1.0 - game.points for game in own)
        rungs.append(Rung(name, ELO * above, (ELO * (above - half), ELO * (above + half)), len(own), scored))
    rungs.sort(key=lambda rung: -rung.elo)
    even = exp(worth[size + 1])
    return Ladder(tuple(rungs), ELO * worth[size], even / (2.0 + even))


# --- the model: the last two places of a vector are the first seat's advantage and the readiness to draw -------------


def _features(size: int, first: int, second: int) -> tuple[Vector, Vector, Vector]:
    """By outcome (the first seat wins, a draw, the second wins) how much of each strength goes into its worth."""
    win, lose = [0.0] * (size + 2), [0.0] * (size + 2)
    win[first], win[size], lose[second] = 1.0, 1.0, 1.0
    draw = [(one + other) / 2.0 for one, other in zip(win, lose, strict=True)]
    draw[size + 1] = 1.0
    return win, draw, lose


def _chances(worth: Vector, features: Sequence[Vector]) -> Vector:
    totals = [sum(w * x for w, x in zip(worth, each, strict=True)) for each in features]
    highest = max(totals)
    parts = [exp(total - highest) for total in totals]
    return [part / sum(parts) for part in parts]


def _fit(size: int, games: Sequence[LadderGame]) -> tuple[Vector, Matrix]:
    """Strengths by Newton's method, and how they vary: the likelihood has one summit only."""
    cells: dict[tuple[int, int], Vector] = {}
    for game in games:
        outcome = cells.setdefault((game.first, game.second), [0.0] * 3)
        outcome[round(2 * (1.0 - game.points))] += 1.0
    worth = [0.0] * (size + 2)
    for _ in range(_STEPS):
        slope, bend = _summit(size, cells, worth)
        spread = inverse(bend)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in spread]
        longest = max(map(abs, step))
        scale = min(1.0, _FARTHEST / longest) if longest else 1.0
        worth = [w + scale * change for w, change in zip(worth, step, strict=True)]
        if longest < _NEAR:
            break
    return worth, inverse(_summit(size, cells, worth)[1])


def _summit(size: int, cells: dict[tuple[int, int], Vector], worth: Vector) -> tuple[Vector, Matrix]:
    """The slope of the likelihood and how it bends, prior and all."""
    length = size + 2
    slope = [-w / _PRIOR**2 for w in worth]
    bend = [[float(row == column) / _PRIOR**2 for column in range(length)] for row in range(length)]
    for (first, second), outcomes in cells.items():
        features = _features(size, first, second)
        chances, count = _chances(worth, features), sum(outcomes)
        mean = [sum(p * each[k] for p, each in zip(chances, features, strict=True)) for k in range(length)]
        for row in range(length):
            slope[row] += sum(n * each[row] for n, each in zip(outcomes, features, strict=True)) - count * mean[row]
            for column in range(length):
                both = sum(p * each[row] * each[column] for p, each in zip(chances, features, strict=True))
                bend[row][column] += count * (both - mean[row] * mean[column])
    return slope, bend


def _by_pairs(worth: Vector, spread: Matrix, games: Sequence[LadderGame]) -> Matrix:
    """How the strengths vary when games of a pair may rise and fall together (a sandwich of the spread)."""
    length = len(worth)
    pulls: dict[int, Vector] = {}
    for game in games:
        features = _features(length - 2, game.first, game.second)
        chances = _chances(worth, features)
        pull = pulls.setdefault(game.pair, [0.0] * length)
        seen = features[round(2 * (1.0 - game.points))]
        for k in range(length):
            pull[k] += seen[k] - sum(p * each[k] for p, each in zip(chances, features, strict=True))
    meat = [
        [sum(pull[row] * pull[column] for pull in pulls.values()) for column in range(length)] for row in range(length)
    ]
    return _product(_product(spread, meat), spread)


def _variance(spread: Matrix, apart: Vector) -> float:
    return max(0.0, sum(a * b * spread[i][j] for i, a in enumerate(apart) for j, b in enumerate(apart)))


def _product(one: Matrix, other: Matrix) -> Matrix:
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*other, strict=True)] for row in one
    ]


def inverse(matrix: Matrix) -> Matrix:
    """The inverse, by elimination with the largest pivot; the prior keeps it from having none."""
    size = len(matrix)
    rows = [[*row, *(float(place == column) for column in range(size))] for place, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda place: abs(rows[place][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for place in range(size):
            if place != column and rows[place][column]:
                factor = rows[place][column]
                rows[place] = [a - factor * b for a, b in zip(rows[place], rows[column], strict=True)]
    return [row[size:] for row in rows]
