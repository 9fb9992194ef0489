"""Effect cards: the set, choosing, the deck and the hands, when a card may be played, and that it leaves the game."""

from __future__ import annotations

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.offers import Choose, Take
from brickfield.core.views import SPECTATOR
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.rules.card_effects import EFFECTS
from brickfield.games.micro_brick_battle.rules.effect_cards import (
    DECK,
    PLAYED,
    UNTIL_NEXT_TURN,
    UNTIL_TURN_ENDS,
    cards_to_choose,
    dealt,
    effect_cards,
    plays_cards,
)
from brickfield.games.micro_brick_battle.rules.scenarios import scenarios
from brickfield.testing import Position, clause, dice, lay_table, start, unit
from tests.rules.micro_brick_battle.cards import UNITS, hold, in_hand, let_pass, pass_turn, play, table

GAME = "micro_brick_battle"
WAITING = {
    "forward_observer": "special_units",
    "mine_sweepers": "mines",
    "clear_skies": "weather",
    "scramble": "airplanes",
}


def battle(cards: str, scenario: str = "six_v_six", **options: object) -> Position:
    """A battle in which cards are about to be chosen."""
    return start(Setup(GAME, scenario, {"effect_cards": cards, **options}))


def refused(result: object) -> tuple[str, str]:
    """Code and clause of a refusal."""
    refusal = getattr(result, "refusal", None)
    assert refusal is not None
    return refusal.code, refusal.clause


def scenario_plays(scenario: str) -> tuple[str, ...]:
    return scenarios()[scenario].plays


@clause("mbb.card.optional")
def test_cards_are_an_option_of_every_battle() -> None:
    game = find_game(GAME)
    assert game is not None
    for scenario in game.scenario_table():
        assert battle("deck", scenario).state.asked()[0] == 0
        assert battle("hail_mary", scenario).asked == "choose_cards"
        plain = start(Setup(GAME, scenario), SeededDice(1))
        assert not plays_cards(plain.match)
        assert not plain.state.piles
        first = "place_work" if plain.match.works else "deploy_unit"
        assert plain.asked == ("name_reserves" if "reinforcements" in scenario_plays(scenario) else first)


@clause("mbb.card.scenario")
def test_twelve_cards_each_a_function_of_its_own_name() -> None:
    cards = effect_cards()
    assert len(cards) == 12
    assert list(cards) == list(dict.fromkeys(cards))
    assert set(EFFECTS) == set(cards)
    assert all(EFFECTS[name].__name__ == name for name in cards)
    marks = {*UNTIL_NEXT_TURN, *UNTIL_TURN_ENDS}
    # three cards leave no mark that lasts: a shot made again, a hit that glances off, and fair weather
    assert set(cards) - marks == {"lucky_shot", "ricochet", "clear_skies"}


@clause("mbb.card.scenario", "mbb.card.timing")
def test_a_card_whose_chapter_is_not_in_play_is_not_dealt() -> None:
    needed = {card.id: card.needs for card in effect_cards().values() if card.needs}
    assert needed == WAITING
    t = battle("hail_mary")
    assert [card.id for card in dealt(t.match)] == [name for name in effect_cards() if name not in WAITING]
    for name in WAITING:
        code, _clause = refused(t.answer("pick_cards", cards=[name, "ricochet"], seat=0))
        assert code == "card_unknown"


@clause("mbb.card.deck.select", "mbb.card.deck.max6")
@pytest.mark.parametrize(
    ("scenario", "most"), [("six_v_six", 3), ("three_armies", 2), ("four_armies", 1), ("two_against_two", 1)]
)
def test_the_deck_takes_up_to_three_cards_each_but_never_more_than_six(scenario: str, most: int) -> None:
    t = battle("deck", scenario)
    assert cards_to_choose(t.match) == (0, most)
    assert refused(t.answer("pick_cards", cards=["ricochet"] * (most + 1), seat=0)) == (
        "number_of_cards",
        "mbb.card.deck.max6",
    )
    offer = t.question.offer if t.decision is not None else None
    for seat in range(t.match.seats):
        last = seat == t.match.seats - 1
        told = t.answer("pick_cards", cards=["dug_in"] * most, seat=seat, dice=SeededDice(3) if last else None)
        assert told.accepted
    assert len(t.state.piles[DECK]) == most * t.match.seats <= 6
    assert offer is None or isinstance(offer, Take)


