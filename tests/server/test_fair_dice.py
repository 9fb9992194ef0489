"""Fair dice: promised before the first one falls, stirred by the seats, opened at the end, checked by a tool apart.

`BRICKFIELD_TAMPERED=1000` changes that many replays, and each one must be found.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.util
import json
import os
import random
import re
import sqlite3
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.dice import Pool
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, read_replay
from brickfield.server.rooms.dice import FIRST_WAY, FairDice, Stir, player_seed, promise_of
from brickfield.server.rooms.proofs import check_proof, proof_of
from brickfield.server.rooms.replays import replay_text
from brickfield.server.rooms.room import Room
from brickfield.server.server import Server
from brickfield.server.store.migrations import MIGRATIONS, migrate
from brickfield.server.web import protocol as wire
from tests.server.tables import FakeClient, answered, asked_seat, find_any, joined, made, opened, play, suggested

ROOT = Path(__file__).resolve().parents[2]
TAMPERED = int(os.environ.get("BRICKFIELD_TAMPERED", "60"))
# One seed of each seat, and what the seat promises.
SEEDS = {seat: hashlib.sha256(b"seat %d" % seat).hexdigest() for seat in range(2)}
PROMISES = {seat: hashlib.sha256(bytes.fromhex(seed)).hexdigest() for seat, seed in SEEDS.items()}
ROLL = {"answer": "roll_off", "question": "Who is right?", "method": "high"}


# --- the dice themselves ---------------------------------------------------------------------------------------------


def test_a_roll_is_the_same_whenever_it_is_asked_for() -> None:
    seed = b"x" * 32
    first = FairDice(seed, "m")
    faces = [first.roll(Pool(2)) for _ in range(20)]
    assert [FairDice(seed, "m", number).roll(Pool(2)) for number in range(20)] == faces
    assert FairDice(seed, "n").roll(Pool(20)) != FairDice(seed, "m").roll(Pool(20))
    assert {face for pair in faces for face in pair} <= set(range(1, 7))
    assert first.rolled == 20


@pytest.mark.parametrize("faces", [2, 6, 10, 100, 256])
def test_every_face_falls(faces: int) -> None:
    shown = FairDice(b"y" * 32, "m").roll(Pool(faces * 40, faces=faces))
    assert set(shown) == set(range(1, faces + 1))


@pytest.mark.parametrize("faces", [0, 257])
def test_a_die_that_a_byte_cannot_throw_is_refused(faces: int) -> None:
    with pytest.raises(ValueError, match="faces"):
        FairDice(b"y" * 32, "m").roll(Pool(1, faces=faces))


def test_bricks_fall_as_often_as_they_weigh() -> None:
    brick = Pool(6000, faces=3, weights=(1, 8, 1))
    counts = Counter(FairDice(b"w" * 32, "m").roll(brick))
    assert 4600 < counts[2] < 5000
    assert 480 < counts[1] < 720
    # matches begun before weights were known keep their dice
    counts = Counter(FairDice(b"w" * 32, "m", way=FIRST_WAY).roll(brick))
    assert 1850 < counts[2] < 2150


def test_what_a_seat_adds_changes_every_die_and_promises_alone_change_none() -> None:
    seed, pool = b"s" * 32, Pool(40)
    plain = FairDice(seed, "m").roll(pool)
    assert FairDice(seed, "m", stirs={0: Stir(PROMISES[0])}).roll(pool) == plain
    one = FairDice(seed, "m", stirs={0: Stir(PROMISES[0], SEEDS[0])}).roll(pool)
    other = FairDice(seed, "m", stirs={1: Stir(PROMISES[0], SEEDS[0])}).roll(pool)
    assert len({plain, one, other}) == 3


def test_the_seed_of_a_bot_tells_nothing_about_the_dice() -> None:
    seed = b"z" * 32
    assert seed.hex() not in player_seed(seed, "m", 0)
    assert player_seed(seed, "m", 0) != player_seed(seed, "m", 1)
    assert promise_of(seed, "m") != promise_of(seed, "n")


# --- stirring --------------------------------------------------------------------------------------------------------


async def stir(room: Room, client: FakeClient, seat: int, **parts: str) -> wire.Accepted | Refusal:
    return await room.stir(client, wire.StirDice(f"s{seat}{next(iter(parts))}", seat, **parts))


def code(done: wire.Accepted | Refusal) -> str:
    return done.code if isinstance(done, Refusal) else ""


def test_a_seat_adds_its_part_alone_and_the_table_does_not_change(tmp_path: Path) -> None:
    kept: dict[str, Any] = {}

    async def first(server: Server) -> None:
        room, match = await made(server, "me", "here", game="toy", scenario="duel")
        client, watcher = await joined(room, 0, 1), await joined(room)
        before, digest = len(watcher.of("update")), room.journal.state.digest()
        assert code(await stir(room, client, 1, seed=SEEDS[1])) == "stirred"
        assert code(await stir(room, client, 1, promise=PROMISES[1])) == ""
        again = await room.stir(client, wire.StirDice("another", 1, PROMISES[0]))
        assert code(again) == "stirred"
        assert code(await stir(room, client, 1, seed=SEEDS[0])) == "stirred"
        # seat 0 has promised nothing, and is not waited for
        done = await stir(room, client, 1, seed=SEEDS[1])
        assert done == wire.Accepted("s1seed", client.seq, 0)
        # a repeat gets the same answer
        assert await stir(room, client, 1, seed=SEEDS[1]) == done
        assert len(watcher.of("update")) == before
        assert room.journal.state.digest() == digest
        cards = watcher.of("presence")[-1]["seats"]
        shown = [(card["stir"], card["stirred"], card["first_roll"]) for card in cards]
        assert shown == [("", False, -1), (PROMISES[1], True, 0)]
        # the answer that follows is number one more, and can be given and taken back as ever
        await answered(room, client, asked_seat(room))
        kept.update(match=match.match, stirs=dict(room.journal.stirs), seq=client.seq)

    async def second(server: Server) -> None:
        room = await server.room(kept["match"])
        assert not isinstance(room, Refusal)
        assert room.journal.stirs == kept["stirs"]
        # whoever comes back after a stir that shows nowhere still gets the question
        client = await joined(room, 0, 1)
        assert (client.seq, client.last["decision"] is not None) == (kept["seq"], True)
        await stir(room, client, 0, promise=PROMISES[0])
        late = await joined(room, 0, 1, last=kept["seq"] - 1)
        assert (late.seq, late.last["decision"] is not None) == (kept["seq"], True)

    play(tmp_path, first)
    play(tmp_path, second)


def test_the_first_roll_of_a_part_is_named_before_anybody_knows_the_part(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", game="toy", scenario="duel")
        client = await joined(room, 0, 1)
        await answered(room, client, 0, ROLL, id="r1")
        fallen = room.journal.steps[-1].rolled
        assert await stir(room, client, 0, promise=PROMISES[0]) == wire.Accepted("s0promise", client.seq, fallen)
        # a die falls before the part is opened: it cannot be taken in later, when everybody knows what it does
        await answered(room, client, 0, ROLL, id="r2")
        assert code(await stir(room, client, 0, seed=SEEDS[0])) == "too_late"
        assert client.of("presence")[-1]["seats"][0]["stir"] == ""
        fresh, now = hashlib.sha256(b"fresh").hexdigest(), room.journal.steps[-1].rolled
        promise = hashlib.sha256(bytes.fromhex(fresh)).hexdigest()
        named = await room.stir(client, wire.StirDice("p2", 0, promise))
        assert named == wire.Accepted("p2", client.seq, now)
        opened = await room.stir(client, wire.StirDice("o2", 0, seed=fresh))
        assert opened == wire.Accepted("o2", client.seq, now)
        await answered(room, client, 0, ROLL, id="r3")
        await answered(room, client, 0, {"answer": "concede"}, id="end")
        assert proof_of(room.journal).stirs[0].from_roll == now
        text = replay_text(room.journal)
        assert found(text) == ""
        # whoever has noted what was named finds a part that was moved
        tool = the_tool()
        proof, _ = tool.read(text)
        tool.check_promises(proof, "", [f"0:{now}:{promise[:8]}"])
        with pytest.raises(tool.NotProven):
            tool.check_promises(proof, "", [f"0:{now + 1}:{promise[:8]}"])

    play(tmp_path, what)


# --- dice that wait for everybody ---


GAMES = [("toy", "duel"), ("micro_brick_battle", "six_v_six"), ("brick_mech", "duel"),
         ("battle_of_the_sea", "last_drop_of_blood")]  # fmt: skip


@pytest.mark.parametrize("ready", [False, True])
@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_no_die_falls_before_everybody_has_added_a_part(tmp_path: Path, game: str, scenario: str, ready: bool) -> None:
    kept: dict[str, str] = {}

    async def first(server: Server) -> None:
        room, match = await made(server, "me", "link", game=game, scenario=scenario, parts=True, ready=ready)
        kept["match"] = match.match
        mine, watcher = await joined(room, 0), await joined(room)
        assert mine.of("welcome")[0]["parts"] == [0, 1]
        assert mine.last["decision"] is None
        assert code(await stir(room, mine, 0, promise=PROMISES[0])) == ""
        assert code(await stir(room, mine, 0, seed=SEEDS[0])) == "too_early"
        for answer in (ROLL, {"answer": "concede"}, {"answer": "offer_draw"}, {"answer": "end_movement"}):
            refused = await room.command(mine, wire.AnswerMessage("x", 0, mine.seq, answer))
            assert code(refused) == "dice_wait"
        back = await room.take_back(mine, wire.TakeBack("b", 0, mine.seq))
        assert code(back) == "no_take_back"
        assert not any(step.record.dice for step in room.journal.steps)
        assert len(watcher.of("update")) == 1

    async def second(server: Server) -> None:
        room = await server.room(kept["match"])
        assert not isinstance(room, Refusal), room
        mine, other = await joined(room, 0), await joined(room, 1)
        assert code(await stir(room, other, 1, promise=PROMISES[1])) == ""
        # a browser that has lost its part promises another one, as long as nobody has seen any
        assert code(await room.stir(mine, wire.StirDice("lost", 0, PROMISES[1]))) == ""
        assert code(await room.stir(mine, wire.StirDice("found", 0, PROMISES[0]))) == ""
        for seat, client in enumerate((mine, other)):
            assert await stir(room, client, seat, seed=SEEDS[seat]) == wire.Accepted(f"s{seat}seed", 1, 0)
            assert code(await room.stir(other, wire.StirDice(f"choose{seat}", 1, PROMISES[0]))) == "stirred"
        assert room.journal.state.waiting_for() != ()
        assert mine.seq > 1
        asked = {0: mine, 1: other}[asked_seat(room)]
        assert asked.last["decision"] is not None
        if ready:
            assert asked.last["decision"]["kind"] not in ("deploy_unit", "deploy_ship", "place_terrain")
        await answered(room, mine, 0, ROLL, id="r")
        kept["digest"] = room.journal.state.digest()

    async def third(server: Server) -> None:
        room = await server.room(kept["match"])
        assert not isinstance(room, Refusal), room
        assert room.journal.state.digest() == kept["digest"]
        await answered(room, await joined(room, 0), 0, {"answer": "concede"}, id="end")
        text = replay_text(room.journal)
        assert found(text) == ""
        replayed = read_replay(text, find_any)
        assert isinstance(replayed, Replayed), replayed
        assert check_proof(replayed) == len(replayed.pools)
        assert all(part.from_roll == 0 for part in proof_of(room.journal).stirs)

    for what in (first, second, third):
        play(tmp_path, what)


def test_a_table_whose_last_part_came_just_before_the_end_of_the_server_begins_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: dict[str, str] = {}

    async def first(server: Server) -> None:
        room, match = await made(server, "me", "recruit", parts=True)
        client = await joined(room, 0)
        kept["match"] = match.match
        monkeypatch.setattr(Room, "begin_when_ready", lambda self: asyncio.sleep(0))
        await stir(room, client, 0, promise=PROMISES[0])
        await stir(room, client, 0, seed=SEEDS[0])
        assert room.journal.waits
        monkeypatch.undo()

    async def second(server: Server) -> None:
        room = await server.room(kept["match"])
        assert not isinstance(room, Refusal), room
        assert not room.journal.waits
        assert room.journal.state.waiting_for() != ()

    play(tmp_path, first)
    play(tmp_path, second)


# --- the proof, and a tool that shares no code -----------------------------------------------------------------------


def the_tool() -> Any:
    spec = importlib.util.spec_from_file_location("verify_dice", ROOT / "tools" / "verify_dice.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


async def a_stirred_match(server: Server, game: str = "toy", scenario: str = "duel", rolls: int = 24) -> Room:
    """A match with dice before, between and after the stirring, given up in the end."""
    room, _ = await made(server, "me", "here", game=game, scenario=scenario)
    client = await joined(room, 0, 1)
    for number in range(rolls):
        if number in (6, 9):
            await stir(room, client, number // 9, promise=PROMISES[number // 9])
            await stir(room, client, number // 9, seed=SEEDS[number // 9])
        await answered(room, client, number % 2, ROLL, id=f"r{number}")
        if number % 3 == 0 and not room.journal.state.over:
            seat = asked_seat(room)
            await answered(room, client, seat, suggested(room, seat), id=f"a{number}")
    await answered(room, client, 0, {"answer": "concede"}, id="end")
    return room


def a_replay(folder: Path, **parts: Any) -> str:
    async def run() -> str:
        async with opened(folder) as server:
            room = await a_stirred_match(server, **parts)
            return replay_text(room.journal)

    return asyncio.run(run())


def found(text: str) -> str:
    """What the stranger's tool finds wrong; empty when all dice are proven."""
    tool = the_tool()
    try:
        proof, entries = tool.read(text)
        tool.check_promises(proof, "", [])
        tool.check_dice(proof, entries)
    except (tool.NotProven, ValueError, KeyError, TypeError, IndexError) as error:
        return str(error) or type(error).__name__
    return ""


