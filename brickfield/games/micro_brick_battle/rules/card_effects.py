"""What each effect card does, a function of its own name each, and what it may be played on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, FLYING, WAITING, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.rules.battlefield import card_of, enemies_of
from brickfield.games.micro_brick_battle.rules.effect_cards import effect_cards
from brickfield.games.micro_brick_battle.rules.infantry import is_infantry
from brickfield.games.micro_brick_battle.rules.modifiers import numbers_of
from brickfield.games.micro_brick_battle.rules.targeting_airplanes import is_flying, weapon_at_plane
from brickfield.games.micro_brick_battle.rules.young_players import YOUNG, rules_level

# A unit that is hit and whose owner may still play a card; a die that a card throws.
HIT = "hit_to_answer"
CARD_DIE = "effect card"


def _mark(t: Table, unit: str, card: str) -> None:
    """The card lies by a unit until it wears off."""
    printed = effect_cards()[card]
    t.emit(happened.UnitMarked(unit=unit, mark=card, value=printed.value, clause=printed.clause))


@rule("mbb.card.scenario")
def full_throttle(t: Table, seat: int, unit: str, faces: tuple[int, ...]) -> None:
    """One of the own units has more Movement Points this turn."""
    _mark(t, unit, "full_throttle")


@rule("mbb.card.scenario")
def armor_piercing(t: Table, seat: int, unit: str, faces: tuple[int, ...]) -> None:
    """One of the own units has more Attack Points this turn."""
    _mark(t, unit, "armor_piercing")


@rule("mbb.card.scenario")
def thrown_track(t: Table, seat: int, unit: str, faces: tuple[int, ...]) -> None:
    """An enemy unit has fewer Movement Points until its next turn is over."""
    _mark(t, unit, "thrown_track")


@rule("mbb.card.scenario")
def dug_in(t: Table, seat: int, unit: str, faces: tuple[int, ...]) -> None:
    """One of the own units has more Defense Points until the next own turn."""
    _mark(t, unit, "dug_in")


@rule("mbb.card.scenario")
def smoke_screen(t: Table, seat: int, unit: str, faces: tuple[int, ...]) -> None:
    """Shots at one of the own units have fewer Attack Points until the next own turn."""
    _mark(t, unit, "smoke_screen")


@rule("mbb.card.scenario")
def dud_shell(t: Table, seat: int, unit: str, faces: tuple[int, ...]) -> None:
    """The shot that an enemy unit has declared is void."""
    _mark(t, unit, "dud_shell")


@rule("mbb.card.scenario")
def lucky_shot(t: Table, seat: int, unit: str, faces: tuple[int, ...]) -> None:
    """The shot that has just missed is made again."""
    _mark(t, unit, "lucky_shot")


@rule("mbb.card.scenario")
def ricochet(t: Table, seat: int, unit: str, faces: tuple[int, ...]) -> None:
    """With the number or more the hit glances off."""
    throw = happened.Throw(CARD_DIE, seat, faces)
    saved = sum(faces) >= effect_cards()["ricochet"].value
    clause = effect_cards()["ricochet"].clause
    t.emit(happened.UnitMarked(unit=unit, mark=HIT, value=0 if saved else 1, clause=clause, throws=(throw,)))


@rule("mbb.card.scenario")
def forward_observer(t: Table, seat: int, unit: str, faces: tuple[int, ...]) -> None:
    """One of the own units may fire by a spotter's sight this turn."""
    _mark(t, unit, "forward_observer")


@rule("mbb.card.scenario")
def mine_sweepers(t: Table, seat: int, unit: str, faces: tuple[int, ...]) -> None:
    """Mines do not harm one of the own units this turn."""
    _mark(t, unit, "mine_sweepers")


@rule("mbb.card.scenario")
def clear_skies(t: Table, seat: int, unit: str, faces: tuple[int, ...]) -> None:
    """The weather is fair until the round is over: a fact with the number of that round."""
    card = effect_cards()["clear_skies"]
    t.emit(happened.FactChanged(name=card.id, value=t.facts.get("round", 0), clause=card.clause))


@rule("mbb.card.scenario")
def scramble(t: Table, seat: int, unit: str, faces: tuple[int, ...]) -> None:
    """One of the own airplanes off the table arrives without a roll this turn."""
    _mark(t, unit, "scramble")


Effect = Callable[[Table, int, str, tuple[int, ...]], None]
EFFECTS: Mapping[str, Effect] = MappingProxyType(
    {
        each.__name__: each
        for each in (
            *(full_throttle, armor_piercing, thrown_track, dug_in, smoke_screen, dud_shell, lucky_shot, ricochet),
            *(forward_observer, mine_sweepers, clear_skies, scramble),
        )
    }
)
# Cards that throw a die before they do anything.
THROWS = frozenset({"ricochet"})


@rule("mbb.card.timing")
def subjects(state: State, seat: int, card: str, about: tuple[str, ...] = (), given_up: str = "") -> list[str]:
    """The units a card could be played on now; none means that its effect cannot be carried out and it stays in hand.

    `about` are the units the moment is about, `given_up` is the phase a first player does without.
    """
    own = [unit for unit in state.units.values() if unit.seat == seat and unit.status == ALIVE]
    match card:
        case "full_throttle":
            return _on_wheels(state, _driving(state, own)) if given_up != "movement" else []
        case "mine_sweepers":
            return _driving(state, own) if given_up != "movement" else []
        case "armor_piercing" | "forward_observer":
            return _aiming(state, seat, own) if given_up != "shooting" else []
        case "thrown_track":
            return _driving(state, enemies_of(state, seat))
        case "dud_shell":
            return list(about)
        case "lucky_shot":
            able = _on_wheels(state, [about[0]])
            return able if able and _could_hit(state, *about) else []
        case "ricochet":
            return [about[1]]
        case "clear_skies":
            return [""]
        case "scramble":
            return _waiting_airplanes(state, seat)
    return [unit.id for unit in own]


def _driving(state: State, units: list[Unit]) -> list[str]:
    """Units that have Movement Points to gain or to lose."""
    return [unit.id for unit in units if card_of(state, unit.id).mp > 0]


@rule("inf.geometry.cards")
def _on_wheels(state: State, units: list[str]) -> list[str]:
    """Those of some units that are no infantry: engines, loaders and workshops are nothing to soldiers."""
    return [unit for unit in units if not is_infantry(state, unit)]


def _aiming(state: State, seat: int, units: list[Unit]) -> list[str]:
    """Units to whom Attack Points and sight matter; the colour die of very young players asks for neither."""
    able = rules_level(state, seat) != YOUNG
    return [unit.id for unit in units if able and card_of(state, unit.id).ap > 0]


def _could_hit(state: State, shooter: str, target: str) -> bool:
    """Whether some roll could hit, so that it is worth another throw; a plane is asked about no other miss."""
    unit = state.units[shooter]
    if unit.status == FLYING:
        return True
    if is_flying(state, target):
        return weapon_at_plane(state, unit, state.units[target])[1].needed is not None
    return rules_level(state, unit.seat) == YOUNG or numbers_of(state, unit, state.units[target]).needed is not None


def _waiting_airplanes(state: State, seat: int) -> list[str]:
    waiting = [unit.id for unit in state.units.values() if unit.seat == seat and unit.status == WAITING]
    return [unit for unit in waiting if card_of(state, unit).is_airplane]
