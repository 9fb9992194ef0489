"""Goals: what each side must do, how far it has come, and the marker, flags and units it is about."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, inf

from brickfield.core.board import IN_BATTLE, Unit
from brickfield.core.clauses import rule
from brickfield.core.numbers import counted, listed, number_text
from brickfield.core.shown.goals import (
    Camp,
    Goal,
    GoalMark,
    GoalNow,
    camps,
    spot,
    tied,
    told_apart,
    unit_mark,
    until,
    whereabouts,
)
from brickfield.core.shown.showing import box_outline
from brickfield.core.state import State
from brickfield.geometry import GRAIN, direction
from ..base.battlefield import ActionMatch, describe, living, match_of, zone_area
from ..base.measures import measures
from ..base.objective import (
    ESCAPE,
    ahead_on_points,
    far_edge,
    hunting_side,
    points_decide,
    removed_share,
    studs_to_leave,
    target_unit,
)
from ..base.objective_kinds import CLAUSES, Kind, objective_numbers, rounds_of
from ..chapters.capture.activating import marker_distance
from ..chapters.flags.flags import FLAG, carried_flag

_CORNERS = 32
# a share that is whole but for a hair
_EPS = 1e-9
_WIPED = "A side with nobody left on the board loses at once."
CAPTURE, HUNT = "capture", "target_unit"


def goals(match: ActionMatch) -> tuple[Goal, ...]:
    """The goal of every side, by the objective of the battle."""
    return tuple(WORDED[match.objective.kind](match, camp) for camp in camps(match))


def _last(match: ActionMatch) -> int:
    return rounds_of(match.objective, match.options.last_round)


def _goal(match: ActionMatch, camp: Camp, sentence: str, more: str) -> Goal:
    clause = CLAUSES[match.objective.kind]
    return Goal(camp.goal, camp.seats, sentence, clause, _last(match), f"{more} {_WIPED}".strip())


@rule("ba.obj.eliminate", "ba.obj.turnlimit")
def _eliminate(match: ActionMatch, camp: Camp) -> Goal:
    """Remove the enemy, or more of his points than he of yours."""
    all_of_him = match.objective.kind == "eliminate_all"
    task = "Wipe the enemy out" if all_of_him else "Remove more of the enemy's value than they remove of yours"
    return _goal(match, camp, f"{task}{until(_last(match))}.", _at_the_end(match))


@rule("ba.obj.turnlimit")
def _at_the_end(match: ActionMatch) -> str:
    """What the last round decides."""
    last = _last(match)
    if not points_decide(match):
        return f"When round {last} is over it is a draw."
    lead = objective_numbers().lead_percent
    return (
        f"When round {last} is over, whoever has removed the larger share of the enemy's value wins, if it leads by"
        f" {lead} percentage points; else it is a draw."
    )


@rule("ba.obj.capture", "ba.obj.capture.activate_action")
def _capture(match: ActionMatch, camp: Camp) -> Goal:
    """The attacker activates the marker; the defender must not let him."""
    near = f"{number_text(objective_numbers().marker_studs)} studs"
    how = f"A squad that is not suppressed does so with an action within {near} of it, with no enemy squad that near."
    where = whereabouts(*match.objective.marker, match.width, match.height)
    if camp.side == match.objective.attacker:
        return _goal(match, camp, f"Activate the marker {where}{until(_last(match))}.", how)
    kept = f"Keep the enemy from activating the marker {where} until the end of round {_last(match)}."
    return _goal(match, camp, kept, how.replace("so with", "it with"))


@rule("ba.obj.target_unit")
def _hunt(match: ActionMatch, camp: Camp) -> Goal:
    """The attacker destroys the marked unit; the defender keeps it alive."""
    target = target_unit(match)
    named = f"{match.cards[target].title} {target}" if target else "the marked unit"
    if camp.side == match.objective.attacker:
        return _goal(match, camp, f"Destroy {named}{until(_last(match))}.", "")
    return _goal(match, camp, f"Keep {named} alive until the end of round {_last(match)}.", "")


@rule("ba.obj.escape")
def _escape(match: ActionMatch, camp: Camp) -> Goal:
    """The marked unit has to touch the far edge; the others keep it from that, or destroy it."""
    target = target_unit(match)
    named = f"{match.cards[target].title} {target}" if target else "the marked unit"
    if camp.side == match.objective.attacker:
        task = f"Bring {named} to the far edge{until(_last(match))}."
        return _goal(match, camp, task, "Its hull, or one of its minis, has to touch the edge.")
    return _goal(
        match, camp, f"Destroy {named}, or keep it from the far edge until the end of round {_last(match)}.", ""
    )


@rule("ba.obj.flag")
def _flag(match: ActionMatch, camp: Camp) -> Goal:
    """The flag of the others, into the own zone."""
    whose = listed((f"{match.seat_name(seat)}'s" for seat in camp.others[:1]), "or")
    task = f"Take {whose} flag and carry it into your own zone{until(_last(match))}."
    how = "A mini that touches a flag takes it with an action; your own flag then goes back to where it began."
    return _goal(match, camp, task, f"{how} {_at_the_end(match)}")


WORDED: dict[Kind, Callable[[ActionMatch, Camp], Goal]] = {
    "eliminate_all": _eliminate,
    "eliminate_most": _eliminate,
    "capture": _capture,
    "target_unit": _hunt,
    "escape": _escape,
    "flag": _flag,
}


@rule("ba.obj.capture")
def fixed_marks(match: ActionMatch) -> tuple[GoalMark, ...]:
    """The marker with the ground about it."""
    if match.objective.kind != CAPTURE:
        return ()
    (x, y), reach = match.objective.marker, objective_numbers().marker_studs
    ring = [direction(round(corner * 360 / _CORNERS * GRAIN)) for corner in range(_CORNERS)]
    area = tuple(round((at + reach * way) * GRAIN) for c, s in ring for at, way in ((x, c), (y, s)))
    mark = GoalMark("marker", "marker", "Keep them from activating this", spot(x, y), area)
    own = match.seats_of([match.objective.attacker])
    others = tuple(seat for seat in range(match.seats) if seat not in own)
    return told_apart(mark, "Activate this", own, others)


def goals_now(state: State) -> tuple[GoalNow, ...]:
    """How far every side has come."""
    kind = match_of(state).objective.kind
    stands = {CAPTURE: _capture_now, HUNT: _hunt_now, ESCAPE: _escape_now, FLAG: _flag_now}.get(kind, _eliminate_now)
    return tuple(stands(state, camp) for camp in camps(state.match))


@rule("ba.obj.eliminate")
def _eliminate_now(state: State, camp: Camp) -> GoalNow:
    """The share of the enemy's points that is removed, and how many of his units are left."""
    crews = match_of(state).crews
    enemies = [unit for unit in state.units.values() if unit.seat in camp.others and unit.id not in crews]
    left = sum(unit.status in IN_BATTLE for unit in enemies)
    share = _percent(state, camp.side)
    told = f"{share} % of the enemy's value removed, {left} of {counted(len(enemies), 'enemy unit')} left"
    return GoalNow(camp.goal, told, share, 100)


