"""Answers made from a question alone: what an offer lists as whole answers, and what can be drawn from it by chance.

So a new decision is played at random, hinted at and asked in words before anybody has written a line of judgement for
it. Nothing here knows a rule: whatever is drafted is judged by the decision before it is given.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product, zip_longest
from math import floor
from typing import TYPE_CHECKING, Any, TypeGuard

from msgspec import UNSET, Struct

from brickfield.core.asking import offers
from brickfield.core.asking.composing import orders_of, sentence_of
from brickfield.core.asking.movers import Mover, StepOffer
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import AimFace
from brickfield.geometry.grain import GRAIN, unit

if TYPE_CHECKING:
    from brickfield.core.state import State

# How often a draw ends what it could go on with, names a part of a target, or takes nothing.
_RARELY = 0.12
_EVEN = 0.5
_MOST_STEPS = 3
_DRAWS = 100
# What is tried first of everything that can be as long as one likes, and where things are put down first.
_SHARES = (1.0, 0.5, 0.25)
_ACROSS = (0.5, 0.25, 0.75, 0.1, 0.9, 0.4, 0.6)
_BEARINGS = (0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0)
_HALF_TURN = 180.0
_HAIRS = 6


class DraftAnswer(Struct, frozen=True):
    """An answer as it would be sent, with its sort, its words and its clause.

    `sure`: the offer itself says that it may be given; the others have to be tried.
    """

    answer: Any
    kind: str
    reason: str
    clause: str = ""
    sure: bool = False


Listing = Callable[["State", Any], Iterator[DraftAnswer]]
Drawing = Callable[["State", Any, random.Random], Iterator[DraftAnswer]]


def listed(state: State, offer: Any) -> Iterator[DraftAnswer]:
    """Whole answers to what is offered, always alike: the safe one first, then spread over all there is."""
    return _LISTED[type(offer)](state, offer)


def drawn(state: State, offer: Any, rng: random.Random) -> Iterator[DraftAnswer]:
    """Answers drawn by chance, so and so often; behind one that may be too bold stand shorter ones."""
    for _ in range(_DRAWS):
        yield from _DRAWN[type(offer)](state, offer, rng)


def shut(offer: Any) -> Iterator[Any]:
    """Whole answers that the offer says are closed now."""
    match offer:
        case offers.Choose():
            yield from (each.answer for each in offer.choices if each.refusal is not None)
        case offers.Aims(plan=False):
            for shooter in offer.shooters:
                closed = [aim for aim in shooter.aims if aim.refusal is not None]
                yield from ({**offer.answer, "target": aim.target} for aim in closed)
        case offers.Path(finish=offers.Choice(refusal=Refusal()) as finish):
            yield finish.answer
        case offers.Act():
            ends = [actor.finish for actor in offer.actors if actor.finish is not None]
            yield from (each.answer for each in ends if each.refusal is not None)
            for action in [action for actor in offer.actors for action in actor.actions if action.closed is None]:
                yield from shut(action.offer)


# --- choosing --------------------------------------------------------------------------------------------------------


def _whole(choice: offers.Choice, clause: str = "") -> DraftAnswer:
    """A choice as it stands."""
    plain = choice.answer
    kind = plain["answer"] if isinstance(plain, dict) else str(plain.__struct_config__.tag)
    return DraftAnswer(plain, kind, choice.text or choice.title, choice.clause or clause, sure=True)


def _is_open(choice: offers.Choice | None) -> TypeGuard[offers.Choice]:
    return choice is not None and choice.refusal is None


def _choices(state: State, offer: offers.Choose) -> Iterator[DraftAnswer]:
    return (_whole(each) for each in offer.choices if each.refusal is None)


def _any_choice(state: State, offer: offers.Choose, rng: random.Random) -> Iterator[DraftAnswer]:
    able = [each for each in offer.choices if each.refusal is None]
    yield from [_whole(rng.choice(able))] if able else []


# --- placing ---------------------------------------------------------------------------------------------------------


def _places(state: State, offer: offers.Place) -> Iterator[DraftAnswer]:
    shares = sorted(
        ((x, y) for x in _ACROSS for y in _ACROSS), key=lambda at: _ACROSS.index(at[0]) + _ACROSS.index(at[1])
    )
    for across, along in shares:
        yield from (_placed(state, offer, thing, across, along, thing.heading) for thing in offer.things)
    yield from (_drafted(offer, thing, *thing.room) for thing in offer.things if thing.room is not UNSET)
    # where hardly any room is left it is looked for inch by inch
    wide, deep = (max(1, (max(side) - min(side)) // GRAIN) for side in (offer.zone[::2], offer.zone[1::2]))
    for x, y in product(range(wide + 1), range(deep + 1)):
        yield from (_placed(state, offer, thing, x / wide, y / deep, thing.heading) for thing in offer.things)


def _any_place(state: State, offer: offers.Place, rng: random.Random) -> Iterator[DraftAnswer]:
    if not offer.things:
        return
    thing = rng.choice(offer.things)
    heading = (thing.heading + rng.choice(_BEARINGS)) % 360 if rng.random() < _RARELY else thing.heading
    yield _placed(state, offer, thing, rng.random(), rng.random(), heading)


def _placed(
    state: State, offer: offers.Place, thing: offers.Thing, across: float, along: float, heading: float
) -> DraftAnswer:
    """A thing so far across the box round the zone and so far along it, or against the side of it along an edge."""
    xs, ys = offer.zone[::2], offer.zone[1::2]
    x = (min(xs) + across * (max(xs) - min(xs))) / GRAIN
    y = (min(ys) + along * (max(ys) - min(ys))) / GRAIN
    x, y = round(x, 2), round(y, 2)
    if offer.edge:
        deep_x, deep_y = _half_extent(state, thing, heading)
        x = {"west": min(xs) / GRAIN + deep_x, "east": max(xs) / GRAIN - deep_x}.get(offer.edge, x)
        y = {"south": min(ys) / GRAIN + deep_y, "north": max(ys) / GRAIN - deep_y}.get(offer.edge, y)
        # against an edge a hair decides
        x, y = round(x, _HAIRS), round(y, _HAIRS)
    return _drafted(offer, thing, x, y, heading)


def _drafted(offer: offers.Place, thing: offers.Thing, x: float, y: float, heading: float) -> DraftAnswer:
    answer = {**thing.answer, "x": x, "y": y, "heading": heading}
    return DraftAnswer(answer, _kind_of(thing.answer), f"{thing.title} at {x:g}, {y:g}", offer.clause)


def _half_extent(state: State, thing: offers.Thing, heading: float) -> tuple[float, float]:
    """How far a thing reaches from its middle along the table's sides; a unit is as large as its card."""
    length, width, round_ = thing.length, thing.width, False
    if not length and state.match.game.face is not None:
        face = state.match.game.face(state.match)
        card = face.cards[face.units[thing.id]]
        length, width, round_ = card.length, card.width, card.round is True
    c, s = (abs(part) for part in unit(0.0 if round_ else heading))
    return (c * length + s * width) / 2 / GRAIN, (s * length + c * width) / 2 / GRAIN


