"""The tale of a battle: six sentences made of what happened, the win chances along it, and the luck of the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from brickfield.core.board import GONE
from brickfield.core.events import AttackResolved, Event, FigureLost, UnitDestroyed, throws_of, without_repeated_dice
from brickfield.core.match import Match
from brickfield.core.state import Outcome, State
from brickfield.speech import words
from brickfield.speech.acts import acts_of
from brickfield.speech.happenings import Happening
from brickfield.speech.luck import Fate, Luck, fate_of, luck_of
from brickfield.speech.names import Names
from brickfield.speech.sentences import reason_sentence

_SWINGS = 3
# A change of the chances that is worth a word.
_WORTH_TELLING = 0.02
# A chance that is told as 100 %.
_SURE = 0.995
# So many effects of one attack are told one by one.
_EFFECTS = 4
# Acts that can have changed the chances.
_TELLING = ("loss", "shot", "blow", "dice", "note", "card")


class TaleLine(Struct, frozen=True):
    """A sentence of the tale and the step it is about; -1: the whole battle."""

    text: str
    step: int = -1


class Swing(Struct, frozen=True):
    """A step after which the chances were others: in words, for whom it was good, the chances before and after."""

    step: int
    seat: int
    text: str
    before: float
    after: float


class Summary(Struct, frozen=True):
    """A battle told: its sentences, the steps that swung it most, and the luck of each seat."""

    lines: tuple[TaleLine, ...]
    swings: tuple[Swing, ...]
    luck: tuple[Luck, ...]
    # who won, how, and what turned it, as it is said to anybody
    won: str = ""


class SummaryStep(Struct, frozen=True):
    """A step of a battle: the table before and after it, and what happened."""

    before: State
    after: State
    events: tuple[Event, ...]


def chances_of(state: State) -> tuple[float, ...]:
    """The chance of each seat's side to win, by what everybody can see; none where the game does not judge."""
    match, judge = state.match, state.match.game.judge
    seats = range(match.seats)
    if state.outcome is not None:
        winners = state.outcome.winners
        return tuple(float(seat in winners) if winners else 1 / match.seats for seat in seats)
    if judge is None or not any(unit.pose is not None for unit in state.units.values()):
        return ()
    found = [float(judge.standing(state, seat).chance) for seat in seats]
    # allies win together: each side is counted once
    firsts = [seat for seat in seats if not any(match.allied(seat, other) for other in range(seat))]
    total = sum(found[seat] for seat in firsts)
    return tuple(round(each / total if total else 1 / len(firsts), 4) for each in found)


