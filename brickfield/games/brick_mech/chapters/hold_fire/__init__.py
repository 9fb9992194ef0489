"""Hold Fire."""
