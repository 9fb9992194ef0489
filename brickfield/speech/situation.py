"""The situation of one seat as plain data and in words: own units, enemies, terrain, round, score, goal."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

from brickfield.core.board import ALIVE, FLYING, IN_BATTLE, WAITING, Unit
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN
from brickfield.speech import words
from brickfield.speech.names import Names
from brickfield.speech.queries import ask
from brickfield.speech.sentences import phase_word
from brickfield.speech.speech import speech_of
from brickfield.speech.tasks import task_lines, tasks_data


def name(state: State, thing: str) -> str:
    """A unit or a piece as players call it."""
    token = state.tokens.get(thing)
    own = speech_of(state).piece_name(token, Names(state)) if token is not None else ""
    return own or str(ask(state, "describe", thing))


def living(state: State, seat: int) -> list[Unit]:
    """The units of a seat that stand on the table; who rides in something stands nowhere."""
    own = [unit for unit in state.units.values() if unit.seat == seat and unit.status == ALIVE]
    return [unit for unit in own if unit.pose is not None]


def enemies_of(state: State, seat: int) -> list[Unit]:
    """The living units of all seats that are no allies."""
    match = state.match
    others = [unit for unit in state.units.values() if unit.status == ALIVE and not match.allied(unit.seat, seat)]
    return [unit for unit in others if unit.pose is not None]


# --- data ------------------------------------------------------------------------------------------------------------


def situation(state: State, seat: int) -> dict[str, Any]:
    """All that a seat can know of the table, as plain data for programs."""
    match, facts, units = state.match, state.facts, state.units.values()
    return {
        "round": facts.get("round", 0),
        "phase": facts.get("phase", ""),
        "active": facts.get("active", -1),
        "you": seat,
        "names": [match.seat_name(each) for each in range(match.seats)],
        "ruler": match.game.ruler,
        "table": [match.width, match.height],
        "goal": ask(state, "goal"),
        **tasks_data(state, seat),
        "scores": [int(facts.get(f"score{each}", 0)) for each in range(match.seats)],
        "own": [unit_data(state, each) for each in units if each.seat == seat],
        "allies": [unit_data(state, each) for each in units if each.seat != seat and match.allied(each.seat, seat)],
        "enemies": [unit_data(state, each) for each in units if not match.allied(each.seat, seat)],
        "terrain": terrain_data(state),
    }


def unit_data(state: State, unit: Unit) -> dict[str, Any]:
    """A unit as plain data; of a living one also every enemy as it sees it."""
    card = state.match.cards.get(unit.id)
    data: dict[str, Any] = {"id": unit.id, "name": getattr(card, "name", unit.card), "status": unit.status}
    if unit.pose is not None:
        x, y = unit.pose.place
        data |= {"x": round(x, 3), "y": round(y, 3), "heading": round(unit.pose.degrees, 3)}
        data["facing"] = words.compass(unit.pose.degrees)
    data |= speech_of(state).unit_data(state, unit)
    if unit.status == ALIVE and unit.pose is not None:
        data["targets"] = [relation(state, unit, enemy) for enemy in enemies_of(state, unit.seat)]
    return data


def relation(state: State, unit: Unit, other: Unit) -> dict[str, Any]:
    """An enemy as a unit sees it: how far, which way, in sight, how hidden, what a shot would need."""
    turn = words.bearing(unit.here, *other.here.place)
    told: dict[str, Any] = {
        "target": other.id,
        "inches": round(speech_of(state).distance(state, unit.id, other.id), 2),
        "turn_left": round(turn, 1),
        "direction": words.direction(turn),
        "clock": words.clock(turn),
        "seen": bool(ask(state, "line_of_sight", unit.id, other.id)),
        "can_fire": ask(state, "why_not", unit.id, other.id) is None,
    }
    return told | speech_of(state).aimed(state, unit.id, other.id, told)


def terrain_data(state: State) -> list[dict[str, Any]]:
    """Pieces of terrain; the sections of one piece come one after another."""
    rows = []
    for token in state.tokens.values():
        x, y = token.pose.place
        size = {"length": token.length / GRAIN, "width": token.width / GRAIN, "heading": token.pose.degrees}
        row = {"id": token.id, "kind": token.kind, "group": token.group, "x": round(x, 3), "y": round(y, 3), **size}
        row |= {"seat": token.seat} if token.seat >= 0 else {}
        rows.append(row | ask(state, "about_piece", token.id) | ({"marks": token.marks} if token.marks else {}))
    return rows


# --- words -----------------------------------------------------------------------------------------------------------


def unfinished_lines(state: State) -> list[str]:
    """Moves that stand still in the middle until somebody has answered."""
    drawn = state.match.game.situation
    return [f"{each.text} [{each.clause}]" for each in drawn(state).unfinished] if drawn is not None else []


def head(state: State, seat: int) -> str:
    """Round, phase and how many units stand, in one line."""
    match, facts = state.match, state.facts
    number, phase = facts.get("round", 0), phase_word(str(facts.get("phase", "")))
    # before the first phase of a battle begins, the last one that did is the deployment
    set_up = phase in ("deployment", "battlefield")
    when = phase.capitalize() if not number else f"Round {number}" if set_up else f"Round {number}, {phase}"
    sides = []
    for each in range(match.seats):
        own = [unit for unit in state.units.values() if unit.seat == each]
        standing = sum(unit.status in IN_BATTLE for unit in own)
        who = "you have" if each == seat else f"{match.seat_name(each)} has"
        sides.append(f"{who} {standing} of {words.counted(len(own), 'unit')}")
    scores = [int(facts.get(f"score{each}", 0)) for each in range(match.seats)]
    points = f" Points: {' to '.join(map(str, scores))}." if any(scores) else ""
    count = words.listed(sides)
    return f"{when}. {count[:1].upper()}{count[1:]}.{points}"


def goal_lines(state: State, seat: int) -> list[str]:
    """What the battle is about, the last round, what each side must do, how that stands, and where it is."""
    goal = ask(state, "goal")
    lines = [f"{goal['title']}. Goal: {goal['text']} [{goal['clause']}]"]
    if goal["last_round"]:
        lines.append(f"The battle ends after round {goal['last_round']} at the latest.")
    return [*lines, *task_lines(state, seat), head(state, seat)]


def unit_line(state: State, unit: Unit) -> str:
    """A unit in one line: name, place, facing, its numbers; or what has become of it."""
    text = name(state, unit.id)
    if unit.status in (ALIVE, FLYING) and unit.pose is None:
        return f"{text} in {name(state, unit.container)}, {speech_of(state).numbers(state, unit)}"
    if unit.status in (ALIVE, FLYING):
        return f"{text} at {words.stands(unit.here, speech_of(state).facing)}, {speech_of(state).numbers(state, unit)}"
    if unit.status == WAITING:
        return f"{text}: {'in reserve' if 'reserve' in unit.marks else 'not yet on the table'}"
    where = f" at {words.place(unit.pose)}" if unit.pose is not None else ""
    lost = speech_of(state).lost(state.match.cards.get(unit.id))
    return f"{text}: {lost}{where}" if "wreck" not in text else f"{text}{where}"


def relation_line(state: State, told: dict[str, Any], with_turn: bool = True) -> str:
    """An enemy as one unit sees it, in words."""
    where = f"{words.length(told['inches'], state.match.game.ruler)}, {told['direction']}"
    where += f" ({told['clock']} o'clock"
    where += f", turn {words.turning(told['turn_left'])} to face it)" if with_turn else ")"
    return f"{name(state, told['target'])}: {where}, {sight_words(state, told)}"


def sight_words(state: State, told: dict[str, Any]) -> str:
    """Whether and how an enemy is seen, and what a shot at it would need."""
    speech = speech_of(state)
    if speech.sight_words is not None and told["seen"]:
        return speech.sight_words(told)
    if told["can_fire"]:
        return speech.shot_words(told)
    return "cannot be fired at" if told["seen"] else "not in sight"


def nearest_words(state: State, unit: Unit) -> str:
    """The nearest enemy of a unit and its best shot, for a list of units."""
    rows = [relation(state, unit, enemy) for enemy in enemies_of(state, unit.seat)]
    if not rows:
        return ""
    near = min(rows, key=lambda row: row["inches"])
    able = [row for row in rows if row["can_fire"] and not row.get("wasted")]
    seen = sorted(able, key=lambda row: (-row["odds"], row["inches"]))
    text = f"nearest enemy {near['target']}, {words.length(near['inches'], state.match.game.ruler)} {near['direction']}"
    if not seen:
        return f"{text}; no enemy to fire at"
    best = seen[0]
    others = len(seen) - 1
    also = f" and {words.counted(others, 'other')}" if others else ""
    return f"{text}; can fire at {best['target']} ({speech_of(state).shot_words(best)}){also}"


def unit_lines(state: State, seat: int) -> list[str]:
    """Both sides, one unit a line, the own side first."""
    lines = ["Your units:"]
    for unit in [each for each in state.units.values() if each.seat == seat]:
        near = nearest_words(state, unit) if unit.status == ALIVE and unit.pose is not None else ""
        lines.append(f"  {unit_line(state, unit)}{'; ' + near if near else ''}.")
    for other in range(state.match.seats):
        if other == seat:
            continue
        ally = state.match.allied(other, seat)
        lines.append(f"Units of {state.match.seat_name(other)}{', your ally' if ally else ''}:")
        lines.extend(
            f"  {unit_line(state, unit)}{'' if ally else _danger(state, unit, seat)}."
            for unit in state.units.values()
            if unit.seat == other
        )
    return lines


def _danger(state: State, enemy: Unit, seat: int) -> str:
    """Which of the own units an enemy could fire at."""
    if enemy.status != ALIVE or enemy.pose is None:
        return ""
    own = [unit.id for unit in living(state, seat)]
    aimed = [target for target in own if could_fire(state, enemy.id, target)]
    return f"; could fire at {words.listed(aimed)}" if aimed else ""


def could_fire(state: State, unit: str, target: str) -> bool:
    """Whether a unit could fire at another where both stand, and not only waste its shot on it."""
    return ask(state, "why_not", unit, target) is None and not ask(state, "aim", unit, target).get("wasted")


def threats(state: State, unit: Unit) -> list[str]:
    """The enemies that could fire at a unit where it stands, each with its odds."""
    able = [enemy.id for enemy in enemies_of(state, unit.seat) if could_fire(state, enemy.id, unit.id)]
    speech = speech_of(state)
    if speech.threat_words is not None:
        return [speech.threat_words(state, enemy, unit.id) for enemy in able]
    return [f"{name(state, enemy)}, {speech.shot_words(ask(state, 'aim', enemy, unit.id))}" for enemy in able]


def look_lines(state: State, unit: Unit) -> list[str]:
    """All about one unit: numbers, place, what it could fire at, who could fire at it."""
    lines = [f"{unit_line(state, unit)}.", *(f"  {line}." for line in speech_of(state).details(state, unit))]
    if unit.status != ALIVE or unit.pose is None:
        return lines
    rows = sorted((relation(state, unit, other) for other in enemies_of(state, unit.seat)), key=lambda r: r["inches"])
    if rows:
        lines.append("  Its enemies, nearest first:")
        lines.extend(f"    {relation_line(state, row)}." for row in rows)
    danger = threats(state, unit)
    lines.append("  Could fire at it now:" if danger else "  No enemy could fire at it now.")
    lines.extend(f"    {line}." for line in danger)
    return lines


def terrain_lines(state: State) -> list[str]:
    """The pieces on the table, sections of one piece together, and what each kind does."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in terrain_data(state):
        # what lies on a piece belongs to it and is no section of it
        own = next((kind for group, kind in groups if group == row["group"]), row["kind"])
        groups.setdefault((row["group"] if row["kind"] == own and row["group"] else row["id"], row["kind"]), []).append(
            row
        )
    if not groups:
        return ["The table is open: no terrain."]
    lines, told = ["Terrain:"], set[str]()
    for (group, kind), rows in groups.items():
        effect = "" if kind in told else f": {speech_of(state).piece_words(rows[0])}"
        told.add(kind)
        parts = f" in {len(rows)} parts ({rows[0]['id']} to {rows[-1]['id']})" if len(rows) > 1 else ""
        seat = rows[0].get("seat")
        owner = "" if seat is None else f" of {state.match.seat_name(seat)}"
        own = speech_of(state).piece_name(state.tokens[rows[0]["id"]], Names(state))
        lines.append(f"  {own or f'{kind} {group}{owner}'}, {_extent(rows)}{parts}{effect}.")
    return lines


def _extent(rows: list[dict[str, Any]]) -> str:
    """The ground that pieces cover, as ranges of x and y."""
    ends: list[list[float]] = [[], []]
    for row in rows:
        turn = radians(row["heading"])
        c, s = abs(cos(turn)), abs(sin(turn))
        for axis, half in enumerate((row["length"] * c + row["width"] * s, row["length"] * s + row["width"] * c)):
            middle = row["xy"[axis]]
            ends[axis] += [middle - half / 2, middle + half / 2]
    return ", ".join(
        f"{axis} {words.number(min(values), 1)} to {words.number(max(values), 1)}"
        for axis, values in zip("xy", ends, strict=True)
    )
