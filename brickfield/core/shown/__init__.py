"""What a game shows on the board and beside it: looks, sketches, goals and words."""
