"""Tank commanders: Move-Shoot-Move and Shoot-Move-Shoot, chosen at the start of a turn."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from brickfield.core import events as happened
from brickfield.core.asking.offers import Choice
from brickfield.core.board import ALIVE, WAITING, Unit
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import Ask, Frame, Push
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.battlefield import card_of, describe
from ...base.movement_phase import MovementPhase
from ...base.rounds_and_turns import Turn, after_the_shots
from ...base.turns import movement_begins, turn_ends
from ..reinforcements.reinforcements import may_come
from .chapter import SPECIAL_UNITS
from .extra_shots import ExtraShot
from .special_units import ABILITY, EXTRA_DECLARATION, EXTRA_MOVEMENT, LEADERLESS, MOVE_SHOOT_MOVE, SHOOT_MOVE_SHOOT

Ability = Literal["normal", "move_shoot_move", "shoot_move_shoot"]
_MARKS = {"normal": 0, "move_shoot_move": MOVE_SHOOT_MOVE, "shoot_move_shoot": SHOOT_MOVE_SHOOT}


class UseAbility(Answer, frozen=True):
    """How the commander's tank spends this turn."""

    ability: Ability


@Question
@rule("mbb.cmd.death")
def has_lost_commander(state: State, unit: Unit) -> bool:
    """Whether a commander who rode in a tank that lives is dead."""
    return LEADERLESS in unit.marks


@rule("mbb.cmd.ability", "mbb.cmd.death", "inf.eng.second")
def commander_of(state: State, seat: int) -> Unit | None:
    """The tank of a seat's commander while it lives, on the table or in reserve; the ability dies with it, repaired or
    not."""
    if not state.match.chapters_in_play[SPECIAL_UNITS]:
        return None
    own = (unit for unit in state.units.values() if unit.seat == seat and unit.status in (ALIVE, WAITING))
    with_him = (unit for unit in own if not has_lost_commander(state, unit))
    return next((unit for unit in with_him if card_of(state, unit.id).commander), None)


@rule("mbb.cmd.ability")
def abilities(state: State, seat: int) -> tuple[Ability, ...]:
    """What a seat may choose this turn: all on the table, Move-Shoot-Move for a commander that may come on now."""
    commander = commander_of(state, seat)
    if commander is None:
        return ()
    if commander.alive:
        return "normal", "move_shoot_move", "shoot_move_shoot"
    return ("normal", "move_shoot_move") if may_come(state, seat) else ()


class CommandersChoice(Decision, frozen=True):
    """At the start of a turn: play it as usual, or let the commander's tank move or shoot twice."""

    ANSWER: ClassVar[Any] = UseAbility
    CLAUSE: ClassVar[str] = "mbb.cmd.ability"
    TITLE: ClassVar[str] = "Your commander"

    @rule("mbb.cmd.ability", "mbb.cmd.msm", "mbb.cmd.sms")
    def choices(self, state: State) -> tuple[Choice, ...]:
        """The abilities there are this turn."""
        commander = commander_of(state, self.seat)
        name = describe(state, commander.id) if commander is not None else "The commander"
        told = {
            "normal": ("A turn as usual", f"{name} moves and shoots like everybody else.", "mbb.cmd.ability"),
            "move_shoot_move": ("Move-Shoot-Move", f"After the shooting {name} moves once more.", "mbb.cmd.msm"),
            "shoot_move_shoot": ("Shoot-Move-Shoot", f"{name} fires once before the turn begins.", "mbb.cmd.sms"),
        }
        return tuple(Choice(UseAbility(each), *told[each]) for each in abilities(state, self.seat))


class CommandersPlan(Frame):
    """The commander's choice of this turn, noted on the tank."""

    seat: int = 0
    chosen: UseAbility | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("choose", "note")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "chosen")

    @rule("mbb.cmd.ability")
    def choose(self, t: Table) -> Any:
        """Normal, Move-Shoot-Move or Shoot-Move-Shoot."""
        return Ask(CommandersChoice(self.seat), into="chosen")

    @rule("mbb.cmd.ability")
    def note(self, t: Table) -> Any:
        """The choice is public from now on."""
        chosen, commander = self.chosen, commander_of(t, self.seat)
        assert chosen is not None
        assert commander is not None
        t.emit(happened.Chosen(seat=self.seat, what=ABILITY, choice=chosen.ability, clause="mbb.cmd.ability"))
        mark = _MARKS[chosen.ability]
        if mark:
            t.emit(happened.UnitMarked(unit=commander.id, mark=ABILITY, value=mark, clause="mbb.cmd.ability"))


@rule("mbb.cmd.ability", "mbb.cmd.death")
def uses(state: State, seat: int, ability: int) -> bool:
    """Whether the commander of a seat uses this ability now: it must stand on the table, alive."""
    commander = commander_of(state, seat)
    return commander is not None and commander.alive and commander.marks.get(ABILITY) == ability


@turn_ends.amended(SPECIAL_UNITS)
@rule("mbb.cmd.ability")
def forget_ability(t: Table, seat: int) -> None:
    """The choice is for one turn."""
    if any(ABILITY in unit.marks for unit in t.units.values()):
        t.emit(happened.MarksCleared(mark=ABILITY, clause="mbb.cmd.ability"))


class CommandersShot(ExtraShot):
    """Shoot-Move-Shoot: before the normal phases the commander's tank alone declares and shoots."""

    PHASE: ClassVar[str] = EXTRA_DECLARATION
    CLAUSE: ClassVar[str] = "mbb.cmd.sms"


class CommandersMove(MovementPhase):
    """The Movement Phase that Move-Shoot-Move adds to a turn: the commander's tank alone has its full points again."""

    @rule("mbb.cmd.msm", "mbb.move.max")
    def begin(self, t: Table) -> Any:
        """The ground charges anew; what is limited for the whole turn runs on."""
        movement_begins(t, EXTRA_MOVEMENT, "mbb.cmd.msm")

    @rule("mbb.cmd.msm")
    def infantry(self, t: Table) -> Any:
        """Nobody else moves, no infantry either."""


@step(Turn, SPECIAL_UNITS)
@rule("mbb.cmd.ability", "mbb.first_turn.when")
def commanders_plan(turn: Turn, t: Table) -> Any:
    """Who has a commander chooses how its tank spends the turn; not in a turn of which half was given up."""
    return Push(CommandersPlan(seat=turn.seat)) if turn.skipped is None and abilities(t, turn.seat) else None


@step(Turn, SPECIAL_UNITS)
@rule("mbb.cmd.sms")
def shoot_first(turn: Turn, t: Table) -> Any:
    """Shoot-Move-Shoot begins with a shot of the commander alone."""
    return Push(CommandersShot(seat=turn.seat)) if uses(t, turn.seat, SHOOT_MOVE_SHOOT) else None


@after_the_shots.amended(SPECIAL_UNITS)
@rule("mbb.cmd.msm")
def commander_moves_again(state: State, turn: Turn, before: Any) -> Any:
    """Move-Shoot-Move ends with another Movement Phase of the commander alone."""
    return Push(CommandersMove(seat=turn.seat)) if uses(state, turn.seat, MOVE_SHOOT_MOVE) else before
