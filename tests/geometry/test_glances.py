"""Glances: who sees whom, many against many, by both kernels alike."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.geometry import TURN, Scene, circle, kernel, rectangle
from brickfield.geometry.glancing import Glance
from tests.geometry import tables
from tests.geometry.tables import KERNELS, NAMES

border_scenes = tables.scenes(tables.any_shapes, 6, border=True)
skips = st.integers(-1, 6)


def _same(*args: Any) -> None:
    """Every kernel answers exactly what the reference does."""
    reference, *others = [module.glances(*args) for module in KERNELS]
    assert all(answer == reference for answer in others)


watchers = st.tuples(tables.any_points, st.integers(0, 359), st.sampled_from((0.0, 0.8, 3.0)), st.booleans(), skips)


@given(
    border_scenes, border_scenes, st.lists(watchers, max_size=4), st.lists(watchers, min_size=1, max_size=4), st.data()
)
@settings(max_examples=80)
def test_glances_are_the_same_and_those_of_sight(
    scene: Scene, soft: Scene, shooters: list[Any], targets: list[Any], data: st.DataObject
) -> None:
    eyes = [
        (*place, cos(radians(turn)), sin(radians(turn)), reach, fixed, skip)
        for place, turn, reach, fixed, skip in shooters
    ]
    seen = []
    for place, turn, _reach, is_round, skip in targets:
        shape = circle(*place, 0.7) if is_round else rectangle(*place, turn * TURN // 360, 2.0, 1.0)
        seen.append((*place, cos(radians(turn)), sin(radians(turn)), shape, skip))
    near = data.draw(st.sampled_from((0.0, 3.0)))
    _same(scene, eyes, seen, near, soft)
    for i, j, x, y, side, hidden, past in kernel.glances(scene, eyes, seen, near, soft):
        shape = seen[j][4]
        if side >= 0:
            assert kernel.sight(scene, x, y, shape, side, eyes[i][6], seen[j][5]) == (hidden, True)
        if side >= 0 and not shape.radius:
            ends = *shape.points[side], *shape.points[(side + 1) % 4]
            assert kernel.shadowed_by(soft, x, y, *ends) == past
    dull = [bytes(data.draw(st.lists(st.integers(0, 15), min_size=len(seen), max_size=len(seen)))) for _ in eyes]
    _same(scene, eyes, seen, near, soft, dull)
    kept = [each for each in kernel.glances(scene, eyes, seen, near, soft) if _is_kept(dull, each)]
    assert kernel.glances(scene, eyes, seen, near, soft, dull) == kept, "all but the dull sides"


def _is_kept(dull: list[bytes], glance: Glance) -> bool:
    i, j, _x, _y, side, _hidden, _past = glance
    return side < 0 or not dull[i][j] >> side & 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dull", [[b""], [b"\0", b"\0"], [b"\0\0"]])
def test_dull_sides_are_given_for_everybody(name: str, dull: list[bytes]) -> None:
    eyes, seen = [(0.0, 0.0, 0.0, 1.0, 1.0, False, -1)], [(9.0, 0.0, 1.0, 0.0, circle(9.0, 0.0, 0.7), -1)]
    with pytest.raises(ValueError, match="dull"):
        kernel.load(name).glances(Scene([]), eyes, seen, 1.0, Scene([]), dull)


def test_a_glance_finds_the_side_the_eye_and_who_is_too_near() -> None:
    """An eye 1 ahead of a fixed gun at the origin, and one that turns, at targets 10 away."""
    target = rectangle(10.0, 0.0, 0, 2.0, 1.0)
    empty, hedges = Scene([]), Scene([rectangle(5.0, away, 0, 0.5, 1.0) for away in (9.0, 0.0)])
    ahead, turning = (0.0, 0.0, 0.0, 1.0, 1.0, True, -1), (0.0, 0.0, 0.0, 1.0, 1.0, False, -1)
    rear, front = (10.0, 0.0, 1.0, 0.0, target, -1), (10.0, 0.0, -1.0, 0.0, target, -1)
    for module in KERNELS:
        found = module.glances(empty, [ahead], [rear], 3.0, empty)
        assert found == [(0, 0, 0.0, 1.0, 1, 0.0, ())], "a fixed eye looks from where its gun ends, at the rear"
        found = module.glances(empty, [turning], [front], 3.0, hedges)
        assert found == [(0, 0, 1.0, 0.0, 3, 0.0, (1,))], "one that turns looks from nearer to its target, at the front"
        plate = (10.0, 0.0, -1.0, 0.0, circle(10.0, 0.0, 0.7), -1)
        assert module.glances(empty, [turning], [plate], 3.0, hedges)[0][6] == (), "what is round is left to others"
        near = [(9.0, 0.0, 1.0, 0.0, 0.5, False, -1)]
        too_near = [(0, 0, 0.0, 0.0, -1, 0.0, ())]
        assert module.glances(empty, near, [(10.0, 0.0, 1.0, 0.0, target, 0)], 3.0, hedges) == too_near
        assert module.glances(empty, near, [(9.0, 0.0, 1.0, 0.0, target, -1)], 0.0, hedges) == too_near
        wall = Scene([rectangle(5.0, 0.0, 0, 0.5, 40.0)])
        assert module.glances(wall, [(0.0, 0.0, 1.0, 0.0, 1.0, False, -1)], [rear], 3.0, empty) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("eyes", "seen"),
    [
        ([(0.0,) * 6], []),
        ([], [(0.0,) * 5]),
        ([("a", 0.0, 0.0, 1.0, 1.0, True, -1)], [(1.0, 1.0, 1.0, 0.0, rectangle(1.0, 1.0, 0, 2.0, 1.0), -1)]),
        ([], [(1.0, 1.0, 1.0, 0.0, None, -1)]),
    ],
)
def test_glances_at_nonsense_are_errors(name: str, eyes: list[Any], seen: list[Any]) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError)):
        kernel.load(name).glances(Scene([]), eyes, [*seen, (1.0, 1.0, 1.0, 0.0, 7, -1)], 1.0, Scene([]))
