"""Battle of the Sea: the table of contents. Read this file first; every chapter of the book is a file beside it.

| chapter of the book              | file                       | frames and decisions                          |
|----------------------------------|----------------------------|-----------------------------------------------|
| Basic rules (fleets, levels)     | fleets.py                  |                                               |
| Dices                            | dices.py                   |                                               |
| Ruler                            | measures.py                |                                               |
| Sextant, Ramming                 | ramming.py                 | Ramming                                       |
| Ship card, Firepower, Durability | ship_card.py, hulls.py     |                                               |
| Capacity (optional)              | capacity.py                | DropCargo (in damage.py)                      |
| Moving the vessels               | moving_the_vessels.py      |                                               |
| Battle at the sea: Damage        | damage.py                  | Damage: AllocateHits, DropCargo               |
| Battle at the sea: Firing        | firing.py, odds.py         | Firing                                        |
| The Game: waters                 | waters.py, land.py, archipelago.py |                                       |
| The Game: start                  | setting_out.py             | Deployment: DeployShip; OrderOfPlay           |
| The Game: rounds                 | the_game.py                | Battle, Round, RoundEnd                       |
| The Game: turns                  | the_game.py                | Turn: CommandFleet; UnitTurn: Attack          |
| The Game: winning                | victory.py                 |                                               |
| Winds (ours)                     | winds.py                   |                                               |
| Currents (ours)                  | currents.py                | Currents: Anchor                              |
| Forts and ports (ours)           | forts_and_ports.py         | Repairs: RepairShip                           |
| Transport of gold (ours)         | transport_of_gold.py       |                                               |
| Sea monsters                     | sea_monsters.py            | MonsterPhase                                  |

Beside the book: options.py (what may be agreed on), scenarios.py and battle_setup.py (from agreement to match),
suggestions.py, suggestions_courses.py, suggestions_fire.py and suggestions_ways.py (hints), judgement.py and its
judgement_*.py (what opponents think of a table), sampling.py (random play), offers.py and queries.py (what text and
programs are told), and what a drawn table shows: faces.py, questions.py, previews.py, catalogue.py, about.py.
"""

from __future__ import annotations

from pathlib import Path

from brickfield.core.game import Game, Workload
from brickfield.core.match import Setup
from brickfield.games.battle_of_the_sea.battle_setup import first_state, new_match
from brickfield.games.battle_of_the_sea.catalogue import catalogue, checked_fleet
from brickfield.games.battle_of_the_sea.currents import Anchor, Currents
from brickfield.games.battle_of_the_sea.damage import AllocateHits, Damage, DropCargo
from brickfield.games.battle_of_the_sea.faces import situation, table_face
from brickfield.games.battle_of_the_sea.firing import Firing
from brickfield.games.battle_of_the_sea.fleets import most_units
from brickfield.games.battle_of_the_sea.forts_and_ports import Repairs, RepairShip
from brickfield.games.battle_of_the_sea.judgement import JUDGE
from brickfield.games.battle_of_the_sea.offers import offer
from brickfield.games.battle_of_the_sea.options import Options
from brickfield.games.battle_of_the_sea.previews import PREVIEWS
from brickfield.games.battle_of_the_sea.queries import QUERIES
from brickfield.games.battle_of_the_sea.questions import asked
from brickfield.games.battle_of_the_sea.ramming import Ramming
from brickfield.games.battle_of_the_sea.sampling import sample
from brickfield.games.battle_of_the_sea.scenarios import scenarios
from brickfield.games.battle_of_the_sea.sea_monsters import MonsterPhase
from brickfield.games.battle_of_the_sea.setting_out import Deployment, DeployShip, OrderOfPlay
from brickfield.games.battle_of_the_sea.speech import SPEECH
from brickfield.games.battle_of_the_sea.suggestions import suggest
from brickfield.games.battle_of_the_sea.the_game import Attack, Battle, CommandFleet, Round, RoundEnd, Turn, UnitTurn
from brickfield.games.battle_of_the_sea.victory import resign
from brickfield.games.battle_of_the_sea.yard import built_card, tried_dice, yard

# Every group of the ledger is played.
GROUPS = (
    *("overview", "table", "scale", "scenario", "fleet", "dice", "ruler", "sextant", "markers", "model", "card"),
    *("ship", "firepower", "durability", "speed", "capacity", "move", "fight", "damage", "fire", "ram", "game"),
    *("geometry", "monster", "wind", "current", "fort", "port", "gold", "appendix", "props", "boarding"),
)


GAME = Game(
    id="battle_of_the_sea",
    title="Battle of the Sea",
    rules_version="2",
    older_rules=("1",),
    folder=Path(__file__).parent,
    ruler="inch",
    set_up=new_match,
    most_units=most_units,
    first_state=first_state,
    agreement=Options,
    scenario_table=scenarios,
    frames=(
        *(Battle, Deployment, OrderOfPlay, Round, RoundEnd, Turn, UnitTurn, Ramming, Firing, Damage),
        *(Currents, MonsterPhase, Repairs),
    ),
    decisions=(DeployShip, CommandFleet, Attack, AllocateHits, DropCargo, Anchor, RepairShip),
    suggest=suggest,
    sample=sample,
    offer=offer,
    clause_prefixes=("sea",),
    groups=GROUPS,
    judge=JUDGE,
    queries=QUERIES,
    speech=SPEECH,
    workloads={
        "sea_battles": Workload("fleets of 50 points to the end", Setup("battle_of_the_sea", "last_drop_of_blood"))
    },
    drawn=True,
    face=table_face,
    situation=situation,
    asked=asked,
    previews=PREVIEWS,
    choices=catalogue,
    check_army=checked_fleet,
    yard=yard,
    build_card=built_card,
    try_dice=tried_dice,
    concede_clause="sea.game.units_count",
    concede=resign,
)
