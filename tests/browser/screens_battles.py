"""Scenes of battles for the pictures: a shot, a loss and an end of each game, and the questions a table asks."""

from __future__ import annotations

from typing import Any

from tests.browser.house import Match, piece, unit
from tests.browser.mech import GAME as MECH
from tests.browser.mech import SURE, MechTable, duel, mech
from tests.browser.player import Table
from tests.browser.questions import cottage
from tests.browser.sailor import Sailor, lay, weak
from tests.browser.screens import Looker, scene
from tests.browser.test_action import GAME as ACTION
from tests.browser.test_action import place
from tests.browser.test_infantry import STRONG, squad
from tests.browser.test_sea import ISLAND
from tests.browser.test_whole_book import PANZER, SHERMAN, sky
from tests.rules.battle_of_the_sea.table import ship

VERDICT = "() => document.querySelector('.m-verdict.hit, .m-verdict.miss')?.textContent.length > 1"
BANNER = "() => document.querySelector('[data-testid=banner].loss, .m-banner.loss') !== null"


def struck(looker: Looker, table: Table, name: str) -> None:
    """The flag is struck: the end with its story."""
    table.press("menu")
    table.press("concede")
    table.press("concede-yes")
    ended(looker, table, name)


def ended(looker: Looker, table: Table, name: str) -> None:
    """The end, with the story told; the replay of it."""
    table.window.find("tale").locator("li").first.wait_for()
    looker.still(table, f"{name}-end")


# --- Micro Brick Battle ---


def volley() -> list[dict[str, Any]]:
    """From behind, at arm's length: some of the five hit."""
    units = [unit(f"A{number}", SHERMAN, 20 + 3 * number, 12, 90) for number in range(1, 6)]
    units += [unit(f"B{number}", PANZER, 16 + 7 * number, 17, 90) for number in range(1, 4)]
    return [*units, unit("B4", PANZER, 6, 33, 270)]


@scene("mbb-volley", moves=True)
def mbb_volley(looker: Looker) -> None:
    """A plan of fire is locked; shots, a loss, what they did, the end."""
    terrain = [piece("House", 33, 20), piece("Hedgerow", 22, 21, 0), piece("Low Wall", 28, 22)]
    table = looker.table(looker.server.lay(volley(), terrain, phase="target_declaration"))
    table.asked()
    looker.still(table, "mbb-declare")
    while "Lock" not in table.commit_words():
        table.press("commit")
    table.answering()
    table.press("commit")
    looker.moment(table, "mbb-shot", VERDICT)
    looker.moment(table, "mbb-loss", BANNER)
    table.page.keyboard.press("Space")
    table.asked()
    looker.still(table, "mbb-after")
    table.page.keyboard.press("v")
    looker.still(table, "mbb-after-scene")
    struck(looker, table, "mbb")


@scene("mbb-move")
def mbb_move(looker: Looker) -> None:
    """A tank under way round a house, in Plan and in Scene."""
    terrain = [piece("House", 24, 16), piece("Hedgerow", 34, 14, 90)]
    units = [unit("A1", SHERMAN, 24, 9, 90), unit("A2", "M10 Wolverine", 30, 9, 90), unit("B1", PANZER, 24, 28, 270)]
    table = looker.table(looker.server.lay(units, terrain, phase="movement"), 0)
    table.asked()
    looker.still(table, "mbb-reach")
    table.drag(table.spot("A1"), table.pixel(27, 13))
    table.worked_out()
    looker.still(table, "mbb-move")
    table.page.keyboard.press("v")
    looker.still(table, "mbb-move-scene")


