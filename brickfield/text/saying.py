"""Answers as the words one would type for them, so that every option teaches its command."""

from __future__ import annotations

from math import floor
from typing import Any

import msgspec

from brickfield.text import words


def say(answer: Any) -> str:
    """The command that gives this answer, lengths rounded down so that it stays legal."""
    plain: dict[str, Any] = msgspec.to_builtins(answer)
    match plain.get("answer"):
        case "move":
            return f"move {plain['unit']} {steps_words(plain['steps'])}"
        case "end_movement":
            return "end"
        case "declare":
            return shots_words(plain["shots"])
        case "place" | "enter":
            return f"{plain['answer']} {plain['unit']} at {_place(plain)}"
        case "lay_piece":
            return f"lay {plain['piece']} at {_place(plain)}"
        case "skip_phase":
            return f"skip {plain['phase']}"
        case "react":
            return "yes" if plain["yes"] else "no"
        case "concede" | "offer_draw":
            return "concede" if plain["answer"] == "concede" else "draw"
        case "sail":
            return _course(plain)
        case "fire":
            return "fire " + ", ".join(f"{shot['dice']} at {shot['target']}" for shot in plain["shots"])
        case "hold_fire" if "range" in plain:
            at_once = " fire" if plain.get("orders") == "fire" else ""
            return f"hold {plain['unit']} {plain['range']} {plain['arc']}{at_once}"
        case "hold_fire" | "end_turn":
            return "hold" if plain["answer"] == "hold_fire" else f"end {plain.get('unit', '')}".strip()
        case "attack":
            return f"fire {plain['unit']} at {plain['target']} {_slot(plain.get('location', ''))}".strip()
        case "mount":
            half = "" if plain.get("take", "all") == "all" else f" {plain['take']}"
            return f"mount {plain['unit']} {plain['part']}{half}"
        case "detach":
            return f"detach {plain['unit']} {_slot(plain['slot'])}"
        case "challenge":
            return f"challenge {plain['about']}" if plain.get("about") else "yes"
        case "ballot":
            return f"ballot {plain['choice']}"
        case "remove_markers":
            kinds = ("firepower", "speed", "base")
            return "lose " + ", ".join(f"{plain[kind]} {kind}" for kind in kinds if plain.get(kind))
        case "jettison" | "go_down":
            return f"drop {' '.join(map(str, plain.get('items', ['nothing'])))}"
        case "take_aboard" | "unload":
            return " ".join(["take", *plain["treasures"]]) if "treasures" in plain else "unload"
        case "drop_anchor":
            return "yes" if plain["yes"] else "no"
        case "repair":
            return f"repair {plain['feature']}"
        case "roll_off":
            return f'rolloff "{plain["question"]}" {plain["method"]}'
    return msgspec.json.encode(plain).decode()


def steps_words(steps: list[dict[str, Any]]) -> str:
    """Steps as they are typed: forward 3 right 45."""
    return " ".join(_step(step) for step in steps)


def _slot(slot: str) -> str:
    return slot.replace("_", " ")


def _step(step: dict[str, Any]) -> str:
    if "bricks" in step:
        how = {"forward": "forward", "backward": "back", "left": "step left", "right": "step right"}
        return f"{how[step['step']]} {_down(step['bricks'])}"
    match step["step"]:
        case "turn":
            return f"{'left' if step['degrees'] >= 0 else 'right'} {_down(abs(step['degrees']))}"
        case "forward":
            return f"forward {_down(step['inches'])}"
        case "reverse":
            return f"back {_down(step['inches'])}"
        case "pivot":
            return f"{'left' if step['degrees'] >= 0 else 'right'} {_down(abs(step['degrees']))}"
    return f"slide {words.number(step['heading'])} {_down(step['inches'])}"


def _course(plain: dict[str, Any]) -> str:
    """A course as it is typed: sail A1 go 37.5 4.2 ram B1 heading 90."""
    legs = [
        f"astern {words.number(leg['inches'], 4)}"
        if leg["step"] == "astern"
        else f"go {words.number(leg['heading'], 3)} {words.number(leg['inches'], 4)}"
        for leg in plain.get("legs", [])
    ]
    run = plain.get("ram")
    if run:
        legs.append(f"ram {run['target']} heading {words.number(run['heading'], 3)}")
    return f"sail {plain['unit']} {' '.join(legs) or 'stay'}"


def _down(value: float) -> str:
    """Two decimals, never more than the value; a whole number that lost a crumb in arithmetic stays whole."""
    return words.number(floor(value * 100 + 1e-6) / 100) if value >= 0.01 else f"{value:.6f}"


def _place(plain: dict[str, Any]) -> str:
    x, y, heading = (words.number(plain[key]) for key in ("x", "y", "heading"))
    return f"{x} {y} facing {heading}"


def shots_words(shots: list[dict[str, str]]) -> str:
    """A fire plan as it is typed: fire A1 at B3, A2 at B3."""
    if not shots:
        return "hold all"
    return "fire " + ", ".join(f"{shot['unit']} at {shot['target']}" for shot in shots)
