"""Invitations: exchanged once for a secret nobody else knows, withdrawn, run out; secrets changed; seats given away."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from brickfield.core.refusal import Refusal
from brickfield.server.rooms import links, seating
from brickfield.server.rooms.rematches import rematch
from brickfield.server.rooms.replays import replay_of
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.store import migrations
from brickfield.server.store.sqlite import SqliteStore
from brickfield.server.web.socket import seats_opened
from tests.server.browsing import invitations_of, new_match, post, seated, secrets_of, sit, socket
from tests.server.tables import answered, joined, laid, made, opened, play, sat, until
from tests.server.test_windows import held_setup

CONCEDE = {"answer": "concede"}
FRESH = "f" * 32


def host_and_friend(client: TestClient, *kinds: str, **parts: Any) -> tuple[dict[str, Any], str, str]:
    """A match with an empty seat: the secret of the host and the invitation."""
    match = new_match(client, *(kinds or ("me", "link")), **parts)
    return match, secrets_of(match)[0], invitations_of(match)[0]


# --- the exchange ----------------------------------------------------------------------------------------------------


def test_an_invitation_opens_nothing_before_it_is_used_nor_after(client: TestClient) -> None:
    match, _, invitation = host_and_friend(client, ready=True)
    for _ in ("before", "after"):
        with socket(client) as door:
            door.send(type="hello", protocol=1, match=match["match"], secrets=[invitation])
            assert door.read()["refusal"]["code"] == "not_yours"
        for route in ("replay", "rematch"):
            assert post(client, f"/api/matches/{match['match']}/{route}", {"secret": invitation}, 403)
        assert post(client, "/api/tables", {"secrets": [invitation]}) == []
        change = {"secret": invitation, "fresh": links.new_secret()}
        assert post(client, "/api/links/change", change, 404)["code"] == "no_link"
        if post(client, "/api/links/look", {"secret": invitation})["status"] == "open":
            sit(client, invitation)


def test_whoever_sent_the_invitation_cannot_read_the_note_of_whoever_sat_down(tmp_path: Path) -> None:
    """The note of a held fire is in the replay of its own seat, and the sender's secrets do not open that."""

    async def what(server: Server) -> None:
        room = await laid(server, held_setup(), "me", "link", taken=False)
        invitation, fresh = links.new_secret(), links.new_secret()
        assert await seating.free(room, 1, "link", invitation) is None
        assert await seating.sit(room, 1, seating.Wanted(invitation, "Nadia", fresh), 1.0) == fresh
        assert seats_opened(room, (invitation,)) is None
        assert seats_opened(room, (fresh,)) == frozenset({1})
        assert replay_of(room.journal, room.seat_cards(), frozenset({1})).steps[-1].view.secrets
        assert not replay_of(room.journal, room.seat_cards(), frozenset({0})).steps[-1].view.secrets

    play(tmp_path, what)


def test_the_same_exchange_may_be_sent_again_and_another_one_is_told(client: TestClient) -> None:
    match, _, invitation = host_and_friend(client)
    body = {"secret": invitation, "name": "Nadia", "fresh": FRESH}
    first = post(client, "/api/links/sit", body)
    assert post(client, "/api/links/sit", body) == first
    for other in ("g" * 32, ""):
        assert post(client, "/api/links/sit", {**body, "fresh": other}, 409)["code"] == "invitation_used"
    assert post(client, "/api/links/look", {"secret": invitation})["status"] == "used"
    assert post(client, "/api/links/look", {"secret": FRESH})["status"] == "yours"
    # the seat's own secret takes it over, as another device of the same person would
    assert post(client, "/api/links/sit", {"secret": FRESH})["seats"][0]["secret"] == FRESH
    with socket(client) as friend:
        assert friend.hello(match["match"], [FRESH])["view"]["seat"] == 1


@pytest.mark.parametrize("fresh", ["", "short", "s" * 31, "s" * 65, "ä" * 32, " " * 32])
def test_a_secret_that_could_be_guessed_is_not_taken(client: TestClient, fresh: str) -> None:
    _, _, invitation = host_and_friend(client)
    refused = post(client, "/api/links/sit", {"secret": invitation, "fresh": fresh}, 400)
    assert refused["code"] == ("malformed" if fresh else "not_fresh")
    assert post(client, "/api/links/look", {"secret": invitation})["status"] == "open"


def test_the_invitation_itself_is_never_the_secret(client: TestClient) -> None:
    _, _, invitation = host_and_friend(client)
    assert len(invitation) == len(links.new_secret()) == 32
    refused = post(client, "/api/links/sit", {"secret": invitation, "fresh": invitation}, 400)
    assert refused["code"] == "not_fresh"


