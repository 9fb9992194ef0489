"""Effect cards: what this chapter brings."""

from brickfield.core.game import ChapterContents, SettingUp
from brickfield.core.judging.judging import one_by_one
from ...mind.ideas import NO_OPINION
from . import cards_in_turns, cards_on_shots, cards_on_strikes
from .chapter import EFFECT_CARDS
from .choosing_cards import ChooseCards, ChoosingCards
from .effect_cards import plays_cards
from .mind import card_picks, card_plays, card_points, card_price, second_units
from .mind_sampling import any_card
from .playing_cards import WINDOWS, CardInPlay, ChooseSecond, NameCardPoint, PlayCards, PlayingCards, PlayInWindow
from .rapid_fire import RapidFire
from .shown import with_worth

CONTENTS = ChapterContents(
    EFFECT_CARDS,
    rules=(cards_in_turns, cards_on_shots, cards_on_strikes),
    groups=("card",),
    frames=(ChoosingCards, PlayingCards, CardInPlay, RapidFire),
    decisions=(ChooseCards, PlayCards, PlayInWindow, NameCardPoint, ChooseSecond),
    setting_up={ChooseCards: SettingUp(people="effect cards", asked_in=plays_cards)},
    asks={PlayCards: with_worth, PlayInWindow: with_worth},
    windows=WINDOWS,
    suggests={
        ChooseCards: card_picks,
        PlayCards: card_plays,
        PlayInWindow: card_plays,
        NameCardPoint: card_points,
        ChooseSecond: second_units,
    },
    samples={PlayCards: any_card},
    outlooks={
        ChooseCards: NO_OPINION,
        **dict.fromkeys((PlayCards, PlayInWindow, NameCardPoint, ChooseSecond), one_by_one(card_price)),
    },
)
