"""The reference kernel in plain Python: the same names as the compiled one."""

from brickfield.geometry._pure_contact import clear, distance, overlapped, point_distance
from brickfield.geometry._pure_course import course
from brickfield.geometry._pure_glances import glances
from brickfield.geometry._pure_pivot import pivot
from brickfield.geometry._pure_rays import looks, points_seen, watched
from brickfield.geometry._pure_sight import crossed_by, hidden_share, shadowed_by, sight, sight_many, visible_intervals
from brickfield.geometry._pure_silhouette import hidden_rows
from brickfield.geometry._pure_slide import translate
from brickfield.geometry._pure_spread import spread
from brickfield.geometry._pure_sweep import sweep
from brickfield.geometry._pure_tow import towed
from brickfield.geometry._pure_volleys import aimed, outlasted

__all__ = [
    "aimed",
    "clear",
    "course",
    "crossed_by",
    "distance",
    "glances",
    "hidden_rows",
    "hidden_share",
    "looks",
    "outlasted",
    "overlapped",
    "pivot",
    "point_distance",
    "points_seen",
    "shadowed_by",
    "sight",
    "sight_many",
    "spread",
    "sweep",
    "towed",
    "translate",
    "visible_intervals",
    "watched",
]
