"""The mind of the game: answers worth giving, answers at random, what a table is worth."""
