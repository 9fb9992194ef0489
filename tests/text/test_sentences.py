"""Every event becomes a sentence, in one place, with its clause at the end."""

from __future__ import annotations

import msgspec
import pytest

from brickfield.core import events as happened
from brickfield.core.board import Model, Token
from brickfield.core.events import EVENTS, Event
from brickfield.core.refusal import illegal
from brickfield.core.state import State
from brickfield.geometry.grain import Pose
from brickfield.speech.acts import acts_of
from brickfield.speech.sentences import Sentence, sentence
from brickfield.speech.story import story
from brickfield.testing import lay_table, piece, unit

POSE = Pose.at(12, 4.5, 90)
CLAUSE = "mbb.test"

# One of every sort, with what its sentence must say. A new event without an entry fails the first test.
SAID: list[tuple[Event, str]] = [
    (happened.RoundStarted(round=2), "Round 2 begins."),
    (happened.RoundEnded(round=2), "Round 2 is over."),
    (happened.TurnStarted(seat=0), "Your turn begins."),
    (happened.TurnEnded(seat=1), "Orange's turn is over."),
    (happened.PhaseStarted(phase="target_declaration"), "The target declaration phase begins."),
    (happened.PhaseSkipped(phase="shooting"), "There is no shooting this turn."),
    (
        happened.PieceLeftOut(seat=1, piece="House"),
        "Orange cannot lay House anywhere on the table any more: it goes back into the box.",
    ),
    (happened.Chosen(seat=1, what="skipped_phase", choice="movement"), "Orange only shoots in this first turn"),
    (happened.Chosen(seat=0, what="side_road", choice="east"), "You chose east (side road)."),
    (happened.FactChanged(name="first", value=1), "Orange won the roll"),
    (happened.FactChanged(name="draw0", value=1), "You offered a draw."),
    (happened.FactChanged(name="draw0", value=0), "Your offer of a draw is over."),
    (happened.FactChanged(name="quiet_rounds", value=3), "Rounds without a loss so far: 3."),
    (happened.FactChanged(name="quiet_rounds", value=-1), "The count of quiet rounds starts anew."),
    (happened.ScoreChanged(seat=0, score=1), "You scored: 1 point now."),
    (happened.TokenPlaced(token=Token("T9", "House", POSE, 10, 10)), "House T9 lies at 12.0, 4.5."),
    (happened.TokenMarked(token="T1", mark="hm", value=2), "House T1 has 2 hit markers left."),
    (happened.TokenRemoved(token="T1"), "House T1 is gone from the table."),
    (happened.UnitPlaced(unit="A1", pose=POSE), "M4 Sherman A1 was placed at 12.0, 4.5, facing north (90)."),
    (happened.UnitPlaced(unit="A1", pose=POSE, aloft=True), "M4 Sherman A1 came on at 12.0, 4.5, facing north (90)."),
    (happened.UnitLeft(unit="A1", edge="west"), "M4 Sherman A1 left the table over its west edge."),
    (happened.UnitMoved(unit="A1", pose=POSE, step="flown", amount=12.0), "flew 12 in."),
    (happened.UnitMarked(unit="A1", mark="bombs", value=1), "M4 Sherman A1 has 1 bomb left."),
    (happened.UnitMarked(unit="A1", mark="turns_off", value=2), "M4 Sherman A1 has waited 2 turns."),
    (happened.UnitMarked(unit="A1", mark="turns_off", value=0), "M4 Sherman A1 is here."),
    (happened.UnitMarked(unit="A1", mark="turns_aloft", value=1), "is in turn 1 of 2 above the table."),
    (happened.UnitMarked(unit="A1", mark="turns_aloft", value=0), "may arrive again from its next turn on."),
    (happened.UnitMarked(unit="A1", mark="left_by", value=2), "will come back over the east or the west edge."),
    (happened.TableRead(unit="A1", table="arrival", roll=3, entry="arrives"), "A1 rolled 3 to arrive: it arrives."),
    (happened.UnitHeldBack(unit="A1"), "M4 Sherman A1 waits in reserve."),
    (happened.UnitTakenUp(unit="A1"), "M4 Sherman A1 is taken up again."),
    (
        happened.UnitMoved(unit="A1", pose=POSE, step="forward", amount=3.0, stopped_by="T1"),
        "M4 Sherman A1 drove forward 3 in, stopped by the house. Now at 12.0, 4.5, facing north (90).",
    ),
    (happened.UnitMoved(unit="A1", pose=POSE, step="reverse", amount=2.0), "drove back 2 in."),
    (happened.UnitMoved(unit="A1", pose=POSE, step="forward", amount=7.25), "drove forward 7.25 in."),
    (happened.UnitMoved(unit="A1", pose=POSE, step="pivot", amount=-45.0), "turned right 45 degrees."),
    (happened.UnitMoved(unit="A1", pose=POSE, step="slide", amount=1.0, stopped_by="edge"), "the edge of the table"),
    (
        happened.StepRefused(unit="A1", step=2, refusal=illegal("x", "y", "It is too far.")),
        "M4 Sherman A1 did not do step 2 and what follows it. It is too far.",
    ),
    (happened.UnitMarked(unit="A1", mark="reserve", value=0), "M4 Sherman A1 has come on from reserve."),
    (happened.MarksCleared(mark="spent"), "All units have their full Movement Points again."),
    (
        happened.UnitDestroyed(unit="B1", by="A1"),
        "Panzer III B1 was destroyed by M4 Sherman A1; its wreck stays there.",
    ),
    (happened.UnitDestroyed(unit="B1", leaves_wreck=False), "Panzer III B1 was destroyed."),
    (happened.WreckRemoved(unit="B1"), "The wreck of Panzer III B1 is gone from the table."),
    (happened.UnitMarked(unit="A1", mark="paid_toll T1", value=1), "M4 Sherman A1 pays 1 Movement Point for House T1."),
    (happened.UnitMarked(unit="A1", mark="over_wire", value=1), "M4 Sherman A1 has driven over wire"),
    (happened.MarksCleared(mark="paid_toll T1"), "House T1 is charged for anew."),
    (happened.MarksCleared(mark="over_wire"), "Wire may be driven over again."),
    (happened.FiguresPlaced(unit="A1", figures=(Model("a", pose=POSE),)), "M4 Sherman A1 was placed at 12.0, 4.5"),
    (
        happened.FiguresMoved(unit="A1", poses=(("a", POSE), ("b", POSE)), step="forward", amount=3.0, stopped_by="T1"),
        "M4 Sherman A1 drove forward 3 in, stopped by the house.",
    ),
    (happened.FigureLost(unit="B1", figure="b2", by="A1"), "Panzer III B1 lost b2 to M4 Sherman A1."),
    (happened.FiguresChangedUnit(unit="A1", into="B1", figures=("a", "b")), "a and b went from M4 Sherman A1 to"),
    (happened.WentInside(unit="A1", thing="T1", level=1), "M4 Sherman A1 is inside the house now, on level 1."),
    (happened.WentInside(unit="A1", thing=""), "M4 Sherman A1 is in the open again."),
    (happened.UnitJoined(unit="A1", into="B1"), "M4 Sherman A1 has joined Panzer III B1 and is one unit with it now."),
    (happened.UnitRestored(unit="A1"), "M4 Sherman A1 stands again."),
    (happened.PileLaid(pile="spare_deck", seat=-2, count=6), "The spare deck has 6 cards."),
    (happened.PileShuffled(pile="spare_deck"), "The spare deck was shuffled."),
    (happened.CardsMoved(seat=1, pile="spare_deck", into="stock1", count=1), "Orange took 1 card from the spare"),
    (happened.CardsMoved(seat=0, pile="hand0", into="used", count=1, cards=("dig_in",)), "You played dig in."),
    (happened.TargetDeclared(unit="A1", target="B1"), "M4 Sherman A1 aims at Panzer III B1."),
    (happened.DeclarationsLocked(seat=0), "Your targets are locked."),
    (
        happened.ShotVoided(unit="A1", target="B1", reason="target_destroyed"),
        "M4 Sherman A1 did not fire at Panzer III B1: the target is already destroyed.",
    ),
    (
        happened.ShotResolved(unit="A1", target="B1", needed=8, rolled=9, hit=True),
        "M4 Sherman A1 fired at Panzer III B1: needed 8 or more, rolled 9: hit!",
    ),
    (happened.ShotResolved(unit="A1", target="B1", needed=8, rolled=7, hit=False), "rolled 7: miss."),
    (happened.ShotResolved(unit="A1", target="B1", needed=None, rolled=0, hit=False), "a sure miss."),
    (happened.ShotResolved(unit="A1", target="T1", needed=None, rolled=0, hit=True), "this takes no roll."),
    (happened.DiceRolled(label="shot", seat=0, faces=(5, 4)), "Shot: you 5 + 4 = 9."),
    (happened.DiceRolled(label="deployment", seat=1, faces=(4,)), "Deployment: Orange 4."),
    (happened.DiceRolled(label="colour die", seat=1, faces=(1,)), "Colour die: Orange a miss."),
    (happened.DiceRolled(label="", seat=-1, faces=(3,)), "Dice: 3."),
    (happened.RollOffHeld(question="Seen?", method="high", winner=1, result="5"), "'Seen?': 5, Orange won."),
    (happened.RollOffHeld(question="Seen?", method="x", winner=None, result="even"), "nobody won."),
    (
        happened.AttackResolved(unit="B1", target="A1", manner="accurate_ram", dice=5, hits=2),
        "Panzer III B1 threw 5 dice at M4 Sherman A1 (accurate ram): 2 hits.",
    ),
    (happened.AttackResolved(unit="B1", target="A1", manner="fire", dice=1, hits=0), "threw 1 die at"),
    (
        happened.TableRead(unit="B1", table="arm_damage", roll=6, entry="Blown off"),
        "Panzer III B1 read the table of arm damage with 6: Blown off.",
    ),
    (happened.TableRead(unit="B1", table="location", roll=0, entry="left_arm"), "table of location: left arm."),
    (
        happened.HazardTested(unit="A1", hazard="C3", safe=True, result="8", call="even"),
        "M4 Sherman A1 came to minefield C3: called even, and the total is 8. It is safe.",
    ),
    (
        happened.HazardTested(unit="A1", hazard="zone 1", safe=False, result="5"),
        "M4 Sherman A1 came to minefield zone 1: the die shows 5. The mine goes off.",
    ),
    (happened.HazardTested(unit="A1", hazard="M1", safe=True, result="dud"), "the card is a dud. It is safe."),
    (
        happened.HazardTested(unit="A1", hazard="barrage", safe=True, result="9"),
        "M4 Sherman A1 is under the Off-table Barrage: 9, it comes through.",
    ),
    (
        happened.HazardTested(unit="A1", hazard="barrage", safe=False, result="10"),
        "M4 Sherman A1 is under the Off-table Barrage: 10, that is the end of it.",
    ),
    (happened.GroundSearched(unit="A1"), "Nothing hidden lay on the way of M4 Sherman A1."),
    (happened.UnitDestroyed(unit="A1", by="mine"), "M4 Sherman A1 was destroyed by a mine; its wreck stays there."),
    (happened.UnitMarked(unit="A1", mark="mine_tested C3", value=1), "M4 Sherman A1 is tested for mine C3."),
    (happened.MarksCleared(mark="mine_tested C3"), "Mine C3 tests everybody anew."),
    (happened.FactChanged(name="mined C3", value="1"), "Square C3 is a minefield, and stays one."),
    (happened.FactChanged(name="weather", value=0), "The weather is fair this round."),
    (
        happened.FactChanged(name="weather", value=1),
        "Rain: nobody sees further than 10 inches, MP -1; no airplane flies.",
    ),
    (happened.SecretSealed(seat=1, name="minefield 1"), "Orange wrote a secret minefield down."),
    (happened.Revealed(seat=1, name="minefield 1", value="C3"), "Orange showed the note: the minefield is square C3."),
    (happened.SecretSealed(seat=1, name="mine_field"), "Orange wrote something down (mine field)."),
    (happened.Revealed(seat=1, name="mine_field", value=4), "Orange revealed mine field: 4."),
    (happened.ReactionTaken(seat=0, trigger="shot_at", offer="hold_fire"), "You reacted to shot at: hold fire."),
    (happened.FrameAbandoned(frame="Volley", reason="the target is gone"), "Volley was given up: the target is gone."),
    (happened.TimeRanOut(seat=1, question="x", answered="end_turn"), "and the table answered: the end of the turn."),
    (happened.GameEnded(winners=(0,), reason="elimination", scores=(84, 0)), "You won: only one side has units"),
    (happened.GameEnded(winners=(), reason="agreed_draw"), "The battle is a draw: both sides agreed on a draw."),
]  # fmt: skip


