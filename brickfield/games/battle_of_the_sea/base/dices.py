"""Dices: the brick die and what may be thrown instead of it, its chance from the model or from one's own throws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from math import comb, exp, lgamma, log, log1p

from msgspec import Struct

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, by_key
from brickfield.core.dice import Pool
from ..data_files import read
from ..setup.options import Options

_MILLION = 1_000_000
_SIDES = 4
_FLATS = 2
_PERMILLE = 1000
_HALVINGS = 60


class Kind(TableRow, frozen=True):
    """A kind of dice: the lowest face that is a success and, for the brick, the chance of its sides in millionths."""

    id: str
    title: str
    faces: int
    success_from: int
    clause: str
    side_chance: int = 0


class Model(TableRow, frozen=True):
    """The cuboid that stands for the brick die."""

    side_mm: float
    height_mm: float
    clause: str


class CalibrationTable(TableRow, frozen=True):
    """How entered throws are weighed."""

    model_throws: int
    credible: float
    clause: str


class DicesFile(TableRow, frozen=True):
    """The file of dice."""

    kind: tuple[Kind, ...]
    model: Model
    calibration: CalibrationTable


@cache
def _file() -> DicesFile:
    return read("dices.toml", DicesFile)


@cache
def kinds() -> Mapping[str, Kind]:
    """All kinds of dice by id."""
    return by_key("dices.toml", ((kind.id, kind) for kind in _file().kind))


@rule("sea.dice.same", "sea.dice.d6_hard", "sea.dice.d6_easy")
def kind_of(options: Options) -> Kind:
    """The dice all players throw in this battle: one kind, agreed beforehand."""
    return kinds()[options.dice]


def model_chance() -> float:
    """The chance that the game takes for a brick nobody has tried."""
    return kinds()["brick"].side_chance / _MILLION


@rule("sea.dice.brick", "sea.dice.probability")
def model() -> Model:
    """The cuboid that stands for the brick die; how likely it rests on a side is their share of the solid angle."""
    return _file().model


def model_throws() -> int:
    """How many throws the model counts for."""
    return _file().calibration.model_throws


@cache
def _weights(side_parts: int, all_parts: int) -> tuple[int, ...]:
    """The weights of the six faces when the four sides together have `side_parts` of `all_parts` chances."""
    flat = (all_parts - side_parts) * (_SIDES // _FLATS)
    return (flat,) * _FLATS + (side_parts,) * _SIDES


@rule("sea.dice.probability", "sea.dice.same")
def weights_of(options: Options) -> tuple[int, ...]:
    """How likely each face is: none for cubes; for bricks by the model, or as agreed after calibration."""
    kind = kind_of(options)
    if not kind.side_chance:
        return ()
    if options.brick_permille:
        return _weights(options.brick_permille, _PERMILLE)
    return _weights(kind.side_chance, _MILLION)


@rule("sea.fight.dice", "sea.dice.same")
def pool(options: Options, count: int, label: str, seat: int) -> Pool:
    """Dice to be thrown together by a player."""
    return Pool(count, label, kind_of(options).faces, seat, weights_of(options))


@rule("sea.dice.score", "sea.dice.success", "sea.dice.failure", "sea.dice.d6_hard", "sea.dice.d6_easy")
def score(options: Options, faces: Iterable[int]) -> int:
    """The score of a throw is its number of successes: a brick on any of its four sides, not flat or upside down; a
    cube that shows enough."""
    least = kind_of(options).success_from
    return sum([face >= least for face in faces])


@rule("sea.dice.probability", "sea.dice.d6_hard", "sea.dice.d6_easy")
def chance(options: Options) -> float:
    """How likely one die is a success."""
    kind = kind_of(options)
    weights = weights_of(options) or (1,) * kind.faces
    return sum(weights[kind.success_from - 1 :]) / sum(weights)


@rule("sea.fight.dice")
def chances_of_hits(options: Options, dice: int) -> tuple[float, ...]:
    """How likely 0, 1, 2 ... hits are with so many dice."""
    p = chance(options)
    return tuple(comb(dice, hits) * p**hits * (1 - p) ** (dice - hits) for hits in range(dice + 1))


class Calibration(Struct, frozen=True):
    """What is known of a die after some throws: the best guess, and the range it credibly lies in."""

    chance: float
    low: float
    high: float
    credible: float
    throws: int

    @property
    def permille(self) -> int:
        """The best guess as the switch `brick_permille` takes it."""
        return min(_PERMILLE - 1, max(1, round(self.chance * _PERMILLE)))


@rule("sea.dice.probability")
def calibrate(successes: int, throws: int) -> Calibration:
    """Weigh one's own throws against the model: a beta posterior whose prior is the model seen in a few throws."""
    if not 0 <= successes <= throws:
        raise ValueError(f"{successes} successes cannot come from {throws} throws")
    credible = _file().calibration.credible
    a, b = _beta(successes, throws)
    tail = (1 - credible) / 2
    return Calibration(a / (a + b), _quantile(a, b, tail), _quantile(a, b, 1 - tail), credible, throws)


def _beta(successes: int, throws: int) -> tuple[float, float]:
    """The two numbers of the beta posterior: the model's throws and one's own together."""
    known, side = model_throws(), model_chance()
    return side * known + successes, (1 - side) * known + throws - successes


@rule("sea.dice.probability")
def density(successes: int, throws: int, steps: int) -> tuple[float, ...]:
    """How high the posterior stands over each chance from 0 to 1, at so many equal steps."""
    a, b = _beta(successes, throws)
    scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    shares = (step / steps for step in range(1, steps))
    return (0.0, *(exp(scale + (a - 1) * log(x) + (b - 1) * log1p(-x)) for x in shares), 0.0)


def _quantile(a: float, b: float, share: float) -> float:
    """The value below which a beta variable lies with this chance, by halving."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if _below(a, b, middle) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _below(a: float, b: float, x: float) -> float:
    """The chance that a beta variable lies below x: the continued fraction of the incomplete beta function."""
    if not 0.0 < x < 1.0:
        return 0.0 if x <= 0.0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1.0 - _below(b, a, 1.0 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    # evaluated from the far end; 200 terms are plenty for any number of throws a person enters
    fraction = 1.0
    for m in range(200, 0, -1):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        fraction = 1.0 + even / (1.0 + odd / fraction)
    first = -(a + b) * x / (a + 1)
    return front / (1.0 + first / fraction)
