"""Effect cards: the set, choosing, the deck and the hands, when a card may be played, and that it leaves the game."""

from __future__ import annotations

import pytest
from msgspec import to_builtins

from brickfield.core.asking.offers import Take
from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.play import Progress, begin
from brickfield.core.play import answer as give
from brickfield.core.views import SPECTATOR
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.chapters.effect_cards.all_cards import CARDS
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import (
    BOX,
    DECK,
    PLAYED,
    cards_to_choose,
    effect_cards,
    plays_cards,
)
from brickfield.games.micro_brick_battle.chapters.effect_cards.playing_cards import PlayCard, may_play_card
from brickfield.games.micro_brick_battle.setup.scenarios import scenarios
from brickfield.games.micro_brick_battle.shown.faces import situation, table_face
from brickfield.speech.story import story
from brickfield.testing import Position, clause, dice, lay_table, start, unit
from tests.rules.micro_brick_battle.cards import (
    UNITS,
    hold,
    in_hand,
    keep_until,
    let_pass,
    pass_turn,
    play,
    refused,
    table,
)

GAME = "micro_brick_battle"


def battle(cards: str, scenario: str = "six_v_six", **options: object) -> Position:
    """A battle in which cards are about to be chosen."""
    return start(Setup(GAME, scenario, {"effect_cards": cards, **options}))


def ways_to_keep(t: Position) -> list[str]:
    """The answers that are offered to who plays nothing."""
    assert t.decision is not None
    return [to_builtins(each.answer)["answer"] for each in t.decision.choices(t.state)]


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
def test_the_twelve_cards_of_the_ledger_each_a_function_of_its_own_name() -> None:
    cards = effect_cards()
    assert {card.title: card.moment for card in cards.values()} == {
        "Smoke Screen": "start",
        "Special Ammunition": "shot",
        "Field Repair": "shooting_end",
        "Full Throttle": "movement",
        "Dig In": "end",
        "Rapid Fire": "shooting_end",
        "Off-table Barrage": "start",
        "Engine Breakdown": "enemy_movement",
        "Recon Flight": "declaration",
        "Radio Jam": "enemy_declaration",
        "Early Reserves": "start",
        "Lucky Star": "rolled",
    }
    assert list(CARDS) == list(cards)
    assert sorted(card.liked for card in CARDS.values()) == list(range(1, 1 + len(CARDS)))


@clause("mbb.card.scenario")
def test_every_card_may_be_chosen_and_says_where_it_is_of_no_use() -> None:
    t = battle("hail_mary")
    offer = t.state.decision_of(0).ask(t.state).offer
    idle = [item.title for item in offer.items if item.text.endswith("Of no use in this battle.")]
    assert (len(offer.items), idle) == (12, ["Recon Flight", "Radio Jam"])
    assert t.answer("pick_cards", cards=["recon", "radio"], seat=0).accepted
    for name in ("nonsense", "", "smoke" * 8):
        code, _clause = refused(t.answer("pick_cards", cards=[name, "luck"], seat=1))
        assert code == "card_unknown"


@clause("mbb.card.deck.select", "mbb.card.deck.max6")
@pytest.mark.parametrize(
    ("scenario", "most"), [("six_v_six", 3), ("three_armies", 2), ("four_armies", 1), ("two_against_two", 1)]
)
def test_the_deck_takes_up_to_three_cards_each_but_never_more_than_six(scenario: str, most: int) -> None:
    t = battle("deck", scenario)
    assert cards_to_choose(t.match) == (0, most)
    assert refused(t.answer("pick_cards", cards=["luck"] * (most + 1), seat=0)) == (
        "number_of_cards",
        "mbb.card.deck.max6",
    )
    offer = t.question.offer if t.decision is not None else None
    for seat in range(t.match.seats):
        last = seat == t.match.seats - 1
        told = t.answer("pick_cards", cards=["dig_in"] * most, seat=seat, dice=SeededDice(3) if last else None)
        assert told.accepted
    assert len(t.state.piles[DECK]) == most * t.match.seats <= 6
    assert offer is None or isinstance(offer, Take)


