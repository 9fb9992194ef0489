"""Before and between the turns: where to lay terrain, where to deploy a unit, where to bring on a reserve."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from math import hypot
from operator import mul
from typing import NamedTuple

from brickfield.core.adding import added
from brickfield.core.board import ALIVE, Unit
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.kept import kept
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry import Pose
from ..base.battlefield import battle_of, card_of, describe, enemies_of, footprint
from ..base.starting_a_game import Place, deployment_zone, facing_of, may_place, room_for, waiting_units
from ..base.unit_stats import hiding_counts
from ..chapters.reinforcements.reinforcements import Enter, entry_place, may_enter, reserves
from ..chapters.special_units.mind import bunker_place
from .goals import aim_of
from .judgement_chances import table_of
from .judgement_threats import threat_map
from .stands import Stand, at
from .suggestions_fire import assign, standing

# The grid of places in a zone: inches between columns, and rows as shares of its depth from the front.
_COLUMN_INCHES = 1.4
_ROWS = (0.0, 0.5, 1.0)
# The gap left between units that stand one behind the other, and the one beside them that lets a unit turn.
_GAP, _TURNING_GAP = 0.1, 0.6
# A block of units: how many stand abreast, and inches between the places where it is tried out. Of the best blocks so
# many are offered that lie so many inches apart.
_ABREAST = (2, 3)
_BLOCK_INCHES = 1.0
_BLOCKS, _BLOCKS_APART = 5, 4.0
# A friend this near to its place in a block still belongs to it.
_OUT_OF_LINE = 1.2
# How many places are tried out for a unit by itself, and the steps by which the best is then shifted and turned.
_TRIED = 14
_STEPS = ((0.7, 0.0, 0.0), (-0.7, 0.0, 0.0), (0.0, 0.7, 0.0), (0.0, -0.7, 0.0), (0.0, 0.0, 35.0), (0.0, 0.0, -35.0))
# Where enemies that are not placed yet are imagined, as shares of their zone's width.
_GHOSTS = tuple((number + 0.5) / 12 for number in range(12))
# So many enemies that stand there already are looked at, spread over their front, and so many friends beside a place:
# whoever is further off neither hides it nor is hidden by it.
_EYES, _NEIGHBOURS = 16, 10
# A friend further away than this is no help and no hindrance.
_ROOM = 6.0
# So far from the others is far enough for a squad.
_SQUAD_ROOM = 1.5
# A little room to the next friend is worth something: units that stand too close block each other's way.
_ROOM_WORTH, _ELBOW_ROOM = 0.05, 3.0
# What losses count for whoever has the first turn, and so the first shots.
_LEADER_LOSSES = 0.7
# Points for each inch between a unit and the goal of the battle, and the middle of the table if it has none.
_WAY_TO_GOAL, _WAY_TO_MIDDLE = 0.08, 0.01

_IN_LINE = "{} takes its place in a wide line"

Layout = dict[str, Place]


class Spot(NamedTuple):
    """A place for a unit and what it would bring, in points: the army's shots, its losses, room, and the way it has."""

    place: Place
    shots: float
    danger: float
    room: float
    way: float

    @property
    def value(self) -> float:
        """All together."""
        return self.shots - self.danger + self.room - self.way


