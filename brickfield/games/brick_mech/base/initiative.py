"""Roll Initiative: two dice and the bonus for each player, how ties are settled, and the faster way round the table."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import UNSET

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.frames import Frame, Goto, Roll
from brickfield.core.state import State
from brickfield.core.table import Table
from .battlefield import card_of
from .measures import measures
from .record_sheet import number

_BETWEEN = ","
_INITIATIVE, _TIE = "initiative", "initiative tie"


@rule("bm.option.multi.one_roll", "bm.init.roll")
def initiative_bonus(state: State, seat: int) -> int | None:
    """The highest Initiative Bonus among a player's units that fight on; None for a player who has none left."""
    own = [unit for unit in state.units.values() if unit.seat == seat and unit.status in ("alive", "waiting")]
    return max((number(unit, "initiative") for unit in own if not card_of(state, unit.id).structure), default=None)


@rule("bm.init.snapshot")
def initiative_order(state: State) -> tuple[int, ...]:
    """The seats in the order they act in this round, fixed when it was rolled."""
    order = str(state.facts.get("order", ""))
    return tuple(int(seat) for seat in order.split(_BETWEEN)) if order else ()


@rule("bm.option.fastinit.order", "bm.option.fastinit.parity", "bm.option.fastinit.multi")
def round_the_table(seats: int, leader: int, initiative: int, playing: tuple[int, ...]) -> tuple[int, ...]:
    """From the leader clockwise if its number is even, counterclockwise if it is odd; seats are listed clockwise."""
    step = 1 if initiative % 2 == 0 else -1
    order = [(leader + step * place) % seats for place in range(seats)]
    return tuple(seat for seat in order if seat in playing)


class Initiative(Frame):
    """A roll for initiative with all its ties. `settle_all` is false when only the leader matters."""

    settle_all: bool = True
    playing: tuple[int, ...] = ()
    bonuses: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    # groups of seats not told apart yet, the best first; the place of the group that rolls again
    groups: tuple[tuple[int, ...], ...] = ()
    tied: int = 0
    faces: tuple[tuple[int, ...], ...] = ()
    # the dice of the tie that is being settled, and of all ties so far
    again: tuple[tuple[int, ...], ...] = ()
    ties: tuple[happened.Throw, ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("roll", "rank", "find_tie", "roll_again", "split", "announce")
    PUBLIC: ClassVar[tuple[str, ...]] = (
        *("settle_all", "playing", "bonuses", "totals", "groups", "tied"),
        *("faces", "again", "ties"),
    )

    def _roll(self, seats: tuple[int, ...], label: str, into: str) -> Roll:
        numbers = measures()
        return Roll(tuple(Pool(numbers.initiative_dice, label, numbers.die_faces, s) for s in seats), into)

    @rule("bm.init.roll", "bm.option.multi.one_roll", "bm.geometry.rng", "bm.dice.d6")
    def roll(self, t: Table) -> Any:
        """Every player with a living unit rolls two dice, in seat order."""
        found = [(seat, initiative_bonus(t, seat)) for seat in range(t.match.seats)]
        self.playing = tuple(seat for seat, bonus in found if bonus is not None)
        self.bonuses = tuple(bonus for _seat, bonus in found if bonus is not None)
        return self._roll(self.playing, _INITIATIVE, "faces")

    @rule("bm.init.order", "bm.init.tie_bonus", "bm.init.tie_keep")
    def rank(self, t: Table) -> Any:
        """The highest total first; of equal totals the higher bonus."""
        self.totals = tuple(sum(shown) + bonus for shown, bonus in zip(self.faces, self.bonuses, strict=True))
        keys = {seat: key for seat, *key in zip(self.playing, self.totals, self.bonuses, strict=True)}
        self.groups = grouped(self.playing, [tuple(keys[seat]) for seat in self.playing])

    @rule("bm.init.tie_reroll", "bm.option.fastinit.parity", "bm.geometry.rng")
    def find_tie(self, t: Table) -> Any:
        """The first group that is still tied, if it matters."""
        open_groups = self.groups if self.settle_all else self.groups[:1]
        for place, group in enumerate(open_groups):
            if len(group) > 1:
                self.tied = place
                return None
        return Goto("announce")

    @rule("bm.init.tie_reroll")
    def roll_again(self, t: Table) -> Any:
        """All players of the group roll together."""
        return self._roll(self.groups[self.tied], _TIE, "again")

    @rule("bm.init.tie_reroll", "bm.init.tie_keep")
    def split(self, t: Table) -> Any:
        """The new roll orders the group and nothing else; those still equal roll again among themselves."""
        group = self.groups[self.tied]
        self.ties += tuple(happened.Throw(_TIE, *each) for each in zip(group, self.again, strict=True))
        parts = grouped(group, [(sum(shown),) for shown in self.again])
        self.groups = (*self.groups[: self.tied], *parts, *self.groups[self.tied + 1 :])
        return Goto("find_tie")

    @rule("bm.init.order", "bm.init.snapshot", "bm.option.fastinit.order")
    def announce(self, t: Table) -> Any:
        """Numbers and order are public and stay for the round."""
        order = tuple(seat for group in self.groups for seat in group)
        clause = "bm.init.order"
        if not self.settle_all:
            leader = order[0]
            total = self.totals[self.playing.index(leader)]
            order, clause = round_the_table(t.match.seats, leader, total, self.playing), "bm.option.fastinit.order"
        for seat, total, shown in zip(self.playing, self.totals, self.faces, strict=True):
            throws = (happened.Throw(_INITIATIVE, seat, shown),)
            t.emit(happened.FactChanged(name=f"initiative{seat}", value=total, clause="bm.init.roll", throws=throws))
        told = _BETWEEN.join(map(str, order))
        t.emit(happened.FactChanged(name="order", value=told, clause=clause, throws=self.ties or UNSET))


def grouped(seats: tuple[int, ...], keys: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Seats by their keys, the highest first; those with equal keys stay together in seat order."""
    by_key: dict[tuple[int, ...], list[int]] = {}
    for seat, key in zip(seats, keys, strict=True):
        by_key.setdefault(key, []).append(seat)
    return tuple(tuple(by_key[key]) for key in sorted(by_key, reverse=True))
