"""Chapters: amended questions, permissions and moments, steps they bring, switches and ledgers, and what is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Union, cast, get_args

import pytest
from msgspec.structs import replace as replace_unit

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.chapters import Chapter, step
from brickfield.core.data_files import DataFault
from brickfield.core.dice import ForcedDice
from brickfield.core.frames import Frame, course_of
from brickfield.core.game import ChapterContents, Game
from brickfield.core.kept import EVERY_FACT, kept, kept_of_pairs
from brickfield.core.match import Match, Setup
from brickfield.core.play import begin
from brickfield.core.questions import Moment, Permission, Question
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from tests.core.toy.battle import Turns
from tests.core.toy.contents import TOY

RAIN = Chapter("rain", lambda match: match.options.charges)
MUD = Chapter("mud", lambda match: match.options.charges)
SNOW = Chapter("snow", lambda match: not match.options.charges)


@Question
def pace(state: State, unit: str) -> int:
    """How far a unit goes."""
    return 10


@pace.amended(MUD)
def pace_in_mud(state: State, unit: str, far: int) -> int:
    """Half as far."""
    return far // 2


@pace.amended(RAIN)
def pace_in_rain(state: State, unit: str, far: int) -> int:
    """Three less."""
    return far - 3


@pace.amended(SNOW)
def pace_in_snow(state: State, unit: str, far: int) -> int:
    """Nobody goes anywhere."""
    return 0


@Permission
def may_go(state: State, unit: str) -> Refusal | None:
    """Units go unless a chapter minds."""
    return None


@may_go.amended(RAIN)
def not_the_small_one(state: State, unit: str) -> Refusal | None:
    """The small one stays at home."""
    return illegal("wet", "toy.turn.order", "It is wet.") if unit == "small" else None


@may_go.amended(MUD)
def nobody_goes(state: State, unit: str) -> Refusal | None:
    """It is too deep for all."""
    return illegal("deep", "toy.turn.order", "It is deep.")


@Moment
def dawn(t: Table, light: int) -> None:
    """The sun rises."""
    t.emit(happened.FactChanged(name="light", value=light, clause="toy.turn.order"))


@dawn.amended(RAIN)
def it_drips(t: Table, light: int) -> None:
    """And it drips."""
    t.emit(happened.FactChanged(name="drops", value=light + 1, clause="toy.turn.order"))


def game_of(*chapters: Chapter) -> Game:
    return replace(TOY, chapters=chapters)


def state_of(*chapters: Chapter, charges: bool = True) -> State:
    match = TOY.set_up(Setup("toy", "duel", {"charges": charges}), game_of(*chapters))
    assert isinstance(match, Match)
    return TOY.first_state(match)


@pytest.mark.parametrize(
    ("chapters", "charges", "far"),
    [
        # the order of the contents, not that in which the amendments were written
        ((RAIN, MUD), True, 3),
        ((MUD, RAIN), True, 2),
        # who is not played, or not of this game at all, has no say
        ((RAIN, MUD), False, 10),
        ((), True, 10),
        ((RAIN, SNOW), False, 0),
    ],
)
def test_a_question_goes_through_the_chapters_that_are_played(
    chapters: tuple[Chapter, ...], charges: bool, far: int
) -> None:
    assert pace(state_of(*chapters, charges=charges), "small") == far
    assert pace.__doc__ == "How far a unit goes."


far_in_all = Question(pace)


@far_in_all.amended(RAIN)
def and_one_more(state: State, unit: str, far: int) -> int:
    """One more, however far that is."""
    return far + 1


def test_a_question_may_rest_on_another_that_is_amended_for_itself() -> None:
    state = state_of(RAIN, MUD)
    assert (pace(state, "small"), far_in_all(state, "small")) == (3, 4)
    assert far_in_all(state_of(MUD), "small") == 5


def test_the_first_refusal_stands() -> None:
    both = state_of(RAIN, MUD)
    assert getattr(may_go(both, "small"), "code", "") == "wet"
    assert getattr(may_go(both, "large"), "code", "") == "deep"
    assert may_go(state_of(RAIN), "large") is None
    assert may_go(state_of(), "small") is None


def test_at_a_moment_the_base_book_acts_first_and_then_every_chapter() -> None:
    table = Table(state_of(RAIN))
    dawn(table, 4)
    assert [(each.name, each.value) for each in table.events if isinstance(each, happened.FactChanged)] == [
        ("light", 4),
        ("drops", 5),
    ]
    bare = Table(state_of())
    dawn(bare, 4)
    assert "drops" not in bare.facts


def test_which_chapters_are_played_is_found_out_once() -> None:
    asked = []
    chapter = Chapter("counted", lambda match: not asked.append(match.setup))
    state = state_of(chapter)
    match = state.match
    assert [match.chapters_in_play[chapter] for _ in range(3)] == [True] * 3
    assert len(asked) == 1
    other = state_of()
    assert not other.match.chapters_in_play[chapter]


# --- steps -----------------------------------------------------------------------------------------------------------


class Day(Frame):
    """A frame of the base book whose noon belongs to a chapter."""

    STEPS = ("morning", "noon", "evening")

    def morning(self, t: Table) -> Any: ...

    def evening(self, t: Table) -> Any: ...


@step(Day, RAIN)
def noon(day: Day, t: Table) -> Any: ...


@step(Day, MUD, before="evening")
def tea(day: Day, t: Table) -> Any: ...


def taken(state: State) -> list[str]:
    """The steps that are taken, in order."""
    course, at, found = course_of(Day, state.match), "", []
    while (now := course[at]).take is not None:
        found.append(now.step)
        at = now.after
        if not at:
            break
    return found


def test_a_frame_takes_the_steps_of_the_chapters_that_are_played() -> None:
    assert taken(state_of(RAIN, MUD)) == ["morning", "noon", "tea", "evening"]
    assert taken(state_of(RAIN)) == ["morning", "noon", "evening"]
    assert taken(state_of(MUD, RAIN, charges=False)) == ["morning", "evening"]


def test_a_saved_frame_is_named_alike_with_and_without_a_step_that_is_not_played() -> None:
    states = [state_of(RAIN, MUD, charges=False), state_of(RAIN, charges=False)]
    with_mud, without = ({name: each.after for name, each in course_of(Day, state.match).items()} for state in states)
    assert with_mud == without


def test_a_step_says_where_it_stands_once() -> None:
    with pytest.raises(ValueError, match="either STEPS say"):
        step(Day, RAIN, before="evening")(noon)
    with pytest.raises(ValueError, match="either STEPS say"):
        step(Day, RAIN)(tea)
    with pytest.raises(ValueError, match="no step 'night'"):
        step(Day, RAIN, before="night")(tea)


# --- a chapter in a folder of its own --------------------------------------------------------------------------------

_SWITCH = """
[[switch]]
id = "hail"
title = "Hail"
text = "Whether it hails on every turn."
default = false
choices = [ { value = false, text = "no" }, { value = true, text = "yes" } ]
clause = "toy.hail.falls"
since = "0.1.0"
in_use = true
"""
_CLAUSE = """
[[clause]]
id = "toy.hail.falls"
title = "Hail falls"
source = "a test"
kind = "rule"
text = "At the start of the turns it hails."
"""
HAIL = Chapter("hail", lambda match: match.options.hail)


@step(Turns, HAIL, before="start")
def hail(turns: Turns, t: Table) -> Any:
    """It hails once before everybody's turns."""
    t.emit(happened.FactChanged(name="hail", value=1, clause="toy.hail.falls"))


