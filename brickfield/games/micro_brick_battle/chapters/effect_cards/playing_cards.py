"""Playing effect cards: the moments of a turn, windows in other people's turns, and what a card still asks."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Union

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choice, Choose, Place, Thing
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision, React, Reaction
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push, Roll
from brickfield.core.match import Match
from brickfield.core.numbers import listed
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import Offers, ReactionOffer, ReactionWindow
from brickfield.geometry import Pose
from ...base.battlefield import SMOKE, battle_of, describe, outline
from ...base.starting_a_game import Coordinate, Heading
from ...base.turns import round_the_table
from .all_cards import CARDS, subjects
from .card_workings import Play
from .effect_cards import KEPT, KEPT_FROM_SHOTS, EffectCard, discard, effect_cards, hand_of, may_play, plays_cards
from .seen_points import somebody_sees

Name = Annotated[str, Meta(max_length=40)]
UnitName = Annotated[str, Meta(max_length=16)]
_SECONDS = 20
# Moments at which more than one card may come, one after another; at the others there is one card to play.
_SEVERAL = ("start", "shooting_end")
# Moments that may come many times in a turn.
_OF_A_SHOT = ("shot", "rolled")
_WHEN = {
    "start": "at the start of your turn",
    "movement": "at the start of your Movement Phase",
    "declaration": "in your Target Declaration Phase",
    "shot": "before this shot",
    "rolled": "after this roll",
    "shooting_end": "at the end of your Shooting Phase",
    "end": "at the end of your turn",
    "enemy_movement": "at the start of an enemy's Movement Phase",
    "enemy_declaration": "at the start of an enemy's Target Declaration Phase",
}


class PlayCard(Answer, frozen=True):
    """Play a card of the own hand, on a unit if it says so."""

    card: Name
    unit: UnitName = ""


class KeepCards(Answer, frozen=True):
    """Play no card now, or none any more in this turn."""

    all_turn: bool = False


class KeepFromShots(Answer, frozen=True):
    """Play no card on this shot, nor on another one in this turn."""


class AlsoOn(Answer, frozen=True):
    """The next unit a card is played on; none: nobody else."""

    unit: UnitName = ""


class NamePoint(Answer, frozen=True):
    """The point of the table that a card is about."""

    x: Coordinate
    y: Coordinate
    heading: Heading = 0.0


# --- playing a card --------------------------------------------------------------------------------------------------


@rule("mbb.card.timing", "mbb.card.deck.one_per_round")
def may_play_card(
    state: State, seat: int, answer: PlayCard, moment: str, about: tuple[str, ...] = ()
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
    if answer.unit not in subjects(state, seat, card.id, about):
        on = f" on {describe(state, answer.unit)}" if answer.unit in state.units else ""
        return illegal("no_effect", "mbb.card.timing", f"{card.title} cannot be played{on} now. {card.text}")
    return None


def playable(state: State, seat: int, moment: str, about: tuple[str, ...] = ()) -> list[tuple[EffectCard, str]]:
    """Every card of a hand that could be played now, with everything it could be played on."""
    known = [effect_cards()[card] for card in dict.fromkeys(hand_of(state, seat)) if card in effect_cards()]
    return [(card, unit) for card in known if card.moment == moment for unit in subjects(state, seat, card.id, about)]


@rule("mbb.card.timing", "mbb.geometry.hidden_info")
def may_come(state: State, seat: int, moment: str, about: tuple[str, ...] = ()) -> bool:
    """Whether some card could be played at a moment by a seat that holds cards, whatever they are: who is asked and
    who is not tells nobody anything."""
    if not may_play(state, seat):
        return False
    cards = (card for card in effect_cards().values() if card.moment == moment)
    return any(subjects(state, seat, card.id, about) for card in cards)


def _hand_words(state: State, seat: int, moment: str, plays: list[tuple[EffectCard, str]]) -> str:
    """What of a hand can be played at a moment, and what else it holds."""
    now = list(dict.fromkeys(card.title for card, _unit in plays))
    hand = [effect_cards()[card].title for card in hand_of(state, seat) if card in effect_cards()]
    rest = [title for title in hand if title not in now]
    if not now:
        return f"You hold {listed(rest)}: nothing to be played {_WHEN[moment]}."
    also = f" You also hold {listed(rest)}." if rest else ""
    return f"{listed(now)} can be played {_WHEN[moment]}.{also}"


def _choices(state: State, plays: list[tuple[EffectCard, str]]) -> tuple[Choice, ...]:
    """A choice for each card and unit."""
    return tuple(
        Choice(
            PlayCard(card.id, unit),
            f"Play {card.title} on {describe(state, unit)}" if unit else f"Play {card.title}",
            card.text,
            card.clause,
            about=(unit,) if unit else (),
        )
        for card, unit in plays
    )


class PlayCards(Decision, frozen=True):
    """Whether to play a card at a moment of the own turn. `told` says what the moment is about."""

    moment: Literal["start", "movement", "declaration", "shot", "rolled", "shooting_end", "end"]
    about: tuple[str, ...] = ()
    told: str = ""
    # of a roll: whether it has done what it was thrown for
    hit: bool = False

    ANSWER: ClassVar[Any] = Union[KeepCards, KeepFromShots, PlayCard]
    CLAUSE: ClassVar[str] = "mbb.card.timing"

    def settle(self, state: State, answer: Any) -> Any:
        """Keeping the cards is always possible."""
        if isinstance(answer, (KeepCards, KeepFromShots)):
            return answer
        return may_play_card(state, self.seat, answer, self.moment, self.about) or answer

    @rule("mbb.card.timing")
    def choices(self, state: State) -> tuple[Choice, ...]:
        """Keep them now, from all shots or for the whole turn, or one of the cards of this moment."""
        keep = Choice(KeepCards(), "Keep your cards", "Play no card now.", self.CLAUSE)
        plays = _choices(state, playable(state, self.seat, self.moment, self.about))
        if self.moment == "end":
            return keep, *plays
        rest = Choice(
            KeepCards(all_turn=True), "Keep them all turn", "You are not asked again in this turn.", self.CLAUSE
        )
        if self.moment not in _OF_A_SHOT:
            return keep, *plays, rest
        shots = Choice(
            KeepFromShots(), "Keep them from shots", "You are not asked about shots again in this turn.", self.CLAUSE
        )
        return keep, *plays, shots, rest

    def told_plainly(self, state: State) -> Asked:
        """The hand, and what can be played of it; what that changes is worked out beside it (`shown.py`)."""
        plays = playable(state, self.seat, self.moment, self.about)
        # who can play none is asked all the same: that nobody was asked would tell the others something
        title = "Play a card?" if plays else "No card to play now"
        text = _hand_words(state, self.seat, self.moment, plays)
        offer = Choose(self.choices(state), "cards", hollow=not plays)
        # what of the hand can be played stands below: a shot that comes up is told in one sentence
        return self.asked(title, self.told if self.told and plays else f"{self.told} {text}".strip(), offer)


class PlayInWindow(Reaction, frozen=True):
    """Whether to play a card at the start of a phase of somebody else."""

    moment: Literal["enemy_movement", "enemy_declaration"]
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

    def told_plainly(self, state: State) -> Asked:
        """What happened, and what can be played."""
        plays = playable(state, self.seat, self.moment, self.about)
        title = "Play a card?" if plays else "No card to play now"
        text = _hand_words(state, self.seat, self.moment, plays)
        offer = Choose(self.choices(state), "cards", hollow=not plays)
        return self.asked(title, text, offer, self.seconds(state))


class NameCardPoint(Decision, frozen=True):
    """Where a card that is about a point takes effect."""

    card: str = ""

    ANSWER: ClassVar[Any] = NamePoint
    CLAUSE: ClassVar[str] = "mbb.card.scenario"

    @rule("mbb.card.scenario")
    def settle(self, state: State, answer: Any) -> Any:
        """See `may_name`."""
        return may_name(state, self.seat, self.card, answer)

    def ask(self, state: State) -> Asked:
        """A circle to be set down."""
        card = effect_cards()[self.card]
        thing = Thing(self.card, card.title, 0.0, {"answer": "name_point"}, SMOKE, spread=card.inches)
        offer = Place((thing,), outline(battle_of(state).bounds), self.CLAUSE)
        return self.asked(card.title, card.text, offer)


@rule("mbb.card.scenario", "mbb.geometry.table")
def may_name(state: State, seat: int, card: str, answer: NamePoint) -> Pose | Refusal:
    """A point of the table; a barrage falls where one of the player's units sees."""
    pose, title = Pose.at(answer.x, answer.y, 0.0), effect_cards()[card].title
    x0, y0, x1, y1 = battle_of(state).bounds
    x, y = pose.place
    if not (x0 <= x <= x1 and y0 <= y <= y1):
        sentence = f"{title}: ({x:g}, {y:g}) is not on the table, which is {x1:g} by {y1:g} inches."
        return illegal("outside_area", "mbb.geometry.table", sentence, x=x, y=y)
    if card == "barrage" and not somebody_sees(state, seat, (x, y)):
        sentence = f"{title}: none of your units sees the point ({x:g}, {y:g})."
        return illegal("not_seen", "mbb.card.scenario", sentence, x=x, y=y)
    return pose


