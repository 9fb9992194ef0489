"""The log as people read it: no names of the code, no numbers that do not fit the dice, no "1 dice"."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from brickfield.core import events as happened
from brickfield.core.events import Event, Throw
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.state import State
from brickfield.games import GAME_IDS, find_game
from brickfield.games.brick_mech.chapters.hold_fire.hold_fire import HoldFire
from brickfield.geometry.grain import Pose
from brickfield.speech.sentences import COMMON_DEEDS, Names, deed_words, sentence
from brickfield.speech.situation import terrain_lines, threats, unit_lines
from brickfield.speech.speech import speech_of
from brickfield.speech.story import story
from brickfield.testing import area, lay_table, piece, unit
from tests.rules.brick_mech.table import GAME as MECH
from tests.rules.brick_mech.table import mech

SEA = "battle_of_the_sea"
REPLAYS = Path(__file__).resolve().parents[1] / "replays"


def mechs(apart: float = 8) -> State:
    return lay_table(MECH, [mech("A1", 10, 15, 0), mech("B1", 10 + apart, 15, 180)]).state


def ships() -> State:
    return lay_table(SEA, [unit("A1", "Galleon", 10, 10, 90), unit("B1", "Galleon", 10, 26, 270)]).state


def attack(base: int, more: int, **changes: Any) -> happened.ShotResolved:
    """An attack whose dice show `base`, with a bonus, against a defense of 4."""
    tallies = (
        Tally("attack", base, "2 dice", "bm.attack.roll", (Modifier("attack", more, "bonus", "bm.attack.roll"),)),
        Tally("defense", 4, "1 die", "bm.defense.roll"),
    )
    hit = base + more > 4
    told: dict[str, Any] = {"needed": 5, "rolled": base + more, "hit": hit, "tallies": tallies} | changes
    return happened.ShotResolved(unit="A1", target="B1", **told)


def thrown(attack_faces: tuple[int, ...], defense_faces: tuple[int, ...]) -> tuple[Throw, ...]:
    return Throw("attack", 0, attack_faces), Throw("defense", 1, defense_faces)


MECH_WORDS: list[tuple[Event, str]] = [
    (attack(7, -1), "Trooper A1 attacked Trooper B1: 7 - 1 = 6 against 4: hit!"),
    (attack(7, 0), "Trooper A1 attacked Trooper B1: 7 against 4: hit!"),
    (attack(2, 1), "Trooper A1 attacked Trooper B1: 2 + 1 = 3 against 4: no damage."),
    (attack(7, 1, throws=thrown((4, 3), (4,))), "attacked Trooper B1: 4 + 3 = 7, + 1 = 8 against 4: hit!"),
    (attack(7, 0, throws=thrown((4, 3), (4,))), "attacked Trooper B1: 4 + 3 = 7 against 4: hit!"),
    (attack(3, 0, throws=thrown((3,), (2, 2))), "attacked Trooper B1: 3 against 2 + 2 = 4: no damage."),
    (attack(12, 0, clause="bm.option.crit.hit"), "12 against 4: a Critical Hit!"),
    (attack(12, 0, clause="bm.option.crit.defense"), "a Critical Defense"),
    (happened.UnitMarked(unit="B1", mark="armor", value=-3), "Trooper B1 has no Armor Points left."),
    (happened.UnitMarked(unit="B1", mark="armor", value=1), "Trooper B1 has 1 Armor Point left."),
    (happened.UnitMarked(unit="B1", mark="left_arm.short", value=1), "has 1 die at short range in its left arm"),
    (
        happened.TableRead(unit="B1", table="massive damage location", roll=5, entry="left_shoulder"),
        "Massive Damage to Trooper B1, a 5: its left shoulder is struck.",
    ),
    (
        happened.TableRead(unit="B1", table="massive damage to the arm", roll=1, entry="Main weapon hit"),
        "Trooper B1 suffers, a 1: Main weapon hit.",
    ),
    (
        happened.SecretSealed(seat=1, name="hold B1"),
        "B1 holds fire; for which range and arc is noted in secret.",
    ),
    (
        happened.Revealed(seat=1, name="hold B1", value=HoldFire("B1", "short", "left")),
        "Trooper B1 held fire for short range in its left arc.",
    ),
    (happened.ReactionTaken(seat=1, trigger="attacked", offer="return fire B1"), "Trooper B1 returns fire."),
    (
        happened.ReactionTaken(seat=1, trigger="enters", offer="hold fire B1"),
        "Trooper B1 fires at what came into its arc.",
    ),
]
SEA_WORDS: list[tuple[Event, str]] = [
    (happened.DiceRolled(label="the first fleet", seat=-1, faces=(2,)), "First to place a ship: Player 2."),
    (happened.DiceRolled(label="the first turn", seat=1, faces=(1, 5, 5)), "First turn: Player 2: 2 successes."),
    (happened.DiceRolled(label="the wind", seat=-1, faces=(4,)), "Wind: 4."),
    (
        happened.FactChanged(name="wind", value=90, throws=(Throw("the wind", -1, (3,)),)),
        "Wind: 3. The wind blows to the north.",
    ),
    (happened.UnitMarked(unit="A1", mark="base", value=0), "Galleon A1 has no base durability left."),
    (happened.UnitPlaced(unit="A1", pose=Pose.at(10, 10, 90)), "facing north."),
    (happened.UnitPlaced(unit="A1", pose=Pose.at(10, 10, 68)), "facing north-northeast."),
    (
        happened.GameEnded(winners=(0,), reason="gold_delivered", scores=(0, 0)),
        "Player 1 won: both brought home 0 in gold, so the points of the ships left decide.",
    ),
    (
        happened.GameEnded(winners=(1,), reason="gold_delivered", scores=(1, 3)),
        "Player 2 won: the gold that was brought home decides. Scores: 1 to 3.",
    ),
]


@pytest.mark.parametrize(("event", "said"), MECH_WORDS, ids=[said[-40:] for _event, said in MECH_WORDS])
def test_what_happened_to_mechs(event: Event, said: str) -> None:
    assert said in sentence(event, mechs()).text


@pytest.mark.parametrize(("event", "said"), SEA_WORDS, ids=[said[-40:] for _event, said in SEA_WORDS])
def test_what_happened_at_sea(event: Event, said: str) -> None:
    assert said in sentence(event, ships()).text


def test_initiative_is_one_line_with_its_dice_and_bonuses() -> None:
    rolled = {0: ((1, 1), 5), 1: ((6, 6), 15)}
    dice = [happened.DiceRolled(label="initiative", seat=seat, faces=faces) for seat, (faces, _total) in rolled.items()]
    facts = [
        happened.FactChanged(name=f"initiative{seat}", value=total, throws=(Throw("initiative", seat, faces),))
        for seat, (faces, total) in rolled.items()
    ]
    tie = (Throw("initiative tie", 0, (2, 1)), Throw("initiative tie", 1, (6, 1)))
    order = happened.FactChanged(name="order", value="1,0", throws=tie)
    assert [line.text for line in story([*dice, *facts, order], mechs(), you=0)] == [
        "Initiative: you 5 (1 + 1, +3), Player 2: 15 (6 + 6, +3).",
        "Initiative, tied: you 2 + 1 = 3, Player 2: 6 + 1 = 7. The order of this round: Player 2 and you.",
    ]


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_throw_of_a_game_has_a_title(game_id: str) -> None:
    """The kept battles throw all dice there are; a word that nothing is thrown for would be dead."""
    thrown = set()
    for file in REPLAYS.glob("*.replay"):
        text = file.read_text("utf-8")
        if text.split("\n")[1].startswith(f"game {game_id} "):
            thrown |= set(re.findall(r'^- dice_rolled .*"label":"([^"]*)"', text, re.MULTILINE))
    game = find_game(game_id)
    assert game is not None
    titles = speech_of(game).dice
    assert set(titles) == thrown
    assert all(each.title[:1].isupper() for each in titles.values())


def test_scores_that_decided_nothing_are_not_told() -> None:
    won = happened.GameEnded(winners=(0,), reason="elimination", scores=(0, 0))
    drawn = happened.GameEnded(winners=(), reason="last_round", scores=(0, 0))
    assert "Scores" not in sentence(won, mechs()).text
    assert "Scores: 0 to 0" in sentence(drawn, mechs()).text


def test_a_verb_is_not_said_twice_in_one_course() -> None:
    legs = [
        happened.UnitMoved(unit="A1", pose=Pose.at(10, 12, 90), step="ahead", amount=2.25),
        happened.UnitMoved(unit="A1", pose=Pose.at(12, 12, 0), step="ahead", amount=2.75),
    ]
    assert [line.text for line in story(legs, ships(), drawn=True)] == ["Galleon A1 sailed 2.25 in and 2.75 in."]


def test_what_is_taken_back_has_a_name() -> None:
    assert deed_words("remove_markers", "", Names(ships())) == "the choice of markers"
    assert deed_words("sail", "A1", Names(ships())) == "Galleon A1's course"
    assert deed_words("place", "A1", Names(mechs())) == "Trooper A1's placing"


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_nothing_is_taken_back_by_the_name_of_its_command(game_id: str) -> None:
    game = find_game(game_id)
    assert game is not None
    state = speech_of(game)
    tags = {str(each.__struct_config__.tag) for each in game.answers}
    assert {tag for tag in tags if "_" in tag and tag not in {*state.deeds, *COMMON_DEEDS}} == set()


def test_who_is_out_of_range_is_not_said_to_be_able_to_fire() -> None:
    near, far = mechs(), mechs(apart=28)
    assert threats(near, near.units["A1"]) != []
    assert threats(far, far.units["A1"]) == []
    assert not any("could fire" in line or "can fire" in line for line in unit_lines(far, 0))


def test_rough_ground_is_named_where_it_makes_a_move_dearer() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 30, 15, 180)]
    table = lay_table(MECH, units, [piece("Rough", 13, 15, length=4, width=6)])
    refusal = table.move("A1", *[{"step": "forward", "bricks": 5.0}]).refusal
    assert refusal is not None
    assert "for Rough" in refusal.sentence


def test_a_treasure_is_no_part_of_its_island_and_a_port_has_an_owner() -> None:
    island = area("island", (14, 16), (20, 16), (20, 20), (14, 20), treasures=[2, 3])
    position = lay_table(
        SEA,
        [unit("A1", "Galleon", 10, 10, 90), unit("B1", "Galleon", 10, 26, 270)],
        [island, {"kind": "port", "seat": 1, "x": 30.0, "y": 34.0}],
        options={"gold": True},
    )
    told = terrain_lines(position.state)
    assert not any("parts" in line for line in told)
    assert sum("treasure G" in line for line in told) == 2
    assert any("port P1 of Player 2" in line for line in told)
