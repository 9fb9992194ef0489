"""Faces: the table, Mechs, record sheets, terrain, ranges and arcs as they are drawn, and where a battle stands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from msgspec import UNSET

from brickfield.core.board import ALIVE, WAITING, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.frames import Frame
from brickfield.core.match import Match
from brickfield.core.setup.choosing import played_chapters
from brickfield.core.setup.own_models import drawn_after
from brickfield.core.shown import showing
from brickfield.core.shown.looks import LookFace, ThingFace, worn
from brickfield.core.state import State
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN
from ..base.activation import acting_units
from ..base.attack_action import AttackAction
from ..base.battlefield import MARKER, PART, MechMatch, acts, card_of, describe, figure, living, zone_outline
from ..base.destroyed_units import note_name
from ..base.initiative import initiative_order
from ..base.measures import RANGES, features, measures
from ..base.modules import NUMBERS, PARTS, SLOTS, modules, numbered
from ..base.move_action import MoveAction
from ..base.move_costs import BACKWARD, CLAUSES, FORWARD, TURN, Leg, after, spot_of
from ..base.objective import PROTECT
from ..base.ranges_and_arcs import ground_of
from ..base.record_sheet import AIM, ARMOR, DONE, HEAT, HOLDING, actions_used, attack_dice, number, part_of
from ..chapters.hold_fire.hold_fire import own_note
from ..chapters.scavenging.loose_parts import read_note
from ..data_files import DATA
from ..setup.workshop import MechCard
from . import goals

# Whose record sheets are shown: what stands on the table, and what is still to be deployed.
_SHOWN = (ALIVE, WAITING)

_EDGES = {"left": "west", "right": "east", "lower": "south", "upper": "north"}
# The numbers of a card: the words, the short form and the clause of each.
NUMBER_WORDS = {
    "movement": ("move", "MP", "bm.move.allowance"),
    "dodge": ("dodge", "DB", "bm.defense.roll"),
    "targeting": ("targeting", "TB", "bm.attack.roll"),
    "initiative": ("initiative", "IB", "bm.init.roll"),
    "defense_dice": ("defense dice", "DD", "bm.defense.roll"),
    "armor": ("armor", "AP", "bm.damage.mark"),
}
_BONUSES = ("dodge", "targeting", "initiative")
DICE_WORDS = {
    "melee": ("melee dice", "M", "bm.attack.range.melee"),
    "short": ("short dice", "S", "bm.attack.range.short"),
    "long": ("long dice", "L", "bm.attack.range.long"),
}


def table_face(match: Match) -> showing.TableFace:
    """All that is drawn of a battle and never changes."""
    assert isinstance(match, MechMatch)
    return showing.drawn_table(
        match,
        added=played_chapters(match.options, DATA),
        edges=tuple(_EDGES[zone.edge] for zone in match.zones),
        cards={face.id: face for face in map(card_face, match.cards.values())},
        units={unit: card_face(card).id for unit, card in match.cards.items()},
        features={token.kind: feature_face(token.kind) for token in match.terrain},
        zones=tuple(_zone(match, seat) for seat in range(match.seats)),
        last_round=match.options.protect_rounds if match.options.victory == PROTECT else 0,
        ranges=_ranges(match),
        arcs=_arcs(),
        cues={HEAT: "sizzle", PART: "clatter"},
        ground="yard",
        studs=float(measures().studs_per_brick),
        goals=goals.goals(match),
        marks=goals.fixed_marks(match),
    )


@rule("bm.attack.range.melee", "bm.attack.range.short", "bm.attack.range.long", "bm.option.ranges.adapt")
def _ranges(match: MechMatch) -> tuple[showing.RangeFace, ...]:
    limits = match.limits
    return tuple(
        showing.RangeFace(band, band.capitalize(), round(getattr(limits, band) * GRAIN), DICE_WORDS[band][2])
        for band in RANGES
    )


@rule("bm.geometry.arcs")
def _arcs() -> tuple[showing.ArcFace, ...]:
    front, side, clause = measures().primary_degrees, measures().secondary_degrees, "bm.geometry.arcs"
    return (
        showing.ArcFace("primary", "Primary", -front, front, clause),
        showing.ArcFace("left", "Left secondary", front, side, clause),
        showing.ArcFace("right", "Right secondary", -side, -front, clause),
        showing.ArcFace("rear", "Rear", side, 360.0 - side, clause),
    )


# as many as a few houses need; the workshop shows whatever people try
@lru_cache(maxsize=4096)
@rule("bm.setup.record_sheet")
def card_face(card: MechCard) -> showing.CardFace:
    """A Mech as it comes out of the workshop; two alike in name may differ in their modules."""
    rows = [*NUMBER_WORDS.items(), *DICE_WORDS.items()]
    side = round(card.base_side * GRAIN)
    return showing.CardFace(
        id=card.text,
        title=card.name,
        model=f"structure.{card.name.lower().replace(' ', '_')}" if card.structure else _model(card.slots, card.model),
        length=side,
        width=side,
        cost=card.points,
        numbers=tuple(number_face(each, words, card.number(each)) for each, words in rows),
        traits=(*(("turret",) if card.turret else ()), *(module.name for module in card.built_of)),
        clause="bm.unit.vehicle" if card.is_vehicle else "bm.setup.record_sheet",
        arcs=_all_round() if card.turret else (),
    )


@rule("bm.attack.arc.turret")
def _all_round() -> tuple[showing.ArcFace, ...]:
    """The one arc of a turret; what lies behind the base is still its rear, for whoever attacks it."""
    return (showing.ArcFace("primary", "Primary, all round", -180.0, 180.0, "bm.attack.arc.turret"),)


def _model(slots: Iterable[str], own: str) -> str:
    """A Mech by the ids of the modules in its six slots; an empty slot has none. It is built after the model its player
    brought, else after the designs of its modules when every one has a design: half a Mech of each sort would look
    like neither.
    """
    ids = tuple(slots)
    if own:
        return "mech." + "-".join(ids) + drawn_after(own)
    known = modules()
    designs = [known[each].design if each in known else "" for each in ids]
    is_designed = all(design for each, design in zip(ids, designs, strict=True) if each)
    return "mech." + "-".join(ids) + (f"@brick_mech/{'-'.join(designs)}" if is_designed else "")


@cache
def feature_face(name: str) -> showing.FeatureFace:
    """A sort of terrain and what it does."""
    feature = features()[name]
    solid = feature.is_obstacle
    height = round(feature.height * GRAIN)
    return showing.FeatureFace(
        name, name, name.lower(), feature.text, feature.clause, solid, solid, height, feature.extra_cost
    )


def _zone(match: MechMatch, seat: int) -> showing.ZoneFace:
    return showing.ZoneFace(
        f"deployment{seat}", "deployment zone", seat, zone_outline(match, seat), "bm.geometry.setup"
    )


def situation(state: State) -> showing.Situation:
    """Round, whose turn, the steps, how all sides fare, and every record sheet on the table."""
    return showing.Situation(
        round=int(state.facts.get("round", 0)),
        active=int(state.facts.get("active", -1)),
        steps=_steps(state),
        standings=tuple(_standing(state, seat) for seat in range(state.match.seats)),
        goal=goals.in_short(state),
        goals=goals.goals_now(state),
        marks=goals.marks_now(state),
        sheets=tuple(sheet_face(state, unit) for unit in state.units.values() if unit.status in _SHOWN),
        order=initiative_order(state),
        things={token.id: face for token in state.tokens.values() if (face := _thing(token)) is not None},
        pieces={
            token.id: showing.PieceFace(height=token.marks["height"])
            for token in state.tokens.values()
            if "height" in token.marks
        },
        unfinished=tuple([rest for frame in state.frames if (rest := _unfinished(state, frame)) is not None]),
        looks=_looks(state),
        waits=_waits(state),
    )


@rule("bm.option.hold.secret", "bm.option.hold.note")
def _waits(state: State) -> tuple[showing.WaitFace, ...]:
    """The notes of whoever looks, with the ground they watch; nobody else's."""
    found = []
    for unit in living(state):
        note = own_note(state, unit.id)
        if note is not None and unit.pose is not None:
            text = f"{note.range} range, {note.arc} arc".capitalize()
            ground = ground_of(state, unit, note.range, note.arc)
            found.append(showing.WaitFace(unit.id, "", text, "bm.option.hold.note", ground))
    return tuple(found)