@clause("mbb.card.deck.shuffle")
def test_the_deck_is_shuffled_face_down_and_players_start_with_none() -> None:
    t = battle("deck")
    t.answer("pick_cards", cards=["dig_in", "luck", "ap_round"], seat=0)
    t.answer("pick_cards", cards=["radio"], seat=1, dice=dice(1, 1, 1, 6, 5))
    # each card changes places with the first one in turn, and the dice of that are not told
    assert t.state.piles[DECK].cards == ("radio", "dig_in", "luck", "ap_round")
    assert in_hand(t, 0) == in_hand(t, 1) == ()
    for seat in (0, 1, SPECTATOR):
        seen = t.view(seat).encode()
        assert not any(card.encode() in seen for card in ("dig_in", "luck", "ap_round", "radio"))
    assert [event.label for event in t.events if type(event).__name__ == "DiceRolled"] == ["deployment"] * 2


@clause("mbb.card.deck.shuffle")
def test_a_deck_of_two_cards_is_shuffled_too_and_piles_for_played_cards_are_laid() -> None:
    t = battle("deck")
    asked = t.state.decision_of(0).ask(t.state)
    assert asked.text == "Up to 3 cards. They are shuffled into one deck."
    assert len(asked.offer.usual) == 3
    t.answer("pick_cards", cards=["dig_in"], seat=0)
    t.answer("pick_cards", cards=["radio"], seat=1, dice=dice(1, 6, 5))
    assert t.state.piles[DECK].cards == ("radio", "dig_in")
    assert [t.state.piles[name].cards for name in (PLAYED, BOX)] == [(), ()]
    held = battle("hail_mary")
    assert held.state.decision_of(0).ask(held.state).text.startswith("2 cards. You hold them")


@clause("mbb.card.hail.number", "mbb.card.hail.unique")
def test_hail_mary_cards_are_so_many_as_agreed_and_none_twice() -> None:
    t = battle("hail_mary")
    assert cards_to_choose(t.match) == (2, 2)
    for cards in ([], ["luck"], ["luck", "dig_in", "radio"]):
        assert refused(t.answer("pick_cards", cards=cards, seat=0)) == ("number_of_cards", "mbb.card.hail.number")
    assert refused(t.answer("pick_cards", cards=["luck"] * 2, seat=0)) == ("card_twice", "mbb.card.hail.unique")
    assert cards_to_choose(battle("hail_mary", hail_mary_cards=1).match) == (1, 1)
    # both players may choose the same
    assert t.answer("pick_cards", cards=["luck", "dig_in"], seat=0).accepted
    assert t.answer("pick_cards", cards=["luck", "dig_in"], seat=1, dice=dice(6, 1)).accepted
    assert in_hand(t, 0) == in_hand(t, 1) == ("luck", "dig_in")


@clause("mbb.card.hail.secret")
def test_nobody_sees_the_hand_of_another() -> None:
    t = battle("hail_mary")
    t.answer("pick_cards", cards=["luck", "dig_in"], seat=0)
    assert b"luck" not in t.view(1).encode()
    t.answer("pick_cards", cards=["ap_round", "radio"], seat=1, dice=dice(6, 1))
    assert b"luck" in t.view(0).encode()
    for seat in (1, SPECTATOR):
        assert b"luck" not in t.view(seat).encode()
        assert t.view(seat).piles["hand0"].count == 2  # type: ignore[index]
    told = repr(t.events)
    assert not any(card in told for card in effect_cards())


@clause("mbb.card.timing", "mbb.turn.sequence")
def test_a_turn_has_its_moments_in_order_and_a_card_is_played_at_its_own_only() -> None:
    held = tuple(card for card in effect_cards() if card != "reserves")
    t = table(hands={0: held, 1: ("breakdown", "radio")})
    pass_turn(t)
    moments = []
    while t.state.facts["active"] == 0:
        decision = t.decision
        assert decision is not None
        moments.append((decision.seat, getattr(decision, "moment", t.asked)))
        if t.asked in ("play_cards", "play_in_window"):
            for card in effect_cards().values():
                if card.id in in_hand(t, decision.seat) and card.moment != moments[-1][1]:
                    assert refused(play(t, card.id, "A1")) == ("wrong_moment", "mbb.card.timing")
            assert (t.answer("keep_cards") if t.asked == "play_cards" else let_pass(t)).accepted
        elif t.asked == "move_units":
            t.answer("end_movement")
        else:
            shots = [{"unit": "A1", "target": "B1"}]
            t.answer("declare", shots=shots)
            t.answer("keep_cards", dice=dice(1, 1))
            moments.append((0, "shot"))
    assert moments == [
        *[(0, "start"), (0, "movement"), (1, "enemy_movement"), (0, "move_units"), (0, "declare_targets")],
        *[(0, "shot"), (0, "rolled"), (0, "shooting_end"), (0, "end")],
    ]


