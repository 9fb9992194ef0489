"""What going prone under fire changes: the attack that is being made, and how likely it costs a mini either way."""

from __future__ import annotations

from msgspec.structs import replace

from brickfield.core.apply import apply
from brickfield.core.asking.offers import Asked, Choice, Choose, Exhibit, Weighed
from brickfield.core.clauses import rule
from brickfield.core.events import UnitMarked
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from ..base.battlefield import PRONE, describe, mini_of
from ..base.firing.attack import NAT6, Attacking
from ..base.firing.attack_offers import aim
from ..base.firing.fire_odds import losses_of
from ..base.firing.shots import Shot, dropped, shot_of
from ..base.prone import MayDrop
from ..base.sight.sight import sight


@rule("ba.move.prone.reaction", "ba.geometry.dice_order")
def with_worth(state: State, decision: MayDrop) -> Asked:
    """The question with the attack laid open, and the chance that somebody falls with and without lying down."""
    asked = decision.told_plainly(state)
    attack = next((frame for frame in reversed(state.frames) if isinstance(frame, Attacking)), None)
    if attack is None or attack.shot is None:
        return asked
    assert isinstance(asked.offer, Choose)
    before, after = attack.shot, _after_dropping(state, attack)
    change = Weighed("At least one falls", _falls(state, decision.unit, before), _falls(state, decision.unit, after))
    choices = tuple(_weighed(each, change) for each in asked.offer.choices)
    face = aim(state, state.units[decision.attacker], state.units[decision.unit], attack.manner)
    told = () if face.refusal is not None else (replace(face, odds=change.without),)
    title = f"{describe(state, decision.attacker)} at {describe(state, decision.unit)}"
    exhibits = tuple(Exhibit(title, each, lines=True) for each in told)
    return replace(asked, offer=replace(asked.offer, choices=choices, exhibits=exhibits))


def _weighed(choice: Choice, change: Weighed) -> Choice:
    return replace(choice, weighed=(change,)) if choice.answer.yes else choice


@rule("ba.move.prone.reaction")
def _after_dropping(state: State, attack: Attacking) -> Shot | Refusal:
    """The attack at those who have gone prone, as the attack itself works it out."""
    lying = state.clone()
    apply(lying, UnitMarked(unit=attack.target, mark=PRONE, value=1))
    unit, target = lying.units[attack.unit], lying.units[attack.target]
    if state.match.options.prone_reaction_cancels:
        return shot_of(lying, unit, target, attack.manner)
    assert attack.shot is not None
    return dropped(attack.shot, sight(lying, unit, target, firing=attack.manner.firing))


@rule("ba.geometry.dice_order", "ba.unit.medic.nat6")
def _falls(state: State, target: str, shot: Shot | Refusal) -> float:
    """How likely a shot costs at least one mini; one that is voided costs none."""
    if isinstance(shot, Refusal):
        return 0.0
    medics = [each for each in state.units[target].standing if mini_of(each.card).save_plus1_dice]
    return 1.0 - losses_of(shot, medic=bool(medics), nurses=sum(NAT6 in each.marks for each in medics))[0]
