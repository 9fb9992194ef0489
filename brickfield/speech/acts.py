"""Acts: what happened as things to be seen, one after another, each with its place, its dice and its words.

The events of a step are cut into acts: a shot with all that it did is one, a drive is one, a throw for one purpose is
one. Tables and replays play them in this order, list them, and stop at each; none of them reads an event for its words.
Every sort of event stands in `ROLES`; a game words what is its own in its `Speech`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.apply import apply
from brickfield.core.events import Event, throws_of
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.happenings import DiceThrown, Happening, Kind, Loss
from brickfield.speech.sentences import Names, attackers, bare_words, by_whom, own_words, reason_sentence, throw_words
from brickfield.speech.speech import TitledLine
from brickfield.speech.story import WrittenOff, goes_on_words, is_bookkeeping, on_their_way, steps_told

# What an attack did that did not get through, and yet left something behind.
_UNHARMED, _STRUCK = "NO DAMAGE", "STRUCK"
# What an attack led to is told with it.
_LEADS = ("shot", "blow", "dice", "card", "arrive", "loss")


class DraftBeat:
    """An act that still grows."""

    def __init__(self, kind: Kind, first: int, **fields: Any) -> None:
        self.kind: Kind = kind
        self.first = first
        self.fields = fields
        self.dice: list[DiceThrown] = []
        self.losses: list[Loss] = []
        # what it did, in short words; how many figures fell; whole sentences
        self.effects: list[str] = []
        self.fallen: dict[str, int] = {}
        # the lines of sight of an attack, and the figures that fell by it
        self.lines: tuple[tuple[str, str], ...] = ()
        self.lost: set[str] = set()
        self.told: list[str] = []
        self.moves: list[happened.UnitMoved | happened.FiguresMoved] = []
        # all who attack, where that is more than one unit
        self.who = ""


class _Walk:
    """The way through the events of a step: the acts so far, and what is written on units meanwhile."""

    def __init__(self, before: State, you: int | None, events: Sequence[Event] = ()) -> None:
        self.before = before
        self.events = events
        self.names = Names(before, you)
        self.drafts: list[DraftBeat] = []
        self.marks: dict[tuple[str, str], int] = {}
        self.place = 0

    def now(self) -> State:
        """The table as it was when this event happened: who moves in the same step has come so far."""
        there = self.before.clone()
        for event in self.events[: self.place]:
            apply(there, event)
        return there

    @property
    def last(self) -> DraftBeat | None:
        return self.drafts[-1] if self.drafts else None

    def open(self, kind: Kind, event: Event, **fields: Any) -> DraftBeat:
        """Begin an act with an event."""
        unit = fields.get("unit", getattr(event, "unit", ""))
        seat = fields.pop("seat", getattr(event, "seat", self.seat_of(unit)))
        named = {"unit": unit, "seat": seat, "target": getattr(event, "target", ""), "clause": event.clause}
        self.drafts.append(DraftBeat(kind, self.place, **(named | fields)))
        return self.drafts[-1]

    def seat_of(self, unit: str) -> int:
        found = self.before.units.get(unit)
        return found.seat if found is not None else -1

    def leading(self, about: str = "") -> DraftBeat | None:
        """The act to which what follows belongs: of attacks made at once the one at whom it happens to."""
        last = self.last
        if last is None or last.kind not in _LEADS:
            return None
        together = list(takewhile(lambda draft: draft.kind in ("shot", "blow"), reversed(self.drafts)))
        return next((draft for draft in together if draft.fields["target"] == about), last)

    def say(self, event: Event) -> str:
        """The sentence of an event, without its dice."""
        told = bare_words(event, self.names)
        return f"{told.title}: {told.text}." if isinstance(told, TitledLine) else told

    def value_before(self, unit: str, mark: str) -> int:
        """A count as it was before this event."""
        key = unit, mark
        if key not in self.marks:
            found = self.before.units.get(unit) or self.before.tokens.get(unit)
            self.marks[key] = found.marks.get(mark, 0) if found is not None else 0
        return self.marks[key]

    def roll(self, draft: DraftBeat, event: Event) -> None:
        """Lay the dice of an event into an act."""
        own = draft.fields["seat"] if draft.kind in ("shot", "blow") else None
        draft.dice.extend(self.fallen(throws_of(event), own))

    def fallen(self, throws: Iterable[happened.Throw], own: int | None = None) -> list[DiceThrown]:
        """Dice with their words; those of other seats than `own` were thrown against it."""
        told = [(throw, throw_words(throw, self.names)) for throw in throws]
        return [
            DiceThrown(
                throw.seat, throw.label, title, throw.faces, shown, own is not None and throw.seat not in (own, -1)
            )
            for throw, (title, shown) in told
        ]


# --- roles of events -------------------------------------------------------------------------------------------------

_Role = Callable[[_Walk, Any], None]


def _move(walk: _Walk, event: happened.UnitMoved | happened.FiguresMoved) -> None:
    last = walk.last
    if last is None or last.kind != "move" or last.fields["unit"] != event.unit:
        last = walk.open("move", event)
    last.moves.append(event)


def _placed(walk: _Walk, event: happened.UnitPlaced) -> None:
    name = walk.names.thing(event.unit)
    own = own_words(event, walk.names)
    if not walk.before.facts.get("round"):
        walk.open("place", event).told.append(f"{name} is placed.")
        return
    draft = walk.open("arrive", event, title=f"{name} arrives")
    walk.roll(draft, event)
    draft.told.append(own if isinstance(own, str) and own else f"{name} arrives.")


def _shot(walk: _Walk, event: happened.ShotResolved) -> None:
    draft = _attack(walk, event, "shot", event.hit)
    draft.who = attackers(event, walk.names) if event.others else ""
    walk.roll(draft, event)
    against = any(dice.against for dice in draft.dice)
    if event.needed is None:
        draft.fields["need"] = "takes no roll" if event.hit else "no roll can do it"
    elif against:
        draft.fields["rolled"] = f"{event.rolled} against {event.needed - 1}"
    else:
        draft.fields["need"] = f"needs {event.needed}+"
        draft.fields["rolled"] = str(event.rolled) if draft.dice else ""
    draft.fields["title"] = "HIT" if event.hit else _UNHARMED if against else "MISS"
    _reword(walk, draft, event)


def _volley(walk: _Walk, event: happened.AttackResolved) -> None:
    draft = _attack(walk, event, "shot", event.hits > 0)
    walk.roll(draft, event)
    draft.fields["title"] = words.counted(event.hits, "HIT", "HITS") if event.hits else "MISS"
    draft.fields["rolled"] = f"{event.hits} of {words.counted(event.dice, 'die', 'dice')}"
    _reword(walk, draft, event)


def _attack(walk: _Walk, event: Any, kind: Kind, hit: bool) -> DraftBeat:
    """An attack; that it was declared just before is part of it."""
    last = walk.last
    aimed = last is not None and last.kind == "aim" and last.fields["target"] == event.target
    if aimed and last is not None and last.fields["unit"] == event.unit:
        walk.drafts.pop()
        walk.place = last.first
    draft = walk.open(kind, event, hit=hit)
    if kind == "shot" and walk.names.speech.shot_lines is not None:
        draft.lines = walk.names.speech.shot_lines(event, walk.now())
    return draft


def _reword(walk: _Walk, draft: DraftBeat, event: Event) -> None:
    """What a game calls an attack of its own."""
    for name, value in walk.names.speech.attack_act(event, walk.names).items():
        if name == "kind":
            draft.kind = value
        elif name == "told":
            draft.told.append(value)
        else:
            draft.fields[name] = value
    if draft.kind == "dice":
        draft.fields["seat"] = walk.seat_of(draft.fields["unit"])
        draft.dice = [replace(dice, against=False) for dice in draft.dice]


def _declared(walk: _Walk, event: happened.TargetDeclared) -> None:
    walk.open("aim", event).told.append(walk.say(event))


def _destroyed(walk: _Walk, event: happened.UnitDestroyed) -> None:
    draft = walk.leading(event.unit) or walk.open("loss", event)
    walk.roll(draft, event)
    fate = walk.names.speech.lost(walk.names.card(event.unit))
    by = by_whom(event, walk.names).strip()
    name = walk.names.thing(event.unit)
    draft.losses.append(Loss(event.unit, walk.seat_of(event.unit), f"{name} {fate}", by, event.leaves_wreck))
    if event.unit == draft.fields["target" if draft.kind in ("shot", "blow") else "unit"] and draft.kind != "loss":
        draft.effects.append(fate)
    elif draft.kind == "loss" and not draft.told:
        draft.told.append(walk.say(event))
    else:
        draft.effects.append(f"{name} {fate}")


def _figure_lost(walk: _Walk, event: happened.FigureLost) -> None:
    draft = walk.leading(event.unit) or walk.open("loss", event)
    draft.fallen[event.unit] = draft.fallen.get(event.unit, 0) + 1
    shots = (each for each in reversed(walk.drafts) if each.kind == "shot" and each.fields["target"] == event.unit)
    shot = next(shots, None)
    if shot is not None:
        shot.lost.add(f"{event.unit}/{event.figure}")


def _effect(kind: Kind) -> _Role:
    """What an attack led to, in short words; by itself an act of its own, in a sentence."""

    def role(walk: _Walk, event: Any) -> None:
        lead = walk.leading(getattr(event, "unit", "") or str(getattr(event, "token", "")))
        dice = throws_of(event)
        if lead is not None and _threw(lead, dice):
            # these dice have fallen just now: they fall once, and what came of them says what was thrown
            lead.told = [_alone(walk, event)]
            lead.fields |= {"unit": getattr(event, "unit", ""), "clause": event.clause}
            return
        if lead is not None and (not dice or isinstance(event, happened.TableRead)):
            walk.roll(lead, event)
            lead.effects.extend(_short(walk, event, lead))
            return
        draft = _same(walk, event, "dice" if dice else kind)
        walk.roll(draft, event)
        draft.fields.setdefault("title", draft.dice[0].title if dice else "")
        draft.told.extend([*_scores(draft.dice, walk.names), _came_of(walk, event)])

    return role


def _came_of(walk: _Walk, event: Any) -> str:
    """What comes of dice that fell at a hazard: what was called and whether it is safe, where the game has words for it
    beside what everybody threw."""
    short = walk.names.speech.effect(event, 0, walk.names) if isinstance(event, happened.HazardTested) else ""
    return short or _alone(walk, event)


def _threw(draft: DraftBeat, dice: Sequence[happened.Throw]) -> bool:
    """Whether an act is the throw of just these dice."""
    thrown = [(each.seat, each.label, each.faces) for each in draft.dice]
    return draft.kind == "dice" and bool(dice) and thrown == [(each.seat, each.label, each.faces) for each in dice]


def _scores(dice: Iterable[DiceThrown], names: Names) -> list[str]:
    """What each seat threw: "Orange 5 + 3 = 8"; of nobody's dice what they show."""
    return [names.scored(each.seat, each.shown) if each.seat >= 0 else each.shown for each in dice]


