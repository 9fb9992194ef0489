"""Faces: the table, its cards, terrain and zones as they are drawn, and where a battle stands."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from brickfield.core.board import ALIVE, FLYING, JOINED, WAITING
from brickfield.core.clauses import rule
from brickfield.core.match import Match
from brickfield.core.numbers import counted
from brickfield.core.piles import WrittenCard
from brickfield.core.setup.choosing import played_chapters
from brickfield.core.shown import showing
from brickfield.core.shown.looks import LookFace
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN
from ..base.battlefield import (
    BattleMatch,
    battle_of,
    closed_to_movement,
    describe,
    edge_name,
    feature_of,
    flies,
    full_markers,
    outline,
)
from ..base.features import Feature, features
from ..base.measures import flying, measures, studs
from ..base.movement import MP_GRAIN, clause_of
from ..base.moves_under_way import MoveUnderWay
from ..base.obstacles_and_terrain import LayingOut
from ..base.starting_a_game import deployment_zone
from ..base.unit_cards import UnitCard, airplanes
from ..chapters.airplanes.airplane_phase import AirplanePhase
from ..chapters.airplanes.airplanes import ALOFT, OFF, arrival_roll, entry_edges
from ..chapters.effect_cards.choosing_cards import ChoosingCards
from ..chapters.effect_cards.effect_cards import effect_cards, plays_cards
from ..chapters.effect_cards.playing_cards import PlayingCards
from ..chapters.infantry.shown import squad_face, squad_looks, squad_states
from ..chapters.mines.laying_mines import LAYING_MINES, LayingMines
from ..chapters.mines.minefields import players_lay_zones
from ..chapters.reinforcements.reinforcements import SettingAside
from ..chapters.special_units import special_units
from ..chapters.terrain.bunkers import bunker_around
from ..chapters.young_players.shown import simpler_rules
from ..chapters.young_players.young_players import COLOR_DIE, color_die_chance
from ..data_files import DATA
from ..setup.army_tables import nations
from . import goals
from .hazards import mine_faces, mined_square_faces, mined_zone_faces, smoke_faces, smoke_zone_faces, weather_face
from .models import feature_model, unit_model

# The steps of a battle in the order they are shown: before the rounds, then those of a turn.
_PREPARING = (("battlefield", "Battlefield", "mbb.cover.place.divide"), ("deployment", "Deploy", "mbb.setup.alternate"))
CARDS, RESERVES = "cards", "reserves"
_PREPARED_BY = {LayingOut: "battlefield", ChoosingCards: CARDS, SettingAside: RESERVES, LayingMines: LAYING_MINES}
_TURN = (
    ("movement", "Move", "mbb.turn.phases"),
    ("target_declaration", "Declare", "mbb.turn.phases"),
    ("shooting", "Shoot", "mbb.turn.phases"),
)
AIRPLANE = "airplane"
_AIRPLANES = ("airplanes", "Fly", "mbb.air.before_others")
_MOUNTS = {"turret": "turret", "fixed": "fixed gun", "all_round": "fires all round", "none": "no main gun"}


def table_face(match: Match) -> showing.TableFace:
    """All that is drawn of a battle and never changes."""
    assert isinstance(match, BattleMatch)
    rules, left_out = simpler_rules(match)
    return showing.drawn_table(
        match,
        added=played_chapters(match.options, DATA),
        edges=tuple(map(edge_name, match.edges)),
        cards={card.name: replace(card_face(card), arcs=_arcs(match, card)) for card in match.cards.values()},
        units={unit: card.name for unit, card in match.cards.items()},
        features={piece.feature: feature_face(match, piece.feature) for piece in match.pieces},
        zones=(*(_zone(match, seat) for seat in range(match.seats)), *mined_zone_faces(match)),
        last_round=match.round_limit,
        rings=tuple(measures().ring_inches * number for number in range(1, measures().rings + 1)),
        ground=match.scenario.ground,
        special_dice={COLOR_DIE: _color_die()},
        written=_written() if plays_cards(match) else {},
        goals=goals.goals(match),
        marks=goals.fixed_marks(match),
        rules=rules,
        left_out=left_out,
    )


@rule("mbb.geometry.arc.fixed")
def _arcs(match: BattleMatch, card: UnitCard) -> tuple[showing.ArcFace, ...]:
    """Where a gun bears: a fixed one within its arc, a turret all round; without a main gun nowhere."""
    if card.is_airplane:
        return _cones(card)
    if not card.has_main_weapon:
        return ()
    half = match.options.fixed_arc_deg / 2 if card.mount == "fixed" else 180.0
    return (showing.ArcFace("gun", _MOUNTS[card.mount], -half, half, "mbb.geometry.arc.fixed"),)


@rule("mbb.air.mg_los")
def _cones(card: UnitCard) -> tuple[showing.ArcFace, ...]:
    """The cones of an airplane's machine guns, about its nose and, if it has guns there, about its tail."""
    half = flying().cone_degrees / 2
    front = showing.ArcFace("front", "front machine guns", -half, half, "mbb.air.mg_los")
    rear = showing.ArcFace("rear", "rear machine guns", 180.0 - half, 180.0 + half, "mbb.air.mg_los")
    return (front, rear) if card.machine_guns == "front+rear" else (front,)


