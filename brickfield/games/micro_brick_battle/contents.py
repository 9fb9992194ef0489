"""Micro Brick Battle: the table of contents. Read this file first; every chapter of the book is a file in `rules/`.

| chapter of the book            | file in rules/             | frames and decisions                       |
|--------------------------------|----------------------------|--------------------------------------------|
| Units, unit stats              | unit_cards.py              |                                            |
| Rounds, turn overview          | rounds_and_turns.py        | Battle, Round, Turn                        |
| I. Movement Phase              | movement_phase.py, movement.py | MovementPhase: MoveUnits; MoveUnderWay |
| II. Target Declaration Phase   | aims.py, target_declaration.py | DeclareTargets                         |
| Line of sight                  | line_of_sight.py           |                                            |
| III. Shooting Phase            | shooting.py, odds.py       | ShootingPhase                              |
| Victory table, printed numbers | measures.py, data/*.toml   |                                            |
| Modifiers                      | modifiers.py               |                                            |
| Obstacles and terrain          | obstacles_and_terrain.py, battlefield.py, features.py | LayingOut: PlaceTerrain |
| Terrain: hills, water, mud     | pieces.py, grounds.py, hills.py, water.py, ground_charges.py           |
| Obstacles: walls, bunkers ...  | structures.py, bunkers.py, views.py (who looks past what) |             |
| Hit markers                    | hit_markers.py             |                                            |
| Starting a game, first turn    | starting_a_game.py         | Deployment: DeployUnit, FirstTurnChoice    |
| Winning                        | winning.py                 |                                            |
| Team play, free for all        | team_play.py, free_for_all.py | RollForFirst                            |
| Effect cards                   | effect_cards.py, card_effects.py, seen_points.py | CardInPlay           |
| Playing effect cards           | choosing_cards.py          | ChoosingCards: ChooseCards                 |
|                                | playing_cards.py, rapid_fire.py | PlayingCards: PlayCards, RapidFire    |
| Losses, wrecks                 | losses.py                  |                                            |
| Conflict resolution            | conflict_resolution.py     |                                            |
| Young players, quick play      | young_players.py, quick_play.py |                                       |
| Mines                          | minefields.py, mine_tests.py, laying_mines.py | MineTest, LayingMines |
| Weather                        | weather.py                 |                                            |
| House rules                    | house_rules.py, options.py, switches.py |                               |
| Building your army             | army_lists.py, army_tables.py, own_units.py, price_fit.py |             |
| Reinforcement units            | reinforcements.py          | SettingAside: NameReserves                 |
| Self propelled guns, spotters  | special_units.py, spotters.py |                                         |
| Amphibious vehicles            | amphibious_vehicles.py, swimming_on.py |                                |
| Artillery                      | emplaced_guns.py, gun_works.py | PlacingWorks: PlaceWork                |
| Tank commanders                | tank_commanders.py, extra_shots.py | CommandersPlan: CommandersChoice   |
|                                | movement_phase.py          | CommandersShot, CommandersMove             |
| Airplanes                      | airplanes.py, airplane_phase.py | AirplanePhase: FlyAirplanes, EnterAirplane |
| Airplane shooting              | airplane_shooting.py, airplane_aims.py |                                |
| Targeting airplanes            | targeting_airplanes.py     |                                            |
| Infantry: units, plates        | infantry.py (the model), infantry_tables.py, infantry_deployment.py |   |
| Infantry in army lists         | infantry_lists.py          |                                            |
| Infantry: moving               | infantry_phase.py          | InfantryMoves: MoveInfantry; OntoMinedGround |
|                                | marching.py, marching_points.py, on_foot.py |                           |
| Infantry: following a tank     | following.py               | in MovementPhase                           |
| Infantry: buildings, joining   | entering_buildings.py, joining.py, stragglers.py |                      |
| Infantry: specialty units      | medics.py, engineers.py, captain.py, shared_fates.py |                  |
| Infantry: sight, hidden units  | infantry_sight.py, infantry_cover.py |                                  |
| Infantry: flanking, damage     | flanking.py, infantry_damage.py |                                       |
| Infantry: raiding              | raiding.py                 | MovingIn: MoveInAfterRaid                  |
| Scenarios                      | scenarios.py, battle_setup.py (from agreement to match) |               |
| A table from a number          | random_tables.py           |                                            |
| Scenario goals                 | scenario_goals.py, leaving_the_table.py | LeavingTheTable               |

A decision stands in its chapter with its rule and its question (`ask`), which is all that browsers, words, programs and
bots are told. Beside the book: `shown/` (faces.py: cards, terrain, zones, situation; goals.py: what is to be done;
previews.py: what may be asked meanwhile; catalogue.py: what can be chosen before a battle), `words/` (the game in
words) and `mind/` (by_decision.py: for each decision what bots and hints know and random play does).
"""

