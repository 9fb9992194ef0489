"""The rules of the raid: orders, marches that stop, fire, cards played in a window, the house."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.board import Figure, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Choice, Decision, React, Reaction
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push, Roll, Shuffle
from brickfield.core.pausing_moves import PausingMove
from brickfield.core.piles import EVERYBODY
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.sealed import NOBODY
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import Offer, ReactionWindow
from brickfield.geometry.grain import GRAIN, Pose

# In a real game these stand in data/*.toml.
DECK = ("take_cover", "smoke") * 4
REACH, MARCH, STEP, DOOR = 24.0, 12.0, 3.0, 8.0
HITS_FROM, HITS_FROM_IN_HOUSE, ROUNDS = 5, 6, 12
HOUSE, HOUSE_AT = "house", (50.0, 50.0)
PLACES = ((20.0, 50.0), (50.0, 20.0), (80.0, 50.0), (50.0, 80.0), (50.0, 50.0), (35.0, 35.0), (65.0, 65.0))


class March(Answer, frozen=True):
    """Walk towards one of the places."""

    place: int


class GoIn(Answer, frozen=True):
    """Into the house, or from one floor to the other."""

    level: int


class GoOut(Answer, frozen=True):
    """Out of the house."""


class Fire(Answer, frozen=True):
    """Fire at a squad."""

    target: str


class Wait(Answer, frozen=True):
    """Do nothing."""


class PlayCard(Answer, frozen=True):
    """A card of the own hand; taking cover names the figure that is safe."""

    card: str
    figure: str = ""


def squad_of(state: State, seat: int) -> Unit:
    """The squad of a seat."""
    return state.units[f"s{seat}"]


def hand(seat: int) -> str:
    """The pile of cards that a seat holds."""
    return f"hand{seat}"


def standing_seats(state: State) -> list[int]:
    """The seats that still have figures."""
    return [seat for seat in range(state.match.seats) if squad_of(state, seat).alive]


def spot(unit: Unit) -> tuple[float, float]:
    """Where a squad stands."""
    if unit.container:
        return HOUSE_AT
    assert unit.pose is not None
    return unit.pose.place


@rule("raid.house.window")
def sees(one: Unit, other: Unit, at: tuple[float, float] | None = None) -> bool:
    """Within reach, and nobody of the two on the ground floor of the house. `at`: where the other would stand."""
    shut = [unit for unit in (one, other) if unit.container and not unit.floor and not (unit is other and at)]
    (ax, ay), (bx, by) = spot(one), at or spot(other)
    return not shut and hypot(ax - bx, ay - by) <= REACH


@rule("raid.side.allies")
def targets(state: State, unit: Unit) -> list[Unit]:
    """The enemy squads a squad may fire at."""
    others = [squad_of(state, seat) for seat in standing_seats(state) if not state.match.allied(seat, unit.seat)]
    return [other for other in others if sees(unit, other)]


class GiveOrder(Decision, frozen=True):
    """What the squad does."""

    ANSWER: ClassVar[Any] = March | GoIn | GoOut | Fire | Wait
    CLAUSE: ClassVar[str] = "raid.turn.order"

    def choices(self, state: State) -> Sequence[Choice]:
        """Wait, fire, march, the house."""
        unit = squad_of(state, self.seat)
        found = [Choice(Wait(), "Wait", "stays where it is")]
        found += [Choice(Fire(each.id), f"Fire at {each.id}", clause="raid.fire.dice") for each in targets(state, unit)]
        if unit.container:
            other = 1 - unit.floor
            return [*found, Choice(GoIn(other), f"To floor {other}"), Choice(GoOut(), "Leave the house")]
        if self._at_the_door(unit):
            found += [Choice(GoIn(level), f"Into the house, floor {level}") for level in (0, 1)]
        return [*found, *(Choice(March(n), f"March to {x:g}, {y:g}") for n, (x, y) in enumerate(PLACES))]

    def _at_the_door(self, unit: Unit) -> bool:
        x, y = spot(unit)
        return hypot(x - HOUSE_AT[0], y - HOUSE_AT[1]) <= DOOR

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """One of the choices."""
        if any(each.answer == answer for each in self.choices(state)):
            return None
        return illegal("cannot_do_that", "raid.turn.order", f"The squad of seat {self.seat} cannot do that now.")


class MayPlayCard(Reaction, frozen=True):
    """Fired at: a card, or none?"""

    shooter: str

    ANSWER: ClassVar[Any] = PlayCard | React
    CLAUSE: ClassVar[str] = "raid.card.play"

    def choices(self, state: State) -> Sequence[Choice]:
        """No card, smoke, or cover for one of the figures."""
        held = dict.fromkeys(state.piles[hand(self.seat)].cards)
        found = [Choice(React(yes=False), "No card")]
        found += [Choice(PlayCard("smoke"), "Smoke")] if "smoke" in held else []
        if "take_cover" in held:
            figures = squad_of(state, self.seat).standing
            found += [Choice(PlayCard("take_cover", each.id), f"Cover for {each.id}") for each in figures]
        return found

    @rule("raid.card.play")
    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Only a card that is in the hand, and cover only for a figure that stands."""
        if any(each.answer == answer for each in self.choices(state)):
            return None
        return illegal(
            "no_such_card", "raid.card.play", "That card is not in your hand, or that figure does not stand."
        )


