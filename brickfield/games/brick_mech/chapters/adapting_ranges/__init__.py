"""Adapting Ranges."""