def test_the_tool_is_short_and_shares_nothing() -> None:
    text = (ROOT / "tools" / "verify_dice.py").read_text("utf-8")
    assert len(text.splitlines()) <= 150
    names = set(re.findall(r"^(?:from|import) (\w+)", text, re.M))
    assert names <= {"__future__", "collections", "hashlib", "hmac", "json", "sys", "typing"}


def test_all_dice_are_proven_by_the_tool_and_by_the_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = a_replay(tmp_path, game="battle_of_the_sea", scenario="last_drop_of_blood")
    file = tmp_path / "a.replay.txt"
    file.write_text(text, "utf-8")
    promise = json.loads(text.split("\n")[3][len("proof ") :].rpartition(" ~")[0])["promise"]
    assert the_tool().main([str(file), promise[:16]]) == 0
    assert "[0, 1]" in capsys.readouterr().out
    assert the_tool().main([str(file), "0" * 16]) == 1
    replayed = read_replay(text, find_any)
    assert isinstance(replayed, Replayed), replayed
    assert check_proof(replayed) == len(replayed.pools) > 20


def tampered(text: str, rng: random.Random) -> str:
    """A replay in which a die, the order, a seed, a promise, the moment of a stir or the kind of a die was changed."""
    lines = text.split("\n")
    proof = json.loads(lines[3][len("proof ") :].rpartition(" ~")[0])
    dice = [number for number, line in enumerate(lines) if line.startswith("dice ")]
    what = rng.choice(("die", "order", "seed", "stir", "moment", "promise", "kind", "missing", "moved"))
    if what == "die":
        at = rng.choice(dice)
        words = lines[at].split(" ")
        place = rng.randrange(1, len(words) - 1)
        words[place] = str(int(words[place]) % 6 + 1)
        lines[at] = " ".join(words)
    elif what == "order":
        one, two = rng.sample(dice, 2)
        lines[one], lines[two] = lines[two], lines[one]
    elif what == "seed":
        proof["seed"] = _bit_flipped(proof["seed"], rng)
    elif what == "stir":
        part = rng.choice(("seed", "promise"))
        each = rng.choice(proof["stirs"])
        each[part] = _bit_flipped(each[part], rng)
    elif what == "moment":
        rng.choice(proof["stirs"])["from_roll"] = len(proof["rolls"])
    elif what == "promise":
        proof["promise"] = _bit_flipped(proof["promise"], rng)
    elif what == "kind":
        proof["rolls"] = [[count, 7, []] for count, _, _ in proof["rolls"]]
    elif what == "moved":
        # the last die of an answer stands beside the next one that has dice
        one, two = rng.choice(list(pairwise(dice)))
        *words, last, check = lines[one].split(" ")
        lines[one], lines[two] = " ".join([*words, check]), lines[two].replace("dice ", f"dice {last} ")
    else:
        del lines[rng.choice(dice)]
    lines[3] = f"proof {json.dumps(proof)} ~000000"
    return "\n".join(lines)


