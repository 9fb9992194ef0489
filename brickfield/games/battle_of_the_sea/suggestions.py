"""Answers worth giving to each decision, with their kind and reason: for hints, bots and learners alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from brickfield.core.board import Unit
from brickfield.core.decisions import Suggestion
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.capacity import capacity, cargo, least_jettison
from brickfield.games.battle_of_the_sea.currents import Anchor, DropAnchor
from brickfield.games.battle_of_the_sea.damage import CHOSEN, AllocateHits, DropCargo, GoDown, Jettison, default_markers
from brickfield.games.battle_of_the_sea.damage import RemoveMarkers as Markers
from brickfield.games.battle_of_the_sea.firing import Fire, Shot, long_range_shots, range_band, targets
from brickfield.games.battle_of_the_sea.forts_and_ports import Repair, RepairShip, missing
from brickfield.games.battle_of_the_sea.odds import attack_odds
from brickfield.games.battle_of_the_sea.setting_out import DeployShip, Place, candidates, may_place, waiting
from brickfield.games.battle_of_the_sea.ship_card import FIREPOWER, durability
from brickfield.games.battle_of_the_sea.suggestions_courses import courses
from brickfield.games.battle_of_the_sea.the_game import Attack, CommandFleet, EndTurn, HoldFire, may_fire, ready
from brickfield.games.battle_of_the_sea.transport_of_gold import TakeAboard, Unload, may_unload, treasures_at_hand
from brickfield.games.battle_of_the_sea.waters import describe

_SPREAD = 5
_PLACES = 8
# What is mended first: what keeps a ship afloat, then what it fights with.
_MENDED = ("base", "additional", "firepower", "speed")


def suggest(state: State, decision: Any, n: int) -> list[Suggestion]:
    """Up to n answers that the rules accept: the safe one first, then the best of each kind."""
    return _SUGGESTED[type(decision)](state, decision)[: max(1, n)]


def _command(state: State, decision: CommandFleet) -> list[Suggestion]:
    """Stay with the next unit; what each unit could do, the best first; or end the turn."""
    units = ready(state, decision.seat)
    found = [courses(state, unit) for unit in units]
    stays = [ideas[0] for ideas in found]
    moves = sorted((idea for ideas in found for idea in ideas[1:]), key=lambda idea: -idea.value)
    end = Suggestion(EndTurn(), "end_turn", "nothing more in this turn", "sea.game.no_skip")
    return [*stays[:1], *moves, *stays[1:], end]


def _attack(state: State, decision: Attack) -> list[Suggestion]:
    """The best target with all dice, the others, a division of fire, cargo, or nothing."""
    unit = state.units[decision.unit]
    found = [*_handle_cargo(state, unit), *_volleys(state, unit)]
    hold = Suggestion(HoldFire(), "hold", "nothing more with this unit", "sea.fire.declare")
    return [*sorted(found, key=lambda idea: -idea.value), hold]


def _volleys(state: State, unit: Unit) -> Iterator[Suggestion]:
    if not may_fire(state, unit):
        return
    aims = sorted(targets(state, unit), key=lambda enemy: (durability(enemy), enemy.id))
    for enemy in aims:
        dice = _dice_for(state, unit, enemy, unit.marks[FIREPOWER])
        odds = attack_odds(state, enemy, dice)
        worth = odds.expected * (1 + 1 / max(1, durability(enemy)))
        reason = f"{dice} dice at {describe(state, enemy.id)}: {odds.expected:.1f} hits expected"
        yield Suggestion(Fire((Shot(enemy.id, dice),)), "fire", reason, "sea.fire.dice", worth)
    if len(aims) > 1 and unit.marks[FIREPOWER] > 1:
        yield from _divided(state, unit, aims)


def _dice_for(state: State, unit: Unit, enemy: Unit, dice: int) -> int:
    far = range_band(state, unit, enemy) == "long"
    return min(dice, long_range_shots(state, unit)) if far else dice


def _divided(state: State, unit: Unit, aims: list[Unit]) -> Iterator[Suggestion]:
    """Enough dice for the weakest target, the rest on the next; only within normal range, where every die reaches."""
    near = [enemy for enemy in aims if range_band(state, unit, enemy) == "normal"]
    if len(near) < 2:
        return
    first = min(unit.marks[FIREPOWER] - 1, 2 * durability(near[0]))
    shots = (Shot(near[0].id, first), Shot(near[1].id, unit.marks[FIREPOWER] - first))
    reason = f"divide the fire between {describe(state, near[0].id)} and {describe(state, near[1].id)}"
    yield Suggestion(Fire(shots), "divide", reason, "sea.fire.split", 0.5)


def _handle_cargo(state: State, unit: Unit) -> Iterator[Suggestion]:
    """Unload at home, or take what there is room for, the heaviest first."""
    if not state.match.options.loads or unit.marks.get("rammed"):
        return
    if cargo(unit) and may_unload(state, unit) is None:
        worth = 10.0 * sum(cargo(unit))
        yield Suggestion(Unload(), "unload", "bring the cargo ashore", "sea.gold.scenario", worth)
    room, taken = capacity(unit) - sum(cargo(unit)), []
    for token in sorted(treasures_at_hand(state, unit), key=lambda each: (-each.marks["weight"], each.id)):
        if token.marks["weight"] <= room:
            taken.append(token.id)
            room -= token.marks["weight"]
    if taken:
        yield Suggestion(TakeAboard(tuple(taken)), "load", "take the treasure aboard", "sea.gold.load", 5.0)


def _deploy(state: State, decision: DeployShip) -> list[Suggestion]:
    """Places side by side for the next unit, looking into the table."""
    unit = waiting(state, decision.seat)[0]
    found: list[Suggestion] = []
    last: Place | None = None
    for place in candidates(state, unit):
        if last is not None and abs(place.x - last.x) + abs(place.y - last.y) < _SPREAD:
            continue
        settled = may_place(state, decision.seat, place)
        if isinstance(settled, Place):
            reason = f"{describe(state, unit.id)} starts here"
            found.append(Suggestion(settled, "place", reason, "sea.game.start_sides"))
            last = settled
        if len(found) == _PLACES:
            break
    return found or [_any_place(state, unit)]


def _any_place(state: State, unit: Unit) -> Suggestion:
    settled = (may_place(state, unit.seat, place) for place in candidates(state, unit))
    place = next(each for each in settled if isinstance(each, Place))
    return Suggestion(place, "place", "the only room there is", "sea.game.start_sides")


def _allocate(state: State, decision: AllocateHits) -> list[Suggestion]:
    """The default order first; then each feature for itself, as far as it goes."""
    unit = state.units[decision.unit]
    first = default_markers(unit, decision.hits)
    found = [Suggestion(first, "default", "guns and sails before the hull", "sea.damage.default_choice", 1.0)]
    for feature in CHOSEN:
        if unit.marks.get(feature, 0) >= decision.hits:
            answer = Markers(**{feature: decision.hits})
            if answer != first and decision.validate(state, answer) is None:
                found.append(Suggestion(answer, feature, f"all from {feature}", "sea.damage.choice"))
    return found


def _drop(state: State, decision: DropCargo) -> list[Suggestion]:
    least = least_jettison(state.units[decision.unit])
    over = Suggestion(Jettison(least), "jettison", "the least that must go", "sea.damage.default_choice", 1.0)
    return [over, Suggestion(GoDown(), "go_down", "sink with the cargo", "sea.capacity.overload")]


def _anchor(state: State, decision: Anchor) -> list[Suggestion]:
    stay = Suggestion(DropAnchor(True), "anchor", "stay where it is", "sea.current.area")
    return [stay, Suggestion(DropAnchor(False), "drift", "go along with the current", "sea.current.area")]


def _repair(state: State, decision: RepairShip) -> list[Suggestion]:
    lost = missing(state, state.units[decision.unit])
    return [
        Suggestion(Repair(feature), "repair", f"one {feature} back", "sea.port.repair")  # type: ignore[arg-type]
        for feature in _MENDED
        if feature in lost
    ]


_SUGGESTED: dict[type[Any], Callable[[State, Any], list[Suggestion]]] = {
    CommandFleet: _command,
    Attack: _attack,
    DeployShip: _deploy,
    AllocateHits: _allocate,
    DropCargo: _drop,
    Anchor: _anchor,
    RepairShip: _repair,
}
