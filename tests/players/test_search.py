"""Looking ahead: what is compared with what, when a bot thinks better of its first thought, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any

import pytest
from msgspec import ValidationError
from msgspec.structs import replace

from brickfield.core.decisions import Suggestion
from brickfield.core.dice import Pool, SeededDice
from brickfield.core.events import snake
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.games import all_games, find_game
from brickfield.players.lab.ceiling import KnowingSeat, knowing, tenfold
from brickfield.players.levels import LEVELS, bot_of, levels, make_player, policies, policy_of, search_of, styles, tuned
from brickfield.players.playouts import OutOfTime, Playouts, Reach
from brickfield.players.search import Candidate, Samples, Search, SuccessiveHalving, edge
from brickfield.players.searching_seat import SearchSeat
from brickfield.players.seat import BotSeat
from brickfield.players.thoughts import thought_of
from brickfield.players.worlds import CommonDice
from tests.players.battles import match_of, under_way

BATTLES = (
    ("brick_mech", "duel"),
    ("battle_of_the_sea", "last_drop_of_blood"),
    ("micro_brick_battle", "six_v_six"),
    ("brick_action", "meeting"),
)
WHOLE = Search(rivals=4, evaluations=400, seconds=2.0, margin=1.0, policy="resolute")


def idea(name: str, promise: float = 0.5) -> Candidate:
    return Candidate((Suggestion(name, name, name, ""),), promise)


class Fixed:
    """Play-outs that come to what a test says, each for ten evaluations."""

    def __init__(self, value: Callable[[str, int], float], most: int = 1_000_000) -> None:
        self.evaluations = 0
        self.played: dict[str, int] = {}
        self._value = value
        self._most = most

    def value(self, world: State, orders: Sequence[Any], dice: CommonDice) -> float:
        if self.evaluations >= self._most:
            raise OutOfTime
        self.evaluations += 10
        table = self.played[orders[0]] = self.played.get(orders[0], -1) + 1
        return self._value(orders[0], table)


def race(fixed: Fixed, names: str, budget: int = 400, search: Search = WHOLE) -> Any:
    nowhere: Any = [None]
    playouts: Any = fixed
    return SuccessiveHalving(
        [idea(name) for name in names], nowhere, playouts, lambda table: CommonDice("seed", table)
    ).run(search, budget)


# --- the comparison --------------------------------------------------------------------------------------------------


def test_what_is_better_on_every_table_is_chosen() -> None:
    verdict = race(Fixed(lambda name, table: {"a": 0.4, "b": 0.6, "c": 0.3}[name] + 0.05 * (table % 3)), "abc")
    assert verdict.chosen.idea.answer == "b"
    assert not verdict.cut


def test_the_first_thought_stands_against_what_is_only_luckier() -> None:
    lucky = [0.9, 0.8, 0.1, 0.2, 0.9, 0.4, 0.2, 0.5]
    verdict = race(Fixed(lambda name, table: 0.5 if name == "a" else lucky[table % 8] + 0.01), "ab")
    mean, error = edge(verdict.lines[1], verdict.lines[0])
    assert 0.0 < mean < error
    assert verdict.chosen.idea.answer == "a"


def test_who_need_not_be_sure_takes_the_luckier_one() -> None:
    lucky = [0.9, 0.8, 0.1, 0.2, 0.9, 0.4, 0.2, 0.5]
    bold = replace(WHOLE, margin=0.0)
    verdict = race(Fixed(lambda name, table: 0.5 if name == "a" else lucky[table % 8] + 0.01), "ab", search=bold)
    assert verdict.chosen.idea.answer == "b"


def test_what_is_clearly_worse_is_given_up_at_once() -> None:
    fixed = Fixed(lambda name, table: {"a": 0.6, "b": 0.2, "c": 0.1}[name] + 0.01 * (table % 4))
    verdict = race(fixed, "abc", budget=10_000)
    assert verdict.chosen.idea.answer == "a"
    # two tables each, and then nobody is left to race against
    assert fixed.played == {"a": 1, "b": 1, "c": 1}


def test_what_makes_no_difference_is_not_played_on() -> None:
    fixed = Fixed(lambda name, table: 0.5)
    assert race(fixed, "ab", budget=10_000).chosen.idea.answer == "a"
    assert fixed.played == {"a": 1, "b": 1}


def test_of_two_ways_to_the_same_tables_one_is_played_on() -> None:
    worth = {"a": 0.4, "b": 0.5, "c": 0.5, "d": 0.45}
    fixed = Fixed(lambda name, table: worth[name] + 0.01 * (table % 5))
    assert race(fixed, "abcd", budget=10_000).chosen.idea.answer == "b"
    # the better half of the two that differ
    assert fixed.played == {"a": 15, "b": 15, "c": 1, "d": 1}


def test_a_gain_that_hardly_shows_leaves_the_first_thought() -> None:
    verdict = race(Fixed(lambda name, table: {"a": 0.5, "b": 0.502}[name]), "ab", budget=10_000)
    assert edge(verdict.lines[1], verdict.lines[0]) == (pytest.approx(0.002), pytest.approx(0.0))
    assert verdict.chosen.idea.answer == "a"


def test_the_budget_goes_to_the_better_half() -> None:
    noise = [0.0, 0.3, 0.1, 0.25, 0.05, 0.2, 0.15, 0.3]
    worth = {"a": 0.4, "b": 0.42, "c": 0.38, "d": 0.43, "e": 0.39}
    fixed = Fixed(lambda name, table: worth[name] + noise[table % 8])
    race(fixed, "abcde", budget=1_200)
    assert fixed.played["d"] > fixed.played["b"] > fixed.played["c"] == fixed.played["e"]
    # each pair of tables is finished for all that are left
    assert fixed.evaluations < 1_200 + 2 * 10 * 5


@pytest.mark.parametrize(("share", "going_on"), [(0.5, "bc"), (0.34, "bc"), (0.25, "b")])
def test_only_a_share_of_the_rivals_goes_on(share: float, going_on: str) -> None:
    worth = {"a": 0.4, "b": 0.6, "c": 0.55, "d": 0.5, "e": 0.45}
    fixed = Fixed(lambda name, table: worth[name] + 0.01 * (table % 5))
    race(fixed, "abcde", 10_000, replace(WHOLE, survivor_share=share, tables=4))
    assert "".join(name for name, played in fixed.played.items() if played > 1 and name != "a") == going_on


def test_when_time_runs_out_what_was_found_so_far_counts() -> None:
    verdict = race(Fixed(lambda name, table: {"a": 0.4, "b": 0.6}[name] + 0.01 * (table % 5), most=210), "ab")
    assert verdict.cut
    assert verdict.chosen.idea.answer == "b"
    assert len(verdict.lines[0].values) >= len(verdict.lines[1].values) >= 8


def test_two_tables_of_a_pair_are_one_witness() -> None:
    one, other = Samples(idea("a"), [0.5, 0.7, 0.4, 0.8]), Samples(idea("b"), [0.4, 0.4, 0.4, 0.4])
    # pairs gain 0.2 and 0.2, though the four tables gain 0.1, 0.3, 0.0 and 0.4
    assert edge(one, other) == (pytest.approx(0.2), pytest.approx(0.0))
    one.values += [0.9, 0.9]
    other.values += [0.4, 0.4]
    # 0.2, 0.2, 0.5: a mean of 0.3, a variance of 0.03, over three pairs
    assert edge(one, other) == (pytest.approx(0.3), pytest.approx(sqrt(0.03 / 3)))


# --- dice ------------------------------------------------------------------------------------------------------------


def test_a_throw_is_the_same_whatever_else_was_thrown() -> None:
    attack, heat = Pool(4, "attack", seat=0), Pool(2, "heat", seat=1)
    plain, busy = CommonDice("s", 0), CommonDice("s", 0)
    thrown = [plain.roll(attack), plain.roll(attack)]
    busy.roll(heat)
    assert busy.roll(attack) == thrown[0]
    busy.roll(heat)
    assert busy.roll(attack) == thrown[1]
    assert thrown[0] != thrown[1]
    assert CommonDice("s", 2).roll(attack) != thrown[0]


def test_the_second_table_of_a_pair_throws_the_other_side_of_each_die() -> None:
    pool, weighted = Pool(8, "attack"), Pool(8, "brick", faces=3, weights=(1, 2, 3))
    one, other = CommonDice("s", 4), CommonDice("s", 5)
    assert [sum(both) for both in zip(one.roll(pool), other.roll(pool), strict=True)] == [7] * 8
    # a die that is no cube has no other side as likely as the first
    first, second = one.roll(weighted), other.roll(weighted)
    assert first != second
    assert set(first + second) <= {1, 2, 3}


# --- at the table ----------------------------------------------------------------------------------------------------


def tiny(level: str = "veteran", seed: str = "1", **changed: Any) -> SearchSeat:
    """A level that looks ahead with next to no budget."""
    found = levels()[level]
    assert found.search is not None
    search = replace(found.search, **{"evaluations": 30, "rivals": 2, "tables": 8, "by_game": {}, **changed})
    return SearchSeat(found, search, policies()[search.policy], seed, watchdog="seconds" in changed)


def test_the_others_mind_what_is_not_known_or_what_such_levels_do() -> None:
    unknown, game = WHOLE, find_game("brick_action")
    assert game is not None
    assert policy_of(unknown, "brick_action") is policies()[unknown.policy]
    alike = policy_of(replace(unknown, mirror_weights=True), "brick_action")
    assert alike.weights == tuned("brick_action") == bot_of("commander", "brick_action").weights
    assert replace(alike, weights={}) == policies()[unknown.policy]
    # a style is one's own: nobody takes others for as bold as himself
    bold = make_player("commander:bold", game, "1")
    assert isinstance(bold, SearchSeat)
    assert bold._policies.other.weights == alike.weights != bold._policies.own.weights


@pytest.mark.parametrize(("game", "scenario"), BATTLES)
def test_a_bot_that_looks_ahead_answers_legally_and_always_the_same(game: str, scenario: str) -> None:
    match = match_of(game, scenario)
    state = under_way(match)
    decision = state.decision
    assert decision is not None
    seen = view(state, decision.seat)
    bots = [tiny(), tiny()]
    shares: list[float] = []
    bots[0].tell = shares.append
    one, other = (bot.decide(match, seen) for bot in bots)
    assert one == other
    assert decision.validate(state, one) is None
    verdict = bots[0].verdict
    assert verdict is not None
    assert verdict.lines[0].values
    assert shares == sorted(shares)
    assert 0.0 < shares[-1] <= 1.0
    told = thought_of(verdict)
    assert told.chosen.answer == one
    words = [each.words for each in told.rejected]
    assert 0 < len(words) == len(set(words)) < len(verdict.lines)
    assert all(0.0 <= each.chance <= 1.0 for each in (told.chosen, *told.rejected))


def test_a_game_may_be_searched_otherwise() -> None:
    search = replace(WHOLE, by_game={"one": {"policy": "steady", "margin": 2.0}})
    assert search.of("none") == WHOLE
    assert search.of("one") == replace(WHOLE, policy="steady", margin=2.0)


@pytest.mark.parametrize("wrong", [{"tabels": 4}, {"tables": "four"}])
def test_what_is_otherwise_in_a_game_is_read_strictly(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        replace(WHOLE, by_game={"one": wrong}).of("one")


def test_to_who_knows_the_dice_all_tables_are_one() -> None:
    match = match_of("battle_of_the_sea", "last_drop_of_blood")
    state = under_way(match)
    seen = view(state, state.waiting_for()[0])
    level, told = levels()["veteran"], []

    def coming() -> SeededDice:
        told.append(1)
        return SeededDice(9, 40)

    assert level.search is not None
    search = replace(level.search, evaluations=60, rivals=2, by_game={}, tables=6)
    bot = KnowingSeat(level, search, policies()["resolute"], "1", coming)
    bot.decide(match, seen)
    assert bot.verdict is not None
    assert told
    assert all(len(set(line.values)) == 1 for line in bot.verdict.lines)


def test_a_better_idea_is_taken_by_who_knows_the_dice() -> None:
    game = find_game("battle_of_the_sea")
    assert game is not None
    search = knowing("veteran", game, "1", lambda: SeededDice(9, 40))._search
    verdict = race(Fixed(lambda name, table: {"a": 0.4, "b": 0.6}[name]), "ab", 10_000, search)
    assert verdict.chosen.idea.answer == "b"


def test_who_knows_the_dice_leaves_nothing_to_the_judgement() -> None:
    game = find_game("micro_brick_battle")
    assert game is not None
    level = levels()["veteran"].search
    assert level is not None
    assert level.of(game.id).skip_kinds
    assert knowing("veteran", game, "1", lambda: SeededDice(9, 40))._search.skip_kinds == ()


def test_ten_times_the_budget_goes_into_more_ideas_on_more_tables() -> None:
    game = find_game("micro_brick_battle")
    assert game is not None
    usual, long = search_of(levels()["veteran"], game.id), tenfold("veteran", game, "1")._search
    assert usual is not None
    assert usual.weight_profiles
    assert long.evaluations == 10 * usual.evaluations
    more = {"rivals": 3 * usual.rivals, "tables": 4 * usual.tables, "evaluations": long.evaluations}
    assert long == replace(usual, **more)


def test_setting_up_is_left_to_the_judgement() -> None:
    match = match_of("brick_mech", "duel")
    state = begin(match, SeededDice(1)).state
    bot, plain = tiny(), make_player("regular", match.game, "1")
    seen = view(state, state.waiting_for()[0])
    assert bot.decide(match, seen) == plain.decide(match, seen)
    assert bot.verdict is None


def test_a_kind_of_question_may_be_left_to_the_judgement() -> None:
    match = match_of("battle_of_the_sea", "last_drop_of_blood")
    state = under_way(match)
    seen = view(state, state.waiting_for()[0])
    assert seen.decision is not None
    searching, leaving = tiny(), tiny(skip_kinds=(seen.decision.kind,))
    searching.decide(match, seen)
    assert searching.verdict is not None
    assert leaving.decide(match, seen) == make_player("regular", match.game, "1").decide(match, seen)
    assert leaving.verdict is None


def test_kinds_that_are_left_are_kinds_of_questions() -> None:
    for level in levels().values():
        for game in all_games() if level.search is not None else ():
            asked = {snake(kind.__name__) for kind in game.decisions}
            assert level.search is not None
            assert asked.issuperset(level.search.of(game.id).skip_kinds)


def test_a_watchdog_that_barks_at_once_leaves_the_first_thought() -> None:
    match = match_of("battle_of_the_sea", "last_drop_of_blood")
    state = under_way(match)
    seen = view(state, state.waiting_for()[0])
    bot = tiny(seconds=0.0)
    assert bot.decide(match, seen) == make_player("regular", match.game, "1").decide(match, seen)
    assert bot.verdict is not None
    assert bot.verdict.cut
    told = thought_of(bot.verdict)
    assert told.rejected[0].tables == 0
    assert told.sentence.startswith("Out of time before any of its ")


def test_a_plan_is_followed_without_a_new_search() -> None:
    match = match_of("battle_of_the_sea", "last_drop_of_blood")
    dice, state = SeededDice(4), under_way(match)
    bot = tiny()
    searched = []
    seat = state.waiting_for()[0]
    while state.waiting_for() == (seat,):
        decision = state.decision
        assert decision is not None
        led = give(state, decision, bot.decide(match, view(state, seat)), dice)
        assert not isinstance(led, Refusal)
        searched.append(bot.verdict is not None)
        state = led.state
    # far from the enemy nothing happens in between: one search for all ships
    assert searched[0]
    assert len(searched) >= 4
    assert sum(searched) <= 2


def test_the_plans_that_are_compared_begin_in_different_ways() -> None:
    match = match_of("battle_of_the_sea", "last_drop_of_blood")
    state = under_way(match)
    bot = tiny(rivals=5)
    bot.decide(match, view(state, state.waiting_for()[0]))
    assert bot.verdict is not None
    begun = [line.idea.answer for line in bot.verdict.lines]
    assert len(begun) > 2
    assert all(one not in begun[:place] for place, one in enumerate(begun))


def test_with_tempers_whole_plans_are_compared_before_single_orders() -> None:
    match = match_of("micro_brick_battle", "six_v_six")
    state = under_way(match, "move_units")
    seen = view(state, state.waiting_for()[0])
    # one that minds no enemy drives at them, one that minds nothing else stays out of their reach
    plain, moody = tiny(rivals=12), tiny(rivals=12, weight_profiles=({"exposure": 0.0}, {"exposure": 50.0}))
    ideas = []
    for bot in (plain, moody):
        bot.decide(match, seen)
        assert bot.verdict is not None
        ideas.append([line.idea for line in bot.verdict.lines])
    assert ideas[0][0] == ideas[1][0]
    more = [idea for idea in ideas[1] if idea not in ideas[0]]
    # the two tempers, and everybody doing the same
    assert len(more) > 4
    assert ideas[1][1 : 1 + len(more)] == more
    # nobody moves at all
    assert any(idea.steps[0].kind == "stay" and len(idea.orders) == 1 for idea in more)
    alike = [idea for idea in more if len(idea.orders) > 2]
    own = set(ideas[0][0].orders)
    assert any(len(own.intersection(idea.orders)) <= len(own) / 2 for idea in alike)


def test_the_plan_of_another_temper_is_followed_to_its_end() -> None:
    match = match_of("micro_brick_battle", "six_v_six")
    dice, state = SeededDice(4), under_way(match, "move_units")
    seat, bot = state.waiting_for()[0], tiny(rivals=6, weight_profiles=({"exposure": 0.0},))
    decision = state.decision
    assert decision is not None
    bot.decide(match, view(state, seat))
    assert bot.verdict is not None
    bolder = next(line.idea for line in bot.verdict.lines[1:] if len(line.idea.orders) > 2)
    given, answer = [], bot._instead(state, decision, bolder)
    for _ in bolder.orders:
        led = give(state, decision, answer, dice)
        assert not isinstance(led, Refusal)
        given.append(answer)
        state, decision = led.state, led.state.decision
        assert decision is not None
        if decision.kind != "move_units":
            break
        answer = bot.decide(match, view(state, seat))
    assert len(given) > 1
    assert set(given) == set(bolder.orders)


def test_who_is_resolute_goes_on_with_what_it_meant_to_do() -> None:
    match = match_of("brick_mech", "duel")
    dice, state = SeededDice(4), under_way(match)
    bot, seat = BotSeat(policies()["resolute"], "1"), state.waiting_for()[0]
    thought: list[int] = []
    while state.waiting_for() == (seat,) and state.facts["round"] == 1:
        decision, before = state.decision, bot.evaluations
        assert decision is not None
        led = give(state, decision, bot.answer(state, decision, Random(1)), dice)
        assert not isinstance(led, Refusal)
        thought.append(bot.evaluations - before)
        state = led.state
    # one thought for the whole turn of a Mech
    assert len(thought) >= 2
    assert thought[0] > 0
    assert not any(thought[1:])


def test_every_level_that_looks_ahead_names_a_policy_and_what_it_beats() -> None:
    ahead = [level for level in levels().values() if level.search is not None]
    assert [level.id for level in ahead] == ["veteran", "commander"]
    assert all(level.search is not None and level.search.policy in policies() for level in ahead)
    # with fewer tables it would never change its mind: of less than two pairs nobody knows the error
    games = {game.id for game in all_games()}
    found = [level.search.of(game) for level in ahead if level.search is not None for game in games]
    assert all(search.tables >= search.min_playouts >= 4 for search in found)
    assert tuple(levels()) == LEVELS
    assert [level.beats for level in levels().values()] == ["", *LEVELS[:-1]]


def test_what_a_level_minds_in_a_game_is_minded_by_its_own_side_in_play_outs_too() -> None:
    minds = tuned("brick_action")
    careful = styles()["careful"].by_game["brick_action"]["exposure"]
    assert bot_of("veteran", "brick_mech").weights == {}
    assert bot_of("veteran", "brick_action").weights == minds
    assert bot_of("veteran:careful", "brick_action").weights["exposure"] == minds["exposure"] * careful
    match = match_of("brick_action", "meeting")
    bot = make_player("veteran", match.game, "1")
    assert isinstance(bot, SearchSeat)
    played = Playouts(match, 1, bot._policies, Reach(2), "seed")._policies
    assert [policy.weights for policy in played] == [{}, minds]