@rule("mbb.card.scenario", "mbb.card.timing")
def _written() -> dict[str, WrittenCard]:
    """The effect cards as they are printed: what each does, and when it is played."""
    return {card.id: WrittenCard(card.title, card.text, card.clause) for card in effect_cards().values()}


@rule("mbb.young.color_die")
def _color_die() -> showing.DiceFace:
    """The die of very young players: no numbers, two colours."""
    return showing.DiceFace(
        "colours", COLOR_DIE, measures().color_die_hit_from, color_die_chance(), "mbb.young.color_die"
    )


@cache
@rule("mbb.unit.stats")
def card_face(card: UnitCard) -> showing.CardFace:
    """A unit card with its numbers, each under its clause."""
    numbers = (
        showing.NumberFace("attack", "attack", "AP", card.ap, "mbb.unit.ap"),
        showing.NumberFace("defence", "defense", "DP", card.dp, "mbb.unit.dp"),
        showing.NumberFace("move", "move", "MP", card.mp, "mbb.unit.mp"),
        showing.NumberFace("cost", "cost", "RC", card.rc, "mbb.unit.rc"),
    )
    if card.is_airplane:
        return _airplane_face(card, numbers)
    if card.is_infantry:
        return squad_face(card, numbers)
    return showing.CardFace(
        id=card.name,
        title=card.name,
        model=unit_model(card),
        length=round(card.length_inches * GRAIN),
        width=round(card.width_inches * GRAIN),
        cost=card.rc,
        numbers=numbers,
        traits=(
            _MOUNTS[card.mount],
            *((card.rules,) if card.rules else ()),
            *(("tank commander",) if card.commander else ()),
        ),
        country="" if card.country == nations().any_country else card.country,
        clause=card.clause,
    )


@rule("mbb.geometry.plane_reference", "mbb.army.air_table", "mbb.air.weapons")
def _airplane_face(card: UnitCard, numbers: tuple[showing.NumberFace, ...]) -> showing.CardFace:
    """An airplane: drawn as large as its model, though for the rules it is a point; with what it carries."""
    model = airplanes().get(card.name)
    size = (studs(model.len_studs), studs(model.wid_studs)) if model else (card.length_inches, card.width_inches)
    stores = (
        showing.NumberFace("bombs", "bombs", "B", card.bombs, "mbb.air.weapons"),
        showing.NumberFace("missiles", "missiles", "M", card.missiles, "mbb.air.weapons"),
    )
    return showing.CardFace(
        id=card.name,
        title=card.name,
        model=unit_model(card),
        length=round(size[0] * GRAIN),
        width=round(size[1] * GRAIN),
        cost=card.rc,
        numbers=(*numbers, *stores),
        traits=(AIRPLANE, f"{card.machine_guns.replace('+', ' and ')} machine guns"),
        country=card.country,
        clause=card.clause,
    )


