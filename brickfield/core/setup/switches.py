"""Rule switches: what may be agreed on before a match, in which values, how it is told, and the code that shares it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from brickfield.core.data_files import DataFault, DataFolder, TableRow, by_key, in_printed_order

SwitchValue = bool | int | str

_WORDS_FOR_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
# No value of a switch is longer; a longer text is refused before it is looked at.
_LONGEST_TEXT = 40


class SwitchChoice(TableRow, frozen=True):
    """A value of a switch and what it means. One that came `later` than the codes of its switch stands behind all
    others there, so that every code goes on meaning what it meant."""

    value: SwitchValue
    text: str
    later: bool = False


class Switch(TableRow, frozen=True):
    """A switch with its default. It has either choices or a range of whole numbers from lowest to highest.

    `opening` is what a new battle is agreed on when nobody says otherwise. The default stays what codes and battles
    mean that say nothing. `per_seat` values are given for a switch of the seats, up to `most_seats` where more may
    play; to seats beyond those the last value goes.
    """

    id: str
    title: str
    text: str
    default: SwitchValue
    clause: str
    in_use: bool
    since: str = ""
    choices: tuple[SwitchChoice, ...] = ()
    range: tuple[int, int] | None = None
    unit: str = ""
    per_seat: Annotated[int, Meta(ge=0, le=4)] = 0
    most_seats: Annotated[int, Meta(ge=0, le=8)] = 0
    opening: SwitchValue | None = None
    # behind which switch it is listed, where that is not the one before it in its file
    after: str = ""

    @property
    def size(self) -> int:
        """How many values there are."""
        if self.range is None:
            return len(self.choices)
        return self.range[1] - self.range[0] + 1

    @property
    def early(self) -> int:
        """How many values there were when its place in the codes was given out; the later ones come behind them."""
        return self.size - sum([choice.later for choice in self.choices])

    def takes(self, count: int) -> bool:
        """Whether so many values can be given at once."""
        least = self.per_seat or 1
        return least <= count <= max(least, self.most_seats)

    def place(self, value: object) -> int | None:
        """Where a value stands among all values, or None if it is none of them. True is not the number 1 here."""
        if self.range is not None:
            lowest, highest = self.range
            return value - lowest if type(value) is int and lowest <= value <= highest else None
        for place, choice in enumerate(self.choices):
            if type(choice.value) is type(value) and choice.value == value:
                return place
        return None

    def value_at(self, place: int) -> SwitchValue:
        """The value that stands at this place."""
        return self.range[0] + place if self.range is not None else self.choices[place].value

    def understood(self, raw: object) -> SwitchValue | None:
        """A value as people type it, such as "yes" or "12", turned into the value meant; None if there is none."""
        if not isinstance(raw, str):
            return self.value_at(place) if (place := self.place(raw)) is not None else None
        text = raw.strip().casefold()
        if len(text) > _LONGEST_TEXT:
            return None
        number = int(text) if text.removeprefix("-").isdecimal() else None
        for meant in (text, number, _WORDS_FOR_TRUTH.get(text)):
            if meant is not None and self.place(meant) is not None:
                return meant
        return None

    def words(self, value: object) -> str:
        """A value in words for the players."""
        place = self.place(value)
        if self.range is not None or place is None:
            return f"{value} {self.unit}".strip()
        return self.choices[place].text

    def all_words(self) -> str:
        """All values as they are typed, for a refusal."""
        if self.range is not None:
            return f"a whole number from {self.range[0]} to {self.range[1]}"
        return ", ".join(str(choice.value).lower() for choice in self.choices)


def check_switch(switch: Switch) -> Switch:
    """A switch that can be set: its default is one of its values, and it has choices or a range, not both."""
    if bool(switch.choices) == (switch.range is not None):
        raise DataFault(f"switches.toml: {switch.id} needs either choices or a range")
    if switch.place(switch.default) is None:
        raise DataFault(f"switches.toml: the default of {switch.id} is none of its values")
    late = [choice.later for choice in switch.choices]
    if late != sorted(late) or (switch.place(switch.default) or 0) >= switch.early:
        raise DataFault(f"switches.toml: later values of {switch.id} stand behind the others; none is the default")
    if switch.opening is not None and switch.place(switch.opening) is None:
        raise DataFault(f"switches.toml: new battles cannot open with {switch.id} at {switch.opening!r}")
    if switch.in_use != bool(switch.since):
        raise DataFault(f"switches.toml: {switch.id} needs `since` when it is in use, and only then")
    return switch


def read_switches(*folders: Path) -> Mapping[str, Switch]:
    """All switches of these folders by id as they are printed, those whose rules are not played yet included."""
    rows = in_printed_order(DataFolder(folder).read_rows("switches.toml", Switch) for folder in folders)
    return by_key("switches.toml", ((switch.id, check_switch(switch)) for switch in rows))
