"""What a spotter is worth: enemies that guns could fire at, if only somebody saw them."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core.board import Unit
from brickfield.geometry import Pose
from ...base.battlefield import battle_of, card_of
from ...base.line_of_sight import sight_of
from ...base.unit_stats import fires_over
from ...mind.judgement_chances import hit_chances
from ...mind.judgement_threats import ThreatMap, gun_share
from ...mind.stands import Stand, at
from .spotters import spotted

# How much of a gun's shot a spotter's place counts: somebody else may come to see the same.
_SHARE = 0.6


def spotting_of(view: ThreatMap) -> Spotting | None:
    """The guns that wait for a spotter; None where there are none."""
    if not battle_of(view.state).special_units:
        return None
    guns = [unit for unit in view.own if fires_over(view.state, unit.id)]
    return Spotting(view, guns) if guns and view.foes else None


class Spotting:
    """By enemy what the guns of a seat would gain if it were seen, and who sees it."""

    def __init__(self, view: ThreatMap, guns: Sequence[Unit]) -> None:
        self.view = view
        self._seen: dict[tuple[str, Pose], tuple[bool, ...]] = {}
        self.gains = [_SHARE * worth * self._best(guns, foe) for foe, worth in zip(view.foes, view.worth, strict=True)]
        self.now = self._spotted([unit.at for unit in view.own])

    def _best(self, guns: Sequence[Unit], foe: Unit) -> float:
        """The best chance of a gun against an enemy that only a spotter sees."""
        state = self.view.state
        best = 0.0
        for gun in guns:
            sight = sight_of(state, gun, foe)
            if not sight.seen:
                shot = hit_chances(state, gun.seat).price(Stand(state, gun), Stand(state, foe), sight)[0]
                best = max(best, shot * gun_share(state, gun, gun.at))
        return best

    def _spotted(self, poses: Sequence[Pose]) -> list[bool]:
        """For each enemy whether one of the own units, standing so, spots it."""
        rows = [self._sees(unit, pose) for unit, pose in zip(self.view.own, poses, strict=True)]
        return [any(row[number] for row in rows) for number in range(len(self.view.foes))]

    def _sees(self, unit: Unit, pose: Pose) -> tuple[bool, ...]:
        """For each enemy whether a unit spots it from a pose; only those are looked for that a gun could use."""
        known = self._seen.get((unit.id, pose))
        if known is None:
            state, card = self.view.state, card_of(self.view.state, unit.id)
            # who has a shot sees; whoever cannot fire all round has to be asked
            turret = card.mount == "turret" and card.has_main_weapon and card.afloat is None
            shots = self.view.shots(unit, pose)
            known = self._seen[unit.id, pose] = tuple(
                bool(gain) and (shot > 0.0 if turret else spotted(state, at(unit, pose), foe).seen)
                for foe, gain, shot in zip(self.view.foes, self.gains, shots, strict=True)
            )
        return known

    def points(self, poses: Sequence[Pose]) -> float:
        """What is gained by new eyes on enemies, less what is lost where nobody looks any more."""
        after = self._spotted(poses)
        return sum(gain * (new - old) for gain, new, old in zip(self.gains, after, self.now, strict=True))