@clause("mbb.card.deck.shuffle")
def test_the_deck_is_shuffled_face_down_and_players_start_with_none() -> None:
    t = battle("deck")
    t.answer("pick_cards", cards=["dug_in", "ricochet", "lucky_shot"], seat=0)
    t.answer("pick_cards", cards=["dud_shell"], seat=1, dice=dice(1, 1, 1, 6, 5))
    # each card changes places with the first one in turn, and the dice of that are not told
    assert t.state.piles[DECK].cards == ("dud_shell", "dug_in", "ricochet", "lucky_shot")
    assert in_hand(t, 0) == in_hand(t, 1) == ()
    for seat in (0, 1, SPECTATOR):
        seen = t.view(seat).encode()
        assert not any(card.encode() in seen for card in ("dug_in", "ricochet", "lucky_shot", "dud_shell"))
    assert [event.label for event in t.events if type(event).__name__ == "DiceRolled"] == ["deployment"] * 2


@clause("mbb.card.hail.number", "mbb.card.hail.unique")
def test_hail_mary_cards_are_so_many_as_agreed_and_none_twice() -> None:
    t = battle("hail_mary")
    assert cards_to_choose(t.match) == (2, 2)
    for cards in ([], ["ricochet"], ["ricochet", "dug_in", "dud_shell"]):
        assert refused(t.answer("pick_cards", cards=cards, seat=0)) == ("number_of_cards", "mbb.card.hail.number")
    assert refused(t.answer("pick_cards", cards=["ricochet"] * 2, seat=0)) == ("card_twice", "mbb.card.hail.unique")
    assert cards_to_choose(battle("hail_mary", hail_mary_cards=1).match) == (1, 1)
    # both players may choose the same
    assert t.answer("pick_cards", cards=["ricochet", "dug_in"], seat=0).accepted
    assert t.answer("pick_cards", cards=["ricochet", "dug_in"], seat=1, dice=dice(6, 1)).accepted
    assert in_hand(t, 0) == in_hand(t, 1) == ("ricochet", "dug_in")


@clause("mbb.card.hail.secret")
def test_nobody_sees_the_hand_of_another() -> None:
    t = battle("hail_mary")
    t.answer("pick_cards", cards=["ricochet", "dug_in"], seat=0)
    assert b"ricochet" not in t.view(1).encode()
    t.answer("pick_cards", cards=["lucky_shot", "dud_shell"], seat=1, dice=dice(6, 1))
    assert b"ricochet" in t.view(0).encode()
    for seat in (1, SPECTATOR):
        assert b"ricochet" not in t.view(seat).encode()
        assert t.view(seat).piles["hand0"].count == 2  # type: ignore[index]
    told = repr(t.events)
    assert not any(card in told for card in effect_cards())


@clause("mbb.card.timing", "mbb.turn.sequence")
def test_cards_come_before_anything_else_of_a_turn_and_after_everything() -> None:
    t = table(hands={0: ("full_throttle", "dug_in")})
    pass_turn(t)
    assert (t.asked, t.question.offer.style) == ("play_cards", "cards")  # type: ignore[union-attr]
    offer = t.question.offer
    assert isinstance(offer, Choose)
    assert [choice.title for choice in offer.choices] == [
        "Keep your cards",
        "Full Throttle: M4 Sherman A1",
        "Full Throttle: M4 Sherman A2",
    ]
    assert refused(play(t, "dug_in", "A1")) == ("wrong_moment", "mbb.card.timing")
    t.answer("keep_cards")
    assert t.asked == "move_units"
    t.fire({})
    assert t.asked == "play_cards"
    assert refused(play(t, "full_throttle", "A1")) == ("wrong_moment", "mbb.card.timing")
    assert play(t, "dug_in", "A1").accepted


