"""Options of a battle: house rules and other agreements as one typed struct with a short code to share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import asdict

from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.games.micro_brick_battle import share_code
from brickfield.games.micro_brick_battle.switches import Switch, SwitchValue, switches

TurnCost = Literal["prorata", "per_started_90"]
CoverStacking = Literal["worst", "sum"]
MixedNations = Literal["country", "side", "any"]
BattlefieldLayout = Literal["scenario", "divide", "one", "half"]
RulesLevel = Literal["base", "quick", "young_hidden", "young"]

PREFIX = "MBB"
_LARGEST_SHOWN = 10**12
# Raised whenever LAYOUT or the values of a switch in it change, so that an old code is never read as something else.
CODE_VERSION = 1
# The order of the switches in the code. What is changed most often stands first and keeps the code short.
LAYOUT = (
    "rules_level",
    "destructible",
    "mixed_nations",
    "battlefield",
    "cover_stacking",
    "turn_cost",
    "friends_transparent",
    "hedgerow_passable",
    "quick_radius",
    "round_limit",
    "point_limit",
    "deadlock_rounds",
    "fixed_arc_deg",
)


class Change(NamedTuple):
    """A switch that is not at its default, as every player gets to see it."""

    title: str
    value: str
    clause: str


def _default(switch_id: str) -> Any:
    switch = switches()[switch_id]
    return (switch.default,) * switch.per_seat if switch.per_seat else switch.default


def _from_table(switch_id: str) -> Any:
    """A field whose default stands in the table of switches, read only when the first Options are made."""
    return field(default_factory=partial(_default, switch_id))


def _values(switch: Switch, setting: object) -> tuple[object, ...]:
    """A setting as the values it holds: one, or one for each seat."""
    if not switch.per_seat:
        return (setting,)
    return setting if isinstance(setting, tuple) else ()


def _fits(switch: Switch, setting: object) -> bool:
    values = _values(switch, setting)
    known = switch.in_use or setting == _default(switch.id)
    return known and len(values) == (switch.per_seat or 1) and all(switch.place(value) is not None for value in values)


def _shown(raw: object) -> str:
    """What was given, short enough to be shown; long numbers and lists only by their sort."""
    if isinstance(raw, (str, float, bool)) or (isinstance(raw, int) and abs(raw) < _LARGEST_SHOWN):
        return repr(raw if not isinstance(raw, str) else raw[:40])
    return f"something of the sort {type(raw).__name__}"


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the players agreed on before the battle. Each field is a switch of data/switches.toml, with its default.

    `round_limit` 0 leaves the last round to the scenario, `point_limit` 0 plays the scenario's forces, `destructible`
    may be left to the scenario. `rules_level` has an entry for each seat: a move goes by the mover's level, a shot by
    the shooter's (mbb.young.mix). A value that the switch does not know cannot be made into Options.
    """

    turn_cost: TurnCost = _from_table("turn_cost")
    fixed_arc_deg: int = _from_table("fixed_arc_deg")
    cover_stacking: CoverStacking = _from_table("cover_stacking")
    friends_transparent: bool = _from_table("friends_transparent")
    hedgerow_passable: bool = _from_table("hedgerow_passable")
    mixed_nations: MixedNations = _from_table("mixed_nations")
    quick_radius: bool = _from_table("quick_radius")
    destructible: bool | Literal["scenario"] = _from_table("destructible")
    round_limit: int = _from_table("round_limit")
    deadlock_rounds: int = _from_table("deadlock_rounds")
    battlefield: BattlefieldLayout = _from_table("battlefield")
    rules_level: tuple[RulesLevel, RulesLevel] = _from_table("rules_level")
    point_limit: int = _from_table("point_limit")

    def __post_init__(self) -> None:
        for switch_id, setting in asdict(self).items():
            switch = switches()[switch_id]
            if not _fits(switch, setting):
                raise ValueError(f"{switch_id} cannot be {_shown(setting)}; it is {switch.all_words()}")

    @rule("mbb.house.agree")
    def changes(self) -> list[Change]:
        """House rules are agreed before the battle: every switch that is not at its default, for all to see."""
        return [
            Change(switches()[switch_id].title, _words(switches()[switch_id], setting), switches()[switch_id].clause)
            for switch_id, setting in asdict(self).items()
            if setting != _default(switch_id)
        ]

    @rule("mbb.house.agree")
    def code(self) -> str:
        """The whole agreement as a short code; the default options have the shortest."""
        number, weight = 0, 1
        for switch_id in LAYOUT:
            switch = switches()[switch_id]
            for value in _values(switch, getattr(self, switch_id)):
                number += weight * _steps_from_default(switch, value)
                weight *= switch.size
        return share_code.write(PREFIX, CODE_VERSION, number)

    @classmethod
    @rule("mbb.house.agree")
    def from_code(cls, text: str) -> Options | Refusal:
        """The options a code stands for. Capitals, spaces and dashes do not matter; a slip of the hand is noticed."""
        body = _body_of(text)
        if isinstance(body, Refusal):
            return body
        options = cls.of(_settings_of(body.number))
        if isinstance(options, Refusal):
            return options
        # A number beyond all switches, or one written in a longer form than ours, was not made by this game.
        if share_code.squeeze(options.code())[len(PREFIX) :] != _letters_of(text):
            return invalid("code_unknown", f"No options of this game have the code {text.strip()}.")
        return options

    @classmethod
    @rule("mbb.house.agree")
    def of(cls, settings: Mapping[str, object]) -> Options | Refusal:
        """Options from switches as people or files name them; a switch whose rules are not played yet is refused."""
        agreed: dict[str, Any] = {}
        for switch_id, raw in settings.items():
            setting = _understood(switch_id, raw)
            if isinstance(setting, Refusal):
                return setting
            if switches()[switch_id].in_use:
                agreed[switch_id] = setting
        return cls(**agreed)


