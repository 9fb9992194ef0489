"""Target Declaration Phase: the question who fires at what, each shot with everything behind its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import hypot
from typing import Any, ClassVar

from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core.asking.offers import Aims, Asked, Choice, Shooter
from brickfield.core.asking.previews import ConeFace, Glimpse, ReachFace
from brickfield.core.board import WRECK, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Decision
from brickfield.core.frames import Ask
from brickfield.core.modifiers import Tally
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import AimFace, SightPicture, Sum, outlined
from brickfield.core.state import State
from brickfield.geometry import Shape, kernel
from brickfield.geometry.grain import GRAIN
from .battlefield import (
    battle_of,
    card_of,
    describe,
    enemy_planes,
    footprint,
    place_of,
    range_between,
    targets_of,
    token_shape,
)
from .line_of_sight import SIDE_NAMES, Sight, muzzle, side_ends, sight_of, spotter_for
from .measures import measures, modifiers
from .modifiers import Numbers, numbers_of
from .odds import chance_to_destroy, chance_to_hit, lives, lives_taken, ways_to_roll
from .shooting import decided_by
from .target_declaration import (
    Declare,
    Shot,
    able_to_join,
    fewest_partners,
    leftmost,
    may_target,
    settle_declarations,
    targetable_pieces,
)
from .unit_stats import has_modifiers, waits
from .views import hides_alone, own_sight, view_of_unit, walled_in

# What a shot needs that takes no roll.
SURE = "sure"
_COUNTS = {1: "one", 2: "two", 3: "three"}
# In a few words what decides a shot, by the kind of the modifier that counts.
_REMARKS = {
    "wreck": "wreck in the line",
    "hedgerow": "hedgerow in the line",
    "light_trees": "trees in the line",
    "water": "in the water",
    "rear": "from behind",
}


class DeclareTargets(Decision, frozen=True):
    """The targets of all units, from the leftmost on; the answer locks them."""

    ANSWER: ClassVar[Any] = Declare
    CLAUSE: ClassVar[str] = "mbb.declare.one"

    def settle(self, state: State, answer: Any) -> Any:
        """See `settle_declarations`."""
        return settle_declarations(state, self.seat, answer)

    @rule("mbb.shoot.order", "mbb.geometry.preview")
    def ask(self, state: State) -> Asked:
        """A target for each unit or none, in the order the shots will fall."""
        shooters = [
            Shooter(
                unit.id, aims_of(state, unit), number, cones=gun_arc(state, unit), circles=sight_circle(state, unit)
            )
            for number, unit in enumerate(leftmost(state, self.seat), start=1)
            if waits(state, unit) is None
        ]
        nothing = Choice(Declare(()), "Declare nothing", "Nobody fires this turn.", self.CLAUSE)
        offer = Aims(
            tuple(shooters),
            {"answer": "declare"},
            plan=True,
            into="shots",
            none=nothing,
            clause="mbb.shoot.order",
            give="Lock fire plan",
            expects="Expected kills",
        )
        text = "Shots fall left to right, as seen from your edge. Everything stays open until you lock the plan."
        return self.asked("Declare targets", text, offer)


@rule("mbb.geometry.arc.fixed", "mbb.geometry.muzzle.fixed")
def gun_arc(state: State, unit: Unit) -> tuple[ConeFace, ...]:
    """The arc of a fixed gun, from its barrel; a turret has none."""
    card = card_of(state, unit.id)
    if unit.pose is None or card.mount != "fixed" or not card.has_main_weapon:
        return ()
    (x, y), half = muzzle(state, unit, unit.pose.place), state.match.options.fixed_arc_deg / 2
    x0, y0, x1, y1 = battle_of(state).bounds
    far = hypot(x1 - x0, y1 - y0)
    cone = (unit.pose.degrees, half, far, "arc of its gun", "mbb.geometry.arc.fixed")
    return (ConeFace(round(x * GRAIN), round(y * GRAIN), *cone),)


def sight_circle(state: State, unit: Unit) -> tuple[ReachFace, ...]:
    """How far a unit sees that has a sight of its own."""
    limit = own_sight(state, unit) if unit.pose is not None else None
    if limit is None:
        return ()
    inches, clause = limit
    return (ReachFace(outlined(footprint(state, unit)), inches, "it sees", clause),)


def ask_for_targets(seat: int) -> Ask:
    """The question of a Target Declaration Phase; the shots go into the frame that asks."""
    return Ask(DeclareTargets(seat), into="shots")


def aims_of(state: State, unit: Unit) -> tuple[AimFace, ...]:
    """Everything a unit might fire at, possible shots first, enemies before terrain, the best odds first."""
    there = (*targets_of(state, unit.seat), *enemy_planes(state, unit.seat))
    enemies = [each.id for each in there]
    aims = [aim(state, unit, target) for target in (*enemies, *targetable_pieces(state))]
    return tuple(sorted(aims, key=lambda each: (each.refusal is not None, each.target in state.tokens, -each.odds)))


@rule("mbb.geometry.preview")
def aim(state: State, unit: Unit, target: str) -> AimFace:
    """Before a declaration is locked: AP, DP, every modifier with its clause, the number needed and the odds."""
    refusal = may_target(state, unit, target)
    if target in state.tokens:
        return _at_terrain(state, unit, target, refusal)
    if target not in state.units or state.units[target].pose is None:
        return AimFace(unit.id, target, describe(state, target), "not on the table", refusal)
    enemy = state.units[target]
    return face_at(state, enemy)(state, unit, enemy, refusal)


# How a shot at a unit is shown, with why it may not be made.
Face = Callable[[State, Unit, Unit, Refusal | None], AimFace]


@Question
@rule("mbb.geometry.preview")
def face_at(state: State, target: Unit) -> Face:
    """How a shot at a target is shown: like one at what stands on the ground."""
    return _at_unit


def _at_unit(state: State, unit: Unit, enemy: Unit, refusal: Refusal | None) -> AimFace:
    target = enemy.id
    plain = _measured(state, unit, target, card_of(state, target).name, footprint(state, enemy))
    if refusal is not None:
        sight = picture(state, unit, enemy, sight_of(state, unit, enemy))
        return replace(plain, remark=why_short(refusal), refusal=refusal, sight=sight)
    shot = replace(plain, odds=chance_to_hit(state, unit.id, target), joins=ids_of(able_to_join(state, unit, enemy)))
    return aim_told(state, unit, enemy, shot)


@Question
@rule("mbb.geometry.preview", "mbb.shoot.table")
def aim_told(state: State, unit: Unit, enemy: Unit, shot: AimFace) -> AimFace:
    """A shot that may be made, with the number it needs and why."""
    others = fewest_partners(state, unit, enemy)
    numbers = numbers_of(state, unit, enemy, others=others)
    by = spotter_for(state, unit, enemy.id)
    return replace(
        shot,
        remark=", ".join(_remarks(state, others, by, numbers)),
        needed=numbers.needed,
        need=need_words(numbers.needed),
        roll=roll_words(numbers.needed),
        ways=ways_to_roll(numbers.needed),
        sums=(sum_of(numbers.attack_points), sum_of(numbers.defense_points)),
        sight=picture_of(state, by, enemy) or picture(state, unit, enemy, numbers.sight),
        clause="mbb.spot.los" if by else "mbb.shoot.table",
        by=by,
        odds_of=", ".join(_odds_of(state, unit, enemy, others)) or UNSET,
        needs=ids_of(others) or UNSET,
    )


@rule("inf.flank.vehicle")
def _odds_of(state: State, unit: Unit, target: Unit, others: tuple[Unit, ...]) -> Iterator[str]:
    """With whom the odds of a shot are, and what a hit does where it does not destroy."""
    if others:
        yield together(others)
    yield from _harm(state, unit, target)


@rule("inf.eng.hit", "inf.dmg.infantry")
def _harm(state: State, unit: Unit, target: Unit) -> Iterator[str]:
    """What a hit does where it does not destroy."""
    taken, left = lives_taken(state, target.id, unit.id), lives(state, target.id)
    if taken < left:
        yield f"a hit takes {taken} of its {left} markers"
    if target.status == WRECK:
        yield "the work breaks off"


def ids_of(units: tuple[Unit, ...]) -> tuple[str, ...]:
    return tuple([each.id for each in units])


def together(others: tuple[Unit, ...]) -> str:
    return f"with {' and '.join(each.id for each in others)}"


def _remarks(state: State, others: tuple[Unit, ...], spotter: str, numbers: Numbers) -> Iterator[str]:
    """Who goes with a shot, who sees for it, and what counts besides.

    That the gun itself does not see a target that is spotted for it decides nothing.
    """
    if others:
        yield f"flank {together(others)}"
    if spotter:
        yield f"spotted by {describe(state, spotter)}"
    counted = any(each.value for each in (*numbers.attack_points.in_force(), *numbers.defense_points.in_force()))
    if counted or not spotter:
        yield remark(numbers)


def need_words(needed: int | None) -> str:
    """What the dice must show, short."""
    return "–" if needed is None else f"{needed}+"


def roll_words(needed: int | None) -> str:
    """What that means."""
    return "no roll can destroy it" if needed is None else _dice_words(measures().shot_dice)


def _measured(state: State, unit: Unit, target: str, title: str, shape: Shape) -> AimFace:
    return AimFace(unit.id, target, title, "", distance=range_between(footprint(state, unit), shape))


def _dice_words(count: int) -> str:
    return f"on {_COUNTS.get(count, str(count))} {'die' if count == 1 else 'dice'}"


@rule("mbb.hm.shot")
def _at_terrain(state: State, unit: Unit, target: str, refusal: Refusal | None) -> AimFace:
    """A shot at terrain needs no roll: it takes one marker, and the last one takes the piece off the table."""
    token = state.tokens[target]
    plain = replace(_measured(state, unit, target, token.kind, token_shape(token)), clause="mbb.hm.shot")
    if refusal is not None:
        return replace(plain, remark=why_short(refusal), refusal=refusal)
    markers = token.marks.get("hm", 0)
    return replace(
        plain,
        by=spotter_for(state, unit, target),
        remark=f"{markers} hit marker{'s' if markers != 1 else ''}",
        need=SURE,
        roll="no roll: the shot takes its last hit marker" if markers == 1 else "no roll: the shot takes a hit marker",
        odds=chance_to_destroy(state, unit.id, target),
    )


def why_short(refusal: Refusal) -> str:
    short = {
        "no_line_of_sight": "no line",
        "out_of_arc": "out of arc",
        "behind_bunker": "out of arc",
        "no_main_weapon": "no main gun",
        "moved_gun": "has moved",
        "has_landed": "has just landed",
        "afloat": "swims",
        "out_of_range": "too far",
        "beyond_weather": "lost in the weather",
        "out_of_sight": "too far to see",
        "too_few_to_flank": "takes a flank",
        "not_for_infantry": "not for infantry",
        "joined_to_gun": "with its gun",
    }
    return short.get(refusal.code, "not possible")


def sum_of(tally: Tally) -> Sum:
    """A tally as it is shown."""
    return Sum(tally.of, tally.lines(), tally.total)


def remark(numbers: Numbers) -> str:
    """What decides the shot: the cover that counts, the side, or that there is none."""
    counted = (*numbers.attack_points.in_force(), *numbers.defense_points.in_force())
    words = []
    for modifier in counted:
        if modifier.kind == "hidden":
            words.append(f"{round(numbers.sight.hidden * 100)} % hidden")
        elif modifier.value:
            words.append(_REMARKS.get(modifier.kind, modifier.reason))
    if not words and numbers.sight.hidden:
        # nothing is taken off for cover here, or something else takes its place: a share would only mislead
        return "in sight"
    return ", ".join(dict.fromkeys(words)) or "in the open"


@rule("mbb.spot.los")
@rule("mbb.geometry.hidden_fraction", "mbb.geometry.facing_side")
def picture(state: State, shooter: Unit, target: Unit, sight: Sight) -> SightPicture:
    """What was measured: from the barrel, the facing side, and the stretches of it that are hidden, and by what."""
    x, y = sight.muzzle
    ends = side_ends(footprint(state, target), sight.side, sight.muzzle)
    hidden: tuple[tuple[float, float], ...] = ()
    blockers: tuple[str, ...] = ()
    view = None if sight.point_blank or walled_in(state, target) else view_of_unit(state, shooter, target)
    if view is not None:
        skipped = view.place.get(shooter.id, -1), view.place.get(target.id, -1)
        hidden = _gaps(kernel.visible_intervals(view.scene, x, y, *ends, *skipped))
        names = {number: name for name, number in view.place.items()}
        blockers = tuple(names[each] for each in kernel.shadowed_by(view.scene, x, y, *ends) if each not in skipped)
    elif not sight.seen:
        hidden, blockers = ((0.0, 1.0),), tuple(sorted(hides_alone(state, place_of(target))))
    return SightPicture(
        eye=sight.muzzle,
        side=ends,
        side_name=SIDE_NAMES[sight.side],
        hidden=hidden,
        share=sight.hidden,
        blockers=blockers,
        thresholds=_thresholds(state, shooter.seat),
        clause="mbb.geometry.hidden_fraction",
    )


@Question
@rule("mbb.geometry.hidden_fraction")
def picture_of(state: State, by: str, target: Unit) -> SightPicture | None:
    """The line of a shot that rests on the sight of somebody else, a unit or a piece by its id; None: on no other's."""
    return None


