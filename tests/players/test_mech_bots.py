"""Bots of BrickMech: every scenario is played to its end, and a sensible player's habits are theirs."""

from __future__ import annotations

from functools import cache
from math import hypot, inf
from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import SPECTATOR, imagine, view
from brickfield.games import find_game
from brickfield.games.brick_mech.base.modifiers import numbers_of, plus
from brickfield.games.brick_mech.base.odds import about_to_reply, attack_odds
from brickfield.games.brick_mech.base.record_sheet import HEAT, number
from brickfield.games.brick_mech.chapters.return_fire.return_fire import heat_of_reply
from brickfield.games.brick_mech.mind import judgement_plans
from brickfield.games.brick_mech.mind.judgement_sights import Sights, Viewpoint
from brickfield.games.brick_mech.mind.judgement_threats import threat_map
from brickfield.players.levels import make_player
from brickfield.testing import Position, clause, lay_table, piece
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
    line = sights.line(Viewpoint(t.state, one), Viewpoint(t.state, other))
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


def test_what_is_remembered_of_places_is_what_a_new_table_says() -> None:
    match, fresh = match_of("duel"), match_of("duel")
    throws, state = SeededDice(5), begin(match, SeededDice(5)).state
    seats = [make_player("regular", BRICK_MECH, seat) for seat in range(2)]
    while not state.over and int(state.facts.get("round", 0)) < 5:
        decision = state.decision
        assert decision is not None
        seen = view(state, decision.seat)
        taken = give(state, decision, seats[decision.seat].decide(match, seen), throws)
        assert not isinstance(taken, Refusal)
        state = taken.state
    decision = state.decision
    assert decision is not None
    anew = imagine(view(state, decision.seat), fresh)
    assert decision.suggest(state, 24) == decision.suggest(anew, 24)


