"""Team play: who takes turns with whom when several players share an army, and in which order units are placed."""

from __future__ import annotations

from brickfield.core.board import GONE, WRECK
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base.battlefield import BattleMatch, battle_of
from brickfield.games.micro_brick_battle.chapters.teams.free_for_all import clockwise
from brickfield.games.micro_brick_battle.setup.army_lists import ArmyList, check_army
from brickfield.games.micro_brick_battle.setup.options import Options


@rule("mbb.team.split")
def is_team_battle(match: BattleMatch) -> bool:
    """Two sides, and more players than sides."""
    return match.teams


@rule("mbb.team.two_turns", "mbb.team.alternate", "mbb.ffa.roll", "mbb.turn.round")
def turn_order(match: BattleMatch, first: int) -> tuple[int, ...]:
    """The turns of a round: teams alternate, one turn for each player of the larger team; without teams clockwise.

    Each team goes on from the first player round the table. Who has no units left keeps the place and is passed over.
    """
    found: tuple[int, ...] | None = match.agreed.get(f"turns{first}")
    if found is None:
        found = match.agreed[f"turns{first}"] = _turns_from(match, first)
    return found


def _turns_from(match: BattleMatch, first: int) -> tuple[int, ...]:
    if match.free_for_all:
        return clockwise(match, first)
    seats = [(first + step) % match.seats for step in range(match.seats)]
    if not is_team_battle(match):
        return tuple(seats)
    begins, answers = ([seat for seat in seats if match.allied(seat, first) is same] for same in (True, False))
    turns = range(max(len(begins), len(answers)))
    return tuple(team[turn % len(team)] for turn in turns for team in (begins, answers))


@rule("mbb.team.two_turns", "mbb.ffa.roll")
def in_battle(state: State, seat: int) -> bool:
    """Whether a player has a unit left, on the table or still to come."""
    return any(unit.seat == seat and unit.status not in (WRECK, GONE) for unit in state.units.values())


@rule("mbb.setup.roll")
def dice_of_the_teams(match: BattleMatch, pools: tuple[Pool, ...]) -> tuple[Pool, ...]:
    """One die for each team, thrown by the first of its players; of two players each throws one."""
    return tuple(pool for pool in pools if match.sides.index(match.sides[pool.seat]) == pool.seat)


@rule("mbb.team.win", "mbb.setup.alternate", "mbb.setup.roll")
def placing_order(state: State, seat: int) -> list[int]:
    """Who is asked to place a unit when it is a seat's turn: the team's players in turn, then the others."""
    match = battle_of(state)
    if not is_team_battle(match):
        return list(clockwise(match, seat))
    order = list(dict.fromkeys(turn_order(match, int(state.facts.get("first", seat)))))
    placed = {each: sum(unit.seat == each and unit.pose is not None for unit in state.units.values()) for each in order}
    return sorted(order, key=lambda each: (not match.allied(each, seat), placed[each], order.index(each)))


@rule("mbb.team.win", "mbb.setup.alternate")
def placed_next(state: State, seat: int) -> int:
    """Whose turn to place it is after a seat: the other team's, or the next player clockwise."""
    match = battle_of(state)
    if is_team_battle(match):
        return next(other for other in turn_order(match, seat) if not match.allied(other, seat))
    return clockwise(match, seat)[1]


@rule("mbb.team.split", "mbb.team.win")
def check_team(
    players: list[ArmyList], points: int, options: Options, special: bool | None = None, terrain_rc: int = 0
) -> Refusal | None:
    """The units of a team's players are one army: its points and its country are looked at together.

    `special` says whether special units have their own rules where that is left to the scenario; `terrain_rc` is what
    the team's points pay for obstacles and terrain.
    """
    together = ArmyList("", tuple(line for army in players for line in army.units), terrain_rc)
    refusal = check_army(together, points, options, special)
    if refusal is None and not all(army.units for army in players):
        sentence = "Every player of a team has a unit of its army; one has none."
        return illegal("player_without_units", "mbb.team.split", sentence)
    return refusal
