"""Effect cards: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents, SettingUp
from brickfield.core.judging.judging import NO_OPINION, Mind, one_by_one
from . import cards_in_turns, cards_on_shots, cards_on_strikes
from .aids import aids
from .chapter import EFFECT_CARDS
from .choosing_cards import ChooseCards, ChoosingCards
from .effect_cards import plays_cards
from .mind import card_picks, card_plays, card_points, card_price, second_units
from .mind_sampling import any_card
from .playing_cards import (
    WINDOWS,
    CardInPlay,
    ChooseSecond,
    NameCardPoint,
    NamePoint,
    PlayCards,
    PlayingCards,
    PlayInWindow,
)
from .rapid_fire import RapidFire
from .shown import with_worth
from .shown_points import card_point
from .words import WORDS

CONTENTS = ChapterContents(
    EFFECT_CARDS,
    folder=Path(__file__).parent,
    rules=(cards_in_turns, cards_on_shots, cards_on_strikes),
    groups=("card",),
    aids=(aids,),
    frames=(ChoosingCards, PlayingCards, CardInPlay, RapidFire),
    decisions=(ChooseCards, PlayCards, PlayInWindow, NameCardPoint, ChooseSecond),
    setting_up={ChooseCards: SettingUp(people="effect cards", asked_in=plays_cards)},
    asks={PlayCards: with_worth, PlayInWindow: with_worth},
    windows=WINDOWS,
    minds={
        ChooseCards: Mind(card_picks, outlook=NO_OPINION),
        PlayCards: Mind(card_plays, any_card, one_by_one(card_price)),
        PlayInWindow: Mind(card_plays, outlook=one_by_one(card_price)),
        NameCardPoint: Mind(card_points, outlook=one_by_one(card_price)),
        ChooseSecond: Mind(second_units, outlook=one_by_one(card_price)),
    },
    words=WORDS,
    previews={"place": (NamePoint, card_point)},
)
