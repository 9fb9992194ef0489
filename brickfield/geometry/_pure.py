"""The reference kernel in plain Python: the same names as the compiled one."""

from brickfield.geometry._pure_contact import distance, overlapped, point_distance
from brickfield.geometry._pure_course import course
from brickfield.geometry._pure_pivot import pivot
from brickfield.geometry._pure_rays import looks, points_seen, watched
from brickfield.geometry._pure_sight import (
    crossed_by,
    hidden_share,
    shadowed_by,
    sight,
    sight_many,
    visible_intervals,
)
from brickfield.geometry._pure_slide import translate
from brickfield.geometry._pure_sweep import sweep

__all__ = [
    "course",
    "crossed_by",
    "distance",
    "hidden_share",
    "looks",
    "overlapped",
    "pivot",
    "point_distance",
    "points_seen",
    "shadowed_by",
    "sight",
    "sight_many",
    "sweep",
    "translate",
    "visible_intervals",
    "watched",
]
