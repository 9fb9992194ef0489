"""The catalogue: games, rule codes and army checks as the pages before a battle show them."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core.decisions import Reaction
from brickfield.core.dice import SeededDice
from brickfield.core.game import Game
from brickfield.core.lessons.lesson import lesson_of
from brickfield.core.match import Setup
from brickfield.core.play import begin
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.builders import limit
from brickfield.core.setup.catalogue import CheckedArmy
from brickfield.core.setup.companion import KeptBattle, kept_battle
from brickfield.core.setup.desks import ScenarioDesk
from brickfield.core.setup.duels import NO_CARDS, Duel, fight
from brickfield.core.setup.judged import Judgement, judged
from brickfield.core.setup.scenario_files import checked_scenario, own_setup, read_scenario
from brickfield.core.setup.unit_editor import BuiltCard, TriedDice
from brickfield.core.views import SPECTATOR, view
from brickfield.players.levels import Level, offered, styles
from brickfield.server.rooms.clocks import CLOCKS
from brickfield.server.rooms.setting_up import still_chosen
from brickfield.server.web import http_types as bodies
from brickfield.server.web.cards import GameCard, LevelCard, StyleCard
from brickfield.speech.real_shots import RealShot, real_shot
from brickfield.speech.rule_names import titles


@cache
def game_card(game: Game) -> GameCard:
    """A game with all that can be chosen; worked out once."""
    chosen = game.catalogue()
    cards = tuple(_level_card(game, each) for each in offered(game.id))
    yard = game.yard() if game.yard is not None else None
    own_dice = game.try_dice is not None
    reacts = any(issubclass(kind, Reaction) for kind in game.decisions)
    card = GameCard(
        *(game.id, game.title, game.ruler, game.rules_version, chosen, cards, yard, own_dice, reacts),
        clocks=CLOCKS,
        aids=tuple(aid for each in game.aids for aid in each()),
        styles=tuple(StyleCard(each.id, each.title, each.text) for each in styles().values()),
        companion=game.companion is not None,
    )
    lesson = lesson_of(game)
    if lesson is None:
        return card
    return replace(card, lesson=lesson.title, lesson_minutes=lesson.minutes, first=lesson.first)


def warm(games: tuple[Game, ...]) -> None:
    """Work out what is the same for everybody, so that the first guest need not wait for it, nor others behind that."""
    for game in games:
        game_card(game)
        titles(game)


def _level_card(game: Game, level: Level) -> LevelCard:
    """A level with what was measured of it in this game."""
    measured = level.measured.get(game.id)
    rate, games = (measured.rate, measured.games) if measured is not None else (None, 0)
    return LevelCard(level.id, level.title, level.text, level.beats, rate, games, level.plans)


def options_of(game: Game, code: str, options: dict[str, Any]) -> dict[str, Any] | Refusal:
    """The rule switches that were agreed on, by code or one by one."""
    return game.read_code(code) if code else options


def rules_of(game: Game, asked: bodies.RuleCode) -> bodies.Rules | Refusal:
    """The switches behind a code, or the code of some switches."""
    given: dict[str, Any] = {} if asked.options is UNSET else asked.options
    options = options_of(game, asked.code, given)
    if isinstance(options, Refusal):
        return options
    code = game.write_code(options)
    if isinstance(code, Refusal):
        return code
    # through the code once more: the answer lists every switch in its own form
    full = game.read_code(code)
    return full if isinstance(full, Refusal) else bodies.Rules(code, full)


def checked_army(game: Game, asked: bodies.ArmyList) -> CheckedArmy | Refusal:
    """What an army costs and what is wrong with it."""
    if game.check_army is None:
        return invalid("no_armies", "Armies of this game cannot be checked.")
    crowd = game.crowd([asked.army])
    checked = game.check_army(asked.army, asked.limit, asked.options)
    if game.most_units is not None and not isinstance(checked, Refusal):
        most, clause = game.most_units()
        here = sum(count for _, count in asked.army)
        checked = replace(
            checked, limits=(*checked.limits, limit("crowd", "units at a table here", here, clause, most=most))
        )
    if crowd is None or isinstance(checked, Refusal):
        return checked
    return replace(checked, faults=(*checked.faults, crowd))


def built_card(game: Game, asked: bodies.CardText) -> BuiltCard | Refusal:
    """A unit of one's own worked out, with what is still wrong with it."""
    if game.build_card is None:
        return invalid("no_yard", "Units of this game cannot be built.")
    return game.build_card(asked.text, asked.limit, asked.options)