@scene("mbb-cards")
def mbb_cards(looker: Looker) -> None:
    """Four armies at one table; cards chosen and held."""
    options = {"effect_cards": "hail_mary"}
    match = looker.server.new_match("me", *["recruit"] * 3, scenario="four_armies", options=options, ready=False)
    table = looker.table(match, 0)
    asked = table.asked()
    assert asked is not None
    looker.still(table, "mbb-cards-chosen")
    for number in (1, 3):
        table.press(f"item-{number}")
    while asked is not None and asked["kind"] != "play_cards":
        table.answering()
        table.press("for-me" if asked["kind"] == "deploy_unit" else "commit")
        asked = table.asked()
    looker.still(table, "mbb-cards-in-hand")


@scene("mbb-weather")
def mbb_weather(looker: Looker) -> None:
    """Each kind of weather: its sky, and the ring of how far the unit in hand sees, in Plan and in Scene."""
    units = [unit("A1", SHERMAN, 24, 9, 90), unit("A2", "M10 Wolverine", 30, 9, 90), unit("B1", PANZER, 24, 20, 270)]
    terrain = [piece("House", 18, 15), piece("Hedgerow", 34, 14, 90)]
    for kind in ("blizzard", "heavy_fog", "rain", "sand_storm"):
        options = {"weather": "constant", "weather_kind": kind}
        table = looker.table(looker.server.lay(units, terrain, phase="movement", options=options), 0)
        table.asked()
        looker.still(table, f"mbb-weather-{kind}")
        table.page.keyboard.press("v")
        looker.still(table, f"mbb-weather-{kind}-scene")


@scene("mbb-four-corners")
def mbb_four_corners(looker: Looker) -> None:
    """Four players, each from a corner."""
    match = looker.server.new_match("me", *["recruit"] * 3, scenario="four_corners", options={})
    table = looker.table(match, 0)
    table.asked()
    looker.still(table, "mbb-four-corners")


@scene("mbb-mines")
def mbb_mines(looker: Looker) -> None:
    """Even or odd: a tank stands at a secret minefield; the player at the far edge sees his board turned."""
    units = [unit("A1", SHERMAN, 15, 9, 90), unit("A2", SHERMAN, 40, 4, 90), unit("B1", PANZER, 40, 32, 270)]
    notes = {"notes": ["", "C3"], "options": {"mines": "secret"}, "phase": "movement"}
    match = looker.server.lay(units, seats=("me", "link"), **notes)
    looker.server.sit(match, 1, "Nadia")
    mine, theirs = looker.table(match, 0), looker.table(match, 1)
    mine.asked()
    mine.drag(mine.spot("A1"), mine.pixel(15, 15))
    mine.answering()
    mine.press("commit")
    mine.asked()
    looker.still(mine, "mbb-mine-call")
    looker.still(theirs, "mbb-far-player")


@scene("mbb-planes")
def mbb_planes(looker: Looker) -> None:
    """A plane is flown over a tank and bombs it; a gun shoots by a spotter."""
    table = looker.table(sky(looker.server), 0)
    table.asked()
    for _ in range(12):
        table.page.keyboard.press("ArrowUp")
    table.window.find("over").wait_for()
    looker.still(table, "mbb-plane-flown")
    table.answering()
    table.press("commit")
    table.asked()
    table.press("act-bomb")
    looker.still(table, "mbb-plane-bombs")
    looker.still(_guns(looker), "mbb-artillery")


def _guns(looker: Looker) -> Table:
    ours = [
        unit("A1", "Hawker Typhoon", 36, 4, 90),
        unit("A2", "M1910/30 122mm Howitzer", 10, 5, 90),
        unit("A3", "Staff Car", 4, 16, 90),
    ]
    theirs = [unit("B1", "Carro Armato L3/35", 36, 10, 270), unit("B2", "Carro Armato L3/35", 10, 24, 270)]
    wall = piece("Building", 10, 14, length=8, width=2)
    wishes = {"phase": "target_declaration", "options": {"special_units": True}}
    table = looker.table(looker.server.lay([*ours, *theirs], [wall], **wishes), 0)
    table.asked()
    table.press("unit-A2") if looker.name == "desk" else None
    return table


