"""What a move brings with it, told before it is given: shots given up, ground that slows, mines, whom it runs over."""

from __future__ import annotations

from brickfield.core.apply import apply
from brickfield.core.asking.previews import Price
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.events import UnitMarked, UnitMoved
from brickfield.core.numbers import number_text
from brickfield.core.state import State
from brickfield.geometry.grain import Pose
from ..base.battlefield import describe, in_a_sentence
from ..base.measures import flying
from ..base.movement import Taken
from ..base.unit_stats import holds_all_fire
from ..chapters.airplanes.airplanes import ALOFT, Flight, edge_ahead
from ..chapters.infantry.entering_buildings import inside_choices
from ..chapters.infantry.infantry import LED, SPRINTED, gun_of, is_infantry
from ..chapters.infantry.infantry_tables import slow_kinds, squads
from ..chapters.infantry.marching import Pace, ran
from ..chapters.infantry.overrun import infantry_ahead, overrun_in_play
from ..chapters.mines.minefields import mine_ahead, mines_in_play, step_of
from ..chapters.scenario_goals.leaving_the_table import edge_on_the_way
from ..chapters.special_units.special_units import MOVED, is_spg
from ..chapters.terrain.ground_charges import PAID

# What a unit gives up that may not fire afterwards, in two or three words, by the code of the rule.
_TITLES = {"has_landed": "ashore: no shot", "afloat": "afloat: no shot"}


@rule("inf.move.sprint.noattack", "mbb.spg.move_or_shoot", "inf.move.impassable")
def after_way(state: State, unit: Unit, taken: tuple[Taken, ...], pace: Pace = "") -> State:
    """The table when a way has been gone and nothing has come between: where the unit is, and what is written on it."""
    there = state.clone()
    marks = {"spent": unit.marks.get("spent", 0) + sum(leg.cost for leg in taken)}
    if is_infantry(state, unit.id):
        marks |= {PAID + charge.piece: 1 for leg in taken for charge in leg.charged}
        marks |= {SPRINTED: 1} if pace == "sprint" else {}
    if is_spg(state, unit.id) and taken:
        marks[MOVED] = 1
    if taken:
        apply(there, UnitMoved(unit=unit.id, pose=taken[-1].pose, step="forward", amount=0.0))
    for mark, value in marks.items():
        apply(there, UnitMarked(unit=unit.id, mark=mark, value=value))
    if is_infantry(state, unit.id) and ran(there, there.units[unit.id]):
        apply(there, UnitMarked(unit=unit.id, mark=SPRINTED, value=1))
    return there


def way_prices(state: State, unit: Unit, taken: tuple[Taken, ...], there: State) -> tuple[Price, ...]:
    """All that a way on the ground brings with it, the worst first."""
    return (
        *_shots_given_up(state, unit, there),
        *_gun_left(state, unit),
        *_met(state, unit, taken),
        *_slowed(state, unit, taken),
        *_way_in(state, there, there.units[unit.id]),
        *_way_out(state, unit, taken),
    )


@rule("inf.move.sprint.noattack", "mbb.spg.move_or_shoot", "mbb.amph.no_shoot_landing", "mbb.amph.dd")
def _shots_given_up(state: State, unit: Unit, there: State) -> tuple[Price, ...]:
    """Who could have fired and may not when it has gone this way."""
    after = holds_all_fire(there, there.units[unit.id])
    if after is None or holds_all_fire(state, unit) is not None:
        if SPRINTED in there.units[unit.id].marks and LED in unit.marks:
            text = "It runs, and may attack all the same: the captain leads it."
            return (Price("run", text, "inf.captain.sprint_attack", "note"),)
        return ()
    if after.clause == "inf.move.sprint.noattack":
        return (Price("run, no attack", "It runs: it does not attack in this turn.", after.clause),)
    if after.code == "moved_gun":
        text = "It moves: it does not shoot in this turn."
        return (Price("moves, no shot", text, after.clause),)
    return (Price(_TITLES.get(after.code, "no shot"), after.sentence, after.clause),)


@rule("inf.move.enter", "inf.raid.may")
def _way_in(before: State, there: State, unit: Unit) -> tuple[Price, ...]:
    """A building that a squad has come to: it may go in from there, or why it may not; not where it stood already."""
    at_hand = {each.about: each for each in inside_choices(there, unit)} if is_infantry(there, unit.id) else {}
    known = {each.about for each in inside_choices(before, before.units[unit.id])} if at_hand else set()
    return tuple(
        Price(
            f"may go into {in_a_sentence(there, choice.about[1])}",
            f"Once it is there it may go into {in_a_sentence(there, choice.about[1])}.",
            "inf.move.enter",
            "gain",
        )
        if choice.refusal is None
        else Price("no way in", choice.refusal.sentence, choice.refusal.clause, "note")
        for about, choice in at_hand.items()
        if about not in known
    )