def test_a_chapter_brings_switches_clauses_and_steps_and_old_codes_mean_what_they_meant(tmp_path: Path) -> None:
    (tmp_path / "switches.toml").write_text(_SWITCH, "utf-8")
    (tmp_path / "clauses.toml").write_text(_CLAUSE, "utf-8")
    game = TOY.with_chapters(ChapterContents(HAIL, folder=tmp_path, groups=("hail",)))
    assert game.clauses["toy.hail.falls"].title == "Hail falls"
    assert {*TOY.clauses} < {*game.clauses}
    old = TOY.agreement(charges=False).code()  # type: ignore[call-arg]
    assert game.read_code(old) == {"charges": False, "stances": TOY.agreement().stances, "hail": False}  # type: ignore[attr-defined]
    code = game.write_code({"hail": True})
    assert isinstance(code, str)
    assert game.read_code(code) == {**game.read_code(TOY.agreement().code()), "hail": True}  # type: ignore[dict-item]
    for hails in (True, False):
        match = game.new_match(Setup("toy", "duel", {"charges": False, "stances": False, "hail": hails}))
        assert isinstance(match, Match)
        assert ("hail" in begin(match, ForcedDice(())).state.facts) == hails


def test_a_chapter_has_its_clauses_where_the_book_has_them(tmp_path: Path) -> None:
    first, *_, last = TOY.clauses
    after = {"falls": first, "melts": "", "ends": "toy.hail.melts", "more": "toy.nowhere"}
    rows = [_CLAUSE.replace("hail.falls", f"hail.{name}") + f'after = "{where}"' for name, where in after.items()]
    (tmp_path / "clauses.toml").write_text("\n".join(rows), "utf-8")
    game = TOY.with_chapters(ChapterContents(HAIL, folder=tmp_path, groups=("hail",)))
    assert list(game.clauses)[:4] == [first, "toy.hail.falls", "toy.hail.melts", "toy.hail.ends"]
    assert list(game.clauses)[-2:] == [last, "toy.hail.more"]
    itself = tmp_path / "itself"
    itself.mkdir()
    (itself / "clauses.toml").write_text(_CLAUSE + 'after = "toy.hail.falls"', "utf-8")
    with pytest.raises(DataFault, match=r"toy\.hail\.falls"):
        _ = TOY.with_chapters(ChapterContents(HAIL, folder=itself, groups=("hail",))).clauses


