"""Scenario files: the games' own are such files, every fault is told with its line, and one of them is a battle."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickfield.core.match import Match
from brickfield.core.setup.file_places import json_lines, toml_lines
from brickfield.core.setup.scenario_files import ScenarioFile, own_setup, read_scenario, schema_of
from brickfield.games import all_games

DOCS = Path(__file__).resolve().parents[2] / "docs"
GAMES = {game.id: game for game in all_games()}
OWN = [
    (game.id, path)
    for game in GAMES.values()
    if game.scenario_kind is not None
    for path in sorted(game.scenario_kind.folder.glob("*.toml"))
]

HILL = """\
game = "micro_brick_battle"
version = 1
id = "my_hill"
title = "My hill"
clause = "mbb.win.scenario"
goal = "Destroy the other side."
table_width = 48.0
table_depth = 36.0
round_limit = 8

[[force]]
seat = 0
side = "North"
edge = "y=0"
rc = 10
units = [
    { card = "M4 Sherman", count = 2 },
    { card = "Panther", count = 1 },
]

[[force]]
seat = 1
side = "South"
edge = "y=36"
rc = 10
units = [{ card = "Tiger I", count = 2 }]

[[terrain]]
feature = "House"
x = 10.0
y = 12.0
length = 2.5
width = 2.5
heading = 0.0

