"""Diagrams of rules: every one can be laid out and played, and what it shows is there because of its clause."""

from __future__ import annotations

import pytest

from brickfield.core.game import Game
from brickfield.core.match import Match
from brickfield.core.play import begin
from brickfield.games import all_games, find_game
from brickfield.speech.diagrams import Diagram, DiagramFace, diagram_of, diagrams, drawn, setup_of

LISTED = [(game, diagram) for game in all_games() for diagram in diagrams(game)]


def cited_in(shown: DiagramFace) -> set[str]:
    """Every clause by which something in a diagram is as it is: what is drawn and told beside it names them."""
    found: set[str] = set()
    if shown.bands:
        found |= {each.clause for each in shown.face.ranges} | {each.clause for each in shown.face.arcs}
    sums = [each for aim in shown.aims for each in aim.sums]
    for aim in shown.aims:
        found.add(aim.refusal.clause if aim.refusal is not None else aim.clause)
        found |= {aim.sight.clause} if aim.sight is not None and aim.sight.hidden else set()
        found |= {aim.cover.clause} if aim.cover is not None and aim.cover.percent else set()
    for exhibit in (each for stop in shown.stops for each in stop.exhibits):
        found |= {note.clause for note in exhibit.notes}
        sums += exhibit.aim.sums
    for path in shown.paths:
        found |= {leg.clause for leg in path.legs} | {each.clause for each in path.reaches}
        found |= {path.refusal.clause} if path.refusal is not None else set()
        found |= {path.impact.clause} if path.impact is not None else set()
        sums += path.impact.sums if path.impact is not None else ()
    return (found | {line.clause for each in sums for line in each.lines}) - {""}


@pytest.mark.parametrize(("game", "diagram"), LISTED, ids=[diagram.clauses[0] for _, diagram in LISTED])
def test_a_diagram_shows_its_clause_at_work(game: Game, diagram: Diagram) -> None:
    first = diagram.clauses[0]
    shown = drawn(game, first)
    assert shown is not None
    assert first in cited_in(shown), "what is drawn must be as it is because of the clause"
    assert set(diagram.clauses) <= set(game.clauses)
    assert not any(letter.isdigit() for letter in diagram.caption), "numbers are worked out, never written"
    assert shown.aims or shown.paths or shown.bands


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_game_has_diagrams_and_no_two_for_one_clause(game: Game) -> None:
    firsts = [diagram.clauses[0] for diagram in diagrams(game)]
    assert len(firsts) >= 8
    assert len(set(firsts)) == len(firsts)
    assert all(diagram_of(game, clause) is diagram for diagram in diagrams(game) for clause in diagram.clauses[:1])


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_a_diagram_can_be_played(game: Game) -> None:
    for diagram in diagrams(game):
        match = game.new_match(setup_of(game, diagram))
        assert isinstance(match, Match)
        state = begin(match).state
        for seat in state.waiting_for():
            decision = state.decision_of(seat)
            assert decision is not None
            assert decision.ask(state).title


def test_a_clause_without_a_diagram_has_none() -> None:
    game = all_games()[0]
    assert drawn(game, "mbb.about.pages") is None


def test_the_reactive_trigger_is_drawn_where_the_rules_stop_the_mover() -> None:
    game = find_game("brick_action")
    assert game is not None
    gone = {}
    for clause in ("ba.reactive.trigger_open", "ba.reactive.trigger_cover"):
        shown = drawn(game, clause)
        assert shown is not None
        (stop,) = shown.stops
        (exhibit,) = stop.exhibits
        assert (stop.unit, exhibit.aim.unit, exhibit.aim.dice) == ("A1", "B1", 1)
        assert exhibit.notes[0].clause == clause
        gone[clause] = stop.gone
    # the first half stud beyond the limits of the rules
    assert gone == {"ba.reactive.trigger_open": 4.5, "ba.reactive.trigger_cover": 8.5}
