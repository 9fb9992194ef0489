"""Every sort of event is something to be seen, in every game: an act with its words, its dice and what it did."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import fields

from brickfield.core import events as happened
from brickfield.core.board import Model, Token
from brickfield.core.events import EVENTS, Event, Throw, without_repeated_dice
from brickfield.core.refusal import Refusal
from brickfield.core.replay import read_replay
from brickfield.core.state import State
from brickfield.games import GAME_IDS, find_game
from brickfield.geometry.grain import Pose
from brickfield.speech.acts import ROLES, acts_of
from brickfield.speech.happenings import Happening
from brickfield.speech.story import is_bookkeeping
from tests.replays.kept import text_of

# One battle of each game with much in it.
BATTLES = {
    "micro_brick_battle": "base_rules",
    "battle_of_the_sea": "sea_here_be_monsters",
    "brick_mech": "mech_return_fire",
    "brick_action": "action_fire_fight",
}
# What only wipes marks off is seen by their absence.
UNSEEN = (happened.MarksCleared,)


@cache
def battle(name: str) -> list[tuple[State, tuple[Event, ...]]]:
    """The steps of a golden replay: the table before each, and what happened."""
    replayed = read_replay(text_of(name), find_game)
    befores = [before for before, _after in pairwise((replayed.states[0], *replayed.states))]
    return [
        (before, tuple(without_repeated_dice(entry.events)))
        for before, entry in zip(befores, replayed.entries, strict=True)
    ]


@cache
def acts_in(name: str) -> list[Happening]:
    return [act for before, events in battle(name) for act in acts_of(events, before, 0)]


def samples(state: State) -> dict[type[Event], Event]:
    """One event of each sort, at this table."""
    one, other = min(state.units), max(state.units)
    token = next(iter(state.tokens), "T1")
    pose, dice = Pose(1, 2, 3), (Throw("attack", 0, (3, 4)),)
    named: dict[str, Any] = {
        **{"unit": one, "into": other, "target": other, "seat": 0, "round": 2, "phase": "shooting", "what": "way"},
        **{"choice": "left", "name": "first", "value": 1, "score": 3, "mark": "corner", "pose": pose, "edge": "south"},
        **{"step": "forward", "amount": 2.0, "figures": (), "poses": (), "figure": "f1", "card": "x", "thing": token},
        **{"reason": "elimination", "needed": 7, "rolled": 9, "hit": True, "manner": "fire", "dice": 2, "hits": 1},
        **{"label": "attack", "faces": (3, 4), "table": "damage", "roll": 2, "entry": "jammed", "hazard": token},
        **{"safe": True, "result": "7", "question": "a rule", "method": "high", "winner": 0, "pile": "deck"},
        **{"count": 3, "trigger": "moves", "offer": f"fire {one}", "frame": "move", "winners": (0,), "throws": dice},
        **{"answered": "end_turn", "piece": "wall"},
    }
    own = {
        happened.TokenPlaced: {"token": Token("T9", "wall", pose, 1, 1)},
        happened.StepRefused: {"step": 2, "refusal": Refusal("no", "mbb.move.turn", "No way on.", {})},
        happened.FiguresPlaced: {"figures": (Model("f1", "x", pose),)},
        happened.FiguresChangedUnit: {"figures": ("f1",)},
        happened.Revealed: {"value": {"square": "C3"}},
    }
    found: dict[type[Event], Event] = {}
    for kind in EVENTS:
        given = {"token": token, **named, **own.get(kind, {})}
        wanted = {name: given[name] for name in needed(kind)}
        found[kind] = kind(**wanted)
    return found


def needed(kind: type[Event]) -> list[str]:
    """The fields an event cannot do without; and its dice, where dice always decide it."""
    required = [field.name for field in fields(kind) if field.required]
    return [*required, "throws"] if kind in (happened.RollOffHeld, happened.HazardTested) else required


def test_every_sort_of_event_has_its_role() -> None:
    assert set(ROLES) == set(EVENTS)


@pytest.mark.parametrize("game", GAME_IDS)
def test_every_sort_of_event_of_every_game_is_an_act_in_words(game: str) -> None:
    steps = battle(BATTLES[game])
    state = steps[len(steps) // 2][0]
    silent = []
    for kind, event in samples(state).items():
        acts = acts_of([event], state)
        if not acts and not is_bookkeeping(event, state):
            silent.append(kind)
        assert all(act.words.strip() for act in acts), kind
    assert set(silent) <= set(UNSEEN)


@pytest.mark.parametrize("name", [*BATTLES.values(), "action_armour", "air_support", "squads_behind_a_tank"])
def test_the_acts_of_a_battle_cover_all_that_happened_and_are_told_in_words(name: str) -> None:
    for before, events in battle(name):
        acts = acts_of(events, before, 0)
        firsts = [act.first for act in acts]
        assert firsts == sorted(set(firsts))
        news = [place for place, event in enumerate(events) if not is_bookkeeping(event, before)]
        told = [place for place in news if not isinstance(events[place], UNSEEN)]
        assert not told or acts
        assert all(any(first <= place for first in firsts) for place in told)
        for act in acts:
            assert act.words.endswith("."), act
            assert "Nobody" not in act.words, act
            assert "_" not in act.title + act.text, act
            assert all(dice.title for dice in act.dice or ())


def test_a_shot_says_what_it_needed_what_was_thrown_and_what_it_did() -> None:
    shots = [act for act in acts_in("base_rules") if act.kind == "shot"]
    kill = next(act for act in shots if act.losses and act.unit == "A2")
    assert (kill.title, kill.need, kill.rolled, kill.text) == ("HIT", "needs 10+", "10", "destroyed")
    assert kill.words == "M4 Sherman A2 at Panzer III B1: needs 10+, 10. HIT, destroyed."
    assert [(dice.title, dice.faces) for dice in kill.dice or ()] == [("Shot", (5, 5))]
    assert [(loss.title, loss.wreck) for loss in kill.losses or ()] == [("Panzer III B1 destroyed", True)]
    assert {act.title for act in shots} == {"HIT", "MISS"}


def test_dice_say_what_they_are_for_and_who_threw_them() -> None:
    first = next(act for act in acts_in("mech_return_fire") if act.kind == "dice")
    assert first.words == "Initiative: you 3 (1 + 1, +1), Player 2: 11 (6 + 6, -1)."
    assert [dice.seat for dice in first.dice or ()] == [0, 1]


def test_of_attacks_made_at_once_each_is_told_with_what_it_did() -> None:
    shots = [act for act in acts_in("mech_return_fire") if act.kind == "shot"][:2]
    assert [(act.unit, act.title, act.rolled) for act in shots] == [
        ("A1", "HIT", "11 against 7"),
        ("B1", "HIT", "10 against 8"),
    ]
    assert [act.text.split(", ")[0] for act in shots] == ["4 armor", "2 armor"]
    assert [[dice.against for dice in act.dice or ()] for act in shots] == [[False, True], [False, True]]


def test_what_comes_onto_the_table_in_a_battle_is_announced_and_a_ram_is_no_shot() -> None:
    acts = acts_in("sea_here_be_monsters")
    monster = next(act for act in acts if act.kind == "arrive")
    assert monster.title == "Kraken M1 arrives"
    rams = [act for act in acts if act.kind == "blow"]
    assert {"rams", "grazes"} <= {act.words.split(" ")[3] for act in rams}
    assert any("→" in act.text for act in acts if act.kind == "shot")


def test_a_save_is_thrown_by_who_was_hit_and_tells_who_fell() -> None:
    acts = acts_in("action_fire_fight")
    save = next(act for act in acts if act.kind == "dice" and act.title == "Save")
    assert (save.unit, save.seat) == ("A1", 0)
    assert "saves" in save.text
    assert any("falls" in act.text for act in acts)
    assert any(act.need == "each needs 4+" for act in acts)


def test_a_course_of_several_legs_says_its_verb_once() -> None:
    before, _events = battle(BATTLES["battle_of_the_sea"])[-1]
    ship = min(before.units)
    legs = [("astern", 1.5), ("ahead", 1.0), ("ahead", 2.0)]
    course = [happened.UnitMoved(unit=ship, pose=Pose(1, 2, 3), step=step, amount=amount) for step, amount in legs]
    (act,) = acts_of(course, before, 0)
    assert act.words.endswith(f"{ship} went astern 1.5 in, sailed 1 in and 2 in.")
