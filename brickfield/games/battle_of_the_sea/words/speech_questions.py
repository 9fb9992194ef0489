"""Questions at sea in words: what is asked, and what a captain needs to know for it."""

from __future__ import annotations

from brickfield.core.asking.offers import Act, Allocate, Asked, Path, Split, Take
from brickfield.speech import words
from brickfield.speech.choices import Option, with_auto, with_last
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.placing import waiting, zone_lines
from brickfield.speech.situation import name
from brickfield.speech.speech import SpokenQuestion
from .queries import aim_row


def _command(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Path)
    able = [f"{mover.unit} ({words.number(mover.points)} inches)" for mover in asked.offer.movers]
    lines = [f"Command your fleet, ship by ship: each sails, then attacks. Able to act: {words.listed(able)}."]
    if first:
        unit = asked.offer.movers[0].unit
        lines.append(f"For example: sail {unit} north 3 go 60 2, ram {unit} B1, or sail {unit} stay.")
        lines.append("try sail ... shows it first; hint explains the ideas; end ends your turn.")
    return lines


def _attack(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Act)
    actor = asked.offer.actors[0]
    offers = {action.id: action.offer for action in actor.actions}
    split, load = offers["fire"], offers.get("load")
    lines = [f"{name(interpreter.state, actor.unit)} may attack: {actor.remark}."]
    lines.extend(_shots(interpreter, split) if isinstance(split, Split) else ())
    if isinstance(load, Take):
        gold = [f"{item.value} ({item.title})" for item in load.items]
        lines.append(f"  Within reach: {words.listed(gold)}; room for {load.most}. Taking it is instead of firing.")
    if "unload" in offers:
        lines.append("  It lies in its own port: unload brings the cargo ashore, instead of firing.")
    if first:
        lines.append("For example: fire B1, or fire 6 at B1, 4 at B2; hold does nothing more with this ship.")
    return lines


def _shots(interpreter: Interpreter, split: Split) -> list[str]:
    """Everything in reach, with what all dice that reach can do."""
    lines = []
    for row in (aim_row(aim) for aim in split.aims if aim.refusal is None):
        far = " (long range)" if row["long"] else ""
        distance = words.length(row["distance"], interpreter.state.match.game.ruler)
        hits = words.counted(row["dice"], "die", "dice")
        lines.append(
            f"  {name(interpreter.state, row['target'])}, {distance}{far}: {hits}, "
            f"{words.number(row['expected'], 1)} hits to "
            f"expect, at least one {words.percent(row['odds'])}, sinks {words.percent(row['sinks'])}."
        )
    return lines


def _allocate(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Allocate)
    left = ", ".join(
        f"{heap.left} {heap.title}" if heap.hits == 1 else f"{words.counted(heap.left, 'hit')} of {heap.title}"
        for heap in asked.offer.heaps
    )
    hits = words.counted(asked.offer.count, "hit")
    lines = [f"{name(interpreter.state, asked.offer.unit)} takes {hits}: which markers go? It has {left}."]
    lines += [note.text for note in asked.offer.notes if note.clause == "sea.damage.stout"]
    lines.append("Without base durability it sinks. For example: lose 2 firepower, 1 speed; or a number:")
    return lines


def _deploy(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    names = [name(interpreter.state, unit) for unit in waiting(asked)]
    lines = [f"Set out your fleet. Waiting: {words.listed(names)}."]
    return [*lines, *zone_lines(asked, "Each hull must lie", "any heading")] if first else lines


QUESTIONS = {
    "command_fleet": SpokenQuestion(
        "command your fleet (type end when you are done)",
        _command,
        choices=with_last(Option("end", "no more orders this turn"), without="end_turn"),
        shows_units=True,
    ),
    "attack": SpokenQuestion(
        "attack with this ship (type hold to do nothing more)",
        _attack,
        choices=with_last(Option("hold", "nothing more with this ship"), without="hold_fire"),
    ),
    "allocate_hits": SpokenQuestion("choose which markers go", _allocate),
    "deploy_ship": SpokenQuestion(
        "set out your fleet", _deploy, choices=with_auto("set out the whole fleet sensibly"), sets_up=True
    ),
}