@scene("infantry")
def infantry(looker: Looker) -> None:
    """Squads raid a house, flank a tank and follow one."""
    raiders = [squad(f"A{n}", 21.2 + 1.4 * n, 17.2, **STRONG) for n in (1, 2, 3)]
    inside = squad("B1", 24, 20, dp=0, inside="T1", marks={"markers": 1})
    terrain = [{"feature": "House", "x": 24.0, "y": 20.0, "heading": 0.0}]
    raid = looker.table(
        looker.server.lay([*raiders, inside, squad("B2", 44, 34)], terrain, phase="target_declaration"), 0
    )
    raid.asked()
    looker.still(raid, "infantry-raid")
    for _ in raiders:
        raid.press("commit")
    raid.answering()
    raid.press("commit")
    raid.asked()
    looker.still(raid, "infantry-moves-in")
    flank = looker.table(looker.server.lay(_flank(), phase="target_declaration"), 0)
    flank.asked()
    looker.still(flank, "infantry-flank")
    units = [unit("A1", "Infantry", 24, 8, 90), unit("A2", SHERMAN, 24, 10, 90), unit("B1", PANZER, 4, 34, 0)]
    behind = looker.table(looker.server.lay(units, phase="movement"), 0)
    behind.asked()
    looker.still(behind, "infantry-follows")


def _flank() -> list[dict[str, Any]]:
    ours = [squad("A1", 22, 10, **STRONG), squad("A2", 26, 10, **STRONG)]
    return [*ours, unit("B1", PANZER, 24, 18, 270) | {"changes": {"dp": 0}}, squad("B2", 44, 34)]


# --- BrickMech ---


@scene("mech-duel", moves=True)
def mech_duel(looker: Looker) -> None:
    """An attack, the question of return fire, parts that come off, a loss and the end."""
    base = looker.table(duel(looker.server, return_fire=True))
    table = MechTable(base.window)
    table.asked()
    looker.still(table, "mech-turn")
    table.press("act-attack")
    looker.still(table, "mech-attack")
    table.answer("commit")
    table.asked()
    looker.still(table, "mech-return-fire")
    table.answer("commit")
    looker.moment(table, "mech-shot", VERDICT)
    table.asked()
    table.page.keyboard.press("v")
    looker.still(table, "mech-after-scene")
    table.page.keyboard.press("v")
    for _ in range(14):
        asked = table.asked()
        if asked is None:
            break
        if asked["kind"] != "return_fire" and asked["seat"] == 0 and _may_fire(table):
            table.act("attack")
            looker.moment(table, "mech-loss", BANNER)
        else:
            table.pass_on(asked)
    ended(looker, table, "mech")


@scene("mech-vehicles")
def mech_vehicles(looker: Looker) -> None:
    """Vehicles beside Mechs, a turret that has been fired aside, their arcs, and one that is being built."""
    units = [mech("A1", 12, 12, 30, "rampart", **SURE), mech("A2", 12, 18, 0, "coyote", done=1)]
    units += [
        mech("A3", 9, 15, 0, done=1),
        mech("B1", 17, 19, 180, "trooper", armor=40),
        mech("B2", 24, 12, 200, "rampart"),
    ]
    table = MechTable(looker.table(looker.server.lay(units, game=MECH)).window)
    table.asked()
    table.act("attack")
    looker.still(table, "mech-vehicles")
    table.page.keyboard.press("v")
    looker.still(table, "mech-vehicles-scene")
    window = looker.open("/workshop?card=V1-U1-S2-S5-A6-A3", "svg.y-mech")
    looker.still(window, "mech-vehicle-workshop")


