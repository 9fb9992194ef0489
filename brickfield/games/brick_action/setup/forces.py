"""Units and Points: squads of up to five minis and vehicles, read from their text, checked and priced.

An army list names ready-made cards of data/forces.toml or says what a unit is made of: "veteran carbine grenade, 4
regular repeater" is a squad, "M2 map mg" a vehicle, "heavy_support, 2 regular smg" a heavy weapon with its crew first.
A name of one's own stands before it: "Red Foxes: 3 regular smg".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, TableRow
from brickfield.core.near_names import known_names
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup.own_models import FoundModel, ModelLimits, OwnSize, with_model, without_model
from ..base.firing.ranges import TAKES_BAYONET
from ..base.measures import measures
from ..base.minis import is_officer, minis
from ..base.weapons import NONE, items, primaries, weapons
from ..chapters.heavy_support.heavy_support import PLAIN_ROW, heavy_points
from ..chapters.vehicles.vehicles import class_as_built, mounting_fault, vehicle_classes, vehicle_points
from ..data_files import read, table

BAYONET, BLADE = "bayonet", "blade"
HEAVY, SNIPER = "heavy_support", "sniper_rifle"
# what every five minis have one of at no cost
FREE = ("grenade", "smoke_grenade")
_LONGEST = 400
# a name of one's own
LONGEST_NAME = 24


class MiniCard(Struct, frozen=True):
    """One mini: what he is, his primary weapon or "none", his single-use items, what he has for close combat."""

    kind: str
    weapon: str = "repeater"
    items: tuple[str, ...] = ()
    bayonet: bool = False
    blade: bool = False

    @property
    def card(self) -> str:
        """What his figure is called on the table."""
        return f"{self.kind}.{self.weapon}"


class SquadCard(Struct, frozen=True):
    """A squad; `heavy` with a heavy support weapon."""

    name: str
    minis: tuple[MiniCard, ...]
    cost: int = 0
    heavy: bool = False

    @property
    def title(self) -> str:
        """What it is called."""
        return self.name


class VehicleCard(Struct, frozen=True):
    """A vehicle: its class and its weapons."""

    name: str
    vehicle: str
    weapons: tuple[str, ...] = ()
    cost: int = 0
    # the word of the model its player brought for it
    model: str = ""

    @property
    def title(self) -> str:
        """What it is called: who gave it no name says what sort of vehicle it is."""
        return self.name if self.name != self.vehicle else vehicle_classes()[self.vehicle].title

    @property
    def footprint(self) -> tuple[float, float, float]:
        """Length, width and height, the height in blocks."""
        return class_as_built(self.vehicle, self.model).footprint


Card = SquadCard | VehicleCard


class CardRow(TableRow, frozen=True):
    """A ready-made card."""

    id: str
    title: str
    text: str


@cache
def ready_made() -> Mapping[str, CardRow]:
    """All ready-made cards by id."""
    return table("forces.toml", CardRow)


@cache
def ready_card(card_id: str) -> Card:
    """A ready-made card worked out."""
    row = ready_made()[card_id]
    card = read_card(row.text, row.title)
    if isinstance(card, Refusal):
        raise DataFault(f"data/forces.toml: {card_id}: {card.sentence}")
    return card


@lru_cache(maxsize=512)
def find_card(text: str) -> Card | Refusal:
    """A card by its id, or by what it is made of, with a name of one's own before it."""
    if text in ready_made():
        return ready_card(text)
    name, made = named(text)
    return read_card(made, name)


def named(text: str) -> tuple[str, str]:
    """The name somebody gave a unit, and what it is made of."""
    name, colon, made = text.rpartition(": ")
    return (" ".join(name.split())[:LONGEST_NAME], made) if colon else ("", text)


def is_vehicle_text(text: str) -> bool:
    """Whether a text names a vehicle."""
    words = text.split()
    return bool(words) and words[0] in vehicle_classes()


