"""Every event as a sentence: the one place where happenings become words, for the table, the log and replays.

A game words what is its own in its `Speech`; the sentences here serve where it has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from brickfield.core import events as happened
from brickfield.core.events import Event, Throw, throws_of
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.names import Names as Names
from brickfield.speech.speech import DiceWord, TitledLine, speech_of

if TYPE_CHECKING:
    from brickfield.core.game import Game

# Why a match may end in several games.
_REASONS = {
    "elimination": "only one side has units left",
    "all_destroyed": "every unit of both sides is destroyed",
    "harmless": "nobody is left who can attack, so the losses decide",
    "objective": "the goal of the battle is reached",
    "last_round": "the last round is over and the scores decide",
    "stalemate": "nobody has been hit for too long",
    "conceded": "the battle was given up",
    "agreed_draw": "both sides agreed on a draw",
}


# Dice of every game.
_DICE = {"": DiceWord("Dice"), "roll-off": DiceWord("Roll-off")}
# What says itself which dice decided it; before all else the dice are told.
_TELLS_ITS_DICE = (happened.ShotResolved, happened.AttackResolved, happened.TableRead)
_SORTS: dict[type[Event], str] = {
    happened.UnitMoved: "moved",
    happened.UnitPlaced: "moved",
    happened.TargetDeclared: "declared",
    happened.UnitDestroyed: "destroyed",
    happened.RoundStarted: "round",
    happened.GameEnded: "end",
}


class Sentence(Struct, frozen=True):
    """A line of the log: one happening in words, the clauses behind it and the unit it is about."""

    text: str
    clauses: tuple[str, ...]
    unit: str = ""
    # what sort of happening it is, for sound and symbol: moved, declared, hit, missed, destroyed, round, end, other
    sort: str = "other"

    def __str__(self) -> str:
        """The sentence as it is printed, with its clauses at the end."""
        return cited(self.text, *self.clauses)


# What is said of an event that is no news.
NO_WORDS = ""


def sentence(event: Event, table: State | Match, you: int | None = None) -> Sentence:
    """What happened, as one sentence.

    `table` is the state before the event, or the match alone (then pieces of terrain go by their ids only).
    """
    told = told_of(event, Names(table, you))
    return as_sentence(in_one([told]) if isinstance(told, TitledLine) else told, [event])


def told_of(event: Event, names: Names) -> str | TitledLine:
    """What happened, in words of the game or of all games, behind the dice that decided it."""
    told = bare_words(event, names)
    if isinstance(told, TitledLine) or isinstance(event, _TELLS_ITS_DICE):
        return told
    return " ".join([*throws_words(throws_of(event), names), *([told] if told else [])])


def own_words(event: Event, names: Names) -> str | TitledLine:
    """The words a game has of its own for an event, without its dice; empty where it has none."""
    own = names.speech.sentences.get(type(event))
    return own(event, names) if own is not None else ""


def bare_words(event: Event, names: Names) -> str | TitledLine:
    """What happened without the dice that decided it: whoever sees those needs no words for them."""
    return own_words(event, names) or _SENTENCES[type(event)](event, names)


def in_one(items: Iterable[TitledLine]) -> str:
    """What was told under one title, as one sentence."""
    listed = list(items)
    return f"{listed[0].title}: {', '.join([item.text for item in listed])}."


def as_sentence(text: str, events: Iterable[Event]) -> Sentence:
    """Words about events that are told together."""
    listed = list(events)
    clauses = dict.fromkeys(event.clause for event in listed if event.clause)
    return Sentence(text, tuple(clauses), getattr(listed[-1], "unit", ""), _sort_of(listed[-1]))


def _sort_of(event: Event) -> str:
    if isinstance(event, happened.ShotResolved):
        return "hit" if event.hit else "missed"
    if isinstance(event, happened.AttackResolved):
        return "hit" if event.hits else "missed"
    return _SORTS.get(type(event), "other")


def cited(text: str, *clauses: str) -> str:
    """A sentence with the clauses it rests on, each once."""
    found = ", ".join(dict.fromkeys(clause for clause in clauses if clause))
    return f"{text} [{found}]" if found else text


def phase_word(phase: str) -> str:
    """The name of a phase as people say it."""
    return phase.replace("_", " ")


def reason_word(reason: str, game: Match | Game) -> str:
    """Why a match of a game ended."""
    speech = speech_of(game)
    here = speech.reason_here(reason, game) if isinstance(game, Match) else ""
    return here or speech.reasons.get(reason) or _REASONS.get(reason, reason.replace("_", " "))


def reason_sentence(reason: str, game: Match | Game) -> str:
    """Why a match of a game ended, as a sentence of its own."""
    why = reason_word(reason, game)
    return f"{why[:1].upper()}{why[1:]}."


def step_words(event: happened.UnitMoved | happened.FiguresMoved, names: Names) -> str:
    """One step of a move: drove forward 3 in, turned left 32 degrees, and what stopped it."""
    if event.step in ("pivot", "turn"):
        side = "left" if event.amount >= 0 else "right"
        told = f"turned {side} {words.number(abs(event.amount), 1)} degrees"
    else:
        told = f"{names.speech.steps.get(event.step, 'went')} {names.length(abs(event.amount))}"
    return told + (f", stopped by {names.met(event.stopped_by)}" if event.stopped_by else "")


# Answers of every game as one speaks of them when they are taken back.
COMMON_DEEDS = {"place": "placing", "offer_draw": "offer of a draw", "end_turn": "end of the turn"}


def deed_words(answer: str, unit: str, names: Names) -> str:
    """What is taken back with an answer: "M4 Sherman A2's move", "the offer of a draw"."""
    deed = names.speech.deeds.get(answer) or COMMON_DEEDS.get(answer) or answer.replace("_", " ")
    return f"{names.thing(unit)}'s {deed}" if unit else f"the {deed}"


def dice_words(faces: Sequence[int]) -> str:
    """Dice as numbers: 5 + 4 = 9."""
    shown = " + ".join(map(str, faces))
    return shown if len(faces) < 2 else f"{shown} = {sum(faces)}"


def throws_words(throws: Iterable[Throw], names: Names) -> list[str]:
    """Dice as sentences, each with what they were for; who throws again, throws behind the others."""
    told = []
    for label, together in groupby(throws, key=lambda throw: throw.label):
        rounds: list[dict[int, str]] = [{}]
        for throw in together:
            if throw.seat in rounds[-1]:
                rounds.append({})
            rounds[-1][throw.seat] = _throw_item(throw, names).text
        told.append(f"{_dice_title(label, names)}: {'; then '.join([', '.join(each.values()) for each in rounds])}.")
    return told


def _dice_title(label: str, names: Names) -> str:
    known = names.speech.dice.get(label) or _DICE.get(label)
    return known.title if known is not None else f"{label[:1].upper()}{label[1:]}"


def dice_titles(match: Match) -> dict[str, str]:
    """What the dice of a match are thrown for, by their labels."""
    return {label: word.title for label, word in {**_DICE, **speech_of(match).dice}.items()}


def throw_words(throw: Throw, names: Names) -> tuple[str, str]:
    """What dice are thrown for, and what they show: "Initiative", "5 + 4 = 9"."""
    shown = names.speech.dice_shown(throw, names) or dice_words(throw.faces)
    return _dice_title(throw.label, names), shown


def _throw_item(throw: Throw, names: Names) -> TitledLine:
    title, shown = throw_words(throw, names)
    return TitledLine(title, names.scored(throw.seat, shown) if throw.seat >= 0 else shown)


def attackers(event: happened.ShotResolved | happened.UnitDestroyed, names: Names) -> str:
    """All whose attack it was, who led it first; empty where it was nobody's."""
    first = event.unit if isinstance(event, happened.ShotResolved) else event.by
    return words.listed([names.thing(each) for each in (first, *(event.others or ()))]) if first else ""


