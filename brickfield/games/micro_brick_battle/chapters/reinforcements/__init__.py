"""Reinforcements: units that come later."""
