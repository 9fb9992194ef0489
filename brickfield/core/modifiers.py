"""Modifiers and tallies: every number of the game can say where it comes from."""

from __future__ import annotations

from msgspec import Struct


class Modifier(Struct, frozen=True, gc=False):
    """One reason why a number is not what is printed on the card.

    `to` names the number the sign acts on, so a plus is never "bad". `kind` groups modifiers for the three habits
    of the books: they add up, one `replaces` others, and some are `cap`ped together.
    """

    to: str
    value: int
    reason: str
    clause: str
    kind: str = ""
    source: str = ""
    replaces: tuple[str, ...] = ()


class TallyLine(Struct, frozen=True):
    """A line of a tally as people read it. `counts` is false for what was replaced or lost to a cap."""

    value: int
    reason: str
    clause: str
    counts: bool = True
    source: str = ""
    # dice still to be thrown, which stand in the place of the value: 4D6
    dice: str = ""


class Tally(Struct, frozen=True):
    """A printed number and all that changes it."""

    of: str
    base: int
    base_reason: str = ""
    base_clause: str = ""
    modifiers: tuple[Modifier, ...] = ()
    # (kind, lowest, highest, clause): the sum of the modifiers of this kind is kept between the two
    caps: tuple[tuple[str, int, int, str], ...] = ()

    def in_force(self) -> tuple[Modifier, ...]:
        """The modifiers that no other one replaces."""
        replaced = [kind for modifier in self.modifiers for kind in modifier.replaces]
        if not replaced:
            return self.modifiers
        return tuple(modifier for modifier in self.modifiers if modifier.kind not in replaced)

    @property
    def total(self) -> int:
        """The number after everything that counts."""
        if not self.modifiers:
            return self.base
        in_force = self.in_force()
        total = self.base
        for modifier in in_force:
            total += modifier.value
        for kind, lowest, highest, _clause in self.caps:
            of_kind = sum([modifier.value for modifier in in_force if modifier.kind == kind])
            total += min(max(of_kind, lowest), highest) - of_kind
        return total

    def lines(self, dice: str = "") -> tuple[TallyLine, ...]:
        """The sum written out: base first (or the dice it will be), each modifier, replaced ones marked, then caps."""
        in_force = self.in_force()
        lines = [TallyLine(self.base, self.base_reason or self.of, self.base_clause, dice=dice)]
        for modifier in self.modifiers:
            counts = modifier in in_force
            lines.append(TallyLine(modifier.value, modifier.reason, modifier.clause, counts, modifier.source))
        for kind, lowest, highest, clause in self.caps:
            of_kind = sum(modifier.value for modifier in in_force if modifier.kind == kind)
            kept = min(max(of_kind, lowest), highest)
            if kept != of_kind:
                lines.append(TallyLine(kept - of_kind, f"{kind} counts for at most {kept}", clause))
        return tuple(lines)
