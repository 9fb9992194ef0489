"""Effect cards in words: choosing and playing them, what was drawn, and what a card did."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.speech import words
from brickfield.speech.interpreter import Interpreter, Reply
from brickfield.speech.reading import TypedCommand
from brickfield.speech.saying import Plain
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords, DiceWord, Verb
from ..special_units.special_units import LEADERLESS
from .all_cards import CARDS
from .card_workings import CARD_DICE
from .effect_cards import (
    BOX,
    DECK,
    DUE,
    EARLY,
    HAS_MOVED,
    HAS_SHOT,
    KEPT,
    KEPT_FROM_SHOTS,
    LAST_PLAY,
    LOST_IN,
    PLAYED,
    effect_cards,
    hand_name,
)

# What a mark says while a card lies by a unit.
_DOES = {card.id: card.said for card in CARDS.values() if card.said} | {LEADERLESS: "has lost its commander"}
# What is noted for the cards only.
_NOTED = {HAS_MOVED: "has moved this turn", HAS_SHOT: "has shot this turn", LOST_IN: "was lost in round {value}"}


def card_marked(event: happened.UnitMarked, names: Names) -> str:
    """What a card does to a unit, and when it wears off; empty for any other mark."""
    name = names.thing(event.unit)
    said = _DOES.get(event.mark) or _NOTED.get(event.mark)
    if said is None:
        return ""
    if event.value:
        return f"{name} {said.format(value=event.value)}."
    if event.mark in CARDS and CARDS[event.mark].over:
        return f"{name}: {CARDS[event.mark].over}."
    return f"{effect_cards()[event.mark].title} wears off {name}." if event.mark in _DOES else ""


def is_card_news(mark: str, value: int) -> bool:
    """What a card does is news; that it wears off goes without saying."""
    return mark in _DOES and value != 0


def card_fact(event: happened.FactChanged, names: Names) -> str:
    """A card earned, the round of the last play, what holds for a phase; empty for any other fact."""
    if event.name == DUE:
        if event.value:
            return f"{names.active()} earned an effect card, drawn at the end of the turn if the deck has one left."
        return "The effect card that was earned is due."
    if event.name.startswith(LAST_PLAY):
        return f"{names.whose(int(event.name.removeprefix(LAST_PLAY)))} card of this round is played."
    if event.name.startswith(EARLY):
        return f"{names.whose(int(event.name.removeprefix(EARLY)))} reinforcements may come on from now on."
    if event.name not in _PHASE_FACTS or not isinstance(event.value, int):
        return ""
    lasting, over = _PHASE_FACTS[event.name]
    return lasting.format(whose=names.whose(event.value)) if event.value >= 0 else over


def card_survived(event: happened.HazardTested, names: Names) -> str:
    """What came of a card that a unit was under; empty for any other hazard."""
    if event.hazard not in effect_cards():
        return ""
    ending = "it comes through" if event.safe else "that is the end of it"
    return f"{names.thing(event.unit)} is under the {effect_cards()[event.hazard].title}: {event.result}, {ending}."


# What a fact says of the player it names, and when it is over.
_PHASE_FACTS = {
    **{fact: said for card in CARDS.values() for fact, said in card.facts.items()},
    KEPT: ("{whose} cards are kept for the rest of this turn.", "Cards may be played again."),
    KEPT_FROM_SHOTS: ("{whose} cards are kept from the shots of this turn.", "Cards may be played on shots again."),
}


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
    if event.into != hand_name(event.seat):
        return ""
    card = effect_cards().get(names.drawn(event.seat, event.pile))
    return f"{names.seat(event.seat)} drew an effect card{f': {card.title}. {card.text}' if card is not None else '.'}"


# --- what is typed ---------------------------------------------------------------------------------------------------


def _called(typed: str) -> str:
    """The card that is meant by its title or its name; what nobody knows stays as it was typed."""
    plain = typed.strip().casefold().replace("_", " ")
    known = {card.title.casefold(): card.id for card in effect_cards().values()}
    known |= {card.id.replace("_", " "): card.id for card in effect_cards().values()}
    return known.get(plain, typed.strip())


def pick(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """choose dig in, lucky star"""
    cards = [_called(each) for each in spoken.rest.split(",") if each.strip()]
    return interpreter.give({"answer": "pick_cards", "cards": cards})


def card(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """card full throttle on A1"""
    title, _on, unit = spoken.rest.rpartition(" on ")
    return interpreter.give(
        {"answer": "play_card", "card": _called(title or unit), "unit": unit.strip().upper() if title else ""}
    )


def keep(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """keep: in the own turn and in a window of somebody else's."""
    decision = interpreter.state.decision_of(interpreter.seat)
    in_window = decision is not None and decision.kind == "play_in_window"
    if in_window:
        return interpreter.give({"answer": "react", "yes": False})
    typed = spoken.rest.strip().casefold()
    if typed in ("from shots", "all shots", "shots"):
        return interpreter.give({"answer": "keep_from_shots"})
    return interpreter.give({"answer": "keep_cards", "all_turn": typed in ("all turn", "turn", "all")})


