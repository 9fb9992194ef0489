"""How the raid is played: squads set out, marches that stop, fire, cards played in a window."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.formations import FigurePath
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push, Roll, Shuffle
from brickfield.core.pausing_moves import PausingMove
from brickfield.core.piles import EVERYBODY
from brickfield.core.sealed import NOBODY
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import ReactionOffer, ReactionWindow
from brickfield.geometry import Pose
from tests.core.raid import ground
from tests.core.raid.orders import (
    DECK,
    HITS_FROM,
    HITS_FROM_IN_HOUSE,
    ROUNDS,
    Fire,
    GiveOrder,
    GoIn,
    GoOut,
    March,
    MayPlayCard,
    MaySnap,
    Place,
    PlayCard,
    SetOut,
    Wait,
    Walk,
    between,
    hand,
    marched,
    squad_of,
    standing_seats,
)


class Raid(Frame):
    """Cards are dealt, then rounds are played."""

    seat: int = -1
    round: int = 0
    placed: Place = Place("", 0.0, 0.0)
    order: March | Walk | GoIn | GoOut | Fire | Wait = Wait()

    STEPS: ClassVar[tuple[str, ...]] = (
        *("lay_deck", "shuffle", "deal"),
        *("next_squad", "set_out", "put_down"),
        *("next_seat", "ask", "carry_out", "check"),
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "round", "placed", "order")

    @rule("raid.card.deal")
    def lay_deck(self, t: Table) -> Any:
        """A deck that nobody knows, empty hands, and a heap for what was played."""
        if not t.match.options.cards:
            return Goto("next_squad")
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

    def next_squad(self, t: Table) -> Any:
        """Squads set out in the order of the seats, unless a position has them somewhere already."""
        self.seat += 1
        if self.seat < t.match.seats and t.match.setup.position is None:
            return None
        self.seat = -1
        return Goto("next_seat")

    def set_out(self, t: Table) -> Any:
        """From where?"""
        return Ask(SetOut(self.seat), into="placed")

    @rule("raid.march.start")
    def put_down(self, t: Table) -> Any:
        """Figures stand side by side."""
        figures = ground.first_figures(self.placed.x, self.placed.y)
        t.emit(happened.FiguresPlaced(unit=f"s{self.seat}", figures=figures, clause="raid.march.start"))
        return Goto("next_squad")

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
            return Push(Marching(unit=unit.id, paths=marched(t, unit, order.steps)))
        if isinstance(order, Walk):
            return Push(Marching(unit=unit.id, paths=order.paths))
        if isinstance(order, Fire):
            return Push(Volley(shooter=unit.id, target=order.target))
        if isinstance(order, GoIn):
            change_floor(t, unit, ground.HOUSE, order.level)
        elif isinstance(order, GoOut):
            change_floor(t, unit, "", 0)
        return None

    def check(self, t: Table) -> Any:
        """Is it over?"""
        return end_if_decided(t) or Goto("next_seat")


@rule("raid.house.floor")
def change_floor(t: Table, unit: Unit, thing: str, level: int) -> None:
    """A squad goes into the house, from floor to floor, or out of the door."""
    poses = ground.inside(unit, level) if thing else ground.outside(t, unit)
    t.emit(happened.WentInside(unit=unit.id, thing=thing, level=level, clause="raid.house.floor"))
    t.emit(happened.FiguresMoved(unit=unit.id, poses=poses, step="enter", amount=0.0, clause="raid.house.floor"))


class Marching(PausingMove):
    """A squad on its way, step by step, with a path for each figure."""

    paths: tuple[FigurePath, ...] = ()

    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "sample", "last", "paths")

    def _at(self, t: Table, place: int) -> dict[str, Pose]:
        """Where the figures that stand are at a place."""
        standing = {each.id for each in t.units[self.unit].standing}
        return {path.figure: path.poses[place] for path in self.paths if path.figure in standing and place >= 0}

    def places(self, t: Table) -> int:
        """One after each step."""
        return min((len(path.poses) for path in self.paths), default=0)

    @rule("raid.march.snap")
    def met_at(self, t: Table, place: int) -> Frame | None:
        """An enemy that newly sees the squad within its reach."""
        mover, before, here = t.units[self.unit], self._at(t, place - 1), self._at(t, place)
        enemies = [squad_of(t, seat) for seat in standing_seats(t) if not t.match.allied(seat, mover.seat)]
        now = [each for each in enemies if ground.sees_squad(t, each, mover, here)]
        met = [each.id for each in now if not ground.sees_squad(t, each, mover, before)]
        return ReactionWindow(trigger="passes", about=(self.unit, *met)) if met else None

    @rule("raid.march.path")
    def show(self, t: Table, place: int, *, at_end: bool) -> None:
        """All figures have gone so far."""
        unit, poses = t.units[self.unit], self._at(t, place)
        moved = [between(each.pose, poses[each.id]) for each in unit.standing if each.pose and each.id in poses]
        if any(moved):
            t.emit(
                happened.FiguresMoved(
                    unit=unit.id, poses=tuple(poses.items()), step="march", amount=moved[0], clause="raid.march.path"
                )
            )


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
        hits, faces = sum(face >= needed for face in self.faces[0]), self.faces[0]
        resolved = happened.AttackResolved(
            unit=self.shooter,
            target=target.id,
            manner="fire",
            dice=len(faces),
            hits=hits,
            clause="raid.fire.dice",
            throws=(happened.Throw("fire", t.units[self.shooter].seat, faces),),
        )
        t.emit(resolved)
        safe = str(t.facts.get("safe", ""))
        fallen = [each.id for each in reversed(target.standing) if each.id != safe][:hits]
        for figure in fallen:
            t.emit(
                happened.FigureLost(
                    unit=target.id, figure=figure, by=self.shooter, leaves_body=True, clause="raid.fire.dice"
                )
            )
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


def fired_at(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
    """The squad that is fired at may play a card, whatever it holds."""
    shooter, target = about
    seat = state.units[target].seat

    def play(reply: PlayCard) -> Frame:
        return CardPlayed(seat=seat, card=reply.card, figure=reply.figure)

    return [ReactionOffer(seat, "card", None, "raid.card.play", question=MayPlayCard(seat, shooter), play=play)]


def passes(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
    """Every squad that was met may fire, while both stand."""
    mover = state.units[about[0]]
    able = [state.units[each] for each in about[1:] if state.units[each].alive and mover.alive]
    return [
        ReactionOffer(
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
