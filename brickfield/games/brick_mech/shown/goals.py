"""Goals: what each side must do, how far it has come, and the marker, targets and resource it is about."""

from __future__ import annotations

from brickfield.core.board import ALIVE, WAITING, Unit
from brickfield.core.clauses import rule
from brickfield.core.numbers import counted, listed, number_text
from brickfield.core.shown.goals import Camp, Goal, GoalMark, GoalNow, camps, spot, tied, unit_mark, until, whereabouts
from brickfield.core.state import State
from brickfield.geometry import direction
from brickfield.geometry.grain import GRAIN
from ..base.battlefield import MechMatch, card_of, match_of, outline
from ..base.measures import measures
from ..base.objective import DESTROY_TARGET, HOLD_MARKER, PROTECT, sides_at_marker
from ..base.record_sheet import ARMOR, number

_CLAUSE = "bm.objective.alternative"
# How many corners the ground round the marker is drawn with.
_CORNERS = 32


def goals(match: MechMatch) -> tuple[Goal, ...]:
    """The goal of every side, by the victory that was agreed on."""
    return tuple(_goal(match, camp) for camp in camps(match))


@rule("bm.objective.default", "bm.objective.alternative", "bm.objective.stalemate")
def _goal(match: MechMatch, camp: Camp) -> Goal:
    victory, quiet = match.options.victory, match.options.stalemate_rounds
    last = match.options.protect_rounds if victory == PROTECT else 0
    standing = "Destroying every enemy Mech wins too. " if len(set(match.sides)) == 2 else "The last side wins too. "
    told = {HOLD_MARKER: _hold, PROTECT: _targets, DESTROY_TARGET: _targets}.get(victory)
    clause = _CLAUSE if told is not None else match.scenario.clause
    sentence = told(match, camp) if told is not None else f"{_last_standing(match)}{until(0)}."
    draw = f"{counted(quiet, 'round')} in which nobody loses armor end in a draw." if quiet else ""
    return Goal(camp.goal, camp.seats, sentence, clause, last, f"{standing if told else ''}{draw}".strip())


def _last_standing(match: MechMatch) -> str:
    return "Destroy every enemy Mech" if len(set(match.sides)) == 2 else "Be the last side with a Mech that stands"


def _hold(match: MechMatch, camp: Camp) -> str:
    rounds, near = measures().marker_rounds, counted_bricks(measures().marker_reach)
    assert match.objective.marker is not None
    where = whereabouts(*match.objective.marker, match.width, match.height)
    return f"End {counted(rounds, 'round')} in a row alone within {near} of the marker {where}{until(0)}."


def counted_bricks(length: float) -> str:
    """A length in Bricks."""
    return f"{number_text(length)} {'Brick' if length == 1 else 'Bricks'}"


def _targets(match: MechMatch, camp: Camp) -> str:
    """Destroy what the others must keep, and keep what is one's own."""
    own, foreign = _sorted(match, camp)
    last = match.options.protect_rounds if match.options.victory == PROTECT else 0
    if not foreign:
        kept = (
            f"until the end of round {last}" if last else "and destroy every enemy Mech, however many rounds it takes"
        )
        return f"Keep {_named(match, own)} standing {kept}."
    return f"Destroy {_named(match, foreign, 'or')}{f', and keep {_named(match, own)}' if own else ''}{until(last)}."


def _sorted(match: MechMatch, camp: Camp) -> tuple[list[str], list[str]]:
    """The targets of the goal: one's own, and those of others."""
    targets = match.objective.targets
    return (
        [each for each in targets if match.owners[each] in camp.seats],
        [each for each in targets if match.owners[each] not in camp.seats],
    )


def _named(match: MechMatch, units: list[str], word: str = "and") -> str:
    return listed((f"the {match.cards[each].name} {each}" for each in units), word)


@rule("bm.objective.alternative")
def fixed_marks(match: MechMatch) -> tuple[GoalMark, ...]:
    """The marker with the ground that a base must touch to be at it."""
    marker = match.objective.marker
    if marker is None or match.options.victory != HOLD_MARKER:
        return ()
    return (GoalMark("marker", "marker", "Hold this alone", spot(*marker), marker_ground(marker)),)


