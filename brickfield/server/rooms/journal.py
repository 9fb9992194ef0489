"""The journal: the records of one match, the states they lead to, and what can be taken back.

Nothing is ever deleted: taking back is a record of its own, after which the line of answers that stand is shorter.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from brickfield import __version__
from brickfield.core import events as happened
from brickfield.core.commands import Command
from brickfield.core.lessons.lesson import Coaching
from brickfield.core.match import Match
from brickfield.core.play import Progress, answer, begin
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.replay import Entry, question_kind
from brickfield.core.state import Pending, State
from brickfield.core.typed import from_json
from brickfield.core.views import stays_sealed, view
from brickfield.server.rooms.dice import FIRST_WAY, SECOND_WAY, FairDice, Stir, keeps_promise, stir_promise
from brickfield.server.rooms.recalling import Recall
from brickfield.server.rooms.snapshots import KeptStep, read_snapshot
from brickfield.server.rooms.steps import EVERYBODY, NOBODY, Made, Step
from brickfield.server.store.records import (
    BEGIN,
    HELD,
    STAND_IN,
    STIR,
    TAKE_BACK,
    WAITS,
    MatchRow,
    Record,
    Snapshot,
    Written,
)
from brickfield.speech.graves import graves_of

BUILD = __version__


class Journal:
    """All records of a match so far."""

    def __init__(self, row: MatchRow, match: Match, seed: bytes) -> None:
        self.row = row
        self.match = match
        self.seed = seed
        self.steps: list[Step] = []
        # the records that only one seat may notice, or nobody: their numbers, and that seat
        self.hidden: list[tuple[int, int]] = []
        self.recall = Recall(self)
        # numbers of the records that stand, in order: what was taken back is left out
        self.line: list[int] = []
        self._by_command: dict[tuple[int, str], int] = {}
        # the last answer that was held, and the question it was given to
        self._held: tuple[Pending | None, object] | None = None
        # what the seats have added to the dice
        self.stirs: dict[int, Stir] = {}
        # the seats a bot plays for because their player is away, with its level
        self.stand_ins: dict[int, str] = {}

    def call(self, names: Iterable[str]) -> None:
        """Names are told in the log but are no part of the rules, so they may change while a match goes on."""
        self.match.setup = msgspec.structs.replace(self.match.setup, names=tuple(names))

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self.steps[-1].state

    @property
    def head(self) -> int:
        """The number of the last record."""
        return len(self.steps) - 1

    @property
    def last_shown(self) -> int:
        """The number of the last record that somebody may notice."""
        return next(step.record.number for step in reversed(self.steps) if step.alone != NOBODY)

    def before(self, number: int) -> State:
        """The state a record was written in; the laying out is told of the table that was laid out."""
        is_first = number == 0 or self.steps[number].record.kind == BEGIN
        return self.steps[number if is_first else number - 1].state

    def number_of(self, seat: int, command_id: str) -> int | None:
        """The record that a command has already become."""
        return self._by_command.get((seat, command_id))

    @property
    def waits(self) -> bool:
        """Whether the dice still wait for everybody's part."""
        return bool(self.row.parts) and not self.line

    @property
    def may_begin(self) -> bool:
        """Whether everybody whose part is wanted has opened it."""
        return all(seat in self.stirs and self.stirs[seat].seed for seat in self.row.parts)

    @property
    def held(self) -> object:
        """The answer that waits for the open window to close; None when there is none."""
        return self._held[1] if self._held is not None and self._held[0] is self.state.pending else None

    def coaching_at(self, number: int) -> Coaching | None:
        """What a coach says after a record; only a lesson has one."""
        return None

    def is_learnt(self, step: Step) -> bool:
        """Whether nothing is left to learn after a record; only a lesson comes to that end."""
        return False

    def scripted(self, seat: int) -> Any:
        """An answer that is prepared for this seat; only lessons have such."""
        return None

    # --- trying: pure, nothing is written ---

    def begin(self) -> Step:
        """The laying out of the match; where the dice wait for everybody's part, only the table as it was before."""
        if self.waits and not self.may_begin:
            state = self.match.game.first_state(self.match)
            return Step(self._record(-1, WAITS, None, (), state.digest()), Made(state, ()), 0)
        dice = self._dice(0)
        return self._step(-1, BEGIN, None, begin(self.match, dice), dice)

    def try_answer(self, seat: int, reply: object, command_id: str = "", auto: bool = False) -> Step | Refusal:
        """What an answer would lead to. The dice are those of the next roll number, however often it is tried."""
        if self.waits:
            return invalid("dice_wait", "The dice of this table wait until every player has added a part to them.")
        last = self.steps[-1]
        dice = self._dice(last.rolled)
        progress = self._outcome(seat, reply, dice)
        if isinstance(progress, Refusal):
            return progress
        kind = question_kind(last.state, seat, reply)
        return self._step(seat, kind, msgspec.to_builtins(reply), progress, dice, command_id, auto)

    def _outcome(self, seat: int, reply: object, dice: FairDice) -> Progress | Refusal:
        return answer(self.state, Command(seat, self.state.version, reply), dice)

    def _dice(self, rolled: int) -> FairDice:
        return FairDice(self.seed, self.row.id, rolled, self.stirs, self.row.dice)

    def try_hold(self, seat: int, reply: object, command_id: str = "") -> Step | Refusal:
        """Keep an answer until its window closes. It must be one the rules allow; nobody else notices it."""
        tried = self.try_answer(seat, reply)
        if isinstance(tried, Refusal):
            return tried
        last = self.steps[-1]
        record = self._record(seat, HELD, tried.record.answer, (), last.record.digest, command_id)
        return Step(record, Made(last.state, ()), last.rolled, seat)

    def try_stir(self, seat: int, wish: dict[str, str], command_id: str = "") -> Step | Refusal:
        """Add to the dice: `promise` first, and later the `seed` that was promised. Nothing on the table changes."""
        if self.row.dice == FIRST_WAY or self.state.over:
            return invalid("no_stirring", "Nothing can be added to the dice of this battle any more.")
        refusal = self._why_no_promise(seat) if "promise" in wish else self._why_not_opened(seat, wish.get("seed", ""))
        if refusal is not None:
            return refusal
        last = self.steps[-1]
        record = self._record(seat, STIR, wish, (), last.record.digest, command_id)
        return Step(record, Made(last.state, ()), last.rolled, NOBODY)

    def try_stand_in(self, seat: int, wish: dict[str, Any], command_id: str = "") -> Step:
        """A bot of a `level` plays for a seat from now on, as others agreed (`by`); without a level, no longer."""
        last = self.steps[-1]
        record = self._record(seat, STAND_IN, wish, (), last.record.digest, command_id)
        return Step(record, Made(last.state, ()), last.rolled)

    def _why_no_promise(self, seat: int) -> Refusal | None:
        known = self.stirs.get(seat)
        # a browser that has lost its part may promise another while nobody has seen any
        if known is None or self._missed(known) or (self.waits and not any(each.seed for each in self.stirs.values())):
            return None
        return invalid("stirred", "This seat has promised its part of the dice already.")

    def _why_not_opened(self, seat: int, seed: str) -> Refusal | None:
        known = self.stirs.get(seat)
        if known is None or known.seed or not seed or stir_promise(seed) != known.promise:
            return invalid("stirred", "This is not what this seat had promised for the dice, or it is open already.")
        if self._missed(known):
            return invalid("too_late", "A die has fallen since this part was promised; a fresh one can be promised.")
        if self.waits and not self.stirs.keys() >= set(self.row.parts):
            return invalid("too_early", "The dice of this table are opened when every person has promised a part.")
        return None

    def _missed(self, stir: Stir) -> bool:
        """Whether a part was not opened before the roll from which it should have counted."""
        return self.row.dice != SECOND_WAY and not stir.seed and self.steps[-1].rolled > stir.from_roll

    def part_of(self, seat: int) -> Stir | None:
        """What a seat adds to the dice or will; a part that was not opened in time is none."""
        known = self.stirs.get(seat)
        return None if known is None or self._missed(known) else known

    def first_roll(self, step: Step) -> int:
        """The roll from which a part counts, as its acknowledgement names it; -1 when it names none."""
        is_named = step.record.kind == STIR and (self.row.dice != SECOND_WAY or "seed" in step.record.answer)
        return step.rolled if is_named else -1

    def try_take_back(self, seat: int, command_id: str = "") -> Step | Refusal:
        """The table as it was before this seat's last answer, if that may still be taken back."""
        return self._take_back(seat, command_id, self.why_no_take_back(seat))

    def _take_back(self, seat: int, command_id: str, why_not: str) -> Step | Refusal:
        if why_not:
            return invalid("no_take_back", why_not)
        undone = self.steps[self.line[-1]]
        state = self.steps[self.line[-2]].state
        record = self._record(seat, TAKE_BACK, {"record": undone.record.number}, (), state.digest(), command_id)
        return Step(record, Made(state, ()), self.steps[-1].rolled, undone.alone)

    def why_no_take_back(self, seat: int) -> str:
        """Why the last answer stands; empty when this seat can take it back.

        While several are asked at once, nobody may learn who has answered already: then the same is said to everybody,
        whether a sealed answer is in or not.
        """
        pending = self.state.pending
        if pending is not None and pending.together:
            return "Everybody is asked at once now, so what was answered before stands."
        return self._why_it_stands(seat)

    def undone_by(self, seats: frozenset[int]) -> Record | None:
        """The answer that one of these seats can take back now."""
        last = self.steps[self.line[-1]].record if self.line else None
        return last if last is not None and last.seat in seats and not self.why_no_take_back(last.seat) else None

    def _why_it_stands(self, seat: int) -> str:
        if not self.line:
            return "There is nothing of yours to take back."
        last = self.steps[self.line[-1]]
        if last.record.kind == BEGIN:
            return "There is nothing of yours to take back."
        if last.record.seat != seat:
            # said first: what it was, and whether the seat itself or its order gave it, is that seat's business
            return "Somebody else has answered since, so your last answer stands."
        if last.record.auto:
            return "There is nothing of yours to take back."
        if last.record.dice:
            return "Dice have been thrown since, and dice stay as they fall."
        if any(isinstance(event, happened.TOLD) for event in last.events):
            return "Something was shown to all since, so the last answer stands."
        return ""

    def _step(
        self,
        seat: int,
        kind: str,
        reply: object,
        progress: Progress,
        dice: FairDice,
        command_id: str = "",
        auto: bool = False,
    ) -> Step:
        faces = tuple([face for thrown in progress.thrown for face in thrown])
        record = self._record(seat, kind, reply, faces, progress.state.digest(), command_id, auto)
        alone = self._alone(seat, progress)
        return Step(record, Made(progress.state, progress.events, tuple(dice.pools)), dice.rolled, alone)

    def _alone(self, seat: int, progress: Progress) -> int:
        """The seat of a sealed answer: the first of several simultaneous ones changes nothing the others can see."""
        is_sealed = bool(self.steps) and stays_sealed(self.state, progress.state, progress.events)
        return seat if is_sealed else EVERYBODY

    def _record(
        self,
        seat: int,
        kind: str,
        reply: object,
        faces: tuple[int, ...],
        digest: str,
        command_id: str = "",
        auto: bool = False,
    ) -> Record:
        previous = self.steps[-1].record.hash(self.row.id) if self.steps else self.row.root()
        rules = self.match.game.rules_version
        number = len(self.steps)
        return Record(
            number, seat, kind, reply, faces, digest, previous, rules, BUILD, round(time.time(), 3), command_id, auto
        )

    # --- applying: after the record is on the disk ---

    def apply(self, step: Step) -> None:
        """Take a written record into force."""
        if step.record.number != len(self.steps):
            raise ValueError(f"record {step.record.number} does not follow record {self.head}")
        if self.steps and self.state is not step.state:
            # nobody plays on from there but after a take-back; kept for every record it would be half of a room
            self.state.clear_caches()
        if step.record.kind == HELD:
            self._held = step.state.pending, step.record.answer
        self.steps.append(step)
        step.graves = graves_of([(self.before(step.record.number), step.events)])
        self._enter(step)
        self.recall.age()

    def _enter(self, step: Step) -> None:
        """What follows from a record, whatever is known of the state it led to."""
        if step.alone != EVERYBODY:
            self.hidden.append((step.record.number, step.alone))
        if step.record.kind == TAKE_BACK:
            self.line.pop()
        elif step.record.kind == STIR:
            self._stir(step)
        elif step.record.kind == STAND_IN:
            self._stand_in(step)
        elif step.record.kind not in (WAITS, HELD):
            self.line.append(step.record.number)
        step.last = self.line[-1] if self.line else 0
        if step.record.command_id:
            self._by_command[step.record.seat, step.record.command_id] = step.record.number

    def _stir(self, step: Step) -> None:
        seat, wish = step.record.seat, step.record.answer
        if "promise" in wish:
            self.stirs[seat] = Stir(wish["promise"], "", self.first_roll(step))
        else:
            self.stirs[seat] = Stir(self.stirs[seat].promise, wish["seed"], step.rolled)

    def _stand_in(self, step: Step) -> None:
        self.stand_ins.pop(step.record.seat, None)
        if step.record.answer["level"]:
            self.stand_ins[step.record.seat] = step.record.answer["level"]

    # --- reading back ---

    def load(self, written: Sequence[Written], snapshot: Snapshot | None = None) -> Refusal | None:
        """Play the written records again; the first that does not fit is named and the match is left alone.

        What a snapshot covers is not played: its chain of hashes is followed to the record whose digest it has.
        """
        if not keeps_promise(self.row.promise, self.seed, self.row.id):
            return self._damaged(0, "the seed of its dice is not the one that was promised")
        seen = read_snapshot(snapshot, self.match, self.row.id, written) if snapshot is not None else None
        covered = len(seen.steps) if seen is not None else 0
        for number, each in enumerate(written):
            record = self._read(number, each)
            if isinstance(record, Refusal):
                return record
            if seen is not None and number < covered:
                fault = self._follow(record, seen.steps[number])
            else:
                fault = self._load_one(record)
            if fault is not None:
                return fault
            if seen is not None and number == covered - 1:
                self.recall.begin_at(number, seen.state)
        return None if self.steps else self._damaged(0, "it is missing")

    def _read(self, number: int, written: Written) -> Record | Refusal:
        try:
            record = from_json(written.body, Record)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return self._damaged(number, f"it cannot be read ({error})")
        if record.hash(self.row.id) != written.hash or (record.number, written.number) != (number, number):
            return self._damaged(number, "it does not fit its hash or its number")
        if record.text() != written.body:
            return self._damaged(number, "it is not written as records are")
        if record.rules != self.match.game.rules_version:
            return invalid(
                "other_rules",
                f"The match was played with rules version {record.rules} of {self.match.game.title}; "
                f"this server has version {self.match.game.rules_version}.",
            )
        return record

    def _load_one(self, record: Record) -> Refusal | None:
        step = self._play_again(record)
        if isinstance(step, Refusal):
            return self._damaged(record.number, f"its answer is refused ({step.code})")
        # build and times are facts of that day; everything else must come out the same
        same = msgspec.structs.replace(step.record, build=record.build, at=record.at, spent=record.spent)
        if same != record:
            return self._damaged(record.number, "playing it again leads elsewhere")
        self.apply(step.with_record(record))
        return None

    def _follow(self, record: Record, kept: KeptStep) -> Refusal | None:
        """A record that a snapshot covers: it must hang on the one before, and is worked out when somebody asks."""
        previous = self.steps[-1].record.hash(self.row.id) if self.steps else self.row.root()
        if record.previous != previous:
            return self._damaged(record.number, "it does not follow the record before it")
        step = Step(record, None, kept.rolled, kept.alone)
        step.graves, step.starts_round = kept.graves, kept.starts_round
        step.let_go(self.recall)
        self.steps.append(step)
        self._enter(step)
        return None

    def _play_again(self, record: Record) -> Step | Refusal:
        if record.kind in (BEGIN, WAITS):
            return self.begin()
        if record.kind == TAKE_BACK:
            # what was taken back under earlier, looser rules stays taken back
            return self._take_back(record.seat, record.command_id, self._why_it_stands(record.seat))
        if record.kind == HELD:
            return self.try_hold(record.seat, record.answer, record.command_id)
        if record.kind == STAND_IN:
            return self.try_stand_in(record.seat, record.answer, record.command_id)
        if record.kind == STIR:
            return self.try_stir(record.seat, record.answer, record.command_id)
        return self.try_answer(record.seat, record.answer, record.command_id, record.auto)

    def _damaged(self, number: int, what: str) -> Refusal:
        return invalid("damaged_match", f"This match is damaged at record {number}: {what}.", record=number)

    def entries(self) -> list[Entry]:
        """The answers that stand, as a replay writes them."""
        return [self._entry(self.steps[number]) for number in self.line]

    def states(self) -> list[State]:
        """The states after the answers that stand."""
        return [self.steps[number].state for number in self.line]

    def _entry(self, step: Step) -> Entry:
        record, state = step.record, step.state
        views = tuple([view(state, seat).digest() for seat in range(self.match.seats)])
        return Entry(record.seat, record.kind, record.answer, record.dice, step.events, record.digest, views)