def places(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """For the next waiting unit: a place in a wide line, in a block with the others, the safest, the best shot."""
    seat = decision.seat
    waiting = waiting_units(state, seat)
    unit = waiting[0]
    name = describe(state, unit.id)
    bunker = bunker_place(state, unit)
    if bunker is not None:
        return [bunker]
    camp = camp_of(state, seat)
    line = camp.line(unit)
    if line is None:
        # on some ground there is room for swimmers only
        unit, pose = next((each, room) for each in waiting if (room := room_for(state, seat, each)) is not None)
        place, name = Place(unit.id, *pose.place, pose.degrees), describe(state, unit.id)
        return [Suggestion(place, "line", f"the only room left for {name}", "mbb.setup.zone")]
    if n <= 1:
        # whoever only wants a sound place does not wait for all the others to be tried
        return [Suggestion(line.place, "line", _IN_LINE.format(name), "mbb.setup.zone", line.value)]
    found = [(line, "line", _IN_LINE.format(name), "mbb.setup.zone")]
    in_block = f"{name} stands in a block that hides itself"
    found += [(camp.spot(block[unit.id]), "block", in_block, "mbb.geometry.blockers") for block in camp.blocks]
    tried = camp.tried(unit)
    if tried:
        safest = min(tried, key=lambda spot: spot.danger)
        least = "mbb.mod.hidden.trigger" if hiding_counts(state, seat) else "mbb.los.required"
        found.append((safest, "cover", f"{name} stands where the enemy sees least", least))
        sharpest = max(tried, key=lambda spot: spot.shots)
        found.append((sharpest, "fire", f"{name} has a clear view from there", "mbb.los.required"))
    found += [(spot, "post", f"a good place for {name}", "mbb.setup.zone") for spot in tried]
    kept: dict[Place, Suggestion] = {}
    for spot, kind, reason, clause in found:
        kept.setdefault(spot.place, Suggestion(spot.place, kind, reason, clause, spot.value))
    return list(kept.values())


@kept
def camp_of(state: State, seat: int) -> Camp:
    """The camp of a seat on this table."""
    return Camp(state, seat)


class Camp:
    """The deployment zone of a seat, with a view to the units that still wait for their place."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        allied = state.match.allied
        placed = [each for each in state.units.values() if each.status == ALIVE]
        self.friends = [each for each in placed if allied(each.seat, seat)]
        self.foes = _spread(enemies_of(state, seat), _EYES)
        self.waiting = waiting_units(state, seat)
        self.front = facing_of(state, seat)
        self.zone = deployment_zone(state, seat)
        self.upright = battle_of(state).edges[seat].startswith("y=")
        self.ghosts = _ghosts(state, seat)
        others = [other for other in range(state.match.seats) if not allied(other, seat)]
        self.to_come = sum(len(waiting_units(state, other)) for other in others)
        self.foe_worth = [float(card_of(state, each.id).rc) for each in self.foes]
        self.leads = state.facts.get("first") == seat
        self._spots: dict[Place, Spot] = {}

    def line(self, unit: Unit) -> Spot | None:
        """A place far from the others, near the front of the zone; the line grows from the middle to both sides.

        Squads, who are slow, stand between the others.
        """
        x0, y0, x1, y1 = self.zone
        room = _SQUAD_ROOM if card_of(self.state, unit.id).is_infantry else _ROOM
        middle = (x0 + x1) / 2, (y0 + y1) / 2

        def order(place: Place) -> tuple[float, float]:
            off = place.x - middle[0] if self.upright else place.y - middle[1]
            return min(self._room(place), room), -round(abs(off), 3)

        grid = [place for place in self._grid(unit) if self._allowed(place)]
        return self.spot(max(grid, key=order)) if grid else None

    def tried(self, unit: Unit) -> list[Spot]:
        """Places for a unit by itself, best first: where the enemy sees it least, or most if it shoots first."""
        grid = [*self._grid(unit), *self._beside_friends(unit)]
        stands = [Stand(self.state, at(unit, _pose(place))) for place in grid]
        seen = table_of(self.state, self._eyes(self.state), stands)
        shown = [self._shown([chance for chance, _rear in row]) for row in seen]
        order = sorted(range(len(grid)), key=lambda number: -shown[number] if self.leads else shown[number])
        legal = (grid[number] for number in order if self._allowed(grid[number]))
        tried = [self.spot(place) for place in islice(legal, _TRIED)]
        if tried:
            best = max(tried, key=lambda spot: spot.value)
            shifted = [_shifted(best.place, step) for step in _STEPS]
            tried += [self.spot(place) for place in shifted if self._allowed(place)]
        return sorted(tried, key=lambda spot: -spot.value)

    def _shown(self, chances: list[float]) -> float:
        """How much the enemy sees: all that stand there already, and the best placed of those still to come."""
        known = len(self.foes)
        return added(chances[:known]) + added(sorted(chances[known:], reverse=True)[: self.to_come])

    @cached_property
    def blocks(self) -> list[Layout]:
        """The waiting units in columns, one behind the other, where the enemy's best volley does least; the best first.

        Units placed already must be part of the block; if they are not, or if there is no room, there is none.
        """
        tried = [block for abreast in _ABREAST for block in self._blocks_of(abreast)]
        worth = {id(block): self._volley(block)[1] + added(map(self._way, block.values())) for block in tried}
        found: list[Layout] = []
        for block in sorted(tried, key=lambda each: worth[id(each)]):
            if len(found) < _BLOCKS and all(_apart(block, other) for other in found):
                found.append(block)
        return found

    def _blocks_of(self, abreast: int) -> list[Layout]:
        """Every block of so many abreast that fits into the zone around the friends already placed."""
        cards = [card_of(self.state, unit.id) for unit in (*self.friends, *self.waiting)]
        wide = max(card.width_inches for card in cards) + _TURNING_GAP
        deep = max(card.length_inches for card in cards) + _GAP
        x0, y0, x1, y1 = self.zone
        along, depth = (x1 - x0, y1 - y0) if self.upright else (y1 - y0, x1 - x0)
        found: list[Layout] = []
        if -(-len(cards) // abreast) * deep > depth:
            return found
        for number in range(int(along / _BLOCK_INCHES)):
            slots = [
                self._at(number * _BLOCK_INCHES + (column + 0.5) * wide, (row + 0.5) * deep)
                for row in range(-(-len(cards) // abreast))
                for column in range(abreast)
            ]
            layout = self._filled(slots[: len(cards)])
            if layout is not None:
                found.append(layout)
        return found

    def _filled(self, slots: list[tuple[float, float]]) -> Layout | None:
        """The waiting units on the slots that friends have left; None if a friend stands elsewhere or it is illegal."""
        free = list(slots)
        for friend in self.friends:
            x, y = friend.at.place
            taken = min(free, key=lambda slot: hypot(slot[0] - x, slot[1] - y))
            if hypot(taken[0] - x, taken[1] - y) > _OUT_OF_LINE:
                return None
            free.remove(taken)
        layout = {unit.id: Place(unit.id, *slot, self.front) for unit, slot in zip(self.waiting, free, strict=True)}
        return layout if all(map(self._allowed, layout.values())) else None

    def _at(self, along: float, deep: float) -> tuple[float, float]:
        """A point of the zone by its way along the edge and its depth behind the front of the zone."""
        x0, y0, x1, y1 = self.zone
        across = y1 - deep if self.front == 90.0 else y0 + deep
        if not self.upright:
            across = x1 - deep if self.front == 0.0 else x0 + deep
        x, y = (x0 + along, across) if self.upright else (across, y0 + along)
        return round(x, 3), round(y, 3)

    def _allowed(self, place: Place) -> bool:
        return not isinstance(may_place(self.state, self.seat, place), Refusal)

    def spot(self, place: Place) -> Spot:
        """A place judged for the army, with the units to come in their block if there is one."""
        if place not in self._spots:
            layout = {place.unit: place}
            blocks = [] if self.leads else self.blocks
            if blocks:
                layout = {**next((block for block in blocks if block[place.unit] == place), blocks[0]), **layout}
            kills, losses = self._volley(layout)
            room = _ROOM_WORTH * min(self._room(place), _ELBOW_ROOM)
            way = added(map(self._way, layout.values()))
            self._spots[place] = Spot(place, kills, losses * (_LEADER_LOSSES if self.leads else 1.0), room, way)
        return self._spots[place]

    def _way(self, place: Place) -> float:
        """What the way from a place to where the battle will be decided costs, in points."""
        goal = aim_of(self.state, self.seat)
        if goal is not None and goal.disputed:
            return _WAY_TO_GOAL * hypot(goal.x - place.x, goal.y - place.y)
        match = self.state.match
        return _WAY_TO_MIDDLE * hypot(match.width / 2 - place.x, match.height / 2 - place.y)

    def _volley(self, layout: Layout) -> tuple[float, float]:
        """What the first volley destroys, in points: the army's own if it shoots first, and the enemy's."""
        units = self.state.units
        table = self.state.with_units(*[at(units[name], _pose(place)) for name, place in layout.items()])
        beside = self._beside(layout)
        own = [Stand(table, each) for each in (*beside, *[table.units[name] for name in layout])]
        left, kills = [1.0] * len(self.foes), 0.0
        if self.leads and self.foes:
            pairs = table_of(table, own, [Stand(table, each) for each in self.foes])
            shots = [[row[number][0] for row in pairs] for number in range(len(own))]
            left = standing(assign(shots, self.foe_worth), shots, len(self.foes))
            kills = added(worth * (1.0 - chance) for worth, chance in zip(self.foe_worth, left, strict=True))
        seen = table_of(table, self._eyes(table), own)
        # the guns that were looked at hold the table they stand on
        table.clear_caches()
        return kills, self._losses([float(stand.card.rc) for stand in own], left, seen)

    def _losses(self, worth: list[float], left: list[float], seen: list[list[tuple[float, bool]]]) -> float:
        """What the enemy's volley destroys: first those that stand there shoot, then the best placed of the others."""
        volley = [[there * row[number][0] for row in seen] for number, there in enumerate(left)]
        safe = standing(assign(volley, worth), volley, len(worth))
        guessed = [[row[len(left) + number][0] for row in seen] for number in range(len(self.ghosts))]
        threatened = list(map(mul, worth, safe))
        later = standing(assign(guessed, threatened, self.to_come), guessed, len(worth))
        return float(added(worth) - added(map(mul, threatened, later)))

    def _beside(self, layout: Layout) -> list[Unit]:
        """The friends nearest to the first place of a layout."""
        if len(self.friends) <= _NEIGHBOURS:
            return self.friends
        first = next(iter(layout.values()))
        return sorted(self.friends, key=lambda friend: _inches(friend, first))[:_NEIGHBOURS]

    def _eyes(self, table: State) -> list[Stand]:
        return [Stand(table, each) for each in (*self.foes, *self.ghosts)]

    def _room(self, place: Place) -> float:
        """Inches to the next friend."""
        return min([_inches(friend, place) for friend in self.friends], default=_ROOM)

    def _grid(self, unit: Unit) -> list[Place]:
        """Places from the front of the zone to its back in columns, facing the enemy."""
        x0, y0, x1, y1 = self.zone
        card = card_of(self.state, unit.id)
        along, deep = (x1 - x0, y1 - y0) if self.upright else (y1 - y0, x1 - x0)
        wide, depth = along - card.width_inches, deep - card.length_inches
        columns = max(2, int(wide / _COLUMN_INCHES))
        # against the edges of the table nobody could turn
        turning = hypot(card.length_inches, card.width_inches) / 2 + _GAP
        across = [card.width_inches / 2 + column * wide / columns for column in range(columns + 1)]
        return [
            Place(
                unit.id,
                *self._at(
                    min(max(way, turning), max(turning, along - turning)),
                    max(card.length_inches / 2, min(card.length_inches / 2 + row * depth, deep - turning)),
                ),
                self.front,
            )
            for row in _ROWS
            for way in across
        ]

    def _beside_friends(self, unit: Unit) -> list[Place]:
        """Places close to friends, square to the table: whoever stands behind another is hidden by it."""
        card = card_of(self.state, unit.id)
        found: list[Place] = []
        for friend in self.friends:
            x0, y0, x1, y1 = footprint(self.state, friend).box
            for heading in (self.front, (self.front + 90.0) % 360.0):
                long, wide = card.length_inches / 2 + _GAP, card.width_inches / 2 + _GAP
                half_x, half_y = (long, wide) if heading % 180.0 == 0.0 else (wide, long)
                for x in (x0 - half_x, (x0 + x1) / 2, x1 + half_x):
                    for y in (y0 - half_y, (y0 + y1) / 2, y1 + half_y):
                        found.append(Place(unit.id, round(x, 3), round(y, 3), heading))
        return found


def _pose(place: Place) -> Pose:
    return Pose.at(place.x, place.y, place.heading)


def _inches(unit: Unit, place: Place) -> float:
    x, y = unit.at.place
    return hypot(x - place.x, y - place.y)


def _apart(one: Layout, other: Layout) -> bool:
    """Whether two blocks stand at different places of the zone."""
    return all(hypot(one[name].x - other[name].x, one[name].y - other[name].y) >= _BLOCKS_APART for name in one)


def _spread(units: list[Unit], most: int) -> list[Unit]:
    """At most so many of some units, spread evenly over all of them as they stand from left to right."""
    if len(units) <= most:
        return units
    ranked = sorted(units, key=lambda unit: (unit.at.x, unit.at.y))
    return [ranked[number * len(ranked) // most] for number in range(most)]


def _shifted(place: Place, step: tuple[float, float, float]) -> Place:
    right, up, turn = step
    return Place(place.unit, round(place.x + right, 3), round(place.y + up, 3), (place.heading + turn) % 360.0)


def _ghosts(state: State, seat: int) -> list[Unit]:
    """Enemies not placed yet, imagined along their zone."""
    ghosts: list[Unit] = []
    for other in range(state.match.seats):
        waiting = waiting_units(state, other) if not state.match.allied(other, seat) else []
        if waiting:
            x0, y0, x1, y1 = deployment_zone(state, other)
            upright = battle_of(state).edges[other].startswith("y=")
            for share in _GHOSTS:
                share_x, share_y = (share, 0.5) if upright else (0.5, share)
                pose = Pose.at(x0 + share_x * (x1 - x0), y0 + share_y * (y1 - y0), facing_of(state, other))
                ghosts.append(at(waiting[0], pose))
    return ghosts


def entries(state: State, seat: int, on_foot: bool = False) -> list[Suggestion]:
    """Where each reserve may come on along the edge, nearest to where it is wanted first."""
    found: list[Suggestion] = []
    for unit in reserves(state, seat):
        entry = entry_place(state, unit) if card_of(state, unit.id).is_infantry == on_foot else None
        if entry is None:
            continue
        reason = f"{describe(state, unit.id)} comes on"
        first = Enter(unit.id, *entry.pose.place, entry.pose.degrees)
        places = [
            Suggestion(enter, "enter", reason, "mbb.reinf.enter", -way_from(state, seat, enter))
            for enter in dict.fromkeys((first, *_along_edge(state, seat, first)))
            if not isinstance(may_enter(state, seat, enter), Refusal)
        ]
        found += sorted(places, key=lambda each: -each.value)
    return found


def way_from(state: State, seat: int, enter: Enter) -> float:
    """Inches from where a reserve comes on to the ground it fights for, or to the enemy where there is none."""
    view, pose = threat_map(state, seat), Pose.at(enter.x, enter.y, enter.heading)
    if view.aim is not None:
        return view.way_to_area(pose)
    return view.way_to_foes(pose) if view.foes else 0.0


def _along_edge(state: State, seat: int, first: Enter) -> list[Enter]:
    """The same entry further along the edge."""
    upright = battle_of(state).edges[seat].startswith("y=")
    length = state.match.width if upright else state.match.height
    shares = [share * length for share in _GHOSTS[::2]]
    return [
        Enter(first.unit, share if upright else first.x, first.y if upright else share, first.heading)
        for share in shares
    ]