# Bookkeeping without words of this game: its inner names reach no sentence.
UNTOLD: list[Event] = [
    happened.FactChanged(name="wind", value="west"),
    happened.TokenMarked(token="T1", mark="fire", value=1),
    happened.UnitMarked(unit="A1", mark="heat", value=2),
    happened.MarksCleared(mark="prone"),
    happened.FigureMarked(unit="A1", figure="a", mark="prone", value=1),
    happened.FigureCardChanged(unit="A1", figure="a", card="veteran.battle_rifle"),
]


@pytest.fixture
def table() -> State:
    units = [unit("A1", "M4 Sherman", 12, 4.5), unit("B1", "Panzer III", 12, 30)]
    state = lay_table("micro_brick_battle", units, [piece("House", 30, 18)]).state
    # a name for the second seat, as a sitting gives it
    state.match.setup = msgspec.structs.replace(state.match.setup, names=("Blue", "Orange"))
    return state


def test_every_event_has_a_sentence() -> None:
    assert {type(event) for event in [*[event for event, _said in SAID], *UNTOLD]} == set(EVENTS)


@pytest.mark.parametrize("event", UNTOLD, ids=[type(event).__name__ for event in UNTOLD])
def test_bookkeeping_without_words_is_not_told(table: State, event: Event) -> None:
    assert sentence(event, table).text == ""
    assert story([event], table) == []
    assert acts_of([event], table) == ()


