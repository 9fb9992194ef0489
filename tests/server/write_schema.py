"""Write docs/protocol.schema.json again from the types of the wire."""

from __future__ import annotations

from pathlib import Path

from brickfield.server.web.schema import schema_text


def main() -> None:
    """Write the file; read the diff."""
    target = Path(__file__).resolve().parents[2] / "docs" / "protocol.schema.json"
    target.write_text(schema_text(), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
