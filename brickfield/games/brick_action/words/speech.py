"""The game in words: its verbs, its questions, its sentences, and how its squads are told."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core import events as happened
from brickfield.core.board import Token
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.placing import PLACE
from brickfield.speech.sentences import Names
from brickfield.speech.speech import DiceWord, Row, Speech, Verb
from ..base.battlefield import ActionMatch, mini_number
from ..base.casualties import DROPPED
from ..base.houses import floor_words
from ..base.sight.landscape import SMOKE
from ..base.weapons import items, weapons
from ..chapters.flags.flags import FLAG
from ..chapters.heavy_support.heavy_guns import WEAPON
from ..chapters.holds.holds import hold_words
from ..chapters.vehicles.roadkill import RunningDown
from . import speech_typed
from .queries import details
from .speech_attacks import attack_act, attack_resolved, die_chance, shot_lines
from .speech_deeds import DEEDS
from .speech_questions import HANDLERS, QUESTIONS

# --- what is typed ---------------------------------------------------------------------------------------------------

VERBS = {
    "move": Verb(
        ("m", "walk", "crawl"),
        "move A1 north 8",
        "move a squad in any direction, in formation; a vehicle forward, back, left 30",
        (
            "Without a name the squad you named last is meant: move north 8.",
            "Directions: north, north-east ..., towards B1 6, to 40 30, slide 75 8 (degrees from east, then studs).",
            "north max goes as far as the action allows.",
        ),
    ),
    "try": Verb(("t", "preview"), "try move A1 north 8", "show how far a move is and whether it may be done"),
    "fire": Verb(
        ("f", "shoot", "attack"),
        "fire A1 at B1",
        "attack at once, with rocket or with MG behind it; in an enemy's move: reactive fire",
    ),
    "fight": Verb(("melee", "combat"), "fight A1 B1", "close combat with an enemy within 6 studs"),
    "hold": Verb((), "hold A1 on B1 moves fire", "save an action until B1 moves, attacks, or either"),
    "drop": Verb((), "drop A1", "give a hold up"),
    "prone": Verb((), "prone A1", "go prone"),
    "rise": Verb(("stand",), "rise A1", "rise"),
    "dash": Verb((), "dash A1 north 24", "a commando's long move"),
    "half": Verb((), "half A1 north 8", "a commando's half move"),
    "remove": Verb((), "remove 4, or remove 2 and 5", "choose which of your minis fall"),
    "turret": Verb((), "turret A1 to 45", "turn the turret further than it may turn free"),
    **speech_typed.VERBS,
    "end": Verb(("e", "done", "finish", "pass"), "end", "end the turn"),
    "place": PLACE,
}

# --- what happened ---------------------------------------------------------------------------------------------------

_MARKS = {
    "prone": ("goes prone", "rises"),
    "suppressed": ("is suppressed", "is not suppressed any more"),
    "disabled": ("is disabled", "is ready to fire again"),
    "abandoned": ("is abandoned by its crew", "has its crew back"),
    "mounted": ("mounts", ""),
    "dismounted": ("dismounts", ""),
    "flag": ("carries a flag", "has no flag any more"),
}


def _mark_words(mark: str, value: int) -> str:
    """What a change on a unit means to a player; empty for mere bookkeeping."""
    if mark == "damage":
        return f"has {words.counted(value, 'point')} of damage"
    if mark == "banned" and value:
        return "may not attack in this turn"
    found = _MARKS.get(mark)
    return found[0 if value else 1] if found is not None else ""


def _unit_marked(event: happened.UnitMarked, names: Names) -> str:
    told = _mark_words(event.mark, event.value)
    if event.clause == "ba.rally.roll" or (event.mark == "suppressed" and happened.throws_of(event)):
        told = "stays suppressed" if event.value else "rallies"
    return f"{names.thing(event.unit)} {told}." if told else ""


def _figure_marked(event: happened.FigureMarked, names: Names) -> str:
    if event.mark in items():
        title = weapons()[event.mark].title
        left = words.counted_left(event.value, title, f"{title}s")
        return f"Mini {mini_number(event.figure)} of {names.thing(event.unit)} has {left} left."
    return ""


def _figure_lost(event: happened.FigureLost, names: Names) -> str:
    by = f" to {names.thing(event.by)}" if event.by else ""
    return f"{names.thing(event.unit)} lost mini {mini_number(event.figure)}{by}."


def _figure_card_changed(event: happened.FigureCardChanged, names: Names) -> str:
    held = weapons().get(event.card.partition(".")[2])
    weapon = held.title if held is not None else "no weapon"
    return f"Mini {mini_number(event.figure)} of {names.thing(event.unit)} holds {weapon} now."


def _went_inside(event: happened.WentInside, names: Names) -> str:
    """Of a whole squad nobody is named: that is left to the general sentence."""
    if not event.figures:
        return ""
    who = words.listed(mini_number(each) for each in event.figures)
    minis, verb = ("Minis", "are") if len(event.figures) > 1 else ("Mini", "is")
    level = f", on the {floor_words(event.level)}" if event.level else ""
    where = f"inside {names.thing(event.thing)} now{level}" if event.thing else f"in the open again{level}"
    return f"{minis} {who} of {names.thing(event.unit)} {verb} {where}."


def _zone_taken(side: int, edge: str, names: Names) -> str:
    """Who has which edge: the sides of two are called like their players."""
    seats = [seat for seat, of in enumerate(names.match.sides) if of == side]
    who = words.listed(names.seat(seat) for seat in seats)
    return f"{who} {'has' if len(seats) == 1 and who != 'You' else 'have'} the {edge} edge."


def _fact_changed(event: happened.FactChanged, names: Names) -> str:
    kind, _, unit = event.name.partition(" ")
    if kind == "hold" and unit:
        if not event.value:
            return _hold_over(event, unit, names)
        response, named, trigger, _order = str(event.value).split(" ")
        return f"{names.thing(unit)} holds: {hold_words(response, named, trigger)}."
    if event.name == "first":
        who = names.seat(int(event.value)) if str(event.value).isdecimal() else ""
        return f"{who} {'take' if who == 'You' else 'takes'} the first turn." if who else ""
    side = event.name.removeprefix("zone")
    return _zone_taken(int(side), str(event.value), names) if side.isdecimal() else ""


_OVER = {"ba.hold.suppression": "it is suppressed", "ba.hold.not_after_attack": "it was dropped"}


def _hold_over(event: happened.FactChanged, unit: str, names: Names) -> str:
    """A hold that has been used, and one that has not, with the reason."""
    before = names.fact(event.name).split(" ")
    if event.clause != "ba.hold.one_per_unit":
        why = f": {_OVER[event.clause]}" if event.clause in _OVER else ""
        return f"The hold of {names.thing(unit)} is over{why}."
    waited = f": {hold_words(*before[:3])}" if len(before) > 2 else ""
    return f"{names.thing(unit)} springs its hold{waited}."


def fact_act(event: happened.Event, names: Names) -> Row:
    """A hold is seen where its unit stands, with a line to whom it waits for: as it is placed and as it is sprung."""
    kind, _, unit = event.name.partition(" ") if isinstance(event, happened.FactChanged) else ("", "", "")
    if kind != "hold" or not unit:
        return {}
    assert isinstance(event, happened.FactChanged)
    parts = (str(event.value) or names.fact(event.name)).split(" ")
    named = parts[1] if len(parts) > 1 and names.card(parts[1]) is not None else ""
    sprung = not event.value and event.clause == "ba.hold.one_per_unit"
    title = "Hold sprung" if sprung else "Hold"
    return {"unit": unit, "target": named if event.value or sprung else "", "title": title}


_REACTIONS = {"fire": "uses reactive fire", "hold": "uses a hold", "drop": "goes prone"}


def _reaction_taken(event: happened.ReactionTaken, names: Names) -> str:
    does = _REACTIONS.get(event.offer.split(" ")[0])
    return (
        f"{names.seat(event.seat)} {does if names.seat(event.seat) != 'You' else _as_you(does or '')}." if does else ""
    )


def _as_you(does: str) -> str:
    first, _, rest = does.partition(" ")
    return f"{'go' if first == 'goes' else first.removesuffix('s')} {rest}"


def _hazard_tested(event: happened.HazardTested, names: Names) -> str:
    """Saves that are no answer to a shot at a squad: of a vehicle, before one that comes, in one that burns."""
    who = names.thing(event.unit)
    if event.hazard == "armour_save":
        damage = words.counted(int(event.result), "point")
        return f"The armour of {who} holds." if event.result == "0" else f"{damage} of damage got through to {who}."
    if event.hazard == "roadkill":
        return f"{who} jumps aside." if event.safe else f"{who} is run over."
    if event.hazard == "wreck":
        return f"All of {who} get out alive." if event.safe else f"{who} loses {event.result} in the wreck."
    return ""


_REMOVED = {
    "ba.cas.drop": "A dropped weapon is picked up.",
    "ba.weapon.smoke.duration": "A smoke screen has blown away.",
}


def _weapons_lying(token: Token) -> str:
    """The weapons of a heap as one says them: Rifle, 2 Grenades."""
    known = weapons()
    held = [(known[each].title, count) for each, count in sorted(token.marks.items()) if each in known and count > 0]
    return words.listed(title if count == 1 else f"{count} {title}s" for title, count in held)


def piece_name(token: Token, names: Names) -> str:
    """What lies on the board and is no terrain; the names of dropped weapons and of smoke are nobody's business."""
    if token.kind == DROPPED:
        return _weapons_lying(token) or "a dropped weapon"
    if token.kind == WEAPON:
        return f"the heavy weapon of {names.thing(token.group)}" if token.group else "a heavy weapon"
    if token.kind == SMOKE:
        return "a smoke screen"
    return f"the flag of {names.match.seat_name(token.seat)}" if token.kind == FLAG else ""


