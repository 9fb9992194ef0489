"""Mines: what this chapter brings."""

from brickfield.core.game import ChapterContents, SettingUp
from brickfield.core.judging.judging import one_by_one
from ...mind.ideas import NO_OPINION, some
from . import mine_tests
from .chapter import MINES
from .laying_mines import LayingMines, PlaceMine, WriteMinefield
from .mind import calls, mine_places, mine_price, squares_to_mine
from .mine_tests import CallEvenOrOdd, MineTest

CONTENTS = ChapterContents(
    MINES,
    rules=(mine_tests,),
    groups=("mine",),
    frames=(LayingMines, MineTest),
    decisions=(WriteMinefield, PlaceMine, CallEvenOrOdd),
    setting_up={WriteMinefield: SettingUp(), PlaceMine: SettingUp()},
    suggests={WriteMinefield: some(squares_to_mine), PlaceMine: some(mine_places), CallEvenOrOdd: some(calls)},
    outlooks={WriteMinefield: one_by_one(mine_price), PlaceMine: one_by_one(mine_price), CallEvenOrOdd: NO_OPINION},
)
