"""Battles of BrickMech begun with rules 2: the forces of its free-for-all, and the room that was looked for then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, form_of, read_replay, write_replay
from brickfield.games import find_game

FILE = Path(__file__).parent / "rules_2" / "brick_mech.replay"


def set_up(setup: Setup, rules: str) -> Match | Refusal:
    game = find_game("brick_mech")
    assert game is not None
    older = game.by_rules(rules)
    assert older is not None
    return older.new_match(setup)


def names(match: Match | Refusal) -> list[str]:
    assert isinstance(match, Match), match
    return [card.name for card in match.cards.values()]


def test_a_free_for_all_is_played_again_with_the_forces_it_was_begun_with() -> None:
    text = FILE.read_text("utf-8")
    replayed = read_replay(text, find_game)
    assert isinstance(replayed, Replayed), replayed
    assert replayed.match.game.rules_version == "2"
    assert names(replayed.match) == ["Raider", "Trooper", "Raider", "Trooper"]
    assert write_replay(replayed.match, replayed.entries, form=form_of(text) or 0) == text
    assert names(set_up(replayed.match.setup, "3")) == ["Trooper"] * 4


def test_a_crowd_that_may_find_no_room_is_refused_only_since_rules_3() -> None:
    """A zone 24 Bricks long holds 24 bases in two rows; 8 of them in the corners, which it shares."""
    units: list[dict[str, Any]] = [
        {"id": f"{'ABCD'[seat]}{number}", "seat": seat, "card": "trooper", "status": "waiting"}
        for seat in range(4)
        for number in range(1, 18)
    ]
    setup = Setup("brick_mech", "", position={"phase": "deployment", "size": [24.0, 24.0], "units": units})
    assert len(names(set_up(setup, "2"))) == 68
    refused = set_up(setup, "3")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause, refused.data) == ("no_room", "bm.geometry.setup", {"units": 17, "room": 16})