def test_an_end_without_scores_says_nothing_of_them(table: State) -> None:
    drawn = happened.GameEnded(winners=(), reason="agreed_draw", scores=())
    assert sentence(drawn, table).text == "The battle is a draw: both sides agreed on a draw."


@pytest.mark.parametrize(("event", "said"), SAID, ids=[f"{type(event).__name__}-{said[:20]}" for event, said in SAID])
def test_an_event_says_what_happened_and_ends_with_its_clause(table: State, event: Event, said: str) -> None:
    told = sentence(msgspec.structs.replace(event, clause=CLAUSE), table, 0)
    assert said in told.text
    assert (told.clauses, str(told)) == ((CLAUSE,), f"{told.text} [{CLAUSE}]")


def test_a_match_alone_is_enough_to_name_units(table: State) -> None:
    gone = happened.TokenRemoved(token="T1")
    assert sentence(gone, table.match).text == "T1 is gone from the table."
    placed = happened.UnitPlaced(unit="A1", pose=POSE)
    assert sentence(placed, table.match).text.startswith("M4 Sherman A1 was placed")


def test_without_a_reader_both_seats_go_by_name(table: State) -> None:
    assert sentence(happened.TurnStarted(seat=0), table).text == "Blue's turn begins."


def test_the_steps_of_one_order_are_one_sentence(table: State) -> None:
    steps = [
        happened.UnitMoved(unit="A1", pose=POSE, step="pivot", amount=30.0, clause="mbb.move.turn"),
        happened.UnitMoved(unit="A1", pose=POSE, step="forward", amount=2.0, clause="mbb.move.forward"),
        happened.UnitMoved(unit="B1", pose=POSE, step="forward", amount=1.0, clause="mbb.move.forward"),
    ]
    told = story(steps, table)
    assert len(told) == 2
    assert told[0].text.startswith("M4 Sherman A1 turned left 30 degrees and drove forward 2 in. Now at 12.0, 4.5")
    assert str(told[0]).endswith("[mbb.move.turn, mbb.move.forward]")
    beside_the_table = story(steps, table, drawn=True)
    assert beside_the_table[1] == Sentence("Panzer III B1 drove forward 1 in.", ("mbb.move.forward",), "B1", "moved")