# --- moving ----------------------------------------------------------------------------------------------------------


def _paths(state: State, offer: offers.Path) -> Iterator[DraftAnswer]:
    """Ending it, what is sure, then every sort of step by every mover, far, half as far, and less."""
    if _is_open(offer.finish):
        yield _whole(offer.finish, offer.points_clause)
    for mover in offer.movers:
        for step in [step for step in offer.steps if step.motion in ("straight", "course")][:1]:
            least = [amount for amount in (offer.sure, offer.least, offer.shortest) if amount > 0]
            yield from (_way(offer, mover, [_step(state, mover, step, amount, 0.0)]) for amount in least[:1])
    for share in _SHARES:
        for step in offer.steps:
            for mover in offer.movers:
                amount = _affordable(offer, mover, step, mover.left * share)
                turns = _turns(mover, step)[:3] if amount > 0 else ()
                yield from (_way(offer, mover, [_step(state, mover, step, amount, by)]) for by in turns)
    if offer.enter is not None:
        yield from _places(state, offer.enter)
    yield from (_whole(each) for each in offer.also if each.refusal is None)


def _any_path(state: State, offer: offers.Path, rng: random.Random) -> Iterator[DraftAnswer]:
    """A few steps by chance; then the same with shorter steps, then the first of them alone."""
    if _is_open(offer.finish) and (not offer.movers or rng.random() < _RARELY):
        yield _whole(offer.finish, offer.points_clause)
    if offer.enter is not None and (not offer.movers or rng.random() < _EVEN):
        yield from _any_place(state, offer.enter, rng)
    able = [each for each in offer.also if each.refusal is None]
    if able and (not offer.movers or rng.random() < _EVEN):
        yield _whole(rng.choice(able))
    if not offer.movers:
        return
    mover = rng.choice(offer.movers)
    wanted: list[tuple[StepOffer, float, float]] = []
    for number in range(1 if offer.single else rng.randint(1, _MOST_STEPS)):
        kinds = [step for step in offer.steps if not (number and step.first)]
        step = rng.choice(kinds)
        wanted.append((step, mover.left * rng.random(), rng.choice(_turns(mover, step))))
    for share in _SHARES:
        for some in (wanted, wanted[:1]) if len(wanted) > 1 else (wanted,):
            amounts = [_affordable(offer, mover, step, points * share / len(some)) for step, points, _by in some]
            legs = [
                _step(state, mover, step, amount, by)
                for (step, _p, by), amount in zip(some, amounts, strict=True)
                if amount > 0
            ]
            if legs:
                yield _way(offer, mover, legs)