@rule("ba.obj.capture")
def _capture_now(state: State, camp: Camp) -> GoalNow:
    """Whose squads are near enough to the marker."""
    return GoalNow(camp.goal, f"at the marker now: {_near(state)}", int(_is_decided(state, camp)), 1)


def _near(state: State) -> str:
    reach = objective_numbers().marker_studs + measures().tolerance
    seats = sorted({unit.seat for unit in living(state) if marker_distance(state, unit) <= reach})
    return listed(map(state.match.seat_name, seats)) or "nobody"


def _is_decided(state: State, camp: Camp) -> bool:
    return state.outcome is not None and set(camp.seats) <= set(state.outcome.winners)


@rule("ba.obj.target_unit")
def _hunt_now(state: State, camp: Camp) -> GoalNow:
    """How much of the hunted unit is left."""
    target = target_unit(match_of(state))
    unit = state.units[target]
    full = max(1, len(unit.squad))
    left = (len(unit.standing) if unit.squad else 1) if unit.status in IN_BATTLE else 0
    told = f"{describe(state, target)}: {left} of {full} {'mini' if full == 1 else 'minis'} left"
    if not unit.squad:
        told = f"{describe(state, target)} {'drives' if left else 'is destroyed'}"
    return GoalNow(camp.goal, told, full - left if camp.side == match_of(state).objective.attacker else left, full)


@rule("ba.obj.escape")
def _escape_now(state: State, camp: Camp) -> GoalNow:
    """How far the marked unit has still to go, of the whole length of the board."""
    match = match_of(state)
    unit, long = state.units[target_unit(match)], ceil(match.height)
    if unit.status not in IN_BATTLE:
        return GoalNow(camp.goal, f"{describe(state, unit.id)} is destroyed", 0, long)
    gap = studs_to_leave(state, unit) if "zone0" in state.facts else inf
    if gap == inf:
        return GoalNow(camp.goal, f"{describe(state, unit.id)} has still to set out", 0, long)
    left = min(long, ceil(gap))
    return GoalNow(camp.goal, f"{describe(state, unit.id)}: {left} studs to the far edge", long - left, long)


@rule("ba.obj.flag")
def _flag_now(state: State, camp: Camp) -> GoalNow:
    """Where the flag is that a side is after."""
    wanted = [side for side in sorted(set(state.match.sides)) if side != camp.side]
    carriers = [unit for unit, side in _carried(state) if side in wanted]
    won = _is_decided(state, camp) and state.outcome is not None and state.outcome.reason == "flag_home"
    told = f"{describe(state, carriers[0].id)} carries it" if carriers else "nobody carries it"
    return GoalNow(camp.goal, "it is home" if won else told, 2 if won else int(bool(carriers)), 2)


def _carried(state: State) -> list[tuple[Unit, int]]:
    return [
        (unit, side)
        for unit in state.units.values()
        for each in unit.standing
        if (side := carried_flag(each)) is not None
    ]


