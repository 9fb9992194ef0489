"""What a table draws of the game."""
