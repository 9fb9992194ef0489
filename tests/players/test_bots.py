"""Bots: they see a view and nothing else, answer legally and always the same, and do what a sensible player would."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.views import imagine, view
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.mind.judgement import BattleJudge
from brickfield.games.micro_brick_battle.mind.judgement_threats import ThreatMap
from brickfield.games.micro_brick_battle.mind.stands import at
from brickfield.geometry import Pose
from brickfield.players.levels import make_player
from brickfield.testing import Position, dice, lay_table, piece, unit
from tests.players.battles import play

GAME = find_game("micro_brick_battle")
assert GAME is not None
# those that do not look ahead: whole battles of the others take minutes
QUICK = ("random", "recruit", "regular")
BOTS = QUICK[1:]


def match_of(scenario: str, **options: Any) -> Match:
    match = GAME.new_match(Setup(GAME.id, scenario, options))
    assert not isinstance(match, Refusal), match
    return match


@pytest.mark.parametrize("scenario", ["six_v_six", "crossroads"])
@pytest.mark.parametrize("levels", [("recruit", "regular"), ("regular", "random")])
def test_a_battle_between_bots_ends_and_every_answer_is_legal(scenario: str, levels: tuple[str, str]) -> None:
    state, _answers = play(match_of(scenario), levels, seed=3)
    assert state.over


@pytest.mark.parametrize("rules", ["quick", "young_hidden", "young"])
@pytest.mark.parametrize("level", BOTS)
def test_bots_know_the_rules_of_every_seat(level: str, rules: str) -> None:
    state, _answers = play(match_of("six_v_six", rules_level=[rules, rules]), (level, level), seed=5)
    assert state.over


def test_bots_lay_out_a_battlefield() -> None:
    match = match_of("six_v_six", battlefield="divide", round_limit=1)
    state, answers = play(match, ("recruit", "recruit"), seed=1)
    assert state.over
    assert sum(type(answer).__name__ == "LayPiece" for answer in answers) == 7


@pytest.mark.parametrize("level", QUICK)
def test_the_same_seed_gives_the_same_battle(level: str) -> None:
    once = play(match_of("six_v_six"), (level, level), seed=8, most=60)
    again = play(match_of("six_v_six"), (level, level), seed=8, most=60)
    assert once[1] == again[1]
    assert once[0].digest() == again[0].digest()


def test_another_seed_gives_another_battle_to_a_bot_with_whims() -> None:
    one, other = (play(match_of("six_v_six"), ("recruit", "recruit"), seed, most=40)[1] for seed in (8, 9))
    assert one != other


def test_a_bot_that_is_not_asked_says_so() -> None:
    match = match_of("six_v_six")
    state = begin(match, SeededDice(1)).state
    idle = 1 - state.waiting_for()[0]
    with pytest.raises(ValueError, match="nothing to decide"):
        make_player("recruit", GAME, 1).decide(match, view(state, idle))


def test_an_unknown_level_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'general': There is no such level"):
        make_player("general", GAME, 1)


# --- what a sensible player does ----------------------------------------------------------------------------------


def answer_of(t: Position, level: str = "regular") -> Any:
    """What a bot answers to the pending question of a table."""
    seat = t.state.waiting_for()[0]
    return make_player(level, GAME, 1).decide(t.match, view(t.state, seat))


def declared(t: Position, level: str = "regular") -> dict[str, str]:
    return {shot.unit: shot.target for shot in answer_of(t, level).shots}


@pytest.mark.parametrize("level", BOTS)
def test_everybody_who_can_shoots(level: str) -> None:
    t = lay_table(
        GAME.id,
        [unit("A1", "M4 Sherman", 20, 10), unit("A2", "M4 Sherman", 28, 10), unit("B1", "Panzer III", 24, 24, 270)],
        phase="target_declaration",
    )
    assert declared(t, level) == {"A1": "B1", "A2": "B1"}


def test_the_shot_from_behind_is_preferred() -> None:
    t = lay_table(
        GAME.id,
        [
            unit("A1", "M4 Sherman", 24, 10),
            unit("B1", "Panzer III", 20, 24, 270),
            unit("B2", "Panzer III", 28, 24, 90),
        ],
        phase="target_declaration",
    )
    assert declared(t) == {"A1": "B2"}


def test_no_shot_is_wasted_on_what_it_cannot_destroy() -> None:
    t = lay_table(
        GAME.id,
        [
            unit("A1", "Panzer II", 24, 10, ap=1),
            unit("B1", "Tiger I", 20, 24, 270, dp=10),
            unit("B2", "Panzer III", 28, 24, 270),
        ],
        phase="target_declaration",
    )
    assert declared(t) == {"A1": "B2"}


def test_fire_is_spread_when_one_shot_is_enough() -> None:
    t = lay_table(
        GAME.id,
        [
            unit("A1", "M26 Pershing", 20, 10, ap=10),
            unit("A2", "M26 Pershing", 28, 10, ap=10),
            unit("B1", "Panzer II", 20, 24, 270, dp=0),
            unit("B2", "Panzer II", 28, 24, 270, dp=0),
        ],
        phase="target_declaration",
    )
    assert sorted(declared(t).values()) == ["B1", "B2"]


def test_a_bot_out_of_sight_comes_out_to_fight() -> None:
    t = lay_table(
        GAME.id,
        [unit("A1", "M4 Sherman", 24, 8), unit("B1", "Flak 36", 24, 26, 270, ap=0)],
        [piece("House", 24, 14)],
    )
    assert not t.line_of_sight("A1", "B1")
    for _turn in range(6):
        while t.asked == "move_units" and t.state.waiting_for() == (0,):
            assert t.send(answer_of(t)).accepted
        if t.asked == "declare_targets" and t.legal_targets("A1"):
            return
        if t.asked == "declare_targets":
            assert t.answer("declare", shots=[]).accepted
        while t.asked and t.state.waiting_for() == (1,):
            assert t.answer("end_movement" if t.asked == "move_units" else "declare").accepted
    pytest.fail(f"it never saw the enemy\n{t}")


def gap_between_houses() -> Position:
    """A lane behind two houses with a gap: whoever drives half its way along the lane looks out at A1."""
    return lay_table(
        GAME.id,
        [
            unit("A1", "M4 Sherman", 24, 10),
            unit("B1", "Panzer III", 20, 22, 0),
            unit("B2", "Flak 36", 36, 12, 180, ap=0),
        ],
        [
            piece("House", 17.5, 19.5, length=11.2, width=2.0),
            piece("House", 30.5, 19.5, length=11.2, width=2.0),
            piece("House", 24, 24.5, length=24.0, width=2.0),
        ],
    )


def test_an_enemy_out_of_sight_is_a_threat_where_it_can_step_out() -> None:
    t = gap_between_houses()
    view = ThreatMap(t.state, 0)
    own, pose = t.state.units["A1"], t.state.units["A1"].at
    assert view.seen_by(own, pose) == (0.0, 0.0)
    threat, harmless = view.threats(own, pose)
    assert threat > 0.0
    assert harmless == 0.0


def test_a_bot_shoots_from_where_the_enemy_cannot_step_out_at_it() -> None:
    t = gap_between_houses()
    while t.asked == "move_units":
        assert t.send(answer_of(t)).accepted
    own = t.state.units["A1"]
    assert "B2" in t.legal_targets("A1")
    assert ThreatMap(t.state, 0).threats(own, own.at) == (0.0, 0.0)


def test_the_last_enemy_is_shot_and_the_battle_won() -> None:
    t = lay_table(
        GAME.id,
        [unit("A1", "Tiger I", 24, 10), unit("B1", "Panzer II", 24, 20, 90)],
        phase="target_declaration",
    )
    assert t.send(answer_of(t), dice=dice(6, 6)).accepted
    assert t.winners == (0,)


@pytest.mark.parametrize("scenario", ["six_v_six", "crossroads"])
def test_every_suggestion_is_accepted_and_the_first_is_the_safe_one(scenario: str) -> None:
    match = match_of(scenario)
    seats = [make_player("recruit", GAME, seat) for seat in range(2)]
    throws = SeededDice(4)
    state = begin(match, throws).state
    kinds: set[str] = set()
    for _ in range(45):
        decision = state.decision
        if decision is None:
            break
        suggestions = decision.suggest(state, 24)
        assert 1 <= len(suggestions) <= 24
        assert suggestions[:3] == decision.suggest(state, 3), "fewer are the first of many"
        for suggestion in suggestions:
            assert decision.validate(state, suggestion.answer) is None, suggestion
            assert suggestion.reason
            kinds.add(suggestion.kind)
        seen = view(state, decision.seat)
        assert imagine(seen, match).digest() == state.digest()
        taken = give(state, decision, seats[decision.seat].decide(match, seen), throws)
        assert not isinstance(taken, Refusal)
        state = taken.state
    assert len(kinds) >= 6, kinds


def test_a_line_grows_from_the_middle_of_the_zone_to_both_sides() -> None:
    throws = SeededDice(1)
    state = begin(match_of("six_v_six"), throws).state
    places: dict[int, list[float]] = {0: [], 1: []}
    while (decision := state.decision) is not None and decision.kind == "deploy_unit":
        line = decision.suggest(state, 24)[0]
        assert line.kind == "line"
        places[decision.seat].append(line.answer.x - state.match.width / 2)
        taken = give(state, decision, line.answer, throws)
        assert not isinstance(taken, Refusal)
        state = taken.state
    for off in places.values():
        assert len(off) == 6
        assert abs(off[0]) < 1.5
        assert abs(sum(off)) / 6 < 3.0
        assert min(off) < -6.0
        assert max(off) > 6.0


# --- a plan for the whole turn ----------------------------------------------------------------------------------------


@pytest.fixture
def priced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions whose answers the judgement is asked to price, written down."""
    told: list[str] = []
    price = BattleJudge.outlook

    def outlook(judge: BattleJudge, state: Any, decision: Any, *more: Any) -> Any:
        told.append(decision.kind)
        return price(judge, state, decision, *more)

    monkeypatch.setattr(BattleJudge, "outlook", outlook)
    return told


