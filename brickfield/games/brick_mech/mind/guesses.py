"""Guesses: what others may have noted, by what a seat sees."""

from __future__ import annotations

import random
from typing import Any

from brickfield.core.match import Match
from brickfield.core.views import Guessed, View, imagine
from ..base.destroyed_units import note_name
from ..base.measures import RANGES
from ..base.ranges_and_arcs import FIRING_ARCS, PRIMARY
from ..base.record_sheet import attack_dice
from ..chapters.hold_fire.hold_fire import HoldFire, may_note

# Most people hold fire to the front.
_FRONT = 3


def guess_secrets(seen: View, match: Match, rng: random.Random) -> Guessed:
    """For each Mech of others that holds fire a note it may have made: the more dice at a range, the likelier."""
    state = imagine(seen, match)
    notes: dict[str, Any] = {}
    for unit in seen.units:
        name = note_name(unit.id)
        if name not in seen.sealed or name in seen.secrets:
            continue
        drafts = [HoldFire(unit.id, band, arc, "fire") for band in RANGES for arc in FIRING_ARCS]  # type: ignore[arg-type]
        found = [note for note in drafts if may_note(state, unit, note) is None]
        if found:
            shares = [attack_dice(unit, note.range) * (_FRONT if note.arc == PRIMARY else 1) for note in found]
            notes[name] = rng.choices(found, shares)[0]
    return Guessed(notes)