def _same(walk: _Walk, event: Any, kind: Kind) -> DraftBeat:
    """The act before, where it is of the same sort and about the same; else a new one."""
    last = walk.last
    named = getattr(event, "unit", "") or getattr(event, "token", "")
    about = named if isinstance(named, str) else named.id
    goes_on = last is not None and last.kind == kind and kind in ("note", "thing") and last.fields["unit"] == about
    return last if goes_on and last is not None else walk.open(kind, event, unit=about)


def _alone(walk: _Walk, event: Event) -> str:
    """An event that nothing led to; where a thing lies is seen, so nobody is told its place."""
    if not isinstance(event, happened.TokenPlaced):
        return walk.say(event)
    short = walk.names.speech.effect(event, 0, walk.names)
    own = own_words(event, walk.names)
    if short or not own:
        told = short or f"{walk.names.piece(event.token)} comes onto the table"
        return f"{told[:1].upper()}{told[1:]}."
    return walk.say(event)


def _short(walk: _Walk, event: Event, lead: DraftBeat) -> list[str]:
    """What an event did, in as few words as possible."""
    before = walk.value_before(event.unit, event.mark) if isinstance(event, happened.UnitMarked) else 0
    short = walk.names.speech.effect(event, before, walk.names)
    if short is None:
        return []
    if short:
        about = getattr(event, "unit", "")
        named = about and about not in (lead.fields["target"], lead.fields["unit"])
        own = about == lead.fields["unit"] and lead.kind in ("shot", "blow") and about != lead.fields["target"]
        return [f"{walk.names.thing(about)} {short}" if named or own else short]
    return [walk.say(event).rstrip(".")]


