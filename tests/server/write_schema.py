"""Write docs/protocol.schema.json and docs/scenario.schema.json again from the types they are made of."""

from __future__ import annotations

import json
from pathlib import Path

from brickfield.core.setup.scenario_files import schema_of
from brickfield.games import all_games
from brickfield.server.web.schema import schema_text


def main() -> None:
    """Write the files; read the diff."""
    docs = Path(__file__).resolve().parents[2] / "docs"
    (docs / "protocol.schema.json").write_text(schema_text(), "utf-8", newline="\n")
    scenarios = json.dumps(schema_of(all_games()), indent=1, sort_keys=True) + "\n"
    (docs / "scenario.schema.json").write_text(scenarios, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
