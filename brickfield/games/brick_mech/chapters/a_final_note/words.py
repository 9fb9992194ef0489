"""The table's vote in words: what is challenged, and how it is voted."""

from __future__ import annotations

from brickfield.core.asking.offers import Asked, Choose
from brickfield.core.events import FactChanged
from brickfield.speech import words
from brickfield.speech.interpreter import Interpreter, Reply, during, refuse
from brickfield.speech.reading import TypedCommand, plain_words
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords, SpokenQuestion, Verb

_CHALLENGED, _VOTE = "may_challenge", "vote"
_VOTED = {"voted_arc": "arc", "voted_cover": "cover"}


def _asked(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Choose)
    measured = asked.offer.choices[0].text
    return [f"An attack was measured: {measured}. Type yes to accept it, or challenge arc, or challenge cover."]


def _asked_to_vote(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Choose)
    ballots = words.listed([choice.answer.choice for choice in asked.offer.choices], "or")
    return [f"{asked.title}, which is challenged. Type ballot and {ballots}."]


def _challenge(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """challenge arc, challenge cover; yes accepts what was measured."""
    typed = plain_words(spoken.rest)
    about = typed[0] if typed and spoken.verb == "challenge" else ""
    if spoken.verb == "challenge" and about not in ("arc", "cover"):
        return refuse("not_understood", "Say challenge arc, or challenge cover; yes accepts what was measured.")
    return interpreter.give({"answer": "challenge", "about": about})


def _vote_given(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """ballot primary: for what the arc or cover is."""
    typed = plain_words(spoken.rest)
    if not typed:
        return refuse("not_understood", "Say what you vote for, for example: ballot primary.")
    return interpreter.give({"answer": "ballot", "choice": typed[0][:20]})


def _voted(event: FactChanged, names: Names) -> str:
    return f"The table votes: the {_VOTED[event.name]} is {event.value}." if event.value else "The vote is over."


WORDS = ChapterWords(
    verbs={
        "challenge": Verb((), "challenge arc", "let the table vote on the arc or the cover of an attack"),
        "ballot": Verb((), "ballot primary", "vote on what was challenged"),
    },
    handlers={"challenge": during((_CHALLENGED,), _challenge), "ballot": during((_VOTE,), _vote_given)},
    questions={
        _CHALLENGED: SpokenQuestion(
            "accept what was measured (yes), or challenge arc or cover",
            _asked,
            verbs=dict.fromkeys(("yes", "no"), _challenge),
        ),
        _VOTE: SpokenQuestion("vote on what was challenged", _asked_to_vote),
    },
    facts=dict.fromkeys(_VOTED, _voted),
    sayings={
        "challenge": lambda plain: f"challenge {plain['about']}" if plain.get("about") else "yes",
        "ballot": lambda plain: f"ballot {plain['choice']}",
    },
    deeds={"ballot": "vote"},
)
