"""The base book of Micro Brick Battle: units, moving, sight, shooting, rounds and winning."""
