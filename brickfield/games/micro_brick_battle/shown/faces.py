"""Faces: the table, its cards, terrain and zones as they are drawn, and where a battle stands."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from brickfield.core.board import ALIVE, WAITING
from brickfield.core.clauses import rule
from brickfield.core.match import Match
from brickfield.core.showing import (
    ArcFace,
    CardFace,
    DiceFace,
    FeatureFace,
    LegFace,
    NumberFace,
    PieceFace,
    Situation,
    Standing,
    StepFace,
    TableFace,
    UnfinishedFace,
    ZoneFace,
)
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.rules.battlefield import (
    BattleMatch,
    battle_of,
    closed_to_movement,
    describe,
    edge_name,
    full_markers,
    outline,
)
from brickfield.games.micro_brick_battle.rules.features import features
from brickfield.games.micro_brick_battle.rules.measures import measures
from brickfield.games.micro_brick_battle.rules.movement import COIN, clause_of
from brickfield.games.micro_brick_battle.rules.movement_phase import MoveUnderWay
from brickfield.games.micro_brick_battle.rules.starting_a_game import deployment_zone
from brickfield.games.micro_brick_battle.rules.unit_cards import UnitCard
from brickfield.games.micro_brick_battle.rules.winning import units_in_area
from brickfield.games.micro_brick_battle.rules.young_players import COLOR_DIE, color_die_chance
from brickfield.geometry.grain import GRAIN

# The steps of a battle in the order they are shown: before the rounds, then those of a turn.
_PREPARING = (("battlefield", "Battlefield", "mbb.cover.place.divide"), ("deployment", "Deploy", "mbb.setup.alternate"))
_TURN = (
    ("movement", "Move", "mbb.turn.phases"),
    ("target_declaration", "Declare", "mbb.turn.phases"),
    ("shooting", "Shoot", "mbb.turn.phases"),
)
_MOUNTS = {"turret": "turret", "fixed": "fixed gun", "all_round": "fires all round", "none": "no main gun"}


def table_face(match: Match) -> TableFace:
    """All that is drawn of a battle and never changes."""
    assert isinstance(match, BattleMatch)
    scenario = match.scenario
    return TableFace(
        title=scenario.title,
        goal=scenario.goal,
        clause=scenario.clause,
        ruler=match.game.ruler,
        width=round(match.width * GRAIN),
        height=round(match.height * GRAIN),
        edges=tuple(map(edge_name, match.edges)),
        cards={card.name: replace(card_face(card), arcs=_arcs(match, card)) for card in match.cards.values()},
        units={unit: card.name for unit, card in match.cards.items()},
        features={piece.feature: feature_face(match, piece.feature) for piece in match.pieces},
        zones=(*(_zone(match, seat) for seat in range(match.seats)), *_objective(match)),
        last_round=match.round_limit,
        sides=match.sides,
        rings=tuple(measures().ring_inches * number for number in range(1, measures().rings + 1)),
        ground=scenario.ground,
        special_dice={COLOR_DIE: _color_die()},
    )


@rule("mbb.geometry.arc.fixed")
def _arcs(match: BattleMatch, card: UnitCard) -> tuple[ArcFace, ...]:
    """Where a gun bears: a fixed one within its arc, a turret all round; without a main gun nowhere."""
    if not card.has_main_weapon:
        return ()
    half = match.options.fixed_arc_deg / 2 if card.mount == "fixed" else 180.0
    return (ArcFace("gun", _MOUNTS[card.mount], -half, half, "mbb.geometry.arc.fixed"),)


@rule("mbb.young.color_die")
def _color_die() -> DiceFace:
    """The die of very young players: no numbers, two colours."""
    return DiceFace("colours", COLOR_DIE, measures().color_die_hit_from, color_die_chance(), "mbb.young.color_die")


@cache
@rule("mbb.unit.stats")
def card_face(card: UnitCard) -> CardFace:
    """A unit card with its numbers, each under its clause."""
    numbers = (
        NumberFace("attack", "attack", "AP", card.ap, "mbb.unit.ap"),
        NumberFace("defence", "defense", "DP", card.dp, "mbb.unit.dp"),
        NumberFace("move", "move", "MP", card.mp, "mbb.unit.mp"),
        NumberFace("cost", "cost", "RC", card.rc, "mbb.unit.rc"),
    )
    return CardFace(
        id=card.name,
        title=card.name,
        model=_model(card),
        length=round(card.length_inches * GRAIN),
        width=round(card.width_inches * GRAIN),
        cost=card.rc,
        numbers=numbers,
        traits=(_MOUNTS[card.mount], *((card.rules,) if card.rules else ())),
        country=card.country,
        clause=card.clause,
    )


def _model(card: UnitCard) -> str:
    """The model to build: guns and cars as such, tanks by size, hulls without a turret as fixed guns."""
    if card.size_class in ("gun", "car"):
        return card.size_class
    return f"{'fixed' if card.mount == 'fixed' else 'tank'}.{card.size_class}"


def feature_face(match: BattleMatch, name: str) -> FeatureFace:
    """A sort of terrain and what it does under the rules of this match."""
    feature = features()[name]
    blocks = closed_to_movement(State(match, {}, {}), feature)
    model = {"Light Tree Cover": "light_trees"}.get(name, name.lower().replace(" ", "_"))
    return FeatureFace(name, name, model, feature.text, feature.clause, feature.is_opaque, blocks)


def _zone(match: BattleMatch, seat: int) -> ZoneFace:
    area = deployment_zone(State(match, {}, {}), seat)
    return ZoneFace(f"deployment{seat}", "deployment zone", seat, outline(area), "mbb.setup.zone")


def _objective(match: BattleMatch) -> tuple[ZoneFace, ...]:
    area = match.scenario.objective
    if area is None:
        return ()
    half_x, half_y = area.length / 2, area.width / 2
    corners = outline((area.x - half_x, area.y - half_y, area.x + half_x, area.y + half_y))
    return (ZoneFace("objective", f"Objective: {area.length:g} × {area.width:g} in", -1, corners, area.clause),)


def situation(state: State) -> Situation:
    """Round, whose turn, the steps of the turn and how both sides fare."""
    return Situation(
        round=int(state.facts.get("round", 0)),
        active=int(state.facts.get("active", state.facts.get("first", -1))),
        steps=_steps(state),
        standings=tuple(_standing(state, seat) for seat in range(state.match.seats)),
        goal=_goal_now(state),
        pieces=_markers(state),
        unfinished=tuple(_unfinished(state, frame) for frame in state.frames if isinstance(frame, MoveUnderWay)),
    )


@rule("mbb.hm.place")
def _markers(state: State) -> dict[str, PieceFace]:
    """The hit markers of every piece that carries any, and how many it had."""
    left = [(token, token.marks.get("hm", 0)) for token in state.tokens.values()]
    match = battle_of(state)
    return {token.id: PieceFace(count, full_markers(match, token)) for token, count in left if count}


@rule("mbb.move.any_number")
def _unfinished(state: State, moving: MoveUnderWay) -> UnfinishedFace:
    """A move that stands still until somebody has answered: the steps it would still take."""
    seat = state.units[moving.unit].seat
    legs = tuple(
        LegFace(each.step, each.pose, each.amount, each.cost / COIN, clause_of(state, seat, each.step), each.stopped_by)
        for each in moving.rest(state)
    )
    text = f"{describe(state, moving.unit)} has stopped on its way."
    return UnfinishedFace(moving.unit, legs, text, "mbb.move.any_number")


@rule("mbb.turn.phases")
def _steps(state: State) -> tuple[StepFace, ...]:
    """The step bar: preparations before the first round, then movement, declaration and shooting."""
    phase = str(state.facts.get("phase", ""))
    steps = _TURN if "round" in state.facts else _PREPARING
    if "round" not in state.facts:
        phase = "deployment" if any(unit.pose is not None for unit in state.units.values()) else phase
        phase = phase or ("battlefield" if _lays_out(state) else "deployment")
    ids = [step[0] for step in steps]
    now = ids.index(phase) if phase in ids else -1
    words = ["done" if place < now else "now" if place == now else "ahead" for place in range(len(steps))]
    return tuple(StepFace(step, title, when, clause) for (step, title, clause), when in zip(steps, words, strict=True))


def _lays_out(state: State) -> bool:
    return any(type(frame).__name__ == "LayingOut" for frame in state.frames)


def _standing(state: State, seat: int) -> Standing:
    own = [unit for unit in state.units.values() if unit.seat == seat]
    fighting = sum(unit.status == ALIVE for unit in own)
    waiting = sum(unit.status == WAITING for unit in own)
    score = int(state.facts.get(f"score{seat}", 0))
    return Standing(seat, fighting, waiting, len(own) - fighting - waiting, score)


@rule("mbb.win.scenario")
def _goal_now(state: State) -> str:
    """The score and who stands in the area, or nothing where only destruction counts."""
    if battle_of(state).scenario.objective is None or "round" not in state.facts:
        return ""
    scores = " – ".join(str(state.facts.get(f"score{seat}", 0)) for seat in range(state.match.seats))
    inside = " – ".join(str(units_in_area(state, seat)) for seat in range(state.match.seats))
    return f"points {scores}, in the square {inside}"
