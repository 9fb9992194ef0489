"""Players: bots for every game. They get a match and their own view, and reach a game only through its registry."""
