"""The toy game as the engine knows it. It is registered nowhere; tests hand it in themselves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

import msgspec

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, Token, Unit
from brickfield.core.dice import Pool
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.out_of_turn import RollOff
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup.agreements import Agreed, SwitchBoard, from_table
from brickfield.core.setup.choosing import ScenarioCard
from brickfield.core.setup.switches import Switch, read_switches
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry.grain import GRAIN, Pose
from tests.core.toy.battle import Battle, Preparations, Turn, Turns
from tests.core.toy.exchange import Exchange
from tests.core.toy.marching import Blast, Marching
from tests.core.toy.numbers import FOLDER, Scenario, numbers
from tests.core.toy.orders import BuryCharge, GiveOrder, PickStance
from tests.core.toy.reactions import WINDOWS, Counter, Duck, Respond, SnapShot


@cache
def switches() -> Mapping[str, Switch]:
    """What may be agreed on."""
    return read_switches(FOLDER)


BOARD = SwitchBoard("TOY", 1, switches, ("charges", "stances"))
_from_table = partial(from_table, BOARD)


class Options(Agreed, frozen=True, kw_only=True):
    """Buried charges and stances can be left out."""

    BOARD = BOARD

    charges: bool = _from_table("charges")
    stances: bool = _from_table("stances")


class ToyMatch(Match):
    """A match that keeps its layout."""

    layout: Scenario


def new_match(setup: Setup, game: Game) -> Match | Refusal:
    """Work a set-up out."""
    options = game.agreement.of(setup.options)
    if isinstance(options, Refusal):
        return options
    scenario = numbers().scenarios.get(setup.scenario)
    if scenario is None:
        return illegal("no_scenario", "toy.turn.order", f"There is no scenario {setup.scenario!r}.")
    try:
        layout = scenario if setup.position is None else msgspec.convert(setup.position, Scenario)
    except msgspec.ValidationError as error:
        return invalid("set_up", f"The set-up cannot be read: {error}.")
    seats = 1 + max(unit[1] for unit in layout.units)
    match = ToyMatch(game, setup, options, seats, (numbers().spots, 1))
    match.cards.update(numbers().cards)
    match.layout = layout
    return match


def first_state(match: Any) -> State:
    """Units and mines where the layout puts them."""
    units = {key: Unit(key, seat, card, ALIVE, Pose.at(spot, 0)) for key, seat, card, spot in match.layout.units}
    mines = [Token(f"mine{spot}", "mine", Pose.at(spot, 0), GRAIN, GRAIN) for spot in match.layout.mines]
    state = State(match, units, {mine.id: mine for mine in mines})
    state.frames.append(Battle())
    return state


def roll_off(t: Table, aside: RollOff) -> Refusal | None:
    """One die each, the first best wins."""
    if t.dice is None:
        return invalid("no_dice", "There are no dice.")
    faces = [t.dice.roll(Pool(1, "roll-off", numbers().die_faces, seat)) for seat in range(t.match.seats)]
    t.thrown.extend(faces)
    best = faces.index(max(faces))
    t.events.append(happened.RollOffHeld(question=aside.question, method=aside.method, winner=best, result=""))
    return None


def scenarios() -> dict[str, ScenarioCard]:
    """The layouts as a list shows them."""
    rows = numbers().scenarios.items()
    return {key: ScenarioCard(key, key.title(), 1 + max(unit[1] for unit in each.units)) for key, each in rows}


TOY = Game(
    id="toy",
    title="Toy",
    rules_version="1",
    folder=FOLDER,
    ruler="spot",
    set_up=new_match,
    first_state=first_state,
    agreement=Options,
    scenario_table=scenarios,
    frames=(Battle, Preparations, Turns, Turn, Marching, Blast, SnapShot, Duck, Counter, Exchange),
    decisions=(BuryCharge, PickStance, GiveOrder, Respond),
    clause_prefixes=("toy",),
    windows=WINDOWS,
    roll_off=roll_off,
    concede_clause="toy.win.last",
)


def find_toy(game_id: str) -> Game | None:
    """The register of the tests: the toy and nothing else."""
    return TOY if game_id == TOY.id else None
