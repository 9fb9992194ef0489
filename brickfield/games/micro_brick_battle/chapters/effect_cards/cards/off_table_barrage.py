"""Off-table Barrage: guns far away fire at a place that somebody sees."""

from __future__ import annotations

from typing import Any

from brickfield.core import events as happened
from brickfield.core.asking.offers import Weighed
from brickfield.core.board import ALIVE, FLYING, Unit
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, point_distance
from ....base.battlefield import card_of, enemies_of, footprint
from ....base.losses import lose_together
from ....base.measures import chance_of, measures
from ....base.views import hidden_from_above
from ..card_workings import CARD_DICE, Play, Point, Working
from ..effect_cards import EffectCard, effect_cards
from ..seen_points import somebody_sees


@rule("mbb.card.scenario")
def _can_see(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """A point is named that somebody sees: on the ground everybody sees some, in the air who is not in smoke."""
    own = [unit for unit in state.units.values() if unit.seat == seat and unit.pose is not None]
    return [""] if any(unit.status == ALIVE or _sees_down(state, unit) for unit in own) else []


def _sees_down(state: State, unit: Unit) -> bool:
    return unit.status == FLYING and not hidden_from_above(state, unit.here.place)


@rule("mbb.card.scenario", "inf.geometry.cards")
def under_fire(state: State, point: Pose) -> list[Unit]:
    """The units on the ground that a barrage reaches, in the order of their numbers; not who is inside of something."""
    reach = effect_cards()["barrage"].inches + measures().tolerance_inches
    ground = [unit for unit in state.units.values() if unit.status == ALIVE and not unit.inside]
    return [unit for unit in ground if point_distance(footprint(state, unit), *point.place) <= reach]


@rule("mbb.card.scenario")
def _dice(state: State, point: Pose) -> tuple[Pool, ...]:
    """Two dice for every unit under it, all of them before anything is removed."""
    number, faces = measures().shot_dice, measures().die_faces
    return tuple(Pool(number, CARD_DICE, faces, unit.seat) for unit in under_fire(state, point))


@rule("mbb.card.scenario", "mbb.card.deck.draw", "inf.geometry.cards")
def barrage(t: Table, card: EffectCard, play: Play) -> None:
    """All dice are thrown and told before anything is removed; enemies lost are kills of who played the card."""
    assert play.point is not None
    lost = []
    for unit, faces in zip(under_fire(t, play.point), play.faces, strict=True):
        safe, throw = sum(faces) < card.needed, happened.Throw(CARD_DICE, unit.seat, faces)
        tested = happened.HazardTested(
            unit=unit.id, hazard=card.id, safe=safe, result=str(sum(faces)), clause=card.clause, throws=(throw,)
        )
        t.emit(tested)
        if not safe:
            lost.append(unit.id)
    lose_together(t, lost, play.seat, card.clause)


def _shelled(state: State, seat: int) -> list[tuple[float, Point]]:
    """The places of enemies that somebody sees: what a barrage is expected to destroy there, own units against it."""
    chance, found = chance_of(effect_cards()["barrage"].needed), []
    for enemy in enemies_of(state, seat):
        if not somebody_sees(state, seat, enemy.here.place):
            continue
        costs = [
            card_of(state, unit.id).rc * (-1 if state.match.allied(unit.seat, seat) else 1)
            for unit in under_fire(state, enemy.here)
        ]
        found.append((chance * sum(costs), enemy.here.place))
    return found


def _worth(state: State, seat: int, unit: str, decision: Any) -> float:
    return max((value for value, _place in _shelled(state, seat)), default=0.0)


@rule("mbb.card.scenario", "mbb.card.deck.draw")
def _changes(state: State, decision: Any, unit: str) -> tuple[Weighed, ...]:
    return (Weighed("Each unit under it is destroyed", 0.0, chance_of(effect_cards()["barrage"].needed)),)


CARD = Working("barrage", _can_see, _worth, liked=6, effect=barrage, changes=_changes, places=_shelled, dice=_dice)
