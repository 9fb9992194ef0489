"""The end of a move: weapons that lie on the way may be picked up, and a unit at a corner says how it uses it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import hypot, inf
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.asking.offers import Action, Asked, Choice, Choose
from brickfield.core.board import Model, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto
from brickfield.core.numbers import listed
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from ..actions import Deed, Name
from ..battlefield import describe, is_vehicle, mini_name, mini_number, mini_of, weapon_of
from ..casualties import DROPPED, lay_weapons
from ..firing.fire_measures import EPS, fire
from ..firing.ranges import SNIPER, SUPPORT, may_carry, sniper_company_fault
from ..measures import measures
from ..sight.landscape import CORNER, board_of, kept_for, minis_of, place_of
from ..sight.line_of_sight import Corner, corner_at
from ..weapons import NONE, items, primaries, weapons
from .paths import Track

# mini and token: who came within reach of which weapons; a third word where he may take only items there any more
Reached = tuple[tuple[str, ...], ...]
ITEMS_ONLY = "items"


class PickUp(Answer, frozen=True):
    """A mini takes a weapon that lies there."""

    figure: Name
    token: Annotated[str, Meta(max_length=80)]
    item: Name


class LeaveIt(Answer, frozen=True):
    """Nothing more is picked up."""


@rule("ba.cas.drop")
def reached(state: State, unit: Unit, starts: Sequence[tuple[str, Pose]], tracks: Sequence[Track]) -> Reached:
    """Which minis came within 2 studs of weapons that lie on the board, on their way or at its end."""
    lying = [each for each in state.tokens.values() if each.kind == DROPPED]
    if not lying:
        return ()
    begun, ways = dict(starts), {track.figure: track.poses for track in tracks}
    reach = fire().pick_up_reach + measures().mini_radius + EPS
    found = []
    for figure in unit.standing:
        way = [pose for pose in (begun.get(figure.id), *ways.get(figure.id, ()), figure.pose) if pose is not None]
        found += [(figure.id, token.id) for token in lying if _passes(way, token.pose) <= reach]
    return tuple(found)


def _passes(way: Sequence[Pose], spot: Pose) -> float:
    """How near a way comes to a spot; who stays where he is has a way of one place."""
    (x, y), best = spot.place, inf
    for one, other in pairwise((way[0], *way)):
        (ax, ay), (bx, by) = one.place, other.place
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        share = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / square)) if square else 0.0
        best = min(best, hypot(ax + dx * share - x, ay + dy * share - y))
    return best


@rule("ba.cas.drop", "ba.weapon.one_primary", "ba.weapon.sniper.company", "ba.weapon.rifle_grenade.range")
def pick_up_fault(unit: Unit, figure: Model, token: Token, item: str) -> Refusal | None:
    """Why a mini cannot take a weapon: it is not there, he has two items, or it does not fit him or his unit."""
    name = mini_name(unit, figure.id)
    if not token.marks.get(item):
        return illegal("not_there", "ba.cas.drop", f"No {item[:20]} lies there.")
    if item in items():
        held, most = sum(figure.marks.get(each, 0) for each in items()), fire().most_items
        if held >= most:
            return illegal(
                "too_many_items", "ba.weapon.one_primary", f"{name} carries {most} items already.", most=most
            )
        weapon = weapon_of(figure.card)
        if not may_carry(item, weapon.id if weapon is not None else NONE):
            return illegal("no_rifle", "ba.weapon.rifle_grenade.range", f"{name} has no rifle for a rifle grenade.")
        return None
    return _primary_fault(unit, figure, item)


@rule("ba.weapon.sniper.company", "ba.weapon.support.stack", "ba.unit.spotter.company")
def _primary_fault(unit: Unit, figure: Model, item: str) -> Refusal | None:
    carried = [(each, item if each.id == figure.id else _primary(each)) for each in unit.standing]
    company = tuple((primary, mini_of(each.card).id == "spotter") for each, primary in carried)
    if sniper_company_fault(company):
        sentence = f"{unit.id} would have a sniper rifle beside another weapon."
        return illegal("sniper_company", "ba.weapon.sniper.company", sentence)
    if mini_of(figure.card).id == "spotter" and item != SNIPER:
        return illegal("spotter", "ba.unit.spotter.company", "A spotter takes up a sniper rifle or nothing.")
    most = measures().support_most
    if sum(primary == SUPPORT for _each, primary in carried) > most:
        sentence = f"A unit has at most {most} support weapons."
        return illegal("too_many_supports", "ba.weapon.support.stack", sentence, most=most)
    return None


def _primary(figure: Model) -> str:
    return figure.card.split(".", 1)[1]


class TakeWeapons(Decision, frozen=True):
    """Does a mini pick up what lies on its way?"""

    unit: str
    reached: Reached

    ANSWER: ClassVar[Any] = PickUp | LeaveIt
    CLAUSE: ClassVar[str] = "ba.cas.drop"
    TITLE: ClassVar[str] = "Pick weapons up?"

    @rule("ba.cas.drop")
    def choices(self, state: State) -> list[Choice]:
        """Nothing, or anything that somebody may take."""
        unit = state.units[self.unit]
        found = [Choice(LeaveIt(), "Leave it", clause=self.CLAUSE)]
        for figure, token, item in takings(state, unit, self.reached):
            title = f"Mini {mini_number(figure.id)} takes the {weapons()[item].title}"
            left = weapon_of(figure.card)
            text = f"leaves his {left.title}" if item in primaries() and left is not None else ""
            answer = PickUp(figure.id, token.id, item)
            found.append(Choice(answer, title, text, self.CLAUSE, about=(f"{unit.id}/{figure.id}", token.id)))
        return found


def takings(state: State, unit: Unit, reached: Reached) -> list[tuple[Model, Token, str]]:
    """Everything that may be picked up: by whom, from where, and what."""
    standing = {each.id: each for each in unit.standing}
    return [
        (standing[name], state.tokens[where], item)
        for name, where, *only in reached
        if name in standing and where in state.tokens
        for item in state.tokens[where].marks
        if item != _primary(standing[name]) and (item in items() or not only)
        if pick_up_fault(unit, standing[name], state.tokens[where], item) is None
    ]


@rule("ba.cas.drop")
def still_reached(reached: Reached, picked: PickUp) -> Reached:
    """What is within reach after somebody has taken a thing: of single-use items he may have more, of a heap one
    primary weapon, so that two do not swap for ever."""
    mine = (picked.figure, picked.token)
    if picked.item in items():
        return reached
    return tuple([(*mine, ITEMS_ONLY) if each == mine else each for each in reached])


@rule("ba.cas.drop")
def take_weapon(t: Table, unit: Unit, answer: PickUp) -> None:
    """The weapon changes hands; who takes a primary weapon leaves his own there."""
    figure = next(each for each in unit.standing if each.id == answer.figure)
    token = t.tokens[answer.token]
    left = {item: count for item, count in token.marks.items() if item != answer.item}
    if token.marks[answer.item] > 1:
        left[answer.item] = token.marks[answer.item] - 1
    if answer.item in items():
        value = figure.marks.get(answer.item, 0) + 1
        taken = happened.FigureMarked(
            unit=unit.id, figure=figure.id, mark=answer.item, value=value, clause="ba.cas.drop"
        )
        t.emit(taken)
    else:
        old = weapon_of(figure.card)
        if old is not None:
            left[old.id] = left.get(old.id, 0) + 1
        card = f"{figure.card.split('.', 1)[0]}.{answer.item}"
        t.emit(happened.FigureCardChanged(unit=unit.id, figure=figure.id, card=card, clause="ba.cas.drop"))
    t.emit(happened.TokenRemoved(token=token.id, clause="ba.cas.drop"))
    if left:
        lay_weapons(t, token.id, token.pose, left)


# --- corners ---------------------------------------------------------------------------------------------------------


class UseCorner(Answer, frozen=True):
    """These minis use their corner as hard cover, all others as full cover."""

    unit: Name
    figures: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()


@rule("ba.cover.corner")
def corners(state: State, unit: Unit) -> dict[str, Corner]:
    """The minis of a unit that stand at a corner, each with the nearest."""
    kept = kept_for(state, unit)
    if "corners" in kept:
        known: dict[str, Corner] = kept["corners"]
        return known
    land, minis, found = board_of(state).land, minis_of(state, unit), {}
    for figure in unit.standing:
        at = minis.get(figure.id) if not place_of(unit, figure)[0] else None
        corner = corner_at(land, at.x, at.y, at.ground, at.radius) if at is not None else None
        if corner is not None:
            found[figure.id] = corner
    kept["corners"] = found
    return found


@rule("ba.cover.corner", "ba.cover.corner.declare")
def corner_fault(state: State, unit: Unit, order: UseCorner) -> Refusal | None:
    """Each named mini stands at a corner, and no corner serves more than two models."""
    there = corners(state, unit)
    if not there:
        return illegal("no_corner", "ba.cover.corner", f"{describe(state, unit.id)} is at no corner.")
    away = [name for name in order.figures if name not in there]
    if away or len(set(order.figures)) < len(order.figures):
        who = mini_name(unit, away[0]) if away else unit.id
        return illegal("not_at_corner", "ba.cover.corner", f"{who} is not within 2 studs of a corner.")
    used = Counter((there[name].x, there[name].y) for name in order.figures)
    used.update(_others(state, unit))
    most = fire().corner_models
    if any(used[there[name].x, there[name].y] > most for name in order.figures):
        sentence = f"A corner is hard cover for {most} models at most."
        return illegal("too_many_at_corner", "ba.cover.corner", sentence, most=most)
    return None


def _others(state: State, unit: Unit) -> list[tuple[float, float]]:
    """The corners that minis of other units use."""
    found = []
    for other in state.units.values():
        if other.id != unit.id and other.alive and any(CORNER in each.marks for each in other.standing):
            there = corners(state, other)
            using = [each.id for each in other.standing if CORNER in each.marks and each.id in there]
            found += [(there[name].x, there[name].y) for name in using]
    return found


def proposed(state: State, unit: Unit) -> tuple[str, ...]:
    """The minis that would use their corners as hard cover: at each the nearest, as many as it serves."""
    there = corners(state, unit)
    found: list[str] = []
    for name in sorted(there, key=lambda each: there[each].away):
        if corner_fault(state, unit, UseCorner(unit.id, (*found, name))) is None:
            found.append(name)
    return tuple(sorted(found))


@rule("ba.cover.corner.declare")
def use_corner(t: Table, unit: Unit, figures: Sequence[str]) -> None:
    """Hard cover for these, full cover for all others."""
    for each in unit.standing:
        value = int(each.id in figures)
        if each.marks.get(CORNER, 0) != value:
            marked = happened.FigureMarked(
                unit=unit.id, figure=each.id, mark=CORNER, value=value, clause="ba.cover.corner.declare"
            )
            t.emit(marked)


class DeclareCorner(Decision, frozen=True):
    """A unit has come to a corner: full cover, or hard cover that it can fire from?"""

    unit: str

    ANSWER: ClassVar[Any] = UseCorner
    CLAUSE: ClassVar[str] = "ba.cover.corner.declare"
    TITLE: ClassVar[str] = "How is the corner used?"

    def choices(self, state: State) -> list[Choice]:
        """Full cover is the usual use."""
        return _uses(state, state.units[self.unit])

    def ask(self, state: State) -> Asked:
        """About this unit, whichever was looked at before."""
        text = f"{describe(state, self.unit)} has come to a corner."
        return self.asked(self.TITLE, text, Choose(tuple(self.choices(state)), unit=self.unit))

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Any two minis at a corner may be named."""
        if answer.unit != self.unit:
            return illegal("not_this_unit", self.CLAUSE, f"Only {self.unit} declares now.")
        return corner_fault(state, state.units[self.unit], answer)


