"""`brickfield prove`: is one level stronger than another? Pairs of games go on until they say yes or no."""

from __future__ import annotations

import time
from typing import Any

from brickfield.cli.battles import agreed_setup
from brickfield.cli.labs import BattleOfLab, for_two, known_players, lab_of
from brickfield.cli.listing import console, known_game, print_json
from brickfield.cli.words import WrongWords
from brickfield.players.lab import proving
from brickfield.players.lab.matches import Standings, Tournament, standings

_DEFAULT = proving.Hypothesis()


class ProveWords(BattleOfLab, frozen=True, kw_only=True):
    """The words of the command as they were typed."""

    one: str
    other: str
    most: int
    alpha: float
    beta: float
    share0: float | None = None
    share1: float | None = None
    elo0: float | None = None
    elo1: float | None = None


def prove(words: ProveWords) -> None:
    """Play until it is decided, and say what was."""
    game = known_game(words.game)
    for_two(game, words.scenario, "a proof")
    known_players(words.one, words.other)
    question = _question(words)
    setup = agreed_setup(game, words.scenario, words.rules)
    tournament = Tournament(setup, (words.one, words.other), 2 * words.most, str(words.seed), swap=True)
    started = time.perf_counter()
    with lab_of(words, tournament.games) as lab:
        verdict, played, results = proving.prove_by_games(question, tournament, lab)
    score = standings(played, results)
    seconds = time.perf_counter() - started
    if words.as_json:
        print_json(_as_json(words, verdict, score, seconds))
        return
    out = console()
    out.print(f"{game.title}, {words.scenario}: {words.one} against {words.other}, seed {words.seed}")
    for line in (*told(words.one, words.other, verdict), f"digest {score.digest}, {seconds:.1f} s"):
        out.print(line, soft_wrap=True, markup=False)


def _question(words: ProveWords) -> proving.Hypothesis:
    """The shares between which the games decide, given as such or as points of Elo; or which word is wrong."""
    shares, elos = (words.share0, words.share1), (words.elo0, words.elo1)
    if any(each is not None for each in shares) and any(each is not None for each in elos):
        raise WrongWords("say --share0 and --share1, or --elo0 and --elo1, not both.")
    low, high = shares
    if any(each is not None for each in elos):
        low, high = (None if each is None else proving.share_of_elo(each) for each in elos)
    low = _DEFAULT.low if low is None else low
    high = _DEFAULT.high if high is None else high
    if not 0.0 < low < high < 1.0:
        raise WrongWords(f"shares must rise from the first to the second, between 0 and 1: not {low:g} and {high:g}.")
    if words.alpha + words.beta >= 1.0:
        raise WrongWords("--alpha and --beta together must be below 1.")
    return proving.Hypothesis(low, high, words.alpha, words.beta)


def told(one: str, other: str, verdict: proving.ProofVerdict) -> list[str]:
    """What was decided, and on what it rests."""
    asked = verdict.question
    low, high = verdict.interval
    claim = {
        "accepted": f"Accepted: {one} is stronger than {other}. A level whose true share is {asked.low:.1%} or less is"
        f" accepted at most {_times(asked.alpha)}.",
        "rejected": f"Rejected: {one} is not stronger than {other} by as much as was asked for. A level whose true"
        f" share is {asked.high:.1%} or more is rejected at most {_times(asked.beta)}.",
        "undecided": f"Undecided: {verdict.pairs} pairs do not say whether the share of {one} is {asked.high:.1%}"
        f" rather than {asked.low:.1%}. More (--most, at least {proving.FEWEST}) will.",
    }[verdict.decided]
    counts = ", ".join(f"{2 * share:g}: {count}" for share, count in zip(proving.SHARES, verdict.counts, strict=True))
    lower, upper = asked.bounds
    return [
        claim,
        f"{verdict.pairs} pairs ({2 * verdict.pairs} games): {one} has a share of {verdict.share:.1%}"
        f" ({low:.1%} to {high:.1%}){_elo(verdict.share)}",
        f"pairs by the points of {one}: {counts}; log of the likelihood ratio {verdict.ratio:.2f} between"
        f" {lower:.2f} and {upper:.2f}",
    ]


def _elo(share: float) -> str:
    """The same in points of Elo; who has won or lost everything has none."""
    return f", {proving.elo_of_share(share):+.0f} Elo" if 0.0 < share < 1.0 else ""


def _times(share: float) -> str:
    return f"{100 * share:g} times in a hundred"


def _as_json(words: ProveWords, verdict: proving.ProofVerdict, score: Standings, seconds: float) -> dict[str, Any]:
    asked = verdict.question
    return {
        "game": words.game,
        "scenario": words.scenario,
        "levels": [words.one, words.other],
        "decided": verdict.decided,
        "pairs": verdict.pairs,
        "games": 2 * verdict.pairs,
        "pair_points": list(verdict.counts),
        "share": round(verdict.share, 6),
        "interval95": [round(end, 6) for end in verdict.interval],
        "elo": round(proving.elo_of_share(verdict.share), 1) if 0.0 < verdict.share < 1.0 else None,
        "log_ratio": round(verdict.ratio, 6),
        "bounds": [round(end, 6) for end in asked.bounds],
        "shares": [round(asked.low, 6), round(asked.high, 6)],
        "alpha": asked.alpha,
        "beta": asked.beta,
        "decisions": score.decisions,
        "seconds": round(seconds, 3),
        "digest": score.digest,
    }
