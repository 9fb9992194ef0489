"""Models of one's own on a card: one word of its text says how large the model is and which one it is.

"Lynx: AP4 DP3 MP10 light 8x4x3.3#0123456789abcdef" is 8 studs long, 4 wide and 3.3 bricks high. The word is all that
rules know of a model; whoever sets a battle up sees to it that the model is as large as its word.
"""

from __future__ import annotations

import re

from msgspec import Struct

from brickfield.core.data_files import TableRow
from brickfield.core.refusal import Refusal, illegal

# A battle has no more models of its players than this: each may be as long as a small picture.
MOST_MODELS = 12
# A size, and the name that follows from all the model holds.
_WORD = re.compile(r"(?<!\S)(\d{1,3}(?:\.\d)?)x(\d{1,3}(?:\.\d)?)x(\d{1,3}(?:\.\d)?)#([0-9a-f]{16})(?!\S)")
# What no name on a card holds.
_NO_NAME = re.compile(r"[^A-Za-z0-9 .'()-]")


class OwnSize(Struct, frozen=True):
    """How large a model is: studs long and wide, bricks high; and its name."""

    length: float
    width: float
    height: float
    name: str

    @property
    def word(self) -> str:
        """How a card writes it."""
        return f"{self.length:g}x{self.width:g}x{self.height:g}#{self.name}"


class FoundModel(Struct, frozen=True):
    """A model that was brought for a unit, as a game is told of it: its size, what it is put together from, each
    piece with how many studs it lies to the left of the middle, and what its author calls it."""

    size: OwnSize
    pieces: tuple[tuple[str, float], ...] = ()
    title: str = ""

    def named(self, longest: int, otherwise: str) -> str:
        """What a unit that becomes this model is called: as its author calls it, as far as a card can say that."""
        plain = " ".join(_NO_NAME.sub(" ", self.title).split())[:longest].strip()
        return plain if plain[:1].isalnum() else otherwise


def without_model(text: str) -> tuple[str, OwnSize | None]:
    """A text without the word of its model, and what that word says; with two of them it says nothing."""
    words = list(_WORD.finditer(text))
    if len(words) != 1:
        return text, None
    length, width, height, name = words[0].groups()
    size = OwnSize(float(length), float(width), float(height), name)
    return " ".join((text[: words[0].start()] + text[words[0].end() :]).split()), size


def with_model(text: str, word: str) -> str:
    """A text with the word of a model behind it, or none."""
    return f"{text} {word}" if word else text


def drawn_after(word: str) -> str:
    """What a model of the table says of it: the folder of its drawing and its name there."""
    return f"@own_{word.rpartition('#')[2]}/unit" if word else ""


class ModelLimits(TableRow, frozen=True):
    """`data/own_models.toml` of a game: how large the model of a unit may be, in studs and bricks, and which clause
    lets players bring their own."""

    clause: str
    least_studs: float
    longest_studs: float
    widest_studs: float
    highest_bricks: float

    def fault(self, title: str, size: OwnSize) -> Refusal | None:
        """Why a model cannot stand for a unit: it is too large or too small for its table."""
        rows = (
            ("long", "studs", size.length, self.least_studs, self.longest_studs),
            ("wide", "studs", size.width, self.least_studs, self.widest_studs),
            ("high", "bricks", size.height, 0.0, self.highest_bricks),
        )
        for way, measure, value, least, most in rows:
            if not least <= value <= most:
                span = f"{least:g} to {most:g}" if least else f"at most {most:g}"
                sentence = f"The model of {title} is {value:g} {measure} {way}; here it may be {span}."
                return illegal("wrong_model_size", self.clause, sentence, size=value, least=least, most=most)
        return None