@pytest.mark.parametrize("weights", [{}, {"exposure": 0.6, "next": 2.0}])
def test_plans_that_are_not_thought_through_would_not_have_been_the_best(
    weights: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Limits save time and nothing else: with and without them every idea has the same plan and the same worth."""

    def found() -> list[Any]:
        units = [mech("A1", 10, 15, 0, heat=1), mech("B1", 19, 17, 180), mech("B2", 16, 9, 90, armor=2)]
        t = lay_table(GAME, units, terrain=[piece("Wall", 14, 16.5, 90)])
        assert t.decision is not None
        ideas = t.decision.suggest(t.state, 24)
        priced = BRICK_MECH.judge.outlook(t.state, t.decision, ideas, weights)
        return [ideas, priced.values, priced.then]

    limited = found()
    monkeypatch.setattr(judgement_plans, "_SLACK", inf)
    assert found() == limited


@pytest.mark.parametrize(("scenario", "way"), [("duel", "advance"), ("hold_the_marker", "objective")])
def test_every_suggestion_is_accepted_has_a_reason_and_a_clause(scenario: str, way: str) -> None:
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
    assert {"end", "attack", way, "place"} <= kinds


# --- what a sensible player does not do -------------------------------------------------------------------------------


class Conduct:
    """What was seen of the bots in some battles: their turns, their replies, how they began and how it ended."""

    def __init__(self) -> None:
        # for each turn: where it began and ended, the heat before and after, the kinds of answers, whom it could attack
        self.turns: list[dict[str, Any]] = []
        self.futile = 0
        self.replies = 0
        self.drawn = 0
        self.games = 0

    def watch(self, scenario: str, seed: int) -> None:
        match = match_of(scenario, return_fire=True)
        seats = [make_player("regular", BRICK_MECH, f"{seed}/{seat}") for seat in range(match.seats)]
        throws = SeededDice(seed)
        state, turns = begin(match, throws).state, dict[Any, dict[str, Any]]()
        while not state.over:
            decision: Any = state.decision
            answer = seats[decision.seat].decide(match, view(state, decision.seat))
            if decision.kind == "take_action":
                turn = turns.setdefault((state.facts["round"], answer.unit), self._begin(state, answer.unit))
                turn["kinds"].append(type(answer).__name__)
            elif decision.kind == "return_fire":
                self._reply(state, decision, answer)
            taken = give(state, decision, answer, throws)
            assert not isinstance(taken, Refusal)
            state = taken.state
            if decision.kind == "take_action":
                unit = state.units[answer.unit]
                turn |= {"end": unit.pose, "cool": number(unit, HEAT)}
        self.turns += turns.values()
        self.drawn += not state.outcome or not state.outcome.winners
        self.games += 1

    def _begin(self, state: State, name: str) -> dict[str, Any]:
        unit = state.units[name]
        seen = threat_map(state, unit.seat).shots(unit, unit.pose) if unit.pose else []
        return {"start": unit.pose, "hot": number(unit, HEAT), "kinds": [], "sees": bool(seen)}

    def _reply(self, state: State, decision: Any, answer: Any) -> None:
        unit = state.units[decision.target]
        odds = attack_odds(state, about_to_reply(unit), state.units[decision.attacker])
        self.replies += answer.yes
        self.futile += answer.yes and odds.damage < 0.05 and heat_of_reply(state, unit) > 0


@cache
def conduct() -> Conduct:
    found = Conduct()
    for seed in range(5):
        found.watch("duel", seed)
    for seed in range(2):
        found.watch("skyline", seed)
    return found


def test_few_turns_pass_without_effect() -> None:
    """Neither an action nor cooling: 17 of 59 turns once went by like that while nobody saw anybody."""
    turns = conduct().turns
    idle = [turn for turn in turns if turn["kinds"] == ["EndTurn"] and not turn["hot"]]
    assert len(turns) > 60
    assert len(idle) <= 0.06 * len(turns)


def test_nobody_steps_out_and_back_in_one_turn() -> None:
    for turn in conduct().turns:
        if turn["kinds"].count("Move") == 2 and "Attack" not in turn["kinds"] and turn["end"] is not None:
            (x, y), (end_x, end_y) = turn["start"].place, turn["end"].place
            assert hypot(end_x - x, end_y - y) > 1.0, turn


def test_a_hot_mech_does_not_stay_hot() -> None:
    """bm.endturn.heat0: with four markers or more hardly a turn is played out in full."""
    hot = [turn for turn in conduct().turns if turn["hot"] >= 4]
    spent = [turn for turn in hot if len([kind for kind in turn["kinds"] if kind != "EndTurn"]) >= 2]
    assert len(spent) <= max(1, len(hot) // 3), spent


def test_fire_that_cannot_hurt_is_not_returned_for_heat() -> None:
    assert conduct().replies > 5
    assert conduct().futile == 0


def test_battles_of_bots_are_decided() -> None:
    assert conduct().drawn <= 0.1 * conduct().games


@pytest.mark.parametrize("level", ["recruit", "regular"])
@pytest.mark.parametrize("scenario", ["duel", "three_against_three"])
def test_deployments_differ_between_seeds(scenario: str, level: str) -> None:
    begun = set()
    for seed in range(6):
        match = match_of(scenario)
        count = len(match.cards)
        state, _answers = play(match, (level,), seed, most=count)
        begun.add(tuple(unit.pose.place for unit in state.units.values() if unit.pose is not None))
    assert len(begun) >= 4


@clause("bm.objective.stalemate")
def test_nobody_offers_a_draw_before_all_stand_on_the_table() -> None:
    """Units that wait are armed."""
    match = match_of("three_against_three")
    for most in range(len(match.cards)):
        state, _answers = play(match, ("regular",), seed=1, most=most)
        for seat in range(2):
            bot = make_player("regular", BRICK_MECH, 1)
            assert not bot.wants_draw(match, view(state, SPECTATOR), seat, offered=False)
            assert not bot.wants_draw(match, view(state, SPECTATOR), seat, offered=True)


@clause("bm.option.return.action")
def test_a_reply_in_a_rush_is_weighed_by_what_it_does_to_the_defense() -> None:
    """The third action brings two markers: against a strong attack a weak answer is not worth them."""
    strong = {"short": 5, "targeting": 3, "dodge": 3, "defense_dice": 4}
    t = duel(6.0, options={"return_fire": True}, a=strong, b={"done": 1, "moves": 2, "short": 1})
    t.answer("attack", unit="A1", target="B1")
    assert not answer_of(t).yes
    t = duel(6.0, options={"return_fire": True}, a={"armor": 1}, b={"done": 1, "moves": 2, "short": 5})
    t.answer("attack", unit="A1", target="B1")
    assert answer_of(t).yes, "what should destroy the attacker is"


@clause("bm.option.return.action")
def test_a_reply_that_can_hardly_hurt_is_not_worth_an_action() -> None:
    t = duel(6.0, options={"return_fire": True}, a={"dodge": 9, "defense_dice": 4}, b={"short": 2})
    t.answer("attack", unit="A1", target="B1")
    assert not answer_of(t).yes


def test_a_mech_with_four_markers_cools_down_rather_than_attack_in_vain() -> None:
    t = duel(14.0, a={"heat": 4, "long": 2}, b={"dodge": 3, "defense_dice": 3})
    assert kind_of(t) == "EndTurn"


# --- large armies -----------------------------------------------------------------------------------------------------


def test_the_largest_armies_that_points_allow_are_deployed_and_play_a_round() -> None:
    cheap = ((("L3-T1-S0-S0-A0-A5", 17),), (("L3-T1-S0-S0-A0-A5", 17),))
    match = BRICK_MECH.new_match(Setup(GAME, "duel", {"point_limit": 2000}, cheap))
    assert not isinstance(match, Refusal), match
    state, _answers = play(match, ("regular",), seed=1, until=2)
    assert state.facts["round"] == 2


def test_forty_against_forty_can_be_thought_about() -> None:
    own = [mech(f"A{n + 1}", 10 + 4 * (n % 20), 20 + 4 * (n // 20), 90) for n in range(40)]
    foes = [mech(f"B{n + 1}", 10 + 4 * (n % 20), 50 - 4 * (n // 20), 270) for n in range(40)]
    t = lay_table(GAME, [*own, *foes], size=(100.0, 80.0))
    assert t.decision is not None
    assert len(t.decision.suggest(t.state, 3)) == 3
    assert kind_of(t) != "EndTurn"
