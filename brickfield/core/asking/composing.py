"""Orders put together part by part: what may be said together, worked out from what a game allows.

A game gives the parts and says of a whole order why it may not be given; what no order can say is not offered at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from msgspec.structs import replace

from brickfield.core.asking.offers import Compose, Part, Started

Values = dict[str, str]


def composed(draft: Compose, may: Callable[[Any], bool]) -> Compose | None:
    """An order with the words that some allowed order says; None where none is allowed."""
    wholes = list(_products(draft.parts))
    allowed = [values for values in wholes if may({**draft.answer, **values})]
    if not allowed:
        return None
    parts = tuple([_spoken(part, allowed) for part in draft.parts])
    barred = (
        tuple([values for values in _products(parts) if values not in allowed]) if len(allowed) < len(wholes) else ()
    )
    spots = tuple([each for each in draft.spots if any(each.picks.items() <= values.items() for values in allowed)])
    return replace(draft, parts=parts, barred=barred, spots=spots)


def orders_of(offer: Compose) -> Iterator[Started]:
    """Every whole answer that can be put together."""
    for values in _products(offer.parts):
        if not any(each.items() <= values.items() for each in offer.barred):
            yield {**offer.answer, **values}


def sentence_of(offer: Compose, answer: Started) -> str:
    """An order in words: "When B2 moves, fire"."""
    said = offer.sentence
    for part in offer.parts:
        word = next(each for each in part.words if each.value == answer[part.field])
        said = said.replace(f"{{{part.field}}}", word.says or word.title)
    return said


def _products(parts: tuple[Part, ...]) -> Iterator[Values]:
    """All that the words make together, what is done at last (the last part) changing slowest."""
    turned = (*parts[-1:], *parts[:-1])
    for words in product(*(part.words for part in turned)):
        yield {part.field: word.value for part, word in zip(turned, words, strict=True)}


def _spoken(part: Part, allowed: list[Values]) -> Part:
    said = {values[part.field] for values in allowed}
    words = tuple([word for word in part.words if word.value in said])
    return replace(part, words=words, usual=part.usual if part.usual in said else "")
