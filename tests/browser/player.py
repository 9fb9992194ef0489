"""Players of a table in a window: by mouse, by finger, by keys alone, or in words. They see what the page shows."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import CDPSession, Locator

from tests.browser.window import Window

Point = tuple[float, float]
GRAIN = 1_000_000
# More answers than any battle of these tests takes from one seat.
_MOST_ANSWERS = 90

_SETTLED = """(seq) => {
  const state = window.__brickfield?.state();
  if (!state || state.seq <= seq || state.seq !== state.shown) return false;
  if (state.playing || state.pending) return false;
  return state.outcome !== null || state.decision !== null;
}"""

# The server has worked the drawn path out, has refused it, or nothing of it is left.
_ANSWERED = """() => document.querySelector(
  "[data-testid=glimpses], [data-testid=refused-leg], [data-testid=coach]")"""


class Table:
    """The table of a window: what it shows, and where things are on the screen."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.page = window.page
        self.answered = 0
        self.answered_at = 0.0

    # --- reading ---

    def state(self) -> dict[str, Any]:
        """The store of the page, without secrets."""
        state: dict[str, Any] = self.page.evaluate("() => window.__brickfield.state()")
        return state

    def probe(self) -> dict[str, Any]:
        """What the board drew."""
        probe: dict[str, Any] = self.page.evaluate("() => window.__brickfield.probe()")
        return probe

    def asked(self) -> dict[str, Any] | None:
        """Wait until this seat is asked something new, or nothing will be asked any more."""
        self.window.wait(_SETTLED, self.answered)
        state = self.state()
        decision: dict[str, Any] | None = None if state["outcome"] else state["decision"]
        return decision

    def answering(self) -> None:
        """The next answer is about to go: what was seen until now is old."""
        self.answered = self.state()["seq"]
        self.answered_at = time.monotonic()

    def finish(self, press: Callable[[], None] | None = None) -> None:
        """End the movement or the turn: once, and once more where the page asks back because something is undone."""
        end = press or (lambda: self.press("decline"))
        offer = self.state()["decision"]["offer"]
        self.answering()
        end()
        if any(each["finish"]["careful"] for each in offer.get("actors", [offer])):
            self.window.page.get_by_text("Yes, ").wait_for()
            end()

    def enter(self) -> None:
        """Press Enter, as somebody who has seen the question: one that has just come takes none."""
        self.window.wait("() => window.__brickfield.state().settled")
        self.page.keyboard.press("Enter")

    def units(self, seat: int, status: str = "alive") -> dict[str, Point]:
        """The places of a side's units, in inches."""
        view = self.state()["view"]
        return {
            unit["id"]: (unit["pose"]["x"] / GRAIN, unit["pose"]["y"] / GRAIN)
            for unit in view["units"]
            if unit["seat"] == seat and unit["status"] == status and unit["pose"]
        }

    def corner(self) -> Point:
        """Where the board begins on the screen."""
        box = self.page.locator(".m-board").bounding_box()
        assert box is not None
        return box["x"], box["y"]

    def spot(self, unit: str) -> Point:
        """The pixel a unit stands at."""
        self.still()
        found = next(each for each in self.probe()["units"] if each["id"] == unit)
        left, top = self.corner()
        return left + found["now"][0], top + found["now"][1]

    def pixel(self, x: float, y: float) -> Point:
        """The pixel of a point of the table, seen from above."""
        self.still()
        probe = self.probe()
        assert probe["mode"] == "plan"
        left, top = self.corner()
        scale, angle = probe["scale"], math.radians(probe["spin"])
        east, north = (math.cos(angle), math.sin(angle)), (math.sin(angle), -math.cos(angle))
        across, down = (scale * (x * east[i] + y * north[i]) for i in (0, 1))
        return left + probe["origin"][0] + across, top + probe["origin"][1] + down

    def is_free(self, unit: str) -> bool:
        """Whether a unit is in the window and nothing but the board lies over its middle."""
        free: bool = self.page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('[role=application]') != null", self.spot(unit)
        )
        return free

    def still(self) -> None:
        """Wait until nothing is left to be drawn."""
        self.window.wait("() => window.__brickfield.probe()?.idle === true")

    def worked_out(self) -> bool:
        """Wait until what was just drawn is worked out; whether anything of it stands."""
        self.window.painted()
        self.window.wait(_ANSWERED)
        return self.window.find("legs").count() > 0

    # --- doing ---

    def press(self, what: str | Locator) -> None:
        """Press a part of the page."""
        self.window.press(what)

    def drag(self, start: Point, end: Point, *, hold: Callable[[], None] | None = None) -> None:
        """Drag across the board; `hold` looks at the page before the hand lets go."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0] + (end[0] - start[0]) * 0.5, start[1] + (end[1] - start[1]) * 0.5)
        mouse.move(*end)
        if hold is not None:
            hold()
        mouse.up()

    def tap(self, point: Point) -> None:
        """Tap the board."""
        self.page.mouse.click(*point)

    def tidy(self) -> None:
        """Close the cards that lie over the board, as people do when they have read them."""
        for name in ("Close hint", "Close dice"):
            card = self.page.get_by_role("button", name=name)
            if card.count():
                self.press(card)

    def commit_words(self) -> str:
        """What the yellow button says."""
        return self.window.find("commit").inner_text()


class FingerTable(Table):
    """The same by touch: real touch points, nothing of a mouse."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.cdp: CDPSession = window.context.new_cdp_session(window.page)

    def _touch(self, kind: str, *points: Point) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, start: Point, end: Point, *, hold: Callable[[], None] | None = None) -> None:
        """Drag with one finger."""
        self._touch("touchStart", start)
        self._touch("touchMove", (start[0] + (end[0] - start[0]) * 0.5, start[1] + (end[1] - start[1]) * 0.5))
        self._touch("touchMove", end)
        if hold is not None:
            hold()
        self._touch("touchEnd")

    def tap(self, point: Point) -> None:
        """Tap the board with one finger."""
        self._touch("touchStart", point)
        self._touch("touchEnd")


