"""The sheet of BrickMech: rounds, moving, attacking, damage, cooling down and winning."""
