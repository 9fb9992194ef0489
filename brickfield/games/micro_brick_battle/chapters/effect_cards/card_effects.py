"""What each effect card does, a function of its own name each, and what it may be played on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, FLYING, WRECK, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.battlefield import SMOKE, card_of, footprint, living_of
from brickfield.games.micro_brick_battle.base.losses import lose_together, wreck_hit
from brickfield.games.micro_brick_battle.base.measures import measures
from brickfield.games.micro_brick_battle.base.unit_cards import printed_cost
from brickfield.games.micro_brick_battle.base.unit_stats import fires_over, flat_chance, moves_once, printed_movement
from brickfield.games.micro_brick_battle.base.winning import note_progress
from brickfield.games.micro_brick_battle.chapters.airplanes.targeting_airplanes import is_flying, main_gun_reaches
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import (
    EARLY,
    HAS_MOVED,
    HAS_SHOT,
    LOST_IN,
    RADIO,
    RECON,
    EffectCard,
    effect_cards,
    is_broken_down,
    smoke_over,
    spotters_are_jammed,
)
from brickfield.games.micro_brick_battle.chapters.reinforcements.reinforcements import have_waited
from brickfield.games.micro_brick_battle.chapters.reinforcements.reinforcements import reserves as units_in_reserve
from brickfield.games.micro_brick_battle.chapters.special_units.special_units import (
    LEADERLESS,
    is_artillery,
    waits_for_commander,
)
from brickfield.geometry import Pose, point_distance
from brickfield.geometry.grain import GRAIN

# Dice that a card throws.
CARD_DICE = "effect card"


class Play(Struct, frozen=True):
    """A card as it is played: by whom, on which units, about which point, and the dice that were thrown for it."""

    seat: int
    units: tuple[str, ...] = ()
    point: Pose | None = None
    faces: tuple[tuple[int, ...], ...] = ()


def _mark(t: Table, unit: str, card: EffectCard) -> None:
    """The card lies by a unit until it wears off."""
    t.emit(happened.UnitMarked(unit=unit, mark=card.id, value=card.value or 1, clause=card.clause))


@rule("mbb.card.scenario")
def smoke(t: Table, card: EffectCard, play: Play) -> None:
    """A circle that nobody sees through, into or out of until the player's next turn."""
    assert play.point is not None
    t.emit(happened.TokenPlaced(token=screen_at(t, play.seat, play.point), clause=card.clause))


def screen_at(state: State, seat: int, point: Pose) -> Token:
    """A smoke screen of a seat about a point."""
    number = 1 + max((int(each[1:]) for each, token in state.tokens.items() if token.kind == SMOKE), default=0)
    across = round(2 * effect_cards()["smoke"].inches * GRAIN)
    return Token(f"S{number}", SMOKE, point, across, across, "", seat, round=True)


@rule("mbb.card.scenario")
def ap_round(t: Table, card: EffectCard, play: Play) -> None:
    """The shot that comes up has more Attack Points."""
    _mark(t, play.units[0], card)


@rule("mbb.card.scenario", "mbb.win.deadlock", "mbb.cmd.death")
def repair(t: Table, card: EffectCard, play: Play) -> None:
    """A wreck lives again where it lies. Nobody acts any more this turn but a commander, and that ability is gone."""
    unit = play.units[0]
    wreck_hit(t, unit)
    t.emit(happened.UnitRestored(unit=unit, clause=card.clause))
    if card_of(t, unit).commander:
        t.emit(happened.UnitMarked(unit=unit, mark=LEADERLESS, value=1, clause="mbb.cmd.death"))
    if HAS_SHOT in t.units[unit].marks:
        t.emit(happened.UnitMarked(unit=unit, mark=HAS_SHOT, value=0, clause=card.clause))
    note_progress(t)


@rule("mbb.card.scenario")
def full_throttle(t: Table, card: EffectCard, play: Play) -> None:
    """Up to two of the own vehicles have more Movement Points in this phase."""
    for unit in play.units:
        _mark(t, unit, card)


