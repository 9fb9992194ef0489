"""BrickAction: the table of contents. Read this file first; every section of the guide is a file.

| section of the guide      | files                                               | frames and decisions             |
|---------------------------|-----------------------------------------------------|----------------------------------|
| Setup, Roll-off           | setup/, base/roll_off.py, base/deployment.py        | RollOff: ChooseHalf; Deployment  |
| - free rockets            | chapters/anti_armour/free_rockets.py                | FreeRockets: AssignRocket        |
| Turns & Actions           | base/turns.py, actions.py, take_action.py           | Battle, Turn: TakeAction         |
| Action 'Holds'            | chapters/holds/, base/reactions/responses.py        | Holding, Responding: Respond     |
| Movement                  | base/moving/, base/prone.py, displacement.py        | Moving, ChangePosture: MayDrop   |
| Reactive Fire             | base/reactions/reactive_fire.py, interrupts.py      | ReactiveShot: ReactToMove        |
| Reactive movement         | base/reactions/reactive_movement.py                 | ReactiveMovement: Pursue         |
| Infantry Weapons, Units   | base/weapons.py, base/minis.py, setup/forces.py     |                                  |
| - the commando            | chapters/commandos/                                 | Commando: FireOn, MoveOn         |
| Attacking                 | base/firing/, base/sight/                           | Attacking                        |
| - smoke, flushing out     | chapters/smoke/, chapters/flushing/                 | LayingSmoke                      |
| Close Combat              | base/close_combat/                                  | FightingCloseCombat: MayFightOn  |
| Casualties, Suppression   | base/casualties.py, losses.py, suppression.py       | Losses: ChooseLosses             |
| Rallying                  | base/rallying.py                                    | Rallying                         |
| Heavy Support             | chapters/heavy_support/                             | ChangingCrew                     |
| Armor table, vehicles     | chapters/vehicles/                                  | ArmourAttack, Driving ...        |
| Infantry VS Armor, Swarm  | chapters/anti_armour/                               | ArmourAttack                     |
| Buildings                 | chapters/buildings/                                 |                                  |
| Objective                 | base/objective.py, objective_kinds.py               |                                  |
| - flags, the marker       | chapters/flags/, chapters/capture/                  | TakingFlag, Activating           |
| the board and its numbers | base/battlefield.py, terrain.py, measures.py        |                                  |

| window       | opens when                                                        | who is asked                    |
|--------------|-------------------------------------------------------------------|---------------------------------|
| "moves"      | at a half stud of a move a hold could respond, or somebody react  | enemy holds, then reactive fire |
| "attacks"    | an attack, a close combat or a swarm is declared, before the dice | enemy holds                     |
| "under_fire" | a ranged attack, held attack or reactive shot is declared         | its target: go prone?           |

Where chapters plug in (each names its own in its contents.py; the base book imports none of them):

| declared in                   | what a chapter says there                                                           |
|-------------------------------|-------------------------------------------------------------------------------------|
| base/actions.py               | DEEDS: its sorts of actions; own_attack_bar, may_be_ordered: what forbids others    |
| base/turns.py                 | turn_opens, turn_begins, action_over, turn_ends: what it does then; steps of Battle |
| base/deployment.py            | vehicle_under, footprints, ground_to_stand, unit_deployed                           |
| base/casualties.py, losses.py | mini_falls, unit_gone, losses_taken; comes_of_losses                                |
| base/objective.py             | decided, decided_at_last, weapon_points                                             |
| base/moving/                  | burdened, drawn_for_it, unit_moved; steps of Moving                                 |
| base/sight/                   | weapon_apart, weapon_crew, reached_lying; lines_at, cover_told                      |
| base/firing/                  | mounted_shot, unseen_shot, what_reaches; small_arms_bar, weapon_aimed               |
| base/reactions/               | reaction_of, reactive_fire_at, is_bound; waiters, reaches_hidden, offers_of_waiters |
| chapters/holds/               | first_bar, what_never_comes, is_over; attack_reaches, marks_of_moves                |
| chapters/vehicles/            | cannot_ride, sees_nothing                                                           |
"""

from __future__ import annotations

from pathlib import Path

