"""Armies against each other: those of a scenario with their sides changed, and units where one meets one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.setup.catalogue import CheckedArmy, ScenarioFace
from brickfield.players.lab.matches import Tournament
from brickfield.players.lab.round_robin import Army

# Units whose points differ by no more than this share are a fair match for each other.
_ABOUT = 0.1


class Meeting(Struct, frozen=True):
    """Two armies that meet in a scenario, both on either side of it."""

    scenario: str
    title: str
    armies: tuple[Army, Army]
    # whether each is a single unit, and meets all the others too
    duel: bool = False

    def tournament(self, game: Game, level: str, games: int, seed: str) -> Tournament:
        """Their games: in pairs with the same dice, the armies changing sides."""
        one, other = self.armies
        name = f"{seed}/{army_name(one)}/{army_name(other)}"
        return Tournament(Setup(game.id, self.scenario, armies=self.armies), (level, level), games, name, swap=True)


def army_name(army: Army) -> str:
    """An army in words: 4 Shermans and a Stuart are "4 Sherman, Stuart"."""
    return ", ".join(card if count == 1 else f"{count} {card}" for card, count in army)


def meetings(game: Game) -> list[Meeting]:
    """All armies of a game's scenarios for two that can change sides, and in duels every unit against every
    other that costs about as much."""
    return [found for face in game.catalogue().scenarios if face.seats == 2 for found in _of(game, face)]


def _of(game: Game, face: ScenarioFace) -> Iterator[Meeting]:
    one, other = face.forces
    if _single(one) and _single(other):
        cards = [_alone(card) for card in game.catalogue().cards]
        able = [army for army in cards if _like(game, army, one) and _may_meet(game, face, (army, army))]
        yield from (Meeting(face.id, face.title, pair, duel=True) for pair in combinations(able, 2))
    elif one != other and _may_meet(game, face, (one, other)) and _may_meet(game, face, (other, one)):
        yield Meeting(face.id, face.title, (one, other))


def _alone(card: str) -> Army:
    return ((card, 1),)


def _single(army: Sequence[tuple[str, int]]) -> bool:
    return sum(count for _, count in army) == 1


def _like(game: Game, army: Army, other: Army) -> bool:
    """Whether an army costs about as much as another."""
    one, two = (game.check_army(each, 0, {}) if game.check_army is not None else None for each in (army, other))
    if not isinstance(one, CheckedArmy) or not isinstance(two, CheckedArmy):
        return False
    return abs(one.points - two.points) <= _ABOUT * two.points


def _may_meet(game: Game, face: ScenarioFace, armies: tuple[Army, Army]) -> bool:
    return not isinstance(game.new_match(game.fresh(Setup(game.id, face.id, armies=armies))), Refusal)
