"""Amphibious vehicles: what swims, and with which numbers."""