from brickfield.core.game import Game, SettingUp, Workload
from brickfield.core.match import Setup
from .base.casualties import ChooseLosses
from .base.close_combat.close_combat import FightingCloseCombat, MayFightOn
from .base.deployment import Deployment, DeployUnit
from .base.firing.attack import Attacking, MaySaveSix
from .base.losses import Losses
from .base.moving.arrival import Arrival, ChangingCorner, DeclareCorner, TakeWeapons
from .base.moving.moving import Moving
from .base.prone import ChangePosture, MayDrop, under_fire
from .base.rallying import ChooseRally, Rallying
from .base.reactions.reactive_movement import Pursue, ReactiveMovement
from .base.reactions.responses import ReactiveShot, ReactToMove, moves
from .base.roll_off import ChooseFirst, ChooseHalf, ChooseZone, RollOff
from .base.take_action import TakeAction
from .base.turns import Battle, Turn
from .chapters.anti_armour import contents as anti_armour
from .chapters.buildings import contents as buildings
from .chapters.capture import contents as capture
from .chapters.commandos import contents as commandos
from .chapters.flags import contents as flags
from .chapters.flushing import contents as flushing
from .chapters.heavy_support import contents as heavy_support
from .chapters.holds import contents as holds
from .chapters.smoke import contents as smoke
from .chapters.vehicles import contents as vehicles
from .mind.by_decision import MINDS
from .mind.judgement import JUDGE
from .setup.any_battle import any_setup
from .setup.battle_setup import first_state, new_match
from .setup.forces import suited
from .setup.options import Options
from .setup.scenarios import SCENARIOS
from .shown.aids import aids
from .shown.catalogue import catalogue, checked_army, scenario_shown
from .shown.desk import desk, drawn_scenario
from .shown.drop_worth import with_worth
from .shown.duels import possible_attacks
from .shown.faces import situation, table_face
from .shown.previews import PREVIEWS
from .shown.yard import built_card, yard
from .words.queries import QUERIES
from .words.speech import SPEECH

# The groups of the ledger that are of the base book; the others come with their chapters.
GROUPS = (
    *("setup", "turn", "obj", "weapon", "single", "unit", "reactive", "reactmove", "move", "attack"),
    *("cover", "last", "elev", "cas", "sup", "rally", "cc", "longshot", "geometry", "table", "intro"),
)
# Clauses of those groups that wait for rules still to come.
LATER: frozenset[str] = frozenset()

# Two squads, and a force of exactly 300 points, for the bench.
TWO = (("rifle_squad", 1), ("assault_squad", 1))
THREE_HUNDRED = (
    *(("guard_squad", 1), ("rifle_squad", 1), ("scout_car", 1)),
    ("regular smg rocket, regular smg rocket, regular smg", 1),
)

# What its units do, by the ids of their actions.
VERBS = ("move", "attack", "items", "close_combat", "rally", "go_prone", "rise", "corner")

GAME = Game(
    id="brick_action",
    title="BrickAction",
    rules_version="2",
    verbs=VERBS,
    folder=Path(__file__).parent,
    ruler="stud",
    set_up=new_match,
    first_state=first_state,
    agreement=Options,
    scenario_kind=SCENARIOS,
    scenario_table=SCENARIOS.known,
    setting_up={each: SettingUp() for each in (ChooseHalf, ChooseZone, ChooseFirst, DeployUnit)},
    frames=(
        *(Battle, RollOff, Deployment, Turn, Rallying, Moving, ChangePosture, ReactiveShot),
        *(Attacking, Losses, FightingCloseCombat, ReactiveMovement, Arrival, ChangingCorner),
    ),
    decisions=(
        *(ChooseHalf, ChooseZone, ChooseFirst, DeployUnit, TakeAction, ReactToMove, MayDrop, Pursue),
        *(ChooseLosses, MaySaveSix, MayFightOn, ChooseRally, TakeWeapons, DeclareCorner),
    ),
    windows={"moves": moves, "under_fire": under_fire},
    asks={MayDrop: with_worth},
    minds=MINDS,
    clause_prefixes=("ba",),
    groups=GROUPS,
    later=LATER,
    judge=JUDGE,
    any_setup=any_setup,
    queries=QUERIES,
    speech=SPEECH,
    workloads={
        "skirmishes": Workload("two squads against two", Setup("brick_action", "meeting", armies=(TWO, TWO))),
        "villages": Workload(
            "300 points a side in a village", Setup("brick_action", "village", armies=(THREE_HUNDRED, THREE_HUNDRED))
        ),
    },
    concede_clause="ba.obj.wipeout",
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
    drawn=True,
).with_chapters(
    holds.CONTENTS,
    buildings.CONTENTS,
    vehicles.CONTENTS,
    anti_armour.CONTENTS,
    heavy_support.CONTENTS,
    capture.CONTENTS,
    flags.CONTENTS,
    smoke.CONTENTS,
    flushing.CONTENTS,
    commandos.CONTENTS,
)
