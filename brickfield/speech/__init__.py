"""A battle in words: what is typed is read, what happened is told. Knows no game; a game brings its own `Speech`."""