def by_whom(event: happened.UnitDestroyed, names: Names) -> str:
    """Who destroyed a unit, behind the verb; empty where nobody did."""
    return f" by {attackers(event, names)}" if event.by else ""


def _shot_resolved(event: happened.ShotResolved, names: Names) -> str:
    """A shot with what it needed, what was rolled and what came of it."""
    told = f"{attackers(event, names)} fired at {names.thing(event.target)}"
    if event.needed is None:
        return f"{told} and hit; this takes no roll." if event.hit else f"{told}: no roll can destroy it, a sure miss."
    faces = [face for throw in throws_of(event) for face in throw.faces]
    rolled = dice_words(faces) if faces and sum(faces) == event.rolled else str(event.rolled)
    return f"{told}: needed {event.needed} or more, rolled {rolled}: {'hit!' if event.hit else 'miss.'}"


def _chosen(event: happened.Chosen, names: Names) -> str:
    if event.what == "concede":
        return f"{names.seat(event.seat)} gave the battle up."
    return f"{names.seat(event.seat)} chose {event.choice} ({event.what.replace('_', ' ')})."


def _fact_changed(event: happened.FactChanged, names: Names) -> str:
    if event.name.startswith("draw") and event.name[4:].isdecimal():
        seat = int(event.name[4:])
        return f"{names.seat(seat)} offered a draw." if event.value else f"{names.whose(seat)} offer of a draw is over."
    if event.name == "quiet_rounds":
        quiet = event.value if isinstance(event.value, int) else 0
        return "The count of quiet rounds starts anew." if quiet <= 0 else f"Rounds without a loss so far: {quiet}."
    return NO_WORDS


