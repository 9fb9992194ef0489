"""Holds: an action kept back for the enemy's turn."""
