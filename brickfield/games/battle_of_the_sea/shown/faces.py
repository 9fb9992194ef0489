"""Faces: the table, its ship cards, waters and zones as they are drawn, and where a battle stands."""

from __future__ import annotations

from functools import cache, lru_cache

from brickfield.core.board import ALIVE, WAITING, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from brickfield.core.match import Match
from brickfield.core.questions import Question
from brickfield.core.setup.choosing import played_chapters
from brickfield.core.shown import showing
from brickfield.core.shown.looks import LookFace, worn
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN
from ..base import dices
from ..base.hulls import beam_studs, hull_form
from ..base.measures import inches, measures
from ..base.setting_out import stretch_of, zone_outline
from ..base.ship_card import ADDITIONAL, BASE, FIREPOWER, FORT, SHIP, SPEED, TITLES, TURNED_OVER, ShipCard, piles
from ..base.waters import SeaMatch, card_of
from ..data_files import DATA, read_rows
from . import goals
from .models import ship_model

CLAUSES = {
    FIREPOWER: "sea.firepower.meaning",
    BASE: "sea.durability.two_parts",
    ADDITIONAL: "sea.durability.additional",
    SPEED: "sea.speed.meaning",
}
_SHORT = {FIREPOWER: "F", BASE: "D", ADDITIONAL: "+D", SPEED: "S"}
_PREPARING = (("deployment", "Set out", "sea.game.start_sides"), ("order", "First turn", "sea.game.order_roll"))
_TURN = (
    ("sail", "Sail", "sea.move.distance"),
    ("attack", "Attack", "sea.fire.after_move"),
    ("round_end", "Round's end", "sea.geometry.round_end"),
)
_FRAMES = {"UnitTurn": "attack", "Currents": "round_end", "MonsterPhase": "round_end", "Repairs": "round_end"}


class FeatureRow(TableRow, frozen=True):
    """What a sort of terrain is called and does."""

    kind: str
    title: str
    text: str
    clause: str
    hides: bool
    blocks: bool
    # the model to build, where the kind is not its name
    model: str = ""


@cache
def features() -> dict[str, showing.FeatureFace]:
    """Every sort of terrain as it is drawn."""
    rows = read_rows("features.toml", FeatureRow)
    return {
        row.kind: showing.FeatureFace(
            row.kind, row.title, row.model or row.kind, row.text, row.clause, row.hides, row.blocks
        )
        for row in rows
    }


def table_face(match: Match) -> showing.TableFace:
    """All that is drawn of a battle and never changes."""
    assert isinstance(match, SeaMatch)
    state = State(match, {}, {})
    return showing.drawn_table(
        match,
        added=played_chapters(match.options, DATA),
        goal=match.scenario.text,
        edges=tuple(stretch_of(state, seat).edge for seat in range(match.seats)),
        cards={face.id: face for face in map(card_face, match.cards.values())},
        units={unit: card_face(card).id for unit, card in match.cards.items()},
        features=features(),
        zones=tuple(_zone(state, seat) for seat in range(match.seats)),
        last_round=match.last_round,
        ranges=_ranges(),
        manners={"accurate_ram": "accurate ram of", "inaccurate_ram": "inaccurate ram of", "monster": "attacks"},
        ground="sea",
        studs=float(measures().studs_per_inch),
        dice=_dice(match),
        goals=goals.goals(state),
        marks=goals.fixed_marks(state),
    )


@rule("sea.firepower.range", "sea.firepower.long")
def _ranges() -> tuple[showing.RangeFace, ...]:
    """How far guns reach."""
    numbers = measures()
    return (
        showing.RangeFace("normal", "range", round(numbers.range_inches * GRAIN), "sea.firepower.range"),
        showing.RangeFace("long", "long range", round(numbers.long_range_inches * GRAIN), "sea.firepower.long"),
    )


@rule("sea.dice.same", "sea.dice.success")
def _dice(match: SeaMatch) -> showing.DiceFace:
    """The dice everybody throws: bricks that land on a side or flat, or cubes."""
    kind = dices.kind_of(match.options)
    look = "brick" if kind.side_chance else "cube"
    return showing.DiceFace(look, kind.title, kind.success_from, dices.chance(match.options), kind.clause)


@rule("sea.game.start_sides")
def _zone(state: State, seat: int) -> showing.ZoneFace:
    corners = zone_outline(state, seat)
    return showing.ZoneFace(f"deployment{seat}", "starting waters", seat, corners, "sea.game.start_sides")


# as many as a few houses need; the shipyard shows whatever people try
@lru_cache(maxsize=4096)
@rule("sea.ship.features", "sea.ship.public", "sea.card.plate")
def card_face(card: ShipCard) -> showing.CardFace:
    """A ship card with its numbers, each under its clause; two ships alike in name may differ in their numbers."""
    values = ((name, getattr(card, name)) for name in TITLES)
    numbers = tuple(
        showing.NumberFace(name, TITLES[name], _SHORT[name], value, CLAUSES[name]) for name, value in values
    )
    if card.kind == FORT:
        length = width = card.side_inches
        corners: showing.Outline = ()
    else:
        length, width = inches(card.length), inches(beam_studs(card.length))
        # what is too short to sail has no hull; only the shipyard sees such a thing
        points = hull_form(card.length).points if card.length >= measures().shortest_ship_studs else ()
        corners = tuple(round(value * GRAIN) for point in points for value in point)
    split = f"{card.firepower}-{card.base}-{card.speed}"
    return showing.CardFace(
        id=f"{card.name} {card.length}: {split}" if card.text == card.name else card.text,
        title=card.name,
        model=ship_model(card),
        length=round(length * GRAIN),
        width=round(width * GRAIN),
        cost=card.points,
        numbers=numbers,
        traits=(*(() if card.kind == SHIP else (card.kind,)), *card.tags),
        clause=card.clause,
        outline=corners,
        size="" if card.kind == FORT else f"{card.length} studs long",
    )


