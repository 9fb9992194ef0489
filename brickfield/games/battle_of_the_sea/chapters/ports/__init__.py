"""Ports: harbours in which ships are mended."""
