"""A shot worked out before a die falls: who fires, who may be hit, its dice line by line, +1s and save bonus."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.board import Model, Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Tally
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from ..battlefield import MOVED, PRONE, describe, mini_name, mini_of, number, told, weapon_of
from ..minis import is_veteran
from ..sight.landscape import kept_for, landscape, stands_above
from ..sight.sight import ALL, FROM_THE_GUN, NO_SIDE, Firing, Sight, has_veteran, may_load, sight, unit_range
from ..stances import pairs_of, stance_of
from ..weapons import weapons
from .dice_pool import Armed, Cap, DicePool, Terms, item_fault, lone_pool, pool_fault, unit_pool
from .fire_measures import EPS
from .hits_and_saves import Shelter, plus_to_hit, save_bonus
from .ranges import Habits, may_carry

# a heavy weapon that minis of the unit serve
HEAVY = "heavy_support"


class Manner(Struct, frozen=True, gc=False):
    """How an attack is made: items by figure, one mini `only`, dice announced, the side of a building, a cap of dice
    with its clause; `reactive` is a single die without any modifier."""

    items: tuple[tuple[str, str], ...] = ()
    only: str = ""
    announced: int = 0
    side: int = NO_SIDE
    cap: int = 0
    cap_clause: str = ""
    reactive: bool = False
    # the weapon that fires where no mini fires his own
    weapon: str = ""

    @property
    def firing(self) -> Firing:
        """Who fires."""
        if self.weapon == HEAVY:
            return FROM_THE_GUN
        plain = not self.items and not self.only and self.side == NO_SIDE
        return ALL if plain else Firing(self.only, self.items, self.side)


PLAIN_FIRE = Manner()


class Shot(Struct, frozen=True, gc=False):
    """An attack with all its numbers fixed, ready to be rolled."""

    sight: Sight
    pool: DicePool
    plus: Tally
    shelter: Shelter
    last: bool = False

    @property
    def bonus(self) -> Tally:
        """What every save die adds."""
        return save_bonus(self.shelter)


def armed(unit: Unit, figure: Model, manner: Manner) -> Armed:
    """A mini as his dice see him."""
    weapon, mini = weapon_of(figure.card), mini_of(figure.card)
    return Armed(
        figure.id,
        weapon.id if weapon is not None else "",
        is_veteran(mini.id),
        manner.firing.carries(figure.id),
        mini.base_die or weapon is not None,
        tuple([each.id for each in unit.standing if may_load(each, figure)]),
    )


def _shooters(state: State, unit: Unit, seen: Sight, manner: Manner) -> list[Armed]:
    """The minis who fire, as their dice see them."""
    if manner.items:
        return [armed(unit, each, manner) for each in unit.standing if each.id in seen.eligible]
    kept = kept_for(state, unit)
    minis: tuple[Armed, ...] | None = kept.get("armed")
    if minis is None:
        minis = kept["armed"] = tuple([armed(unit, each, PLAIN_FIRE) for each in unit.standing])
    return [each for each in minis if each.figure in seen.eligible]


def habits_of(state: State, unit: Unit) -> Habits:
    """How this table reads ranges, for a unit that has moved in this turn of its owner or not."""
    options, active = state.match.options, int(state.facts.get("active", unit.seat))
    own_turn = state.match.sides[active] == state.match.sides[unit.seat]
    return Habits(options.support_bands, options.hyphen_range, own_turn and number(unit, MOVED) > 0)


@rule("ba.reactive.dice", "ba.reactive.hit")
def _reactive_pool(reach: float) -> DicePool:
    return DicePool(Tally("attack dice", 1, "reactive fire", "ba.reactive.dice"), 1, float(reach))


def pool_of(state: State, unit: Unit, seen: Sight, manner: Manner, *, lying: bool = False) -> DicePool:
    """The dice of an attack with every line of their sum."""
    if manner.reactive:
        return _reactive_pool(unit_range(unit, seen.eligible, state.match.options.support_bands))
    shooters = _shooters(state, unit, seen, manner)
    caps = (Cap(manner.cap, f"at most {manner.cap} dice", manner.cap_clause),) if manner.cap else ()
    terms = Terms(habits_of(state, unit), seen.openings, caps, manner.announced, lying)
    return lone_pool(shooters[0], seen.distance, terms) if manner.only else unit_pool(shooters, seen.distance, terms)


@rule("ba.reactive.range", "ba.attack.declare")
def _reactive_fault(state: State, unit: Unit, target: Unit, seen: Sight) -> Refusal | None:
    """Reactive fire makes no long shot."""
    most = unit_range(unit, seen.eligible, state.match.options.support_bands)
    if seen.distance <= most + EPS:
        return None
    sentence = f"{describe(state, target.id)} is {told(seen.distance)} studs away; the range is {most}."
    return illegal("out_of_range", "ba.reactive.range", sentence, distance=seen.distance, range=most)


@rule("ba.attack.declare", "ba.geometry.eligible", "ba.single.no_reactive", "ba.single.independent")
def shot_of(state: State, unit: Unit, target: Unit, manner: Manner = PLAIN_FIRE) -> Shot | Refusal:
    """Work an attack out, or say why it cannot be made: nobody sees a mini, no die is left, an item cannot be used."""
    if manner.weapon:
        return _battery(state, unit, target, manner)
    # it rests on the two units, on what stands between them and on whose turn it is; see `sight`
    stances = stance_of(state, unit), stance_of(state, target)
    pairs, key = pairs_of(state), (*stances, landscape(state).number, manner, state.facts.get("active"))
    known: Shot | Refusal | None = pairs.get(key)
    if known is None:
        known = pairs[key] = _worked_out(state, unit, target, manner)
    return known


def _worked_out(state: State, unit: Unit, target: Unit, manner: Manner) -> Shot | Refusal:
    seen = sight(state, unit, target, firing=manner.firing)
    if not seen.exposed:
        return unseen_shot(state, unit, target, manner)
    pool = pool_of(state, unit, seen, manner)
    refusal = (
        _reactive_fault(state, unit, target, seen) if manner.reactive else fire_fault(state, unit, seen, pool, manner)
    )
    if refusal is not None:
        return refusal
    return fixed_shot(state, unit, target, seen, pool, manner)


@Question
@rule("ba.attack.declare")
def unseen_shot(state: State, unit: Unit, target: Unit, manner: Manner) -> Shot | Refusal:
    """What comes of an attack on minis of whom nobody is seen."""
    who, whom = describe(state, unit.id), describe(state, target.id)
    return illegal("not_seen", "ba.attack.declare", f"Nobody in {who} sees a mini of {whom} to shoot at.")


@Question
def what_reaches(state: State, unit: Unit, target: Unit, refusal: Refusal) -> Refusal:
    """Why a shot is refused. It is asked for where people read it: bots ask for many shots and read nothing."""
    return refusal


class MountedShot(Struct, frozen=True):
    """What a weapon that no mini carries sees of a squad and rolls against it."""

    sight: Sight
    pool: DicePool
    through_wall: bool = False
    # whether those reached lie behind cover
    lying: bool = False


@Question
def mounted_shot(state: State, unit: Unit, target: Unit, manner: Manner) -> MountedShot | Refusal:
    """A weapon that no mini carries against a squad."""
    return illegal("no_weapon", "ba.attack.declare", f"{describe(state, unit.id)} has no such weapon.")


@rule("ba.veh.vs_infantry", "ba.veh.ap_wall", "ba.elev.hit")
def _battery(state: State, unit: Unit, target: Unit, manner: Manner) -> Shot | Refusal:
    """The weapons of a vehicle: no veteran, height counts; behind the wall fired through saves have +1 and no cover."""
    found = mounted_shot(state, unit, target, manner)
    if isinstance(found, Refusal):
        return found
    if manner.reactive:
        return fixed_shot(state, unit, target, found.sight, _reactive_pool(found.pool.reach), manner)
    shot = fixed_shot(state, unit, target, found.sight, found.pool, manner)
    if found.lying:
        return lying_behind(shot)
    return replace(shot, shelter=replace(shot.shelter, wall=True)) if found.through_wall else shot


def lying_behind(shot: Shot) -> Shot:
    """A shot at those who lie behind cover: neither that cover nor lying counts for itself."""
    return replace(shot, shelter=Shelter(lying=True))


def fire_fault(state: State, unit: Unit, seen: Sight, pool: DicePool, manner: Manner) -> Refusal | None:
    shooters = _shooters(state, unit, seen, manner) if manner.items else ()
    blind = [name for name, _item in manner.items if name not in seen.eligible]
    if blind:
        sentence = f"{mini_name(unit, blind[0])} sees no mini of the target and cannot use his item."
        return illegal("not_eligible", "ba.single.joint", sentence, figure=blind[0])
    beyond = 0 if manner.only else pool.beyond
    return item_fault(shooters, seen.distance, beyond) or pool_fault(pool, seen.distance, manner.announced)


@rule("ba.unit.veteran.eligible", "ba.elev.hit", "ba.elev.save", "ba.last.rule", "ba.reactive.hit")
def fixed_shot(state: State, unit: Unit, target: Unit, seen: Sight, pool: DicePool, manner: Manner) -> Shot:
    """+1s to hit need a veteran among the shooters or height; a shot that reacts has none and knows no last mini."""
    above = stands_above(state, unit, target)
    veteran = has_veteran(unit, seen.eligible) and not manner.reactive
    plus = plus_to_hit(veteran=veteran, higher=above and not manner.reactive, soft=seen.soft)
    shelter = Shelter(seen.hard, seen.soft, number(target, PRONE) > 0, above)
    return Shot(seen, pool, plus, shelter, len(target.standing) == 1 and not manner.reactive)


@rule("ba.move.prone.reaction")
def dropped(before: Shot, after: Sight) -> Shot:
    """The same shot at a unit that went prone before it: V stays as it was. If at least half of those minis would now
    be hidden every save has +2, else the hidden ones count as in hard cover and prone helps the others."""
    now = {each.figure: each for each in after.seen}
    hidden = sum(each.figure not in now for each in before.sight.seen)
    count = len(before.sight.seen)
    if 2 * hidden >= count:
        return replace(before, shelter=Shelter(prone=True, dropped=True))
    hard = hidden + sum(each.hard for each in after.seen if each.figure in {one.figure for one in before.sight.seen})
    return replace(before, shelter=replace(before.shelter, prone=True, hard=2 * hard >= count))


def carried(figure: Model, item: str) -> bool:
    """Whether a mini still has an item."""
    return item in weapons() and figure.marks.get(item, 0) > 0


@rule("ba.weapon.rifle_grenade.range")
def fits(figure: Model, item: str) -> bool:
    """Whether a mini can use an item with what he holds now: a rifle grenade needs a rifle."""
    weapon = weapon_of(figure.card)
    return may_carry(item, weapon.id if weapon is not None else "")
