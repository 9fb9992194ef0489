"""The table as a small text picture, seen from above, north up."""

from __future__ import annotations

from math import ceil, cos, radians, sin

from brickfield.core.board import ALIVE, FLYING, WRECK, Token
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN
from brickfield.speech.speech import speech_of

_ARROWS = ">/^\\</v\\"
# How wide it is at most, how wide at least, and what stands at the left of it.
_COLUMNS, _FEWEST, _MARGIN = 72, 24, 5


class _Canvas:
    """Letters on a grid; a cell is about twice as high as it is wide, like letters are."""

    def __init__(self, width: float, height: float, columns: int) -> None:
        self.columns = columns
        self.rows = max(1, round(columns * height / width / 2))
        self.width, self.height = width, height
        self.cells = [["."] * self.columns for _ in range(self.rows)]

    def cell(self, x: float, y: float) -> tuple[int, int]:
        column = min(self.columns - 1, max(0, int(x / self.width * self.columns)))
        return min(self.rows - 1, max(0, int((1 - y / self.height) * self.rows))), column

    def write(self, x: float, y: float, text: str) -> None:
        row, column = self.cell(x, y)
        column = min(column, self.columns - len(text))
        self.cells[row][column : column + len(text)] = text

    def centre(self, row: int, column: int) -> tuple[float, float]:
        return (column + 0.5) * self.width / self.columns, (1 - (row + 0.5) / self.rows) * self.height


def picture(state: State, width: int = 0) -> list[str]:
    """The table drawn with letters: units by name with an arrow for their heading, wrecks with an x.

    `width`: how many letters go into a line, where somebody knows.
    """
    match = state.match
    columns = max(_FEWEST, min(_COLUMNS, width - _MARGIN)) if width else _COLUMNS
    canvas = _Canvas(match.width, match.height, columns)
    for token in state.tokens.values():
        _draw_piece(canvas, token, _sign(state, token.kind))
    shown = [unit for unit in state.units.values() if unit.pose is not None and unit.status in (ALIVE, FLYING, WRECK)]
    for unit in sorted(shown, key=lambda each: (each.status != WRECK, each.status == FLYING)):
        arrow = _ARROWS[round(unit.here.degrees / 45) % 8] if unit.status != WRECK else "x"
        canvas.write(*unit.here.place, unit.id + arrow)
    return [*_framed(canvas), _legend(state)]


def _sign(state: State, kind: str) -> str:
    """The letter of a kind of piece."""
    return speech_of(state).signs.get(kind, kind[:1].lower() or "#")


def _draw_piece(canvas: _Canvas, token: Token, sign: str) -> None:
    """Fill the cells whose centre lies in the piece; a thin one shows at least along its middle line."""
    x, y = token.pose.place
    along, across = token.length / GRAIN / 2, token.width / GRAIN / 2
    turn = radians(token.pose.degrees)
    c, s = cos(turn), sin(turn)
    for row in range(canvas.rows):
        for column in range(canvas.columns):
            dx, dy = (a - b for a, b in zip(canvas.centre(row, column), (x, y), strict=True))
            if abs(dx * c + dy * s) <= along and abs(dy * c - dx * s) <= across:
                canvas.cells[row][column] = sign
    steps = max(1, int(along * 4))
    for step in range(-steps, steps + 1):
        offset = along * step / steps * 0.98
        row, column = canvas.cell(x + offset * c, y + offset * s)
        canvas.cells[row][column] = sign


def _framed(canvas: _Canvas) -> list[str]:
    """Rows with y at the left, and a line of x below."""
    lines = ["north"]
    for number, row in enumerate(canvas.cells):
        y = canvas.centre(number, 0)[1]
        label = f"{y:4.0f} " if number % 3 == 0 else "     "
        lines.append(label + "".join(row))
    scale = [" "] * (canvas.columns + _MARGIN)
    # numbers with a space between them
    step = 6 * ceil(4 * canvas.width / canvas.columns / 6)
    for x in range(0, int(canvas.width) + 1, step):
        column = _MARGIN + min(canvas.columns - 2, round(x / canvas.width * canvas.columns))
        scale[column : column + len(str(x))] = str(x)
    lines.append("".join(scale).rstrip() + "  (x; y stands at the left)")
    return lines


def _legend(state: State) -> str:
    kinds = dict.fromkeys(token.kind for token in state.tokens.values())
    marks = [f"{_sign(state, kind)} {kind.replace('_', ' ')}" for kind in kinds]
    return f"Signs: {', '.join(['A1^ unit facing north', 'A1x wreck', *marks])}."