@rule("mbb.geometry.edge", "mbb.win.scenario")
def _way_out(state: State, unit: Unit, taken: tuple[Taken, ...]) -> tuple[Price, ...]:
    """A unit that a goal lets out touches its edge on the way."""
    starts = (unit.pose, *[leg.pose for leg in taken])
    legs = [(start, leg) for start, leg in zip(starts, taken, strict=False) if start is not None]
    if not any(leg.amount and edge_on_the_way(state, unit.id, start, leg) for start, leg in legs):
        return ()
    return (Price("gets out", "It leaves the table here, and the battle is won.", "mbb.win.scenario", "gain"),)


@rule("inf.arty.attack")
def _gun_left(state: State, unit: Unit) -> tuple[Price, ...]:
    """A squad that walks leaves the gun it has joined."""
    gun = gun_of(state, unit) if is_infantry(state, unit.id) else ""
    if not gun:
        return ()
    return (Price("leaves the gun", f"It leaves {describe(state, gun)}.", "inf.arty.attack"),)


@rule("mbb.mine.visual.trigger", "mbb.mine.secret.trigger", "mbb.geometry.hidden_info", "inf.geometry.overrun")
def _met(state: State, unit: Unit, taken: tuple[Taken, ...]) -> tuple[Price, ...]:
    """The mines this seat knows of that are touched on a way, and the infantry that is driven over."""
    starts = (unit.pose, *[leg.pose for leg in taken])
    found: dict[str, Price] = {}
    for start, leg in zip(starts, taken, strict=False):
        found |= _met_on(state, unit, start, leg)
    return tuple(found.values())


def _met_on(state: State, unit: Unit, start: Pose | None, leg: Taken) -> dict[str, Price]:
    if start is None:
        return {}
    way, found = step_of(start, leg.pose, leg.amount, is_turn=leg.step == "pivot"), {}
    mine = mine_ahead(state, unit, way) if mines_in_play(state) else None
    if mine is not None:
        text = f"It touches mine {mine[1].name}: it is tested there and may be destroyed."
        found[mine[1].name] = Price(f"mine {mine[1].name}", text, "mbb.mine.visual.trigger", "risk")
    under = infantry_ahead(state, unit, way) if overrun_in_play(state) else None
    if under is not None:
        text = f"It drives over {describe(state, under[1].unit)}, which is destroyed."
        found[under[1].unit] = Price("overrun", text, "inf.geometry.overrun", "gain")
    return found


@rule("inf.move.impassable", "inf.move.obstacles")
def _slowed(state: State, unit: Unit, taken: tuple[Taken, ...]) -> tuple[Price, ...]:
    """The kinds of ground that slow soldiers on a way for the rest of the turn."""
    if not is_infantry(state, unit.id):
        return ()
    times, rows, prices = squads().sprint_times, slow_kinds(), {}
    charges = {charge.piece: charge for leg in taken for charge in leg.charged if PAID + charge.piece not in unit.marks}
    for kind, charge in charges.items():
        less = -rows[kind].movement_points
        what = describe(state, charge.token)
        text = (
            f"{what} slows it for this turn: {number_text(less)} in less at a "
            f"walk, {number_text(times * less)} in at a run."
        )
        prices[kind] = Price("slowed", text, charge.clause)
    return tuple(prices.values())


@rule("mbb.air.exit_early", "mbb.air.exit_second", "mbb.air.reenter")
def flight_prices(state: State, unit: Unit, worked: Flight) -> tuple[Price, ...]:
    """That a plane leaves the table on this way, or at the end of the turn."""
    if worked.left_by:
        text = f"It leaves the table over the {worked.left_by} edge, and its turn is over. It may come again later."
        return (Price("leaves the table", text, "mbb.air.exit_early"),)
    if unit.marks.get(ALOFT, 0) < flying().turns_on_table or not worked.legs:
        return ()
    edge = edge_ahead(state, worked.legs[-1].pose)
    text = f"Its last turn here: from there it leaves over the {edge} edge when the turn ends."
    return (Price(f"then out: {edge}", text, "mbb.air.exit_second", "note"),)