def test_two_chapters_never_bring_the_same_thing() -> None:
    one = ChapterContents(RAIN, queries={"pace": pace})
    with pytest.raises(ValueError, match="the same queries"):
        TOY.with_chapters(one, ChapterContents(MUD, queries={"pace": pace}))


def test_a_preview_of_one_name_is_asked_about_what_each_chapter_knows() -> None:
    def told(what: str) -> Any:
        return lambda state, seat, about: (what, seat, about)

    rain = ChapterContents(RAIN, previews={"place": (Union[int, float], told("rain"))})
    mud = ChapterContents(MUD, previews={"place": (str, told("mud"))})
    kind, ask = TOY.with_chapters(rain, mud).previews["place"]
    assert set(get_args(kind)) == {int, float, str}
    asked: list[Any] = [ask(cast("State", None), 1, about) for about in (2, 0.5, "here")]
    assert asked == [("rain", 1, 2), ("rain", 1, 0.5), ("mud", 1, "here")]


# --- what is kept ----------------------------------------------------------------------------------------------------


def test_what_is_kept_is_worked_out_again_when_what_it_rests_on_changes() -> None:
    counted: list[str] = []

    @kept
    def by_units(state: State, about: str) -> list[Unit]:
        counted.append(f"units {about}")
        return list(state.units.values())

    @kept(by="tokens")
    def by_tokens(state: State) -> None:
        counted.append("tokens")

    @kept(facts=("weather",))
    def by_weather(state: State) -> object:
        counted.append("weather")
        return state.facts.get("weather")

    @kept(by="places")
    def by_places(state: State) -> None:
        counted.append("places")

    table = Table(state_of())

    def ask() -> list[str]:
        counted.clear()
        by_units(table, "a"), by_units(table, "b"), by_units(table, "a")
        by_tokens(table), by_weather(table), by_places(table)
        return sorted(counted)

    assert ask() == ["places", "tokens", "units a", "units b", "weather"]
    assert ask() == []
    unit = next(iter(table.units))
    table.emit(happened.FactChanged(name="weather", value="rain", clause="toy.turn.order"))
    assert ask() == ["weather"]
    assert by_weather(table) == "rain"
    table.emit(happened.UnitMarked(unit=unit, mark="acted", value=1, clause="toy.turn.order"))
    assert ask() == ["units a", "units b", "weather"]
    table.emit(happened.UnitDestroyed(unit=unit, leaves_wreck=False, clause="toy.win.last"))
    assert ask() == ["places", "units a", "units b", "weather"]


