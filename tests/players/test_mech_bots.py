"""Bots of BrickMech: every scenario is played to its end, and a sensible player's habits are theirs."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.views import view
from brickfield.games import find_game
from brickfield.games.brick_mech.judgement_plans import CLAUSES
from brickfield.games.brick_mech.judgement_sights import Sights, Stand
from brickfield.games.brick_mech.modifiers import numbers_of, plus
from brickfield.games.brick_mech.record_sheet import HEAT, number
from brickfield.players.levels import make_player
from brickfield.players.why import explain, wordings
from brickfield.testing import Position, lay_table, piece
from tests.players.battles import play
from tests.rules.brick_mech.table import GAME, duel, mech

BRICK_MECH = find_game(GAME)
assert BRICK_MECH is not None
FULL = {"return_fire": True, "hold_fire": True, "charge": True, "targeted_shot": True}


def match_of(scenario: str, **options: Any) -> Match:
    match = BRICK_MECH.new_match(Setup(GAME, scenario, options))
    assert not isinstance(match, Refusal), match
    return match


@pytest.mark.parametrize("scenario", [card.id for card in BRICK_MECH.scenarios()])
def test_every_scenario_is_played_to_its_end(scenario: str) -> None:
    state, _answers = play(match_of(scenario), ("recruit", "regular"), seed=3)
    assert state.over


@pytest.mark.parametrize("options", [FULL, {"premeasure": False, "table_vote": True}, {"several_units": False}])
def test_bots_know_the_optional_rules(options: dict[str, Any]) -> None:
    state, _answers = play(match_of("duel", **options), ("regular", "recruit"), seed=4)
    assert state.over


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_the_same_seed_gives_the_same_battle(level: str) -> None:
    once = play(match_of("duel"), (level,), seed=8, most=24)
    again = play(match_of("duel"), (level,), seed=8, most=24)
    assert once[1] == again[1]
    assert once[0].digest() == again[0].digest()


# --- what a sensible player does --------------------------------------------------------------------------------------


def answer_of(t: Position, level: str = "regular") -> Any:
    """What a bot answers to the pending question of a table."""
    seat = t.state.waiting_for()[0]
    return make_player(level, BRICK_MECH, 1).decide(t.match, view(t.state, seat))


def kind_of(t: Position, level: str = "regular") -> str:
    return type(answer_of(t, level)).__name__


def facing(
    distance: float = 8.0, a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **rest: Any
) -> Position:
    """Two Mechs that face each other across so many Bricks."""
    units = [mech("A1", 10, 15, 0, **(a or {})), mech("B1", 12 + distance, 15, 180, **(b or {}))]
    return lay_table(GAME, units, **rest)


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_a_mech_that_has_an_enemy_before_its_guns_attacks(level: str) -> None:
    assert kind_of(duel(6.0), level) == "Attack"


def test_an_enemy_behind_is_turned_to_or_outrun() -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, 180), mech("B1", 18, 15, 180)])
    answer = answer_of(t)
    assert type(answer).__name__ == "Move"
    assert "Turn" in [type(step).__name__ for step in answer.steps]


def test_a_third_action_that_brings_little_is_not_worth_its_heat() -> None:
    """bm.action.rush_heat: both free actions are spent, and the enemy is far from falling."""
    t = duel(6.0, a={"moves": 1, "attacks": 1})
    assert kind_of(t) == "EndTurn"


def test_a_rush_that_should_destroy_the_last_enemy_is_made() -> None:
    t = duel(6.0, a={"moves": 1, "attacks": 1}, b={"armor": 1, "heat": 3})
    assert kind_of(t) == "Attack"


def test_a_hot_mech_that_sees_nobody_cools_down() -> None:
    walls = [piece("Building", 20, 15)]
    t = lay_table(GAME, [mech("A1", 10, 15, 0, heat=5), mech("B1", 32, 15, 180)], terrain=walls)
    assert kind_of(t) == "EndTurn"


def test_a_mech_that_was_disarmed_mounts_an_arm_that_lies_beside_it() -> None:
    units = [mech("A1", 10, 15, 0, right_arm="", left_arm=""), mech("B1", 34, 15, 180)]
    loose = [{"side": "right", "x": 10.0, "y": 13.6, "arm": "A6"}]
    t = lay_table(GAME, units, parts=loose)
    answer = answer_of(t)
    assert (type(answer).__name__, answer.part) == ("Mount", "P1")


def test_an_empty_arm_is_no_treasure() -> None:
    units = [mech("A1", 10, 15, 0, right_arm=""), mech("B1", 18, 15, 180)]
    loose = [{"side": "right", "x": 10.0, "y": 13.6, "arm": "A6", "arm_dice": [0, 0, 0]}]
    assert kind_of(lay_table(GAME, units, parts=loose)) != "Mount"


def test_the_weaker_of_two_enemies_is_finished_first() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 18, 17, 180), mech("B2", 18, 13, 180, armor=2)]
    answer = answer_of(lay_table(GAME, units))
    assert (type(answer).__name__, answer.target) == ("Attack", "B2")


def test_fire_is_returned_by_a_mech_whose_turn_is_over() -> None:
    t = duel(6.0, options={"return_fire": True}, b={"done": 1})
    t.answer("attack", unit="A1", target="B1")
    assert kind_of(t) == "React"
    assert answer_of(t).yes


def test_a_held_shot_is_fired_at_what_was_noted() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 26, 15, 180, holding=["short", "primary"])]
    t = lay_table(GAME, units, options={"hold_fire": True})
    t.answer("move", unit="A1", steps=[{"step": "forward", "bricks": 6.0}])
    while t.decision is not None and t.decision.kind == "held_shot" and not t.decision.is_noted(t.state):
        assert not answer_of(t).yes
        t.answer("react", yes=False)
    assert t.decision is not None
    assert t.decision.kind == "held_shot"
    assert answer_of(t).yes


def test_a_bot_cannot_tell_what_an_enemy_has_noted() -> None:
    """Two tables that differ only in the enemy's note give the same view and the same answer."""
    answers = []
    for note in (["short", "primary"], ["long", "left"], ["melee", "right"]):
        units = [mech("A1", 10, 15, 0), mech("B1", 26, 15, 180, holding=note)]
        answers.append(answer_of(lay_table(GAME, units, options={"hold_fire": True})))
    assert answers[0] == answers[1] == answers[2]