def _words(switch: Switch, setting: object) -> str:
    """A setting in words; seats are counted as players count them, from 1."""
    values = _values(switch, setting)
    if not switch.per_seat:
        return switch.words(values[0])
    return ", ".join(f"player {number}: {switch.words(value)}" for number, value in enumerate(values, start=1))


def _steps_from_default(switch: Switch, value: object) -> int:
    """How far a value stands behind the default, going round: 0 is the default itself."""
    place, default = switch.place(value), switch.place(switch.default)
    assert place is not None
    assert default is not None
    return (place - default) % switch.size


def _settings_of(number: int) -> dict[str, Any]:
    """The settings a number stands for, each switch taking its part in turn."""
    settings: dict[str, Any] = {}
    for switch_id in LAYOUT:
        switch = switches()[switch_id]
        default = switch.place(switch.default) or 0
        values: list[SwitchValue] = []
        for _seat in range(switch.per_seat or 1):
            number, steps = divmod(number, switch.size)
            values.append(switch.value_at((default + steps) % switch.size))
        settings[switch_id] = tuple(values) if switch.per_seat else values[0]
    return settings


def _letters_of(text: str) -> str:
    """The characters behind the prefix, with look-alikes read as what they stand for."""
    letters = share_code.squeeze(text)[len(PREFIX) :]
    return letters.translate(str.maketrans("OIL", "011"))


def _body_of(text: object) -> share_code.Body | Refusal:
    """What a code says, or why it cannot be used."""
    if not isinstance(text, str) or len(text) > share_code.LONGEST:
        return invalid("code_unreadable", f"A code of options is a text of at most {share_code.LONGEST} characters.")
    shown = text.strip()
    if not share_code.squeeze(text).startswith(PREFIX):
        return invalid("code_wrong_game", f"{shown or 'This'} is no code of this game: its codes begin with {PREFIX}.")
    body = share_code.read(_letters_of(text))
    if body is None:
        return invalid("code_unreadable", f"{shown} cannot be read: a code has only digits and letters other than U.")
    if not body.sound:
        return invalid("code_checksum", f"{shown} has a slip in it: its last character does not fit the others.")
    if body.version != CODE_VERSION:
        return invalid(
            "code_version",
            f"{shown} was made with version {body.version} of the switches; this game has version {CODE_VERSION}.",
            made_with=body.version,
            known=CODE_VERSION,
        )
    return body


def _parts_of(switch: Switch, raw: object) -> tuple[object, ...]:
    """The values given for a switch: one, or for a switch of the seats one for each or one for all."""
    if not switch.per_seat:
        return (raw,)
    if isinstance(raw, str):
        raw = raw[: share_code.LONGEST].split(",")
    parts = tuple(raw) if isinstance(raw, (tuple, list)) else (raw,)
    return parts * switch.per_seat if len(parts) == 1 else parts


def _understood(switch_id: object, raw: object) -> Any:
    """The setting meant by what was given for a switch, or a refusal."""
    switch = switches().get(switch_id) if isinstance(switch_id, str) else None
    if switch is None:
        return invalid("switch_unknown", f"There is no switch {_shown(switch_id)}; there are {', '.join(LAYOUT)}.")
    parts = _parts_of(switch, raw)
    fitting = len(parts) == (switch.per_seat or 1)
    values = tuple(switch.understood(part) for part in parts) if fitting else (None,)
    if None in values:
        sentence = f"{switch.title} cannot be {_shown(raw)}: it is {switch.all_words()}."
        return invalid("switch_value", sentence, switch=switch.id)
    if not switch.in_use and values[0] != switch.default:
        sentence = f"{switch.title} cannot be {switch.words(values[0])!r} yet: the rules for it are not in play."
        return illegal("switch_not_in_use", switch.clause, sentence, switch=switch.id)
    return values if switch.per_seat else values[0]
