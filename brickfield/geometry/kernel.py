"""The choice of kernel: the compiled one if it was built, else plain Python. Both give the same answers.

`BRICKFIELD_KERNEL` in the environment may be `pure`, `c` or `auto` (the default). Callers write `kernel.sight(...)`,
so that `use` can change the kernel under a running game; tests and benches do that.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from brickfield.geometry import forms, shapes

if TYPE_CHECKING:
    # the names that both kernels have
    from brickfield.geometry._pure import *  # noqa: F403

FUNCTIONS = (
    *("aimed", "clear", "course", "crossed_by", "distance", "glances", "hidden_rows", "hidden_share", "looks"),
    *("outlasted", "overlapped", "pivot", "point_distance", "points_seen", "shadowed_by", "sight", "sight_many"),
    *("spread", "sweep", "towed", "translate", "visible_intervals", "watched"),
)
_MODULES = {"pure": "brickfield.geometry._pure", "c": "brickfield.geometry._kernel"}

# The name of the kernel in use: "pure" or "c".
KERNEL = ""


def available() -> tuple[str, ...]:
    """The kernels that can be loaded here."""
    try:
        import_module(_MODULES["c"])
    except ImportError:
        return ("pure",)
    return "pure", "c"


def load(name: str) -> ModuleType:
    """A kernel by name, without using it: its functions are the module's. ImportError if it was not built."""
    if name not in _MODULES:
        raise ValueError(f"no kernel is called {name!r}; there are: pure, c")
    return import_module(_MODULES[name])


def use(name: str) -> str:
    """Use a kernel from now on (`auto` for the fastest there is); gives back the name of the one used before."""
    global KERNEL
    if name == "auto":
        name = available()[-1]
    module, before = load(name), KERNEL
    here = sys.modules[__name__].__dict__
    for function in FUNCTIONS:
        here[function] = getattr(module, function)
    shapes.compiled_rectangle = getattr(module, "pack_rectangle", None)
    forms.compiled_form = getattr(module, "lay_form", None)
    KERNEL = name
    return before


use(os.environ.get("BRICKFIELD_KERNEL", "auto"))