@clause("mbb.card.timing", "mbb.geometry.hidden_info")
def test_who_holds_no_cards_is_not_asked_and_who_does_is_asked_whatever_they_are() -> None:
    t = table(hands={0: ("radio",)})
    pass_turn(t)
    # nothing can be played at the start of the turn, and nobody learns that from the question
    assert t.asked == "play_cards"
    assert [choice.title for choice in t.question.offer.choices] == ["Keep your cards", "Keep them all turn"]  # type: ignore[union-attr]
    assert t.question.text == "You hold Radio Jam: nothing to be played at the start of your turn."
    assert t.question.offer.hollow is True  # type: ignore[union-attr]
    # no phase of this turn has begun yet
    assert {step.when for step in situation(t.state).steps} == {"ahead"}
    assert table_face(t.match).written["radio"].text == effect_cards()["radio"].text
    pass_turn(t)
    # at the start of the enemy's Movement Phase a card might come
    assert (t.asked, t.state.waiting_for(), t.question.title) == ("play_in_window", (0,), "No card to play now")
    assert t.question.offer.hollow is True  # type: ignore[union-attr]
    let_pass(t)
    assert (t.asked, t.state.facts["active"]) == ("move_units", 1)


@clause("mbb.card.timing")
def test_who_keeps_the_cards_for_a_turn_is_asked_again_in_the_next() -> None:
    t = table(hands={0: ("dig_in",)})
    pass_turn(t)
    assert t.answer("keep_cards", all_turn=True).accepted
    assert t.asked == "move_units"
    t.fire({"A1": "B1"}, dice(1, 1))
    assert t.state.facts["active"] == 1
    pass_turn(t)
    assert (t.asked, t.state.facts["active"]) == ("play_cards", 0)


@clause("mbb.card.timing", "mbb.geometry.hidden_info")
@pytest.mark.parametrize("at", ["shot", "rolled"])
def test_who_keeps_the_cards_from_shots_is_asked_at_all_other_moments(at: str) -> None:
    units = (UNITS[0], unit("A3", "M4 Sherman", 20, 10, 90), *UNITS[1:])
    t = table(*units, hands={0: ("dig_in",)})
    pass_turn(t)
    # it is offered where shots are made
    assert ways_to_keep(t) == ["keep_cards", "keep_cards"]
    for moment in ("start", "movement"):
        keep_until(t, moment)
        t.answer("keep_cards")
    t.answer("end_movement")
    shots = [{"unit": "A3", "target": "B1"}, {"unit": "A1", "target": "B1"}]
    t.answer("declare", shots=shots)
    if at == "rolled":
        t.answer("keep_cards", dice=dice(1, 1))
    assert ways_to_keep(t) == ["keep_cards", "keep_from_shots", "keep_cards"]
    assert t.answer("keep_from_shots", dice=dice(1, 1) if at == "rolled" else dice(1, 1, 1, 1)).accepted
    assert t.decision.moment == "shooting_end"  # type: ignore[union-attr]
    keep_until(t, "end")
    # nothing comes after it that the cards could be kept from
    assert ways_to_keep(t) == ["keep_cards", "play_card", "play_card", "play_card"]
    assert t.question.text == "Dig In can be played at the end of your turn."
    assert play(t, "dig_in", "A1").accepted
    # in the next turn it is forgotten
    assert t.state.facts["cards_kept_from_shots"] == -1


@clause("mbb.card.timing", "mbb.first_turn.rule")
@pytest.mark.parametrize(("phase", "lost"), [("movement", {"movement"}), ("shooting", {"shooting_end"})])
def test_a_moment_of_a_phase_that_is_given_up_does_not_come(phase: str, lost: set[str]) -> None:
    t = table(seat=0, first=0, round=1, phase="first_turn")
    hold(t, {0: ("full_throttle", "second_shot")})
    t.answer("skip_phase", phase=phase)
    seen = set()
    while t.state.facts["active"] == 0:
        seen.add(getattr(t.decision, "moment", ""))
        answers = {"move_units": "end_movement", "play_cards": "keep_cards"}
        if t.asked == "declare_targets":
            t.answer("declare", shots=[{"unit": "A1", "target": "B1"}])
            t.answer("keep_cards", dice=dice(1, 1))
            continue
        assert t.answer(answers[t.asked]).accepted
    assert {"movement", "shooting_end"} - seen == lost


