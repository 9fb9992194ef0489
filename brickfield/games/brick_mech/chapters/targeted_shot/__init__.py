"""Targeted Shot."""