def test_a_die_moved_to_the_next_answer_is_found_also_where_that_had_none(tmp_path: Path) -> None:
    text = a_replay(tmp_path)
    lines = text.split("\n")
    alone = next(n for n, line in enumerate(lines) if line.startswith("dice ") and not lines[n + 3].startswith("dice"))
    words = lines[alone].split(" ")
    behind = next(n for n, line in enumerate(lines) if n > alone and line.startswith("> "))
    moved = [*lines[:alone], " ".join([*words[:-2], words[-1]]), *lines[alone + 1 : behind + 1]]
    moved += [f"dice {words[-2]} ~000000", *lines[behind + 1 :]]
    assert "answer" in found("\n".join(moved)) or "roll" in found("\n".join(moved))
    # the planted fault, which was ours: a tool that looks at the dice of all answers as one row
    tool = the_tool()
    proof, entries = tool.read("\n".join(moved))
    row = [[face for entry in entries for face in entry]]
    tool.check_dice({**proof, "entries": [len(proof["rolls"])]}, row)


def _bit_flipped(digits: str, rng: random.Random) -> str:
    return f"{int(digits, 16) ^ 1 << rng.randrange(256):064x}"


def test_every_tampered_replay_is_found(tmp_path: Path) -> None:
    text = a_replay(tmp_path)
    assert found(text) == ""
    rng = random.Random(22)
    changed = [each for _ in range(TAMPERED) if _dice_of(each := tampered(text, rng)) != _dice_of(text)]
    missed = [each for each in changed if not found(each)]
    print(f"{len(changed)} tampered replays, {len(missed)} not found")
    assert missed == []
    assert len(changed) > TAMPERED * 0.8


