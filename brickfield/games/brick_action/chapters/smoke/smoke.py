"""Smoke grenades: a screen of 16 by 16 studs that hides everything behind and inside it for one action."""

from __future__ import annotations

from math import hypot
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.asking.offers import Action, Choice, Choose
from brickfield.core.board import Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.frames import Frame
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.shown.showing import Outline, outlined
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import GRAIN, Pose, rectangle
from ...base.actions import Deed, Name
from ...base.battlefield import describe, enemies_of, is_vehicle, mini_name, told
from ...base.firing.fire_measures import EPS
from ...base.firing.ranges import SMOKE
from ...base.firing.shots import carried
from ...base.measures import measures
from ...base.sight.landscape import SMOKE as SMOKE_KIND
from ...base.turns import action_over
from ...base.weapons import weapons
from ..holds.holds import PlaceHold, what_never_comes
from .chapter import SMOKE_GRENADES

Place = Annotated[float, Meta(ge=-400, le=400)]
# the mark of a screen: at the end of how many more actions it is gone
LASTS = "lasts"


class ThrowSmoke(Answer, frozen=True):
    """A mini lays a smoke screen about a point."""

    unit: Name
    figure: Name
    x: Place
    y: Place


@rule("ba.weapon.smoke", "ba.weapon.smoke.single", "ba.weapon.smoke.effect")
def smoke_fault(state: State, unit: Unit, order: ThrowSmoke) -> Refusal | None:
    """Who throws has a smoke grenade, and the point is within 40 studs of him; he need not see it."""
    figure = next((each for each in unit.standing if each.id == order.figure), None)
    if figure is None or not carried(figure, SMOKE) or figure.pose is None:
        return illegal(
            "no_smoke", "ba.weapon.smoke.single", f"{mini_name(unit, order.figure[:20])} has no smoke grenade."
        )
    if unit.container in state.units:
        return illegal("mounted", "ba.veh.passengers", f"{describe(state, unit.id)} rides in a vehicle.")
    x, y = figure.pose.place
    away, most = hypot(order.x - x, order.y - y) - measures().mini_radius, weapons()[SMOKE].range_max
    if away <= most + EPS:
        return None
    sentence = f"That is {told(away)} studs away; a smoke grenade flies {most}."
    return illegal("too_far", "ba.weapon.smoke", sentence, distance=away, most=most)


class LayingSmoke(Frame):
    """Smoke is laid. As a response (`held`) it goes with the action that set it off."""

    unit: str = ""
    figure: str = ""
    x: float = 0.0
    y: float = 0.0
    held: bool = False

    STEPS: ClassVar[tuple[str, ...]] = ("lay",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "figure", "x", "y", "held")

    @rule("ba.weapon.smoke.duration", "ba.weapon.smoke.single", "ba.weapon.smoke.effect")
    def lay(self, t: Table) -> Any:
        """An axis-parallel square; it stands during the next action and is gone when that ends."""
        row = weapons()[SMOKE]
        unit = t.units[self.unit]
        figure = next(each for each in unit.squad if each.id == self.figure)
        left = figure.marks[SMOKE] - 1
        t.emit(
            happened.FigureMarked(
                unit=unit.id, figure=figure.id, mark=SMOKE, value=left, clause="ba.weapon.smoke.single"
            )
        )
        taken = sum(each.kind == SMOKE_KIND for each in t.tokens.values())
        name = next(f"S{n}" for n in range(1, taken + 2) if f"S{n}" not in t.tokens)
        length, width = (round(each * GRAIN) for each in row.smoke)
        lasts = row.duration_actions if self.held else row.duration_actions + 1
        token = Token(name, SMOKE_KIND, Pose.at(self.x, self.y), length, width, marks={LASTS: lasts})
        t.emit(happened.TokenPlaced(token=token, clause="ba.weapon.smoke.duration"))


@action_over.amended(SMOKE_GRENADES)
@rule("ba.weapon.smoke.duration")
def smoke_clears(t: Table, paid: bool) -> None:
    """An action is over: screens that have stood for one are removed."""
    for token in [each for each in t.tokens.values() if paid and each.kind == SMOKE_KIND]:
        left = token.marks.get(LASTS, 0) - 1
        if left <= 0:
            t.emit(happened.TokenRemoved(token=token.id, clause="ba.weapon.smoke.duration"))
        else:
            t.emit(happened.TokenMarked(token=token.id, mark=LASTS, value=left, clause="ba.weapon.smoke.duration"))


def _offer(state: State, unit: Unit) -> Action | None:
    throwers = [each for each in unit.standing if each.marks.get(SMOKE) and each.pose is not None]
    if is_vehicle(state, unit) or not throwers:
        return None
    thrower = throwers[0]
    assert thrower.pose is not None
    x, y = thrower.pose.place
    clause = "ba.weapon.smoke.effect"
    own = Choice(ThrowSmoke(unit.id, thrower.id, x, y), "Smoke on your own minis", "", clause, area=_screen(x, y))
    choices = [own]
    for enemy in enemies_of(state, unit):
        point = _towards(x, y, enemy)
        if point is not None:
            order = ThrowSmoke(unit.id, thrower.id, *point)
            title = f"Smoke between you and {describe(state, enemy.id)}"
            choices.append(Choice(order, title, "", clause, about=(enemy.id,), area=_screen(*point)))
    return Action("smoke", "Throw smoke", Choose(tuple(choices)), "ba.weapon.smoke")


def _screen(x: float, y: float) -> Outline:
    """The ground that smoke thrown there hides."""
    return outlined(rectangle(x, y, 0.0, *weapons()[SMOKE].smoke))


def _towards(x: float, y: float, enemy: Unit) -> tuple[float, float] | None:
    """A point half way to an enemy, as far as a grenade flies."""
    if enemy.pose is None:
        return None
    ex, ey = enemy.pose.place
    away = hypot(ex - x, ey - y)
    share = min(0.5, weapons()[SMOKE].range_max / away) if away else 0.0
    return round(x + (ex - x) * share, 1), round(y + (ey - y) * share, 1)


def laying(state: State, order: ThrowSmoke, *, held: bool = False) -> LayingSmoke:
    """The frame that lays smoke."""
    return LayingSmoke(unit=order.unit, figure=order.figure, x=order.x, y=order.y, held=held)


def _held(state: State, order: Any) -> LayingSmoke:
    return laying(state, order, held=True)


THROW_SMOKE = Deed((ThrowSmoke,), _offer, smoke_fault, laying, respond=_held, held_as="smoke")


@what_never_comes.amended(SMOKE_GRENADES)
@rule("ba.hold.response", "ba.weapon.smoke")
def nothing_to_throw(state: State, unit: Unit, order: PlaceHold) -> Refusal | None:
    """Nobody holds to throw smoke without a grenade."""
    if order.response != "smoke" or any(each.marks.get(SMOKE) for each in unit.standing):
        return None
    return illegal("no_smoke", "ba.hold.response", f"{describe(state, unit.id)} has no smoke grenade to throw.")
