"""Faces: the table, squads and vehicles, terrain and zones as they are drawn, and where a battle stands."""

from __future__ import annotations

from functools import lru_cache

from msgspec import UNSET

from brickfield.core.board import ALIVE, IN_BATTLE, WAITING, Unit
from brickfield.core.clauses import rule
from brickfield.core.match import Match
from brickfield.core.setup.choosing import played_chapters
from brickfield.core.shown import showing
from brickfield.core.shown.looks import LookFace, MarkerFace, ThingFace, worn
from brickfield.core.state import State
from brickfield.geometry import GRAIN
from ..base.battlefield import ACTIONS, ActionMatch, card_of, is_vehicle, match_of, mini_of, number, zone_area
from ..base.casualties import DROPPED, held_by, worth
from ..base.firing.fire_measures import fire
from ..base.houses import floor_words
from ..base.measures import measures
from ..base.minis import minis
from ..base.objective import lost_points, target_unit
from ..base.objective_kinds import rounds_of
from ..base.sight.landscape import RAISED
from ..base.terrain import Standing as Piece
from ..base.terrain import features
from ..base.weapons import NONE, items, weapons
from ..chapters.flags.flags import FLAG, carried_flag
from ..chapters.heavy_support.heavy_guns import WEAPON
from ..chapters.holds.holds import hold_of, hold_words, holds
from ..chapters.vehicles.boarding import is_mounted
from ..chapters.vehicles.vehicle_damage import DAMAGE, TURRET
from ..chapters.vehicles.vehicles import vehicle_classes, vehicle_weapons
from ..data_files import DATA
from ..setup.forces import Card, SquadCard, VehicleCard
from . import goals
from .looks import dropped_model, feature_look, figure_model, markers, vehicle_model

# a block in grain, as high as three plates
_BLOCK = 1_200_000
_SHOWN = (ALIVE, WAITING)


def table_face(match: Match) -> showing.TableFace:
    """All that is drawn of a battle and never changes."""
    assert isinstance(match, ActionMatch)
    cards = {name: card_face(name, card) for name, card in match.cards.items()}
    return showing.drawn_table(
        match,
        added=played_chapters(match.options, DATA),
        edges=("south", "north"),
        cards={**figure_cards(match), **cards},
        units={name: name for name in match.cards},
        features={kind: feature_face(kind) for kind in features()},
        zones=(),
        last_round=rounds_of(match.objective, match.options.last_round),
        manners={"guns": "fires at", "hand": "attacks", "swarm": "swarms", "reactive": "fires at", "save": "saves"},
        ground="",
        studs=1.0,
        cues={DAMAGE: "clatter"},
        goals=goals.goals(match),
        marks=goals.fixed_marks(match),
    )


def figure_cards(match: ActionMatch) -> dict[str, showing.CardFace]:
    """Every mini that can stand on this table, by sort and weapon: weapons change hands."""
    squads = [each for card in match.cards.values() if isinstance(card, SquadCard) for each in card.minis]
    held = dict.fromkeys([*(each.weapon for each in squads), NONE])
    size, found = round(2 * measures().mini_radius * GRAIN), {}
    for mini in [minis()[kind] for kind in dict.fromkeys(each.kind for each in squads)]:
        for weapon in held:
            card = f"{mini.id}.{weapon}"
            title = mini.title + (f" with {weapons()[weapon].title}" if weapon in weapons() else "")
            found[card] = showing.CardFace(
                card, title, figure_model(card), size, size, mini.cost, (), clause=mini.clause, round=True
            )
    return found


def card_face(name: str, card: Card) -> showing.CardFace:
    """A unit as it is bought."""
    return vehicle_face(name, card) if isinstance(card, VehicleCard) else squad_face(name, card)


@rule("ba.setup.info")
def squad_face(name: str, card: SquadCard) -> showing.CardFace:
    """A squad: how many, how far it reaches, what it costs; drawn by its first mini."""
    size = round(2 * measures().mini_radius * GRAIN)
    held = [weapons()[mini.weapon].range_max for mini in card.minis if mini.weapon in weapons()]
    numbers = (
        showing.NumberFace("minis", "minis", "M", len(card.minis), "ba.unit.size"),
        showing.NumberFace("range", "range", "R", round(max(held, default=0)), "ba.weapon.max_unit_range"),
        showing.NumberFace("move", "move", "MV", round(measures().move), "ba.move.rate"),
    )
    traits = tuple(dict.fromkeys(minis()[mini.kind].title for mini in card.minis if mini.kind != "regular"))
    heavy = ("Heavy support",) if card.heavy else ()
    model = figure_model(card.minis[0].card)
    return showing.CardFace(
        name, card.title, model, size, size, card.cost, numbers, (*heavy, *traits), clause="ba.unit.size", round=True
    )


