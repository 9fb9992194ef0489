"""Shapes, poses, heights, sight, arcs, distances and moves on a table. Pure functions: knows no unit and no rule.

Lengths are floats in the game's ruler, angles degrees counter-clockwise from +x. What must be fast lives in `kernel`
(`kernel.sight`, `kernel.translate` ...), in plain Python and compiled.
"""

from brickfield.geometry import fields, kernel
from brickfield.geometry._pure_course import STRAIGHT, TURN
from brickfield.geometry.bearings import arc_touches, bearing, relative_bearing
from brickfield.geometry.cutting import beyond, without
from brickfield.geometry.fences import fence
from brickfield.geometry.grain import GRAIN, Pose, direction, grains, unit
from brickfield.geometry.kernel import distance, point_distance
from brickfield.geometry.nearest import nearest_points
from brickfield.geometry.nets import Net
from brickfield.geometry.scene import Bounds, Scene
from brickfield.geometry.sections import Part, cells, sections, squares, strips
from brickfield.geometry.shapes import EPS, Point, Shape, circle, part_at, point_in, polygon, rectangle, rectangle_at
from brickfield.geometry.silhouette import hidden_cells, hidden_part, hidden_rows
from brickfield.geometry.solids import Solid, Spot, crossing, ground_at, matter, sees
from brickfield.geometry.swings import first_touch

__all__ = [
    "EPS",
    "GRAIN",
    "STRAIGHT",
    "TURN",
    "Bounds",
    "Net",
    "Part",
    "Point",
    "Pose",
    "Scene",
    "Shape",
    "Solid",
    "Spot",
    "arc_touches",
    "bearing",
    "beyond",
    "cells",
    "circle",
    "crossing",
    "direction",
    "distance",
    "fence",
    "fields",
    "first_touch",
    "grains",
    "ground_at",
    "hidden_cells",
    "hidden_part",
    "hidden_rows",
    "kernel",
    "matter",
    "nearest_points",
    "part_at",
    "point_distance",
    "point_in",
    "polygon",
    "rectangle",
    "rectangle_at",
    "relative_bearing",
    "sections",
    "sees",
    "squares",
    "strips",
    "unit",
    "without",
]