def _unit_name(unit: str, names: Names) -> str:
    """A crew is called by its vehicle, and a vehicle without a name by what it is."""
    assert isinstance(names.match, ActionMatch)
    vehicle = names.match.crews.get(unit, "")
    return f"Crew of {names.thing(vehicle)}" if vehicle else f"{names.match.cards[unit].title} {unit}"


def _token_placed(event: happened.TokenPlaced, names: Names) -> str:
    """Weapons in a heap lie there; a heavy weapon stands where its unit has moved it."""
    token, where = event.token, words.place(event.token.pose)
    name = piece_name(token, names)
    if not name:
        return ""
    verb = "stands" if token.kind in (WEAPON, SMOKE, FLAG) else "lie" if sum(token.marks.values()) > 1 else "lies"
    return f"{name[:1].upper()}{name[1:]} {verb} at {where}."


def _token_removed(event: happened.TokenRemoved, names: Names) -> str:
    """What lay on the board is there no more."""
    return _REMOVED.get(event.clause, "")


def struck_by(event: happened.Event, events: Sequence[happened.Event], before: State) -> str:
    """Who is behind a loss whose event names nobody: a vehicle that runs minis over, and who shot its crew outside."""
    if event.clause == "ba.roadkill":
        running = [frame.by for frame in before.frames if isinstance(frame, RunningDown)]
        driven = [each.unit for each in events if isinstance(each, happened.UnitMoved) and each.step == "drive"]
        return next(iter([*running, *driven[::-1]]), "")
    if event.clause == "ba.veh.dismount":
        crew = [each for each in events if isinstance(each, happened.UnitDestroyed) and each.by]
        return crew[-1].by if crew else ""
    return ""


