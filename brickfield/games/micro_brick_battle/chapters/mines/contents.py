"""Mines: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents, SettingUp
from brickfield.core.judging.judging import NO_OPINION, Mind, one_by_one
from . import mine_tests
from .aids import aids
from .chapter import MINES
from .laying_mines import LayingMines, LayMine, PlaceMine, WriteMinefield
from .mind import calls, mine_places, mine_price, squares_to_mine
from .mine_tests import CallEvenOrOdd, MineTest
from .shown import mine_place
from .words import WORDS

CONTENTS = ChapterContents(
    MINES,
    folder=Path(__file__).parent,
    rules=(mine_tests,),
    groups=("mine",),
    aids=(aids,),
    frames=(LayingMines, MineTest),
    decisions=(WriteMinefield, PlaceMine, CallEvenOrOdd),
    setting_up={WriteMinefield: SettingUp(), PlaceMine: SettingUp()},
    minds={
        WriteMinefield: Mind(squares_to_mine, outlook=one_by_one(mine_price)),
        PlaceMine: Mind(mine_places, outlook=one_by_one(mine_price)),
        CallEvenOrOdd: Mind(calls, outlook=NO_OPINION),
    },
    words=WORDS,
    previews={"place": (LayMine, mine_place)},
)
