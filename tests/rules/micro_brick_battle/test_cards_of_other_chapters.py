"""Effect cards about planes and spotters: what they do where those chapters are in play."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.rules.effect_cards import dealt
from brickfield.games.micro_brick_battle.rules.spotters import sees_target
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, start, unit
from tests.rules.micro_brick_battle.cards import in_hand, let_pass, pass_turn, play, table

GAME = "micro_brick_battle"


@clause("mbb.card.scenario", "mbb.card.timing")
def test_cards_are_dealt_where_their_chapter_is_played() -> None:
    t = start(Setup(GAME, "air_support", {"effect_cards": "hail_mary", "weather": "rolled", "mines": "visual"}))
    assert {"scramble", "forward_observer", "clear_skies", "mine_sweepers"} <= {card.id for card in dealt(t.match)}


@clause("mbb.card.scenario", "mbb.air.roll", "mbb.turn.sequence")
def test_a_scrambled_plane_arrives_without_a_roll() -> None:
    t = table(
        unit("A1", "Hawker Typhoon", status="waiting"),
        unit("A2", "M4 Sherman", 4, 3, 90),
        unit("B1", "Panzer III", 44, 33, 270),
        hands={0: ("scramble",)},
    )
    pass_turn(t)
    # cards at the start of a turn come before airplanes
    assert t.asked == "play_cards"
    result = play(t, "scramble", "A1")
    assert result.accepted
    assert not result.of("dice_rolled")
    assert t.asked == "fly_airplanes"


@clause("mbb.card.scenario", "mbb.spot.los")
def test_a_forward_observer_lets_a_unit_fire_by_a_spotter() -> None:
    units = unit("A1", "M4 Sherman", 24, 8, 90), unit("A2", "M4 Sherman", 34, 12, 90)
    t = lay_table(
        GAME,
        [*units, unit("B1", "Panzer III", 24, 26, 270)],
        [piece("House", 24, 16)],
        options={"special_units": True},
        phase="target_declaration",
    )
    hidden = t.unit("A1")
    assert not sees_target(t.state, hidden, t.unit("B1"))
    assert sees_target(t.state, replace(hidden, marks={"forward_observer": 1}), t.unit("B1"))


# A Typhoon about to attack what is ahead of it.
STRIKE = (
    unit("A1", "Hawker Typhoon", 24, 10, 90),
    unit("A2", "M4 Sherman", 4, 3, 90),
    unit("B1", "Panzer III", 24, 16, 270),
    unit("B2", "Panzer III", 44, 33, 270),
)


def above(**hands: tuple[str, ...]) -> Position:
    cards = {"AB".index(seat): hand for seat, hand in hands.items()}
    return table(*STRIKE, hands=cards, seat=0, phase="turn")


def missile(t: Position, *faces: int) -> Result:
    return t.answer("air_strike", unit="A1", weapon="missile", target="B1", dice=dice(*faces))


@clause("mbb.card.scenario", "mbb.card.timing", "mbb.air.missile.as_shot")
@pytest.mark.parametrize(("face", "saved"), [(3, False), (4, True)])
def test_a_hit_from_the_air_may_glance_off(face: int, saved: bool) -> None:
    t = above(B=("ricochet",))
    assert not missile(t, 6, 6).of("unit_destroyed")
    assert (t.asked, t.state.decision.seat) == ("play_in_window", 1)
    result = play(t, "ricochet", "B1", dice=dice(face))
    assert bool(result.of("unit_destroyed")) != saved
    assert t.unit("B1").alive == saved
    assert t.asked == "fly_airplanes"


@clause("mbb.card.timing")
def test_a_hit_from_the_air_that_is_let_pass_destroys() -> None:
    t = above(B=("ricochet",))
    missile(t, 6, 6)
    assert let_pass(t).of("unit_destroyed")[0].by == "A1"


@clause("mbb.card.scenario", "mbb.card.timing", "mbb.air.store_spent")
def test_a_lucky_attack_from_the_air_is_made_again_and_costs_no_second_missile() -> None:
    t = above(A=("lucky_shot",))
    missile(t, 1, 1)
    assert (t.asked, t.state.decision.seat) == ("play_in_window", 0)
    result = play(t, "lucky_shot", "A1", dice=dice(6, 6))
    assert [(shot.unit, shot.target, shot.hit) for shot in result.of("shot_resolved")] == [("A1", "B1", True)]
    assert result.of("unit_destroyed")
    assert t.unit("A1").marks["missiles"] == 1
    assert t.state.decision.actions == 1
    assert in_hand(t, 0) == ()


@clause("mbb.card.timing", "mbb.vt.dash")
def test_nobody_is_asked_about_an_attack_that_no_roll_could_win() -> None:
    units = [*STRIKE[:2], unit("B1", "Tiger I", 24, 16, 270, dp=14), STRIKE[3]]
    t = table(*units, hands={0: ("lucky_shot",)}, seat=0, phase="turn")
    (shot,) = t.answer("air_strike", unit="A1", weapon="machine_guns", target="B1").of("shot_resolved")
    assert shot.needed is None
    assert t.asked == "fly_airplanes"


@clause("mbb.card.timing", "mbb.mine.credit")
def test_a_mine_is_no_hit_and_nothing_glances_off_it() -> None:
    zone = {"minefield": [{"x": 24, "y": 16, "length": 6, "width": 6}]}
    units = unit("A1", "M4 Sherman", 24, 10, 90), unit("A2", "M4 Sherman", 4, 3, 90), unit("B1", "Tiger I", 44, 33, 270)
    t = table(*units, hands={0: ("ricochet",)}, options={"mines": "zone"}, seat=0, **zone)
    told = t.answer("move", unit="A1", steps=[forward(6)], dice=dice(6))
    assert told.of("unit_destroyed")
    assert t.asked == "move_units"
