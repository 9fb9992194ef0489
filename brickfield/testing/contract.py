"""The contract every game keeps with the engine. `check_game` plays a game at random and looks at every pause.

What is promised: play ends; whatever is offered, suggested or drawn at random is accepted; a state that was handed out
never changes; a match can be saved, loaded, imagined and replayed at every pause and goes on alike; refused commands
change nothing; the events alone rebuild the board; every throw is named by what it decided; and nobody sees what
somebody else has sealed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct, field

from brickfield.core.apply import apply
from brickfield.core.chapters import chapter_steps
from brickfield.core.commands import Command
from brickfield.core.dice import ForcedDice, SeededDice
from brickfield.core.events import DiceRolled, Event, throws_of, without_repeated_dice
from brickfield.core.frames import Frame
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.out_of_turn import RollOff
from brickfield.core.play import Progress, answer
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session, read_replay
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.testing.pause_checks import (
    PAUSE_CHECKS,
    Check,
    ContractBroken,
    StateProbe,
    decision_of,
    demand,
    has_no_secrets,
    register,
)


class Checked(Struct, frozen=True):
    """What a check has gone through; `never_asked` are kinds of decisions that did not come up."""

    matches: int
    decisions: int
    kinds: tuple[str, ...]
    frames: tuple[str, ...]
    never_asked: tuple[str, ...]


class Coverage(Struct, frozen=True):
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
    checks: tuple[Check, ...] = ()
    # dice that fell in the last step and of which nobody knows yet what they decide
    hanging: list[Event] = field(default_factory=list)


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
    first: int = 0,
    written: bool = True,
    also: tuple[Check, ...] = (),
) -> Coverage:
    """Play one set-up at random and look at every pause, closely at each `every`-th from the `first` on. One that is
    not written down is not replayed at its end, and old states are looked at again only where they were looked at
    closely. `also` are more checks of a close look."""
    course = _begin(game, setup, seed, written)
    course.checks = (*PAUSE_CHECKS, *also)
    _play_to_the_end(course, range(first, most_decisions, every), most_decisions)
    _look_back(course)
    return Coverage(course.kinds, course.frames, course.events)


# --- the shape of a game: what can be seen without playing ---------------------------------------------------------


def check_shape(game: Game) -> None:
    """Frames list real steps and declare who sees each slot; every name on the wire is taken once."""
    for frame in game.all_frames:
        check_frame(frame, {each.name for each in chapter_steps(frame, game.chapters)})
    for kinds in (game.all_frames, game.decisions, game.answers):
        tags = [kind.__struct_config__.tag for kind in kinds]
        twice = sorted({str(tag) for tag in tags if tags.count(tag) > 1})
        demand(not twice, f"{game.id}: several types share a name: {', '.join(twice)}")


def check_frame(frame: type[Frame], brought: Collection[str] = ()) -> None:
    """One frame: steps that exist, its own or `brought` by chapters, and slots that are declared once."""
    name = frame.__name__
    steps = frame.STEPS
    demand(bool(steps) and len(set(steps)) == len(steps), f"{name}: its steps are none, or one is listed twice")
    for step in steps:
        demand(step in brought or callable(getattr(frame, step, None)), f"{name}: there is no step {step!r}")
    passed_over = set(frame.ONLY_WHERE) - set(steps)
    demand(not passed_over, f"{name}: a match may pass over {sorted(passed_over)}, which are no steps")
    demand(not frame.undeclared_slots(), f"{name}: nobody has declared who sees {frame.undeclared_slots()}")
    declared = (*frame.PUBLIC, *frame.SECRET)
    unknown = set(declared) - set(frame.__struct_fields__)
    demand(not unknown and len(set(declared)) == len(declared), f"{name}: {unknown or declared} declared wrongly")


# --- playing ---------------------------------------------------------------------------------------------------------


def _begin(game: Game, setup: Setup, seed: int, written: bool) -> _Course:
    match = game.new_match(setup)
    if isinstance(match, Refusal):
        raise ContractBroken(f"{game.id}: the set-up is refused: {match}")
    played = Session(match, SeededDice(seed), log=written)
    course = _Course(played, random.Random(seed), game.first_state(match), [], Counter(), set(), Counter(), written)
    _look_at_events(course)
    return course


def _play_to_the_end(course: _Course, closely: range, most_decisions: int) -> None:
    played = course.played
    for number in range(most_decisions):
        state = played.state
        look = StateProbe(state, state.digest()) if number in closely else None
        if look is not None or course.written:
            course.kept.append((state, look.digest if look is not None else state.digest()))
        course.frames.update(type(frame).__name__ for frame in state.frames)
        if state.over:
            demand(not state.frames and state.pending is None, "the match is over, yet something is still under way")
            return
        seat = course.rng.choice(state.waiting_for())
        decision = decision_of(state, seat)
        course.kinds[decision.kind] += 1
        if look is not None:
            for check in course.checks:
                check(look)
            _disagree(course, look.digest)
        reply = decision.sample(state, course.rng)
        progress = played.answer(seat, reply)
        if isinstance(progress, Refusal):
            raise ContractBroken(f"{decision.kind}: a sampled answer is refused: {progress} {reply!r}")
        _look_at_events(course)
        if look is not None:
            _goes_on_alike(look, Command(seat, state.version, reply), progress)
    raise ContractBroken(f"{played.match.game.id}: no end after {most_decisions} decisions")


def _disagree(course: _Course, before: str) -> None:
    """A disagreement that dice settle changes nothing on the table."""
    played, state = course.played, course.played.state
    methods = state.match.game.roll_offs
    # by dice of its own: whatever else is thrown falls as it would have
    dice, played.dice = played.dice, SeededDice(state.version)
    settled = played.answer(0, RollOff("Who is right?", methods[state.version % len(methods)]))
    played.dice = dice
    same = isinstance(settled, Progress) and settled.state.digest() == before
    demand(same, f"version {state.version}: a disagreement that dice settle changes the table: {settled}")
    course.kept.append((played.state, before))
    _look_at_events(course)


def _look_at_events(course: _Course) -> None:
    """The events alone, applied to the first board, give the board as it stands; and they name their dice."""
    state, board, events = course.played.state, course.board, course.played.events
    for event in events:
        apply(board, event)
        course.events[type(event).__name__] += 1
    for part in ("units", "tokens", "facts", "outcome"):
        alike = getattr(board, part) == getattr(state, part)
        demand(alike, f"version {state.version}: the events do not rebuild the {part}")
    course.hanging = check_dice(course.played.match, [*course.hanging, *events], waits=bool(state.waiting_for()))


def check_dice(match: Match, events: Sequence[Event], *, waits: bool = False) -> list[Event]:
    """What dice decided names them as they fell; others stand alone only where the game says why they may.

    `waits`: somebody is asked. What the last throw decides may hang on the answer; then it is given back, and is looked
    at with what comes of the answer.
    """
    told = without_repeated_dice(events)
    named = sum(len(throws_of(event)) for event in events)
    demand(len(events) - len(told) == named, "an event names dice that did not fall, or that another one names")
    # a game without words of its own says nothing about its dice
    words = match.game.speech.dice if match.game.speech is not None else {}
    alone = [event for event in told if isinstance(event, DiceRolled) and words]
    for event in alone:
        demand(event.label in words, f"nobody says what dice are thrown for {event.label!r}")
    unnamed = [event for event in alone if not words[event.label].alone]
    hanging = unnamed[-1:] if waits else []
    demand(unnamed == hanging, f"dice for {', '.join(event.label for event in unnamed)} fell, and no event names them")
    return list(hanging)


def _goes_on_alike(look: StateProbe, command: Command, progress: Progress) -> None:
    """A loaded match, and a match without secrets that was only imagined, go on as the true one did."""
    state, after = look.state, progress.state.digest()
    faces = [face for shown in progress.thrown for face in shown]
    others = [("loaded", look.loaded)]
    if has_no_secrets(state):
        others.append(("imagined", imagine(view(state, command.seat), state.match)))
    for name, other in others:
        dice = ForcedDice(faces)
        went_on = answer(other, command, dice)
        alike = isinstance(went_on, Progress) and went_on.state.digest() == after
        alike = alike and isinstance(went_on, Progress) and went_on.events == progress.events
        demand(alike and not dice.left(), f"version {state.version}: the {name} match goes on differently")


def _look_back(course: _Course) -> None:
    """When all is played: no old state has changed, and the replay gives the same match."""
    for state, digest in course.kept:
        demand(state.digest() == digest, f"version {state.version}: an old state has changed")
    if not course.written:
        return
    played = course.played
    again = read_replay(played.text(), register(played.match.game))
    if isinstance(again, Refusal):
        raise ContractBroken(f"the replay is refused: {again}")
    digests = [entry.digest for entry in played.entries]
    demand([state.digest() for state in again.states] == digests, "the replay leads elsewhere")
    demand(digests == [digest for _state, digest in course.kept], "the log leads elsewhere")
