"""The open question in words: what is asked, what the seat needs to know for it, and the numbered options."""

from __future__ import annotations

from typing import Any

from brickfield.core.board import ALIVE
from brickfield.text import at_sea, mechs, words
from brickfield.text.choices import idle_shooters
from brickfield.text.desk import Desk
from brickfield.text.ending import ending_lines
from brickfield.text.situation import ask, goal_lines, head, name, terrain_lines, unit_lines

# Fewer Movement Points than this are not worth a mention.
_CRUMB = 0.05
HEAD, PLAIN, ASK, OPTION = "head", "plain", "ask", "option"
Lines = list[tuple[str, str]]


def opening_lines(desk: Desk) -> Lines:
    """What somebody who has just sat down is told."""
    sitting, match, state = desk.sitting, desk.sitting.match, desk.state
    sides = {each: [unit.id for unit in state.units.values() if unit.seat == each] for each in range(match.seats)}
    you = f"You are {match.seat_name(desk.seat)}, with the units {_span(sides[desk.seat])}."
    others = [
        f"{match.seat_name(each)} has {_span(units)} and is played by {sitting.agreed.level}."
        for each, units in sides.items()
        if each != desk.seat
    ]
    width, height = words.number(match.width), words.number(match.height)
    ruler = {"inch": "inches"}.get(match.game.ruler, f"{match.game.ruler}s")
    table = f"The table is {width} by {height} {ruler}: x goes from 0 at the left to {width}, y from 0 at the south "
    table += f"edge to {height} at the north edge. North is 90 degrees, east 0."
    goal = goal_lines(state, desk.seat)[:-1]
    how = "Type a number to pick an option, or a command; help lists all commands, quit saves and leaves."
    rules = "Words in square brackets name the rule behind a sentence: type clause and the name to read it."
    told = [*goal, f"{you} {' '.join(others)}", table, *terrain_lines(state), how, rules]
    return [(HEAD, match.game.title), *[(PLAIN, line) for line in told]]


def _span(units: list[str]) -> str:
    return f"{units[0]} to {units[-1]}" if len(units) > 1 else "".join(units)


def question_lines(desk: Desk, first: bool) -> Lines:
    """The open question. `first` says that it is of a new sort, so that more of the situation is told."""
    if desk.sitting.state.over:
        return [*ending_lines(desk), *_options(desk)]
    decision = desk.decision
    if decision is None:
        return []
    state, offer = desk.state, decision.offer(desk.state)
    lines: Lines = [(HEAD, head(state, desk.seat))] if first else []
    if first and decision.kind in ("move_units", "first_turn_choice", "command_fleet", "take_action"):
        lines.extend((PLAIN, line) for line in unit_lines(state, desk.seat))
    asked = _QUESTIONS.get(decision.kind, _plain_question)(desk, offer, first)
    lines.extend((ASK, f"{line} [{decision.CLAUSE}]" if number == 0 and decision.CLAUSE else line)
                 for number, line in enumerate(asked))  # fmt: skip
    return [*lines, *_options(desk)]


def _options(desk: Desk) -> Lines:
    planned = set(desk.plan.items())
    return [
        (OPTION, f"  {number}. {choice.line}{' (planned)' if choice.shot in planned else ''}")
        for number, choice in enumerate(desk.choices, start=1)
    ]


def _plain_question(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    decision = desk.decision
    return [f"Your answer: {decision.kind.replace('_', ' ')}?"] if decision is not None else []


def _deploy(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    waiting = offer["units"]
    x0, y0, x1, y1 = (words.number(value) for value in offer["zone"])
    lines = [f"Place one of your units. Waiting: {_by_card(desk, waiting)}."]
    if len(waiting) == 1:
        lines = [f"Place your last unit: {name(desk.state, waiting[0])}."]
    if first:
        middle = [words.number((offer["zone"][axis] + offer["zone"][axis + 2]) / 2) for axis in (0, 1)]
        lines.append(f"It must stand wholly inside x {x0} to {x1}, y {y0} to {y1}; you and the other side take turns.")
        lines.append(f"For example: place {waiting[0]} at {middle[0]} {middle[1]}, or a number:")
    return lines


def _by_card(desk: Desk, units: list[str]) -> str:
    """Units with one name together: M4 Sherman A1, A2, A3; M5 Stuart A4."""
    cards: dict[str, list[str]] = {}
    for unit in units:
        cards.setdefault(desk.sitting.match.cards[unit].name, []).append(unit)
    return "; ".join(f"{card} {', '.join(ids)}" for card, ids in cards.items())


def _lay(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    pieces = [f"{piece['piece']} {piece['feature']}" for piece in offer["pieces"]]
    area = [words.number(value) for value in offer["area"]]
    where = f"x {area[0]} to {area[2]}, y {area[1]} to {area[3]}"
    example = f"For example: lay {offer['pieces'][0]['piece']} at {area[2]} {area[3]} facing 0"
    return [f"Lay a piece of terrain inside {where}. Your pieces: {', '.join(pieces)}.", f"{example}, or a number:"]


def _first_turn(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    return ["You play first, so in this first turn you may either move or shoot. Which do you give up?"]


def _move(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    able = [f"{row['unit']} ({words.number(row['left'])} MP)" for row in offer["units"] if row["left"] >= _CRUMB]
    lines = [f"Move your units. Able to move: {words.listed(able) if able else 'none'}."]
    if offer.get("enter"):
        lines.append(f"From reserve may come: {words.listed(offer['enter'])}. Type enter and the place on your edge.")
    if first:
        unit = offer["units"][0]["unit"] if offer["units"] else "A1"
        example = f"move {unit} forward 3 right 45 forward 2"
        if offer.get("free_path"):
            example = f"move {unit} north 3, or move {unit} to 20 15"
        if desk.state.facts.get("round") == 1:
            lines.append("MP are Movement Points: what a unit may spend on driving and turning this turn.")
        lines.append(f"For example: {example}. try move ... shows it first; hint explains the ideas; end goes on.")
    return lines


def _declare(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    state = desk.state
    listed = desk.choices
    if not any(choice.shot is not None for choice in listed):
        lines = ["None of your units has an enemy to fire at. Type lock to go on."]
    else:
        lines = ["Plan your shots, then type lock to roll the dice. A number adds that shot to the plan:"]
        idle = idle_shooters(state, desk.seat, listed)
        if idle:
            lines.append(f"Without a target: {words.listed(idle)}.")
    pieces = [target for unit in state.units.values() if unit.seat == desk.seat and unit.status == ALIVE
              for target in ask(state, "legal_targets", unit.id) if target in state.tokens]  # fmt: skip
    if pieces and first:
        lines.append(f"Terrain with hit markers may be fired at too, for example: fire all at {pieces[0]}.")
    return lines


def _react(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    what, why = str(offer["offer"]).replace("_", " "), str(offer["trigger"]).replace("_", " ")
    return [f"You may react to {why}: {what}. Type yes or no. [{offer['clause']}]"]


_QUESTIONS = {
    **at_sea.QUESTIONS,
    **mechs.QUESTIONS,
    "deploy_unit": _deploy,
    "place_terrain": _lay,
    "first_turn_choice": _first_turn,
    "move_units": _move,
    "declare_targets": _declare,
    "may_react": _react,
}
