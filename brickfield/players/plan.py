"""Choosing among priced suggestions: one by one with a little whim, or as a plan for all units together."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from heapq import nlargest
from math import exp

from brickfield.core.judging.judging import Pricing

# A group's entry when nothing of it is chosen.
NONE = -1
# A change to a plan must be worth this much win chance: what is equal stays as it is.
_GAIN = 1e-9
# How many drafts are worked out, and how many other suggestions of a group are tried exactly.
_CLIMBED, _TRIED = 4, 6


class RoughOutlook:
    """An outlook for whoever makes a plan: of its suggestions only the first so many, without refinements."""

    def __init__(self, outlook: Pricing, most: int) -> None:
        self.refined = outlook.groups
        self.groups = [[number for number in group if number < most] for group in self.refined]
        self.value = outlook.value


def pick(values: Sequence[float], temperature: float, rng: random.Random) -> int:
    """The number of the best value; with a temperature, worse ones too, the more rarely the worse they are."""
    best = max(range(len(values)), key=lambda number: values[number])
    if temperature <= 0.0:
        return best
    shares = [exp((value - values[best]) / temperature) for value in values]
    return rng.choices(range(len(values)), shares)[0]


def one_by_one(outlook: Pricing, temperature: float, rng: random.Random) -> int | None:
    """Go through the groups; the first that wants to do something, judged by itself, gives its suggestion."""
    nothing = outlook.value(())
    for group in outlook.groups:
        values = [nothing, *[outlook.value((number,)) for number in group]]
        chosen = pick(values, temperature, rng)
        if chosen:
            return group[chosen - 1]
    return None


def together(outlook: Pricing, kinds: Sequence[str], passes: int) -> list[int]:
    """A plan: of several first drafts the most promising are changed, one group at a time, while that helps."""
    best: list[int] = []
    best_value = outlook.value(())
    for plan, value in _worked_out(outlook, kinds, passes):
        if value > best_value + _GAIN:
            best, best_value = _without_gaps(plan), value
    return best


def _worked_out(outlook: Pricing, kinds: Sequence[str], passes: int) -> Iterator[tuple[list[int], float]]:
    drafts = sorted(_drafts(outlook, kinds), key=lambda draft: -_value(outlook, draft))
    for draft in drafts[:_CLIMBED]:
        yield _climb(outlook, draft, passes)


def others(outlook: RoughOutlook, kinds: Sequence[str], passes: int, best: Sequence[int]) -> list[list[int]]:
    """Plans that begin otherwise than the best one, in their order, by what they are worth: whatever comes later can
    still be changed when it is due. Other drafts, and the best one after another order."""
    found = [in_order(outlook, _without_gaps(plan)) for plan, _value in _worked_out(outlook, kinds, passes)]
    found += _begun_otherwise(outlook, best)
    worth = {number: outlook.value(plan) for number, plan in enumerate(found)}
    begun = set(best[:1])
    plans = []
    for number in sorted(worth, key=lambda number: (-worth[number], number)):
        plan = found[number]
        if plan and plan[0] not in begun:
            begun.add(plan[0])
            plans.append(plan)
    return plans


def polished(outlook: Pricing, plan: Sequence[int], passes: int) -> list[int]:
    """A plan after every group has looked at all it can do, beside what the others do."""
    draft = [next((number for number in plan if number in group), NONE) for group in map(set, outlook.groups)]
    return _without_gaps(_climb(outlook, draft, passes)[0])


def settled(outlook: Pricing, plan: Sequence[int], passes: int) -> list[int]:
    """A plan after every group has tried its best few others with everybody where his order ends, if the game can say
    what that is worth: suggestions are priced with the others where they are now, and may get in each other's way."""
    exactly: Callable[[Sequence[int]], float | None] = getattr(outlook, "exactly", lambda _plan: None)
    best, value = list(plan), exactly(plan)
    if value is None:
        return best
    for _ in range(passes):
        before = value
        for group in map(set, outlook.groups):
            rest = [number for number in best if number not in group]
            for tried in (rest, *_most_promising(outlook, rest, group.difference(best))):
                other = exactly(tried)
                if other is not None and other > value + _GAIN:
                    best, value = tried, other
        if value <= before + _GAIN:
            break
    return best


def _most_promising(outlook: Pricing, rest: list[int], group: set[int]) -> list[list[int]]:
    """The rest of a plan with one or another of a group, those that promise most."""
    plans = [[*rest, number] for number in sorted(group)]
    return nlargest(_TRIED, plans, key=outlook.value)


def scripts(outlook: Pricing, kinds: Sequence[str]) -> list[list[int]]:
    """Whole plans of one idea: nothing at all, and for each kind of suggestion that kind by every group that can."""
    nothing, _alone, *alike = _drafts(outlook, kinds)
    return [_without_gaps(draft) for draft in (nothing, *alike)]


def _without_gaps(plan: Sequence[int]) -> list[int]:
    return [number for number in plan if number != NONE]


def _begun_otherwise(outlook: RoughOutlook, best: Sequence[int]) -> Iterator[list[int]]:
    """The best plan, in its order, after each other order of one of its groups."""
    for group, refined in zip(outlook.groups, outlook.refined, strict=True):
        own = next((number for number in best if number in refined), NONE)
        rest = [number for number in best if number != own]
        for number in group:
            if number != own:
                yield [number, *rest]


def _drafts(outlook: Pricing, kinds: Sequence[str]) -> list[list[int]]:
    """Nothing at all; every group's own best; and for each kind of suggestion, that kind by every group that can."""
    nothing = outlook.value(())
    alone = []
    for group in outlook.groups:
        values = [nothing, *[outlook.value((number,)) for number in group]]
        chosen = max(range(len(values)), key=lambda number: values[number])
        alone.append(group[chosen - 1] if chosen else NONE)
    scripts = [
        [next((number for number in group if kinds[number] == kind), NONE) for group in outlook.groups]
        for kind in sorted(set(kinds))
    ]
    return [[NONE] * len(outlook.groups), alone, *scripts]


def _climb(outlook: Pricing, draft: Sequence[int], passes: int) -> tuple[list[int], float]:
    """Coordinate ascent: every group in turn takes what is best beside the choices of the others."""
    plan = list(draft)
    value = _value(outlook, plan)
    for _ in range(passes):
        before = value
        for place, group in enumerate(outlook.groups):
            value = _improve(outlook, plan, place, group, value)
        if value <= before + _GAIN:
            break
    return plan, value


def _improve(outlook: Pricing, plan: list[int], place: int, group: Sequence[int], value: float) -> float:
    taken = plan[place]
    for number in (NONE, *group):
        if number == taken:
            continue
        plan[place] = number
        other = _value(outlook, plan)
        if other > value + _GAIN:
            taken, value = number, other
    plan[place] = taken
    return value


def _value(outlook: Pricing, plan: Sequence[int]) -> float:
    return outlook.value(_without_gaps(plan))


def in_order(outlook: Pricing, plan: Sequence[int]) -> list[int]:
    """The suggestions of a plan in the order to follow them: first those whose loss would hurt the plan most."""
    return sorted(plan, key=lambda number: (outlook.value([each for each in plan if each != number]), number))
