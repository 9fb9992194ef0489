"""Names that were meant: what a refusal says about a name nobody knows."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

# Of two letters one may be wrong.
_NEAR = 0.5


def known_names(name: str, known: Iterable[str]) -> str:
    """The end of a sentence: the names there are and, when one of them is near, whether that was meant."""
    names = list(known)
    folded = {each.casefold(): each for each in names}
    near = get_close_matches(name[:60].casefold(), folded, 1, _NEAR)
    meant = f"; did you mean {folded[near[0]]!r}?" if near else "."
    return f"there are {', '.join(names) or 'none'}{meant}"
