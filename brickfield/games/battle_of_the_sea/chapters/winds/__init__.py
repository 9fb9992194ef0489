"""Winds: what they give and take."""
