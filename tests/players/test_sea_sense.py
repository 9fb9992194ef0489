"""Sense at sea: what no captain would do, by hints and bots alike. Ships turn at most 45 degrees at a time here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.dice import SeededDice
from brickfield.core.judging.draws import DrawTalk
from brickfield.core.match import Setup
from brickfield.core.out_of_turn import Concede
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import SPECTATOR, view
from brickfield.games import find_game
from brickfield.games.battle_of_the_sea.base.firing import can_hit
from brickfield.games.battle_of_the_sea.base.setting_out import facing
from brickfield.games.battle_of_the_sea.mind.judgement_evaluation import hunger
from brickfield.games.battle_of_the_sea.mind.judgement_threats import ThreatMap
from brickfield.games.battle_of_the_sea.mind.judgement_worth import win_chance
from brickfield.games.battle_of_the_sea.mind.suggestions_courses import courses
from brickfield.geometry import Pose
from brickfield.geometry.bearings import wrapped
from brickfield.players.lab.matches import MatchJob, play_job
from brickfield.players.levels import make_player
from brickfield.testing import clause
from tests.players.test_sea_bots import answer_of
from tests.rules.battle_of_the_sea.table import CUTTER, GALLEON, VIKING, area, sea, ship

GAME = find_game("battle_of_the_sea")
assert GAME is not None
LIMITED = {"turning": "limited"}
SMALL = ((("Galleon", 1), ("Cutter", 1)), (("Galleon", 1), ("Cutter", 1)))


@clause("sea.geometry.sight", "sea.fire.no_arc", "sea.firepower.long")
@pytest.mark.parametrize("broadside", [False, True])
def test_the_dice_that_are_thought_to_reach_an_enemy_are_those_the_rule_lets_fire(broadside: bool) -> None:
    enemies = [ship("B1", CUTTER, 12, 18), ship("B2", GALLEON, 25, 9), ship("B3", VIKING, 31, 26)]
    t = sea(
        ship("A1", GALLEON, 4, 4), *enemies, terrain=[area("island", 14, 11, 18, 15)], options={"broadside": broadside}
    )
    threat_map, galleon, seen = ThreatMap(t.state, 0), t.unit("A1"), Counter[str]()
    for x, y, heading in product(range(4, 33, 4), range(4, 33, 4), (0, 70)):
        pose = Pose.at(x, y, heading)
        for foe, dice in zip(threat_map.foes, threat_map.stand(galleon, pose).dice, strict=True):
            fault = can_hit(t.state, replace(galleon, pose=pose), foe)
            assert (dice == 0.0) == bool(fault), (x, y, heading, foe.id)
            seen[fault] += 1
    assert set(seen) == {"", "range", "sight", *(["arc"] if broadside else [])}


def battle(scenario: str, seed: int, level: str = "regular", armies: Any = ()) -> Iterator[tuple[State, Any]]:
    """A new battle between bots of a level: every state with the answer that is given to it, the last with none."""
    match = GAME.new_match(GAME.fresh(Setup(GAME.id, scenario, {}, armies)))
    assert not isinstance(match, Refusal), match
    seats = [make_player(level, GAME, f"{seed}/{seat}") for seat in range(match.seats)]
    dice = SeededDice(seed)
    state = begin(match, dice).state
    while (decision := state.decision) is not None:
        answer = seats[decision.seat].decide(match, view(state, decision.seat))
        yield state, answer
        taken = give(state, decision, answer, dice)
        assert not isinstance(taken, Refusal), (decision, taken)
        state = taken.state
    yield state, None


def set_out(scenario: str, seed: int, level: str = "regular") -> State:
    """The fleets as bots have set them out."""
    return next(state for state, _ in battle(scenario, seed, level) if state.facts.get("round"))


def set_out_for_me(scenario: str) -> State:
    """The fleets as the first hint has them."""
    match = GAME.new_match(GAME.fresh(Setup(GAME.id, scenario)))
    assert not isinstance(match, Refusal)
    state = begin(match, SeededDice(1)).state
    while (decision := state.decision) is not None and decision.kind == "deploy_ship":
        taken = give(state, decision, decision.suggest(state, 1)[0].answer, SeededDice(1))
        assert not isinstance(taken, Refusal)
        state = taken.state
    return state


def ships(state: State) -> list[Unit]:
    """The ships on the table."""
    return [unit for unit in state.units.values() if unit.pose is not None and unit.marks.get("speed")]


# --- setting out -----------------------------------------------------------------------------------------------------


@clause("sea.game.start_sides")
@pytest.mark.parametrize("scenario", [each.id for each in GAME.scenarios()])
def test_bows_point_into_the_table_and_every_ship_can_get_under_way(scenario: str) -> None:
    for state in (set_out(scenario, 1), set_out(scenario, 2, "recruit"), set_out_for_me(scenario)):
        for unit in ships(state):
            assert unit.pose is not None
            off = abs(wrapped(unit.pose.degrees - facing(state, unit.seat)))
            assert off <= 75.0, f"{unit.id} lies along the edge of {scenario}"
            kinds = Counter(idea.kind for idea in courses(state, unit))
            assert kinds["close_in"] + kinds["fire"] + kinds["sail"], f"{unit.id} cannot move in {scenario}"


@clause("sea.game.start_sides")
def test_fleets_are_set_out_differently_in_different_games() -> None:
    found = {tuple((unit.id, unit.pose) for unit in ships(set_out("last_drop_of_blood", seed))) for seed in range(4)}
    assert len(found) == 4


# --- sailing ---------------------------------------------------------------------------------------------------------


@clause("sea.move.free_path")
@pytest.mark.parametrize("card", [VIKING, GALLEON])
def test_the_way_around_an_island_is_found_with_limited_turning(card: str) -> None:
    island = area("island", 8, 15, 27, 19)
    table = sea(
        ship("A1", card, 17, 9, 270),
        ship("B1", CUTTER, 17, 26, 270, speed=0),
        terrain=[island],
        options={**LIMITED, "stalemate_rounds": 0},
    )
    for _round in range(16):
        while table.asked and table.state.waiting_for() == (0,):
            if table.asked == "attack":
                return
            assert table.send(answer_of(table)).accepted
        while table.asked and table.state.waiting_for() == (1,):
            assert table.answer("hold_fire" if table.asked == "attack" else "end_turn").accepted
    pytest.fail(f"it never came within range\n{table}")


@clause("sea.move.free_path")
def test_a_ship_comes_about_by_several_bends() -> None:
    table = sea(ship("A1", VIKING, 17, 17, 270), ship("B1", CUTTER, 17, 33, 270), options=LIMITED)
    order = answer_of(table)
    headings = [270.0, *[leg.heading for leg in order.legs]]
    assert len(order.legs) >= 3
    assert all(abs(wrapped(b - a)) <= 45.001 for a, b in pairwise(headings))


@clause("sea.geometry.astern")
def test_a_ship_before_the_shore_goes_astern_and_comes_about() -> None:
    table = sea(ship("A1", VIKING, 33, 17, 0), ship("B1", CUTTER, 3, 17, 270), options=LIMITED)
    order = answer_of(table)
    assert type(order.legs[0]).__name__ == "Astern"


def idle_turns(scenario: str, seed: int) -> tuple[int, int]:
    """Ships that could sail and did nothing, and all turns of ships, in one battle."""
    idle, turns, quiet = 0, 0, ""
    for state, answer in battle(scenario, seed):
        kind = type(answer).__name__
        if kind == "Sail":
            turns += 1
            unit = state.units[answer.unit]
            if hunger(state, unit.seat) < 1.0:
                # who wins by waiting does well to wait
                quiet = ""
                continue
            quiet = unit.id if unit.marks.get("speed") and not answer.legs and answer.ram is None else ""
            idle += bool(quiet)
        elif kind == "Fire" and quiet:
            idle, quiet = idle - 1, ""
    return idle, turns


@clause("sea.move.optional")
@pytest.mark.parametrize("scenario", ["last_drop_of_blood", "transport_of_gold"])
def test_few_ships_lie_idle_while_there_is_something_to_do(scenario: str) -> None:
    idle, turns = idle_turns(scenario, 0)
    assert idle <= 0.12 * turns


def test_who_is_far_ahead_still_tells_better_from_worse() -> None:
    """A curve that is flat at its ends leaves a side idle that has nearly won."""
    assert win_chance(100.0, 100.0) < win_chance(100.1, 100.0) - 1e-6
    table = sea(*[ship(f"A{n}", GALLEON, 3.0 + 9 * n, 8) for n in range(4)], ship("B1", CUTTER, 17, 32, 270))
    assert answer_of(table).legs


# --- goals -----------------------------------------------------------------------------------------------------------


@clause("sea.gold.scenario")
def test_gold_is_delivered_in_most_races() -> None:
    delivered = 0
    for seed in range(4):
        states = (state for state, _ in battle("transport_of_gold", seed))
        delivered += any(state.facts.get("score0") or state.facts.get("score1") for state in states)
    assert delivered >= 3


@clause("sea.gold.scenario")
def test_a_ship_with_gold_aboard_makes_for_its_port_and_not_for_a_fight() -> None:
    port = {"kind": "port", "seat": 0, "x": 17.0, "y": 6.0}
    table = sea(
        ship("A1", VIKING, 17, 16, 270, marks={"cargo2": 1}),
        ship("B1", VIKING, 17, 24, 270),
        terrain=[area("rock", 16, 6, 18, 7), port],
        options={**LIMITED, "gold": True},
        goal="transport_of_gold",
        last_round=12,
    )
    assert table.send(answer_of(table)).accepted
    pose = table.state.units["A1"].pose
    assert pose is not None
    assert pose.place[1] < 12.0


@clause("sea.game.stalemate")
def test_who_leads_the_count_lets_the_others_come() -> None:
    """Two fleets out of range, nothing hit for rounds: the leader waits, who is behind closes in."""
    fleet = [ship("A1", VIKING, 17, 4), ship("B1", VIKING, 17, 30, 270, marks={"firepower": 3})]
    waits = sea(*fleet, options=LIMITED, quiet_rounds=4)
    assert waits.state.decision is not None
    before = waits.state.units["A1"].pose
    assert waits.send(answer_of(waits)).accepted
    assert waits.state.units["A1"].pose == before
    comes = sea(*fleet, options=LIMITED, quiet_rounds=4, seat=1)
    assert answer_of(comes).legs


@clause("sea.game.units_count")
def test_a_fleet_of_hulks_strikes_its_flag() -> None:
    hulk = {"firepower": 0, "speed": 0, "additional": 0, "base": 3}
    table = sea(ship("A1", VIKING, 17, 10), ship("B1", GALLEON, 17, 28, 270, marks=hulk))
    bots: Any = {seat: make_player("regular", GAME, seat) for seat in range(2)}
    talk = DrawTalk()
    assert talk.speaker(table.state, bots) == 1
    assert isinstance(talk.note(table.state, bots, 1), Concede)
    armed = sea(ship("A1", VIKING, 17, 10), ship("B1", GALLEON, 17, 28, 270, marks={**hulk, "firepower": 1}))
    assert talk.speaker(armed.state, bots) is None
    # what will be mended, or wins by being there, is not given up
    port = {"kind": "port", "seat": 1, "x": 17.0, "y": 29.0}
    mended = sea(*_pair(hulk), terrain=[port], options={"ports": True})
    assert talk.speaker(mended.state, bots) is None


def _pair(marks: dict[str, int]) -> list[dict[str, Any]]:
    return [ship("A1", VIKING, 17, 10), ship("B1", GALLEON, 17, 28, 270, marks=marks)]


@clause("sea.game.units_count")
def test_giving_up_is_judged_by_what_a_spectator_sees() -> None:
    table = sea(*_pair({"firepower": 0, "speed": 0, "base": 1, "additional": 0}))
    bot: Any = make_player("recruit", GAME, 1)
    assert bot.gives_up(table.state.match, view(table.state, SPECTATOR), 1)
    assert not bot.gives_up(table.state.match, view(table.state, SPECTATOR), 0)


@clause("sea.game.stalemate")
def test_battles_of_regulars_are_decided() -> None:
    setup = Setup(GAME.id, "last_drop_of_blood", {}, SMALL)
    results = [play_job(MatchJob(setup, ("regular", "regular"), str(seed))) for seed in range(6)]
    assert sum(not each.winners for each in results) == 0


# --- one move before the end ---

NEW = {"turning": "by_length", "stout_hulls": True}


def last_turn(table: Any) -> State:
    """The rest of the round, played by regulars."""
    state, dice = table.state, SeededDice(1)
    seats = [make_player("regular", GAME, f"1/{seat}") for seat in range(state.match.seats)]
    while not state.over and (decision := state.decision) is not None:
        taken = give(state, decision, seats[decision.seat].decide(state.match, view(state, decision.seat)), dice)
        assert not isinstance(taken, Refusal)
        state = taken.state
    return state


@clause("sea.gold.scenario")
@pytest.mark.parametrize(("y", "heading"), [(9.0, 270.0), (9.5, 225.0), (5.6, 270.0)])
def test_gold_that_can_be_brought_home_in_the_last_turn_is_brought_home_past_an_easy_prey(
    y: float, heading: float
) -> None:
    port = {"kind": "port", "seat": 0, "x": 11.0, "y": 3.0}
    table = sea(
        ship("A1", VIKING, 11, y, heading, marks={"cargo2": 1}), ship("B1", CUTTER, 22, 10, 180),
        terrain=[area("island", 8, 0, 14, 3), port], options=NEW | {"gold": True},
        goal="transport_of_gold", last_round=12, round=12, scores=[1, 2],
    )  # fmt: skip
    end = last_turn(table)
    assert (end.facts["score0"], end.over) == (3, True)


@clause("sea.fort.scenario")
@pytest.mark.parametrize(("x", "y", "heading"), [(18, 6, 90), (12, 10, 45), (22, 8, 120)])
def test_a_fort_that_can_be_destroyed_in_the_last_turn_is_fired_at_and_not_the_cutter_beside_it(
    x: float, y: float, heading: float
) -> None:
    wreck = {"base": 1, "overturned": 1, "firepower": 0, "speed": 0, "additional": 0}
    fort = {"base": 1, "overturned": 1, "firepower": 0}
    table = sea(
        ship("A1", GALLEON, x, y, heading), ship("B1", "Sea Fort", 18, 25, marks=fort),
        ship("B2", CUTTER, 26, 14, 180, marks=wreck), terrain=[area("island", 15, 22, 21, 28)],
        options=NEW | {"forts": True}, goal="defence_of_the_fort", last_round=10, round=10,
    )  # fmt: skip
    fired = next(event for event in sailed_and_fired(table) if event.target == "B1")
    assert fired.dice > 1


def sailed_and_fired(table: Any) -> list[Any]:
    """The attacks of the ship that is to move, by a regular."""
    assert table.send(answer_of(table)).accepted
    return list(table.send(answer_of(table), dice=SeededDice(1)).of("attack_resolved"))
