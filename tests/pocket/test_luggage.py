"""All battles as one text, to another device and back; and one battle to a server, where it is a match of its own."""

from __future__ import annotations

import asyncio
import base64
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.bricks.designs import design_text
from brickfield.core.refusal import Refusal
from brickfield.pocket.luggage import Unpack
from brickfield.server.rooms import carrying, links
from brickfield.server.rooms.retention import Terms
from brickfield.server.server import Server
from brickfield.server.web import http_types as bodies
from brickfield.server.web.parser import read_texts
from tests.pocket.test_house import WISH, Page, in_a_page, joined
from tests.server.tables import FAST, answered, made, opened, play, suggested
from tests.server.tables import joined as at_table

KEYS = ("a" * 32, "b" * 32)


async def ask(page: Page, path: str, body: Any) -> tuple[int, Any]:
    number = page.next()
    page.house.bridge.request(number, "POST", path, json.dumps(body))
    _, status, _, text = await page.hears(number)
    return status, json.loads(text)


async def answer_once(page: Page, battle: dict[str, Any], name: str) -> None:
    """One answer, acknowledged."""
    number, _ = await joined(page, battle)
    shown = await page.until(number, "update")
    seat = shown["view"]["waiting_for"][0]
    await page.say(number, type="ask", id="q" * 22, seat=seat, query="hint", about={"n": 1})
    answer = (await page.until(number, "told"))["result"][0]["answer"]
    await page.say(number, type="command", id=name * 22, seat=seat, seq=shown["seq"], answer=answer)
    assert (await page.until(number, "accepted", "refused"))["type"] == "accepted"


async def pack(page: Page) -> list[dict[str, Any]]:
    return list((await page.call("/api/pocket/pack", {}))["battles"])


