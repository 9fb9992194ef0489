"""House rules: easy ways to decide things by dice, offered for home-made rules and for roll-offs.

The switches that players agree on before a battle are in options.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct

from brickfield.core.clauses import rule
from ...base.measures import measures

# The seat that wins (None: nobody in particular) and the result in a word; None altogether when dice fall again.
Decision = tuple[int | None, str] | None


class Method(Struct, frozen=True):
    """A way to decide by one die for each player."""

    title: str
    clause: str
    decide: Callable[[tuple[int, ...]], Decision]


def _the_other(faces: tuple[int, ...]) -> int | None:
    """Who wins what the first player lost: the other one, where there is only one other."""
    return 1 if len(faces) == 2 else None


@rule("mbb.house.dice.evenodd")
def even_or_odd(faces: tuple[int, ...]) -> Decision:
    """The first player's die is even or odd; even is for the first player, odd for the other."""
    return (0, "even") if faces[0] % 2 == 0 else (_the_other(faces), "odd")


@rule("mbb.house.dice.high", "mbb.conflict.die")
def high_roller(faces: tuple[int, ...]) -> Decision:
    """The highest die wins; a tie for the highest is rolled again."""
    best = max(faces)
    return (faces.index(best), str(best)) if faces.count(best) == 1 else None


@rule("mbb.house.dice.target")
def target_number(faces: tuple[int, ...]) -> Decision:
    """The first player must roll the agreed number or more (here the upper half of the die)."""
    needed = measures().color_die_hit_from
    return (0 if faces[0] >= needed else _the_other(faces), f"{faces[0]} against {needed}+")


@rule("mbb.house.dice.match")
def match_the_roll(faces: tuple[int, ...]) -> Decision:
    """The second player wins by matching the first player's roll; of several the first of them who does."""
    matched = [seat for seat, face in enumerate(faces) if seat and face == faces[0]]
    return (matched[0] if matched else 0, " and ".join(map(str, faces)))


@rule("mbb.house.dice.first")
def first_to_roll(faces: tuple[int, ...]) -> Decision:
    """The first player to roll the agreed number (here the highest face) wins; until then dice fall again."""
    wanted = measures().die_faces
    for seat, face in enumerate(faces):
        if face == wanted:
            return seat, str(wanted)
    return None


METHODS: Mapping[str, Method] = MappingProxyType(
    {
        "high": Method("High roller wins", "mbb.conflict.die", high_roller),
        "even_odd": Method("Even or odd", "mbb.house.dice.evenodd", even_or_odd),
        "target": Method("Roll a number or more", "mbb.house.dice.target", target_number),
        "match": Method("Match the other's roll", "mbb.house.dice.match", match_the_roll),
        "first": Method("First to roll the number", "mbb.house.dice.first", first_to_roll),
    }
)
