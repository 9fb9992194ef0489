"""What a coach says is so: every step of every lesson is done in every other way the rules allow (another order,
another target, another place), and each sentence is held against the log and the table.

Sentences are checked twice: as data, that nothing is claimed which no wish guards and no figure is written down; and as
they are said, by readers of a few words that know nothing of holes and wishes.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
import pytest

from brickfield.core import events as happened
from brickfield.core.events import Event, throws_of
from brickfield.core.lessons.lesson import Coaching, LessonStep, lesson_of
from brickfield.core.lessons.wishes import HOLE, Saying, Wish
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games import drawn_games
from tests.guide import Guide

GAMES = drawn_games()
UNIT = re.compile(r"\b[AB]\d\b")
# how many drawn answers are tried at a step, and how many of the ways found are played on to the end of the lesson
_DRAWN, _PLAYED_ON = 6, 4
_MOST_INPUTS = 40


# --- the readers ---


def lies(told: Coaching, events: Iterable[Event], state: State) -> list[str]:
    """The sentences a coach says that are not so."""
    happenings = list(events)
    sentences = re.split(r"(?<=[.!?])\s+", f"{told.done} {told.text}")
    return [each for each in sentences for reader in READERS if not reader(each, happenings, state)]


def gone_is_gone(sentence: str, events: list[Event], state: State) -> bool:
    """Who is said to be lost is lost, and who is said to be there is there."""
    lost = re.findall(r"([AB]\d) (?:[^.,;:]*? )?(?:sank|sinks|is gone|is destroyed)", sentence)
    left = re.findall(r"([AB]\d) (?:still (?:stands|floats|fights)|has \d+ armor left|shows|is suppressed)", sentence)
    return not any(state.units[each].alive for each in lost) and all(state.units[each].alive for each in left)


def sums_are_those_of_the_tray(sentence: str, events: list[Event], state: State) -> bool:
    """What beat what, and what was rolled and needed."""
    shots = [each for each in events if isinstance(each, happened.ShotResolved)]
    for mine, theirs in re.findall(r"Your (\d+) (?:beat|did not beat) its (\d+)", sentence):
        if not any([tally.total for tally in shot.tallies] == [int(mine), int(theirs)] for shot in shots):
            return False
    said = re.search(r"(?:made|rolled) (\d+)(?:\.| and needed) ?(?:A1 needed )?(\d+)", sentence)
    return said is None or any((shot.rolled, shot.needed) == (int(said[1]), int(said[2])) for shot in shots)


def hits_are_those_of_the_log(sentence: str, events: list[Event], state: State) -> bool:
    """Who took how many hits, and who was missed; how many fell."""
    attacks = [each for each in events if isinstance(each, happened.AttackResolved)]
    for unit, hits in re.findall(r"([AB]\d) took (\d+) hits?", sentence):
        if not any((each.target, each.hits) == (unit, int(hits)) for each in attacks):
            return False
    for unit in re.findall(r"([AB]\d) was not hit", sentence):
        if not any((each.target, each.hits) == (unit, 0) for each in attacks):
            return False
    fallen = [each.unit for each in events if isinstance(each, happened.FigureLost)]
    return all(fallen.count(unit) == int(many) for unit, many in re.findall(r"([AB]\d) lost (\d+) mini", sentence))


def armor_is_that_of_the_sheet(sentence: str, events: list[Event], state: State) -> bool:
    """What is left is what the sheet shows."""
    told = re.findall(r"([AB]\d) (?:has|sails) (\d+) (armor|heat|inch)", sentence)
    marks = {"inch": "speed"}
    return all(state.units[unit].marks.get(marks.get(what, what)) == int(n) for unit, n, what in told)


def who_wins_has_won(sentence: str, events: list[Event], state: State) -> bool:
    """A victory is one."""
    claims = re.search(r"you have won|The sea is yours", sentence) is not None
    return not claims or not any(unit.alive for unit in state.units.values() if unit.seat != 0)


def figures_fell(sentence: str, events: list[Event], state: State) -> bool:
    """A die that is named lies on the table, and somebody threw it."""
    faces = [face for each in events for throw in throws_of(each) for face in throw.faces]
    return all(int(face) in faces for face in re.findall(r"(?:rolled a|its|with a) (\d) ?(?::|was|\.)", sentence))


Reader = Callable[[str, list[Event], State], bool]
READERS: tuple[Reader, ...] = (
    gone_is_gone,
    sums_are_those_of_the_tray,
    hits_are_those_of_the_log,
    armor_is_that_of_the_sheet,
    who_wins_has_won,
    figures_fell,
)


# --- other ways ---


def other_ways(guide: Guide, step: LessonStep) -> Iterator[dict[str, Any]]:
    """Answers to what is asked that are not the one the coach shows: in another order, at others, to another place."""
    decision, state = guide.journal.state.decision_of(guide.lesson.learner), guide.journal.state
    assert decision is not None
    chance = random.Random(step.id)
    yield from reordered(step.answer)
    yield from aimed_elsewhere(step.answer, state)
    yield from sent_elsewhere(step.answer)
    yield from (msgspec.to_builtins(each.answer) for each in decision.suggest(state, _DRAWN))
    yield from (msgspec.to_builtins(decision.sample(state, chance)) for _ in range(_DRAWN))


def reordered(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same shots in any order, with the dice divided in any way."""
    shots = answer.get("shots", ())
    if len(shots) < 2:
        return
    dice = sum(shot.get("dice", 0) for shot in shots)
    for order in itertools.permutations(shots):
        for first in range(1, dice):
            parts = (first, dice - first)
            yield answer | {"shots": [shot | {"dice": part} for shot, part in zip(order, parts, strict=True)]}


