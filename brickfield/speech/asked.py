"""A question in words from nothing but its typed value, for whatever its game has no words of its own for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from brickfield.core.asking.offers import Act, Aims, Allocate, Asked, Choose, Compose, Note, Path, Place, Split, Take
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import AimFace
from brickfield.geometry.grain import GRAIN
from brickfield.speech import words


def asked_lines(asked: Asked, ruler: str) -> list[str]:
    """What is asked, and what may be answered, in a game with this ruler."""
    title = asked.title if asked.title.endswith(("?", ".", "!")) else f"{asked.title}."
    return [f"{title} {asked.text}".rstrip(), *offer_lines(asked.offer, ruler)]


def offer_lines(offer: Any, ruler: str) -> list[str]:
    """An offer in plain sentences."""
    return _LINES[type(offer)](offer, ruler)


def _with(clause: str) -> str:
    return f" [{clause}]" if clause else ""


def _notes(notes: Sequence[Note]) -> list[str]:
    return [f"{note.text}{_with(note.clause)}" for note in notes]


def _named(title: str, thing: str) -> str:
    """Two that are called alike are told apart by their short names."""
    return title if thing in title.split() else f"{title} {thing}".lstrip()


def _closed(title: str, refusal: Refusal) -> str:
    return f"Not now: {title}. {refusal}"


def _choose(offer: Choose, ruler: str) -> list[str]:
    shown = [f"{each.title}: {_aim(each.aim)}" for each in offer.exhibits]
    more = [line for each in offer.exhibits for line in _notes(each.notes)]
    closed = [_closed(each.title, each.refusal) for each in offer.choices if each.refusal is not None]
    return [*shown, *more, *_notes(offer.notes), *closed]


def _place(offer: Place, ruler: str) -> list[str]:
    xs, ys = offer.zone[::2], offer.zone[1::2]
    x0, x1, y0, y1 = (words.number(value / GRAIN) for value in (min(xs), max(xs), min(ys), max(ys)))
    where = f"To be put down: {', '.join(_named(thing.title, thing.id) for thing in offer.things)}."
    edge = f", at the {offer.edge} edge" if offer.edge else ""
    return [where, f"Inside x {x0} to {x1}, y {y0} to {y1}{edge}.{_with(offer.clause)}"]


def _path(offer: Path, ruler: str) -> list[str]:
    lines = [
        f"{mover.unit} has {words.number(mover.left)} of {words.number(mover.points)} {offer.points} left."
        for mover in offer.movers
    ]
    for step in offer.steps:
        per = words.counted(int(step.per), "degree") if step.motion == "turn" else f"1 {ruler}"
        begun = " begun" if step.whole else ""
        each = words.number(step.price * step.per)
        # lengths that are paid by lengths are counted as one says them
        points = ruler if each == "1" and offer.points == f"{ruler}s" else offer.points
        price = f"{each} {points} for {per}{begun}" if step.price else "free"
        lines.append(f"{step.title}: {price}.{_with(step.clause)}")
    lines += [f"{each.title}.{_with(each.clause)}" for each in offer.also if each.refusal is None]
    return [*lines, *(_place(offer.enter, ruler) if offer.enter is not None else [])]


def _aim(aim: AimFace) -> str:
    title = f"{aim.unit} at {_named(aim.title, aim.target)}"
    if aim.refusal is not None:
        return _closed(title, aim.refusal)
    parts = [part for part in (aim.need, words.percent(aim.odds) if aim.odds else "", aim.remark) if part]
    return f"{title}: {', '.join(parts)}.{_with(aim.clause)}" if parts else f"{title}.{_with(aim.clause)}"


def _aims(offer: Aims, ruler: str) -> list[str]:
    return [_aim(aim) for shooter in offer.shooters for aim in shooter.aims]


def _split(offer: Split, ruler: str) -> list[str]:
    dice = words.counted(offer.dice, "die", "dice")
    limits = [f"At most {words.counted(most, 'die', 'dice')} at {name} range." for name, most in offer.limits.items()]
    return [f"{dice} to divide.", *limits, *map(_aim, offer.aims), *_notes(offer.notes)]


def _allocate(offer: Allocate, ruler: str) -> list[str]:
    heaps = ", ".join(f"{heap.title} {heap.left}" for heap in offer.heaps)
    count = words.counted(offer.count, "marker")
    return [f"{count} of {offer.unit} to give up; there are {heaps}.", *_notes(offer.notes)]


def _take(offer: Take, ruler: str) -> list[str]:
    things = ", ".join(item.title if item.weight == 1 else f"{item.title} ({item.weight})" for item in offer.items)
    most = f" to {offer.most}" if offer.most else " or more"
    told = [f"{item.title}: {item.text}" for item in offer.items if item.text]
    return [f"Take {offer.least}{most} of: {things}.", *told, *_notes(offer.notes)]


def _compose(offer: Compose, ruler: str) -> list[str]:
    parts = [f"{part.title} {words.listed([word.title for word in part.words], 'or')}." for part in offer.parts]
    return [*_notes(offer.notes), *parts]


def _act(offer: Act, ruler: str) -> list[str]:
    lines = []
    for actor in offer.actors:
        able = [action for action in actor.actions if action.closed is None]
        titles = [each.title + (f" ({each.warning})" if each.warning else "") for each in able]
        who = f"{actor.unit}, {actor.remark}" if actor.remark else actor.unit
        lines.append(f"{who}: {', '.join(titles) or 'nothing more'}.")
        lines += [_closed(each.title, each.closed) for each in actor.actions if each.closed is not None]
        lines += [line for each in able if each.offer is not None for line in offer_lines(each.offer, ruler)]
    return lines


_LINES: dict[type[Any], Callable[[Any, str], list[str]]] = {
    Choose: _choose,
    Place: _place,
    Path: _path,
    Aims: _aims,
    Split: _split,
    Allocate: _allocate,
    Take: _take,
    Compose: _compose,
    Act: _act,
}
