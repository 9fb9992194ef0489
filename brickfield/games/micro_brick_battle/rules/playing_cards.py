"""Playing effect cards: choosing them before the battle, the moments of a turn, and windows in other people's turns."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Union

from msgspec import Meta

from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision, React, Reaction
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Ask, AskAll, Frame, Goto, Push, Roll, Shuffle
from brickfield.core.match import Match
from brickfield.core.offers import Asked, Choice, Choose, Item, Take
from brickfield.core.piles import EVERYBODY
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.sealed import NOBODY
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import Offer, Offers, ReactionWindow
from brickfield.games.micro_brick_battle.rules.battlefield import battle_of, describe
from brickfield.games.micro_brick_battle.rules.card_effects import CARD_DIE, EFFECTS, THROWS, subjects
from brickfield.games.micro_brick_battle.rules.effect_cards import (
    BOX,
    DECK,
    PLAYED,
    EffectCard,
    cards_to_choose,
    dealt,
    discard,
    effect_cards,
    hand_name,
    hand_of,
    may_play,
    plays_cards,
)
from brickfield.games.micro_brick_battle.rules.free_for_all import clockwise
from brickfield.games.micro_brick_battle.rules.measures import measures

Name = Annotated[str, Meta(max_length=40)]
_SECONDS = 20


class PickCards(Answer, frozen=True):
    """The effect cards a player chooses before the battle."""

    cards: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()


class PlayCard(Answer, frozen=True):
    """Play a card of the own hand, on a unit if it says so."""

    card: Name
    unit: Annotated[str, Meta(max_length=16)] = ""


class KeepCards(Answer, frozen=True):
    """Play no card now."""


class ChooseCards(Decision, frozen=True):
    """Which effect cards to put into the deck, or to hold from the start."""

    ANSWER: ClassVar[Any] = PickCards
    CLAUSE: ClassVar[str] = "mbb.card.hail.secret"

    @rule("mbb.card.deck.select", "mbb.card.deck.max6", "mbb.card.hail.number", "mbb.card.hail.unique")
    def settle(self, state: State, answer: Any) -> Any:
        """So many as there may be, of those that are dealt; in a Hail Mary hand no card twice."""
        known = {card.id for card in dealt(state.match)}
        for card in answer.cards:
            if card not in known:
                return invalid("card_unknown", f"There is no effect card {card!r} in this battle.", card=card)
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
        items = tuple(Item(card.id, card.title, text=card.text) for card in dealt(state.match))
        deck = state.match.options.effect_cards == "deck"
        usual = tuple(range(least or most))
        offer = Take(items, {"answer": "pick_cards"}, "cards", least=least, most=most, usual=usual, give="Choose")
        where = (
            "They are shuffled into one deck." if deck else "You hold them from the start, and nobody else sees them."
        )
        return self.asked("Choose effect cards", f"{'Up to ' if deck else ''}{most} cards. {where}", offer)


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


# --- playing a card --------------------------------------------------------------------------------------------------


@rule("mbb.card.timing", "mbb.card.deck.one_per_round")
def may_play_card(
    state: State, seat: int, answer: PlayCard, moment: str, about: tuple[str, ...] = (), given_up: str = ""
) -> Refusal | None:
    """A card of the own hand, at the moment printed on it, on something it can have an effect on."""
    if answer.card not in hand_of(state, seat) or answer.card not in effect_cards():
        return illegal("not_in_hand", "mbb.card.timing", f"{answer.card!r} is not in your hand.", card=answer.card)
    if not may_play(state, seat):
        sentence = "You have played an effect card in this round: one in a round."
        return illegal("one_per_round", "mbb.card.deck.one_per_round", sentence)
    card = effect_cards()[answer.card]
    if card.moment != moment:
        return illegal("wrong_moment", "mbb.card.timing", f"{card.title} cannot be played now. {card.text}")
    if answer.unit not in subjects(state, seat, card.id, about, given_up):
        on = f" on {describe(state, answer.unit)}" if answer.unit in state.units else ""
        return illegal("no_effect", "mbb.card.timing", f"{card.title} cannot be played{on} now. {card.text}")
    return None


def playable(
    state: State, seat: int, moment: str, about: tuple[str, ...] = (), given_up: str = ""
) -> list[tuple[EffectCard, str]]:
    """Every card of a hand that could be played now, with everything it could be played on."""
    known = [effect_cards()[card] for card in dict.fromkeys(hand_of(state, seat)) if card in effect_cards()]
    return [
        (card, unit)
        for card in known
        if card.moment == moment
        for unit in subjects(state, seat, card.id, about, given_up)
    ]


def _choices(state: State, plays: list[tuple[EffectCard, str]]) -> tuple[Choice, ...]:
    """A choice for each card and unit."""
    return tuple(
        Choice(
            PlayCard(card.id, unit),
            f"{card.title}: {describe(state, unit)}" if unit else card.title,
            card.text,
            card.clause,
            about=(unit,) if unit else (),
        )
        for card, unit in plays
    )


class PlayCards(Decision, frozen=True):
    """Whether to play a card at the start or at the end of the own turn."""

    moment: Literal["start", "end"]
    given_up: str = ""

    ANSWER: ClassVar[Any] = Union[KeepCards, PlayCard]
    CLAUSE: ClassVar[str] = "mbb.card.timing"

    def settle(self, state: State, answer: Any) -> Any:
        """Keeping the cards is always possible."""
        if isinstance(answer, KeepCards):
            return answer
        return may_play_card(state, self.seat, answer, self.moment, (), self.given_up) or answer

    @rule("mbb.card.timing")
    def choices(self, state: State) -> tuple[Choice, ...]:
        """Keep them, or one of the cards of this moment."""
        keep = Choice(KeepCards(), "Keep your cards", "Play no card now.", self.CLAUSE)
        return keep, *_choices(state, playable(state, self.seat, self.moment, (), self.given_up))

    def ask(self, state: State) -> Asked:
        """The hand, and what can be played of it."""
        hand = ", ".join(effect_cards()[card].title for card in hand_of(state, self.seat) if card in effect_cards())
        when = "at the start of your turn" if self.moment == "start" else "at the end of your turn"
        choices = self.choices(state)
        # who can play none is asked all the same: that nobody was asked would tell the others something
        text = f"You hold {hand}. Cards {when}." if len(choices) > 1 else f"You hold {hand}, not to be played {when}."
        return self.asked("Play a card?" if len(choices) > 1 else "No card to play now", text, Choose(choices, "cards"))


class PlayInWindow(Reaction, frozen=True):
    """Whether to play a card in the middle of somebody's shooting."""

    moment: Literal["declared", "missed", "hit"]
    about: tuple[str, ...] = ()

    ANSWER: ClassVar[Any] = Union[React, PlayCard]
    CLAUSE: ClassVar[str] = "mbb.card.timing"
    TITLE: ClassVar[str] = "Effect cards"
    STYLE: ClassVar[Literal["list", "buttons", "cards"]] = "cards"
    # who has no such card is asked too, and nobody learns it from how long the answer took
    SECRET: ClassVar[bool] = True
    SECONDS: ClassVar[int] = _SECONDS

    @classmethod
    def in_play(cls, match: Match) -> bool:
        """By the switch."""
        return plays_cards(match)

    def settle(self, state: State, answer: Any) -> Any:
        """Letting it pass is always possible; a yes has to say which card."""
        if isinstance(answer, PlayCard):
            return may_play_card(state, self.seat, answer, self.moment, self.about) or answer
        if answer.yes:
            return illegal("which_card", "mbb.card.timing", "Say which card you play.")
        return answer

    @rule("mbb.card.timing")
    def choices(self, state: State) -> tuple[Choice, ...]:
        """Let it pass, or one of the cards of this moment."""
        let_pass = Choice(React(yes=False), "Let it pass", "Play no card now.", self.CLAUSE)
        return let_pass, *_choices(state, playable(state, self.seat, self.moment, self.about))

    def ask(self, state: State) -> Asked:
        """What happened, and what can be played."""
        names = [describe(state, each) for each in self.about]
        text = {
            "declared": f"Shots are declared at your units by {', '.join(names)}.",
            "missed": f"{names[0]} has missed {names[-1]}.",
            "hit": f"{names[-1]} is hit by {names[0]}.",
        }[self.moment]
        choices = self.choices(state)
        title = "Play a card?" if len(choices) > 1 else "No card to play now"
        return self.asked(title, text, Choose(choices, "cards"), self.seconds(state))