def duels(game: Game, asked: bodies.DuelWish) -> tuple[Duel, ...] | Refusal:
    """What a unit and each of some enemies do to each other, by the rules of a battle."""
    ground = game_card(game).catalogue.duels
    if not ground.farthest:
        return NO_CARDS
    if asked.away > ground.farthest:
        words = "inches" if game.ruler == "inch" else f"{game.ruler}s"
        sentence = f"Odds are worked out up to {ground.farthest:g} {words} away, not {asked.away:g}."
        return invalid("too_far", sentence, away=asked.away, most=ground.farthest)
    found = (fight(game, asked.card, each, asked.away, asked.facing, asked.options) for each in asked.enemies)
    return tuple(found)


def tried_dice(game: Game, asked: bodies.Throws) -> TriedDice | Refusal:
    """What is known of one's own dice after some throws."""
    if game.try_dice is None:
        return invalid("no_dice", "This game knows no dice of one's own.")
    return game.try_dice(asked.successes, asked.failures)


def laid_table(game: Game, asked: bodies.Battle) -> bodies.LaidTable | Refusal:
    """What would lie on the table of a battle, or why it cannot be fought so."""
    if game.face is None:
        return invalid("not_drawn", "The tables of this game are not drawn.")
    crowd = game.crowd(asked.armies)
    setup = Setup(game.id, asked.scenario, asked.options, asked.armies, own_scenario=asked.own_scenario)
    match = crowd or game.new_match(game.fresh(setup))
    if isinstance(match, Refusal):
        return bodies.LaidTable(None, fault=match) if match.kind == "illegal" else match
    # the dice of this table are never those of a match
    laid = begin(match, SeededDice("laid")).state
    secret = tuple(window.title for window in game.windows_of(match) if window.secret)
    tokens = view(laid, SPECTATOR).tokens
    return bodies.LaidTable(game.face(match), tokens, secret_windows=secret, still_chosen=still_chosen(match))


def judgement(game: Game, asked: bodies.JudgeWish) -> Judgement | Refusal:
    """What the rules say of a real table."""
    return judged(game, asked.table, asked.options, asked.unit, asked.target)


def battle_beside_bricks(game: Game, asked: bodies.Battle) -> KeptBattle | Refusal:
    """What a battle at a real table begins with."""
    return kept_battle(
        game, Setup(game.id, asked.scenario, asked.options, asked.armies, own_scenario=asked.own_scenario)
    )


def shot_at_real_table(game: Game, asked: bodies.RealShotWish) -> RealShot | Refusal:
    """What the rules say of a shot at a real table, and what came of it."""
    return real_shot(game, asked.shot, asked.options, asked.resolve)


def scenario_checked(game: Game, asked: bodies.ScenarioText) -> bodies.CheckedScenario | Refusal:
    """A scenario looked through, with its table drawn as far as it can be laid."""
    if game.scenario_kind is None or game.scenario_face is None:
        return invalid("no_scenarios", "This game knows no scenarios of one's own.")
    known = {game.id: game}
    if asked.scenario:
        document = game.scenario_kind.document(asked.scenario)
        if isinstance(document, Refusal):
            return document
        file = checked_scenario(document, known)
    elif asked.drawn:
        if game.drawn_scenario is None:
            return invalid("not_drawn", "Tables of this game are not drawn from numbers.")
        file = checked_scenario(game.drawn_scenario(asked.drawn), known)
    elif asked.document is UNSET:
        file = read_scenario("\n".join(asked.lines).encode(), known)
    else:
        file = checked_scenario(asked.document, known)
    setup = own_setup(game, file.document)
    scenario = game.scenario_kind.of(setup)
    if isinstance(scenario, Refusal) or isinstance(game.new_match(game.fresh(setup)), Refusal):
        return bodies.CheckedScenario(file)
    return bodies.CheckedScenario(file, game.scenario_face(game, scenario, setup))


def scenario_desk(game: Game, asked: bodies.DeskWish) -> ScenarioDesk | Refusal:
    """Everything that can be laid on a table of a game, and a table with nothing on it."""
    if game.desk is None:
        return invalid("no_scenarios", "This game knows no scenarios of one's own.")
    return game.desk()


def changed_rules(game: Game, options: dict[str, Any]) -> tuple[bodies.ChangedRule, ...]:
    """The switches that are not at their default, as plain data."""
    cards = {card.id: card for card in game.options()}
    changed = []
    for switch, value in options.items():
        values = list(value) if isinstance(value, (list, tuple)) else [value]
        card = cards.get(switch)
        if card is not None and value != card.default and any(each != card.default for each in values):
            changed.append(bodies.ChangedRule(switch, card.title, value, card.clause))
    return tuple(changed)