def _score_changed(event: happened.ScoreChanged, names: Names) -> str:
    return f"{names.seat(event.seat)} scored: {words.counted(event.score, 'point')} now."


def _token_placed(event: happened.TokenPlaced, names: Names) -> str:
    name = names.piece(event.token)
    return f"{name[:1].upper()}{name[1:]} lies at {words.place(event.token.pose)}."


def _token_removed(event: happened.TokenRemoved, names: Names) -> str:
    name = names.thing(event.token)
    return f"{name[:1].upper()}{name[1:]} is gone from the table."


def _unit_placed(event: happened.UnitPlaced, names: Names) -> str:
    if event.aloft is True:
        return f"{names.thing(event.unit)} came on at {words.stands(event.pose, names.speech.facing)}."
    return f"{names.thing(event.unit)} was placed at {words.stands(event.pose, names.speech.facing)}."


def _piece_left_out(event: happened.PieceLeftOut, names: Names) -> str:
    return (
        f"{names.seat(event.seat)} cannot lay {event.piece} anywhere on the table any more: it goes back into the box."
    )


def _unit_moved(event: happened.UnitMoved, names: Names) -> str:
    return (
        f"{names.thing(event.unit)} {step_words(event, names)}. Now at {words.stands(event.pose, names.speech.facing)}."
    )


def _step_refused(event: happened.StepRefused, names: Names) -> str:
    return f"{names.thing(event.unit)} did not do step {event.step} and what follows it. {event.refusal.sentence}"


def _unit_marked(event: happened.UnitMarked, names: Names) -> str:
    if event.mark == "reserve" and not event.value:
        return f"{names.thing(event.unit)} has come on from reserve."
    return NO_WORDS


def _no_words(event: Event, names: Names) -> str:
    """Bookkeeping: a game that wants it told has words of its own for it. Inner names never reach a sentence."""
    return NO_WORDS


def _unit_destroyed(event: happened.UnitDestroyed, names: Names) -> str:
    lost = names.speech.lost(names.card(event.unit))
    wreck = "; its wreck stays there" if event.leaves_wreck else ""
    return f"{names.thing(event.unit)} was {lost}{by_whom(event, names)}{wreck}."


def _figures_placed(event: happened.FiguresPlaced, names: Names) -> str:
    pose = next((figure.pose for figure in event.figures if figure.pose is not None), None)
    return f"{names.thing(event.unit)} was placed{f' at {words.place(pose)}' if pose is not None else ''}."


def _figure_lost(event: happened.FigureLost, names: Names) -> str:
    by = f" to {names.thing(event.by)}" if event.by else ""
    return f"{names.thing(event.unit)} lost {event.figure}{by}."