def _dice(walk: _Walk, event: happened.DiceRolled | happened.FactChanged) -> None:
    """Dice by themselves; those of several seats for one purpose fall together."""
    if isinstance(event, happened.DiceRolled):
        throws: tuple[happened.Throw, ...] = (happened.Throw(event.label, event.seat, event.faces),)
    else:
        throws = throws_of(event)
    title = throw_words(throws[0], walk.names)[0]
    last = walk.last
    if last is None or last.kind != "dice" or last.fields.get("title") != title:
        last = walk.open("dice", event, title=title, seat=throws[0].seat)
    fell = walk.fallen(throws)
    last.dice.extend(fell)
    told = bare_words(event, walk.names)
    if isinstance(told, TitledLine):
        last.told.append(told.text)
    else:
        last.told.extend([*_scores(fell, walk.names), told])


def _fact(walk: _Walk, event: happened.FactChanged) -> None:
    if throws_of(event):
        _dice(walk, event)
    elif about := walk.names.speech.fact_act(event, walk.names):
        walk.open("note", event, **about).told.append(walk.say(event))
    else:
        _say(walk, event)


def _say(walk: _Walk, event: Event) -> None:
    walk.open("say", event).told.append(walk.say(event))


def _reaction(walk: _Walk, event: happened.ReactionTaken) -> None:
    named = event.offer.rpartition(" ")[2]
    walk.open("say", event, unit=named if named in walk.before.units else "").told.append(walk.say(event))


