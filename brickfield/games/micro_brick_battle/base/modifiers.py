"""Modifiers: rear shot, hidden units and cover, and how they combine into the numbers of a shot."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.kept import kept_of_pairs
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.geometry import kernel, point_in
from brickfield.geometry.grain import GRAIN
from .battlefield import card_of, footprint, softs
from .line_of_sight import Sight, side_ends, sight_of
from .measures import PrintedModifier, measures, modifiers, printed, victory_table
from .unit_stats import attack_points, defense_points, fires_over, rear_shot_counts
from .views import walled_in

Modifiers = tuple[Modifier, ...]


class Numbers(Struct, frozen=True):
    """The numbers of a shot: both tallies, the total needed (None: no roll can do it) and what was seen."""

    attack_points: Tally
    defense_points: Tally
    needed: int | None
    sight: Sight


class StrikeNumbers(Struct, frozen=True):
    """What a shot needs: both sums (none for a bomb) and the total on two dice; None: no roll can do it."""

    needed: int | None
    tallies: tuple[Tally, ...]
    clause: str
    sight: Sight | None = None


@rule("mbb.mod.rear", "mbb.geometry.rear_from_muzzle")
def rear_shot(sight: Sight) -> tuple[Modifier, ...]:
    """A unit targeted from behind has 2 DP less for that shot."""
    return (printed(modifiers().rear_shot, "", ()),) if sight.rear_shot else ()


@rule("mbb.mod.hidden.trigger", "mbb.mod.hidden.minor", "mbb.mod.hidden.major", "mbb.mod.hidden.what")
def hidden_units(hidden: float) -> PrintedModifier | None:
    """The more of the facing side is hidden behind opaque things, the fewer AP: one step, or two from half on."""
    share = measures().hidden_tolerance_share
    if hidden <= share:
        return None
    return modifiers().hidden_major if hidden >= modifiers().hidden_half_share - share else modifiers().hidden_minor


@Question
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
    for index in kernel.shadowed_by(soft.scene, x, y, *side_ends(shape, sight.side, sight.muzzle)):
        kind, source = soft.kinds[index]
        # what takes the place of hiding does not for everybody
        if kind not in REPLACING or counts_for(state, shooter, target, sight, index):
            found.setdefault(kind, source)
    if soft.trees and "light_trees" not in found:
        _stands_among_trees(state, target, found)
    return found


@Question
@rule("mbb.geometry.soft_test")
def counts_for(state: State, shooter: Unit, target: Unit, sight: Sight, number: int) -> bool:
    """Whether a structure in the line of a shot, by its number among soft things, covers the target from there."""
    return True


@Question
@rule("mbb.mod.general")
def ground_hinders(state: State, target: Unit) -> tuple[Modifier, ...]:
    """What the ground that a target stands on takes from a shot at it."""
    return ()


@rule("mbb.geometry.soft_test", "mbb.terrain.trees")
def _stands_among_trees(state: State, target: Unit, found: dict[str, str]) -> None:
    """Light trees also cover a target whose centre is among them, whatever the line."""
    pose = target.pose
    assert pose is not None
    for source, shape in softs(state).trees:
        if point_in(shape, pose.x / GRAIN, pose.y / GRAIN, False):
            found["light_trees"] = source
            return


# Structures that take the place of hidden-unit modifiers.
REPLACING = ("low_wall", "low_bridge", "emplacement")
# What hinders a shot only where nothing else does: it never adds to the others, whatever the house rule.
OBSTACLE = "obstacle"


@rule("mbb.mod.stack", "mbb.obst.lowwall.replace")
def cover_modifiers(state: State, hidden: PrintedModifier | None, cover: dict[str, str]) -> tuple[Modifier, ...]:
    """Cover modifiers do not add up: the worst counts, or by the house rule each kind once. Low walls drop hiding."""
    table = modifiers()
    entries: list[tuple[PrintedModifier, str]] = []
    for kind in table.cover_order:
        if kind == "hidden":
            if hidden is not None:
                entries.append((hidden, ""))
        elif kind in cover:
            entries.append((getattr(table, kind), cover[kind]))
    if len(entries) == 1 and OBSTACLE not in cover:
        return (printed(*entries[0], ()),)
    if OBSTACLE in cover and (not entries or state.match.options.cover_stacking != "sum"):
        entries.append((table.obstacle, cover[OBSTACLE]))
    if state.match.options.cover_stacking == "sum":
        return tuple(printed(entry, source, ()) for entry, source in entries)
    walled = any(kind in cover for kind in REPLACING)
    counted = [entry for entry, _source in entries if not (walled and entry.kind == "hidden")]
    worst = min(counted, key=lambda entry: entry.value) if counted else None
    others = tuple(entry.kind for entry, _source in entries if worst is not None and entry.kind != worst.kind)
    return tuple(printed(entry, source, others if entry is worst else ()) for entry, source in entries)


@rule("mbb.obst.lowwall.dp", "mbb.obst.lowwall.replace", "mbb.obst.empl.dp", "mbb.obst.empl.replace",
      "mbb.obst.bridge.low")  # fmt: skip
def structure_bonus(cover: dict[str, str]) -> tuple[Modifier, ...]:
    """Behind a low wall, low bridge or emplacement a target has 2 DP more, in place of any hidden-unit modifier."""
    table = modifiers()
    return tuple(printed(getattr(table, kind), cover[kind], ("hidden",)) for kind in REPLACING if kind in cover)


@rule("mbb.mod.general", "mbb.mod.stack", "mbb.shoot.table")
def numbers_of(
    state: State, shooter: Unit, target: Unit, sight: Sight | None = None, others: tuple[Unit, ...] = ()
) -> Numbers:
    """AP and DP of a shot with every modifier of the shooter's own rules level, and the total they need.

    `sight` may be handed in for units that are only imagined to stand where they are; `others` flank with the shooter.
    """
    if sight is not None or others:
        return _work_out(state, shooter, target, sight or sight_of(state, shooter, target), others)
    return _numbers_of_pair(state, shooter, target)


@kept_of_pairs
def _numbers_of_pair(state: State, shooter: Unit, target: Unit) -> Numbers:
    return _work_out(state, shooter, target, sight_of(state, shooter, target), ())


def _work_out(state: State, shooter: Unit, target: Unit, sight: Sight, others: tuple[Unit, ...]) -> Numbers:
    to_attack, to_defense, replaced = modified(state, shooter, target, sight, others)
    attack = attack_tally(state, shooter, to_attack + added_to_attack(state, shooter), replaced)
    defense = defense_tally(state, target, to_defense + added_to_defense(state, target))
    # only modifiers are raised to the lowest row: who has no main weapon cannot roll at all (mbb.vt.clamp.ap)
    needed = victory_table().needed(attack.total, defense.total) if attack.base else None
    return Numbers(attack, defense, needed, sight)


class Modified(NamedTuple):
    """What the way from shooter to target does to both sums, and the structures that take the place of hiding."""

    to_attack: tuple[Modifier, ...]
    to_defense: tuple[Modifier, ...]
    structures: tuple[Modifier, ...]


@Question
@rule("mbb.mod.general", "mbb.spg.over", "mbb.arty.over")
def modified(state: State, shooter: Unit, target: Unit, sight: Sight, others: tuple[Unit, ...]) -> Modified:
    """Cover, hiding, sides and structures as they count for a shot."""
    to_attack: tuple[Modifier, ...] = ()
    structures: tuple[Modifier, ...] = ()
    if not fires_over(state, shooter.id) and not walled_in(state, target):
        cover, hidden = hindrances(state, shooter, target, sight)
        if cover or hidden is not None:
            to_attack, structures = cover_modifiers(state, hidden, cover), structure_bonus(cover)
    to_attack = attack_gains(state, (shooter, *others), target) + to_attack
    to_attack += ground_hinders(state, target)
    return Modified(to_attack, defended(state, shooter, target, sight, structures), structures)


@Question
@rule("mbb.mod.general")
def added_to_attack(state: State, shooter: Unit) -> tuple[Modifier, ...]:
    """What is added to the Attack Points of a unit or taken from them, whatever it fires at."""
    return ()


@Question
@rule("mbb.mod.general")
def added_to_defense(state: State, target: Unit) -> tuple[Modifier, ...]:
    """What is added to the Defense Points of a unit, whoever fires at it."""
    return ()


# The cover of a target by its kinds, each with what it comes from, and how far it is hidden.
Hindrances = tuple[dict[str, str], PrintedModifier | None]


@Question
@rule("mbb.mod.general")
def hindrances(state: State, shooter: Unit, target: Unit, sight: Sight) -> Hindrances:
    """The cover and hiding of a target as a shooter finds them."""
    return soft_cover(state, shooter, target, sight), hidden_units(sight.hidden)


@Question
@rule("mbb.mod.general")
def attack_gains(state: State, group: tuple[Unit, ...], target: Unit) -> tuple[Modifier, ...]:
    """What those who attack together add to the Attack Points of the first of them."""
    return ()


@Question
@rule("mbb.mod.rear")
def defended(
    state: State, shooter: Unit, target: Unit, sight: Sight, structures: tuple[Modifier, ...]
) -> tuple[Modifier, ...]:
    """What the side and the cover of a target do to its Defense Points."""
    exposed = sight.rear_shot and rear_shot_counts(state, shooter, target)
    return rear_shot(sight) + structures if exposed else structures


# Why a hidden modifier does not count, by the clause of the structure that takes its place.
_INSTEAD = {
    "mbb.obst.lowwall.dp": ("low wall instead of hiding", "mbb.obst.lowwall.replace"),
    "mbb.obst.bridge.low": ("low bridge instead of hiding", "mbb.obst.bridge.low"),
    "mbb.obst.empl.dp": ("emplacement instead of hiding", "mbb.obst.empl.replace"),
}


@rule("mbb.unit.ap", "mbb.obst.lowwall.replace")
def attack_tally(state: State, shooter: Unit, found: tuple[Modifier, ...], structures: tuple[Modifier, ...]) -> Tally:
    """Attack Points: what the card prints and what the shot takes away. A structure's bonus drops hidden modifiers."""
    card = card_of(state, shooter.id)
    if structures and any(modifier.kind == "hidden" for modifier in found):
        bonus = structures[0]
        # worth nothing on this side of the sum: the line says why the hidden modifier does not count
        reason, clause = _INSTEAD[bonus.clause]
        note = Modifier("attack_points", 0, reason, clause, "structure", bonus.source, ("hidden",))
        found = (*found, note)
    return Tally("Attack Points", attack_points(state, shooter), f"{card.name} attacks", "mbb.unit.ap", found)


@rule("mbb.unit.dp", "mbb.mod.stack")
def defense_tally(state: State, target: Unit, found: tuple[Modifier, ...]) -> Tally:
    """Defense Points: what the card prints, less for a shot from behind, more behind a structure (at most 2)."""
    card = card_of(state, target.id)
    cap = (("structure", 0, modifiers().structure_cap, "mbb.mod.stack"),)
    points = defense_points(state, target)
    return Tally("Defense Points", points, f"{card.name} defends", "mbb.unit.dp", found, cap)
