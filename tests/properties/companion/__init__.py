"""Random tables, what a person beside them would see, and what the companion makes of it."""
