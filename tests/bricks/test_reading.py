"""Model files read strictly: real ones come in, everything else ends in a sentence with the line that is wrong."""

from __future__ import annotations

import io
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from brickfield.bricks import reading, studio
from brickfield.bricks.models import BrickModel
from brickfield.bricks.reading import read_ldraw
from brickfield.bricks.studio import read_model
from brickfield.core.refusal import Refusal

EXAMPLES = Path(__file__).parent / "examples"
HERE = "1 0 0 0 1 0 0 0 1 0 0 0 1"
BRICK = f"1 4 0 0 0 {HERE[8:]} 3001.dat"


def part(name: str = "3001.dat", colour: int | str = 4, place: str = "0 0 0", turn: str = "1 0 0 0 1 0 0 0 1") -> str:
    return f"1 {colour} {place} {turn} {name}"


def read(*lines: str) -> BrickModel:
    model = read_ldraw("\n".join(lines).encode())
    assert isinstance(model, BrickModel), model
    return model


def refused(*lines: str) -> tuple[str, int]:
    """The code of the refusal and the line it names."""
    refusal = read_ldraw("\n".join(lines).encode())
    assert isinstance(refusal, Refusal), refusal
    line = int(refusal.data.get("line", 0))
    assert not line or refusal.sentence.startswith(f"Line {line}: ")
    assert refusal.sentence.isprintable()
    return refusal.code, line


@pytest.mark.parametrize(("name", "parts", "steps"), [("car", 61, 8), ("pyramid", 13, 4)])
def test_models_by_others_are_read(name: str, parts: int, steps: int) -> None:
    model = read_model((EXAMPLES / f"{name}.ldr").read_bytes())
    assert isinstance(model, BrickModel)
    assert (len(model.placed()), model.steps) == (parts, steps)
    assert model.title.startswith("Example")


def test_a_sub_model_takes_its_place_turn_and_colour_from_above() -> None:
    model = read(
        "0 FILE main.ldr",
        part("arm.ldr", 1, "100 0 0", "0 0 1 0 1 0 -1 0 0"),
        part("arm.ldr", 14, "0 -24 0"),
        "0 NOFILE",
        "0 FILE Arm.ldr",
        part("3005.dat", 16, "20 0 0"),
        part("3005.dat", 4),
    )
    placed = model.placed()
    assert [one.colour for one in placed] == [1, 4, 14, 4]
    assert [one.placing[:3] for one in placed] == [(100, 0, -20), (100, 0, 0), (20, -24, 0), (0, -24, 0)]
    assert [one.path for one in placed] == [("arm.ldr",)] * 4


def test_steps_end_with_step_or_rotation_and_empty_ones_do_not_count() -> None:
    assert read(part()).steps == 1
    assert read(part(), "0 STEP", "0 STEP", part(), "0 ROTSTEP 0 90 0 ABS", part()).steps == 3


def test_remarks_are_passed_over() -> None:
    model = read(
        "0 A tank", "0 BFC CERTIFY CCW", "0 !LDRAW_ORG Model", "0 // a remark", "", "0", part(), "2 4 0 0 0 1 1 1"
    )
    assert model.title == "A tank"
    assert len(model.placed()) == 1


def test_a_part_the_file_brings_along_is_measured_by_its_drawing() -> None:
    model = read(
        "0 FILE main.ldr",
        part("mine.dat", 4, "0 -8 0"),
        "0 FILE mine.dat",
        "0 !LDRAW_ORG Unofficial_Part",
        "3 16 -10 0 -10 10 0 -10 10 8 30",
        part("piece.dat"),
        "0 FILE piece.dat",
        "4 16 0 0 0 1 0 0 1 12 1 0 12 1",
    )
    (only,) = model.placed()
    assert (only.number, only.part, only.box) == ("mine", None, (-10, -8, -10, 10, 4, 30))


def test_an_unknown_part_has_no_size_but_counts() -> None:
    known, unknown = read(part(), part("no such part.dat")).placed()
    assert known.box is not None
    assert (unknown.number, unknown.part, unknown.box) == ("no such part", None, None)