from __future__ import annotations

from pathlib import Path

from brickfield.core.game import Game, SettingUp
from brickfield.games.micro_brick_battle.base.aims import DeclareTargets
from brickfield.games.micro_brick_battle.base.movement_phase import MovementPhase, MoveUnits
from brickfield.games.micro_brick_battle.base.moves_under_way import MoveUnderWay
from brickfield.games.micro_brick_battle.base.obstacles_and_terrain import LayingOut, PlaceTerrain
from brickfield.games.micro_brick_battle.base.rounds_and_turns import Battle, Round, Turn
from brickfield.games.micro_brick_battle.base.shooting import ShootingPhase
from brickfield.games.micro_brick_battle.base.starting_a_game import Deployment, DeployUnit, FirstTurnChoice
from brickfield.games.micro_brick_battle.chapters.airplanes import contents as airplanes
from brickfield.games.micro_brick_battle.chapters.amphibious_vehicles import contents as amphibious_vehicles
from brickfield.games.micro_brick_battle.chapters.artillery import contents as artillery
from brickfield.games.micro_brick_battle.chapters.effect_cards import contents as effect_cards
from brickfield.games.micro_brick_battle.chapters.house_rules import contents as house_rules
from brickfield.games.micro_brick_battle.chapters.house_rules.conflict_resolution import roll_off
from brickfield.games.micro_brick_battle.chapters.house_rules.house_rules import METHODS
from brickfield.games.micro_brick_battle.chapters.infantry import contents as infantry
from brickfield.games.micro_brick_battle.chapters.mines import contents as mines
from brickfield.games.micro_brick_battle.chapters.reinforcements import contents as reinforcements
from brickfield.games.micro_brick_battle.chapters.scenario_goals import contents as scenario_goals
from brickfield.games.micro_brick_battle.chapters.special_units import contents as special_units
from brickfield.games.micro_brick_battle.chapters.teams import contents as teams
from brickfield.games.micro_brick_battle.chapters.terrain import contents as terrain
from brickfield.games.micro_brick_battle.chapters.weather import contents as weather
from brickfield.games.micro_brick_battle.chapters.young_players import contents as young_players
from brickfield.games.micro_brick_battle.mind.by_decision import FINER, JUDGE, OUTLOOKS, SAMPLES, SUGGESTS
from brickfield.games.micro_brick_battle.mind.effort import effort
from brickfield.games.micro_brick_battle.mind.guesses import guess_piles, guess_secrets
from brickfield.games.micro_brick_battle.setup.any_battle import any_setup
from brickfield.games.micro_brick_battle.setup.army_lists import most_units
from brickfield.games.micro_brick_battle.setup.battle_setup import first_state, new_match
from brickfield.games.micro_brick_battle.setup.options import Options
from brickfield.games.micro_brick_battle.setup.scenarios import scenarios
from brickfield.games.micro_brick_battle.shown.catalogue import catalogue, checked_army
from brickfield.games.micro_brick_battle.shown.duels import possible_attacks
from brickfield.games.micro_brick_battle.shown.faces import situation, table_face
from brickfield.games.micro_brick_battle.shown.previews import PREVIEWS
from brickfield.games.micro_brick_battle.shown.yard import built_card, yard
from brickfield.games.micro_brick_battle.words.queries import QUERIES
from brickfield.games.micro_brick_battle.words.speech import SPEECH
from brickfield.games.micro_brick_battle.workloads import WORKLOADS

# Groups of the ledger that the base book plays; chapters bring theirs.
GROUPS = (
    *("about", "build", "unit", "turn", "move", "declare", "los", "shoot", "vt", "mod", "cover", "wreck", "setup"),
    *("first_turn", "win", "conflict", "golden", "army", "geometry", "hm"),
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
    scenario_table=scenarios,
    setting_up={
        PlaceTerrain: SettingUp(),
        DeployUnit: SettingUp(liked="line"),
        FirstTurnChoice: SettingUp(liked="move", own=True),
    },
    frames=(Battle, LayingOut, Deployment, Round, Turn, MovementPhase, MoveUnderWay, ShootingPhase),
    decisions=(PlaceTerrain, DeployUnit, FirstTurnChoice, MoveUnits, DeclareTargets),
    suggests=SUGGESTS,
    finer=FINER,
    samples=SAMPLES,
    outlooks=OUTLOOKS,
    any_setup=any_setup,
    clause_prefixes=("mbb", "inf"),
    groups=GROUPS,
    later=LATER,
    guess_piles=guess_piles,
    guess_secrets=guess_secrets,
    judge=JUDGE,
    effort=effort,
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
    check_army=checked_army,
    yard=yard,
    build_card=built_card,
    attacks=possible_attacks,
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
