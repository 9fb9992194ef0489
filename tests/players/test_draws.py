"""Draws with bots: who is behind takes one, who is ahead fights on, a dead battle is offered up, hulks give up."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.commands import Command
from brickfield.core.judging.draws import DrawTalk
from brickfield.core.judging.judging import BattleStanding
from brickfield.core.out_of_turn import OfferDraw
from brickfield.core.play import answer
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import SPECTATOR, view
from brickfield.players.lab.matches import MatchJob, play_job
from brickfield.players.levels import make_player
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.local_game import Agreement, LocalGame
from brickfield.testing import Position, lay_table, unit
from brickfield.text.verbs import hear
from tests.rules.battle_of_the_sea.table import VIKING, sea, ship
from tests.rules.brick_mech.table import mech
from tests.server.tables import command, joined, laid, opened, until


def tanks(own: int, **more: Any) -> Position:
    """So many units of seat 0 against three of seat 1."""
    side = [unit(f"A{n}", "M4 Sherman", 6.0 + 4 * n, 4.0) for n in range(own)]
    return lay_table(
        "micro_brick_battle", [*side, *[unit(f"B{n}", "M4 Sherman", 6.0 + 4 * n, 30.0, 270) for n in range(3)]], **more
    )


def mechs(own: int, **more: Any) -> Position:
    side = [mech(f"A{n}", 4.0 + 6 * n, 5, 90) for n in range(own)]
    return lay_table("brick_mech", [*side, *[mech(f"B{n}", 4.0 + 6 * n, 25, 270) for n in range(3)]], **more)


def ships(own: int, **more: Any) -> Position:
    side = [ship(f"A{n}", VIKING, 4.0 + 9 * n, 8) for n in range(own)]
    return sea(*side, *[ship(f"B{n}", VIKING, 4.0 + 9 * n, 30, 270) for n in range(3)], **more)


def content(state: State, seat: int, level: str = "regular", offered: bool = True) -> bool:
    bot: Any = make_player(level, state.match.game, 1)
    wants: bool = bot.wants_draw(state.match, view(state, SPECTATOR), seat, offered)
    return wants


@pytest.mark.parametrize("table", [tanks, mechs, ships])
def test_a_bot_clearly_behind_takes_a_draw_and_one_ahead_or_level_does_not(table: Any) -> None:
    behind, level = table(1).state, table(3).state
    assert content(behind, 0)
    assert not content(behind, 0, offered=False)
    assert not content(behind, 1)
    assert not content(level, 0)
    assert not content(level, 1)


@pytest.mark.parametrize("table", [tanks, mechs, ships])
def test_a_battle_in_which_nothing_happens_any_more_is_offered_up_by_who_does_not_lead_the_count(table: Any) -> None:
    quiet = table(3, quiet_rounds=8).state
    assert content(quiet, 0, offered=False)
    assert not content(table(3, quiet_rounds=1).state, 0, offered=False)


def test_the_count_of_a_dead_battle_decides() -> None:
    assert not content(ships(2, quiet_rounds=8).state, 1)
    assert content(ships(2, quiet_rounds=8).state, 0, offered=False)
    assert (BattleStanding(2, 1).chance, BattleStanding(0, 0).chance, BattleStanding(2, 1, dead=True).chance) == (
        0.8,
        0.5,
        1.0,
    )


def test_who_need_only_wait_is_not_behind() -> None:
    marked: dict[str, Any] = {"options": {"victory": "hold_marker"}, "objective": {"marker": [20, 15]}}
    assert content(mechs(1).state, 0)
    assert not content(mechs(1, held_by=0, held_rounds=2, **marked).state, 0)
    assert content(mechs(1, held_by=1, held_rounds=2, **marked).state, 0)


def test_a_bot_says_it_once_and_only_to_people() -> None:
    state = tanks(1).state
    bots: Any = {0: make_player("regular", state.match.game, 1)}
    talk = DrawTalk()
    assert talk.speaker(state, bots) is None
    offered = answer(state, Command(1, state.version, OfferDraw()))
    assert not isinstance(offered, Refusal)
    assert talk.speaker(offered.state, bots) == 0
    talk.note(offered.state, bots, 0)
    assert talk.speaker(offered.state, bots) is None
    assert DrawTalk().speaker(offered.state, {**bots, 1: bots[0]}) is None


def test_in_a_room_the_bot_that_is_behind_agrees(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            room = await laid(house, tanks(1, seat=1).match.setup, "regular", "me")
            ear = await joined(room, 1)
            await room.command(ear, command(room, ear, 1, {"answer": "offer_draw"}))
            await until(lambda: room.journal.state.over, lambda: asyncio.sleep(0.01))
            outcome = room.journal.state.outcome
            assert outcome is not None
            assert (outcome.winners, outcome.reason) == ((), "agreed_draw")

    asyncio.run(run())


def test_at_the_text_table_too(tmp_path: Path) -> None:
    match = tanks(1, seat=1).match
    bot = make_player("recruit", match.game, 1)
    interpreter = Interpreter(
        LocalGame(match, Agreement(1, "recruit", 3), {0: bot}), lambda _match, _agreed: {0: bot}, tmp_path
    )
    assert "both sides agreed on a draw" in " ".join(hear(interpreter, "draw").story)
    assert interpreter.local_game.state.over


def hulk() -> Position:
    """A ship of seat 0 that can do nothing any more, and one of seat 1 whose turn it is."""
    marks = {"firepower": 0, "speed": 0, "additional": 0, "base": 3}
    return sea(ship("A1", VIKING, 17, 8, marks=marks), ship("B1", VIKING, 17, 30, 270), seat=1)


def test_in_a_room_a_bot_with_hulks_alone_strikes_its_flag(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as house:
            room = await laid(house, hulk().match.setup, "regular", "me")
            await joined(room, 1)
            await until(lambda: room.journal.state.over, lambda: asyncio.sleep(0.01))
            outcome = room.journal.state.outcome
            assert outcome is not None
            assert outcome.winners == (1,)

    asyncio.run(run())


def test_at_the_text_table_and_in_the_lab_too(tmp_path: Path) -> None:
    match = hulk().match
    bot = make_player("recruit", match.game, 1)
    interpreter = Interpreter(
        LocalGame(match, Agreement(1, "recruit", 3), {0: bot}), lambda _match, _agreed: {0: bot}, tmp_path
    )
    interpreter.local_game.others_play()
    assert interpreter.local_game.state.over
    played = play_job(MatchJob(match.setup, ("recruit", "recruit"), "1"))
    assert (played.winners, played.decisions) == ((1,), 0)
