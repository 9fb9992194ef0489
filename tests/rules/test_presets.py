"""Sets of rules of every game: each can be played at once, and all switches are gathered by what they are about."""

from __future__ import annotations

import pytest

from brickfield.core.data_files import DataFault
from brickfield.core.dice import SeededDice
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.play import begin
from brickfield.core.setup.catalogue import Preset
from brickfield.core.shown.sketches import HEIGHT, WIDTH, Sketch, Stroke, sketch_of
from brickfield.games import find_game

GAMES = [
    game
    for name in ("micro_brick_battle", "brick_mech", "battle_of_the_sea", "brick_action")
    if (game := find_game(name))
]
ADDED = [(game, preset) for game in GAMES for preset in game.catalogue().presets if preset.adds]


@pytest.mark.parametrize(("game", "preset"), ADDED, ids=[f"{game.id}-{preset.id}" for game, preset in ADDED])
def test_a_chapter_can_be_added_in_one_press(game: Game, preset: Preset) -> None:
    whole = {each.id: each for each in game.catalogue().presets if not each.adds}
    scenario = next(iter(preset.scenarios), game.scenarios()[0].id)
    for under in whole.values() if not preset.over else (whole[preset.over],):
        match = game.new_match(game.fresh(Setup(game.id, scenario, {**under.options, **preset.options})))
        assert isinstance(match, Match), match
        assert begin(match, SeededDice(1)).state.waiting_for()
    assert set(preset.scenarios) <= {each.id for each in game.scenarios()}


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_every_switch_is_in_one_theme(game: Game) -> None:
    catalogue = game.catalogue()
    gathered = [switch for theme in catalogue.themes for switch in theme.switches]
    agreed = [card.id for card in catalogue.switches if card.id != catalogue.points_switch]
    assert sorted(gathered) == sorted(agreed)


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_every_set_and_every_theme_has_a_sentence_and_a_drawing_that_lies_on_its_sheet(game: Game) -> None:
    catalogue = game.catalogue()
    for each in (*catalogue.presets, *catalogue.themes):
        assert each.text.endswith(".")
        assert each.sketch
        assert all(_on_the_sheet(stroke) for stroke in each.sketch), each.id
        for machine in ("ledger", "_", "=", "(default)"):
            assert machine not in each.title + each.text


def _on_the_sheet(stroke: Stroke) -> bool:
    x, y = stroke.at[:2]
    return 0 <= x <= WIDTH and 0 <= y <= HEIGHT


def test_a_sketch_is_read_strictly() -> None:
    read: Sketch = sketch_of(["tank/1 30 40 -90", "way 1 2 3 4", "note 5 6: two words"])
    assert read == (
        Stroke("tank", (30, 40, -90), 1),
        Stroke("way", (1, 2, 3, 4)),
        Stroke("note", (5, 6), text="two words"),
    )
    for wrong in ("tank/2 1 2 3", "tank 1 2", "way 1 2 3", "castle 1 2", "tank 1 2 x"):
        with pytest.raises(DataFault):
            sketch_of([wrong])


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_every_short_word_on_a_card_is_explained_and_names_a_clause(game: Game) -> None:
    terms = {term.short: term for term in game.glossary}
    assert len(terms) == len(game.glossary)
    assert {term.clause for term in game.glossary} <= {*game.clauses}
    numbers = {number.short for card in game.catalogue().cards.values() for number in card.numbers}
    assert {short for short in numbers if len(short) > 1 and short.isalpha()} <= {*terms}
    shown = game.face and game.face(laid(game))
    assert shown is not None
    assert shown.terms == game.glossary


def laid(game: Game) -> Match:
    """A battle of the first scenario."""
    match = game.new_match(Setup(game.id, game.scenarios()[0].id))
    assert isinstance(match, Match)
    return match
