"""A Final Note: when players disagree about an arc or cover, a majority of them decides, if that was agreed."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choice, Choose
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, AskAll, Frame, Push
from brickfield.core.out_of_turn import in_the_game
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.attack_action import AttackAction, attack_ends
from ...base.battlefield import card_of, describe
from ...base.cover import COVERS, cover_of
from ...base.modifiers import judged
from ...base.ranges_and_arcs import FIRING_ARCS, firing_arc
from .chapter import A_FINAL_NOTE

ARC, COVER = "arc", "cover"
# A vote for nothing: who has no opinion, as bots have none, is not counted among the voters.
ABSTAIN = "abstain"
# The public facts that carry a vote to the end of the attack it was held in.
_VOTED = {ARC: "voted_arc", COVER: "voted_cover"}
_CHOICES = {ARC: FIRING_ARCS, COVER: COVERS}


class Challenge(Answer, frozen=True):
    """Whether a measured arc or cover is challenged."""

    about: Literal["", "arc", "cover"] = ""


class MayChallenge(Decision, frozen=True):
    """An attack was measured: accept its arc and cover, or challenge one of them."""

    attacker: str
    target: str

    ANSWER: ClassVar[Any] = Challenge
    CLAUSE: ClassVar[str] = "bm.judgement.majority"

    @rule("bm.judgement.majority", "bm.attack.arc.turret")
    def settle(self, state: State, answer: Any) -> Any:
        """Any player may challenge either; the arc of a turret is no question of judgment."""
        return (self._no_arc(state) if answer.about == ARC else None) or answer

    def _no_arc(self, state: State) -> Refusal | None:
        if not card_of(state, self.attacker).is_vehicle:
            return None
        sentence = f"{describe(state, self.attacker)} has a turret: every direction is its primary arc."
        return illegal("turret_arc", "bm.attack.arc.turret", sentence)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """Accept it, or challenge one of the two."""
        found = {about: measured(state, self.attacker, self.target, about) for about in (ARC, COVER)}
        closed = self._no_arc(state)
        return (
            Choice(Challenge(), "Accept", f"{found[ARC]} arc, {found[COVER]} cover", self.CLAUSE),
            Choice(Challenge("arc"), f"Challenge the arc ({found[ARC]})", clause=self.CLAUSE, refusal=closed),
            Choice(Challenge("cover"), f"Challenge the cover ({found[COVER]})", clause=self.CLAUSE),
        )

    def ask(self, state: State) -> Asked:
        """What was measured."""
        text = "Measured by the table; challenge it or accept."
        return self.asked("Arc and cover", text, Choose(self.choices(state)))


class Ballot(Answer, frozen=True):
    """A vote for one of the arcs or covers, or for none of them."""

    choice: str


class Vote(Decision, frozen=True):
    """Somebody challenged a measure: what is it in your judgment?"""

    attacker: str
    target: str
    about: str

    ANSWER: ClassVar[Any] = Ballot
    CLAUSE: ClassVar[str] = "bm.judgement.majority"

    def settle(self, state: State, answer: Any) -> Any:
        """A vote is for something an attack can have, or for nothing."""
        choices = _CHOICES[self.about]
        if answer.choice in (*choices, ABSTAIN):
            return answer
        sentence = f"The {self.about} can be {', '.join(choices)}; {answer.choice[:20]!r} is none of these."
        return illegal("no_such_choice", "bm.judgement.majority", sentence)

    def ballots(self) -> tuple[str, ...]:
        """What can be voted for."""
        return _CHOICES[self.about]

    def choices(self, state: State) -> tuple[Choice, ...]:
        """No opinion, then what was measured, then everything else."""
        measure = measured(state, self.attacker, self.target, self.about)
        ballots = sorted(self.ballots(), key=lambda choice: choice != measure)
        nothing = Choice(Ballot(ABSTAIN), "No opinion", "leave it to the others", self.CLAUSE)
        return (nothing, *(Choice(Ballot(each), each, f"vote for {each}", self.CLAUSE) for each in ballots))

    def ask(self, state: State) -> Asked:
        """What can be voted for."""
        text = "A majority of the others decides."
        return self.asked(f"Vote on the {self.about}", text, Choose(self.choices(state)))


def measured(state: State, attacker: str, target: str, about: str) -> str:
    """What the table measures: the firing arc or the cover of an attack."""
    one, other = state.units[attacker], state.units[target]
    return firing_arc(state, one, other) if about == ARC else cover_of(state, one, other)


@rule("bm.judgement.majority")
def majority(ballots: tuple[str, ...], otherwise: str) -> str:
    """What more than half of those say who have an opinion; without a majority the measure stands."""
    cast = [ballot for ballot in ballots if ballot != ABSTAIN]
    for choice in dict.fromkeys(cast):
        if 2 * cast.count(choice) > len(cast):
            return choice
    return otherwise


@judged.amended(A_FINAL_NOTE)
@rule("bm.judgement.majority")
def voted(state: State, measured: tuple[str, str]) -> tuple[str, str]:
    """The arc and the cover that were voted for in the attack under way; empty where nobody voted."""
    return str(state.facts.get(_VOTED[ARC], "")), str(state.facts.get(_VOTED[COVER], ""))


@attack_ends.amended(A_FINAL_NOTE)
@rule("bm.judgement.majority")
def forget_votes(t: Table) -> None:
    """A vote counts for one attack only."""
    for name in _VOTED.values():
        if t.facts.get(name):
            t.emit(happened.FactChanged(name=name, value="", clause="bm.judgement.majority"))


class TableVote(Frame):
    """Before the dice of an attack: who challenges, and how the others vote."""

    attacker: str = ""
    target: str = ""
    challenges: tuple[Challenge, ...] = ()
    challenger: int = -1
    about: str = ""
    ballots: tuple[Ballot, ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("ask_for_challenges", "find_challenger", "vote", "count")
    PUBLIC: ClassVar[tuple[str, ...]] = ("attacker", "target", "challenges", "challenger", "about", "ballots")

    @rule("bm.judgement.majority")
    def ask_for_challenges(self, t: Table) -> Any:
        """Every player who is still in the game may challenge, once in an attack."""
        seats = in_the_game(t)
        return AskAll(tuple(MayChallenge(seat, self.attacker, self.target) for seat in seats), into="challenges")

    @rule("bm.judgement.majority")
    def find_challenger(self, t: Table) -> Any:
        """The first in seat order who challenges is heard; if nobody does the measure stands."""
        for seat, challenge in zip(in_the_game(t), self.challenges, strict=True):
            if challenge.about:
                self.challenger, self.about = seat, challenge.about
                return None
        return DONE

    @rule("bm.judgement.majority")
    def vote(self, t: Table) -> Any:
        """All others vote at the same time."""
        others = [seat for seat in in_the_game(t) if seat != self.challenger]
        return AskAll(tuple(Vote(seat, self.attacker, self.target, self.about) for seat in others), into="ballots")

    @rule("bm.judgement.majority")
    def count(self, t: Table) -> Any:
        """A majority sets the result; a tie keeps the measure."""
        measure = measured(t, self.attacker, self.target, self.about)
        result = majority(tuple(ballot.choice for ballot in self.ballots), measure)
        if result != measure:
            name = _VOTED[self.about]
            t.emit(happened.FactChanged(name=name, value=result, clause="bm.judgement.majority"))


@step(AttackAction, A_FINAL_NOTE)
@rule("bm.judgement.majority")
def determine_firing_arc(action: AttackAction, t: Table) -> Any:
    """3. The arc and the cover are measured; the players may vote on them."""
    return Push(TableVote(attacker=action.attacker, target=action.target))