def _turns(mover: Mover, step: StepOffer) -> tuple[float, ...]:
    """How far off its facing a step may go, ahead first; a turn has a side, and a course bends no more than it may."""
    if step.motion == "course" and mover.bend is not None:
        return (0.0, mover.bend.degrees / 2, -mover.bend.degrees / 2)
    return {"straight": (0.0,), "turn": (1.0, -1.0)}.get(step.motion, _BEARINGS)


def _affordable(offer: offers.Path, mover: Mover, step: StepOffer, points: float) -> float:
    """How much of a step so many points pay for, in the measure of the step and rounded down."""
    price = step.price * step.per
    if price <= 0:
        amount = _widest(offer) if step.motion == "turn" else points
    else:
        units = points / price
        amount = (floor(units + 1e-9) if step.whole else units) * step.per
    if step.motion == "turn":
        return min(_HALF_TURN, floor(amount))
    return max(offer.shortest, floor(amount * 100) / 100)


def _widest(offer: offers.Path) -> float:
    """How far a turn that costs nothing goes when nobody says how far."""
    return offer.turns.degrees if offer.turns is not None else _HALF_TURN / 2


def _step(state: State, mover: Mover, step: StepOffer, amount: float, by: float) -> offers.Started:
    plain: offers.Started = {"step": step.step, step.amount: -amount if step.motion == "turn" and by < 0 else amount}
    if step.motion in ("free", "course"):
        pose = state.units[mover.unit].pose
        plain["heading"] = ((pose.degrees if pose is not None else 0.0) + step.bearing + by) % 360
    return plain


def _way(offer: offers.Path, mover: Mover, steps: list[offers.Started]) -> DraftAnswer:
    titles = {step.step: step for step in offer.steps}
    first = titles[steps[0]["step"]]
    words = ", ".join(f"{titles[each['step']].title} {each[titles[each['step']].amount]:g}" for each in steps)
    return DraftAnswer({**mover.answer, offer.into: steps}, first.step, f"{mover.unit}: {words}", first.clause)


# --- aiming ----------------------------------------------------------------------------------------------------------


def _open_aims(shooter: offers.Shooter) -> list[AimFace]:
    return [aim for aim in shooter.aims if aim.refusal is None]


def _aims(state: State, offer: offers.Aims) -> Iterator[DraftAnswer]:
    """None, then the best aim of everybody together, then each by itself."""
    if offer.none is not None:
        yield _whole(offer.none, offer.clause)
    able = [shooter for shooter in offer.shooters if _open_aims(shooter)]
    if offer.plan:
        best = [max(_open_aims(shooter), key=lambda aim: aim.odds) for shooter in able]
        yield from [_plan(offer, best)] if len(best) > 1 else []
    yield from (_shot(offer, aim) for aim in _in_turns([_open_aims(shooter) for shooter in able]))


def _any_aim(state: State, offer: offers.Aims, rng: random.Random) -> Iterator[DraftAnswer]:
    able = [shooter for shooter in offer.shooters if _open_aims(shooter)]
    if offer.none is not None and (not able or rng.random() < _RARELY):
        yield _whole(offer.none, offer.clause)
    if offer.plan:
        naming = [shooter for shooter in able if rng.random() > _RARELY]
        yield _plan(offer, [rng.choice(_open_aims(shooter)) for shooter in naming])
    elif able:
        aim = rng.choice(_open_aims(rng.choice(able)))
        named = rng.choice(aim.locations) if aim.locations and rng.random() < _RARELY else ""
        yield _shot(offer, aim, named)


