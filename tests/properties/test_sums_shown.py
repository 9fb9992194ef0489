"""Every sum that a table shows adds up line by line: of shots, and of how far a unit may go."""

from __future__ import annotations

from collections.abc import Iterator

from brickfield.core.asking.offers import Act, Aims, Choose, Path, Split
from brickfield.core.modifiers import TallyLine
from brickfield.testing import Position, lay_table, piece, unit
from tests.rules.battle_of_the_sea.table import sea, ship
from tests.rules.brick_action.armoured import tank
from tests.rules.brick_action.fire_table import duel as squad_duel
from tests.rules.brick_mech.table import duel as mech_duel

MBB = "micro_brick_battle"
HEDGES = [piece("Hedgerow", 14, 15), piece("House", 26, 15), piece("Low Wall", 32, 17)]
TANKS = [unit(f"A{n}", card, 6 + 8 * n, 8, 90) for n, card in enumerate(("M4 Sherman", "M10 Wolverine", "StuG III"), 1)]
SQUADS = [unit("A8", "Infantry", 40, 10), unit("A9", "Infantry", 42, 14, marks={"paid_toll impassable": 1})]
FOES = [unit("B1", "Panzer III", 15, 22, 270), unit("B2", "Panzer II", 24, 24, 90), unit("B3", "Infantry", 40, 18)]
# tables on which there is much to count
TABLES: dict[str, Position] = {
    "targets": lay_table(MBB, [*TANKS, *SQUADS, *FOES], HEDGES, phase="target_declaration"),
    "squads that move": lay_table(MBB, [*SQUADS, *FOES], HEDGES, phase="movement"),
    "an airplane": lay_table(MBB, [unit("A7", "Ju 87 Stuka", 24, 17, 90), TANKS[0], *FOES], phase="turn"),
    "Mechs": mech_duel(a={"heat": 3, "dodge": 1}, terrain=[piece("Wall", 14.0, 15, 90)]),
    "squads": squad_duel("2 veteran repeater, regular carbine", "4 regular repeater", more=[
        tank("A2", 60, 20, 90), tank("B2", 60, 60, 270)]),
    "broadsides": sea(ship("A1", "Galleon", 12, 12), ship("B1", "Cutter", 18, 12), ship("B2", "Galleon", 12, 27)),
}  # fmt: skip


def sums(offer: object) -> Iterator[tuple[str, tuple[TallyLine, ...], float]]:
    """The sums in an offer: what of, the lines, and the total beside them."""
    if isinstance(offer, Act):
        for actor in offer.actors:
            for action in actor.actions:
                yield from sums(action.offer)
    if isinstance(offer, Path):
        yield from ((mover.unit, mover.why, mover.points) for mover in offer.movers if mover.why)
    aims = [aim for each in offer.shooters for aim in each.aims] if isinstance(offer, Aims) else []
    aims += list(offer.aims) if isinstance(offer, Split) else []
    aims += [each.aim for each in offer.exhibits] if isinstance(offer, Choose) else []
    for aim in aims:
        yield from ((f"{aim.unit} {aim.target} {each.of}", each.lines, each.total) for each in aim.sums)


def test_the_lines_of_a_sum_come_to_its_total() -> None:
    assert TABLES["broadsides"].sail("A1").accepted
    for name, table in TABLES.items():
        found = list(sums(table.question.offer))
        assert found, name
        for of, lines, total in found:
            shown = sum(line.value for line in lines if line.counts and not line.dice)
            assert shown == total, (name, of, lines)
