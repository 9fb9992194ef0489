"""Capacity, the optional feature: what a ship can carry."""