@rule("bm.option.hold.interrupt")
def _unfinished(state: State, frame: Frame) -> showing.UnfinishedFace | None:
    """A Move that stands still while somebody decides whether to fire: what was ordered and not walked yet."""
    if not isinstance(frame, MoveAction):
        return None
    unit = state.units[frame.unit]
    if unit.pose is None or not unit.alive:
        return None
    at, legs, told = spot_of(unit.pose), [], []
    for leg in frame.rest():
        at = after(at, leg, leg.amount)
        legs.append(showing.LegFace(leg.kind, Pose.at(*at), leg.amount, 0.0, CLAUSES[leg.kind]))
        told.append(leg_words(leg))
    text = f"{describe(state, unit.id)} has stopped on its way; still to come: {', '.join(told)}."
    return showing.UnfinishedFace(unit.id, tuple(legs), text, "bm.option.hold.interrupt") if legs else None


def leg_words(leg: Leg) -> str:
    """A leg as people say it."""
    if leg.kind == TURN:
        return f"turn {'left' if leg.amount > 0 else 'right'} {figure(abs(leg.amount))} degrees"
    way = leg.kind if leg.kind in (FORWARD, BACKWARD) else f"sideways {leg.kind}"
    return f"{way} {figure(leg.amount)} Brick{'' if leg.amount == 1 else 's'}"


