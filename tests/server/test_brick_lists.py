"""The routes of real bricks: steps kept by browsers, lists as files, what can be built; faults get a sentence."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

GAME = "micro_brick_battle"


def asked(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(path, json={"game": GAME, **body})
    return answer.status_code, answer.json()


def test_steps_of_a_folder_are_one_text_that_browsers_keep(client: TestClient) -> None:
    answer = client.get(f"/api/steps/{GAME}")
    assert answer.status_code == 200
    assert {"tiger_i", "house"} <= answer.json()["models"].keys()
    again = client.get(f"/api/steps/{GAME}", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for folder in ("nothing", "..", "%2e%2e%2fdata", f"{GAME}%2ftiger_i.mpd"):
        assert client.get(f"/api/steps/{folder}").status_code == 404


def test_a_list_comes_in_three_forms(client: TestClient) -> None:
    wishes = {"tiger_i": 2, "house": 1}
    status, told = asked(client, "/api/bricks/list", wishes=wishes)
    assert (status, told["name"]) == (200, f"{GAME}_parts.txt")
    assert sum(int(line.partition(" ")[0]) for line in told["text"].splitlines()) == told["pieces"] == 2 * 48 + 34
    _status, xml = asked(client, "/api/bricks/list", wishes=wishes, form="bricklink")
    assert xml["name"].endswith(".xml")
    assert "<INVENTORY>" in xml["text"]
    assert "3070b" in xml["look_up"]
    _status, ldraw = asked(client, "/api/bricks/list", wishes={"house": 1}, form="ldraw")
    assert ldraw["name"] == "house.mpd"
    assert "0 STEP" in ldraw["text"]


def test_what_can_be_built_is_worked_out_for_each_model_and_for_a_list(client: TestClient) -> None:
    _status, own = asked(client, "/api/bricks/list", wishes={"house": 1}, form="bricklink")
    status, told = asked(client, "/api/bricks/owned", text=own["text"], ticked="9 98138", wishes={"house": 2})
    assert status == 200
    assert told["models"]["house"] == {"parts": 34, "lacking": 0, "missing": []}
    assert told["together"]["lacking"] == 34
    assert told["models"]["tiger_i"]["lacking"] > 0


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/bricks/list", {"wishes": {"nothing": 1}}, "no_design"),
        ("/api/bricks/list", {"wishes": {}}, "no_design"),
        ("/api/bricks/list", {"wishes": {"house": 1}, "game": "chess"}, "unknown_game"),
        ("/api/bricks/owned", {"text": "what"}, "unread_list"),
        ("/api/bricks/owned", {"text": "", "ticked": "what"}, "unread_list"),
    ],
)
def test_what_there_is_not_is_refused(client: TestClient, path: str, body: dict[str, Any], code: str) -> None:
    status, told = asked(client, path, **body)
    assert status in (400, 404)
    assert told["code"] == code
