"""Chances at a glance: who could destroy whom from where, for many poses that units might take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, degrees, inf, sqrt
from typing import Any

from brickfield.core.board import ALIVE, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.mind.infantry_chances import share_lost, under_a_roof
from brickfield.games.micro_brick_battle.mind.judgement_cover import covers
from brickfield.games.micro_brick_battle.rules.amphibious_vehicles import attack_points, defense_points
from brickfield.games.micro_brick_battle.rules.battlefield import (
    Sights,
    card_of,
    footprint,
    obstacles_to,
    sights,
    terrain,
)
from brickfield.games.micro_brick_battle.rules.bunkers import bunker_around, fires_out_of_bunker
from brickfield.games.micro_brick_battle.rules.effect_cards import card_attack, card_defense
from brickfield.games.micro_brick_battle.rules.grounds import pieces_under
from brickfield.games.micro_brick_battle.rules.hills import hill_under
from brickfield.games.micro_brick_battle.rules.infantry_sight import sight_inches
from brickfield.games.micro_brick_battle.rules.joining import crew_bonus
from brickfield.games.micro_brick_battle.rules.line_of_sight import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    Sight,
    gun_bears,
    sight_of,
)
from brickfield.games.micro_brick_battle.rules.measures import victory_table
from brickfield.games.micro_brick_battle.rules.modifiers import hidden_units, numbers_of
from brickfield.games.micro_brick_battle.rules.movement import COIN, budget
from brickfield.games.micro_brick_battle.rules.odds import chance_of
from brickfield.games.micro_brick_battle.rules.quick_play import has_modifiers, moves_freely
from brickfield.games.micro_brick_battle.rules.special_units import fires_over, is_spg, rear_shot_counts
from brickfield.games.micro_brick_battle.rules.spotters import sees_target
from brickfield.games.micro_brick_battle.rules.views import view_of_unit
from brickfield.games.micro_brick_battle.rules.water import in_large_water
from brickfield.games.micro_brick_battle.rules.weather import (
    is_special_in_weather,
    seen_in_weather,
    sight_limit,
    under_the_sky,
    weather_now,
    weather_on_attack,
    weather_on_defense,
)
from brickfield.games.micro_brick_battle.rules.young_players import YOUNG, color_die_chance, rules_level
from brickfield.geometry import Pose, direction, kernel
from brickfield.geometry.glancing import NEAR_SIDE, Watched, Watcher
from brickfield.geometry.grain import GRAIN

Rows = list[list[tuple[float, bool]]]
# For each shooter and each target the chance above which a shot is of interest; shooters may share a row.
Floors = list[list[float]]
# What the numbers of a shot depend on, and the chance they give: a handful of entries, the same in every battle. By
# house rule, rules level and weather; then by AP, DP, hiding, rear shot, cover, weather gear and what else is added.
_Key = tuple[int, int, int, bool, tuple[str, ...], bool, tuple[int, ...]]
_CHANCES: dict[tuple[str, str, str], dict[_Key, float]] = {}

# Within this many inches the facing side and the barrel are worked out by the rules themselves, not at a glance.
_CLOSE = 3.0
_SQRT_HALF = sqrt(0.5)
# How far the outlines of two units may reach from their centres towards each other, a large building around one.
_OUTLINES = 8.0

# Where a unit is imagined after its next move: it turns so much, then drives these shares of the way it has. Half
# the way matters: whoever leans out from behind a house seldom drives on into the open.
_TURNS = (0.0, 25.0, -25.0, 50.0, -50.0, 80.0, -80.0, 120.0, -120.0)
_SHARES = (1.0, 0.5)
_WORTH_DRIVING = 0.5


def at(unit: Unit, pose: Pose) -> Unit:
    """The same unit somewhere else."""
    return Unit(unit.id, unit.seat, unit.card, ALIVE, pose, unit.marks)


def pose_of(unit: Unit) -> Pose:
    """Where a unit on the table stands."""
    assert unit.pose is not None
    return unit.pose


class Stand:
    """A unit at a pose it has or might take, ready to be weighed against many others."""

    __slots__ = (
        *("ahead_x", "ahead_y", "ap", "card", "dp", "far", "place", "reach", "shape", "unit", "x", "y"),
        *("bunkers", "covered", "ground", "near", "within"),
    )

    def __init__(self, state: State, unit: Unit) -> None:
        pose = pose_of(unit)
        self.card = card_of(state, unit.id)
        self.unit = unit = under_a_roof(state, unit) if self.card.markers else unit
        self.ap, self.dp = self.card.ap, self.card.dp
        if self.card.afloat is not None or self.card.markers:
            self.ap, self.dp = attack_points(state, unit), defense_points(state, unit)
        self.x, self.y = pose.place
        self.ahead_x, self.ahead_y = direction(pose.heading)
        self.reach = self.card.length_inches / 2
        self.shape = footprint(state, unit)
        # from centre to centre infantry cannot see further than this, whatever the outlines
        self.far = sight_inches(state, unit)[0] + _OUTLINES if self.card.markers else inf
        # each once somebody asks: which sort of high ground it is on, by number; the bunkers around it;
        # what it stands in that changes the numbers of a shot, and what covers it from anywhere; the structures near it
        self.ground: int | None = None
        self.bunkers: frozenset[str] | None = None
        self.within: tuple[str, ...] | None = None
        self.covered: tuple[str, ...] | None = None
        self.near: frozenset[int] | None = None


def gunnery(state: State, seat: int) -> Gunnery:
    """The guns of a seat on this table, looked at once."""
    key = under_the_sky(state, f"gunnery{seat}")
    found: Gunnery | None = state.from_units.get(key)
    if found is None:
        found = state.from_units[key] = Gunnery(state, seat)
    return found


class Gunnery:
    """The guns of one seat on one table. Asked for many pairs of shooter and target at once, because that is fast."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.level = rules_level(state, seat)
        self.full = has_modifiers(state, seat)
        self.stacking: str = state.match.options.cover_stacking
        self.view = sights(state, seat)
        self.covers = covers(state) if self.full else None
        self.grounds = grounds = terrain(state).grounds
        self.special = state.match.has.special_units
        self.stands = self.full and bool(grounds.large_water or grounds.bunkers)
        self.weather = weather_now(state)
        self.limit = sight_limit(state)
        self.on_foot = state.match.has.infantry
        # whether cards or crews may add to a shot
        self.added: bool = state.match.has.effect_cards or (self.on_foot and state.match.has.artillery)
        self._known = _CHANCES.setdefault((self.stacking, self.level, self.weather.id if self.weather else ""), {})
        # where there are hills: the sorts of high ground units are on, numbered for all seats alike because a stand
        # is looked at by both sides, and what is seen past from each to each
        self._grounds: dict[tuple[frozenset[str], ...], int] = state.from_units.setdefault("high grounds", {})
        self._past: dict[tuple[int, int], Sights | None] = {}

    def chances(self, pairs: Iterable[tuple[Stand, Stand]]) -> list[tuple[float, bool]]:
        """For each pair the chance of the first to destroy the second, and whether that is a shot from behind."""
        view, place, overlooked = self.view, self.view.place, self.grounds.overlooked
        found: list[tuple[float, bool]] = []
        rows: list[Any] = []
        asked: list[tuple[int, Stand, Stand]] = []
        looks = {id(view): (view, rows, asked)}
        for shooter, target in pairs:
            dx, dy = target.x - shooter.x, target.y - shooter.y
            away = sqrt(dx * dx + dy * dy)
            found.append((0.0, False))
            if not shooter.ap:
                continue
            if self.on_foot and (shooter.card.markers or target.card.markers):
                if away <= shooter.far:
                    found[-1] = chance(self.state, shooter.unit, target.unit)
                continue
            if self.special and fires_over(self.state, shooter.unit.id):
                found[-1] = chance(self.state, shooter.unit, target.unit)
                continue
            if self._lost_in_weather(shooter, target, away):
                continue
            if away < _CLOSE and target.unit.id in place:
                found[-1] = chance(self.state, shooter.unit, target.unit)
                continue
            if shooter.card.mount == "fixed":
                dx, dy = dx - shooter.reach * shooter.ahead_x, dy - shooter.reach * shooter.ahead_y
                away = sqrt(dx * dx + dy * dy)
            else:
                share = 1.0 - shooter.reach / away
                dx, dy, away = dx * share, dy * share, away * share
            along = -(target.ahead_x * dx + target.ahead_y * dy) / away
            if along >= _SQRT_HALF:
                side = FRONT
            elif along < -_SQRT_HALF:
                side = REAR
            else:
                side = LEFT if target.ahead_y * dx - target.ahead_x * dy > 0.0 else RIGHT
            if overlooked:
                # what hides differs from pair to pair where there are hills
                seen_past = self._seen_past(shooter, target)
                if seen_past is None:
                    continue
                view, rows, asked = looks.setdefault(id(seen_past), (seen_past, [], []))
                place = view.place
            skips = place.get(shooter.unit.id, -1), place.get(target.unit.id, -1)
            rows.append((target.x - dx, target.y - dy, target.shape, side, *skips))
            asked.append((len(found) - 1, shooter, target))
        for view, rows, asked in looks.values():
            for row, (number, shooter, target), (hidden, seen) in zip(
                rows, asked, kernel.sight_many(view.scene, rows), strict=True
            ):
                if seen:
                    sight = Sight((row[0], row[1]), row[3], hidden, True, False, row[3] == REAR)
                    found[number] = self.price(shooter, target, sight)
        return found

    def grid(self, shooters: Sequence[Stand], targets: Sequence[Stand], floors: Floors | None = None) -> Rows:
        """For each shooter a row with its chance against each target: `chances` of all, for many at once.

        What needs a closer look (weather, infantry, guns that fire over things) is worked out pair by pair. With
        floors only the greatest chances matter: they rise to those found, and a shot that cannot be better counts 0.
        """
        by_pair = self.weather is not None or self.on_foot
        if self.limit is not None or (by_pair and self.grounds.overlooked):
            return [self.chances([(one, other) for other in targets]) for one in shooters]
        rows = [[(0.0, False)] * len(targets) for _ in shooters]
        plain = [number for number, one in enumerate(shooters) if one.ap and not self._is_odd_gun(one)]
        open_to = [number for number, other in enumerate(targets) if not (self.on_foot and other.card.markers)]
        odd_guns, odd_targets = set(range(len(shooters))).difference(plain), set(range(len(targets))) - set(open_to)
        odd = [(i, j) for i in range(len(shooters)) for j in range(len(targets)) if i in odd_guns or j in odd_targets]
        for (i, j), found in zip(odd, self.chances([(shooters[i], targets[j]) for i, j in odd]), strict=True):
            rows[i][j] = found
        for ones in self._by_ground(shooters, plain):
            for others in self._by_ground(targets, open_to):
                self._glance(shooters, targets, ones, others, rows, floors)
        return rows

    def _is_odd_gun(self, shooter: Stand) -> bool:
        """Whether a shooter is infantry where that fights by its own rules, or fires over what is in the way."""
        if self.on_foot and shooter.card.markers:
            return True
        return self.special and fires_over(self.state, shooter.unit.id)

    def _by_ground(self, stands: Sequence[Stand], numbers: Sequence[int]) -> list[list[int]]:
        """These stands by the sort of high ground they are on, as far as there is any."""
        if not self.grounds.overlooked:
            return [list(numbers)]
        found: dict[int, list[int]] = {}
        for number in numbers:
            found.setdefault(self._ground(stands[number]), []).append(number)
        return list(found.values())

    def _glance(
        self,
        shooters: Sequence[Stand],
        targets: Sequence[Stand],
        ones: list[int],
        others: list[int],
        rows: Rows,
        floors: Floors | None,
    ) -> None:
        """Price every shot of some shooters at some targets between which the same things hide."""
        if not ones or not others:
            return
        view: Sights | None = self.view
        if self.grounds.overlooked:
            view = self._seen_past(shooters[ones[0]], targets[others[0]])
        scene, place = (view or self.view).scene, self.view.place if view is None else view.place
        eyes = [_watcher(shooters[i], place) for i in ones]
        seen = [_watched(targets[j], place) for j in others]
        for one, other, x, y, side, hidden in kernel.glances(scene, eyes, seen, _CLOSE):
            i, j = ones[one], others[other]
            shooter, target = shooters[i], targets[j]
            if side == NEAR_SIDE:
                rows[i][j] = chance(self.state, shooter.unit, target.unit)
            elif view is not None and (floors is None or self._in_the_open(shooter, target, side) > floors[i][j]):
                rows[i][j] = self.price(shooter, target, Sight((x, y), side, hidden, True, False, side == REAR))
                if floors is not None:
                    floors[i][j] = max(floors[i][j], rows[i][j][0])

    @rule("mbb.mod.hidden.minor", "mbb.cover.soft")
    def _in_the_open(self, shooter: Stand, target: Stand, side: int) -> float:
        """The chance of a shot at a side with nothing in the way, than which none is better; infinite if not known."""
        if self.level == YOUNG:
            return inf
        return self._known.get(
            self._key(shooter, target, 0, self._is_from_behind(shooter, target, side == REAR), ()), inf
        )

    def _seen_past(self, shooter: Stand, target: Stand) -> Sights | None:
        """What hides a target from a shooter where there are hills, high bridges and bunkers: all that it depends on
        is which of them each is on or in, as long as weather and infantry are out of it."""
        if self.weather is not None or self.on_foot:
            return view_of_unit(self.state, shooter.unit, target.unit)
        key = self._ground(shooter), self._ground(target)
        if key not in self._past:
            self._past[key] = view_of_unit(self.state, shooter.unit, target.unit)
        return self._past[key]

    def _ground(self, stand: Stand) -> int:
        """The number of the sort of high ground a stand is on."""
        found = stand.ground
        if found is None:
            place = stand.x, stand.y
            decks = pieces_under(self.grounds.high_decks, *place)
            sort = hill_under(self.state, place), decks, self._bunkers(stand)
            found = stand.ground = self._grounds.setdefault(sort, len(self._grounds))
        return found

    def _lost_in_weather(self, shooter: Stand, target: Stand, away: float) -> bool:
        """Whether the weather alone hides a target; what is near by its centre needs no closer look."""
        if self.limit is None or away <= self.limit:
            return False
        return not seen_in_weather(self.state, shooter.shape, target.shape)

    def price(self, shooter: Stand, target: Stand, sight: Sight) -> tuple[float, bool]:
        """The chance of one shot whose line of sight is known."""
        state, fixed = self.state, shooter.card.mount == "fixed"
        if fixed and not sight.point_blank and not gun_bears(state, shooter.unit, target.shape, sight.muzzle):
            return 0.0, False
        if self._bunkers(shooter) and not fires_out_of_bunker(state, shooter.unit, (target.x, target.y)):
            return 0.0, False
        if self.on_foot and (shooter.card.markers or target.card.markers):
            return share_lost(state, shooter.unit, target.unit, sight), False
        if self.level == YOUNG:
            return color_die_chance(), False
        over = self.special and fires_over(state, shooter.unit.id)
        hidden = hidden_units(sight.hidden) if sight.hidden and not over else None
        step = hidden.value if hidden is not None else 0
        cover = () if over or self.covers is None else self.covers.between(shooter, target, sight)
        rear = self._is_from_behind(shooter, target, sight.rear_shot)
        key = self._key(shooter, target, step, rear, cover)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = chance_of(numbers_of(state, shooter.unit, target.unit, sight).needed)
        return found, rear and self.full

    def _is_from_behind(self, shooter: Stand, target: Stand, rear: bool) -> bool:
        return rear and (not self.special or rear_shot_counts(self.state, shooter.unit, target.unit))

    def _key(self, shooter: Stand, target: Stand, step: int, rear: bool, cover: tuple[str, ...]) -> _Key:
        """What the numbers of a shot depend on."""
        if self.stands:
            cover += self._stands_in(target)
        fit = self.weather is not None and is_special_in_weather(shooter.card)
        return shooter.ap, target.dp, step, rear, cover, fit, self._added(shooter, target) if self.added else ()

    @rule("mbb.card.scenario", "inf.arty.join")
    def _added(self, shooter: Stand, target: Stand) -> tuple[int, ...]:
        """What cards in play and the infantry that serves a gun add to a shot."""
        state = self.state
        gained = card_attack(state, shooter.unit), card_defense(state, target.unit), crew_bonus(state, target.unit)
        return tuple([sum([each.value for each in found]) for found in gained])

    def _stands_in(self, target: Stand) -> tuple[str, ...]:
        """What a target is in that changes the numbers of a shot, whatever the line."""
        found = target.within
        if found is None:
            water = ("water",) if in_large_water(self.state, (target.x, target.y)) else ()
            found = target.within = (*water, "bunker") if self._bunkers(target) else water
        return found

    def _bunkers(self, stand: Stand) -> frozenset[str]:
        """The bunkers a stand is inside of."""
        found = stand.bunkers
        if found is None:
            found = stand.bunkers = bunker_around(self.state, stand.unit)
        return found


