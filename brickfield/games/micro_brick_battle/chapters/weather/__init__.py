"""Weather: what it changes while it lasts."""
