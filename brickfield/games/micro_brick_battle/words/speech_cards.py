"""Effect cards in words: choosing and playing them, what was drawn, and what a card did."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.games.micro_brick_battle.rules.card_effects import HIT
from brickfield.games.micro_brick_battle.rules.effect_cards import (
    BOX,
    DECK,
    DUE,
    LAST_PLAY,
    PLAYED,
    UNTIL_NEXT_TURN,
    UNTIL_TURN_ENDS,
    effect_cards,
    hand_name,
)
from brickfield.speech import words
from brickfield.speech.desk import Desk, Reply
from brickfield.speech.reading import Spoken
from brickfield.speech.saying import Plain
from brickfield.speech.sentences import Names

# What a mark says while a card lies by a unit.
_DOES = {
    "full_throttle": "has {value:+d} Movement Points this turn",
    "thrown_track": "has {value:+d} Movement Points until its next turn is over",
    "armor_piercing": "has {value:+d} Attack Points this turn",
    "dug_in": "has {value:+d} Defense Points until its player's next turn",
    "smoke_screen": "is fired at with {value:+d} Attack Points until its player's next turn",
    "dud_shell": "has loaded a dud: its shot is void",
    "forward_observer": "may fire by a spotter's sight this turn",
    "mine_sweepers": "need not fear mines this turn",
    "scramble": "needs no roll to arrive this turn",
}


def card_marked(event: happened.UnitMarked, names: Names) -> str:
    """What a card does to a unit, and when it wears off; empty for any other mark."""
    name = names.thing(event.unit)
    if event.mark == HIT:
        if event.throws:
            return f"{name}: the hit {'glances off' if not event.value else 'goes home'}."
        return f"{name} is hit." if event.value else f"{name} cannot turn the hit away."
    if event.mark == "lucky_shot":
        return f"{name} may fire again." if event.value else f"{name} fires again."
    if event.mark not in (*UNTIL_NEXT_TURN, *UNTIL_TURN_ENDS):
        return ""
    if not event.value:
        return f"{effect_cards()[event.mark].title} wears off {name}."
    return f"{name} {_DOES[event.mark].format(value=event.value)}."


def is_card_news(mark: str, value: int) -> bool:
    """What a card does is news, and a hit that somebody may answer; that it wears off goes without saying."""
    return mark == HIT or (value != 0 and (mark in _DOES or mark == "lucky_shot"))


def card_fact(event: happened.FactChanged, names: Names) -> str:
    """A card earned, the round of the last play, fair weather; empty for any other fact."""
    if event.name == DUE:
        if event.value:
            return "An effect card is earned: it is drawn at the end of the turn."
        return "The card that was earned is drawn, if the deck has one left."
    if event.name.startswith(LAST_PLAY):
        return f"{names.whose(int(event.name.removeprefix(LAST_PLAY)))} card of this round is played."
    if event.name == "clear_skies":
        return "The skies clear until the round is over."
    return ""


def pile_laid(event: happened.PileLaid, names: Names) -> str:
    """A deck, a hand or a heap comes onto the table."""
    cards = words.counted(event.count, "card")
    if event.pile == DECK:
        return f"The Effect Deck has {cards}."
    if event.seat >= 0:
        return f"{names.whose(event.seat)} hand has {words.counted(event.count, 'effect card')}."
    others = {PLAYED: "Cards that are played lie open.", BOX: "Other cards leave the game unseen."}
    # decks of other chapters have their own words
    return others.get(event.pile, "")


def cards_moved(event: happened.CardsMoved, names: Names) -> str:
    """A card played by its title, a card drawn, a hand that leaves the game."""
    if event.into == PLAYED:
        return f"{names.seat(event.seat)} played {words.listed(effect_cards()[card].title for card in event.cards)}."
    if event.into == BOX:
        left = words.counted(event.count, "card")
        return f"{names.whose(event.seat)} units are all lost, and the hand leaves the game unseen: {left}."
    return f"{names.seat(event.seat)} drew an effect card." if event.into == hand_name(event.seat) else ""


# --- what is typed ---------------------------------------------------------------------------------------------------


def _called(typed: str) -> str:
    """The card that is meant by its title or its name; what nobody knows stays as it was typed."""
    plain = typed.strip().casefold().replace("_", " ")
    known = {card.title.casefold(): card.id for card in effect_cards().values()}
    known |= {card.id.replace("_", " "): card.id for card in effect_cards().values()}
    return known.get(plain, typed.strip())


def pick(desk: Desk, spoken: Spoken) -> Reply:
    """choose ricochet, dug in"""
    cards = [_called(each) for each in spoken.rest.split(",") if each.strip()]
    return desk.give({"answer": "pick_cards", "cards": cards})


def card(desk: Desk, spoken: Spoken) -> Reply:
    """card full throttle on A1"""
    title, _on, unit = spoken.rest.rpartition(" on ")
    return desk.give(
        {"answer": "play_card", "card": _called(title or unit), "unit": unit.strip().upper() if title else ""}
    )


def keep(desk: Desk, spoken: Spoken) -> Reply:
    """keep: in the own turn and in a window of somebody else's."""
    decision = desk.state.decision_of(desk.seat)
    in_window = decision is not None and decision.kind == "play_in_window"
    return desk.give({"answer": "react", "yes": False} if in_window else {"answer": "keep_cards"})


def _card_words(plain: Plain) -> str:
    title = effect_cards()[plain["card"]].title.casefold()
    return f"card {title} on {plain['unit']}" if plain.get("unit") else f"card {title}"


SAYINGS = {
    "pick_cards": lambda plain: f"choose {', '.join(effect_cards()[each].title.casefold() for each in plain['cards'])}",
    "play_card": _card_words,
    "keep_cards": lambda plain: "keep",
}
