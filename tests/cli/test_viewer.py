"""The one-file viewer: a story that agrees with the rules, in a page that needs nothing and lets nothing in."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections import Counter
from functools import cache
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, Session, read_replay
from brickfield.core.state import State
from brickfield.core.views import SPECTATOR, view
from brickfield.games import find_game
from brickfield.replay_viewer import as_html
from brickfield.replay_viewer.steps import replay_of
from tests.replays.battles import BATTLES
from tests.replays.kept import text_of


def replayed(session: Session) -> Replayed:
    """A battle as its replay file tells it."""
    return read(session.text())


@cache
def read(text: str) -> Replayed:
    found = read_replay(text, find_game)
    assert isinstance(found, Replayed), found
    return found


def page_of(battle: Replayed, site: Path | None = None) -> str:
    """A battle as the page that is taken home."""
    page = as_html(replay_of(battle), battle.match.game, site=site)
    assert isinstance(page, str), page
    return page


def story_in(page: str) -> dict[str, Any]:
    """The data a page carries."""
    block = re.search(r'<script type="application/gzip" id="story">([A-Za-z0-9+/=]*)</script>', page)
    assert block is not None
    found: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(block.group(1))))
    return found


@pytest.fixture(scope="module")
def page(crossroads: Session) -> str:
    return page_of(replayed(crossroads))


@pytest.fixture(scope="module")
def steps(page: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = story_in(page)["replay"]["steps"]
    return found


def faces(event: dict[str, Any]) -> list[int]:
    """The dice that an event shows."""
    own = event["faces"] if event["event"] == "dice_rolled" else []
    return [*own, *(face for throw in event.get("throws", ()) for face in throw["faces"])]


# --- the story -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BATTLES)
def test_the_last_picture_is_the_last_state_as_everybody_may_see_it(name: str) -> None:
    battle = read(text_of(name))
    final: State = battle.states[-1]
    shown = story_in(page_of(battle))["replay"]["steps"][-1]["view"]
    seen = json.loads(view(final, SPECTATOR).encode())
    for part in ("units", "tokens", "facts", "secrets", "sealed"):
        assert shown[part] == seen[part]
    assert (shown["outcome"] is not None) == final.over


def test_an_answer_still_sealed_is_no_step() -> None:
    battle = read(text_of("mech_allies_and_votes"))
    shown = replay_of(battle).steps
    assert len(shown) < len(battle.entries)
    # whoever looks on sees the table change with every step
    assert all(after.view.version > before.view.version for before, after in pairwise(shown))


def test_every_die_and_every_destroyed_unit_is_shown(steps: list[dict[str, Any]], crossroads: Session) -> None:
    assert len(steps) == len(crossroads.entries)
    for step, entry in zip(steps, crossroads.entries, strict=True):
        shown = [face for event in step["events"] for face in faces(event)]
        assert Counter(shown) == Counter(entry.dice)
    events = [event for step in steps for event in step["events"]]
    lost = sorted(event["unit"] for event in events if event["event"] == "unit_destroyed")
    assert lost == sorted(unit.id for unit in crossroads.state.units.values() if unit.status == "wreck")
    assert events[-1]["event"] == "game_ended"


def test_every_clause_a_line_or_a_sum_names_can_be_read(page: str, steps: list[dict[str, Any]]) -> None:
    cited = {clause for step in steps for line in step["story"] for clause in line["clauses"]}
    cited |= set(re.findall(r'"clause": "([^"]+)"', json.dumps([step["sums"] for step in steps])))
    assert len(cited) > 5
    cards = {card["id"]: card["text"] for card in story_in(page)["clauses"]}
    assert cited <= set(cards)
    assert all(cards.values())


# --- the page --------------------------------------------------------------------------------------------------------


def test_the_page_asks_for_nothing_outside_itself(page: str) -> None:
    markup = re.sub(r"(<(script|style)[^>]*>).*?(?=</\2>)", r"\1", page, flags=re.S)
    assert not re.search(r"https?:|//[a-z]|\bsrc\s*=|\bhref\s*=|\son\w+\s*=", markup)
    style = page.partition("<style>")[2].partition("</style>")[0]
    assert not re.search(r"@import|url\((?![\"']?(?:data:font/|#))", style)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy.group(1).split(";"))
    assert rules.pop("script-src").startswith("'sha256-")
    assert rules == {
        "default-src": "'none'",
        "style-src": "'unsafe-inline'",
        "font-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_the_page_lets_only_its_own_script_run(page: str) -> None:
    script = page.rpartition("<script>")[2].partition("</script>")[0]
    fingerprint = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{fingerprint}'" in page
    assert page.count("<script") == page.count("</script>") == 2


def test_the_page_carries_the_licences_of_what_it_carries(page: str) -> None:
    for owner in ("three.js authors", "Jason Miller", "Preact Team", "Lucide"):
        assert owner in page


def test_names_cannot_become_markup(hostile: Session) -> None:
    page = page_of(replayed(hostile))
    assert page.count("<script") == page.count("</script>") == 2
    assert "<img" not in page
    evil = hostile.match.seat_name(0)
    assert "<script>" in evil
    replay = story_in(page)["replay"]
    assert replay["seats"][0]["name"] == evil
    assert any(evil in line["text"] for step in replay["steps"] for line in step["story"])


def test_a_hostile_title_stays_a_title(hostile: Session) -> None:
    replay = replay_of(replayed(hostile))
    evil = hostile.match.seat_name(0)
    page = as_html(replace(replay, face=replace(replay.face, title=evil)), hostile.match.game)
    assert isinstance(page, str)
    assert evil not in page
    assert evil in unescape(page.partition("<title>")[2].partition("</title>")[0])


def test_without_the_built_page_the_answer_says_how_to_build_it(crossroads: Session, tmp_path: Path) -> None:
    refused = as_html(replay_of(replayed(crossroads)), crossroads.match.game, site=tmp_path)
    assert isinstance(refused, Refusal)
    assert refused.code == "not_built"
    assert "make client" in refused.sentence
