"""The served house of a test run: one server process, reached by its pages and by plain requests."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from brickfield.server.web import site_files as site
from brickfield.testing import piece, unit

ROOT = Path(__file__).resolve().parents[2]
# The built pages; another build can be named as the bundler names it.
SITE = Path(os.environ.get("BRICKFIELD_SITE") or site.SITE)
GAME = "micro_brick_battle"
# What only the server of these tests answers.
DOORS = "/test/"
QUICK = {"rules_level": ["quick", "quick"]}
_STARTED = re.compile(r"Brickfield is at (http://\S+)")


class Match:
    """A match that was made: its id, the secrets of its seats and the invitations to the others."""

    def __init__(self, made: Mapping[str, Any]) -> None:
        self.id: str = made["match"]
        self.secrets: dict[int, str] = {seat["seat"]: seat["secret"] for seat in made["seats"] if seat["secret"]}
        self.invitations: dict[int, str] = {
            seat["seat"]: seat["invitation"] for seat in made["seats"] if seat["invitation"]
        }
        self.kinds: dict[int, str] = {seat["seat"]: seat["kind"] for seat in made["seats"]}

    def kept(self, *seats: int) -> list[dict[str, Any]]:
        """What a browser keeps of these seats; of all that are its own without any."""
        own = seats or tuple(seat for seat, kind in self.kinds.items() if kind in ("me", "here"))
        return [{"match": self.id, "seats": [{"seat": seat, "secret": self.secrets[seat]} for seat in own], "at": 0}]


class House:
    """The address of the server and what tests ask it directly."""

    def __init__(self, address: str) -> None:
        self.address = address

    def call(self, path: str, body: Any = None) -> Any:
        """An answer of the server as plain data; a refusal fails the test."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path} answered {error.code}: {error.read().decode()}") from error

    def sit(self, match: Match, seat: int, name: str = "") -> None:
        """A friend sits down somewhere else."""
        body = {"secret": match.invitations[seat], "name": name, "fresh": secrets.token_urlsafe(24)}
        match.secrets[seat] = self.call("/api/links/sit", body)["seats"][0]["secret"]

    def new_match(self, *kinds: str, options: Mapping[str, Any] = QUICK, ready: bool = True, **parts: Any) -> Match:
        """Set a battle up: `me`, `here`, `link` or the level of a bot."""
        seats = [{"kind": kind} if kind in ("me", "here", "link") else {"kind": "bot", "level": kind} for kind in kinds]
        wish = {"game": GAME, "scenario": "six_v_six", "seats": seats, "options": dict(options), "ready": ready}
        return Match(self.call("/api/matches", wish | parts))

    def lay(
        self,
        units: list[dict[str, Any]],
        terrain: list[dict[str, Any]] | None = None,
        *,
        seats: tuple[str, ...] = ("me", "here"),
        options: Mapping[str, Any] | None = None,
        game: str = GAME,
        **position: Any,
    ) -> Match:
        """A match that stands in a position."""
        more = {"seats": len(seats)} if len(seats) > 2 else {}
        laid = {"units": units, "terrain": terrain or [], **more, **position}
        wish = {"position": laid, "seats": seats, "options": dict(options or {}), "game": game}
        return Match(self.call("/test/position", wish))

    def records(self, match: str) -> list[dict[str, Any]]:
        """What was written down about a match."""
        written: list[dict[str, Any]] = self.call(f"/test/records/{match}")
        return written

    def replay(self, match: str, secret: str = "") -> dict[str, Any]:
        """A match as its replay tells it."""
        told: dict[str, Any] = self.call(f"/api/matches/{match}/replay", {"secret": secret} if secret else {})
        return told


def need_site() -> None:
    """The pages must be built; without them there is nothing to test, and that is a fault of the set-up."""
    if not (SITE / "index.html").is_file():
        raise AssertionError("The pages are not built: run  make client  first (make test does it by itself).")


@contextlib.contextmanager
def served(folder: Path) -> Iterator[House]:
    """A server process on a free port with its own database."""
    need_site()
    log = folder / "server.log"
    command = [sys.executable, "-m", "tests.browser.entry", "0", str(folder / "matches.sqlite")]
    with log.open("w", encoding="utf-8") as errors:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True)
        try:
            assert process.stdout is not None
            found = _STARTED.search(process.stdout.readline())
            assert found, f"the server did not start: {log.read_text('utf-8')}"
            yield House(found[1])
        finally:
            process.terminate()
            process.communicate(timeout=20)


__all__ = ["GAME", "House", "Match", "QUICK", "piece", "served", "unit"]