class ChooseSecond(Decision, frozen=True):
    """Whether a card that may be played on several units is played on one more."""

    card: str = ""
    units: tuple[str, ...] = ()

    ANSWER: ClassVar[Any] = AlsoOn
    CLAUSE: ClassVar[str] = "mbb.card.scenario"

    def settle(self, state: State, answer: Any) -> Any:
        """Nobody else, or another that it could have been played on."""
        if not answer.unit or answer.unit in self._others(state):
            return answer
        card = effect_cards()[self.card]
        on = describe(state, answer.unit) if answer.unit in state.units else repr(answer.unit)
        return illegal("no_effect", "mbb.card.timing", f"{card.title} cannot be played on {on} as well. {card.text}")

    def _others(self, state: State) -> list[str]:
        return [unit for unit in subjects(state, self.seat, self.card) if unit not in self.units]

    @rule("mbb.card.scenario")
    def choices(self, state: State) -> tuple[Choice, ...]:
        """Nobody else first."""
        card = effect_cards()[self.card]
        nobody = Choice(AlsoOn(), "Nobody else", "The card is played on this one unit.", self.CLAUSE)
        others = self._others(state)
        return nobody, *[
            Choice(AlsoOn(unit), describe(state, unit), card.text, card.clause, about=(unit,)) for unit in others
        ]

    def ask(self, state: State) -> Asked:
        """The units there are."""
        card, first = effect_cards()[self.card], describe(state, self.units[0])
        return self.asked(card.title, f"{first} has it. On another unit too?", Choose(self.choices(state)))


