"""Effect cards in the order of play: when they are chosen, when they may be played, and when what they did is over."""

from __future__ import annotations

from typing import Any

from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.frames import Goto, Push
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.aims import ask_for_targets
from ...base.movement_phase import MovementPhase, declares_next
from ...base.rounds_and_turns import Battle, Turn, after_the_shots, first_aims
from ...base.turns import targets_locked, turn_begins, turn_ends
from .all_cards import until
from .chapter import EFFECT_CARDS
from .choosing_cards import ChoosingCards
from .effect_cards import (
    KEPT,
    KEPT_FROM_SHOTS,
    RADIO,
    RECON,
    SECOND_SHOT,
    UNTIL_TURN_ENDS,
    draw_card,
    fact_is_over,
    wear_off,
)
from .playing_cards import card_moment, card_window
from .rapid_fire import RapidFire

# --- before the battle -----------------------------------------------------------------------------------------------


@step(Battle, EFFECT_CARDS, before="roll_for_deployment")
@rule("mbb.card.optional", "mbb.card.deck.select", "mbb.card.hail.secret")
def choose_cards_in_sight(battle: Battle, t: Table) -> Any:
    """Effect cards are chosen by who sees the battlefield, before anything else."""
    return Push(ChoosingCards())


@step(Battle, EFFECT_CARDS, before="roll_for_deployment")
@rule("mbb.card.deck.select")
def after_the_cards(battle: Battle, t: Table) -> Any:
    """Where a battle stands in which they are chosen; nothing more is to do."""


# --- a turn ----------------------------------------------------------------------------------------------------------


@turn_begins.amended(EFFECT_CARDS)
@rule("mbb.turn.sequence", "mbb.card.timing")
def last_turn_wears_off(t: Table, seat: int) -> None:
    """What cards did until the next turn of their player is over."""
    wear_off(t, seat, until("next_turn"))


@step(Turn, EFFECT_CARDS)
@rule("mbb.card.timing", "mbb.turn.sequence")
def cards_at_the_start(turn: Turn, t: Table) -> Any:
    """Before anybody flies, moves or shoots."""
    return card_moment(t, turn.seat, "start")


@step(Turn, EFFECT_CARDS)
@rule("mbb.card.timing", "mbb.card.scenario")
def cards_in_declaration(turn: Turn, t: Table) -> Any:
    """The active player plays first."""
    return card_moment(t, turn.seat, "declaration")


@step(Turn, EFFECT_CARDS)
@rule("mbb.card.timing", "mbb.card.scenario")
def cards_against_spotters(turn: Turn, t: Table) -> Any:
    """Then the enemies."""
    return card_window(t, "enemy_declaration")


@first_aims.amended(EFFECT_CARDS)
@rule("mbb.declare.after_move", "mbb.card.timing")
def cards_before_aims(state: State, seat: int, before: Any) -> None:
    """Nobody names a target before the cards of the phase."""


@step(Turn, EFFECT_CARDS)
@rule("mbb.declare.after_move")
def declare_after_cards(turn: Turn, t: Table) -> Any:
    """Targets are named by what the cards have left of spotters."""
    return ask_for_targets(turn.seat)


@declares_next.amended(EFFECT_CARDS)
@rule("mbb.card.timing")
def cards_come_between(state: State, seat: int, before: bool) -> bool:
    """Between the movement and the targets others may have the word."""
    return False


@targets_locked.amended(EFFECT_CARDS)
@rule("mbb.card.timing")
def declaration_is_over(t: Table, seat: int) -> None:
    """What cards said of spotters was for the declaration."""
    for fact in (RECON, RADIO):
        fact_is_over(t, fact)


@after_the_shots.amended(EFFECT_CARDS)
@rule("mbb.card.timing")
def cards_after_the_shots(state: State, turn: Turn, before: Any) -> Any:
    """The cards of the end of the Shooting Phase come first."""
    return before if turn.carded else Goto("cards_after_shooting")


@step(Turn, EFFECT_CARDS)
@rule("mbb.card.timing", "mbb.card.scenario")
def cards_after_shooting(turn: Turn, t: Table) -> Any:
    """At the end of the Shooting Phase."""
    turn.carded = True
    return card_moment(t, turn.seat, "shooting_end")


@step(Turn, EFFECT_CARDS)
@rule("mbb.card.scenario")
def rapid_fire(turn: Turn, t: Table) -> Any:
    """A unit that a card lets shoot once more does so; then other cards may come."""
    return Push(RapidFire(seat=turn.seat)) if any(SECOND_SHOT in unit.marks for unit in t.units.values()) else None


@step(Turn, EFFECT_CARDS)
@rule("mbb.turn.sequence")
def back_to_the_turn(turn: Turn, t: Table) -> Any:
    """Then the turn goes on."""
    return Goto("move_again")


@step(Turn, EFFECT_CARDS)
@rule("mbb.card.timing", "mbb.turn.sequence")
def cards_at_the_end(turn: Turn, t: Table) -> Any:
    """After everything else, before a card is drawn."""
    return card_moment(t, turn.seat, "end")


@turn_ends.amended(EFFECT_CARDS)
@rule("mbb.card.deck.draw", "mbb.turn.sequence")
def turn_of_cards_ends(t: Table, seat: int) -> None:
    """What cards did this turn is over, and one that was earned is drawn."""
    wear_off(t, seat, UNTIL_TURN_ENDS)
    for fact in (KEPT, KEPT_FROM_SHOTS):
        fact_is_over(t, fact)
    draw_card(t, seat)


# --- movement --------------------------------------------------------------------------------------------------------


@step(MovementPhase, EFFECT_CARDS)
@rule("mbb.card.timing", "mbb.card.scenario")
def own_cards(phase: MovementPhase, t: Table) -> Any:
    """At the start of the phase, the active player first."""
    return card_moment(t, phase.seat, "movement")


@step(MovementPhase, EFFECT_CARDS)
@rule("mbb.card.timing", "mbb.card.scenario")
def enemy_cards(phase: MovementPhase, t: Table) -> Any:
    """Then the enemies."""
    return card_window(t, "enemy_movement")


@step(MovementPhase, EFFECT_CARDS)
@rule("mbb.declare.after_move", "mbb.card.scenario")
def finish(phase: MovementPhase, t: Table) -> Any:
    """What cards did to engines was for this phase."""
    wear_off(t, phase.seat, until("moved"))