def _watcher(one: Stand, place: dict[str, int]) -> Watcher:
    fixed = one.card.mount == "fixed"
    return one.x, one.y, one.ahead_x, one.ahead_y, one.reach, fixed, place.get(one.unit.id, -1)


def _watched(other: Stand, place: dict[str, int]) -> Watched:
    return other.x, other.y, other.ahead_x, other.ahead_y, other.shape, place.get(other.unit.id, -1)


def chance(state: State, shooter: Unit, target: Unit) -> tuple[float, bool]:
    """The chance that a shot destroys the target (0 if it may not be made), and whether it is a shot from behind."""
    if attack_points(state, shooter) == 0 or not sees_target(state, shooter, target):
        return 0.0, False
    sight = sight_of(state, shooter, target)
    return gunnery(state, shooter.seat).price(Stand(state, shooter), Stand(state, target), sight)


def table_of(state: State, shooters: Sequence[Stand], targets: Sequence[Stand], floors: Floors | None = None) -> Rows:
    """For each target a row with the chance of each shooter; every seat shoots by its own rules."""
    seats = dict.fromkeys([shooter.unit.seat for shooter in shooters])
    if len(seats) == 1:
        return _rows_of(gunnery(state, shooters[0].unit.seat), shooters, targets, floors)
    rows: Rows = [[(0.0, False)] * len(shooters) for _ in targets]
    for seat in seats:
        numbers = [number for number, shooter in enumerate(shooters) if shooter.unit.seat == seat]
        guns, ones = gunnery(state, seat), [shooters[number] for number in numbers]
        low = None if floors is None else [floors[number] for number in numbers]
        for row, found in zip(rows, _rows_of(guns, ones, targets, low), strict=True):
            for number, each in zip(numbers, found, strict=True):
                row[number] = each
    return rows