class CardInPlay(Frame):
    """A card that is played: it lies open, what it still asks is answered, and it does what it says."""

    seat: int = 0
    card: str = ""
    units: tuple[str, ...] = ()
    also: AlsoOn | None = None
    point: Pose | None = None
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("show", "ask_point", "ask_second", "second", "throw", "carry_out")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "card", "units", "also", "point", "faces")

    def show(self, t: Table) -> Any:
        """It leaves the hand for good."""
        discard(t, self.seat, self.card)

    @rule("mbb.card.scenario")
    def ask_point(self, t: Table) -> Any:
        """Where, if it is about a point."""
        return Ask(NameCardPoint(self.seat, self.card), into="point") if CARDS[self.card].places is not None else None

    @rule("mbb.card.scenario")
    def ask_second(self, t: Table) -> Any:
        """Who else, if it may be played on more than one unit and there are others."""
        if not self.units or len(self.units) >= effect_cards()[self.card].units:
            return Goto("throw")
        others = [unit for unit in subjects(t, self.seat, self.card) if unit not in self.units]
        return Ask(ChooseSecond(self.seat, self.card, self.units), into="also") if others else Goto("throw")

    def second(self, t: Table) -> Any:
        """As many as the card allows."""
        also, self.also = self.also, None
        if also is None or not also.unit:
            return None
        self.units = (*self.units, also.unit)
        return Goto("ask_second")

    @rule("mbb.card.scenario")
    def throw(self, t: Table) -> Any:
        """What a card throws dice for, before anything comes of it."""
        dice = CARDS[self.card].dice
        pools = dice(t, self.point) if dice is not None and self.point is not None else ()
        return Roll(pools, into="faces") if pools else None

    @rule("mbb.card.scenario", "mbb.card.timing")
    def carry_out(self, t: Table) -> Any:
        """As its file says."""
        CARDS[self.card].effect(t, effect_cards()[self.card], Play(self.seat, self.units, self.point, self.faces))


