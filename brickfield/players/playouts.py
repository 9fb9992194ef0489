"""Play-outs: an answer given on an imagined table, both sides playing on by their own judgement, dice thrown, until the
other side has answered; then the table is worth the chance to win with it as it lies, or the mean of all on the way.

What the dice did may be told from what the answer did: each throw is thrown again a few times, and by how much the
table is then better than on the average was luck and is taken off. On the average over all dice that changes nothing,
but far fewer tables say as much.

Tables that come up again are not thought about again: dice fall in many ways, but few of them make a difference.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import msgspec

from brickfield.core.adding import added
from brickfield.core.decisions import Decision, Reaction
from brickfield.core.dice import Dice
from brickfield.core.judging.judging import Judge
from brickfield.core.match import Match
from brickfield.core.play import Progress, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.players.seat import BotSeat, KeptPlan
from brickfield.players.worlds import CommonDice

if TYPE_CHECKING:
    from brickfield.players.levels import Level

# A play-out that comes to no end of a turn is judged where it stands.
_LONGEST = 200

# Asked again and again whether to come to an end.
Stop: TypeAlias = Callable[[], bool]
_Key: TypeAlias = tuple[Any, ...]
_ENCODER = msgspec.msgpack.Encoder(enc_hook=repr)


def endless() -> bool:
    """Nobody says when to come to an end."""
    return False


class OutOfTime(Exception):
    """There is no more time: the play-out under way is dropped."""


class Reach(NamedTuple):
    """How far play-outs go, in turns of either side, whether every table on the way counts that the other side leaves,
    or only the last, and how often each throw is thrown again to know its luck."""

    turns: int
    average_path: bool = False
    fair: int = 0


class Policies(NamedTuple):
    """Who plays on: for the own side, and for all others."""

    own: Level
    other: Level


def key_of(state: State, world: State) -> _Key:
    """What a table looks like beside the one it came from, for finding it again: all but the number of its question."""
    asks = state.pending.asks if state.pending is not None else ()
    tokens = () if state.tokens is world.tokens else list(state.tokens.values())
    seen = _ENCODER.encode((list(state.units.values()), tokens, state.facts, state.frames, asks))
    return seen, tuple(state.sealed.items()), tuple(state.piles.items())


class Playouts:
    """All play-outs for one question of one seat: what they have cost so far, and what is known of their tables."""

    def __init__(
        self, match: Match, seat: int, policies: Policies, reach: Reach, seed: str, stop: Stop = endless
    ) -> None:
        self.match = match
        self.seat = seat
        self.evaluations = 0
        self._policies = [policies.own if match.allied(each, seat) else policies.other for each in range(match.seats)]
        self._reach = reach
        self._seed = seed
        self._stop = stop
        self._known: dict[_Key, tuple[Any, KeptPlan | None]] = {}
        self._leaves: dict[_Key, float] = {}
        # of the play-out under way: how many throws it has seen, and how much of its chance it owes to them
        self._throws = 0
        self._luck = 0.0

    def value(self, world: State, orders: Sequence[Any], dice: Dice) -> float:
        """The chance to win after these orders: the first is given now, the others as soon as they are asked for."""
        decision = world.decision_of(self.seat)
        assert decision is not None
        players = [BotSeat(policy, self._seed) for policy in self._policies]
        for player in players:
            player.sees_victory = False
        # an order costs at least as much as a suggestion that is weighed
        self.evaluations += 1
        self._throws, self._luck = 0, 0.0
        answer = players[self.seat].follow(world, decision, orders)
        led = self._given(world, decision, answer, world, dice)
        if not isinstance(led, Progress):
            return 0.0
        chances = [self._leaf(table, world) - self._luck for table in self._play_on(led.state, world, players, dice)]
        # who has won or lost on the way stays so
        chances += chances[-1:] * (ceil(self._reach.turns / 2) - len(chances) if self._reach.average_path else 0)
        return added(chances) / len(chances)

    def _play_on(self, state: State, world: State, players: Sequence[BotSeat], dice: Dice) -> Iterator[State]:
        """Both sides play on until the other one has had its last turn: the tables that count."""
        own_turn, turns = self._own_turn(world, world.decision_of(self.seat), own=True), 1
        first = own_turn
        for _ in range(_LONGEST):
            asked = state.waiting_for()
            if state.outcome is not None or not asked:
                break
            if self._stop():
                raise OutOfTime
            decision = state.decision_of(asked[0])
            assert decision is not None
            if self._own_turn(state, decision, own_turn) is not own_turn:
                own_turn, turns = not own_turn, turns + 1
                if turns > self._reach.turns:
                    break
                if own_turn is first and self._reach.average_path:
                    yield state
            state = self._step(state, decision, world, players[asked[0]], dice)
        yield state

    def _own_turn(self, state: State, decision: Decision | None, own: bool) -> bool:
        """Whether a question comes in a turn of the own side: in the middle of a turn the other side may be asked, too.
        Where nobody's turn is noted, whoever is asked has it, unless it is a reaction (`own`: whose it was before); and
        while a battle is set up there are no turns yet."""
        if type(decision) in self.match.game.setting_up:
            return own
        active = state.facts.get("active")
        if isinstance(active, int) and active >= 0:
            return self.match.allied(active, self.seat)
        if decision is None or isinstance(decision, Reaction):
            return own
        return self.match.allied(decision.seat, self.seat)

    def _step(self, state: State, decision: Decision, world: State, player: BotSeat, dice: Dice) -> State:
        led = self._given(state, decision, self._answer(state, decision, world, player), world, dice)
        if not isinstance(led, Progress):
            # what a seat cannot know may forbid what it meant to do
            led = self._given(state, decision, decision.suggest(state, 1)[0].answer, world, dice)
        assert isinstance(led, Progress), led
        # what was worked out holds its table: let go here, it is free at once and nobody has to look for it
        state.clear_caches()
        return led.state

    def _given(self, state: State, decision: Decision, answer: Any, world: State, dice: Dice) -> Progress | Refusal:
        """Where an answer leads; of what the dice did the luck is noted, if it is to be told from the rest."""
        led = give(state, decision, answer, dice)
        if self._reach.fair and isinstance(led, Progress) and led.thrown:
            self._throws += 1
            self._luck += self._leaf(led.state, world) - self._usual(state, decision, answer, world, dice)
        return led

    def _usual(self, state: State, decision: Decision, answer: Any, world: State, dice: Dice) -> float:
        """The chance to win that an answer leads to on the average of other throws."""
        assert isinstance(dice, CommonDice), dice
        times, total = self._reach.fair, 0.0
        for others in dice.otherwise(self._throws, times):
            led = give(state, decision, answer, others)
            assert isinstance(led, Progress), led
            total += self._leaf(led.state, world)
            led.state.clear_caches()
        self.evaluations += times
        return total / times

    def _answer(self, state: State, decision: Decision, world: State, player: BotSeat) -> Any:
        """What a player does here; it sees no more of an imagined table than of a real one."""
        plan = _ENCODER.encode([order for order, _ in player.kept.orders]) if player.kept is not None else None
        key = (decision.seat, plan, *key_of(state, world))
        known = self._known.get(key)
        if known is None:
            seen = imagine(view(state, decision.seat), self.match) if state.sealed or state.piles else state
            before = player.evaluations
            answer = player.think(seen, decision, random.Random(self._seed))
            self.evaluations += player.evaluations - before
            known = self._known[key] = (answer, player.kept)
        answer, player.kept = known
        return answer

    def _leaf(self, state: State, world: State) -> float:
        """The chance to win of a table as it lies."""
        if state.outcome is not None:
            return self._outcome(state.outcome.winners)
        key = key_of(state, world)
        if key not in self._leaves:
            judge: Judge = self.match.game.judge
            self._leaves[key] = judge.standing(state, self.seat).chance
        return self._leaves[key]

    def _outcome(self, winners: Sequence[int]) -> float:
        if not winners:
            return 0.5
        return float(any(self.match.allied(winner, self.seat) for winner in winners))
