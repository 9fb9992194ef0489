"""BrickMech, the game in words: typed orders, sentences, queries."""
