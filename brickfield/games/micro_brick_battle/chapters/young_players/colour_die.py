"""Shots by the colour die: very young players throw one die of two colours, whatever the cards say."""

from __future__ import annotations

from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.dice import Pool
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.aims import aim_told
from ...base.measures import measures
from ...base.modifiers import StrikeNumbers
from ...base.shooting import ByVictoryTable, decided_by
from ...base.target_declaration import ON_THE_GROUND, Shot, firing_at
from ...base.unit_stats import flat_chance
from .chapter import YOUNG_PLAYERS
from .young_players import COLOR_DIE, YOUNG, color_die_chance, color_die_hits, rules_level


class ByColourDie(ByVictoryTable):
    """Half the faces of one die destroy the target."""

    @rule("mbb.young.color_die")
    def numbers(self, state: State, shot: Shot, others: tuple[Unit, ...]) -> StrikeNumbers:
        """It asks for no number."""
        return StrikeNumbers(None, (), "mbb.young.color_die")

    @rule("mbb.young.color_die")
    def pool(self, state: State, shot: Shot, others: tuple[Unit, ...]) -> Pool:
        """One die, whatever it is thrown at."""
        return Pool(1, COLOR_DIE, measures().die_faces, state.units[shot.unit].seat)

    @rule("mbb.young.color_die")
    def chance(self, state: State, shot: Shot, others: tuple[Unit, ...]) -> float:
        """The same for every shot."""
        return color_die_chance()

    @rule("mbb.young.color_die")
    def resolve(self, t: Table, shot: Shot, faces: tuple[tuple[int, ...], ...], others: tuple[Unit, ...]) -> bool:
        """One of its two colours is a hit."""
        ((face,),) = faces
        hit = color_die_hits(face)
        t.emit(
            happened.ShotResolved(
                unit=shot.unit,
                target=shot.target,
                needed=measures().color_die_hit_from,
                rolled=face,
                hit=hit,
                clause="mbb.young.color_die",
                throws=(happened.Throw(COLOR_DIE, t.units[shot.unit].seat, faces[0]),),
            )
        )
        return hit


_BY_COLOUR_DIE = ByColourDie()


@decided_by.amended(YOUNG_PLAYERS)
@rule("mbb.young.color_die", "mbb.young.mix")
def decided_by_colour(state: State, shooter: Unit, target: Unit, before: ByVictoryTable) -> ByVictoryTable:
    """A shot goes by the rules of the shooter."""
    young = rules_level(state, shooter.seat) == YOUNG and firing_at(state, target) is ON_THE_GROUND
    return _BY_COLOUR_DIE if young else before


@aim_told.amended(YOUNG_PLAYERS)
@rule("mbb.young.color_die")
def aim_by_colour(state: State, unit: Unit, enemy: Unit, shot: AimFace, before: AimFace) -> AimFace:
    """No number is asked for."""
    if rules_level(state, unit.seat) != YOUNG:
        return before
    words = {"remark": "in sight", "need": "colour", "roll": "one of its two colours is a hit"}
    return replace(shot, clause="mbb.young.color_die", **words)


@flat_chance.amended(YOUNG_PLAYERS)
@rule("mbb.young.color_die", "mbb.young.mix")
def chance_of_a_colour(state: State, seat: int, before: float | None) -> float | None:
    """Points and modifiers do not matter."""
    return color_die_chance() if rules_level(state, seat) == YOUNG else before
