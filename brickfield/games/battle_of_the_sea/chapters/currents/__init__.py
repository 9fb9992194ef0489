"""Currents: what they carry along."""
