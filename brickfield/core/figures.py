"""Numbers in sentences: no needless zeros, and a number that breaks a limit never looks equal to it."""

from __future__ import annotations

_FEWEST = 2
# Lengths are kept to a millionth; two numbers that still look alike there are the same to every rule.
_MOST = 6


def figure(value: float, decimals: int = _FEWEST) -> str:
    """A number without needless zeros: 3, 3.5, 3.25."""
    text = f"{value:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def decimals_apart(value: float, limit: float) -> int:
    """How many decimals it takes until two numbers no longer look alike."""
    for decimals in range(_FEWEST, _MOST):
        if figure(value, decimals) != figure(limit, decimals):
            return decimals
    return _MOST


def apart(value: float, limit: float) -> tuple[str, str]:
    """A number and the limit it breaks, as exact as it takes to tell them apart: 8.0001 and 8, but 9.26 and 8."""
    decimals = decimals_apart(value, limit)
    return figure(value, decimals), figure(limit, decimals)
