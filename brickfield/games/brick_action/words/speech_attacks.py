"""Attacks in words: what their dice needed, what they showed, and what was added to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET, UnsetType

from brickfield.core import events as happened
from brickfield.core.asking.sight_lines import ThreadFace
from brickfield.core.match import Match
from brickfield.core.modifiers import Tally
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.sentences import Names
from brickfield.speech.speech import Row
from ..base.firing.fire_measures import fire
from ..base.firing.hits_and_saves import HIT, lifted
from ..base.measures import measures
from ..base.sight.sight_lines import sight_lines
from ..chapters.holds.responding import Responding
from ..chapters.vehicles.armour import sixes

_SAVES = {"save": "Save", "armour_save": "Armour save"}
# the guns of vehicles and heavy support against armour: their dice are added up (ba.veh.method)
_GUNS = ("guns", "heavy")
_HANDS = ("hand", "swarm")
_ROLLED = ("attack", "reactive")


def _tally(event: happened.AttackResolved, of: str) -> Tally | None:
    tallies = () if isinstance(event.tallies, UnsetType) else event.tallies
    return next((each for each in tallies if each.of == of), None)


def _faces(event: happened.AttackResolved) -> list[int]:
    return [face for throw in happened.throws_of(event) for face in throw.faces]


def _added(event: happened.AttackResolved, faces: Sequence[int]) -> str:
    """Which dice hit only by a +1, and whose it was: "a veteran fires, +1: 3 counts as 4"."""
    plus = _tally(event, HIT)
    raised = lifted(faces, plus.total) if plus is not None else ()
    if plus is None or not raised:
        return ""
    reasons = [each.reason for each in plus.in_force() if each.value > 0] or [plus.base_reason]
    counts = "counts" if len(raised) == 1 else "count"
    shown = words.listed(map(str, raised))
    return f"{words.listed(reasons)}, +{plus.total}: {shown} {counts} as {fire().hit_from}"


def _by_total(event: happened.AttackResolved, faces: Sequence[int]) -> str:
    """The sum of the dice, where that is what counts; a six does damage whatever the sum is (ba.veh.sixes)."""
    if event.manner not in _GUNS or not faces:
        return ""
    count = sixes(faces)
    more = f", {words.counted(count, 'six', 'sixes')}" if count else ""
    return f"{sum(faces)} in all{more}"


def attack_resolved(event: happened.AttackResolved, names: Names) -> str:
    """An attack or its saves as a line of the log."""
    faces = _faces(event)
    shown = " ".join(map(str, faces))
    if event.manner in _SAVES:
        made = "the save is made" if len(faces) == 1 else "all saves are made"
        told = f"{words.counted(event.hits, 'save')} failed" if event.hits else made
        return f"{names.thing(event.target)} rolls to save ({shown}): {told}." if faces else ""
    told = "; ".join(part for part in (shown, _by_total(event, faces), _added(event, faces)) if part)
    sort = " in reaction" if event.manner == "reactive" else ""
    does = "swarms" if event.manner == "swarm" else "fires at"
    dice = f" ({told})" if told else ""
    return (
        f"{names.thing(event.unit)} {does} {names.thing(event.target)}{sort}{dice}: {words.counted(event.hits, 'hit')}."
    )


def attack_act(event: happened.Event, names: Names) -> Row:
    """Saves are thrown by who was hit; what is done by hand is no shot."""
    if isinstance(event, happened.ShotResolved):
        lead = event.rolled - (event.needed or 0) + 1
        return {"kind": "blow", "verb": "fights", "title": "WON" if lead > 0 else "LOST" if lead < 0 else "EVEN"}
    if not isinstance(event, happened.AttackResolved):
        return {}
    if event.manner in _SAVES:
        told = f"{names.thing(event.target)} saves {event.dice - event.hits} of {event.dice}"
        # whose save failed was hit, and whose was made was not: neither is a hit of who throws
        title = {"title": _SAVES[event.manner], "told": told, "rolled": "", "hit": UNSET}
        return {"kind": "dice", "unit": event.target, "target": "", **title}
    held = {"verb": "fires its held attack at"} if _is_held(event, names) else {}
    return {"kind": "blow", "verb": "attacks"} if event.manner in _HANDS else {**dict(_needs(event)), **held}


def _is_held(event: happened.AttackResolved, names: Names) -> bool:
    """Whether an attack is the response of a hold, which was there before it or has just been used."""
    if event.manner == "reactive":
        return False
    sprung = any(isinstance(frame, Responding) and frame.unit == event.unit for frame in names.frames())
    return sprung or names.fact(f"hold {event.unit}").startswith("attack ")


def _needs(event: happened.AttackResolved) -> Iterator[tuple[str, str]]:
    """What a shot needed, and what was thrown where that is no mere count of hits."""
    faces = _faces(event)
    total = _by_total(event, faces)
    if total:
        yield "rolled", total
    elif event.manner in _ROLLED:
        added = _added(event, faces)
        yield "need", f"each needs {fire().hit_from}+"
        if added:
            yield "rolled", f"{event.hits} of {words.counted(event.dice, 'die', 'dice')}, {added}"


def shot_lines(event: happened.Event, state: State) -> tuple[tuple[str, str], ...]:
    """From whom to whom a shot goes: for each mini that is seen the nearest who sees it (ba.geometry.eligible)."""
    if not isinstance(event, happened.AttackResolved) or event.manner in (*_SAVES, *_HANDS):
        return ()
    unit, target = state.units.get(event.unit), state.units.get(event.target)
    if unit is None or target is None or unit.pose is None or target.pose is None:
        return ()
    seen = sight_lines(state, unit, target)
    able = [each for each in seen.threads if each.shooter in seen.shooters and any(ray.seen for ray in each.rays)]
    # nobody is seen of those who are only flushed out: the shot goes to the nearest
    threads = sorted(able or seen.threads, key=_length)
    return tuple({each.target: (each.shooter, each.target) for each in reversed(threads)}.values())[::-1]


def _length(thread: ThreadFace) -> float:
    return min(((ray.x - thread.x) ** 2 + (ray.y - thread.y) ** 2 for ray in thread.rays), default=0.0)


def die_chance(event: happened.Event, match: Match) -> float | None:
    """Of attack dice that of a hit; close combat is no shot, so luck is not counted by it."""
    if isinstance(event, happened.ShotResolved):
        return 0.0
    if isinstance(event, happened.AttackResolved) and event.manner in _ROLLED:
        faces = measures().die_faces
        return (faces + 1 - fire().hit_from) / faces
    return None
