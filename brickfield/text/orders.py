"""Commands that play: move, place, plan and fire, choose, undo."""

from __future__ import annotations

from typing import Any

from brickfield.core.board import ALIVE, Unit
from brickfield.core.decisions import Suggestion
from brickfield.core.refusal import Refusal
from brickfield.text import words
from brickfield.text.choices import ideas
from brickfield.text.desk import Desk, Reply, misread, refuse, wrong_time
from brickfield.text.driving import Steps, longest_step, work_out, work_path
from brickfield.text.firing import lock
from brickfield.text.reading import Misread, Spoken, is_step, plain_words, read_place, read_steps
from brickfield.text.saying import say, steps_words
from brickfield.text.situation import ask, enemies_of, name, relation, sight_words, threats
from brickfield.text.story import story

# --- moving ----------------------------------------------------------------------------------------------------------


def move(desk: Desk, spoken: Spoken) -> Reply:
    """move A1 forward 3 right 45: an order that is carried out whole or not at all."""
    order = _order(desk, spoken.rest)
    if isinstance(order, Reply):
        return order
    unit, steps = order
    refusal = _fault(desk, unit, steps)
    if refusal is not None:
        return refusal
    reply = desk.give({"answer": "move", "unit": unit.id, "steps": steps})
    if reply.refusal is None and not desk.sitting.state.over:
        reply.lines = after_move(desk, unit.id)
    return reply


def try_move(desk: Desk, spoken: Spoken) -> Reply:
    """try move A1 forward 3: what it would cost, where it would end, who would see it. Nothing is done."""
    first, _, rest = spoken.rest.partition(" ")
    if first.casefold() in ("place", "put", "deploy"):
        return _try_place(desk, rest)
    order = _order(desk, rest if first.casefold() in ("move", "m", "drive") else spoken.rest)
    if isinstance(order, Reply):
        return order
    unit, steps = order
    refusal = _fault(desk, unit, steps)
    if refusal is not None:
        return refusal
    cost = ask(desk.state, "cost", unit.id, steps)
    seen = desk.sitting.preview({"answer": "move", "unit": unit.id, "steps": steps})
    if isinstance(seen, Refusal):
        return Reply(refusal=seen)
    left = ask(desk.state, "points_left", unit.id) - cost
    told = story([event for event in seen.events if getattr(event, "unit", "") == unit.id], desk.state, desk.seat)
    lines = [f"Only a try: {line}" for line in told[:1]]
    lines.append(f"It would cost {words.number(cost)} MP and leave {words.number(max(0.0, left))}.")
    lines.extend(_sights(seen.state, seen.state.units[unit.id], "would"))
    lines.append(f"To do it: {say({'answer': 'move', 'unit': unit.id, 'steps': steps})}")
    return Reply(lines=lines)


def _order(desk: Desk, rest: str) -> tuple[Unit, Steps] | Reply:
    """The unit and the steps that were typed; without a name the unit named last is meant."""
    wrong = wrong_time(desk, "move_units")
    if wrong is not None:
        return wrong
    typed = plain_words(rest)
    unit_id = _mover(desk, rest, typed)
    if isinstance(unit_id, Misread):
        return misread(unit_id)
    unit = desk.state.units[unit_id]
    if unit.status != ALIVE:
        return refuse("not_alive", f"{name(desk.state, unit_id)} is not on the table as a living unit.")
    desk.unit = unit_id
    steps = read_steps(typed)
    decision = desk.decision
    assert decision is not None
    if not isinstance(steps, Misread):
        free = bool(decision.offer(desk.state).get("free_path"))
        worked = work_out(desk.state, unit, steps, free)
        return misread(worked) if isinstance(worked, Misread) else (unit, worked)
    return misread(steps)


