"""Commands that ask: look, who sees, why, hint, units, map, clause, log, help."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from brickfield.core.refusal import Refusal
from brickfield.core.shown.glossary import term_called
from brickfield.players.advice import advice
from brickfield.speech import words
from brickfield.speech.choices import MOST_IDEAS
from brickfield.speech.clause_cards import ClauseCard, clause_cards
from brickfield.speech.interpreter import Interpreter, Reply, misread, refuse
from brickfield.speech.manual import manual_of
from brickfield.speech.queries import ask
from brickfield.speech.reading import Misread, TypedCommand, plain_words
from brickfield.speech.rule_answers import answer
from brickfield.speech.rule_names import with_titles
from brickfield.speech.saying import say
from brickfield.speech.sentences import cited, sentence
from brickfield.speech.situation import goal_lines, look_lines, name, terrain_data, terrain_lines, threats, unit_lines
from brickfield.speech.speech import speech_of
from brickfield.speech.why_not import WhyNotAbout, why_not
from brickfield.text.picture import picture

_LOG_LINES = 25
_MOST_CLAUSES = 12
# "why not A3", "why can A3 not shoot", "why can't A3 move"
_ABOUT_NOT = frozenset(("not", "can", "can't", "cannot", "cant", "shoot", "move", "fire", "act", "attack"))


def look(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """look A1: all about a unit or a piece. Without a name: all units."""
    typed = plain_words(spoken.rest)
    if not typed:
        return units(interpreter, spoken)
    thing = interpreter.anything(typed[0])
    if isinstance(thing, Misread):
        return misread(thing)
    unit = interpreter.state.units.get(thing)
    if unit is None:
        row = next(row for row in terrain_data(interpreter.state) if row["id"] == thing)
        where = f"at {words.number(row['x'], 1)}, {words.number(row['y'], 1)}"
        return Reply(
            lines=[f"{name(interpreter.state, thing)} {where}: {speech_of(interpreter.state).piece_words(row)}."]
        )
    if unit.seat == interpreter.seat:
        interpreter.unit = thing
    return Reply(lines=look_lines(interpreter.state, unit))


def who(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """who sees A1: the enemies that could fire at a unit now."""
    typed = [word for word in plain_words(spoken.rest) if word not in ("sees", "see", "can", "fire")]
    thing = interpreter.anything(typed[0] if typed else interpreter.unit or "")
    if isinstance(thing, Misread):
        return misread(thing)
    unit = interpreter.state.units.get(thing)
    if unit is None or not unit.alive:
        return refuse("not_alive", f"{name(interpreter.state, thing)} is not a living unit on the table.")
    danger = threats(interpreter.state, unit)
    if not danger:
        return Reply(lines=[f"No enemy could fire at {name(interpreter.state, thing)} now."])
    return Reply(lines=[f"Could fire at {name(interpreter.state, thing)} now:", *(f"  {line}." for line in danger)])


# --- why -------------------------------------------------------------------------------------------------------------


def why(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """why 2, why A1 B3: where the numbers come from, line by line, with the clauses; why not A3: why it cannot act."""
    typed = [word for word in plain_words(spoken.rest) if word not in _ABOUT_NOT]
    if len(typed) == 1 and typed[0].isdecimal():
        return _why_option(interpreter, int(typed[0][:9]))
    if len(typed) == 1:
        return _why_not(interpreter, typed[0])
    if not typed:
        return refuse("not_understood", "Say why and the number of an option, why A1 B3 for a shot, or why not A1.")
    aim = interpreter.enemy_thing(typed[1]) if typed[1].isdecimal() else interpreter.anything(typed[1])
    found = [interpreter.anything(typed[0]), aim]
    for each in found:
        if isinstance(each, Misread):
            return misread(each)
    return _why_shot(interpreter, str(found[0]), str(found[1]))


def _why_not(interpreter: Interpreter, typed: str) -> Reply:
    """Why a unit cannot do what is asked now."""
    thing = interpreter.anything(typed)
    if isinstance(thing, Misread):
        return misread(thing)
    refusal = why_not(interpreter.state, interpreter.seat, WhyNotAbout(unit=thing))
    if refusal is None:
        return Reply(
            lines=[f"Nothing forbids it: {name(interpreter.state, thing)} can take part in what is asked now."]
        )
    return Reply(lines=[str(refusal), *_clause_texts(interpreter, [refusal.clause])])


def _why_option(interpreter: Interpreter, number: int) -> Reply:
    listed = interpreter.choices
    if not 1 <= number <= len(listed):
        return refuse("no_such_option", f"There is no option {number}; the options go from 1 to {len(listed)}.")
    choice = listed[number - 1]
    if choice.shot is not None:
        return _why_shot(interpreter, *choice.shot)
    return Reply(lines=[f"Option {number}: {choice.line}.", *_clause_texts(interpreter, [choice.clause])])


def _why_shot(interpreter: Interpreter, shooter: str, target: str) -> Reply:
    state = interpreter.state
    unit = state.units.get(shooter)
    if unit is None or not unit.alive:
        return refuse("not_alive", f"{name(state, shooter)} is not a living unit on the table.")
    refusal = ask(state, "why_not", shooter, target)
    if isinstance(refusal, Refusal):
        return Reply(lines=[str(refusal), *_clause_texts(interpreter, [refusal.clause])])
    aim = ask(state, "aim", shooter, target)
    lines = [f"{name(state, shooter)} at {name(state, target)}:"]
    clauses: list[str] = []
    speech = speech_of(state)
    for key, title in speech.sums.items():
        if key in aim:
            lines.extend(_sum_lines(title, aim[key]))
            clauses.extend(line["clause"] for line in aim[key])
    verdict = speech.verdict(aim) if speech.verdict is not None else speech.shot_words(aim)
    lines.extend([f"  {verdict}."] if verdict else [])
    clauses.append(aim.get("clause", ""))
    return Reply(lines=[*lines, *_clause_texts(interpreter, clauses)])


def _sum_lines(title: str, rows: list[dict[str, Any]]) -> list[str]:
    """A sum line by line; what does not count is said so."""
    lines = []
    for number, row in enumerate(rows):
        value = row.get("dice") or (str(row["value"]) if number == 0 else f"{row['value']:+d}")
        off = "" if row.get("counts", True) else ", does not count here"
        source = f" ({row['source']})" if row.get("source") else ""
        lines.append(f"  {value:>3}  {row['reason']}{source}{off} [{row['clause']}]")
    total = sum(row["value"] for row in rows if row.get("counts", True))
    dice = "".join(f"{row['dice']} " for row in rows if row.get("dice"))
    return [*lines, f"  = {dice}{total:+d} {title}" if dice else f"  = {total} {title}"]


def _clause_texts(interpreter: Interpreter, clauses: list[str]) -> list[str]:
    ledger = interpreter.local_game.match.game.clauses
    known = [ledger[each] for each in dict.fromkeys(clauses) if each in ledger]
    return [f"  {each.title}: {each.text}" for each in known]


def clause(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """clause and a question, a title or an id: the answer, the rule behind it, and what else may be meant."""
    game = interpreter.local_game.match.game
    ledger = game.clauses
    wanted = spoken.rest.strip(" []").casefold()
    if not wanted:
        example = ledger[game.concede_clause] if game.concede_clause in ledger else next(iter(ledger.values()))
        return refuse("not_understood", f"Say which rule, for example: clause {example.title}, or clause move.")
    said = answer(game, wanted)
    cards = {card.id: card for card in clause_cards(game)}
    found = [cards[each] for each in said.clauses]
    if not found:
        known = {name.casefold(): name for entry in ledger.values() for name in (entry.title, entry.id)}
        near = [known[each] for each in get_close_matches(wanted, list(known), n=3)]
        meant = f" Did you mean {words.listed(near, 'or')}?" if near else ""
        return refuse("unknown_clause", f"No rule is called {wanted[:60]!r}.{meant}")
    others = [entry.title for entry in found[1:] if entry.title.casefold() != wanted]
    more = f" and {len(others) - _MOST_CLAUSES} more" if len(others) > _MOST_CLAUSES else ""
    also = [f"  See also: {'; '.join(others[:_MOST_CLAUSES])}{more}."] if others else []
    told = [said.sentence] if said.sentence else []
    rule = [with_titles(line, game) for line in _clause_lines(found[0], bool(told))]
    return Reply(lines=[*told, *rule, *also])


def meaning(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """what is AP: what a short word stands for; without a word all of them. What is no short word is looked for among
    the rules."""
    terms = interpreter.local_game.match.game.glossary
    if not spoken.rest.strip():
        return Reply(lines=[f"{term.short}: {term.title}. {term.text}" for term in terms])
    term = term_called(terms, spoken.rest.strip(" ?").removesuffix(" mean"))
    if term is None:
        return clause(interpreter, spoken)
    return Reply(lines=[f"{term.short}: {term.title}. {term.text} [{term.clause}]"])


def _clause_lines(card: ClauseCard, is_told: bool) -> list[str]:
    """A rule in our words; under an answer it stands back a little."""
    lines = [f"{'  ' if is_told else ''}{card.title}: {card.text}"]
    if card.ruling:
        lines.append(f"  How we read it: {card.ruling}")
    return lines


# --- lists -----------------------------------------------------------------------------------------------------------


def hint(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """The best ideas with their reasons and the number to pick."""
    decision = interpreter.decision
    if decision is None:
        return refuse("wrong_time", "There is nothing to suggest now.")
    numbers = {choice.say: number for number, choice in enumerate(interpreter.choices, start=1)}
    lines = ["The best ideas, best first:"]
    for idea in advice(interpreter.state, decision, MOST_IDEAS):
        typed = say(interpreter.state.match, idea.answer)
        number = f"{numbers[typed]}. " if typed in numbers else ""
        reason = f": {idea.reason}" if idea.reason else ""
        lines.append(cited(f"  {number}{typed}{reason}", idea.clause))
    return Reply(lines=[*lines, "Type a number, type the words, or auto for the first of them."])


def units(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """All units of both sides."""
    return Reply(lines=unit_lines(interpreter.state, interpreter.seat))


def terrain(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """The pieces on the table and what they do."""
    return Reply(lines=terrain_lines(interpreter.state))


def show_map(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """The table as a picture."""
    return Reply(lines=picture(interpreter.state, interpreter.width))


def goal(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """Goal, score and round."""
    return Reply(lines=goal_lines(interpreter.state, interpreter.seat))


def options(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """The open question again."""
    return Reply(acted=True)


def log(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """What happened so far: the last lines, or with `all` every event from the beginning."""
    history = interpreter.local_game.history()
    if spoken.rest.casefold().startswith(("all", "full")):
        told = [sentence(event, each.before, interpreter.seat) for each in history for event in each.events]
        return Reply(lines=[str(each) for each in told if each.text])
    lines = interpreter.tell(history)
    typed = plain_words(spoken.rest)
    most = int(typed[0][:6]) if typed and typed[0].isdecimal() else _LOG_LINES
    return Reply(lines=lines[-most:] or ["Nothing has happened yet."])


def show_help(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """The commands."""
    return Reply(lines=manual_of(interpreter.local_game.match.game).help_lines(spoken.rest))
