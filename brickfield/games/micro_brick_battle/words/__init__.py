"""Micro Brick Battle, the game in words: typed orders, sentences, queries."""
