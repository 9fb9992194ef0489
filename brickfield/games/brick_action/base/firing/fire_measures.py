"""Measures of fire: the single numbers of the chapters about fire, cover, losses and close combat."""

from __future__ import annotations

from functools import cache

from brickfield.core.data_files import TableRow
from ...data_files import read_numbers

# lengths that differ by less are equal to every rule
EPS = 1e-6


class Fire(TableRow, frozen=True):
    """Every single number of the chapters about fire, losses and close combat. `clauses` names the clause of each."""

    base_most: int
    hit_from: int
    casualty_face: int
    save_from: int
    save_most: int
    hard_save: int
    prone_save: int
    prone_reaction_save: int
    medic_save: int
    veteran_plus: int
    elevation_blocks: float
    elevation_plus: int
    last_save_twice: int
    last_save_more: int
    long_shot_step: float
    opening_dice: int
    opening_models: int
    full_base: int
    loader_reach: float
    hard_blocks: float
    total_blocks: float
    cover_reach: float
    face_length: float
    contact: float
    corner_reach: float
    corner_models: int
    tree_reach: float
    tree_degrees: float
    branches_radius: float
    ray_offset: float
    suppressing_losses: int
    rally_from: int
    rally_most: int
    rally_officer: int
    rally_veteran: int
    combat_reach: float
    combat_base_most: int
    combat_guns: int
    combat_gun_dice: int
    combat_shotgun_dice: int
    combat_shotgun_most: int
    combat_veterans: int
    combat_veteran_dice: int
    combat_veteran_total: int
    combat_blade_total: int
    combat_save_face: int
    combat_kills: int
    pick_up_reach: float
    most_items: int
    block_studs: float
    flush_dice_lost: int
    flush_save: int
    clauses: dict[str, str]


@cache
def fire() -> Fire:
    """The numbers of the chapters about fire."""
    return read_numbers("fire.toml", Fire)
