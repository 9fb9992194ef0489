"""Taking a battle along while it runs: its records would tell what is hidden, so it stays where something is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.refusal import Refusal
from brickfield.server.rooms import carrying, links
from brickfield.server.server import Server
from brickfield.server.web import http_types as bodies
from tests.server.tables import answered, joined, made, play, suggested

DECK = {"effect_cards": "deck"}
MINES = {"mines": "secret"}


@pytest.mark.parametrize(
    ("options", "kinds", "stays"),
    [(DECK, ("me", "here"), True), (MINES, ("me", "here"), False), ({}, ("me", "here"), False)],
    ids=["the order of a deck", "what one has written oneself", "nothing"],
)
def test_what_is_hidden_from_those_who_ask_keeps_a_battle_here(
    tmp_path: Path, options: dict[str, Any], kinds: tuple[str, ...], stays: bool
) -> None:
    async def ask(server: Server) -> None:
        room, table = await made(server, *kinds, options=options)
        client = await joined(room, 0, 1)
        secrets = [key.secret for key in table.seats]
        for number in range(6):
            seat = room.journal.state.waiting_for()[0]
            await answered(room, client, seat, suggested(room, seat), id=f"move{number}")
        state = room.journal.state
        assert bool(state.piles) == (options is DECK)
        assert bool(state.sealed) == (options is MINES)
        taken = await carrying.take(server, room, secrets)
        assert isinstance(taken, Refusal) == stays, taken
        if isinstance(taken, Refusal):
            assert taken.code == "keeps_secrets"

    play(tmp_path, ask)


def test_what_a_bot_has_written_down_keeps_a_battle_here_until_it_is_over(tmp_path: Path) -> None:
    async def ask(server: Server) -> None:
        room, table = await made(server, "me", "here", options=MINES)
        client = await joined(room, 0, 1)
        while not any(each.seat == 1 for each in room.journal.state.sealed.values()):
            seat = room.journal.state.waiting_for()[-1]
            await answered(room, client, seat, suggested(room, seat), id=f"move{room.journal.head}")
        own = [key.secret for key in table.seats if key.seat == 0]
        people = room.seats
        # somebody who holds only the first seat, as if a bot sat on the other
        with_a_bot = tuple(replace(row, kind="bot", level="recruit") if row.seat else row for row in people)
        room.seats = with_a_bot
        taken = await carrying.take(server, room, own)
        assert isinstance(taken, Refusal)
        assert taken.code == "keeps_secrets"
        room.seats = people
        await answered(room, client, room.journal.state.asked()[0], {"answer": "concede"}, id="enough")
        assert room.journal.state.over
        room.seats = with_a_bot
        assert not isinstance(await carrying.take(server, room, own), Refusal)

    play(tmp_path, ask)


def test_a_name_that_not_every_store_could_keep_is_refused_before_any_is_asked(tmp_path: Path) -> None:
    async def ask(server: Server) -> None:
        room, table = await made(server, "me", "here")
        taken = await carrying.take(server, room, [key.secret for key in table.seats])
        assert not isinstance(taken, Refusal), taken
        fresh = tuple(links.new_secret() for _ in table.seats)
        for name, is_kept in (("B\x00", False), ("B\u202e", False), ("B\u00f6", True)):
            seats = tuple(replace(row, name=name) if row.seat == 0 else row for row in taken.seats)
            brought = await carrying.bring(server, bodies.Bring(replace(taken, seats=seats), fresh))
            assert isinstance(brought, bodies.MadeMatch) == is_kept, brought

    play(tmp_path, ask)
