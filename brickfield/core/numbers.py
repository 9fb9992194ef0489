"""Numbers in sentences: no needless zeros, and a number that breaks a limit never looks equal to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_FEWEST = 2
# Lengths are kept to a millionth; two numbers that still look alike there are the same to every rule.
_MOST = 6
# A limit such as 0.315 is not written as 0.32.
_CLOSE = 5e-4
_SPECS = tuple(f".{decimals}f" for decimals in range(_MOST + 1))


def number_text(value: float, decimals: int = _FEWEST) -> str:
    """A number without needless zeros: 3, 3.5, 3.25."""
    text = format(value, _SPECS[decimals])
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def counted(count: int, one: str, many: str = "") -> str:
    """1 unit, 2 units; 1 die, 2 dice."""
    return f"{count} {one}" if count == 1 else f"{count} {many or one + 's'}"


def listed(items: Iterable[str], word: str = "and") -> str:
    """A, B and C."""
    parts = list(items)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


# So many are called by their names; more are only counted.
_NAMED = 2


def idle_words(names: Sequence[str], sort: str, undone: str, ending: str) -> str:
    """Who has not done anything yet, asked back before it is over: "Galleon A1 has not moved: end the turn?"."""
    if not names:
        return ""
    who = listed(names) if len(names) <= _NAMED else counted(len(names), sort)
    return f"{who} {'has' if len(names) == 1 else 'have'} not {undone}: end the {ending}?"


def unused_words(count: int, ending: str = "turn") -> str:
    """How many actions are given up, asked back before it is over: "2 actions are left: end the turn?"."""
    return f"{counted(count, 'action')} {'is' if count == 1 else 'are'} left: end the {ending}?" if count > 0 else ""


def decimals_apart(value: float, limit: float) -> int:
    """How many decimals it takes until two numbers no longer look alike and the limit is what it says."""
    for decimals in range(_FEWEST, _MOST):
        if (
            number_text(value, decimals) != number_text(limit, decimals)
            and abs(round(limit, decimals) - limit) < _CLOSE
        ):
            return decimals
    return _MOST


def apart(value: float, limit: float) -> tuple[str, str]:
    """A number and the limit it breaks, as exact as it takes to tell them apart: 8.0001 and 8, but 9.26 and 8."""
    decimals = decimals_apart(value, limit)
    return number_text(value, decimals), number_text(limit, decimals)
