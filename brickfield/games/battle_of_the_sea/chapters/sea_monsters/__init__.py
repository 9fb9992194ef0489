"""Sea monsters: steered in a fleet, or hunting alone."""
