"""A close look: once a plan stands, a level may look at many more orders that lie between those suggested."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from brickfield.core.play import Progress, give
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.games.micro_brick_battle.mind.judgement import MovesOutlook
from brickfield.games.micro_brick_battle.mind.judgement_evaluation import Evaluation
from brickfield.games.micro_brick_battle.mind.judgement_threats import threat_map
from brickfield.players import plan
from brickfield.players.levels import bot_of, levels
from brickfield.players.seat import BotSeat, refined
from tests.players.battles import match_of, under_way
from tests.players.test_search import BATTLES

GAME = "micro_brick_battle"


class Sums:
    """An outlook that adds up what each suggestion is worth."""

    def __init__(self, groups: Sequence[Sequence[int]], worth: Sequence[float]) -> None:
        self.groups = groups
        self._worth = worth

    def value(self, chosen: Sequence[int]) -> float:
        return sum(self._worth[number] for number in chosen)


# two units; of each the second suggestion is better than the first, and the third, a refinement, than both
TWO = Sums([[0, 2, 4], [1, 3, 5]], [0.1, 0.1, 0.2, 0.2, 0.3, 0.15])
KINDS = ("fire", "fire", "cover", "cover")


def test_a_plan_is_made_of_what_is_suggested_and_then_gone_through_with_what_lies_between() -> None:
    rough = plan.together(plan.RoughOutlook(TWO, 4), KINDS, 3)
    assert rough == [2, 3]
    # the refinement of the first unit is better, that of the second is not
    assert plan.polished(TWO, rough, 3) == [4, 3]


def test_a_unit_that_stays_may_find_something_to_do_at_a_close_look() -> None:
    idle = Sums([[0, 2], [1, 3]], [-0.1, 0.2, 0.1, 0.1])
    assert plan.together(plan.RoughOutlook(idle, 2), ("fire", "fire"), 3) == [1]
    assert plan.polished(idle, [1], 3) == [2, 1]


def test_a_plan_that_begins_otherwise_gives_no_unit_two_orders() -> None:
    begun = plan.others(plan.RoughOutlook(TWO, 4), KINDS, 3, [4, 3])
    assert begun
    for whole in begun:
        assert all(len(set(group) & set(whole)) <= 1 for group in TWO.groups), whole


class InTheWay(Sums):
    """The same where two orders get in each other's way: who follows both gets nothing of the second."""

    def exactly(self, chosen: Sequence[int]) -> float | None:
        return self.value([number for number in chosen if number != 3]) if 4 in chosen else self.value(chosen)


class Silent(Sums):
    """The same from a game that does not say what many orders come to together."""

    def exactly(self, chosen: Sequence[int]) -> float | None:
        return None


def test_a_plan_is_gone_through_with_everybody_where_it_takes_him() -> None:
    crowded = InTheWay(TWO.groups, [0.1, 0.1, 0.2, 0.2, 0.3, 0.15])
    # one of the two does something else, which is worth less by itself
    assert sorted(plan.settled(crowded, [4, 3], 2)) == [2, 3]
    assert plan.settled(TWO, [4, 3], 2) == [4, 3]
    assert plan.settled(Silent(TWO.groups, [0.0] * 6), [4, 3], 2) == [4, 3]


def at_the_first_move() -> State:
    state = under_way(match_of(GAME, "six_v_six"), "move_units")
    assert state.decision is not None
    return imagine(view(state, state.decision.seat), state.match)


def test_every_refinement_is_allowed_and_there_are_about_as_many_as_asked_for() -> None:
    state = at_the_first_move()
    decision = state.decision
    assert decision is not None
    found = decision.refinements(state, 1_200)
    assert 600 <= len(found) <= 1_300
    refused = [each.answer for each in found if decision.validate(state, each.answer) is not None]
    assert not refused
    assert {each.answer.unit for each in found} == {unit.id for unit in threat_map(state, decision.seat).own}