def toward(start: Point, end: Point, inches: float) -> Point:
    """The point so far on the way."""
    way = math.dist(start, end)
    share = min(1.0, inches / way) if way else 0.0
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


class HandPlayer:
    """Plays by pointing: drags tanks, picks targets, presses the yellow button."""

    def __init__(self, table: Table, seat: int = 0, moves: int = 2, in_all: int = 6) -> None:
        self.table = table
        self.window = table.window
        self.seat = seat
        self.moves = moves
        self.in_all = in_all
        self.moved: set[str] = set()
        self.given: list[str] = []

    def play_out(self) -> None:
        """Answer until the battle is over."""
        for _ in range(_MOST_ANSWERS):
            asked = self.table.asked()
            if asked is None:
                return
            self.answer(asked)
        raise AssertionError(f"the battle does not end: {self.given}")

    def answer(self, asked: dict[str, Any]) -> None:
        """Answer one question."""
        self.given.append(asked["kind"])
        self.table.tidy()
        answers = {
            "move_units": self.move,
            "declare_targets": self.declare,
            "deploy_unit": self.deploy,
            "first_turn_choice": self.choose,
        }
        answers[asked["kind"]](asked)

    def commit(self) -> None:
        """Press the yellow button; the answer goes."""
        self.table.answering()
        self.table.press("commit")

    def deploy(self, asked: dict[str, Any]) -> None:
        """Tap a free place of the zone, pull the unit a little, and set it down there."""
        offer = asked["offer"]
        xs, ys = offer["zone"][0::2], offer["zone"][1::2]
        own = len(self.table.units(self.seat))
        x = min(xs) / GRAIN + (max(xs) - min(xs)) / GRAIN * (own + 1) / 8
        y = (min(ys) + max(ys)) / 2 / GRAIN
        self.table.press(f"tray-{offer['things'][0]['id']}")
        self.table.tap(self.table.pixel(x, y))
        self.window.wait("() => !document.querySelector('[data-testid=commit]').matches('[aria-disabled=true]')")
        self.commit()

    def choose(self, asked: dict[str, Any]) -> None:
        """Take the first choice."""
        self.table.press("choice-1")
        self.commit()

    def move(self, asked: dict[str, Any]) -> None:
        """Bring one unit nearer to the enemy, or end the movement when enough have moved."""
        unit = self._next_unit(asked)
        if unit is None:
            self.moved.clear()
            self.table.finish()
            return
        self.moved.add(unit)
        self.in_all -= 1
        if self._drawn(unit):
            self.commit()
        else:
            self.answer(asked)

    def _next_unit(self, asked: dict[str, Any]) -> str | None:
        movers = asked["offer"]["movers"]
        able = [each["unit"] for each in movers if each["left"] > 1 and each["unit"] not in self.moved]
        return able[0] if able and len(self.moved) < self.moves and self.in_all > 0 else None

    def goal(self, unit: str) -> Point | None:
        """Where to go: nearer to the nearest enemy, but not into it."""
        here = self.table.units(self.seat)[unit]
        foes = self.table.units(1 - self.seat).values()
        near = min(foes, key=lambda foe: math.dist(foe, here))
        inches = min(5.0, math.dist(near, here) - 4.0)
        return toward(here, near, inches) if inches >= 1.0 else None

    def _drawn(self, unit: str) -> bool:
        goal = self.goal(unit)
        if goal is None:
            return False
        self.table.drag(self.table.spot(unit), self.table.pixel(*goal))
        return self.table.worked_out()

    def declare(self, asked: dict[str, Any]) -> None:
        """Name the best target for every unit, then lock the plan."""
        for _ in range(2 * len(asked["offer"]["shooters"]) + 1):
            if "Lock" in self.table.commit_words():
                self.commit()
                return
            self.name_target()
        raise AssertionError("the fire plan never becomes complete")

    def name_target(self) -> None:
        """The page proposes the best odds: take it, or fire at nothing when it proposes nothing."""
        commit = self.window.find("commit")
        self.table.press("decline" if commit.get_attribute("aria-disabled") == "true" else commit)


