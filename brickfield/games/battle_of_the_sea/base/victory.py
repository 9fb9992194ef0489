"""Winning: to the last drop of blood, or as a scenario says; and the tally of a battle that does not end by itself."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, WAITING, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.battle_of_the_sea.base.ship_card import FIREPOWER, FORT, SPEED, points_left
from brickfield.games.battle_of_the_sea.base.waters import card_of, sea_of
from brickfield.games.battle_of_the_sea.chapters.capacity.capacity import cargo

BLOOD, FORT_GOAL, GOLD = "last_drop_of_blood", "defence_of_the_fort", "transport_of_gold"
ATTACKER = 0


@rule("sea.game.units_count")
def counts(unit: Unit) -> bool:
    """Whether a unit keeps its player in the game: ships, fleet monsters and forts, until they sink."""
    return unit.seat >= 0 and unit.status in (ALIVE, WAITING)


@rule("sea.game.more_players", "sea.game.units_count")
def afloat(state: State) -> tuple[int, ...]:
    """The seats that still have units, in order."""
    found: tuple[int, ...] | None = state.unit_cache.get("afloat")
    if found is None:
        found = tuple(sorted({unit.seat for unit in state.units.values() if counts(unit)}))
        state.unit_cache["afloat"] = found
    return found


@rule("sea.game.stalemate")
def tally(state: State) -> tuple[int, ...]:
    """The points of each seat: all markers left on its cards."""
    points = [0] * state.match.seats
    for unit in state.units.values():
        if counts(unit):
            points[unit.seat] += points_left(unit)
    return tuple(points)


@rule("sea.game.teams", "sea.game.stalemate")
def side_points(state: State, points: tuple[int, ...]) -> dict[int, int]:
    """The points of each side: allied seats add theirs up."""
    match = sea_of(state)
    sums: dict[int, int] = {}
    for seat, each in enumerate(points):
        sums[match.side(seat)] = sums.get(match.side(seat), 0) + each
    return sums


def _end(t: Table, winners: tuple[int, ...], reason: str, clause: str, scores: tuple[int, ...]) -> bool:
    t.emit(happened.GameEnded(winners=winners, reason=reason, clause=clause, scores=scores))
    return True


@rule("sea.game.stalemate", "sea.game.max_rounds")
def end_by_tally(t: Table, reason: str, clause: str) -> bool:
    """The most points left win; equal leaders draw, and the scores say who they are."""
    points = tally(t)
    sums = side_points(t, points)
    leaders = {side for side, each in sums.items() if each == max(sums.values())}
    winners = t.match.seats_of(leaders) if len(leaders) == 1 else ()
    return _end(t, winners, reason, clause, points)


@rule("sea.game.win", "sea.game.all_gone", "sea.game.teams", "sea.scenario.basic", "sea.game.more_players")
def end_if_decided(t: Table) -> bool:
    """Tested after each settled event: only one side is left, nobody is, or the scenario's own goal is reached."""
    now = afloat(t)
    before = str(t.facts.get("afloat", ""))
    still = "".join(map(str, now))
    if still == before and not t.match.options.gold and sea_of(t).scenario.goal == BLOOD:
        return False
    if still != before:
        t.emit(happened.FactChanged(name="afloat", value=still, clause="sea.game.more_players"))
    goal = sea_of(t).scenario.goal
    if goal == GOLD:
        return _gold_decided(t, now)
    if goal == FORT_GOAL and _fort_decided(t):
        return True
    sides = {sea_of(t).side(seat) for seat in now}
    if len(sides) > 1:
        return False
    if sides:
        return _end(t, t.match.seats_of(sides), "last_afloat", "sea.game.win", tally(t))
    drawn = tuple(int(str(seat) in before) for seat in range(t.match.seats))
    return _end(t, (), "all_gone", "sea.game.all_gone", drawn)


@rule("sea.fort.scenario")
def _fort_decided(t: Table) -> bool:
    """The attacker wins at once when the defender's fort is destroyed."""
    forts = [unit for unit in t.units.values() if card_of(t, unit.id).kind == FORT and unit.seat != ATTACKER]
    if forts and not any(counts(fort) for fort in forts):
        return _end(t, t.match.seats_of({sea_of(t).side(ATTACKER)}), "fort_destroyed", "sea.fort.scenario", tally(t))
    return False


@rule("sea.gold.scenario")
def _gold_decided(t: Table, now: tuple[int, ...]) -> bool:
    """All is delivered, or one fleet is gone: the most delivered weight wins."""
    delivered = sum(delivered_weight(t, seat) for seat in range(t.match.seats))
    if delivered == all_gold(t) or len(now) < t.match.seats:
        return end_by_gold(t)
    return False