def _rows_of(guns: Gunnery, shooters: Sequence[Stand], targets: Sequence[Stand], floors: Floors | None) -> Rows:
    return [list(row) for row in zip(*guns.grid(shooters, targets, floors), strict=True)] or [[] for _ in targets]


def open_chance(state: State, shooter: Unit, target: Unit) -> float:
    """The chance of a shot from the front with nothing in the way."""
    if rules_level(state, shooter.seat) == YOUNG:
        return color_die_chance()
    ap, dp = card_of(state, shooter.id).ap, card_of(state, target.id).dp
    if not ap:
        return 0.0
    ap += sum(each.value for each in weather_on_attack(state, shooter))
    dp += sum(each.value for each in weather_on_defense(state))
    return chance_of(victory_table().needed(ap, dp))


def bearing(pose: Pose, x: float, y: float) -> float:
    """The turn, -180 to 180 degrees, that would bring a pose to face a point; to the left is positive."""
    ahead_x, ahead_y = direction(pose.heading)
    dx, dy = x - pose.x / GRAIN, y - pose.y / GRAIN
    return degrees(atan2(ahead_x * dy - ahead_y * dx, ahead_x * dx + ahead_y * dy))


def next_poses(state: State, unit: Unit) -> list[Pose]:
    """Where a unit could shoot from after its next Movement Phase: all or half of its way in many directions.

    A self-propelled gun that moves does not shoot.
    """
    if is_spg(state, unit.id):
        return []
    pose, card = pose_of(unit), card_of(state, unit.id)
    points = budget(state, unit) / COIN
    free = moves_freely(state, unit.seat)
    field = obstacles_to(state, unit.id)
    skip = field.place.get(unit.id, -1)
    size = card.length_inches, card.width_inches
    found: list[Pose] = []
    for turn in _TURNS:
        whole = points if free else points - abs(turn) / 90.0
        for way in [whole * share for share in _SHARES if whole * share > _WORTH_DRIVING]:
            end: Any = kernel.sweep(field.scene, *size, *pose.place, pose.degrees, ((turn, way),), skip)
            found.append(Pose.at(*end[:3]))
    return list(dict.fromkeys(found))
