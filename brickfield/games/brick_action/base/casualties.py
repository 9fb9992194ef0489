"""Casualties, Suppression: the owner removes minis, their weapons lie where they fell, two lost in an action suppress.

`lose_minis` is the only way a mini leaves the board: attacks, close combat, roadkill and wrecks all end here. `Losses`
(losses.py) is the same with the owner asked whom he gives up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Item, Take
from brickfield.core.board import Model, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.numbers import counted
from brickfield.core.questions import Moment
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import GRAIN, Pose
from .actions import Name
from .battlefield import LOST, SUPPRESSED, describe, mini_name, mini_number, mini_of, number, weapon_of
from .suppression import suppresses
from .weapons import items, weapons

# the kind of a token: weapons that lie where a mini fell
DROPPED = "dropped"


@rule("ba.obj.eliminate")
def worth(figure: Model) -> int:
    """What a mini is worth: his own cost and his weapons."""
    weapon, marks = weapon_of(figure.card), figure.marks
    carried = sum([weapons()[item].cost * marks.get(item, 0) for item in items()]) if marks else 0
    return mini_of(figure.card).cost + (weapon.cost if weapon is not None else 0) + carried


@rule("ba.cas.choice")
def usual_losses(unit: Unit, among: Iterable[str], count: int) -> tuple[str, ...]:
    """Whom an owner gives up first: the cheapest, of equals the last."""
    named = set(among)
    standing = [(worth(each), -place, each.id) for place, each in enumerate(unit.squad) if each.id in named]
    return tuple(name for _, _, name in sorted(standing)[:count])


@rule("ba.cas.choice", "ba.sup.trigger", "ba.sup.wiped", "ba.turn.unit_gone")
def lose_minis(t: Table, unit_id: str, figures: Iterable[str], by: str, clause: str) -> None:
    """Minis are removed; two or more in one action suppress the unit; without minis it is gone."""
    lost = tuple(figures)
    note_fall(t, t.units[unit_id], lost, by)
    for name in lost:
        drop_weapons(t, t.units[unit_id], name)
        mini_falls(t, t.units[unit_id], next(each for each in t.units[unit_id].squad if each.id == name))
        t.emit(happened.FigureLost(unit=unit_id, figure=name, by=by, clause=clause))
    if not lost:
        return
    count = number(t.units[unit_id], LOST) + len(lost)
    t.emit(happened.UnitMarked(unit=unit_id, mark=LOST, value=count, clause="ba.sup.trigger"))
    if not t.units[unit_id].standing:
        t.emit(happened.UnitDestroyed(unit=unit_id, by=by, leaves_wreck=False, clause="ba.turn.unit_gone"))
        unit_gone(t, unit_id)
    elif suppresses(count) and not number(t.units[unit_id], SUPPRESSED):
        t.emit(happened.UnitMarked(unit=unit_id, mark=SUPPRESSED, value=1, clause="ba.sup.trigger"))
    losses_taken(t)


@Moment
def mini_falls(t: Table, unit: Unit, figure: Model) -> None:
    """A mini is about to be removed from where he stands."""


@Moment
def unit_gone(t: Table, unit_id: str) -> None:
    """A unit has lost its last mini."""


@Moment
def losses_taken(t: Table) -> None:
    """Minis of a unit are removed."""


FELL = "fell"


@rule("ba.reactmove.direction")
def note_fall(t: Table, unit: Unit, lost: tuple[str, ...], by: str) -> None:
    """Where the last minis of a unit stood, and who removed them: for the move that this may earn."""
    last = [each.pose for each in unit.standing if each.pose is not None]
    if not last or len(set(lost)) < len(unit.standing):
        return
    x, y = sum(pose.x for pose in last) // len(last), sum(pose.y for pose in last) // len(last)
    t.emit(happened.FactChanged(name=FELL, value=f"{unit.id} {by} {x} {y}", clause="ba.reactmove.direction"))


@rule("ba.cas.drop")
def drop_weapons(t: Table, unit: Unit, name: str) -> None:
    """The primary weapon and the unused items of a removed mini lie at his spot."""
    figure = next(each for each in unit.squad if each.id == name)
    left = {item: figure.marks[item] for item in items() if figure.marks.get(item)}
    weapon = weapon_of(figure.card)
    if weapon is not None:
        left[weapon.id] = 1
    if left and figure.pose is not None and (figure.inside or unit.container) not in t.units:
        lay_weapons(t, f"{DROPPED}_{unit.id}_{name}", figure.pose, left)


def lay_weapons(t: Table, name: str, spot: Pose, left: dict[str, int]) -> None:
    """Weapons lie on the board, as a token that counts them."""
    token = Token(name, DROPPED, spot, GRAIN, GRAIN, marks=left, round=True)
    t.emit(happened.TokenPlaced(token=token, clause="ba.cas.drop"))


class GiveUp(Answer, frozen=True):
    """These minis are removed."""

    figures: Annotated[tuple[Name, ...], Meta(max_length=8)]


class ChooseLosses(Decision, frozen=True):
    """Which minis does the owner remove?"""

    unit: str
    among: tuple[str, ...]
    count: int
    by: str

    ANSWER: ClassVar[Any] = GiveUp
    CLAUSE: ClassVar[str] = "ba.cas.choice"
    TITLE: ClassVar[str] = "Remove minis"

    @rule("ba.cas.choice")
    def ask(self, state: State) -> Asked:
        """As many as were lost, among those that may be hit; the cheapest are proposed."""
        unit = state.units[self.unit]
        usual = usual_losses(unit, self.among, self.count)
        offered = [
            Item(each.id, title_of(each), 1, f"{unit.id}/{each.id}", f"value {worth(each)}")
            for each in unit.standing
            if each.id in self.among
        ]
        first = tuple(place for place, each in enumerate(offered) if each.value in usual)
        answer, count = {"answer": "give_up"}, self.count
        take = Take(tuple(offered), answer, "figures", unit.id, count, count, first, give="Remove these")
        text = f"{describe(state, unit.id)} loses {counted(self.count, 'mini')}. You choose."
        return self.asked(self.TITLE, text, take)

    @rule("ba.cas.choice")
    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Exactly so many, each once, and each of those that may be hit."""
        chosen = answer.figures
        if len(chosen) != self.count or len(set(chosen)) != len(chosen):
            sentence = f"{counted(self.count, 'mini')} must go, each named once."
            return illegal("wrong_number", self.CLAUSE, sentence, given=len(chosen), needed=self.count)
        hidden = [name for name in chosen if name not in self.among]
        if hidden:
            sentence = f"{mini_name(self.unit, hidden[0])} is not among the minis that may be hit."
            return illegal("not_exposed", self.CLAUSE, sentence, figure=hidden[0])
        return None


def title_of(figure: Model) -> str:
    """A mini in a few words: Veteran 2 with Carbine."""
    held = held_by(figure)
    return f"{mini_of(figure.card).title} {mini_number(figure.id)}" + (f" with {held}" if held else "")


def held_by(figure: Model) -> str:
    """The weapon and the items that a mini carries."""
    weapon = weapon_of(figure.card)
    held = [weapon.title] if weapon is not None else []
    return ", ".join([*held, *[weapons()[item].title for item in items() if figure.marks.get(item)]])
