"""Battles that are wanted ready: units start where they can move, looking into the table."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from pathlib import Path

import pytest

from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.play import Progress, answer, begin
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.games import find_game
from brickfield.games.brick_action.base.take_action import TakeAction
from brickfield.geometry.grain import GRAIN
from brickfield.server.rooms.setting_up import good_answer
from brickfield.server.server import Server
from brickfield.server.web.catalogue import laid_table
from brickfield.server.web.http_types import Battle, LaidTable
from tests.server.tables import answered, joined, made, play

# Every scenario of the fleets, which cannot turn in place; of the others some that differ.
SCENARIOS = {
    "battle_of_the_sea": (),
    "brick_mech": ("duel", "free_for_all", "skyline"),
    "micro_brick_battle": ("six_v_six", "convoy"),
    "brick_action": ("meeting", "tank_duel"),
}


def set_up(game_id: str, scenario: str, armies: tuple[tuple[tuple[str, int], ...], ...] = (), points: int = 0) -> State:
    game = find_game(game_id)
    assert game is not None
    options = {game.catalogue().points_switch: points} if points else {}
    match = game.new_match(game.fresh(Setup(game_id, scenario, options, armies)))
    assert isinstance(match, Match), match
    dice = SeededDice("ready")
    state = begin(match, dice).state
    while (decision := state.decision) is not None:
        manner = game.setting_up.get(type(decision))
        if manner is None or manner.own:
            break
        seen = imagine(view(state, decision.seat), match)
        command = Command(decision.seat, state.version, good_answer(seen, decision, manner.liked))
        taken = answer(state, command, dice)
        assert isinstance(taken, Progress), taken
        state = taken.state
    return state


def looks_away(state: State) -> list[str]:
    """Units that cannot go six units of the ruler straight ahead, or look more away from the middle than to it."""
    shown = state.match.game.face
    assert shown is not None
    face, found = shown(state.match), []
    wide, high = face.width / GRAIN, face.height / GRAIN
    for unit in state.units.values():
        card = face.cards[face.units[unit.id]]
        if unit.pose is None or {"fort", "infantry"} & set(card.traits):
            continue
        (x, y), turned = unit.pose.place, radians(unit.pose.degrees)
        ahead = (x + (card.length / 2 / GRAIN + 6) * cos(turned), y + (card.length / 2 / GRAIN + 6) * sin(turned))
        there, inward = (wide / 2 - x, high / 2 - y), (cos(turned), sin(turned))
        share = (there[0] * inward[0] + there[1] * inward[1]) / max(1e-9, hypot(*there))
        if share < 0 or not (0 <= ahead[0] <= wide and 0 <= ahead[1] <= high):
            found.append(f"{unit.id} {card.title} at {x:g}, {y:g} heading {unit.pose.degrees:g}")
    return found


@pytest.mark.parametrize("game_id", SCENARIOS)
def test_units_of_a_ready_battle_start_where_they_can_move(game_id: str) -> None:
    game = find_game(game_id)
    assert game is not None
    for scenario in SCENARIOS[game_id] or game.scenario_table():
        assert looks_away(set_up(game_id, scenario)) == [], scenario


def test_a_ready_battle_of_squads_begins_with_the_first_action() -> None:
    tanks, squads = (("M2 map mg", 1),), (("rifle_squad", 1),)
    for scenario, armies in (("meeting", ()), ("tank_duel", ()), ("meeting", (tanks, squads))):
        state = set_up("brick_action", scenario, armies)
        assert type(state.decision) is TakeAction
        assert all(unit.pose is not None or unit.standing for unit in state.units.values())


def test_long_ships_in_a_full_zone_do_not_lie_along_the_edge() -> None:
    fleet = (("Long 40: 20-10-10", 3),)
    state = set_up("battle_of_the_sea", "last_drop_of_blood", (fleet, fleet), points=200)
    headings = [unit.pose.degrees % 180 for unit in state.units.values() if unit.pose is not None]
    assert len(headings) == 6
    assert all(min(heading, 180 - heading) > 10 for heading in headings), headings
    assert looks_away(state) == []


def test_cards_that_people_choose_are_asked_of_people_and_then_the_table_is_laid_out(tmp_path: Path) -> None:
    async def what(server: Server) -> None:
        cards = ["luck", "dig_in"]
        room, _ = await made(server, "me", "here", ready=True, options={"effect_cards": "hail_mary"})
        state = room.journal.state
        assert [state.decision_of(seat).kind for seat in (0, 1)] == ["choose_cards"] * 2  # type: ignore[union-attr]
        client = await joined(room, 0, 1)
        for seat in (0, 1):
            await answered(room, client, seat, {"answer": "pick_cards", "cards": cards})
        state = room.journal.state
        # what the server answers for everybody is answered behind it: the battle begins with the first turn
        assert all(unit.pose is not None for unit in state.units.values())
        assert state.facts["round"] == 1
        assert [step.record.kind for step in room.journal.steps if not step.record.auto][1:] == ["choose_cards"] * 2

    play(tmp_path, what)


@pytest.mark.parametrize("mines", ["secret", "zone", "visual"])
def test_units_start_placed_with_cards_and_reserves_that_people_choose_and_mines_that_are_laid_for_them(
    tmp_path: Path, mines: str
) -> None:
    options = {"effect_cards": "hail_mary", "reinforcements": True, "mines": mines, "mine_zones": 1}

    async def what(server: Server) -> None:
        room, _ = await made(server, "me", "recruit", ready=True, options=options)
        client = await joined(room, 0)
        await answered(room, client, 0, {"answer": "pick_cards", "cards": ["luck", "dig_in"]})
        decision = room.journal.state.decision
        assert decision is not None
        assert (decision.kind, decision.seat) == ("name_reserves", 0)
        await answered(room, client, 0, {"answer": "hold_back", "units": ["A1"]})
        state = room.journal.state
        assert state.facts["round"] == 1
        assert [unit.id for unit in state.units.values() if unit.pose is None and unit.seat == 0] == ["A1"]

    play(tmp_path, what)


def test_a_battle_says_beforehand_what_people_still_choose_where_units_start_placed() -> None:
    game = find_game("micro_brick_battle")
    assert game is not None
    for options, left in (({}, ()), ({"effect_cards": "deck", "reinforcements": True}, ("effect cards", "reserves"))):
        laid = laid_table(game, Battle("micro_brick_battle", "six_v_six", options))
        assert isinstance(laid, LaidTable)
        assert laid.still_chosen == left