def read_card(text: str, name: str) -> Card | Refusal:
    """A unit out of its text, or why it is none."""
    if len(text) > _LONGEST or not text.strip():
        return invalid("unknown_card", f"No unit is called {text[:60]!r}.")
    if is_vehicle_text(text):
        return read_vehicle(text, name)
    card = written_squad(text, name)
    return card if isinstance(card, Refusal) else check_squad(card)


def written_squad(text: str, name: str) -> SquadCard | Refusal:
    """A squad as it is written, not checked yet."""
    first, *parts = text.split(",")
    words = first.split()
    heavy = words == [HEAVY]
    found: list[MiniCard] = []
    for part in parts if heavy else (first, *parts):
        read_minis = _minis(part)
        if isinstance(read_minis, Refusal):
            return read_minis
        found += read_minis
    if heavy and not parts:
        found = [MiniCard("regular", "smg")] * weapons()[HEAVY].crew_included
    return SquadCard(name or ("Heavy support" if heavy else "Squad"), tuple(found), heavy=heavy)


def _minis(part: str) -> list[MiniCard] | Refusal:
    words = part.split()
    count = 1
    if words and words[0].isdecimal():
        count = int(words.pop(0)[:3])
    if not words or words[0] not in minis():
        return invalid("unknown_mini", f"No mini is called {' '.join(words)[:60]!r}; {known_names('', minis())}")
    if not 1 <= count <= measures().squad_most:
        return size_fault(count) or []
    kind, *rest = words
    flags = {word.removeprefix("+") for word in rest} & {BAYONET, BLADE}
    carried = [word for word in rest if word.removeprefix("+") not in flags]
    unknown = [word for word in carried if word != NONE and word not in primaries() and word not in items()]
    if unknown:
        there = known_names(unknown[0], (*primaries(), *items()))
        return invalid("unknown_weapon", f"No infantry weapon is called {unknown[0][:60]!r}; {there}")
    held = [word for word in carried if word in primaries() or word == NONE]
    if len(held) > 1:
        sentence = f"A mini has one primary weapon, not {len(held)}."
        return illegal("two_primaries", "ba.weapon.one_primary", sentence, primaries=len(held))
    weapon = held[0] if held else _usual_weapon(kind, BLADE in flags)
    things = tuple(word for word in carried if word in items())
    return [MiniCard(kind, weapon, things, BAYONET in flags, BLADE in flags)] * count


@rule("ba.weapon.one_primary", "ba.unit.spotter.company")
def _usual_weapon(kind: str, blade: bool) -> str:
    """What a mini holds for whom none is bought: a repeater, a spotter nothing."""
    return NONE if kind == "spotter" or blade else "repeater"


@rule("ba.unit.size")
def size_fault(count: int) -> Refusal | None:
    """One to five minis."""
    most = measures().squad_most
    if 1 <= count <= most:
        return None
    sentence = f"A squad has 1 to {most} minis, not {count}."
    return illegal("too_many_minis" if count else "no_minis", "ba.unit.size", sentence, minis=count, most=most)


@rule("ba.unit.size", "ba.unit.officer.limit", "ba.weapon.sniper.company", "ba.unit.spotter.company")
@rule("ba.weapon.one_primary", "ba.weapon.rifle_grenade.range", "ba.cc.bayonet", "ba.weapon.support.stack")
def check_squad(card: SquadCard) -> SquadCard | Refusal:
    """A squad that the rules allow, with its price."""
    refusal = next(squad_faults(card), None)
    return refusal or SquadCard(card.name, card.minis, squad_cost(card.minis, heavy=card.heavy), card.heavy)


def squad_faults(card: SquadCard) -> Iterator[Refusal]:
    """Everything that is wrong with a squad, one after the other."""
    checks = [size_fault(len(card.minis)), crew_fault(card) if card.heavy else None]
    checks += [mini_fault(mini) for mini in card.minis]
    checks += [company_fault(card.minis), limits_fault(card.minis)]
    yield from (each for each in checks if each is not None)