@pytest.mark.parametrize("turn", ["-1 0 0 0 1 0 0 0 1", "0.7 0 0.7 0 1 0 -0.7 0 0.7", "0 0 1 0 1 0 -1 0 0"])
def test_mirrors_and_rounded_turns_are_taken(turn: str) -> None:
    assert len(read(part(turn=turn)).placed()) == 1


@pytest.mark.parametrize(
    "turn",
    ["2 0 0 0 1 0 0 0 1", "0 0 0 0 0 0 0 0 0", "1 0.5 0 0 1 0 0 0 1", "1 0 0 0 0 0 0 0 1", "1000000 0 0 0 1 0 0 0 1"],
)
def test_a_matrix_that_does_more_than_turn_is_refused(turn: str) -> None:
    assert refused("0 title", part(turn=turn)) == ("no_turn", 2)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 4 0 0 0 1 0 0 0 1", "cut_off"),
        (BRICK[:-9], "cut_off"),
        (BRICK[:-4], "missing"),
        (part(place="0 nan 0"), "no_number"),
        (part(place="0 inf 0"), "no_number"),
        (part(place="0 1_0 0"), "no_number"),
        (part(place="0 ٣ 0"), "no_number"),
        (part(place="0 -- 0"), "no_number"),
        (part(place="0 1e300 0"), "huge_number"),
        (part(place="0 1e999 0"), "huge_number"),
        (part(place="0 9999999 0"), "huge_number"),
        (part(colour="red"), "no_colour"),
        (part(colour="-1"), "no_colour"),
        (part(colour="0x2GGGGGG"), "no_colour"),
        (part(colour="9" * 5000), "no_colour"),
        (part("wheel.ldr"), "missing"),
        (part("<img src=x onerror=alert(1)>.dat"), "bad_name"),
        (part("a\x07b.dat"), "bad_name"),
        (part("../../etc/passwd"), "outside"),
        (part("/etc/passwd.dat"), "outside"),
        (part("c:\\windows\\x.dat"), "outside"),
        (part("..\\x.dat"), "outside"),
        (part("x" * 300 + ".dat"), "long_name"),
        ("2 24 0 0 0", "cut_off"),
        ("4 16 0 0 0 1 0 0 1 nan 1 0 12 1", "no_number"),
        ("PK something else", "no_line"),
        ("{", "no_line"),
        ("7 1 2 3", "no_line"),
        ("0 FILE", "no_name"),
        ("0 FILE <script>.ldr", "bad_name"),
        ("0 FILE late.ldr", "loose_parts"),
    ],
)
def test_a_wrong_line_is_named(line: str, code: str) -> None:
    assert refused("0 title", BRICK, line) == (code, 3)


def test_files_in_the_file_are_named_once() -> None:
    assert refused("0 FILE a.ldr", BRICK, "0 FILE A.ldr", BRICK) == ("twice", 3)


def test_cycles_are_found_where_they_close() -> None:
    assert refused("0 FILE a.ldr", part("b.ldr"), "0 FILE b.ldr", BRICK, part("a.ldr")) == ("cycle", 5)
    assert refused("0 FILE a.ldr", part("a.ldr")) == ("cycle", 2)
    drawn = "3 16 0 0 0 1 0 0 1 1 1"
    own = ["0 FILE p.dat", drawn, part("q.dat"), "0 FILE q.dat", drawn, part("p.dat")]
    assert refused("0 FILE a.ldr", part("p.dat"), *own) == ("cycle", 8)


def chain(length: int) -> list[str]:
    lines = []
    for at in range(length):
        lines += [f"0 FILE {at}.ldr", part(f"{at + 1}.ldr")]
    return [*lines, f"0 FILE {length}.ldr", BRICK]