def _dice_of(text: str) -> tuple[str, ...]:
    """What a replay says about its dice, checks aside: swapping two equal rolls changes nothing."""
    lines = [line.rpartition(" ~")[0] for line in text.split("\n") if line.startswith(("dice ", "proof "))]
    return json.dumps(json.loads(lines[0][len("proof ") :]), sort_keys=True), *lines[1:]


def test_a_proof_that_does_not_hold_is_refused_in_words(tmp_path: Path) -> None:
    replayed = read_replay(a_replay(tmp_path), find_any)
    assert isinstance(replayed, Replayed)
    for name, value in (("seed", "00" * 32), ("stirs", []), ("rolls", []), ("match", "m"), ("way", "x")):
        proof = {**replayed.proof, name: value}
        refused = check_proof(Replayed(replayed.match, replayed.states, replayed.entries, replayed.pools, proof))
        assert isinstance(refused, Refusal), name
        assert refused.code == "dice_not_proven"


def test_the_seed_is_nowhere_before_the_end(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "here", game="toy", scenario="duel")
        client, watcher = await joined(room, 0, 1), await joined(room)
        await answered(room, client, 0, ROLL, id="r")
        seed = room.journal.seed
        with pytest.raises(ValueError, match="running"):
            proof_of(room.journal)
        assert "proof" not in replay_text(room.journal)
        heard = json.dumps([client.sent, watcher.sent])
        base = sqlite3.connect(tmp_path / "matches.sqlite")
        rows = [base.execute(f"SELECT * FROM {table}").fetchall() for table in ("match", "seat", "record")]
        base.close()
        for text in (heard, repr(rows), repr(room.journal.state)):
            assert seed.hex() not in text
            assert repr(seed)[2:-1] not in text

    play(tmp_path, what)


