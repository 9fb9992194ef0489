"""Our own models, in the package as LDraw text: one folder for each game, one file for each model.

The room does not know what they stand for: folders and names are the games' own words. What turns or reaches out, as a
turret or a mast, is a sub-model whose name says so, and is not part of the footprint.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from brickfield.bricks.models import BrickModel, Placed
from brickfield.bricks.reading import read_ldraw

AUTHOR = "Brickfield"
# First words of sub-models that may reach out over the footprint.
REACHING = ("turret", "gun", "weapon", "mast")


@cache
def designs() -> dict[str, tuple[str, ...]]:
    """The names of all models by folder."""
    return {
        folder.name: tuple(sorted(file.name.removesuffix(".mpd") for file in folder.iterdir()))
        for folder in sorted((files("brickfield.bricks") / "models").iterdir(), key=lambda folder: folder.name)
    }


def design_text(folder: str, name: str) -> str:
    """The LDraw text of a model."""
    if name not in designs().get(folder, ()):
        raise KeyError(f"no model {name!r} in {folder!r}")
    return (files("brickfield.bricks") / "models" / folder / f"{name}.mpd").read_text("utf-8")


@cache
def design(folder: str, name: str) -> BrickModel:
    """A model of the package."""
    model = read_ldraw(design_text(folder, name).encode())
    assert isinstance(model, BrickModel), (folder, name, model)
    return model


def standing(model: BrickModel) -> list[Placed]:
    """The parts that make the footprint: all but turrets, masts, weapons and the bars that are barrels."""
    return [
        one
        for one in model.placed()
        if not any(name.startswith(REACHING) for name in one.path) and not (one.part and one.part.kind == "bar")
    ]
