"""The raid: what squads, floors, hands of cards, allies, rich reactions and stopped marches need holds."""

from __future__ import annotations

import random
from math import atan2, degrees, exp, hypot
from typing import Any

import msgspec
import pytest

from brickfield.core import events as happened
from brickfield.core.commands import Command
from brickfield.core.decisions import React
from brickfield.core.dice import ForcedDice, SeededDice
from brickfield.core.formations import FigurePath
from brickfield.core.match import Setup
from brickfield.core.piles import Pile, shuffle_pools, shuffled
from brickfield.core.play import Progress, answer, begin, throw
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session, read_replay
from brickfield.core.saves import load, save
from brickfield.core.state import State
from brickfield.core.structures import shape_of
from brickfield.core.views import SPECTATOR, imagine, view
from brickfield.geometry import Pose, point_in
from brickfield.players.levels import make_player
from brickfield.testing.contract import check_game
from tests.core.raid import ground
from tests.core.raid.contents import RAID, find_raid, match_of
from tests.core.raid.orders import (
    DECK,
    MARCH,
    STARTS,
    Fire,
    Go,
    GoIn,
    GoOut,
    March,
    Place,
    PlayCard,
    Wait,
    Walk,
    hand,
    spot,
    squad_of,
)

SHUFFLE = [face for (face,) in [(pool.faces,) for pool in shuffle_pools(len(DECK))]]


def fresh(*dice: int) -> Session:
    """A raid at its first order; the deck keeps its printed order, so every seat's card is known here."""
    played = Session(match_of(), ForcedDice([*SHUFFLE, *dice]))
    for seat, (x, y) in enumerate(STARTS):
        give(played, Place(f"s{seat}", x, y))
    return played


def march(state: State, x: float, y: float) -> March:
    """Straight towards a place, as far as a squad gets."""
    (seat,) = state.waiting_for()
    ax, ay = spot(squad_of(state, seat))
    return March((Go(degrees(atan2(y - ay, x - ax)), min(MARCH, hypot(x - ax, y - ay))),))


def give(played: Session, reply: Any) -> Progress:
    """Give an answer that must be accepted to whoever is asked."""
    (seat,) = played.state.waiting_for()
    progress = played.answer(seat, reply)
    assert isinstance(progress, Progress), progress
    return progress


def names(progress: Progress) -> list[str]:
    return [type(event).__name__ for event in progress.events]


def test_the_raid_keeps_the_contract() -> None:
    checked = check_game(
        RAID, [Setup("raid", "raid"), Setup("raid", "raid", {"cards": False})], seeds=range(4), every=3
    )
    assert checked.never_asked == ()
    assert {"Marching", "Volley", "ReactionWindow"} <= set(checked.frames)


# --- cards -----------------------------------------------------------------------------------------------------------


def test_every_order_of_a_shuffle_comes_from_one_throw_of_its_dice() -> None:
    cards = ("a", "b", "c", "d")
    throws = [((b,), (c,), (d,)) for b in (1, 2) for c in (1, 2, 3) for d in (1, 2, 3, 4)]
    assert len({shuffled(cards, each) for each in throws}) == 24


def test_a_hand_is_known_to_its_seat_alone_and_the_deck_to_nobody() -> None:
    state = fresh().state
    for seat in (SPECTATOR, *range(4)):
        piles = view(state, seat).piles
        assert isinstance(piles, dict)
        known = {name for name, pile in piles.items() if pile.cards is not msgspec.UNSET}
        assert known == {"played", *([hand(seat)] if seat >= 0 else [])}
        assert {name: pile.count for name, pile in piles.items()} == {"deck": 4, "played": 0} | {
            hand(n): 1 for n in range(4)
        }


def test_nothing_tells_which_cards_were_dealt() -> None:
    """Two raids whose shuffles differ look alike, event by event, to whoever holds the same card in both."""
    frames: dict[tuple[str, ...], list[bytes]] = {}
    for seed in range(40):
        session = Session(match_of(), SeededDice(seed))
        cards = session.state.piles[hand(0)].cards
        told = msgspec.json.encode(session.entries[0].events)
        seen = view(session.state, 0).encode() + view(session.state, SPECTATOR).encode()
        frames.setdefault(cards, []).append(told + seen)
    assert len(frames) == 2
    for alike in frames.values():
        assert len(alike) > 5
        assert set(alike) == {alike[0]}


