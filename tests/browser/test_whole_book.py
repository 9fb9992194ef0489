"""The rest of the book at a table: an airplane flown by hand, a card of the hand, mines that nobody else sees."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.house import GAME, House, Match, piece, unit
from tests.browser.player import FingerTable, HandPlayer, Table, next_seat
from tests.browser.window import PHONE, TABLET, Windows

SHERMAN, PANZER = "M4 Sherman", "Panzer III"


def labels(table: Table) -> set[str]:
    return {each["text"] for each in table.probe()["labels"]}


def label_is_there(table: Table, text: str) -> None:
    table.window.wait("(text) => window.__brickfield.probe().labels.some((one) => one.text === text)", text)


def the(table: Table, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in table.state()["view"]["units"] if each["id"] == name)
    return found


def sky(server: House) -> Match:
    """A Typhoon above the table with a Panzer on its way."""
    ours = [unit("A1", "Hawker Typhoon", 24, 4, 90), unit("A2", SHERMAN, 2, 2, 90)]
    return server.lay([*ours, unit("B1", PANZER, 24, 12, 270)], phase="turn")


def test_a_plane_is_flown_leg_by_leg_and_bombs_what_it_flew_over(windows: Windows, server: House) -> None:
    table = Table(windows.table(sky(server), seats=(0,)))
    asked = table.asked()
    assert asked is not None
    assert asked["kind"] == "fly_airplanes"
    table.drag(table.spot("A1"), table.pixel(24, 9))
    # half of its speed at least: what is drawn stays, and more is asked for
    expect(table.window.find("commit")).to_have_attribute("aria-disabled", "true")
    label_is_there(table, "at least 10 in")
    for _ in range(7):
        table.page.keyboard.press("ArrowUp")
    expect(table.window.find("over")).to_contain_text("Flown over: Panzer III B1")
    table.page.keyboard.press("ArrowLeft")
    label_is_there(table, "15°")
    table.answering()
    table.press("commit")
    table.asked()
    assert the(table, "A1")["pose"]["y"] == 16_000_000
    table.press("act-bomb")
    expect(table.window.find("commit")).to_be_enabled()


def test_a_second_turn_is_refused_with_its_clause_and_the_first_way_stays(windows: Windows, server: House) -> None:
    table = FingerTable(windows.table(sky(server), PHONE, seats=(0,), touch=True))
    table.asked()
    for key in ["ArrowLeft", *["ArrowUp"] * 11]:
        table.page.keyboard.press(key)
    expect(table.window.find("over")).to_contain_text("Nothing is flown over")
    table.page.keyboard.press("ArrowRight")
    expect(table.window.find("refused-leg")).to_contain_text("may turn once in a Move")
    label_is_there(table, "11 in")


def test_over_the_edge_the_button_says_that_it_leaves(windows: Windows, server: House) -> None:
    ours = [unit("A1", "Hawker Typhoon", 24, 4, 270), unit("A2", SHERMAN, 2, 2, 90)]
    table = Table(windows.table(server.lay([*ours, unit("B1", PANZER, 24, 30, 270)], phase="turn"), seats=(0,)))
    table.asked()
    for _ in range(5):
        table.page.keyboard.press("ArrowUp")
    expect(table.window.find("commit")).to_contain_text("Leave the table")
    table.answering()
    table.press("commit")
    table.asked()
    assert the(table, "A1")["status"] == "waiting"


def test_cards_are_chosen_by_what_they_say_and_one_is_played_among_four_armies(windows: Windows, server: House) -> None:
    options = {"effect_cards": "hail_mary"}
    bots = ("recruit",) * 3
    match = server.new_match("me", *bots, scenario="four_armies", options=options, ready=False)
    table = Table(windows.table(match, seats=(0,)))
    asked = table.asked()
    assert asked is not None
    titles = [each["title"] for each in asked["offer"]["items"]]
    throttle = titles.index("Full Throttle") + 1
    expect(table.window.find(f"item-{throttle}")).to_contain_text(asked["offer"]["items"][throttle - 1]["text"])
    for number in (throttle, titles.index("Dig In") + 1):
        table.press(f"item-{number}")
    # full throttle comes at the start of the Movement Phase; whatever is asked before, the cards are kept
    while asked is not None and not (played := _choices(asked, "Play Full Throttle")):
        table.answering()
        table.press("for-me" if asked["kind"] == "deploy_unit" else "commit")
        asked = table.asked()
    assert asked is not None
    table.press(f"choice-{played[0]}")
    table.answering()
    table.press("commit")
    table.asked()
    piles = table.state()["view"]["piles"]
    # the others may have played some of theirs meanwhile
    assert piles["played_cards"]["cards"][0] == "full_throttle", piles
    assert piles["hand0"]["count"] == 1
    assert sum(piles[f"hand{seat}"]["count"] for seat in range(4)) + len(piles["played_cards"]["cards"]) == 8


def _choices(asked: dict[str, Any], title: str) -> list[int]:
    """The numbers of the choices whose title begins like this."""
    choices = asked["offer"].get("choices", ())
    return [number for number, each in enumerate(choices, 1) if each["title"].startswith(title)]


class Airman(HandPlayer):
    """Flies as well: brings planes on, strikes with what there is, best first, and flies straight on where it must."""

    def answer(self, asked: dict[str, Any]) -> None:
        kinds = {"fly_airplanes": self.fly, "enter_airplane": self.come_on}
        if asked["kind"] not in kinds:
            super().answer(asked)
            return
        self.given.append(asked["kind"])
        self.table.tidy()
        kinds[asked["kind"]](asked)

    def come_on(self, asked: dict[str, Any]) -> None:
        self.table.answering()
        self.table.press("for-me")

    def fly(self, asked: dict[str, Any]) -> None:
        actions = {each["id"]: each for each in asked["offer"]["actors"][0]["actions"]}
        finish = asked["offer"]["actors"][0]["finish"]
        strikes = [each for each in ("approach", "bomb", "missile", "machine_guns") if each in actions]
        able = [each for each in strikes if actions[each]["closed"] is None]
        if able:
            self.given.append(able[0])
            self.table.press(f"act-{able[0]}")
        elif finish is not None and finish["refusal"] is None:
            self.table.finish()
            return
        else:
            self.table.press("act-move")
            for _ in range(44):
                self.table.page.keyboard.press("ArrowUp")
            self.window.wait("() => !document.querySelector('[data-testid=commit]').matches('[aria-disabled=true]')")
        self.commit()


def test_a_battle_with_a_plane_and_a_gun_that_sees_by_a_spotter_is_won(windows: Windows, server: House) -> None:
    ours = [
        unit("A1", "Hawker Typhoon", 36, 4, 90),
        unit("A2", "M1910/30 122mm Howitzer", 10, 5, 90),
        unit("A3", "Staff Car", 4, 16, 90),
    ]
    theirs = [unit("B1", "Carro Armato L3/35", 36, 10, 270), unit("B2", "Carro Armato L3/35", 10, 24, 270)]
    wall = piece("Building", 10, 14, length=8, width=2)
    special = {"special_units": True}
    match = server.lay([*ours, *theirs], [wall], phase="turn", seats=("me", "recruit"), options=special)
    table = Table(windows.table(match, seats=(0,)))
    player = Airman(table, moves=0)
    spotted = 0
    for _ in range(60):
        asked = table.asked()
        if asked is None:
            break
        if asked["kind"] == "declare_targets" and "spotted by Staff Car A3" in str(asked["offer"]):
            table.press("unit-A2")
            label_is_there(table, "spotted by Staff Car A3")
            spotted += 1
        player.answer(asked)
    table.window.find("win").wait_for()
    assert spotted > 0, player.given
    assert {"fly_airplanes", "declare_targets"} <= set(player.given)
    assert {"bomb", "missile", "machine_guns"} & set(player.given), player.given


def seated(server: House, units: list[dict[str, Any]], **position: Any) -> Match:
    """Four players at one table, each somewhere else."""
    seats = ("me", "link", "link", "link")
    wish = {"position": {"units": units, **position}, "seats": seats, "game": GAME}
    match = Match(server.call("/test/position", wish))
    for seat, name in ((1, "Nadia"), (2, "Omar"), (3, "Pia")):
        server.sit(match, seat, name)
    return match


def test_four_players_in_two_teams_play_to_the_end(windows: Windows, server: House) -> None:
    units = [
        unit("A1", "IS-3", 10, 10, 90), unit("B1", "Carro Armato L3/35", 10, 16, 90),
        unit("C1", "IS-3", 36, 10, 90), unit("D1", "Carro Armato L3/35", 36, 16, 90),
    ]  # fmt: skip
    teams = {"edges": ("y=0", "y=36", "y=0", "y=36"), "sides": (0, 1, 0, 1), "phase": "turn"}
    match = seated(server, units, **teams)
    tables = [Table(windows.table(match, PHONE if seat != 2 else TABLET, seats=(seat,))) for seat in range(4)]
    players = [HandPlayer(table, seat, moves=0) for seat, table in enumerate(tables)]
    expect(tables[2].window.find("ally-0")).to_have_text("ally")
    assert tables[2].window.find("ally-1").count() == 0
    turns: list[int] = []
    while (seat := next_seat(*players)) is not None:
        asked = tables[seat].asked()
        assert asked is not None
        turns += [seat] if turns[-1:] != [seat] else []
        players[seat].answer(asked)
    for table in tables:
        table.window.find("win").wait_for()
    assert "win" in tables[2].window.find("win").inner_text().lower()
    assert turns[0] == 0
    assert 2 in turns
    assert tables[0].state()["view"]["outcome"]["winners"] == [0, 2]


def test_a_secret_minefield_is_shown_to_its_owner_alone(windows: Windows, server: House) -> None:
    match = server.new_match("me", "link", options={"mines": "secret"}, ready=False)
    server.sit(match, 1, "Nadia")
    mine = Table(windows.table(match, seats=(0,)))
    theirs = FingerTable(windows.table(match, PHONE, seats=(1,), touch=True))
    for table, square in ((mine, "C3"), (theirs, "D4")):
        asked = table.asked()
        assert asked is not None
        squares = [each["title"] for each in asked["offer"]["choices"]]
        # the square is touched where it lies, and called by its name from then on
        column, row = ord(square[0]) - ord("A"), int(square[1:]) - 1
        table.tap(table.pixel(6 * column + 3, 6 * row + 3))
        number = squares.index(f"Square {square}") + 1
        expect(table.window.find(f"choice-{number}")).to_have_attribute("aria-pressed", "true")
        label_is_there(table, f"Square {square}")
        table.answering()
        table.press("commit")
    label_is_there(mine, "Your secret minefield, square C3")
    label_is_there(theirs, "Your secret minefield, square D4")
    for table, hidden in ((mine, "square d4"), (theirs, "square c3")):
        assert not any(hidden in text.lower() for text in labels(table))
        assert hidden not in str(table.state()["view"]).lower()


def test_who_drives_into_a_secret_minefield_calls_and_both_windows_learn_where_it_is(
    windows: Windows, server: House
) -> None:
    units = [unit("A1", SHERMAN, 15, 9, 90), unit("A2", SHERMAN, 40, 4, 90), unit("B1", PANZER, 40, 32, 270)]
    notes = {"notes": ["", "C3"], "options": {"mines": "secret"}, "phase": "movement"}
    match = server.lay(units, seats=("me", "link"), **notes)
    server.sit(match, 1, "Nadia")
    mine, theirs = Table(windows.table(match, seats=(0,))), Table(windows.table(match, PHONE, seats=(1,)))
    mine.asked()
    label_is_there(theirs, "Your secret minefield, square C3")
    assert not any("minefield" in text.lower() for text in labels(mine))
    mine.drag(mine.spot("A1"), mine.pixel(15, 15))
    mine.answering()
    mine.press("commit")
    asked = mine.asked()
    assert asked is not None
    assert (asked["kind"], asked["title"]) == ("call_even_or_odd", "Even or odd?")
    # it stands where the field begins, and the rest of its way is still drawn
    assert "rest" in mine.probe()["marks"]
    for table in (mine, theirs):
        label_is_there(table, "Minefield, square C3")
    mine.answering()
    mine.press("commit")
    mine.window.wait("(seq) => window.__brickfield.state().shown > seq", mine.answered)
    tank = the(mine, "A1")
    assert tank["status"] in ("wreck", "gone") or tank["pose"]["y"] == 15_000_000