def test_dice_are_told_with_the_shot_they_decided(table: State) -> None:
    dice = happened.DiceRolled(label="shot", seat=0, faces=(5, 4))
    shot = happened.ShotResolved(unit="A1", target="B1", needed=8, rolled=9, hit=True, clause="mbb.shoot.hit")
    named = msgspec.structs.replace(shot, throws=(happened.Throw("shot", 0, (5, 4)),))
    text = "M4 Sherman A1 fired at Panzer III B1: needed 8 or more, rolled 5 + 4 = 9: hit!"
    assert story([dice, named], table) == [Sentence(text, ("mbb.shoot.hit",), "A1", "hit")]
    # a shot that names no dice takes none: they are told by themselves
    assert [line.text for line in story([dice, shot], table)] == [
        "Shot: Blue 5 + 4 = 9.",
        "M4 Sherman A1 fired at Panzer III B1: needed 8 or more, rolled 9: hit!",
    ]


def test_dice_say_what_they_were_for_in_one_line_for_all_who_threw(table: State) -> None:
    tied, won = (4, 4), (2, 6)
    rolled = [
        happened.DiceRolled(label="deployment", seat=seat, faces=(face,))
        for pair in (tied, won)
        for seat, face in enumerate(pair)
    ]
    throws = tuple(happened.Throw("deployment", seat, (face,)) for seat, face in enumerate(won))
    first = happened.FactChanged(name="first", value=1, clause="mbb.setup.first_player", throws=throws)
    assert list(map(str, story([*rolled, first], table, 0))) == [
        "Deployment: you 4, Orange 4.",
        "Deployment: you 2, Orange 6. Orange won the roll: first to deploy and first to play. [mbb.setup.first_player]",
    ]
    held = happened.RollOffHeld(question="Seen?", method="high", winner=1, result="6")
    thrown = tuple(happened.Throw("roll-off", seat, (face,)) for pair in (tied, won) for seat, face in enumerate(pair))
    assert story([msgspec.structs.replace(held, throws=thrown)], table, 1)[0].text == (
        "Roll-off: Blue 4, you 4; then Blue 2, you 6. The dice decided 'Seen?': 6, You won."
    )