def hidden_army() -> Position:
    """Four tanks far from an enemy they do not see: all of them have a way to go."""
    tanks = [unit(f"A{number}", "M4 Sherman", 6 + 10 * number, 4) for number in range(4)]
    return lay_table(
        GAME.id, [*tanks, unit("B1", "Tiger I", 24, 33, 270)], [piece("House", 24, 26, length=16.0, width=2.0)]
    )


def test_a_plan_is_made_once_a_turn(priced: list[str]) -> None:
    bot, t, orders = make_player("regular", GAME, 1), hidden_army(), 0
    while t.asked == "move_units" and t.state.waiting_for() == (0,):
        assert t.send(bot.decide(t.match, view(t.state, 0))).accepted
        orders += 1
    assert orders >= 4
    # one plan, and one look at the end whether anything is left to do
    assert len(priced) <= 2


def test_a_plan_is_dropped_when_the_enemy_has_changed(priced: list[str]) -> None:
    bot, t = make_player("regular", GAME, 1), hidden_army()
    for _question in range(2):
        bot.decide(t.match, view(t.state, 0))
    assert len(priced) == 1
    changed = t.state.clone()
    changed.units["B1"] = at(changed.units["B1"], Pose.at(6, 30, 270))
    bot.decide(t.match, view(changed, 0))
    assert len(priced) == 2