def test_what_rests_on_every_fact_or_on_the_match_alone() -> None:
    counted: list[str] = []

    @kept(facts=EVERY_FACT)
    def by_every_fact(state: State, seat: int) -> None:
        counted.append(f"facts {seat}")

    @kept(by="match")
    def by_match(state: State, seat: int) -> int:
        counted.append(f"match {seat}")
        return seat

    table = Table(state_of())
    for seat in (0, 1, 0, 1):
        by_every_fact(table, seat), by_match(table, seat)
    assert counted == ["facts 0", "match 0", "facts 1", "match 1"]
    table.emit(happened.FactChanged(name="hour", value=1, clause="toy.turn.order"))
    table.emit(happened.UnitDestroyed(unit=next(iter(table.units)), leaves_wreck=False, clause="toy.win.last"))
    by_every_fact(table, 0), by_match(table, 0)
    assert counted[4:] == ["facts 0"]
    by_match(state_of(), 0)
    assert counted[5:] == ["match 0"], "another match knows nothing of it"


@pytest.mark.parametrize("facts", [(), ("weather",), EVERY_FACT])
def test_what_was_known_before_units_moved_may_be_mended(facts: tuple[str, ...]) -> None:
    asked: list[tuple[int, tuple[str, ...]]] = []

    def mend(state: State, before: int, moved: tuple[str, ...], seat: int) -> int | None:
        asked.append((before, moved))
        return before + 1 if seat == 0 else None

    @kept(facts=facts, after_moves=mend)
    def answer(state: State, seat: int) -> int:
        return 10

    table = Table(state_of())
    unit = next(iter(table.units.values()))
    moved = happened.UnitMoved(unit=unit.id, pose=Pose.at(1.0, 1.0), step="on", amount=1.0, clause="toy.turn.order")
    assert answer(table, 0) == answer(table, 1) == 10
    table.emit(moved)
    assert answer(table, 0) == 11
    assert answer(table, 1) == 10, "what cannot be mended is worked out"
    assert asked == [(10, (unit.id,))] * 2
    table.emit(happened.FactChanged(name="weather", value="rain", clause="toy.turn.order"))
    table.emit(moved)
    assert answer(table, 0) == (12 if not facts else 10), "by other facts nothing was known"


def test_places_are_mended_after_a_change_of_marks_too() -> None:
    @kept(by="places", after_moves=lambda state, before, moved: (*before, *moved))
    def trail(state: State) -> tuple[str, ...]:
        return ()

    table = Table(state_of())
    unit = next(iter(table.units))
    assert trail(table) == ()
    table.emit(happened.UnitMoved(unit=unit, pose=Pose.at(1.0, 1.0), step="on", amount=1.0, clause="toy.turn.order"))
    table.emit(happened.UnitMarked(unit=unit, mark="acted", value=1, clause="toy.turn.order"))
    assert trail(table) == (unit,)


def test_two_units_are_weighed_once_as_they_are() -> None:
    counted: list[tuple[str, str]] = []

    @kept_of_pairs
    def weighed(state: State, one: Unit, other: Unit) -> str:
        counted.append((one.id, other.id))
        return f"{one.id}/{other.id}/{other.status}"

    state = state_of()
    one, other = list(state.units.values())[:2]
    elsewhere = replace_unit(other, status="elsewhere")
    assert weighed(state, one, other) == weighed(state, one, other)
    assert counted == [(one.id, other.id)]
    assert weighed(state, one, elsewhere).endswith("/elsewhere")
    assert weighed(state, other, one) != weighed(state, one, other)


def test_a_fact_of_a_chapter_clears_what_rests_on_units() -> None:
    night = Chapter("night", lambda match: True, facts=("dark",))
    counted: list[object] = []

    @kept
    def seen(state: State) -> None:
        counted.append(state.facts.get("dark"))

    table = Table(state_of(night))
    for name in ("dark", "loud"):
        table.emit(happened.FactChanged(name=name, value=1, clause="toy.turn.order"))
        seen(table)
    assert counted == [1]


def test_a_table_with_units_put_elsewhere_forgets_what_was_known_of_them() -> None:
    @kept
    def standing(state: State) -> list[str]:
        return [unit.status for unit in state.units.values()]

    state = state_of()
    before = list(standing(state))
    first = next(iter(state.units.values()))
    other = state.with_units(replace_unit(first, status="elsewhere"))
    assert standing(other) == ["elsewhere", *before[1:]]
    assert standing(state) == before
