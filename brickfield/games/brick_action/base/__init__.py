"""The base book of BrickAction: the table, units, turns, rallies, losses and what wins."""
