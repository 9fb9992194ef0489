"""Drawings of our own models: one bounded text for a folder, kept by browsers, and nothing for what is no folder."""

from __future__ import annotations

import gzip
import json

import pytest
from starlette.testclient import TestClient

from brickfield.bricks.designs import design, designs
from brickfield.bricks.drawing import drawing_of
from brickfield.bricks.laid_out import modules_of

_MOST_BYTES = 16_000


@pytest.mark.parametrize("folder", designs())
def test_a_folder_of_models_is_one_small_text(client: TestClient, folder: str) -> None:
    answer = client.get(f"/api/drawings/{folder}")
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert len(gzip.compress(answer.content, 5)) < _MOST_BYTES
    told = json.loads(answer.content)
    assert {*told["models"]} == {*designs()[folder], *modules_of(folder)}
    for name in designs()[folder]:
        model = told["models"][name]
        groups = drawing_of(design(folder, name)).groups
        assert [group["name"] for group in model["groups"]] == [group.name for group in groups]
        assert [len(group["studs"]) for group in model["groups"]] == [len(group.studs) for group in groups]
        # every colour can be painted, but for the owner's
        used = {shape[0] for group in model["groups"] for found in group["shapes"].values() for shape in found}
        assert used - {16} <= {int(code) for code in told["paints"]}
        assert sum(count for _title, _colour, count in model["parts"]) == len(design(folder, name).placed())


def test_who_has_the_drawings_is_only_told_so(client: TestClient) -> None:
    first = client.get("/api/drawings/brick_mech")
    assert first.headers["cache-control"] == "public, max-age=3600"
    again = client.get("/api/drawings/brick_mech", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    other = client.get("/api/drawings/brick_mech", headers={"if-none-match": '"other"'})
    assert other.content == first.content


@pytest.mark.parametrize("folder", ["nothing", "..", "%2e%2e%2fmodels", "micro_brick_battle%2ftiger_i.mpd", "a" * 300])
def test_what_is_no_folder_has_no_drawings(client: TestClient, folder: str) -> None:
    answer = client.get(f"/api/drawings/{folder}")
    assert answer.status_code == 404
    assert b"box" not in answer.content