@scene("mech-anew")
def mech_anew(looker: Looker) -> None:
    """A deployment in which what waits finds no room beside a Mech that was put down askew."""
    waiting = [mech(f"A{number}", 0, 0, 0) | {"status": "waiting"} for number in range(2, 19)]
    units = [mech("A1", 2, 6, 45), *waiting, mech("B1", 18, 10, 180)]
    position = {"units": units, "size": [20, 20], "phase": "deployment"}
    wish = {"position": position, "seats": ["me", "here"], "game": MECH, "ready": False}
    table = MechTable(looker.table(Match(looker.server.call("/test/position", wish))).window)
    table.asked()
    looker.still(table, "mech-anew")


def _may_fire(table: MechTable) -> bool:
    return any(aim["refusal"] is None for aim in table.aims())


@scene("mech-loss", moves=True)
def mech_loss(looker: Looker) -> None:
    """A Mech with hardly any armor left is lost: the moment, and the wreck in Plan and in Scene."""
    units = [mech("A1", 10, 15, 0, **SURE), mech("B1", 17, 15, 180, armor=1, targeting=-20, defense_dice=1)]
    units.append(mech("B2", 26, 24, 180))
    table = MechTable(looker.table(looker.server.lay(units, game=MECH)).window)
    for _ in range(4):
        if table.asked() is None or not _may_fire(table):
            break
        table.act("attack")
        if looker.moment(table, "mech-loss", BANNER):
            break
    table.page.keyboard.press("Space")
    table.asked()
    looker.still(table, "mech-lost")
    table.page.keyboard.press("v")
    looker.still(table, "mech-lost-scene")


@scene("mech-four")
def mech_four(looker: Looker) -> None:
    """Four mechs of four sides, in Scene."""
    match = looker.server.new_match("me", *["recruit"] * 3, options={}, game=MECH, scenario="free_for_all")
    table = looker.table(match, 0)
    table.asked()
    table.page.keyboard.press("v")
    looker.still(table, "mech-four-scene")


# --- Battle of the Sea ---


@scene("sea-battle", moves=True)
def sea_battle(looker: Looker) -> None:
    """A course, divided fire, hits placed, a ship goes down, the end."""
    ships = (ship("A1", "Galleon", 10, 8, 90), ship("A2", "Cutter", 22, 6, 90), weak("B1", 12, 17), weak("B2", 16, 20))
    agreed = {"turning": "by_length", "stout_hulls": True}
    table = looker.table(lay(looker.server, *ships, terrain=[ISLAND], options=agreed))
    sailor = Sailor(table)
    table.asked()
    looker.still(table, "sea-reach")
    table.drag(table.pixel(10, 8), table.pixel(10.6, 10.2))
    looker.still(table, "sea-course")
    table.page.keyboard.press("v")
    looker.still(table, "sea-course-scene")
    table.page.keyboard.press("v")
    taken: set[str] = set()
    for _ in range(12):
        asked = table.asked()
        if asked is None:
            break
        kind = asked["kind"]
        if kind not in taken and kind != "command_fleet":
            taken.add(kind)
            looker.still(table, f"sea-{kind}")
        sailor.seat = asked["seat"]
        if kind == "attack":
            sailor.answer(asked)
            looker.moment(table, "sea-shot", VERDICT)
            looker.moment(table, "sea-loss", BANNER)
        else:
            sailor.commit() if kind == "command_fleet" else sailor.answer(asked)
    if table.state()["outcome"]:
        ended(looker, table, "sea")
    else:
        struck(looker, table, "sea")


@scene("sea-three")
def sea_three(looker: Looker) -> None:
    """Three captains and a wind, in Plan and Scene."""
    match = looker.server.new_match("me", "recruit", "recruit", options={"wind": True}, game="battle_of_the_sea",
                                   scenario="free_for_all_3")  # fmt: skip
    table = looker.table(match, 0)
    table.asked()
    looker.still(table, "sea-three")
    table.page.keyboard.press("v")
    looker.still(table, "sea-three-scene")


# --- BrickAction ---