def _figures_changed_unit(event: happened.FiguresChangedUnit, names: Names) -> str:
    return f"{words.listed(event.figures)} went from {names.thing(event.unit)} to {names.thing(event.into)}."


def _went_inside(event: happened.WentInside, names: Names) -> str:
    who = f"{words.listed(event.figures)} of {names.thing(event.unit)}" if event.figures else names.thing(event.unit)
    verb = "are" if len(event.figures) > 1 else "is"
    level = f", on level {event.level}" if event.level else ""
    where = f"inside {names.met(event.thing)} now{level}" if event.thing else f"in the open again{level}"
    return f"{who} {verb} {where}."


def _unit_joined(event: happened.UnitJoined, names: Names) -> str:
    return f"{names.thing(event.unit)} has joined {names.thing(event.into)} and is one unit with it now."


def _shot_voided(event: happened.ShotVoided, names: Names) -> str:
    reason = names.speech.voids.get(event.reason, event.reason.replace("_", " "))
    return f"{names.thing(event.unit)} did not fire at {names.thing(event.target)}: {reason}."


def _attack_resolved(event: happened.AttackResolved, names: Names) -> str:
    hits = "no hit" if not event.hits else f"{event.hits} {'hit' if event.hits == 1 else 'hits'}"
    dice = f"{event.dice} {'die' if event.dice == 1 else 'dice'}"
    manner = event.manner.replace("_", " ")
    return f"{names.thing(event.unit)} threw {dice} at {names.thing(event.target)} ({manner}): {hits}."


def _roll_off_held(event: happened.RollOffHeld, names: Names) -> str:
    won = f"{names.seat(event.winner)} won" if event.winner is not None else "nobody won"
    return f"The dice decided {event.question!r}: {event.result}, {won}."


def _table_read(event: happened.TableRead, names: Names) -> str:
    rolled = f" with {event.roll}" if event.roll else ""
    entry, table = event.entry.replace("_", " "), event.table.replace("_", " ")
    return f"{names.thing(event.unit)} read the table of {table}{rolled}: {entry}."


def _hazard_tested(event: happened.HazardTested, names: Names) -> str:
    called = f"called {event.call}, " if event.call else ""
    ending = "it is safe" if event.safe else "it goes off"
    return f"{names.thing(event.unit)} came to {names.thing(event.hazard)}: {called}{event.result}, {ending}."


def _secret_sealed(event: happened.SecretSealed, names: Names) -> str:
    return f"{names.seat(event.seat)} wrote something down ({event.name.replace('_', ' ')})."


def _revealed(event: happened.Revealed, names: Names) -> str:
    shown = msgspec.to_builtins(event.value)
    told = ", ".join(f"{name} {each}" for name, each in shown.items()) if isinstance(shown, dict) else str(shown)
    return f"{names.seat(event.seat)} revealed {event.name.replace('_', ' ')}: {told.replace('_', ' ')}."


def _pile_laid(event: happened.PileLaid, names: Names) -> str:
    return f"The {event.pile.replace('_', ' ')} has {words.counted(event.count, 'card')}."


def _cards_moved(event: happened.CardsMoved, names: Names) -> str:
    if event.cards:
        return f"{names.seat(event.seat)} played {words.listed(card.replace('_', ' ') for card in event.cards)}."
    cards = words.counted(event.count, "card")
    return f"{names.seat(event.seat)} took {cards} from the {event.pile.replace('_', ' ')}."


def _reaction_taken(event: happened.ReactionTaken, names: Names) -> str:
    offer, trigger = event.offer.replace("_", " "), event.trigger.replace("_", " ")
    return f"{names.seat(event.seat)} reacted to {trigger}: {offer}."


def _time_ran_out(event: happened.TimeRanOut, names: Names) -> str:
    return f"{names.whose(event.seat)} time was over, and the table answered: {deed_words(event.answered, '', names)}."