def test_bookkeeping_is_left_out_of_the_story_but_a_long_silence_is_not(table: State) -> None:
    quiet = [
        happened.MarksCleared(mark="spent"),
        happened.DeclarationsLocked(seat=0),
        happened.FactChanged(name="quiet_rounds", value=1),
        happened.PhaseStarted(phase="target_declaration"),
    ]
    assert story(quiet, table) == []
    assert story([happened.FactChanged(name="quiet_rounds", value=2)], table) != []


def test_what_goes_with_a_unit_or_a_part_is_said_once() -> None:
    before = lay_table("brick_mech", [unit("A1", "Trooper", 8, 8, 90), unit("B1", "Raider", 8, 16, 270)]).state
    marks = {"left_arm": 0, "left_arm.short": 0, "right_arm.long": 0, "heat": 0}
    written = [happened.UnitMarked(unit="B1", mark=mark, value=value) for mark, value in marks.items()]
    assert [line.text for line in story(written, before)] == [
        "Raider B1 has lost its left arm.",
        "Raider B1 has no dice at long range in its right arm.",
        "Raider B1 has 0 Heat Markers.",
    ]
    destroyed = happened.UnitDestroyed(unit="B1", by="A1", leaves_wreck=False)
    told = [Sentence("Raider B1 was destroyed by Trooper A1.", (), "B1", "destroyed")]
    assert story([*written, destroyed], before) == told