def test_sub_models_lie_so_deep_and_no_deeper() -> None:
    assert len(read(*chain(reading.DEEPEST)).placed()) == 1
    assert refused(*chain(reading.DEEPEST + 1))[0] == "too_deep"
    # the same when the lower half was met before, from nearer to the top
    main = ["0 FILE main.ldr", part("10.ldr"), part("0.ldr")]
    assert len(read(*main, *chain(reading.DEEPEST - 1)).placed()) == 2
    assert refused(*main, *chain(reading.DEEPEST))[0] == "too_deep"


def bomb(leaf: str) -> list[str]:
    """Ten of ten of ten ... of a leaf."""
    lines = []
    for at in range(12):
        lines += [f"0 FILE {at}.ldr", *[part(f"{at + 1}.ldr")] * 10]
    return [*lines, "0 FILE 12.ldr", leaf]


@pytest.mark.parametrize(
    "lines",
    [
        bomb(BRICK),
        bomb("0 nothing"),
        [BRICK] * (reading.MOST_PARTS + 1),
        ["0 FILE a.ldr", *[part("b.ldr")] * 200, "0 FILE b.ldr", *[BRICK] * 500],
    ],
    ids=["parts", "nothing", "plain", "hundred thousand"],
)
def test_too_many_parts_are_refused_without_being_laid_out(lines: list[str]) -> None:
    tracemalloc.start()
    start = time.process_time()
    code, line = refused(*lines)
    seconds, most = time.process_time() - start, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert code == "too_many_parts"
    assert line > 0
    # far above what it takes, and far below what laying out a thousand million parts would
    assert seconds < 30
    assert most < 200_000_000


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"0 nothing but a title\r\n", "empty"),
        (b"0 FILE a.ldr\n0 NOFILE\n1 4 ignored", "empty"),
        (b"0 title\n\x00\x01\x02", "no_text"),
        (b"0" * (reading.LARGEST_FILE + 1), "too_large"),
    ],
)
def test_what_is_no_model_is_refused(data: bytes, code: str) -> None:
    refusal = read_model(data)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


def test_every_half_of_a_file_is_a_model_or_a_sentence() -> None:
    data = (EXAMPLES / "car.ldr").read_bytes()
    for end in range(0, len(data), 7):
        got = read_model(data[:end])
        assert isinstance(got, BrickModel) or got.sentence


def test_old_letters_and_marks_of_order_are_read() -> None:
    for data in (b"\xef\xbb\xbf0 R\xc3\xa4der\r\n" + BRICK.encode(), b"0 R\xe4der\r" + BRICK.encode()):
        model = read_model(data)
        assert isinstance(model, BrickModel)
        assert model.title == "Räder"


def packed(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def locked(data: bytes) -> bytes:
    """The same zip with the mark of a password on every entry."""
    found = bytearray(data)
    for sign, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = found.find(sign)
        while at >= 0:
            found[at + flags] |= 1
            at = found.find(sign, at + 4)
    return bytes(found)


def test_a_studio_file_is_the_model_inside() -> None:
    car = (EXAMPLES / "car.ldr").read_bytes()
    assert read_model(packed({"thumbnail.png": b"x", "model.ldr": car})) == read_model(car)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: locked(data), "encrypted"),
        (lambda data: data[: len(data) // 2], "damaged"),
        (lambda data: packed({"other.ldr": b"x"}), "no_model"),
        (lambda data: packed({"model.ldr": b"0 x\n"}, zipfile.ZIP_LZMA), "damaged"),
        (lambda data: packed({"model.ldr": b"0" * 60_000_000}), "too_large"),
        (lambda data: data + b"x" * studio.LARGEST_STUDIO_FILE, "too_large"),
    ],
    ids=["locked", "half", "another zip", "unusual", "bomb", "large"],
)
def test_a_studio_file_that_cannot_be_read_says_what_to_do(change: Callable[[bytes], bytes], code: str) -> None:
    whole = packed({"model.ldr": (EXAMPLES / "car.ldr").read_bytes()})
    refusal = read_model(change(whole))
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert "Studio" in refusal.sentence or code == "too_large"
