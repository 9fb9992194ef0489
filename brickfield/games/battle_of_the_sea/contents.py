"""Battle of the Sea: the table of contents. Read this file first; every chapter of the book is a file in `base/` or a
folder in `chapters/`, and a decision says itself what it asks, what it allows and what it does.

| chapter of the book              | file in base/              | frames and decisions                          |
|----------------------------------|----------------------------|-----------------------------------------------|
| Dices                            | dices.py                   |                                               |
| Ruler                            | measures.py                |                                               |
| Sextant, Ramming                 | ramming.py                 | Ramming                                       |
| Ship card, Firepower, Durability | ship_card.py, hulls.py, durability.py |                                    |
| Moving the vessels               | moving_the_vessels.py      |                                               |
| Battle at the sea: Damage        | damage.py                  | Damage: AllocateHits                          |
| Battle at the sea: Firing        | firing.py, odds.py, aims.py | Firing                                       |
| The Game: waters                 | waters.py, land.py         |                                               |
| The Game: start                  | setting_out.py             | Deployment: DeployShip; OrderOfPlay           |
| The Game: rounds                 | the_game.py                | Battle, Round, RoundEnd                       |
| The Game: turns                  | turns.py                   | Turn: CommandFleet; UnitTurn: Attack          |
| The Game: winning                | victory.py                 |                                               |

| chapter that a battle may do without | folder in chapters/    | what it brings                                |
|----------------------------------|----------------------------|-----------------------------------------------|
| Capacity (optional)              | capacity                   | loads that slow; Damage: DropCargo            |
| Stout hulls (ours)               | stout_hulls                | two hits for a marker                         |
| Winds (ours)                     | winds                      | steps of Battle and RoundEnd                  |
| Currents (ours)                  | currents                   | Currents: Anchor                              |
| Ports (ours)                     | ports                      | Repairs: RepairShip                           |
| Forts (ours)                     | forts                      | the goal of a battle                          |
| Transport of gold (ours)         | transport_of_gold          | Attack: TakeAboard, Unload; the goal          |
| Sea monsters                     | sea_monsters               | MonsterPhase                                  |
| An archipelago (ours)            | archipelago                | waters at random                              |

A chapter says in its `chapter.py` where it is played and in its `contents.py` what it brings; what bots know of it is
in its `mind.py`, how it is shown in its `shown.py`. Before a battle, in setup/: options.py (what may be agreed on),
fleets.py (fleets and levels), scenarios.py, battle_setup.py (from agreement to match) and possible_tables.py. In mind/:
by_decision.py (what is thought of each decision), suggestions*.py (hints), judgement*.py (what opponents think of a
table), sampling*.py (random play). In shown/: faces.py (the table and where a battle stands), goals.py (what is to be
done), previews.py (what may be asked meanwhile), catalogue.py and yard.py (what is chosen and built before). In words/:
speech*.py (orders typed, sentences told) and queries.py. Here: about.py (the front page) and data_files.py.
"""

from pathlib import Path

from brickfield.core.game import Game, SettingUp, Workload
from brickfield.core.match import Setup
from .base.damage import AllocateHits, Damage
from .base.firing import Firing
from .base.ramming import Ramming
from .base.setting_out import Deployment, DeployShip, OrderOfPlay
from .base.the_game import Battle, Round, RoundEnd
from .base.turns import Attack, CommandFleet, Turn, UnitTurn
from .base.victory import resign
from .chapters.archipelago import contents as archipelago
from .chapters.capacity import contents as capacity
from .chapters.currents import contents as currents
from .chapters.forts import contents as forts
from .chapters.ports import contents as ports
from .chapters.sea_monsters import contents as sea_monsters
from .chapters.stout_hulls import contents as stout_hulls
from .chapters.transport_of_gold import contents as transport_of_gold
from .chapters.winds import contents as winds
from .mind.by_decision import MINDS
from .mind.judgement import SeaJudge
from .setup.battle_setup import first_state, new_match
from .setup.fleets import most_units
from .setup.options import Options
from .setup.scenarios import SCENARIOS
from .shown.aids import aids
from .shown.catalogue import catalogue, checked_fleet, scenario_shown
from .shown.desk import desk, drawn_scenario
from .shown.faces import situation, table_face
from .shown.previews import PREVIEWS
from .shown.yard import built_card, suited, tried_dice, yard
from .words.queries import QUERIES
from .words.speech import SPEECH

# The groups of the ledger that belong to the base book; chapters bring theirs.
GROUPS = (
    *("overview", "table", "scale", "scenario", "fleet", "dice", "ruler", "sextant", "markers", "model", "card"),
    *("ship", "firepower", "durability", "speed", "move", "fight", "damage", "fire", "ram", "game", "geometry"),
    *("appendix", "props", "boarding"),
)


GAME = Game(
    id="battle_of_the_sea",
    title="Battle of the Sea",
    rules_version="2",
    verbs=("fire",),
    folder=Path(__file__).parent,
    ruler="inch",
    set_up=new_match,
    most_units=most_units,
    first_state=first_state,
    agreement=Options,
    scenario_kind=SCENARIOS,
    scenario_table=SCENARIOS.known,
    setting_up={DeployShip: SettingUp()},
    frames=(Battle, Deployment, OrderOfPlay, Round, RoundEnd, Turn, UnitTurn, Ramming, Firing, Damage),
    decisions=(DeployShip, CommandFleet, Attack, AllocateHits),
    minds=MINDS,
    clause_prefixes=("sea",),
    groups=GROUPS,
    judge=SeaJudge(),
    queries=QUERIES,
    speech=SPEECH,
    workloads={
        "sea_battles": Workload("fleets of 50 points to the end", Setup("battle_of_the_sea", "last_drop_of_blood"))
    },
    drawn=True,
    face=table_face,
    situation=situation,
    previews=PREVIEWS,
    choices=catalogue,
    aids=(aids,),
    scenario_face=scenario_shown,
    desk=desk,
    drawn_scenario=drawn_scenario,
    check_army=checked_fleet,
    yard=yard,
    build_card=built_card,
    suited=suited,
    try_dice=tried_dice,
    concede_clause="sea.game.units_count",
    concede=resign,
).with_chapters(
    capacity.CONTENTS,
    stout_hulls.CONTENTS,
    winds.CONTENTS,
    currents.CONTENTS,
    ports.CONTENTS,
    forts.CONTENTS,
    transport_of_gold.CONTENTS,
    sea_monsters.CONTENTS,
    archipelago.CONTENTS,
)