class CardInPlay(Frame):
    """A card that is played: it lies open, its die is thrown if it has one, and it does what it says."""

    seat: int = 0
    card: str = ""
    unit: str = ""
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("show", "throw", "carry_out")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "card", "unit", "faces")

    def show(self, t: Table) -> Any:
        """It leaves the hand for good."""
        discard(t, self.seat, self.card)

    @rule("mbb.card.scenario")
    def throw(self, t: Table) -> Any:
        """Most cards need no die."""
        pool = Pool(1, CARD_DIE, measures().die_faces, self.seat)
        return Roll((pool,), into="faces") if self.card in THROWS else None

    @rule("mbb.card.scenario", "mbb.card.timing")
    def carry_out(self, t: Table) -> Any:
        """By the function of its own name."""
        EFFECTS[self.card](t, self.seat, self.unit, self.faces[0] if self.faces else ())


class PlayingCards(Frame):
    """Cards at the start or the end of a turn, one after another as long as the player likes and may."""

    seat: int = 0
    moment: str = "start"
    given_up: str = ""
    answer: Union[KeepCards, PlayCard, None] = None

    STEPS: ClassVar[tuple[str, ...]] = ("offer", "play", "again")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "moment", "given_up", "answer")

    @rule("mbb.card.timing", "mbb.card.deck.one_per_round", "mbb.card.hail.multi")
    def offer(self, t: Table) -> Any:
        """Who holds cards is asked, whatever they are: being asked tells nobody anything."""
        if not may_play(t, self.seat):
            return DONE
        moment: Any = self.moment
        return Ask(PlayCards(self.seat, moment, self.given_up), into="answer")

    def play(self, t: Table) -> Any:
        """One card, or no more."""
        answer, self.answer = self.answer, None
        if not isinstance(answer, PlayCard):
            return DONE
        return Push(CardInPlay(seat=self.seat, card=answer.card, unit=answer.unit))

    def again(self, t: Table) -> Any:
        """Then ask again."""
        return Goto("offer")


