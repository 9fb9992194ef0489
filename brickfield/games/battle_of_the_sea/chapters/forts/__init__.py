"""Forts: the battle for one."""
