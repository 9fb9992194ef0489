"""Chances at a glance: who could destroy whom from where, for many poses that units might take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, inf

from brickfield.core.board import Unit
from brickfield.core.kept import kept
from brickfield.core.modifiers import Modifier
from brickfield.core.state import State
from brickfield.geometry import Scene, kernel
from brickfield.geometry.glancing import NEAR_SIDE, Watched, Watcher
from ..base.battlefield import Sights, place_of, sights, terrain
from ..base.grounds import pieces_under
from ..base.line_of_sight import FRONT, LEFT, REAR, RIGHT, Sight, gun_bears, sees_target, sight_of
from ..base.modifiers import added_to_attack, added_to_defense, hidden_units, numbers_of
from ..base.odds import chance_of
from ..base.unit_stats import attack_points, fires_over, flat_chance, has_modifiers, hiding_counts, rear_shot_counts
from ..base.views import in_view, own_cover, seen_past, sight_range, within_sight
from ..chapters.artillery.chapter import ARTILLERY_PIECES
from ..chapters.infantry.chapter import INFANTRY
from ..chapters.infantry.joining import crew_bonus
from ..chapters.infantry.mind_chances import share_lost
from ..chapters.special_units.chapter import SPECIAL_UNITS
from ..chapters.terrain.bunkers import bunker_around, fires_out_of_bunker
from ..chapters.terrain.hills import hill_under
from ..chapters.terrain.water import in_large_water
from .judgement_cover import covers
from .stands import Stand

Rows = list[list[tuple[float, bool]]]
# A shot by the places of shooter and target: its chance, and whether it comes from behind.
_Priced = tuple[int, int, float, bool]
# For each shooter and each target the chance above which a shot is of interest; shooters may share a row.
Floors = list[list[float]]
# What the numbers of a shot depend on. Of a shooter: its AP, what is added. Of a target: its DP, what it stands in,
# what is added. Of the line between them: how much it hides, whether it comes from behind, what covers.
_Gun = tuple[int, int]
_Mark = tuple[int, tuple[str, ...], int, int]
_Key = tuple[_Gun, _Mark, int, bool, tuple[str, ...]]
# The chances they give: a handful of entries, the same in every battle; by house rule, and by whether modifiers
# and hiding count.
_CHANCES: dict[tuple[str, bool, bool], dict[_Key, float]] = {}
# Where there is nothing to shoot through.
_NOTHING = Scene()

# Within this many inches the facing side and the barrel are worked out by the rules themselves, not at a glance.
_CLOSE = 3.0
# The sides of a unit as bits.
_REAR, _ALL_BUT_REAR = 1 << REAR, 1 << LEFT | 1 << RIGHT | 1 << FRONT


@kept
def _sorts_of_ground(_state: State) -> dict[tuple[frozenset[str], ...], int]:
    """Sorts of high ground by number: the same for all seats, because a stand is looked at by both sides."""
    return {}


@kept
def hit_chances(state: State, seat: int) -> HitChances:
    """The guns of a seat on this table."""
    return HitChances(state, seat)


class HitChances:
    """The guns of one seat on one table. Asked for many pairs of shooter and target at once, because that is fast."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        # the chance of all shots alike, where there is one
        self.flat = flat_chance(state, seat)
        self.full = has_modifiers(state, seat)
        self.stacking: str = state.match.options.cover_stacking
        self.view = sights(state, seat)
        self.covers = covers(state) if self.full else None
        self.grounds = grounds = terrain(state).grounds
        played = state.match.chapters_in_play
        self.special = played[SPECIAL_UNITS]
        self.stands = self.full and bool(grounds.large_water or grounds.bunkers)
        self.limit = sight_range(state)
        self.on_foot = played[INFANTRY]
        # whether weather, cards or crews may add to a shot
        self.added = added_to_attack.amended_in(state.match) or (self.on_foot and played[ARTILLERY_PIECES])
        self._known = _CHANCES.setdefault((self.stacking, self.full, hiding_counts(state, seat)), {})
        # where there are hills: the sorts of high ground units are on, and what is seen past from each to each
        self._sorts = _sorts_of_ground(state)
        self._past: dict[tuple[int, int], Sights | None] = {}

    def grid(self, shooters: Sequence[Stand], targets: Sequence[Stand]) -> Rows:
        """For each shooter a row with its chance against each target, and whether that is a shot from behind."""
        rows = [[(0.0, False)] * len(targets) for _ in shooters]
        for i, j, found, rear in self._priced(shooters, targets):
            rows[i][j] = found, rear
        return rows

    def raise_floors(self, shooters: Sequence[Stand], targets: Sequence[Stand], floors: Floors) -> None:
        """Raise floors to the greatest chances there are: shots that cannot be better are not worked out."""
        for i, j, found, _rear in self._priced(shooters, targets, floors):
            if found > floors[i][j]:
                floors[i][j] = found

    def _priced(
        self, shooters: Sequence[Stand], targets: Sequence[Stand], floors: Floors | None = None
    ) -> Iterator[_Priced]:
        """All shots that may come to something, by the places of the two, with the chance of each.

        Infantry and guns that fire over things need a closer look: they are worked out pair by pair, by the rules.
        """
        odd_guns = {number for number, one in enumerate(shooters) if one.ap and self._is_odd_gun(one)}
        odd = {number for number, each in enumerate(targets) if self.on_foot and each.card.markers}
        for i, shooter in enumerate(shooters) if odd_guns or odd else ():
            for j in range(len(targets)) if i in odd_guns else odd if shooter.ap else ():
                target = targets[j]
                if hypot(target.x - shooter.x, target.y - shooter.y) <= shooter.far:
                    yield i, j, *chance(self.state, shooter.unit, target.unit)
        plain = [number for number, one in enumerate(shooters) if one.ap and number not in odd_guns]
        open_to = [number for number in range(len(targets)) if number not in odd]
        for ones in self._by_ground(shooters, plain):
            for others in self._by_ground(targets, open_to):
                if ones and others:
                    yield from self._glance(shooters, targets, ones, others, floors)

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
        ones: Sequence[int],
        others: Sequence[int],
        floors: Floors | None,
    ) -> Iterator[_Priced]:
        """Price every shot of some shooters at some targets between which the same things hide; with floors only those
        that could be better. Than a shot with nothing in the way none is better."""
        view: Sights | None = self.view
        if self.grounds.overlooked:
            view = self._seen_past(shooters[ones[0]], targets[others[0]])
        scene, place = (view or self.view).scene, self.view.place if view is None else view.place
        soft = _NOTHING if self.covers is None else self.covers.soft.scene
        eyes = [_watcher(shooters[i], place) for i in ones]
        seen = [_watched(targets[j], place) for j in others]
        guns = [self._gun(shooters[i]) for i in ones]
        marks = [self._mark(targets[j]) for j in others]
        narrow = [shooters[i].card.mount == "fixed" or bool(self._bunkers(shooters[i])) for i in ones]
        known, flat = self._known, self.flat
        stood = [()] * len(others) if self.covers is None else [self.covers.stood_in(targets[j]) for j in others]
        cannot_improve: list[bytes] = []
        if floors is not None and flat is None and not self.special:
            cannot_improve = self._cannot_improve([floors[i] for i in ones], guns, marks, others)
        for one, other, x, y, side, hidden, past in kernel.glances(scene, eyes, seen, _CLOSE, soft, cannot_improve):
            i, j = ones[one], others[other]
            shooter, target = shooters[i], targets[j]
            if side == NEAR_SIDE:
                yield i, j, *chance(self.state, shooter.unit, target.unit)
                continue
            if view is None or (self.limit is not None and not within_sight(self.state, shooter.shape, target.shape)):
                continue
            if flat is not None:
                if not narrow[one] or self._bears(shooter, target, (x, y)):
                    yield i, j, flat, False
                continue
            gun, mark = guns[one], marks[other]
            rear = side == REAR and (not self.special or rear_shot_counts(self.state, shooter.unit, target.unit))
            if floors is not None and known.get((gun, mark, 0, rear, ()), inf) <= floors[i][j]:
                continue
            if narrow[one] and not self._bears(shooter, target, (x, y)):
                continue
            step = _step(hidden) if hidden else 0
            cover: tuple[str, ...] = stood[other]
            if past and self.covers is not None:
                cover = self.covers.past(shooter, target, past, (x, y), side)
            found = known.get((gun, mark, step, rear, cover))
            if found is None:
                sight = Sight((x, y), side, hidden, True, False, side == REAR)
                needed = numbers_of(self.state, shooter.unit, target.unit, sight).needed
                found = known[gun, mark, step, rear, cover] = chance_of(needed)
            yield i, j, found, rear and self.full

    def _cannot_improve(
        self, floors: Sequence[list[float]], guns: Sequence[_Gun], marks: Sequence[_Mark], others: Sequence[int]
    ) -> list[bytes]:
        """For each shooter the sides of each target at which no shot is above its floor, as the kernel wants them."""
        known, found, sorts = self._known, {}, set(marks)
        for gun, row in zip(guns, floors, strict=True):
            if (id(row), gun) not in found:
                best = {mark: [known.get((gun, mark, 0, rear, ()), inf) for rear in (False, True)] for mark in sorts}
                found[id(row), gun] = bytes(
                    [
                        (best[mark][0] <= row[j]) * _ALL_BUT_REAR + (best[mark][1] <= row[j]) * _REAR
                        for mark, j in zip(marks, others, strict=True)
                    ]
                )
        return [found[id(row), gun] for gun, row in zip(guns, floors, strict=True)]

    def _seen_past(self, shooter: Stand, target: Stand) -> Sights | None:
        """What hides a target from a shooter where there are hills, high bridges and bunkers, distance left aside: all
        that it depends on is which of them each is on or in."""
        key = self._ground(shooter), self._ground(target)
        if key not in self._past:
            state, eye, place = self.state, place_of(shooter.unit), place_of(target.unit)
            past = seen_past(state, eye, place) | own_cover(state, shooter.unit) | own_cover(state, target.unit)
            self._past[key] = sights(state, shooter.unit.seat, past) if in_view(state, eye, place) else None
        return self._past[key]

    def _ground(self, stand: Stand) -> int:
        """The number of the sort of high ground a stand is on."""
        found = stand.ground
        if found is None:
            place = stand.x, stand.y
            decks = pieces_under(self.grounds.high_decks, *place)
            sort = hill_under(self.state, place), decks, self._bunkers(stand)
            found = stand.ground = self._sorts.setdefault(sort, len(self._sorts))
        return found

    def price(self, shooter: Stand, target: Stand, sight: Sight) -> tuple[float, bool]:
        """The chance of one shot whose line of sight is known."""
        state = self.state
        if not self._bears(shooter, target, None if sight.point_blank else sight.muzzle):
            return 0.0, False
        if self.on_foot and (shooter.card.markers or target.card.markers):
            return share_lost(state, shooter.unit, target.unit, sight), False
        if self.flat is not None:
            return self.flat, False
        over = self.special and fires_over(state, shooter.unit.id)
        step = 0 if over else _step(sight.hidden)
        cover = () if over or self.covers is None else self.covers.between(shooter, target, sight)
        rear = sight.rear_shot and (not self.special or rear_shot_counts(state, shooter.unit, target.unit))
        key = self._gun(shooter), self._mark(target), step, rear, cover
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = chance_of(numbers_of(state, shooter.unit, target.unit, sight).needed)
        return found, rear and self.full

    def _bears(self, shooter: Stand, target: Stand, muzzle: tuple[float, float] | None) -> bool:
        """Whether a gun can be brought to bear: if it is fixed, and out of a bunker. At point blank (None) all are."""
        if (
            shooter.card.mount == "fixed"
            and muzzle is not None
            and not gun_bears(self.state, shooter.unit, target.shape, muzzle)
        ):
            return False
        return not self._bunkers(shooter) or fires_out_of_bunker(self.state, shooter.unit, (target.x, target.y))

    def _gun(self, shooter: Stand) -> _Gun:
        """What the numbers of a shot depend on at the shooter: cards in play may add to it."""
        return shooter.ap, _sum(added_to_attack(self.state, shooter.unit)) if self.added else 0

    def _mark(self, target: Stand) -> _Mark:
        """What they depend on at the target: cards in play and the infantry that serves a gun may add to it."""
        within = self._stands_in(target) if self.stands else ()
        if not self.added:
            return target.dp, within, 0, 0
        added = _sum(added_to_defense(self.state, target.unit))
        return target.dp, within, added, _sum(crew_bonus(self.state, target.unit))

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