def aimed_elsewhere(answer: dict[str, Any], state: State) -> Iterator[dict[str, Any]]:
    """The same by another unit, at another target, and with a shot of somebody else before it and behind it."""
    for name in ("unit", "target"):
        yield from (answer | {name: other} for other in state.units if name in answer and other != answer[name])
    if answer.get("answer") == "declare":
        pairs = [(unit, target) for unit in ("A1", "A2") for target in ("B1", "B2")]
        more = [{"unit": unit, "target": target} for unit, target in pairs]
        yield from (answer | {"shots": [shot]} for shot in more)
        for shot in more:
            yield answer | {"shots": [shot, *answer["shots"]]}
            yield answer | {"shots": [*answer["shots"], shot]}


def sent_elsewhere(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same way, farther or shorter, and bent."""
    name = "legs" if "legs" in answer else "steps"
    way = answer.get(name) or ()
    for i, leg in enumerate(way):
        for field in leg.keys() & {"inches", "bricks", "studs", "degrees", "heading"}:
            more = (-20.0, -10.0, 10.0, 20.0) if field in ("degrees", "heading") else (-2.0, -1.0, -0.5, 0.5, 1.0, 2.0)
            for change in more:
                yield answer | {name: [*way[:i], leg | {field: leg[field] + change}, *way[i + 1 :]]}


# --- playing ---


def checked(guide: Guide) -> None:
    """Nothing the coach says now is a lie."""
    journal, told = guide.journal, guide.coach
    since = journal.mark.before
    events = [event for number in journal.line[since:] for event in journal.steps[number].events]
    false = lies(told, events, journal.state)
    assert not false, (false, [msgspec.to_builtins(each) for each in events])


def others_answer(guide: Guide) -> None:
    """The others answer one by one, and the coach speaks after each of them."""
    checked(guide)
    while (seats := guide.journal.state.waiting_for()) and seats[0] != guide.lesson.learner:
        guide.other(seats[0])
        checked(guide)


def played_on(guide: Guide) -> None:
    """To the end as the coach shows it; where nobody knows how to go on, he says to go back."""
    for _ in range(_MOST_INPUTS):
        told = guide.coach
        if told.at >= told.steps:
            assert told.battle is not None
            return
        if told.answer is None:
            assert "press Back" in told.nudge
            return
        guide.give(guide.lesson.learner, told.answer)
        others_answer(guide)
    raise AssertionError("the lesson does not come to its end")


def taken_back_to(guide: Guide, line: list[int]) -> None:
    while guide.journal.line != line:
        guide.back()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_whatever_is_done_instead_the_coach_tells_the_truth_and_knows_a_way(game: Any) -> None:
    guide = Guide(game)
    others_answer(guide)
    while (step := guide.journal.step) is not None and not guide.journal.state.over:
        line, found = list(guide.journal.line), set[str]()
        for way in other_ways(guide, step):
            tried = guide.journal.try_answer(guide.lesson.learner, way)
            if isinstance(tried, Refusal) or tried.record.digest in found:
                continue
            found.add(tried.record.digest)
            guide.journal.apply(tried)
            others_answer(guide)
            if len(found) <= _PLAYED_ON:
                played_on(guide)
            taken_back_to(guide, line)
        guide.done()
        others_answer(guide)
        assert guide.journal.mark.last == guide.lesson.steps.index(step), f"{step.id} is not done by its own answer"
    assert guide.coach.text == guide.lesson.closing


# --- as data ---


def sayings_of(step: LessonStep) -> Iterator[tuple[str, Saying]]:
    for name in ("done", "text"):
        told = getattr(step, name)
        for each in (Saying(text=told),) if isinstance(told, str) else told:
            yield name, each


def named_by(wish: Wish) -> set[str]:
    """The units a wish is about."""
    return {wish.unit, *map(str, wish.about), *(str(value) for value in wish.where.values())}


def faults_of(name: str, saying: Saying) -> list[str]:
    """What a sentence says of its own accord: figures no event gave, units no wish looks at, holes nothing fills."""
    facts = saying.when or name == "done"
    words = UNIT.sub("", HOLE.sub("", saying.text))
    holes = {hole[1] for hole in HOLE.finditer(saying.text)}
    fills = {hole for wish in saying.when for hole in wish.fills}
    named = set[str]().union(*map(named_by, saying.when))
    found = [f"nothing fills {hole}" for hole in holes - fills] + [f"{hole} is not said" for hole in fills - holes]
    if facts:
        found += [f"no wish is about {unit}" for unit in set(UNIT.findall(saying.text)) - named]
    if name == "done":
        # a rule may have its figure, such as the points of a card; what was thrown and lost may not
        found += [f"{figure} is written down" for figure in re.findall(r"\b\d+\b(?! points)", words)]
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_sentence_claims_what_no_wish_guards(game: Any) -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    faults = [
        f"{step.id}: {fault}: {saying.text}"
        for step in lesson.steps
        for name, saying in sayings_of(step)
        for fault in faults_of(name, saying)
    ]
    assert faults == []


# --- the checks themselves ---


def test_the_checks_see_lies() -> None:
    told = "Your {own} beat its {other}: B1 sank."
    assert faults_of("done", Saying(text=told)) != []
    wish = Wish(event="shot_resolved", where={"unit": "B1"}, fills={"own": "totals.0", "other": "totals.1"})
    assert faults_of("done", Saying(text=told, when=(wish,))) == []
    assert faults_of("done", Saying(text="It made 9.")) == ["9 is written down"]
    guide = Guide(next(game for game in GAMES if game.id == "battle_of_the_sea"))
    for sentence in (
        "B1 took 1 hit and sank: one was enough.",
        "Your 20 beat its 13.",
        "Two dice made 9. A1 needed 8 or more, so B1 is destroyed.",
        "B2 took 3 hits.",
        "B2 was not hit.",
        "B2 lost 2 minis.",
        "A1 sails 99 inches.",
        "The sea is yours.",
        "B2 shot and rolled a 6: hard luck.",
    ):
        lie = msgspec.structs.replace(guide.coach, done=sentence)
        assert lies(lie, (), guide.journal.state), sentence
    assert lies(guide.coach, (), guide.journal.state) == []


def test_the_second_shot_falls_as_it_was_laid_out_although_it_comes_first() -> None:
    guide = Guide(next(game for game in GAMES if game.id == "battle_of_the_sea"))
    guide.done()
    shots = [{"target": "B2", "dice": 3}, {"target": "B1", "dice": 1}]
    given = guide.give(0, {"answer": "fire", "shots": shots})
    told = {each.target: each.hits for each in given.events if isinstance(each, happened.AttackResolved)}
    assert told == {"B2": 3}, "B2 has still to take its hits"
    assert "sank" not in guide.coach.done
    guide.others()
    assert "B1 took 1 hit and sank" in guide.coach.done
    assert not guide.journal.state.units["B1"].alive


def test_dice_beyond_those_laid_out_are_thrown() -> None:
    guide = Guide(next(game for game in GAMES if game.id == "battle_of_the_sea"))
    guide.done()
    step = guide.journal.step
    assert step is not None
    laid = next(each for each in step.throws if each.target == "B2")
    short = msgspec.structs.replace(laid, faces=(6,))
    other = msgspec.structs.replace(step, throws=(short,))
    lesson = msgspec.structs.replace(guide.lesson, steps=(guide.lesson.steps[0], other, *guide.lesson.steps[2:]))
    faces = []
    for seed in (bytes(32), bytes([1] * 32)):
        again = Guide(guide.journal.match.game)
        again.journal.lesson, again.journal.seed = lesson, seed
        again.done()
        given = again.give(0, {"answer": "fire", "shots": [{"target": "B2", "dice": 3}, {"target": "B1", "dice": 1}]})
        faces.append(given.record.dice[:3])
    assert faces[0][0] == faces[1][0] == 6
    assert faces[0] != faces[1]