@rule("bm.destroy.leave_parts", "bm.objective.alternative")
def _thing(token: Token) -> ThingFace | None:
    """A loose part with what is left of its dice, or the marker; terrain has its own face."""
    if token.kind == MARKER:
        return ThingFace("Marker", "marker", "Hold it alone.", "bm.objective.alternative")
    if token.kind != PART:
        return None
    loose = read_note(token)
    there = [part for part in (loose.shoulder, loose.arm) if part is not None]
    dice = [f"{sum(part.dice(band) for part in there)} {band}" for band in RANGES]
    ids = [numbered()[part.module - 1].id if part is not None else "" for part in (loose.shoulder, loose.arm)]
    text = f"Dice: {', '.join(dice)}."
    return ThingFace(loose.words(), f"part.{loose.side}-{'-'.join(ids)}", text, "bm.destroy.leave_parts")


@rule("bm.action.count", "bm.option.return.action")
def _steps(state: State) -> tuple[showing.StepFace, ...]:
    """Deployment before the first round; then the three actions of the Mech that is acting.

    An action counts from its beginning, so while one waits for an answer it is still the last that was counted. A Mech
    may have returned fire before its turn; while one of several is still to be chosen, what all have done counts.
    """
    if "round" not in state.facts:
        return (showing.StepFace("deployment", "Deploy", "now", "bm.geometry.setup"),)
    used = min((actions_used(state.units[unit]) for unit in acting_units(state)), default=0)
    now = used if any(isinstance(frame, (AttackAction, MoveAction)) for frame in state.frames) else used + 1
    free, most = measures().free_actions, measures().most_actions
    actions = [(f"action{place}", "Action", "bm.action.two_free") for place in range(1, free + 1)]
    rushes = [(f"action{place}", "Rush", "bm.action.rush_heat") for place in range(free + 1, most + 1)]
    return showing.steps_at(now - 1, [*actions, *rushes])


def _standing(state: State, seat: int) -> showing.Standing:
    own = [unit for unit in state.units.values() if unit.seat == seat and not card_of(state, unit.id).structure]
    fighting = sum(acts(state, unit) for unit in own)
    waiting = sum(unit.status == WAITING for unit in own)
    return showing.Standing(seat, fighting, waiting, len(own) - fighting - waiting, 0)


@rule("bm.setup.record_sheet", "bm.endturn.overheat6", "bm.endturn.overheat8")
def sheet_face(state: State, unit: Unit) -> showing.SheetFace:
    """A record sheet as it stands now."""
    return showing.SheetFace(
        unit=unit.id,
        title=card_of(state, unit.id).name,
        numbers=tuple(_number(unit, each) for each in NUMBERS if each != ARMOR),
        parts=tuple(_part(state, unit, slot) for slot in PARTS),
        totals=tuple(attack_dice(unit, band) for band in RANGES),
        states=_states(unit),
        clause="bm.setup.record_sheet",
        model=_model_now(state, unit),
        note=note_name(unit.id) in state.sealed,
        tracks=_tracks(state, unit),
        columns=RANGES,
        glow=number(unit, HEAT),
    )


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}")


