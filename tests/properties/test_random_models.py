"""Random models of bricks: what is written reads back equal and measures the same; noise never breaks the reader."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brickfield.bricks.measuring import boxes_of, measured, profile_of
from brickfield.bricks.models import BrickModel, LaidLine, SubModel
from brickfield.bricks.parts import all_parts
from brickfield.bricks.placing import Placing
from brickfield.bricks.reading import read_ldraw
from brickfield.bricks.studio import read_model
from brickfield.bricks.writing import as_bricklink, as_ldraw
from brickfield.core.refusal import Refusal

NUMBERS = [f"{number}.dat" for number in sorted(all_parts())[::97]] + ["not in the table.dat", "3062.dat"]
TURNS = [
    (1, 0, 0, 0, 1, 0, 0, 0, 1),
    (0, 0, 1, 0, 1, 0, -1, 0, 0),
    (-1, 0, 0, 0, 1, 0, 0, 0, 1),
    (0, 1, 0, -1, 0, 0, 0, 0, 1),
    (0.6, 0, 0.8, 0, 1, 0, -0.8, 0, 0.6),
]
PLACE = st.floats(-2000, 2000, allow_nan=False).map(lambda number: round(number, 4) + 0.0)
COLOUR = st.sampled_from([0, 4, 16, 36, 0x2FF8800])


def laid(names: list[str]) -> st.SearchStrategy[LaidLine]:
    placing = st.builds(lambda x, y, z, turn: Placing(x, y, z, *turn), PLACE, PLACE, PLACE, st.sampled_from(TURNS))
    return st.builds(LaidLine, COLOUR, placing, st.sampled_from(names))


def steps(names: list[str], fewest: int = 1) -> st.SearchStrategy[tuple[tuple[LaidLine, ...], ...]]:
    return st.lists(st.lists(laid(names), min_size=1, max_size=5).map(tuple), min_size=fewest, max_size=4).map(tuple)


@st.composite
def models(draw: st.DrawFn) -> BrickModel:
    """A model whose sub-models lie in those before them."""
    count = draw(st.integers(0, 3))
    names = [f"sub {at}.ldr" for at in range(count)]
    files = {"model.ldr": SubModel(draw(st.sampled_from(["", "A tank", "Häuschen"])), draw(steps(NUMBERS + names)))}
    for at, name in enumerate(names):
        files[name] = SubModel("", draw(steps(NUMBERS + names[at + 1 :])))
    return BrickModel("model.ldr", files)


@given(models())
def test_what_is_written_reads_back_equal_and_measures_the_same(model: BrickModel) -> None:
    again = read_ldraw(as_ldraw(model).encode())
    assert isinstance(again, BrickModel)
    assert again == model
    measure = measured(again)
    assert measure == measured(model)
    assert measure.parts == sum(lot.count for lot in measure.bill) == len(model.placed())
    assert as_bricklink(measure.bill).count("<ITEM>") <= len(measure.bill)


@given(models())
def test_the_profile_reaches_the_height_of_the_model(model: BrickModel) -> None:
    boxes = boxes_of(model.placed())
    profile, measure = profile_of(boxes), measured(model)
    highest = max((height for row in profile.bricks for height in row), default=0.0)
    assert abs(highest - measure.bricks_high) < 0.002
    assert all(0 <= height <= highest for row in profile.bricks for height in row)


@given(models(), st.randoms(use_true_random=False))
def test_a_damaged_file_is_a_model_or_a_sentence(model: BrickModel, rng: object) -> None:
    data = bytearray(as_ldraw(model).encode())
    for _ in range(3):
        at = rng.randrange(len(data))  # type: ignore[attr-defined]
        data[at : at + rng.randrange(1, 9)] = bytes(rng.randrange(256) for _ in range(rng.randrange(4)))  # type: ignore[attr-defined]
    got = read_model(bytes(data))
    assert isinstance(got, BrickModel) or (isinstance(got, Refusal) and got.sentence)
    if isinstance(got, BrickModel):
        measured(got)


@given(st.binary(max_size=400))
def test_noise_is_refused(noise: bytes) -> None:
    got = read_model(b"1 " + noise)
    assert isinstance(got, BrickModel) or got.sentence