_SHORT = {"prone": ("prone", "up again"), "mounted": ("mounted", ""), "dismounted": ("dismounted", "")}
_STATES = ("suppressed", "disabled", "abandoned")


def _laid(event: happened.TokenPlaced, names: Names) -> str:
    if event.token.kind == DROPPED:
        return f"dropped: {_weapons_lying(event.token)}"
    if event.clause == "ba.heavy.move":
        return "its heavy weapon goes along"
    name = piece_name(event.token, names)
    return f"{name} comes onto the board" if name else ""


def _effect(event: happened.Event, before: int, names: Names) -> str:
    """What became of somebody, in a word or two."""
    if isinstance(event, happened.TokenPlaced):
        return _laid(event, names)
    if not isinstance(event, happened.UnitMarked):
        return ""
    if event.mark == "damage":
        return f"damage {before} → {event.value}"
    if event.mark in _STATES:
        return event.mark if event.value else f"no longer {event.mark}"
    found = _SHORT.get(event.mark)
    return found[0 if event.value else 1] if found is not None else ""


# Dice of which each counts by itself: their sum means nothing.
_POOLS = ("attack", "save", "armour_save")


def _dice_shown(throw: happened.Throw, names: Names) -> str:
    return ", ".join(map(str, throw.faces)) if throw.label in _POOLS else ""


