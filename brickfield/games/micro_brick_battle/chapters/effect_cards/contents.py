"""Effect cards: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents, SettingUp
from brickfield.core.judging.judging import one_by_one
from brickfield.games.micro_brick_battle.chapters.effect_cards import cards_in_turns, cards_on_shots, cards_on_strikes
from brickfield.games.micro_brick_battle.chapters.effect_cards.chapter import EFFECT_CARDS
from brickfield.games.micro_brick_battle.chapters.effect_cards.choosing_cards import ChooseCards, ChoosingCards
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import plays_cards
from brickfield.games.micro_brick_battle.chapters.effect_cards.mind import (
    card_picks,
    card_plays,
    card_points,
    card_price,
    second_units,
)
from brickfield.games.micro_brick_battle.chapters.effect_cards.mind_sampling import any_card
from brickfield.games.micro_brick_battle.chapters.effect_cards.playing_cards import (
    WINDOWS,
    CardInPlay,
    ChooseSecond,
    NameCardPoint,
    PlayCards,
    PlayingCards,
    PlayInWindow,
)
from brickfield.games.micro_brick_battle.chapters.effect_cards.rapid_fire import RapidFire
from brickfield.games.micro_brick_battle.chapters.effect_cards.shown import with_worth
from brickfield.games.micro_brick_battle.mind.ideas import NO_OPINION

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
