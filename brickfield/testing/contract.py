"""The contract every game keeps with the engine. `check_game` plays a game at random and looks at every pause.

What is promised: play ends; whatever is offered, suggested or drawn at random is accepted; a state that was handed out
never changes; a match can be saved, loaded, imagined and replayed at every pause and goes on alike; refused commands
change nothing; the events alone rebuild the board; every throw is named by what it decided; and nobody sees what
somebody else has sealed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from brickfield.core.answering import listed, shut
from brickfield.core.apply import apply
from brickfield.core.asides import Concede, OfferDraw, RollOff, in_the_game
from brickfield.core.board import Token, Unit
from brickfield.core.commands import Command, read_answer
from brickfield.core.decisions import Decision
from brickfield.core.dice import ForcedDice, SeededDice
from brickfield.core.events import DiceRolled, Event, throws_of, told_once
from brickfield.core.frames import Frame
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.piles import Pile
from brickfield.core.play import Progress, answer
from brickfield.core.refusal import INVALID, Refusal
from brickfield.core.replay import Session, read_replay
from brickfield.core.saves import load, save
from brickfield.core.sealed import Sealed
from brickfield.core.state import Pending, State
from brickfield.core.typed import from_json
from brickfield.core.views import SPECTATOR, imagine, view

_MANY_SUGGESTIONS = 64
_NO_CARD = "no such card"
# Things that are no answer to any question of any game.
_MALFORMED: tuple[Any, ...] = (b"{", b"[]", None, {"answer": "no such answer"}, {"answer": float("nan")}, object())


class ContractBroken(AssertionError):
    """A game does not keep its contract with the engine."""


class Checked(Struct, frozen=True):
    """What a check has gone through; `never_asked` are kinds of decisions that did not come up."""

    matches: int
    decisions: int
    kinds: tuple[str, ...]
    frames: tuple[str, ...]
    never_asked: tuple[str, ...]


class Met(Struct, frozen=True):
    """What was met in one match: decisions and events by their names and how often, and the frames."""

    kinds: Counter[str]
    frames: set[str]
    events: Counter[str]


class _Course(Struct):
    """One match under check: what is met on the way is collected here. Only what is `written` down can be replayed."""

    played: Session
    rng: random.Random
    board: State
    kept: list[tuple[State, str]]
    kinds: Counter[str]
    frames: set[str]
    events: Counter[str]
    written: bool
    checks: tuple[Callable[[State], None], ...] = ()


def check_game(
    game: Game, setups: Iterable[Setup], *, seeds: Iterable[int] = (0,), every: int = 1, most_decisions: int = 20_000
) -> Checked:
    """Play every set-up once per seed and raise ContractBroken at the first broken promise.

    The dear checks (saving, suggesting, looking for secrets) run at each `every`-th pause, the cheap ones always.
    """
    check_shape(game)
    kinds: Counter[str] = Counter()
    frames: set[str] = set()
    matches = 0
    drawn = tuple(seeds)
    for setup in setups:
        for seed in drawn:
            met = check_match(game, setup, seed, every=every, most_decisions=most_decisions)
            kinds += met.kinds
            frames |= met.frames
            matches += 1
    known = {kind.__struct_config__.tag for kind in game.decisions}
    never = tuple(sorted(str(kind) for kind in known - set(kinds)))
    return Checked(matches, kinds.total(), tuple(sorted(kinds)), tuple(sorted(frames)), never)


def check_match(
    game: Game,
    setup: Setup,
    seed: int,
    *,
    every: int = 1,
    most_decisions: int = 20_000,
    written: bool = True,
    also: tuple[Callable[[State], None], ...] = (),
) -> Met:
    """Play one set-up at random and look at every pause. One that is not written down is not replayed at its end, and
    old states are looked at again only where they were looked at closely. `also` are more checks of a close look."""
    course = _begin(game, setup, seed, written)
    course.checks = (*PAUSE_CHECKS, *also)
    _play_to_the_end(course, every, most_decisions)
    _look_back(course)
    return Met(course.kinds, course.frames, course.events)


# --- the shape of a game: what can be seen without playing ---------------------------------------------------------


def check_shape(game: Game) -> None:
    """Frames list real steps and declare who sees each slot; every name on the wire is taken once."""
    for frame in game.all_frames:
        check_frame(frame)
    for kinds in (game.all_frames, game.decisions, game.answers):
        tags = [kind.__struct_config__.tag for kind in kinds]
        twice = sorted({str(tag) for tag in tags if tags.count(tag) > 1})
        _demand(not twice, f"{game.id}: several types share a name: {', '.join(twice)}")


def check_frame(frame: type[Frame]) -> None:
    """One frame: steps that exist, slots that are declared once."""
    name = frame.__name__
    steps = frame.STEPS
    _demand(bool(steps) and len(set(steps)) == len(steps), f"{name}: its steps are none, or one is listed twice")
    for step in steps:
        _demand(callable(getattr(frame, step, None)), f"{name}: there is no step {step!r}")
    _demand(not frame.undeclared_slots(), f"{name}: nobody has declared who sees {frame.undeclared_slots()}")
    declared = (*frame.PUBLIC, *frame.SECRET)
    unknown = set(declared) - set(frame.__struct_fields__)
    _demand(not unknown and len(set(declared)) == len(declared), f"{name}: {unknown or declared} declared wrongly")


# --- playing ---------------------------------------------------------------------------------------------------------


def _begin(game: Game, setup: Setup, seed: int, written: bool) -> _Course:
    match = game.new_match(setup)
    if isinstance(match, Refusal):
        raise ContractBroken(f"{game.id}: the set-up is refused: {match}")
    played = Session(match, SeededDice(seed), log=written)
    course = _Course(played, random.Random(seed), game.first_state(match), [], Counter(), set(), Counter(), written)
    _look_at_events(course)
    return course


def _play_to_the_end(course: _Course, every: int, most_decisions: int) -> None:
    played = course.played
    for number in range(most_decisions):
        state = played.state
        thorough = number % every == 0
        if thorough or course.written:
            course.kept.append((state, state.digest()))
        course.frames.update(type(frame).__name__ for frame in state.frames)
        if state.over:
            _demand(not state.frames and state.pending is None, "the match is over, yet something is still under way")
            return
        seat = course.rng.choice(state.waiting_for())
        decision = _asked(state, seat)
        course.kinds[decision.kind] += 1
        if thorough:
            for check in course.checks:
                check(state)
            _disagree(course)
        reply = decision.sample(state, course.rng)
        progress = played.answer(seat, reply)
        if isinstance(progress, Refusal):
            raise ContractBroken(f"{decision.kind}: a sampled answer is refused: {progress} {reply!r}")
        _look_at_events(course)
        if thorough:
            _goes_on_alike(state, Command(seat, state.version, reply), progress)
    raise ContractBroken(f"{played.match.game.id}: no end after {most_decisions} decisions")


def _disagree(course: _Course) -> None:
    """A disagreement that dice settle changes nothing on the table."""
    played, state = course.played, course.played.state
    methods = state.match.game.roll_offs
    # by dice of its own: whatever else is thrown falls as it would have
    dice, played.dice = played.dice, SeededDice(state.version)
    settled = played.answer(0, RollOff("Who is right?", methods[state.version % len(methods)]))
    played.dice = dice
    same = isinstance(settled, Progress) and settled.state.digest() == state.digest()
    _demand(same, f"version {state.version}: a disagreement that dice settle changes the table: {settled}")
    course.kept.append((played.state, state.digest()))
    _look_at_events(course)


def _look_at_events(course: _Course) -> None:
    """The events alone, applied to the first board, give the board as it stands; and they name their dice."""
    state, board, events = course.played.state, course.board, course.played.events
    for event in events:
        apply(board, event)
        course.events[type(event).__name__] += 1
    for part in ("units", "tokens", "facts", "outcome"):
        alike = getattr(board, part) == getattr(state, part)
        _demand(alike, f"version {state.version}: the events do not rebuild the {part}")
    check_dice(course.played.match, events)


def check_dice(match: Match, events: Sequence[Event]) -> None:
    """What dice decided names them as they fell; others stand alone only where the game says why they may."""
    told = told_once(events)
    named = sum(len(throws_of(event)) for event in events)
    _demand(len(events) - len(told) == named, "an event names dice that did not fall, or that another one names")
    # a game without words of its own says nothing about its dice
    words = match.game.speech.dice if match.game.speech is not None else {}
    for event in told:
        if isinstance(event, DiceRolled) and words:
            known = words.get(event.label)
            _demand(known is not None, f"nobody says what dice are thrown for {event.label!r}")
            _demand(known is None or bool(known.alone), f"dice for {event.label!r} fell, and no event names them")


def _goes_on_alike(state: State, command: Command, progress: Progress) -> None:
    """A loaded match, and a match without secrets that was only imagined, go on as the true one did."""
    faces = [face for shown in progress.thrown for face in shown]
    others = [("loaded", load(save(state), _register(state.match.game)))]
    if _has_no_secrets(state):
        others.append(("imagined", imagine(view(state, command.seat), state.match)))
    for name, other in others:
        if isinstance(other, Refusal):
            raise ContractBroken(f"version {state.version}: the save is refused: {other}")
        dice = ForcedDice(faces)
        went_on = answer(other, command, dice)
        alike = isinstance(went_on, Progress) and went_on.state.digest() == progress.state.digest()
        alike = alike and isinstance(went_on, Progress) and went_on.events == progress.events
        _demand(alike and not dice.left(), f"version {state.version}: the {name} match goes on differently")


def _look_back(course: _Course) -> None:
    """When all is played: no old state has changed, and the replay gives the same match."""
    for state, digest in course.kept:
        _demand(state.digest() == digest, f"version {state.version}: an old state has changed")
    if not course.written:
        return
    played = course.played
    again = read_replay(played.text(), _register(played.match.game))
    if isinstance(again, Refusal):
        raise ContractBroken(f"the replay is refused: {again}")
    digests = [entry.digest for entry in played.entries]
    _demand([state.digest() for state in again.states] == digests, "the replay leads elsewhere")
    _demand(digests == [digest for _state, digest in course.kept], "the log leads elsewhere")


# --- one pause -------------------------------------------------------------------------------------------------------


def check_slots_are_plain(state: State) -> None:
    """Frames hold ids, numbers and other plain values, nothing that could be shared and changed."""
    for frame in state.frames:
        for name in frame.__struct_fields__:
            _demand(_is_plain(getattr(frame, name)), f"{type(frame).__name__}.{name} holds more than plain values")


def check_saving(state: State) -> None:
    """Saved and loaded, a state is the same in every part, types included."""
    again = load(save(state), _register(state.match.game))
    if isinstance(again, Refusal):
        raise ContractBroken(f"version {state.version}: the save is refused: {again}")
    _demand(again.digest() == state.digest(), f"version {state.version}: the save has another digest")
    for part in ("units", "tokens", "facts", "sealed", "frames", "outcome", "version"):
        alike = getattr(again, part) == getattr(state, part)
        _demand(alike, f"version {state.version}: the save changes the {part}; is a slot typed too loosely?")
    _demand(_parts(again.pending) == _parts(state.pending), f"version {state.version}: the save changes the question")
    _demand(state.clone().digest() == state.digest(), f"version {state.version}: a clone has another digest")


def check_suggestions(state: State) -> None:
    """Every question has suggestions; all of them are allowed, survive the wire, and come again in the same order."""
    for seat in state.waiting_for():
        decision = _asked(state, seat)
        found = decision.suggest(state, _MANY_SUGGESTIONS)
        _demand(0 < len(found) <= _MANY_SUGGESTIONS, f"{decision.kind}: {len(found)} suggestions")
        _demand(len(decision.suggest(state, 1)) == 1, f"{decision.kind}: one suggestion was asked for")
        for suggestion in found:
            refusal = decision.validate(state, suggestion.answer)
            _demand(refusal is None, f"{decision.kind}: a suggestion is refused: {refusal} {suggestion.answer!r}")
            read = read_answer(decision, msgspec.json.encode(suggestion.answer))
            _demand(read == suggestion.answer, f"{decision.kind}: {suggestion.answer!r} arrives as {read!r}")
        _demand(decision.suggest(state, _MANY_SUGGESTIONS) == found, f"{decision.kind}: suggestions change")


def check_offers(state: State) -> None:
    """A question tells the truth: what it says is open is allowed, what it says is closed is refused, and whoever knows
    nothing but the question finds an answer in it."""
    for seat in state.waiting_for():
        decision = _asked(state, seat)
        offer = decision.ask(state).offer
        for draft in islice(listed(state, offer), _MANY_SUGGESTIONS):
            refusal = decision.validate(state, _as_sent(decision, draft.answer))
            kept = refusal is None or not draft.sure
            _demand(kept, f"{decision.kind}: it offers what is refused: {refusal} {draft.answer!r}")
        for closed in islice(shut(offer), _MANY_SUGGESTIONS):
            kept = decision.validate(state, _as_sent(decision, closed)) is not None
            _demand(kept, f"{decision.kind}: it says that {closed!r} is closed, which is allowed")
        reply = decision.draw(state, random.Random(state.version))
        taken = answer(state, Command(seat, state.version, msgspec.json.encode(reply)))
        _demand(isinstance(taken, Progress), f"{decision.kind}: what was drawn from it is refused: {taken} {reply!r}")


def _as_sent(decision: Decision, reply: Any) -> Any:
    """An answer as it arrives when somebody sends what an offer has started."""
    read = read_answer(decision, msgspec.json.encode(reply))
    _demand(not isinstance(read, Refusal), f"{decision.kind}: what it offers cannot be read: {read} {reply!r}")
    return read


def check_refusals(state: State) -> None:
    """Old versions, seats that are not asked and answers that cannot be read are invalid and change nothing."""
    before, seats, version = state.digest(), state.match.seats, state.version
    asked = state.waiting_for()
    reply = _asked(state, asked[0]).suggest(state, 1)[0].answer
    commands = [Command(asked[0], version + off, reply) for off in (-1, 1)]
    commands += [Command(seat, version, reply) for seat in range(-1, seats + 1) if seat not in asked]
    commands += [Command(asked[0], version, malformed) for malformed in _MALFORMED]
    for command in commands:
        refusal = answer(state, command)
        invalid = isinstance(refusal, Refusal) and refusal.kind == INVALID and bool(refusal.sentence)
        _demand(invalid, f"version {version}: {command!r} is not refused as invalid")
    _demand(state.digest() == before, f"version {version}: a refused command has changed the state")


def check_asides(state: State) -> None:
    """At any time a seat may concede, which ends the match for it, or offer a draw, which leaves the question open.

    A seat that has lost all its units may do neither.
    """
    for seat in range(state.match.seats):
        if seat not in in_the_game(state):
            refused = [answer(state, Command(seat, state.version, aside)) for aside in (Concede(), OfferDraw())]
            out = all(isinstance(each, Refusal) for each in refused)
            _demand(out, f"version {state.version}: seat {seat} is out of the game and takes part")
            continue
        ended = answer(state, Command(seat, state.version, Concede()))
        _demand(_has_left(ended, seat), f"version {state.version}: seat {seat} cannot concede")
        offered = answer(state, Command(seat, state.version, OfferDraw()))
        open_still = isinstance(offered, Progress) and (offered.state.over or offered.state.pending is state.pending)
        _demand(open_still, f"version {state.version}: an offered draw disturbs the question")


def _has_left(ended: Any, seat: int) -> bool:
    """Whether the match is over, or goes on in a game that allows it without asking the seat again."""
    if not isinstance(ended, Progress):
        return False
    after = ended.state
    if after.outcome is not None:
        return after.pending is None
    return after.match.game.concede is not None and seat not in after.asked()


def check_secrets(state: State) -> None:
    """What others have sealed is opened for nobody: not for a view, a hint, an offer or the words of a refusal."""
    if _has_no_secrets(state):
        return
    for seat in (SPECTATOR, *range(state.match.seats)):
        masked = _masked_for(state, seat)
        decision = state.decision_of(seat)
        if decision is not None:
            _demand(_hints(decision, masked) == _hints(decision, state), f"{decision.kind}: a hint tells of a secret")
        command = Command(seat, state.version, _MALFORMED[0])
        _demand(answer(masked, command) == answer(state, command), f"seat {seat}: a refusal tells of a secret")
        for frame in masked.frames:
            for name in frame.SECRET:
                setattr(frame, name, _Tripwire(SPECTATOR, "slot"))
        alike = view(masked, seat).encode() == view(state, seat).encode()
        _demand(alike, f"version {state.version}: a secret shows in the view of seat {seat}")


def check_imagining(state: State) -> None:
    """A seat that is asked alone can imagine a state that looks to it as the true one does."""
    if state.pending is None or state.pending.together or any(frame.SECRET for frame in state.frames):
        return
    for seat in state.waiting_for():
        seen = view(state, seat)
        alike = view(imagine(seen, state.match), seat).encode() == seen.encode()
        _demand(alike, f"version {state.version}: seat {seat} imagines another table than it sees")


def check_shown(state: State) -> None:
    """What a table shows can be shown, and goes through the wire as it is."""
    game = state.match.game
    if game.face is not None and game.situation is not None:
        for shown in (game.face(state.match), game.situation(state)):
            again = from_json(msgspec.json.encode(shown), type(shown))
            _demand(again == shown, f"version {state.version}: {type(shown).__name__} does not survive the wire")


def check_table(state: State) -> None:
    """What could never come about does not come about; a game says in a sentence what that is."""
    look = state.match.game.queries.get("table_fault")
    fault = look(state) if look is not None else ""
    _demand(not fault, f"version {state.version}: the table is impossible: {fault}")


PAUSE_CHECKS: tuple[Callable[[State], None], ...] = (
    check_slots_are_plain,
    check_saving,
    check_offers,
    check_suggestions,
    check_refusals,
    check_asides,
    check_secrets,
    check_imagining,
    check_shown,
)


# --- small parts -----------------------------------------------------------------------------------------------------


class _Tripwire(Sealed):
    """A sealed value that reports whoever opens it."""

    __slots__ = ()

    def open(self) -> Any:
        raise ContractBroken(f"what seat {self.seat} has sealed was opened for somebody else")


def _masked_for(state: State, seat: int) -> State:
    """A copy in which everything that other seats have sealed is a tripwire."""
    masked = state.clone()
    for name, sealed in state.sealed.items():
        if not sealed.is_known_to(seat):
            masked.sealed[name] = _Tripwire(sealed.seat, None)
    # cards that this seat does not know may be any cards: everything it is told must be as true of these
    masked.piles = {
        name: pile if pile.is_known_to(seat) else Pile(pile.seat, (_NO_CARD,) * len(pile))
        for name, pile in state.piles.items()
    }
    pending = state.pending
    if pending is not None and pending.answers:
        answers = tuple([given and _Tripwire(given.seat, None) for given in pending.answers])
        masked.pending = Pending(pending.into, pending.asks, answers, pending.rolls, pending.together, pending.shuffle)
    return masked


def _hints(decision: Decision, state: State) -> tuple[Any, ...]:
    """All that a game tells a seat about its question."""
    found = decision.suggest(state, _MANY_SUGGESTIONS)
    settled = [decision.settle(state, suggestion.answer) for suggestion in found]
    return msgspec.to_builtins(decision.ask(state)), found, settled, decision.sample(state, random.Random(0))


def _has_no_secrets(state: State) -> bool:
    together = state.pending is not None and state.pending.together
    return not (state.sealed or state.piles or together or any(frame.SECRET for frame in state.frames))


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_plain(each) for each in value)
    if isinstance(value, Refusal):
        # a value that nobody writes to, though its numbers stand in a dict
        return True
    if isinstance(value, Struct):
        frozen = value.__struct_config__.frozen and not isinstance(value, (Unit, Token))
        return frozen and all(_is_plain(getattr(value, name)) for name in value.__struct_fields__)
    return value is None or value is msgspec.UNSET or isinstance(value, (bool, int, float, str, Enum, Sealed))


def _asked(state: State, seat: int) -> Decision:
    decision = state.decision_of(seat)
    if decision is None:
        raise ContractBroken(f"version {state.version}: seat {seat} is waited for but not asked")
    return decision


def _parts(pending: Pending | None) -> tuple[Any, ...]:
    if pending is None:
        return ()
    return pending.into, pending.asks, pending.answers, pending.rolls, pending.together, pending.shuffle


def _register(game: Game) -> Callable[[str], Game | None]:
    return lambda game_id: game if game_id == game.id else None


def _demand(kept: bool, promise: str) -> None:
    if not kept:
        raise ContractBroken(promise)