def test_the_marker_is_gone_for_and_held() -> None:
    near = lay_table(
        GAME,
        [mech("A1", 14, 15, 0), mech("B1", 37, 3, 90)],
        options={"victory": "hold_marker"},
        objective={"marker": [20.0, 15.0]},
    )
    moved = answer_of(near)
    assert type(moved).__name__ == "Move"
    there = lay_table(
        GAME,
        [mech("A1", 20, 15, 0), mech("B1", 37, 3, 90)],
        options={"victory": "hold_marker"},
        objective={"marker": [20.0, 15.0]},
    )
    assert kind_of(there) != "Move"


def test_what_must_be_destroyed_is_attacked_before_its_guards() -> None:
    units = [mech("A1", 10, 15, 0), mech("B1", 17, 18, 180), mech("B2", 18, 13, 180, card="bunker")]
    t = lay_table(GAME, units, options={"victory": "destroy_target"}, objective={"targets": ["B2"]})
    assert answer_of(t).target == "B2"


# --- the judgement itself ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("heading", [0.0, 70.0, 200.0])
@pytest.mark.parametrize("y", [15.0, 18.5])
def test_quick_lines_count_what_the_rules_count(heading: float, y: float) -> None:
    """Dice and modifiers of a line are those of the attack, whatever the arcs, the cover and the heat."""
    units = [mech("A1", 10, 15, 20, heat=2), mech("B1", 19, y, heading, heat=1)]
    t = lay_table(GAME, units, terrain=[piece("Wall", 14, 16.5, 90)])
    one, other = t.state.units["A1"], t.state.units["B1"]
    sights = Sights(t.state)
    line = sights.line(Stand(t.state, one), Stand(t.state, other))
    assert line is not None
    numbers = numbers_of(t.state, one, other)
    to_attack, to_defense = plus(numbers)
    assert (line.band, line.dice, line.arc, line.cover) == (
        numbers.range,
        numbers.attack_dice,
        numbers.arc,
        numbers.cover,
    )
    assert sights.ahead(line, number(one, HEAT), number(other, HEAT)) == to_attack - to_defense


def test_every_term_has_its_sentence_and_its_clauses() -> None:
    from brickfield.core.clauses import read_ledger

    ledger = read_ledger(BRICK_MECH.ledger)
    assert set(CLAUSES) <= set(wordings())
    assert all(each in ledger for clauses in CLAUSES.values() for each in clauses)


def test_why_tells_what_makes_an_answer_good() -> None:
    t = duel(6.0)
    seen = view(t.state, 0)
    told = explain(t.match, seen, answer_of(t))
    assert (told.kind, bool(told.reason)) == ("attack", True)
    assert told.win_chance > 0.5
    assert "kills" in [reason.term for reason in told.against_nothing.reasons]


@pytest.mark.parametrize("scenario", ["duel", "hold_the_marker"])
def test_every_suggestion_is_accepted_has_a_reason_and_a_clause(scenario: str) -> None:
    match = match_of(scenario, **FULL)
    throws = SeededDice(2)
    state = begin(match, throws).state
    kinds: set[str] = set()
    seats = [make_player("recruit", BRICK_MECH, seat) for seat in range(2)]
    for _ in range(16):
        decision = state.decision
        assert decision is not None
        suggestions = decision.suggest(state, 24)
        assert suggestions[:3] == decision.suggest(state, 3), "fewer are the first of many"
        for suggestion in suggestions:
            assert decision.validate(state, suggestion.answer) is None, suggestion
            assert suggestion.reason
            assert suggestion.clause.startswith("bm.")
            kinds.add(suggestion.kind)
        taken = give(state, decision, seats[decision.seat].decide(match, view(state, decision.seat)), throws)
        assert not isinstance(taken, Refusal)
        state = taken.state
        if state.over:
            break
    assert {"end", "attack", "advance", "place", "hold"} <= kinds