[[terrain]]
feature = "Mountain"
x = 20.0
y = 12.0
length = 2.5
width = 2.5
heading = 0.0
"""


def told(text: str) -> list[str]:
    return [str(fault) for fault in read_scenario(text.encode(), GAMES).faults]


@pytest.mark.parametrize(("game", "path"), OWN, ids=[path.stem for _game, path in OWN])
def test_the_scenarios_of_the_games_are_such_files(game: str, path: Path) -> None:
    found = read_scenario(path.read_bytes(), GAMES)
    assert (found.game, found.faults) == (game, ())
    # as JSON it is the same file, and it is the scenario of the game
    again = read_scenario(json.dumps(found.document, indent=2).encode(), GAMES)
    assert again == found
    kind = GAMES[game].scenario_kind
    assert kind is not None
    assert kind.of(own_setup(GAMES[game], found.document)) == kind.known()[path.stem]


def test_the_published_form_is_that_of_the_types() -> None:
    published = json.loads((DOCS / "scenario.schema.json").read_text("utf-8"))
    assert published == json.loads(json.dumps(schema_of(GAMES.values()))), (
        "python -m tests.server.write_schema writes it"
    )


def test_a_file_without_faults_is_a_battle() -> None:
    found = read_scenario(HILL.encode(), GAMES)
    assert found.faults == ()
    game = GAMES[found.game]
    match = game.new_match(game.fresh(own_setup(game, found.document)))
    assert isinstance(match, Match)
    assert [card.name for card in match.cards.values()] == ["M4 Sherman", "M4 Sherman", "Panther", "Tiger I", "Tiger I"]
    assert game.title_of(match.setup) == "My hill"


def test_every_fault_of_form_is_told_with_its_line() -> None:
    broken = (
        HILL.replace("table_width = 48.0", "table_width = 480.0")
        .replace("rc = 10\nunits = [{", 'rc = "ten"\nunits = [{')
        .replace('{ card = "Panther", count = 1 }', '{ card = "Panther", counts = 1 }')
        .replace('feature = "Mountain"\nx = 20.0\n', 'feature = "Mountain"\n')
    )
    assert told(broken) == [
        "line 7, table_width: this must be a number of at most 96",
        "line 18, force[0].units[1].counts: nothing is called 'counts' here; there are card, count; "
        "did you mean 'count'?",
        "line 18, force[0].units[1]: 'count' is missing",
        "line 25, force[1].rc: this must be a whole number, not a text",
        "line 36, terrain[1]: 'x' is missing",
    ]


def test_every_fault_of_the_game_is_told_with_its_line() -> None:
    broken = (
        HILL.replace('"Tiger I"', '"Tigger"')
        .replace('feature = "Mountain"', 'feature = "Montain"')
        .replace('edge = "y=36"', 'edge = "y=40"')
    )
    found = told(broken)
    assert found[:2] == [
        "line 11, force: the edges must be y=0 and y=36, in this order [mbb.geometry.table]",
        "line 26, force[1].units[0].card: no unit card is called 'Tigger'",
    ]
    assert found[2].startswith("line 37, terrain[1].feature: no feature is called 'Montain'; there are ")
    assert found[2].endswith("did you mean 'Mountain'?")
    assert len(found) == 3


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("x = 20.0", "x = 11.0"), "overlaps"),
        (("x = 20.0", "x = 48.0"), "over the edge"),
    ],
)
def test_a_table_that_cannot_be_laid_is_told(change: tuple[str, str], sentence: str) -> None:
    (fault,) = told(HILL.replace(*change))
    assert sentence in fault


def test_a_table_on_which_nobody_could_deploy_is_told() -> None:
    bare = HILL[: HILL.index("[[terrain]]")]
    (fault,) = told(bare.replace("table_width = 48.0", "table_width = 0.5"))
    assert fault.endswith("could not deploy a single unit on this battlefield [mbb.geometry.deploy_full]")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'game' must say which game it is for"),
        ("game = 1\n[[", "line 2: this cannot be read"),
        ("[1, 2", "this cannot be read"),
        ('{"game": "micro_brick_battle", "game": "brick_mech"}', "a field stands twice"),
        ('game = "chess"', "'game' must say which game it is for"),
        (HILL.replace("version = 1", "version = 2"), "line 2, version: this file is of version 2"),
        (HILL.replace('"My hill"', '"My \\u202e hill"'), "characters that cannot be shown"),
        (HILL.replace("x = 10.0", "x = nan"), "out of bounds"),
        (HILL.replace("x = 10.0", "x = 1e300"), "out of bounds"),
        (HILL.replace("x = 10.0", "x = 2026-01-01"), "has no meaning here"),
        ("a = " + "[" * 400 + "]" * 400, "this cannot be read"),
        ('{"a":' * 400 + "1" + "}" * 400, "this cannot be read"),
        (HILL + HILL[HILL.index("[[terrain]]") :] * 600, "at most 65536 bytes"),
        ('game = "brick_mech"\nterrain = [' + "{}," * 5000 + "]", "more than 4096 values"),
    ],
)
def test_what_is_no_scenario_is_one_sentence(text: str, sentence: str) -> None:
    (fault,) = told(text)
    assert sentence in fault


def test_bytes_that_are_no_text_are_one_sentence() -> None:
    assert read_scenario(b"\xff\xfe\x00", GAMES).faults[0].sentence == "this is no text file (UTF-8)"


@given(cut=st.integers(0, len(HILL)), byte=st.binary(max_size=2))
def test_any_damage_is_told_and_nothing_is_raised(cut: int, byte: bytes) -> None:
    data = HILL.encode()
    found = read_scenario(data[:cut] + byte + data[cut + 1 :], GAMES)
    assert isinstance(found, ScenarioFile)
    assert all(1 <= fault.line <= len(HILL.splitlines()) + 2 for fault in found.faults)


_PLAIN = st.recursive(
    st.one_of(st.integers(-9, 9), st.booleans(), st.text("abc\n{}[]=#\"'", max_size=6)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from("abcd"), inner, max_size=3)),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from("abcd"), _PLAIN, max_size=4))
def test_the_line_of_every_value_of_a_json_file(plain: dict[str, Any]) -> None:
    text = json.dumps(plain, indent=1)
    lines, found = text.splitlines(), json_lines(text)
    for place, value in _scalars(plain, ""):
        assert json.dumps(value) in lines[found.of(place) - 1]


def _scalars(value: Any, place: str) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [each for key, inner in value.items() for each in _scalars(inner, f"{place}.{key}".removeprefix("."))]
    if isinstance(value, list):
        return [each for number, inner in enumerate(value) for each in _scalars(inner, f"{place}[{number}]")]
    return [(place, value)]


def test_the_lines_of_tables_in_tables() -> None:
    areas = "[[chart.area]]\nkind = 1\n[[chart.area]]\nkind = 2\n[[chart.area.part]]\nx = 1\n"
    text = '[chart]\ndeep = """\nx = 3\n"""\n' + areas
    assert tomllib.loads(text)["chart"]["area"][1]["part"] == [{"x": 1}]
    places = ("chart.deep", "chart.area[1].kind", "chart.area[1].part[0].x", "chart.x")
    assert [toml_lines(text).of(place) for place in places] == [2, 8, 10, 1]