@rule("ba.setup.info")
def vehicle_face(name: str, card: VehicleCard) -> showing.CardFace:
    """A vehicle: damage points, speed, what it carries."""
    made = vehicle_classes()[card.vehicle]
    length, width, _height = card.footprint
    numbers = (
        showing.NumberFace("damage_points", "damage points", "DP", made.damage_points, "ba.veh.superscript"),
        showing.NumberFace("speed", "speed", "SP", round(made.speed), "ba.veh.speed"),
        showing.NumberFace("capacity", "passengers", "PA", made.capacity, "ba.veh.capacity"),
    )
    traits = tuple(vehicle_weapons()[each].title for each in card.weapons)
    size = round(length * GRAIN), round(width * GRAIN)
    return showing.CardFace(
        name, card.title, vehicle_model(card), *size, card.cost, numbers, (made.id, *traits), clause="ba.veh.cost"
    )


@lru_cache(maxsize=64)
def feature_face(kind: str) -> showing.FeatureFace:
    """A sort of terrain and what it does."""
    feature, look = features()[kind], feature_look(kind)
    hides, blocks = feature.cover == "total", feature.walking in ("blocked", "openings")
    high = min(feature.height, 30) * _BLOCK
    face = showing.FeatureFace(kind, feature.title, look.model, look.text, feature.clause, hides, blocks, high)
    return face


def situation(state: State) -> showing.Situation:
    """Round, whose turn, the actions that are left, how both sides fare, and every unit on the table."""
    shown = [unit for unit in state.units.values() if unit.status in _SHOWN]
    return showing.Situation(
        round=int(state.facts.get("round", 0)),
        active=int(state.facts.get("active", -1)),
        steps=_steps(state),
        standings=tuple(_standing(state, seat) for seat in range(state.match.seats)),
        goal=goals.in_short(state),
        goals=goals.goals_now(state),
        marks=goals.marks_now(state),
        sheets=tuple(sheet_face(state, unit) for unit in shown),
        states={unit.id: words for unit in shown if (words := _words(state, unit))},
        things={
            token.id: face for token in state.tokens.values() if (face := _thing(token.kind, token.marks)) is not None
        },
        pieces=_pieces(state),
        zones=_zones(state),
        looks=_looks(state),
        waits=_waits(state),
    )


@rule("ba.turn.actions")
def _steps(state: State) -> tuple[showing.StepFace, ...]:
    """Deployment before the first round; then three actions, and bonus actions behind them."""
    if "round" not in state.facts:
        return (showing.StepFace("deployment", "Deploy", "now", "ba.setup.deploy.order"),)
    most, left = measures().actions, int(state.facts.get(ACTIONS, 0))
    return showing.steps_at(
        most - left, [(f"action{place}", "Action", "ba.turn.actions") for place in range(1, most + 1)]
    )


@rule("ba.setup.zone.depth")
def _zones(state: State) -> tuple[showing.ZoneFace, ...]:
    """The deployment zones once the edges are known, until the first round."""
    if "zone0" not in state.facts or "round" in state.facts:
        return ()
    found = []
    for seat in range(state.match.seats):
        corners = showing.box_outline(zone_area(state, seat))
        found.append(showing.ZoneFace(f"deployment{seat}", "deployment zone", seat, corners, "ba.setup.zone.depth"))
    return tuple(found)


def _standing(state: State, seat: int) -> showing.Standing:
    crews = match_of(state).crews
    own = [unit for unit in state.units.values() if unit.seat == seat and unit.id not in crews]
    fighting = sum(unit.status == ALIVE for unit in own)
    waiting = sum(unit.status == WAITING for unit in own)
    left = sum(whole - lost for unit in own for lost, whole in (lost_points(state, unit),))
    return showing.Standing(seat, fighting, waiting, len(own) - fighting - waiting, left, "value left")


def _thing(kind: str, marks: dict[str, int]) -> ThingFace | None:
    """What lies on the table and is no terrain: flags, and weapons where somebody fell."""
    if kind == FLAG:
        return ThingFace("Flag", "marker", "A mini in contact takes it with an action.", "ba.obj.flag")
    if kind == WEAPON:
        return ThingFace("Heavy weapon", "gun", "Two minis within 2 studs serve it.", "ba.heavy.dice")
    if kind == DROPPED:
        lying = [item for item in marks if item in weapons()]
        named = ", ".join((f"{marks[item]} x " if marks[item] > 1 else "") + weapons()[item].title for item in lying)
        text = f"A mini that comes within {fire().pick_up_reach:g} studs of it may take it when its move ends."
        return ThingFace(named, dropped_model(lying), text, "ba.cas.drop")
    return None


def _pieces(state: State) -> dict[str, showing.PieceFace]:
    """How pieces are built upwards: houses storey by storey, everything else as high as it is."""
    return {
        piece.id: showing.PieceFace(height=_high(piece), structure=piece.structure)
        if piece.structure is not None
        else showing.PieceFace(height=_high(piece))
        for piece in match_of(state).pieces
    }