@clause("mbb.card.timing")
def test_a_card_not_in_the_hand_or_on_the_wrong_unit_is_refused_and_nothing_changes() -> None:
    t = table(hands={0: ("full_throttle", "reserves"), 1: ("dig_in",)})
    pass_turn(t)
    before = t.state.digest()
    assert refused(play(t, "dig_in", "A1")) == ("not_in_hand", "mbb.card.timing")
    assert refused(play(t, "no such card", "A1")) == ("not_in_hand", "mbb.card.timing")
    # nobody is in reserve
    assert refused(play(t, "reserves")) == ("no_effect", "mbb.card.timing")
    assert t.state.digest() == before
    t.answer("keep_cards")
    before = t.state.digest()
    for wrong in ("B1", "", "Z9"):
        assert refused(play(t, "full_throttle", wrong)) == ("no_effect", "mbb.card.timing")
    assert t.state.digest() == before


@clause("mbb.card.deck.one_per_round")
def test_one_card_of_the_deck_may_be_played_in_a_round() -> None:
    t = table(cards="deck", hands={0: ("full_throttle", "full_throttle", "dig_in")})
    pass_turn(t)
    keep_until(t, "movement")
    assert play(t, "full_throttle", "A1").accepted
    assert t.answer("also_on").accepted
    # not a second one now, not at the end of the turn, not in a window of the same round
    assert t.asked == "move_units"
    second = may_play_card(t.state, 0, PlayCard("full_throttle", "A2"), "movement")
    assert second is not None
    assert second.code == "one_per_round"
    t.fire({})
    assert (t.asked, t.state.facts["active"]) == ("move_units", 1)
    pass_turn(t)
    keep_until(t, "movement")
    assert play(t, "full_throttle", "A2").accepted


@clause("mbb.card.hail.multi", "mbb.card.hail.discard")
def test_several_hail_mary_cards_may_be_played_in_one_turn_and_are_gone() -> None:
    t = table(hands={0: ("smoke", "full_throttle", "dig_in")})
    pass_turn(t)
    assert play(t, "smoke").accepted
    assert t.answer("name_point", x=40, y=18).accepted
    keep_until(t, "movement")
    assert play(t, "full_throttle", "A1").accepted
    assert t.answer("also_on", unit="A2").accepted
    keep_until(t, "end")
    assert play(t, "dig_in", "A1").accepted
    assert in_hand(t, 0) == ()
    assert t.state.piles[PLAYED].cards == ("dig_in", "full_throttle", "smoke")
    clauses = {event.clause for event in t.events if type(event).__name__ == "CardsMoved"}
    assert clauses == {"mbb.card.hail.discard"}


@clause("mbb.card.deck.discard")
def test_a_card_of_the_deck_that_was_played_never_comes_back() -> None:
    t = table(cards="deck", hands={0: ("full_throttle",)}, deck=("dig_in",))
    pass_turn(t)
    keep_until(t, "movement")
    play(t, "full_throttle", "A1")
    assert (t.state.piles[PLAYED].cards, t.state.piles[DECK].cards) == (("full_throttle",), ("dig_in",))
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
    t = table(*STRONG, cards="deck", deck=("dig_in", "luck"), seat=0)
    before = t.state
    told = t.fire({"A1": "B1", "A2": "B2"}, dice(6, 6, 6, 6))
    assert in_hand(t, 0) == ("dig_in",)
    assert t.state.piles[DECK].cards == ("luck",)
    kinds = [type(event).__name__ for event in t.events]
    assert kinds.index("UnitDestroyed") < kinds.index("CardsMoved") < kinds.index("TurnEnded")
    # who draws it hears what it is and does, nobody else hears more than that it was drawn
    lines = {you: [each.text for each in story(told.events, before, you)] for you in (0, 1, None)}
    assert f"You drew an effect card: Dig In. {effect_cards()['dig_in'].text}" in lines[0]
    assert all("Player 1 drew an effect card." in lines[you] for you in (1, None))
    assert lines[1].count("Player 1 earned an effect card, drawn at the end of the turn if the deck has one left.") == 1
    assert not any("Dig In" in each for you in (1, None) for each in lines[you])
    # a turn without a kill brings none, nor does the next one
    pass_turn(t)
    pass_turn(t)
    assert in_hand(t, 0) == ("dig_in",)


