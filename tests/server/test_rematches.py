"""Rematches: asked of the others, answered by them, sides changed; against bots at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.server.rooms.rematches import places_after, want_rematch
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.store.records import MatchRow
from tests.server.browsing import invitations_of, new_match, post, secrets_of, sit, socket
from tests.server.tables import answered, joined, made, play, sat

CONCEDE = {"answer": "concede"}
DUEL = (("M4 Sherman", 2),), (("Panzer IV", 2),)


async def given_up(room: Room, client: Any) -> None:
    await answered(room, client, 0, CONCEDE, id="out")
    assert room.journal.state.over


def test_the_others_are_asked_and_all_must_want_it(tmp_path: Path) -> None:
    kept: dict[str, str] = {}

    async def ask(server: Server) -> None:
        room, _ = await made(server, "me", "link", ready=True)
        await sat(room, 1, "Nadia")
        mine, theirs = await joined(room, 0), await joined(room, 1)
        assert isinstance(await want_rematch(server, room, 1, True), Refusal)
        await given_up(room, mine)
        assert await want_rematch(server, room, 1, True) == ""
        asked = {"type": "rematch_asked", "wanted": [1], "refused": -1}
        assert mine.of("rematch_asked")[-1] == theirs.of("rematch_asked")[-1] == asked
        # no, thanks: nobody wants one any more, and it can be asked for again
        assert await want_rematch(server, room, 0, False) == ""
        assert theirs.of("rematch_asked")[-1] == {"type": "rematch_asked", "wanted": [], "refused": 0}
        assert await want_rematch(server, room, 1, True) == ""
        assert not room.moved_to
        kept["match"] = room.id

    play(tmp_path, ask)

    async def answer(server: Server) -> None:
        room = await server.room(kept["match"])
        assert isinstance(room, Room)
        late = await joined(room, 0)
        assert late.of("rematch_asked")[-1]["wanted"] == [1], "the question outlives the server"
        again = await want_rematch(server, room, 0, True)
        assert isinstance(again, str)
        assert late.of("moved")[-1] == {"type": "moved", "match": again, "places": [1, 0]}
        assert [row.name for row in server.rooms[again].seats] == ["Nadia", "Orange"]
        assert await want_rematch(server, room, 1, True) == again, "it is set up once"

    play(tmp_path, answer)


def test_nobody_is_asked_who_is_a_bot_or_sits_at_the_same_device(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        for others in (("recruit",), ("here",)):
            room, _ = await made(server, "me", *others, ready=True)
            await given_up(room, await joined(room, 0))
            again = await want_rematch(server, room, 0, True)
            assert again
            assert server.rooms[str(again)].seats[1].kind == "me"

    play(tmp_path, what)


def test_an_army_that_was_brought_goes_with_its_people_and_keeps_its_name(client: TestClient) -> None:
    wish = {"armies": DUEL, "options": {"point_limit": 200}, "army_names": ["Old  Guard", ""]}
    host = new_match(client, "me", "link", ready=True, **wish)
    (mine, *_), (invitation,) = secrets_of(host), invitations_of(host)
    assert post(client, "/api/links/look", {"secret": invitation})["army"] == ""
    theirs = sit(client, invitation, "Nadia")
    assert post(client, "/api/links/look", {"secret": mine})["army"] == "Old Guard"
    with socket(client) as table:
        update = table.hello(host["match"], [mine])
        assert [card["army"] for card in table.seen[0]["seats"]] == ["Old Guard", ""]
        table.command(0, update["seq"], CONCEDE)
        table.wait("accepted")
    replay = post(client, f"/api/matches/{host['match']}/replay", {})
    assert [card["army"] for card in replay["seats"]] == ["Old Guard", ""]
    path = f"/api/matches/{host['match']}/rematch"
    assert post(client, path, {"secret": theirs}) == {"match": "", "places": []}
    (line,) = post(client, "/api/tables", {"secrets": [mine]})
    assert (line["turn"], line["rematch"]) == ("over", "Nadia")
    (line,) = post(client, "/api/tables", {"secrets": [theirs]})
    assert line["rematch"] == "", "who asks is not asked"
    again = post(client, path, {"secret": mine})
    assert again["places"] == [1, 0]
    with socket(client) as table:
        table.hello(again["match"], [mine])
        assert table.seen[0]["yours"] == [1]
        assert [card["army"] for card in table.seen[0]["seats"]] == ["", "Old Guard"]
        cards = {unit["seat"]: unit["card"] for unit in table.seen[1]["view"]["units"]}
    assert "Sherman" in cards[1]


def test_lists_say_who_is_asked(client: TestClient) -> None:
    secrets = secrets_of(new_match(client, "me", "here", ready=True))
    lines = [post(client, "/api/tables", {"secrets": [secret]})[0] for secret in secrets]
    (asked,) = {line["asked"][0] for line in lines}
    assert asked == ("Blue", "Orange")[[line["turn"] for line in lines].index("yours")]


def test_allies_stay_allies_when_sides_are_changed() -> None:
    class Four:
        seats = 4

        def __init__(self, *sides: int) -> None:
            self.sides = sides

    assert places_after(Four(0, 1, 0, 1)) == [1, 2, 3, 0]  # type: ignore[arg-type]
    assert places_after(Four(0, 0, 1, 1)) == [2, 3, 0, 1]  # type: ignore[arg-type]
    assert places_after(Four(0, 1, 2, 3)) == [1, 2, 3, 0]  # type: ignore[arg-type]


def test_names_of_armies_are_no_part_of_what_a_match_is_chained_to() -> None:
    bare = MatchRow("m", Setup("micro_brick_battle", "six_v_six"), "2", "", "", "", True, 0.0, dice=3)
    named = MatchRow("m", Setup("micro_brick_battle", "six_v_six", army_names=("A", "")), *list_of(bare))
    assert named.root() == bare.root()


def list_of(row: MatchRow) -> list[Any]:
    return [row.rules, row.code, row.title, row.promise, row.ready, row.made, row.slow, row.dice]
