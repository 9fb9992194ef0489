"""A Final Note: a vote about arcs and cover."""