@rule("mbb.card.scenario")
def dig_in(t: Table, card: EffectCard, play: Play) -> None:
    """One of the own units has more Defense Points until the next own turn."""
    _mark(t, play.units[0], card)


@rule("mbb.card.scenario")
def second_shot(t: Table, card: EffectCard, play: Play) -> None:
    """One of the own units shoots once more."""
    _mark(t, play.units[0], card)


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


@rule("mbb.card.scenario")
def breakdown(t: Table, card: EffectCard, play: Play) -> None:
    """An enemy unit has no Movement Points in this phase."""
    _mark(t, play.units[0], card)


@rule("mbb.card.scenario")
def recon(t: Table, card: EffectCard, play: Play) -> None:
    """In this phase everything on the ground but what is on a hill is as good as spotted for the own guns."""
    t.emit(happened.FactChanged(name=RECON, value=play.seat, clause=card.clause))


@rule("mbb.card.scenario")
def radio(t: Table, card: EffectCard, play: Play) -> None:
    """In this phase nobody spots for the guns of the player whose turn it is."""
    t.emit(happened.FactChanged(name=RADIO, value=t.facts["active"], clause=card.clause))


@rule("mbb.card.scenario")
def reserves(t: Table, card: EffectCard, play: Play) -> None:
    """The own reinforcements may come on from now on."""
    t.emit(happened.FactChanged(name=f"{EARLY}{play.seat}", value=1, clause=card.clause))


@rule("mbb.card.scenario")
def luck(t: Table, card: EffectCard, play: Play) -> None:
    """The dice that were just thrown are thrown again."""
    _mark(t, play.units[0], card)


Effect = Callable[[Table, EffectCard, Play], None]
EFFECTS: Mapping[str, Effect] = MappingProxyType(
    {
        each.__name__: each
        for each in (
            *(smoke, ap_round, repair, full_throttle, dig_in, second_shot),
            *(barrage, breakdown, recon, radio, reserves, luck),
        )
    }
)
# Cards that are about a point of the table.
ABOUT_A_POINT = frozenset({"smoke", "barrage"})


@rule("mbb.card.scenario", "inf.geometry.cards")
def under_fire(state: State, point: Pose) -> list[Unit]:
    """The units on the ground that a barrage reaches, in the order of their numbers; not who is inside of something."""
    reach = effect_cards()["barrage"].inches + measures().tolerance_inches
    ground = [unit for unit in state.units.values() if unit.status == ALIVE and not unit.inside]
    return [unit for unit in ground if point_distance(footprint(state, unit), *point.place) <= reach]


# --- what a card may be played on ------------------------------------------------------------------------------------


@rule("mbb.card.timing")
def subjects(state: State, seat: int, card: str, about: tuple[str, ...] = ()) -> list[str]:
    """The units a card could be played on now, an empty name for a card that is about none; nothing at all means that
    its effect cannot be carried out and it stays in hand. `about` are the shooter and the target of the moment.

    It asks for nothing that others do not know: by it players are asked, whatever they hold.
    """
    return _SUBJECTS[card](state, seat, about)


