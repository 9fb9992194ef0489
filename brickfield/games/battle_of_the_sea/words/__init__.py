"""Battle of the Sea, the game in words: typed orders, sentences, queries."""
