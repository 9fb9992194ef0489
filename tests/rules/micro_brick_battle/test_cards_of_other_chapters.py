"""Effect cards about planes and spotters: what they do where those chapters are in play."""

from __future__ import annotations

from msgspec.structs import replace

from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.rules.effect_cards import dealt
from brickfield.games.micro_brick_battle.rules.spotters import sees_target
from brickfield.testing import clause, lay_table, piece, start, unit
from tests.rules.micro_brick_battle.cards import pass_turn, play, table

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