def _plain(kind: Kind) -> _Role:
    def role(walk: _Walk, event: Any) -> None:
        walk.open(kind, event).told.append(walk.say(event))

    return role


def _chapter(walk: _Walk, event: Event) -> None:
    """Something ends or begins; what begins is what is read."""
    last = walk.last if walk.last is not None and walk.last.kind == "chapter" else walk.open("chapter", event)
    last.told.append(walk.say(event))
    if isinstance(event, happened.RoundStarted):
        last.fields["title"] = f"Round {event.round}"
    elif isinstance(event, happened.TurnStarted):
        last.fields.update(title=f"{walk.names.whose(event.seat)} turn", seat=event.seat)


def _unseen(walk: _Walk, event: Event) -> None:
    """A mark that is wiped off all units: they are drawn without it from then on."""


def _end(walk: _Walk, event: happened.GameEnded) -> None:
    text = reason_sentence(event.reason, walk.names.match)
    walk.open("end", event, text=text).told.append(walk.say(event))


ROLES: dict[type[Event], _Role] = {
    happened.RoundStarted: _chapter,
    happened.RoundEnded: _chapter,
    happened.TurnStarted: _chapter,
    happened.TurnEnded: _chapter,
    happened.PhaseStarted: _chapter,
    happened.PhaseSkipped: _chapter,
    happened.Chosen: _say,
    happened.FactChanged: _fact,
    happened.ScoreChanged: _say,
    happened.TokenPlaced: _effect("thing"),
    happened.TokenMarked: _effect("thing"),
    happened.TokenRemoved: _effect("thing"),
    happened.PieceLeftOut: _say,
    happened.UnitPlaced: _placed,
    happened.UnitLeft: _plain("leave"),
    happened.UnitHeldBack: _plain("leave"),
    happened.UnitTakenUp: _plain("leave"),
    happened.UnitMoved: _move,
    happened.StepRefused: _effect("note"),
    happened.UnitMarked: _effect("note"),
    happened.MarksCleared: _unseen,
    happened.UnitDestroyed: _destroyed,
    happened.WreckRemoved: _effect("thing"),
    happened.FiguresPlaced: _plain("place"),
    happened.FiguresMoved: _move,
    happened.FigureMarked: _effect("note"),
    happened.FigureCardChanged: _effect("note"),
    happened.FigureLost: _figure_lost,
    happened.FiguresChangedUnit: _effect("note"),
    happened.UnitJoined: _effect("note"),
    happened.UnitRestored: _effect("note"),
    happened.WentInside: _effect("note"),
    happened.TargetDeclared: _declared,
    happened.DeclarationsLocked: _chapter,
    happened.ShotVoided: _plain("note"),
    happened.ShotResolved: _shot,
    happened.AttackResolved: _volley,
    happened.DiceRolled: _dice,
    happened.TableRead: _effect("note"),
    happened.HazardTested: _effect("note"),
    happened.GroundSearched: _effect("note"),
    happened.RollOffHeld: _effect("say"),
    happened.SecretSealed: _plain("card"),
    happened.Revealed: _plain("card"),
    happened.PileLaid: _plain("card"),
    happened.PileShuffled: _plain("card"),
    happened.CardsMoved: _plain("card"),
    happened.ReactionTaken: _reaction,
    happened.FrameAbandoned: _say,
    happened.TimeRanOut: _say,
    happened.GameEnded: _end,
}


