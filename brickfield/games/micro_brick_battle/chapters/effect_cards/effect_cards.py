"""Effect cards: the set, which of them are dealt, who may play one, and what a played card does to the numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, by_key, read
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.battlefield import BattleMatch
from ...base.turns import unit_went, went_inside
from ...base.winning import kill_made, nothing_left
from .chapter import EFFECT_CARDS

Moment = Literal["start", "end", "movement", "declaration", "shot", "rolled", "shooting_end",
                 "enemy_movement", "enemy_declaration"]  # fmt: skip
DECK, PLAYED, BOX = "effect_deck", "played_cards", "cards_out_of_the_game"
# The marks that cards leave on units.
DIG_IN, THROTTLE, BREAKDOWN, AMMUNITION = "dig_in", "full_throttle", "breakdown", "ap_round"
# A unit that may fire once more, a unit whose dice are thrown again.
SECOND_SHOT, LUCK = "second_shot", "luck"
# What is noted of units where cards are played: that they have moved or shot in this turn, the round they were lost in.
HAS_MOVED, HAS_SHOT, LOST_IN = "moved_this_turn", "shot_this_turn", "lost_in"
UNTIL_TURN_ENDS = (HAS_MOVED, HAS_SHOT)
# Facts: whose guns fire as if all were spotted, whose use no spotters; with the number of a seat, early reserves.
RECON, RADIO, EARLY = "recon_flight", "radio_jam", "early_reserves"
# The phase in which Rapid Fire is declared and resolved.
RAPID_FIRE = "rapid_fire"
# What the end of a turn still owes the active player: a card for an enemy unit destroyed in it.
DUE = "card_due"
# With the number of a seat behind it: the round in which it played its last card.
LAST_PLAY = "card_round"
# The active player keeps the cards for the rest of the turn.
KEPT = "cards_kept"
# Or for the shots that are still to be made in it.
KEPT_FROM_SHOTS = "cards_kept_from_shots"


class Number(TableRow, frozen=True):
    """A figure with its clause."""

    value: int
    clause: str


class EffectCard(TableRow, frozen=True):
    """An effect card: what it says, when it is played, its numbers, and the chapter it has no use without."""

    id: str
    title: str
    text: str
    moment: Moment
    clause: str
    value: int = 0
    units: int = 1
    inches: float = 0.0
    needed: int = 0
    rounds: int = 0
    needs: str = ""


class CardsFile(TableRow, frozen=True):
    """The file of cards."""

    deck_most: Number
    deck_each: Number
    card: tuple[EffectCard, ...]


@cache
def _file() -> CardsFile:
    return read("effect_cards.toml", CardsFile, Path(__file__).parent)


@rule("mbb.card.scenario")
@cache
def effect_cards() -> Mapping[str, EffectCard]:
    """All cards by id, those whose chapter is not in play included."""
    return by_key("effect_cards.toml", ((card.id, card) for card in _file().card))


@rule("mbb.card.optional")
def plays_cards(match: Match) -> bool:
    """Whether effect cards are on the table at all."""
    return bool(match.options.effect_cards != "none")


@rule("mbb.card.scenario")
def is_of_use(match: Match, card: EffectCard) -> bool:
    """Whether the chapter that a card is about is played here. Any card may be chosen, of use or not."""
    assert isinstance(match, BattleMatch)
    return card.needs != "special_units" or match.special_units


@rule("mbb.card.deck.select", "mbb.card.deck.max6", "mbb.card.hail.number")
def cards_to_choose(match: Match) -> tuple[int, int]:
    """How many cards a player chooses at least and at most: a share of the deck's six, or the number agreed."""
    if match.options.effect_cards == "deck":
        return 0, min(_file().deck_each.value, _file().deck_most.value // match.seats)
    number = min(match.options.hail_mary_cards, len(effect_cards()))
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


# --- what cards leave ------------------------------------------------------------------------------------------------


@rule("mbb.turn.sequence", "mbb.card.timing")
def wear_off(t: Table, seat: int, marks: tuple[str, ...]) -> None:
    """What cards did to the units of a seat, or what was noted of them for the cards, is over."""
    for unit in [unit for unit in t.units.values() if unit.seat == seat]:
        for mark in marks:
            if mark in unit.marks:
                t.emit(happened.UnitMarked(unit=unit.id, mark=mark, value=0, clause="mbb.card.timing"))


@rule("mbb.card.timing")
def fact_is_over(t: Table, name: str) -> None:
    """What a card said for a phase or a turn is over."""
    if name in t.facts and t.facts[name] != -1:
        t.emit(happened.FactChanged(name=name, value=-1, clause="mbb.card.timing"))


@unit_went.amended(EFFECT_CARDS)
@rule("mbb.card.scenario")
def note_moved(t: Table, unit_id: str, _step: str, _amount: float, _cost: int) -> None:
    """Whether a unit has moved decides about some cards."""
    note_for_cards(t, unit_id, HAS_MOVED)


@rule("mbb.card.scenario")
def note_for_cards(t: Table, unit_id: str, mark: str, value: int = 1) -> None:
    """What some cards ask about: who has moved, who has shot, who was lost when. Only where cards are played."""
    if t.units[unit_id].marks.get(mark) != value:
        t.emit(happened.UnitMarked(unit=unit_id, mark=mark, value=value, clause="mbb.card.scenario"))


# --- cards for enemies destroyed -------------------------------------------------------------------------------------


@rule("mbb.card.deck.draw")
def note_kill(t: Table, lost: str, by: str, seat: int = -1) -> None:
    """An enemy unit destroyed by the active player in the own turn earns a card, one however many there are.

    What no unit has destroyed but a card is the kill of the `seat` that played it.
    """
    if t.match.options.effect_cards != "deck" or t.facts.get(DUE, 0) or (by not in t.units and seat < 0):
        return
    seat = t.units[by].seat if by in t.units else seat
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


@kill_made.amended(EFFECT_CARDS)
@rule("mbb.card.deck.draw", "mbb.card.scenario")
def note_lost(t: Table, lost: str, by: str, seat: int) -> None:
    """A loss may earn a card, and some cards ask when it was."""
    note_kill(t, lost, by, seat)
    note_for_cards(t, lost, LOST_IN, int(t.facts.get("round", 0)))


@nothing_left.amended(EFFECT_CARDS)
@rule("mbb.card.timing")
def hand_is_lost(t: Table, seat: int) -> None:
    """Who has nobody left plays no card."""
    hand_leaves(t, seat)


@went_inside.amended(EFFECT_CARDS)
@rule("inf.geometry.cards")
def note_who_went_in(t: Table, unit_id: str) -> None:
    """To go into a building is to move."""
    note_for_cards(t, unit_id, HAS_MOVED)
