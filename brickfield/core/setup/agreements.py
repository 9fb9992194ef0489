"""Agreements: a game's switches set by the players, checked, told in words and shared as a short code.

A game keeps its settings in one typed struct of its own, made of `Agreed`: it states its fields and its board of
switches, and everything that is the same for all games is here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

from msgspec import Struct, defstruct, field
from msgspec.structs import asdict

from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup import share_code
from brickfield.core.setup.switches import Switch, SwitchValue, read_switches

_LARGEST_SHOWN = 10**12
# Behind the name of a switch of the seats in the layout of a code: the values for more seats than `per_seat`.
FURTHER = "+"
# Behind the name of a switch there: its values that came later than its own place.
LATER = "*"


class Change(NamedTuple):
    """A switch that is not at its default, as every player gets to see it."""

    title: str
    value: str
    clause: str


class SwitchBoard(NamedTuple):
    """The switches of a game and how its codes are written.

    `layout` is the order of the switches in the code, that of their file where none is stated: what is changed most
    often stands first and keeps the code short; a name with FURTHER behind it is where the values of seats beyond
    `per_seat` stand, one with LATER where those of its values stand that were added since. What is new is put behind
    everything else. `version` is raised whenever the layout or the values of a switch in it change, so that an old code
    is never read as something else.
    """

    prefix: str
    version: int
    switches: Callable[[], Mapping[str, Switch]]
    layout: tuple[str, ...] = ()

    @classmethod
    def read(cls, game: Path, prefix: str, version: int, layout: tuple[str, ...] = ()) -> SwitchBoard:
        """The board of the switches of a game: those of its base book and those that its chapters bring to its
        agreement. They are read when they are asked for first."""
        files = (game / "base" / "switches.toml", *sorted(game.glob("chapters/*/switches.toml")))
        return cls(prefix, version, cache(partial(read_switches, *(file.parent for file in files))), layout)

    @property
    def order(self) -> tuple[str, ...]:
        """The places of a code, one after another."""
        return self.layout or tuple(self.switches())


def default_of(board: SwitchBoard, switch_id: str) -> Any:
    """The setting of a switch nobody has touched."""
    switch = board.switches()[switch_id]
    return (switch.default,) * switch.per_seat if switch.per_seat else switch.default


def values_of(switch: Switch, setting: object) -> tuple[object, ...]:
    """A setting as the values it holds: one, or one for each seat."""
    if not switch.per_seat:
        return (setting,)
    return setting if isinstance(setting, tuple) else ()


def check_settings(board: SwitchBoard, settings: Mapping[str, object]) -> None:
    """Raise ValueError for a setting that its switch does not know."""
    for switch_id, setting in settings.items():
        switch = board.switches()[switch_id]
        values = values_of(switch, setting)
        known = switch.in_use or setting == default_of(board, switch_id)
        fits = switch.takes(len(values)) and all(switch.place(value) is not None for value in values)
        if not (known and fits):
            raise ValueError(f"{switch_id} cannot be {shown(setting)}; it is {switch.all_words()}")


def shown(raw: object) -> str:
    """What was given, short enough to be shown; long numbers and lists only by their sort."""
    if isinstance(raw, (str, float, bool)) or (isinstance(raw, int) and abs(raw) < _LARGEST_SHOWN):
        return repr(raw if not isinstance(raw, str) else raw[:40])
    return f"something of the sort {type(raw).__name__}"


def changes(board: SwitchBoard, settings: Mapping[str, object]) -> list[Change]:
    """Every switch that is not at its default, in words."""
    found = []
    for switch_id, setting in settings.items():
        if setting != default_of(board, switch_id):
            switch = board.switches()[switch_id]
            found.append(Change(switch.title, _words(switch, setting), switch.clause))
    return found


def _words(switch: Switch, setting: object) -> str:
    """A setting in words; seats are counted as players count them, from 1."""
    values = values_of(switch, setting)
    if not switch.per_seat:
        return switch.words(values[0])
    return ", ".join(f"player {number}: {switch.words(value)}" for number, value in enumerate(values, start=1))


# --- codes -----------------------------------------------------------------------------------------------------------


def write_code(board: SwitchBoard, settings: Mapping[str, object]) -> str:
    """All settings as a short code; the defaults have the shortest."""
    number, weight = 0, 1
    for name in board.order:
        switch = board.switches()[switch_in(name)]
        for steps in _steps_at(name, switch, values_of(switch, settings[switch.id])):
            number += weight * steps
            weight *= _room_at(name, switch)
    return share_code.write(board.prefix, board.version, number)


def switch_in(name: str) -> str:
    """The switch that a place of a layout belongs to."""
    return name.rstrip(FURTHER + LATER)


def _room_at(name: str, switch: Switch) -> int:
    """How many numbers a value takes at a place: those that came later than the place are not among them."""
    return switch.size - switch.early + 1 if name.endswith(LATER) else switch.early


def _steps_at(name: str, switch: Switch, values: tuple[object, ...]) -> list[int]:
    """The numbers that stand at a place of the layout, 0 for what need not be said."""
    if name.endswith(LATER):
        return [max(0, _place(switch, values[0]) - switch.early + 1)]
    told = values[: switch.per_seat or 1]
    since: object = switch.default
    if name.endswith(FURTHER):
        # where nobody else was named they go by the last who was, and that costs the code nothing
        told, since = _further(switch, values), told[-1]
    return [_steps_from(switch, since, value) for value in told]


def read_code(board: SwitchBoard, text: object) -> dict[str, Any] | Refusal:
    """The settings a code stands for. Capitals, spaces and dashes do not matter; a slip of the hand is noticed."""
    body = _body_of(board, text)
    if isinstance(body, Refusal):
        return body
    assert isinstance(text, str)
    settings = _settings_of(board, body.number)
    # A number beyond all switches, or one written in a longer form than ours, was not made by this game.
    if share_code.squeeze(write_code(board, settings))[len(board.prefix) :] != _letters_of(board, text):
        return invalid("code_unknown", f"No options of this game have the code {text.strip()}.")
    return settings


def _place(switch: Switch, value: object) -> int:
    """Where a value that is known to be one stands among all of them."""
    place = switch.place(value)
    assert place is not None
    return place


def _steps_from(switch: Switch, since: object, value: object) -> int:
    """How far a value stands behind another, the default mostly, going round: 0 is that other itself."""
    place = _place(switch, value)
    return (place - _place(switch, since)) % switch.early if place < switch.early else 0


def _further(switch: Switch, values: tuple[object, ...]) -> tuple[object, ...]:
    """The values of the seats beyond `per_seat`, all of them: the last that was named holds for the rest."""
    more = values[switch.per_seat :]
    return more + values[-1:] * (switch.most_seats - switch.per_seat - len(more))


def _settings_of(board: SwitchBoard, number: int) -> dict[str, Any]:
    """The settings a number stands for, each switch taking its part in turn."""
    settings: dict[str, Any] = {}
    for name in board.order:
        switch = board.switches()[switch_in(name)]
        further = name.endswith(FURTHER)
        if name.endswith(LATER):
            number, steps = divmod(number, _room_at(name, switch))
            settings |= {switch.id: switch.value_at(switch.early + steps - 1)} if steps else {}
            continue
        before: tuple[SwitchValue, ...] = settings[switch.id] if further else ()
        since = switch.place(before[-1] if further else switch.default) or 0
        values = list(before)
        for _seat in range(switch.most_seats - switch.per_seat if further else switch.per_seat or 1):
            number, steps = divmod(number, switch.early)
            values.append(switch.value_at((since + steps) % switch.early))
        while further and len(values) > switch.per_seat and values[-1] == values[-2]:
            values.pop()
        settings[switch.id] = tuple(values) if switch.per_seat else values[0]
    return settings


def _letters_of(board: SwitchBoard, text: str) -> str:
    """The characters behind the prefix, with look-alikes read as what they stand for."""
    letters = share_code.squeeze(text)[len(board.prefix) :]
    return letters.translate(str.maketrans("OIL", "011"))


def _body_of(board: SwitchBoard, text: object) -> share_code.CodeContents | Refusal:
    """What a code says, or why it cannot be used."""
    if not isinstance(text, str) or len(text) > share_code.LONGEST:
        return invalid("code_unreadable", f"A code of options is a text of at most {share_code.LONGEST} characters.")
    written, prefix = text.strip(), board.prefix
    if not share_code.squeeze(text).startswith(prefix):
        return invalid(
            "code_wrong_game", f"{written or 'This'} is not a code of this game: its codes begin with {prefix}."
        )
    body = share_code.read(_letters_of(board, text))
    if body is None:
        return invalid("code_unreadable", f"{written} cannot be read: a code has only digits and letters other than U.")
    if not body.sound:
        return invalid("code_checksum", f"{written} has a slip in it: its last character does not fit the others.")
    if body.version != board.version:
        return invalid(
            "code_version",
            f"{written} was made with version {body.version} of the switches; this game has version {board.version}.",
            made_with=body.version,
            known=board.version,
        )
    return body


# --- settings as people or files name them ---------------------------------------------------------------------------


def understood(board: SwitchBoard, settings: Mapping[str, object]) -> dict[str, Any] | Refusal:
    """Settings by their switches, each turned into the value meant; a switch not played yet is refused."""
    agreed: dict[str, Any] = {}
    for switch_id, raw in settings.items():
        setting = _understood(board, switch_id, raw)
        if isinstance(setting, Refusal):
            return setting
        if board.switches()[switch_id].in_use:
            agreed[switch_id] = setting
    return agreed


def _parts_of(switch: Switch, raw: object) -> tuple[object, ...]:
    """The values given for a switch: one, or for a switch of the seats one for each or one for all."""
    if not switch.per_seat:
        return (raw,)
    if isinstance(raw, str):
        raw = raw[: share_code.LONGEST].split(",")
    parts = tuple(raw) if isinstance(raw, (tuple, list)) else (raw,)
    return parts * switch.per_seat if len(parts) == 1 else parts


def _understood(board: SwitchBoard, switch_id: object, raw: object) -> Any:
    """The setting meant by what was given for a switch, or a refusal."""
    switch = board.switches().get(switch_id) if isinstance(switch_id, str) else None
    if switch is None:
        known = ", ".join(name for name in board.order if name == switch_in(name))
        return invalid("switch_unknown", f"There is no switch {shown(switch_id)}; there are {known}.")
    parts = _parts_of(switch, raw)
    fitting = switch.takes(len(parts))
    values = tuple(switch.understood(part) for part in parts) if fitting else (None,)
    if None in values:
        sentence = f"{switch.title} cannot be {shown(raw)}: it is {switch.all_words()}."
        return invalid("switch_value", sentence, switch=switch.id)
    if not switch.in_use and values[0] != switch.default:
        sentence = f"{switch.title} cannot be {switch.words(values[0])!r} yet: the rules for it are not in play."
        return illegal("switch_not_in_use", switch.clause, sentence, switch=switch.id)
    return values if switch.per_seat else values[0]


# --- the struct of a game --------------------------------------------------------------------------------------------


def from_table(board: SwitchBoard, switch_id: str) -> Any:
    """A field whose default stands in the table of switches, read only when the first agreement is made."""
    return field(default_factory=partial(default_of, board, switch_id))


class Agreed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the players of a game agreed on before it: each field of a game's own struct is a switch of its board.

    A value that the switch does not know cannot be made into an agreement.
    """

    BOARD: ClassVar[SwitchBoard]

    def __post_init__(self) -> None:
        check_settings(self.BOARD, asdict(self))

    @classmethod
    def with_switches(cls, folders: tuple[Path, ...]) -> type[Self]:
        """This agreement with the switches of chapters behind its own. They stand in codes behind all others."""
        own = cls.BOARD
        more = {
            name: switch
            for folder in folders
            for name, switch in read_switches(folder).items()
            if name not in own.switches()
        }
        if not more:
            return cls
        board = own._replace(layout=(*own.order, *more), switches=cache(lambda: {**own.switches(), **more}))
        rows = [(name, Any, from_table(board, name)) for name in more]
        made: type[Any] = defstruct(
            cls.__name__, rows, bases=(cls,), namespace={"BOARD": board}, frozen=True, kw_only=True
        )
        return made

    def changes(self) -> list[Change]:
        """Every switch that is not at its default, for all to see."""
        return changes(self.BOARD, asdict(self))

    def code(self) -> str:
        """The whole agreement as a short code; the defaults have the shortest."""
        return write_code(self.BOARD, asdict(self))

    @classmethod
    def from_code(cls, text: str) -> Self | Refusal:
        """The agreement a code stands for. Capitals, spaces and dashes do not matter; a slip of the hand is noticed."""
        settings = read_code(cls.BOARD, text)
        return settings if isinstance(settings, Refusal) else cls.of(settings)

    @classmethod
    def of(cls, settings: Mapping[str, object]) -> Self | Refusal:
        """An agreement from switches as people or files name them; one whose rules are not played yet is refused."""
        agreed = understood(cls.BOARD, settings)
        return agreed if isinstance(agreed, Refusal) else cls(**agreed)