def delivered_weight(state: State, seat: int) -> int:
    """What a seat has brought home so far."""
    return int(state.facts.get(f"score{seat}", 0))


@rule("sea.gold.scenario")
def side_gold(state: State) -> dict[int, float]:
    """The gold of each side: what it has brought home, and what its ships carry."""
    match = sea_of(state)
    sums: dict[int, float] = {match.side(seat): 0.0 for seat in range(match.seats)}
    for seat in range(match.seats):
        sums[match.side(seat)] += delivered_weight(state, seat)
    for unit in state.units.values():
        if unit.alive and unit.seat >= 0:
            sums[match.side(unit.seat)] += sum(cargo(unit))
    return sums


def all_gold(state: State) -> int:
    """The weight of all treasures of the battle."""
    match = sea_of(state)
    islands = sum(weight for piece in match.waters.pieces for weight in piece.treasures)
    holds = sum(weight for card in match.cards.values() for weight in card.cargo)
    return islands + holds + sum(adrift.weight for adrift in match.chart.floating)


@rule("sea.gold.scenario")
def end_by_gold(t: Table, gave_up: int = -1) -> bool:
    """The most delivered weight wins; then the most points afloat; then it is a draw. Who gave up cannot win."""
    delivered = tuple(delivered_weight(t, seat) for seat in range(t.match.seats))
    points = tally(t)
    ranks = {seat: (delivered[seat], points[seat]) for seat in range(t.match.seats) if seat != gave_up}
    leaders = tuple(seat for seat, rank in ranks.items() if rank == max(ranks.values()))
    winners = leaders if len(leaders) == 1 else ()
    return _end(t, winners, "gold_delivered", "sea.gold.scenario", delivered)


@rule("sea.game.stalemate")
def nothing_can_happen(state: State) -> bool:
    """No unit of any side can shoot or move, and nobody has a port to mend in."""
    fleet = [unit for unit in state.units.values() if counts(unit)]
    if any(unit.marks.get(FIREPOWER) or unit.marks.get(SPEED) for unit in fleet):
        return False
    ports = sea_of(state).waters.ports if state.match.options.ports else ()
    return not any(port.seat in afloat(state) for port in ports)


@rule("sea.firepower.zero", "sea.damage.speed0", "sea.port.repair")
def can_do_nothing(state: State, side: int) -> bool:
    """Whether all units of a side are hulks, without guns and sails, and none lies where it will be mended."""
    match = sea_of(state)
    fleet = [unit for unit in state.units.values() if counts(unit) and match.side(unit.seat) == side]
    if any(unit.status == WAITING or unit.marks.get(FIREPOWER) or unit.marks.get(SPEED) for unit in fleet):
        return False
    ports = match.waters.ports if match.options.ports else ()
    return bool(fleet) and not any(match.side(port.seat) == side for port in ports)


@rule("sea.game.stalemate", "sea.game.max_rounds", "sea.gold.scenario", "sea.fort.scenario")
def end_round(t: Table, number: int) -> bool:
    """The victory check of a round's end: goals and last rounds first, then quiet rounds."""
    match = sea_of(t)
    goal, options = match.scenario.goal, match.options
    if match.last_round and number >= match.last_round:
        if goal == GOLD:
            return end_by_gold(t)
        if goal == FORT_GOAL and match.scenario.last_round:
            defenders = t.match.seats_of({match.side(seat) for seat in range(match.seats)} - {match.side(ATTACKER)})
            return _end(t, defenders, "fort_stands", "sea.fort.scenario", tally(t))
        return end_by_tally(t, "last_round", "sea.game.max_rounds")
    quiet = number - int(t.facts.get("last_hit", 0))
    # a race for gold without a shot is no stalemate: it has its own last round
    if options.stalemate_rounds and quiet >= options.stalemate_rounds and goal != GOLD:
        return end_by_tally(t, "stalemate", "sea.game.stalemate")
    if not nothing_can_happen(t):
        return False
    return end_by_gold(t) if goal == GOLD else end_by_tally(t, "stalemate", "sea.game.stalemate")


@rule("sea.game.units_count")
def resign(t: Table, seat: int) -> None:
    """A player who resigns loses all his units at once; the others play on."""
    for unit in list(t.units.values()):
        if unit.seat == seat and counts(unit):
            t.emit(happened.UnitDestroyed(unit=unit.id, leaves_wreck=False, clause="sea.game.units_count"))
    if end_by_gold(t, seat) if sea_of(t).scenario.goal == GOLD else end_if_decided(t):
        t.frames.clear()
        t.pending = None
    elif seat in t.asked():
        t.pending = None
        while not t.frames[-1].still_stands(t):
            t.frames.pop()
        t.run()
