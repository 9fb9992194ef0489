"""A question about the rules gets one plain sentence, true by the data, and the clauses it rests on."""

from __future__ import annotations

import re

import pytest

from brickfield.core.clauses import read_ledger
from brickfield.core.game import Game
from brickfield.games import all_games
from brickfield.speech.rule_answers import NEAREST, answer, clause_at, filled, holes
from brickfield.speech.rule_search import read_everyday

GAMES: dict[str, Game] = {game.id: game for game in all_games()}
ROWS = [(game, asking) for game in all_games() for asking in read_everyday(game.folder).asked]
# A number is never typed into an answer; "one" counts nothing, and "once" is a word of everyday talk.
_TYPED = re.compile(r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice)\b")

# As people ask, and a clause the answer must cite.
QUESTIONS = {
    "micro_brick_battle": {
        "can I shoot through a hedge?": "mbb.terrain.hedge",
        "how do I win?": "mbb.win.elimination",
        "how far can a tank move?": "mbb.move.max",
        "can infantry destroy a tank?": "inf.flank.vehicle",
        "what happens when I drive over a mine?": "mbb.mine.visual.trigger",
        "how do I shoot down a plane?": "mbb.air.smallarms.9",
        "can I hide behind a wall?": "mbb.obst.lowwall.dp",
        "why can I only move or shoot in the first turn?": "mbb.first_turn.rule",
        "how many hits does a house need": "mbb.hm.shot",
        "can tanks cross rivers": "mbb.terrain.water.fly",
        "can I move after shooting": "mbb.turn.phases",
        "what is a spotter": "mbb.spot.los",
        "can artilery fire over houses": "mbb.arty.over",
        "mg range": "mbb.air.mg.range",
        "is it harder to hit through a hedge": "mbb.terrain.hedge",
        "what is AP": "mbb.unit.ap",
    },
    "brick_mech": {
        "how do I win?": "bm.objective.default",
        "how far can a mech move?": "bm.move.forward",
        "what happens when my mech gets too hot?": "bm.endturn.overheat6",
        "can I shoot through a building?": "bm.mod.defense.cover.total",
        "can I shoot behind me?": "bm.attack.arc.forbidden",
        "how do I cool down?": "bm.endturn.heat0",
        "can I use the arm of a destroyed mech?": "bm.scavenge.mount",
        "what is hold fire?": "bm.option.hold.declare",
        "how many actions do I have?": "bm.action.count",
        "whats the range of long weapons": "bm.attack.range.long",
        "how many movment points to turn": "bm.move.turn",
        "can a mech walk over another mech": "bm.move.blocking",
        "is there a bonus for hitting the back": "bm.mod.defense.rear",
    },
    "battle_of_the_sea": {
        "what happens when two ships ram?": "sea.ram.accurate_dice",
        "can I shoot over an island?": "sea.geometry.sight",
        "how do I win?": "sea.game.win",
        "how far can a ship move?": "sea.move.distance",
        "how far do guns shoot?": "sea.firepower.range",
        "when does my ship sink?": "sea.damage.sink",
        "how do I get the treasure?": "sea.gold.load",
        "does ramming hurt my own ship?": "sea.ram.self_damage",
        "can I shoot first and then move": "sea.fire.after_move",
        "what do the red markers mean": "sea.card.colours",
        "what hapens when a ship has no speed left": "sea.damage.speed0",
        "may I shoot two enemies at once": "sea.fire.split",
        "whats the monstr doing": "sea.monster.behave",
    },
    "brick_action": {
        "what is a hold?": "ba.hold.cost",
        "can I shoot through a hedge?": "ba.cover.soft.effect",
        "how do I win?": "ba.obj.eliminate",
        "how far can a squad move?": "ba.move.rate",
        "how far can a tank move?": "ba.veh.speed",
        "does a prone squad get cover?": "ba.move.prone.save",
        "can infantery hurt a tank?": "ba.iva.weapons",
        "mg range": "ba.veh.range",
        "how do I get rid of suppression?": "ba.rally.roll",
        "can I throw a granade into a house?": "ba.build.los",
        "why can't my squad attack?": "ba.sup.effect",
        "how long does the smoke stay?": "ba.weapon.smoke.duration",
        "who may see my hold": "ba.hold.open",
        "can someone shoot at me while I walk": "ba.reactive.trigger_open",
    },
}
TABLE = [(game, words, clause) for game, rows in QUESTIONS.items() for words, clause in rows.items()]


@pytest.mark.parametrize(("game", "words", "clause"), TABLE, ids=[f"{game}: {words}" for game, words, _ in TABLE])
def test_a_question_is_answered_by_a_sentence_that_cites_its_clause(game: str, words: str, clause: str) -> None:
    said = answer(GAMES[game], words)
    assert said.direct, said
    assert clause in said.cited, said
    assert said.clauses[: len(said.cited)] == said.cited


def test_the_answer_of_the_hedge_is_short_and_takes_its_number_from_the_data() -> None:
    said = answer(GAMES["micro_brick_battle"], "can I shoot through a hedge?")
    assert said.sentence == "Yes, but one worse: a hedge in the line takes one Attack Point off the shot."
    assert filled(GAMES["brick_action"], "{weapons.weapon.smg.range_max} studs") == "48 studs"
    assert filled(GAMES["micro_brick_battle"], "{flying.turns_on_table:times}, {modifiers.low_wall.value:signed}") == (
        "Twice, +2"
    )


@pytest.mark.parametrize("words", ["what is the weather on Mars", "can I swim", "do tanks eat bananas"])
def test_what_no_answer_fits_is_not_answered(words: str) -> None:
    said = answer(GAMES["brick_action"], words)
    assert not said.direct
    assert said.cited == ()
    assert said.sentence == (NEAREST if said.clauses else "")


def test_looking_up_a_title_or_an_id_gets_the_rule_and_no_excuse() -> None:
    for words in ("mbb.move.reverse", "Driving backwards costs double"):
        said = answer(GAMES["micro_brick_battle"], words)
        assert said.clauses[0] == "mbb.move.reverse"
        assert NEAREST not in said.sentence


def test_every_way_of_asking_finds_its_own_answer() -> None:
    lost = [
        f"{game.id}: {say}: {answer(game, say).sentence}"
        for game, asking in ROWS
        for say in asking.say
        if answer(game, say).sentence != filled(game, asking.answer)
    ]
    assert lost == []


def test_answers_are_short_and_every_number_comes_from_data_of_a_clause_they_cite() -> None:
    faults = []
    for game, asking in ROWS:
        told, ledger = filled(game, asking.answer), read_ledger(game.ledger)
        bare = re.sub(r"\{[^}]*\}", "", asking.answer)
        uncited = [hole for hole in holes(asking.answer) if clause_at(game, hole) not in asking.clauses]
        unknown = [each for each in asking.clauses if each not in ledger]
        if _TYPED.search(bare) or uncited or unknown or len(told) > 200 or not told.endswith("."):
            faults.append(f"{game.id}: {told} {uncited} {unknown}")
    assert faults == []
