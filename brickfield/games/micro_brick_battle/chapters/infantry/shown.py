"""Infantry as it is drawn: a round plate with its markers on coloured plates, where it is inside, what it has done."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.setup.catalogue import UpgradeFace
from brickfield.core.shown.looks import LookFace, MarkerFace
from brickfield.core.shown.showing import CardFace, NumberFace
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import describe, in_a_sentence
from ...base.unit_cards import UnitCard
from .chapter import INFANTRY
from .following import followed_by
from .infantry import (
    CAPTAIN_PLATE,
    HEALED,
    REPAIRED,
    SPRINTED,
    building_of,
    gun_of,
    is_straggler,
    markers_of,
    missing,
    repairing,
    specialty_of,
)
from .infantry_figures import foot_modifiers
from .infantry_sight import sight_inches
from .infantry_tables import CAPTAIN, infantry_cards, infantry_rows, squads

INFANTRY_LIST = "infantry"
# The captain's plate; a yellow plate is drawn golden, because yellow is kept for who is asked.
_WHITE = "white"
_PAINTS = {"yellow": "gold"}


@rule("inf.captain.cost", "inf.captain.add", "inf.stats.nation")
def captain_upgrade() -> UpgradeFace:
    """The captain, as he is bought."""
    able = tuple(card.name for card in infantry_cards().values() if not card.specialty)
    text = "His unit may sprint and attack in one turn; he may go over to another unit."
    cost, most = squads().captain_rc, squads().captains
    return UpgradeFace(CAPTAIN, CAPTAIN, f" with {CAPTAIN}", cost, most, able, text, "inf.captain.cost")


def squad_model(plates: tuple[str, ...]) -> str:
    """The model of a squad: what lies under its first markers."""
    painted = [_PAINTS.get(plate, plate) for plate in plates]
    return f"soldiers.{'-'.join(painted)}" if painted else "soldiers"


@rule("inf.spec.mark", "inf.med.plates", "inf.captain")
def card_model(card: UnitCard) -> str:
    """The model of a squad as it is bought: the captain's plate first, then those of its specialty."""
    row = infantry_rows().get(card.specialty)
    return squad_model((*((_WHITE,) if card.captain else ()), *((row.colour,) * row.plates if row is not None else ())))


@rule("inf.build.plate", "inf.build.marker")
def squad_face(card: UnitCard, numbers: tuple[NumberFace, ...]) -> CardFace:
    """The card of a squad: a disc, and how many markers stand on it."""
    markers = NumberFace("markers", "markers", "M", card.markers, "inf.build.marker")
    return CardFace(
        id=card.name,
        title=card.name,
        model=card_model(card),
        length=round(card.length_inches * GRAIN),
        width=round(card.width_inches * GRAIN),
        cost=card.rc,
        numbers=(*numbers, markers),
        traits=(INFANTRY_LIST, *((card.specialty,) if card.specialty else ()), *(("captain",) if card.captain else ())),
        clause=card.clause,
        round=True,
    )


@rule("inf.build.marker", "inf.spec.mark", "inf.captain", "inf.geometry.inside")
def squad_looks(state: State) -> dict[str, LookFace]:
    """How squads look now, and vehicles that were set upright."""
    if not state.match.chapters_in_play[INFANTRY]:
        return {}
    found = {}
    for unit in state.units.values():
        if unit.alive and state.match.cards[unit.id].markers:
            found[unit.id] = LookFace(model=_model_now(unit), soldiers=markers_of(unit), markers=_markers(unit))
        elif unit.alive and REPAIRED in unit.marks:
            marker = MarkerFace(
                REPAIRED, "one repair marker: shoots, does not move", "R", "inf.eng.first", "ring", "blue"
            )
            found[unit.id] = LookFace(markers=(marker,))
    return found


def _model_now(unit: Unit) -> str:
    specialty = specialty_of(unit)
    captain = (_WHITE,) if CAPTAIN_PLATE in unit.marks else ()
    plates = (infantry_rows()[specialty].colour,) * unit.marks[specialty] if specialty else ()
    return squad_model((*captain, *plates))


def _markers(unit: Unit) -> tuple[MarkerFace, ...]:
    found = []
    if HEALED in unit.marks:
        found.append(MarkerFace(HEALED, "has healed", "+", "inf.med.end", "cross", "red"))
    elif SPRINTED in unit.marks:
        found.append(MarkerFace(SPRINTED, "has sprinted", "»", "inf.move.sprint.noattack", "bar", "orange"))
    if repairing(unit):
        found.append(MarkerFace("repairs", f"at work on {repairing(unit)}", "W", "inf.eng.first", "ring", "blue"))
    if followed_by(unit):
        found.append(MarkerFace("follows", f"follows {followed_by(unit)}", "F", "inf.follow.choice", "flag", "green"))
    return tuple(found)


@rule("inf.los.range", "inf.geometry.inside", "inf.arty.join", "inf.dmg.dp")
def squad_states(state: State) -> dict[str, tuple[str, ...]]:
    """What is to be said of each squad: its markers, how far it sees, and where it is."""
    if not state.match.chapters_in_play[INFANTRY]:
        return {}
    there = [unit for unit in state.units.values() if unit.alive and state.match.cards[unit.id].markers]
    return {unit.id: tuple(_said(state, unit)) for unit in there}


def _said(state: State, unit: Unit) -> list[str]:
    count = markers_of(unit)
    words = [f"{count} marker{'s' if count != 1 else ''}" + (f", {missing(unit)} lost" if missing(unit) else "")]
    if is_straggler(unit):
        words.append("stragglers")
    if specialty_of(unit):
        words.append(specialty_of(unit))
    if CAPTAIN_PLATE in unit.marks:
        words.append("with the captain")
    words.append(f"sees {sight_inches(state, unit)[0]:g} in")
    if building_of(state, unit):
        walls = foot_modifiers().building.value
        words.append(f"inside {in_a_sentence(state, building_of(state, unit))}: DP {walls:+d}")
    if gun_of(state, unit):
        words.append(f"at {describe(state, gun_of(state, unit))}")
    if followed_by(unit):
        words.append(f"follows {followed_by(unit)}")
    return words
