"""A point tried for a card: whether it may be named, and who would be under fire."""

from __future__ import annotations

from brickfield.core.asking.previews import Caught, PlaceFace
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry import Pose
from ...base.aims import need_words
from ...base.battlefield import describe
from ...base.odds import chance_of
from .cards.off_table_barrage import under_fire
from .effect_cards import effect_cards
from .playing_cards import NameCardPoint, NamePoint


@rule("mbb.card.scenario")
def card_point(state: State, seat: int, about: NamePoint) -> PlaceFace:
    """A point tried for a card that is being played."""
    pose = Pose.at(about.x, about.y, about.heading)
    decision = state.decision
    if not isinstance(decision, NameCardPoint) or decision.seat != seat:
        sentence = "No card of yours asks for a point now."
        return PlaceFace("", pose, illegal("not_in_turn", "mbb.card.timing", sentence))
    settled = decision.settle(state, about)
    refusal = settled if isinstance(settled, Refusal) else None
    # who is under it is told of a refused point, too: one looks for another by it
    return PlaceFace(decision.card, pose, refusal, caught=_shelled(state, pose) if decision.card == "barrage" else ())


@rule("mbb.card.scenario", "inf.geometry.cards")
def _shelled(state: State, point: Pose) -> tuple[Caught, ...]:
    """Everybody a barrage would reach from there, one's own as well, and how likely it destroys each."""
    needed = effect_cards()["barrage"].needed
    return tuple(
        Caught(unit.id, describe(state, unit.id), chance_of(needed), need_words(needed))
        for unit in under_fire(state, point)
    )