def feature_face(match: BattleMatch, name: str) -> showing.FeatureFace:
    """A sort of terrain and what it does under the rules of this match."""
    feature = features()[name]
    stated = next((piece.height_bricks for piece in match.pieces if piece.feature == name), None)
    if stated is not None:
        feature = replace(feature, height_bricks=stated)
    blocks = closed_to_movement(State(match, {}, {}), feature) or feature.ground == "water"
    told = feature.text, feature.clause, feature.is_opaque, blocks
    return showing.FeatureFace(name, name, feature_model(name), *told, shown_height(feature), _charge(match, feature))


@rule("mbb.terrain.hill.shape", "mbb.obst.bridge.high")
def shown_height(feature: Feature) -> int:
    """How high it is drawn, where that decides something: hills, mountains and bridges."""
    tall = feature.lies == "hill" or feature.ground == "deck" or feature.height_bricks > measures().hill_bricks
    return round(feature.height_bricks * measures().brick_inches * GRAIN) if tall else 0


@rule("mbb.terrain.mud", "mbb.terrain.hill.move")
def _charge(match: BattleMatch, feature: Feature) -> int:
    """What it costs extra to drive over."""
    return -match.options.hill_mp if feature.lies == "hill" else feature.movement_charge


def _zone(match: BattleMatch, seat: int) -> showing.ZoneFace:
    area = deployment_zone(State(match, {}, {}), seat)
    return showing.ZoneFace(f"deployment{seat}", "deployment zone", seat, outline(area), "mbb.setup.zone")


@rule("mbb.cover.place.divide")
def _roads(state: State) -> tuple[showing.ZoneFace, ...]:
    """What stays free while the battlefield is laid out."""
    roads = battle_of(state).scenario.roads if state.facts.get("phase") == "battlefield" else ()
    return tuple(
        showing.ZoneFace(f"road{number}", "Road: stays free", -1, outline(road.box), "mbb.cover.place.divide")
        for number, road in enumerate(roads)
    )


def situation(state: State) -> showing.Situation:
    """Round, whose turn, the steps of the turn and how both sides fare."""
    return showing.Situation(
        round=int(state.facts.get("round", 0)),
        active=int(state.facts.get("active", state.facts.get("first", -1))),
        steps=_steps(state),
        standings=tuple(_standing(state, seat) for seat in range(state.match.seats)),
        goal=goals.in_short(state),
        goals=goals.goals_now(state),
        marks=goals.marks_now(state),
        pieces=_pieces(state),
        looks=_looks(state) | squad_looks(state),
        states=_airplane_states(state) | squad_states(state),
        things=mine_faces(state) | smoke_faces(state),
        weather=weather_face(state),
        zones=(*mined_square_faces(state), *smoke_zone_faces(state), *_roads(state)),
        unfinished=tuple(_unfinished(state, frame) for frame in state.frames if isinstance(frame, MoveUnderWay)),
    )


@rule("mbb.air.weapons", "mbb.air.table", "mbb.air.exit_second", "mbb.air.reenter")
def _airplane_states(state: State) -> dict[str, tuple[str, ...]]:
    """What is to be said of each airplane: what it carries, when and where it arrives, when it must leave."""
    found: dict[str, tuple[str, ...]] = {}
    arrived = {each for frame in state.frames if isinstance(frame, AirplanePhase) for each in frame.waiting}
    for unit in state.units.values():
        if unit.status not in (FLYING, WAITING) or not flies(state, unit.id):
            continue
        stores = [counted(unit.marks[store], store[:-1]) for store in ("bombs", "missiles") if unit.marks.get(store)]
        if unit.status == FLYING:
            where = f"turn {unit.marks.get(ALOFT, 0)} of {flying().turns_on_table} above the table"
        elif unit.id in arrived:
            where = ""
        else:
            edges = " or ".join(entry_edges(state, unit))
            where = f"arrives on {arrival_roll(unit.marks.get(OFF, 0) + 1)}+ over the {edges} edge"
        found[unit.id] = (*stores, where) if where else tuple(stores)
    return found


@rule("mbb.hm.place", "mbb.obst.bridge.high")
def _pieces(state: State) -> dict[str, showing.PieceFace]:
    """The hit markers of every piece that carries any and how many it had, and its height where pieces differ in it."""
    match = battle_of(state)
    found = {}
    for token in state.tokens.values():
        feature, count = feature_of(match, token), token.marks.get("hm", 0)
        height = shown_height(feature) if feature is not None else 0
        if count or height:
            found[token.id] = showing.PieceFace(count, full_markers(match, token) if count else 0, height=height)
    return found


