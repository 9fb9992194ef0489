"""The raid as a table draws it: the squads' figures, the house storey by storey, where the match stands."""

from __future__ import annotations

from itertools import pairwise

from brickfield.core.asking.previews import PathFace
from brickfield.core.board import Unit
from brickfield.core.game import Game
from brickfield.core.match import Match
from brickfield.core.setup.about import ChapterLine
from brickfield.core.setup.catalogue import Catalogue
from brickfield.core.shown.showing import CardFace, FeatureFace, LegFace, Situation, Standing, StepFace, TableFace
from brickfield.core.state import State
from brickfield.geometry import GRAIN, Pose
from tests.core.raid import ground, orders

_TITLES = {
    "house": ("House", "raid.house.window", "One sees through its windows and its door, not through its walls."),
    "low_wall": ("Low wall", "raid.house.window", "It hides who stands behind it from the ground, not from above."),
}


def _card(card: str, title: str, model: str) -> CardFace:
    size = round(2 * ground.RADIUS * GRAIN)
    return CardFace(card, title, model, size, size, 0, (), clause="raid.turn.order", round=True)


def _feature(kind: str) -> FeatureFace:
    title, clause, text = _TITLES[kind]
    built = ground.STRUCTURES[kind]
    return FeatureFace(kind, title, kind, text, clause, True, kind == "house", built.top, structure=built)


def table_face(match: Match) -> TableFace:
    """All that is drawn and never changes."""
    cards = [
        _card("squad", "Squad", "figure.leader"),
        _card("leader", "Leader", "figure.leader"),
        _card("rifle", "Rifle", "figure.rifle"),
    ]
    return TableFace(
        title="Raid",
        goal="The last side with figures wins.",
        clause="raid.win.last",
        ruler=match.game.ruler,
        width=round(match.width * GRAIN),
        height=round(match.height * GRAIN),
        edges=("south", "east", "north", "west"),
        cards={each.id: each for each in cards},
        units={f"s{seat}": "squad" for seat in range(match.seats)},
        features={kind: _feature(kind) for kind in ground.STRUCTURES},
        zones=(),
        last_round=orders.ROUNDS + 1,
        sides=match.sides,
        studs=1.0,
    )


def situation(state: State) -> Situation:
    """Round, whose turn, and how all fare."""
    return Situation(
        round=int(state.facts.get("round", 0)) + 1,
        active=int(state.facts.get("active", -1)),
        steps=(StepFace("order", "Order", "now", "raid.turn.order"),),
        standings=tuple(_standing(state, seat) for seat in range(state.match.seats)),
    )


def _standing(state: State, seat: int) -> Standing:
    squad = orders.squad_of(state, seat)
    standing = len(squad.standing)
    return Standing(seat, standing, 0, len(squad.squad) - standing, standing, "figures")


def catalogue(game: Game) -> Catalogue:
    """What the pages before a battle would show; here only the chapters of its rules."""
    chapters = tuple(ChapterLine(group=group, title=group.capitalize()) for group in game.groups)
    return Catalogue("a raid on a house", "4 players", (), (), (), {}, chapters, "")


def path(state: State, seat: int, march: orders.March | orders.Walk) -> PathFace:
    """A march worked out: where each way ends, as far as the squad comes."""
    unit = orders.squad_of(state, seat)
    if isinstance(march, orders.Walk):
        return _walk(state, unit, march)
    fault = orders.march_fault(unit, march)
    if fault is not None:
        return PathFace(unit.id, (), 0.0, orders.MARCH, fault)
    steps = len(orders.marched(state, unit, march.steps)[0].poses)
    left, gone, legs = steps * orders.STEP, 0.0, []
    for step in march.steps:
        amount = min(step.studs, left - gone)
        stopped = "something in the way" if amount < step.studs else ""
        gone += amount
        x, y = orders.at_way(orders.spot(unit), march.steps, gone)
        legs.append(LegFace("go", Pose.at(x, y, step.heading), amount, amount, "raid.march.path", stopped))
        if stopped:
            break
    return PathFace(unit.id, tuple(legs), gone, orders.MARCH - gone)


def _walk(state: State, unit: Unit, walk: orders.Walk) -> PathFace:
    """Ways of single figures: as long as the longest of them."""
    fault = orders.walk_fault(state, unit, walk.paths)
    starts = {each.id: each.pose for each in unit.standing if each.pose}
    ways = [(starts[path.figure], *path.poses) for path in walk.paths if path.figure in starts]
    gone = max((sum(orders.between(a, b) for a, b in pairwise(way)) for way in ways), default=0.0)
    return PathFace(unit.id, (), gone, orders.MARCH - gone, fault)
