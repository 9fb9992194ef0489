"""Pupils: they do the steps of a lesson by mouse, by finger or by keys, each in the way the question offers.

What to do is the answer that the lesson itself shows; how it is done depends on the sort of offer alone. The end of a
way is worked out by the engine beside the page, so that a hand knows where to drag.
"""

from __future__ import annotations

import re
from typing import Any

from brickfield.core.game import Game
from brickfield.core.lessons.lesson import LessonStep
from brickfield.geometry.grain import GRAIN
from tests.browser.player import Table
from tests.guide import Guide

# The keys that make a step of a way, by what the offer calls it.
_KEYS = {
    "forward": "ArrowUp",
    "ahead": "ArrowUp",
    "stride": "ArrowUp",
    "right": "]",
    "left": "[",
}
_MOST_KEYS = 80
_TURN_KEY = 15.0
_DRAWN = "() => document.querySelector('[data-testid=glimpses], [data-testid=refused-leg], [data-testid=legs]')"


class Pupil:
    """Does steps by pointing: with a mouse, or with a finger where the table is one of touch."""

    def __init__(self, table: Table, game: Game) -> None:
        self.table = table
        self.window = table.window
        self.guide = Guide(game)

    def learn(self) -> None:
        """All steps of the lesson, each as the page shows it."""
        while (step := self.guide.step()) is not None:
            asked = self.table.asked()
            assert asked is not None, step.id
            at = self.guide.journal.mark.at
            self.window.wait("(at) => document.querySelector('[data-testid=lesson]').dataset.step === at", str(at))
            self.sees(step)
            self.do(asked["offer"], step.answer)
            self.guide.done()
            self.passed(at, step)

    def sees(self, step: LessonStep) -> None:
        """Nothing lies over the units the coach speaks about."""
        units = {each["id"] for each in self.table.state()["view"]["units"] if each["status"] == "alive"}
        hidden = [unit for unit in step.units if unit in units and not self.table.is_free(unit)]
        assert not hidden, f"{step.id}: {hidden} cannot be seen"

    def passed(self, at: int, step: LessonStep) -> None:
        """Wait until the step is done; whatever was refused is told."""
        self.window.wait(
            "(at) => Number(document.querySelector('[data-testid=lesson]').dataset.step) > at"
            " || document.querySelector('[data-testid=refusal]')",
            at,
        )
        refusal = self.window.find("refusal")
        assert refusal.count() == 0, f"{step.id}: {refusal.first.inner_text()}"

    def do(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """An answer, in the way an offer is answered."""
        if offer["offer"] == "act":
            offer = self.act(offer, reply)
        kind = offer["offer"] if offer else "finish"
        getattr(self, kind)(offer, reply)

    def act(self, offer: dict[str, Any], reply: dict[str, Any]) -> dict[str, Any]:
        """Choose the unit and the action; what that one offers, or nothing where the turn ends."""
        unit = reply.get("unit", offer["actors"][0]["unit"])
        actor = next(each for each in offer["actors"] if each["unit"] == unit)
        for action in actor["actions"]:
            inner = action["offer"]
            if inner and reply["answer"] in _answers(inner):
                self.choose_unit(unit, offer)
                if len(actor["actions"]) > 1:
                    self.choose_action(action["id"])
                return dict(inner)
        return {}

    def choose_unit(self, unit: str, offer: dict[str, Any]) -> None:
        """Take a unit into the hand."""
        if len(offer["actors"]) > 1:
            self.table.tap(self.table.spot(unit))
            self.window.painted()

    def choose_action(self, action: str) -> None:
        """Take an action into the hand."""
        self.table.press(f"act-{action}")

    def commit(self) -> None:
        """The yellow button."""
        self.window.wait("() => !document.querySelector('[data-testid=commit]').matches('[aria-disabled=true]')")
        self.table.answering()
        self.table.press("commit")

    def decline(self) -> None:
        """The other one."""
        self.table.answering()
        self.table.press("decline")

    # --- by sort of offer ---

    def finish(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """What ends it: in a lesson nothing is asked back."""
        self.decline()

    def path(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """Drag the unit to where the way ends, or end the moving."""
        if "unit" not in reply:
            self.finish(offer, reply)
            return
        if reply.get("ram"):
            goal = self.table.spot(reply["ram"]["target"])
            self.table.drag(self.table.spot(reply["unit"]), goal)
        elif reply.get("steps") or reply.get("legs"):
            x, y = self.guide.end_of(reply)
            self.table.drag(self.table.spot(reply["unit"]), self.table.pixel(x, y))
        else:
            self.table.press(f"unit-{reply['unit']}") if self.window.find(
                f"unit-{reply['unit']}"
            ).is_visible() else None
            self.commit()
            return
        self.window.painted()
        self.window.wait(_DRAWN)
        self.commit()

    def aims(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """Pick the target; where there is a plan, one for each shooter, then lock it."""
        if not offer["plan"]:
            self.pick_target(reply["target"])
            self.commit()
            return
        plan = {shot["unit"]: shot["target"] for shot in reply["shots"]}
        for shooter in offer["shooters"]:
            target = plan.get(shooter["unit"])
            if "Lock" in self.table.commit_words():
                break
            if target:
                self.pick_target(target)
                self.table.press("commit")
            else:
                self.table.press("decline")
            self.window.painted()
        self.commit()

    def pick_target(self, target: str) -> None:
        """A row of the list of targets."""
        self.table.press(self.window.page.locator(f"[data-testid^=target-][data-target={target}]").first)

    def split(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """Lay dice on targets one by one, beginning with those the page proposes."""
        for shot in reply["shots"]:
            laid = int(self.window.find(f"dice-{shot['target']}").inner_text())
            for _ in range(abs(shot["dice"] - laid)):
                self.table.press(f"{'more' if shot['dice'] > laid else 'fewer'}-{shot['target']}")
        self.commit()

    def allocate(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """Take markers off heaps."""
        for heap in offer["heaps"]:
            for _ in range(reply.get(heap["id"], 0)):
                self.table.press(f"fewer-{heap['id']}")
        self.commit()

    def take(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """Touch what goes."""
        for at, item in enumerate(offer["items"], 1):
            row = self.window.find(f"item-{at}")
            if (row.get_attribute("aria-pressed") == "true") != (item["value"] in reply[offer["into"]]):
                self.table.press(row)
        self.commit()

    def choose(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """One of the choices; where they are buttons, that button."""
        at = next(i for i, each in enumerate(offer["choices"]) if _same(each["answer"], reply))
        if offer["style"] == "buttons":
            self.table.answering()
            self.table.press(_button(at, len(offer["choices"])))
            return
        self.table.press(f"choice-{at + 1}")
        self.commit()


class KeyPupil(Pupil):
    """Does steps with keys alone."""

    def key(self, *names: str) -> None:
        """Press keys one after another."""
        for name in names:
            self.table.page.keyboard.press(name)

    def choose_unit(self, unit: str, offer: dict[str, Any]) -> None:
        """The next unit, until it is this one."""
        for _ in offer["actors"]:
            chosen = self.window.page.locator(".m-row.asked, .m-row.chosen").first.inner_text()
            if unit in chosen:
                return
            self.key("t")
            self.window.painted()

    def choose_action(self, action: str) -> None:
        """The key on its button; with an arrow before it, shifted."""
        key = self.window.find(f"act-{action}").locator("kbd, .k-key").first.inner_text()
        self.key(key.replace("⇧", "Shift+") if key.startswith("⇧") else key.lower())

    def commit(self) -> None:
        """Enter does what the yellow button says."""
        self.window.wait("() => !document.querySelector('[data-testid=commit]').matches('[aria-disabled=true]')")
        self.table.answering()
        self.table.enter()

    def decline(self) -> None:
        """0 is the other button."""
        self.table.answering()
        self.key("0")

    def path(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """Arrows draw the way; each step until it costs what the lesson's own way costs."""
        if "unit" not in reply:
            self.finish(offer, reply)
            return
        movers = [each["unit"] for each in offer["movers"]]
        if len(movers) > 1:
            self.key(reply["unit"].lstrip("ABCDEFGH"))
        if reply.get("ram"):
            self.until(lambda: self.window.find("impact").count() > 0)
        heading = self.heading(reply["unit"])
        for step in (*reply.get("steps", ()), *reply.get("legs", ())):
            heading = self.leg(offer, step, heading)
        self.window.painted()
        self.commit()

    def heading(self, unit: str) -> float:
        """Where a unit looks now."""
        units = self.table.state()["view"]["units"]
        return float(next(each["pose"]["heading"] for each in units if each["id"] == unit)) / GRAIN

    def leg(self, offer: dict[str, Any], step: dict[str, Any], heading: float) -> float:
        """One step of a way; the heading after it."""
        if "degrees" in step:
            self.turn(step["degrees"])
            return heading + float(step["degrees"])
        if "heading" in step and step["step"] != "stride":
            self.turn((step["heading"] - heading + 540) % 360 - 180)
            heading = step["heading"]
        length = next(value for name, value in step.items() if name in ("inches", "bricks", "studs"))
        price = next(each["price"] for each in offer["steps"] if each["step"] == step["step"])
        wanted = self.spent() + length * price
        self.until(lambda: self.spent() >= wanted - 0.01, _KEYS[step["step"]])
        return heading

    def turn(self, degrees: float) -> None:
        """Turns of one key each."""
        self.key(*["q" if degrees > 0 else "e"] * round(abs(degrees) / _TURN_KEY))

    def spent(self) -> float:
        """What the way costs that is drawn, with what was spent before."""
        self.window.painted()
        found = re.search(r"\d+(?:\.\d+)?", self.window.find("cost").first.inner_text())
        assert found is not None
        return float(found[0])

    def until(self, reached: Any, name: str = "ArrowUp") -> None:
        """Press a key until something is so."""
        for _ in range(_MOST_KEYS):
            self.key(name)
            self.window.painted()
            if reached():
                return
        raise AssertionError(f"{name} does not lead there")

    def pick_target(self, target: str) -> None:
        """The number of its row."""
        row = self.window.page.locator(f"[data-testid^=target-][data-target={target}]").first
        self.key(row.locator("kbd").inner_text())
        self.window.painted()

    def aims(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """Numbers name targets, Enter takes them, 0 fires at nothing."""
        if not offer["plan"]:
            self.pick_target(reply["target"])
            self.commit()
            return
        plan = {shot["unit"]: shot["target"] for shot in reply["shots"]}
        for shooter in offer["shooters"]:
            if "Lock" in self.table.commit_words():
                break
            target = plan.get(shooter["unit"])
            if target:
                self.pick_target(target)
            if target:
                self.table.enter()
            else:
                self.key("0")
            self.window.painted()
        self.commit()

    def split(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """Numbers give all that is left; arrows take some back for the next."""
        left = offer["dice"]
        for shot in reply["shots"]:
            self.pick_target(shot["target"])
            self.key(*["ArrowLeft"] * (left - shot["dice"]))
            left -= shot["dice"]
            self.window.painted()
        self.commit()

    def allocate(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """The number of a heap takes a marker off it."""
        for at, heap in enumerate(offer["heaps"], 1):
            self.key(*[str(at)] * reply.get(heap["id"], 0))
        self.window.painted()
        self.commit()

    def take(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """The numbers of what goes."""
        for at, item in enumerate(offer["items"], 1):
            pressed = self.window.find(f"item-{at}").get_attribute("aria-pressed") == "true"
            if pressed != (item["value"] in reply[offer["into"]]):
                self.key(str(at))
        self.window.painted()
        self.commit()

    def choose(self, offer: dict[str, Any], reply: dict[str, Any]) -> None:
        """The number of a choice; buttons answer to it at once."""
        at = next(i for i, each in enumerate(offer["choices"]) if _same(each["answer"], reply))
        if offer["style"] == "buttons":
            self.table.answering()
            self.key(str(at + 1))
            return
        self.key(str(at + 1))
        self.window.painted()
        self.commit()


def _answers(offer: dict[str, Any]) -> set[str]:
    """The names of the answers an offer ends in."""
    if offer["offer"] == "choose":
        return {each["answer"]["answer"] for each in offer["choices"]}
    if offer["offer"] == "path":
        return {each["answer"]["answer"] for each in offer["movers"]}
    return {offer["answer"]["answer"]}


def _same(answer: dict[str, Any], reply: dict[str, Any]) -> bool:
    return all(answer.get(name) == value for name, value in reply.items())


def _button(at: int, count: int) -> str:
    return "commit" if at == 0 else "decline" if at == count - 1 else f"choice-{at + 1}"
