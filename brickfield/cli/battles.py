"""`brickfield battle`: bots play many games headless, and the score is printed with its interval."""

from __future__ import annotations

import time
from itertools import zip_longest
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from brickfield.cli.labs import BattleOfLab, known_players, lab_of
from brickfield.cli.listing import console, known_game, known_scenario, plain_table, print_json
from brickfield.cli.words import WrongWords, bytes_of, quoted
from brickfield.core.commands import MOST_BYTES
from brickfield.core.game import Game
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.setup.scenario_files import own_setup, read_scenario
from brickfield.players.lab.ceiling import looks_ahead
from brickfield.players.lab.matches import MatchResult, Standings, Tournament, standings
from brickfield.players.lab.proving import SHARES, pair_interval, share_of
from brickfield.speech.words import counted

# How the names of scenario files end.
_FILES = (".toml", ".json")


class BattleWords(BattleOfLab, frozen=True, kw_only=True):
    """The words of the command as they were typed."""

    seats: str
    games: int
    swap: bool
    save_replays: str | None
    armies: str = ""
    open_dice: str | None = None
    tenfold: str | None = None
    fair: bool = False


def battle(words: BattleWords) -> None:
    """Play the games and print the score."""
    game = known_game(words.game)
    tournament = _tournament(game, words)
    folder = _replay_folder(words.save_replays)
    started = time.perf_counter()
    with lab_of(words, words.games) as lab:
        results = lab.play(tournament)
    seconds = time.perf_counter() - started
    if folder is not None:
        _save(folder, tournament, results)
    score = standings(tournament, results)
    if words.as_json:
        print_json(_as_json(tournament, score, seconds))
    else:
        _print_score(game, tournament, score, seconds)


def _tournament(game: Game, words: BattleWords) -> Tournament:
    """What the words ask for, or a line that says which of them is wrong."""
    battlefield = battle_of(game, words.scenario)
    title, seats = game.title_of(battlefield), sure_match(game, battlefield).seats
    levels = tuple(level.strip() for level in words.seats.split(","))
    known_players(*levels)
    if len(levels) > seats:
        raise WrongWords(f"--seats names {len(levels)} levels, but {title} has {seats} seats.")
    if words.swap and words.games % seats:
        raise WrongWords(f"--swap plays groups of {seats} games, so --games {words.games} must be a multiple of it.")
    levels += levels[-1:] * (seats - len(levels))
    setup = agreed_setup(game, words.scenario, words.rules, read_armies(words.armies))
    open_dice, tenfold = words.open_dice or "", words.tenfold or ""
    for word, level in (("open-dice", open_dice), ("tenfold", tenfold)):
        if level and not (level in levels and looks_ahead(level)):
            raise WrongWords(f"--{word} {quoted(level)} is no level of --seats that looks ahead.")
    if open_dice and open_dice == tenfold:
        raise WrongWords(f"Who is told the dice has ten times its budget anyway: leave out --tenfold {tenfold}.")
    if words.fair and not (words.swap and seats == 2):
        raise WrongWords("--fair compares two who change seats: it needs --swap and a scenario for two.")
    return Tournament(
        setup,
        levels,
        words.games,
        str(words.seed),
        words.swap,
        keep_replays=words.save_replays is not None,
        open_dice=open_dice,
        tenfold=tenfold,
        fair=words.fair,
    )


def battle_of(game: Game, word: str) -> Setup:
    """The battle of a scenario by its id, or of a scenario file; or a line that says what is wrong with it."""
    if not word.endswith(_FILES):
        return Setup(game.id, known_scenario(game, word).id)
    read = read_scenario(bytes_of(word, MOST_BYTES, "a scenario file"), {game.id: game})
    for fault in read.faults:
        raise WrongWords(f"{word}, {fault}")
    return own_setup(game, read.document)


def sure_match(game: Game, setup: Setup) -> Match:
    """The match of a battle that has been looked through."""
    match = game.new_match(game.fresh(setup))
    assert not isinstance(match, Refusal), match
    return match


def agreed_setup(game: Game, scenario: str, rules: str, armies: tuple[tuple[tuple[str, int], ...], ...] = ()) -> Setup:
    """What is played, or a line that says which rules or armies the game does not take."""
    options = game.read_words(rules)
    if isinstance(options, Refusal):
        raise WrongWords(f"--rules {quoted(rules)}: {options.sentence}")
    bare = replace(battle_of(game, scenario), options=options)
    setup = replace(bare, armies=armies)
    for word, tried in (("rules", bare), ("armies", setup)):
        refusal = game.new_match(tried)
        if isinstance(refusal, Refusal):
            raise WrongWords(f"--{word}: {refusal.sentence}")
    return setup


