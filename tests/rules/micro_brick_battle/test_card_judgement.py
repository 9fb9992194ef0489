"""Bots and effect cards: played when they pay, kept when they do not, and allies are left alone."""

from __future__ import annotations

import pytest

from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.mind.by_decision import JUDGE
from brickfield.games.micro_brick_battle.mind.judgement_cards import worth_of
from brickfield.games.micro_brick_battle.rules.effect_cards import cards_to_choose
from brickfield.games.micro_brick_battle.rules.playing_cards import KeepCards, PlayCard
from brickfield.testing import Position, clause, dice, lay_table, start, unit
from tests.rules.micro_brick_battle.cards import hold, pass_turn, table


def best(t: Position) -> object:
    """The answer a bot likes best by its judgement."""
    decision = t.decision
    assert decision is not None
    ideas = decision.suggest(t.state, 8)
    outlook = JUDGE.outlook(t.state, decision, ideas, {})
    return ideas[max(range(len(ideas)), key=lambda number: outlook.value((number,)))].answer


@clause("mbb.card.timing")
def test_rounds_that_pierce_are_given_to_who_has_a_shot_and_kept_by_who_has_none() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 10, 90), unit("A2", "M4 Sherman", 4, 3, 90),
              unit("B1", "Panther", 24, 26, 270), hands={0: ("armor_piercing",)})  # fmt: skip
    pass_turn(t)
    assert best(t) == PlayCard("armor_piercing", "A1")
    houses = [{"feature": "House", "x": 24, "y": 18, "length": 40, "width": 2}]
    blind = lay_table("micro_brick_battle", [unit("A1", "M4 Sherman", 24, 6, 90), unit("B1", "Panther", 24, 30, 270)],
                      houses, options={"effect_cards": "hail_mary"}, seat=1, first=0)  # fmt: skip
    hold(blind, {0: ("armor_piercing",)})
    pass_turn(blind)
    assert best(blind) == KeepCards()


@clause("mbb.card.timing")
def test_who_is_seen_digs_in_and_who_is_hit_hopes_for_a_ricochet() -> None:
    t = table(hands={0: ("dug_in",)})
    pass_turn(t)
    t.answer("keep_cards")
    t.fire({})
    assert best(t) == PlayCard("dug_in", "A1")
    hit = table(hands={1: ("ricochet",)}, seat=0)
    hit.fire({"A1": "B1"})
    hit.answer("react", yes=False, dice=dice(6, 6))
    assert best(hit) == PlayCard("ricochet", "B1")


@clause("mbb.card.timing")
@pytest.mark.parametrize(("ap", "played"), [(5, True), (1, False)])
def test_a_dud_is_kept_for_a_shot_that_is_dangerous(ap: int, played: bool) -> None:
    t = table(unit("A1", "M4 Sherman", 24, 10, 90, ap=ap), unit("B1", "Panzer III", 24, 26, 270),
              hands={1: ("dud_shell",)}, seat=0)  # fmt: skip
    t.fire({"A1": "B1"})
    assert isinstance(best(t), PlayCard) is played


def test_a_lucky_shot_is_worth_what_it_may_destroy() -> None:
    t = table(hands={0: ("lucky_shot",)}, seat=0)
    t.fire({"A1": "B1"}, dice(1, 1))
    assert best(t) == PlayCard("lucky_shot", "A1")
    assert worth_of(t.state, 0, PlayCard("thrown_track", "B1")) > 0


@clause("mbb.card.hail.number")
@pytest.mark.parametrize("cards", ["deck", "hail_mary"])
def test_hands_that_are_suggested_may_be_chosen(cards: str) -> None:
    t = start(Setup("micro_brick_battle", "six_v_six", {"effect_cards": cards}))
    decision = t.decision
    assert decision is not None
    ideas = decision.suggest(t.state, 4)
    assert len({idea.answer for idea in ideas}) == 4
    for idea in ideas:
        assert decision.validate(t.state, idea.answer) is None
        assert len(idea.answer.cards) == cards_to_choose(t.match)[1]


@clause("mbb.team.control")
def test_fire_plans_never_name_a_team_mate() -> None:
    units = (
        unit("A1", "M4 Sherman", 20, 10, 90),
        unit("C1", "M4 Sherman", 20, 16, 90),
        unit("B1", "Panzer III", 24, 30, 270),
        unit("D1", "Panzer III", 28, 30, 270),
    )
    t = lay_table("micro_brick_battle", units, edges=("y=0", "y=36", "y=0", "y=36"), sides=(0, 1, 0, 1),
                  phase="target_declaration")  # fmt: skip
    decision = t.decision
    assert decision is not None
    plans = [idea.answer for idea in decision.suggest(t.state, 10)]
    assert any(plan.shots for plan in plans)
    assert {shot.target for plan in plans for shot in plan.shots} <= {"B1", "D1"}