def test_a_shuffle_shows_no_dice_and_cannot_be_undone_by_looking() -> None:
    session = fresh()
    assert len(session.entries[0].dice) == len(DECK) - 1, "the dice are written down"
    assert not any(isinstance(event, happened.DiceRolled) for event in session.entries[0].events), "but not shown"
    assert {type(event) for event in session.entries[0].events} & set(happened.TOLD)


def test_a_shuffle_can_wait_for_dice_like_any_throw() -> None:
    paused = begin(match_of()).state
    assert paused.pending is not None
    assert paused.pending.shuffle == "deck"
    again = load(save(paused), find_raid)
    assert isinstance(again, State)
    faces = tuple((face,) for face in SHUFFLE)
    results = [throw(state, faces, ForcedDice([])) for state in (paused, again)]
    assert all(isinstance(each, Progress) for each in results)
    assert len({each.state.digest() for each in results if isinstance(each, Progress)}) == 1


def test_piles_survive_saving_and_whoever_imagines_them_gets_as_many_other_cards() -> None:
    state = fresh().state
    again = load(save(state), find_raid)
    assert isinstance(again, State)
    assert again.piles == state.piles
    imagined = imagine(view(state, 1), state.match)
    assert imagined.piles[hand(1)] == state.piles[hand(1)]
    assert {name: len(pile) for name, pile in imagined.piles.items()} == {
        name: len(p) for name, p in state.piles.items()
    }
    assert sorted(card for pile in imagined.piles.values() for card in pile.cards) == sorted(DECK)


def test_a_pile_strays_into_no_encoder() -> None:
    with pytest.raises(TypeError):
        msgspec.json.encode(Pile(0, ("smoke",)))


# --- a card in a window, squads, the house ---------------------------------------------------------------------------


def meeting(*dice: int) -> Session:
    """Seats 0 and 1 in reach of each other; seat 0 is asked."""
    played = fresh(*dice)
    while spot_x(played.state, 1) - spot_x(played.state, 0) > 23:
        give(played, march(played.state, 36, 6) if played.state.waiting_for()[0] in (0, 1) else Wait())
        while played.state.decision is not None and played.state.decision.kind == "may_snap":
            give(played, React(yes=False))
    while played.state.waiting_for() != (0,):
        give(played, Wait())
    return played


def spot_x(state: State, seat: int) -> float:
    pose = squad_of(state, seat).pose
    assert pose is not None
    return pose.place[0]


def test_a_card_is_played_in_the_window_and_names_its_figure() -> None:
    played = meeting(5, 5, 5)
    give(played, Fire("s1"))
    assert played.state.decision is not None
    assert (played.state.decision.kind, played.state.waiting_for()) == ("may_play_card", (1,))
    held = played.state.piles[hand(1)].cards[0]
    other = "smoke" if held == "take_cover" else "take_cover"
    refused = answer(played.state, Command(1, played.state.version, PlayCard(other, "f0")), played.dice)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("not_offered", "raid.card.play")
    progress = give(played, PlayCard(held, "f2" if held == "take_cover" else ""))
    assert "CardsMoved" in names(progress)
    assert played.state.piles["played"].cards == (held,)
    assert [each.id for each in squad_of(played.state, 1).standing] == (
        ["f2"] if held == "take_cover" else ["f0", "f1", "f2"]
    )


def test_figures_fall_one_by_one_and_the_squad_with_the_last() -> None:
    played = meeting(5, 1, 5)
    give(played, Fire("s1"))
    progress = give(played, React(yes=False))
    assert [event.figure for event in progress.events if isinstance(event, happened.FigureLost)] == ["f2", "f1"]
    squad = squad_of(played.state, 1)
    assert [each.id for each in squad.standing] == ["f0"]
    assert squad.pose == squad.standing[0].pose


def standing_at(**position: tuple[float, ...]) -> State:
    """A raid in which squads stand elsewhere: (x, y) in the open, or the floor of the house they are on."""
    return Session(match_of(position), ForcedDice([*SHUFFLE])).state


