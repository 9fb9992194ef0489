"""The situation of one seat as plain data and in words: own units, enemies, terrain, round, score, goal."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

from brickfield.core.board import ALIVE, WAITING, Unit
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN
from brickfield.text import words
from brickfield.text.sentences import phase_word


def ask(state: State, query: str, *about: Any) -> Any:
    """Ask the game a question about this table by name."""
    return state.match.game.queries[query](state, *about)


def knows(state: State, query: str) -> bool:
    """Whether the game answers a question of this name; what a game has no word for is not told."""
    return query in state.match.game.queries


def name(state: State, thing: str) -> str:
    """A unit or a piece as players call it."""
    return str(ask(state, "describe", thing))


def living(state: State, seat: int) -> list[Unit]:
    """The units of a seat that stand on the table."""
    return [unit for unit in state.units.values() if unit.seat == seat and unit.status == ALIVE]


def enemies_of(state: State, seat: int) -> list[Unit]:
    """The living units of all other seats."""
    return [unit for unit in state.units.values() if unit.seat != seat and unit.status == ALIVE]


# --- data ------------------------------------------------------------------------------------------------------------


def situation(state: State, seat: int) -> dict[str, Any]:
    """All that a seat can know of the table, as plain data for programs."""
    match, facts = state.match, state.facts
    return {
        "round": facts.get("round", 0),
        "phase": facts.get("phase", ""),
        "active": facts.get("active", -1),
        "you": seat,
        "names": [match.seat_name(each) for each in range(match.seats)],
        "ruler": match.game.ruler,
        "table": [match.width, match.height],
        "goal": ask(state, "goal"),
        "scores": [int(facts.get(f"score{each}", 0)) for each in range(match.seats)],
        "own": [unit_data(state, unit) for unit in state.units.values() if unit.seat == seat],
        "enemies": [unit_data(state, unit) for unit in state.units.values() if unit.seat != seat],
        "terrain": terrain_data(state),
    }


def unit_data(state: State, unit: Unit) -> dict[str, Any]:
    """A unit as plain data; of a living one also every enemy as it sees it."""
    card = state.match.cards[unit.id]
    data: dict[str, Any] = {"id": unit.id, "name": card.name, "status": unit.status}
    data |= {key: getattr(card, key) for key in ("ap", "dp", "mp", "mount") if hasattr(card, key)}
    if unit.pose is not None:
        x, y = unit.pose.place
        data |= {"x": round(x, 3), "y": round(y, 3), "heading": round(unit.pose.degrees, 3)}
        data["facing"] = words.compass(unit.pose.degrees)
    if knows(state, "numbers"):
        data["numbers"] = ask(state, "numbers", unit.id)
    if unit.status == ALIVE:
        if knows(state, "points_left"):
            data["mp_left"] = round(ask(state, "points_left", unit.id), 3)
        data["targets"] = [relation(state, unit, enemy) for enemy in enemies_of(state, unit.seat)]
    return data


def relation(state: State, unit: Unit, other: Unit) -> dict[str, Any]:
    """An enemy as a unit sees it: how far, which way, in sight, how hidden, what a shot would need."""
    assert unit.pose is not None
    assert other.pose is not None
    turn = words.bearing(unit.pose, *other.pose.place)
    told: dict[str, Any] = {
        "target": other.id,
        "inches": round(ask(state, "judged" if knows(state, "judged") else "distance", unit.id, other.id), 2),
        "turn_left": round(turn, 1),
        "direction": words.direction(turn),
        "clock": words.clock(turn),
        "seen": bool(ask(state, "line_of_sight", unit.id, other.id)),
        "can_fire": ask(state, "why_not", unit.id, other.id) is None,
    }
    if not knows(state, "facing_side"):
        aim = ask(state, "aim", unit.id, other.id) if told["can_fire"] else {}
        return told | {key: aim[key] for key in ("dice", "expected", "odds", "sinks", "words") if key in aim}
    if told["seen"]:
        aim = ask(state, "aim", unit.id, other.id)
        told |= {"hidden": round(ask(state, "hidden_share", unit.id, other.id), 3)}
        told |= {"side": ask(state, "facing_side", unit.id, other.id)}
        told |= {"needed": aim.get("needed"), "odds": round(aim["odds"], 4)}
    return told


def terrain_data(state: State) -> list[dict[str, Any]]:
    """Pieces of terrain; the sections of one piece come one after another."""
    rows = []
    for token in state.tokens.values():
        x, y = token.pose.place
        size = {"length": token.length / GRAIN, "width": token.width / GRAIN, "heading": token.pose.degrees}
        row = {"id": token.id, "kind": token.kind, "group": token.group, "x": round(x, 3), "y": round(y, 3), **size}
        rows.append(row | ask(state, "about_piece", token.id) | ({"marks": token.marks} if token.marks else {}))
    return rows


# --- words -----------------------------------------------------------------------------------------------------------


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
        standing = sum(unit.status in (ALIVE, WAITING) for unit in own)
        who = "you have" if each == seat else f"{match.seat_name(each)} has"
        sides.append(f"{who} {standing} of {words.counted(len(own), 'unit')}")
    scores = [int(facts.get(f"score{each}", 0)) for each in range(match.seats)]
    points = f" Points: {' to '.join(map(str, scores))}." if any(scores) else ""
    count = words.listed(sides)
    return f"{when}. {count[:1].upper()}{count[1:]}.{points}"


def goal_lines(state: State, seat: int) -> list[str]:
    """What the battle is about, the last round, the score and who holds the area."""
    goal = ask(state, "goal")
    lines = [f"{goal['title']}. Goal: {goal['text']} [{goal['clause']}]"]
    if goal["last_round"]:
        lines.append(f"The battle ends after round {goal['last_round']} at the latest.")
    area = goal.get("area")
    if area:
        x, y, half_x, half_y = area["x"], area["y"], area["length"] / 2, area["width"] / 2
        place = f"x {words.number(x - half_x)} to {words.number(x + half_x)}"
        place += f", y {words.number(y - half_y)} to {words.number(y + half_y)}"
        held = [f"{_who(state, each, seat)} {count}" for each, count in enumerate(goal["held"])]
        lines.append(f"The square to hold: {place}. Units in it now: {', '.join(held)}.")
    lines.append(head(state, seat))
    return lines


def _who(state: State, seat: int, you: int) -> str:
    return "you" if seat == you else state.match.seat_name(seat)


def unit_line(state: State, unit: Unit) -> str:
    """A unit in one line: name, place, facing, Movement Points."""
    text = name(state, unit.id)
    if unit.status == ALIVE:
        assert unit.pose is not None
        if knows(state, "numbers"):
            return f"{text} at {words.stands(unit.pose)}, {ask(state, 'numbers', unit.id)}"
        card = state.match.cards[unit.id]
        left = ask(state, "points_left", unit.id)
        moves = f"{words.number(left)} of {card.mp} MP left" if left < card.mp else f"{card.mp} MP"
        return f"{text} at {words.stands(unit.pose)}, {moves}"
    if unit.status == WAITING:
        return f"{text}: {'in reserve' if 'reserve' in unit.marks else 'not yet on the table'}"
    where = f" at {words.place(unit.pose)}" if unit.pose is not None else ""
    if getattr(state.match.cards[unit.id], "kind", "") == "ship":
        return f"{text}: sunk"
    return f"{text}: destroyed{where}" if "wreck" not in text else f"{text}{where}"


def relation_line(state: State, told: dict[str, Any], with_turn: bool = True) -> str:
    """An enemy as one unit sees it, in words."""
    where = f"{words.length(told['inches'], state.match.game.ruler)}, {told['direction']}"
    where += f" ({told['clock']} o'clock"
    where += f", turn {words.turning(told['turn_left'])} to face it)" if with_turn else ")"
    return f"{name(state, told['target'])}: {where}, {sight_words(told)}"


def sight_words(told: dict[str, Any]) -> str:
    """Whether and how an enemy is seen, and what a shot at it would need."""
    if "side" not in told and (told["seen"] or told["can_fire"]):
        return throw_words(told) if told["can_fire"] else "cannot be fired at"
    if not told["seen"]:
        return "not in sight"
    parts = [f"its {told['side']} towards you"]
    if told["hidden"]:
        parts.append(words.hidden(told["hidden"]))
    if not told["can_fire"]:
        return ", ".join([*parts, "seen, but your gun does not point there"])
    return ", ".join([*parts, words.chance(told["needed"], told["odds"])])


def throw_words(told: dict[str, Any]) -> str:
    """What a throw of dice at an enemy can be expected to do."""
    if "words" in told:
        return str(told["words"])
    dice = f"{told['dice']} {'die' if told['dice'] == 1 else 'dice'}"
    return f"{dice}, {words.number(told['expected'], 1)} hits to expect, sinks {words.percent(told['sinks'])}"


def nearest_words(state: State, unit: Unit) -> str:
    """The nearest enemy of a unit and its best shot, for a list of units."""
    rows = [relation(state, unit, enemy) for enemy in enemies_of(state, unit.seat)]
    if not rows:
        return ""
    near = min(rows, key=lambda row: row["inches"])
    seen = sorted([row for row in rows if row["can_fire"]], key=lambda row: (-row["odds"], row["inches"]))
    text = f"nearest enemy {near['target']}, {words.length(near['inches'], state.match.game.ruler)} {near['direction']}"
    if not seen:
        return f"{text}; no enemy to fire at"
    best = seen[0]
    others = len(seen) - 1
    also = f" and {words.counted(others, 'other')}" if others else ""
    shot = throw_words(best) if "side" not in best else words.chance(best["needed"], best["odds"])
    return f"{text}; can fire at {best['target']} ({shot}){also}"


def unit_lines(state: State, seat: int) -> list[str]:
    """Both sides, one unit a line, the own side first."""
    lines = ["Your units:"]
    for unit in [each for each in state.units.values() if each.seat == seat]:
        near = nearest_words(state, unit) if unit.status == ALIVE else ""
        lines.append(f"  {unit_line(state, unit)}{'; ' + near if near else ''}.")
    for other in range(state.match.seats):
        if other == seat:
            continue
        lines.append(f"Units of {state.match.seat_name(other)}:")
        lines.extend(
            f"  {unit_line(state, unit)}{_danger(state, unit, seat)}."
            for unit in state.units.values()
            if unit.seat == other
        )
    return lines


def _danger(state: State, enemy: Unit, seat: int) -> str:
    """Which of the own units an enemy could fire at."""
    if enemy.status != ALIVE:
        return ""
    aimed = [target for target in ask(state, "legal_targets", enemy.id) if target in state.units]
    aimed = [target for target in aimed if state.units[target].seat == seat]
    return f"; could fire at {words.listed(aimed)}" if aimed else ""


def threats(state: State, unit: Unit) -> list[str]:
    """The enemies that could fire at a unit where it stands, each with its odds."""
    lines = []
    for enemy in enemies_of(state, unit.seat):
        if ask(state, "why_not", enemy.id, unit.id) is None:
            aim = ask(state, "aim", enemy.id, unit.id)
            if not knows(state, "facing_side"):
                lines.append(f"{name(state, enemy.id)}, {throw_words(aim)}")
                continue
            side = ask(state, "facing_side", enemy.id, unit.id)
            shot = words.chance(aim.get("needed"), aim["odds"])
            lines.append(f"{name(state, enemy.id)} at its {side}, {shot}")
    return lines


def look_lines(state: State, unit: Unit) -> list[str]:
    """All about one unit: numbers, place, what it could fire at, who could fire at it."""
    lines = [f"{unit_line(state, unit)}.", *_card_lines(state, unit)]
    if unit.status != ALIVE:
        return lines
    rows = sorted((relation(state, unit, other) for other in enemies_of(state, unit.seat)), key=lambda r: r["inches"])
    if rows:
        lines.append("  Its enemies, nearest first:")
        lines.extend(f"    {relation_line(state, row)}." for row in rows)
    danger = threats(state, unit)
    lines.append("  Could fire at it now:" if danger else "  No enemy could fire at it now.")
    lines.extend(f"    {line}." for line in danger)
    return lines


def _card_lines(state: State, unit: Unit) -> list[str]:
    """The numbers of a unit that its line does not have yet."""
    if knows(state, "details"):
        return [f"  {line}." for line in ask(state, "details", unit.id)]
    if knows(state, "numbers"):
        return []
    card = state.match.cards[unit.id]
    gun = {"fixed": "fixed gun, fires only ahead", "turret": "gun in a turret, fires all round"}
    numbers = f"Attack {card.ap}, Defense {card.dp}, {card.mp} Movement Points, {gun.get(card.mount, card.mount)}"
    return [f"  {numbers}."]


def terrain_lines(state: State) -> list[str]:
    """The pieces on the table, sections of one piece together, and what each kind does."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in terrain_data(state):
        groups.setdefault(row["group"] or row["id"], []).append(row)
    if not groups:
        return ["The table is open: no terrain."]
    lines, told = ["Terrain:"], set[str]()
    for group, rows in groups.items():
        kind = rows[0]["kind"]
        effect = "" if kind in told else f": {piece_words(rows[0])}"
        told.add(kind)
        parts = f" in {len(rows)} parts ({rows[0]['id']} to {rows[-1]['id']})" if len(rows) > 1 else ""
        lines.append(f"  {kind} {group}, {_extent(rows)}{parts}{effect}.")
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


def piece_words(row: dict[str, Any]) -> str:
    """What a piece of terrain does."""
    if "text" in row:
        return f"{row['text']} [{row['clause']}]"
    parts = ["hides what is behind it" if row["hides"] else "does not block the view"]
    if "value" in row:
        what = str(row["to"]).replace("_", " ").title()
        parts.append(f"a shot past it counts {row['value']:+d} {what} ({row['reason']})")
    parts.append("vehicles cannot drive through" if row["blocks"] else "vehicles may drive through")
    if row.get("marks", {}).get("hm"):
        parts.append(f"{words.counted(row['marks']['hm'], 'hit marker')} left: it can be shot away")
    return f"{', '.join(parts)} [{row['clause']}]"