# --- matches of earlier versions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted((Path(__file__).parent / "kept").glob("*.txt")), ids=lambda file: file.stem)
def test_a_proof_of_an_earlier_version_still_holds(file: Path) -> None:
    text = file.read_text("utf-8")
    assert found(text) == ""
    replayed = read_replay(text, find_any)
    assert isinstance(replayed, Replayed), replayed
    assert check_proof(replayed) == len(replayed.pools) > 20


@pytest.mark.parametrize("file", sorted((Path(__file__).parent / "kept").glob("*.json")), ids=lambda file: file.stem)
def test_a_match_of_an_earlier_version_is_read_as_it_was_played(tmp_path: Path, file: Path) -> None:
    kept = json.loads(file.read_text("utf-8"))
    kept["dice_seed"] = [(match, bytes.fromhex(seed)) for match, seed in kept["dice_seed"]]
    match = kept["match"][0][0]

    async def run() -> None:
        base = sqlite3.connect(tmp_path / "matches.sqlite", isolation_level=None)
        # the shape of the database when these files were kept
        migrate(base, MIGRATIONS[:2])
        base.execute("BEGIN")
        for table, rows in kept.items():
            base.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        base.commit()
        base.close()
        async with opened(tmp_path) as server:
            room = await server.room(match)
            assert not isinstance(room, Refusal), room
            assert sum(len(step.record.dice) for step in room.journal.steps) > 20
            assert [step.record.text() for step in room.journal.steps] == [row[4] for row in kept["record"]]
            # one that is under way goes on, by its own rules
            decision = room.journal.state.decision
            if decision is not None:
                step = room.journal.try_answer(decision.seat, decision.suggest(room.journal.state, 1)[0].answer)
                assert not isinstance(step, Refusal), step
                assert step.record.rules == room.journal.row.rules == "1"

    asyncio.run(run())