def _sum(added: tuple[Modifier, ...]) -> int:
    return sum([each.value for each in added])


def _step(hidden: float) -> int:
    """How many AP it takes away that so much of a side is hidden."""
    step = hidden_units(hidden)
    return 0 if step is None else step.value


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
    return hit_chances(state, shooter.seat).price(Stand(state, shooter), Stand(state, target), sight)


def table_of(state: State, shooters: Sequence[Stand], targets: Sequence[Stand]) -> Rows:
    """For each target a row with the chance of each shooter; every seat shoots by its own rules."""
    rows: Rows = [[(0.0, False)] * len(shooters) for _ in targets]
    for seat, numbers in _by_seat(shooters).items():
        found = hit_chances(state, seat).grid([shooters[number] for number in numbers], targets)
        for number, chances in zip(numbers, found, strict=True):
            for row, each in zip(rows, chances, strict=True):
                row[number] = each
    return rows


def raise_floors(state: State, shooters: Sequence[Stand], targets: Sequence[Stand], floors: Floors) -> None:
    """Raise floors to the greatest chance of the shooters that share them; every seat shoots by its own rules."""
    for seat, numbers in _by_seat(shooters).items():
        low = [floors[number] for number in numbers]
        hit_chances(state, seat).raise_floors([shooters[number] for number in numbers], targets, low)


def _by_seat(shooters: Sequence[Stand]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for number, shooter in enumerate(shooters):
        found.setdefault(shooter.unit.seat, []).append(number)
    return found