@pytest.mark.parametrize("known", ["host", "friend", "invitation"])
def test_what_opens_a_seat_already_opens_no_second_one(client: TestClient, known: str) -> None:
    """Whoever sits down with somebody else's secret would give that seat's holder a second one unasked."""
    _, host, other = host_and_friend(client)
    sit(client, other, fresh=FRESH)
    third = host_and_friend(client)[2]
    match, _, invitation = host_and_friend(client)
    fresh = {"host": host, "friend": FRESH, "invitation": third}[known]
    refused = post(client, "/api/links/sit", {"secret": invitation, "fresh": fresh}, 400)
    assert refused["code"] == "not_fresh"
    assert post(client, "/api/links/look", {"secret": invitation})["status"] == "open"
    new = links.new_secret()
    taken = post(client, "/api/links/sit", {"secret": invitation, "fresh": new})
    assert (taken["match"], taken["seats"][0]["secret"]) == (match["match"], new)


async def race(server: Server) -> list[str | Refusal]:
    """Two come by one invitation at the same moment; what each is told."""
    room, match = await made(server, "me", "link")
    invitation = match.seats[1].invitation
    wanted = [seating.Wanted(invitation, name, links.new_secret()) for name in ("Nadia", "Mallory")]
    told = await asyncio.gather(*(seating.sit(room, 1, each, 1.0) for each in wanted))
    assert any(isinstance(each, str) and links.opens(each, room.seats[1].secret_hash) for each in told)
    assert (await server.store.seats(room.id))[1] == room.seats[1]
    return list(told)


