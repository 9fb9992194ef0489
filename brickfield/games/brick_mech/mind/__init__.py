"""BrickMech, what opponents think: suggestions, judgement, random play."""
