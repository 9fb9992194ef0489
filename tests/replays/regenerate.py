"""Write the golden replays again. Read the diff like code: every changed line must follow from a changed rule."""

from __future__ import annotations

from pathlib import Path

from tests.replays.battles import BATTLES, drill

FOLDER = Path(__file__).parent


def main() -> None:
    """Write every battle to its file."""
    for name in BATTLES:
        (FOLDER / f"{name}.replay").write_text(drill(name), encoding="utf-8")
        print(f"{name}.replay")


if __name__ == "__main__":
    main()
