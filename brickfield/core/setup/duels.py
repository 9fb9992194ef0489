"""Odds before a battle: two units on an empty table, so far apart, and what the rules say of each attack.

Nothing is worked out here: a table is laid for the two of them and the game is asked as it is asked in a battle.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.commands import read_as
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.play import begin
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.shown.showing import AimFace, CardFace
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN, Pose

# Names nobody has on a card, so that they can be taken out of the sentences again.
_MINE, _THEIRS = "A9901", "B9901"
_ROOM = 15.0
_FARTHEST = 200.0
NO_CARDS = invalid("no_cards", "Cards of this game cannot be set against each other.")

Away = Annotated[float, Meta(ge=0, le=_FARTHEST)]
Facing = Literal["front", "side", "rear"]
_TURNED: dict[Facing, float] = {"front": 180.0, "side": 90.0, "rear": 0.0}


class Attack(Struct, frozen=True):
    """One way to attack: with what (empty where there is only one), and its numbers or why it cannot be."""

    title: str
    face: AimFace


class Duel(Struct, frozen=True):
    """A unit and an enemy: what the unit may do to it, and the enemy to the unit, from where they stand."""

    enemy: str
    title: str
    mine: tuple[Attack, ...]
    theirs: tuple[Attack, ...]
    # why the two cannot be set against each other at all
    refusal: Refusal | None = None


def fight(game: Game, card: str, enemy: str, away: float, facing: Facing, options: dict[str, object]) -> Duel:
    """What two cards do to each other `away` from hull to hull; the unit looks at the enemy, who shows it a side.

    Guns that bear to the sides only are turned to the enemy: a unit that can do nothing bows on lies across.
    """
    ahead = _stood(game, (card, enemy), (0.0, _TURNED[facing]), away, options)
    if isinstance(ahead, Refusal):
        return Duel(enemy, enemy, (), (), ahead)
    across = _stood(game, (card, enemy), (90.0, _TURNED[facing]), away, options)
    mine = next((found for state in (ahead, across) if _possible(found := _mine(state))), _mine(ahead))
    return Duel(enemy, _face_of(ahead, _THEIRS).title, mine, _attacks(ahead, _THEIRS, _MINE))


def _mine(state: State | Refusal) -> tuple[Attack, ...]:
    return () if isinstance(state, Refusal) else _attacks(state, _MINE, _THEIRS)


def _possible(attacks: tuple[Attack, ...]) -> bool:
    return any(each.face.refusal is None for each in attacks)


def _stood(
    game: Game, cards: tuple[str, str], headings: tuple[float, float], away: float, options: dict[str, object]
) -> State | Refusal:
    """Both on an empty table, as far apart as the lengths of their bases and the gap between these make it."""
    apart = away
    for card, turned in zip(cards, headings, strict=True):
        built = game.build_card(card, 0, dict(options)) if game.build_card is not None else NO_CARDS
        if isinstance(built, Refusal):
            return built
        apart += _half(built.face, turned)
    state = _table(game, cards, headings, apart, options)
    return state if isinstance(state, Refusal) else _standing(state, headings, apart)


def _table(
    game: Game, cards: tuple[str, str], headings: tuple[float, float], apart: float, options: dict[str, object]
) -> State | Refusal:
    size = apart + 2 * _ROOM
    units = [
        {"id": name, "card": card, "seat": seat, "x": x, "y": size / 2, "heading": heading, "status": "alive"}
        | {"changes": {}}
        for seat, (name, card, x, heading) in enumerate(
            zip((_MINE, _THEIRS), cards, (_ROOM, _ROOM + apart), headings, strict=True)
        )
    ]
    position = {"units": units, "terrain": [], "size": [size, size]}
    match = game.new_match(Setup(game.id, "", dict(options), names=("Blue", "Orange"), position=position))
    return begin(match).state if isinstance(match, Match) else match


def _standing(state: State, headings: tuple[float, float], apart: float) -> State:
    """Whoever comes onto the table only later, such as an airplane, is on it here."""
    there, y = state.clone(), _ROOM + apart / 2
    for name, x, heading in zip((_MINE, _THEIRS), (_ROOM, _ROOM + apart), headings, strict=True):
        if there.units[name].pose is None:
            there.units[name] = replace(there.units[name], pose=Pose.at(x, y, heading))
    return there


def _face_of(state: State, name: str) -> CardFace:
    face = state.match.game.face
    assert face is not None, f"{state.match.game.id} is not drawn"
    shown = face(state.match)
    return shown.cards[shown.units[name]]


def _half(card: CardFace, turned: float) -> float:
    """How far a base reaches towards the other from its middle."""
    return (card.width if turned % 180.0 else card.length) / 2 / GRAIN


def _attacks(state: State, unit: str, target: str) -> tuple[Attack, ...]:
    """Every way a game knows for one to attack the other; a game that says nothing has the one of its previews."""
    game = state.match.game
    if game.attacks is not None:
        found = game.attacks(state, state.units[unit], state.units[target])
    else:
        found = (Attack("", default_aim(state, state.units[unit], state.units[target])),)
    return tuple(Attack(each.title, _nameless(each.face)) for each in found)


def default_aim(state: State, unit: Unit, target: Unit) -> AimFace:
    """What the table of a game shows when one unit aims at another."""
    kind, asked = state.match.game.previews["aim"]
    about = read_as({"unit": unit.id, "target": target.id}, kind)
    told = about if isinstance(about, Refusal) else asked(state, unit.seat, about)
    if isinstance(told, AimFace):
        return told
    refusal = told if isinstance(told, Refusal) else invalid("no_aim", "This cannot be worked out.")
    return AimFace(unit.id, target.id, "", "", refusal, clause=refusal.clause)


def _nameless(aim: AimFace) -> AimFace:
    """An aim as one card at another: there is one of each, so that nobody needs a number; no picture is drawn."""
    refusal = aim.refusal and replace(aim.refusal, sentence=_without_names(aim.refusal.sentence))
    sums = tuple(
        replace(each, lines=tuple(replace(line, reason=_without_names(line.reason), source="") for line in each.lines))
        for each in aim.sums
    )
    said = {"title": _without_names(aim.title), "remark": _without_names(aim.remark)}
    return replace(aim, **said, refusal=refusal, sums=sums, sight=None, cover=None, between=None)


def _without_names(text: str) -> str:
    return text.replace(f" {_MINE}", "").replace(f" {_THEIRS}", "")
