"""Infantry swarm: soldiers who touch a vehicle climb onto it and attack it together."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.modifiers import Tally
from brickfield.core.refusal import Refusal, illegal
from ..vehicles.vehicles import SWARM, vehicle_weapons


@rule("ba.swarm.rule")
def swarm_dice(in_contact: int) -> Tally:
    """One die for each soldier in contact; nothing else limits them."""
    return Tally("attack dice", in_contact * vehicle_weapons()[SWARM].dice, "soldiers in contact", "ba.swarm.rule")


@rule("ba.swarm.rule")
def swarm_fault(in_contact: int, *, prone: bool, suppressed: bool) -> Refusal | None:
    """Why a unit cannot swarm: nobody touches the vehicle, it lies down, or it is suppressed."""
    if suppressed:
        return illegal("suppressed", "ba.swarm.rule", "A suppressed unit cannot swarm a vehicle.")
    if prone:
        return illegal("prone", "ba.swarm.rule", "A prone unit cannot swarm a vehicle: it has to rise first.")
    if not in_contact:
        return illegal("no_contact", "ba.swarm.rule", "No mini of the unit touches the vehicle (a gap of 0.5 at most).")
    return None
