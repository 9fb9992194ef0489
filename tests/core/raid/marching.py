"""A squad that marches as one: every figure keeps its place about the first, until one of them meets something."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from brickfield.core.board import Model
from brickfield.core.formations import FigurePath
from brickfield.geometry import GRAIN, Pose, Scene, circle, direction, kernel


def in_formation(squad: Sequence[Model], way: Iterable[Pose], *, turning: bool = False) -> tuple[FigurePath, ...]:
    """A path for each figure while the first of them goes this way: all keep their places about it.

    With `turning` the formation turns with the heading of the first, else every figure keeps its place on the compass.
    """
    standing = [(each, each.pose) for each in squad if each.pose is not None]
    if not standing:
        return ()
    lead, poses = standing[0][1], tuple(way)
    return tuple(FigurePath(each.id, tuple(_about(lead, at, pose, turning) for at in poses)) for each, pose in standing)


def _about(lead: Pose, at: Pose, pose: Pose, turning: bool) -> Pose:
    dx, dy = pose.x - lead.x, pose.y - lead.y
    if not turning:
        return Pose(at.x + dx, at.y + dy, at.heading)
    turn = at.heading - lead.heading
    c, s = direction(turn)
    return Pose(at.x + round(dx * c - dy * s), at.y + round(dx * s + dy * c), pose.heading + turn)


def free_steps(squad: Sequence[Model], paths: Sequence[FigurePath], radius: float, scene: Scene) -> int:
    """How many steps of their paths all figures, discs of this radius, make before one of them meets something."""
    starts = {each.id: each.pose for each in squad}
    free = min((len(path.poses) for path in paths), default=0)
    for path in paths:
        before = starts[path.figure]
        for number, pose in enumerate(path.poses[:free]):
            if before is not None and not _walks(before, pose, radius, scene):
                free = number
                break
            before = pose
    return free


def _walks(before: Pose, after: Pose, radius: float, scene: Scene) -> bool:
    way = (after.x - before.x) / GRAIN, (after.y - before.y) / GRAIN
    return kernel.translate(scene, circle(*before.place, radius), *way)[1] == -1