def marker_ground(marker: tuple[float, float]) -> tuple[int, ...]:
    """The ground about a marker, as far as it reaches."""
    reach, (x, y) = measures().marker_reach, marker
    ring = [direction(round(corner * 360 / _CORNERS * GRAIN)) for corner in range(_CORNERS)]
    return outline(at + reach * way for c, s in ring for at, way in ((x, c), (y, s)))


def goals_now(state: State) -> tuple[GoalNow, ...]:
    """How far every side has come."""
    victory = match_of(state).options.victory
    stands = {HOLD_MARKER: _held, PROTECT: _targets_now, DESTROY_TARGET: _targets_now}.get(victory, _standing)
    return tuple(stands(state, camp) for camp in camps(state.match))


@rule("bm.objective.default")
def _standing(state: State, camp: Camp) -> GoalNow:
    """How many enemy Mechs still stand."""
    enemies = [unit for unit in state.units.values() if unit.seat in camp.others]
    enemies = [unit for unit in enemies if not card_of(state, unit.id).structure]
    left = len(_fighting(state, camp.others))
    told = f"{left} of {counted(len(enemies), 'enemy Mech')} left"
    return GoalNow(camp.goal, told, len(enemies) - left, len(enemies))


def _fighting(state: State, seats: tuple[int, ...]) -> list[Unit]:
    """Who still counts for winning: structures never do."""
    own = [unit for unit in state.units.values() if unit.seat in seats and not card_of(state, unit.id).structure]
    return [unit for unit in own if _stands(unit)]


def _stands(unit: Unit) -> bool:
    return unit.status in (ALIVE, WAITING)


@rule("bm.objective.alternative")
def _held(state: State, camp: Camp) -> GoalNow:
    """For how many rounds a side has held the marker, and who is there now."""
    full, held_by = measures().marker_rounds, int(state.facts.get("held_by", -1))
    held = int(state.facts.get("held_rounds", 0)) if held_by == camp.side else 0
    near = state.match.seats_of(sides_at_marker(state))
    there = listed(map(state.match.seat_name, near)) or "nobody"
    return GoalNow(camp.goal, f"held {held} of {counted(full, 'round')}; there now: {there}", held, full)


@rule("bm.objective.alternative", "bm.damage.mark")
def _targets_now(state: State, camp: Camp) -> GoalNow:
    """The armor that what must fall, or what must stand, still has."""
    match = match_of(state)
    own, foreign = _sorted(match, camp)
    about = foreign or own
    left = sum(max(0, number(state.units[each], ARMOR)) for each in about if _stands(state.units[each]))
    full = sum(card_of(state, each).number(ARMOR) for each in about)
    names = listed(match.cards[each].name for each in about)
    return GoalNow(camp.goal, f"{names}: {left} of {full} armor left", full - left if foreign else left, full)


def in_short(state: State) -> str:
    """The goals of all in one line."""
    match = match_of(state)
    if match.options.victory == HOLD_MARKER:
        return _holder(state, match)
    if match.options.victory in (PROTECT, DESTROY_TARGET):
        return ", ".join(dict.fromkeys(_targets_now(state, camp).words for camp in camps(match)))
    return f"Mechs {tied(len(_fighting(state, (seat,))) for seat in range(match.seats))}"


def _holder(state: State, match: MechMatch) -> str:
    held, rounds = int(state.facts.get("held_by", -1)), state.facts.get("held_rounds", 0)
    if held < 0:
        return "nobody holds the marker"
    holders = listed(match.seat_name(seat) for seat in match.seats_of((held,)))
    verb = "hold" if " and " in holders else "holds"
    return f"{holders} {verb} the marker: {rounds} of {counted(measures().marker_rounds, 'round')}"


@rule("bm.objective.alternative")
def marks_now(state: State) -> tuple[GoalMark, ...]:
    """The targets and the resource, as those see them who must destroy and those who must keep them."""
    match, found = match_of(state), []
    if match.options.victory not in (PROTECT, DESTROY_TARGET):
        return ()
    for target in match.objective.targets:
        unit = state.units[target]
        if _stands(unit):
            own = match.seats_of([match.sides[unit.seat]])
            others = tuple(seat for seat in range(match.seats) if seat not in own)
            found.append(unit_mark("destroy", unit, "Destroy it", others))
            found.append(unit_mark("protect", unit, "Keep it standing", own))
    return tuple(found)
