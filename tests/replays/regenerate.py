"""Write the golden replays again, each as it is kept. Read the diff like code: what changed must follow from a rule.

`python -m tests.replays.regenerate --full NAME ...` prints battles in full: what a line of a short one stands for.
"""

from __future__ import annotations

import sys

from tests.replays.battles import BATTLES, drill
from tests.replays.kept import as_kept, form_kept, path_of


def main(words: list[str]) -> None:
    """Write every battle to its file, or print some of them."""
    if words[:1] == ["--full"]:
        print(*(drill(name, form_kept(name)) for name in words[1:]), sep="\n", end="")
        return
    for name in BATTLES:
        path_of(name).write_text(as_kept(name, drill(name, form_kept(name))), encoding="utf-8")
        print(path_of(name).name)


if __name__ == "__main__":
    main(sys.argv[1:])
