"""Lessons: every step of every game is played by its own answer on the real rules, and by wrong ones; left and found
again, taken back. What a rule change does to a lesson fails here and not before a learner. Fair matches stay fair."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.core.commands import Command
from brickfield.core.dice import Pool, SeededDice
from brickfield.core.lessons.lesson import LessonStep, _does, _is_on_the_way, lesson_of
from brickfield.core.lessons.wishes import fits
from brickfield.core.match import Setup
from brickfield.core.play import Progress, answer
from brickfield.core.refusal import Refusal
from brickfield.games import drawn_games
from brickfield.server.rooms import dice
from brickfield.server.rooms.journal import Journal
from brickfield.server.rooms.matches import make_lesson
from brickfield.server.rooms.rematches import rematch
from brickfield.server.rooms.room import Room
from brickfield.server.rooms.teaching import FallenDice, LessonJournal
from brickfield.server.server import Server
from brickfield.server.store.records import MatchRow
from brickfield.server.web import http_types as bodies
from brickfield.server.web import protocol as wire
from brickfield.server.web.parser import read_body
from tests.server.tables import FakeClient, made, opened

GAMES = [game for game in drawn_games() if lesson_of(game) is not None]
_SAMPLES = 6


class NobodyThinks:
    """Bots that must not be asked: in a lesson every answer of the other side is prepared."""

    async def decide(self, room: Room, seat: int) -> Any:
        """Nobody should come here."""
        raise AssertionError(f"seat {seat} has no prepared answer in {room.journal.coaching_at(room.journal.head)}")

    async def close(self) -> None:
        """Nothing to close."""


class Learner:
    """Somebody in a lesson."""

    def __init__(self, server: Server, room: Room) -> None:
        journal = room.journal
        assert isinstance(journal, LessonJournal)
        self.server, self.room, self.journal = server, room, journal
        self.client = FakeClient(journal.lesson.learner)
        self._sent = 0

    @property
    def step(self) -> LessonStep:
        step = self.journal.step
        assert step is not None
        return step

    async def asked(self) -> None:
        """Wait until the others have answered what was prepared for them."""
        for _ in range(2000):
            state = self.journal.state
            if self.room.fault or state.over or state.decision_of(self.journal.lesson.learner) is not None:
                break
            await asyncio.sleep(0.002)
        assert not self.room.fault, self.room.fault
        assert self.journal.state.over or self.journal.state.decision_of(self.journal.lesson.learner) is not None

    async def give(self, reply: dict[str, Any]) -> wire.Accepted | Refusal:
        self._sent += 1
        seat = self.journal.lesson.learner
        command = wire.AnswerMessage(f"c{self._sent}", seat, self.room.seq(self.client.audience), reply)
        return await self.room.command(self.client, command, acknowledge=False)

    async def undo(self) -> wire.Accepted | Refusal:
        self._sent += 1
        seat = self.journal.lesson.learner
        wish = wire.TakeBack(f"u{self._sent}", seat, self.room.seq(self.client.audience))
        return await self.room.take_back(self.client, wish, acknowledge=False)


async def begun(server: Server, game: str) -> Learner:
    match = await make_lesson(server, bodies.NewLesson(game))
    assert not isinstance(match, Refusal), match
    learner = Learner(server, server.rooms[match.match])
    await learner.room.join(learner.client, 0)
    await learner.asked()
    return learner


def plain_dice(journal: Journal) -> list[tuple[int, ...]]:
    return [journal.steps[number].record.dice for number in journal.line]


async def do_step(learner: Learner, number: int) -> None:
    """One step: not done before, not by what is wrong, done by its answer, undone, and done again alike."""
    journal, step = learner.journal, learner.step
    assert learner.client.last["lesson"]["heading"] == step.title
    before = journal.state.digest()
    for slip in step.slips:
        allowed = answer(
            journal.state, Command(journal.lesson.learner, journal.state.version, slip.answer), SeededDice(0)
        )
        assert not isinstance(allowed, Refusal), f"{step.id}: the rules refuse the slip: {allowed}"
        refused = await learner.give(slip.answer)
        assert isinstance(refused, Refusal), f"{step.id} is done by {slip.answer}"
        assert (refused.code, refused.sentence) == ("lesson", step.otherwise)
    await try_others(learner, step)
    assert journal.state.digest() == before
    for again in (False, True):
        given = await learner.give(step.answer)
        assert isinstance(given, wire.Accepted), f"{step.id}: {given}"
        await learner.asked()
        assert journal.mark.at == number + 1, f"{step.id} is not done by its own answer"
        if not again:
            after, fell = journal.state.digest(), plain_dice(journal)
            assert isinstance(await learner.undo(), wire.Accepted)
            assert (journal.mark.at, journal.state.digest()) == (number, before), f"{step.id} is not undone"
    assert (journal.state.digest(), plain_dice(journal)) == (after, fell), f"{step.id} goes otherwise again"


async def try_others(learner: Learner, step: LessonStep) -> None:
    """Whatever else the rules allow is taken only if it does the step, or is said to be on the way to it."""
    journal, chance = learner.journal, random.Random(step.id)
    for _ in range(_SAMPLES):
        decision = journal.state.decision_of(journal.lesson.learner)
        assert decision is not None
        reply = msgspec.to_builtins(decision.sample(journal.state, chance))
        tried = journal.try_answer(journal.lesson.learner, reply)
        if isinstance(tried, Refusal):
            assert tried.code == "lesson", f"{step.id}: {tried}"
        else:
            progress = Progress(tried.state, tried.events)
            assert _is_on_the_way(step, reply) or _does(step, journal.lesson.learner, (), progress), step.id


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_step_is_done_by_its_own_answer_and_by_no_wrong_one(game: Any, tmp_path: Path) -> None:
    lesson = lesson_of(game)
    assert lesson is not None

    async def run() -> None:
        async with opened(tmp_path, bots=NobodyThinks()) as server:
            learner = await begun(server, game.id)
            assert learner.room.standing().asked == (lesson.learner,)
            for number in range(len(lesson.steps)):
                await do_step(learner, number)
                if number == 2:
                    learner = await left_and_found_again(server, learner)
            last = learner.client.last["lesson"]
            assert (last["at"], last["steps"]) == (len(lesson.steps), len(lesson.steps))
            assert last["battle"]["scenario"] == lesson.battle.scenario
            assert last["text"] == lesson.closing
            assert last["battle"]["options"] == lesson.options | lesson.battle.options
            # nobody waits for anybody there any more
            assert (learner.room.standing().asked, learner.room.standing().bot_asked) == ((), False)
            assert replies_given(learner.journal) == [each.answer for step in lesson.steps for each in step.replies], (
                "the others have answered otherwise than the lesson says"
            )

    asyncio.run(run())


def replies_given(journal: LessonJournal) -> list[Any]:
    records = [journal.steps[number].record for number in journal.line]
    return [record.answer for record in records if record.seat not in (-1, journal.lesson.learner)]


async def left_and_found_again(server: Server, learner: Learner) -> Learner:
    """Nobody is there any more; another day the lesson goes on where it was."""
    at, digest = learner.journal.mark, learner.journal.state.digest()
    learner.room.leave(learner.client)
    server._close_room(learner.room)
    room = await server.room(learner.room.id)
    assert isinstance(room, Room), room
    back = Learner(server, room)
    back._sent = 1000
    await room.join(back.client, 0)
    assert (back.journal.mark, back.journal.state.digest()) == (at, digest)
    return back


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_lesson_is_short_points_at_what_is_there_and_cites_what_is_played(game: Any) -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    assert 6 <= len(lesson.steps) <= 10
    assert 0 < lesson.minutes < 10
    assert len({step.id for step in lesson.steps}) == len(lesson.steps)
    known = {clause.id for clause in game.clauses.values()}
    match = game.new_match(lesson.setup(game))
    assert not isinstance(match, Refusal), match
    state = game.first_state(match)
    if "table_fault" in game.queries:
        assert not game.queries["table_fault"](state)
    for step in lesson.steps:
        assert set(step.clauses) <= known, set(step.clauses) - known
        assert step.clauses
        assert set(step.units) <= set(state.units)
        text = step.text if isinstance(step.text, str) else " ".join(each.text for each in step.text)
        assert len(text) <= 330, f"{step.id} is too long for a child: {len(text)}"
        assert len(step.title) <= 34
        if step.place:
            x, y, radius = step.place
            assert radius <= x <= match.width - radius
            assert radius <= y <= match.height - radius


def test_every_game_has_a_lesson_and_a_battle_after_it_by_the_rules_it_has_taught() -> None:
    assert [game.id for game in drawn_games()] == [game.id for game in GAMES]
    for game in GAMES:
        lesson = lesson_of(game)
        assert lesson is not None
        taught = game.new_match(lesson.setup(game))
        played = game.new_match(Setup(game.id, lesson.first.scenario, lesson.first.options))
        assert not isinstance(taught, Refusal)
        assert not isinstance(played, Refusal)
        differ = {
            name
            for name in msgspec.structs.asdict(taught.options)
            if getattr(taught.options, name) != getattr(played.options, name)
        }
        assert not differ, f"{game.id}: the first battle plays other rules: {differ}"


def test_a_fair_match_is_never_given_prepared_dice(tmp_path: Path) -> None:
    for more in (b'"lesson": "first_tanks"', b'"dice": [6, 6]', b'"position": {}'):
        body = b'{"game": "micro_brick_battle", "scenario": "six_v_six", "seats": [{"kind": "me"}], %s}' % more
        refused = read_body(body, bodies.NewMatch)
        assert isinstance(refused, Refusal), more
    for more in (b'"dice": [6, 6]', b'"position": {}', b'"scenario": "six_v_six"'):
        assert isinstance(read_body(b'{"game": "micro_brick_battle", %s}' % more, bodies.NewLesson), Refusal), more

    async def run() -> None:
        async with opened(tmp_path) as server:
            room, _ = await made(server, "me", "recruit", ready=True)
            assert (room.journal.row.lesson, room.journal.row.dice) == ("", dice.WAY)
            assert type(room.journal) is Journal
            assert type(room.journal._dice(0)) is dice.FairDice
            assert room.journal.coaching_at(0) is None
            learner = await begun(server, "micro_brick_battle")
            assert learner.journal.row.dice == dice.PREPARED
            # nothing can be added to prepared dice, and no proof is given of them
            stirred = learner.journal.try_stir(0, {"promise": "0" * 64})
            assert isinstance(stirred, Refusal)
            assert stirred.code == "no_stirring"
            # a roll-off beside the lesson has dice of its own
            for step in learner.journal.lesson.steps[:4]:
                assert isinstance(await learner.give(step.answer), wire.Accepted)
            rolled = await learner.give({"answer": "roll_off", "question": "who begins", "method": "high"})
            assert isinstance(rolled, wire.Accepted), rolled
            assert isinstance(await learner.give(learner.step.answer), wire.Accepted)
            given = learner.journal.undone_by(learner.client.audience)
            assert given is not None
            assert given.dice[:2] == learner.journal.lesson.steps[4].throws[0].faces
            await learner.asked()
            assert isinstance(await learner.give({"answer": "concede"}), wire.Accepted)
            assert learner.client.last["dice_seed"] == ""
            # again is a lesson again, on the same table
            again = await rematch(server, learner.room)
            assert not isinstance(again, Refusal)
            assert isinstance(server.rooms[again].journal, LessonJournal)

    asyncio.run(run())


def test_the_lesson_is_part_of_what_a_match_is_chained_to() -> None:
    setup = Setup("micro_brick_battle", "six_v_six")
    row = MatchRow("m", setup, "2", "", "", "", True, 0.0, dice=dice.WAY)
    # as rows were chained before there were lessons
    assert row.root() == "41ac3651a3abded23c194bcb2c3cd357e3850e1ea0a8a0b05191f39c92422b05"
    assert msgspec.structs.replace(row, lesson="first_tanks").root() != row.root()


def test_wishes_compare_values_and_bounds() -> None:
    plain = {"unit": "A1", "amount": 3.0, "pose": {"x": 5}, "hit": True}
    assert fits(plain, {"unit": "A1", "pose.x": 5, "amount": {"least": 3, "most": 3}})
    assert fits(plain, {"unit": {"any": ["A1", "B1"]}, "pose.y": None, "hit": {"not": False}})
    for where in (
        {"unit": "B1"},
        {"unit": {"any": ["B1"]}},
        {"unit": {"least": 1}},
        {"amount": {"least": 3.1}},
        {"amount": {"most": 2.9}},
        {"pose.x": {"not": 5}},
        {"pose.x.y": 5},
    ):
        assert not fits(plain, where), where


def test_dice_that_fell_fall_again_in_their_order_and_then_the_thrown_ones() -> None:
    fallen = FallenDice((6, 6, 1), bytes(32), "m", 0)
    assert fallen.roll(Pool(2)) == (6, 6)
    thrown = dice.FairDice(bytes(32), "m", 1).roll(Pool(2))
    assert fallen.roll(Pool(2)) == thrown, "one is not enough for two"
    fair = dice.FairDice(bytes(32), "m", 2).roll(Pool(1))
    assert fallen.roll(Pool(1)) == fair