@clause("mbb.card.deck.draw")
def test_nothing_is_drawn_from_an_empty_deck_or_with_hail_mary_cards() -> None:
    for cards in ("deck", "hail_mary"):
        t = table(*STRONG, cards=cards, deck=() if cards == "deck" else ("dig_in",), seat=0)
        t.fire({"A1": "B1"}, dice(6, 6))
        assert in_hand(t, 0) == ()
        assert not [event for event in t.events if type(event).__name__ == "CardsMoved"]
    # nor by who has destroyed nobody yet
    t = table(*STRONG, cards="deck", deck=("dig_in",), seat=0)
    t.fire({"A1": "B1"}, dice(1, 1))
    assert in_hand(t, 0) == ()


@clause("mbb.card.timing")
def test_the_hand_of_who_has_lost_every_unit_leaves_the_game_unseen() -> None:
    units = (
        unit("A1", "M4 Sherman", 24, 4, 90, ap=9),
        unit("B1", "M4 Sherman", 24, 14, 270, dp=0),
        unit("C1", "M4 Sherman", 4, 24, 0),
    )
    t = lay_table(GAME, units, edges=("y=0", "y=48", "x=0"), size=(48, 48), options={"effect_cards": "hail_mary"})
    hold(t, {1: ("dig_in",)})
    t.fire({"A1": "B1"}, dice=dice(6, 6))
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
    corners = {"edges": ("y=0", "y=48", "x=0"), "size": (48, 48), "seat": 1, "first": 1}
    t = lay_table(GAME, units, options={"effect_cards": "hail_mary"}, **corners)
    hold(t, {1: ("dig_in",), 2: ("dig_in",)})
    # clockwise: seat 1, then seat 0
    pass_turn(t)
    # seat 0 begins a Movement Phase: from it the table is gone round clockwise
    assert (t.state.facts["active"], t.asked, t.state.waiting_for()) == (0, "play_in_window", (2,))
    let_pass(t)
    assert (t.asked, t.state.waiting_for()) == ("play_in_window", (1,))


def test_a_yes_that_names_no_card_is_refused() -> None:
    t = table(hands={1: ("breakdown",)}, seat=1)
    pass_turn(t)
    assert (t.state.waiting_for(), t.question.title) == ((1,), "Play a card?")
    assert t.question.offer.hollow is False  # type: ignore[union-attr]
    assert refused(t.answer("react", yes=True)) == ("which_card", "mbb.card.timing")


def test_the_units_of_the_tables_see_each_other() -> None:
    t = lay_table(GAME, UNITS, phase="target_declaration")
    assert "B1" in t.legal_targets("A1")


@clause("mbb.card.deck.select", "mbb.cover.place.one", "mbb.reinf.reserve")
def test_cards_are_chosen_by_who_sees_the_battlefield_and_the_bar_has_that_order() -> None:
    rules = {"effect_cards": "deck", "reinforcements": True, "mines": "secret", "battlefield": "one"}
    game = find_game(GAME)
    assert game is not None
    match = game.new_match(Setup(GAME, "six_v_six", rules))
    assert isinstance(match, Match)
    rolls = SeededDice("order")
    seen: list[tuple[str, str]] = []
    state = begin(match, rolls).state
    while (seat := next(iter(state.waiting_for()))) is not None and "round" not in state.facts:
        decision = state.decision_of(seat)
        assert decision is not None
        steps = situation(state).steps
        if decision.kind not in [kind for kind, _step in seen]:
            seen.append((decision.kind, next(each.id for each in steps if each.when == "now")))
        first = decision.suggest(state, 1)[0]
        taken = give(state, Command(seat, state.version, to_builtins(first.answer)), rolls)
        assert isinstance(taken, Progress), taken
        state = taken.state
    order = ["place_terrain", "choose_cards", "name_reserves", "write_minefield", "deploy_unit"]
    assert [kind for kind, _step in seen] == order
    assert [step for _kind, step in seen] == [each.id for each in steps]
