"""A Final Note: a majority of the other players may overrule a measured arc or cover, if that was agreed."""

from __future__ import annotations

from typing import Any

from brickfield.core.views import view
from brickfield.games.brick_mech.chapters.a_final_note.a_final_note import Ballot, majority
from brickfield.players.levels import make_player
from brickfield.testing import Position, clause, dice, lay_table
from tests.rules.brick_mech.table import GAME, attack, mech, refused


def table(**more: Any) -> Position:
    """A1 attacks B1 in its secondary arc; C1 and D1 look on."""
    units = [mech("A1", 10, 15, 60), mech("B1", 17, 15, 180), mech("C1", 30, 5, 0), mech("D1", 30, 25, 0)]
    return lay_table(GAME, units, options={"table_vote": True}, **more)


def everybody(t: Position, kind: str, answers: dict[int, dict[str, Any]], faces: Any = None) -> Any:
    """The answers of several seats to one question; the last brings the dice."""
    result = None
    for number, (seat, fields) in enumerate(answers.items(), start=1):
        result = t.answer(kind, seat=seat, dice=faces if number == len(answers) else None, **fields)
        assert result.accepted, result
    return result


def challenged(about: str, *votes: str, faces: Any) -> Any:
    t = table()
    attack(t)
    challenges = {seat: {"about": about if seat == 1 else ""} for seat in range(4)}
    everybody(t, "challenge", challenges)
    assert t.asked == "vote"
    result = everybody(
        t, "ballot", {seat: {"choice": vote} for seat, vote in zip((0, 2, 3), votes, strict=True)}, faces
    )
    return t, result


@clause("bm.judgement.majority")
def test_without_the_switch_the_measure_decides() -> None:
    units = [mech("A1", 10, 15, 60), mech("B1", 17, 15, 180)]
    t = lay_table(GAME, units)
    shot = attack(t, dice(1, 1, 6))
    assert "bm.mod.attack.secondary" in [line.clause for line in shot.of("shot_resolved")[0].tallies[0].lines()]


@clause("bm.judgement.majority")
def test_when_nobody_challenges_the_measure_stands() -> None:
    t = table()
    attack(t)
    assert t.asked == "may_challenge"
    shot = everybody(t, "challenge", {seat: {"about": ""} for seat in range(4)}, dice(1, 1, 6))
    assert "bm.mod.attack.secondary" in [line.clause for line in shot.of("shot_resolved")[0].tallies[0].lines()]


@clause("bm.judgement.majority")
def test_a_majority_of_the_others_sets_the_arc_for_this_attack_only() -> None:
    t, shot = challenged("arc", "primary", "primary", "right", faces=dice(1, 1, 6))
    assert [line.clause for line in shot.of("shot_resolved")[0].tallies[0].lines()] == ["bm.attack.roll"] * 2
    assert t.arc("A1", "B1") == "right"
    attack(t)
    again = everybody(t, "challenge", {seat: {"about": ""} for seat in range(4)}, dice(1, 1, 6))
    assert "bm.mod.attack.secondary" in [line.clause for line in again.of("shot_resolved")[0].tallies[0].lines()]


@clause("bm.judgement.majority")
def test_a_majority_sets_the_cover() -> None:
    _t, shot = challenged("cover", "heavy", "heavy", "none", faces=dice(1, 1, 6))
    defense = shot.of("shot_resolved")[0].tallies[1]
    assert (3, "bm.mod.defense.cover.heavy") in [(line.value, line.clause) for line in defense.lines()]


@clause("bm.judgement.majority")
def test_without_a_majority_the_measure_stands() -> None:
    _t, shot = challenged("arc", "primary", "left", "right", faces=dice(1, 1, 6))
    assert "bm.mod.attack.secondary" in [line.clause for line in shot.of("shot_resolved")[0].tallies[0].lines()]
    assert majority(("primary", "left"), "right") == "right"
    assert majority(("primary",), "right") == "primary"


@clause("bm.judgement.majority")
def test_only_people_decide_a_bot_has_no_opinion() -> None:
    _t, shot = challenged("arc", "primary", "abstain", "abstain", faces=dice(1, 1, 6))
    assert [line.clause for line in shot.of("shot_resolved")[0].tallies[0].lines()] == ["bm.attack.roll"] * 2
    t = table()
    attack(t)
    everybody(t, "challenge", {seat: {"about": "arc" if seat == 1 else ""} for seat in range(4)})
    bot = make_player("regular", t.state.match.game, seed=1)
    assert bot.decide(t.state.match, view(t.state, 2)) == Ballot("abstain")


@clause("bm.judgement.majority")
def test_a_vote_is_for_something_an_attack_can_have() -> None:
    t = table()
    attack(t)
    everybody(t, "challenge", {seat: {"about": "arc" if seat == 1 else ""} for seat in range(4)})
    assert refused(t.answer("ballot", seat=0, choice="rear"))[0] == "no_such_choice"
