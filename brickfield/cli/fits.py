"""`brickfield fit`: how much each feature of a table weighs for the chance to win, from battles of bots."""

from __future__ import annotations

from msgspec import Struct

from brickfield.cli.labs import known_bots, progress
from brickfield.cli.listing import console, known_game, known_scenario, print_json
from brickfield.cli.words import Failed, WrongWords
from brickfield.core.judging.odds import FittedJudge, fitted_weights
from brickfield.players.lab.fitting import Fit, Witness, fitted, witnesses
from brickfield.players.lab.matches import BattleFault


class FitWords(Struct, frozen=True):
    """The words of the command as they were typed."""

    game: str
    scenario: str
    level: str
    games: int
    seed: int
    as_json: bool


def fit(words: FitWords) -> None:
    """Play, fit, and print the weights as they stand in the game's `data/odds.toml`."""
    game = known_game(words.game)
    known_bots(words.level)
    cards = [known_scenario(game, words.scenario)] if words.scenario else game.scenarios()
    if not isinstance(game.judge, FittedJudge):
        raise WrongWords(f"{game.title} does not say by which features it foretells a winner.")
    found: list[Witness] = []
    try:
        with progress(len(cards), "scenarios") as tell:
            for card in cards:
                found += witnesses(game, card.id, words.games, words.level, str(words.seed))
                if tell is not None:
                    tell(1)
    except BattleFault as fault:
        raise Failed(str(fault)) from fault
    fits = fitted(found, fitted_weights(game))
    if words.as_json:
        print_json({each.sort: _figures(each) for each in fits})
        return
    out = console()
    for each in fits:
        out.print(f"# {each.tables} tables; Brier {each.brier:.3f}, with the weights in use {each.in_use:.3f}")
        out.print(f"[{each.sort}]", markup=False)
        for name, weight in each.weights.items():
            out.print(f"{name} = {weight}")
        out.print("")


def _figures(fit: Fit) -> dict[str, object]:
    figures = {"tables": fit.tables, "brier": round(fit.brier, 4), "in_use": round(fit.in_use, 4)}
    return {"weights": fit.weights, **figures}
