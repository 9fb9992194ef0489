"""The game in words: its verbs, its questions, its sentences, and how its Mechs are told."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core import events as happened
from brickfield.core.modifiers import Tally
from brickfield.speech import words
from brickfield.speech.placing import PLACE
from brickfield.speech.sentences import Names, dice_words
from brickfield.speech.speech import DiceWord, Speech, TitledLine, Verb
from ..base.battlefield import MechMatch
from ..base.modules import PARTS, numbered
from ..base.record_sheet import HEAT
from ..chapters.massive_damage.massive_damage import LOCATION_TABLE
from ..setup.workshop import MechCard
from . import speech_orders
from .queries import details, judged
from .speech_questions import HANDLERS, QUESTIONS

# --- what is typed ---------------------------------------------------------------------------------------------------

VERBS = {
    "move": Verb(
        ("m", "walk"),
        "move A1 forward 3 right 45 step left 2",
        "move a Mech: forward, back, step left, step right, and turns, in any order",
        (
            "Without a name the Mech you named last is meant: move forward 3.",
            "Steps: forward 3 (or f3), back 2 (b2), step left 2, left 30 (l30), right 45 (r45), face B1.",
            "forward max goes as far as the Movement Points allow; towards B1 4 turns and goes 4 Bricks.",
            "try move ... shows the price and whom one could attack there.",
        ),
    ),
    "try": Verb(("t", "preview"), "try move A1 forward 3", "show the cost of a Move and whom one could attack then"),
    "end": Verb(("e", "done", "finish", "pass"), "end A1", "end the turn of a Mech"),
    "fire": Verb(
        ("f", "shoot", "attack", "target", "aim"),
        "fire A1 at B1",
        "attack at once; with Targeted Shots also fire A1 at B1 left arm",
    ),
    "place": PLACE,
    "anew": Verb((), "anew", "take all your units up again, where what waits finds no room beside them"),
}

# --- what happened ---------------------------------------------------------------------------------------------------

_INITIATIVE = "initiative"
_TOLD = {
    "armor": ("Armor Point", "Armor Points"),
    "movement": ("Movement Point", "Movement Points"),
    "defense_dice": ("Defense Die", "Defense Dice"),
}
# what decides an attack besides its sums, by the clause the attack cites
_CRITICALS = {
    "bm.option.crit.hit": "a Critical Hit!",
    "bm.option.crit.defense": "a Critical Defense, no damage!",
    "bm.option.crit.both": "a Critical Hit and a Critical Defense!",
}
_BONUSES = ("dodge", "targeting", "initiative")


def _mark_words(mark: str, value: int) -> str:
    """What a change on a record sheet means to a player; empty for mere bookkeeping."""
    if mark == HEAT:
        return f"has {value} Heat Marker{'s' if value != 1 else ''}"
    if mark in _TOLD:
        return f"has {words.counted_left(value, *_TOLD[mark])} left"
    if mark in _BONUSES:
        return f"has {value:+d} as its {mark} bonus now"
    if mark in PARTS:
        slot = mark.replace("_", " ")
        return f"carries {numbered()[value - 1].name} as its {slot}" if value else f"has lost its {slot}"
    slot, _, band = mark.partition(".")
    if slot not in PARTS or not band:
        return ""
    return f"has {words.counted_left(value, 'die', 'dice')} at {band} range in its {slot.replace('_', ' ')}"


def _unit_marked(event: happened.UnitMarked, names: Names) -> str:
    sheet = _mark_words(event.mark, event.value)
    return f"{names.thing(event.unit)} {sheet}." if sheet else ""


def _initiative(event: happened.FactChanged, seat: int, names: Names) -> TitledLine:
    """Somebody's number for the round, with its dice and the bonus: Orange 9 (5 + 1, +3)."""
    faces = [face for throw in happened.throws_of(event) for face in throw.faces]
    bonus = int(event.value) - sum(faces)
    dice = f" ({' + '.join(map(str, faces))}{f', {bonus:+d}' if bonus else ''})" if faces else ""
    return TitledLine("Initiative", names.scored(seat, f"{event.value}{dice}"))


def _fact_changed(event: happened.FactChanged, names: Names) -> str | TitledLine:
    seat = event.name.removeprefix(_INITIATIVE)
    if seat != event.name and seat.isdecimal():
        return _initiative(event, int(seat), names)
    if event.name == "order":
        order = [names.who(int(each)) for each in str(event.value).split(",") if each]
        return f"The order of this round: {words.listed(order)}."
    if event.name == "held_by":
        assert isinstance(names.match, MechMatch)
        sides = names.match.side_names
        held = isinstance(event.value, int) and 0 <= event.value < len(sides)
        return f"{sides[int(event.value)]} alone is at the marker." if held else "Nobody is alone at the marker."
    return ""