def _in_play(seat: int, answer: PlayCard) -> CardInPlay:
    return CardInPlay(seat=seat, card=answer.card, units=(answer.unit,) if answer.unit else ())


class PlayingCards(Frame):
    """Cards at a moment of the own turn, one after another as long as the player likes and may."""

    seat: int = 0
    moment: str = "start"
    about: tuple[str, ...] = ()
    told: str = ""
    hit: bool = False
    answer: Union[KeepCards, KeepFromShots, PlayCard, None] = None

    STEPS: ClassVar[tuple[str, ...]] = ("offer", "play", "again")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "moment", "about", "told", "hit", "answer")

    @rule("mbb.card.timing", "mbb.card.deck.one_per_round", "mbb.card.hail.multi")
    def offer(self, t: Table) -> Any:
        """Who holds cards is asked, whatever they are: being asked tells nobody anything."""
        if t.outcome is not None or not may_come(t, self.seat, self.moment, self.about):
            return DONE
        moment: Any = self.moment
        return Ask(PlayCards(self.seat, moment, self.about, self.told, self.hit), into="answer")

    @rule("mbb.card.timing")
    def play(self, t: Table) -> Any:
        """One card, or no more."""
        answer, self.answer = self.answer, None
        if isinstance(answer, PlayCard):
            return Push(_in_play(self.seat, answer))
        kept = KEPT_FROM_SHOTS if isinstance(answer, KeepFromShots) else KEPT
        if isinstance(answer, KeepFromShots) or (answer is not None and answer.all_turn):
            t.emit(happened.FactChanged(name=kept, value=self.seat, clause="mbb.card.timing"))
        return DONE

    def again(self, t: Table) -> Any:
        """Then ask again, where another card may be played; not before a shot that Rapid Fire gives is made."""
        several = self.moment in _SEVERAL and not any("second_shot" in unit.marks for unit in t.units.values())
        return Goto("offer") if several else DONE


def card_moment(
    state: State, seat: int, moment: str, about: tuple[str, ...] = (), told: str = "", hit: bool = False
) -> Push | None:
    """The frame of a moment in the own turn, where cards are in play and the player wants to be asked."""
    if not plays_cards(state.match) or state.facts.get(KEPT, -1) == seat:
        return None
    if moment in _OF_A_SHOT and state.facts.get(KEPT_FROM_SHOTS, -1) == seat:
        return None
    if not may_come(state, seat, moment, about):
        return None
    return Push(PlayingCards(seat=seat, moment=moment, about=about, told=told, hit=hit))


# --- windows ---------------------------------------------------------------------------------------------------------


def _offers(state: State, moment: Any) -> list[ReactionOffer]:
    """A window for every enemy of the active player who holds cards, clockwise from there."""
    active = int(state.facts.get("active", 0))
    around = round_the_table(state, active)
    seats = [seat for seat in around if not state.match.allied(seat, active) and may_come(state, seat, moment)]
    return [_offer(seat, moment, around.index(seat)) for seat in seats]


def _offer(seat: int, moment: Any, order: int) -> ReactionOffer:
    def play(reply: PlayCard) -> Frame:
        return _in_play(seat, reply)

    question = PlayInWindow(seat, moment)
    return ReactionOffer(seat, f"card {seat}", None, "mbb.card.timing", order=order, question=question, play=play)


@rule("mbb.card.timing")
def enemy_moves(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
    """At the start of a Movement Phase enemies may play a card."""
    return _offers(state, "enemy_movement")


@rule("mbb.card.timing")
def enemy_declares(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
    """At the start of a Target Declaration Phase enemies may play a card."""
    return _offers(state, "enemy_declaration")


WINDOWS: dict[str, Offers] = {"enemy_movement": enemy_moves, "enemy_declaration": enemy_declares}


def card_window(state: State, moment: str) -> Push | None:
    """The window of a moment, if somebody may answer it."""
    if not plays_cards(state.match) or not WINDOWS[moment](state, ()):
        return None
    return Push(ReactionWindow(trigger=moment))
