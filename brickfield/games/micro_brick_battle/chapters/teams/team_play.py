"""Team play: who takes turns with whom when several players share an army, and in which order units are placed."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from ...base.battlefield import BattleMatch
from ...base.starting_a_game import deployment_dice
from ...base.turns import placed_next, placing_order, turn_order
from ...setup.army_lists import ArmyList, check_army
from ...setup.options import Options
from .chapter import TEAMS


@rule("mbb.team.split")
def is_team_battle(match: BattleMatch) -> bool:
    """Two sides, and more players than sides."""
    return match.teams


@turn_order.amended(TEAMS)
@rule("mbb.team.two_turns", "mbb.team.alternate")
def turns_of_teams(state: State, first: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Teams alternate, one turn for each player of the larger team.

    Each team goes on from the first player round the table. Who has no units left keeps the place and is passed over.
    """
    allied = state.match.allied
    begins, answers = ([seat for seat in seats if allied(seat, first) is same] for same in (True, False))
    turns = range(max(len(begins), len(answers)))
    return tuple(team[turn % len(team)] for turn in turns for team in (begins, answers))


@deployment_dice.amended(TEAMS)
@rule("mbb.setup.roll")
def dice_of_the_teams(state: State, pools: tuple[Pool, ...]) -> tuple[Pool, ...]:
    """One die for each team, thrown by the first of its players."""
    sides = state.match.sides
    return tuple(pool for pool in pools if sides.index(sides[pool.seat]) == pool.seat)


@placing_order.amended(TEAMS)
@rule("mbb.team.win", "mbb.setup.alternate", "mbb.setup.roll")
def team_places(state: State, seat: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The team's players in turn, then the others."""
    order = list(dict.fromkeys(turn_order(state, int(state.facts.get("first", seat)))))
    placed = {each: sum(unit.seat == each and unit.pose is not None for unit in state.units.values()) for each in order}
    return tuple(sorted(order, key=lambda each: (not state.match.allied(each, seat), placed[each], order.index(each))))


@placed_next.amended(TEAMS)
@rule("mbb.team.win", "mbb.setup.alternate")
def other_team_places(state: State, seat: int, before: int) -> int:
    """The other team's turn it is."""
    return next(other for other in turn_order(state, seat) if not state.match.allied(other, seat))


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