def _plan(offer: offers.Aims, aims: Sequence[AimFace]) -> DraftAnswer:
    shots = [{"unit": aim.unit, "target": aim.target} for aim in aims]
    words = ", ".join(f"{aim.unit} at {aim.target}" for aim in aims)
    return DraftAnswer({**offer.answer, offer.into: shots}, _kind_of(offer.answer), words, offer.clause)


def _shot(offer: offers.Aims, aim: AimFace, location: str = "") -> DraftAnswer:
    if offer.plan:
        return _plan(offer, [aim])
    answer = {**offer.answer, "target": aim.target} | ({"location": location} if location else {})
    words = ", ".join(part for part in (aim.title, aim.need, aim.remark) if part)
    return DraftAnswer(answer, _kind_of(offer.answer), words, aim.clause or offer.clause, sure=not location)


def _splits(state: State, offer: offers.Split) -> Iterator[DraftAnswer]:
    """None, all dice at one target after the other, then shared evenly."""
    if offer.none is not None:
        yield _whole(offer.none)
    aims = [aim for aim in offer.aims if aim.refusal is None]
    yield from (_shares_of(offer, [aim] * offer.dice) for aim in aims)
    if len(aims) > 1:
        yield _shares_of(offer, [aims[number % len(aims)] for number in range(offer.dice)])


def _any_split(state: State, offer: offers.Split, rng: random.Random) -> Iterator[DraftAnswer]:
    aims = [aim for aim in offer.aims if aim.refusal is None]
    if offer.none is not None and (not aims or rng.random() < _RARELY):
        yield _whole(offer.none)
    if aims:
        yield _shares_of(offer, [rng.choice(aims) for _ in range(rng.randint(1, offer.dice) if offer.dice else 0)])


def _shares_of(offer: offers.Split, laid: Sequence[AimFace]) -> DraftAnswer:
    """Dice laid one by one, none beyond what may reach so far."""
    left, dice, names = dict(offer.limits), dict[str, int](), dict[str, str]()
    for aim in laid:
        if left.get(aim.range, 1) > 0:
            dice[aim.target] = dice.get(aim.target, 0) + 1
            names[aim.target] = aim.title
            left |= {aim.range: left[aim.range] - 1} if aim.range in left else {}
    shots = [{"target": target, "dice": count} for target, count in dice.items()]
    words = ", ".join(f"{count} at {names[target]}" for target, count in dice.items())
    clause = laid[0].clause if laid else ""
    return DraftAnswer({**offer.answer, offer.into: shots}, _kind_of(offer.answer), words, clause, sure=bool(shots))


# --- markers and things taken ----------------------------------------------------------------------------------------


def _losses(state: State, offer: offers.Allocate) -> Iterator[DraftAnswer]:
    """The usual choice, then from each heap first."""
    usual = [heap.id for heap in offer.heaps for _ in range(heap.usual)]
    rest = [heap.id for heap in offer.heaps for _ in range(heap.left)]
    yield _lost(offer, usual if len(usual) == offer.count else rest)
    for first in offer.heaps:
        others = [marker for marker in rest if marker != first.id]
        yield _lost(offer, [first.id] * first.left + others)


def _any_loss(state: State, offer: offers.Allocate, rng: random.Random) -> Iterator[DraftAnswer]:
    markers = [heap.id for heap in offer.heaps for _ in range(heap.left)]
    rng.shuffle(markers)
    yield _lost(offer, markers)


def _lost(offer: offers.Allocate, markers: Sequence[str]) -> DraftAnswer:
    gone = list(markers[: offer.count])
    counts = {heap.id: gone.count(heap.id) for heap in offer.heaps}
    words = ", ".join(f"{heap.title} {counts[heap.id]}" for heap in offer.heaps if counts[heap.id])
    return DraftAnswer({**offer.answer, **counts}, _kind_of(offer.answer), words, sure=True)


def _takings(state: State, offer: offers.Take) -> Iterator[DraftAnswer]:
    """None, the usual, then beginning with each."""
    if offer.none is not None:
        yield _whole(offer.none)
    if offer.usual:
        yield _taken(offer, offer.usual)
    for first in range(len(offer.items)):
        yield _taken(offer, _enough(offer, [first, *(n for n in range(len(offer.items)) if n != first)], offer.least))