class MaySnap(Reaction, frozen=True):
    """An enemy comes into reach: fire?"""

    mover: str

    CLAUSE: ClassVar[str] = "raid.march.snap"

    def choices(self, state: State) -> Sequence[Choice]:
        """Fire or let it pass."""
        return [Choice(React(yes=False), "Let it pass"), Choice(React(yes=True), f"Fire at {self.mover}")]

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Both are open."""
        return None


class Raid(Frame):
    """Cards are dealt, then rounds are played."""

    seat: int = -1
    round: int = 0
    order: March | GoIn | GoOut | Fire | Wait = Wait()

    STEPS: ClassVar[tuple[str, ...]] = ("lay_deck", "shuffle", "deal", "next_seat", "ask", "carry_out", "check")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "round", "order")

    @rule("raid.card.deal")
    def lay_deck(self, t: Table) -> Any:
        """A deck that nobody knows, empty hands, and a heap for what was played."""
        if not t.match.options.cards:
            return Goto("next_seat")
        t.lay_pile("deck", NOBODY, DECK, "raid.card.deal")
        t.lay_pile("played", EVERYBODY, (), "raid.card.deal")
        for seat in range(t.match.seats):
            t.lay_pile(hand(seat), seat, (), "raid.card.deal")
        return None

    def shuffle(self, t: Table) -> Any:
        """Nobody sees the dice that put it in order."""
        return Shuffle("deck", "raid.card.deal")

    @rule("raid.card.deal")
    def deal(self, t: Table) -> Any:
        """A card each."""
        for seat in range(t.match.seats):
            t.draw(seat, "deck", hand(seat), 1, "raid.card.deal")

    @rule("raid.turn.order", "raid.win.last")
    def next_seat(self, t: Table) -> Any:
        """The next seat with figures; after the last one a new round."""
        order = standing_seats(t)
        later = [seat for seat in order if seat > self.seat]
        if not later:
            self.round += 1
            if self.round > ROUNDS:
                return end_by_count(t)
            t.emit(happened.RoundStarted(round=self.round, clause="raid.turn.order"))
        self.seat = (later or order)[0]
        t.emit(happened.TurnStarted(seat=self.seat, clause="raid.turn.order"))
        return None

    def ask(self, t: Table) -> Any:
        """One order."""
        return Ask(GiveOrder(self.seat), into="order")

    def carry_out(self, t: Table) -> Any:
        """What was ordered."""
        unit, order = squad_of(t, self.seat), self.order
        if isinstance(order, March):
            return Push(Marching(unit=unit.id, start=spot(unit), place=order.place))
        if isinstance(order, Fire):
            return Push(Volley(shooter=unit.id, target=order.target))
        if isinstance(order, GoIn):
            t.emit(happened.WentInside(unit=unit.id, thing=HOUSE, level=order.level, clause="raid.house.window"))
        elif isinstance(order, GoOut):
            t.emit(happened.WentInside(unit=unit.id, thing="", clause="raid.house.window"))
        return None

    def check(self, t: Table) -> Any:
        """Is it over?"""
        return end_if_decided(t) or Goto("next_seat")


class Marching(PausingMove):
    """A squad on its way, step by step, in formation."""

    start: tuple[float, float] = (0.0, 0.0)
    place: int = 0

    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "sample", "last", "start", "place")

    @rule("raid.march.path")
    def _at(self, number: int) -> tuple[float, float]:
        (ax, ay), (bx, by) = self.start, PLACES[self.place]
        far = hypot(bx - ax, by - ay)
        share = min(1.0, min(MARCH, (number + 1) * STEP) / far) if far else 0.0
        return ax + (bx - ax) * share, ay + (by - ay) * share

    def places(self, t: Table) -> int:
        """One after each step."""
        return int(MARCH / STEP)

    @rule("raid.march.snap")
    def met_at(self, t: Table, place: int) -> Frame | None:
        """An enemy into whose reach the squad newly comes."""
        mover, before, here = t.units[self.unit], self._at(place - 1), self._at(place)
        enemies = [squad_of(t, seat) for seat in standing_seats(t) if not t.match.allied(seat, mover.seat)]
        met = [each.id for each in enemies if sees(each, mover, here) and not sees(each, mover, before)]
        return ReactionWindow(trigger="passes", about=(self.unit, *met)) if met else None

    @rule("raid.march.path")
    def show(self, t: Table, place: int, *, at_end: bool) -> None:
        """All figures keep their places about the first."""
        unit, (x, y) = t.units[self.unit], self._at(place)
        (ox, oy) = spot(unit)
        poses = tuple(
            (each.id, Pose(each.pose.x + round((x - ox) * GRAIN), each.pose.y + round((y - oy) * GRAIN), 0))
            for each in unit.standing
            if each.pose is not None
        )
        moved = hypot(x - ox, y - oy)
        if moved:
            event = happened.FiguresMoved(
                unit=unit.id, poses=poses, step="march", amount=moved, clause="raid.march.path"
            )
            t.emit(event)


class Volley(Frame):
    """A card in answer, dice, losses."""

    shooter: str = ""
    target: str = ""
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("declare", "offer_card", "throw", "losses")
    PUBLIC: ClassVar[tuple[str, ...]] = ("shooter", "target", "faces")

    def declare(self, t: Table) -> Any:
        """Who fires at whom. What cards did in an earlier volley is over."""
        for name, nothing in (("smoke", 0), ("safe", "")):
            if t.facts.get(name):
                t.emit(happened.FactChanged(name=name, value=nothing, clause="raid.card.play"))
        t.emit(happened.TargetDeclared(unit=self.shooter, target=self.target, clause="raid.fire.dice"))

    def offer_card(self, t: Table) -> Any:
        """The squad that is fired at may answer with a card; everybody sees that it is asked, also with no card."""
        return Push(ReactionWindow(trigger="fired_at", about=(self.shooter, self.target))) if t.piles else None

    @rule("raid.fire.dice")
    def throw(self, t: Table) -> Any:
        """A die for each figure, unless there is smoke."""
        if t.facts.get("smoke"):
            return DONE
        return Roll((Pool(len(t.units[self.shooter].standing), "fire", seat=t.units[self.shooter].seat),), into="faces")

    @rule("raid.fire.dice")
    def losses(self, t: Table) -> Any:
        """The last figures fall first; one that took cover is safe."""
        target = t.units[self.target]
        needed = HITS_FROM_IN_HOUSE if target.container else HITS_FROM
        hits = sum(face >= needed for face in self.faces[0])
        safe = str(t.facts.get("safe", ""))
        fallen = [each.id for each in reversed(target.standing) if each.id != safe][:hits]
        for figure in fallen:
            t.emit(happened.FigureLost(unit=target.id, figure=figure, by=self.shooter, clause="raid.fire.dice"))
        if not t.units[target.id].standing:
            lose_squad(t, target.id, self.shooter)


class CardPlayed(Frame):
    """What a card does."""

    seat: int = 0
    card: str = ""
    figure: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("play",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "card", "figure")

    @rule("raid.card.play")
    def play(self, t: Table) -> Any:
        """It lies open from now on."""
        t.move_card(self.seat, hand(self.seat), "played", self.card, "raid.card.play")
        name, value = ("smoke", 1) if self.card == "smoke" else ("safe", self.figure)
        t.emit(happened.FactChanged(name=name, value=value, clause="raid.card.play"))


def fired_at(state: State, about: tuple[str, ...]) -> list[Offer]:
    """The squad that is fired at may play a card, whatever it holds."""
    shooter, target = about
    seat = state.units[target].seat

    def play(reply: PlayCard) -> Frame:
        return CardPlayed(seat=seat, card=reply.card, figure=reply.figure)

    return [Offer(seat, "card", None, "raid.card.play", question=MayPlayCard(seat, shooter), play=play)]


def passes(state: State, about: tuple[str, ...]) -> list[Offer]:
    """Every squad that was met may fire, while both stand."""
    mover = state.units[about[0]]
    able = [state.units[each] for each in about[1:] if state.units[each].alive and mover.alive]
    return [
        Offer(
            each.seat,
            f"snap {each.id}",
            Volley(shooter=each.id, target=mover.id),
            "raid.march.snap",
            question=MaySnap(each.seat, mover.id),
        )
        for each in able
    ]


WINDOWS = {"fired_at": fired_at, "passes": passes}


@rule("raid.card.deal", "raid.win.last")
def lose_squad(t: Table, unit: str, by: str) -> None:
    """A squad is gone; who wiped it out draws a card, and its hand leaves the game unseen."""
    t.emit(happened.UnitDestroyed(unit=unit, by=by, leaves_wreck=False, clause="raid.win.last"))
    if t.piles:
        winner = t.units[by].seat
        t.draw(winner, "deck", hand(winner), 1, "raid.card.deal")
        lost = t.units[unit].seat
        t.draw(lost, hand(lost), "deck", len(t.piles[hand(lost)]), "raid.card.deal")


@rule("raid.win.last", "raid.side.allies")
def end_if_decided(t: Table) -> Any:
    """Only one side has figures left."""
    sides = {t.match.sides[seat] for seat in standing_seats(t)}
    if len(sides) == 1:
        t.emit(happened.GameEnded(winners=t.match.seats_of(sides), reason="elimination", clause="raid.win.last"))
        return DONE
    return None


@rule("raid.win.last", "raid.side.allies")
def end_by_count(t: Table) -> Any:
    """The most figures win; equal sides draw."""
    figures = dict.fromkeys(t.match.sides, 0)
    for seat in standing_seats(t):
        figures[t.match.sides[seat]] += len(squad_of(t, seat).standing)
    best = [side for side, count in figures.items() if count == max(figures.values())]
    winners = t.match.seats_of(best) if len(best) == 1 else ()
    scores = tuple(figures[side] for side in t.match.sides)
    t.emit(happened.GameEnded(winners=winners, reason="last_round", scores=scores, clause="raid.win.last"))
    return DONE


def give_up(t: Table, seat: int) -> None:
    """A squad that gives up is gone; the others play on."""
    t.emit(happened.UnitDestroyed(unit=f"s{seat}", leaves_wreck=False, clause="raid.win.last"))
    if end_if_decided(t):
        return
    t.pending = None
    del t.frames[1:]
    t.frames[0].at = "check"
    t.run()


def first_figures(x: float, y: float) -> tuple[Figure, ...]:
    """Three figures side by side."""
    return tuple(Figure(f"f{n}", pose=Pose.at(x + 2 * n, y)) for n in range(3))
