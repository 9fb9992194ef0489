"""`brickfield balance --docs FILE`: the balance of every scenario and the share of every army, as a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from brickfield.cli.labs import LabWords, lab_of
from brickfield.cli.words import Failed
from brickfield.core.game import Game
from brickfield.core.match import Setup
from brickfield.core.setup.choosing import ScenarioRow
from brickfield.players.lab.armies import Meeting, army_name, meetings
from brickfield.players.lab.balance import Balance, tournament_of, weigh
from brickfield.players.lab.matches import standings
from brickfield.players.lab.round_robin import Army, Pairing
from brickfield.players.lab.versions import code_version

# What we ask of a scenario of our own (docs/lab.md): no side of two wins more than 60 % of the decided games, and fewer
# than a tenth are drawn. An interval wider than this says neither.
_LEANS = 1.2
_MOST_DRAWN = 0.1
_WIDEST = 0.25
_PAIR = 2


class MetArmies(Struct, frozen=True):
    """How a meeting of two armies went."""

    game: Game
    meeting: Meeting
    pairing: Pairing


class PageWords(Struct, frozen=True):
    """Who played, and how often."""

    level: str
    games: int
    seed: int


def play_page(
    lab_words: LabWords, words: PageWords, asked: list[tuple[Game, ScenarioRow]], whole: Iterable[Game]
) -> tuple[list[tuple[Game, Balance]], list[MetArmies]]:
    """All scenarios, and all meetings of armies of whole games, in one go."""
    level, seed, even = words.level, str(words.seed), words.games + words.games % 2
    scenarios = [tournament_of(Setup(game.id, card.id), card.seats, level, words.games, seed) for game, card in asked]
    met = [(game, meeting) for game in whole for meeting in meetings(game)]
    armies = [meeting.tournament(game, level, even, seed) for game, meeting in met]
    with lab_of(lab_words, sum(each.games for each in (*scenarios, *armies))) as lab:
        played = lab.play_all([*scenarios, *armies])
    weighed = [
        (game, weigh(tournament, results))
        for (game, _), tournament, results in zip(asked, scenarios, played, strict=False)
    ]
    fought = zip(met, armies, played[len(scenarios) :], strict=True)
    return weighed, [
        MetArmies(game, meeting, Pairing((0, 1), even, standings(tournament, results)))
        for (game, meeting), tournament, results in fought
    ]


def write_page(file: str, words: PageWords, weighed: list[tuple[Game, Balance]], met: list[MetArmies]) -> None:
    """Write the page, or say in a line why it cannot be written."""
    try:
        Path(file).write_text("\n".join(page(words, weighed, met)) + "\n", "utf-8", newline="\n")
    except OSError as error:
        raise Failed(f"--docs {file}: {error.strerror or error}.") from error


def page(words: PageWords, weighed: list[tuple[Game, Balance]], met: list[MetArmies]) -> Iterator[str]:
    """The page line by line."""
    yield from ("# Balance", "", *_foreword(words))
    for game in dict.fromkeys(game for game, _ in weighed):
        yield from ("", f"## {game.title}", "")
        yield from _scenarios(game, [each for other, each in weighed if other is game])
        yield from _armies(game, [each for each in met if each.game is game and not each.meeting.duel])
        yield from _duels(game, [each for each in met if each.game is game and each.meeting.duel])


def _foreword(words: PageWords) -> tuple[str, ...]:
    """Who played, and what the numbers mean."""
    return (
        "Written by `brickfield balance --docs`, not by hand.",
        f"Every seat was played by `{words.level}`, {words.games} games each, seed {words.seed},"
        f" rules and bots of version {code_version()}.",
        "Shares are of decided games, with 95 % intervals; *evened* is what they would be had every seat had the first",
        "turn as often as the others. All of it is said of bots of this level: people, and stronger bots, may find",
        "another balance.",
    )


def _table(*head: str) -> Iterator[str]:
    yield _row(*head)
    yield _row(*("---" for _ in head))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


# --- scenarios -------------------------------------------------------------------------------------------------------


def _scenarios(game: Game, weighed: list[Balance]) -> Iterator[str]:
    cards = {card.id: card for card in game.scenarios()}
    sides = {face.id: face.sides for face in game.catalogue().scenarios}
    yield from _table(
        "scenario", "wins by seat", "evened", "draws", "first turn wins", "rounds", "it ends by", "verdict"
    )
    for each in weighed:
        names = sides.get(each.scenario) or tuple(f"seat {seat}" for seat in range(len(each.wins)))
        wins = "<br>".join(f"{name} {_percent(*s.interval, s.share)}" for name, s in zip(names, each.wins, strict=True))
        yield _row(
            cards[each.scenario].title,
            wins,
            " : ".join(f"{share:.0%}" for share in each.evened),
            f"{each.draws.share:.0%}",
            f"{each.first.share:.0%}",
            f"{each.rounds:.1f}",
            ", ".join(f"{reason.replace('_', ' ')} {count}" for reason, count in each.endings.items()),
            verdict(each, names),
        )


def verdict(each: Balance, names: tuple[str, ...]) -> str:
    """Whether a scenario is as even as we ask, leans, or has not been played often enough to say."""
    even = _even_share(each)
    # allies have one name, and of two sides it is enough to say of one how it fares
    sides = dict(zip(names, each.wins, strict=True))
    faults = [
        f"leans to {name}" for name, share in sides.items() if share.interval[0] > even and share.share > _LEANS * even
    ]
    faults += [
        f"leans against {name}"
        for name, share in sides.items()
        if len(sides) > _PAIR and share.interval[1] < even and _LEANS * share.share < even
    ]
    faults += ["often drawn"] if each.draws.interval[0] > _MOST_DRAWN else []
    widest = max(share.interval[1] - share.interval[0] for share in each.wins)
    return ", ".join(faults) or ("even" if widest <= _WIDEST else "too few games")


def _even_share(each: Balance) -> float:
    """The share of every seat were all alike: wins are counted for every seat of the side that won."""
    decided = each.wins[0].of if each.wins else 0
    return sum(share.count for share in each.wins) / (len(each.wins) * decided) if decided else 0.5


def _percent(low: float, high: float, share: float) -> str:
    return f"{share:.0%} ({low:.0%}-{high:.0%})"


# --- armies ----------------------------------------------------------------------------------------------------------


def _armies(game: Game, met: list[MetArmies]) -> Iterator[str]:
    if not met:
        return
    yield from ("", "### Armies", "", "Both armies on either side of the table, as often; a draw counts half.", "")
    yield from _table("scenario", "army", "against", "share")
    for each in met:
        one, other = (_titled(game, army) for army in each.meeting.armies)
        yield _row(each.meeting.title, one, other, _percent(*each.pairing.interval, each.pairing.share))


def _duels(game: Game, met: list[MetArmies]) -> Iterator[str]:
    if not met:
        return
    yield from (
        "",
        "### One against one",
        "",
        "Every unit against every other of about its cost; a draw counts half.",
        "",
    )
    units = list(dict.fromkeys(army for each in met for army in each.meeting.armies))
    yield from _table("unit", *(_titled(game, army) for army in units), "mean")
    for army in units:
        shares = {other: share for each in met for other, share in _against(each, army)}
        cells = [f"{shares[other]:.0%}" if other in shares else "" for other in units]
        yield _row(_titled(game, army), *cells, f"{sum(shares.values()) / len(shares):.0%}")
    widest = max(each.pairing.interval[1] - each.pairing.interval[0] for each in met) / 2
    yield from ("", f"Each share is known to within {widest:.0%}.")


def _against(each: MetArmies, army: Army) -> Iterator[tuple[Army, float]]:
    """The share of an army in a meeting, if it was there."""
    one, other = each.meeting.armies
    if army == one:
        yield other, each.pairing.share
    elif army == other:
        yield one, 1.0 - each.pairing.share


def _titled(game: Game, army: Army) -> str:
    """An army by what its cards are called at the table."""
    cards = game.catalogue().cards
    return army_name(tuple((cards[card].title if card in cards else card, count) for card, count in army))
