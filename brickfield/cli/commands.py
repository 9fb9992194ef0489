"""The words of the command line. Each command only reads its words; the work is done in the module it names."""

from __future__ import annotations

from typing import Any

import click

from brickfield import __version__
from brickfield.cli.words import WrongWords, unknown

_MOST_GAMES = 1_000_000
_MOST_JOBS = 256


class _Commands(click.Group):
    """A group that answers wrong words with one line instead of a page."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command of this name; an unknown one gets the names there are."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            raise unknown("command", name, self.list_commands(ctx))
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="brickfield")
@click.pass_context
def root(ctx: click.Context) -> None:
    """Brick tabletop wargames with every rule enforced and exact geometry."""
    if ctx.invoked_subcommand is None:
        names = ", ".join(root.list_commands(ctx))
        raise WrongWords(f"which command? There are: {names}. `brickfield --help` says more.")


_rules = click.option(
    "--rules",
    metavar="WORDS",
    default="",
    help="Rules agreed: switches to put on, `switch=value`, or a code; see `brickfield games`.",
)
_jobs = click.option("--jobs", metavar="J", type=click.IntRange(1, _MOST_JOBS), default=1, help="Processes to play on.")
_cluster = click.option(
    "--cluster", metavar="ADDRESS", default="", help="Play on the workers of this Dask scheduler: tcp://host:8786."
)
_record = click.option(
    "--record", metavar="FILE", default="", help="Games are kept here as they end; a stopped run goes on."
)


def _lab(command: Any) -> Any:
    """The words by which every command of the lab says who plays and where games are kept."""
    return _jobs(_cluster(_record(command)))


_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")


@root.command()
@_json
def games(as_json: bool) -> None:
    """List the games with their options, scenarios and levels."""
    from brickfield.cli.listing import list_games

    list_games(as_json)


@root.command()
@_json
@click.option("--game", "game_id", metavar="ID", help="Only this game.")
def clauses(as_json: bool, game_id: str | None) -> None:
    """Show every clause of the rules with its code and its tests."""
    from brickfield.cli.listing import list_clauses

    list_clauses(game_id, as_json)


@root.command()
@click.option("--game", "game_id", metavar="ID", help="Only this game.")
def sentences(game_id: str | None) -> None:
    """Print every sentence the product can say, to be read."""
    from brickfield.cli.sentences import show_sentences

    show_sentences(game_id)


@root.command()
@click.argument("game", metavar="GAME")
@click.option("--scenario", metavar="ID", required=True, help="What is fought: see `brickfield games`, or a file.")
@click.option("--seats", metavar="LEVEL,LEVEL", required=True, help="A bot per seat (regular:bold); the last repeats.")
@click.option("--games", metavar="N", type=click.IntRange(1, _MOST_GAMES), required=True, help="How many games.")
@click.option("--seed", metavar="S", type=int, required=True, help="Same seed, same games.")
@_lab
@click.option("--swap", is_flag=True, help="Levels change seats within pairs of games with the same dice.")
@click.option("--armies", metavar="ARMY,ARMY", default="", help="Armies by seat, a + between units: raider+trooper.")
@_rules
@click.option("--save-replays", metavar="DIR", help="Write a replay of every game into this folder.")
@click.option("--open-dice", metavar="LEVEL", help="Tell this level the dice to come: the ceiling of luck.")
@click.option("--tenfold", metavar="LEVEL", help="Give this level ten times its budget: what thinking longer gains.")
@click.option("--fair", is_flag=True, help="Count the luck of the dice, and the share without it (with --swap).")
@_json
def battle(**words: Any) -> None:
    """Let bots play games headless and count the wins, with 95 % intervals.

    Wins are counted by seat; with --swap by level, in the order of --seats.
    """
    from brickfield.cli import battles

    battles.battle(battles.BattleWords(**words))


@root.command(name="round-robin")
@click.argument("game", metavar="GAME")
@click.option("--scenario", metavar="ID", required=True, help="What is fought, for two seats; see `brickfield games`.")
@click.option("--armies", metavar="ARMY,ARMY,...", required=True, help="Who meets, a + between units: raider+trooper.")
@click.option("--level", metavar="LEVEL", default="regular", show_default=True, help="Who plays all of them.")
@click.option("--games", metavar="N", type=click.IntRange(2, _MOST_GAMES), required=True, help="How many games a pair.")
@click.option("--seed", metavar="S", type=int, required=True, help="Same seed, same games.")
@_lab
@_rules
@_json
def round_robin(**words: Any) -> None:
    """Let armies meet each other in pairs, with sides swapped, and count who wins how often."""
    from brickfield.cli import round_robins

    round_robins.round_robin(round_robins.RoundRobinWords(**words))


_error = click.FloatRange(0.0001, 0.5)
_share = click.FloatRange(0.0, 1.0)


@root.command()
@click.argument("one", metavar="LEVEL")
@click.argument("other", metavar="LEVEL")
@click.option("--game", metavar="ID", required=True, help="Which game; see `brickfield games`.")
@click.option("--scenario", metavar="ID", required=True, help="What is fought, for two seats.")
@click.option("--share0", metavar="P", type=_share, help="Reject at this share of the first level or less (0.5).")
@click.option("--share1", metavar="P", type=_share, help="Accept at this share or more (0.55).")
@click.option("--elo0", metavar="E", type=float, help="The same in points of Elo: 0 is a share of 0.5,")
@click.option("--elo1", metavar="E", type=float, help="35 one of 0.55, 70 one of 0.6, 191 one of 0.75.")
@click.option("--alpha", metavar="P", type=_error, default=0.05, show_default=True, help="How often wrongly accepted.")
@click.option("--beta", metavar="P", type=_error, default=0.05, show_default=True, help="How often wrongly rejected.")
@click.option(
    "--most",
    metavar="N",
    type=click.IntRange(1, _MOST_GAMES // 2),
    default=2000,
    show_default=True,
    help="Pairs of games after which it stays undecided.",
)
@click.option("--seed", metavar="S", type=int, default=1, show_default=True, help="Same seed, same games.")
@_lab
@_rules
@_json
def prove(**words: Any) -> None:
    """Decide whether one level is stronger than another, with as few games as that takes.

    Pairs of games with the same dice and the seats changed go on until a sequential test accepts or rejects.
    """
    from brickfield.cli import provings

    provings.prove(provings.ProveWords(**words))


@root.command()
@click.argument("game", metavar="GAME")
@click.option("--scenario", metavar="ID", required=True, help="What is fought, for two seats; see `brickfield games`.")
@click.option("--levels", metavar="LEVEL,LEVEL,...", default="", help="Who meets (regular:bold); or all levels.")
@click.option("--games", metavar="N", type=click.IntRange(2, _MOST_GAMES), required=True, help="How many games a pair.")
@click.option("--seed", metavar="S", type=int, default=1, show_default=True, help="Same seed, same games.")
@_lab
@_rules
@_json
def ladder(**words: Any) -> None:
    """Let all levels meet each other and place them on one scale of strength, with 95 % intervals."""
    from brickfield.cli import ladders

    ladders.ladder(ladders.LadderWords(**words))


@root.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--scenario", metavar="ID", default="", help="Only this one; see `brickfield games`.")
@click.option("--level", metavar="LEVEL", default="regular", show_default=True, help="Who plays every seat.")
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(1, _MOST_GAMES),
    default=100,
    show_default=True,
    help="How many games a scenario.",
)
@click.option("--seed", metavar="S", type=int, default=1, show_default=True, help="Same seed, same games.")
@click.option("--docs", metavar="FILE", default="", help="Let armies change sides too, and write all as a page.")
@_lab
@_json
def balance(**words: Any) -> None:
    """Report how even scenarios are: wins by seat, draws, endings, the first turn, and how the bots behave."""
    from brickfield.cli import balances

    balances.balance(balances.BalanceWords(**words))


@root.command()
@click.argument("game", metavar="GAME")
@click.option("--scenario", metavar="ID", default="", help="Only this one; see `brickfield games`.")
@click.option("--level", metavar="LEVEL", default="regular", show_default=True, help="Who plays every seat.")
@click.option("--games", metavar="N", type=click.IntRange(1, _MOST_GAMES), required=True, help="How many a scenario.")
@click.option("--seed", metavar="S", type=int, default=1, show_default=True, help="Same seed, same games.")
@_json
def fit(**words: Any) -> None:
    """Fit how much each feature of a table weighs for the chance to win, as it stands in `data/odds.toml`."""
    from brickfield.cli import fits

    fits.fit(fits.FitWords(**words))


@root.command()
@click.option("--game", "game_id", metavar="ID", required=True, help="Which game; see `brickfield games`.")
@click.option("--decisions", metavar="N", type=click.IntRange(1), required=True, help="How many decisions in all.")
@click.option("--seed", metavar="S", type=int, default=1, show_default=True, help="Same seed, same battles.")
@_jobs
@click.option(
    "--every",
    metavar="K",
    type=click.IntRange(1),
    default=50,
    help="How many pauses from one close look to the next (50).",
)
@click.option("--record", metavar="FILE", default="", help="What was reached is kept here, and a stopped run goes on.")
@_json
def soak(**words: Any) -> None:
    """Play random legal decisions over random battles, check every promise, and name the rules hardly reached."""
    from brickfield.cli import soaks

    soaks.soak_command(soaks.SoakWords(**words))


@root.command()
@click.argument("file", metavar="FILE")
@click.option("--verify", is_flag=True, help="Say what was checked: every answer, die, event and digest.")
@click.option("--html", metavar="OUT", help="Write the battle as one HTML file that opens in any browser.")
def replay(file: str, verify: bool, html: str | None) -> None:
    """Play a replay file again, check all of it and tell how the battle went."""
    from brickfield.cli import replays

    replays.replay(file, verify, html)


@root.command()
@click.argument("file", metavar="FILE")
@_json
@click.option("--bricklink", metavar="OUT", help="Write the shopping list for BrickLink (XML) to this file.")
@click.option("--ldraw", metavar="OUT", help="Write the model as LDraw, with its steps, to this file.")
def model(file: str, as_json: bool, bricklink: str | None, ldraw: str | None) -> None:
    """Measure a model of real bricks: LDraw (.ldr, .mpd) or Studio (.io)."""
    from brickfield.cli import models

    models.model(file, as_json, bricklink, ldraw)


@root.command()
@click.argument("file", metavar="FILE")
@_json
def scenario(file: str, as_json: bool) -> None:
    """Check a scenario file (TOML or JSON): every fault with its line."""
    from brickfield.cli import scenarios

    scenarios.scenario(file, as_json)


@root.command()
@_json
@click.option("--quick", is_flag=True, help="Short runs: rough figures in a few seconds.")
def bench(as_json: bool, quick: bool) -> None:
    """Measure the speed of the engine on this machine, beside a well-known one."""
    from brickfield.cli import bench as benches

    benches.bench(as_json, quick)


@root.command()
@click.option("--game", "game_id", metavar="ID", default="", help="Which game; the first unless named.")
@click.option("--scenario", metavar="ID", help="What is fought; the first scenario unless named.")
@click.option("--seat", metavar="N", type=click.IntRange(0, 5), default=0, show_default=True, help="Where you sit.")
@click.option("--level", metavar="LEVEL", default="recruit", show_default=True, help="Your enemy, say regular:bold.")
@click.option("--seed", metavar="S", type=int, help="Fix the dice and the bots.")
@_rules
@click.option("--load", metavar="FILE", default="", help="Go on with a saved battle.")
@click.option("--lesson", is_flag=True, help="Learn the game: a first battle with a coach, in about ten minutes.")
@click.option("--json", "as_json", is_flag=True, help="A JSON object per question, for scripts and language models.")
def play(**words: Any) -> int:
    """Play a battle in the terminal, in words."""
    from brickfield.cli import playing

    return playing.play(playing.PlayWords(**words))


@root.command()
@click.option("--host", metavar="HOST", envvar="HOST", default="127.0.0.1", show_default=True)
@click.option("--port", metavar="PORT", envvar="PORT", type=click.IntRange(0, 65_535), default=8000, show_default=True)
@click.option(
    "--database",
    metavar="URL",
    default="",
    help="Where matches are kept: sqlite:///path (under $DATA, ./data), or postgresql://user@host/name.",
)
@click.option(
    "--workers", metavar="N", type=click.IntRange(1, 64), default=1, help="Processes that serve (PostgreSQL)."
)
@click.option(
    "--inside",
    metavar="ADDRESS",
    default="127.0.0.1",
    help="A private address of this machine at which workers on other machines call (PostgreSQL).",
)
@click.option("--bot-pace", metavar="SECONDS", type=click.FloatRange(0, 60), help="How long bots let people look.")
@click.option(
    "--bot-workers", metavar="N", type=click.IntRange(0, 64), help="Processes for bots, hints, replays (one a core)."
)
@click.option("--most-tables", metavar="N", type=click.IntRange(0), help="Tables kept in all (20000; 0: any number).")
@click.option(
    "--keep-unbegun", metavar="DAYS", type=click.IntRange(0), help="How long tables hardly begun stay (7; 0: ever)."
)
@click.option("--keep-unfinished", metavar="DAYS", type=click.IntRange(0), help="The same for unfinished ones (180).")
@click.option(
    "--invitation-days",
    metavar="DAYS",
    type=click.FloatRange(0.01, 3650),
    help="How long invitations can be used (14).",
)
@click.option("--open", "open_browser", is_flag=True, help="Open a browser at the table.")
@click.option(
    "--allow-host",
    metavar="NAME",
    envvar="ALLOWED_HOSTS",
    multiple=True,
    help="A name of this server, such as bricks.example.org; addresses and the machine's own name need none.",
)
@click.option(
    "--trust-proxy",
    metavar="ADDRESS",
    envvar="TRUSTED_PROXIES",
    multiple=True,
    help="A proxy in front of this server, which is believed about whose request it passes on (X-Forwarded-For).",
)
@click.option(
    "--operator-token",
    metavar="TOKEN",
    envvar="OPERATOR_TOKEN",
    default="",
    help="Whoever shows it may read /metrics and /readyz; without one nobody may. Better in the environment.",
)
def serve(**words: Any) -> None:
    """Serve the table to browsers until stopped."""
    from brickfield.cli import serve as serving

    serving.serve(serving.ServeWords(**words))


@root.command("copy-database")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy_database(source: str, target: str) -> None:
    """Move a house between databases, sqlite:///path or postgresql://..., and check every record."""
    from brickfield.cli import serve as serving

    serving.copy_database(source, target)


@root.command()
@click.argument("target", metavar="FILE")
@click.option("--database", metavar="URL", default="", help="What is copied: sqlite:///path (under $DATA, ./data).")
def backup(target: str, database: str) -> None:
    """Copy the database into a new file, also while the server runs."""
    from brickfield.cli import serve as serving

    serving.backup(target, database)