@rule("mbb.obst.bunker.arty")
def _looks(state: State) -> dict[str, LookFace]:
    """The guns inside of bunkers."""
    guns = [(unit.id, bunker_around(state, unit)) for unit in state.units.values() if unit.alive]
    return {unit: LookFace(inside=min(bunkers)) for unit, bunkers in guns if bunkers}


@rule("mbb.move.any_number")
def _unfinished(state: State, moving: MoveUnderWay) -> showing.UnfinishedFace:
    """A move that stands still until somebody has answered: the steps it would still take."""
    seat = state.units[moving.unit].seat
    legs = tuple(
        showing.LegFace(
            each.step, each.pose, each.amount, each.cost / MP_GRAIN, clause_of(state, seat, each.step), each.stopped_by
        )
        for each in moving.rest(state)
    )
    text = f"{describe(state, moving.unit)} has stopped on its way."
    return showing.UnfinishedFace(moving.unit, legs, text, "mbb.move.any_number")


@rule("mbb.turn.phases")
def _steps(state: State) -> tuple[showing.StepFace, ...]:
    """The step bar: preparations before the first round, then movement, declaration and shooting."""
    phase = str(state.facts.get("phase", ""))
    fly = (_AIRPLANES,) if any(card.is_airplane for card in battle_of(state).cards.values()) else ()
    steps = (*fly, *_turn_of(state)) if "round" in state.facts else _preparing(state)
    if "round" not in state.facts:
        phase = _preparation(state) or "deployment"
    if any(isinstance(frame, PlayingCards) and frame.moment == "start" for frame in state.frames):
        # the phase is still that of the turn before
        phase = ""
    ids = [step[0] for step in steps]
    now = ids.index(phase) if phase in ids else -1
    return showing.steps_at(now, steps)


@rule("mbb.cmd.msm", "mbb.cmd.sms")
def _turn_of(state: State) -> tuple[tuple[str, str, str], ...]:
    """The steps of this turn: a commander's ability adds one in front or behind."""
    ability = next(
        (unit.marks[special_units.ABILITY] for unit in state.units.values() if special_units.ABILITY in unit.marks), 0
    )
    if ability == special_units.SHOOT_MOVE_SHOOT:
        return ((special_units.EXTRA_DECLARATION, "Commander shoots", "mbb.cmd.sms"), *_TURN)
    if ability == special_units.MOVE_SHOOT_MOVE:
        return (*_TURN, (special_units.EXTRA_MOVEMENT, "Commander moves", "mbb.cmd.msm"))
    return _TURN


def _preparing(state: State) -> tuple[tuple[str, str, str], ...]:
    """The steps before the first round in the order they come: cards are chosen by who sees the battlefield, reserves
    are named before the roll, and mines are laid before the units are placed."""
    match = battle_of(state)
    cards = ((CARDS, "Cards", "mbb.card.optional"),) if plays_cards(match) else ()
    reserves = ((RESERVES, "Reserves", "mbb.reinf.reserve"),) if match.reinforcements else ()
    laid = match.options.mines in ("secret", "visual") or players_lay_zones(match)
    mines = ((LAYING_MINES, "Mines", "mbb.mine.three"),) if laid else ()
    return _PREPARING[0], *cards, *reserves, *mines, _PREPARING[1]


def _preparation(state: State) -> str:
    """Which of the steps before the first round it is."""
    frames = {type(frame) for frame in state.frames}
    return next((step for frame, step in _PREPARED_BY.items() if frame in frames), "")


def _standing(state: State, seat: int) -> showing.Standing:
    own = [unit for unit in state.units.values() if unit.seat == seat]
    fighting = sum(unit.status in (ALIVE, FLYING) for unit in own)
    own = [unit for unit in own if JOINED not in unit.marks]
    waiting = sum(unit.status == WAITING for unit in own)
    score = int(state.facts.get(f"score{seat}", 0))
    return showing.Standing(seat, fighting, waiting, len(own) - fighting - waiting, score)
