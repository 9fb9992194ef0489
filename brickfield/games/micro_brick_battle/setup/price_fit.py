"""The price of a unit: a straight line fitted to all printed guns and tanks, and how far each of them lies off it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt

from msgspec import Struct

from brickfield.core.clauses import rule
from ..base.measures import measures
from ..base.unit_cards import UnitCard, unit_cards
from .own_units import suggested_cost

# How many units are named that lie furthest off.
_NAMED = 6


class Residual(Struct, frozen=True):
    """A printed unit: its price, what the line gives, and the difference between price and line."""

    unit: str
    printed: int
    fitted: float
    residual: float


class PriceFit(Struct, frozen=True):
    """RC = attack * AP + defense * DP + move * MP + base, with the least sum of squared differences.

    `error` is the standard error of a price in points, `share` how much of the spread of all prices the line explains.
    """

    attack: float
    defense: float
    move: float
    base: float
    units: int
    error: float
    share: float
    residuals: tuple[Residual, ...]

    def price(self, ap: int, dp: int, mp: int) -> float:
        """What the line gives for these numbers."""
        return self.attack * ap + self.defense * dp + self.move * mp + self.base


def solved(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of a few linear equations, by elimination with the largest pivot."""
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    count = len(table)
    for column in range(count):
        best = max(range(column, count), key=lambda row: abs(table[row][column]))
        table[column], table[best] = table[best], table[column]
        pivot = table[column]
        for row in range(count):
            if row != column:
                factor = table[row][column] / pivot[column]
                table[row] = [one - factor * other for one, other in zip(table[row], pivot, strict=True)]
    return [table[row][count] / table[row][row] for row in range(count)]


@rule("mbb.army.rc_pattern")
@cache
def price_fit() -> PriceFit:
    """The line through all ground units of the resource tables that have a gun; the Staff Car has no price by a gun."""
    cards = [card for card in unit_cards().values() if card.has_main_weapon]
    rows = [(float(card.ap), float(card.dp), float(card.mp), 1.0) for card in cards]
    prices = [float(card.rc) for card in cards]
    wide = range(len(rows[0]))
    squares = [[sum(row[one] * row[other] for row in rows) for other in wide] for one in wide]
    products = [sum(row[one] * price for row, price in zip(rows, prices, strict=True)) for one in wide]
    weights = solved(squares, products)
    fitted = [sum(map(_times, weights, row)) for row in rows]
    residuals = tuple(map(_residual, cards, fitted))
    left = sum(each.residual**2 for each in residuals)
    mean = sum(prices) / len(prices)
    spread = sum((price - mean) ** 2 for price in prices)
    error = sqrt(left / (len(rows) - len(weights)))
    attack, defense, move, base = weights
    return PriceFit(attack, defense, move, base, len(cards), error, 1.0 - left / spread, residuals)


def _times(one: float, other: float) -> float:
    return one * other


def _residual(card: UnitCard, fitted: float) -> Residual:
    return Residual(card.name, card.rc, fitted, card.rc - fitted)


@rule("mbb.army.rc_pattern")
def off_the_pattern() -> tuple[tuple[str, int], ...]:
    """The printed units whose price is not AP + DP + 5, and by how much, the furthest first."""
    off = [(card.name, card.rc - suggested_cost(card.ap, card.dp)) for card in unit_cards().values()]
    return tuple(sorted(((name, by) for name, by in off if by), key=lambda each: (-abs(each[1]), each[0])))


@rule("mbb.army.rc_pattern")
def fit_in_words() -> tuple[str, ...]:
    """The fit, its error and its residuals in sentences."""
    fit, off = price_fit(), off_the_pattern()
    far = sorted(fit.residuals, key=lambda each: (-abs(each.residual), each.unit))[:_NAMED]
    line = f"RC = {fit.attack:.2f} AP + {fit.defense:.2f} DP {fit.move:+.2f} MP {fit.base:+.2f}"
    within = sum(abs(each.residual) <= 1.0 for each in fit.residuals)
    names = ", ".join(f"{each.unit} ({each.residual:+.1f})" for each in far)
    printed = len(unit_cards())
    exceptions = ", ".join(f"{name} ({by:+d})" for name, by in off)
    return (
        f"A line fitted to all {fit.units} printed ground units with a gun: {line}. It explains {fit.share:.0%} of the "
        f"spread of prices, with a standard error of {fit.error:.2f} points; {within} units lie within 1 point of it.",
        f"Furthest off it are {names}.",
        f"In whole numbers that is AP + DP + {measures().suggested_cost_base}, movement free: the price of "
        f"{printed - len(off)} of all {printed} ground units. The others: {exceptions}.",
    )