def card_moment(state: State, seat: int, moment: str, given_up: str = "") -> Push | None:
    """The frame of a moment in the own turn, where cards are in play."""
    if not plays_cards(state.match) or not may_play(state, seat):
        return None
    return Push(PlayingCards(seat=seat, moment=moment, given_up=given_up))


# --- windows ---------------------------------------------------------------------------------------------------------


def _offer(state: State, seat: int, moment: Any, about: tuple[str, ...]) -> list[Offer]:
    """A window for a seat, if it holds cards; the active player comes first, then the others clockwise."""
    if not may_play(state, seat):
        return []

    def play(reply: PlayCard) -> Frame:
        return CardInPlay(seat=seat, card=reply.card, unit=reply.unit)

    active = int(state.facts.get("active", 0))
    order = clockwise(battle_of(state), active).index(seat)
    question = PlayInWindow(seat, moment, about)
    return [Offer(seat, f"card {seat}", None, "mbb.card.timing", order=order, question=question, play=play)]


@rule("mbb.card.timing")
def targets_declared(state: State, about: tuple[str, ...]) -> list[Offer]:
    """Everybody who is fired at may play a card; `about` are pairs of shooter and target."""
    pairs = list(zip(about[::2], about[1::2], strict=True))
    offers: list[Offer] = []
    for seat in range(state.match.seats):
        shooters = tuple(unit for unit, target in pairs if target in state.units and state.units[target].seat == seat)
        offers += _offer(state, seat, "declared", shooters) if shooters else []
    return offers


@rule("mbb.card.timing")
def shot_missed(state: State, about: tuple[str, ...]) -> list[Offer]:
    """Whose unit has missed may play a card."""
    return _offer(state, state.units[about[0]].seat, "missed", about)


@rule("mbb.card.timing")
def unit_hit(state: State, about: tuple[str, ...]) -> list[Offer]:
    """Whose unit is hit may play a card."""
    return _offer(state, state.units[about[1]].seat, "hit", about)


WINDOWS: dict[str, Offers] = {"declared": targets_declared, "missed": shot_missed, "hit": unit_hit}


def card_window(state: State, moment: str, about: tuple[str, ...]) -> Push | None:
    """The window of a moment, if somebody may answer it."""
    if not plays_cards(state.match) or not WINDOWS[moment](state, about):
        return None
    return Push(ReactionWindow(trigger=moment, about=about))
