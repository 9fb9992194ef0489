"""The compiled kernel: the same functions as the plain Python one, and makers of packed shapes."""

from brickfield.geometry._pure import aimed as aimed
from brickfield.geometry._pure import clear as clear
from brickfield.geometry._pure import course as course
from brickfield.geometry._pure import crossed_by as crossed_by
from brickfield.geometry._pure import distance as distance
from brickfield.geometry._pure import glances as glances
from brickfield.geometry._pure import hidden_rows as hidden_rows
from brickfield.geometry._pure import hidden_share as hidden_share
from brickfield.geometry._pure import looks as looks
from brickfield.geometry._pure import outlasted as outlasted
from brickfield.geometry._pure import overlapped as overlapped
from brickfield.geometry._pure import pivot as pivot
from brickfield.geometry._pure import point_distance as point_distance
from brickfield.geometry._pure import points_seen as points_seen
from brickfield.geometry._pure import shadowed_by as shadowed_by
from brickfield.geometry._pure import sight as sight
from brickfield.geometry._pure import sight_many as sight_many
from brickfield.geometry._pure import spread as spread
from brickfield.geometry._pure import sweep as sweep
from brickfield.geometry._pure import towed as towed
from brickfield.geometry._pure import translate as translate
from brickfield.geometry._pure import visible_intervals as visible_intervals
from brickfield.geometry._pure import watched as watched

def pack_rectangle(x: float, y: float, c: float, s: float, half_length: float, half_width: float, /) -> bytes: ...
def lay_form(form: bytes, x: float, y: float, c: float, s: float, /) -> tuple[bytes, float, float, float, float]: ...
