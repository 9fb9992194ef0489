"""Vehicle weapons against infantry: whom a battery may hit, and its dice in the order of the rules."""

from __future__ import annotations

from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from ...base.battlefield import PRONE, describe, is_vehicle, number
from ...base.firing.dice_pool import DicePool
from ...base.firing.shots import Manner, MountedShot, mounted_shot
from ...base.reactions.interrupts import reaches_hidden
from ...base.sight.landscape import board_of, landscape, minis_of, mount, place_of, stands_above
from ...base.sight.line_of_sight import Stander
from ...base.sight.sight import NOTHING, Firing, Seen, Sight, sight
from ..flushing.flushing import FLUSH, hiding, may_flush
from .armour import battery_dice, long_shot_loss, reduced
from .batteries import announced, batteries_of, battery_fault, bearing_fault
from .chapter import VEHICLES
from .silhouette import touches, walls_between
from .vehicle_sight import bears
from .vehicles import vehicle_weapons

LYING = Firing(lying=True)


@rule("ba.veh.infantry_targets", "ba.veh.turret")
def minis_borne_on(state: State, unit: Unit, target: Unit, weapon: str, seen: Sight) -> Sight:
    """Of the minis that are seen those on which the weapon can be brought to bear, and the distance to them."""
    poses = {each.id: each.pose for each in target.standing}
    kept = [each for each in seen.seen if (pose := poses[each.figure]) and bears(state, unit, weapon, pose.place)]
    if len(kept) == len(seen.seen):
        return seen
    hull = mount(state, unit)
    gaps = [_gap(hull, state, target, each) for each in kept]
    return replace(seen, seen=tuple(kept), distance=min(gaps, default=1e9))


def _gap(hull: Stander, state: State, target: Unit, each: Seen) -> float:
    who = minis_of(state, target)[each.figure]
    return max(0.0, hull.gap(who.x, who.y) - who.radius)


@rule("ba.veh.ap_wall")
def behind_one_wall(state: State, unit: Unit, target: Unit, weapon: str) -> Sight:
    """The minis whose centre ray from the mount is blocked by one wall and nothing else: no smoke, and no sandbags that
    they lie behind."""
    eye, land, board = mount(state, unit), landscape(state), board_of(state)
    found, nearest = [], 1e9
    lies = number(target, PRONE) and not stands_above(state, unit, target)
    for figure in target.standing:
        who = minis_of(state, target).get(figure.id)
        if who is None or not bears(state, unit, weapon, (who.x, who.y)):
            continue
        inside, _level = place_of(target, figure)
        walls = walls_between(
            land,
            (eye.x, eye.y),
            eye.ground,
            (who.x, who.y),
            who.ground,
            inside=inside,
            hollow=tuple(board.houses),
            ignored=(unit.id,),
        )
        if (
            walls == 1
            and not touches(land.smoke, (eye.x, eye.y), (who.x, who.y))
            and not (lies and hiding(land, eye, who))
        ):
            found.append(Seen(figure.id, (unit.id,)))
            nearest = min(nearest, max(0.0, eye.gap(who.x, who.y) - who.radius))
    return Sight(tuple(found), (unit.id,) if found else (), nearest)


@rule(FLUSH, "ba.veh.ap_wall")
def hidden_from_view(state: State, unit: Unit, target: Unit, weapon: str) -> tuple[Sight, bool]:
    """Whom an AP gun reaches of a squad that it does not see: behind one wall, or lying behind cover; and whether all
    of them are so."""
    walls = behind_one_wall(state, unit, target, weapon)
    if not may_flush(state, target):
        return walls, False
    down = minis_borne_on(state, unit, target, weapon, sight(state, unit, target, firing=LYING))
    if not down.seen:
        return walls, False
    if not walls.seen:
        return down, True
    apart = min(walls.distance, down.distance)
    return replace(walls, seen=(*walls.seen, *down.seen), distance=apart), False


@rule("ba.veh.vs_infantry", "ba.veh.ap_wall", "ba.veh.range", "ba.longshot")
def battery_shot(
    state: State, unit: Unit, target: Unit, weapon: str, dice: int = 0, *, reactive: bool = False
) -> MountedShot | Refusal:
    """A battery against a squad by the ordinary procedure: no base dice but those of the weapon, no veteran."""
    refusal = battery_fault(state, unit, weapon)
    if refusal is not None:
        return refusal
    row = vehicle_weapons()[weapon]
    whole = sight(state, unit, target)
    seen = minis_borne_on(state, unit, target, weapon, whole)
    through, lying = not whole.seen and row.ap, False
    if through:
        seen, lying = hidden_from_view(state, unit, target, weapon)
        if lying and reactive:
            seen = NOTHING
    if not seen.exposed:
        if whole.seen:
            return bearing_fault(state, unit, target, weapon)
        sentence = f"{describe(state, unit.id)} sees no mini of {describe(state, target.id)} to shoot at."
        return illegal("not_seen", "ba.veh.ap_wall" if row.ap else "ba.veh.infantry_targets", sentence)
    beyond = long_shot_loss(seen.distance, row.range)
    count = batteries_of(state, unit)[weapon]
    whole_pool = battery_dice(weapon, count)
    less = reduced(whole_pool, beyond=beyond, through_wall=through and not lying, hidden=False, lying=lying)
    pool = announced(less, dice)
    if isinstance(pool, Refusal):
        return pool
    return MountedShot(seen, DicePool(pool, 0, row.range, beyond), through and not lying, lying)


@mounted_shot.amended(VEHICLES)
def shot_of_a_battery(
    state: State, unit: Unit, target: Unit, manner: Manner, before: MountedShot | Refusal
) -> MountedShot | Refusal:
    """See `battery_shot`."""
    if manner.weapon not in vehicle_weapons():
        return before
    return battery_shot(state, unit, target, manner.weapon, manner.announced, reactive=manner.reactive)


@reaches_hidden.amended(VEHICLES)
@rule("ba.hold.immediate", "ba.veh.ap_wall")
def pierces_walls(state: State, unit: Unit, mover: Unit, before: bool) -> bool:
    """An AP gun fires through one wall."""
    if before or not is_vehicle(state, unit):
        return before
    return any(vehicle_weapons()[each].ap for each in batteries_of(state, unit))
