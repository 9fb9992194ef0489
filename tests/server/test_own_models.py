"""Models that players bring: what a route makes of good and bad files, and how a model travels with its battle."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import sqlite3
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient

from brickfield.bricks.designs import design_text
from brickfield.bricks.models import BrickModel
from brickfield.bricks.own import OwnModel, brought, unpacked
from brickfield.core.refusal import Refusal
from brickfield.core.replay import read_replay
from brickfield.core.setup.own_models import without_model
from brickfield.games import find_game
from brickfield.server.rooms import links
from brickfield.testing import clause
from tests.server.browsing import post, secrets_of, socket

TANK = design_text("micro_brick_battle", "tiger_i").encode()
LYNX = "Lynx: AP4 DP3 MP10 light"
PART = b"1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"


def dropped(client: TestClient, data: bytes, status: int = 200, **parts: Any) -> dict[str, Any]:
    """What the route says of a file."""
    body = {"game": "micro_brick_battle", "file": base64.b64encode(data).decode(), **parts}
    told: dict[str, Any] = post(client, "/api/models", body, status)
    return told


def _zipped(text: bytes, name: str = "model.ldr") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return packed.getvalue()


def _nested(depth: int, times: int) -> bytes:
    """Sub-models in each other, each so many times in the one above."""
    laid = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 m{}.ldr\n"
    files = [f"0 FILE m{n}.ldr\n" + laid.format(n + 1) * times + "0 NOFILE\n" for n in range(depth)]
    return ("".join(files) + f"0 FILE m{depth}.ldr\n").encode() + PART + b"0 NOFILE\n"


BAD = {
    "half a line": (PART + PART[:24], "cut_off", 2),
    "half a zip": (_zipped(PART)[:60], "damaged", None),
    "a bomb of references": (_nested(12, 10), "too_many_parts", 88),
    "a cycle": (b"0 FILE a.ldr\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 a.ldr\n", "cycle", 2),
    "too deep": (_nested(40, 1), "too_deep", None),
    "a missing sub-file": (PART + b"1 4 0 0 0 1 0 0 0 1 0 0 0 1 hull.ldr\n", "missing", 2),
    "unknown parts alone": (b"1 4 0 0 0 1 0 0 0 1 0 0 0 1 nobody9.dat\n", "no_size", None),
    "NaN": (PART.replace(b"4 0 0 0", b"4 nan 0 0"), "no_number", 1),
    "a huge number": (PART.replace(b"4 0 0 0", b"4 1e300 0 0"), "huge_number", 1),
    "a matrix that stretches": (PART.replace(b"1 0 0 0 1 0 0 0 1", b"9 0 0 0 1 0 0 0 1"), "no_turn", 1),
    "a zip bomb": (_zipped(b"0 " + b" " * 60_000_000), "too_large", None),
    "HTML in a name": (PART.replace(b"3001", b"<img/src=x>"), "bad_name", 1),
    "a way out of the file": (PART.replace(b"3001", b"../../etc/passwd"), "outside", 1),
    "100,000 parts": (PART * 100_000, "too_many_parts", 20_001),
    "no text": (b"\x89PNG\r\n\x1a\n\0\0", "no_text", 3),
    "nothing": (b"", "empty", None),
    "a form cut off": (b"brickfield-model-1.eNrj", "damaged", None),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_a_sentence_and_leaves_nothing_behind(client: TestClient, tmp_path: Path, name: str) -> None:
    data, code, line = BAD[name]
    refusal = dropped(client, data, 413 if code == "too_large" else 400, text=LYNX)
    assert refusal["code"] == code, refusal
    assert line is None or (refusal["data"]["line"] == line and refusal["sentence"].startswith(f"Line {line}: "))
    assert refusal["sentence"].endswith((".", "?"))
    assert _kept(tmp_path) == 0


def test_what_is_longer_than_a_file_may_be_is_not_read(client: TestClient) -> None:
    assert dropped(client, b"0\n" * 2_600_000, 413)["code"] == "too_large"


def test_html_in_a_title_stays_a_text(client: TestClient) -> None:
    assert dropped(client, b"0 <script>alert(1)</script>\n" + PART)["title"] == "<script>alert(1)</script>"


def _kept(tmp_path: Path) -> int:
    with sqlite3.connect(tmp_path / "matches.sqlite") as connection:
        return int(connection.execute("SELECT count(*) FROM model").fetchone()[0])


def test_a_file_is_measured_and_its_unknown_parts_are_named(client: TestClient) -> None:
    told = dropped(client, TANK.replace(b"0 STEP", b"1 0 0 -30 0 1 0 0 0 1 0 0 0 1 nobody9.dat\n0 STEP", 1), text=LYNX)
    assert (told["length"], told["width"], told["height"], told["unknown"]) == (7.0, 4.0, 3.3, ["nobody9"])
    assert told["text"] == f"{LYNX} 7x4x3.3#{told['name']}"
    assert {group["name"] for group in told["drawing"]["models"]["unit"]["groups"]} == {"", "turret"}
    packed = dropped(client, _zipped(TANK), text=told["text"])
    assert (packed["length"], packed["unknown"]) == (7.0, [])
    assert without_model(packed["text"])[0] == LYNX


@clause("mbb.geometry.footprint.override")
def test_a_form_is_the_same_model_and_is_turned_by_hand(client: TestClient) -> None:
    told = dropped(client, TANK)
    again = dropped(client, told["form"].encode())
    assert (again["name"], again["form"]) == (told["name"], told["form"])
    across = dropped(client, told["form"].encode(), turn=1)
    assert (across["length"], across["width"]) == (told["width"], told["length"])
    assert across["name"] != told["name"]
    round_again = dropped(client, across["form"].encode(), turn=3)
    assert round_again["name"] == told["name"]


@clause("sea.ship.points")
def test_a_model_looks_along_its_longer_way_with_the_slimmer_end_ahead() -> None:
    hull = b"".join(
        b"1 4 %d 0 %d 1 0 0 0 1 0 0 0 1 3001.dat\n" % (x, z) for x in (-40, 40) for z in range(-100, 101, 40)
    )
    for z in (-130, 130):
        found = brought(hull + b"1 4 0 0 %d 1 0 0 0 1 0 0 0 1 3004.dat\n" % z)
        assert isinstance(found, OwnModel)
        assert (found.length, found.width) == (13.0, 8.0)
        laid = unpacked(found.form)
        assert isinstance(laid, BrickModel)
        bow = next(one for one in laid.placed() if one.number == "3004")
        assert (bow.placing.x, bow.placing.z) == (120.0, 0.0)


class Trip(NamedTuple):
    """A unit of a game with a model of its own, what was agreed on for it, and whom it meets where."""

    model: str
    text: str
    suited: str
    scenario: str
    options: dict[str, Any]
    enemy: str


TRIPS = {
    "micro_brick_battle": Trip(
        "tiger_i", LYNX, f"{LYNX} 7x4x3.3#", "six_v_six", {"own_units": "agreed", "point_limit": 60}, "Panzer III"
    ),
    "battle_of_the_sea": Trip(
        "brig", "Sea Wolf 12: 4-2-6", "Sea Wolf 16: 4-2-10 16x4x12.7#", "last_drop_of_blood", {}, "Galleon"
    ),
    "brick_mech": Trip(
        "raider", "Iron Duke: L1-T1-S4-S6-A8-A7", "Iron Duke: L1-T1-S4-S6-A8-A0 8x8x10#", "duel", {}, "Trooper"
    ),
    "brick_action": Trip("truck", "Old Bess: C2", "Old Bess: C2 16x7.6x6#", "meeting", {}, "M2 map mg"),
}


def _wish(told: dict[str, Any], trip: Trip, game: str, **parts: Any) -> dict[str, Any]:
    wish = {
        "game": game,
        "scenario": trip.scenario,
        "seats": [{"kind": "me"}, {"kind": "here"}],
        "options": trip.options,
        "armies": [[[told["text"], 1]], [[trip.enemy, 1]]],
        "ready": True,
        **parts,
    }
    return {"wish": json.dumps(wish), "models": {told["name"]: told["form"]}}


@clause("mbb.army.own_bricks", "sea.ship.points", "bm.setup.modules", "ba.geometry.vehicle")
@pytest.mark.parametrize("game", TRIPS)
def test_a_model_travels_with_its_battle_from_the_file_to_the_replay(
    client: TestClient, tmp_path: Path, game: str
) -> None:
    trip = TRIPS[game]
    told = dropped(client, design_text(game, trip.model).encode(), game=game, text=trip.text)
    name = told["name"]
    assert told["text"] == trip.suited + name
    built = post(client, "/api/cards/build", {"game": game, "text": told["text"], "options": trip.options})
    assert (built["text"], built["faults"]) == (told["text"], [])
    assert built["face"]["model"].endswith(f"@own_{name}/unit")

    made = post(client, "/api/battles/with_models", _wish(told, trip, game))
    match, secrets = made["match"], secrets_of(made)
    assert _shown(client, match, name) == told["drawing"]
    with socket(client) as line:
        update = line.hello(match, secrets)
        welcome = next(message for message in line.seen if message["type"] == "welcome")
        assert any(card["model"].endswith(f"@own_{name}/unit") for card in welcome["face"]["cards"].values())
        line.command(0, update["seq"], {"answer": "concede"})
        line.wait("update")

    replayed = read_replay(client.get(f"/api/matches/{match}/replay.txt").text, find_game)
    assert not isinstance(replayed, Refusal), replayed
    assert dict(replayed.models) == {name: told["form"]}
    page = client.get(f"/api/matches/{match}/replay.html").text
    story = re.search(r'id="story"[^>]*>([^<]+)<', page)
    assert story is not None
    assert json.loads(gzip.decompress(base64.b64decode(story[1])))["models"] == {name: told["drawing"]}

    carried = post(client, f"/api/matches/{match}/take", {"secrets": secrets})
    assert carried["models"] == {name: told["form"]}
    fresh = [links.new_secret() for _ in secrets]
    brought_back = post(client, "/api/battles/bring", {"battle": carried, "fresh": fresh})
    assert _shown(client, brought_back["match"], name) == told["drawing"]
    bare = {"battle": {**carried, "models": {}}, "fresh": [links.new_secret() for _ in secrets]}
    assert post(client, "/api/battles/bring", bare, 400)["code"] == "model_missing"
    assert _kept(tmp_path) == 1


def _shown(client: TestClient, match: str, name: str, status: int = 200) -> Any:
    return post(client, f"/api/matches/{match}/model", {"name": name}, status)


def test_a_table_shows_its_own_models_and_no_others(client: TestClient) -> None:
    trip = TRIPS["micro_brick_battle"]
    told = dropped(client, TANK, text=LYNX)
    made = post(client, "/api/battles/with_models", _wish(told, trip, "micro_brick_battle"))
    plain = json.loads(_wish(told, trip, "micro_brick_battle", armies=[], options={})["wish"])
    other = post(client, "/api/matches", plain)
    assert _shown(client, made["match"], "0" * 16, 404)["code"] == "no_model"
    assert _shown(client, other["match"], told["name"], 404)["code"] == "no_model"


def test_a_battle_needs_the_models_its_cards_name_and_believes_none(client: TestClient, tmp_path: Path) -> None:
    told = dropped(client, TANK, text=LYNX)
    other = dropped(client, PART * 3, text=LYNX)
    good = _wish(told, TRIPS["micro_brick_battle"], "micro_brick_battle")
    plain = json.loads(good["wish"])
    assert post(client, "/api/matches", plain, 400)["code"] == "model_missing"
    assert post(client, "/api/battles/with_models", {**good, "models": {}}, 400)["code"] == "model_missing"
    swapped = {**good, "models": {told["name"]: other["form"]}}
    assert post(client, "/api/battles/with_models", swapped, 400)["code"] == "wrong_model"
    larger = json.loads(json.dumps(good).replace("7x4x3.3", "9x4x3.3"))
    assert post(client, "/api/battles/with_models", larger, 400)["code"] == "wrong_model"
    broken = {**good, "models": {told["name"]: told["form"][:-20]}}
    assert post(client, "/api/battles/with_models", broken, 400)["code"] == "damaged"
    assert _kept(tmp_path) == 0
