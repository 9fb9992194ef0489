"""Effect cards: the set, which of them are dealt, who may play one, and what a played card does to the numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import Entry, by_key
from brickfield.core.match import Match
from brickfield.core.modifiers import Modifier
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.data_files import read
from brickfield.games.micro_brick_battle.rules.battlefield import BattleMatch

Moment = Literal["start", "end", "declared", "missed", "hit"]
DECK, PLAYED, BOX = "effect_deck", "played_cards", "cards_out_of_the_game"
# What a chapter that is switched off says of itself.
_OFF: tuple[object, ...] = ("none", False, 0)
# The marks that cards leave on units, by when they are wiped off: at the start or at the end of their owner's turn.
UNTIL_NEXT_TURN = ("dug_in", "smoke_screen")
# A plane that arrives without a roll, a unit that fires by a spotter's sight.
SCRAMBLE, OBSERVER = "scramble", "forward_observer"
UNTIL_TURN_ENDS = ("full_throttle", "armor_piercing", "thrown_track", "dud_shell", "forward_observer", "mine_sweepers",
                   "scramble")  # fmt: skip
# What the end of a turn still owes the active player: a card for an enemy unit destroyed in it.
DUE = "card_due"
# With the number of a seat behind it: the round in which it played its last card.
LAST_PLAY = "card_round"


class Number(Entry, frozen=True):
    """A figure with its clause."""

    value: int
    clause: str


class EffectCard(Entry, frozen=True):
    """An effect card: what it says, when it is played, its number, and the chapter it has no use without."""

    id: str
    title: str
    text: str
    moment: Moment
    value: int
    clause: str
    needs: str = ""


class CardsFile(Entry, frozen=True):
    """The file of cards."""

    deck_most: Number
    deck_each: Number
    card: tuple[EffectCard, ...]


@cache
def _file() -> CardsFile:
    return read("effect_cards.toml", CardsFile)


@rule("mbb.card.scenario")
@cache
def effect_cards() -> Mapping[str, EffectCard]:
    """All cards by id, those whose chapter is not in play included."""
    return by_key("effect_cards.toml", ((card.id, card) for card in _file().card))


@rule("mbb.card.optional")
def plays_cards(match: Match) -> bool:
    """Whether effect cards are on the table at all."""
    return bool(match.options.effect_cards != "none")


@rule("mbb.card.timing", "mbb.card.scenario")
def dealt(match: Match) -> list[EffectCard]:
    """The cards that can be chosen in this match: without its chapter in play a card could do nothing."""
    return [card for card in effect_cards().values() if not card.needs or _in_play(match, card.needs)]


def _in_play(match: Match, chapter: str) -> bool:
    """Whether a chapter is agreed on or, where that is left to the scenario, is played in its battle."""
    assert isinstance(match, BattleMatch)
    if chapter == "special_units":
        return match.special_units
    if chapter == "airplanes":
        return any(card.is_airplane for card in match.cards.values())
    return getattr(match.options, chapter) not in _OFF


@rule("mbb.card.deck.select", "mbb.card.deck.max6", "mbb.card.hail.number")
def cards_to_choose(match: Match) -> tuple[int, int]:
    """How many cards a player chooses at least and at most: a share of the deck's six, or the number agreed."""
    if match.options.effect_cards == "deck":
        return 0, min(_file().deck_each.value, _file().deck_most.value // match.seats)
    number = min(match.options.hail_mary_cards, len(dealt(match)))
    return number, number


def hand_name(seat: int) -> str:
    """What a player's hand is called."""
    return f"hand{seat}"


def hand_of(state: State, seat: int) -> tuple[str, ...]:
    """The cards in a hand; of a hand that is only imagined they have no names."""
    pile = state.piles.get(hand_name(seat))
    return pile.cards if pile is not None else ()


@rule("mbb.card.deck.one_per_round", "mbb.card.hail.multi")
def may_play(state: State, seat: int) -> bool:
    """Whether a seat holds cards and may still play one: from the deck one in a round, Hail Mary cards as they like."""
    if not hand_of(state, seat):
        return False
    last = state.facts.get(_last_play(seat), 0)
    return bool(state.match.options.effect_cards != "deck" or last != state.facts.get("round", 0))


def _last_play(seat: int) -> str:
    return f"{LAST_PLAY}{seat}"


@rule("mbb.card.deck.discard", "mbb.card.hail.discard", "mbb.card.deck.one_per_round")
def discard(t: Table, seat: int, card: str) -> None:
    """A played card lies open for all and is out of the game."""
    deck = t.match.options.effect_cards == "deck"
    clause = "mbb.card.deck.discard" if deck else "mbb.card.hail.discard"
    t.move_card(seat, hand_name(seat), PLAYED, card, clause)
    if deck:
        last = happened.FactChanged(
            name=_last_play(seat), value=t.facts.get("round", 0), clause="mbb.card.deck.one_per_round"
        )
        t.emit(last)


# --- what cards do to numbers ----------------------------------------------------------------------------------------


def _card_modifier(unit: Unit, card: str, to: str) -> tuple[Modifier, ...]:
    value = unit.marks.get(card, 0)
    if not value:
        return ()
    printed = effect_cards()[card]
    return (Modifier(to, value, f"card: {printed.title}", printed.clause, "card", unit.id, ()),)


@rule("mbb.card.scenario", "mbb.mod.stack")
def card_attack(state: State, shooter: Unit, target: Unit) -> tuple[Modifier, ...]:
    """Attack Points of a shot that cards give or take."""
    if not plays_cards(state.match):
        return ()
    to = "attack_points"
    return _card_modifier(shooter, "armor_piercing", to) + _card_modifier(target, "smoke_screen", to)


@rule("mbb.card.scenario", "mbb.mod.stack")
def card_defense(state: State, target: Unit) -> tuple[Modifier, ...]:
    """Defense Points that cards give."""
    return _card_modifier(target, "dug_in", "defense_points") if plays_cards(state.match) else ()


@rule("mbb.card.scenario", "mbb.mod.stack")
def card_movement(state: State, unit_id: str) -> int:
    """Movement Points that cards give or take."""
    if not plays_cards(state.match):
        return 0
    marks = state.units[unit_id].marks
    return marks.get("full_throttle", 0) + marks.get("thrown_track", 0)


@rule("mbb.turn.sequence", "mbb.card.timing")
def wear_off(t: Table, seat: int, marks: tuple[str, ...]) -> None:
    """What cards did to the units of a seat is over."""
    if not plays_cards(t.match):
        return
    for unit in [unit for unit in t.units.values() if unit.seat == seat]:
        for mark in marks:
            if mark in unit.marks:
                t.emit(happened.UnitMarked(unit=unit.id, mark=mark, value=0, clause="mbb.card.timing"))


# --- cards for enemies destroyed -------------------------------------------------------------------------------------


@rule("mbb.card.deck.draw")
def note_kill(t: Table, lost: str, by: str) -> None:
    """An enemy unit destroyed by the active player in the own turn earns a card, one however many there are."""
    if t.match.options.effect_cards != "deck" or by not in t.units or t.facts.get(DUE, 0):
        return
    seat = t.units[by].seat
    if seat == t.facts.get("active") and not t.match.allied(seat, t.units[lost].seat):
        t.emit(happened.FactChanged(name=DUE, value=1, clause="mbb.card.deck.draw"))


@rule("mbb.card.deck.draw")
def draw_card(t: Table, seat: int) -> None:
    """At the end of a turn in which an enemy unit was destroyed the player draws the top card, if there is one."""
    if not t.facts.get(DUE, 0):
        return
    t.emit(happened.FactChanged(name=DUE, value=0, clause="mbb.card.deck.draw"))
    if DECK in t.piles and t.piles[DECK].cards:
        t.draw(seat, DECK, hand_name(seat), 1, "mbb.card.deck.draw")


@rule("mbb.card.timing")
def hand_leaves(t: Table, seat: int) -> None:
    """The cards of a player who has lost every unit leave the game unseen."""
    cards = hand_of(t, seat)
    if cards:
        t.draw(seat, hand_name(seat), BOX, len(cards), "mbb.card.timing")
