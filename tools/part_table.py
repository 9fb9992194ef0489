"""Write the table of parts and colours of `brickfield/bricks/data` from a folder with the measured facts.

    python -m tools.part_table FOLDER

The folder holds `parts.csv` (part, title, box, studs) and `colours.csv` (ldraw, name, value, finish, bricklink). Kinds
are read from the titles, in which the library's authors put the most important word first.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

TABLES = Path(__file__).resolve().parents[1] / "brickfield" / "bricks" / "data"
CREDIT = "# Measured from the LDraw parts library, ldraw.org, by its authors, CC BY 4.0; see NOTICE."

# The first word of a title that says the kind by itself; all others are looked at more closely or are "other".
BY_FIRST_WORD = {
    "arch": "arch",
    "antenna": "bar",
    "bar": "bar",
    "baseplate": "plate",
    "bracket": "bracket",
    "brick": "brick",
    "cone": "cone",
    "cylinder": "cylinder",
    "dish": "dish",
    "flag": "flag",
    "hinge": "hinge",
    "minifig": "minifig",
    "panel": "panel",
    "plant": "plant",
    "plate": "plate",
    "slope": "slope",
    "technic": "technic",
    "tile": "tile",
    "turntable": "turntable",
    "tyre": "tyre",
    "wedge": "wedge",
    "wheel": "wheel",
    "windscreen": "panel",
    "wing": "wing",
}


def kind_of(title: str) -> str:
    """The kind of a part by its title."""
    first, *rest = title.lower().split()
    if first in {"brick", "plate", "tile"} and "round" in rest:
        return "round"
    return BY_FIRST_WORD.get(first, "other")


def short(number: str) -> str:
    """A number as it is read: -0 is 0 and 20.0 is 20."""
    return f"{float(number) + 0.0:g}"


def part_rows(source: Path) -> list[str]:
    """The table of parts: number, kind, box, studs, title."""
    with source.open(encoding="utf-8", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: (row["title"], row["part"]))
    return [
        ",".join(
            [
                row["part"].lower(),
                kind_of(row["title"]),
                *(short(row[side]) for side in ("x0", "y0", "z0", "x1", "y1", "z1")),
                row["studs"],
                row["title"],
            ]
        )
        for row in rows
    ]


def colour_rows(source: Path) -> list[str]:
    """The table of colours: code, name, value, finish, BrickLink's number."""
    with source.open(encoding="utf-8", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: int(row["ldraw"]))
    return [",".join([row["ldraw"], row["name"], row["value"], row["finish"], row["bricklink"]]) for row in rows]


def main(words: list[str]) -> int:
    """Write both tables."""
    if len(words) != 1 or not Path(words[0]).is_dir():
        print("python -m tools.part_table FOLDER (with parts.csv and colours.csv)", file=sys.stderr)
        return 2
    for name, rows in (("parts.csv", part_rows), ("colours.csv", colour_rows)):
        lines = rows(Path(words[0]) / name)
        (TABLES / name).write_text("\n".join([CREDIT, *lines, ""]), "utf-8", newline="\n")
        print(f"{len(lines)} rows: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