@scene("action-duel", moves=True)
def action_duel(looker: Looker) -> None:
    """A tank fires at a car until it burns; the end."""
    units = [place("A1", "M1 map mg", 30, 40, 0), place("B1", "C1 hmg", 60, 40, 180)]
    table = looker.table(looker.server.lay(units, game=ACTION))
    table.asked()
    table.press("act-fire_map")
    looker.still(table, "action-tank-aims")
    for _ in range(4):
        table.answering()
        table.press("commit")
        looker.moment(table, "action-shot", VERDICT)
        looker.moment(table, "action-loss", BANNER)
        if table.asked() is None:
            break
        table.press("act-fire_map")
    ended(looker, table, "action")


@scene("action-squads")
def action_squads(looker: Looker) -> None:
    """Squads: the turn, an attack with threads and cover, a move, in Plan and Scene; the far player's board."""
    match = cottage(looker.server)
    table = looker.table(match, 0)
    table.asked()
    looker.still(table, "action-turn")
    table.press("act-attack")
    looker.still(table, "action-attack")
    table.page.keyboard.press("v")
    looker.still(table, "action-attack-scene")
    table.press("act-move")
    for _ in range(6):
        table.page.keyboard.press("ArrowUp")
    looker.still(table, "action-move-scene")


@scene("action-reaction")
def action_reaction(looker: Looker) -> None:
    """A squad walks before the windows of a house: the other side is asked whether it fires."""
    units = [
        place("A1", "5 regular smg", 50, 30),
        place("B1", "2 regular carbine", 46.8, 56.0, 270.0, spots=[[46.8, 56.0], [53.2, 56.0]]),
    ]
    match = looker.server.lay(units, [{"feature": "cottage", "x": 50, "y": 60}], game=ACTION, seats=("me", "link"))
    looker.server.sit(match, 1, "Nadia")
    mine, theirs = looker.table(match, 0), looker.table(match, 1)
    mine.asked()
    mine.press("act-move")
    for _ in range(10):
        mine.page.keyboard.press("ArrowUp")
    mine.answering()
    mine.enter()
    theirs.asked()
    looker.still(theirs, "action-reaction")
    looker.still(mine, "action-reaction-waits")


@scene("action-hill")
def action_hill(looker: Looker) -> None:
    """Who stands on a hill and who lies before one behind sandbags, where grenades from near reach him."""
    steps = [{"length": 17, "width": 14, "height": 3}, {"length": 13, "width": 10, "height": 2, "ground": 3}]
    hill = [{"feature": "raised_ground", "x": 40, "y": 30, **each} for each in steps]
    bags = {"feature": "sandbags", "x": 40, "y": 52, "length": 12, "width": 1}
    units = [
        {"id": "A1", "seat": 0, "card": "2 regular smg grenade", "x": 40, "y": 41, "heading": 90},
        {"id": "A3", "seat": 0, "card": "2 regular smg grenade, 3 regular repeater", "x": 40, "y": 31, "heading": 90},
        {"id": "A2", "seat": 0, "card": "M1 map", "x": 62, "y": 30, "heading": 90},
        {"id": "B1", "seat": 1, "card": "3 regular smg", "x": 40, "y": 54, "heading": 270, "changes": {"prone": 1}},
    ]
    options = {"flush_out": True}
    table = looker.table(looker.server.lay(units, [*hill, bags], options=options, game=ACTION, size=[80, 80]), 0)
    table.asked()
    looker.still(table, "action-hill")
    table.press("act-items")
    looker.still(table, "action-hill-grenade")
    table.page.keyboard.press("v")
    looker.still(table, "action-hill-scene")


@scene("action-village")
def action_village(looker: Looker) -> None:
    """A whole village with its armies, in Plan and Scene."""
    match = looker.server.new_match("me", "recruit", options={}, game=ACTION, scenario="village")
    table = looker.table(match, 0)
    table.asked()
    looker.still(table, "action-village")
    table.page.keyboard.press("v")
    looker.still(table, "action-village-scene")