@clause("mbb.card.timing")
def test_who_holds_no_cards_is_not_asked_and_who_does_is_asked_whatever_they_are() -> None:
    t = table(hands={0: ("ricochet",)})
    pass_turn(t)
    # nothing can be played at the start of the turn, and nobody learns that from the question
    assert t.asked == "play_cards"
    assert len(t.question.offer.choices) == 1  # type: ignore[union-attr]
    pass_turn(t)
    assert (t.asked, t.state.facts["active"]) == ("move_units", 1)


@clause("mbb.card.timing")
@pytest.mark.parametrize(("phase", "card"), [("movement", "full_throttle"), ("shooting", "armor_piercing")])
def test_a_card_for_a_phase_that_is_given_up_cannot_be_played(phase: str, card: str) -> None:
    t = table(seat=0, first=0, round=1, phase="first_turn")
    hold(t, {0: ("full_throttle", "armor_piercing")})
    t.answer("skip_phase", phase=phase)
    assert refused(play(t, card, "A1")) == ("no_effect", "mbb.card.timing")
    other = {"full_throttle": "armor_piercing", "armor_piercing": "full_throttle"}[card]
    assert play(t, other, "A1").accepted


@clause("mbb.card.timing")
def test_a_card_not_in_the_hand_or_on_the_wrong_unit_is_refused_and_nothing_changes() -> None:
    t = table(hands={0: ("full_throttle", "thrown_track"), 1: ("dug_in",)})
    pass_turn(t)
    before = t.state.digest()
    assert refused(play(t, "dug_in", "A1")) == ("not_in_hand", "mbb.card.timing")
    assert refused(play(t, "no such card", "A1")) == ("not_in_hand", "mbb.card.timing")
    for card, wrong in (("full_throttle", "B1"), ("thrown_track", "A1"), ("full_throttle", "")):
        assert refused(play(t, card, wrong)) == ("no_effect", "mbb.card.timing")
    assert t.state.digest() == before


@clause("mbb.card.deck.one_per_round")
def test_one_card_of_the_deck_may_be_played_in_a_round() -> None:
    t = table(cards="deck", hands={0: ("full_throttle", "full_throttle", "dug_in")})
    pass_turn(t)
    assert play(t, "full_throttle", "A1").accepted
    # not a second one now, not at the end of the turn, not in a window of the same round
    assert t.asked == "move_units"
    t.fire({})
    assert (t.asked, t.state.facts["active"]) == ("move_units", 1)
    pass_turn(t)
    assert t.asked == "play_cards"
    assert play(t, "full_throttle", "A2").accepted


@clause("mbb.card.hail.multi", "mbb.card.hail.discard")
def test_several_hail_mary_cards_may_be_played_in_one_turn_and_are_gone() -> None:
    t = table(hands={0: ("full_throttle", "armor_piercing", "thrown_track")})
    pass_turn(t)
    assert play(t, "full_throttle", "A1").accepted
    assert play(t, "armor_piercing", "A1").accepted
    assert play(t, "thrown_track", "B1").accepted
    assert t.asked == "move_units"
    assert in_hand(t, 0) == ()
    assert t.state.piles[PLAYED].cards == ("thrown_track", "armor_piercing", "full_throttle")
    clauses = {event.clause for event in t.events if type(event).__name__ == "CardsMoved"}
    assert clauses == {"mbb.card.hail.discard"}


@clause("mbb.card.deck.discard")
def test_a_card_of_the_deck_that_was_played_never_comes_back() -> None:
    t = table(cards="deck", hands={0: ("full_throttle",)}, deck=("dug_in",))
    pass_turn(t)
    play(t, "full_throttle", "A1")
    assert (t.state.piles[PLAYED].cards, t.state.piles[DECK].cards) == (("full_throttle",), ("dug_in",))
    assert [event.clause for event in t.events if type(event).__name__ == "CardsMoved"] == ["mbb.card.deck.discard"]