def _uses(state: State, unit: Unit) -> list[Choice]:
    full = Choice(UseCorner(unit.id), "Full cover", "hidden, and no shot past the wall", "ba.cover.corner.declare")
    figures = proposed(state, unit)
    if not figures:
        return [full]
    who = listed(mini_number(each) for each in figures)
    minis, see, are = ("minis", "see", "are") if len(figures) > 1 else ("mini", "sees", "is")
    text = f"{minis} {who} {see} and {are} seen past the wall, in hard cover"
    about = tuple(f"{unit.id}/{each}" for each in figures)
    return [full, Choice(UseCorner(unit.id, figures), "Hard cover", text, "ba.cover.corner.declare", about=about)]


class ChangingCorner(Frame):
    """A unit changes the use of its corner."""

    unit: str = ""
    figures: tuple[str, ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("change",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "figures")

    @rule("ba.cover.corner.change")
    def change(self, t: Table) -> Any:
        """It moves nobody and draws no fire."""
        use_corner(t, t.units[self.unit], self.figures)


@rule("ba.cover.corner.change")
def _change_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    """As when it is declared; and it has to be a change."""
    refusal = corner_fault(state, unit, order)
    now = {each.id for each in unit.standing if CORNER in each.marks}
    if refusal is None and now == set(order.figures):
        return illegal(
            "no_change", "ba.cover.corner.change", f"{describe(state, unit.id)} already uses its corner that way."
        )
    return refusal


def _change_offer(state: State, unit: Unit) -> Action | None:
    if is_vehicle(state, unit) or not corners(state, unit):
        return None
    uses = [each for each in _uses(state, unit) if _change_fault(state, unit, each.answer) is None]
    if not uses:
        return None
    return Action("corner", "Use of the corner", Choose(tuple(uses)), "ba.cover.corner.change")


CHANGE_CORNER = Deed(
    (UseCorner,),
    _change_offer,
    _change_fault,
    lambda state, order: ChangingCorner(unit=order.unit, figures=order.figures),
    rank=2,
)


# --- the end of a move -----------------------------------------------------------------------------------------------


class Arrival(Frame):
    """A unit has ended its move: pick-ups, then the corner."""

    unit: str = ""
    reached: Reached = ()
    picked: PickUp | LeaveIt = LeaveIt()
    corner: UseCorner = UseCorner("")

    STEPS: ClassVar[tuple[str, ...]] = ("leave_corner", "offer_weapons", "take", "offer_corner", "declare")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "reached", "picked", "corner")

    @rule("ba.geometry.interrupt_order", "ba.cover.corner.declare")
    def leave_corner(self, t: Table) -> Any:
        """What was declared at another corner counts no more."""
        if not t.units[self.unit].alive:
            return DONE
        use_corner(t, t.units[self.unit], ())
        return None

    @rule("ba.cas.drop")
    def offer_weapons(self, t: Table) -> Any:
        """As long as there is something to take."""
        unit = t.units[self.unit]
        if not takings(t, unit, self.reached):
            return Goto("offer_corner")
        return Ask(TakeWeapons(unit.seat, unit.id, self.reached), into="picked")

    @rule("ba.cas.drop")
    def take(self, t: Table) -> Any:
        """At no cost."""
        if isinstance(self.picked, LeaveIt):
            return Goto("offer_corner")
        take_weapon(t, t.units[self.unit], self.picked)
        self.reached = still_reached(self.reached, self.picked)
        return Goto("offer_weapons")

    @rule("ba.cover.corner.declare", "ba.cover.corner")
    def offer_corner(self, t: Table) -> Any:
        """Free at the end of the move that brings it there."""
        unit = t.units[self.unit]
        if not proposed(t, unit):
            return DONE
        return Ask(DeclareCorner(unit.seat, unit.id), into="corner")

    @rule("ba.cover.corner.declare")
    def declare(self, t: Table) -> Any:
        """It stays so until the unit moves or spends an action."""
        use_corner(t, t.units[self.unit], self.corner.figures)


def arrival(t: Table, unit: Unit, starts: Sequence[tuple[str, Pose]], tracks: Sequence[Track]) -> Arrival | None:
    """What the end of a move asks for; None where it asks for nothing."""
    near = reached(t, unit, starts, tracks)
    marked = any(CORNER in each.marks for each in unit.standing)
    if not near and not marked and not corners(t, unit):
        return None
    return Arrival(unit=unit.id, reached=near)
