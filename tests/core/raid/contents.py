"""The raid as the engine knows it. It is registered nowhere; tests hand it in themselves."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from msgspec import UNSET

from brickfield.core.board import ALIVE, Unit
from brickfield.core.game import Game
from brickfield.core.judging.judging import Judge, Terms
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.agreements import Agreed, SwitchBoard, from_table
from brickfield.core.setup.choosing import ScenarioCard
from brickfield.core.setup.switches import Switch, read_switches
from brickfield.core.state import State
from brickfield.core.views import View
from tests.core.raid import ground, orders, rules, shown

FOLDER = Path(__file__).parent
# two seats of one side and two that fight alone: three sides
SIDES = (0, 1, 2, 0)


@cache
def switches() -> Mapping[str, Switch]:
    """What may be agreed on."""
    return read_switches(FOLDER)


BOARD = SwitchBoard("RAID", 1, switches, ("cards",))


class Options(Agreed, frozen=True, kw_only=True):
    """Cards can be left out."""

    BOARD = BOARD

    cards: bool = partial(from_table, BOARD)("cards")


def new_match(setup: Setup, game: Game) -> Match | Refusal:
    """Work a set-up out."""
    options = Options.of(setup.options)
    if isinstance(options, Refusal):
        return options
    if setup.scenario != "raid" and setup.position is None:
        return invalid("unknown_scenario", f"There is no scenario {setup.scenario!r}.")
    return Match(game, setup, options, len(SIDES), (ground.SIZE, ground.SIZE), SIDES)


def first_state(match: Match) -> State:
    """Four squads in the corners, or where a position has them, the house in the middle."""
    units = {}
    laid = match.setup.position or {}
    for seat, corner in enumerate(orders.STARTS):
        name = f"s{seat}"
        place = tuple(laid.get(name, corner))
        figures = ground.first_figures(*place) if len(place) > 1 else ground.first_inside(*place)
        floor = {"inside": ground.HOUSE, "level": place[0] or UNSET} if len(place) == 1 else {}
        units[name] = Unit(name, seat, "squad", ALIVE, figures[0].pose, figures=figures, **floor)
    state = State(match, units, ground.tokens())
    state.frames.append(rules.Raid())
    return state


def guess_piles(seen: View, match: Match) -> Mapping[str, tuple[str, ...]]:
    """The cards of the game that are in no pile this seat knows, dealt at random but always alike for equal views."""
    shown = seen.piles or {}
    left = list(orders.DECK)
    for card in [card for pile in shown.values() for card in pile.cards or ()]:
        left.remove(card)
    random.Random(seen.digest()).shuffle(left)
    dealt = {}
    for name, pile in shown.items():
        dealt[name] = tuple(left[: pile.count])
        left = left[0 if pile.cards else pile.count :]
    return dealt


class RaidJudge(Judge):
    """It knows what a table is worth, and nothing else."""

    swing = 6.0

    def value(self, state: State, seat: int) -> Terms:
        """Figures of the own side against the strongest of the others."""
        count = dict.fromkeys(SIDES, 0)
        for other in orders.standing_seats(state):
            count[SIDES[other]] += len(orders.squad_of(state, other).standing)
        own = count.pop(SIDES[seat])
        return {"figures": float(own - max(count.values()))}


RAID = Game(
    id="raid",
    title="Raid",
    rules_version="1",
    folder=FOLDER,
    ruler="stud",
    set_up=new_match,
    first_state=first_state,
    agreement=Options,
    scenario_table=lambda: {"raid": ScenarioCard("raid", "Raid", len(SIDES))},
    frames=(rules.Raid, rules.Marching, rules.Volley, rules.CardPlayed),
    decisions=(orders.SetOut, orders.GiveOrder, orders.MayPlayCard, orders.MaySnap),
    clause_prefixes=("raid",),
    windows=rules.WINDOWS,
    guess_piles=guess_piles,
    judge=RaidJudge(),
    concede_clause="raid.win.last",
    concede=rules.give_up,
    drawn=True,
    groups=("turn", "side", "card", "march", "house", "fire", "win"),
    choices=shown.catalogue,
    face=shown.table_face,
    situation=shown.situation,
    previews={"path": (orders.March | orders.Walk, shown.path)},
)


def find_raid(game_id: str) -> Game | None:
    """The register of the tests: the raid and nothing else."""
    return RAID if game_id == RAID.id else None


def match_of(position: dict[str, tuple[float, ...]] | None = None, **options: Any) -> Match:
    """A match that must be good. A position has squads at (x, y), or on a floor of the house: (level,)."""
    match = RAID.new_match(Setup("raid", "raid", options, position=position))
    assert not isinstance(match, Refusal), match
    return match
