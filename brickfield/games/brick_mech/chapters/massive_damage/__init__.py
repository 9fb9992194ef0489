"""Massive Damage: where it hits, and what it takes."""