def _game_ended(event: happened.GameEnded, names: Names) -> str:
    who = words.listed(names.seat(seat) for seat in event.winners)
    result = f"{who} won" if event.winners else "The battle is a draw"
    # nobody scored or another scored more, yet somebody won: then it was not by scores
    best = max(event.scores, default=0)
    counted = event.scores and (not event.winners or (best > 0 and event.scores[event.winners[0]] == best))
    scores = f" Scores: {' to '.join(map(str, event.scores))}." if counted else ""
    return f"{result}: {reason_word(event.reason, names.match)}.{scores}"


_SENTENCES: dict[type[Event], Callable[[Any, Names], str | TitledLine]] = {
    happened.RoundStarted: lambda event, names: f"Round {event.round} begins.",
    happened.RoundEnded: lambda event, names: f"Round {event.round} is over.",
    happened.TurnStarted: lambda event, names: f"{names.whose(event.seat)} turn begins.",
    happened.TurnEnded: lambda event, names: f"{names.whose(event.seat)} turn is over.",
    happened.PhaseStarted: lambda event, names: f"The {phase_word(event.phase)} phase begins.",
    happened.PhaseSkipped: lambda event, names: f"There is no {phase_word(event.phase)} this turn.",
    happened.Chosen: _chosen,
    happened.FactChanged: _fact_changed,
    happened.ScoreChanged: _score_changed,
    happened.TokenPlaced: _token_placed,
    happened.TokenMarked: _no_words,
    happened.TokenRemoved: _token_removed,
    happened.UnitPlaced: _unit_placed,
    happened.PieceLeftOut: _piece_left_out,
    happened.UnitHeldBack: lambda event, names: f"{names.thing(event.unit)} waits in reserve.",
    happened.UnitTakenUp: lambda event, names: f"{names.thing(event.unit)} is taken up again.",
    happened.UnitLeft: lambda event, names: f"{names.thing(event.unit)} left the table over its {event.edge} edge.",
    happened.UnitMoved: _unit_moved,
    happened.StepRefused: _step_refused,
    happened.UnitMarked: _unit_marked,
    happened.MarksCleared: _no_words,
    happened.UnitDestroyed: _unit_destroyed,
    happened.WreckRemoved: lambda event, names: f"The wreck of {names.thing(event.unit)} is gone from the table.",
    happened.FiguresPlaced: _figures_placed,
    happened.FiguresMoved: lambda event, names: f"{names.thing(event.unit)} {step_words(event, names)}.",
    happened.FigureMarked: _no_words,
    happened.FigureCardChanged: _no_words,
    happened.FigureLost: _figure_lost,
    happened.FiguresChangedUnit: _figures_changed_unit,
    happened.WentInside: _went_inside,
    happened.UnitJoined: _unit_joined,
    happened.UnitRestored: lambda event, names: f"{names.thing(event.unit)} stands again.",
    happened.PileLaid: _pile_laid,
    happened.PileShuffled: lambda event, names: f"The {event.pile.replace('_', ' ')} was shuffled.",
    happened.CardsMoved: _cards_moved,
    happened.TargetDeclared: lambda event, names: f"{names.thing(event.unit)} aims at {names.thing(event.target)}.",
    happened.DeclarationsLocked: lambda event, names: f"{names.whose(event.seat)} targets are locked.",
    happened.ShotVoided: _shot_voided,
    happened.ShotResolved: _shot_resolved,
    happened.AttackResolved: _attack_resolved,
    happened.DiceRolled: lambda event, names: _throw_item(Throw(event.label, event.seat, event.faces), names),
    happened.TableRead: _table_read,
    happened.HazardTested: _hazard_tested,
    happened.GroundSearched: lambda event, names: f"Nothing hidden lay on the way of {names.thing(event.unit)}.",
    happened.RollOffHeld: _roll_off_held,
    happened.SecretSealed: _secret_sealed,
    happened.Revealed: _revealed,
    happened.ReactionTaken: _reaction_taken,
    happened.FrameAbandoned: lambda event, names: f"{event.frame} was given up: {event.reason}.",
    happened.TimeRanOut: _time_ran_out,
    happened.GameEnded: _game_ended,
}
