"""Choosing effect cards before the battle: the deck is shuffled, or the hands are taken up."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from brickfield.core.asking.offers import Asked, Item, Take
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import AskAll, Frame, Shuffle
from brickfield.core.match import Match
from brickfield.core.piles import EVERYBODY
from brickfield.core.refusal import illegal, invalid
from brickfield.core.sealed import NOBODY
from brickfield.core.state import State
from brickfield.core.table import Table
from .effect_cards import BOX, DECK, PLAYED, EffectCard, cards_to_choose, effect_cards, hand_name, is_of_use

Name = Annotated[str, Meta(max_length=40)]


class PickCards(Answer, frozen=True):
    """The effect cards a player chooses before the battle."""

    cards: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()


class ChooseCards(Decision, frozen=True):
    """Which effect cards to put into the deck, or to hold from the start."""

    ANSWER: ClassVar[Any] = PickCards
    CLAUSE: ClassVar[str] = "mbb.card.hail.secret"

    @rule("mbb.card.deck.select", "mbb.card.deck.max6", "mbb.card.hail.number", "mbb.card.hail.unique")
    def settle(self, state: State, answer: Any) -> Any:
        """So many as there may be, of the twelve; in a Hail Mary hand no card twice."""
        for card in answer.cards:
            if card not in effect_cards():
                return invalid("card_unknown", f"There is no effect card {card!r}.", card=card)
        least, most = cards_to_choose(state.match)
        deck = state.match.options.effect_cards == "deck"
        if not least <= len(answer.cards) <= most:
            clause = "mbb.card.deck.max6" if deck else "mbb.card.hail.number"
            count = f"up to {most}" if deck else f"{most}"
            sentence = f"You choose {count} effect cards, not {len(answer.cards)}."
            return illegal("number_of_cards", clause, sentence, chosen=len(answer.cards), most=most)
        if not deck and len(set(answer.cards)) < len(answer.cards):
            return illegal("card_twice", "mbb.card.hail.unique", "No card may be chosen twice.")
        return answer

    def ask(self, state: State) -> Asked:
        """Every card there is, with what it says."""
        least, most = cards_to_choose(state.match)
        items = tuple(Item(card.id, card.title, text=_told(state.match, card)) for card in effect_cards().values())
        deck = state.match.options.effect_cards == "deck"
        usual = tuple(range(least or most))
        offer = Take(items, {"answer": "pick_cards"}, "cards", least=least, most=most, usual=usual, give="Choose")
        where = (
            "They are shuffled into one deck." if deck else "You hold them from the start, and nobody else sees them."
        )
        return self.asked("Choose effect cards", f"{'Up to ' if deck else ''}{most} cards. {where}", offer)


def _told(match: Match, card: EffectCard) -> str:
    return card.text if is_of_use(match, card) else f"{card.text} Of no use in this battle."


class ChoosingCards(Frame):
    """Everybody chooses at once and in secret; then the deck is shuffled, or the hands are taken up."""

    picks: tuple[PickCards, ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("choose", "lay", "shuffle")
    SECRET: ClassVar[tuple[str, ...]] = ("picks",)

    @rule("mbb.card.deck.select", "mbb.card.hail.secret")
    def choose(self, t: Table) -> Any:
        """Ask all players."""
        return AskAll(tuple(ChooseCards(seat) for seat in range(t.match.seats)), into="picks")

    @rule("mbb.card.deck.shuffle", "mbb.card.hail.secret")
    def lay(self, t: Table) -> Any:
        """One deck face down and empty hands, or a hand for each player."""
        picks, self.picks = self.picks, ()
        deck = t.match.options.effect_cards == "deck"
        if deck:
            t.lay_pile(DECK, NOBODY, [card for pick in picks for card in pick.cards], "mbb.card.deck.shuffle")
        for seat, pick in enumerate(picks):
            clause = "mbb.card.deck.shuffle" if deck else "mbb.card.hail.secret"
            t.lay_pile(hand_name(seat), seat, () if deck else pick.cards, clause)
        t.lay_pile(PLAYED, EVERYBODY, (), "mbb.card.deck.discard" if deck else "mbb.card.hail.discard")
        t.lay_pile(BOX, NOBODY, (), "mbb.card.timing")

    @rule("mbb.card.deck.shuffle")
    def shuffle(self, t: Table) -> Any:
        """Nobody knows the order of the deck."""
        return Shuffle(DECK, "mbb.card.deck.shuffle") if len(t.piles.get(DECK, ())) > 1 else None
