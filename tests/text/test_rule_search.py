"""Rules are found in everyday words: a table of questions and the clause that must be among the first three."""

from __future__ import annotations

from difflib import get_close_matches

import pytest

from brickfield.core.game import Game
from brickfield.games import all_games
from brickfield.speech import rule_search
from brickfield.speech.rule_answers import find_clauses
from brickfield.speech.rule_search import book, read_everyday, stem

GAMES: dict[str, Game] = {game.id: game for game in all_games()}
QUESTIONS = {
    "micro_brick_battle": {
        "shoot from behind": "mbb.mod.rear",
        "shooting somebody in the back": "mbb.mod.rear",
        "how do I win?": "mbb.win.elimination",
        "can I hide behind a wall": "mbb.obst.lowwall.dp",
        "driving backwards": "mbb.move.reverse",
        "what does turning cost": "mbb.move.turn",
        "how far can my tank drive": "mbb.move.max",
        "dropping bombs on tanks": "mbb.air.bomb.over",
        "shoot a plane down": "mbb.air.smallarms.9",
        "my tank drove over a mine": "mbb.mine.visual.trigger",
        "destroy a house": "mbb.hm.shot",
        "barbed wire": "mbb.obst.wire.move",
        "who goes first": "mbb.setup.first_player",
        "can infantry attack a tank": "inf.flank.vehicle",
        "soldiers going into a house": "inf.move.enter",
        "repairing tanks": "inf.eng.first",
        "run over infantry with a tank": "inf.geometry.overrun",
        "target half hidden": "mbb.mod.hidden.major",
        "which number do I need to hit": "mbb.shoot.table",
        "fog": "mbb.weather.fog",
        "shooting through trees": "mbb.terrain.trees",
        "medic heals": "inf.med.heal",
        "reinfor": "mbb.reinf.wait3",
    },
    "brick_mech": {
        "my mech is too hot": "bm.endturn.overheat6",
        "cooling down": "bm.endturn.heat0",
        "attacked from behind": "bm.mod.defense.rear",
        "how can I win": "bm.objective.default",
        "shooting back at the attacker": "bm.option.return.when",
        "picking up a lost arm": "bm.scavenge.mount",
        "which way can my mech shoot": "bm.geometry.arcs",
        "arm blown off": "bm.massive.blown_off",
        "walk sideways": "bm.move.sideways",
        "hide behind buildings": "bm.mod.defense.cover.what",
        "third action": "bm.action.rush_heat",
        "charge into melee": "bm.option.charge.when",
    },
    "battle_of_the_sea": {
        "when does a ship sink": "sea.damage.sink",
        "run over another ship": "sea.ram.nature",
        "how do I win": "sea.game.win",
        "how far can guns shoot": "sea.firepower.range",
        "shooting at two ships": "sea.fire.split",
        "islands in the way of a shot": "sea.geometry.sight",
        "sailing backwards": "sea.geometry.astern",
        "take treasure on board": "sea.gold.load",
        "kraken": "sea.monster.behave",
        "can I ram and then shoot": "sea.ram.and_fire",
        "sailing against the wind": "sea.wind.effect",
        "which damage do I choose": "sea.damage.choice",
        "repair my ship": "sea.port.repair",
    },
    "brick_action": {
        "run over by a tank": "ba.roadkill",
        "reload": "ba.turn.same_unit",
        "grenade through window": "ba.build.los",
        "hide behind a wall": "ba.cover.hard.save",
        "how do I win": "ba.obj.eliminate",
        "shoot while the enemy is moving": "ba.reactive.trigger_open",
        "my squad is pinned down": "ba.sup.trigger",
        "lying down": "ba.move.prone.action",
        "soldiers destroying a tank": "ba.iva.weapons",
        "who of my squad dies": "ba.cas.choice",
        "knife fight": "ba.cc.range",
        "shooting down from a roof": "ba.elev.hit",
        "get in a truck": "ba.veh.mount",
        "target is too far away": "ba.longshot",
        "squad must stay together": "ba.geometry.coherency",
        "smoke": "ba.weapon.smoke",
    },
}
TABLE = [(game, words, clause) for game, rows in QUESTIONS.items() for words, clause in rows.items()]


@pytest.mark.parametrize(("game", "words", "clause"), TABLE, ids=[f"{game}: {words}" for game, words, _ in TABLE])
def test_an_everyday_question_finds_its_clause(game: str, words: str, clause: str) -> None:
    assert clause in find_clauses(GAMES[game], words)[:3]


def test_most_questions_are_not_written_down_as_sayings() -> None:
    said = {say for game in all_games() for asking in read_everyday(game).asked for say in asking.say}
    assert sum(words in said for _, words, _ in TABLE) < len(TABLE) / 3


def test_every_clause_of_a_saying_exists() -> None:
    for game in all_games():
        named = {clause for asking in read_everyday(game).asked for clause in asking.clauses}
        assert named <= set(game.clauses)


def test_every_title_finds_its_clause() -> None:
    for game in all_games():
        for clause in game.clauses.values():
            found = find_clauses(game, clause.title)[:8]
            assert any(game.clauses[each].title == clause.title for each in found), clause.id


def test_an_id_finds_itself_and_words_nobody_uses_find_nothing() -> None:
    game = GAMES["micro_brick_battle"]
    assert find_clauses(game, "mbb.move.reverse") == ["mbb.move.reverse"]
    assert find_clauses(game, "mbb.mine.zone")[0].startswith("mbb.mine.zone.")
    assert find_clauses(game, "zyzzyva") == []
    assert find_clauses(game, " ") == []


@pytest.mark.parametrize(
    ("word", "wanted"), [("shooting", "shoot"), ("shoots", "shoot"), ("stopped", "stop"), ("cities", "city")]
)
def test_words_are_compared_without_their_endings(word: str, wanted: str) -> None:
    assert stem(word) == stem(wanted)


def test_a_misspelt_word_is_mended_as_a_look_at_every_spelling_would() -> None:
    """Words whose letters say that they cannot be near are passed over; none of them is."""
    for game in GAMES.values():
        spellings = book(game).spellings
        every = [word for word, _, _ in spellings.words]
        for word in every[::12]:
            for typed in (word[1:], word + "x", word[:2] + "q" + word[3:], word[:-2] + word[:-3:-1], word[::-1]):
                near = get_close_matches(typed, every, n=1, cutoff=0.78)
                assert spellings.near(typed) == next(iter(near), typed)


def test_of_a_question_without_end_only_the_first_words_are_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mending is dear: each word is compared with all others, and a line that can be typed has room for hundreds."""
    mended: list[str] = []

    def near(self: object, asked: str) -> str:
        mended.append(asked)
        return asked

    monkeypatch.setattr(rule_search._Spellings, "near", near)
    for game in GAMES.values():
        for line in ("towardz " * 250, " ".join(f"zq{number}wkx" for number in range(250)), "how do I win? " * 140):
            mended.clear()
            find_clauses(game, line)
            assert len(mended) <= 20
            assert len(set(mended)) == len(mended)
