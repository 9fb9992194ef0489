"""Micro Brick Battle: the table of contents. Read this file first.

The base book is in `base/` and knows none of the chapters; each of those is a folder in `chapters/`, and their order at
the end of this file is the order in which they have their say. Agreements, armies, scenarios and tables: `setup/`.

| base book                      | file in base/              | frames and decisions                       |
|--------------------------------|----------------------------|--------------------------------------------|
| Units, unit stats              | unit_cards.py, unit_stats.py |                                          |
| Rounds, turn overview          | rounds_and_turns.py, turns.py (moments) | Battle, Round, Turn           |
| I. Movement Phase              | movement_phase.py, movement.py | MovementPhase: MoveUnits; MoveUnderWay |
| II. Target Declaration Phase   | aims.py, target_declaration.py | DeclareTargets                         |
| Line of sight                  | line_of_sight.py, views.py |                                            |
| III. Shooting Phase            | shooting.py, odds.py       | ShootingPhase                              |
| Victory table, printed numbers | measures.py, data/*.toml   |                                            |
| Modifiers                      | modifiers.py               |                                            |
| Obstacles and terrain          | obstacles_and_terrain.py, battlefield.py, features.py | LayingOut: PlaceTerrain |
| Hit markers, losses, wrecks    | losses.py                  |                                            |
| Starting a game, first turn    | starting_a_game.py         | Deployment: DeployUnit, FirstTurnChoice    |
| Winning                        | winning.py                 |                                            |

A chapter holds its rules, one file for each page of the book, `chapter.py` (what it is called and where it is played),
`contents.py` (its frames, decisions and tables) and what bots, tables and words say of it (`mind*.py`, `shown.py`,
`words.py`). An effect card is one file in chapters/effect_cards/cards/.

A decision stands in its chapter with its rule and its question (`ask`), which is all that browsers, words, programs and
bots are told. Beside the book: `shown/` (faces.py: cards, terrain, zones, situation; goals.py: what is to be done;
previews.py: what may be asked meanwhile; catalogue.py: what can be chosen before a battle), `words/` (the game in
words) and `mind/` (by_decision.py: for each decision what bots and hints know and random play does).
"""

from __future__ import annotations

from pathlib import Path

from brickfield.core.game import Game, SettingUp
from .base.aims import DeclareTargets
from .base.movement_phase import MovementPhase, MoveUnits
from .base.moves_under_way import MoveUnderWay
from .base.obstacles_and_terrain import LayingOut, PlaceTerrain
from .base.rounds_and_turns import Battle, Round, Turn
from .base.shooting import ShootingPhase
from .base.starting_a_game import Deployment, DeployUnit, FirstTurnChoice
from .chapters.airplanes import contents as airplanes
from .chapters.amphibious_vehicles import contents as amphibious_vehicles
from .chapters.artillery import contents as artillery
from .chapters.effect_cards import contents as effect_cards
from .chapters.house_rules import contents as house_rules
from .chapters.house_rules.conflict_resolution import roll_off
from .chapters.house_rules.house_rules import METHODS
from .chapters.infantry import contents as infantry
from .chapters.mines import contents as mines
from .chapters.reinforcements import contents as reinforcements
from .chapters.scenario_goals import contents as scenario_goals
from .chapters.special_units import contents as special_units
from .chapters.teams import contents as teams
from .chapters.terrain import contents as terrain
from .chapters.weather import contents as weather
from .chapters.young_players import contents as young_players
from .mind.by_decision import JUDGE, MINDS
from .mind.guesses import guess_piles, guess_secrets
from .mind.relative_cost import relative_cost
from .setup.any_battle import any_setup
from .setup.army_lists import most_units
from .setup.battle_setup import first_state, new_match
from .setup.options import Options
from .setup.own_units import suited
from .setup.scenarios import SCENARIOS
from .shown.aids import aids
from .shown.catalogue import catalogue, checked_army, scenario_shown
from .shown.companion import COMPANION
from .shown.desk import desk, drawn_scenario
from .shown.duels import possible_attacks
from .shown.faces import situation, table_face
from .shown.previews import PREVIEWS
from .shown.yard import built_card, yard
from .words.queries import QUERIES
from .words.speech import SPEECH
from .workloads import WORKLOADS

# Groups of the ledger that the base book plays; chapters bring theirs.
GROUPS = (
    *("about", "build", "unit", "turn", "move", "declare", "los", "shoot", "vt", "mod", "cover", "wreck", "setup"),
    *("first_turn", "win", "golden", "army", "geometry", "hm"),
)
# Clauses of these groups that only serve rules not played yet.
LATER: frozenset[str] = frozenset()


GAME = Game(
    id="micro_brick_battle",
    title="Micro Brick Battle",
    rules_version="3",
    verbs=("approach", "move"),
    folder=Path(__file__).parent,
    ruler="inch",
    set_up=new_match,
    first_state=first_state,
    agreement=Options,
    scenario_kind=SCENARIOS,
    scenario_table=SCENARIOS.known,
    setting_up={
        PlaceTerrain: SettingUp(),
        DeployUnit: SettingUp(liked="line"),
        FirstTurnChoice: SettingUp(liked="move", own=True),
    },
    frames=(Battle, LayingOut, Deployment, Round, Turn, MovementPhase, MoveUnderWay, ShootingPhase),
    decisions=(PlaceTerrain, DeployUnit, FirstTurnChoice, MoveUnits, DeclareTargets),
    minds=MINDS,
    any_setup=any_setup,
    clause_prefixes=("mbb", "inf"),
    groups=GROUPS,
    later=LATER,
    guess_piles=guess_piles,
    guess_secrets=guess_secrets,
    judge=JUDGE,
    relative_cost=relative_cost,
    queries=QUERIES,
    speech=SPEECH,
    workloads=WORKLOADS,
    roll_off=roll_off,
    roll_offs=tuple(METHODS),
    drawn=True,
    face=table_face,
    situation=situation,
    previews=PREVIEWS,
    choices=catalogue,
    aids=(aids,),
    scenario_face=scenario_shown,
    desk=desk,
    drawn_scenario=drawn_scenario,
    check_army=checked_army,
    yard=yard,
    build_card=built_card,
    suited=suited,
    attacks=possible_attacks,
    companion=COMPANION,
    most_units=most_units,
    concede_clause="mbb.win.stalemate",
).with_chapters(
    terrain.CONTENTS,
    house_rules.CONTENTS,
    young_players.QUICK,
    young_players.YOUNG,
    teams.TEAM_PLAY,
    teams.FOR_ALL,
    special_units.CONTENTS,
    amphibious_vehicles.CONTENTS,
    artillery.CONTENTS,
    artillery.WORKS,
    airplanes.CONTENTS,
    infantry.CONTENTS,
    mines.CONTENTS,
    weather.CONTENTS,
    effect_cards.CONTENTS,
    reinforcements.WAITING,
    reinforcements.CONTENTS,
    scenario_goals.CONTENTS,
)
