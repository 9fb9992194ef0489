"""What the pages before a battle ask of a game and a worker answers, by route: what is sent, and who knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from brickfield.core.game import Game
from brickfield.core.refusal import Refusal, invalid
from brickfield.server.web import brick_lists, catalogue, own_models
from brickfield.server.web import http_types as bodies
from brickfield.speech.diagrams import DiagramFace, drawn
from brickfield.speech.rule_answers import RuleAnswer, answer

CHECK, BUILD, DUELS, LAY = "/api/armies/check", "/api/cards/build", "/api/cards/duels", "/api/tables/lay"
OWN_MODEL, MODELS, DRAWN_MODEL = "/api/models", "/api/battles/with_models", "/api/matches/{match}/model"
FOUND, DIAGRAM = "/api/clauses/found", "/api/clauses/diagram"
SCENARIO, DESK, JUDGE = "/api/scenarios/check", "/api/scenarios/desk", "/api/judge"
SHOPPING, OWNED = "/api/bricks/list", "/api/bricks/owned"
KEEP, SHOT = "/api/companion/battle", "/api/companion/shot"


class Words(Struct, frozen=True):
    """A question about the rules of a game, in everyday words."""

    game: str
    words: str


class OfClause(Struct, frozen=True):
    """The diagram of a clause of a game."""

    game: str
    clause: str


def _found(game: Game, asked: Words) -> RuleAnswer:
    return answer(game, asked.words)


def _drawn(game: Game, asked: OfClause) -> DiagramFace | Refusal:
    return drawn(game, asked.clause) or invalid("no_diagram", "That rule has no diagram.")


CONSULTED: Mapping[str, tuple[type[Any], Callable[[Game, Any], Any]]] = {
    CHECK: (bodies.ArmyList, catalogue.checked_army),
    BUILD: (bodies.CardText, catalogue.built_card),
    DUELS: (bodies.DuelWish, catalogue.duels),
    LAY: (bodies.Battle, catalogue.laid_table),
    JUDGE: (bodies.JudgeWish, catalogue.judgement),
    KEEP: (bodies.Battle, catalogue.battle_beside_bricks),
    SHOT: (bodies.RealShotWish, catalogue.shot_at_real_table),
    SCENARIO: (bodies.ScenarioText, catalogue.scenario_checked),
    DESK: (bodies.DeskWish, catalogue.scenario_desk),
    OWN_MODEL: (bodies.ModelFile, own_models.told_model),
    MODELS: (bodies.NeededModels, own_models.checked_models),
    DRAWN_MODEL: (bodies.FormOfModel, own_models.drawn_model),
    SHOPPING: (brick_lists.Shopping, brick_lists.shopping_list),
    OWNED: (brick_lists.Owned, brick_lists.what_can_be_built),
    FOUND: (Words, _found),
    DIAGRAM: (OfClause, _drawn),
}