def next_seat(*players: HandPlayer) -> int | None:
    """Whose turn it is once all windows show the same table; None when the battle is over."""
    newest = 0
    for player in sorted(players, key=lambda one: -one.table.answered_at):
        player.window.wait(
            "([seq, version]) => { const s = window.__brickfield?.state(); return s?.view && !s.playing && !s.pending"
            " && s.seq === s.shown && s.seq > seq && s.view.version >= version }",
            [player.table.answered, newest],
        )
        newest = player.table.state()["view"]["version"]
    state = players[0].table.state()
    return None if state["outcome"] else state["view"]["waiting_for"][0]


class KeyPlayer(HandPlayer):
    """Plays with keys alone."""

    def key(self, *names: str) -> None:
        """Press keys one after another."""
        for name in names:
            self.table.page.keyboard.press(name)

    def commit(self) -> None:
        """Enter does what the yellow button says."""
        self.table.answering()
        self.table.enter()

    def deploy(self, asked: dict[str, Any]) -> None:
        """Arrows bring the unit into the zone; each is put beside the one before."""
        own = len(self.table.units(self.seat))
        unit = asked["offer"]["things"][0]["id"]
        self.key(unit.lstrip("ABCDEFGH"), *["ArrowRight"] * (1 + 6 * own))
        self.window.wait("() => !document.querySelector('[data-testid=commit]').matches('[aria-disabled=true]')")
        self.commit()

    def choose(self, asked: dict[str, Any]) -> None:
        """Number and Enter."""
        self.key("1")
        self.commit()

    def move(self, asked: dict[str, Any]) -> None:
        """Drive two inches ahead with the arrows, or end the movement by 0."""
        unit = self._next_unit(asked)
        if unit is None:
            self.moved.clear()
            self.table.finish(lambda: self.key("0"))
            return
        self.moved.add(unit)
        self.in_all -= 1
        number = unit.lstrip("ABCDEFGH")
        self.key(str(number), *["ArrowUp"] * 2)
        if self.table.worked_out():
            self.commit()
        else:
            self.answer(asked)

    def name_target(self) -> None:
        """Enter takes the proposed target, 0 fires at nothing."""
        if self.window.find("commit").get_attribute("aria-disabled") == "true":
            self.key("0")
        else:
            self.table.enter()


_HEADED = """() => /You are asked|wins|You win|A draw/.test(
  document.querySelector("[data-testid=text-mode] [data-testid=ask-title]")?.innerText)"""


class TextPlayer:
    """Plays in words: reads the headings of text mode and types lines."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.said: list[str] = []

    def say(self, line: str) -> str:
        """Type a line and read what is answered."""
        lines = self.window.find("text-lines").locator("> div")
        before = lines.count()
        self.said.append(line)
        field = self.window.find("text-input")
        field.fill(line)
        field.press("Enter")
        self.window.wait(
            "(n) => document.querySelectorAll('[data-testid=text-lines] > div').length > n"
            " || n >= 40 && document.activeElement.value === ''",
            before,
        )
        return lines.last.inner_text()

    def heading(self) -> str:
        """What is asked, once it is asked of us or the battle is over."""
        self.window.wait(_HEADED)
        return self.window.find("text-mode").get_by_test_id("ask-title").inner_text()

    def play_out(self) -> str:
        """Play until the battle is over; the last heading."""
        for _ in range(_MOST_ANSWERS):
            heading = self.heading()
            if "You are asked" not in heading:
                return heading
            if "Move" in heading:
                self.say("end")
            else:
                self.say("1")
                self.say("lock")
        raise AssertionError(f"the battle does not end: {self.said}")