def seen(state: State, one: str, other: str) -> bool:
    return ground.sees_squad(state, state.units[one], state.units[other])


def test_a_window_is_seen_through_and_a_wall_is_not() -> None:
    upstairs = standing_at(s0=(1,), s1=(61.0, 36.0), s2=(46.0, 31.0))
    assert seen(upstairs, "s0", "s1")
    assert seen(upstairs, "s1", "s0")
    assert not seen(upstairs, "s2", "s0"), "from below the sill is in the way"
    assert not seen(standing_at(s0=(1,), s1=(34.0, 16.0)), "s0", "s1"), "no window on that side"
    assert not seen(standing_at(s0=(0,), s1=(61.0, 36.0)), "s0", "s1"), "no window on the ground floor"
    assert seen(standing_at(s0=(0,), s1=(36.0, 19.0)), "s0", "s1"), "but a door"
    assert not seen(standing_at(s0=(0,), s1=(1,)), "s0", "s1"), "and a floor between the storeys"


def test_the_upper_floor_sees_over_the_low_wall() -> None:
    behind = {"s1": (55.0, 34.0)}
    assert seen(standing_at(s0=(1,), **behind), "s0", "s1")
    assert not seen(standing_at(s0=(36.0, 24.0), **behind), "s0", "s1")


def test_a_squad_goes_in_by_the_door_and_up_the_stairs() -> None:
    played = fresh()

    def next_order(reply: Any) -> None:
        while played.state.waiting_for() != (0,):
            give(played, Wait())
        give(played, reply)

    while not allowed(played.state, GoIn(0)):
        next_order(march(played.state, 36, 36) if played.state.waiting_for() == (0,) else Wait())
        while played.state.waiting_for() != (0,):
            give(played, Wait())
    house = shape_of(played.state.tokens["house"])
    for level, foot in ((0, 0.0), (1, 6.5)):
        next_order(GoIn(level))
        squad = squad_of(played.state, 0)
        assert (squad.container, squad.floor, ground.foot(squad)) == ("house", level, foot)
        assert all(point_in(house, *each.pose.place, True) for each in squad.standing if each.pose)
        while played.state.waiting_for() != (0,):
            give(played, Wait())
        assert not allowed(played.state, GoIn(level)), "a floor holds one squad"
    next_order(GoOut())
    out = squad_of(played.state, 0)
    assert (out.container, out.floor) == ("", 0)
    assert not any(point_in(house, *each.pose.place, False) for each in out.standing if each.pose)


def allowed(state: State, reply: Any) -> bool:
    assert state.decision is not None
    return state.decision.validate(state, reply) is None


def test_allies_are_no_targets_and_win_together() -> None:
    ends = set()
    for seed in range(12):
        played = Session(match_of(), SeededDice(seed))
        rng = random.Random(seed)
        while not played.state.over:
            (seat,) = played.state.waiting_for()
            if seat in (0, 3) and played.state.decision.kind == "give_order":
                assert not any(allowed(played.state, Fire(friend)) for friend in ("s0", "s3"))
            offered = [each.answer for each in played.state.decision.suggest(played.state, 40)]
            give(played, rng.choice(offered))
        assert played.state.outcome is not None
        ends.add(played.state.outcome.winners)
    assert (0, 3) in ends
    assert not {(0,), (3,)} & ends


# --- a path for each figure ---


def walked(*ways: tuple[tuple[float, float], ...]) -> Walk:
    """Squad 0 goes these ways from where it first stands, as steps."""
    paths = []
    for n, way in enumerate(ways):
        x, y, poses = 18.0 + 2.5 * n, 18.0, []
        for dx, dy in way:
            x, y = x + dx, y + dy
            poses.append(Pose.at(x, y, 90.0))
        paths.append(FigurePath(f"f{n}", tuple(poses)))
    return Walk(tuple(paths))


