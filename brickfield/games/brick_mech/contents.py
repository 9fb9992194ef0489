"""BrickMech: the table of contents. Read this file first; every chapter of the sheet is a file beside it.

| chapter of the sheet      | file                                          | frames and decisions                  |
|---------------------------|-----------------------------------------------|---------------------------------------|
| How to play: modules      | modules.py, workshop.py                       |                                       |
| Record Sheet              | record_sheet.py                               |                                       |
| The Round                 | rounds.py                                     | Battle, Round                         |
| Roll Initiative           | initiative.py                                 | Initiative                            |
| Take Action               | actions.py, take_action.py                    | Activation: TakeAction                |
| Move Action               | move_costs.py, move_action.py                 | MoveAction                            |
| Attack Action             | attack_action.py, ranges_and_arcs.py          | AttackAction                          |
| Modifiers, cover          | modifiers.py, cover.py                        |                                       |
| Damage, Massive Damage    | damage.py, massive_damage.py                  | MassiveDamage                         |
| Destroyed units           | destroyed_units.py, loose_parts.py            |                                       |
| Scavenge Action           | scavenge_action.py                            |                                       |
| Ending a Turn             | ending_a_turn.py                              | EndingTurn                            |
| A Final Note              | a_final_note.py                               | TableVote: MayChallenge, Vote         |
| Objective                 | objective.py, giving_up.py                    |                                       |
| Optional Rules            | options.py, switches.py                       |                                       |
| - several units           | initiative.py, rounds.py                      |                                       |
| - criticals               | damage.py                                     |                                       |
| - Return Fire             | return_fire.py                                | AttackAction: ReturnFire              |
| - Hold Fire               | hold_fire.py                                  | window "enters": HeldShot             |
| - Charge, Targeted Shot   | charge.py, targeted_shot.py                   |                                       |
| - Adapting Ranges         | adapting_ranges.py                            |                                       |
| - Faster Initiative       | initiative.py                                 |                                       |
| Deployment (ours)         | deployment.py, scenarios.py                   | Deployment: DeployUnit                |

| window   | opens when                                                      | who is asked                         |
|----------|-----------------------------------------------------------------|--------------------------------------|
| "enters" | a mover newly is in a range and arc of a hostile holder, who    | every such holder's player, in       |
|          | has a die there and could attack it, whatever the note says     | initiative order                     |

Beside the sheet: battlefield.py and measures.py (the table and the numbers), battle_setup.py (from agreement to match),
odds.py, queries.py and offers.py (what text and programs are told), sampling.py (random play), suggestions*.py (what
hints know: ideas, the Moves behind them, their words), judgement*.py (what a table and an idea are worth: sights from
any pose, prospects of a side, plans for a turn, places, ways, deployment), and what a drawn table shows: faces.py
(cards, record sheets, terrain, situation), aims.py (attacks before they are declared), questions.py (each decision
drawn), previews.py (what may be asked meanwhile), catalogue.py and about.py (what can be chosen before a battle).
"""

from __future__ import annotations

from pathlib import Path

from brickfield.core.game import Game, Workload
from brickfield.core.match import Setup
from brickfield.games.brick_mech.a_final_note import MayChallenge, TableVote, Vote
from brickfield.games.brick_mech.attack_action import AttackAction
from brickfield.games.brick_mech.battle_setup import first_state, new_match
from brickfield.games.brick_mech.catalogue import catalogue, checked_army
from brickfield.games.brick_mech.deployment import Deployment, DeployUnit
from brickfield.games.brick_mech.ending_a_turn import EndingTurn
from brickfield.games.brick_mech.faces import situation, table_face
from brickfield.games.brick_mech.giving_up import give_up
from brickfield.games.brick_mech.hold_fire import HeldShot, enters
from brickfield.games.brick_mech.initiative import Initiative
from brickfield.games.brick_mech.judgement import JUDGE
from brickfield.games.brick_mech.massive_damage import MassiveDamage
from brickfield.games.brick_mech.move_action import MoveAction
from brickfield.games.brick_mech.offers import offer
from brickfield.games.brick_mech.options import Options
from brickfield.games.brick_mech.previews import PREVIEWS
from brickfield.games.brick_mech.queries import QUERIES
from brickfield.games.brick_mech.questions import asked
from brickfield.games.brick_mech.return_fire import ReturnFire
from brickfield.games.brick_mech.rounds import Battle, Round
from brickfield.games.brick_mech.sampling import sample
from brickfield.games.brick_mech.scenarios import scenarios
from brickfield.games.brick_mech.speech import SPEECH
from brickfield.games.brick_mech.suggestions import suggest
from brickfield.games.brick_mech.take_action import Activation, TakeAction
from brickfield.games.brick_mech.yard import built_card, yard

# All groups of the ledger are played.
GROUPS = (
    *("overview", "dice", "objective", "setup", "team", "init", "action", "unit", "move", "attack", "defense"),
    *("damage", "mod", "massive", "destroy", "scavenge", "endturn", "judgement", "option", "geometry", "data"),
)


GAME = Game(
    id="brick_mech",
    title="BrickMech",
    rules_version="2",
    folder=Path(__file__).parent,
    ruler="brick",
    set_up=new_match,
    first_state=first_state,
    agreement=Options,
    scenario_table=scenarios,
    frames=(
        *(Battle, Deployment, Initiative, Round, Activation, MoveAction, AttackAction, MassiveDamage, EndingTurn),
        TableVote,
    ),
    decisions=(DeployUnit, TakeAction, ReturnFire, HeldShot, MayChallenge, Vote),
    suggest=suggest,
    sample=sample,
    offer=offer,
    clause_prefixes=("bm",),
    groups=GROUPS,
    windows={"enters": enters},
    judge=JUDGE,
    queries=QUERIES,
    speech=SPEECH,
    workloads={"duels": Workload("a Mech against a Mech", Setup("brick_mech", "duel"))},
    face=table_face,
    situation=situation,
    asked=asked,
    previews=PREVIEWS,
    choices=catalogue,
    check_army=checked_army,
    yard=yard,
    build_card=built_card,
    concede_clause="bm.objective.default",
    concede=give_up,
    drawn=True,
)