def read_armies(text: str) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Armies as they are typed: a comma between armies, a plus between the units of one."""
    return tuple(tuple((unit.strip(), 1) for unit in army.split("+")) for army in text.split(",")) if text else ()


def _replay_folder(name: str | None) -> Path | None:
    """The folder for replays, made before the first game so that a wrong name costs no waiting."""
    if name is None:
        return None
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongWords(f"--save-replays {name}: {error.strerror or error}.") from error
    return folder


def _save(folder: Path, tournament: Tournament, results: list[MatchResult]) -> None:
    setup = tournament.setup
    for result in results:
        name = f"{setup.game}-{setup.scenario}-seed{tournament.seed}-{result.index + 1:04d}.replay"
        (folder / name).write_text(result.replay, "utf-8", newline="\n")


def _as_json(tournament: Tournament, score: Standings, seconds: float) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "game": tournament.setup.game,
        "scenario": tournament.setup.scenario,
        "games": tournament.games,
        "wins": list(score.wins),
        "draws": score.draws,
        "interval95": [[round(low, 6), round(high, 6)] for low, high in score.intervals],
        "decisions": score.decisions,
        "seconds": round(seconds, 3),
        "digest": score.digest,
        "milliseconds": [{"p50": pace.half, "p95": pace.p95, "max": pace.most} for pace in score.pace],
    }
    if tournament.swap:
        # wins then belong to the levels in the order of --seats, not to chairs
        shown |= {"swap": True, "group_points": list(score.group_points)}
    if (points := _by_pairs(score)) is not None:
        share, low, high = (round(each, 6) for each in points)
        shown["points"] = {"share": share, "interval95": [low, high]}
    if score.fair is not None:
        share, low, high = (round(each, 6) for each in score.fair)
        shown["fair"] = {"share": share, "interval95": [low, high]}
    return shown


def _by_pairs(score: Standings) -> tuple[float, float, float] | None:
    """The share of the first of two entrants who changed seats, a draw counting half, and its interval by pairs."""
    counts = score.group_points
    return (share_of(counts), *pair_interval(counts)) if len(counts) == len(SHARES) else None


def _print_score(game: Game, tournament: Tournament, score: Standings, seconds: float) -> None:
    out = console()
    out.print(f"{game.title}, {tournament.setup.scenario}: {counted(tournament.games, 'game')}")
    owner = "entrant" if tournament.swap else "seat"
    table = plain_table(owner, "level", "wins", "share", "95 % interval")
    armies = [" " + "+".join(unit for unit, _count in army) for army in tournament.setup.armies]
    entrants = [level + army for level, army in zip_longest(tournament.levels, armies, fillvalue="")]
    for number, level in enumerate(entrants):
        wins = score.wins[number]
        low, high = score.intervals[number]
        share = f"{wins / tournament.games:.1%}"
        table.add_row(str(number), level, str(wins), share, f"{low:.1%} to {high:.1%}")
    out.print(table)
    rate = score.decisions / seconds if seconds else 0.0
    lines = [
        f"draws {score.draws}, decisions {score.decisions}, {seconds:.1f} s ({rate:.0f} decisions/s)",
        f"digest {score.digest}",
    ]
    for pace, name in zip(score.pace, entrants, strict=False):
        lines.append(f"{name} thought {pace.half} ms (half of its answers), {pace.p95} (95 %), {pace.most} (all)")
    if score.faults:
        lines.append(f"answers of bots that the rules refused: {score.faults} (a fault of the bot)")
    if tournament.swap:
        shares = ", ".join(f"{half / 2:g}: {count}" for half, count in enumerate(score.group_points))
        lines.append(f"groups of swapped games by the points of entrant 0: {shares}")
    if (points := _by_pairs(score)) is not None:
        whole, least, most = (f"{each:.1%}" for each in points)
        lines.append(f"a draw counted as half a win, {entrants[0]} has {whole}, {least} to {most} by its pairs")
    if score.fair is not None:
        whole, least, most = (f"{each:.1%}" for each in score.fair)
        lines.append(f"without the luck of the dice {entrants[0]} has {whole}, {least} to {most} by its pairs")
    for line in lines:
        out.print(line, soft_wrap=True)
