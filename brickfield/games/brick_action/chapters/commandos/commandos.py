"""Units: the commando, whose unit may split an action or move farther, three times in a game.

| order       | one action is                                                                          |
|-------------|----------------------------------------------------------------------------------------|
| Dash        | a move of up to 24 studs                                                               |
| MoveAndFire | half a move, then an attack of at most 4D6, at a vehicle by rockets and grenades        |
| FireAndMove | an attack of at most 4D6, then half a move                                             |
| HalfMove    | half a move now; another one later in the turn is free (`second`)                      |
| SplitFire   | one pool of at most 4D6 divided between two targets                                    |
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.movers import StepOffer
from brickfield.core.asking.offers import Action, Aims, Asked, Choice, Choose, Exhibit, Path, Shooter
from brickfield.core.board import Model, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision, React
from brickfield.core.frames import DONE, Ask, Frame, Push
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.actions import Deed, Name, own_attack_bar
from ...base.battlefield import SUPPRESSED, describe, enemies_of, is_vehicle, match_of, mini_of, number
from ...base.firing.attack import Attack, Attacking, Used, attack_fault, manner_of
from ...base.firing.attack_offers import aim, with_odds
from ...base.firing.shots import Manner, shot_of
from ...base.minis import minis
from ...base.moving.moving import cannot_move, moving
from ...base.moving.paths import Move, Stride, Walk, burdened, left_of_turn, move_fault, tracks_of, walker
from ...base.turns import marks_of_a_turn
from ..anti_armour.anti_armour import AttackArmour
from ..heavy_support.heavy_guns import small_arms_fault
from ..vehicles.vehicle_fire import aim_face
from .chapter import COMMANDOS
from .commando_rockets import pool_with_rockets, rocket_attack, rocket_choices, rocket_salvos, rocket_shot
from .commando_rockets import title_of as rockets_at

# the mark of a unit that has made the first half of a split move and may make the second
SPLIT = "split"
USES = "uses"
_SPLITS = "ba.unit.commando.split"


@marks_of_a_turn.amended(COMMANDOS)
def splits_of_a_turn(state: State, marks: tuple[str, ...]) -> tuple[str, ...]:
    """Half of a split move counts until the next turn."""
    return (*marks, SPLIT)


Steps = Annotated[tuple[Stride, ...], Meta(max_length=32)]
Dice = Annotated[int, Meta(ge=1, le=4)]
Items = Annotated[tuple[Used, ...], Meta(max_length=10)]


class Dash(Answer, frozen=True):
    """A move of up to 24 studs."""

    unit: Name
    steps: Steps


class HalfMove(Answer, frozen=True):
    """Half a move; the first one is an action, the second is free."""

    unit: Name
    steps: Steps


class MoveAndFire(Answer, frozen=True):
    """Half a move, then an attack."""

    unit: Name
    steps: Steps


class FireAndMove(Answer, frozen=True, omit_defaults=True):
    """An attack, then half a move; single-use items may join it."""

    unit: Name
    target: Name
    items: Items = ()


class SplitFire(Answer, frozen=True, omit_defaults=True):
    """One pool on two targets; single-use items go to the first of them."""

    unit: Name
    target: Name
    dice: Dice
    second: Name
    second_dice: Dice
    items: Items = ()


@rule("ba.unit.commando.uses")
def commando_of(state: State, unit: Unit, *, dash: bool) -> Model | None:
    """The commando of a unit whose uses are not spent; with free splits only the long move needs one."""
    free = match_of(state).options.commando_splits_free and not dash
    able = [each for each in unit.standing if mini_of(each.card).uses_per_game]
    return next((each for each in able if free or each.marks.get(USES)), None)


@rule("ba.unit.commando.uses", "ba.obj.flag")
def use_fault(state: State, unit: Unit, *, dash: bool) -> Refusal | None:
    """Without a commando, or after his three uses, there is no splitting and no long move."""
    if commando_of(state, unit, dash=dash) is not None:
        if dash and any(each.marks.get("flag") for each in unit.standing):
            return illegal("carries_a_flag", "ba.obj.flag", "A squad that carries a flag cannot move 24 studs at once.")
        return None
    uses = minis()["commando"].uses_per_game
    sentence = f"{describe(state, unit.id)} has no commando with one of his {uses} uses left."
    return illegal("no_use_left", "ba.unit.commando.uses", sentence, uses=uses)


def half(state: State, unit: Unit) -> float:
    """Half a move: 8 studs; a prone unit crawls half of its crawl."""
    whole = burdened(state, unit, 2.0 * minis()["commando"].split_move)
    return whole / (4.0 if number(unit, "prone") else 2.0)


@rule("ba.unit.commando.move24", "ba.unit.commando.cap32", "ba.unit.commando.split")
def _way_fault(state: State, unit: Unit, order: Any, studs: float) -> Refusal | None:
    tracks = tracks_of(state, unit, Move(unit.id, order.steps))
    return cannot_move(state, unit) or move_fault(state, unit, tracks, studs, left_of_turn(unit))


def dash_studs(state: State, unit: Unit) -> float:
    """24 studs, crawling half of it."""
    return burdened(state, unit, float(minis()["commando"].move)) / (2.0 if number(unit, "prone") else 1.0)


def capped(announced: int = 0, items: Items = ()) -> Manner:
    """An attack of at most 4D6."""
    used = tuple((each.figure, each.item) for each in items)
    return Manner(used, announced=announced, cap=minis()["commando"].split_attack_cap, cap_clause=_SPLITS)


def _dash_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    return use_fault(state, unit, dash=True) or _way_fault(state, unit, order, dash_studs(state, unit))


def _half_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    again = number(unit, SPLIT) and isinstance(order, HalfMove)
    return (None if again else use_fault(state, unit, dash=False)) or _way_fault(state, unit, order, half(state, unit))


def _fire_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    refusal = use_fault(state, unit, dash=False) or own_attack_bar(state, unit)
    target = state.units.get(order.target)
    if refusal is not None or target is None:
        return refusal or illegal("no_target", "ba.attack.declare", f"{order.target[:40]} is not a target.")
    return _part_fault(state, unit, target, 0, order.items)


@rule("ba.unit.commando.split", "ba.iva.weapons")
def _part_fault(state: State, unit: Unit, target: Unit, dice: int, items: Items) -> Refusal | None:
    """Why so many dice may not go to a target: a squad is fired at as ever, a vehicle by rockets and grenades."""
    if is_vehicle(state, target):
        shot = rocket_shot(state, unit, target, items, dice)
        return shot if isinstance(shot, Refusal) else None
    return small_arms_fault(state, unit) or attack_fault(state, unit, target, capped(dice, items))


@rule("ba.unit.commando.split_one_type")
def _split_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    """The dice of both parts come out of one pool; each target could be attacked with its part."""
    second = state.units.get(order.second)
    refusal = _fire_fault(state, unit, order)
    if refusal is not None or second is None or order.second == order.target:
        return refusal or illegal("one_target", "ba.unit.commando.split_one_type", "A split attack has two targets.")
    first = state.units[order.target]
    fault = _part_fault(state, unit, first, order.dice, order.items)
    fault = fault or _part_fault(state, unit, second, order.second_dice, ())
    if fault is not None:
        return fault
    most = _whole_pool(state, unit, first, second, order.items)
    wanted = order.dice + order.second_dice
    if wanted > most:
        sentence = f"The pool has {most} dice to divide, not {wanted}."
        return illegal("too_many_dice", "ba.unit.commando.split_one_type", sentence, dice=wanted, most=most)
    return None


@rule("ba.unit.commando.split_one_type")
def _whole_pool(state: State, unit: Unit, first: Unit, second: Unit, items: Items) -> int:
    """The pool that is divided: that at the first target with its items; if this is a vehicle, that at the second one
    with the dice of the items."""
    hull = rocket_shot(state, unit, first, items) if is_vehicle(state, first) else None
    target, used = (first, items) if hull is None else (second, ())
    shot = shot_of(state, unit, target, capped(items=used))
    dice = 0 if isinstance(shot, Refusal) else shot.pool.dice
    if hull is None or isinstance(hull, Refusal):
        return dice
    return pool_with_rockets(hull, len({each.figure for each in items}), dice)


class FireOn(Decision, frozen=True):
    """After half a move: at whom does the unit fire?"""

    unit: str

    ANSWER: ClassVar[Any] = Attack | AttackArmour | React
    CLAUSE: ClassVar[str] = _SPLITS
    TITLE: ClassVar[str] = "Attack with up to 4D6"

    def ask(self, state: State) -> Asked:
        """Every target, or none."""
        unit = state.units[self.unit]
        targets = [each for each in enemies_of(state, unit) if not is_vehicle(state, each)]
        aims = tuple(aim(state, unit, each, capped()) for each in targets)
        none = Choice(React(yes=False), "Hold fire", clause=_SPLITS)
        rockets, exhibits = rocket_choices(state, unit)
        if rockets:
            return self.asked(self.TITLE, _OTHER_HALF, _with_rockets(state, unit, aims, rockets, exhibits, none))
        offer = Aims(
            (Shooter(unit.id, aims),), {"answer": "attack", "unit": unit.id}, none=none, clause=_SPLITS, lines=True
        )
        return self.asked(self.TITLE, _OTHER_HALF, offer)

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """As any attack, with at most four dice."""
        if isinstance(answer, React):
            return illegal("which_target", _SPLITS, "Name a target.") if answer.yes else None
        unit, target = state.units[self.unit], state.units.get(answer.target)
        if answer.unit != self.unit or target is None:
            return illegal("no_target", "ba.attack.declare", f"{answer.target[:40]} is not a target for {self.unit}.")
        if isinstance(answer, AttackArmour):
            shot = rocket_shot(state, unit, target, answer.items, answer.dice)
            return shot if isinstance(shot, Refusal) else None
        manner = manner_of(answer)
        capped_manner = Manner(manner.items, "", manner.announced, manner.side, *_CAP)
        return small_arms_fault(state, unit) or attack_fault(state, unit, target, capped_manner)


_CAP = (capped().cap, _SPLITS)
_OTHER_HALF = "The other half of the action."


def _with_rockets(
    state: State, unit: Unit, aims: Sequence[AimFace], rockets: list[Choice], exhibits: list[Exhibit], none: Choice
) -> Choose:
    """Squads to fire at and vehicles for rockets in one list, each shot laid open beside it."""
    able = [each for each in aims if each.refusal is None]
    fire = [
        with_odds(
            Choice(Attack(unit.id, each.target), f"Fire at {each.title}", "", _SPLITS, about=(each.target,)), each
        )
        for each in able
    ]
    shown = (*[Exhibit(f"Fire at {each.title}", each, lines=True) for each in able], *exhibits)
    return Choose((none, *fire, *rockets), unit=unit.id, exhibits=shown)


class MoveOn(Decision, frozen=True):
    """After an attack: where does the unit move?"""

    unit: str

    ANSWER: ClassVar[Any] = Move | Walk | React
    CLAUSE: ClassVar[str] = _SPLITS
    TITLE: ClassVar[str] = "Half a move"

    def ask(self, state: State) -> Asked:
        """Up to 8 studs, or none."""
        stay = Choice(React(yes=False), "Stay", clause=_SPLITS)
        path = half_path(state, state.units[self.unit], {"answer": "move", "unit": self.unit}, stay)
        return self.asked(self.TITLE, _OTHER_HALF, path)

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """As any move, half as far."""
        if isinstance(answer, React):
            return illegal("which_way", _SPLITS, "Say where the unit moves.") if answer.yes else None
        unit = state.units[self.unit]
        if answer.unit != self.unit:
            return illegal("not_this_unit", _SPLITS, f"Only {self.unit} may move now.")
        return move_fault(state, unit, tracks_of(state, unit, answer), half(state, unit), left_of_turn(unit))


def half_path(state: State, unit: Unit, started: dict[str, Any], stay: Choice | None = None) -> Path:
    """The offer of half a move."""
    goes = walker(state, unit, half(state, unit), left_of_turn(unit), started)
    step = StepOffer("stride", "Go", "free", "studs", 1.0, _SPLITS)
    return Path((goes,), (step,), "studs", shortest=0.5, finish=stay, points_clause=_SPLITS)


class Commando(Frame):
    """An action that is split, or a long move."""

    unit: str = ""
    order: Dash | HalfMove | MoveAndFire | FireAndMove | SplitFire | None = None
    reply: Attack | AttackArmour | Move | Walk | React = React(yes=False)

    STEPS: ClassVar[tuple[str, ...]] = ("use", "first", "ask", "second")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "order", "reply")

    @rule("ba.unit.commando.uses")
    def use(self, t: Table) -> Any:
        """One of the three uses is spent; the second half of a split move costs nothing."""
        unit, dash = t.units[self.unit], isinstance(self.order, Dash)
        if isinstance(self.order, HalfMove):
            again = number(unit, SPLIT)
            t.emit(happened.UnitMarked(unit=unit.id, mark=SPLIT, value=1 - again, clause=_SPLITS))
            if again:
                return
        figure = commando_of(t, unit, dash=dash)
        assert figure is not None
        if dash or not match_of(t).options.commando_splits_free:
            left = figure.marks[USES] - 1
            used = happened.FigureMarked(
                unit=unit.id, figure=figure.id, mark=USES, value=left, clause="ba.unit.commando.uses"
            )
            t.emit(used)

    @rule("ba.unit.commando.split", "ba.unit.commando.move24", "ba.unit.commando.split_one_type")
    def first(self, t: Table) -> Any:
        """The first half."""
        order = self.order
        if isinstance(order, FireAndMove | SplitFire):
            dice = order.dice if isinstance(order, SplitFire) else 0
            if is_vehicle(t, t.units[order.target]):
                return Push(rocket_attack(self.unit, order.target, order.items, dice))
            return Push(Attacking(unit=self.unit, target=order.target, manner=capped(dice, order.items)))
        assert order is not None
        return Push(moving(t, Move(self.unit, order.steps)))

    @rule("ba.unit.commando.split")
    def ask(self, t: Table) -> Any:
        """The other half, if the unit can still do it."""
        unit = t.units[self.unit]
        if not unit.alive or number(unit, SUPPRESSED) or isinstance(self.order, Dash | HalfMove):
            return DONE
        if isinstance(self.order, MoveAndFire):
            return Ask(FireOn(unit.seat, unit.id), into="reply")
        if isinstance(self.order, FireAndMove) and cannot_move(t, unit) is None:
            return Ask(MoveOn(unit.seat, unit.id), into="reply")
        return None

    @rule("ba.unit.commando.split", "ba.unit.commando.split_one_type")
    def second(self, t: Table) -> Any:
        """It is carried out; the second target of a split attack may be out of reach by now."""
        reply, order = self.reply, self.order
        if isinstance(order, SplitFire):
            return Push(Attacking(unit=self.unit, target=order.second, manner=capped(order.second_dice)))
        if isinstance(reply, AttackArmour):
            return Push(rocket_attack(self.unit, reply.target, reply.items, reply.dice))
        if isinstance(reply, Attack):
            manner = manner_of(reply)
            capped_manner = Manner(manner.items, "", manner.announced, manner.side, *_CAP)
            return Push(Attacking(unit=self.unit, target=reply.target, manner=capped_manner))
        return Push(moving(t, reply)) if isinstance(reply, Move | Walk) else DONE


def _offer(state: State, unit: Unit) -> Action | None:
    """The long move; the other ways are offered beside it."""
    if not any(mini_of(each.card).uses_per_game for each in unit.standing):
        return None
    goes = walker(state, unit, dash_studs(state, unit), left_of_turn(unit), {"answer": "dash", "unit": unit.id})
    step = StepOffer("stride", "Go", "free", "studs", 1.0, "ba.unit.commando.move24")
    path = Path((goes,), (step,), "studs", shortest=0.5, give="Dash here")
    closed = use_fault(state, unit, dash=True) or cannot_move(state, unit)
    return Action("dash", "Dash 24", path, "ba.unit.commando.move24", closed=closed)


def _half_offer(answer: str, title: str, state: State, unit: Unit) -> Action | None:
    if not any(mini_of(each.card).uses_per_game for each in unit.standing):
        return None
    again = number(unit, SPLIT) and answer == "half_move"
    closed = (None if again else use_fault(state, unit, dash=False)) or cannot_move(state, unit)
    if answer == "move_and_fire":
        closed = closed or own_attack_bar(state, unit)
    give = "Move here, then fire" if answer == "move_and_fire" else "Half a move here"
    path = replace(half_path(state, unit, {"answer": answer, "unit": unit.id}), give=give)
    return Action(answer, "Second half of the move" if again else title, path, _SPLITS, closed=closed)


def _targets(state: State, unit: Unit) -> list[Unit]:
    enemies = [each for each in enemies_of(state, unit) if not is_vehicle(state, each)]
    return [each for each in enemies if attack_fault(state, unit, each, capped()) is None]


def _fire_offer(state: State, unit: Unit) -> Action | None:
    if not any(mini_of(each.card).uses_per_game for each in unit.standing):
        return None
    closed = use_fault(state, unit, dash=False) or own_attack_bar(state, unit)
    targets = _targets(state, unit)
    choices: list[Choice] = []
    for target in targets:
        choices += _split_choices(state, unit, target, (), f"Fire at {describe(state, target.id)}", targets)
    for hull, items, _shot in rocket_salvos(state, unit):
        choices += _split_choices(state, unit, hull, items, rockets_at(state, hull, items), targets)
    if closed is None and not choices:
        closed = illegal("no_target", _SPLITS, f"{describe(state, unit.id)} sees no target in range.")
    return Action("fire_and_move", "Split an attack", Choose(tuple(choices)), _SPLITS, closed=closed)


@rule("ba.unit.commando.split", "ba.unit.commando.split_one_type")
def _split_choices(
    state: State, unit: Unit, target: Unit, items: Items, words: str, others: Sequence[Unit]
) -> list[Choice]:
    """Fire at a target and move, or divide the dice between it and another."""
    order = FireAndMove(unit.id, target.id, items)
    found = [_first_half(state, unit, target, Choice(order, f"{words}, then move", "", _SPLITS, about=(target.id,)))]
    for other in others:
        split = SplitFire(unit.id, target.id, 1, other.id, 1, items)
        if _split_fault(state, unit, split) is None:
            told = f"A die each at {describe(state, target.id)} and {describe(state, other.id)}"
            clause = "ba.unit.commando.split_one_type"
            found.append(Choice(split, told, "", clause, about=(target.id, other.id)))
    return found


def _first_half(state: State, unit: Unit, target: Unit, choice: Choice) -> Choice:
    """An attack with half an action, and what it may do."""
    items = choice.answer.items
    if not is_vehicle(state, target):
        return with_odds(choice, aim(state, unit, target, capped(0, items)))
    shot = rocket_shot(state, unit, target, items)
    return choice if isinstance(shot, Refusal) else with_odds(choice, aim_face(state, unit, target, shot))


def _fire_any_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    return _split_fault(state, unit, order) if isinstance(order, SplitFire) else _fire_fault(state, unit, order)


def _move_fire_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    return own_attack_bar(state, unit) or _half_fault(state, unit, order)


def _play(state: State, order: Any) -> Frame:
    return Commando(unit=order.unit, order=order)


def _half_price(state: State, unit: Unit, order: Any) -> int:
    return 0 if number(unit, SPLIT) else 1


COMMANDO_DEEDS: tuple[Deed, ...] = (
    Deed((Dash,), _offer, _dash_fault, _play, rank=3),
    Deed((HalfMove,), partial(_half_offer, "half_move", "Split a move"), _half_fault, _play, _half_price, rank=3),
    Deed((MoveAndFire,), partial(_half_offer, "move_and_fire", "Move and fire"), _move_fire_fault, _play, rank=3),
    Deed((FireAndMove, SplitFire), _fire_offer, _fire_any_fault, _play, rank=3),
)