class _Reader:
    """A battle read once: losses, fates and swings."""

    def __init__(self, match: Match, steps: Sequence[SummaryStep], you: int | None) -> None:
        self.match = match
        self.steps = steps
        self.you = you
        self.names = Names(match, you)
        self.fates: list[tuple[int, int, Fate]] = []
        # attacks whose dice count together, so that none of them has a chance of its own: the step and what they hit
        self.counted: list[tuple[int, AttackResolved]] = []
        self.kills: list[tuple[int, UnitDestroyed]] = []
        # who struck whom down, whole units and single figures: the step, the attacker, what was lost
        self.blows: list[tuple[int, str, UnitDestroyed | FigureLost]] = []
        self.chances = [chances_of(step.after) for step in steps]
        for number, step in enumerate(steps):
            self._read(number, step)

    def _read(self, number: int, step: SummaryStep) -> None:
        for event in without_repeated_dice(step.events):
            if isinstance(event, UnitDestroyed):
                self.kills.append((number, event))
            if isinstance(event, UnitDestroyed | FigureLost):
                by = event.by or self.names.speech.struck_by(event, step.events, step.before)
                if self._strikes(by, event.unit):
                    self.blows.append((number, by, event))
            unit = step.before.units.get(getattr(event, "unit", ""))
            fate = fate_of(event, self.match, unit.seat) if unit is not None else None
            if unit is not None and fate is not None and unit.seat >= 0:
                self.fates.append((number, unit.seat, fate))
            elif isinstance(event, AttackResolved) and self._is_attack(event):
                self.counted.append((number, event))

    def _strikes(self, by: str, unit: str) -> bool:
        """Whether a loss is somebody's deed: of a unit of another side."""
        ours, theirs = self.seat_of(by), self.seat_of(unit)
        return by in self.steps[0].after.units and by != unit and not (ours >= 0 and self._allied(ours, theirs))

    def _allied(self, seat: int, other: int) -> bool:
        return other >= 0 and (seat == other or self.match.allied(seat, other))

    def _is_attack(self, event: AttackResolved) -> bool:
        """Whether its dice are those of who attacks: saves are thrown by who was hit."""
        attacker = self.seat_of(event.unit)
        return any(throw.seat == attacker for throw in throws_of(event))

    def acts(self, number: int) -> tuple[Happening, ...]:
        step = self.steps[number]
        return acts_of(without_repeated_dice(step.events), step.before, self.you)

    def seat_of(self, unit: str) -> int:
        found = self.steps[0].after.units.get(unit)
        return found.seat if found is not None else -1

    def swings(self) -> list[Swing]:
        """The steps by how much they changed the chances; the end itself decides nothing, it only says so."""
        found = []
        for number in range(1, len(self.steps)):
            before, after = self.chances[number - 1], self.chances[number]
            if len(before) != len(after) or not before or self._only_counts(number):
                continue
            seat = max(range(len(after)), key=lambda each: after[each] - before[each])
            acts = [act for act in self.acts(number) if act.kind in _TELLING and self._helps(act, seat)]
            # a walk may better a position; a battle turns by what is done to somebody
            if after[seat] - before[seat] >= _WORTH_TELLING and acts:
                found.append(Swing(number, seat, _what(acts), before[seat], after[seat]))
        return sorted(found, key=lambda swing: swing.before - swing.after)

    def _helps(self, act: Happening, seat: int) -> bool:
        """Whether what happened is good for a seat: its own hit or the miss of another; a loss, of another side."""
        if act.losses:
            return any(not self._allied(seat, loss.seat) for loss in act.losses)
        if act.kind not in ("shot", "blow") or not isinstance(act.hit, bool):
            return True
        return act.hit is self._allied(seat, self.seat_of(act.unit))

    def _only_counts(self, number: int) -> bool:
        """Whether the battle is over, or nothing happens in it any more: then chances jump without any deed."""
        after = self.steps[number].after
        return after.outcome is not None or bool(self.match.game.judge.standing(after, 0).dead)

    def deed(self, number: int, unit: str) -> str:
        """What an attack of a unit was, in a sentence."""
        acts = [act for act in self.acts(number) if act.unit == unit and act.kind in ("shot", "blow")]
        return _what(acts or self.acts(number))


def _what(acts: Sequence[Happening]) -> str:
    """The act of a step that mattered: a loss before a hit, a hit before anything else."""
    ranked = sorted(acts, key=lambda act: (not act.losses, act.hit is not True, act.kind not in _TELLING))
    return _briefly(ranked[0]) if ranked else ""


def _briefly(act: Happening) -> str:
    """An act in a sentence; of many effects the first ones and the last, which is the worst."""
    short = shortened(act.text, is_attack=act.kind in ("shot", "blow"))
    return act.words if short == act.text else act.words.replace(act.text, short)


def shortened(text: str, *, is_attack: bool) -> str:
    """A long list by its first ones and its last. What an attack did is counted as what it is, never as more of what
    stands before it."""
    listed = text.split(", ")
    if len(listed) <= _EFFECTS:
        return text
    return ", ".join([*listed[:2], f"{len(listed) - 3} other effects" if is_attack else "...", listed[-1]])