def _high(piece: Piece) -> int:
    """How high a piece is drawn: raised ground up to its top, whatever it lies on."""
    return min(piece.top if piece.feature == RAISED else piece.height, 30) * _BLOCK


def _words(state: State, unit: Unit) -> tuple[str, ...]:
    """What else is to be said of a unit, in short words."""
    found = []
    hold = hold_of(state, unit.id)
    if hold is not None:
        found.append(f"Holds: {hold_words(hold.response, hold.named, hold.trigger)}")
    if is_mounted(state, unit):
        found.append(f"rides in {unit.container}")
    indoors = {(each.inside, each.level) for each in unit.standing if each.inside}
    if len(indoors) == 1:
        house, level = indoors.pop()
        found.append(f"on the {floor_words(level)} of {house}" if level else f"in {house}")
    return tuple(found)


@rule("ba.hold.open")
def _waits(state: State) -> tuple[showing.WaitFace, ...]:
    """Every hold, on both sides: they are open."""
    found = []
    for hold in holds(state):
        words = hold_words(hold.response, hold.named, hold.trigger)
        on = hold.named if hold.named in state.units else ""
        found.append(showing.WaitFace(hold.unit, on, words[:1].upper() + words[1:], "ba.hold.open"))
    return tuple(found)


@rule("ba.sup.trigger", "ba.move.prone.action", "ba.hold.open", "ba.veh.disabled", "ba.setup.info")
def _markers(state: State, unit: Unit) -> tuple[MarkerFace, ...]:
    """The markers beside a unit, in the colours of the book: red suppressed, blue prone."""
    rows = markers()
    names = [name for name in ("suppressed", "prone", "disabled", "abandoned") if number(unit, name)]
    names += ["hold"] if hold_of(state, unit.id) is not None else []
    names += ["target"] if target_unit(match_of(state)) == unit.id else []
    return tuple(rows[name] for name in names)


def _looks(state: State) -> dict[str, LookFace]:
    """Who lies, where turrets point, what marks whom, and which mini carries a flag."""
    found = {}
    for unit in state.units.values():
        if unit.status not in IN_BATTLE:
            continue
        turned = number(unit, TURRET)
        look = LookFace(
            prone=bool(number(unit, "prone")),
            markers=_markers(state, unit),
            wear=_wear(card_of(state, unit.id), unit),
            turned=turned / GRAIN if turned else UNSET,
        )
        if look != LookFace():
            found[unit.id] = look
        for figure in unit.standing:
            if carried_flag(figure) is not None:
                found[f"{unit.id}/{figure.id}"] = LookFace(
                    prone=bool(number(unit, "prone")), markers=(markers()["flag"],)
                )
    return found


def _wear(card: Card, unit: Unit) -> int:
    """Damage shows on a vehicle: so many of its points are gone, in percent."""
    if not isinstance(card, VehicleCard):
        return 0
    full = vehicle_classes()[card.vehicle].damage_points
    return worn(full - number(unit, DAMAGE), full)


@rule("ba.setup.info")
def sheet_face(state: State, unit: Unit) -> showing.SheetFace:
    """A unit as it stands: its minis and what they carry, or the damage a vehicle has taken."""
    card = card_of(state, unit.id)
    face = card_face(unit.id, card)
    parts = tuple(
        showing.PartFace(each.id, held_by(each), mini_of(each.card).title, (worth(each),), (worth(each),))
        for each in unit.standing
    )
    return showing.SheetFace(
        unit=unit.id,
        title=card.title,
        # what a track counts as it stands is not shown a second time as it was bought
        numbers=tuple(each for each in face.numbers if each.id not in ("minis", "damage_points")),
        parts=parts,
        totals=(sum(worth(each) for each in unit.standing),) if parts else (),
        states=tuple(each.title for each in _markers(state, unit) if each is not markers()["hold"])
        + _words(state, unit),
        clause="ba.setup.info",
        tracks=_tracks(state, unit),
        columns=("value",) if parts else (),
    )


def _tracks(state: State, unit: Unit) -> tuple[showing.TrackFace, ...]:
    """Minis that stand, or damage points that are left; and single-use items."""
    if is_vehicle(state, unit):
        card = card_of(state, unit.id)
        assert isinstance(card, VehicleCard)
        full = vehicle_classes()[card.vehicle].damage_points
        left = max(0, full - number(unit, DAMAGE))
        limits = ((0, "destroyed", "ba.veh.superscript"),)
        return (showing.TrackFace("damage", "damage points", "DP", "boxes", left, full, "ba.veh.superscript", limits),)
    carried = [(item, sum(each.marks.get(item, 0) for each in unit.standing)) for item in items()]
    return (
        showing.TrackFace("minis", "minis", "M", "boxes", len(unit.standing), len(unit.squad), "ba.unit.size"),
        *(
            showing.TrackFace(
                item, weapons()[item].title, weapons()[item].title[:2], "pips", count, count, weapons()[item].clause
            )
            for item, count in carried
            if count
        ),
    )
