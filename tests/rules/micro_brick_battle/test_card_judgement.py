"""Bots and effect cards: played when they pay, kept when they do not, and allies are left alone."""

from __future__ import annotations

import pytest

from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import cards_to_choose
from brickfield.games.micro_brick_battle.chapters.effect_cards.mind import worth_of
from brickfield.games.micro_brick_battle.chapters.effect_cards.playing_cards import AlsoOn, KeepCards, PlayCard
from brickfield.games.micro_brick_battle.mind.by_decision import JUDGE
from brickfield.testing import Position, clause, dice, lay_table, piece, start, unit
from tests.rules.micro_brick_battle.cards import keep_until, pass_turn, table


def best(t: Position) -> object:
    """The answer a bot likes best by its judgement."""
    decision = t.decision
    assert decision is not None
    ideas = decision.suggest(t.state, 8)
    outlook = JUDGE.outlook(t.state, decision, ideas, {})
    return ideas[max(range(len(ideas)), key=lambda number: outlook.value((number,)))].answer


@clause("mbb.card.timing")
@pytest.mark.parametrize(("card", "played"), [("Panther", True), ("Renault FT-17", False)])
def test_special_ammunition_is_for_shots_that_gain_by_it(card: str, played: bool) -> None:
    t = table(unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", card, 24, 26, 270), hands={0: ("ap_round",)}, seat=0)
    t.fire({"A1": "B1"})
    assert best(t) == (PlayCard("ap_round", "A1") if played else KeepCards())


@clause("mbb.card.timing")
def test_who_is_seen_digs_in_and_who_has_missed_hopes_for_luck() -> None:
    t = table(hands={0: ("dig_in",)})
    pass_turn(t)
    keep_until(t, "end")
    assert best(t) == PlayCard("dig_in", "A1")
    for faces, wanted in (((1, 1), PlayCard("luck", "A1")), ((6, 6), KeepCards())):
        t = table(hands={0: ("luck",)}, seat=0)
        t.fire({"A1": "B1"})
        t.answer("keep_cards", dice=dice(*faces))
        assert best(t) == wanted


@clause("mbb.card.timing")
def test_a_barrage_goes_where_it_hurts_and_smoke_between_the_lines() -> None:
    units = [
        unit("A1", "M4 Sherman", 24, 4, 90),
        unit("B1", "Panzer III", 24, 26, 270),
        unit("B2", "Tiger I", 26, 26, 270),
    ]
    t = table(*units, unit("B9", "Panzer II", 44, 33), hands={0: ("barrage",)})
    pass_turn(t)
    assert best(t) == PlayCard("barrage")
    t.answer("play_card", card="barrage")
    assert best(t).x in (24.0, 26.0)  # type: ignore[attr-defined]
    t = table(*units, hands={0: ("smoke",)})
    pass_turn(t)
    t.answer("play_card", card="smoke")
    point = best(t)
    assert 4 < point.y < 26  # type: ignore[attr-defined]


@clause("mbb.card.timing")
def test_a_second_unit_is_named_if_it_gains_too() -> None:
    t = table(hands={0: ("full_throttle",)}, terrain=[piece("House", 8, 6.5, 0, length=6, width=2)])
    pass_turn(t)
    keep_until(t, "movement")
    t.answer("play_card", card="full_throttle", unit="A1")
    # A2 sees nobody, so it is in a hurry
    assert best(t) == AlsoOn("A2")
    assert worth_of(t.state, 1, PlayCard("breakdown", "A1")) > 0


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
