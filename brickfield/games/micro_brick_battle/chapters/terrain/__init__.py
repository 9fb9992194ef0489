"""Terrain beyond the base: hills, water, ground that charges, bunkers."""
