"""The shipyard and the dice tray as their pages draw them: a ship worked out while it is built, bricks tried out."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal
from brickfield.core.setup.catalogue import ChoiceCard
from brickfield.core.setup.own_models import FoundModel
from brickfield.core.setup.unit_editor import BuiltCard, DieFace, TriedDice, Yard
from brickfield.core.shown.showing import NumberFace
from ..base import dices
from ..base.firing import long_range_dice
from ..base.measures import measures
from ..base.ship_card import (
    BASE,
    FIREPOWER,
    FORT,
    MONSTER,
    OARS,
    SHIP,
    SPEED,
    STYLES,
    TITLES,
    build,
    card_faults,
    durability,
    read_design,
    ships,
    whole_studs,
)
from ..chapters.capacity.capacity import capacity
from ..setup.fleets import kind_fault, of_era
from ..setup.options import BOARD, Options
from .faces import CLAUSES, card_face, piles_of

_LONGEST_NAME = 24
# How finely the curves of the dice tray are drawn.
_STEPS = 200
_LOOKS = {"longship": "long ship", "galleon": "galleon", "brig": "brig", "steamer": "steamer"}
_KINDS = (
    (OARS, "rowed: no wind helps or hinders it"),
    (MONSTER, "a sea monster: it rams and has no firepower"),
    (FORT, "a fort on an island: it has no speed"),
)


@rule(
    "sea.ship.points", "sea.ship.features", "sea.fleet.points", "sea.fleet.min_ship", "sea.fleet.era", "sea.model.free"
)
@cache
def yard() -> Yard:
    """A length in studs to be spent on three features, and the looks a ship can have."""
    numbers = measures()
    limits = (
        NumberFace("shortest", "shortest ship, in studs", "", numbers.shortest_ship_studs, "sea.fleet.min_ship"),
        NumberFace("longest", "longest ship, in studs", "", numbers.longest_ship_studs, "sea.fleet.min_ship"),
        NumberFace("least_base", "least base durability", "", numbers.least_base_durability, "sea.fleet.min_ship"),
    )
    bought = ("firepower", "base", "speed")
    return Yard(
        manner="points",
        noun="ship",
        example=next(iter(ships().values())).name,
        budget=NumberFace("points", "points for a fleet", "", numbers.example_points, "sea.fleet.points"),
        limits=limits,
        points=tuple(NumberFace(each, TITLES[each], "", 1, CLAUSES[each]) for each in bought),
        kinds=tuple(ChoiceCard(kind, text) for kind, text in _KINDS),
        styles=tuple(ChoiceCard(style, _LOOKS[style]) for style in STYLES),
        switches=("era", "cargo", "monsters", "forts", "max_ships", "long_range_strict"),
        fashion_switch="era",
        fashions={era: tuple(card.name for card in of_era(era)) for era in _eras()},
    )


def _eras() -> tuple[str, ...]:
    return tuple(str(choice.value) for choice in BOARD.switches()["era"].choices)


@rule("sea.ship.features", "sea.ship.variety", "sea.durability.two_parts", "sea.capacity.max", "sea.capacity.base_free")
def built_card(text: str, limit: int, settings: dict[str, Any]) -> BuiltCard | Refusal:
    """A ship as it stands in the yard: its card in cones and peas, and everything that is still wrong with it."""
    options = Options.of(settings)
    if isinstance(options, Refusal):
        return options
    card = ships().get(text) or read_design(text)
    if isinstance(card, Refusal):
        return card
    unit = Unit("", 0, card.name, marks=card.markers())
    faults = (*card_faults(card), kind_fault(card, options))
    notes = [NumberFace("durability", "durability", "", durability(unit), "sea.durability.two_parts")]
    if options.loads:
        notes.append(NumberFace("capacity", "capacity", "", capacity(unit), "sea.capacity.max"))
        notes.append(NumberFace("free_load", "load that does not slow it", "", card.base, "sea.capacity.base_free"))
    far = long_range_dice(card.firepower, options)
    notes.append(NumberFace("long_shots", "dice at long range", "", far, "sea.firepower.long"))
    return BuiltCard(
        text=card.text,
        name=card.name,
        face=card_face(card),
        faults=tuple(fault for fault in faults if fault is not None),
        piles=piles_of(card, unit),
        notes=tuple(notes),
    )


@rule("sea.dice.probability", "sea.dice.same", "sea.dice.d6_hard", "sea.dice.d6_easy")
def tried_dice(successes: int, failures: int) -> TriedDice:
    """One's own brick dice after some throws, beside the model and the two kinds of cubes."""
    throws = successes + failures
    found = dices.calibrate(successes, throws)
    model = dices.model()
    return TriedDice(
        successes=successes,
        failures=failures,
        model=dices.model_chance(),
        model_throws=dices.model_throws(),
        size=(model.side_mm, model.height_mm),
        mean=found.chance,
        low=found.low,
        high=found.high,
        credible=found.credible,
        density=dices.density(successes, throws, _STEPS),
        prior=dices.density(0, 0, _STEPS),
        dice_switch="dice",
        chance_switch="brick_permille",
        chance_value=found.permille,
        kinds=tuple(map(_die, dices.kinds().values())),
        clause="sea.dice.probability",
        success_clause="sea.dice.success",
        failure_clause="sea.dice.failure",
        same_clause="sea.dice.same",
    )


def _die(kind: dices.Kind) -> DieFace:
    cube = not kind.side_chance
    ways = (kind.faces - kind.success_from + 1, kind.faces) if cube else (0, 0)
    chance = ways[0] / ways[1] if cube else dices.model_chance()
    return DieFace(kind.id, kind.title, chance, ways, kind.clause)


@rule("sea.ship.points", "sea.ship.features")
def suited(text: str, found: FoundModel) -> str:
    """A ship as long as a model that was brought for it: what it is longer or shorter goes into its speed, then into
    its durability and its firepower, for its player to divide anew."""
    card = ships().get(text) or read_design(text)
    if isinstance(card, Refusal):
        card = build(yard().example)
    assert not isinstance(card, Refusal)
    length = whole_studs(found.size.length)
    numbers = {SPEED: card.speed, BASE: card.base, FIREPOWER: card.firepower}
    more = length - card.length
    for feature, least in ((SPEED, 0), (BASE, measures().least_base_durability), (FIREPOWER, 0)):
        changed = max(least, numbers[feature] + more)
        more -= changed - numbers[feature]
        numbers[feature] = changed
    is_own = text not in ships()
    return replace(
        card,
        name=card.name if is_own else found.named(_LONGEST_NAME, f"My {card.name}"),
        length=length,
        firepower=numbers[FIREPOWER],
        base=numbers[BASE],
        speed=numbers[SPEED],
        tags=tuple(tag for tag in card.tags if tag not in (MONSTER, FORT)),
        kind=SHIP,
        model=found.size.word,
    ).text
