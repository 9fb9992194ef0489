"""Airplanes: flying, their weapons, and fire at them."""
