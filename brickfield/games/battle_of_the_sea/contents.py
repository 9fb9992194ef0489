"""Battle of the Sea: the table of contents (first form)."""

from __future__ import annotations

from pathlib import Path

from brickfield.core.game import Game, OptionCard, ScenarioCard
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.games.battle_of_the_sea import battle_setup
from brickfield.games.battle_of_the_sea.currents import Anchor, Currents
from brickfield.games.battle_of_the_sea.damage import AllocateHits, Damage, DropCargo
from brickfield.games.battle_of_the_sea.firing import Firing
from brickfield.games.battle_of_the_sea.forts_and_ports import Repairs, RepairShip
from brickfield.games.battle_of_the_sea.options import switches
from brickfield.games.battle_of_the_sea.ramming import Ramming
from brickfield.games.battle_of_the_sea.sampling import sample
from brickfield.games.battle_of_the_sea.scenarios import scenarios
from brickfield.games.battle_of_the_sea.sea_monsters import MonsterPhase
from brickfield.games.battle_of_the_sea.setting_out import Deployment, DeployShip, OrderOfPlay
from brickfield.games.battle_of_the_sea.the_game import Attack, Battle, CommandFleet, Round, RoundEnd, Turn, UnitTurn
from brickfield.games.battle_of_the_sea.victory import resign


def _new_match(setup: Setup) -> Match | Refusal:
    return battle_setup.new_match(setup, GAME)


def _scenarios() -> tuple[ScenarioCard, ...]:
    return tuple(ScenarioCard(each.id, each.title, each.seats) for each in scenarios().values())


def _options() -> tuple[OptionCard, ...]:
    return tuple(
        OptionCard(each.id, each.title, each.default, tuple(one.value for one in each.choices), each.clause, each.text)
        for each in switches().values()
    )


GAME = Game(
    id="battle_of_the_sea",
    title="Battle of the Sea",
    rules_version="1",
    folder=Path(__file__).parent,
    ruler="inch",
    new_match=_new_match,
    first_state=battle_setup.first_state,
    frames=(
        *(Battle, Deployment, OrderOfPlay, Round, RoundEnd, Turn, UnitTurn, Ramming, Firing, Damage),
        *(Currents, MonsterPhase, Repairs),
    ),
    decisions=(DeployShip, CommandFleet, Attack, AllocateHits, DropCargo, Anchor, RepairShip),
    suggest=lambda s, d, n: [],
    sample=sample,
    offer=lambda s, d: {},
    scenarios=_scenarios,
    options=_options,
    clause_prefixes=("sea",),
    concede=resign,
    concede_clause="sea.game.units_count",
)