def point(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """point 24 18: where a smoke screen or a barrage goes."""
    numbers = [each.strip("(),") for each in spoken.rest.replace(",", " ").split() if each.casefold() != "at"]
    answer = {"answer": "name_point", **dict(zip(("x", "y"), map(_number, numbers), strict=False))}
    return interpreter.give(answer)


def _number(typed: str) -> float | str:
    try:
        return float(typed)
    except ValueError:
        return typed


def also(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """also A2, also nobody: who else a card is played on."""
    named = spoken.rest.strip().upper()
    return interpreter.give({"answer": "also_on", "unit": "" if named in ("", "NOBODY") else named})


def _card_words(plain: Plain) -> str:
    title = effect_cards()[plain["card"]].title.casefold()
    return f"card {title} on {plain['unit']}" if plain.get("unit") else f"card {title}"


SAYINGS = {
    "pick_cards": lambda plain: f"choose {', '.join(effect_cards()[each].title.casefold() for each in plain['cards'])}",
    "play_card": _card_words,
    "keep_cards": lambda plain: "keep all turn" if plain.get("all_turn") else "keep",
    "keep_from_shots": lambda plain: "keep from shots",
    "name_point": lambda plain: f"point {plain['x']:g} {plain['y']:g}",
    "also_on": lambda plain: f"also {plain.get('unit') or 'nobody'}",
}
WORDS = ChapterWords(
    verbs={
        "choose": Verb((), "choose dig in, lucky star", "choose your effect cards before the battle"),
        "card": Verb(
            ("play",), "card full throttle on A1", "play an effect card of your hand, on a unit if it says so"
        ),
        "point": Verb((), "point 24 18", "say where a smoke screen or a barrage goes"),
        "also": Verb((), "also A2", "play the same card on another unit too; also nobody plays it on no other"),
        "keep": Verb(
            (),
            "keep",
            "play no effect card now; keep from shots: none on shots of this turn; keep all turn: none in this turn",
        ),
    },
    handlers={"choose": pick, "card": card, "point": point, "also": also, "keep": keep},
    sentences={
        happened.UnitMarked: card_marked,
        happened.FactChanged: card_fact,
        happened.HazardTested: card_survived,
        happened.PileLaid: pile_laid,
        happened.CardsMoved: cards_moved,
    },
    dice={CARD_DICE: DiceWord("Effect card")},
    sayings=SAYINGS,
    deeds={
        "pick_cards": "choice of cards",
        "play_card": "card",
        "keep_cards": "choice",
        "keep_from_shots": "choice",
        "name_point": "point",
        "also_on": "choice",
    },
    is_news=is_card_news,
    silent_facts=frozenset((KEPT, KEPT_FROM_SHOTS, *[f"{LAST_PLAY}{seat}" for seat in range(6)])),
    passing_facts=frozenset((DUE,)),
)
