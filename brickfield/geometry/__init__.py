"""Shapes, poses, sight, arcs, distances and moves on a table. Pure functions: knows no unit and no rule.

Lengths are floats in the game's ruler, angles degrees counter-clockwise from +x. What must be fast lives in `kernel`
(`kernel.sight`, `kernel.translate` ...), in plain Python and compiled.
"""

from brickfield.geometry import kernel
from brickfield.geometry._pure_course import STRAIGHT, TURN
from brickfield.geometry.bearings import arc_touches, bearing, relative_bearing
from brickfield.geometry.fences import fence
from brickfield.geometry.grain import GRAIN, Pose, direction, grains, unit
from brickfield.geometry.kernel import distance, point_distance
from brickfield.geometry.nearest import nearest_points
from brickfield.geometry.scene import Bounds, Scene
from brickfield.geometry.sections import Part, cells, sections, squares, strips
from brickfield.geometry.shapes import EPS, Point, Shape, circle, part_at, point_in, polygon, rectangle, rectangle_at

__all__ = [
    "EPS",
    "GRAIN",
    "STRAIGHT",
    "TURN",
    "Bounds",
    "Part",
    "Point",
    "Pose",
    "Scene",
    "Shape",
    "arc_touches",
    "bearing",
    "cells",
    "circle",
    "direction",
    "distance",
    "fence",
    "grains",
    "kernel",
    "nearest_points",
    "part_at",
    "point_distance",
    "point_in",
    "polygon",
    "rectangle",
    "rectangle_at",
    "relative_bearing",
    "sections",
    "squares",
    "strips",
    "unit",
]
