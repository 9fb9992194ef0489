"""Golden replays: battles written down once and played again; a difference is a change of the rules."""

from __future__ import annotations

import re

import pytest

from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, read_replay
from brickfield.games import GAME_IDS, find_game
from tests.replays.battles import BATTLES, drill
from tests.replays.kept import FOLDER, SHORT, as_kept, form_kept, path_of, played, shortened, text_of

# an event by its name, and a throw by what it was for
_EVENT = re.compile(r'^- (dice_rolled) .*"label":"([^"]*)"|^- (\w+) ', re.MULTILINE)


@pytest.mark.parametrize("name", BATTLES)
def test_the_fixed_hand_plays_the_battle_as_it_was_written_down(name: str) -> None:
    """Play by the fixed hand gives the very text that is kept, in the form it was written in."""
    kept = path_of(name).read_text("utf-8")
    assert as_kept(name, drill(name, form_kept(name))) == kept


@pytest.mark.parametrize("name", BATTLES)
def test_the_replay_checks_out(name: str) -> None:
    """Every event, die and digest of the file is what playing it gives."""
    assert as_kept(name, text_of(name)) == path_of(name).read_text("utf-8")
    replayed = read_replay(text_of(name), find_game)
    assert isinstance(replayed, Replayed), replayed


@pytest.mark.parametrize("changed", ["event", "clause", "view", "dice", "answer"])
def test_a_short_replay_notices_whatever_a_full_one_would(changed: str) -> None:
    kept = (FOLDER / "mech_hold_fire.replay").read_text("utf-8")
    other = {
        "event": kept.replace('"heading":', '"heading": ', 1),
        "clause": kept.replace("[bm.init.roll]", "[bm.init.order]", 1),
        "view": re.sub("(views )(.)", lambda found: found[1] + ("0" if found[2] != "0" else "1"), kept, count=1),
        "dice": re.sub(r"(?m)^dice (\d)", lambda found: f"dice {7 - int(found[1])}", kept, count=1),
        "answer": re.sub(r"(?m)^(> .*\}) ~", r"\1  ~", kept, count=1),
    }[changed]
    assert other != kept
    assert shortened(other) != shortened(kept)


def test_a_short_replay_is_the_full_one_again_when_it_is_played() -> None:
    """Whichever form it was written in, to the letter."""
    for name in ("mech_hold_fire", "mech_vehicles", "action_capture"):
        kept = (FOLDER / f"{name}.replay").read_text("utf-8")
        assert played(shortened(kept)) == kept


def test_what_happens_in_a_short_replay_can_be_read_in_a_full_one() -> None:
    """Every sort of event of a game and everything it throws dice for stands on a line of some full replay."""
    full = {game: set[tuple[str, ...]]() for game in GAME_IDS}
    short = {game: set[tuple[str, ...]]() for game in GAME_IDS}
    for name, (setup, _seed) in BATTLES.items():
        (short if path_of(name).parent == SHORT else full)[setup.game].update(_EVENT.findall(text_of(name)))
    assert all(full.values())
    assert {game: short[game] - full[game] for game in GAME_IDS} == {game: set() for game in GAME_IDS}


def test_every_kept_replay_is_a_battle_of_the_list() -> None:
    assert sorted(path.stem for path in FOLDER.rglob("*.replay")) == sorted(BATTLES)


def test_rules_nobody_knows_are_refused() -> None:
    text = text_of("mech_duel").replace("rules 3", "rules 0", 1)
    refused = read_replay(text, find_game)
    assert isinstance(refused, Refusal)
    assert refused.code == "other_rules"


def test_every_game_has_a_golden_replay() -> None:
    """A game without one would change unseen."""
    assert {setup.game for setup, _seed in BATTLES.values()} == set(GAME_IDS)


def test_ten_scenarios_of_micro_brick_battle_have_one() -> None:
    """Between them they use every chapter; battles laid out in the middle are besides."""
    fought = {setup.scenario for setup, _seed in BATTLES.values() if setup.game == "micro_brick_battle"} - {""}
    assert len(fought) >= 10
    assert {"beach", "convoy", "town_siege_2", "air_raid", "river_guns", "air_support", "four_armies"} <= fought
