"""A table that looks as somebody has said: the shooter to the left, the target to the right, what is between in line.

Lengths here are those of a drawing, not of the rules: every piece is as thin as it can be and in nobody's way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.setup.companion import Seen
from brickfield.core.state import State
from ..base.battlefield import card_of
from ..base.measures import measures
from ..base.modifiers import OBSTACLE
from ..base.unit_cards import UnitCard

Piece = dict[str, Any]

NONE, LESS, HALF, ALL = "none", "less", "half", "all"
OPEN, WATER, BUILDING, TALL, FOREST, BUNKER = "open", "water", "building", "tall", "forest", "bunker"
# How much of the facing side the wall hides: well inside what was said.
_SHARES = {LESS: 0.25, HALF: 0.75}
_USUAL_GAP, _LEAST_GAP = 8.0, 0.2
_ROOM = 20.0
# Where things lie in the line, as shares of the gap; soft things are narrower than any target.
_PLACES = {"wreck": 0.35, "light_trees": 0.42, "hedgerow": 0.48, "hiding": 0.55, "low_bridge": 0.62}
_NARROW, _THIN = 0.1, 0.02
# Structures stand close before the target, so that they are nobody else's: shares of an inch or of a smaller gap.
_CLOSE = {"low_wall": 0.3, "emplacement": 0.15}
_FEATURES = {
    "hedgerow": "Hedgerow",
    "light_trees": "Light Tree Cover",
    "low_wall": "Low Wall",
    "low_bridge": "Bridges",
    "emplacement": "Emplacement",
}
# Across the line, with the front to the shooter.
_ACROSS = 90.0
_WRECK, _SPOTTER = "98", "99"


class _Line:
    """The line of a shot from left to right: where it begins and ends, and how wide the target is."""

    def __init__(self, shooter: UnitCard, target: UnitCard, gap: float) -> None:
        self.gap = gap
        self.x = _ROOM
        self.y = _ROOM
        self.muzzle = self.x + shooter.length_inches / 2
        self.side = self.muzzle + gap
        self.target_x = self.side + target.length_inches / 2
        self.half = target.width_inches / 2

    @property
    def size(self) -> list[float]:
        """The table: room enough on all sides."""
        return [self.target_x + _ROOM, 2 * _ROOM]

    def at(self, share: float) -> float:
        """A place in the gap."""
        return self.muzzle + share * self.gap


@rule("mbb.geometry.facing_side", "mbb.geometry.muzzle")
def laid_table(state: State, unit: Unit, target: Unit, seen: Seen) -> dict[str, Any]:
    """The position: it is the shooter's turn to name its target."""
    gap = max(_LEAST_GAP, seen.measured.get("away", _USUAL_GAP))
    line = _Line(card_of(state, unit.id), card_of(state, target.id), gap)
    inside = [*_around(line, seen, line.x, "from", unit), *_around(line, seen, line.target_x, "stands", target)]
    terrain = [*inside, *_between(state, target, line, seen)]
    placed = [_placed(state, each, unit, target, line, seen, inside) for each in state.units.values()]
    return {
        "units": [*placed, *_others(state, unit, target, line, seen)],
        "terrain": terrain,
        "size": line.size,
        "edges": ["y=0", f"y={line.size[1]:g}"],
        "seat": unit.seat,
        "first": unit.seat,
        "phase": "target_declaration",
        "weather": seen.one("weather", "no") == "yes",
    }


def _placed(
    state: State, each: Unit, unit: Unit, target: Unit, line: _Line, seen: Seen, inside: list[Piece]
) -> dict[str, Any]:
    """Where somebody stands: friends who go along stand where the shooter does, everybody else waits."""
    printed = next(placed for placed in state.match.start.units if placed.id == each.id)
    stands = {"id": each.id, "seat": each.seat, "card": printed.card, "changes": dict(printed.changes)}
    if each.id == target.id:
        behind = seen.one("side", "no") == "yes"
        heading, x, question = (0.0 if behind else 180.0), line.target_x, "stands"
    elif each.id == unit.id or each.id in seen.chosen.get("with", ()):
        away = seen.one("arc", "yes") == "no"
        heading, x, question = (180.0 if away else 0.0), line.x, "from"
    else:
        return {**stands, "status": "waiting"}
    named = _building_of(inside, question)
    if named and each.id in (unit.id, target.id):
        stands["changes"]["inside"] = named
    return {**stands, "x": x, "y": line.y, "heading": heading}


