"""Attack Action: what may be attacked, and the six printed steps from the declared target to the damage."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, React
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Frame, Roll
from brickfield.core.numbers import apart
from brickfield.core.questions import Moment, Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from .actions import begin_action, no_action_left
from .battlefield import are_hostile, card_of, describe
from .cover import TOTAL, cover_at, cover_percent
from .damage import Damage, damage_of
from .destroyed_units import note_name, remove_destroyed
from .measures import measures
from .modifiers import PLAIN, Manner, Numbers, attack_tally, defense_tally, judged, numbers_of
from .objective import note_loss
from .ranges_and_arcs import OUT, REAR, bearing, distance, firing_arc, range_at, turn_turret
from .record_sheet import ARMOR, ATTACKS, add, attack_dice, number

Name = Annotated[str, Meta(max_length=16)]
Faces = tuple[tuple[int, ...], ...]


class Attack(Answer, frozen=True):
    """An Attack action at a target, or at a named location of it."""

    unit: Name
    target: Name
    location: Name = ""


@rule("bm.attack.declare", "bm.team.sides")
def may_name(state: State, attacker: Unit, target_id: str) -> Unit | Refusal:
    """A living unit of an opposing side; of the own side only by the switch, and never itself."""
    target = state.units.get(target_id)
    if target is None:
        return invalid("unknown_target", f"There is no unit called {target_id!r} on this table.")
    name, aim = describe(state, attacker.id), describe(state, target_id)
    if not target.alive:
        return illegal("target_gone", "bm.attack.declare", f"{aim} is not on the table any more.")
    friends = not are_hostile(state, attacker, target)
    if friends and (target.id == attacker.id or not state.match.options.friendly_fire):
        return illegal("own_side", "bm.attack.declare", f"{name} may not attack {aim}: it is on its own side.")
    return target


@rule("bm.attack.arc.forbidden")
def out_of_arc(state: State, attacker: Unit, target: Unit) -> Refusal | None:
    """What lies in neither the primary nor a secondary arc cannot be shot at."""
    if firing_arc(state, attacker, target) != REAR:
        return None
    off, limit = bearing(attacker, target), measures().secondary_degrees
    name, aim = describe(state, attacker.id), describe(state, target.id)
    turned, end = apart(abs(off), limit)
    sentence = f"{aim} is behind {name}: {turned} degrees off its facing, and its arcs end at {end}."
    return illegal("out_of_arc", "bm.attack.arc.forbidden", sentence, bearing=round(off, 3), limit=limit)


@rule("bm.mod.defense.cover.total")
def too_covered(state: State, attacker: Unit, target: Unit) -> Refusal | None:
    """Above 75 percent cover a unit is no legal target."""
    percent, limit = cover_percent(state, attacker, target), measures().cover_total_percent
    if cover_at(percent) != TOTAL:
        return None
    sentence = f"{describe(state, target.id)} is {percent} % covered; above {limit} % it cannot be attacked."
    return illegal("too_covered", "bm.mod.defense.cover.total", sentence, cover=percent, limit=limit)


@Question
@rule("bm.option.targeted.penalty")
def may_name_location(state: State, attacker: Unit, target: Unit, location: str) -> Refusal | None:
    """Nobody aims at a location, unless that was agreed."""
    return illegal("no_targeted_shots", "bm.option.targeted.penalty", "Targeted Shots are not played in this game.")


@Question
def locations_to_name(state: State, attacker: Unit, target: Unit) -> tuple[str, ...]:
    """The locations an attack may name now."""
    return ()


@Question
def is_charge(state: State, attacker: Unit, target: Unit) -> bool:
    """Whether an attack now would be a charge."""
    return False


@rule("bm.attack.order_of_checks", "bm.attack.declare", "bm.attack.arc.forbidden", "bm.mod.defense.cover.total")
def may_attack(state: State, attacker: Unit, answer: Attack) -> Refusal | None:
    """Everything that is refused before the action begins, in the order in which the reason is given."""
    refusal = no_action_left(state, attacker, ATTACKS)
    if refusal is not None:
        return refusal
    target = may_name(state, attacker, answer.target)
    if isinstance(target, Refusal):
        return target
    refusal = out_of_arc(state, attacker, target) or too_covered(state, attacker, target)
    if refusal is None and answer.location:
        refusal = may_name_location(state, attacker, target, answer.location)
    return refusal


@rule("bm.attack.fail_range", "bm.attack.fail_dice")
def why_it_fails(state: State, attacker: Unit, target: Unit) -> tuple[str, str] | None:
    """Why a declared attack is wasted: the target is out of range, or there are no dice for the range. Else None."""
    match: Any = state.match
    band = range_at(match.limits, distance(state, attacker, target))
    if band == OUT:
        return "out_of_range", "bm.attack.fail_range"
    return None if attack_dice(attacker, band) else ("no_attack_dice", "bm.attack.fail_dice")


_ATTACK, _DEFENSE = "attack", "defense"


class AttackAction(Frame):
    """One attack from the declared target to the damage, with the answer of Return Fire at the same time."""

    attacker: str = ""
    target: str = ""
    location: str = ""
    charge: bool = False
    # a held shot: the note is opened first
    held: bool = False
    reply: React = React(yes=False)
    attack_faces: Faces = ()
    defense_faces: Faces = ()
    # Massive Damage rolls of the target and of the attacker
    massive: tuple[int, int] = (0, 0)

    STEPS: ClassVar[tuple[str, ...]] = (
        "declare_target",
        "determine_range",
        "determine_firing_arc",
        "offer_return_fire",
        "take_reply",
        "roll_attack",
        "roll_defense",
        "calculate_damage",
        "massive_damage_of_target",
        "massive_damage_of_attacker",
        "remove_destroyed_units",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = (
        *("attacker", "target", "location", "charge", "held", "reply"),
        *("attack_faces", "defense_faces", "massive"),
    )

    def thrown_for(self) -> tuple[str, str]:
        """Who attacks whom."""
        return self.attacker, self.target

    @rule("bm.attack.declare", "bm.attack.order_of_checks", "bm.action.rush_heat", "bm.option.hold.once",
          "bm.attack.arc.turret")  # fmt: skip
    def declare_target(self, t: Table) -> Any:
        """1. The player declares the target; a held shot is revealed. Rush heat comes before all else."""
        if self.held:
            t.reveal(note_name(self.attacker), "bm.option.hold.trigger")
        begin_action(t, self.attacker, ATTACKS)
        clause = "bm.option.targeted.penalty" if self.location else "bm.attack.declare"
        t.emit(happened.TargetDeclared(unit=self.attacker, target=self.target, clause=clause))
        turn_turret(t, self.attacker, self.target)

    @rule("bm.attack.fail_range", "bm.attack.fail_dice", "bm.attack.no_redeclare", "bm.attack.range.measure")
    def determine_range(self, t: Table) -> Any:
        """2. Out of range, or no dice for the range: the attack fails and the action is spent."""
        fails = why_it_fails(t, t.units[self.attacker], t.units[self.target])
        if fails is None:
            return None
        reason, clause = fails
        t.emit(happened.ShotVoided(unit=self.attacker, target=self.target, reason=reason, clause=clause))
        return DONE

    def _volleys(self, t: Table) -> tuple[tuple[str, str, Numbers], ...]:
        """The attack and, if it is answered, the answer: who fires, at whom, with which numbers."""
        attacker, target = t.units[self.attacker], t.units[self.target]
        manner = Manner(self.charge, self.location, *judged(t))
        first = (self.attacker, self.target, numbers_of(t, attacker, target, manner))
        if not self.reply.yes:
            return (first,)
        return first, (self.target, self.attacker, numbers_of(t, target, attacker, PLAIN))

    @rule("bm.attack.roll", "bm.attack.all_dice", "bm.option.return.simultaneous", "bm.geometry.rng", "bm.dice.d6")
    def roll_attack(self, t: Table) -> Any:
        """4. The attacker rolls all Attack Dice for the range; in Return Fire both roll at once."""
        die = measures().die_faces
        pools = [Pool(n.attack_dice, _ATTACK, die, t.units[who].seat) for who, _aim, n in self._volleys(t)]
        return Roll(tuple(pools), into="attack_faces")

    @rule("bm.defense.roll", "bm.option.return.simultaneous", "bm.geometry.rng")
    def roll_defense(self, t: Table) -> Any:
        """5. The defender rolls the Defense Dice; in Return Fire both roll at once."""
        die = measures().die_faces
        aims = [t.units[aim] for aim in ((self.target, self.attacker) if self.reply.yes else (self.target,))]
        pools = [Pool(number(aim, "defense_dice"), _DEFENSE, die, aim.seat) for aim in aims]
        return Roll(tuple(pools), into="defense_faces")

    @rule("bm.damage.difference", "bm.damage.mark", "bm.option.return.simultaneous", "bm.option.targeted.damage")
    def calculate_damage(self, t: Table) -> Any:
        """6. The difference is marked off the Armor Points at once, of both Mechs together in Return Fire."""
        damages = [
            (aim, resolve(t, who, aim, numbers, (attack, defense)))
            for (who, aim, numbers), attack, defense in zip(
                self._volleys(t), self.attack_faces, self.defense_faces, strict=True
            )
        ]
        for aim, damage in damages:
            if damage.armor:
                add(t, aim, ARMOR, -damage.armor, "bm.damage.mark")
                note_loss(t)
        counts = [0 if card_of(t, aim).structure else damage.massive for aim, damage in damages]
        self.massive = (counts[0], counts[1] if len(counts) > 1 else 0)

    @rule("bm.destroy.remove", "bm.option.return.simultaneous", "bm.objective.default")
    def remove_destroyed_units(self, t: Table) -> Any:
        """Destroyed Mechs are removed together."""
        attack_ends(t)
        remove_destroyed(t, {self.target: self.attacker, self.attacker: self.target})
        if self.reply.yes:
            has_replied(t, self.target)


@Moment
def attack_ends(t: Table) -> None:
    """What was settled for one attack only is forgotten."""


@Moment
def has_replied(t: Table, unit_id: str) -> None:
    """A Mech has answered an attack, and what was destroyed is gone."""


def resolve(t: Table, who: str, aim: str, numbers: Numbers, faces: tuple[tuple[int, ...], tuple[int, ...]]) -> Damage:
    """Both scores of one attack, told with every line of their sums, and the damage they do."""
    attack, defense = attack_tally(numbers, faces[0]), defense_tally(numbers, faces[1])
    damage = damage_of(t.match.options, attack.total - defense.total, *faces)
    t.emit(
        happened.ShotResolved(
            unit=who,
            target=aim,
            needed=defense.total + 1,
            rolled=attack.total,
            hit=damage.armor > 0,
            tallies=(attack, defense),
            clause=_clause_of(damage),
            throws=(
                happened.Throw(_ATTACK, t.units[who].seat, faces[0]),
                happened.Throw(_DEFENSE, t.units[aim].seat, faces[1]),
            ),
        )
    )
    return damage


@rule("bm.option.crit.hit", "bm.option.crit.defense", "bm.option.crit.both")
def _clause_of(damage: Damage) -> str:
    """What decided an attack, for the log."""
    if damage.critical_hit and damage.critical_defense:
        return "bm.option.crit.both"
    if damage.critical_hit or damage.critical_defense:
        return "bm.option.crit.hit" if damage.critical_hit else "bm.option.crit.defense"
    return "bm.damage.difference"