def begun(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A device with two battles, one of them with an answer: that one, and all as a text."""

    async def begin(page: Page) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        await page.call("/api/matches", WISH)
        battle = await page.call("/api/matches", WISH)
        await answer_once(page, battle, "b")
        return battle, await pack(page)

    found: tuple[dict[str, Any], list[dict[str, Any]]] = in_a_page(folder, begin)
    return found


def test_another_device_has_the_same_battles_once_and_plays_on(tmp_path: Path) -> None:
    battle, battles = begun(tmp_path / "one")

    async def arrive(page: Page) -> list[dict[str, Any]]:
        assert (await page.call("/api/pocket/unpack", {"battles": battles})) == {"new": 2, "longer": 0, "known": 0}
        assert (await page.call("/api/pocket/unpack", {"battles": battles})) == {"new": 0, "longer": 0, "known": 2}
        there = {each["row"]: each["records"] for each in await pack(page)}
        assert there == {each["row"]: each["records"] for each in battles}
        await answer_once(page, battle, "c")
        return await pack(page)

    longer = in_a_page(tmp_path / "two", arrive)

    async def back(page: Page) -> None:
        number, _ = await joined(page, battle)
        seq = (await page.until(number, "update"))["seq"]
        assert (await page.call("/api/pocket/unpack", {"battles": longer})) == {"new": 0, "longer": 1, "known": 1}
        number, _ = await joined(page, battle)
        assert (await page.until(number, "update"))["seq"] > seq
        # the older file changes nothing any more
        assert (await page.call("/api/pocket/unpack", {"battles": battles})) == {"new": 0, "longer": 0, "known": 2}

    in_a_page(tmp_path / "one", back)


def _with(battle: dict[str, Any], **parts: Any) -> dict[str, Any]:
    return {**battle, **parts}


def spoilt(battle: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The same battle, damaged in one way each."""
    row, records = json.loads(battle["row"]), battle["records"]
    return {
        "a seed that was not promised": _with(battle, seed="0" * 64),
        "no seed": _with(battle, seed=""),
        "a row that was changed": _with(battle, row=json.dumps({**row, "slow": not row["slow"]})),
        "a row that is none": _with(battle, row="{}"),
        "a record that is missing": _with(battle, records=records[:1] + records[2:] + ["{}"]),
        "a record that was changed": _with(battle, records=[records[0].replace('"at":1', '"at":2'), *records[1:]]),
        "no record": _with(battle, records=[]),
        "no standing": _with(battle, standing=""),
        "a seat too few": _with(battle, seats=battle["seats"][:1]),
        "orders of nobody": _with(battle, orders={"7": {}}),
    }


def test_one_damaged_battle_and_nothing_is_taken_over(tmp_path: Path) -> None:
    _, battles = begun(tmp_path / "one")

    async def refuse(page: Page) -> None:
        for what, damaged in spoilt(battles[-1]).items():
            status, said = await ask(page, "/api/pocket/unpack", {"battles": [battles[0], damaged]})
            assert (status, said.get("code")) == (409, "damaged_match"), what
            assert await pack(page) == [], what
        for broken in ({}, {"battles": [{}]}, {"battles": [_with(battles[0], more=1)]}):
            status, said = await ask(page, "/api/pocket/unpack", broken)
            assert (status, said["code"]) == (400, "malformed")

    in_a_page(tmp_path / "two", refuse)


def test_a_small_file_may_hold_a_long_text_as_a_large_one_does(tmp_path: Path) -> None:
    _, battles = begun(tmp_path / "one")
    battle = msgspec.convert(battles[0], bodies.Carried)
    for letters in (3_000, 60_000):
        long = Unpack((msgspec.structs.replace(battle, row="x" * letters),))
        assert read_texts(msgspec.json.encode(long), Unpack) == long


# --- to a server and back ---


def carried(battle: dict[str, Any]) -> bodies.Carried:
    """What a page sends to a server of a battle: nothing that opens anything."""
    seats = [_with(seat, secret_hash="", invite_hash="") for seat in battle["seats"]]
    plain = _with(battle, seats=seats, seed="", standing="", orders={})
    return msgspec.convert(plain, bodies.Carried)


def bring(battle: bodies.Carried, fresh: tuple[str, ...] = KEYS) -> bodies.Bring:
    return bodies.Bring(battle, fresh)


def test_a_battle_of_the_pocket_goes_on_at_a_server_as_a_match_of_its_own_and_comes_back(tmp_path: Path) -> None:
    battle, battles = begun(tmp_path / "one")
    brought = carried(battles[-1])

    async def at_the_server() -> bodies.Carried:
        async with opened(tmp_path / "server") as server:
            table = await carrying.bring(server, bring(brought))
            assert not isinstance(table, Refusal), table
            assert table.match != battle["match"]
            assert [key.secret for key in table.seats] == list(KEYS)
            again = await carrying.bring(server, bring(brought))
            assert again == table
            assert await server.store.tables() == 1
            room = server.rooms[table.match]
            assert room.journal.row.promise not in brought.row
            assert not room.journal.row.is_fair
            last = json.loads(brought.records[-1])
            assert room.journal.steps[-1].record.digest == last["digest"]
            assert room.journal.undone_by(frozenset({0, 1})) is None, "what came from elsewhere stands"
            client = await at_table(room, 0, 1)
            (seat, *_) = room.journal.state.waiting_for()
            await answered(room, client, seat, suggested(room, seat), id="here")
            taken = await carrying.take(server, room, KEYS)
            assert not isinstance(taken, Refusal), taken
            assert taken.seed == ""
            assert not any(seat.secret_hash or seat.invite_hash for seat in taken.seats)
            for few in (KEYS[:1], ("c" * 32,), ()):
                refused = await carrying.take(server, room, few)
                assert isinstance(refused, Refusal)
                assert refused.code == "not_yours"
            return taken

    taken = asyncio.run(at_the_server())

    async def home(page: Page) -> None:
        body = {"battle": msgspec.to_builtins(taken), "fresh": list(KEYS)}
        table = await page.call("/api/battles/bring", body)
        assert await page.call("/api/battles/bring", body) == table
        lines = await page.call("/api/tables", {"secrets": list(KEYS)})
        assert [line["match"] for line in lines] == [table["match"]] * 2
        await answer_once(page, table, "d")

    in_a_page(tmp_path / "one", home)


def changed(battle: bodies.Carried, at: int, **parts: Any) -> bodies.Carried:
    """The same battle with one record changed."""
    records = list(battle.records)
    records[at] = json.dumps({**json.loads(records[at]), **parts})
    return msgspec.structs.replace(battle, records=tuple(records))


def hostile(battle: bodies.Carried) -> dict[str, tuple[bodies.Bring, str]]:
    """What a server refuses, by what is wrong with it."""
    row = json.loads(battle.row)

    def of_row(**parts: Any) -> bodies.Carried:
        return msgspec.structs.replace(battle, row=json.dumps({**row, **parts}))

    setup = row["setup"]
    deep = '{"a":' * 2000 + "1" + "}" * 2000
    damaged = "damaged_match"
    return {
        "an answer that is none": (bring(changed(battle, -1, answer={"answer": "win"})), damaged),
        "an answer of nobody": (bring(changed(battle, -1, seat=9)), damaged),
        "another end": (bring(changed(battle, -1, digest="0" * 64)), damaged),
        "no beginning": (bring(msgspec.structs.replace(battle, records=battle.records[1:])), damaged),
        "nothing": (bring(msgspec.structs.replace(battle, records=())), damaged),
        "a depth without end": (bring(msgspec.structs.replace(battle, records=(deep,))), damaged),
        "a take-back of nothing": (bring(changed(battle, 0, kind="take_back")), damaged),
        "a row without end": (bring(msgspec.structs.replace(battle, row=deep)), damaged),
        "an unknown game": (bring(of_row(setup={**setup, "game": "chess"})), "other_rules"),
        "unknown rules": (bring(of_row(rules="0.0.1")), "other_rules"),
        "a lesson": (bring(of_row(lesson="first")), "a_lesson"),
        "a drawn position": (bring(of_row(setup={**setup, "position": {"units": []}})), "a_diagram"),
        "a secret too few": (bring(battle, KEYS[:1]), "wrong_seats"),
        "one secret twice": (bring(battle, (KEYS[0], KEYS[0])), "wrong_seats"),
    }  # fmt: skip


def test_a_server_believes_nothing_and_keeps_nothing_of_what_it_refuses(tmp_path: Path) -> None:
    _, battles = begun(tmp_path / "one")
    battle = carried(battles[-1])

    async def check(server: Server) -> None:
        for what, (wish, code) in hostile(battle).items():
            refused = await carrying.bring(server, wish)
            assert isinstance(refused, Refusal), what
            assert refused.code == code, what
        assert await server.store.tables() == 0
        assert not server.rooms

    play(tmp_path / "server", check)


def test_brought_twice_at_the_same_moment_it_is_one_table(tmp_path: Path) -> None:
    _, battles = begun(tmp_path / "one")
    battle = carried(battles[-1])

    async def check(server: Server) -> None:
        # the second one comes with its secrets the other way round, too
        wishes = (bring(battle), bring(battle), bring(battle, KEYS[::-1]))
        made = await asyncio.gather(*(carrying.bring(server, wish) for wish in wishes))
        tables = {each.match for each in made if isinstance(each, bodies.MadeMatch)}
        assert len(tables) == await server.store.tables() == 1

    play(tmp_path / "server", check)


def test_secrets_that_open_something_here_bring_nothing(tmp_path: Path) -> None:
    _, battles = begun(tmp_path / "one")

    async def check(server: Server) -> None:
        room, table = await made(server, "me", "here")
        known = tuple(key.secret for key in table.seats)
        refused = await carrying.bring(server, bring(carried(battles[-1]), known))
        assert isinstance(refused, Refusal)
        assert refused.code == "not_fresh"
        assert links.opens(known[0], room.seats[0].secret_hash)
        assert await server.store.tables() == 1

    play(tmp_path / "server", check)


def test_a_full_server_takes_no_battle(tmp_path: Path) -> None:
    _, battles = begun(tmp_path / "one")
    full = msgspec.structs.replace(FAST, terms=Terms(most=1))

    async def check(server: Server) -> None:
        await made(server, "me", "here")
        refused = await carrying.bring(server, bring(carried(battles[-1])))
        assert isinstance(refused, Refusal)
        assert refused.code == "house_full"

    play(tmp_path / "server", check, settings=full)


@pytest.mark.parametrize("path", ["/api/pocket/pack", "/api/pocket/unpack"])
def test_a_server_has_no_door_to_everything(tmp_path: Path, path: str) -> None:
    from starlette.testclient import TestClient

    from brickfield.server.app import make_app
    from brickfield.server.store.sqlite import SqliteStore

    app = make_app(lambda: Server(SqliteStore(tmp_path / "m.sqlite"), FAST))
    with TestClient(app, base_url="http://localhost") as client:
        assert client.post(path, json={}).status_code in (404, 405)


def test_a_model_of_ones_own_fights_without_a_server_and_goes_along_to_another_device(tmp_path: Path) -> None:
    text = "Lynx: AP4 DP3 MP10 light"

    async def begin(page: Page) -> tuple[str, Any, list[dict[str, Any]]]:
        file = base64.b64encode(design_text("micro_brick_battle", "tiger_i").encode()).decode()
        told = await page.call("/api/models", {"game": WISH["game"], "file": file, "text": text})
        options = {**WISH.get("options", {}), "own_units": "agreed", "point_limit": 60}
        wish = {**WISH, "options": options, "armies": [[[told["text"], 1]], [["Panzer III", 1]]]}
        body = {"wish": json.dumps(wish), "models": {told["name"]: told["form"]}}
        battle = await page.call("/api/battles/with_models", body)
        drawn = await page.call(f"/api/matches/{battle['match']}/model", {"name": told["name"]})
        assert drawn == told["drawing"]
        return battle["match"], told, await pack(page)

    match, told, battles = in_a_page(tmp_path / "one", begin)
    name = told["name"]
    assert battles[0]["models"] == {name: told["form"]}

    async def arrive(page: Page) -> Any:
        assert (await page.call("/api/pocket/unpack", {"battles": battles}))["new"] == 1
        assert (await pack(page))[0]["models"] == battles[0]["models"]
        return await page.call(f"/api/matches/{match}/model", {"name": name})

    assert in_a_page(tmp_path / "two", arrive) == told["drawing"]
    # a model that is not what its name says stays behind, and the battle comes without it
    damaged = [{**battles[0], "models": {name: told["form"][:-9]}}]

    async def half(page: Page) -> Any:
        assert (await page.call("/api/pocket/unpack", {"battles": damaged}))["new"] == 1
        return (await pack(page))[0].get("models")

    assert in_a_page(tmp_path / "three", half) is None
