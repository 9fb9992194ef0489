"""Before the battle: where to lay the pieces of terrain of one's share."""

from __future__ import annotations

from math import hypot

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN
from ..base.battlefield import battle_of
from ..base.obstacles_and_terrain import LayPiece, area_of, may_lay, pieces_left, room_on_the_table
from ..base.pieces import outline_at
from ..chapters.artillery.bunker_places import guns_zone, shelters_guns, stays_empty
from ..chapters.artillery.gun_works import works_heading
from .suggestions_terrain import large_first


def bunker_spots(state: State, seat: int, number: int, n: int) -> list[Suggestion]:
    """Where guns can be deployed in an Artillery Bunker: its front to the enemy, as far ahead as guns may stand."""
    piece, heading = battle_of(state).pieces[number], works_heading(state, seat)
    x0, y0, x1, y1 = outline_at(piece, Pose.at(0.0, 0.0, heading)).box
    zone = guns_zone(state, seat)
    low_x, high_x, low_y, high_y = zone[0] - x0, zone[2] - x1, zone[1] - y0, zone[3] - y1
    shares = [(step + 0.5) / 12 for step in range(12)]
    spots = [(low_x + a * (high_x - low_x), low_y + b * (high_y - low_y)) for a in shares for b in shares]
    middle_x, middle_y = state.match.width / 2, state.match.height / 2
    found: list[Suggestion] = []
    for x, y in sorted(spots, key=lambda place: hypot(place[0] - middle_x, place[1] - middle_y)):
        laid = LayPiece(number, round(x, 3), round(y, 3), heading)
        settled = may_lay(state, seat, laid)
        if not isinstance(settled, Refusal) and not stays_empty(state, seat, number, settled.pose):
            reason = f"guns can be deployed in the {piece.feature}, and it looks at the enemy"
            found.append(Suggestion(laid, "bunker", reason, "mbb.arty.deploy12"))
        if len(found) >= n:
            break
    return found


def terrain_places(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """For the next piece of terrain: places over the player's area, the middle of the table first."""
    seat = decision.seat
    left = pieces_left(state, seat)
    fitting = (each for each in (*large_first(state, left), *left) if room_on_the_table(state, seat, each) is not None)
    number = next(fitting)
    piece = battle_of(state).pieces[number]
    bunker = bunker_spots(state, seat, number, n) if shelters_guns(piece) else []
    if bunker:
        return bunker
    x0, y0, x1, y1 = area_of(battle_of(state), seat, number)
    middle_x, middle_y = state.match.width / 2, state.match.height / 2
    spread = [(column + 0.5) / 12 for column in range(12)]
    grid = [(x0 + across * (x1 - x0), y0 + up * (y1 - y0)) for across in spread for up in spread]
    grid.sort(key=lambda place: hypot(place[0] - middle_x, place[1] - middle_y))
    heading = piece.pose.heading / GRAIN if piece.pose is not None else 0.0
    found: list[Suggestion] = []
    for turned in (0.0, 90.0):
        for x, y in grid:
            laid = LayPiece(number, round(x, 3), round(y, 3), (heading + turned) % 360.0)
            if not isinstance(may_lay(state, seat, laid), Refusal):
                found.append(Suggestion(laid, "middle", f"the {piece.feature} goes there", "mbb.cover.place.divide"))
            if len(found) >= n:
                return found
    room = room_on_the_table(state, seat, number) if not found else None
    if room is not None:
        laid = LayPiece(number, *room.place, room.degrees)
        found = [Suggestion(laid, "middle", f"the {piece.feature} fits there", "mbb.cover.place.divide")]
    return found
