"""Agreeing on a battle: the words of a command line turned into a match and players for the other seats."""

from __future__ import annotations

from collections.abc import Mapping

from brickfield.core.lessons.lesson import lesson_of
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal, invalid
from brickfield.games import drawn_games, find_drawn
from brickfield.speech.interpreter import Players
from brickfield.speech.local_game import Agreement, LocalPlayer

# The sides of the table, as the pieces and screens of all games call them.
SIDES = ("Blue", "Orange", "Forest", "Mauve", "Teal", "Plum")


def new_match(game_id: str, scenario: str, rules: str, seat: int) -> Match | Refusal:
    """The match that was asked for, or one sentence saying which word is wrong. Without a name it is the first game."""
    game = find_drawn(game_id) if game_id else drawn_games()[0]
    if game is None:
        known = ", ".join(each.id for each in drawn_games())
        return invalid("unknown_game", f"No game {game_id!r} can be played here; there are {known}.")
    options = game.read_words(rules)
    if isinstance(options, Refusal):
        return options
    cards = {card.id: card for card in game.scenarios()}
    card = cards.get(scenario or next(iter(cards)))
    if card is None:
        return invalid("unknown_scenario", f"There is no scenario {scenario!r}; there are {', '.join(cards)}.")
    if not 0 <= seat < card.seats:
        return invalid("unknown_seat", f"There is no seat {seat}; seats go from 0 to {card.seats - 1}.")
    return game.new_match(game.fresh(Setup(game.id, card.id, options, names=SIDES[: card.seats])))


def lesson_match(game_id: str) -> Match | Refusal:
    """The table of a game's lesson; without a name that of the first game."""
    game = find_drawn(game_id) if game_id else drawn_games()[0]
    lesson = lesson_of(game) if game is not None else None
    if game is None or lesson is None:
        taught = ", ".join(each.id for each in drawn_games() if lesson_of(each) is not None)
        return invalid("no_lesson", f"There is no lesson for {game_id!r}; there are lessons for {taught}.")
    return game.new_match(lesson.setup(game))


def check_level(level: str) -> Refusal | None:
    """Whether an opponent of this level, perhaps with a style (`regular:bold`), can be had."""
    from brickfield.players.levels import fault_of

    fault = fault_of(level)
    return invalid(fault[0], f"There is no opponent {level!r}. {fault[1]}") if fault is not None else None


def players_with(player: LocalPlayer | None) -> Players:
    """Who fills the other seats: the player handed in, or the engine's own of the level agreed on."""

    def players(match: Match, agreed: Agreement) -> Mapping[int, LocalPlayer]:
        others = [seat for seat in range(match.seats) if seat != agreed.seat]
        if player is not None:
            return dict.fromkeys(others, player)
        from brickfield.players.levels import make_player

        # a stream of its own: an opponent that draws from the seed of the dice would know them
        return {seat: make_player(agreed.level, match.game, f"{agreed.seed}/player/{seat}") for seat in others}

    return players