# --- the acts --------------------------------------------------------------------------------------------------------


def acts_of(events: Sequence[Event], before: State, you: int | None = None) -> tuple[Happening, ...]:
    """The acts of some events, which began in the state `before`, as a seat (`you`) or everybody is told them."""
    walk, off = _Walk(before, you, events), WrittenOff(events, before)
    for place, event in enumerate(events):
        walk.place = place
        if throws_of(event) or not (is_bookkeeping(event, before) or off.is_said_already(event)):
            ROLES[type(event)](walk, event)
        if isinstance(event, happened.UnitMarked):
            walk.value_before(event.unit, event.mark)
            walk.marks[event.unit, event.mark] = event.value
    on_its_way = on_their_way(before)
    return tuple([_finished(draft, walk.names, on_its_way) for draft in walk.drafts])


def _finished(draft: DraftBeat, names: Names, on_its_way: set[str]) -> Happening:
    fields = draft.fields
    effects = [*_fallen(draft, names), *dict.fromkeys(draft.effects)]
    if draft.moves:
        on, in_all = goes_on_words(fields["unit"], draft.moves[0].step, names, on_its_way)
        draft.told = [f"{names.thing(fields['unit'])} {on}{words.listed(steps_told(draft.moves, names))}{in_all}."]
    told = " ".join(dict.fromkeys(draft.told))
    text = fields.pop("text", "") or ", ".join(effects) or ("" if draft.kind in ("shot", "blow") else told)
    if draft.kind == "dice":
        text = ", ".join(dict.fromkeys([*(each.rstrip(".") for each in draft.told), *effects]))
    if fields.get("title") == _UNHARMED and effects:
        fields["title"] = _STRUCK
    sentence = _sentence(draft, told, effects, names)
    return Happening(
        kind=draft.kind,
        first=draft.first,
        text=text,
        words=sentence,
        dice=tuple(draft.dice) or UNSET,
        losses=tuple(draft.losses) or UNSET,
        lines=_lines(draft) or UNSET,
        **fields,
    )


def _lines(draft: DraftBeat) -> tuple[tuple[str, str], ...]:
    """The lines of a shot that are seen: to all who fell by it, else one."""
    if draft.kind != "shot":
        return ()
    return tuple(line for line in draft.lines if line[1] in draft.lost) or draft.lines[:1]


def _fallen(draft: DraftBeat, names: Names) -> Iterable[str]:
    """Figures that fell: of whom it is about only how many."""
    about = draft.fields["target" if draft.kind in ("shot", "blow") else "unit"]
    for unit, count in draft.fallen.items():
        falls = f"{count} {'falls' if count == 1 else 'fall'}"
        yield falls if unit == about else f"{names.thing(unit)}: {falls}"


def _sentence(draft: DraftBeat, told: str, effects: Sequence[str], names: Names) -> str:
    fields = draft.fields
    if draft.kind in ("shot", "blow"):
        by = draft.who or names.thing(fields["unit"])
        who = f"{by} {fields.pop('verb', 'at')} {names.thing(fields['target'])}"
        needed = ", ".join(each for each in (fields.get("need", ""), fields.get("rolled", "")) if each)
        return f"{who}: {needed}{'. ' if needed else ''}{', '.join([fields['title'], *effects])}."
    fields.pop("verb", None)
    if draft.kind == "dice":
        listed = ", ".join(dict.fromkeys([*(each.rstrip(".") for each in draft.told), *effects]))
        return f"{fields.get('title') or draft.dice[0].title if draft.dice else ''}: {listed}."
    who = "" if told else f"{names.thing(fields['unit'])}: "
    return " ".join([*([told] if told else []), *([f"{who}{', '.join(effects)}."] if effects else [])])
