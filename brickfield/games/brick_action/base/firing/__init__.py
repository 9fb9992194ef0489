"""Attacking: the dice of a shot, hits and saves."""