def test_fewer_are_looked_at_where_there_are_many_enemies() -> None:
    match = match_of(GAME, "six_v_six", point_limit=999)
    armies = ((("M4 Sherman", 20),), (("Panzer III", 20),))
    state = under_way(match.game.new_match(replace(match.setup, armies=armies)), "move_units")
    decision = state.decision
    assert decision is not None
    level = replace(levels()["regular"], extra_candidates={GAME: 480})
    asked = refined(level, state, decision.seat)
    assert asked == 6_000
    assert len(decision.refinements(state, asked)) < 2_500


def test_at_a_close_look_enemies_are_thought_to_go_to_more_places_and_threaten_no_less() -> None:
    state = at_the_first_move()
    assert state.decision is not None
    seen = threat_map(state, state.decision.seat)
    places = [len(each) for each in seen.reach()]
    unit = seen.own[0]
    assert unit.pose is not None
    before = seen.threats(unit, unit.pose)
    seen.look_closely()
    assert all(more > few for more, few in zip(map(len, seen.reach()), places, strict=True))
    assert sum(seen.threats(unit, unit.pose)) >= 0.9 * sum(before)


def test_who_looks_closely_has_a_plan_that_promises_no_less() -> None:
    state = at_the_first_move()
    decision = state.decision
    assert decision is not None
    bot = BotSeat(replace(levels()["regular"], extra_candidates={GAME: 480}), 1)
    suggestions, outlook = bot.weigh(state, decision)
    rough = plan.together(bot.roughly(outlook), [each.kind for each in suggestions[: bot.rough]], 3)
    assert bot.rough < len(suggestions)
    assert outlook.value(bot.planned(suggestions, outlook)) > outlook.value(rough)


def test_what_a_plan_is_worth_exactly_is_what_the_table_is_worth_after_it() -> None:
    """Orders are given for real; then the same judgement of where everybody stands comes to the same."""
    state = at_the_first_move()
    decision = state.decision
    assert decision is not None
    bot = BotSeat(levels()["regular"], 1)
    suggestions, outlook = bot.weigh(state, decision)
    assert isinstance(outlook, MovesOutlook)
    assert outlook.exactly(()) == pytest.approx(outlook.value(()))
    whole = plan.in_order(outlook, bot.planned(suggestions, outlook))
    assert len(whole) > 1
    after, moved = state, []
    for number in whole:
        asked = after.decision
        assert asked is not None
        led = give(after, asked, suggestions[number].answer)
        assert isinstance(led, Progress)
        after = led.state
        moved.append(suggestions[number].answer.unit)
    evaluation = Evaluation(threat_map(after, decision.seat), {})
    points = evaluation.points_at(
        [evaluation.viewpoint(n, unit.at) for n, unit in enumerate(evaluation.view.own)], moved
    )
    assert outlook.exactly(whole) == pytest.approx(evaluation.win_chance(points))


def test_of_many_units_nobody_says_what_they_come_to_together() -> None:
    match = match_of(GAME, "six_v_six", point_limit=999)
    armies = ((("M4 Sherman", 14),), (("Panzer III", 14),))
    state = under_way(match.game.new_match(replace(match.setup, armies=armies)), "move_units")
    assert state.decision is not None
    _suggestions, outlook = BotSeat(levels()["regular"], 1).weigh(state, state.decision)
    assert isinstance(outlook, MovesOutlook)
    assert outlook.exactly(()) is None


@pytest.mark.parametrize(("game", "scenario"), BATTLES)
def test_only_levels_that_look_ahead_look_closely_and_only_where_a_game_has_something_between(
    game: str, scenario: str
) -> None:
    state = under_way(match_of(game, scenario))
    assert state.decision is not None
    looks = {level for level in levels() if refined(bot_of(level, game), state, state.decision.seat)}
    has = any(mind.refinements for mind in state.match.game.minds.values())
    assert looks == ({"veteran", "commander"} if has else set())
    assert has or not state.decision.refinements(state, 100)
