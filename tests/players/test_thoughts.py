"""What a bot that looks ahead says about its ideas."""

from __future__ import annotations

from brickfield.core.decisions import Suggestion
from brickfield.players.search import Candidate, Samples, SearchResult
from brickfield.players.thoughts import Thought, thought_of


def plan(**orders: str) -> Candidate:
    """A plan: each order with what it is for."""
    return Candidate(tuple([Suggestion(order, "move", reason) for order, reason in orders.items()]), 0.5)


def told(chosen: Candidate, *others: Candidate) -> Thought:
    """The chosen plan came to 0.9, the others to a little less each than the one before."""
    lines = [Samples(idea, [0.9 - 0.1 * place] * 4) for place, idea in enumerate((chosen, *others))]
    return thought_of(SearchResult(lines[0], tuple(lines), 100, 1))


CHOSEN = plan(left="A takes cover", on="B closes in", up="C takes cover")


def test_a_plan_is_told_by_what_is_otherwise_than_in_the_chosen_one() -> None:
    thought = told(
        CHOSEN,
        plan(left="A takes cover", on="B closes in", back="C falls back"),
        plan(right="A takes cover", on="B closes in", up="C takes cover"),
        plan(left="A takes cover", up="C takes cover"),
        plan(on="B closes in", left="A takes cover", up="C takes cover"),
        plan(stay="nobody moves any more"),
        plan(right="A takes cover", back="B falls back"),
    )
    assert thought.chosen.words == "A takes cover; B closes in; C takes cover"
    assert [each.words for each in thought.rejected] == [
        "The same, but C falls back",
        "The same, but A takes cover in another way",
        "The same without this: B closes in",
        "The same in another order",
        "nobody moves any more",
        "A takes cover in another way; B falls back",
    ]


def test_of_ideas_that_read_alike_the_best_is_told() -> None:
    thought = told(
        CHOSEN,
        plan(right="A takes cover", on="B closes in", up="C takes cover"),
        plan(far="A takes cover", on="B closes in", up="C takes cover"),
    )
    assert [(each.answer, each.chance) for each in thought.rejected] == [("right", 0.8)]