def tale_of(match: Match, steps: Sequence[SummaryStep], you: int | None = None) -> Summary:
    """A battle told as a seat, or everybody, may hear it."""
    reader = _Reader(match, steps, you)
    swings = reader.swings()
    luck = luck_of([(seat, fate) for _step, seat, fate in reader.fates], match.seats)
    outcome = steps[-1].after.outcome if steps else None
    if outcome is None:
        return Summary((), tuple(swings[:_SWINGS]), luck)
    lines = (
        _ending(reader, outcome),
        _losses(reader),
        _hunter(reader),
        _turning_point(reader, swings),
        _luck(reader, luck),
        _best_shot(reader),
    )
    return Summary(lines, tuple(swings[:_SWINGS]), luck, _won(reader, outcome, swings))


def _won(reader: _Reader, outcome: Outcome, swings: Sequence[Swing]) -> str:
    """How it was won, for a picture that is shown to others: nobody is "you" in it."""
    end = _ending(reader, outcome, Names(reader.match, None)).text
    if not swings:
        return end
    step = reader.steps[swings[0].step]
    acts = acts_of(without_repeated_dice(step.events), step.before, None)
    lost = [f"{loss.title} {loss.text}".strip() for act in acts for loss in act.losses or ()]
    own = (act for act in acts if reader.seat_of(act.unit) == swings[0].seat)
    hits = [act for act in own if act.kind in ("shot", "blow") and act.hit is True]
    # a throw that missed, or who was to begin, is no story for others
    deed = f"{words.listed(lost[:2])}." if lost else _struck(hits, Names(step.before, None))
    return f"{end} It turned in round {_round_of(step)}: {deed}" if deed else end


def _struck(hits: Sequence[Happening], names: Names) -> str:
    """The first hit without its numbers: who struck whom, and what came of it."""
    if not hits:
        return ""
    hit = hits[0]
    done = shortened(hit.text, is_attack=True)
    if not hit.target:
        return _briefly(hit)
    return f"{names.thing(hit.unit)} hit {names.thing(hit.target)}{f': {done}' if done else ''}."


def _round_of(step: SummaryStep) -> int:
    """The round a deed belongs to: the last one of a round begins in it, and behind it the next has begun."""
    return int(step.before.facts.get("round", 0)) or int(step.after.facts.get("round", 0))


def _ending(reader: _Reader, outcome: Outcome, names: Names | None = None) -> TaleLine:
    rounds = int(reader.steps[-1].after.facts.get("round", 0))
    when = f" after {words.counted(rounds, 'round')}" if rounds else ""
    why = reason_sentence(outcome.reason, reader.match)
    who = words.listed([(names or reader.names).seat(seat) for seat in outcome.winners])
    return TaleLine(f"{who} won{when}. {why}" if who else f"Nobody won{when}. {why}", len(reader.steps) - 1)


def _losses(reader: _Reader) -> TaleLine:
    """What each seat began with and what it lost; a crew that sits in its vehicle is no unit of its own yet."""
    seats = range(reader.match.seats)
    began = {unit.id: unit.seat for unit in reader.steps[0].after.units.values() if unit.status != GONE}
    all_of = Counter(began.values())
    lost = Counter(began[event.unit] for _step, event in reader.kills if event.unit in began)
    told = [reader.names.scored(seat, f"{lost[seat] or 'none'} of {all_of[seat]}") for seat in seats]
    if not reader.kills:
        return TaleLine("Not one unit was lost on either side.")
    return TaleLine(f"Units lost: {words.listed(told)}.", reader.kills[0][0])