def test_of_two_who_come_at_once_one_sits_and_the_other_is_told(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        for _ in range(10):
            told = await race(server)
            assert [each for each in told if isinstance(each, Refusal)] == [seating.USED]

    play(tmp_path, what)


def test_an_exchange_without_the_lock_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def at_once(room: Room, work: Callable[[], Awaitable[Any]]) -> Any:
        return await work()

    monkeypatch.setattr(Room, "locked", at_once)

    async def what(server: Server) -> None:
        assert [each for each in await race(server) if isinstance(each, Refusal)] == []

    play(tmp_path, what)


def test_a_crash_between_the_exchange_and_its_answer_costs_nobody_the_seat(tmp_path: Path) -> None:
    """The exchange is on the disk, its answer was never sent, the server starts anew: it may be said again."""
    kept: dict[str, str] = {}

    async def exchange(server: Server) -> None:
        room, match = await made(server, "me", "link")
        kept.update(match=room.id, invitation=match.seats[1].invitation)
        row = replace(room.seats[1], name="Nadia", secret_hash=links.hash_of(FRESH))
        await server.store.sit(row, room.standing())

    async def again(server: Server) -> None:
        room = await server.room(kept["match"])
        assert not isinstance(room, Refusal)
        assert await seating.sit(room, 1, seating.Wanted(kept["invitation"], "Nadia", FRESH), 1.0) == FRESH
        other = seating.Wanted(kept["invitation"], "Mallory", "g" * 32)
        assert await seating.sit(room, 1, other, 1.0) == seating.USED

    play(tmp_path, exchange)
    play(tmp_path, again)


# --- withdrawn, run out ----------------------------------------------------------------------------------------------


def test_a_new_invitation_voids_the_old_one(client: TestClient) -> None:
    match, mine, old = host_and_friend(client)
    path, body = f"/api/matches/{match['match']}/free", {"secret": mine, "seat": 1, "give": "link"}
    key = post(client, path, body)["seats"][0]
    assert key["until"] > time.time() + 86_400
    assert (key["secret"], key["kind"]) == ("", "link")
    new = key["invitation"]
    assert post(client, "/api/links/look", {"secret": old}, 404)["code"] == "no_link"
    assert post(client, "/api/links/sit", {"secret": old, "fresh": FRESH}, 404)["code"] == "no_link"
    assert post(client, path, {**body, "give": "nobody"})["seats"][0]["invitation"] == ""
    assert post(client, "/api/links/look", {"secret": new}, 404)["code"] == "no_link"
    last = post(client, path, body)["seats"][0]["invitation"]
    sit(client, last)
    for give in ("link", "nobody", "bot"):
        refused = post(client, path, {**body, "give": give, "level": "recruit"}, 409)
        assert refused["code"] == "seat_taken"


def test_an_invitation_runs_out(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, match = await made(server, "me", "link")
        assert match.seats[1].until == pytest.approx(time.time() + 14 * 86_400, abs=60)
        wanted = seating.Wanted(match.seats[1].invitation, "Nadia", FRESH)
        room.seats[1] = replace(room.seats[1], invited=time.time() - 15 * 86_400)
        assert await seating.sit(room, 1, wanted, 14.0) == seating.EXPIRED
        assert not room.seats[1].taken
        assert await seating.sit(room, 1, wanted, 16.0) == FRESH
        # a seat that was taken in time stays taken, and the same exchange is still true
        assert await seating.sit(room, 1, wanted, 14.0) == FRESH

    play(tmp_path, what)


def test_an_invitation_that_ran_out_makes_no_new_one(client: TestClient) -> None:
    """Whoever set up a table without an own seat gives its seats away by the invitations, while they last."""
    match = new_match(client, "link", "link")
    first, second = invitations_of(match)
    path = f"/api/matches/{match['match']}/free"
    assert post(client, path, {"secret": first, "seat": 1, "give": "link"}, 403)["code"] == "not_yours"
    server = client.app.state.server  # type: ignore[attr-defined]
    row = server.rooms[match["match"]].seats
    row[1] = replace(row[1], invited=1.0)
    assert post(client, path, {"secret": second, "seat": 1, "give": "link"}, 403)["code"] == "not_yours"
    assert post(client, path, {"secret": first, "seat": 0, "give": "link"})["seats"][0]["invitation"]


# --- giving a seat away ----------------------------------------------------------------------------------------------


def test_a_seat_nobody_took_is_given_to_a_bot_that_plays_on_after_a_restart(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def give(server: Server) -> None:
        room, _ = await made(server, "me", "link", ready=True)
        client = await joined(room, 0)
        if 0 in room.journal.state.waiting_for():
            while 1 not in room.journal.state.waiting_for():
                await answered(room, client, 0)
        server.stopping = True
        assert await seating.free(room, 1, "bot", "recruit") is None
        assert room.seat_cards()[1].kind == "bot"
        assert client.of("presence")[-1]["seats"][1]["level"] == "recruit"
        kept.update(match=room.id, head=room.journal.head)
        server.stopping = False

    async def go_on(server: Server) -> None:
        await server.go_on()
        room = server.rooms[kept["match"]]
        await until(lambda: room.journal.head > kept["head"])

    play(tmp_path, give)
    play(tmp_path, go_on)


@pytest.mark.parametrize(("body", "code"), [({"seat": 7}, "not_yours"), ({"level": "genius"}, "unknown_level")])
def test_what_is_not_there_is_not_given(client: TestClient, body: dict[str, Any], code: str) -> None:
    match, mine, _ = host_and_friend(client)
    wish = {"secret": mine, "seat": 1, "give": "bot", "level": "recruit", **body}
    answer = client.post(f"/api/matches/{match['match']}/free", json=wish)
    assert answer.json()["code"] == code


def test_a_friend_gives_no_seat_away(client: TestClient) -> None:
    match = new_match(client, "me", "link", "link", "link", game="brick_mech", scenario="free_for_all")
    friend = sit(client, invitations_of(match)[0])
    path = f"/api/matches/{match['match']}/free"
    assert post(client, path, {"secret": friend, "seat": 2, "give": "link"}, 403)["code"] == "not_yours"


# --- another secret --------------------------------------------------------------------------------------------------


def test_a_seat_changes_its_secret_and_whoever_knew_the_old_one_is_let_go(client: TestClient) -> None:
    match = new_match(client, "me", "link", ready=True)
    mine, old = seated(client, match)
    body = {"secret": old, "fresh": FRESH}
    with socket(client) as host, socket(client) as thief:
        host.hello(match["match"], [mine])
        thief.hello(match["match"], [old])
        key = post(client, "/api/links/change", body)["seats"][0]
        assert (key["seat"], key["secret"]) == (1, FRESH)
        assert thief.wait("bye")["reason"] == "not_yours"
        with pytest.raises(WebSocketDisconnect):
            thief.read()
        # the others stay
        host.send(type="ping")
        host.wait("pong")
    # sent again, as when the answer was lost
    assert post(client, "/api/links/change", body)["seats"][0] == key
    for path in ("/api/links/look", "/api/links/sit"):
        assert post(client, path, {"secret": old}, 404)["code"] == "no_link"
    assert post(client, f"/api/matches/{match['match']}/replay", {"secret": old}, 403)["code"] == "not_yours"
    with socket(client) as friend:
        assert friend.hello(match["match"], [FRESH])["view"]["seat"] == 1
    assert post(client, "/api/links/change", {"secret": FRESH, "fresh": FRESH}, 400)["code"] == "not_fresh"
    # nor can two seats share one secret by it
    assert post(client, "/api/links/change", {"secret": mine, "fresh": FRESH}, 400)["code"] == "not_fresh"


def test_a_changed_secret_is_changed_in_every_battle_it_opens(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, match = await made(server, "me", "link", ready=True)
        old = await sat(room, 1)
        await answered(room, await joined(room, 0), 0, CONCEDE)
        again = await rematch(server, room)
        assert isinstance(again, str)
        (newest, *_) = await server.store.held([links.hash_of(old)])
        assert newest.match.id == again
        assert await seating.rekey(server, newest, old, FRESH) is None
        for each, theirs in ((room, 1), (server.rooms[again], 0)):
            assert links.opens(FRESH, each.seats[theirs].secret_hash)
            assert links.opens(match.seats[0].secret, each.seats[1 - theirs].secret_hash)
        assert await server.store.held([links.hash_of(old)]) == ()
        assert len(await server.store.held([links.hash_of(FRESH)])) == 2
        assert await seating.rekey(server, newest, old, "g" * 32) == seating.NO_LINK

    play(tmp_path, what)


def test_a_rematch_set_up_while_a_secret_changes_never_takes_the_old_one_along(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        for number in range(6):
            room, _ = await made(server, "me", "link")
            old, fresh = await sat(room, 1), links.new_secret()
            await answered(room, await joined(room, 0), 0, CONCEDE)
            (held,) = await server.store.held([links.hash_of(old)])
            wishes = [rematch(server, room), seating.rekey(server, held, old, fresh)]
            await asyncio.gather(*(wishes if number % 2 else wishes[::-1]))
            assert await server.store.held([links.hash_of(old)]) == ()
            assert len(await server.store.held([links.hash_of(fresh)])) == 2
            again = server.rooms[room.moved_to]
            assert all(links.opens(fresh, row.secret_hash) for row in (room.seats[1], again.seats[0]))

    play(tmp_path, what)


# --- rematches and tables of before ----------------------------------------------------------------------------------


def test_a_rematch_hands_nobody_a_secret_and_keeps_an_open_invitation(client: TestClient) -> None:
    match, mine, invitation = host_and_friend(client, ready=True)
    with socket(client) as host:
        update = host.hello(match["match"], [mine])
        host.command(0, update["seq"], CONCEDE)
        host.wait("accepted")
        again = post(client, f"/api/matches/{match['match']}/rematch", {"secret": mine})
        assert again["places"] == [1, 0]
        assert host.wait("moved") == {"type": "moved", "match": again["match"], "places": [1, 0]}
    look = post(client, "/api/links/look", {"secret": invitation})
    assert (look["status"], look["match"]) == ("open", again["match"])
    fresh = sit(client, invitation)
    with socket(client) as friend:
        assert friend.hello(again["match"], [fresh])["view"]["seat"] == 0
    assert post(client, "/api/links/look", {"secret": invitation})["status"] == "used"


def test_tables_of_before_go_on(tmp_path: Path) -> None:
    """The link of a seat that was taken stays its secret, one that waits becomes an invitation that can be used."""
    path = tmp_path / "matches.sqlite"
    kept: dict[str, str] = {}

    async def lay(server: Server) -> None:
        room, match = await made(server, "me", "link", "link", "link", game="brick_mech", scenario="free_for_all")
        kept.update(match=room.id, mine=match.seats[0].secret, waiting=match.seats[2].invitation)
        kept["taken"] = await sat(room, 1)

    play(tmp_path, lay)
    _as_before(path)

    async def go_on(server: Server) -> None:
        room = await server.room(kept["match"])
        assert not isinstance(room, Refusal)
        assert [row.taken for row in room.seats] == [True, True, False, False]
        assert links.opens(kept["mine"], room.seats[0].secret_hash)
        assert await seating.sit(room, 1, seating.Wanted(kept["taken"], ""), 14.0) == kept["taken"]
        assert room.seats[2].secret_hash == ""
        assert await seating.sit(room, 2, seating.Wanted(kept["waiting"], "Nadia", FRESH), 14.0) == FRESH

    async def run() -> None:
        async with opened(tmp_path, store=SqliteStore(path)) as server:
            await go_on(server)

    asyncio.run(run())


def _as_before(path: Path) -> None:
    """Turn a database back into one of the version before there were invitations."""
    base = sqlite3.connect(path)
    step = next(number for number, text in enumerate(migrations.MIGRATIONS) if "invite_hash" in text)
    base.execute("UPDATE seat SET secret_hash = invite_hash WHERE kind = 'link' AND taken = 0")
    for table in ("match_model", "model", "snapshot"):
        base.execute(f"DROP TABLE {table}")
    base.execute("DROP INDEX seat_by_invitation")
    base.execute("DROP INDEX match_due")
    base.execute("ALTER TABLE match DROP COLUMN due")
    base.execute("DROP TABLE house")
    for column in ("invite_hash", "invited"):
        base.execute(f"ALTER TABLE seat DROP COLUMN {column}")
    base.execute(f"PRAGMA user_version = {step}")
    base.commit()
    base.close()