@rule("ba.heavy.cost", "ba.heavy.extra")
def crew_fault(card: SquadCard) -> Refusal | None:
    """A heavy weapon comes with a crew of two regulars; others are attached to it."""
    crew = weapons()[HEAVY].crew_included
    regulars = sum(mini.kind == "regular" for mini in card.minis)
    if regulars >= crew:
        return None
    sentence = f"Heavy support has a crew of {crew} regulars, not {regulars}."
    return illegal("no_crew", "ba.heavy.cost", sentence, regulars=regulars, needed=crew)


@rule("ba.weapon.one_primary", "ba.weapon.rifle_grenade.range", "ba.cc.bayonet", "ba.unit.spotter.company")
def mini_fault(mini: MiniCard) -> Refusal | None:
    """What one mini may not carry."""
    most = measures().items_most
    if len(mini.items) > most:
        sentence = f"A mini carries at most {most} single-use items, not {len(mini.items)}."
        return illegal("too_many_items", "ba.weapon.one_primary", sentence, items=len(mini.items), most=most)
    if "rifle_grenade" in mini.items and mini.weapon not in ("repeater", "battle_rifle", "carbine"):
        sentence = f"A rifle grenade needs a repeater, a battle rifle or a carbine, not {_word(mini.weapon)}."
        return illegal("no_rifle", "ba.weapon.rifle_grenade.range", sentence)
    if mini.bayonet and mini.weapon not in TAKES_BAYONET:
        sentence = f"A bayonet needs a repeater or a battle rifle, not {_word(mini.weapon)}."
        return illegal("no_bayonet", "ba.cc.bayonet", sentence)
    if mini.blade and mini.weapon != NONE:
        sentence = f"A close-combat weapon is carried instead of a primary weapon, not beside {_word(mini.weapon)}."
        return illegal("two_weapons", "ba.cc.bayonet", sentence)
    if mini.kind == "spotter" and mini.weapon not in (SNIPER, NONE):
        sentence = f"A spotter has a sniper rifle or nothing, not {_word(mini.weapon)}."
        return illegal("spotter_weapon", "ba.unit.spotter.company", sentence)
    return None


def _word(weapon: str) -> str:
    return "nothing" if weapon == NONE else f"a {weapons()[weapon].title}"


@rule("ba.weapon.sniper.company", "ba.unit.spotter.company")
def company_fault(squad: Sequence[MiniCard]) -> Refusal | None:
    """Snipers keep to themselves: every mini beside a sniper rifle has one too or is a spotter, who needs one."""
    snipers = [mini for mini in squad if mini.weapon == SNIPER]
    others = [mini for mini in squad if mini.weapon != SNIPER and mini.kind != "spotter"]
    if snipers and others:
        sentence = f"Beside a sniper rifle all carry one or are spotters; {len(others)} of {len(squad)} minis do not."
        return illegal("sniper_company", "ba.weapon.sniper.company", sentence, others=len(others))
    if not snipers and any(mini.kind == "spotter" for mini in squad):
        return illegal(
            "no_sniper", "ba.unit.spotter.company", "A spotter needs a sniper rifle in his unit; there is none."
        )
    return None


@rule("ba.unit.officer.limit", "ba.weapon.support.stack")
def limits_fault(squad: Sequence[MiniCard]) -> Refusal | None:
    """One officer in a unit, whoever counts as one, and two support weapons."""
    officers, most = sum(is_officer(mini.kind) for mini in squad), minis()["officer"].limit_per_unit
    if officers > most:
        sentence = f"A unit has at most {most} officer or model that counts as one, not {officers}."
        return illegal("too_many_officers", "ba.unit.officer.limit", sentence, officers=officers, most=most)
    for weapon in weapons().values():
        count = sum(mini.weapon == weapon.id for mini in squad)
        if weapon.max_per_unit and count > weapon.max_per_unit:
            sentence = f"A unit has at most {weapon.max_per_unit} of {weapon.title}, not {count}."
            return illegal(
                "too_many_supports", "ba.weapon.support.stack", sentence, count=count, most=weapon.max_per_unit
            )
    return None


