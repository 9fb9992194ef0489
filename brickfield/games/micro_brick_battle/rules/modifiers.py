"""Modifiers: rear shot, hidden units and cover, and how they combine into the numbers of a shot."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.rules.battlefield import card_of, footprint, softs
from brickfield.games.micro_brick_battle.rules.line_of_sight import Sight, side_ends, sight_of
from brickfield.games.micro_brick_battle.rules.measures import PrintedModifier, measures, modifiers, victory_table
from brickfield.games.micro_brick_battle.rules.quick_play import has_modifiers
from brickfield.games.micro_brick_battle.rules.young_players import YOUNG_HIDDEN, hidden_tank, rules_level
from brickfield.geometry import Shape, distance, kernel, point_in
from brickfield.geometry.grain import GRAIN


class Numbers(Struct, frozen=True):
    """The numbers of a shot: both tallies, the total needed (None: no roll can do it) and what was seen."""

    attack_points: Tally
    defense_points: Tally
    needed: int | None
    sight: Sight


@cache
def _printed(entry: PrintedModifier, source: str, replaces: tuple[str, ...]) -> Modifier:
    return Modifier(entry.to, entry.value, entry.reason, entry.clause, entry.kind, source, replaces)


@rule("mbb.mod.rear", "mbb.geometry.rear_from_muzzle")
def rear_shot(sight: Sight) -> tuple[Modifier, ...]:
    """A unit targeted from behind has 2 DP less for that shot."""
    return (_printed(modifiers().rear_shot, "", ()),) if sight.rear_shot else ()


@rule("mbb.mod.hidden.trigger", "mbb.mod.hidden.minor", "mbb.mod.hidden.major", "mbb.mod.hidden.what")
def hidden_units(hidden: float) -> PrintedModifier | None:
    """The more of the facing side is hidden behind opaque things, the fewer AP: one step, or two from half on."""
    share = measures().hidden_tolerance_share
    if hidden <= share:
        return None
    return modifiers().hidden_major if hidden >= modifiers().hidden_half_share - share else modifiers().hidden_minor


@rule("mbb.geometry.soft_test", "mbb.wreck.soft", "mbb.wreck.modifier", "mbb.cover.soft", "mbb.terrain.hedge")
def soft_cover(state: State, shooter: Unit, target: Unit, sight: Sight) -> dict[str, str]:
    """The kinds of soft cover that shadow the facing side, each with the piece that does: wreck, hedge, trees, wall."""
    if sight.point_blank:
        return {}
    found: dict[str, str] = {}
    soft = softs(state)
    if not soft.kinds:
        return found
    x, y = sight.muzzle
    shape = footprint(state, target)
    for index in kernel.shadowed_by(soft.scene, x, y, *side_ends(shape, sight.side)):
        kind, source = soft.kinds[index]
        if kind == "low_wall" and is_own_wall(state, shooter, shape, soft.shapes[index]):
            continue
        found.setdefault(kind, source)
    if soft.trees and "light_trees" not in found:
        _stands_among_trees(state, target, found)
    return found


@rule("mbb.geometry.soft_test", "mbb.terrain.trees")
def _stands_among_trees(state: State, target: Unit, found: dict[str, str]) -> None:
    """Light trees also cover a target whose centre is among them, whatever the line."""
    pose = target.pose
    assert pose is not None
    for source, shape in softs(state).trees:
        if point_in(shape, pose.x / GRAIN, pose.y / GRAIN, False):
            found["light_trees"] = source
            return


@rule("mbb.obst.lowwall.own")
def is_own_wall(state: State, shooter: Unit, target: Shape, wall: Shape) -> bool:
    """A low wall close to the shooter, and closer to it than to the target, does not hinder its own shot."""
    own = distance(footprint(state, shooter), wall)
    tolerance = measures().tolerance_inches
    return own <= measures().own_cover_inches + tolerance and own < distance(target, wall) - tolerance


@rule("mbb.mod.stack", "mbb.obst.lowwall.replace")
def cover_modifiers(state: State, hidden: PrintedModifier | None, cover: dict[str, str]) -> tuple[Modifier, ...]:
    """Cover modifiers do not add up: the worst counts, or by the house rule each kind once. Low walls drop hiding."""
    if hidden is None and not cover:
        return ()
    table = modifiers()
    entries: list[tuple[PrintedModifier, str]] = []
    for kind in table.cover_order:
        if kind == "hidden":
            if hidden is not None:
                entries.append((hidden, ""))
        elif kind in cover:
            entries.append((getattr(table, kind), cover[kind]))
    if state.match.options.cover_stacking == "sum":
        return tuple(_printed(entry, source, ()) for entry, source in entries)
    walled = "low_wall" in cover
    counted = [entry for entry, _source in entries if not (walled and entry.kind == "hidden")]
    worst = min(counted, key=lambda entry: entry.value) if counted else None
    others = tuple(entry.kind for entry, _source in entries if worst is not None and entry.kind != worst.kind)
    return tuple(_printed(entry, source, others if entry is worst else ()) for entry, source in entries)


@rule("mbb.obst.lowwall.dp", "mbb.obst.lowwall.replace")
def structure_bonus(cover: dict[str, str]) -> tuple[Modifier, ...]:
    """Behind a low wall a target has 2 DP more, in place of any hidden-unit modifier."""
    if "low_wall" not in cover:
        return ()
    return (_printed(modifiers().low_wall, cover["low_wall"], ("hidden",)),)


@rule("mbb.mod.general", "mbb.mod.stack", "mbb.shoot.table", "mbb.quick.no_mods", "mbb.young.hidden", "mbb.young.mix")
def numbers_of(state: State, shooter: Unit, target: Unit, sight: Sight | None = None) -> Numbers:
    """AP and DP of a shot with every modifier of the shooter's own rules level, and the total they need.

    `sight` may be handed in for units that are only imagined to stand where they are.
    """
    if sight is not None:
        return _work_out(state, shooter, target, sight)
    sight = sight_of(state, shooter, target)
    known: dict[tuple[str, str], Numbers] = state.from_units.setdefault("numbers", {})
    # a sight is remembered as long as nothing has moved, so the same one has the same numbers
    key = (shooter.id, target.id)
    found = known.get(key)
    if found is None or found.sight is not sight:
        found = known[key] = _work_out(state, shooter, target, sight)
    return found


def _work_out(state: State, shooter: Unit, target: Unit, sight: Sight) -> Numbers:
    to_attack: tuple[Modifier, ...] = ()
    to_defense: tuple[Modifier, ...] = ()
    replaced: tuple[Modifier, ...] = ()
    if has_modifiers(state, shooter.seat):
        cover = soft_cover(state, shooter, target, sight)
        to_attack = cover_modifiers(state, hidden_units(sight.hidden), cover)
        structures = structure_bonus(cover)
        to_defense = rear_shot(sight) + structures
        replaced = structures
    elif rules_level(state, shooter.seat) == YOUNG_HIDDEN and (hidden := hidden_tank(sight.hidden)) is not None:
        to_attack = (_printed(hidden, "", ()),)
    attack = attack_tally(state, shooter, to_attack, replaced)
    defense = defense_tally(state, target, to_defense)
    # only modifiers are raised to the lowest row: who has no main weapon cannot roll at all (mbb.vt.clamp.ap)
    needed = victory_table().needed(attack.total, defense.total) if attack.base else None
    return Numbers(attack, defense, needed, sight)


@rule("mbb.unit.ap", "mbb.obst.lowwall.replace")
def attack_tally(state: State, shooter: Unit, found: tuple[Modifier, ...], structures: tuple[Modifier, ...]) -> Tally:
    """Attack Points: what the card prints and what the shot takes away. A structure's bonus drops hidden modifiers."""
    card = card_of(state, shooter.id)
    if structures and any(modifier.kind == "hidden" for modifier in found):
        bonus = structures[0]
        # worth nothing on this side of the sum: the line says why the hidden modifier does not count
        note = Modifier("attack_points", 0, "low wall instead of hiding", "mbb.obst.lowwall.replace", "structure",
                        bonus.source, ("hidden",))  # fmt: skip
        found = (*found, note)
    return Tally("Attack Points", card.ap, f"{card.name} attacks", "mbb.unit.ap", found)


@rule("mbb.unit.dp", "mbb.mod.stack")
def defense_tally(state: State, target: Unit, found: tuple[Modifier, ...]) -> Tally:
    """Defense Points: what the card prints, less for a shot from behind, more behind a structure (at most 2)."""
    card = card_of(state, target.id)
    cap = (("structure", 0, modifiers().structure_cap, "mbb.mod.stack"),)
    return Tally("Defense Points", card.dp, f"{card.name} defends", "mbb.unit.dp", found, cap)
