"""The front pages of the book: what the rules page shows."""

from __future__ import annotations

import pytest

from brickfield.games.micro_brick_battle.about import about
from brickfield.games.micro_brick_battle.base.measures import measures
from brickfield.games.micro_brick_battle.contents import GAME
from brickfield.games.micro_brick_battle.setup.options import BOARD
from brickfield.games.micro_brick_battle.setup.scenarios import scenarios
from brickfield.testing import clause


@clause("mbb.about.genre", "mbb.about.scale", "mbb.about.contents")
def test_the_front_page_says_what_the_game_is() -> None:
    said = about()
    chapters = [chapter.title for chapter in said.chapters.list]
    page = " ".join((said.genre.text, said.scale.text, *said.contents.parts, *chapters)).casefold()
    for words in ("tabletop", "turns", "1:120", "base rules", "advanced rules", "airplane rules", "terrain rules"):
        assert words in page
    assert about().scale.one_to == 120


@clause("mbb.about.rights")
def test_the_publisher_is_named_in_the_credits_line_and_nowhere_else() -> None:
    said, rights, credit = about(), about().rights.text, about().rights.credits
    others = (said.title, said.genre.text, said.scale.text, *said.contents.parts)
    assert "Brickmania" in credit
    assert "non-commercial" in rights
    assert "not connected" in rights
    assert all("Brickmania" not in line for line in (*others, rights))


@clause("mbb.about.pages")
def test_chapters_are_in_the_books_order_and_show_no_page_numbers() -> None:
    chapters = about().chapters.list
    titles = [chapter.title for chapter in chapters]
    assert titles[:3] == ["Base rules", "Starting a game", "Three or more players"]
    assert titles[-2:] == ["Victory Table", "Quick play"]
    assert not any(character.isdigit() for title in titles for character in title)
    groups = {entry.group for entry in GAME.clauses.values()}
    assert {chapter.group for chapter in chapters} <= groups


@clause("mbb.build.colors")
@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Light Gray", "Light Bluish Gray"),
        ("Dark Gray", "Dark Bluish Gray"),
        ("Brown", "Reddish Brown"),
        ("Red", "Red"),
    ],
)
def test_colours_renamed_after_2005(before: str, now: str) -> None:
    renamed = {entry.before: entry.now for entry in about().colors.renamed}
    assert renamed.get(before, before) == now


@clause("mbb.setup.need", "mbb.quick.equipment")
def test_what_to_lay_ready() -> None:
    page = about()
    assert (page.equipment.dice, page.quick_equipment.dice) == (2, 2)
    assert "a ruler or tape measure" in page.equipment.items
    assert "houses for terrain" in page.quick_equipment.items


@clause(
    "mbb.house.dice.evenodd",
    "mbb.house.dice.high",
    "mbb.house.dice.target",
    "mbb.house.dice.match",
    "mbb.house.dice.first",
)
def test_five_ideas_for_rules_on_dice() -> None:
    endings = [idea.clause.rsplit(".", 1)[1] for idea in about().dice_idea]
    assert endings == ["evenodd", "high", "target", "match", "first"]


@clause(
    "mbb.young.start_quick",
    "mbb.young.ready",
    "mbb.quick.first_game",
    "mbb.obst.number",
    "mbb.house.free",
    "mbb.house.few",
    "mbb.house.tweak",
    "mbb.army.own_bricks",
    "mbb.build.flex_tube",
    "mbb.build.sources",
)
def test_advice_points_at_what_can_be_chosen() -> None:
    tips = {tip.clause: tip for tip in about().tip}
    levels = {choice.value for choice in BOARD.switches()["rules_level"].choices}
    assert tips["mbb.quick.first_game"].scenario in scenarios()
    assert {tips["mbb.young.start_quick"].level, tips["mbb.young.ready"].level} == {"quick", "young_hidden"} <= levels
    assert (measures().fewest_obstacles, measures().most_obstacles) == (4, 6)
    for group in ("house.free", "house.few", "house.tweak", "army.own_bricks", "build.flex_tube", "build.sources"):
        assert tips[f"mbb.{group}"].text