def _any_taking(state: State, offer: offers.Take, rng: random.Random) -> Iterator[DraftAnswer]:
    if offer.none is not None and (not offer.items or rng.random() < _RARELY):
        yield _whole(offer.none)
    if offer.items or offer.none is None:
        order = list(range(len(offer.items)))
        rng.shuffle(order)
        total = sum(item.weight for item in offer.items)
        yield _taken(offer, _enough(offer, order, rng.randint(offer.least, max(offer.least, offer.most or total))))


def _enough(offer: offers.Take, order: Sequence[int], wanted: int) -> list[int]:
    """Items in this order until they weigh enough; none that would weigh too much."""
    found: list[int] = []
    weight = 0
    for number in order:
        more = offer.items[number].weight
        if weight < wanted and not (offer.most and weight + more > offer.most):
            found.append(number)
            weight += more
    return sorted(found)


def _taken(offer: offers.Take, numbers: Sequence[int]) -> DraftAnswer:
    items = [offer.items[number] for number in numbers]
    answer = {**offer.answer, offer.into: [item.value for item in items]}
    return DraftAnswer(answer, _kind_of(offer.answer), ", ".join(item.title for item in items))


def _compositions(state: State, offer: offers.Compose) -> Iterator[DraftAnswer]:
    return (_composed(offer, answer) for answer in orders_of(offer))


def _any_composition(state: State, offer: offers.Compose, rng: random.Random) -> Iterator[DraftAnswer]:
    answers = list(orders_of(offer))
    yield from [_composed(offer, rng.choice(answers))] if answers else []


def _composed(offer: offers.Compose, answer: offers.Started) -> DraftAnswer:
    return DraftAnswer(answer, _kind_of(answer), sentence_of(offer, answer), offer.clause, sure=True)


# --- acting ----------------------------------------------------------------------------------------------------------


def _open_actions(actor: offers.Actor) -> list[offers.Action]:
    return [action for action in actor.actions if action.closed is None and action.offer is not None]


def _acts(state: State, offer: offers.Act) -> Iterator[DraftAnswer]:
    """Ending it first, then the actions of all units in turns."""
    ends = [_whole(actor.finish) for actor in offer.actors if _is_open(actor.finish)]
    yield from ends[:1]
    each = [
        (_as_action(action, draft) for draft in listed(state, action.offer))
        for actor in offer.actors
        for action in _open_actions(actor)
    ]
    yield from _in_turns(each)
    yield from ends[1:]


def _any_act(state: State, offer: offers.Act, rng: random.Random) -> Iterator[DraftAnswer]:
    actor = rng.choice(offer.actors)
    able = _open_actions(actor)
    if _is_open(actor.finish) and (not able or rng.random() < _RARELY):
        yield _whole(actor.finish)
    if able:
        action = rng.choice(able)
        drafts = _DRAWN[type(action.offer)](state, action.offer, rng)
        yield from (_as_action(action, draft) for draft in drafts)


def _as_action(action: offers.Action, draft: DraftAnswer) -> DraftAnswer:
    words = f"{action.title}: {draft.reason}" if draft.reason else action.title
    return DraftAnswer(draft.answer, action.id, words, draft.clause or action.clause, draft.sure)


# --- small parts -----------------------------------------------------------------------------------------------------


def _kind_of(started: offers.Started) -> str:
    return str(started.get("answer", ""))


def _in_turns(rows: Sequence[Any]) -> Iterator[Any]:
    """The first of every row, then the second of every row, and so on."""
    return (each for each in chain.from_iterable(zip_longest(*rows)) if each is not None)


_LISTED: dict[type[Any], Listing] = {
    offers.Choose: _choices,
    offers.Place: _places,
    offers.Path: _paths,
    offers.Aims: _aims,
    offers.Split: _splits,
    offers.Allocate: _losses,
    offers.Take: _takings,
    offers.Compose: _compositions,
    offers.Act: _acts,
}
_DRAWN: dict[type[Any], Drawing] = {
    offers.Choose: _any_choice,
    offers.Place: _any_place,
    offers.Path: _any_path,
    offers.Aims: _any_aim,
    offers.Split: _any_split,
    offers.Allocate: _any_loss,
    offers.Take: _any_taking,
    offers.Compose: _any_composition,
    offers.Act: _any_act,
}