@Question
def wind_now(state: State) -> float | None:
    """Where the wind blows to, in degrees."""
    return None


@Question
def also_told(state: State) -> tuple[str, ...]:
    """What is told of a battle beside its goals."""
    return ()


@Question
def states_of(state: State, unit: Unit) -> tuple[str, ...]:
    """What is to be said of a unit besides its markers. Who has acted is told apart from it."""
    return ()


def situation(state: State) -> showing.Situation:
    """Round, whose turn, the steps of the turn, how the sides fare, and the markers on every card."""
    return showing.Situation(
        round=int(state.facts.get("round", 0)),
        active=int(state.facts.get("active", state.facts.get("first", -1))),
        steps=_steps(state),
        standings=tuple(_standing(state, seat) for seat in range(state.match.seats)),
        goal=", ".join((goals.in_short(state), *also_told(state))),
        goals=goals.goals_now(state),
        marks=goals.marks_now(state),
        order=turn_order(state),
        piles={unit.id: pile_faces(state, unit) for unit in state.units.values() if unit.status in (ALIVE, WAITING)},
        done=tuple(unit.id for unit in state.units.values() if unit.status == ALIVE and unit.marks.get("acted")),
        states={unit.id: told for unit in state.units.values() if (told := states_of(state, unit))},
        pieces={token.id: piece for token in state.tokens.values() if (piece := _piece(token)) != showing.PieceFace()},
        wind=wind_now(state),
        looks=_looks(state),
    )


@rule("sea.damage.choice")
def _looks(state: State) -> dict[str, LookFace]:
    """Lost markers show on the model: guns and hull as scorched bricks, speed as sails that are down."""
    found = {}
    for unit in state.units.values():
        piles = {pile.id: pile for pile in pile_faces(state, unit)} if unit.status == ALIVE else {}
        body = [pile for name, pile in piles.items() if name != "speed"]
        left = sum(pile.value for pile in body) - unit.marks.get(TURNED_OVER, 0)
        wear = worn(left, sum(pile.full for pile in body)) if body else 0
        slack = worn(piles["speed"].value, piles["speed"].full) if "speed" in piles else 0
        if wear or slack:
            found[unit.id] = LookFace(wear=wear, slack=slack)
    return found


@rule("sea.game.order_left", "sea.game.same_starter", "sea.game.more_players")
def turn_order(state: State) -> tuple[int, ...]:
    """The seats as they have their turns: who begins, then clockwise; nothing before the first turn is thrown for."""
    if "first" not in state.facts:
        return ()
    first, seats = int(state.facts["first"]), state.match.seats
    return tuple((first + step) % seats for step in range(seats))


@rule("sea.gold.load", "sea.current.area")
def _piece(token: Token) -> showing.PieceFace:
    """What a treasure weighs, how strong a current runs."""
    return showing.PieceFace(level=token.marks.get("weight", token.marks.get("strength", 0)))


@rule("sea.card.cone", "sea.card.colours")
def pile_faces(state: State, unit: Unit) -> tuple[showing.PileFace, ...]:
    """The markers of a card: cones and peas in their colours."""
    return piles_of(card_of(state, unit.id), unit)


def piles_of(card: ShipCard, unit: Unit) -> tuple[showing.PileFace, ...]:
    """The markers of a unit on this card."""
    return tuple(
        showing.PileFace(
            pile.feature,
            TITLES[pile.feature],
            pile.colour,
            pile.value,
            getattr(card, pile.feature),
            pile.cones,
            pile.peas,
            CLAUSES[pile.feature],
            _SHORT[pile.feature],
            measures().cone_points,
            ("cone", "pea"),
            pile.over,
        )
        for pile in piles(unit)
        if getattr(card, pile.feature) or pile.feature != ADDITIONAL
    )


@rule("sea.game.sequence", "sea.game.unit_turn", "sea.geometry.round_end")
def _steps(state: State) -> tuple[showing.StepFace, ...]:
    """The step bar: preparations before the first round, then what a turn and a round consist of."""
    names = [type(frame).__name__ for frame in state.frames]
    steps: tuple[tuple[str, str, str], ...] = _TURN
    now = next((_FRAMES[name] for name in names if name in _FRAMES), "sail")
    if "round" not in state.facts:
        steps, now = _PREPARING, "order" if "OrderOfPlay" in names else "deployment"
    return showing.steps_at([step[0] for step in steps].index(now), steps)


def _standing(state: State, seat: int) -> showing.Standing:
    own = [unit for unit in state.units.values() if unit.seat == seat]
    fighting = sum(unit.status == ALIVE for unit in own)
    waits = sum(unit.status == WAITING for unit in own)
    return showing.Standing(seat, fighting, waits, len(own) - fighting - waits, *goals.score_of(state, seat))