def in_short(state: State) -> str:
    """The goals of all in one line."""
    match = match_of(state)
    if match.objective.kind == CAPTURE:
        return f"at the marker: {_near(state)}"
    if match.objective.kind in (HUNT, ESCAPE):
        return goals_now(state)[0].words
    if match.objective.kind == FLAG:
        told = [f"{unit.id} carries {_called(match, side)}'s flag" for unit, side in _carried(state)]
        return ", ".join([*told, _points_now(state)])
    return _points_now(state)


@rule("ba.obj.turnlimit", "ba.obj.eliminate")
def _points_now(state: State) -> str:
    """How the value that was removed stands, and whose they would make the battle now."""
    match = match_of(state)
    told = f"removed {tied(_percent(state, camp.side) for camp in camps(match))} %"
    if not points_decide(match):
        return told
    ahead = ahead_on_points(state)
    verdict = f"a win for {_called(match, min(ahead))} now" if ahead else "a draw now"
    return f"value {told}, {verdict}"


def _percent(state: State, side: int) -> int:
    """The share that a side has removed, in whole percent that are reached."""
    return floor(100 * removed_share(state, side) + _EPS)


def _called(match: ActionMatch, side: int) -> str:
    """A side by the players in it."""
    return listed(match.seat_name(seat) for seat in match.seats_of([side]))


def marks_now(state: State) -> tuple[GoalMark, ...]:
    """What of the goals moves or changes: flags, who carries them, where they go, the unit that is hunted."""
    kind = match_of(state).objective.kind
    if kind == FLAG:
        return (*_flags(state), *_carriers(state), *_homes(state))
    return (*_hunted(state), *_far_edges(state)) if kind in (HUNT, ESCAPE) else ()


@rule("ba.obj.flag")
def _flags(state: State) -> tuple[GoalMark, ...]:
    """The flags that nobody carries."""
    found: list[GoalMark] = []
    for token in state.tokens.values():
        if token.kind == FLAG:
            own, others = _apart(state, token.seat)
            name = f"{state.match.seat_name(token.seat)}'s flag: take it"
            mark = GoalMark(token.id, "flag", name, (token.pose.x, token.pose.y), seat=token.seat)
            found += told_apart(mark, "Your flag: guard it", own, others)
    return tuple(found)


def _apart(state: State, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    own = state.match.seats_of([state.match.sides[seat]])
    return own, tuple(each for each in range(state.match.seats) if each not in own)


@rule("ba.obj.flag")
def _carriers(state: State) -> tuple[GoalMark, ...]:
    """Minis with a flag in their hands."""
    return tuple(
        GoalMark(
            f"carrier {unit.id}/{each.id}",
            "carrier",
            f"Carries {_called(match_of(state), side)}'s flag",
            (each.pose.x, each.pose.y) if each.pose is not None else None,
            unit=unit.id,
            figure=each.id,
            seat=unit.seat,
        )
        for unit in state.units.values()
        for each in unit.standing
        if (side := carried_flag(each)) is not None
    )


@rule("ba.obj.flag", "ba.setup.zone.depth")
def _homes(state: State) -> tuple[GoalMark, ...]:
    """The zones into which flags are carried, once the edges are known."""
    found: list[GoalMark] = []
    for seat in range(state.match.seats) if "zone0" in state.facts else ():
        corners = box_outline(zone_area(state, seat))
        own, others = _apart(state, seat)
        name = f"{state.match.seat_name(seat)}'s zone: keep your flag from getting here"
        mark = GoalMark(f"home{seat}", "home", name, outline=corners, seat=seat)
        found += told_apart(mark, "Your zone: bring the flag here", own, others)
    return tuple(found)


@rule("ba.obj.target_unit")
def _hunted(state: State) -> tuple[GoalMark, ...]:
    """The marked unit, as hunters and escort see it."""
    match = match_of(state)
    unit = state.units.get(target_unit(match))
    if unit is None or unit.status not in IN_BATTLE:
        return ()
    hunters = match.seats_of([hunting_side(match)])
    escort = tuple(seat for seat in range(match.seats) if seat not in hunters)
    return (unit_mark("destroy", unit, "Destroy it", hunters), unit_mark("protect", unit, "Keep it alive", escort))


@rule("ba.obj.escape")
def _far_edges(state: State) -> tuple[GoalMark, ...]:
    """The edge the marked unit leaves by, once it is known which one that is."""
    match = match_of(state)
    if match.objective.kind != ESCAPE or "zone0" not in state.facts:
        return ()
    leaving = match.seats_of([match.objective.attacker])
    others = tuple(seat for seat in range(match.seats) if seat not in leaving)
    edge = "north" if far_edge(state, leaving[0]) else "south"
    named = describe(state, target_unit(match))
    mark = GoalMark("far_edge", "edge", f"Keep {named} from this edge", edge=edge)
    return told_apart(mark, f"Bring {named} here", leaving, others)