def _mover(desk: Desk, rest: str, typed: list[str]) -> str | Misread:
    """Which unit an order is for. Takes its name off the words typed."""
    names_unit = bool(typed) and (typed[0] in {each.casefold() for each in desk.known()} or not is_step(typed[0]))
    if names_unit and not rest.casefold().startswith(("to ", "point ")):
        return desk.own_unit(typed.pop(0))
    movable = [unit.id for unit in desk.state.units.values() if unit.seat == desk.seat and unit.status == ALIVE]
    if desk.unit in movable:
        return desk.unit
    return movable[0] if movable else Misread("You have no unit on the table.")


def _fault(desk: Desk, unit: Unit, steps: Steps) -> Reply | None:
    """A refusal when some step is not allowed, with the most that would be."""
    worked = work_path(desk.state, unit, steps)
    refused = worked if isinstance(worked, Refusal) else worked.refused
    if refused is None:
        return None
    done = 0 if isinstance(worked, Refusal) else len(worked.taken)
    lines = ["Nothing was moved."]
    if "inches" in steps[done]:
        most = longest_step(desk.state, unit, steps[:done], steps[done])
        if 0.0 < most < steps[done]["inches"]:
            best = steps_words([*steps[:done], steps[done] | {"inches": most}])
            lines.append(f"The most it can do that way: move {unit.id} {best}")
    return Reply(refusal=refused, lines=lines)


def after_move(desk: Desk, unit_id: str) -> list[str]:
    """What a unit sees and who sees it where it stands now."""
    unit = desk.state.units[unit_id]
    left = ask(desk.state, "points_left", unit_id)
    return [f"{unit_id} has {words.number(max(0.0, left))} MP left.", *_sights(desk.state, unit, "can")]


def _sights(state: Any, unit: Unit, verb: str) -> list[str]:
    rows = [relation(state, unit, enemy) for enemy in enemies_of(state, unit.seat)]
    seen = [f"{row['target']} ({sight_words(row)})" for row in rows if row["can_fire"]]
    from_there = "From there it would" if verb == "would" else "It can"
    lines = [f"{from_there} fire at {words.listed(seen)}." if seen else f"{from_there} fire at nobody."]
    danger = threats(state, unit)
    could = "would be able to fire at it" if verb == "would" else "can fire at it"
    lines.append(f"Enemies that {could}: {'; '.join(danger) if danger else 'none'}.")
    return lines


def end(desk: Desk, spoken: Spoken) -> Reply:
    """End the movement; in the declaration it is the same as lock."""
    decision = desk.decision
    if decision is not None and decision.kind == "declare_targets":
        return lock(desk, spoken)
    wrong = wrong_time(desk, "move_units")
    return wrong if wrong is not None else desk.give({"answer": "end_movement"})


# --- placing ---------------------------------------------------------------------------------------------------------


def place(desk: Desk, spoken: Spoken) -> Reply:
    """place A1 at 12 3 facing 90, lay 2 at 12 18 facing 0, enter A1 at 12 1 facing 90."""
    answer = _placing(desk, spoken.rest)
    return answer if isinstance(answer, Reply) else desk.give(answer)


def _placing(desk: Desk, rest: str) -> dict[str, Any] | Reply:
    wrong = wrong_time(desk, "deploy_unit", "place_terrain", "move_units")
    decision = desk.decision
    if wrong is not None or decision is None:
        return wrong or refuse("wrong_time", "Nothing is asked of you now.")
    typed = read_place(rest)
    if isinstance(typed, Misread):
        return misread(typed)
    heading = typed.heading if typed.heading is not None else _towards_the_middle(desk)
    where = {"x": typed.x, "y": typed.y, "heading": heading}
    if decision.kind == "place_terrain":
        if not typed.what.isdigit():
            return refuse("not_understood", "Say the number of the piece, for example: lay 2 at 12 18 facing 0.")
        return {"answer": "lay_piece", "piece": int(typed.what[:9]), **where}
    unit = desk.own_unit(typed.what)
    if isinstance(unit, Misread):
        return misread(unit)
    return {"answer": "place" if decision.kind == "deploy_unit" else "enter", "unit": unit, **where}