def number_face(name: str, words: tuple[str, str, str], value: int) -> showing.NumberFace:
    """A number of a Mech or of a module: a bonus is written with its sign."""
    return showing.NumberFace(name, *words[:2], value, words[2], _signed(value) if value and name in _BONUSES else "")


def _number(unit: Unit, name: str) -> showing.NumberFace:
    """A number as it is written on the sheet: a bonus with its sign, Defense Dice as dice."""
    value, words = number(unit, name), NUMBER_WORDS[name]
    if name == "defense_dice":
        return showing.NumberFace(name, "defense", words[1], value, words[2], f"{value}D")
    return number_face(name, words, value)


@rule("bm.action.count")
def _tracks(state: State, unit: Unit) -> tuple[showing.TrackFace, ...]:
    """The rows of a sheet: armor to cross out, Heat Markers with what they bring about, actions of this round."""
    most = measures().most_actions
    left = most - actions_used(unit)
    return (
        *lasting_tracks(number(unit, ARMOR), card_of(state, unit.id).number(ARMOR), number(unit, HEAT)),
        showing.TrackFace("actions", "actions left", "actions", "pips", left, most, "bm.action.count"),
    )


@rule("bm.damage.mark", "bm.endturn.overheat6", "bm.endturn.overheat8")
def lasting_tracks(armor: int, full: int, heat: int) -> tuple[showing.TrackFace, ...]:
    """The rows that go on from round to round."""
    limits = measures()
    hot = (
        (limits.overheat_armor, "loses an Armor Point", "bm.endturn.overheat6"),
        (limits.overheat_massive, "Massive Damage", "bm.endturn.overheat8"),
    )
    worse = f"{_signed(heat * limits.heat_modifier)} to attack and defense" if heat else ""
    return (
        showing.TrackFace(ARMOR, "Armor", NUMBER_WORDS[ARMOR][1], "boxes", armor, full, NUMBER_WORDS[ARMOR][2]),
        showing.TrackFace(HEAT, "Heat", "heat", "markers", heat, 0, "bm.mod.attack.heat", hot, worse),
    )


@rule("bm.damage.mark", "bm.attack.arc.turret")
def _looks(state: State) -> dict[str, LookFace]:
    """Lost armor shows as scorched bricks; an arm with fewer dice than its module has hangs; a turret points."""
    found = {}
    for unit in state.units.values():
        if unit.status != ALIVE:
            continue
        armor = next(track for track in _tracks(state, unit) if track.id == ARMOR)
        parts = [_part(state, unit, slot) for slot in PARTS]
        hangs = tuple(
            part.slot for part in parts if part.name and "arm" in part.slot and sum(part.dice) < sum(part.full)
        )
        aim = number(unit, AIM)
        look = LookFace(wear=worn(armor.value, armor.full), hangs=hangs, turned=float(aim) if aim else UNSET)
        if look != LookFace():
            found[unit.id] = look
    return found


def _model_now(state: State, unit: Unit) -> str:
    """The Mech as it stands: the modules of its card, with what is mounted on its sides now."""
    card = card_of(state, unit.id)
    if card.structure:
        return ""
    mounted = {slot: part_of(unit, slot) for slot in PARTS}
    now = (
        (numbered()[part.module - 1].id if (part := mounted[slot]) is not None else "") if slot in mounted else built
        for slot, built in zip(SLOTS, card.slots, strict=True)
    )
    return _model(now, card.model)


def _part(state: State, unit: Unit, slot: str) -> showing.PartFace:
    """A slot of the sheet: what is in it now, or what has been lost from it."""
    title, part = slot.replace("_", " "), part_of(unit, slot)
    if part is not None:
        module = numbered()[part.module - 1]
        dice = tuple(part.dice(band) for band in RANGES)
        return showing.PartFace(slot, title, module.name, dice, tuple(module.dice(band) for band in RANGES))
    lost = card_of(state, unit.id).slots[SLOTS.index(slot)]
    full = tuple(modules()[lost].dice(band) for band in RANGES) if lost else (0,) * len(RANGES)
    return showing.PartFace(slot, title, "", (0,) * len(RANGES), full)


def _states(unit: Unit) -> tuple[str, ...]:
    words = ((HOLDING, "holds fire"), (DONE, "turn over"))
    return tuple(text for mark, text in words if number(unit, mark))
