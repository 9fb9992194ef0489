"""Battle of the Sea, what opponents think: suggestions, judgement, random play."""
