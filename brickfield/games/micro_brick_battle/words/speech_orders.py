"""Commands that play: move units and try it first, lay terrain, enter from reserve, give up a phase."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Act, Aims, Choose, Path, Place
from brickfield.core.board import ALIVE, Unit
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.course import Step, ordered_unit
from brickfield.speech.interpreter import Interpreter, Reply, misread, offered, refuse
from brickfield.speech.placing import spot
from brickfield.speech.reading import Misread, TypedCommand, plain_words, read_place
from brickfield.speech.saying import down, place_words, say, turn_words
from brickfield.speech.situation import enemies_of, living, name, relation, sight_words, threats
from brickfield.speech.story import story
from ..chapters.airplanes.words import end_flight
from ..chapters.infantry.marching_points import MARCH
from ..chapters.mines.minefields import LAID_ZONE, MARKER
from .queries import cost, points_left
from .speech_driving import TypedDrive, longest_step, work_path
from .speech_firing import lock

# --- moving ----------------------------------------------------------------------------------------------------------


def move(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """move A1 forward 3 right 45: an order that is carried out whole or not at all."""
    order = _order(interpreter, spoken.rest)
    if isinstance(order, Reply):
        return order
    unit, steps = order
    refusal = _fault(interpreter, unit, steps)
    if refusal is not None:
        return refusal
    reply = interpreter.give(_answer(interpreter.state, unit, steps))
    if reply.refusal is None and not interpreter.local_game.state.over:
        reply.lines = after_move(interpreter, unit)
    return reply


def try_move(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """try move A1 forward 3: what it would cost, where it would end, who would see it. Nothing is done."""
    first, _, rest = spoken.rest.partition(" ")
    if first.casefold() in ("place", "put", "deploy", "lay", "enter"):
        return _try_place(interpreter, rest)
    order = _order(interpreter, rest if first.casefold() in ("move", "m", "drive") else spoken.rest)
    if isinstance(order, Reply):
        return order
    unit, steps = order
    refusal = _fault(interpreter, unit, steps)
    if refusal is not None:
        return refusal
    price = cost(interpreter.state, unit, steps)
    answer = _answer(interpreter.state, unit, steps)
    seen = interpreter.local_game.preview(answer)
    if isinstance(seen, Refusal):
        return Reply(refusal=seen)
    assert not isinstance(price, Refusal), price
    left = points_left(interpreter.state, unit) - price
    told = story(
        [event for event in seen.events if getattr(event, "unit", "") == unit], interpreter.state, interpreter.seat
    )
    lines = [f"Only a try: {line}" for line in told[:1]]
    lines.append(f"It would cost {words.number(price)} MP and leave {words.number(max(0.0, left))}.")
    lines.extend(_sights(seen.state, seen.state.units[unit], "would"))
    lines.append(f"To do it: {say(interpreter.state.match, answer)}")
    return Reply(lines=lines)


def _answer(state: State, unit: str, steps: list[Step]) -> dict[str, Any]:
    """The order of a vehicle, or of soldiers, who go straight ways in any direction."""
    if not state.match.cards[unit].markers:
        return {"answer": "move", "unit": unit, "steps": steps}
    ways = [step | {"step": MARCH} if step["step"] == "slide" else step for step in steps]
    return {"answer": "walk", "unit": unit, "steps": ways}


def _order(interpreter: Interpreter, rest: str) -> tuple[str, list[Step]] | Reply:
    """The unit and the steps that were typed; without a name the unit named last is meant."""
    offer = offered(interpreter, Path)
    if isinstance(offer, Reply):
        return offer
    typed = plain_words(rest)
    unit = ordered_unit(interpreter, typed, [unit.id for unit in living(interpreter.state, interpreter.seat)])
    if unit is None or isinstance(unit, Misread):
        return misread(unit or Misread("You have no unit on the table."))
    if interpreter.state.units[unit].status != ALIVE:
        return refuse("not_alive", f"{name(interpreter.state, unit)} is not on the table as a living unit.")
    drive = TypedDrive(interpreter, unit, any(step.motion == "free" for step in offer.steps))
    fault = drive.read(typed)
    if fault is None and not drive.steps:
        fault = Misread("That unit is there already.")
    return misread(fault) if fault is not None else (unit, drive.steps)


def _fault(interpreter: Interpreter, unit: str, steps: list[Step]) -> Reply | None:
    """A refusal when some step is not allowed, with the most that would be."""
    worked = work_path(interpreter.state, unit, steps)
    refused = worked if isinstance(worked, Refusal) else worked.refused
    if refused is None:
        return None
    done = 0 if isinstance(worked, Refusal) else len(worked.taken)
    lines = ["Nothing was moved."]
    if "inches" in steps[done]:
        most = longest_step(interpreter.state, unit, steps[:done], steps[done])
        if 0.0 < most < steps[done]["inches"]:
            best = steps_words([*steps[:done], steps[done] | {"inches": most}])
            lines.append(f"The most it can do that way: move {unit} {best}")
    return Reply(refusal=refused, lines=lines)


def after_move(interpreter: Interpreter, unit: str) -> list[str]:
    """What a unit sees and who sees it where it stands now."""
    left = points_left(interpreter.state, unit)
    seen = _sights(interpreter.state, interpreter.state.units[unit], "can")
    return [f"{unit} has {words.number(max(0.0, left))} MP left.", *seen]


def _sights(state: State, unit: Unit, verb: str) -> list[str]:
    rows = [relation(state, unit, enemy) for enemy in enemies_of(state, unit.seat)]
    seen = [f"{row['target']} ({sight_words(state, row)})" for row in rows if row["can_fire"]]
    from_there = "From there it would" if verb == "would" else "It can"
    lines = [f"{from_there} fire at {words.listed(seen)}." if seen else f"{from_there} fire at nobody."]
    danger = threats(state, unit)
    could = "would be able to fire at it" if verb == "would" else "can fire at it"
    lines.append(f"Enemies that {could}: {'; '.join(danger) if danger else 'none'}.")
    return lines


def end(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """End the movement; in the declaration it is the same as lock."""
    if not isinstance(offered(interpreter, Aims), Reply):
        return lock(interpreter, spoken)
    flying = offered(interpreter, Act)
    if not isinstance(flying, Reply):
        return end_flight(interpreter, flying)
    offer = offered(interpreter, Path)
    if isinstance(offer, Reply):
        return offer
    assert offer.finish is not None
    return interpreter.give(offer.finish.answer)


# --- placing ---------------------------------------------------------------------------------------------------------


def place(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """place A1 at 12 3 facing 90, lay 2 at 12 18 facing 0, enter A1 at 12 1 facing 90."""
    answer = _placing(interpreter, spoken.rest)
    return answer if isinstance(answer, Reply) else interpreter.give(answer)


def _placing(interpreter: Interpreter, rest: str) -> dict[str, Any] | Reply:
    moving = offered(interpreter, Path)
    offer = offered(interpreter, Place) if isinstance(moving, Reply) else moving.enter
    if isinstance(offer, Reply):
        return offer
    typed = read_place(rest)
    if isinstance(typed, Misread):
        return misread(typed)
    if offer is not None and offer.things[0].kind in (LAID_ZONE, MARKER):
        return {**offer.things[0].answer, **spot(offer, typed, offer.things[0].id)}
    if offer is not None and offer.things[0].kind:
        if not typed.what.isdecimal():
            return refuse("not_understood", "Say the number of the piece, for example: lay 2 at 12 18 facing 0.")
        return {"answer": "lay_piece", "piece": int(typed.what[:9]), **spot(offer, typed, typed.what)}
    unit = interpreter.own_unit(typed.what)
    if isinstance(unit, Misread):
        return misread(unit)
    answer = "enter" if offer is None else offer.things[0].answer["answer"]
    return {"answer": answer, "unit": unit, **spot(offer, typed, unit)}


def _try_place(interpreter: Interpreter, rest: str) -> Reply:
    answer = _placing(interpreter, rest)
    if isinstance(answer, Reply):
        return answer
    seen = interpreter.local_game.preview(answer)
    if isinstance(seen, Refusal):
        return Reply(refusal=seen)
    return Reply(lines=[f"That would be allowed. To do it: {say(interpreter.state.match, answer)}"])


def skip(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """skip movement or skip shooting, in the first turn."""
    offer = offered(interpreter, Choose)
    if isinstance(offer, Reply):
        return offer
    typed = spoken.rest.casefold()
    phase = "movement" if typed.startswith("mov") else "shooting" if typed.startswith(("sho", "fir")) else ""
    if not phase:
        return refuse("not_understood", "Say skip movement, or skip shooting.")
    return interpreter.give({"answer": "skip_phase", "phase": phase})


# --- answers as they are typed ---------------------------------------------------------------------------------------


def steps_words(steps: list[Step]) -> str:
    """Steps as they are typed: forward 3 right 45."""
    return " ".join(_step(step) for step in steps)


def _step(step: Step) -> str:
    match step["step"]:
        case "forward":
            return f"forward {down(step['inches'])}"
        case "reverse":
            return f"back {down(step['inches'])}"
        case "pivot":
            return turn_words(step["degrees"])
    return f"slide {words.number(step['heading'])} {down(step['inches'])}"


def shots_words(shots: list[dict[str, str]]) -> str:
    """A fire plan as it is typed: fire A1 at B3, A2 at B3."""
    if not shots:
        return "hold all"
    told = [
        f"{shot['unit']} at {shot['target']}" + (f" with {shot['lead']}" if "lead" in shot else "") for shot in shots
    ]
    return "fire " + ", ".join(told)


SAYINGS = {
    "move": lambda plain: f"move {plain['unit']} {steps_words(plain['steps'])}",
    "end_movement": lambda plain: "end",
    "declare": lambda plain: shots_words(plain["shots"]),
    "enter": lambda plain: f"enter {plain['unit']} at {place_words(plain)}",
    "lay_piece": lambda plain: f"lay {plain['piece']} at {place_words(plain)}",
    "skip_phase": lambda plain: f"skip {plain['phase']}",
}
