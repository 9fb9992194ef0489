"""Smoke grenades and their screen."""
