"""Questions: each decision of the game as a table draws it, with all that is needed to answer it."""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.board import Unit
from brickfield.core.decisions import MayReact
from brickfield.core.showing import Asked
from brickfield.core.state import State
from brickfield.games.brick_mech.a_final_note import ABSTAIN, MayChallenge, Vote
from brickfield.games.brick_mech.actions import no_action_left
from brickfield.games.brick_mech.aims import aims_of, exchange
from brickfield.games.brick_mech.battlefield import area_of, card_of, describe, inward, match_of
from brickfield.games.brick_mech.deployment import DeployUnit, waiting_units
from brickfield.games.brick_mech.faces import outline
from brickfield.games.brick_mech.hold_fire import HeldShot
from brickfield.games.brick_mech.measures import measures
from brickfield.games.brick_mech.odds import about_to_reply, manner_under_way
from brickfield.games.brick_mech.offers import actions_of
from brickfield.games.brick_mech.record_sheet import ATTACKS, MOVES, SCAVENGES
from brickfield.games.brick_mech.return_fire import ReturnFire
from brickfield.games.brick_mech.take_action import TakeAction

_Drawn = tuple[str, str, str, dict[str, Any]]
_KINDS = {"move": MOVES, "attack": ATTACKS, "scavenge": SCAVENGES}
_ACTION_CLAUSES = {
    "move": "bm.move.allowance",
    "ground": "bm.move.terrain",
    "attack": "bm.attack.declare",
    "rush": "bm.action.rush_heat",
    "detach": "bm.scavenge.detach_record",
    "mount": "bm.scavenge.mount",
    "hold": "bm.option.hold.declare",
    "secret": "bm.option.hold.secret",
    "end": "bm.action.explicit_end",
}


def asked(state: State, decision: Any) -> Asked:
    """The question of a seat, drawn."""
    widget, title, text, offer = _DRAWN[type(decision)](state, decision)
    clause = decision.clause if isinstance(decision, MayReact) else decision.CLAUSE
    return Asked(decision.seat, decision.kind, widget, title, text, clause, msgspec.to_builtins(offer))


def _action(state: State, decision: TakeAction) -> _Drawn:
    units = [_acting(state, state.units[unit]) for unit in decision.units]
    offer = {"units": units, "prices": _prices(state), "rush_heat": measures().rush_heat, "clauses": _ACTION_CLAUSES}
    if len(units) > 1:
        return (
            "act",
            "Act with one of your Mechs",
            "Move, attack or scavenge; the first action chooses the Mech.",
            offer,
        )
    used, rush = units[0]["actions"], units[0]["rush"]
    heat = measures().rush_heat
    text = f"A third action is a rush: {heat} Heat Markers." if rush else f"{used} of {units[0]['most']} actions used."
    return "act", f"{describe(state, decision.units[0])}: next action", text, offer


def _acting(state: State, unit: Unit) -> dict[str, Any]:
    closed = {name: no_action_left(state, unit, kind) for name, kind in _KINDS.items()}
    return {**actions_of(state, unit), "targets": aims_of(state, unit), "closed": closed}


def _prices(state: State) -> dict[str, Any]:
    """What a leg costs, as the live preview needs it; the server's own sum is the one that counts."""
    numbers = measures()
    return {
        "forward": numbers.forward_points,
        "backward": numbers.backward_points,
        "left": numbers.sideways_points,
        "right": numbers.sideways_points,
        "degrees_per_point": numbers.turn_degrees,
        "rounding": match_of(state).options.move_rounding,
        # so far ahead a single leg can always be walked, whatever the ground takes
        "always_possible": numbers.always_possible_bricks,
        "clauses": {
            "forward": "bm.move.forward",
            "backward": "bm.move.backward",
            "left": "bm.move.sideways",
            "right": "bm.move.sideways",
            "turn": "bm.move.turn",
        },
    }


def _return_fire(state: State, decision: ReturnFire) -> _Drawn:
    attacker, target = state.units[decision.attacker], state.units[decision.target]
    told, manner, replying = decision.offer(state), manner_under_way(state), about_to_reply(target)
    offer = {
        "their_attack": exchange(state, attacker, target, manner),
        "your_reply": exchange(state, replying, attacker),
        "their_attack_then": exchange(state, attacker, replying, manner),
        **{name: told[name] for name in ("attacker", "target", "action", "heat", "rush", "seconds", "clause")},
    }
    text = f"{describe(state, attacker.id)} has declared its attack on your {card_of(state, target.id).name}. "
    return "yes_no", "Return fire?", text + "No dice have been thrown.", offer


def _held_shot(state: State, decision: HeldShot) -> _Drawn:
    holder, mover = state.units[decision.holder], state.units[decision.mover]
    noted = decision.is_noted(state)
    offer = {
        "holder": holder.id,
        "mover": mover.id,
        "range": decision.range,
        "arc": decision.arc,
        "noted": noted,
        "shot": exchange(state, holder, mover),
    }
    where = f"{decision.range} range, {decision.arc} arc"
    text = f"{describe(state, mover.id)} enters {where} of your {card_of(state, holder.id).name}. "
    return (
        "yes_no",
        "Fire the held shot?",
        text + ("That is your note." if noted else "Your note says otherwise."),
        offer,
    )


def _deploy(state: State, decision: DeployUnit) -> _Drawn:
    waiting = [unit.id for unit in waiting_units(state, decision.seat)]
    zone, heading = outline(*area_of(state, decision.seat)), inward(match_of(state), decision.seat)
    text = f"Wholly within {measures().deployment_depth:g} Bricks of your edge, facing any way."
    return "place", "Deploy a unit", text, {"units": waiting, "zone": zone, "heading": heading}


def _challenge(state: State, decision: MayChallenge) -> _Drawn:
    told = decision.offer(state)
    choices = [
        _choice("challenge", {"about": about}, title, decision.CLAUSE)
        for about, title in (
            ("", "Accept"),
            ("arc", f"Challenge the arc ({told['arc']})"),
            ("cover", f"Challenge the cover ({told['cover']})"),
        )
    ]
    return "choose", "Arc and cover", "Measured by the table; challenge it or accept.", {"choices": choices}


def _vote(state: State, decision: Vote) -> _Drawn:
    choices = [_choice("ballot", {"choice": each}, each, decision.CLAUSE) for each in decision.ballots()]
    choices.append(_choice("ballot", {"choice": ABSTAIN}, "No opinion", decision.CLAUSE))
    return "choose", f"Vote on the {decision.about}", "A majority of the others decides.", {"choices": choices}


def _choice(answer: str, fields: dict[str, Any], title: str, clause: str) -> dict[str, Any]:
    return {"answer": {"answer": answer, **fields}, "title": title, "text": "", "clause": clause}


def _react(state: State, decision: MayReact) -> _Drawn:
    return "yes_no", "A reaction is open", "Take it or leave it.", decision.offer(state)


_DRAWN: dict[type[Any], Any] = {
    TakeAction: _action,
    ReturnFire: _return_fire,
    HeldShot: _held_shot,
    DeployUnit: _deploy,
    MayChallenge: _challenge,
    Vote: _vote,
    MayReact: _react,
}
