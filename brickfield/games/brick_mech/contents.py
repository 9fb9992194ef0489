"""BrickMech: the table of contents. Read this file first; every chapter of the sheet is a file in `base/` or a folder
in `chapters/`.

| chapter of the sheet      | file in base/                                 | frames and decisions                  |
|---------------------------|-----------------------------------------------|---------------------------------------|
| How to play: modules      | modules.py (and setup/workshop.py)            |                                       |
| Record Sheet              | record_sheet.py                               |                                       |
| The Round                 | rounds.py                                     | Battle, Round                         |
| Roll Initiative           | initiative.py                                 | Initiative                            |
| Take Action               | actions.py, activation.py, take_action.py     | Activation: TakeAction                |
| Move Action               | move_costs.py, move_action.py                 | MoveAction                            |
| Attack Action             | attack_action.py, ranges_and_arcs.py, aims.py | AttackAction                          |
| Modifiers, cover          | modifiers.py, cover.py, odds.py               |                                       |
| Damage, criticals         | damage.py                                     |                                       |
| Destroyed units           | destroyed_units.py                            |                                       |
| Ending a Turn             | ending_a_turn.py                              | EndingTurn                            |
| Objective                 | objective.py, giving_up.py                    |                                       |
| Faster Initiative, several units | initiative.py, rounds.py               |                                       |
| Deployment (ours)         | deployment.py (and setup/room.py)             | Deployment: DeployUnit                |
| the table and its numbers | battlefield.py, measures.py                   |                                       |

| chapter in a folder       | folder in chapters/                           | what it brings                        |
|---------------------------|-----------------------------------------------|---------------------------------------|
| Massive Damage            | massive_damage                                | MassiveDamage, steps of AttackAction  |
| Scavenge Action           | scavenging                                    | TakeAction: Detach, Mount             |
| Return Fire (optional)    | return_fire                                   | AttackAction: ReturnFire              |
| Hold Fire (optional)      | hold_fire                                     | TakeAction: HoldFire; HeldShot        |
| Charge (optional)         | charge                                        |                                       |
| Targeted Shot (optional)  | targeted_shot                                 |                                       |
| Adapting Ranges (optional) | adapting_ranges                              |                                       |
| A Final Note (optional)   | a_final_note                                  | TableVote: MayChallenge, Vote         |

| window   | opens when                                                      | who is asked                         |
|----------|-----------------------------------------------------------------|--------------------------------------|
| "enters" | a mover newly is in a range and arc of a hostile holder, who    | every such holder's player, in       |
|          | has a die there and could attack it, whatever the note says     | initiative order                     |

A chapter says in its `chapter.py` where it is played and in its `contents.py` what it brings. Around the rules:

| folder   | what is in it                                                                                          |
|----------|--------------------------------------------------------------------------------------------------------|
| `setup/` | options and switches, the workshop, scenarios, battle_setup, room, possible_tables                     |
| `shown/` | faces (cards, record sheets, terrain, situation), goals, previews of what is not decided, catalogue, yard |
| `words/` | queries about a table, what people type (speech_orders), questions and events in sentences             |
| `mind/`  | by_decision (one row a decision: suggest, sample, price), suggestions*, judgement*, sampling           |
| beside   | about.py (the game on one page), data_files.py                                                         |
"""

from pathlib import Path

from brickfield.core.game import Game, SettingUp, Workload
from brickfield.core.match import Setup
from .base.activation import Activation
from .base.attack_action import AttackAction
from .base.deployment import Deployment, DeployUnit
from .base.ending_a_turn import EndingTurn
from .base.giving_up import give_up
from .base.initiative import Initiative
from .base.move_action import MoveAction
from .base.rounds import Battle, Round
from .base.take_action import TakeAction
from .chapters.a_final_note import contents as a_final_note
from .chapters.adapting_ranges import contents as adapting_ranges
from .chapters.charge import contents as charge
from .chapters.hold_fire import contents as hold_fire
from .chapters.massive_damage import contents as massive_damage
from .chapters.return_fire import contents as return_fire
from .chapters.scavenging import contents as scavenging
from .chapters.targeted_shot import contents as targeted_shot
from .mind.by_decision import MINDS
from .mind.guesses import guess_secrets
from .mind.judgement import MechJudge
from .setup.battle_setup import first_state, new_match
from .setup.options import Options
from .setup.scenarios import SCENARIOS
from .setup.workshop import suited
from .shown.aids import aids
from .shown.catalogue import catalogue, checked_army, scenario_shown
from .shown.companion import COMPANION
from .shown.desk import desk
from .shown.faces import situation, table_face
from .shown.previews import PREVIEWS
from .shown.yard import built_card, yard
from .words.queries import QUERIES
from .words.speech import SPEECH

# The groups of the ledger that belong to the sheet itself; chapters bring theirs.
GROUPS = (
    *("overview", "dice", "objective", "setup", "team", "init", "action", "unit", "move", "attack", "defense"),
    *("damage", "mod", "destroy", "endturn", "option", "geometry", "data"),
)


GAME = Game(
    id="brick_mech",
    title="BrickMech",
    rules_version="3",
    verbs=("move", "attack"),
    folder=Path(__file__).parent,
    ruler="brick",
    set_up=new_match,
    first_state=first_state,
    agreement=Options,
    scenario_kind=SCENARIOS,
    scenario_table=SCENARIOS.known,
    setting_up={DeployUnit: SettingUp(liked="line")},
    frames=(Battle, Deployment, Initiative, Round, Activation, MoveAction, AttackAction, EndingTurn),
    decisions=(DeployUnit, TakeAction),
    minds=MINDS,
    clause_prefixes=("bm",),
    groups=GROUPS,
    guess_secrets=guess_secrets,
    judge=MechJudge(),
    queries=QUERIES,
    speech=SPEECH,
    workloads={"duels": Workload("a Mech against a Mech", Setup("brick_mech", "duel"))},
    face=table_face,
    situation=situation,
    previews=PREVIEWS,
    choices=catalogue,
    aids=(aids,),
    scenario_face=scenario_shown,
    desk=desk,
    check_army=checked_army,
    yard=yard,
    build_card=built_card,
    companion=COMPANION,
    suited=suited,
    concede_clause="bm.objective.default",
    concede=give_up,
    drawn=True,
).with_chapters(
    massive_damage.CONTENTS,
    scavenging.CONTENTS,
    return_fire.CONTENTS,
    hold_fire.CONTENTS,
    charge.CONTENTS,
    targeted_shot.CONTENTS,
    adapting_ranges.CONTENTS,
    a_final_note.CONTENTS,
)
