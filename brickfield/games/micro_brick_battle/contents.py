"""Micro Brick Battle: the table of contents. Read this file first; every chapter of the book is a file beside it.

| chapter of the book            | file                       | frames and decisions                       |
|--------------------------------|----------------------------|--------------------------------------------|
| Units, unit stats              | unit_cards.py              |                                            |
| Rounds, turn overview          | rounds_and_turns.py        | Battle, Round, Turn, MovementPhase         |
| I. Movement Phase              | movement.py                | MoveUnits                                  |
| II. Target Declaration Phase   | target_declaration.py      | DeclareTargets                             |
| Line of sight                  | line_of_sight.py           |                                            |
| III. Shooting Phase            | shooting.py, odds.py       | ShootingPhase                              |
| Victory table, printed numbers | measures.py, data/*.toml   |                                            |
| Modifiers                      | modifiers.py               |                                            |
| Obstacles and terrain          | obstacles_and_terrain.py, battlefield.py, features.py | LayingOut: PlaceTerrain |
| Starting a game, first turn    | starting_a_game.py         | Deployment: DeployUnit, FirstTurnChoice    |
| Winning                        | winning.py                 |                                            |
| Conflict resolution            | conflict_resolution.py     |                                            |
| Young players, quick play      | young_players.py, quick_play.py |                                       |
| House rules                    | house_rules.py, options.py |                                            |
| Building your army             | army_lists.py              |                                            |
| Reinforcement units            | reinforcements.py          |                                            |

Beside the book: battle_setup.py (from agreement to match), suggestions.py and judgement.py (what bots and hints know),
sampling.py (random play), offers.py (what text and programs are told), and what a drawn table shows: faces.py (cards,
terrain, zones, situation), aims.py (shots before they are declared), questions.py (each decision drawn), previews.py
(what may be asked meanwhile), catalogue.py (what can be chosen before a battle).
"""

from __future__ import annotations

from pathlib import Path

from brickfield.core.game import Game
from brickfield.games.micro_brick_battle.army_lists import most_units
from brickfield.games.micro_brick_battle.battle_setup import first_state, new_match
from brickfield.games.micro_brick_battle.catalogue import catalogue, checked_army
from brickfield.games.micro_brick_battle.conflict_resolution import roll_off
from brickfield.games.micro_brick_battle.faces import situation, table_face
from brickfield.games.micro_brick_battle.judgement import JUDGE
from brickfield.games.micro_brick_battle.obstacles_and_terrain import LayingOut, PlaceTerrain
from brickfield.games.micro_brick_battle.offers import offer
from brickfield.games.micro_brick_battle.options import Options
from brickfield.games.micro_brick_battle.previews import PREVIEWS
from brickfield.games.micro_brick_battle.queries import QUERIES
from brickfield.games.micro_brick_battle.questions import asked
from brickfield.games.micro_brick_battle.rounds_and_turns import (
    Battle,
    DeclareTargets,
    MovementPhase,
    MoveUnits,
    Round,
    Turn,
)
from brickfield.games.micro_brick_battle.sampling import sample
from brickfield.games.micro_brick_battle.scenarios import scenarios
from brickfield.games.micro_brick_battle.shooting import ShootingPhase
from brickfield.games.micro_brick_battle.speech import SPEECH
from brickfield.games.micro_brick_battle.starting_a_game import Deployment, DeployUnit, FirstTurnChoice
from brickfield.games.micro_brick_battle.suggestions import suggest
from brickfield.games.micro_brick_battle.workloads import WORKLOADS

# Groups of the ledger that this version plays. Clauses of the others belong to advanced rules still to come.
GROUPS = (
    *("about", "build", "unit", "turn", "move", "declare", "los", "shoot", "vt", "mod", "cover", "wreck", "setup"),
    *("first_turn", "win", "conflict", "golden", "young", "house", "army", "quick", "geometry"),
)
# Clauses of `geometry` that only serve rules not played yet (spotters, bridges, hills, mines, airplanes, secrets).
LATER = frozenset(
    f"mbb.geometry.{name}"
    for name in ("muzzle.spotter", "range", "bridge_path", "mp_charges", "hill_los", "hidden_info", "plane_reference")
) | {"mbb.first_turn.planes"}


GAME = Game(
    id="micro_brick_battle",
    title="Micro Brick Battle",
    rules_version="2",
    older_rules=("1",),
    folder=Path(__file__).parent,
    ruler="inch",
    set_up=new_match,
    first_state=first_state,
    agreement=Options,
    scenario_table=scenarios,
    frames=(Battle, LayingOut, Deployment, Round, Turn, MovementPhase, ShootingPhase),
    decisions=(PlaceTerrain, DeployUnit, FirstTurnChoice, MoveUnits, DeclareTargets),
    suggest=suggest,
    sample=sample,
    offer=offer,
    clause_prefixes=("mbb", "inf"),
    groups=GROUPS,
    later=LATER,
    judge=JUDGE,
    queries=QUERIES,
    speech=SPEECH,
    workloads=WORKLOADS,
    roll_off=roll_off,
    drawn=True,
    face=table_face,
    situation=situation,
    asked=asked,
    previews=PREVIEWS,
    choices=catalogue,
    check_army=checked_army,
    most_units=most_units,
    concede_clause="mbb.win.stalemate",
)
