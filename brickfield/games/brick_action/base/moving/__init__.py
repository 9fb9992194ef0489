"""Movement: paths, formations, and where a move ends."""
