"""Micro Brick Battle, what opponents think: suggestions, judgement, random play."""