def _gaps(seen: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """The stretches from 0 to 1 that are not in a list of seen ones."""
    gaps = []
    at = 0.0
    for low, high in seen:
        if low > at:
            gaps.append((at, low))
        at = high
    if at < 1.0:
        gaps.append((at, 1.0))
    return tuple(gaps)


@rule("mbb.mod.hidden.minor", "mbb.mod.hidden.major")
def _thresholds(state: State, seat: int) -> tuple[tuple[float, str, str], ...]:
    """The shares at which the hidden-unit modifier begins and doubles; none where there are no modifiers."""
    if not has_modifiers(state, seat):
        return ()
    table = modifiers()
    minor, major = table.hidden_minor, table.hidden_major
    return (
        (measures().hidden_tolerance_share, f"−{-minor.value} when partly hidden", minor.clause),
        (table.hidden_half_share, f"−{-major.value} from {table.hidden_half_share:.0%}", major.clause),
    )


def glimpses(state: State, unit: Unit, others: Iterable[Unit], outwards: bool) -> tuple[Glimpse, ...]:
    """Whom a unit could fire at (`outwards`), or who could fire at it, from where it stands, with the odds."""
    found = []
    for other in others:
        shooter, target = (unit, other) if outwards else (other, unit)
        if may_target(state, shooter, target.id) is None:
            numbers = numbers_of(state, shooter, target)
            needed = decided_by(state, shooter, target).numbers(state, Shot(shooter.id, target.id), ()).needed
            odds = chance_to_hit(state, shooter.id, target.id)
            what = ", ".join(_harm(state, shooter, target))
            found.append(Glimpse(other.id, needed, odds, numbers.sight.hidden, remark=what))
    return tuple(sorted(found, key=lambda each: -each.odds))