def _anywhere(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    return [""]


@rule("mbb.card.scenario")
def _can_see(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """A point is named that somebody sees: on the ground everybody sees some, in the air who is not in smoke."""
    own = [unit for unit in state.units.values() if unit.seat == seat and unit.pose is not None]
    return [""] if any(unit.status == ALIVE or _sees_down(state, unit) for unit in own) else []


def _sees_down(state: State, unit: Unit) -> bool:
    assert unit.pose is not None
    return unit.status == FLYING and not smoke_over(state, unit.pose.place)


@rule("mbb.card.scenario", "mbb.vt.clamp.ap")
def _rolling_by_the_table(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """A shot that asks for Attack Points: no bomb, no small arms, no shot at terrain, no colour die."""
    shooter, target, *weapon = about
    if weapon:
        return [shooter] if weapon[0] != "bomb" else []
    if target not in state.units:
        return []
    if is_flying(state, target):
        able = main_gun_reaches(state, state.units[shooter], state.units[target])
        return [shooter] if able else []
    return [shooter] if flat_chance(state, seat) is None else []


@rule("mbb.card.scenario", "inf.geometry.cards")
def _lately_lost(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Own wrecks on the table that cost no more, lost in this round or the one before; no airplanes."""
    card, now = effect_cards()["repair"], int(state.facts.get("round", 0))
    wrecks = [unit for unit in state.units.values() if unit.seat == seat and unit.status == WRECK]
    return [
        unit.id
        for unit in wrecks
        if not card_of(state, unit.id).is_airplane
        and printed_cost(card_of(state, unit.id)) <= card.value
        and now - unit.marks.get(LOST_IN, -now) <= card.rounds
    ]


@rule("mbb.card.scenario", "inf.geometry.cards", "mbb.young.stick")
def _vehicles(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Own ground units that may drive now: no artillery, no infantry, nothing that never moves. A stick has no points
    to add to."""
    if moves_once(state, seat):
        return []
    return [
        unit for unit in _movable(state, seat) if not card_of(state, unit).is_infantry and not is_artillery(state, unit)
    ]


@rule("mbb.card.scenario", "mbb.card.timing", "mbb.cmd.msm", "inf.eng.first")
def _movable(state: State, seat: int) -> list[str]:
    """Units that have Movement Points; in the phase of a commander that is his tank alone."""
    able = [
        unit for unit in living_of(state, seat) if card_of(state, unit.id).mp > 0 and printed_movement(state, unit) > 0
    ]
    return [unit.id for unit in able if waits_for_commander(state, unit) is None]


@rule("mbb.card.scenario")
def _at_rest(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Own units on the ground that have not moved this turn."""
    return [unit.id for unit in living_of(state, seat) if HAS_MOVED not in unit.marks]


@rule("mbb.card.scenario", "inf.geometry.cards")
def _have_shot(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Own units that have shot this turn; no self-propelled guns, no artillery, no infantry."""
    able = [unit.id for unit in living_of(state, seat) if HAS_SHOT in unit.marks]
    return [unit for unit in able if not card_of(state, unit).is_infantry and not fires_over(state, unit)]


@rule("mbb.card.scenario")
def _enemies_that_drive(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Units of the player whose Movement Phase begins, but those that another card has stopped."""
    active = int(state.facts.get("active", -1))
    if active < 0 or state.match.allied(active, seat):
        return []
    return [unit for unit in _movable(state, active) if not is_broken_down(state.units[unit])]


def _guns(state: State, seat: int) -> list[str]:
    return [""] if any(fires_over(state, unit.id) for unit in living_of(state, seat)) else []


def _own_guns(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    return _guns(state, seat)


@rule("mbb.card.scenario")
def _enemy_guns(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Something to jam: guns of the player who declares, while no other card has done it."""
    active = int(state.facts.get("active", -1))
    if active < 0 or state.match.allied(active, seat) or spotters_are_jammed(state, active):
        return []
    return _guns(state, active)


@rule("mbb.card.scenario", "mbb.reinf.wait3")
def _waiting(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Reinforcements that may not come on yet."""
    return [""] if units_in_reserve(state, seat) and not have_waited(state, seat) else []


@rule("mbb.card.scenario")
def _who_threw(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Who has thrown the two dice; the colour die is one die, and is thrown by ground units at each other."""
    shooter, target = about[:2]
    in_the_air = state.units[shooter].status == FLYING or is_flying(state, target)
    return [shooter] if in_the_air or flat_chance(state, seat) is None else []


_SUBJECTS: Mapping[str, Callable[[State, int, tuple[str, ...]], list[str]]] = {
    "smoke": _anywhere,
    "ap_round": _rolling_by_the_table,
    "repair": _lately_lost,
    "full_throttle": _vehicles,
    "dig_in": _at_rest,
    "second_shot": _have_shot,
    "barrage": _can_see,
    "breakdown": _enemies_that_drive,
    "recon": _own_guns,
    "radio": _enemy_guns,
    "reserves": _waiting,
    "luck": _who_threw,
}
