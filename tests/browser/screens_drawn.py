"""Scenes of what is drawn on the table, for the pictures: rings, cones, circles, turrets, and what a move costs."""

from __future__ import annotations

from tests.browser.house import piece, unit
from tests.browser.mech import MechTable, duel
from tests.browser.sailor import lay
from tests.browser.screens import Looker, scene
from tests.browser.test_action import GAME as ACTION
from tests.browser.test_action import place
from tests.browser.test_infantry import squad
from tests.browser.test_whole_book import PANZER, SHERMAN
from tests.rules.battle_of_the_sea.table import ship

STUKA = "Ju 87 Stuka"


@scene("drawn-planes")
def planes(looker: Looker) -> None:
    """A Stuka with guns ahead and behind: the ring of its guns, where it may turn, the cones, a missile's cone."""
    ours = [unit("A1", STUKA, 24, 14, 60), unit("A2", SHERMAN, 2, 2, 90)]
    theirs = [unit("B1", PANZER, 26, 21, 270), unit("B2", PANZER, 20, 9, 270)]
    table = looker.table(looker.server.lay([*ours, *theirs], phase="turn"), 0)
    table.asked()
    looker.still(table, "drawn-plane-ring")
    for _ in range(12):
        table.page.keyboard.press("ArrowUp")
    looker.still(table, "drawn-plane-way")
    table.press("act-machine_guns")
    looker.still(table, "drawn-plane-guns")


@scene("drawn-guns")
def guns(looker: Looker) -> None:
    """The arc of a fixed gun, how far soldiers see."""
    ours = [unit("A1", "StuG III", 14, 9, 80), squad("A2", 30, 10)]
    theirs = [unit("B1", PANZER, 16, 22, 270), squad("B2", 33, 19)]
    table = looker.table(looker.server.lay([*ours, *theirs], phase="target_declaration"), 0)
    table.asked()
    looker.still(table, "drawn-fixed-gun")
    table.press("unit-A2")
    looker.still(table, "drawn-soldiers-see")


@scene("drawn-barrage")
def barrage(looker: Looker) -> None:
    """A barrage over friend and foe."""
    options = {"effect_cards": "hail_mary"}
    match = looker.server.new_match("me", "recruit", scenario="crossroads", options=options, ready=False)
    table = looker.table(match, 0)
    asked = table.asked()
    assert asked is not None
    for title in ("Off-table Barrage", "Lucky"):
        table.page.locator("[data-testid^=item-]", has_text=title).first.click()
    for _ in range(40):
        if asked is None or asked["kind"] == "play_cards":
            break
        table.answering()
        table.press("for-me" if asked["kind"] == "deploy_unit" else "commit")
        asked = table.asked()
    looker.still(table, "drawn-barrage-card")
    table.page.locator("[data-testid^=choice-]", has_text="Barrage").first.click()
    table.answering()
    table.press("commit")
    table.asked()
    x, y = table.pixel(24, 31)
    table.page.mouse.click(x, y)
    looker.still(table, "drawn-barrage")


@scene("drawn-hedge")
def hedge(looker: Looker) -> None:
    """Soldiers walk, run, and go through a hedge and by a house."""
    terrain = [piece("Hedgerow", 24, 13.5, 0), piece("House", 24, 18), piece("Light Tree Cover", 30, 13)]
    units = [squad("A1", 24, 10), squad("A2", 30, 10), unit("B1", PANZER, 4, 34, 0)]
    table = looker.table(looker.server.lay(units, terrain, phase="movement"), 0)
    table.asked()
    looker.still(table, "drawn-squad-reach")
    table.drag(table.spot("A1"), table.pixel(24, 13))
    table.worked_out()
    looker.still(table, "drawn-squad-hedge")
    table.drag(table.spot("A2"), table.pixel(31, 16.5))
    table.worked_out()
    looker.still(table, "drawn-squad-run")


@scene("drawn-turret")
def turret(looker: Looker) -> None:
    """A turret is turned by hand; the arc of its gun; a shot past a house at whom it sees."""
    minis = [[60, 62], [62, 62], [64, 62], [66, 62]]
    units = [
        place("A1", "M1 map mg", 30, 30, 60),
        place("B1", "4 regular repeater", 60, 62, 270, spots=minis),
        place("B2", "M1 map mg", 80, 30, 180),
    ]
    terrain = [{"feature": "wall", "x": 58, "y": 56, "length": 8, "width": 1, "heading": 0}]
    table = looker.table(looker.server.lay(units, terrain, game=ACTION), 0)
    table.asked()
    table.press("act-turn_turret")
    looker.still(table, "drawn-turret-list")
    x, y = table.pixel(40, 60)
    table.page.mouse.click(x, y)
    looker.still(table, "drawn-turret-turned")
    table.press("act-drive")
    looker.still(table, "drawn-tank-reach")


@scene("drawn-mech")
def mech(looker: Looker) -> None:
    """The band and the arc of an attack."""
    table = MechTable(looker.table(duel(looker.server), 0).window)
    table.asked()
    table.press("act-attack")
    looker.still(table, "drawn-mech-attack")


@scene("drawn-sea")
def sea(looker: Looker) -> None:
    """Broadsides: where the guns bear and how far."""
    ships = [ship("A1", "Galleon", 20, 12, 90), ship("B1", "Galleon", 26, 13, 90), ship("B2", "Galleon", 21, 26, 270)]
    table = looker.table(lay(looker.server, *ships, options={"broadside": True}), 0)
    table.asked()
    looker.still(table, "drawn-sea")


@scene("drawn-ship")
def turning_ship(looker: Looker) -> None:
    """A ship is dragged beside and behind itself: it comes round leg by leg, and never flips over."""
    ships = [ship("A1", "Galleon", 20, 12, 90), ship("B1", "Galleon", 30, 28, 270)]
    table = looker.table(lay(looker.server, *ships), 0)
    table.asked()
    table.drag(table.spot("A1"), table.pixel(17.5, 13.5))
    looker.still(table, "drawn-ship-beside")
    table.drag(table.spot("A1"), table.pixel(20.5, 9))
    looker.still(table, "drawn-ship-behind")
