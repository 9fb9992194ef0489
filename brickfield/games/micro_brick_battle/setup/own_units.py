"""Units of one's own: a card written as text in an army list, with a price that is suggested or agreed on.

Lynx: AP4 DP3 MP10 light          a turret and AP + DP + 5 unless the text says otherwise
Bastion: AP6 DP6 MP4 fixed heavy spg RC20
Ferret: AP3 DP2 MP12 light 6x3x2.7#...   as large as the model of bricks that this word names
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup.own_models import FoundModel, ModelLimits, OwnSize, with_model, without_model
from ..base.features import features
from ..base.measures import measures, studs
from ..base.unit_cards import (
    COMMANDER,
    SizeClass,
    SpecialRule,
    UnitCard,
    UnitsFile,
    squeezed,
    with_commander,
    without_commander,
)
from ..data_files import read
from .card_names import find_card
from .options import Options

MOUNTS = ("turret", "fixed")
_NUMBER = re.compile(r"(AP|DP|MP|RC)(\d{1,3})", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .'()-]*")
# What is left of a printed name beside the words that make it one's own.
_OWN_NAME = 12
_HOW = "write it as Lynx: AP4 DP3 MP10 light"


class OwnUnitsFile(TableRow, frozen=True):
    """What cards of one's own may have; see the file."""

    clause: str
    most_ap: int
    most_dp: int
    most_mp: int
    most_rc: int
    longest_name: int
    sizes: tuple[SizeClass, ...]
    gun_size: SizeClass
    rules: tuple[SpecialRule, ...]


@rule("mbb.army.own_bricks")
@cache
def own_units() -> OwnUnitsFile:
    """The limits of cards of one's own."""
    return read("own_units.toml", OwnUnitsFile)


class OwnModelsFile(ModelLimits, frozen=True):
    """How large the model of a unit may be, and with which numbers a unit begins that is nothing but a model."""

    begins_with: str


@cache
def model_limits() -> OwnModelsFile:
    """The file of models."""
    return read("own_models.toml", OwnModelsFile)


def is_own_text(text: str) -> bool:
    """Whether a line of a list describes a unit instead of naming one."""
    return ":" in text


@rule("mbb.army.own_bricks", "mbb.cmd.cost")
def listed_card(text: str) -> UnitCard | None:
    """The card of a line in an army list: a printed one, or one's own; with a commander in it if the line says so."""
    if not is_own_text(text):
        return find_card(text)
    plain, has_commander = without_commander(text)
    card = read_own_unit(plain)
    if isinstance(card, Refusal):
        return None
    return with_commander(card) if has_commander else card


def sure_card(text: str) -> UnitCard:
    """The card of a line that was checked before."""
    card = listed_card(text)
    if card is None:
        raise KeyError(f"no unit card is called {text!r}")
    return card


@rule("mbb.army.own_bricks", "mbb.army.rc_pattern", "mbb.house.agree")
def own_unit_fault(text: str, options: Options) -> Refusal | None:
    """Why a line with a unit of one's own is not allowed: not agreed on, not readable, too much or too cheap."""
    card = read_own_unit(without_commander(text)[0])
    if options.own_units == "none":
        sentence = "Units of your own are not agreed on in this battle: armies are bought from the book."
        return illegal("own_unit_not_agreed", "mbb.house.agree", sentence)
    if isinstance(card, Refusal):
        return card
    least = suggested_cost(card.ap, card.dp)
    if options.own_units == "suggested" and card.rc < least:
        sentence = f"{card.name} is priced at {card.rc} RC; in this battle it costs at least {least}, its AP + DP + 5."
        return illegal("own_unit_too_cheap", "mbb.army.rc_pattern", sentence, rc=card.rc, least=least)
    return None


@rule("mbb.army.names")
def same_name_twice(lists: Iterable[Iterable[tuple[str, int]]]) -> Refusal | None:
    """Two different units of one's own may not have the same name in one battle."""
    known: dict[str, UnitCard] = {}
    for text in (text for lines in lists for text, _count in lines if is_own_text(text)):
        card = read_own_unit(without_commander(text)[0])
        if not isinstance(card, Refusal) and known.setdefault(squeezed(card.name), card) != card:
            sentence = f"Two different units are called {card.name} in this battle: give one of them another name."
            return illegal("own_name_twice", "mbb.army.names", sentence, unit=card.name)
    return None


@lru_cache(maxsize=1024)
@rule("mbb.army.own_bricks", "mbb.army.rc_pattern", "mbb.geometry.footprint.override")
def read_own_unit(text: str) -> UnitCard | Refusal:
    """The card of a text, or what cannot be read in it or is too much."""
    plain, size = without_model(text)
    name, _colon, rest = (part.strip() for part in plain.rpartition(":"))
    name = " ".join(name.split())
    fault = _name_fault(name)
    if fault is not None:
        return fault
    numbers: dict[str, int] = {}
    words: list[str] = []
    for word in rest.split():
        found = _NUMBER.fullmatch(word)
        if found is None:
            words.append(word.casefold())
        elif found[1].casefold() in numbers:
            return _unreadable(f"{found[1].upper()} stands twice in {name}")
        else:
            numbers[found[1].casefold()] = int(found[2])
    chosen = _chosen(words)
    if isinstance(chosen, Refusal):
        return chosen
    card = _too_much(name, numbers) or _card(name, numbers, *chosen)
    return card if size is None or isinstance(card, Refusal) else _as_large_as(card, size)


@rule("mbb.army.own_bricks", "mbb.geometry.footprint.override")
def _as_large_as(card: UnitCard, size: OwnSize) -> UnitCard | Refusal:
    """The unit with the footprint of the model its player brings; a gun crew's or a tank's, it is measured the same."""
    fault = model_limits().fault(card.name, size)
    inches = studs(size.length), studs(size.width)
    return fault or replace(card, length_inches=inches[0], width_inches=inches[1], model=size.word)