def _roll_off_held(event: happened.RollOffHeld, names: Names) -> str:
    """Who won is told behind the dice; a tie is thrown again."""
    return "A tie: the dice are rolled again." if event.winner is None else f"{names.seat(event.winner)} won."


SPEECH = Speech(
    verbs=VERBS,
    handlers=HANDLERS,
    questions=QUESTIONS,
    sayings=speech_typed.SAYINGS,
    sentences={
        happened.UnitMarked: _unit_marked,
        happened.FigureMarked: _figure_marked,
        happened.FigureLost: _figure_lost,
        happened.FigureCardChanged: _figure_card_changed,
        happened.WentInside: _went_inside,
        happened.TokenPlaced: _token_placed,
        happened.TokenRemoved: _token_removed,
        happened.FactChanged: _fact_changed,
        happened.ReactionTaken: _reaction_taken,
        happened.AttackResolved: attack_resolved,
        happened.HazardTested: _hazard_tested,
        happened.RollOffHeld: _roll_off_held,
    },
    dice={
        "roll_off": DiceWord("Roll-off"),
        "attack": DiceWord("Attack"),
        "save": DiceWord("Save"),
        "armour_save": DiceWord("Armour save"),
        "combat": DiceWord("Close combat"),
        "rally": DiceWord("Rally"),
    },
    dice_shown=_dice_shown,
    effect=_effect,
    attack_act=attack_act,
    fact_act=fact_act,
    die_chance=die_chance,
    shot_lines=shot_lines,
    reasons={
        "wipeout": "one side has nothing left on the board",
        "objective_captured": "the objective is captured",
        "objective_held": "the objective was held",
        "target_gone": "the hunted unit is gone",
        "target_alive": "the hunted unit is still there",
        "target_left": "the marked unit has left by the far edge",
        "target_stopped": "the marked unit has not left in time",
        "most_removed": "the last round is over, and the larger share of removed value decides",
        "last_round": "the last round is over, and neither side has removed enough more value than the other",
    },
    deeds=DEEDS,
    voids={
        "suppressed": "it is suppressed, and the action is lost",
        "unit_gone": "there is nobody left for it, and the action is lost",
        "out_of_range": "it is out of range now, and the action is lost",
        "not_seen": "nobody sees it any more, and the action is lost",
    },
    steps={"walk": "walked", "drive": "drove", "displaced": "moved aside"},
    from_start=frozenset({"walk", "drive"}),
    silent_facts=frozenset({"actions", "fell", "holds"}),
    is_news=lambda mark, value: bool(_mark_words(mark, value)),
    details=lambda state, unit: details(state, unit.id),
    piece_name=piece_name,
    unit_name=_unit_name,
    struck_by=struck_by,
    sums={"attack_dice": "Attack dice", "to_hit": "To hit", "save": "Save"},
)