def _towards_the_middle(desk: Desk) -> float:
    """The facing nobody mentioned: away from the own edge."""
    decision, match = desk.decision, desk.sitting.match
    offer = decision.offer(desk.state) if decision is not None else {}
    x0, y0, x1, y1 = offer.get("zone", (0.0, 0.0, match.width, 0.0))
    dx, dy = match.width / 2 - (x0 + x1) / 2, match.height / 2 - (y0 + y1) / 2
    if abs(dy) >= abs(dx):
        return 90.0 if dy >= 0 else 270.0
    return 0.0 if dx >= 0 else 180.0


def _try_place(desk: Desk, rest: str) -> Reply:
    answer = _placing(desk, rest)
    if isinstance(answer, Reply):
        return answer
    seen = desk.sitting.preview(answer)
    if isinstance(seen, Refusal):
        return Reply(refusal=seen)
    return Reply(lines=[f"That would be allowed. To do it: {say(answer)}"])


# --- choosing --------------------------------------------------------------------------------------------------------


def take(desk: Desk, answer: Any) -> Reply:
    """Give the answer of an option; after a move say what the unit sees now."""
    reply = desk.give(answer)
    unit = getattr(answer, "unit", "")
    if reply.refusal is None and unit and desk.decision is not None and desk.decision.kind == "move_units":
        desk.unit = unit
        reply.lines = after_move(desk, unit)
    return reply


def skip(desk: Desk, spoken: Spoken) -> Reply:
    """skip movement or skip shooting, in the first turn."""
    wrong = wrong_time(desk, "first_turn_choice")
    if wrong is not None:
        return wrong
    typed = spoken.rest.casefold()
    phase = "movement" if typed.startswith("mov") else "shooting" if typed.startswith(("sho", "fir")) else ""
    if not phase:
        return refuse("not_understood", "Say skip movement, or skip shooting.")
    return desk.give({"answer": "skip_phase", "phase": phase})


def react(desk: Desk, spoken: Spoken) -> Reply:
    """yes or no, to a reaction."""
    wrong = wrong_time(desk, "may_react")
    return wrong if wrong is not None else desk.give({"answer": "react", "yes": spoken.verb == "yes"})


def best_idea(desk: Desk) -> Suggestion | None:
    """The suggestion the game thinks best."""
    decision = desk.decision
    found = ideas(desk.state, decision) if decision is not None else []
    return found[0] if found else None


# Questions that auto answers until they are all answered.
_SET_UP = ("deploy_unit", "place_terrain", "deploy_ship")


def auto(desk: Desk, spoken: Spoken) -> Reply:
    """Do what the hint thinks best; while setting up, until everything is placed."""
    decision = desk.decision
    idea = best_idea(desk)
    if decision is None or idea is None:
        return refuse("wrong_time", "There is nothing to suggest now.")
    reply = take(desk, idea.answer)
    reply.story.insert(0, f"You do: {say(idea.answer)}{' (' + idea.reason + ')' if idea.reason else ''}")
    while decision.kind in _SET_UP and reply.refusal is None:
        if desk.decision is None or desk.decision.kind != decision.kind or (following := best_idea(desk)) is None:
            break
        more = desk.give(following.answer)
        reply.story.extend(more.story)
        reply.refusal = more.refusal
    return reply


def undo(desk: Desk, spoken: Spoken) -> Reply:
    """Take the last shot out of the plan or, with an empty plan, the last answer back."""
    if desk.plan:
        unit, target = desk.plan.popitem()
        return Reply(lines=[f"The shot of {unit} at {target} is out of the plan."])
    why = desk.sitting.why_no_undo()
    if why:
        return refuse("no_undo", why)
    return Reply(story=[f"Taken back: {say(desk.sitting.undo().answer)}"], acted=True)