@rule("mbb.army.names")
def _own_name(found: FoundModel, otherwise: str) -> str:
    """What a unit is called that becomes a model: as that is, unless the book has printed a unit of that name."""
    name = found.named(own_units().longest_name, otherwise)
    return name if _name_fault(name) is None else f"{name[:_OWN_NAME].strip()} of mine"


@rule("mbb.army.own_bricks")
def suited(text: str, found: FoundModel) -> str:
    """A unit as large as a model that was brought for it; one of the book's becomes one of one's own, with its numbers
    and its price. Where no vehicle was in hand it begins as a plain one."""
    if is_own_text(text):
        plain, has_commander = without_commander(without_model(text)[0])
        own_text = with_model(plain, found.size.word)
        return f"{own_text} with {COMMANDER}" if has_commander else own_text
    card = find_card(without_commander(text)[0])
    if card is None or card.is_infantry or card.is_airplane:
        return with_model(f"{_own_name(found, 'Own unit')}: {model_limits().begins_with}", found.size.word)
    rules = card.rules if card.rules in own_units().rules else ""
    own = replace(card, name=_own_name(found, card.name), rules=rules)
    return with_model(text_of(own), found.size.word)


def _unreadable(why: str) -> Refusal:
    return invalid("own_unit_unreadable", f"{why}; {_HOW}.")


@rule("mbb.army.names")
def _name_fault(name: str) -> Refusal | None:
    longest = own_units().longest_name
    if not _NAME.fullmatch(name) or len(name) > longest:
        return _unreadable(
            f"A unit of your own has a name of 1 to {longest} letters, figures and spaces before the colon"
        )
    taken = find_card(name) is not None or squeezed(name) in {squeezed(each) for each in features()}
    if taken or squeezed(name).endswith(" with tank commander"):
        sentence = f"{name} is printed in the book: give a unit of your own another name."
        return illegal("own_name_taken", "mbb.army.names", sentence, unit=name)
    return None


def _chosen(words: list[str]) -> tuple[str, str, str] | Refusal:
    """Mount, size and rules of the words behind the numbers; each may be left out."""
    kinds: tuple[tuple[str, ...], ...] = (MOUNTS, own_units().sizes, own_units().rules)
    found = ["", "", ""]
    for word in words:
        place = next((number for number, kind in enumerate(kinds) if word in kind), None)
        if place is None:
            known = ", ".join(each for kind in kinds for each in kind)
            return _unreadable(f"{word[:20]!r} is not a word that describes a unit; there are {known}")
        if found[place]:
            return _unreadable(f"{found[place]} and {word} do not go together")
        found[place] = word
    return found[0], found[1], found[2]


@rule("mbb.army.own_bricks")
def _too_much(name: str, numbers: dict[str, int]) -> Refusal | None:
    limits = own_units()
    for key, most in (("ap", limits.most_ap), ("dp", limits.most_dp), ("mp", limits.most_mp), ("rc", limits.most_rc)):
        if key not in numbers and key != "rc":
            return _unreadable(f"{name} has no {key.upper()}")
        if numbers.get(key, 1) > most or (key == "rc" and numbers.get(key, 1) < 1):
            sentence = f"{name} has {key.upper()} {numbers[key]}; a unit of your own has {int(key == 'rc')} to {most}."
            return illegal("own_unit_too_much", limits.clause, sentence, number=key, value=numbers[key], most=most)
    return None


def _card(name: str, numbers: dict[str, int], mount: str, size: str, rules: str) -> UnitCard | Refusal:
    ap, dp, mp = (numbers[key] for key in ("ap", "dp", "mp"))
    if rules == "artillery" and (mp or size):
        return _unreadable(f"{name} is artillery, which has MP 0 and the size of a gun")
    size = own_units().gun_size if rules == "artillery" else size or own_units().sizes[0]
    length, width = footprints()[size]
    gun = "all_round" if rules == "artillery" else mount or "turret"
    stated: dict[str, Any] = {"ap": ap, "dp": dp, "mp": mp, "rc": numbers.get("rc", suggested_cost(ap, dp))}
    stated |= {"mount": gun if ap else "none", "size_class": size, "rules": rules}
    return UnitCard(
        name=name,
        country="Any",
        length_inches=length,
        width_inches=width,
        clause="mbb.army.own_bricks",
        own=True,
        **stated,
    )


@rule("mbb.geometry.footprint")
@cache
def footprints() -> dict[str, tuple[float, float]]:
    """The footprint of each size of unit."""
    sizes = read("units.toml", UnitsFile).size_class
    return {size.name: (studs(size.len_studs), studs(size.wid_studs)) for size in sizes}


@rule("mbb.army.rc_pattern")
def suggested_cost(ap: int, dp: int) -> int:
    """A fair price for a unit of one's own: AP + DP + 5, the fitted line in whole numbers. Printed ones keep theirs."""
    return ap + dp + measures().suggested_cost_base


def text_of(card: UnitCard) -> str:
    """How an army list writes a card of one's own, as short as it can be."""
    words = [f"AP{card.ap}", f"DP{card.dp}", f"MP{card.mp}"]
    words += [card.mount] if card.mount == "fixed" else []
    words += [card.size_class] if card.size_class not in (own_units().sizes[0], own_units().gun_size) else []
    words += [card.rules] if card.rules else []
    words += [f"RC{card.rc}"] if card.rc != suggested_cost(card.ap, card.dp) else []
    return with_model(f"{card.name}: {' '.join(words)}", card.model)
