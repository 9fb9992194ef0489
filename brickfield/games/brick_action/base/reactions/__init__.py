"""Reactions: what the other side does while somebody moves or attacks."""