@rule("ba.weapon.cost_additive")
def mini_cost(mini: MiniCard) -> int:
    """What a mini costs with all he carries."""
    table = weapons()
    carried = [*mini.items, *([mini.weapon] if mini.weapon != NONE else [])]
    return minis()[mini.kind].cost + sum(table[each].cost for each in carried)


@rule("ba.unit.free_vet", "ba.unit.free_grenade", "ba.heavy.cost", "ba.heavy.extra")
def squad_cost(squad: Sequence[MiniCard], *, heavy: bool = False) -> int:
    """What a squad costs. Of five minis one veteran pays as a regular, and one grenade or smoke grenade is free."""
    cost = sum(mini_cost(each) for each in squad)
    if len(squad) == measures().squad_most:
        if any(mini.kind == "veteran" for mini in squad):
            cost -= minis()["veteran"].cost - minis()["regular"].cost
        free = [item for mini in squad for item in mini.items if item in FREE]
        cost -= max((weapons()[item].cost for item in free), default=0)
    if heavy:
        row = weapons()[HEAVY]
        cost += row.cost - row.crew_included * minis()["regular"].cost
    return cost


@rule("ba.veh.cost", "ba.veh.weapons_max")
def read_vehicle(text: str, name: str) -> VehicleCard | Refusal:
    """A vehicle: its class and its weapons."""
    plain, size = without_model(text)
    kind, *mounted = plain.split()
    refusal = mounting_fault(kind, mounted) or (model_fault(name or kind, size) if size else None)
    if refusal is not None:
        return refusal
    word = size.word if size else ""
    return VehicleCard(name or kind, kind, tuple(mounted), vehicle_points(kind, mounted), word)


@rule("ba.geometry.vehicle")
def model_fault(name: str, size: OwnSize) -> Refusal | None:
    """Why a model cannot stand for a vehicle."""
    return read("own_models.toml", ModelLimits).fault(name, size)


def _unlike(body: tuple[float, float, float], size: OwnSize) -> float:
    return abs(body[0] - size.length) + abs(body[1] - size.width)


@rule("ba.geometry.vehicle")
def suited(text: str, found: FoundModel) -> str:
    """A vehicle as large as a model that was brought for it; its class and weapons are chosen by hand. Where no vehicle
    was in hand, it is one of the class whose body is most like it."""
    row = ready_made().get(text)
    name, made = (found.named(LONGEST_NAME, row.title), row.text) if row is not None else named(text)
    if not is_vehicle_text(made):
        nearest = min(vehicle_classes().values(), key=lambda each: _unlike(each.footprint, found.size))
        name, made = found.named(LONGEST_NAME, ""), nearest.id
    plain = without_model(made)[0]
    return with_model(f"{name}: {plain}" if name else plain, found.size.word)


# --- armies ----------------------------------------------------------------------------------------------------------


@rule("ba.heavy.vs_armor")
def card_cost(card: Card, heavy_row: str) -> int:
    """What a unit costs by the row of the armour table that is agreed for heavy support."""
    if isinstance(card, SquadCard) and card.heavy:
        return card.cost + heavy_points(heavy_row) - heavy_points()
    return card.cost


@rule("ba.unit.general.limit", "ba.setup.points")
def army_fault(army: Sequence[Card], limit: int, heavy_row: str = PLAIN_ROW) -> Refusal | None:
    """One general, and no more points than agreed; less is allowed."""
    squads = [card for card in army if isinstance(card, SquadCard)]
    generals = sum(mini.kind == "general" for card in squads for mini in card.minis)
    most = minis()["general"].limit_per_army
    if generals > most:
        sentence = f"An army has at most {most} general, not {generals}."
        return illegal("too_many_generals", "ba.unit.general.limit", sentence, generals=generals, most=most)
    cost = sum(card_cost(card, heavy_row) for card in army)
    if cost > limit:
        sentence = f"This army costs {cost} points; {limit} are allowed."
        return illegal("too_dear", "ba.setup.points", sentence, cost=cost, points=limit)
    return None
