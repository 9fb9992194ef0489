"""The table in plain text, for people who type."""
