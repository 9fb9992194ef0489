"""Basic rules: fleets within an agreed level, as one long ship or many small ones."""

from __future__ import annotations

from collections.abc import Iterable

from brickfield.core.adding import added
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from ..base.hulls import beam_studs
from ..base.measures import inches, measures
from ..base.ship_card import FORT, MONSTER, ShipCard, check_card, read_design, ships
from .options import Options

FleetList = tuple[tuple[str, int], ...]
_MOST_UNITS = 200


@rule("sea.fleet.composition", "sea.ship.variety")
def cards_of(fleet: FleetList) -> list[ShipCard] | Refusal:
    """The cards of a fleet, one for each ship, in the order of the list; every ship must be built as it should be."""
    cards = designs_of(fleet)
    if isinstance(cards, Refusal):
        return cards
    return next((fault for card in cards if (fault := check_card(card))), cards)


def designs_of(fleet: FleetList) -> list[ShipCard] | Refusal:
    """The cards of a fleet as they are written, whatever may be wrong with them."""
    cards: list[ShipCard] = []
    for design, count in fleet:
        card = ships().get(design) or read_design(design)
        if isinstance(card, Refusal):
            return card
        cards.extend([card] * min(count, _MOST_UNITS))
    return cards


@rule("sea.fleet.sum", "sea.ship.points")
def points_of(cards: Iterable[ShipCard]) -> int:
    """What a fleet is worth: the lengths of its ships added up."""
    return sum(card.points for card in cards)


@rule("sea.fleet.points", "sea.fleet.sum", "sea.fleet.limit_units", "sea.monster.roles", "sea.fort.card")
def check_fleet(cards: list[ShipCard], level: int, options: Options) -> Refusal | None:
    """Why a fleet may not sail: too many points, too many units, or units that were not agreed on."""
    points = points_of(cards)
    if points > level:
        sentence = f"The fleet has {points} points; {level} were agreed."
        return illegal("too_many_points", "sea.fleet.sum", sentence, points=points, level=level)
    if not cards:
        return illegal("no_ships", "sea.fleet.points", "A fleet has at least one ship.")
    if options.max_ships and len(cards) > options.max_ships:
        sentence = f"The fleet has {len(cards)} units; at most {options.max_ships} were agreed."
        return illegal("too_many_ships", "sea.fleet.limit_units", sentence, ships=len(cards))
    return next((fault for card in cards if (fault := kind_fault(card, options))), None)


@rule("sea.monster.roles", "sea.fort.card")
def kind_fault(card: ShipCard, options: Options) -> Refusal | None:
    """Why units of this kind may not sail: monsters and forts need an agreement."""
    if card.kind == MONSTER and not options.fleet_monsters:
        sentence = f"{card.name} is a monster; monsters in fleets were not agreed on."
        return illegal("no_monsters", "sea.monster.roles", sentence)
    if card.kind == FORT and not options.forts:
        return illegal("no_forts", "sea.fort.card", f"{card.name} is a fort; forts were not agreed on.")
    return None


@rule("sea.fleet.limit_units")
def most_units() -> tuple[int, str]:
    """How many units a fleet has at most at a shared table."""
    return measures().most_units, "sea.fleet.limit_units"


def deck_inches(cards: Iterable[ShipCard]) -> float:
    """The water that hulls cover, as rectangles, in square inches."""
    return added(inches(card.length) * inches(beam_studs(card.length)) for card in cards if card.kind != FORT)


@rule("sea.fleet.era")
def of_era(era: str) -> list[ShipCard]:
    """The ready-made units put forward for an era; it is a matter of looks and forbids nothing."""
    return [card for card in ships().values() if era in ("any", card.era) or not card.era]
