"""Return Fire and Hold Fire by bots of BrickMech: what an answer gains, and what it costs in heat and actions."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.decisions import React
from brickfield.games.brick_mech.mind.judgement_replies import reply_terms, turn_lost
from brickfield.games.brick_mech.mind.suggestions_moves import Focus, Walker
from brickfield.testing import Position, clause, lay_table
from tests.players.test_mech_bots import answer_of
from tests.rules.brick_mech.table import GAME, duel, mech

REPLY = {"return_fire": True}
BOTH = {"return_fire": True, "hold_fire": True}


def attacked(t: Position) -> Position:
    t.answer("attack", unit="A1", target="B1")
    assert t.decision is not None
    assert t.decision.kind == "return_fire"
    return t


def terms(t: Position) -> dict[str, float]:
    """What an answer is judged to bring, term by term."""
    assert t.decision is not None
    return dict(reply_terms(t.state, t.decision.target, t.decision.attacker, React(yes=True)))


@clause("bm.option.return.action")
@pytest.mark.parametrize(
    ("b", "yes"),
    [
        # its turn is over and it stays cool: an answer costs nothing
        ({"done": 1}, True),
        # it can do no damage to speak of, and would only use up an action
        ({"melee": 1, "short": 1, "long": 1, "targeting": -3}, False),
        # a rush: two markers, and a worse defense against the very attack
        ({"done": 1, "moves": 2}, False),
        ({"done": 1, "moves": 2, "heat": 4}, False),
        # one marker that it had cooled off, on top of many
        ({"done": 1, "cooled": 2, "heat": 5}, False),
        # it will hardly live to feel the heat
        ({"done": 1, "moves": 2, "armor": 1}, True),
    ],
)
def test_fire_is_returned_where_it_brings_more_than_it_costs(b: dict[str, Any], yes: bool) -> None:
    t = attacked(duel(6.0, options=REPLY, b=b))
    assert answer_of(t).yes is yes


@clause("bm.option.return.action", "bm.action.rush_heat")
def test_an_answer_before_its_own_turn_costs_what_that_turn_will_lack() -> None:
    """Two attacks could still be made for nothing; with an answer the second of two further actions is a rush."""
    idle = attacked(duel(6.0, options=REPLY))
    assert turn_lost(idle.state, idle.unit("B1")) > 5.0
    assert terms(idle)["next"] < 0.0
    # without anything to do in its turn the answer costs it nothing
    walls = [{"feature": "Building", "x": 4.0, "y": 4.0}]
    stuck = attacked(duel(6.0, options=REPLY, b={"movement": 0, "attacks": 0}, terrain=walls))
    assert terms(stuck)["next"] <= 0.0


@clause("bm.option.return.action", "bm.destroy.in_exchange")
def test_who_is_about_to_be_destroyed_has_nothing_to_save() -> None:
    alive, dying = (attacked(duel(6.0, options=REPLY, b={"done": 1, "moves": 2, "armor": armor})) for armor in (20, 1))
    assert terms(alive)["heat"] < 5 * terms(dying)["heat"] < 0.0


@clause("bm.option.hold.return")
def test_a_note_is_not_thrown_away_for_an_answer_that_is_worth_less() -> None:
    """A weak answer now, against a good shot at whoever comes nearer."""
    holder = {"holding": ["short", "primary"], "long": 1, "short": 5}
    units = [
        mech("A1", 10, 15, 0, defense_dice=2),
        mech("A2", 12, 19, 0, defense_dice=1),
        mech("B1", 25, 15, 180, **holder),
    ]
    t = attacked(lay_table(GAME, units, options=BOTH))
    assert terms(t)["held"] < 0.0
    assert not answer_of(t).yes


@clause("bm.option.hold.declare")
@pytest.mark.parametrize("b", [{"done": 1}, {"movement": 0}])
def test_nobody_holds_fire_for_an_enemy_that_will_not_come(b: dict[str, Any]) -> None:
    t = duel(22.0, options={"hold_fire": True}, b=b)
    assert t.decision is not None
    assert [each for each in t.decision.suggest(t.state, 60) if each.kind == "hold"] == []
    assert type(answer_of(t)).__name__ != "HoldFire"


@clause("bm.option.hold.declare", "bm.option.hold.trigger")
def test_fire_is_held_where_an_enemy_must_come_into_it() -> None:
    t = duel(22.0, options={"hold_fire": True})
    answer = answer_of(t)
    assert (type(answer).__name__, answer.range, answer.arc) == ("HoldFire", "long", "primary")


@clause("bm.option.hold.optional")
def test_a_held_shot_waits_for_a_better_one() -> None:
    """The first to come in is armoured all over; the one behind it has hardly any armor left."""
    tough = mech("A1", 10, 15, 0, defense_dice=6, dodge=4)
    units = [
        tough,
        mech("A2", 10, 18.5, 0, armor=1, defense_dice=0),
        mech("B1", 26, 15, 180, holding=["short", "primary"]),
    ]
    t = lay_table(GAME, units, options={"hold_fire": True})
    t.answer("move", unit="A1", steps=[{"step": "forward", "bricks": 6.0}])
    assert t.decision is not None
    while t.decision.kind == "held_shot" and not t.decision.is_noted(t.state):
        t.answer("react", yes=False)
    assert t.decision.kind == "held_shot"
    assert not answer_of(t).yes


@clause("bm.attack.arc.turret")
def test_a_turret_does_not_turn_round_first() -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, 180, "rampart"), mech("B1", 18, 15, 180)])
    assert type(answer_of(t)).__name__ == "Attack"


@clause("bm.attack.arc.turret", "bm.move.turn")
def test_a_turret_is_driven_where_legs_would_have_to_turn_back() -> None:
    """Six Bricks away from an enemy behind it, which a Mech that must face it cannot go."""
    ends = {}
    for card in ("rampart", "trooper"):
        t = lay_table(GAME, [mech("A1", 20, 15, 0, card), mech("B1", 12, 15, 0)])
        unit = t.unit("A1")
        ways = Walker(t.state, unit).ways([Focus((12.0, 15.0))])
        ends[card] = {(round(way.pose.place[0], 1), way.pose.degrees) for way in ways}
    assert (26.0, 0.0) in ends["rampart"]
    assert (26.0, 0.0) not in ends["trooper"]