STRONG = (
    unit("A1", "M4 Sherman", 20, 10, 90, ap=9),
    unit("A2", "M4 Sherman", 28, 10, 90, ap=9),
    unit("B1", "Panzer III", 20, 26, 270, dp=0),
    unit("B2", "Panzer III", 28, 26, 270, dp=0),
    unit("B3", "Panzer III", 44, 33, 270),
)


@clause("mbb.card.deck.draw")
def test_who_destroys_enemies_draws_one_card_at_the_end_of_the_turn() -> None:
    t = table(*STRONG, cards="deck", deck=("dug_in", "ricochet"), seat=0)
    t.fire({"A1": "B1", "A2": "B2"}, dice(6, 6, 6, 6))
    assert in_hand(t, 0) == ("dug_in",)
    assert t.state.piles[DECK].cards == ("ricochet",)
    kinds = [type(event).__name__ for event in t.events]
    assert kinds.index("UnitDestroyed") < kinds.index("CardsMoved") < kinds.index("TurnEnded")
    # a turn without a kill brings none, nor does the next one
    pass_turn(t)
    pass_turn(t)
    assert in_hand(t, 0) == ("dug_in",)


@clause("mbb.card.deck.draw")
def test_nothing_is_drawn_from_an_empty_deck_or_with_hail_mary_cards() -> None:
    for cards in ("deck", "hail_mary"):
        t = table(*STRONG, cards=cards, deck=() if cards == "deck" else ("dug_in",), seat=0)
        t.fire({"A1": "B1"}, dice(6, 6))
        assert in_hand(t, 0) == ()
        assert not [event for event in t.events if type(event).__name__ == "CardsMoved"]


@clause("mbb.card.timing")
def test_the_hand_of_who_has_lost_every_unit_leaves_the_game_unseen() -> None:
    units = (
        unit("A1", "M4 Sherman", 24, 4, 90, ap=9),
        unit("B1", "M4 Sherman", 24, 14, 270, dp=0),
        unit("C1", "M4 Sherman", 4, 24, 0),
    )
    t = lay_table(GAME, units, edges=("y=0", "y=48", "x=0"), size=(48, 48), options={"effect_cards": "hail_mary"})
    hold(t, {1: ("dug_in",)})
    t.fire({"A1": "B1"})
    let_pass(t, dice=dice(6, 6))
    assert let_pass(t).accepted
    assert in_hand(t, 1) == ()
    moved = next(event for event in t.events if type(event).__name__ == "CardsMoved")
    assert (moved.count, moved.cards, moved.clause) == (1, (), "mbb.card.timing")  # type: ignore[attr-defined]
    assert t.winners is None


@clause("mbb.card.timing")
def test_at_the_same_moment_the_players_come_clockwise_from_the_active_one() -> None:
    units = (
        unit("A1", "M4 Sherman", 22, 4, 90),
        unit("A2", "M4 Sherman", 26, 4, 90),
        unit("B1", "M4 Sherman", 26, 40, 270),
        unit("C1", "M4 Sherman", 5, 20, 0),
    )
    t = lay_table(GAME, units, edges=("y=0", "y=48", "x=0"), size=(48, 48), options={"effect_cards": "hail_mary"})
    hold(t, {1: ("dug_in",), 2: ("dug_in",)})
    t.fire({"A1": "C1", "A2": "B1"})
    assert (t.asked, t.state.waiting_for()) == ("play_in_window", (2,))
    let_pass(t)
    assert (t.asked, t.state.waiting_for()) == ("play_in_window", (1,))


def test_a_yes_that_names_no_card_is_refused() -> None:
    t = table(hands={1: ("dud_shell",)}, seat=0)
    t.fire({"A1": "B1"})
    assert refused(t.answer("react", yes=True)) == ("which_card", "mbb.card.timing")


def test_the_units_of_the_tables_see_each_other() -> None:
    t = lay_table(GAME, UNITS, phase="target_declaration")
    assert "B1" in t.legal_targets("A1")
