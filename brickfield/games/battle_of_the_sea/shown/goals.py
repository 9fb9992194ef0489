"""Goals: what each fleet must do, how far it has come, and the treasures, ports, carriers and forts it is about."""

from __future__ import annotations

from collections.abc import Iterable

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.numbers import counted
from brickfield.core.shown.goals import Camp, Goal, GoalMark, GoalNow, camps, spot, tied, told_apart, unit_mark, until
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.base.ship_card import FORT, SHIP, ShipCard, durability
from brickfield.games.battle_of_the_sea.base.victory import counts, tally
from brickfield.games.battle_of_the_sea.base.waters import Port, SeaMatch, card_of, sea_of
from brickfield.games.battle_of_the_sea.chapters.capacity.capacity import cargo
from brickfield.games.battle_of_the_sea.chapters.forts.forts import ATTACKER, FORT_GOAL
from brickfield.games.battle_of_the_sea.chapters.transport_of_gold.gold_goal import GOLD, all_gold, delivered_weight

_TALLY = "the side with the most markers left on its cards wins"


def goals(match: SeaMatch) -> tuple[Goal, ...]:
    """The goal of every side, as the scenario and the agreed last round have it."""
    worded = {GOLD: _gold, FORT_GOAL: _fort}.get(match.scenario.goal, _blood)
    return tuple(worded(match, camp) for camp in camps(match))


@rule("sea.scenario.basic", "sea.game.win", "sea.game.max_rounds", "sea.game.stalemate")
def _blood(match: SeaMatch, camp: Camp) -> Goal:
    """To the last drop of blood, or by the markers when the last round is over."""
    last, quiet = match.last_round, match.options.stalemate_rounds
    sunk = f"Sink every enemy {_sort(match.cards.values())}"
    task = sunk if len(set(match.sides)) == 2 else "Be the last fleet on the water"
    when = [f"round {last}"] if last else []
    when += [f"{counted(quiet, 'round')} without a hit"] if quiet else []
    over = f"After {' or after '.join(when)} {_TALLY}." if when else ""
    return Goal(camp.goal, camp.seats, f"{task}{until(last)}.", match.scenario.clause, last, over)


def _sort(cards: Iterable[ShipCard]) -> str:
    """What fights here, in a word: ships, or also monsters and forts."""
    return "ship" if all(card.kind == SHIP for card in cards) else "unit"


@rule("sea.fort.scenario")
def _fort(match: SeaMatch, camp: Camp) -> Goal:
    """Who attacks must destroy the fort, who defends must keep it."""
    last = match.last_round
    forts = "the fort" if sum(card.kind == FORT for card in match.cards.values()) < 2 else "every fort of the enemy"
    task = f"Destroy {forts}{until(last)}."
    if ATTACKER not in camp.seats:
        kept = f"to the end of round {last}" if last else "and sink the attackers, however many rounds it takes"
        task = f"Keep {'the fort' if forts == 'the fort' else 'a fort'} standing {kept}."
    late = f" After round {last} {_TALLY}." if last and not match.scenario.last_round else ""
    return Goal(camp.goal, camp.seats, task, "sea.fort.scenario", last, f"Sinking every enemy unit wins too.{late}")


@rule("sea.gold.scenario", "sea.gold.load", "sea.gold.float")
def _gold(match: SeaMatch, camp: Camp) -> Goal:
    """Bring home more than the others."""
    weight, islands = all_gold(State(match, {}, {})), sum(bool(each.treasures) for each in match.waters.pieces)
    last = match.last_round
    task = f"Fetch gold from the islands and bring more of it to your own port than anybody else{until(last)}."
    more = (
        "Within an inch of its island a ship takes a chest aboard, and at your port it unloads, each instead of firing."
        f" There is {weight} gold on {counted(islands, 'island')}. The battle ends at once when all of it is ashore or"
        " a fleet is gone; if the gold is equal, the markers left decide."
    )
    return Goal(camp.goal, camp.seats, task, "sea.gold.scenario", last, more)


@rule("sea.gold.scenario", "sea.port.repair")
def fixed_marks(match: SeaMatch) -> tuple[GoalMark, ...]:
    """The ports: where gold is brought, and where ships are mended."""
    return tuple(mark for port in match.waters.ports for mark in _port(match, port))


def _port(match: SeaMatch, port: Port) -> tuple[GoalMark, ...]:
    name, at = f"{match.seat_name(port.seat)}'s port", spot(port.x, port.y)
    mends = ", mends ships" if match.options.ports else ""
    if match.scenario.goal != GOLD:
        mark = GoalMark(port.id, "port", f"{name}{mends}", at, seat=port.seat)
        allies = tuple(seat for seat in range(match.seats) if match.allied(seat, port.seat))
        return told_apart(mark, f"Your port{mends}", *_apart(match, allies)) if mends else ()
    mark = GoalMark(port.id, "port", f"{name}: their gold goes ashore here{mends}", at, seat=port.seat)
    return told_apart(mark, f"Your port: bring gold here{mends}", *_apart(match, (port.seat,)))