def _building_of(inside: list[Piece], question: str) -> str:
    """The name of the building somebody is inside of: pieces are numbered as they are laid."""
    return next((f"T{number}" for number, piece in enumerate(inside, 1) if piece.get("owner") == _OWNERS[question]
                 and piece["feature"] == "House"), "")  # fmt: skip


# Which of the two a building stands around: it is written as whose it is, which means nothing for a house.
_OWNERS = {"from": 0, "stands": 1}


@rule("inf.los.tall", "inf.hidden.building", "inf.hidden.forest", "mbb.obst.bunker.arty", "mbb.terrain.water.attack")
def _around(line: _Line, seen: Seen, x: float, question: str, who: Unit) -> Iterator[Piece]:
    """What the shooter or the target stands in."""
    place = seen.one(question, OPEN)
    if place == WATER:
        yield {"feature": "Large Water", "x": x, "y": line.y, "length": _NARROW, "width": _NARROW}
    elif place in (BUILDING, TALL):
        height = measures().hard_cover_bricks + (2 if place == TALL else 0)
        size = 2 * (line.half if question == "stands" else line.muzzle - line.x)
        yield _house(x, line.y, size, height, _OWNERS[question])
    elif place == FOREST:
        yield {"feature": "Forest", "x": x, "y": line.y, "length": line.half, "width": line.half}
    elif place == BUNKER:
        deep = 2 * (line.target_x - line.side)
        sizes = {"length": 2 * line.half + _NARROW, "width": deep + _NARROW}
        yield {"feature": "Artillery Bunker", "x": x, "y": line.y, "heading": _ACROSS, "owner": who.seat, **sizes}


def _house(x: float, y: float, size: float, height: int, owner: int) -> Piece:
    sizes = {"length": size, "width": size, "height_bricks": height}
    return {"feature": "House", "x": x, "y": y, "owner": owner, **sizes}


def _between(state: State, target: Unit, line: _Line, seen: Seen) -> Iterator[Piece]:
    """What is in the line."""
    for kind, feature in _FEATURES.items():
        if seen.says("cover", kind):
            share = _PLACES.get(kind)
            x = line.at(share) if share is not None else line.side - _CLOSE[kind] * min(1.0, line.gap)
            yield {"feature": feature, "x": x, "y": line.y, "heading": _ACROSS, **_small(line)}
    hidden = seen.one("hidden", NONE)
    if seen.one("sight", "self") != "self":
        hidden = ALL
    if hidden != NONE:
        # walls are higher than what hinders soldiers besides, bunkers are not; hedges do so by themselves
        yield _wall(line, hidden, "Artillery Bunker" if seen.says("cover", OBSTACLE) else "Wall")


def _small(line: _Line) -> dict[str, float]:
    return {"length": _NARROW, "width": _THIN * line.gap}


@rule("mbb.geometry.hidden_fraction", "mbb.mod.hidden.minor", "mbb.mod.hidden.major")
def _wall(line: _Line, hidden: str, feature: str) -> Piece:
    """A wall across the line that hides the right share of the facing side, from its left end on."""
    top = line.y + line.half + 1.0
    reach = line.half * (1.0 - 2.0 * _SHARES[hidden]) if hidden in _SHARES else -line.half - 1.0
    bottom = line.y + reach * _PLACES["hiding"]
    sizes = {"length": top - bottom, "width": _THIN * line.gap}
    return {"feature": feature, "x": line.at(_PLACES["hiding"]), "y": (top + bottom) / 2, "heading": _ACROSS, **sizes}


def _others(state: State, unit: Unit, target: Unit, line: _Line, seen: Seen) -> Iterator[dict[str, Any]]:
    """Units that are there besides: a wreck in the line, and the friend who spots for a gun."""
    letters = {each.seat: each.id[0] for each in (unit, target)}
    card = next(placed.card for placed in state.match.start.units if placed.id == unit.id)
    if seen.says("cover", "wreck"):
        sizes = {"length_inches": _THIN * line.gap, "width_inches": _NARROW}
        name, where = f"{letters[unit.seat]}{_WRECK}", {"x": line.at(_PLACES["wreck"]), "y": line.y, "heading": 0.0}
        wreck = "M4 Sherman" if card_of(state, unit.id).is_infantry else card
        yield {"id": name, "seat": unit.seat, "card": wreck, "status": "wreck", "changes": sizes, **where}
    if seen.one("sight", "self") == "spotter":
        where = {"x": line.target_x, "y": line.y + 10.0, "heading": 270.0}
        yield {"id": f"{letters[unit.seat]}{_SPOTTER}", "seat": unit.seat, "card": card, "changes": {}, **where}