def _hunter(reader: _Reader) -> TaleLine:
    """Who destroyed most, and whom."""
    score = _scores(reader)
    if not score:
        if not reader.kills:
            return TaleLine("Nobody brought an enemy down.")
        step, event = reader.kills[0]
        return TaleLine(f"The first to be lost was {reader.names.thing(event.unit)}.", step)
    best = max(score, key=lambda unit: (score[unit], unit))
    mine = [(step, event) for step, by, event in reader.blows if by == best]
    losses = [event for _step, event in mine]
    others = [each for event in losses if isinstance(event, UnitDestroyed) for each in event.others or ()]
    helped = words.listed([reader.names.thing(each) for each in dict.fromkeys(others)])
    who = f"{reader.names.thing(best)}{f', together with {helped},' if others else ''}"
    return TaleLine(f"{who} struck hardest: {_prey(reader, losses)}.", mine[0][0])


# Units are counted in parts, so that the shares of figures add up exactly.
_WHOLE = 5040


def _scores(reader: _Reader) -> Counter[str]:
    """What each unit struck down: a unit as a whole, and of a squad whose figures fall one by one each as its share."""
    score: Counter[str] = Counter()
    thinned = {event.unit for _step, _by, event in reader.blows if isinstance(event, FigureLost)}
    for _step, by, event in reader.blows:
        unit = reader.steps[0].after.units.get(event.unit)
        if isinstance(event, FigureLost):
            score[by] += _WHOLE // max(1, len(unit.squad) if unit is not None else 1)
        elif event.unit not in thinned:
            score[by] += _WHOLE
    return score


def _prey(reader: _Reader, events: Sequence[UnitDestroyed | FigureLost]) -> str:
    """Whom somebody struck down: whole units by name, of other squads how many."""
    gone = [event.unit for event in events if isinstance(event, UnitDestroyed)]
    fallen = Counter(event.unit for event in events if isinstance(event, FigureLost) and event.unit not in gone)
    told = [f"{count} of {reader.names.thing(unit)} fell" for unit, count in fallen.items()]
    fates: dict[str, list[str]] = {}
    for unit in gone:
        fates.setdefault(reader.names.speech.lost(reader.names.card(unit)), []).append(reader.names.thing(unit))
    return "; ".join([*[f"{words.listed(units)} {fate}" for fate, units in fates.items()], *told])


def _turning_point(reader: _Reader, swings: Sequence[Swing]) -> TaleLine:
    if not swings:
        return TaleLine("The chances hardly changed from the first round to the last.")
    swing = swings[0]
    rounds = _round_of(reader.steps[swing.step])
    chances = f"from {words.percent(swing.before)} to {words.percent(swing.after)}"
    who = reader.names.whose(swing.seat)
    return TaleLine(f"The turning point came in round {rounds}: {swing.text} {who} chance went {chances}.", swing.step)


def _luck(reader: _Reader, luck: Sequence[Luck]) -> TaleLine:
    told = [
        reader.names.scored(each.seat, f"{words.counted(each.hits, 'hit')}, {words.number(each.expected, 1)} expected")
        for each in luck
        if each.shots
    ]
    if not told and reader.counted:
        return TaleLine("The dice were counted together in every attack, so nobody can be called lucky.")
    if not told:
        return TaleLine("The dice had nothing to say in this battle.")
    return TaleLine(f"Luck of the dice: {'; '.join(told)}.")


def _best_shot(reader: _Reader) -> TaleLine:
    hits = [each for each in reader.fates if each[2].hits]
    if not hits:
        return _best_counted(reader)
    step, _seat, fate = max(hits, key=lambda each: each[2].swing)
    chance = f"a chance of {words.percent(fate.expected)}" if fate.expected < _SURE else "it could not miss"
    if fate.shots > 1:
        chance = f"{words.number(fate.expected, 1)} hits were to be expected"
    return TaleLine(f"The best shot: {reader.deed(step, fate.unit).rstrip('.')}; {chance}.", step)


def _best_counted(reader: _Reader) -> TaleLine:
    """The attack that hit most, where no die has a chance of its own."""
    hits = [each for each in reader.counted if each[1].hits]
    if not hits:
        return TaleLine("Not one shot hit.")
    step, event = max(hits, key=lambda each: each[1].hits)
    return TaleLine(f"The best shot: {reader.deed(step, event.unit)}", step)