def _apart(match: SeaMatch, seats: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return seats, tuple(seat for seat in range(match.seats) if seat not in seats)


def goals_now(state: State) -> tuple[GoalNow, ...]:
    """How far every side has come."""
    match = sea_of(state)
    stands = {GOLD: _gold_now, FORT_GOAL: _fort_now}.get(match.scenario.goal, _blood_now)
    return tuple(stands(state, camp) for camp in camps(match))


@rule("sea.game.units_count")
def _blood_now(state: State, camp: Camp) -> GoalNow:
    """How many of the enemy's units are still there."""
    enemies = [unit for unit in state.units.values() if unit.seat in camp.others]
    left = sum(map(counts, enemies))
    told = counted(len(enemies), f"enemy {_sort(card_of(state, unit.id) for unit in enemies)}")
    return GoalNow(camp.goal, f"{left} of {told} left", len(enemies) - left, len(enemies))


@rule("sea.fort.scenario", "sea.durability.two_parts")
def _fort_now(state: State, camp: Camp) -> GoalNow:
    """What the fort still bears."""
    left, full = _fort_markers(state)
    forts = _forts_of_defenders(state)
    done = full - left if ATTACKER in camp.seats else left
    return GoalNow(
        camp.goal,
        f"{'the fort has' if len(forts) < 2 else 'the forts have'} {left} of {counted(full, 'marker')} left",
        done,
        full,
    )


def _forts_of_defenders(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if _is_fort(state, unit.id) and unit.seat != ATTACKER]


def _fort_markers(state: State) -> tuple[int, int]:
    """The markers that keep the forts standing: those that are left, and all."""
    forts = _forts_of_defenders(state)
    cards = [card_of(state, unit.id) for unit in forts]
    return sum(durability(unit) for unit in forts if counts(unit)), sum(card.base + card.additional for card in cards)


def _is_fort(state: State, unit: str) -> bool:
    return card_of(state, unit).kind == FORT


@rule("sea.gold.scenario")
def _gold_now(state: State, camp: Camp) -> GoalNow:
    """What has been delivered, and what is aboard."""
    ashore = sum(delivered_weight(state, seat) for seat in camp.seats)
    aboard = _aboard(state, camp.seats)
    carried = f", {aboard} aboard" if aboard else ""
    return GoalNow(camp.goal, f"{ashore} of {all_gold(state)} gold ashore{carried}", ashore, all_gold(state))


def _aboard(state: State, seats: tuple[int, ...]) -> int:
    return sum(sum(cargo(unit)) for unit in state.units.values() if unit.alive and unit.seat in seats)


def in_short(state: State) -> str:
    """The goals of all in one line."""
    match = sea_of(state)
    if match.scenario.goal == GOLD:
        return f"gold {tied(delivered_weight(state, seat) for seat in range(match.seats))}"
    if match.scenario.goal == FORT_GOAL:
        left, full = _fort_markers(state)
        return f"fort {left} of {full}"
    ships = tied(
        sum(unit.seat == seat and counts(unit) for unit in state.units.values()) for seat in range(match.seats)
    )
    return f"ships {ships}, markers {tied(tally(state))}" if match.seats == 2 else f"ships {ships}"


def marks_now(state: State) -> tuple[GoalMark, ...]:
    """What of the goals moves or changes: chests, who carries them, forts."""
    goal = sea_of(state).scenario.goal
    if goal == GOLD:
        return (*_treasures(state), *_carriers(state))
    return _forts(state) if goal == FORT_GOAL else ()


@rule("sea.gold.load", "sea.gold.float")
def _treasures(state: State) -> tuple[GoalMark, ...]:
    """Chests on islands, those of one island together, and adrift."""
    heaps: dict[str, list[int]] = {}
    places: dict[str, tuple[int, int]] = {}
    for token in state.tokens.values():
        if token.kind == "treasure":
            heap = token.group or token.id
            heaps.setdefault(heap, []).append(token.marks["weight"])
            places.setdefault(heap, (token.pose.x, token.pose.y))
    return tuple(
        GoalMark(f"gold {heap}", "chest", f"Gold {' + '.join(map(str, weights))}", places[heap], value=sum(weights))
        for heap, weights in heaps.items()
    )


@rule("sea.capacity.max", "sea.gold.scenario")
def _carriers(state: State) -> tuple[GoalMark, ...]:
    """The ships that have gold aboard: everybody sees it."""
    laden = [(unit, sum(cargo(unit))) for unit in state.units.values() if unit.alive and cargo(unit)]
    return tuple(unit_mark("carrier", unit, f"Carries {load} gold", value=load) for unit, load in laden)


@rule("sea.fort.scenario")
def _forts(state: State) -> tuple[GoalMark, ...]:
    """The fort, as those see it who attack and those who defend."""
    match, found = sea_of(state), []
    attackers = match.seats_of([match.side(ATTACKER)])
    defenders = tuple(seat for seat in range(match.seats) if seat not in attackers)
    for unit in _forts_of_defenders(state):
        if counts(unit):
            found.append(unit_mark("destroy", unit, "Destroy it", attackers))
            found.append(unit_mark("protect", unit, "Keep it standing", defenders))
    return tuple(found)