def test_each_figure_goes_its_own_way_in_one_answer() -> None:
    played = fresh()
    progress = give(played, walked(((0.0, 3.0), (0.0, 3.0)), ((0.0, 3.0), (1.0, 2.0)), ((0.0, 2.0), (-1.0, 2.0))))
    assert names(progress).count("FiguresMoved") == 1
    assert [each.pose.place for each in squad_of(played.state, 0).standing if each.pose] == [
        (18.0, 24.0), (21.5, 23.0), (22.0, 22.0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("walk", "code"),
    [
        (walked(((0.0, 3.0),), ((0.0, 3.0),)), "not_every_figure"),
        (walked(((0.0, 3.0),), ((0.0, 3.0),), ((0.0, 3.0), (0.0, 3.0))), "not_every_figure"),
        (walked(((0.0, 3.1),), ((0.0, 3.0),), ((0.0, 3.0),)), "too_far"),
        (walked(*[((0.0, 3.0),) * 5] * 3), "too_far"),
        (walked(((0.0, 3.0),), ((0.0, 3.0),), ((2.0, 0.0),)), "too_far_apart"),
        (walked(*[((-3.0, 0.0),) * 4] * 3), ""),
        (walked(*[((0.0, -3.0),) * 4] * 3), ""),
    ],
)
def test_paths_that_cannot_be_walked_are_refused(walk: Walk, code: str) -> None:
    state = fresh().state
    refused = answer(state, Command(0, state.version, walk), ForcedDice([]))
    assert isinstance(refused, Refusal) == bool(code)
    assert not isinstance(refused, Refusal) or (refused.code, refused.clause) == (code, "raid.march.path")


def test_nobody_walks_through_the_house_or_over_the_edge() -> None:
    state = standing_at(s0=(21.0, 32.0))
    for dx, steps in ((3.0, 1), (-3.0, 4)):
        starts = [(each.id, *each.pose.place) for each in state.units["s0"].standing if each.pose]
        paths = tuple(
            FigurePath(name, tuple(Pose.at(x + dx * (step + 1), y) for step in range(steps))) for name, x, y in starts
        )
        refused = answer(state, Command(0, state.version, Walk(paths)), ForcedDice([]))
        assert isinstance(refused, Refusal) == (dx > 0)
        assert not isinstance(refused, Refusal) or refused.code == "in_the_way"


# --- a march that stops ----------------------------------------------------------------------------------------------


def test_a_march_stops_where_an_enemy_may_fire_and_goes_on() -> None:
    played = fresh()
    stops = []
    for _ in range(60):
        if played.state.decision is not None and played.state.decision.kind == "may_snap":
            mover = played.state.decision.mover  # type: ignore[attr-defined]
            stops.append(played.state.units[mover].pose)
            progress = give(played, React(yes=False))
            assert "FiguresMoved" in names(progress) or played.state.units[mover].pose == stops[-1]
            if len(stops) > 1:
                break
        else:
            give(played, march(played.state, 36, 36))
    assert len(stops) > 1
    assert stops[0] != stops[1]


def test_a_raid_replays() -> None:
    played = Session(match_of(), SeededDice(5))
    rng = random.Random(5)
    while not played.state.over:
        (seat,) = played.state.waiting_for()
        decision = played.state.decision_of(seat)
        assert decision is not None
        give(played, decision.sample(played.state, rng))
    again = read_replay(played.text(), find_raid)
    assert not isinstance(again, Refusal), again
    assert again.states[-1].digest() == played.state.digest()


# --- bots that know nothing of the game ------------------------------------------------------------------------------


def test_a_bot_that_only_knows_the_value_of_a_table_beats_chance() -> None:
    won = 0
    for seed in range(12):
        match = match_of()
        played = Session(match, SeededDice(seed))
        players = [make_player("regular" if seat in (0, 3) else "random", RAID, seed) for seat in range(4)]
        while not played.state.over:
            (seat,) = played.state.waiting_for()
            give(played, players[seat].decide(match, view(played.state, seat)))
        assert played.state.outcome is not None
        won += played.state.outcome.winners == (0, 3)
    assert won >= 8


def test_an_answer_nobody_has_priced_is_worth_what_it_leads_to() -> None:
    state = meeting().state
    assert state.decision is not None
    # two squads of three against the strongest of the others
    assert RAID.judge.tried(state, state.decision, Wait(), {}) == pytest.approx(1 / (1 + exp(-2 * (6 - 3) / 6)))
    assert RAID.judge.tried(state, state.decision, Wait(), {"figures": 0.0}) == 0.5
