"""Capture the objective: the marker and who activates it."""
