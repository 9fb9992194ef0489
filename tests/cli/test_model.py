"""`brickfield model` measures a file and writes lists, as the contract says; wrong words and bad files are one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from brickfield.bricks.reading import read_ldraw

Run = Callable[..., tuple[int, str, str]]
EXAMPLES = Path(__file__).resolve().parents[1] / "bricks" / "examples"
CAR, PYRAMID = str(EXAMPLES / "car.ldr"), str(EXAMPLES / "pyramid.ldr")


def test_the_measure_as_json(run: Run) -> None:
    code, out, err = run("model", PYRAMID, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "parts": 13,
        "unknown": [],
        "size_studs": [8, 8],
        "bricks_high": 4,
        "steps": 4,
        "bill": [
            {"part": "3001", "colour": 1, "count": 6},
            {"part": "3001", "colour": 4, "count": 4},
            {"part": "3001", "colour": 14, "count": 2},
            {"part": "3003", "colour": 0, "count": 1},
        ],
        "buildable": True,
        "faults": [],
    }


def test_the_measure_for_people_names_what_is_unknown(run: Run) -> None:
    code, out, err = run("model", CAR)
    assert (code, err) == (0, "")
    for told in ("Example Car", "10.8 x 4.5 studs, 5 bricks high", "61 parts in 8 steps", "Trans Red", "3829c01"):
        assert told in out
    assert "6 x Plate 1 x 2, Red (3023)" in out


def test_what_stands_against_building_it_is_told(run: Run, tmp_path: Path) -> None:
    assert "it can be built" in run("model", PYRAMID)[1]
    shifted = tmp_path / "shifted.ldr"
    turn = "1 0 0 0 1 0 0 0 1"
    shifted.write_text(f"1 4 0 0 0 {turn} 3001.dat\n0 STEP\n1 1 10 -24 0 {turn} 3001.dat\n", "utf-8")
    code, out, err = run("model", str(shifted), "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["buildable"], {fault["kind"] for fault in told["faults"]}) == (False, {"in_the_way", "loose"})
    assert "step 2: 3001 at 10 -24 0 is held by nothing." in run("model", str(shifted))[1]


def test_lists_and_the_model_are_written(run: Run, tmp_path: Path) -> None:
    wanted, model = tmp_path / "wanted.xml", tmp_path / "model.mpd"
    code, out, err = run("model", CAR, "--bricklink", str(wanted), "--ldraw", str(model))
    assert (code, err) == (0, "")
    assert "look up at BrickLink" in out
    assert sum(int(count.text or 0) for count in ElementTree.parse(wanted).iter("MINQTY")) == 61
    assert read_ldraw(model.read_bytes()) == read_ldraw(Path(CAR).read_bytes())


@pytest.mark.parametrize(
    "words",
    [
        ("model",),
        ("model", "no such file.ldr"),
        ("model", "a\0b.ldr"),
        ("model", str(EXAMPLES)),
        ("model", CAR, "--bricklink", str(EXAMPLES)),
        ("model", CAR, "--ldraw", "no such folder/x.ldr"),
        ("model", CAR, "--ldraw", CAR),
    ],
)
def test_wrong_words_are_one_line(run: Run, words: tuple[str, ...]) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("brickfield: ")
    assert err.count("\n") == 1


def test_a_bad_file_is_one_line_with_its_place_and_writes_nothing(run: Run, tmp_path: Path) -> None:
    bad, wanted = tmp_path / "bad.ldr", tmp_path / "wanted.xml"
    bad.write_text("0 title\n1 4 0 nan 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    code, out, err = run("model", str(bad), "--json", "--bricklink", str(wanted))
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "Line 2:" in err
    assert not wanted.exists()
