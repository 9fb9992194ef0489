"""Units of one's own as the army page shows them: what a card may have, its price, and where that comes from."""

from __future__ import annotations

from functools import cache
from typing import Any

from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.catalogue import ChoiceCard
from brickfield.core.setup.unit_editor import BuiltCard, Yard
from brickfield.core.shown.showing import NumberFace
from ..base.unit_cards import without_commander
from ..setup import own_units
from ..setup.options import Options
from ..setup.price_fit import fit_in_words, price_fit
from .faces import card_face

_EXAMPLE = "Lynx: AP4 DP3 MP10 light"
_WORDS = {
    "fixed": "a gun fixed in the hull",
    "spg": "a self-propelled gun",
    "artillery": "artillery, which never moves",
    "spotter": "a spotter for guns",
}


@rule("mbb.army.own_bricks", "mbb.army.rc_pattern")
@cache
def yard() -> Yard:
    """Numbers within limits, a mount, a size and special rules, and what printed units cost."""
    most = own_units.own_units()
    return Yard(
        manner="numbers",
        noun="unit",
        example=_EXAMPLE,
        budget=NumberFace("cost", "price", "RC", most.most_rc, "mbb.army.rc_pattern"),
        limits=(
            NumberFace("attack", "attack", "AP", most.most_ap, "mbb.unit.ap"),
            NumberFace("defence", "defense", "DP", most.most_dp, "mbb.unit.dp"),
            NumberFace("move", "move", "MP", most.most_mp, "mbb.unit.mp"),
        ),
        kinds=tuple(ChoiceCard(word, _WORDS[word]) for word in (*own_units.MOUNTS[1:], *most.rules)),
        styles=tuple(ChoiceCard(size, f"the footprint of a {size} unit") for size in most.sizes),
        switches=("own_units",),
        pricing=fit_in_words(),
        pricing_clause="mbb.army.rc_pattern",
    )


@rule("mbb.army.own_bricks", "mbb.army.rc_pattern")
def built_card(text: str, limit: int, settings: dict[str, Any]) -> BuiltCard | Refusal:
    """A card of a list as it stands: its numbers, the price suggested for it, and what is wrong with it."""
    options = Options.of(settings)
    if isinstance(options, Refusal):
        return options
    card = own_units.listed_card(text)
    if card is None:
        plain = own_units.read_own_unit(without_commander(text)[0]) if own_units.is_own_text(text) else None
        return plain if isinstance(plain, Refusal) else invalid("unit_unknown", f"No unit is called {text[:60]!r}.")
    notes = [
        NumberFace(
            "suggested", "suggested price", "RC", own_units.suggested_cost(card.ap, card.dp), "mbb.army.rc_pattern"
        ),
        NumberFace(
            "fitted",
            "price on the fitted line",
            "RC",
            round(price_fit().price(card.ap, card.dp, card.mp)),
            "mbb.army.rc_pattern",
            f"{price_fit().price(card.ap, card.dp, card.mp):.1f} ± {price_fit().error:.1f}",
        ),
    ]
    fault = own_units.own_unit_fault(text, options) if own_units.is_own_text(text) else None
    written = f"{own_units.text_of(card)}" if card.own and not card.commander else text
    return BuiltCard(written, card.name, card_face(card), (fault,) if fault else (), notes=tuple(notes))
