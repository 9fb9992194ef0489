"""The data files of this game: see `core.data_files` for how they are read."""

from pathlib import Path

from brickfield.core.data_files import DataFolder

DATA = Path(__file__).parent / "data"
_FOLDER = DataFolder(DATA)
read, read_numbers = _FOLDER.read, _FOLDER.read_numbers
read_rows, table = _FOLDER.read_rows, _FOLDER.table
