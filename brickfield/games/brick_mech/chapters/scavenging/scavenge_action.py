"""Scavenge Action: detach an own shoulder or arm, or mount a loose part that lies within reach."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta

from brickfield.core import events as happened
from brickfield.core.asking.offers import Action, Choice, Choose
from brickfield.core.board import Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import read_number
from brickfield.core.numbers import apart
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import kernel
from ...base.actions import OwnAction, begin_action, no_action_left
from ...base.battlefield import PART, base_of, describe
from ...base.measures import measures
from ...base.modules import PARTS
from ...base.record_sheet import SCAVENGES, Part, part_of, put_on
from ...base.take_action import TakeAction, action_of, actions_of
from .chapter import SCAVENGING
from .loose_parts import ARM, SHOULDER, Loose, come_off, loose_parts, part_token, read_note, slot_name

Name = Annotated[str, Meta(max_length=16)]
Take = Literal["all", "arm", "shoulder"]
ALL: Final = "all"


@cache
def scavenge_reach() -> float:
    """How far a Mech reaches for parts, in Bricks."""
    return read_number("scavenging.toml", float, Path(__file__).parent)


class Detach(OwnAction, frozen=True):
    """A Scavenge action: take off an own shoulder (with its arm) or an own arm."""

    unit: Name
    slot: Name

    def refused(self, state: State, unit: Unit) -> Refusal | None:
        """Only an own part that is there."""
        return may_detach(state, unit, self)

    def carry_out(self, t: Table) -> None:
        """It lies beside the Mech."""
        detach(t, self)


class Mount(OwnAction, frozen=True):
    """A Scavenge action: fit a loose part, all of it or only the arm or shoulder of an assembly.

    `side` may say on which side it shall go; a part fits only its own.
    """

    unit: Name
    part: Name
    take: Take = ALL
    side: Literal["", "left", "right"] = ""

    def refused(self, state: State, unit: Unit) -> Refusal | None:
        """Only what lies within reach, and fits."""
        return may_mount(state, unit, self)

    def carry_out(self, t: Table) -> None:
        """It goes on."""
        mount(t, self)


TakeAction.also_takes(Detach, Mount)


@actions_of.amended(SCAVENGING)
@rule("bm.action.types", "bm.scavenge.one_thing")
def with_scavenging(state: State, unit: Unit, others: tuple[Action, ...]) -> tuple[Action, ...]:
    """And it may scavenge."""
    offer = scavenge_offer(state, unit)
    return (*others, action_of(unit, "scavenge", "Scavenge", "bm.scavenge.one_thing", offer))


@rule("bm.scavenge.detach_shoulder", "bm.scavenge.detach_arm", "bm.scavenge.one_thing")
def may_detach(state: State, unit: Unit, answer: Detach) -> Refusal | None:
    """Only an own part that is there; an impossible Scavenge is refused before the action begins."""
    refusal = no_action_left(state, unit, SCAVENGES)
    if refusal is not None:
        return refusal
    if answer.slot not in PARTS:
        parts = ", ".join(each.replace("_", " ") for each in PARTS)
        return invalid("unknown_slot", f"Only these can be detached: {parts}.")
    if part_of(unit, answer.slot) is None:
        sentence = f"{describe(state, unit.id)} has no {answer.slot.replace('_', ' ')} to detach."
        return illegal("nothing_to_detach", "bm.scavenge.one_thing", sentence, slot=answer.slot)
    return None


@rule("bm.scavenge.distance")
def reach_to(state: State, unit: Unit, token: Token) -> float:
    """From the nearest point of the base to the point where the part lies."""
    return kernel.point_distance(base_of(state, unit), *token.pose.place)


def parts_to_mount(loose: Loose, take: str) -> list[tuple[str, Part]]:
    """The halves of a loose part that an order takes: (shoulder or arm, the part); empty if it has no such half."""
    halves = [(SHOULDER, loose.shoulder), (ARM, loose.arm)]
    return [(sort, part) for sort, part in halves if part is not None and take in ("all", sort)]


@rule("bm.scavenge.mount", "bm.scavenge.side", "bm.scavenge.arm_needs_shoulder", "bm.scavenge.from_assembly",
      "bm.scavenge.distance", "bm.scavenge.one_thing", "bm.setup.interchangeable")  # fmt: skip
def may_mount(state: State, unit: Unit, answer: Mount) -> Refusal | None:
    """A part within reach, on its own side, on an empty slot; an arm only on a shoulder. Whose it was is no matter."""
    refusal = no_action_left(state, unit, SCAVENGES)
    if refusal is not None:
        return refusal
    token, name = state.tokens.get(answer.part), describe(state, unit.id)
    if token is None or token.kind != PART:
        return invalid("unknown_part", f"No loose part is called {answer.part!r}.")
    loose = read_note(token)
    taken = parts_to_mount(loose, answer.take)
    if not taken:
        return illegal("no_such_part", "bm.scavenge.from_assembly", f"{answer.part} has no {answer.take}.")
    limit, reach = scavenge_reach(), reach_to(state, unit, token)
    if reach > limit + measures().tolerance_bricks:
        away, most = apart(reach, limit)
        sentence = f"{name} cannot reach {loose.words()}: it lies {away} Bricks away, {most} is the most."
        return illegal("out_of_reach", "bm.scavenge.distance", sentence, distance=reach, limit=limit)
    if answer.side not in ("", loose.side):
        sentence = f"{loose.words()} is a {loose.side} part and does not fit the {answer.side} side."
        return illegal("wrong_side", "bm.scavenge.side", sentence, side=loose.side)
    return _slots_refuse(unit, name, loose, taken)


@rule("bm.scavenge.mount", "bm.scavenge.arm_needs_shoulder")
def _slots_refuse(unit: Unit, name: str, loose: Loose, taken: list[tuple[str, Part]]) -> Refusal | None:
    for sort, part in taken:
        slot = slot_name(loose.side, sort)
        own = part_of(unit, slot)
        if own is not None:
            sentence = f"{name} carries {own.name} as its {slot.replace('_', ' ')}: the slot for {part.name} is full."
            return illegal("slot_full", "bm.scavenge.mount", sentence, slot=slot)
    needs_own = [sort for sort, _part in taken] == [ARM]
    if needs_own and part_of(unit, slot_name(loose.side, SHOULDER)) is None:
        sentence = f"{name} has no {loose.side} shoulder; an arm goes on a shoulder, never on the torso."
        return illegal("arm_needs_shoulder", "bm.scavenge.arm_needs_shoulder", sentence, side=loose.side)
    return None


@rule("bm.scavenge.mount", "bm.scavenge.from_assembly", "bm.scavenge.detach_shoulder", "bm.scavenge.detach_arm")
def scavenge_offer(state: State, unit: Unit) -> Choose | Refusal:
    """The loose parts that may be mounted, whole or by half, and the own parts that may be taken off."""
    refusal = no_action_left(state, unit, SCAVENGES)
    if refusal is not None:
        return refusal
    mounts = list(_mounts(state, unit))
    choices = (*mounts, *(_detach_choice(unit, slot) for slot in PARTS if part_of(unit, slot)))
    if choices:
        # nobody takes a part off because a button lay ready
        return Choose(choices, unit=unit.id, unmarked=UNSET if mounts else True)
    sentence = "Nothing lies within reach, and nothing can be taken off."
    return illegal("nothing_to_scavenge", "bm.scavenge.one_thing", sentence)


def _mounts(state: State, unit: Unit) -> Iterator[Choice]:
    for token in loose_parts(state):
        loose = read_note(token)
        # a lone half is all there is
        halves: tuple[Take, ...] = (ARM, SHOULDER) if loose.arm is not None and loose.shoulder is not None else ()
        for take in (ALL, *halves):
            order = Mount(unit.id, token.id, take)
            if may_mount(state, unit, order) is None:
                text = "with the dice it still has" if take == ALL else f"only the {take}"
                yield Choice(order, f"Mount {loose.words()}", text, "bm.scavenge.mount", about=(token.id,))


def _detach_choice(unit: Unit, slot: str) -> Choice:
    text = "it lies beside you, with its dice" if slot.endswith(ARM) else "with the arm that hangs on it"
    title = f"Take off the {slot.replace('_', ' ')}"
    return Choice(Detach(unit.id, slot), title, text, "bm.scavenge.detach_record")


@rule("bm.scavenge.detach_record", "bm.scavenge.detach_shoulder", "bm.scavenge.detach_arm")
def detach(t: Table, answer: Detach) -> None:
    """The part lies beside the Mech with a note of its side and dice."""
    begin_action(t, answer.unit, SCAVENGES)
    clause = "bm.scavenge.detach_arm" if answer.slot.endswith(ARM) else "bm.scavenge.detach_shoulder"
    come_off(t, answer.unit, answer.slot, clause)


@rule("bm.scavenge.attach_record", "bm.scavenge.mount", "bm.scavenge.from_assembly", "bm.scavenge.dice_kept")
def mount(t: Table, answer: Mount) -> None:
    """The part goes on with the dice it still has; the half of an assembly that is not taken stays where it lies."""
    begin_action(t, answer.unit, SCAVENGES)
    token = t.tokens[answer.part]
    loose = read_note(token)
    taken = dict(parts_to_mount(loose, answer.take))
    for sort, part in taken.items():
        put_on(t, answer.unit, slot_name(loose.side, sort), part, "bm.scavenge.attach_record")
    t.emit(happened.TokenRemoved(token=token.id, clause="bm.scavenge.mount"))
    rest = Loose(loose.side, None if SHOULDER in taken else loose.shoulder, None if ARM in taken else loose.arm)
    if rest.shoulder is not None or rest.arm is not None:
        left = part_token(token.id, rest, token.pose, token.seat)
        t.emit(happened.TokenPlaced(token=left, clause="bm.scavenge.from_assembly"))