def _sum(faces: Sequence[int], more: int) -> str:
    """Dice and what is added to them: 5, or 5 + 1 = 6, or 6 + 4 = 10, - 1 = 9."""
    thrown = dice_words(faces)
    if not more:
        return thrown
    return f"{thrown}{',' if len(faces) > 1 else ''} {'+' if more > 0 else '-'} {abs(more)} = {sum(faces) + more}"


def _score(tally: Tally, throws: Sequence[happened.Throw]) -> str:
    """A score with its dice; where they are not known, with their sum."""
    return _sum(throws[0].faces if throws and throws[0].faces else (tally.base,), tally.total - tally.base)


def _shot_resolved(event: happened.ShotResolved, names: Names) -> str:
    """Both scores as they came about, and a Critical by its name."""
    if len(event.tallies) < 2:
        return ""
    attack, defense = event.tallies[:2]
    throws = happened.throws_of(event)
    scores = f"{_score(attack, throws[:1])} against {_score(defense, throws[1:])}"
    told = f"{names.thing(event.unit)} attacked {names.thing(event.target)}: {scores}"
    return f"{told}: {_CRITICALS.get(event.clause) or ('hit!' if event.hit else 'no damage.')}"


def _location(event: happened.TableRead, names: Names) -> str:
    """The location that was struck, as that unit calls it."""
    card: MechCard = names.match.cards[event.unit]
    return card.location(event.entry)


def _table_read(event: happened.TableRead, names: Names) -> str:
    """Massive Damage: where it struck, then what it did there."""
    rolled = f", a {event.roll}" if event.roll else ""
    if event.table == LOCATION_TABLE:
        return f"Massive Damage to {names.thing(event.unit)}{rolled}: its {_location(event, names)} is struck."
    return f"{names.thing(event.unit)} suffers{rolled}: {event.entry}."


def _effect(event: happened.Event, before: int, names: Names) -> str | None:
    """What was struck off a record sheet, in as few words as it takes."""
    if isinstance(event, happened.TableRead):
        if event.table == LOCATION_TABLE:
            return f"{_location(event, names)} struck"
        return event.entry[:1].lower() + event.entry[1:]
    if isinstance(event, happened.TokenPlaced):
        return None
    if not isinstance(event, happened.UnitMarked):
        return ""
    mark, value = event.mark, event.value
    if mark == "armor" and value < before:
        return f"{before - value} armor"
    if mark == HEAT:
        return f"heat {value}"
    if mark in PARTS and not value:
        return f"{mark.replace('_', ' ')} off"
    if mark.partition(".")[0] in PARTS:
        return None
    return f"{mark.replace('_', ' ')} {before} → {value}" if mark in _TOLD or mark in _BONUSES else ""


SPEECH = Speech(
    verbs=VERBS,
    handlers=HANDLERS,
    questions=QUESTIONS,
    sayings=speech_orders.SAYINGS,
    sentences={
        happened.UnitMarked: _unit_marked,
        happened.FactChanged: _fact_changed,
        happened.ShotResolved: _shot_resolved,
        happened.TableRead: _table_read,
    },
    dice={
        "initiative": DiceWord("Initiative"),
        "initiative tie": DiceWord("Initiative, tied"),
        "attack": DiceWord("Attack"),
        "defense": DiceWord("Defense"),
        LOCATION_TABLE: DiceWord("Massive Damage, location"),
        "massive damage effect": DiceWord("Massive Damage, effect"),
    },
    effect=_effect,
    reasons={
        "target_destroyed": "what had to be destroyed is destroyed",
        "resource_kept": "what had to be protected still stands",
    },
    deeds={
        "attack": "attack",
        "lay_anew": "new deployment",
    },
    voids={
        "out_of_range": "it is out of range, and the action is wasted",
        "no_attack_dice": "it has no Attack Dice at that range, and the action is wasted",
    },
    steps={"forward": "walked forward", "backward": "walked back", "left": "stepped left", "right": "stepped right"},
    silent_facts=frozenset({"parts", "held_rounds"}),
    is_news=lambda mark, value: bool(_mark_words(mark, value)),
    details=lambda state, unit: details(state, unit.id),
    distance=judged,
    sums={"attack_points": "Attack Points", "defense_points": "Defense Points"},
)
