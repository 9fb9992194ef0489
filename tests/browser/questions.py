"""Every kind of question, reached quickly: a laid position, a few presses, and the table asks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.browser.house import House, Match, piece, unit
from tests.browser.mech import duel
from tests.browser.player import Table
from tests.browser.sailor import lay, weak
from tests.browser.test_action import GAME as ACTION
from tests.browser.test_action import place
from tests.browser.test_sea import ISLAND
from tests.browser.test_whole_book import PANZER, SHERMAN
from tests.rules.battle_of_the_sea.table import ship


@dataclass(frozen=True)
class Way:
    """A table, and what is pressed at it: each stop is a question of its own."""

    name: str
    table: Callable[[House], Match]
    stops: Callable[[Table], Iterator[str]]


def _tanks(phase: str) -> Callable[[House], Match]:
    ours = [unit("A1", SHERMAN, 24, 9, 90), unit("A2", "M10 Wolverine", 30, 9, 90)]
    theirs = [unit("B1", PANZER, 24, 24, 270), unit("B2", PANZER, 33, 22, 270)]
    terrain = [piece("House", 16, 16), piece("Hedgerow", 34, 16, 90)]
    return lambda server: server.lay([*ours, *theirs], terrain, phase=phase)


def _moves(table: Table) -> Iterator[str]:
    yield "a unit to move"
    for _ in range(4):
        table.page.keyboard.press("ArrowUp")
    table.worked_out()
    yield "a way that is drawn"
    table.press("ask-hint")
    table.window.find("take-hint").wait_for()
    yield "a hint"


def _targets(table: Table) -> Iterator[str]:
    yield "a target and what it needs"
    while "Lock" not in table.commit_words():
        table.press("commit")
    yield "a plan of fire to lock"


def _set_up(server: House) -> Match:
    options = {"effect_cards": "hail_mary"}
    return server.new_match("me", "recruit", options=options, ready=False)


def _before(table: Table) -> Iterator[str]:
    yield "cards to choose"
    for number in (1, 3):
        table.press(f"item-{number}")
    for _ in range(3):
        table.answering()
        table.press("commit")
        asked = table.asked()
        if asked is not None and asked["kind"] == "deploy_unit":
            break
    yield "a unit to place"


def _mech_fight(table: Table) -> Iterator[str]:
    yield "an action of a Mech"
    table.press("act-attack")
    yield "an attack of a Mech"
    table.answering()
    table.press("commit")
    table.asked()
    yield "return fire"


def _ships(server: House) -> Match:
    ships = (
        ship("A1", "Galleon", 10, 8, 90),
        ship("A2", "Cutter", 22, 6, 90),
        weak("B1", 12, 17),
        ship("B2", "Cutter", 16, 20, 90),
    )
    return lay(server, *ships, terrain=[ISLAND])


def _sails(table: Table) -> Iterator[str]:
    yield "a ship to sail"
    _give(table)
    yield "dice to divide"
    table.press("target-2")
    table.press("target-2")
    _give(table)
    yield "hits to place"


def _give(table: Table) -> None:
    table.answering()
    table.press("commit")
    table.asked()


def cottage(server: House) -> Match:
    """A squad before a house with men at its windows."""
    units = [
        place("A1", "5 regular smg", 50, 38),
        place("A2", "3 regular battle_rifle", 62, 34),
        place("B1", "2 regular carbine", 46.8, 56.0, 270.0, spots=[[46.8, 56.0], [53.2, 56.0]]),
        place("B2", "3 regular smg", 76, 66, 270.0),
    ]
    return server.lay(units, [{"feature": "cottage", "x": 50, "y": 60}], game=ACTION)


def _acts(table: Table) -> Iterator[str]:
    yield "an action of a squad"
    table.press("act-attack")
    yield "an attack of a squad"
    if table.window.find("act-hold").count():
        table.press("act-hold")
        yield "a hold"
    table.press("act-move")
    for _ in range(10):
        table.page.keyboard.press("ArrowUp")
    table.worked_out()
    _give(table)
    yield "reactive fire"


def _taught(table: Table) -> Iterator[str]:
    yield "a step of a lesson"
    table.press("commit")
    table.window.find("refusal").wait_for()
    yield "a refusal"


def lesson(server: House, game: str) -> Match:
    """The lesson of a game."""
    return Match(server.call("/api/lessons", {"game": game}))


WAYS = (
    Way("tanks move", _tanks("movement"), _moves),
    Way("tanks fire", _tanks("target_declaration"), _targets),
    Way("tanks are set up", _set_up, _before),
    Way("mechs fight", lambda server: duel(server, return_fire=True), _mech_fight),
    Way("ships sail and fire", _ships, _sails),
    Way("a lesson", lambda server: lesson(server, "battle_of_the_sea"), _taught),
    Way("squads act", cottage, _acts),
)
