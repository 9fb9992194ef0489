"""The one-file viewer: a story that agrees with the rules, in a page that needs nothing and lets nothing in."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.replay import Replayed, Session, read_replay
from brickfield.core.state import State
from brickfield.games import find_game
from brickfield.replay_viewer import as_html, data_block
from brickfield.replay_viewer.story import Storyteller, tell


def replayed(session: Session) -> Replayed:
    """A battle as its replay file tells it."""
    found = read_replay(session.text(), find_game)
    assert isinstance(found, Replayed)
    return found


def story_in(page: str) -> dict[str, Any]:
    """The data a page carries."""
    block = re.search(r'<script type="application/json" id="story">(.*?)</script>', page, re.S)
    assert block is not None
    found: dict[str, Any] = json.loads(block.group(1))
    return found


@pytest.fixture(scope="module")
def page(crossroads: Session) -> str:
    return as_html(replayed(crossroads))


def pictures(story: dict[str, Any]) -> tuple[dict[str, Any], set[str]]:
    """Units and tokens after all beats, put together as the page does it."""
    units: dict[str, Any] = {}
    tokens: set[str] = set()
    for beat in story["beats"]:
        units |= beat.get("units", {})
        tokens |= set(beat.get("put", ()))
        tokens -= set(beat.get("off", ()))
    return units, tokens


GOLDEN = sorted((Path(__file__).parents[1] / "replays").glob("*.replay"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_last_picture_is_the_last_state(path: Path) -> None:
    found = read_replay(path.read_text("utf-8"), find_game)
    assert isinstance(found, Replayed), found
    final: State = found.states[-1]
    units, tokens = pictures(story_in(as_html(found)))
    assert tokens == set(final.tokens)
    assert set(units) == set(final.units)
    for unit in final.units.values():
        x, y, heading, status = units[unit.id]
        assert status == unit.status
        if unit.pose is None:
            assert (x, y, heading) == (None, None, None)
        else:
            assert (x, y) == pytest.approx(unit.pose.place, abs=1e-4)
            assert heading == pytest.approx(unit.pose.degrees, abs=1e-4)


def test_every_input_and_every_die_is_shown(page: str, crossroads: Session) -> None:
    beats = story_in(page)["beats"]
    shown = [face for beat in beats for roll in beat.get("dice", ()) for face in roll["faces"]]
    assert shown == [face for entry in crossroads.entries for face in entry.dice]
    told = {beat["input"] for beat in beats}
    silent = {number for number, entry in enumerate(crossroads.entries) if not entry.events}
    assert silent.isdisjoint(told - {0})
    assert [beat["input"] for beat in beats] == sorted(beat["input"] for beat in beats)


def test_every_destroyed_unit_and_the_end_are_told(page: str, crossroads: Session) -> None:
    story = story_in(page)
    lines = [line for beat in story["beats"] for line in beat.get("lines", ())]
    destroyed = [line["about"][0] for line in lines if line["kind"] == "unit_destroyed"]
    assert sorted(destroyed) == sorted(u.id for u in crossroads.state.units.values() if u.status == "wreck")
    assert lines[-1]["kind"] == "game_ended"
    outcome = crossroads.state.outcome
    assert outcome is not None
    assert story["end"]["winners"] == list(outcome.winners)
    assert story["digest"] == crossroads.state.digest()


def test_every_clause_shown_can_be_read(page: str) -> None:
    story = story_in(page)
    lines = [line for beat in story["beats"] for line in beat.get("lines", ())]
    cited = {line["clause"] for line in lines if "clause" in line}
    tallies = [tally for line in lines for tally in line.get("tallies", ())]
    cited |= {row["clause"] for tally in tallies for row in tally["lines"] if row["clause"]}
    assert len(cited) > 5
    assert cited <= set(story["clauses"])
    assert all(story["clauses"][clause_id][0] for clause_id in cited)


def test_the_sum_of_the_rows_is_the_total_shown(page: str) -> None:
    lines = [line for beat in story_in(page)["beats"] for line in beat.get("lines", ())]
    tallies = [tally for line in lines for tally in line.get("tallies", ())]
    assert tallies
    for tally in tallies:
        assert sum(row["value"] for row in tally["lines"] if row["counts"]) == tally["total"]


def test_a_shot_its_dice_and_its_effect_are_one_beat(crossroads: Session) -> None:
    beats = Storyteller(replayed(crossroads)).beats
    shots = [beat for beat in beats if beat.shot and beat.shot["result"] != "void" and beat.shot["needed"]]
    assert shots
    for beat in shots:
        assert sum(beat.dice[0]["faces"]) == beat.shot["rolled"]
        hit = beat.shot["rolled"] >= beat.shot["needed"]
        assert beat.shot["result"] == ("hit" if hit else "miss")
        assert ("unit_destroyed" in beat.events) == hit


def test_a_battle_without_an_objective_has_no_area(crossroads: Session, hostile: Session) -> None:
    assert tell(replayed(crossroads))["area"] == [24.0, 18.0, 6.0, 6.0]
    assert tell(replayed(hostile))["area"] is None


# --- the page --------------------------------------------------------------------------------------------------------


def test_the_page_refers_to_nothing_outside(page: str) -> None:
    bare = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.S)
    assert not re.search(r"https?:|//[a-z]|\bsrc\s*=|\bhref\s*=|@import|url\((?!#)|fetch\(|XMLHttp|WebSocket", bare)
    assert "default-src 'none'" in page


def test_texts_reach_the_page_only_as_text(page: str) -> None:
    bare = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.S)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|Function\(", bare)
    assert not re.search(r"\son\w+\s*=\s*[\"']", bare)


def test_the_page_lets_only_its_own_script_run(page: str) -> None:
    script = page.rpartition("<script>")[2].partition("</script>")[0]
    fingerprint = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{fingerprint}'" in page
    assert page.count("<script") == 2


def test_names_cannot_become_script(hostile: Session) -> None:
    page = as_html(replayed(hostile))
    assert page.count("<script") == 2
    assert page.count("</script>") == 2
    assert "<img" not in page
    story = story_in(page)
    evil = hostile.match.seat_name(0)
    assert "<script>" in evil
    assert story["seats"][0]["name"] == story["units"]["A1"]["name"] == evil
    assert any(evil in line["text"] for beat in story["beats"] for line in beat.get("lines", ()))


def test_data_cannot_end_its_element() -> None:
    evil = {"a": "</script><!--<script>\u2028\u2029&lt;"}
    block = data_block(json.dumps(evil, ensure_ascii=False).encode())
    assert not set("<>&\u2028\u2029") & set(block)
    assert json.loads(block) == evil
