"""Rounds and turns: the order of a battle, of a round and of a turn, phase by phase."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import UNSET, UnsetType

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push, Roll
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.base.aims import ask_for_targets
from brickfield.games.micro_brick_battle.base.battlefield import BattleMatch, Chapters, battle_of
from brickfield.games.micro_brick_battle.base.moments import battle_begins, turn_begins, turn_ends
from brickfield.games.micro_brick_battle.base.movement_phase import MovementPhase
from brickfield.games.micro_brick_battle.base.obstacles_and_terrain import LayingOut
from brickfield.games.micro_brick_battle.base.shooting import ShootingPhase, lock_declarations, shooters
from brickfield.games.micro_brick_battle.base.starting_a_game import (
    DEPLOYMENT,
    Deployment,
    FirstTurnChoice,
    SkipPhase,
    deployment_pools,
    first_turn_rule,
    high_roller,
)
from brickfield.games.micro_brick_battle.base.target_declaration import Shot
from brickfield.games.micro_brick_battle.base.winning import end_if_decided, end_round
from brickfield.games.micro_brick_battle.chapters.effect_cards.chapter import EFFECT_CARDS
from brickfield.games.micro_brick_battle.chapters.effect_cards.choosing_cards import ChoosingCards
from brickfield.games.micro_brick_battle.chapters.effect_cards.effect_cards import (
    KEPT,
    KEPT_FROM_SHOTS,
    RADIO,
    RECON,
    SECOND_SHOT,
    UNTIL_NEXT_TURN,
    UNTIL_TURN_ENDS,
    draw_card,
    fact_is_over,
    plays_cards,
    smoke_clears,
    wear_off,
)
from brickfield.games.micro_brick_battle.chapters.effect_cards.playing_cards import card_moment, card_window
from brickfield.games.micro_brick_battle.chapters.effect_cards.rapid_fire import RapidFire
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_phase import begin_turn_on_foot
from brickfield.games.micro_brick_battle.chapters.mines.laying_mines import LayingMines
from brickfield.games.micro_brick_battle.chapters.mines.mine_tests import forget_tests
from brickfield.games.micro_brick_battle.chapters.mines.minefields import mines_in_play
from brickfield.games.micro_brick_battle.chapters.teams.free_for_all import RollForFirst
from brickfield.games.micro_brick_battle.chapters.teams.team_play import dice_of_the_teams, in_battle, turn_order
from brickfield.games.micro_brick_battle.chapters.weather.weather import RollingForWeather

_NOBODY = -1


def is_free_for_all(match: BattleMatch) -> bool:
    """Whether everybody fights everybody else."""
    return match.free_for_all


def rolls_for_weather(match: BattleMatch) -> bool:
    """Whether dice say at the start of each round if the weather applies."""
    return match.options.weather == "rolled"


def chooses_cards_in_sight(match: BattleMatch) -> bool:
    """Whether effect cards are chosen when the battlefield lies."""
    return plays_cards(match)


class Battle(Frame):
    """The whole battle: battlefield, effect cards if any, roll for deployment, deployment, then rounds to the end."""

    first: int = 0
    round: int = 0
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        "lay_out_battlefield",
        "roll_for_deployment",
        "find_high_roller",
        "lay_mines",
        "place_works",
        "deploy",
        "check_armies",
        "play_round",
        "next_round",
        # where units may be held back the battle begins here instead
        "lay_out_with_reserves",
        "set_units_aside",
        "go_to_the_roll",
        # where effect cards are played it begins here: they are chosen by who sees the battlefield
        "lay_out_for_cards",
        "choose_cards_in_sight",
        "after_the_cards",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("first", "round", "faces")

    @rule("mbb.setup.when", "mbb.reinf.reserve")
    def lay_out_battlefield(self, t: Table) -> Any:
        """The battlefield comes before the units; those that the scenario keeps away are known from the beginning."""
        battle_begins(t)
        if chooses_cards_in_sight(battle_of(t)):
            return Goto("lay_out_for_cards")
        return Goto("lay_out_with_reserves") if battle_of(t).reinforcements else Push(LayingOut())

    @rule("mbb.setup.roll")
    def roll_for_deployment(self, t: Table) -> Any:
        """Every player throws a die, or one player for a team; in a free-for-all ties are settled by those in them."""
        match = battle_of(t)
        if match.free_for_all:
            return Push(RollForFirst(rollers=tuple(range(match.seats)), label=DEPLOYMENT))
        return Roll(dice_of_the_teams(match, deployment_pools(match.seats)), into="faces")

    @rule("mbb.setup.roll", "mbb.setup.first_player")
    def find_high_roller(self, t: Table) -> Any:
        """The high roller deploys first and takes the first turn; a tie is thrown again."""
        if not self.faces:
            self.first = int(t.facts["first"])
            return None
        best = high_roller(self.faces)
        if best is None:
            return Goto("roll_for_deployment")
        rollers = [pool.seat for pool in dice_of_the_teams(battle_of(t), deployment_pools(t.match.seats))]
        self.first = winner = rollers[best]
        throws = tuple(happened.Throw(DEPLOYMENT, seat, shown) for seat, shown in zip(rollers, self.faces, strict=True))
        t.emit(happened.FactChanged(name="first", value=winner, clause="mbb.setup.first_player", throws=throws))
        return None

    @rule("mbb.mine.secret.write", "mbb.mine.visual.place")
    def lay_mines(self, t: Table) -> Any:
        """Where mines are played they are laid before anything is deployed."""
        return Push(LayingMines(seat=self.first)) if mines_in_play(t) else None

    def deploy(self, t: Table) -> Any:
        """Units are placed in turn."""
        return Push(Deployment(seat=self.first))

    @rule("mbb.win.elimination")
    def check_armies(self, t: Table) -> Any:
        """A battle nobody can win ends before its first round."""
        end_if_decided(t)

    @rule("mbb.turn.round", "mbb.quick.rounds")
    def play_round(self, t: Table) -> Any:
        """Play proceeds in rounds."""
        self.round += 1
        return Push(Round(number=self.round, first=self.first))

    @rule("mbb.turn.end")
    def next_round(self, t: Table) -> Any:
        """When every player has had a turn a new round starts."""
        return Goto("play_round")

    @rule("mbb.setup.when")
    def lay_out_for_cards(self, t: Table) -> Any:
        """The battlefield first, as always."""
        return Push(LayingOut())

    @rule("mbb.card.optional", "mbb.card.deck.select", "mbb.card.hail.secret")
    def choose_cards_in_sight(self, t: Table) -> Any:
        """Effect cards are chosen before anything else, where they are agreed on."""
        return Push(ChoosingCards())

    @rule("mbb.card.deck.select", "mbb.reinf.reserve")
    def after_the_cards(self, t: Table) -> Any:
        """Then reserves are named, or everything goes on as in any battle."""
        return Goto("set_units_aside" if battle_of(t).reinforcements else "roll_for_deployment")


class Round(Frame):
    """One turn for each player, the first player first; in a free-for-all the dice say who that is."""

    number: int = 1
    first: int = 0
    taken: int = 0

    STEPS: ClassVar[tuple[str, ...]] = (
        *("begin", "weather", "roll_for_start", "find_starter"),
        *("take_turn", "next_turn", "finish"),
    )
    ONLY_WHERE: ClassVar[Chapters] = {
        "weather": rolls_for_weather,
        "roll_for_start": is_free_for_all,
        "find_starter": is_free_for_all,
    }
    PUBLIC: ClassVar[tuple[str, ...]] = ("number", "first", "taken")

    @rule("mbb.turn.round")
    def begin(self, t: Table) -> Any:
        """A new round."""
        t.emit(happened.RoundStarted(round=self.number, clause="mbb.turn.round"))

    @rule("mbb.weather.rolled", "mbb.turn.sequence")
    def weather(self, t: Table) -> Any:
        """Rolled weather comes before anything else in the round."""
        return Push(RollingForWeather())

    @rule("mbb.ffa.roll")
    def roll_for_start(self, t: Table) -> Any:
        """In a free-for-all whoever is still in the battle rolls for the start of every round."""
        return Push(RollForFirst(rollers=tuple(seat for seat in range(t.match.seats) if in_battle(t, seat))))

    @rule("mbb.ffa.roll", "mbb.setup.first_player")
    def find_starter(self, t: Table) -> Any:
        """The winner of the roll starts the round."""
        self.first = int(t.facts["first"])

    @rule("mbb.turn.round", "mbb.turn.end", "mbb.team.alternate", "mbb.team.two_turns", "mbb.team.first_turn")
    def take_turn(self, t: Table) -> Any:
        """The next player in order takes a turn; who has lost everything is passed over."""
        order = turn_order(battle_of(t), self.first)
        while self.taken < len(order) and not in_battle(t, order[self.taken]):
            smoke_clears(t, order[self.taken])
            self.taken += 1
        if self.taken == len(order):
            return Goto("finish")
        seat = order[self.taken]
        # a player of a smaller team may have a second turn in the round: nobody opens the battle twice
        again = seat in order[: self.taken]
        self.taken += 1
        return Push(Turn(seat=seat, first=_NOBODY if again else self.first))

    @rule("mbb.turn.end", "mbb.team.alternate")
    def next_turn(self, t: Table) -> Any:
        """Then the other player, or the next of the other team."""
        return Goto("take_turn") if self.taken < len(turn_order(battle_of(t), self.first)) else None

    @rule("mbb.turn.sequence")
    def finish(self, t: Table) -> Any:
        """The round is over: goals, deadlock, last round."""
        t.emit(happened.RoundEnded(round=self.number, clause="mbb.turn.end"))
        end_round(t)


@Question
@rule("mbb.turn.phases")
def movement_after_shooting(state: State, seat: int) -> Push | None:
    """Another Movement Phase that comes after the shooting; by the base book there is none."""
    return None


class Turn(Frame):
    """The active player's turn: Movement, Target Declaration, Shooting."""

    seat: int = 0
    first: int = 0
    skipped: SkipPhase | None = None
    shots: tuple[Shot, ...] = ()
    # the cards of the end of the Shooting Phase have been asked for
    carded: bool | UnsetType = UNSET

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin",
        "first_turn_rule",
        "give_up_phase",
        "commanders_plan",
        "cards_at_the_start",
        "airplane_phase",
        "shoot_first",
        "movement_phase",
        "target_declaration_phase",
        "cards_in_declaration",
        "cards_against_spotters",
        "declare_after_cards",
        "lock_declarations",
        "shooting_phase",
        "move_again",
        "planes_leave",
        "cards_at_the_end",
        "finish",
        # where cards are played the turn comes here between shooting and moving again
        "cards_after_shooting",
        "rapid_fire",
        "back_to_the_turn",
    )
    ONLY_WHERE: ClassVar[Chapters] = {
        "cards_at_the_start": plays_cards,
        "cards_in_declaration": plays_cards,
        "cards_against_spotters": plays_cards,
        "declare_after_cards": plays_cards,
        "cards_at_the_end": plays_cards,
    }
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "first", "skipped", "shots", "carded")

    @rule("mbb.turn.active", "mbb.turn.phases", "mbb.turn.sequence")
    def begin(self, t: Table) -> Any:
        """This player is the Active Player now."""
        t.emit(happened.TurnStarted(seat=self.seat, clause="mbb.turn.active"))
        turn_begins(t, self.seat)
        begin_turn_on_foot(t, self.seat)
        forget_tests(t)
        if t.match.chapters_in_play[EFFECT_CARDS]:
            wear_off(t, self.seat, UNTIL_NEXT_TURN)
            smoke_clears(t, self.seat)

    @rule("mbb.first_turn.rule", "mbb.first_turn.when", "mbb.first_turn.once")
    def first_turn_rule(self, t: Table) -> Any:
        """The first player gives up moving or shooting at the start of the first turn."""
        if not first_turn_rule(t, self.seat, self.first):
            return Goto("commanders_plan")
        return Ask(FirstTurnChoice(self.seat), into="skipped")

    @rule("mbb.first_turn.when", "mbb.first_turn.planes")
    def give_up_phase(self, t: Table) -> Any:
        """The choice is public from now on; nobody plans more than that for such a turn."""
        assert self.skipped is not None
        t.emit(
            happened.Chosen(
                seat=self.seat, what="skipped_phase", choice=self.skipped.phase, clause="mbb.first_turn.rule"
            )
        )
        return Goto("cards_at_the_start")

    @rule("mbb.card.timing", "mbb.turn.sequence")
    def cards_at_the_start(self, t: Table) -> Any:
        """Before anybody flies, moves or shoots."""
        return card_moment(t, self.seat, "start")

    @rule("mbb.turn.phases", "mbb.first_turn.skip_move", "mbb.quick.phases")
    def movement_phase(self, t: Table) -> Any:
        """I. Movement, unless it was given up."""
        if self.skipped is not None and self.skipped.phase == "movement":
            t.emit(happened.PhaseSkipped(phase="movement", clause="mbb.first_turn.rule"))
            return None
        return Push(MovementPhase(seat=self.seat))

    @rule("mbb.turn.phases", "mbb.declare.after_move", "mbb.first_turn.skip_shoot")
    def target_declaration_phase(self, t: Table) -> Any:
        """II. Target Declaration, once all movement is done; it falls away together with shooting."""
        if self.skipped is not None and self.skipped.phase == "shooting":
            t.emit(happened.PhaseSkipped(phase="shooting", clause="mbb.first_turn.rule"))
            return Goto("planes_leave")
        t.emit(happened.PhaseStarted(phase="target_declaration", clause="mbb.turn.phases"))
        if not shooters(t, self.seat):
            return Goto("move_again")
        return None if t.match.chapters_in_play[EFFECT_CARDS] else ask_for_targets(self.seat)

    @rule("mbb.card.timing", "mbb.card.scenario")
    def cards_in_declaration(self, t: Table) -> Any:
        """The active player plays first."""
        return card_moment(t, self.seat, "declaration")

    @rule("mbb.card.timing", "mbb.card.scenario")
    def cards_against_spotters(self, t: Table) -> Any:
        """Then the enemies."""
        return card_window(t, "enemy_declaration")

    @rule("mbb.declare.after_move")
    def declare_after_cards(self, t: Table) -> Any:
        """Targets are named by what the cards have left of spotters."""
        return ask_for_targets(self.seat)

    @rule("mbb.declare.locked", "mbb.declare.void_missed")
    def lock_declarations(self, t: Table) -> Any:
        """What has not been declared by now is lost, and nothing may be changed any more."""
        lock_declarations(t, self.seat, self.shots)
        if t.match.chapters_in_play[EFFECT_CARDS]:
            for fact in (RECON, RADIO):
                fact_is_over(t, fact)

    @rule("mbb.turn.phases")
    def shooting_phase(self, t: Table) -> Any:
        """III. Shooting."""
        return Push(ShootingPhase(seat=self.seat, shots=self.shots)) if self.shots else None

    @rule("mbb.turn.sequence", "mbb.card.timing")
    def move_again(self, t: Table) -> Any:
        """Who may move after the shooting does so, when the cards of the shooting have been played."""
        if t.match.chapters_in_play[EFFECT_CARDS] and not self.carded:
            self.carded = True
            return Goto("cards_after_shooting")
        return movement_after_shooting(t, self.seat)

    @rule("mbb.card.timing", "mbb.turn.sequence")
    def cards_at_the_end(self, t: Table) -> Any:
        """After everything else, before a card is drawn."""
        return card_moment(t, self.seat, "end")

    @rule("mbb.turn.end", "mbb.card.deck.draw", "mbb.turn.sequence")
    def finish(self, t: Table) -> Any:
        """All phases are done; what cards did this turn is over, and one that was earned is drawn."""
        turn_ends(t, self.seat)
        if t.match.chapters_in_play[EFFECT_CARDS]:
            wear_off(t, self.seat, UNTIL_TURN_ENDS)
            for fact in (KEPT, KEPT_FROM_SHOTS):
                fact_is_over(t, fact)
            draw_card(t, self.seat)
        t.emit(happened.TurnEnded(seat=self.seat, clause="mbb.turn.end"))
        return DONE

    @rule("mbb.card.timing", "mbb.card.scenario")
    def cards_after_shooting(self, t: Table) -> Any:
        """At the end of the Shooting Phase."""
        return card_moment(t, self.seat, "shooting_end")

    @rule("mbb.card.scenario")
    def rapid_fire(self, t: Table) -> Any:
        """A unit that a card lets shoot once more does so; then other cards may come."""
        if not any(SECOND_SHOT in unit.marks for unit in t.units.values()):
            return None
        return Push(RapidFire(seat=self.seat))

    def back_to_the_turn(self, t: Table) -> Any:
        """Then the turn goes on."""
        return Goto("move_again")
